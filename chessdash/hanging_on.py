"""What first place and the prizes hung on: single games of others that would turn a tie (M5), and the last round's luck (M6)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chessdash.cells import BoolArray, FloatArray, IntArray
from chessdash.crosstable import Crosstable, Scoring, derived
from chessdash.simulation import FIELDS, played
from chessdash.tiebreaks.descriptor import Descriptor
from chessdash.tiebreaks.ranking import final_ranks, value

if TYPE_CHECKING:
    import pandas as pd

CHUNK = 100  # events of a batch at once, so that they stay in the cache
LAST = -1e18  # below every value: what is undefined ranks last
TINY = 5e-7  # ranking takes values as equal that differ by less


Pair = tuple[int, int]
Order = Sequence[Descriptor]
Seed = int | Sequence[int]


class Flips(NamedTuple):
    """F single results turned round: the game's two rows, its round, their points afterwards, its weight (a draw: ½ each).

    Where a board without a result gets one, ``kind`` is what its cells become; where the points of record 299 follow the result,
    ``bonus`` and ``others_bonus`` are those afterwards. None where they stay.
    """

    row: IntArray
    other: IntArray
    round: IntArray
    points: FloatArray
    others_points: FloatArray
    weight: FloatArray
    kind: IntArray | None = None
    bonus: FloatArray | None = None
    others_bonus: FloatArray | None = None


def flips(table: Crosstable) -> Flips:
    """Every game over the board turned: a win to a loss, a draw both ways; arrays of shape (F,), for a table (P, R).

    Both sides change what they got, and keep their points of record 299. A game that neither side won or drew stays.
    """
    row, round = np.nonzero(table.game & (table.opponent > np.arange(len(table.number))[:, None]))
    other = table.opponent[row, round]
    extra = np.zeros(table.points.shape) if table.bonus is None else table.bonus
    more, others_more = extra[row, round], extra[other, round]
    own, theirs = table.points[row, round] - more, table.points[other, round] - others_more
    decisive = np.flatnonzero(own != theirs)
    drawn = np.flatnonzero((own == theirs) & (own == table.scoring.draw))
    game = np.concatenate([decisive, drawn, drawn])
    win, loss = (np.full(len(drawn), points) for points in (table.scoring.win, table.scoring.loss))
    return Flips(
        row[game],
        other[game],
        round[game],
        np.concatenate([theirs[decisive], win, loss]) + more[game],
        np.concatenate([own[decisive], loss, win]) + others_more[game],
        np.repeat([1.0, 0.5], [len(decisive), 2 * len(drawn)]),
    )


def flipped(table: Crosstable, turned: Flips) -> Iterator[Crosstable]:
    """The event with one result turned in each row of a batch, (B, P, R), in chunks."""
    for start in range(0, len(turned.row), CHUNK):
        part = Flips._make(None if values is None else values[start : start + CHUNK] for values in turned)
        changed: dict[str, Any] = {"points": _turned(table.points, part, part.points, part.others_points)}
        if part.kind is not None:
            changed["kind"] = _turned(table.kind, part, part.kind, part.kind)
        if table.bonus is not None and part.bonus is not None and part.others_bonus is not None:
            changed["bonus"] = _turned(table.bonus, part, part.bonus, part.others_bonus)
        yield replace(table, **changed)


def _turned(values: NDArray[Any], part: Flips, own: NDArray[Any], others: NDArray[Any]) -> NDArray[Any]:
    """The values (P, R) once a flip, with those of its two cells put in, (B, P, R)."""
    each = np.repeat(values.T[:, None], len(part.row), 1)  # rounds first, as the table wants it
    at = np.arange(len(part.row))
    each[part.round, at, part.row], each[part.round, at, part.other] = own, others
    return np.moveaxis(each, 0, -1)


def below_overtakes(table: Crosstable, order: Sequence[Descriptor], pair: Pair) -> BoolArray:
    """In which events of a batch the second of two rows ranks above the first, (B,)."""
    sides = list(pair)
    if any(descriptor.tiebreak.shape == "split" for descriptor in order):
        rank = _ranks(table, tuple(order))[..., sides]
        ahead: BoolArray = rank[..., 1] < rank[..., 0]
        return ahead
    lead = np.zeros(table.score.shape[:-1])
    for descriptor in order:  # no need to rank everybody: the first code that tells the two apart decides
        values = value(table, descriptor)[..., sides]
        values = -values if descriptor.tiebreak.lower_is_better(descriptor) else values
        values = np.nan_to_num(values, nan=LAST)
        apart = values[..., 1] - values[..., 0]
        lead = np.where((lead == 0) & (np.abs(apart) > TINY), np.sign(apart), lead)
    return lead > 0


@derived
def _ranks(table: Crosstable, order: tuple[Descriptor, ...]) -> IntArray:
    """Final ranks, computed once for all pairs that are asked for, (B, P)."""
    return final_ranks(table, order)


def boundaries(table: Crosstable, rank: IntArray, paid: int) -> list[tuple[int, int, int]]:
    """(place, row above, row below) for first place and each paid place whose two sides the order alone sets apart; rank (P,)."""
    rows = np.lexsort((table.number, rank))
    last = min(max(paid, 1), len(rows) - 1)
    pairs = [(p + 1, int(rows[p]), int(rows[p + 1])) for p in range(last)]
    return [(p, a, b) for p, a, b in pairs if table.score[a] == table.score[b] and rank[a] < rank[b]]


def reversing(table: Crosstable, turned: Flips, pairs: Sequence[tuple[Order, Pair]]) -> list[BoolArray]:
    """For each order and pair (above, below): which flips of games between others put the one below above, shape (F,)."""
    chunks = [[below_overtakes(batch, order, pair) for order, pair in pairs] for batch in flipped(table, turned)]
    found = [np.concatenate([np.zeros(0, bool), *(chunk[k] for chunk in chunks)]) for k in range(len(pairs))]
    return [
        flip & ~np.isin(turned.row, pair) & ~np.isin(turned.other, pair) for flip, (_, pair) in zip(found, pairs, strict=True)
    ]


def last_round_luck(
    table: Crosstable, order: Sequence[Descriptor], above: int, below: int, redraws: int, seed: Seed
) -> tuple[float, float]:
    """M6: how often the two swap when the last round's other games are drawn anew from rating odds; with Monte Carlo error."""
    if not table.rounds or redraws < 1:
        return float("nan"), float("nan")
    random, last = np.random.default_rng(seed), table.rounds - 1
    row = np.flatnonzero(table.game[:, last] & (table.opponent[:, last] >= 0) & ~table.black[:, last])
    other = table.opponent[row, last]
    free = ~np.isin(row, (above, below)) & ~np.isin(other, (above, below))
    row, other = row[free], other[free]
    rating = np.where(np.isnan(table.rating), np.nanmean(table.rating) if not np.isnan(table.rating).all() else 0.0, table.rating)
    swaps = []
    for start in range(0, redraws, CHUNK):
        n = min(CHUNK, redraws - start)
        white = played(np.repeat(rating[row][None], n, 0), rating[other], FIELDS["open"].draws, random)
        points = np.repeat(table.points.T[:, None], n, 1)
        for side, result in ((row, white), (other, 1.0 - white)):
            points[last][:, side] = _awards(table.scoring, result) + (0.0 if table.bonus is None else table.bonus[side, last])
        swaps.append(below_overtakes(replace(table, points=np.moveaxis(points, 0, -1)), order, (above, below)))
    share = float(np.concatenate(swaps).mean())
    shrunk = (share * redraws + 1) / (redraws + 2)  # never seen is not impossible: no error of nought
    return share, float(np.sqrt(shrunk * (1 - shrunk) / redraws))


