"""Results, for organisers: results of a running event entered and saved, its rounds made and published, its players."""

from pathlib import Path

import streamlit as st

from chessdash.errors import AccessError, ChessdashError, StoreError
from chessdash.pages import _club, _links, _results_enter, _results_players, _results_round, _results_view, _shared
from chessdash.store.rights import events_with, may
from chessdash.text import say

st.html(Path(__file__).parent / "results.css")
try:
    store = _club.the_store()
    keys, organiser = events_with(store, "enter"), may(store, "enter")
except (StoreError, AccessError) as error:
    st.title(say("page_results"), anchor=False)
    _club.refused(error)
    st.stop()
if not keys:
    st.title(say("page_results"), anchor=False)
    name = "results_no_events" if organiser else "results_not_yours"
    _shared.state(say(name), say(f"{name}_way"))
    st.page_link(_links.page("events"), label=say("to_events"))
    st.stop()

try:
    shown = _results_view.of(store, keys, _links.read())
except (StoreError, AccessError) as error:
    st.title(say("page_results"), anchor=False)
    _club.refused(error)
    st.stop()
players = shown.tab == "players"
title = say("tab_players") if players else say("round_n", round=shown.round) if shown.round else say("page_results")
st.title(title, anchor=False)
facts = st.empty()
with st.container(horizontal=True, key="controls", vertical_alignment="bottom", gap="small"):
    _results_view.controls(shown, keys)
    if shown.published and not shown.finished and not players:
        _results_enter.more(shown)
with st.container(key="results_said"):  # one place of its own, so that what is drawn below keeps the keyboard when this goes
    _shared.said(shown.messages)
    _results_view.said()
if shown.finished:
    facts.markdown(f":gray[{_links.literal(shown.name)}]")
    _shared.state(say("results_finished", name=shown.name), say("results_finished_way"))
    st.page_link(_links.page("standings"), label=say("results_to_standings"), query_params={"event": shown.key})
    st.stop()

names = [say(f"tab_{name}") for name in _results_view.TABS]
st.session_state["results_tab"] = say(f"tab_{shown.tab}")
tabs = dict(
    zip(_results_view.TABS, st.tabs(names, key="results_tab", on_change=_results_view.turned, args=(shown,)), strict=True)
)
with tabs[shown.tab]:
    if players:
        part = _results_players.part
    elif shown.published:
        part = _results_enter.part
    else:
        part = _results_round.making if shown.published is None else _results_round.draft
    try:
        line, revision = part(shown)
    except ChessdashError as error:
        _shared.state(str(error), failed=True)
        st.stop()
facts.markdown(f":gray[{_links.literal(line)}]")
_results_view.beat(shown, revision, _results_enter.others(shown) if part is _results_enter.part else None)
