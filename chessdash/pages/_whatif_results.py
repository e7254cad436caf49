"""Other results: boards whose result can be pressed, what that changes in the table, and which single results would swap whom."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from chessdash.display import boards as lines
from chessdash.display import whatif as display
from chessdash.display.boards import Line
from chessdash.errors import ChessdashError
from chessdash.pages import _shared, _whatif_draw, _whatif_view, boards
from chessdash.pages._shared import Choice
from chessdash.pages._whatif_end import rules_of
from chessdash.shelf import Event
from chessdash.text import say
from chessdash.tournament import Tournament
from chessdash.whatif.boards import LETTERS
from chessdash.whatif.results import boards as boards_of_round
from chessdash.whatif.results import changes, flip_list, with_results

if TYPE_CHECKING:
    from chessdash.pages._whatif import Shown

Asked = tuple[tuple[int, int, str], ...]  # round, White's number, code
STEPS = (
    "steps of other results "  # session, with the event: results before and after each step, so that the last one can be undone
)
MOST_STEPS = 100


def tab(shown: "Shown") -> None:
    """The whole tab."""
    rounds = paired(shown.event)
    if not rounds:
        _shared.state(say("set_no_boards"), say("set_no_boards_way"))
        return
    every = {line.key: line for round, frame in rounds.items() for line in lines.lines(frame, round, shown.view.changed)}
    left, right = st.columns(2, gap="large")
    try:
        table = changed_table(shown.event, shown.view.choice, shown.view.results)
    except ChessdashError as error:
        _shared.state(str(error), failed=True)
        return
    with left:
        _boards(shown, rounds, every, _said(table, shown.view.results))
    with right:
        _changes(shown, every, table)
    _flips(shown, every)


# ---- the boards


def _boards(shown: "Shown", rounds: Mapping[int, pd.DataFrame], every: Mapping[str, Line], status: str) -> None:
    """The boards of a round, with the result of each to be pressed."""
    key = f"set_round {shown.event.key}"
    numbers = sorted(rounds, reverse=True)
    if st.session_state.get(key) not in numbers:
        st.session_state[key] = shown.view.results[-1][0] if shown.view.results else _begin(shown.played, rounds)
    results = shown.view.results
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="set_controls"):
        round = st.selectbox(
            say("set_round"),
            numbers,
            format_func=lambda r: say("set_round_next", round=r) if r > shown.played.rounds_played else str(r),
            key=key,
            width=120,
            persist_state="page",
        )
        st.button(say("set_undo_last"), on_click=_undo, args=(results,), disabled=not _can_undo(results), key="set_undo")
        st.button(say("set_reset"), on_click=_step, args=(results, ()), disabled=not results, key="set_reset")
    here = [line for line in every.values() if line.round == round]
    boards.draw(here, key="set_boards", caption=say("set_caption", round=round), on_set=_setter(shown), status=status)
    _whatif_draw.note(say("set_note"))


def _begin(played: Tournament, rounds: Mapping[int, pd.DataFrame]) -> int:
    """The round that is shown first: the first with an open board, else the last."""
    waiting = [round for round, frame in sorted(rounds.items()) if (frame["result"] == "*").any()]
    return waiting[0] if waiting else max(rounds)


def _setter(shown: "Shown") -> Callable[[dict[str, str]], None]:
    """What takes pressed results: it puts them into the address, behind those that are there."""
    known = _whatif_view.boards_of(shown.event)
    return lambda pressed: _set(pressed, known)


def _set(pressed: Mapping[str, str], known: Mapping[tuple[int, int], tuple[int, str]]) -> None:
    before = _now()
    after = {(round, no): code for round, no, code in before}
    for key, code in pressed.items():
        round, _, no = key.partition(".")
        if not (round.isdecimal() and no.isdecimal() and (int(round), int(no)) in known) or code not in ("", *LETTERS):
            continue  # nothing that a board sends
        after.pop((int(round), int(no)), None)
        if code and code != known[int(round), int(no)][1]:
            after[int(round), int(no)] = code
    _step(before, tuple((round, no, code) for (round, no), code in after.items()))


def _now() -> Asked:
    """The results of the address as it is by now, after clicks that the page has not been drawn for yet."""
    texts = st.session_state.get(_whatif_view.SHOWN, {}).get("result", [])
    parts = (text.split(".") for text in texts)
    return tuple((int(round), int(no), code) for round, no, code in parts)


def _steps() -> list[tuple[Asked, Asked]]:
    """The steps in this event, before and after each."""
    steps: list[tuple[Asked, Asked]] = st.session_state.setdefault(STEPS + _event(), [])
    return steps


def _event() -> str:
    return str(st.session_state.get(_whatif_view.SHOWN, {}).get("event", ""))


def _step(before: Asked, after: Asked) -> None:
    """Makes these the results, and remembers what was before."""
    if before == after:
        return
    st.session_state[STEPS + _event()] = [*_steps()[1 - MOST_STEPS :], (before, after)]
    _whatif_view.set_results({(round, no): code for round, no, code in after})


def _can_undo(now: Asked) -> bool:
    return bool(now) or any(after == now for _, after in _steps()[-1:])


def _undo(now: Asked) -> None:
    """Takes the last step back; of results that came by a link, the last one."""
    steps, back = _steps(), now[:-1]
    if steps and steps[-1][1] == now:
        back = steps[-1][0]
        st.session_state[STEPS + _event()] = steps[:-1]
    _whatif_view.set_results({(round, no): code for round, no, code in back})


# ---- what they change


def _said(frame: pd.DataFrame, results: Asked) -> str:
    """Who is first and how many move, in a line."""
    return f"{display.leads(frame)} {display.moved(frame)}" if results else ""


def _changes(shown: "Shown", every: Mapping[str, Line], frame: pd.DataFrame) -> None:
    """The changed results, each with its own undo, and every change of rank and value."""
    results = shown.view.results
    if not results:
        _shared.state(say("set_none"), say("set_none_way"))
        return
    head = say("set_changed_head", n=len(results))
    _whatif_draw.head(head)
    boards.draw(
        lines.changed(every, shown.view.changed),
        key="set_changed",
        caption=head,
        on_set=_setter(shown),
        mode="changed",
        rounds=True,
    )
    if not frame["changed"].any():
        _shared.state(say("set_nothing"), say("set_nothing_way"))
        return
    rounds = sorted({round for round, _, _ in results})
    waiting = display.waiting(shown.played, _changed(shown.event.digest, results, shown.event), rounds)
    _whatif_draw.head(say("set_table"), _said(frame, results), *waiting)
    same = display.changes_table(frame, changed=False)
    _whatif_draw.table(display.changes_table(frame), same, say("set_unchanged", n=len(same.rows)))
    _whatif_draw.note(say("set_pairings"))


# ---- which single result would swap them


def _flips(shown: "Shown", every: Mapping[str, Line]) -> None:
    """The single results that would make others first, or swap two players."""
    st.subheader(say("flips_head"), anchor="flips")
    view = shown.view
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="flips_controls"):
        st.session_state["flips_of"] = "pair" if view.pair else "first"
        st.segmented_control(
            say("flips_of"),
            ["first", "pair"],
            format_func=lambda name: say(f"flips_{name}"),
            key="flips_of",
            required=True,
            on_change=_turned,
            args=(tuple(int(no) for no in view.ranking.index[:2]),),
        )
        if view.pair:
            _pair(view.ranking, view.pair)
    try:
        frame = flips(shown.event, view.choice, view.results, view.pair)
    except ChessdashError as error:
        _shared.state(str(error), failed=True)
        return
    if not len(frame):
        _shared.state(
            say("flips_none_pair" if view.pair else "flips_none_first"), f"{frame.attrs['now']} {say('flips_none_way')}"
        )
        return
    found = {name: lines.flips(frame, every, played=name == "played") for name in ("open", "played")}
    elsewhere = len(frame.loc[~frame["own"], ["round", "white"]].drop_duplicates())
    _whatif_draw.note(
        " ".join(
            (
                say("flips_found", now=frame.attrs["now"], n=sum(map(len, found.values()))),
                say("flips_elsewhere", n=elsewhere) if elsewhere else "",
            )
        )
    )
    for name, rows in found.items():
        if rows:
            _whatif_draw.head(say(f"flips_{name}"))
            boards.draw(rows, key=f"flips_{name}_boards", caption=say(f"flips_{name}"), on_set=_setter(shown), rounds=True)


def _turned(first: tuple[int, ...]) -> None:
    pair = st.session_state["flips_of"] == "pair" and len(first) == 2
    _whatif_view.change(player=str(first[0]) if pair else None, against=str(first[1]) if pair else None)


def _pair(ranking: pd.DataFrame, pair: tuple[int, int]) -> None:
    """Two players to choose."""
    st.session_state["flips_one"], st.session_state["flips_other"] = pair
    places, names = ranking["rank"], ranking["name"]
    for name, other in (("one", pair[1]), ("other", pair[0])):
        st.selectbox(
            say(f"flips_{name}"),
            [int(no) for no in ranking.index if no != other],
            format_func=lambda no: f"{places[no]}  {names[no]}",
            key=f"flips_{name}",
            width=260,
            on_change=_paired,
        )


def _paired() -> None:
    _whatif_view.change(player=str(st.session_state["flips_one"]), against=str(st.session_state["flips_other"]))


# ---- one cached call each, by what the event holds and the parameters


def paired(event: Event) -> Mapping[int, pd.DataFrame]:
    """The boards of each round that has any, as they are in the event."""
    return _paired_rounds(event.digest, event)


@st.cache_resource(max_entries=64, show_spinner=False)
def _paired_rounds(digest: str, _event: Event) -> Mapping[int, pd.DataFrame]:
    played = _shared.tournament(_event)
    every = {round: boards_of_round(played, round) for round in range(1, played.rounds_planned + 1)}
    return {round: frame for round, frame in every.items() if len(frame)}


@st.cache_resource(max_entries=64, show_spinner=False)
def _changed(digest: str, results: Asked, _event: Event) -> Tournament:
    return with_results(_shared.tournament(_event), {(round, no): code for round, no, code in results})


def changed_table(event: Event, choice: Choice, results: Asked) -> pd.DataFrame:
    """What results change in the table, as ``changes`` says; to be read, never changed. Raises ChessdashError."""
    return _changed_table(event.digest, choice, results, event)


@st.cache_resource(max_entries=64, show_spinner=False)
def _changed_table(digest: str, choice: Choice, results: Asked, _event: Event) -> pd.DataFrame:
    return changes(_shared.tournament(_event), _changed(digest, results, _event), choice.order, **rules_of(choice))


def flips(event: Event, choice: Choice, results: Asked, pair: tuple[int, int] | None) -> pd.DataFrame:
    """Which single results, beside those set, would swap a pair or change who is first, as ``flip_list`` says."""
    return _flip_frame(event.digest, choice, results, pair, event)


@st.cache_resource(max_entries=64, show_spinner=False)
def _flip_frame(digest: str, choice: Choice, results: Asked, pair: tuple[int, int] | None, _event: Event) -> pd.DataFrame:
    return flip_list(_changed(digest, results, _event), pair, choice.order, **rules_of(choice))