def _awards(scoring: Scoring, result: FloatArray) -> FloatArray:
    return np.select([result == 1.0, result == 0.5], [scoring.win, scoring.draw], scoring.loss)


def of_first_place(
    table: Crosstable, orders: Sequence[Sequence[Descriptor]], redraws: int, seed: Seed
) -> list[tuple[float, float, float]]:
    """M5 and M6 of first place under each order: games whose flip reverses first and second, any (1 or 0), share of swaps.

    Nan where first and second are not level on points.
    """
    turned = flips(table)
    ties = [boundaries(table, final_ranks(table, order), 1) for order in orders]
    pairs = [(order, tie[0][1:]) for order, tie in zip(orders, ties, strict=True) if tie]
    reverses = iter(reversing(table, turned, pairs))
    found = []
    for order, tie in zip(orders, ties, strict=True):
        if not tie:
            found.append((float("nan"),) * 3)
            continue
        reverse = next(reverses)
        swap, _ = last_round_luck(table, order, *tie[0][1:], redraws, seed)
        found.append((float(turned.weight[reverse].sum()), float(reverse.any()), swap))
    return found


def frame(
    table: Crosstable, names: Any, orders: Sequence[tuple[str, Sequence[Descriptor]]], paid: int, redraws: int, seed: Seed
) -> "pd.DataFrame":
    """M5 and M6, one row an order and boundary of equal points: order, place, above, below (start numbers), games (weighted count
    of games of others whose flip reverses the two), any, nearest (round, white, black of one such game, or None), swap, swap_se.
    """
    import pandas as pd

    turned = flips(table)
    ties = [(label, order, tie) for label, order in orders for tie in boundaries(table, final_ranks(table, order), paid)]
    reverses = reversing(table, turned, [(order, tie[1:]) for _, order, tie in ties])
    rows = []
    for (label, order, (place, above, below)), found in zip(ties, reverses, strict=True):
        first = _nearest(table, turned, np.flatnonzero(found))
        swap, error = last_round_luck(table, order, above, below, redraws, seed) if place == 1 else (float("nan"),) * 2
        games = float(turned.weight[found].sum())
        sides = (int(table.number[above]), int(table.number[below]))
        rows.append((label, place, *sides, games, bool(found.any()), first, swap, error))
    columns = ["order", "place", "above", "below", "games", "any", "nearest", "swap", "swap_se"]
    return pd.DataFrame(rows, columns=columns)


def _nearest(table: Crosstable, turned: Flips, found: IntArray) -> tuple[int, int, int] | None:
    """The game among these in the latest round, the highest board first: round, White's and Black's start number."""
    if not len(found):
        return None
    strongest = np.maximum(table.score[turned.row[found]], table.score[turned.other[found]])
    k = found[np.lexsort((-strongest, -turned.round[found]))[0]]
    row, other, round = int(turned.row[k]), int(turned.other[k]), int(turned.round[k])
    white, black = (other, row) if table.black[row, round] else (row, other)
    return round + 1, int(table.number[white]), int(table.number[black])
