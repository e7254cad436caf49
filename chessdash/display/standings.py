"""The standings as they are shown: ink as far as each tie had to be read, a line or the marker on what settled it."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from chessdash.display.codes import head, named
from chessdash.display.model import Cell, Column, Row, Table
from chessdash.display.numbers import quarters, rank_labels, spoken
from chessdash.text import say
from chessdash.text.numbers import number, parts

if TYPE_CHECKING:
    from chessdash.tournament import Tournament

SHARED = "shared"


def depths(decided_by: Sequence[str], order: Sequence[str]) -> list[int]:
    """How far each row was read to tell it from the one above: the index of the code, all where shared, -1 for the first."""
    place = {code: index for index, code in enumerate(order)}
    return [len(order) if by == SHARED else place.get(by, -1) for by in decided_by]


def marks(decided_by: Sequence[str], order: Sequence[str]) -> list[list[str]]:
    """The mark of every value, rows by codes: "pencil" where neither the row above nor the one below made anyone read it,
    "first" where the first tie-break settled the place, "later" where a later one did, else ""."""
    depth = [*depths(decided_by, order), -1]
    rows = []
    for above, below in pairwise(depth):
        reached = max(above, below)
        row = ["" if column <= max(reached, 0) else "pencil" for column in range(len(order))]
        if 0 < above < len(order):
            row[above] = "first" if above == 1 else "later"
        rows.append(row)
    return rows


def score_groups(points: Iterable[float]) -> list[bool]:
    """Whether a rule stands below each row: where the next row has other points, and below the last."""
    scores = [float(p) for p in points]
    return [not same(a, b) for a, b in pairwise(scores)] + [True] * bool(scores)


def same(a: float, b: float) -> bool:
    """Whether two values are equal, two undefined ones included."""
    return a == b or (np.isnan(a) and np.isnan(b))


def words(decided_by: str, order: Sequence[str]) -> str:
    """What settled a place, in words: "points", the code, "shared"."""
    if decided_by == SHARED:
        return say("decided_shared")
    return say("decided_points") if decided_by == "PTS" and order[:1] == ("PTS",) else decided_by


def standings_table(tournament: "Tournament", ranking: pd.DataFrame, *, clickable: bool = True) -> Table:
    """The standings frame as a table: rank, name, federation, rating, one column a code, what decided."""
    order: tuple[str, ...] = tuple(ranking.attrs["order"])
    players = tournament.players.reindex(ranking.index)
    fed, rating = (_texts(players, "federation"), _ratings(players))
    values = {code: ranking[code].to_numpy(float) for code in order}
    decided = [str(by) for by in ranking["decided_by"]]
    columns = (
        Column(marks=("num", "rank"), tip=say("head_rank")),
        Column(say("head_player"), marks=("who",), act="name" if clickable else ""),
        *([Column(say("head_federation"), say("head_federation_tip"), ("pencil", "roomy"))] if any(fed) else []),
        *([Column(say("head_rating"), marks=("num", "pencil", "roomy"))] if any(rating) else []),
        *(value_column(code, values[code], "value" if clickable else "") for code in order),
        Column(say("head_decided"), say("head_decided_tip"), ("roomy", "decided")),
    )
    titles = _texts(players, "title")
    cells = {code: _value_cells(values[code]) for code in order}
    pens = marks(decided, order)
    labels = rank_labels(ranking["rank"])
    rules = score_groups(values[order[0]]) if order else [False] * len(ranking)
    rows = []
    for i, (no, name) in enumerate(zip(ranking.index, ranking["name"], strict=True)):
        name = str(name)
        below = " ".join(part for part in (titles[i], fed[i], rating[i]) if part)
        rows.append(
            Row(
                key=str(no),
                name=spoken(name),
                marks=("rule",) if rules[i] else (),
                cells=(
                    Cell(labels[i][0], after=labels[i][1]),
                    Cell(name, before=titles[i], below=below, tip=name),
                    *([Cell(fed[i])] if any(fed) else []),
                    *([Cell(rating[i])] if any(rating) else []),
                    *(_marked(cells[code][i], pens[i][j]) for j, code in enumerate(order)),
                    Cell(words(decided[i], order), marks=("pencil",) if decided[i] == order[0] else ()),
                ),
            )
        )
    return Table("standings", say("standings_caption", name=tournament.info.get("name", "")), columns, tuple(rows))


def value_column(code: str, values: "np.typing.NDArray[Any]", act: str) -> Column:
    """The column of a code with values of shape (P,): right-aligned, with a slot for fractions where any value has one."""
    exact = quarters(values)
    fractions = exact and bool(np.any(np.nan_to_num(values) % 1))
    slot = ("slot",) if fractions else ()
    return Column(head(code), named(code), ("num", "value", *slot), code, act)


def _value_cells(values: "np.typing.NDArray[Any]") -> list[Cell]:
    decimals = not quarters(values)
    return [Cell(*parts(value, decimals=decimals)) for value in values]


def _marked(cell: Cell, mark: str) -> Cell:
    return Cell(cell.text, cell.fraction, (mark,) if mark else ())


def _texts(players: pd.DataFrame, column: str) -> list[str]:
    if column not in players:
        return [""] * len(players)
    return [str(text).strip() if isinstance(text, str) else "" for text in players[column]]


def _ratings(players: pd.DataFrame) -> list[str]:
    if "rating" not in players:
        return [""] * len(players)
    return ["" if np.isnan(rating) or rating <= 0 else number(round(rating)) for rating in players["rating"].to_numpy(float)]
