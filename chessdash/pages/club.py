"""Club: members, events, roles, the log, the club itself, for organisers; their own events for whoever makes single ones."""

from pathlib import Path

import streamlit as st

from chessdash.display import club as display
from chessdash.errors import AccessError, ChessdashError, StoreError
from chessdash.pages import _club, _club_parts, _finish, _links, _shared
from chessdash.store import events, members
from chessdash.store.rights import events_with, may
from chessdash.text import say

st.html(Path(__file__).parent / "compare.css")
st.html(Path(__file__).parent / "whatif.css")
st.html(Path(__file__).parent / "club.css")
try:
    store = _club.the_store()
    known, allowed = members.the_club(store), may(store, "single")
except (StoreError, AccessError) as error:
    st.title(say("page_club"), anchor=False)
    _club.refused(error)
    st.stop()
st.title(_links.literal(str(known["name"])), anchor=False)
if not allowed:
    _shared.state(say("club_not_yours"), say("club_not_yours_way"))
    st.page_link(_links.page("events"), label=say("to_events"))
    st.stop()
_finish.said()
facts = (
    display.club_facts(members.members(store), events.listing(store))
    if may(store, "enter")
    else say("club_facts_own", n=len(events_with(store, "settings")))
)
st.markdown(f":gray[{_links.literal(facts)}]")
parts = _club_parts.parts(store)
names = [say(f"tab_{name}") for name in parts]
tabs = st.tabs(names, key="club_tab", on_change="rerun")
for (_, part), tab in zip(parts.items(), tabs, strict=True):
    if tab.open:
        with tab:
            try:
                part(store)
            except ChessdashError as error:
                _shared.state(say("page_club"), str(error), failed=True)
