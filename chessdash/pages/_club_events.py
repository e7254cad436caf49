"""Club, Events: a new event of chess or an army game, and the settings of one that runs."""

from datetime import date
from typing import Any

import streamlit as st

from chessdash import army
from chessdash.display.numbers import day
from chessdash.pages import _finish, _links, _shared
from chessdash.store import Store, events, rounds
from chessdash.store.rights import events_with, may
from chessdash.store.schema import CONTROLS, KINDS
from chessdash.text import say

SYSTEMS = ("swiss", "round-robin")
MADE = "event made on club"  # session: the key of the event that was made last
EXPECTED = (2, 8, 512)  # players of an army game: the fewest, where the choice begins, the most


def new(store: Store) -> None:
    """An event without players; the form is empty again once it was made."""
    at = _finish.done()
    game = st.segmented_control(
        say("event_game"), list(events.GAMES), default="chess", format_func=lambda g: say(f"event_game_{g}"), required=True,
        key=f"event game {at}",
    )  # fmt: skip
    known = _army(at) if game == "army" else {}
    with st.form(f"new event {at}", border=False):
        values = {"game": game, **_fields(f"new {at}", known)}
        one, other = st.columns(2)
        kinds, word = KINDS if may(store, "events") else ("single",), "event_kind_army" if known else "event_kind"
        values["kind"] = one.selectbox(
            say("event_kind"), kinds, format_func=lambda k: say(f"{word}_{k}"), key=f"kind {at} {game}"
        )
        if not known:
            values["system"] = other.selectbox(
                say("event_system"), SYSTEMS, format_func=lambda s: say(f"event_system_{s}"), key=f"system {at}"
            )
        pressed = st.form_submit_button(say("event_create"))

    def make() -> None:
        st.session_state[MADE] = events.create(store, **values)

    if pressed:
        _finish.do(say("event_made", name=values["name"]), make, place="new event")
    if _finish.said("new event"):
        to = {"event": st.session_state[MADE], "view": "players"}
        st.page_link(_links.page("results"), label=say("event_to_players"), query_params=to)


def _army(at: int) -> dict[str, Any]:
    """What an army game is, and how many are expected, which its rounds follow from."""
    st.caption(say("event_army_note"))
    fewest, first, most = EXPECTED
    players = int(st.number_input(say("event_expected"), fewest, most, first, key=f"event expected {at}", width=200))
    return {"planned": army.recommended_rounds(players), "expected": players, "army": True}


def _fields(at: str, known: dict[str, Any], least: int = 1) -> dict[str, Any]:
    """What every event has and may change while it runs; an army game has its own tie-breaks from the start."""
    values: dict[str, Any] = {
        "name": st.text_input(say("event_name"), str(known.get("name", "")), max_chars=200, key=f"event name {at}")
    }
    one, two, three = st.columns(3)
    control = list(CONTROLS).index(known.get("control", CONTROLS[0]))
    values["control"] = one.selectbox(
        say("event_control"), CONTROLS, control, format_func=lambda c: say(f"control_{c}"), key=f"event control {at}"
    )
    planned = max(least, int(known.get("planned", 7)))
    place = f"{at} {known['expected']}" if "expected" in known else at
    values["planned"] = int(two.number_input(say("event_planned"), least, 99, planned, key=f"event planned {place}"))
    start = day(str(known.get("start", ""))) or date.today()
    values["start"] = three.date_input(say("event_start"), start, key=f"event start {at}").isoformat()
    if "expected" not in known:
        values["tie_breaks"] = st.text_input(
            say("event_order"),
            str(known.get("tie_breaks", "")),
            max_chars=200,
            placeholder=say("event_order_example"),
            key=f"event order {at}",
        )
    return values


def settings(store: Store) -> None:
    """What may change of an event that runs."""
    listed: Any = events.listing(store).set_index("key")
    keys = [key for key in events_with(store, "settings") if listed.at[key, "state"] != "finished"]
    if not keys:
        _shared.state(say("event_change_none"))
        return
    key = st.selectbox(say("event_pick"), keys, format_func=lambda k: f"{listed.at[k, 'name']}  ({k})", key="event_pick")
    made, tournament = rounds.rounds(store, key), store.tournament(key)
    known = {**listed.loc[key], "tie_breaks": ",".join(tournament.info.get("order") or ())}
    at = f"{key} {_finish.done()}"
    with st.form(f"settings of event {at}", border=False):
        values = _fields(at, known, max(1, int(made["round"].max()) if len(made) else 1))
        if army.is_army(tournament):
            st.caption(say("event_army_unrated"))
        elif known["kind"] == "club":
            values["rated"] = st.checkbox(say("event_rated"), bool(known["rated"]), key=f"event rated {at}")
        if len(made) and made["published"].any():
            st.caption(say("adopt_begun"))
        pressed = st.form_submit_button(say("event_save"))
    if pressed:
        _finish.do(say("event_saved", name=values["name"]), lambda: events.change(store, key, **values), place="event settings")
    _finish.said("event settings")
