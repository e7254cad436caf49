"""Army points on the pages: a list of players with a column to fill in; Results enters them, Finish corrects them."""

import pandas as pd
import streamlit as st

from chessdash.pages import _links, _results_view
from chessdash.pages._results_view import Shown
from chessdash.store import army_games
from chessdash.text import say

WIDTH = 340  # px of the list of players
ROW, MOST_ROWS = 35, 12  # px of a line; lines that are seen at once


def points(shown: Shown) -> None:
    """The army points left in the last game, of an army game that runs; of other events nothing."""
    found = army_games.army_points(shown.store, shown.key)
    if found is None or not len(found):
        return
    with st.popover(say("army_points_head"), width="content"), st.form("results_army", border=False):
        st.caption(_links.literal(say("army_points_note")))
        given = edited(found, shown.key)
        pressed = st.form_submit_button(say("army_points_save"), key="results_army_save")
    if pressed:
        store, key = shown.store, shown.key
        _results_view.act(lambda: army_games.set_army_points(store, key, given), lambda n: say("army_points_saved", n=n))
        st.rerun()


def edited(found: pd.DataFrame, place: str) -> dict[int, float | None]:
    """The list of players with a column to fill in; gives what differs from ``found``, by start number (None: taken away)."""
    head = say("army_points_column")
    shown = pd.DataFrame({say("head_number"): found.index, say("players_name"): found["name"], head: found["points"]})
    edited = st.data_editor(
        shown,
        hide_index=True,
        num_rows="fixed",
        width=WIDTH,
        height=ROW * (min(len(shown), MOST_ROWS) + 1) + 3,
        disabled=[say("head_number"), say("players_name")],
        column_config={
            say("head_number"): st.column_config.NumberColumn(width=50),
            head: st.column_config.NumberColumn(min_value=0, max_value=army_games.MOST, step=0.01, format="%g", width=110),
        },
        key=f"army points {place} {hash(tuple(shown.fillna(-1).itertuples(index=False, name=None)))}",  # edits are kept by row
        placeholder="",
        alt=say("army_points_head"),
    )
    before, after = found["points"], edited[head].set_axis(found.index)
    changed = ~((before == after) | (before.isna() & after.isna()))
    return {int(no): None if pd.isna(value) else float(value) for no, value in after[changed].items()}  # type: ignore[call-overload]
