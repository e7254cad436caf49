"""A round before it is published: paired here, taken from the pairing program or typed, changed by hand, published."""

from collections.abc import Callable
from typing import Any

import pandas as pd
import streamlit as st

from chessdash.display import results_round as display
from chessdash.pages import _links, _results_view, _shared, seats
from chessdash.pages._results_view import Shown
from chessdash.store import editing, program, rounds
from chessdash.store.roster import roster
from chessdash.store.typed import read_boards
from chessdash.text import say

WAYS = ("pair", "program", "typed")
MOST_NAMED = 8


def draft(shown: Shown) -> tuple[str, int]:
    """A round that is made and not published; gives the facts line and the event's revision."""
    made, people = rounds.round_made(shown.store, shown.key, shown.round), roster(shown.store, shown.key)
    robin = people.attrs["system"] == "round-robin"
    names: dict[Any, str] = people["name"].to_dict()
    data = display.seats(made, names, byes=not robin)
    blocked = display.state(made, shown.round, people.attrs["published"], robin)
    st.caption(_links.literal(say("seats_note")))
    with st.container(key="results_seats"):
        seats.draw(
            data,
            key=f"results_seats {shown.key} {shown.round}",
            caption=say("seats_caption", round=shown.round),
            status=blocked or say("seats_all"),
            on_ask=lambda act, numbers, kind: _edit(shown, act, numbers, kind),
        )
    if made.attrs["system"]:
        st.caption(_links.literal(say("round_system_said", system=made.attrs["system"])))
    with st.bottom, st.container(horizontal=True, vertical_alignment="center", gap="small", key="results_bar"):
        label = say("seats_publish", round=shown.round)
        st.button(label, key="results_publish", on_click=_publish, args=(shown,), disabled=bool(blocked))
        st.button(say("seats_take_back"), key="results_take_back", type="tertiary", on_click=_take_back, args=(shown,))
        st.markdown(f":gray[{_links.literal(blocked or say('seats_bar_ready'))}]")
    return say("results_facts_draft", name=shown.name, n=len(made)), people.attrs["revision"]


def _edit(shown: Shown, act: str, numbers: tuple[int, ...], kind: str) -> None:
    store, key, round = shown.store, shown.key, shown.round
    edits: dict[str, Callable[..., None]] = {
        "swap": editing.swap_colours,
        "take": editing.take_board,
        "move": editing.move_board,
        "exchange": editing.exchange,
        "add": editing.add_board,
    }
    if act == "bye":
        _results_view.act(lambda: editing.set_bye(store, key, round, numbers[0], kind))
    else:
        _results_view.act(lambda: edits[act](store, key, round, *numbers))


def _publish(shown: Shown) -> None:
    _results_view.act(lambda: rounds.publish(shown.store, shown.key, shown.round), say("seats_published", round=shown.round))


def _take_back(shown: Shown) -> None:
    _results_view.act(lambda: rounds.remove(shown.store, shown.key, shown.round))


# ---- a round that is to be made


def making(shown: Shown) -> tuple[str, int]:
    """Three ways to make a round; gives the facts line and the event's revision."""
    people = roster(shown.store, shown.key)
    facts, revision = say("results_facts_next", name=shown.name), int(people.attrs["revision"])
    previous = shown.round - 1
    if previous > people.attrs["published"]:
        _shared.state(say("make_first_publish", previous=previous), say("make_first_publish_way"))
        return facts, revision
    here, away = _present(people, shown.round)
    if len(here) < 2:
        _shared.state(say("make_few"), say("make_few_way"))
        return facts, revision
    _shared.said(_who(shown, here, away))
    way = st.segmented_control(
        say("make_ways"),
        WAYS,
        default=WAYS[0],
        format_func=lambda name: say(f"make_way_{name}"),
        key="results_way",
        required=True,
        persist_state="page",
    )
    with st.container(key="results_making"):
        {"pair": _pair, "program": _program, "typed": _typed}[way or WAYS[0]](shown, people)
    return facts, revision


def _present(people: pd.DataFrame, round: int) -> tuple[list[str], list[str]]:
    """Names of those who take part in a round, and of those who are away for it."""
    gone = people["withdrawn_after"].between(0, round - 1) | (people["first_round"] > round)
    asked = pd.Series([byes.get(round, "") in ("F", "H", "Z") for byes in people["byes"]], index=people.index, dtype=bool)
    away = gone | asked
    return people.loc[~away, "name"].tolist(), people.loc[away, "name"].tolist()


def _who(shown: Shown, here: list[str], away: list[str]) -> list[str]:
    said = [say("make_here", n=len(here))]
    if away:
        names = ", ".join([*away[:MOST_NAMED], *(["…"] if len(away) > MOST_NAMED else [])])
        said.append(say("make_away", n=len(away), names=names))
    before = shown.rounds[shown.rounds["round"] == shown.round - 1]
    if len(before) and before["open"].iloc[0]:
        said.append(say("make_open", n=int(before["open"].iloc[0]), previous=shown.round - 1))
    return said


def _pair(shown: Shown, people: pd.DataFrame) -> None:
    """By the system of the event."""
    way = people.attrs["way"]
    st.markdown(_links.literal(say(f"make_{way}")))
    draws = way == "army" or (way == "dutch" and shown.round == 1)
    if draws:
        help = say("make_seed_help" if way == "army" else "make_seed_colour_help")
        st.number_input(
            say("make_seed"), min_value=0, max_value=10**9, value=None, step=1, key="results_seed", width=220, help=help
        )
    label = say("make_rounds") if way == "berger" else say("make_pair", round=shown.round)
    st.button(label, key="results_pair", on_click=_paired, args=(shown, draws))


def _paired(shown: Shown, draws: bool) -> None:
    seed = st.session_state.get("results_seed") if draws else None
    _results_view.act(
        lambda: rounds.pair_round(shown.store, shown.key, seed=None if seed is None else int(seed)),
        lambda made: " ".join(f"{note.rstrip('.')}." for note in made.attrs["notes"]),
    )


def _program(shown: Shown, _people: pd.DataFrame) -> None:
    """From the file of the pairing program."""
    st.file_uploader(say("make_file", round=shown.round), key="results_file", max_upload_size=10)
    st.caption(_links.literal(say("make_file_note", round=shown.round)))
    label = say("make_take_over", round=shown.round)
    st.button(
        label, key="results_take_over", on_click=_taken, args=(shown,), disabled=st.session_state.get("results_file") is None
    )


def _taken(shown: Shown) -> None:
    file = st.session_state.get("results_file")
    if file is not None:
        _results_view.act(lambda: program.from_program(shown.store, shown.key, file.getvalue()))


def _typed(shown: Shown, _people: pd.DataFrame) -> None:
    """As text, a board a line."""
    st.text_area(say("make_typed"), key="results_typed", height=220, placeholder=say("make_typed_example"), width=420)
    st.caption(_links.literal(say("make_typed_note")))
    st.button(say("make_set", round=shown.round), key="results_set", on_click=_set, args=(shown,))


def _set(shown: Shown) -> None:
    def typed() -> None:
        pairs, byes = read_boards(st.session_state.get("results_typed") or "")
        rounds.set_round(shown.store, shown.key, pairs, byes, round=shown.round)

    _results_view.act(typed)
