"""What is measured of an order of tie-breaks, over a batch of B events: counts and sums, so that events can be pooled.

Tied pair: two players equal on points; a pair that the order leaves level counts one half. Ranks, scores and strengths have shape
(B, P); shares are a numerator and a denominator per event (B,), pooled as ratios of sums.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chessdash.cells import BoolArray, FloatArray, IntArray
from chessdash.crosstable import Crosstable, Kind


class Share(NamedTuple):
    """A numerator and a denominator per event, each of shape (...,); nothing was there to count where the latter is 0."""

    part: FloatArray
    whole: FloatArray

    def value(self) -> FloatArray:
        """The share of each event, nan where there was nothing to count, shape (...,)."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(self.whole > 0, self.part / self.whole, np.nan)


class Estimate(NamedTuple):
    """A pooled share with its standard error over events, and the number of events that it rests on."""

    value: float
    error: float
    events: int


@dataclass(frozen=True, eq=False)
class Pairs:
    """N pairs of players in B events: the event and the two rows of each, and the rows flat over the batch, (N,)."""

    event: IntArray
    one: IntArray
    other: IntArray
    events: int
    players: int

    @cached_property
    def _flat(self) -> tuple[IntArray, IntArray]:
        start = self.event * self.players
        return start + self.one, start + self.other

    def of(self, values: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """The values (B, P) of both sides, (N,) each."""
        flat = np.ascontiguousarray(values).reshape(-1)  # one look-up in the flat values costs a tenth of one by two indices
        return flat.take(self._flat[0]), flat.take(self._flat[1])

    def signs(self, values: NDArray[Any]) -> NDArray[np.int8]:
        """+1 where the one has more than the other, -1 less, 0 the same or unknown, (N,); values (B, P)."""
        one, other = self.of(values)
        signs: NDArray[np.int8] = (one > other).view(np.int8) - (one < other).view(np.int8)
        return signs

    def share(self, favours: NDArray[Any], kept: BoolArray | None = None) -> Share:
        """Of the pairs that are kept, how often the one is favoured: +1 yes, 0 half, -1 no, (N,)."""
        event, favours = (self.event, favours) if kept is None else (self.event[kept], favours[kept])
        part, whole = np.bincount(event, (1.0 + favours) / 2, self.events), np.bincount(event, minlength=self.events)
        return Share(part.astype(float), whole.astype(float))


def tied_pairs(score: FloatArray) -> Pairs:
    """Pairs equal on points; score (B, P)."""
    events, players = score.shape
    equal = score[:, :, None] == score[:, None, :]
    event, one, other = np.nonzero(equal & np.tri(players, k=-1, dtype=bool).T)
    return Pairs(event, one, other, events, players)


def preference(pairs: Pairs, rank: IntArray) -> NDArray[np.int8]:
    """+1 where the order places the one above the other, -1 below, 0 level, (N,); rank (B, P)."""
    return -pairs.signs(rank)


def stronger_above(pairs: Pairs, prefers: IntArray, strength: FloatArray) -> Share:
    """M3, and M4's B with ratings: how often the stronger of two is placed above; strength (B, P) in any unit, nan unknown."""
    one, other = pairs.of(strength)
    known = ~(np.isnan(one) | np.isnan(other))
    return pairs.share(prefers * pairs.signs(strength), None if known.all() else known)


def one_sided(pairs: Pairs, prefers: IntArray, has: NDArray[Any]) -> Share:
    """M7 and M8: of pairs of which one has more of something (B, P), how often that one is placed above."""
    more = pairs.signs(has)
    return pairs.share(prefers * more, more != 0)


def whites(table: Crosstable) -> IntArray:
    """Games over the board with White, (..., P)."""
    games: IntArray = (table.game & ~table.black).sum(-1)
    return games


def own_absence(table: Crosstable) -> BoolArray:
    """Who has an unplayed round of their own, shape (..., P)."""
    absent: BoolArray = np.logical_or.reduce(table.happened & ~table.game, -1)
    return absent


def met_withdrawn(table: Crosstable) -> BoolArray:
    """Who has met somebody who withdrew, that is, has a zero-point bye in the last round; shape (..., P)."""
    if not table.rounds:
        return np.zeros(table.score.shape, bool)
    gone = table.kind[..., -1] == np.int8(Kind.ZERO_BYE)
    met: BoolArray = np.logical_or.reduce(table.of_opponent(gone) & table.met(), -1)
    return met


@dataclass(frozen=True, eq=False)
class Compared:
    """Who is above whom, and below whom, in B tables of ranks (B, P): every pair of rows as bits in words, (B, W)."""

    rank: IntArray

    @cached_property
    def above(self) -> NDArray[np.uint64]:
        """Whether the first of each pair has the better rank, (B, W)."""
        return _words(self.rank[:, :, None] < self.rank[:, None, :])

    @cached_property
    def below(self) -> NDArray[np.uint64]:
        """Whether it has the worse, (B, W)."""
        return _words(self.rank[:, :, None] > self.rank[:, None, :])


def compared(rank: IntArray) -> Compared:
    """Every player with every other; rank (B, P)."""
    return Compared(np.ascontiguousarray(rank, np.int8 if rank.shape[-1] < 128 else np.int32))


def _words(pairs: BoolArray) -> NDArray[np.uint64]:
    """Truths (B, P, P) as bits in words, (B, W)."""
    packed = np.packbits(pairs.reshape(len(pairs), pairs.shape[1] ** 2), axis=-1)
    return np.pad(packed, ((0, 0), (0, -packed.shape[1] % 8))).view(np.uint64)


def agreement(first: Compared, second: Compared) -> FloatArray:
    """Tau-a between two tables, level pairs 0, shape (B,)."""
    alike, opposed = (np.bitwise_count(side & second.above).sum(-1, dtype=np.int64) for side in (first.above, first.below))
    players = first.rank.shape[-1]
    tau: FloatArray = (alike - opposed) / max(players * (players - 1) / 2, 1)
    return tau


def kendall(first: IntArray, second: IntArray) -> FloatArray:
    """Tau-a between two tables of ranks (B, P), level pairs 0, shape (B,)."""
    return agreement(compared(first), compared(second))


def groups(rank: IntArray) -> IntArray:
    """How many different places there are, shape (B,); rank (B, P)."""
    events, players = rank.shape
    taken = np.zeros((events, players), bool)
    taken[np.arange(events)[:, None], rank] = True
    different: IntArray = taken.sum(-1)
    return different


def levels(ranks: IntArray) -> IntArray:
    """By place boundary, from the second place: the level that made it, 0 points, 1 first code, ..., K shared; (..., P - 1).

    ``ranks`` are those after points and after each code, shape (K, ..., P), the last one final.
    """
    rows = np.argsort(ranks[-1], axis=-1, kind="stable")
    sorted_ranks = np.take_along_axis(ranks, np.broadcast_to(rows, ranks.shape), -1)
    apart = np.diff(sorted_ranks, axis=-1) != 0
    never = np.ones((1, *apart.shape[1:]), bool)
    level: IntArray = np.concatenate([apart, never]).argmax(0)
    return level


def mean_move(rank: IntArray, baseline: IntArray) -> FloatArray:
    """M11: mean change of place against another order, in places, shape (...,)."""
    moved: FloatArray = np.abs(rank - baseline).mean(-1)
    return moved


def winner_differs(rank: IntArray, baseline: IntArray) -> BoolArray:
    """M11: whether another player, or more or fewer, stand first, shape (...,)."""
    differs: BoolArray = ((rank == 0) != (baseline == 0)).any(-1)
    return differs


def podium_differs(rank: IntArray, baseline: IntArray, places: int = 3) -> BoolArray:
    """M11: whether the players on the first places are others, shape (...,)."""
    differs: BoolArray = ((rank < places) != (baseline < places)).any(-1)
    return differs


def pooled(share: Share, least: float = 0.0) -> Estimate:
    """The ratio of sums over events (shape (B,)), with the delta method's error over events, never over pairs.

    Events with fewer than ``least`` in the denominator are skipped.
    """
    kept = (share.whole >= least) & (share.whole > 0)
    part, whole = share.part[kept], share.whole[kept]
    events = len(part)
    if not events:
        return Estimate(float("nan"), float("nan"), 0)
    ratio = part.sum() / whole.sum()
    if events < 2:
        return Estimate(float(ratio), float("nan"), events)
    residual = part - ratio * whole
    error = np.sqrt(events / (events - 1) * (residual**2).sum()) / whole.sum()
    return Estimate(float(ratio), float(error), events)


def paired_difference(one: Share, other: Share, least: float = 0.0) -> Estimate:
    """The difference of two pooled shares on the same events, with the error of the difference over events."""
    kept = (one.whole >= least) & (other.whole >= least) & (one.whole > 0) & (other.whole > 0)
    first, second = (Share(s.part[kept], s.whole[kept]) for s in (one, other))
    events = len(first.part)
    if not events:
        return Estimate(float("nan"), float("nan"), 0)
    a, b = first.part.sum() / first.whole.sum(), second.part.sum() / second.whole.sum()
    if events < 2:
        return Estimate(float(a - b), float("nan"), events)
    residual = (first.part - a * first.whole) / first.whole.sum() - (second.part - b * second.whole) / second.whole.sum()
    return Estimate(float(a - b), float(np.sqrt(events / (events - 1) * (residual**2).sum())), events)


FEWEST_EVENTS = 30  # events below which an error over events is too uncertain itself to tell anything from nothing


def events_needed(difference: Estimate, z: float = 2.576) -> float:
    """How many events like these it would take to tell the difference from none at this many errors (p < 0.01); inf if none.

    nan below FEWEST_EVENTS events, whose error is no measure of the scatter yet, and where the error is zero or unknown.
    """
    if difference.events < FEWEST_EVENTS or not (np.isfinite(difference.error) and difference.error > 0):
        return float("nan")
    if difference.value == 0:
        return float("inf")
    return float(np.ceil(difference.events * (z * difference.error / abs(difference.value)) ** 2))
