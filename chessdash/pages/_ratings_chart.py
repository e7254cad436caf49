"""Histories on the page: one chart, what it cannot draw in words, and the same as a table."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from chessdash import charts
from chessdash.display.ratings import chart_words, points_table
from chessdash.errors import ChessdashError
from chessdash.formats.ratinglist_history import player_history
from chessdash.pages import _compare_draw, _links, _shared
from chessdash.pages._ratings import Shown
from chessdash.store import profile
from chessdash.text import say


def histories(view: Shown, members: Sequence[int], key: str) -> None:
    """The histories of some members within the period; members without an event are named below."""
    people, rows = view.known.people, view.known.rows
    names = {one: str(people.at[one, "name"]) for one in members}
    rows = rows[rows["member"].isin(list(names))]
    drawn = [one for one in names if (rows["member"] == one).any()]
    if not drawn:
        _shared.state(say("rated_nothing_drawn"), say("rated_nothing_drawn_way"))
        return
    seen = rows[rows["date"] >= view.since]
    corrected = view.known.corrected
    corrected = corrected[corrected.index.isin(seen["event"])]
    dark, (fide, wrong) = _compare_draw.is_dark(), fide_ratings(view, drawn)
    figure = charts.histories(rows, names, since=view.since, until=view.known.last[1], corrected=corrected, fide=fide, dark=dark)
    control = view.asked.control
    words = chart_words(seen if len(seen) else rows, names, control)
    _compare_draw.chart(figure, key, dark, words, points_table(seen, names))
    _shared.said(wrong)
    said = [say("rated_chart_note")] + ([say("rated_chart_fide")] if fide is not None else [])
    if missing := [name for one, name in names.items() if one not in drawn]:
        said.append(say("rated_no_event", names="; ".join(missing)))
    st.caption(_links.literal(" ".join(said)))


def fide_ratings(view: Shown, members: Sequence[int]) -> tuple[pd.DataFrame | None, list[str]]:
    """FIDE's ratings of members by the lists that the club loaded: member, date (ISO), rating; None where no list has them.

    Besides, what to say where the lists cannot be read.
    """
    control, found = view.asked.control, []
    try:
        for number, fide_id in profile.fide_ids(view.store, members).items():
            listed = player_history(None, fide_id)[["month", control]].dropna()
            found += [(number, f"{month:%Y-%m-%d}", int(rating)) for month, rating in listed.itertuples(index=False)]
    except ChessdashError as error:
        return None, [str(error)]
    return (pd.DataFrame(found, columns=["member", "date", "rating"]) if found else None), []
