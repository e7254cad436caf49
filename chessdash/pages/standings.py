"""Standings of one event: the table with the panel beside it, crosstable, rounds, statistics."""

import streamlit as st

from chessdash.display.events import facts_line
from chessdash.errors import ChessdashError
from chessdash.pages import _links, _more, _shared, _tabs, _view
from chessdash.text import say

who = _shared.viewer()
asked = _links.read()
if "event" not in asked and (before := st.session_state.get(_links.VIEW)):
    _links.write(before)
    asked = dict(before)

key = asked.get("event", "")
event = _shared.find(who, key) if key else None
if event is None:
    st.title(say("page_standings"), anchor=False)
    if not key:
        _shared.state(say("no_event_chosen"), say("no_event_chosen_way"))
    else:
        _shared.state(
            say("event_gone"), say("event_gone_own" if key.startswith("file-") else "event_gone_way", key=key), failed=True
        )
    _shared.own_files(who, "standings")
    st.page_link(_links.page("events"), label=say("to_events"))
    st.stop()

try:
    played = _shared.tournament(event)
except ChessdashError as error:
    st.title(_links.literal(event.name), anchor=False)
    _shared.state(say("cannot_be_read", name=event.name), str(error), failed=True)
    st.page_link(_links.page("events"), label=say("to_events"))
    st.stop()

st.title(_links.literal(played.name or event.name), anchor=False)
facts = st.empty()
view = _view.of(event, played, asked)
_links.keep(view.parameters)

with st.container(horizontal=True, key="controls", vertical_alignment="bottom", gap="xsmall"):
    _view.round_control(view, played)
    _view.order_control(view)
    _more.control(view, event, played)
_shared.said(view.messages)

ranking = view.ranking
facts.markdown(f":gray[{_links.literal(facts_line(played, ranking))}]")
_view.dropped(view, played)

names = [say(f"tab_{name}") for name in _tabs.TABS]
st.session_state["tab"] = say(f"tab_{view.tab}")
for name, tab in zip(_tabs.TABS, st.tabs(names, key="tab", on_change=_tabs.turned), strict=True):
    if tab.open:
        with tab:
            _tabs.TABS[name](event, view)
