"""Entering the results of a published round: boards, two results side by side where they differ, the bar that saves."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

import pandas as pd
import streamlit as st

from chessdash.display import results_page as display
from chessdash.pages import _links, _results_view, boards
from chessdash.pages._results_view import Shown
from chessdash.pages.boards import Pressed
from chessdash.store import drafts, results, rounds
from chessdash.store.drafts import Changed
from chessdash.store.results import Conflict
from chessdash.text import say

SAVED = (
    "saved on results"  # session, until the next edit: event, round, how many results the last save changed or why nothing was
)
KNOWN = "drafts shown of "  # session, with event and round: the drafts that the page shows, {board: (code, version)}
Known = dict[int, tuple[str, int]]


def part(shown: Shown) -> tuple[str, int]:
    """The boards; gives the facts line and the event's revision."""
    zone = _results_view.zone()
    frame = results.board_view(shown.store, shown.key, shown.round)
    every = display.entries(frame, zone, datetime.now(zone).date())
    known = _known(shown)
    said = _bar_text(shown, frame, every)
    with st.container(key="results_boards"):
        boards.enter(
            every,
            key=_boards_key(shown),
            scope=f"{shown.store.viewer.person} {shown.key} {shown.round}",
            caption=say("enter_caption", round=shown.round),
            status=said,
            on_press=lambda pressed: _pressed(shown, known, pressed),
        )
    if line := display.byes_line(frame.attrs["byes"]):
        st.caption(_links.literal(line))
    st.caption(_links.literal(say("enter_keys")))
    _bar(shown, known, frame, every, said)
    # only now: a run that was broken off has not shown them; and in place, since the buttons of an earlier run have it too
    known.clear()
    known.update({int(row.board): (str(row.draft), int(row.draft_version)) for row in _rows(frame) if row.draft})
    return display.facts(shown.name, every), int(frame.attrs["revision"])


def _known(shown: Shown) -> Known:
    """The drafts that the page shows: one dictionary a session, changed in place, so that callbacks need not look there."""
    found: Known = st.session_state.setdefault(f"{KNOWN}{shown.key} {shown.round}", {})
    return found


def others(shown: Shown) -> _results_view.Drafts:
    """How to see whether another window of the same person has drafts that the page does not show."""
    known = _known(shown)
    return lambda: drafts.mine(shown.store, shown.key, shown.round) != known


def _boards_key(shown: Shown) -> str:
    return f"results_boards {shown.key} {shown.round}"


def _rows(frame: pd.DataFrame) -> Any:
    return frame.itertuples()


def _pressed(shown: Shown, known: Known, pressed: Pressed) -> None:
    """Keeps what was pressed as drafts, at once, and saves where Enter was pressed.

    The store comes first: at any look at the session Streamlit may break off, and the browser then sends the same again.
    """
    changes = _of_boards(pressed.results)

    def keep() -> None:
        if changes:
            drafts.keep(shown.store, shown.key, shown.round, changes)
            _note(known, changes)

    kept = _results_view.act(keep)
    if kept and pressed.save:
        showed = known if pressed.shown is None else {**_of_boards(pressed.shown), **changes}
        _save(shown, known, showed, {int(board) for board in pressed.later if board.isdecimal()})
    elif kept:
        st.session_state.pop(SAVED, None)


def _of_boards(lines: Mapping[str, tuple[str, int]]) -> Known:
    """What the browser says of its lines, by board."""
    return {int(board): one for board, one in lines.items() if board.isdecimal()}


def _note(known: Known, changes: Known) -> None:
    """Takes drafts that were kept among those that the page shows; "" is one that was taken back."""
    known.update(changes)
    for board in [board for board, (code, _) in known.items() if not code]:
        del known[board]


def _clicked(shown: Shown, known: Known) -> None:
    """Saves what the page showed and what was pressed just before, which may come together with the click."""
    try:
        boards.hear(_boards_key(shown), lambda pressed: _pressed(shown, known, pressed))
    finally:  # a click that Streamlit breaks off does not come again
        _save(shown, known, known)


def _save(shown: Shown, known: Known, showed: Known, later: Collection[int] = ()) -> None:
    """Saves the drafts that the page showed but those of ``later``, all or none.

    Where somebody else was first, the page shows both results; where the drafts are others by now, it shows them and says so.
    """
    wanted = {board: one for board, one in showed.items() if one[0] and board not in later}

    def saved() -> int | str | None:
        try:
            n = results.save(shown.store, shown.key, shown.round, wanted, seen=showed)
        except Conflict:
            return None
        except Changed as changed:
            return str(changed)
        for board in wanted:
            known.pop(board, None)
        return n

    _results_view.act(saved, lambda what: _kept_of(shown, what))


