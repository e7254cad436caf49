"""Army points on the pages: a field for each player; Results enters them, Finish corrects them."""

from typing import Any

import pandas as pd
import streamlit as st

from chessdash.pages import _links, _results_view
from chessdash.pages._results_view import Shown
from chessdash.store import army_games
from chessdash.text import say

WIDTH = 420  # px of both columns


def points(shown: Shown) -> None:
    """The army points left in the last game, of an army game that runs; of other events nothing."""
    found = army_games.army_points(shown.store, shown.key)
    if found is None or not len(found):
        return
    with st.popover(say("army_points_head"), width="content"), st.form("results_army", border=False, width=WIDTH):
        st.caption(_links.literal(say("army_points_note")))
        given = edited(found, shown.key)
        pressed = st.form_submit_button(say("army_points_save"), key="results_army_save")
    if pressed:
        store, key = shown.store, shown.key
        _results_view.act(lambda: army_games.set_army_points(store, key, given), lambda n: say("army_points_saved", n=n))
        st.rerun()


def edited(found: pd.DataFrame, place: str) -> dict[int, float | None]:
    """A field for each player of ``army_games.army_points``, the first half beside the second; gives what differs from what is
    stored, by start number (None: taken away)."""
    columns, half = st.columns(2), (len(found) + 1) // 2
    given: dict[int, float | None] = {}
    rows: Any = found.itertuples()
    for at, row in enumerate(rows):
        stored = None if pd.isna(row.points) else float(row.points)
        key = f"army points {place} {row.Index} {stored}"  # what somebody else stores meanwhile is another field
        st.session_state.setdefault(key, stored)  # not as the field's value: such a field could not be emptied
        value = columns[at // half].number_input(
            _links.literal(say("player_of", no=row.Index, name=row.name)),
            min_value=0.0,
            max_value=float(army_games.MOST),
            value=None,
            step=1.0,
            format="%g",
            key=key,
        )
        if value != stored:
            given[int(row.Index)] = value
    return given
