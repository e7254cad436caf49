"""Compare: orders of tie-breaks on one event, exactly, and on simulated events like it; the verdict first."""

from pathlib import Path

import streamlit as st

from chessdash.errors import ChessdashError
from chessdash.pages import _compare, _compare_draw, _compare_study, _compare_view, _links, _shared
from chessdash.text import say

st.html(Path(__file__).parent / "compare.css")
who = _shared.viewer()
asked = _links.read()
texts = st.query_params.get_all("order")
if "event" not in asked and (before := st.session_state.get(_links.VIEW)):
    asked = {name: value for name, value in before.items() if name in _compare_view.RULES_OF_TABLE}
    texts = []

key = asked.get("event", "")
event = _shared.find(who, key) if key else None
st.title(say("compare_title"), anchor=False)
if event is None:
    _compare.missing(key)
    st.stop()
try:
    played = _shared.tournament(event)
    view = _compare_view.of(event, played, asked, texts)
except ChessdashError as error:
    _shared.state(say("cannot_be_read", name=event.name), str(error), failed=True)
    st.page_link(_links.page("events"), label=say("to_events"))
    st.stop()
_compare_view.remember(event, view)
st.markdown(f":gray[{_links.literal(_compare.facts(played, view))}]")
if played.size < 2 or not played.rounds_played:
    _shared.state(say("no_rounds"), say("no_rounds_way"))
    st.stop()

left, right = st.columns(2, gap="large")
with right:
    with st.container(key="controls"):
        _compare_view.orders_control(view)
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            _compare_view.add_control(view)
            _compare_view.prizes_control(view)
        with st.container(horizontal=True, gap="small"):
            _compare.adopt(event, view)
            _compare_view.share(event, view)
    _shared.said(view.messages)
if len(view.orders) < 2:
    with left:
        _compare.one_order(view)
    st.stop()

try:
    comparison = _compare.comparison(event, view)
except ChessdashError as error:
    with left:
        _shared.state(say("orders_one"), str(error), failed=True)
    st.stop()
dark = _compare_draw.is_dark()
study = _compare_study.like(played, comparison, event.key)
with left, st.container(key="verdict"):
    _compare.verdict(event, played, view, comparison, study)
with right:
    _shared.said(_compare.notes(comparison))

left, right = st.columns(2, gap="large")
with left:
    _compare_draw.bump(comparison, len(view.amounts), dark)
with right:
    _compare_draw.decided(comparison, dark)
    _compare_study.section(study, played, event.key, dark)

names = [say(f"tab_{name}") for name in _compare_view.TABS]
st.session_state["compare_tab"] = say(f"tab_{view.tab}")
for name, tab in zip(_compare_view.TABS, st.tabs(names, key="compare_tab", on_change=_compare.turned), strict=True):
    if tab.open:
        with tab:
            _compare.TABS[name](_compare.Shown(event, played, view, comparison, study, dark))
