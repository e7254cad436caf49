"""Ranking by an order of tie-breaks: by the first code, then by the next inside each group still tied (C.07 4.2)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from chessdash.cells import FloatArray, IntArray
from chessdash.crosstable import Crosstable, derived
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


@derived
def value(table: Crosstable, descriptor: Descriptor) -> FloatArray:
    """The value of a code that does not depend on who is tied, nan where undefined, shape (..., P)."""
    if descriptor.tiebreak.shape == "terms":
        uncut: Terms = descriptor.tiebreak.compute(prepared(table, descriptor), descriptor)
        total = uncut.total_after(descriptor.low, descriptor.high)
        return total if table.exact else np.round(total, 6)
    given: FloatArray = descriptor.tiebreak.compute(prepared(table, descriptor), descriptor)
    return given


def rank_by(table: Crosstable, order: Sequence[Descriptor]) -> Ranking:
    """Ranks by an order: values and ranks after each code, shape (..., P)."""
    rank = np.zeros(table.score.shape, np.intp)
    values, ranks = [], []
    for descriptor in order:
        if descriptor.tiebreak.shape == "split":
            rank, shown = descriptor.tiebreak.compute(prepared(table, descriptor), descriptor, rank)
        else:
            shown = value(table, descriptor)
            rank = refine(rank, _higher_first(shown, descriptor))
        values.append(shown)
        ranks.append(rank)
    return Ranking(tuple(order), rank, tuple(values), tuple(ranks))


def final_ranks(table: Crosstable, order: Sequence[Descriptor]) -> IntArray:
    """Ranks by an order, from 0, equal where shared, shape (..., P): as ``rank_by``, sorting once for codes between splits."""
    rank = np.zeros(table.score.shape, np.intp)
    waiting: list[FloatArray] = []
    for descriptor in order:
        if descriptor.tiebreak.shape == "split":
            rank, waiting = refine(rank, *waiting), []
            rank, _ = descriptor.tiebreak.compute(prepared(table, descriptor), descriptor, rank)
        else:
            waiting.append(_higher_first(value(table, descriptor), descriptor))
    return refine(rank, *waiting)


def _higher_first(values: FloatArray, descriptor: Descriptor) -> FloatArray:
    return -values if descriptor.tiebreak.lower_is_better(descriptor) else values


def refine(rank: IntArray, *values: FloatArray) -> IntArray:
    """Ranks after these values, each (..., P): inside groups of equal rank the higher first, undefined last, equals level."""
    if not values:
        return rank
    key = _packed(rank, values)
    if key is None:
        for one in values:
            rank = _refine_once(rank, one)
        return rank
    players = key.shape[-1]
    key.sort(axis=-1)
    bits = players.bit_length()
    group, row = key >> bits, key & ((1 << bits) - 1)
    head = np.zeros(key.shape, np.intp)
    head[..., 1:] = np.multiply(group[..., 1:] != group[..., :-1], np.arange(1, players))
    return _scattered(np.maximum.accumulate(head, axis=-1), row)


EVERY_WHOLE = 2.0**52  # below it float64 has every whole number; a column of the players may hold anything


def _packed(rank: IntArray, values: Sequence[FloatArray]) -> IntArray | None:
    """Rank, values and row in one int64 that sorts as they rank, shape (..., P); None where they do not fit it exactly."""
    players = rank.shape[-1]
    shape = np.broadcast_shapes(rank.shape, *(one.shape for one in values))
    key, bits = np.broadcast_to(rank, shape).astype(np.int64), 2 * players.bit_length()
    for one in values:
        whole = _whole(one)
        if whole is None:
            return None
        top, least = float(whole.max(initial=0)), float(whole.min(initial=0))
        if not max(top, -least) < EVERY_WHOLE:
            return None
        width = int(top - least).bit_length()
        bits += width
        if bits > 62:
            return None
        key <<= width
        key += (top - whole).astype(np.int64)
    key <<= players.bit_length()
    key += np.arange(players)
    return key


def _whole(values: FloatArray) -> FloatArray | None:
    """The values in quarters or hundredths as whole numbers, undefined ones below all, any shape; None where they are neither."""
    for scale in (4, 100):
        scaled = values * scale
        whole = np.rint(scaled)
        if (whole == scaled).all():  # which no undefined value is
            return whole
        if np.allclose(whole, scaled, rtol=0, atol=1e-6, equal_nan=True):
            undefined = np.isnan(whole)
            if undefined.any():
                whole = np.where(undefined, np.nanmin(whole) - 1 if not undefined.all() else 0, whole)
            return whole
    return None


def _refine_once(rank: IntArray, values: FloatArray) -> IntArray:
    """As ``refine`` for one code whose values are no whole hundredths."""
    rank, values = np.broadcast_arrays(rank, values)
    key = np.where(np.isnan(values), np.inf, -values)
    rows = np.lexsort((key, rank), axis=-1)
    key, groups = np.take_along_axis(key, rows, -1), np.take_along_axis(rank, rows, -1)
    head = np.zeros(rank.shape, np.intp)
    changed = (key[..., 1:] != key[..., :-1]) | (groups[..., 1:] != groups[..., :-1])
    head[..., 1:] = np.multiply(changed, np.arange(1, rank.shape[-1]))
    return _scattered(np.maximum.accumulate(head, axis=-1), rows)


def _scattered(sorted_ranks: IntArray, rows: IntArray) -> IntArray:
    """Ranks by row from ranks in sorted order and the row of each place, shape (..., P)."""
    players = rows.shape[-1]
    lists = rows.size // max(players, 1)
    flat = rows.reshape(lists, players) + np.arange(lists)[:, None] * players
    ranks = np.empty(rows.size, np.intp)
    ranks[flat.ravel()] = sorted_ranks.ravel()
    return ranks.reshape(rows.shape)
