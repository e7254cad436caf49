"""What if: the event ended early, other results, and the rest of it simulated. Nothing here changes the event."""

from pathlib import Path

import streamlit as st

from chessdash.errors import ChessdashError
from chessdash.pages import _compare, _compare_draw, _links, _shared, _whatif, _whatif_view
from chessdash.text import say

st.html(Path(__file__).parent / "compare.css")
st.html(Path(__file__).parent / "whatif.css")
who = _shared.viewer()
asked, results = _links.read(), st.query_params.get_all("result")
if "event" not in asked and (before := st.session_state.get(_links.VIEW)):
    asked = {name: value for name, value in before.items() if name in _whatif_view.RULES_OF_TABLE}

key = asked.get("event", "")
event = _shared.find(who, key) if key else None
st.title(say("page_whatif"), anchor=False)
if event is None:
    _compare.missing(key, "whatif")
    st.stop()
try:
    played = _shared.tournament(event)
    view = _whatif_view.of(event, played, asked, results)
except ChessdashError as error:
    _shared.state(say("cannot_be_read", name=event.name), str(error), failed=True)
    st.page_link(_links.page("events"), label=say("to_events"))
    st.stop()
_whatif_view.remember(event, view)
st.markdown(f":gray[{_links.literal(_whatif_view.facts(played))}]")
if played.size < 2:
    _shared.state(say("no_rounds"), say("no_rounds_way"))
    st.stop()

with st.container(horizontal=True, key="controls", vertical_alignment="bottom", gap="small"):
    _whatif_view.order_control(view)
    _whatif_view.prizes_control(view)
    _whatif_view.share(event, view)
_shared.said(view.messages)
_whatif.army(played, view.choice.order)

shown = _whatif.Shown(event, played, view, _compare_draw.is_dark())
names = [say(f"tab_{name}") for name in view.tabs]
st.session_state["whatif_tab"] = say(f"tab_{view.tab}")
for name, tab in zip(view.tabs, st.tabs(names, key="whatif_tab", on_change=_whatif.turned), strict=True):
    if tab.open:
        with tab:
            _whatif.TABS[name](shown)
