"""The parts of Finish: a running event's end, and a finished one's tables and corrections."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

import streamlit as st

from chessdash.display import club as display
from chessdash.display import whatif as effects_display
from chessdash.display.results import PAIRS
from chessdash.errors import ChessdashError
from chessdash.pages import _army, _links, _results_view, _shared, _whatif_draw
from chessdash.store import Store, army_games, finishing, results
from chessdash.text import say
from chessdash.whatif.ending import complete_rounds

SAID = "said on finish"  # session: where, whether the last thing failed, and a sentence of it
DONE = "done on finish"  # session: how often something was done; a form that is empty again afterwards has it in its keys
RESULTS = {"1": "1-0", "=": "½-½", "0": "0-1", "+": PAIRS["+"], "-": PAIRS["-"], "x": "-/-"}


def said(place: str = "") -> bool:
    """What came of the last thing that was done at this place of the page; whether it went well."""
    if st.session_state.get(SAID, ("",))[0] != place or SAID not in st.session_state:
        return False
    _, failed, sentence = st.session_state.pop(SAID)
    _shared.state(sentence, failed=failed)
    return not failed


def do(sentence: str | Callable[[Any], str], act: Callable[..., object], *arguments: object, place: str = "") -> None:
    """Does something in the store and keeps what is to be said of it, at a place of the page: beside what was pressed."""
    try:
        result = act(*arguments)
    except ChessdashError as error:
        st.session_state[SAID] = (place, True, str(error))
    else:
        st.session_state[SAID] = (place, False, sentence if isinstance(sentence, str) else sentence(result))
        st.session_state[DONE] = done() + 1
    st.rerun()


def done() -> int:
    """How often something was done in this session."""
    return int(st.session_state.get(DONE, 0))


def running(store: Store, key: str, name: str) -> None:
    """What is open, finishing, and ending early."""
    left, right = st.columns(2, gap="large")
    items = finishing.checklist(store, key)
    with left:
        _whatif_draw.effects(say("finish_head"), display.checklist(items))
        ended = st.date_input(say("finish_date"), date.today(), key="finish_date", width=180)
        sure = st.checkbox(say("finish_sure" if _rated(items) else "finish_sure_unrated"), key=f"finish sure {key}")
        ready = bool(items["done"].all()) and sure
        if st.button(say("finish_button", name=_links.literal(name)), disabled=not ready, key="finish_now"):
            do(say("finish_done", name=name), finishing.finish, store, key, ended.isoformat())
    with right:
        _early(store, key, name, ended.isoformat())


def _rated(items: Any) -> bool:
    """Whether ratings follow an event, by its check list: only a rated one asks for initial ratings."""
    return bool((items["item"] == "initial").any())


def _early(store: Store, key: str, name: str, ended: str) -> None:
    """What an early end would do, and doing it."""
    tournament = store.tournament(key)
    complete = complete_rounds(tournament)
    if not complete or tournament.system != "swiss" or complete >= tournament.rounds_planned:
        return
    end = finishing.early_end(store, key, complete)
    effects = effects_display.effects(end)
    way = say("finish_early_blocked", following=complete + 1)
    _whatif_draw.effects(say("finish_early_head"), [replace(one, detail=way) if one.blocks else one for one in effects])
    reason = st.text_input(say("finish_early_reason"), key=f"early reason {key}", max_chars=200)
    sure = st.checkbox(say("finish_early_sure"), key=f"early sure {key}")
    blocked = end.blocked or not end.offered
    if st.button(say("finish_early_button", round=complete), disabled=blocked or not sure, key="finish_early"):
        do(say("finish_done", name=name), finishing.end_early, store, key, complete, ended, reason)


def finished(store: Store, key: str, name: str) -> None:
    """The stored tables by edition, and the correction of a result."""
    newest = finishing.final(store, key)
    left, right = st.columns([3, 2], gap="large")
    with left:
        st.subheader(say("final_head"), anchor=False)
        edition = newest.attrs["edition"]
        if newest.attrs["editions"] > 1:
            edition = st.selectbox(
                say("final_edition"), range(newest.attrs["editions"], 0, -1), width=260, key=f"edition {key}",
                format_func=lambda e: say("final_original" if e == 1 else "final_revised", edition=e),
            )  # fmt: skip
        table = newest if edition == newest.attrs["edition"] else finishing.final(store, key, edition)
        st.caption(say("final_at", at=display.moment(str(table.attrs["at"]), _results_view.zone())))
        with st.container(key="finish_table"):
            _whatif_draw.table(display.final_table(table))
        st.page_link(_links.page("standings"), label=say("results_to_standings"), query_params={"event": key})
        if _rated(finishing.checklist(store, key)):
            st.page_link(_links.page("ratings"), label=say("final_ratings"), query_params={"event": key})
    with right, st.container(key="finish_correct"):
        _correct(store, key)
        _correct_army(store, key)


def _correct(store: Store, key: str) -> None:
    """A board, its right result, and why; empty again once it was corrected here, and kept where somebody else was faster."""
    form = done() + 1
    st.subheader(say("correct_head"), anchor=False)
    st.caption(say("correct_note" if _rated(finishing.checklist(store, key)) else "correct_note_unrated"))
    planned = store.tournament(key).rounds_planned
    round = st.selectbox(say("correct_round"), range(1, planned + 1), key=f"correct round {key}", width=120)
    rows: Any = results.board_view(store, key, int(round)).itertuples()
    boards = {int(row.board): row for row in rows}
    if not boards:
        return
    chosen = st.selectbox(
        say("correct_board"), list(boards), key=f"correct board {key} {form} {round}",
        format_func=lambda b: f"{b}  {boards[b].white_name} – {boards[b].black_name}  {RESULTS.get(boards[b].code, '')}",
    )  # fmt: skip
    place = f"{key} {form} {round} {chosen}"
    seen = st.session_state.setdefault(f"correct seen {place}", int(boards[chosen].version))
    code = st.segmented_control(
        say("correct_result"), list(RESULTS), format_func=RESULTS.__getitem__, key=f"correct code {place}"
    )
    reason = st.text_input(say("correct_reason"), key=f"correct reason {place}", max_chars=200)
    if st.button(say("correct_button"), disabled=code is None or not reason.strip(), key="correct_now"):
        del st.session_state[f"correct seen {place}"]  # what was refused says how the board is now, and that is seen then
        corrected = partial(finishing.correct, version=int(seen))
        do(say("correct_done", round=round, board=chosen), corrected, store, key, int(round), int(chosen), code, reason)


def _correct_army(store: Store, key: str) -> None:
    """The army points of an army game, and why they change; of other events nothing."""
    if (found := army_games.army_points(store, key)) is None:
        return
    st.subheader(say("army_points_correct"), anchor=False)
    with st.form(f"army of {key} {done()}", border=False):
        given = _army.edited(found, f"{key} {done()}")
        reason = st.text_input(say("correct_reason"), key=f"army reason {key} {done()}", max_chars=200)
        pressed = st.form_submit_button(say("army_points_correct"), key="finish_army")
    if pressed:
        corrected = (finishing.correct_army_points, store, key, given, reason)
        do(lambda n: say("army_points_corrected" if n else "army_points_same", n=n), *corrected, place="army points")
    said("army points")