def _discard(shown: Shown, known: Known) -> None:
    """Throws the drafts away that the page shows; where they are others by now it shows them instead."""

    def discarded() -> str | None:
        try:
            results.discard(shown.store, shown.key, shown.round, list(known), seen=known)
        except Changed as changed:
            numbers = ", ".join(map(str, changed.boards))
            return say("enter_others_discard", n=len(changed.boards), boards=numbers)
        known.clear()
        return None

    _results_view.act(discarded, lambda what: _kept_of(shown, what))


def _kept_of(shown: Shown, what: int | str | None) -> str:
    """Keeps what is to be said in the bar of the last thing done, None for nothing; gives what is said above: nothing."""
    st.session_state[SAVED] = (shown.key, shown.round, what)
    return ""


# ---- the bar


def _last(shown: Shown) -> Any:
    """What the last save came to: how many results, a sentence why nothing was done, None for nothing."""
    key, round, what = st.session_state.get(SAVED, ("", 0, None))
    return what if (key, round) == (shown.key, shown.round) else None


def _bar_text(shown: Shown, frame: pd.DataFrame, every: list[display.Entry]) -> str:
    """What the bar says beside its buttons."""
    disputed, changed = sum(entry.dispute is not None for entry in every), sum(entry.changed for entry in every)
    if isinstance(last := _last(shown), str):
        return f"{last} {say('enter_bar_conflict', n=disputed)}" if disputed else last
    if disputed:
        return say("enter_bar_conflict", n=disputed)
    if changed:
        zone = _results_view.zone()
        return say("enter_bar_kept", at=display.when(str(frame.attrs["drafted"]), zone, datetime.now(zone).date()))
    whole = say("enter_bar_complete") if all(entry.line.was != "*" for entry in every) else ""
    if last is not None:
        return f"{say('enter_bar_saved', n=last) if last else say('enter_bar_nothing')} {whole}".strip()
    return whole or say("enter_bar_none")


def _bar(shown: Shown, known: Known, frame: pd.DataFrame, every: list[display.Entry], said: str) -> None:
    """Save with the count, discard, what is so; and the way to the next round once every board has its result."""
    disputed, n = any(entry.dispute for entry in every), sum(entry.changed for entry in every)
    complete = not disputed and not n and all(entry.line.was != "*" for entry in every)
    with st.bottom, st.container(horizontal=True, vertical_alignment="center", gap="small", key="results_bar"):
        st.button(
            say("enter_save", n=n) if n else say("enter_save_none"),
            key="results_save",
            on_click=_clicked,
            args=(shown, known),
            disabled=disputed or not n,
        )
        if n or disputed:
            st.button(say("enter_discard"), key="results_discard", type="tertiary", on_click=_discard, args=(shown, known))
        following = shown.round + 1
        if complete and (following in frame.attrs["rounds"] or following == shown.coming):
            go = {"round": following}
            label = say("enter_to_next", round=following)
            st.button(label, key="results_next", on_click=_results_view.change, args=(shown,), kwargs=go)
        st.markdown(f"**{_links.literal(said)}**" if isinstance(_last(shown), str) else f":gray[{_links.literal(said)}]")


def more(shown: Shown) -> None:
    """What else can be done with a published round: withdrawing its publication, while it has no result."""
    with st.popover(say("round_more"), width="content"):
        row: Any = shown.rounds.set_index("round").loc[shown.round]
        if row["system"]:
            st.caption(_links.literal(say("round_system_said", system=row["system"])))
        public = shown.rounds.loc[shown.rounds["published"].astype(bool), "round"]
        later, known = int(public.max()), int(row["boards"] - row["open"])
        reason = say("round_withdraw_later", later=later) if later > shown.round else say("round_withdraw_known") if known else ""
        st.button(say("round_withdraw"), key="results_withdraw", disabled=bool(reason), on_click=_withdraw, args=(shown,))
        if reason:
            st.caption(_links.literal(reason))


def _withdraw(shown: Shown) -> None:
    _results_view.act(lambda: rounds.unpublish(shown.store, shown.key, shown.round))
