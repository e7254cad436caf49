"""Finish, for organisers: what is open, the end of an event, an early end, and corrections afterwards."""

from pathlib import Path

import streamlit as st

from chessdash.display import club as display
from chessdash.errors import AccessError, ChessdashError, StoreError
from chessdash.pages import _club, _finish, _links, _results_view, _shared
from chessdash.store import events
from chessdash.store.rights import events_with
from chessdash.text import say

st.html(Path(__file__).parent / "compare.css")
st.html(Path(__file__).parent / "whatif.css")
st.html(Path(__file__).parent / "club.css")
st.title(say("page_finish"), anchor=False)
facts = st.empty()
try:
    store = _club.the_store()
    keys = events_with(store, "finish")
    every = events.listing(store)
    listing, names = every.set_index("key"), _results_view.event_names(every)
except (StoreError, AccessError) as error:
    _club.refused(error)
    st.stop()
if not keys:
    _shared.state(say("finish_none"), say("finish_none_way"))
    st.page_link(_links.page("events"), label=say("to_events"))
    st.stop()

asked = _links.read().get("event", "")
key = asked if asked in keys else str(st.session_state.get(_links.VIEW, {}).get("event", ""))
key = key if key in keys else keys[0]
st.session_state["finish_event"] = key
st.selectbox(
    say("finish_event"), keys, format_func=lambda k: names[k], key="finish_event", width=360,
    on_change=lambda: _links.write({"event": st.session_state["finish_event"]}),
)  # fmt: skip
_links.keep({"event": key})
facts.markdown(f":gray[{_links.literal(display.finish_facts(listing.loc[key]))}]")
_finish.said()
part = _finish.finished if listing.at[key, "state"] == "finished" else _finish.running
try:
    part(store, key, str(listing.at[key, "name"]))
except ChessdashError as error:
    _shared.state(say("finish_head"), str(error), failed=True)
