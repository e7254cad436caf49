"""Entering the results of a published round: boards, two results side by side where they differ, the bar that saves."""

from datetime import datetime
from typing import Any

import pandas as pd
import streamlit as st

from chessdash.display import results_page as display
from chessdash.pages import _links, _results_view, boards
from chessdash.pages._results_view import Shown
from chessdash.pages.boards import Pressed
from chessdash.store import drafts, results, rounds
from chessdash.store.results import Conflict
from chessdash.text import say

SAVED = "saved on results"  # session: how many results the last save changed, until the next edit


def part(shown: Shown) -> tuple[str, int]:
    """The boards; gives the facts line and the event's revision."""
    zone = _results_view.zone()
    frame = results.board_view(shown.store, shown.key, shown.round)
    every = display.entries(frame, zone, datetime.now(zone).date())
    key = f"results_boards {shown.key} {shown.round}"
    said = _bar_text(frame, every)
    with st.container(key="results_boards"):
        boards.enter(
            every,
            key=key,
            scope=f"{shown.store.viewer.person} {shown.key} {shown.round}",
            caption=say("enter_caption", round=shown.round),
            status=said,
            on_press=lambda pressed: _pressed(shown, pressed),
        )
    if line := display.byes_line(frame.attrs["byes"]):
        st.caption(_links.literal(line))
    st.caption(_links.literal(say("enter_keys")))
    _bar(shown, frame, every, said)
    return display.facts(shown.name, every), int(frame.attrs["revision"])


def _pressed(shown: Shown, pressed: Pressed) -> None:
    """Keeps what was pressed as drafts, at once, and saves where Enter was pressed.

    The store comes first: at any look at the session Streamlit may break off, and the browser then sends the same again.
    """
    changes = {int(board): one for board, one in pressed.results.items() if board.isdecimal()}
    kept = _results_view.act(lambda: drafts.keep(shown.store, shown.key, shown.round, changes) if changes else None)
    if kept and pressed.save:
        _save(shown, frozenset(int(board) for board in pressed.later if board.isdecimal()))
    elif kept:
        st.session_state.pop(SAVED, None)


def _save(shown: Shown, later: frozenset[int] = frozenset()) -> None:
    """Saves every draft of the round but those of ``later``, all or none; where somebody else was first, the page shows both."""

    def saved() -> int | None:
        kept: Any = results.drafts(shown.store, shown.key, shown.round).itertuples()
        changes = {int(row.board): (str(row.code), int(row.version)) for row in kept if row.board not in later}
        try:
            return results.save(shown.store, shown.key, shown.round, changes)
        except Conflict:
            return None

    def note(n: int | None) -> str:
        st.session_state[SAVED] = n
        return ""

    _results_view.act(saved, note)


def _discard(shown: Shown) -> None:
    _results_view.act(lambda: results.discard(shown.store, shown.key, shown.round))
    st.session_state.pop(SAVED, None)


# ---- the bar


def _bar_text(frame: pd.DataFrame, every: list[display.Entry]) -> str:
    """What the bar says beside its buttons."""
    disputed, changed = sum(entry.dispute is not None for entry in every), sum(entry.changed for entry in every)
    if disputed:
        return say("enter_bar_conflict", n=disputed)
    if changed:
        zone = _results_view.zone()
        return say("enter_bar_kept", at=display.when(str(frame.attrs["drafted"]), zone, datetime.now(zone).date()))
    whole = say("enter_bar_complete") if all(entry.line.was != "*" for entry in every) else ""
    if (n := st.session_state.get(SAVED)) is not None:
        return f"{say('enter_bar_saved', n=n) if n else say('enter_bar_nothing')} {whole}".strip()
    return whole or say("enter_bar_none")


def _bar(shown: Shown, frame: pd.DataFrame, every: list[display.Entry], said: str) -> None:
    """Save with the count, discard, what is so; and the way to the next round once every board has its result."""
    disputed, n = any(entry.dispute for entry in every), sum(entry.changed for entry in every)
    complete = not disputed and not n and all(entry.line.was != "*" for entry in every)
    with st.bottom, st.container(horizontal=True, vertical_alignment="center", gap="small", key="results_bar"):
        st.button(
            say("enter_save", n=n) if n else say("enter_save_none"),
            key="results_save",
            on_click=_save,
            args=(shown,),
            disabled=disputed or not n,
        )
        if n or disputed:
            st.button(say("enter_discard"), key="results_discard", type="tertiary", on_click=_discard, args=(shown,))
        following = shown.round + 1
        if complete and (following in frame.attrs["rounds"] or following == shown.coming):
            go = {"round": following}
            label = say("enter_to_next", round=following)
            st.button(label, key="results_next", on_click=_results_view.change, args=(shown,), kwargs=go)
        st.markdown(f":gray[{_links.literal(said)}]")


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
