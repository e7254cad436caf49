"""Ranking by an order of tie-breaks: by the first code, then by the next inside each group still tied (C.07 4.2)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from chessdash.crosstable import Crosstable, FloatArray, IntArray, derived
from chessdash.errors import TieBreakError
from chessdash.text import say
from chessdash.tiebreaks.descriptor import Descriptor
from chessdash.tiebreaks.terms import Terms


@dataclass(frozen=True, eq=False)
class Ranking:
    """Ranks from 0, equal where shared, and for each code of the order its values and the ranks after it, each (..., P)."""

    order: tuple[Descriptor, ...]
    rank: IntArray
    values: tuple[FloatArray, ...]
    ranks: tuple[IntArray, ...]

    def decided_by(self) -> IntArray:
        """By place, from the first: the place in the order of the code that put it below the one above; -1 first,
        len(order) where they share; shape (P,)."""
        rows = np.argsort(self.rank, kind="stable")
        apart = np.stack([np.diff(rank[rows]) != 0 for rank in self.ranks] + [np.ones(max(len(rows) - 1, 0), bool)])
        return np.concatenate([[-1], apart.argmax(0)])[: len(rows)]


@derived
def rated_as(table: Crosstable, unrated: float) -> Crosstable:
    """The table with this rating, in Elo, for everyone unrated."""
    return replace(table, rating=np.where(np.isnan(table.rating), unrated, table.rating))


def prepared(table: Crosstable, descriptor: Descriptor) -> Crosstable:
    """The table that a descriptor is computed on; TieBreakError where the event lacks what the code needs."""
    if descriptor.plane:
        raise TieBreakError(say("plane_needs_teams", code=descriptor))
    if table.rules.predetermined and descriptor.tiebreak.swiss_only:
        raise TieBreakError(say("swiss_only", code=descriptor))
    if descriptor.tiebreak.needs_ratings and np.isnan(table.rating).any():
        substitute = table.rules.unrated if descriptor.unrated is None else descriptor.unrated
        if substitute is None:
            raise TieBreakError(say("needs_ratings", code=descriptor, n=int(np.isnan(table.rating).sum())))
        return rated_as(table, substitute)
    return table


def terms(table: Crosstable, descriptor: Descriptor) -> Terms:
    """The contributions of a code, after its cuts, shape (..., P, R)."""
    uncut: Terms = descriptor.tiebreak.compute(prepared(table, descriptor), descriptor)
    return uncut.cut(descriptor.low, descriptor.high) if descriptor.low or descriptor.high else uncut


def value(table: Crosstable, descriptor: Descriptor) -> FloatArray:
    """The value of a code that does not depend on who is tied, nan where undefined, shape (..., P)."""
    if descriptor.tiebreak.shape == "terms":
        total = terms(table, descriptor).total()
        return total if table.exact else np.round(total, 6)
    given: FloatArray = descriptor.tiebreak.compute(prepared(table, descriptor), descriptor)
    return given


def refine(rank: IntArray, value: FloatArray, lower_first: bool) -> IntArray:
    """Ranks after one more code: inside each group of equal rank by value, undefined last, equal where equal; (..., P)."""
    rank, value = np.broadcast_arrays(rank, value)
    key = np.where(np.isnan(value), np.inf, value if lower_first else -value)
    rows = np.lexsort((key, rank), axis=-1)
    key, groups = np.take_along_axis(key, rows, -1), np.take_along_axis(rank, rows, -1)
    head = np.zeros(rank.shape, rank.dtype)
    head[..., 1:] = np.where(
        (key[..., 1:] != key[..., :-1]) | (groups[..., 1:] != groups[..., :-1]), np.arange(1, rank.shape[-1]), 0
    )
    finer = np.empty_like(head)
    np.put_along_axis(finer, rows, np.maximum.accumulate(head, axis=-1), -1)
    return finer


def rank_by(table: Crosstable, order: Sequence[Descriptor]) -> Ranking:
    """Ranks by an order: values and ranks after each code, shape (..., P)."""
    rank = np.zeros(table.score.shape, np.intp)
    values, ranks = [], []
    for descriptor in order:
        if descriptor.tiebreak.shape == "split":
            rank, shown = descriptor.tiebreak.compute(prepared(table, descriptor), descriptor, rank)
        else:
            shown = value(table, descriptor)
            rank = refine(rank, shown, descriptor.tiebreak.lower_is_better(descriptor))
        values.append(shown)
        ranks.append(rank)
    return Ranking(tuple(order), rank, tuple(values), tuple(ranks))
