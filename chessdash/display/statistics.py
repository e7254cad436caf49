"""Figures of an event as small tables: how games ended, what was not played, ratings, how far ties had to be read."""

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from chessdash.display.model import Cell, Column, Row, Table
from chessdash.display.results import GAMES
from chessdash.display.standings import depths
from chessdash.text import say
from chessdash.text.numbers import number

if TYPE_CHECKING:
    from chessdash.tournament import Tournament

BAND = 200  # Elo, width of a row of the rating table
COLUMNS = (Column(), Column(marks=("num",)), Column(marks=("num", "pencil")), Column(marks=("bars",)))


def statistics(tournament: "Tournament", ranking: pd.DataFrame) -> list[Table]:
    """The four tables; one that has nothing to say is left out."""
    results = tournament.results
    results = results[results["round"] <= int(ranking.attrs["through"])]
    tables = (_games(results), _unplayed(results), _ratings(tournament), _decided(ranking))
    return [table for table in tables if table.rows]


def shares(head: str, counts: list[tuple[str, int, str]], *, of: int = 0) -> Table:
    """A table of counts with their shares of the whole, as figures and as bars."""
    whole = of or sum(count for _, count, _ in counts)
    rows = tuple(
        Row(
            label,
            (
                Cell(label),
                Cell(str(count)),
                Cell(say("percent", share=_percent(count, whole))),
                Cell(bar=count / whole, marks=(pen,)),
            ),
        )
        for label, count, pen in counts
        if whole
    )
    return Table("statistics", head, COLUMNS, rows, head=head)


def _percent(count: int, whole: int) -> str:
    share = 100 * count / whole
    return "<1" if 0 < share < 1 else f"{share:.0f}"


def _games(results: pd.DataFrame) -> Table:
    """Games over the board, each counted once from White's side."""
    whites = results[(results["colour"] == "w") & (results["opponent"] > 0)]["result"]
    white, drawn, black = (int(whites.isin(list(codes)).sum()) for codes in ("1W", "=D", "0L"))
    counts = [(say("stat_white"), white, "hollow"), (say("stat_draw"), drawn, "hatch"), (say("stat_black"), black, "full")]
    return shares(say("stat_games", n=white + drawn + black), counts)


def _unplayed(results: pd.DataFrame) -> Table:
    code = results["result"]
    alone = results["opponent"] == 0
    rows = [
        (say("stat_forfeit"), int(((code == "+") & ~alone).sum()), "full"),
        (say("stat_pairing_bye"), int((code == "U").sum()), "full"),
        (say("stat_full_bye"), int((code == "F").sum()), "full"),
        (say("stat_half_bye"), int((code == "H").sum()), "full"),
        (say("stat_zero_bye"), int((alone & (code == "Z")).sum()), "full"),
    ]
    found = [row for row in rows if row[1]]
    played = int(code.isin(GAMES).sum())
    return shares(say("stat_unplayed", n=len(results) - played), found, of=len(results)) if found else shares("", [])


def _ratings(tournament: "Tournament") -> Table:
    ratings = tournament.players["rating"].to_numpy(float) if "rating" in tournament.players else np.zeros(0)
    known = ratings[np.nan_to_num(ratings) > 0]
    if not len(known):
        return shares("", [])
    lowest = (known // BAND * BAND).astype(int)
    bands, counts = np.unique(lowest, return_counts=True)
    rows = [
        (say("stat_band", low=int(band), high=int(band) + BAND - 1), int(count), "full")
        for band, count in zip(bands[::-1], counts[::-1], strict=True)
    ]
    if len(known) < len(ratings):
        rows.append((say("stat_unrated"), len(ratings) - len(known), "hollow"))
    head = say("stat_ratings", low=number(known.min()), high=number(known.max()), mean=number(round(known.mean())))
    return shares(head, rows)


def _decided(ranking: pd.DataFrame) -> Table:
    """How many places each code settled; who follows with other points was settled by the points."""
    order = tuple(ranking.attrs["order"])
    depth = depths([str(by) for by in ranking["decided_by"]], order)[1:]
    labels = [say("decided_points") if code == "PTS" else code for code in order] + [say("decided_shared")]
    pens = ["full"] * len(order) + ["hatch"]
    counts = [(label, depth.count(index), pen) for index, (label, pen) in enumerate(zip(labels, pens, strict=True))]
    return shares(say("stat_decided", n=len(depth)), [row for row in counts if row[1]])
