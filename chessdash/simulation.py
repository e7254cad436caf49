"""Simulated events as arrays: the odds of a game, byes and withdrawals, and a fold pairing for a whole batch at once.

The fold is not FIDE's Dutch system: in each score group the upper half meets the lower half in order, rematches are repaired
with neighbours, colours are balanced afterwards. What that does to a figure must be measured before the figure is shown alone.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from chessdash.cells import BoolArray, FloatArray, IntArray
from chessdash.crosstable import Crosstable, Kind, Rules, Scoring

WHITE = 35.0  # Elo that White's move is worth; the trial of shared measures
MEAN_RATING = 1800.0


@dataclass(frozen=True)
class Field:
    """A field of players: spread of strength and error of the ratings in Elo, share of draws between equals (d0)."""

    spread: float
    rating_error: float
    draws: float
    blind: bool = False  # ratings that say nothing about strength


FIELDS = {  # parameters of the trial on which the measures rest
    "club": Field(250.0, 90.0, 0.25),
    "open": Field(220.0, 60.0, 0.35),
    "elite": Field(90.0, 20.0, 0.55),
}


@dataclass(frozen=True)
class Absences:
    """Shares of players who take one half-point bye, and who withdraw after some round."""

    half_byes: float = 0.0
    withdrawals: float = 0.0


BYES = {"none": Absences(), "some": Absences(0.15, 0.06)}


def expected(difference: FloatArray) -> FloatArray:
    """Expected score against someone weaker by this much, Elo's logistic curve, any shape."""
    return 1.0 / (1.0 + 10.0 ** (-np.asarray(difference) / 400.0))


def played(white: FloatArray, black: FloatArray, draws: float, random: Generator, *, first_move: float = WHITE) -> FloatArray:
    """White's points, 1, ½ or 0, drawn from strengths in Elo; P(draw) = 2 d0 min(E, 1 - E) leaves E as it is; any shape.

    ``first_move`` is what White's move is worth, Elo.
    """
    chance = expected(white + first_move - black)
    drawn = 2.0 * draws * np.minimum(chance, 1.0 - chance)
    luck = random.random(chance.shape)
    return np.where(luck < chance - drawn / 2, 1.0, np.where(luck < chance + drawn / 2, 0.5, 0.0))


def strengths(events: int, players: int, field: Field, random: Generator) -> tuple[FloatArray, FloatArray]:
    """True strength and rating of each player, Elo, shape (B, P), in the order of ratings, the highest first."""
    true = MEAN_RATING + field.spread * random.standard_normal((events, players))
    said = random.permuted(true, axis=1) if field.blind else true
    rating = np.rint(said + field.rating_error * random.standard_normal((events, players)))
    order = np.argsort(-rating, axis=1, kind="stable")
    return np.take_along_axis(true, order, 1), np.take_along_axis(rating, order, 1)


def swiss(
    strength: FloatArray,
    rating: FloatArray,
    rounds: int,
    draws: float,
    absences: Absences,
    random: Generator,
    *,
    first_move: float = WHITE,
) -> Crosstable:
    """A batch of Swiss events played to the end under the rules in force, shape (B, P, R); strength and rating in Elo, (B, P)."""
    events, players = strength.shape
    away = _absences(events, players, rounds, absences, random)
    state = State.start(events, players)
    for r in range(rounds):
        state = play_round(state, away[..., r], strength, draws, random, first_move=first_move)
    numbers = np.arange(1, players + 1)
    return state.table(rating, Scoring(), rounds, numbers, Rules())


@dataclass(frozen=True, eq=False)
class State:
    """A batch of events after some rounds: cells of those rounds, arrays of (B, P) per round, and who has met whom (B, P, P)."""

    opponent: tuple[IntArray, ...]
    points: tuple[FloatArray, ...]
    kind: tuple[IntArray, ...]
    black: tuple[BoolArray, ...]
    score: FloatArray
    met: BoolArray
    balance: IntArray  # games with White minus games with Black
    last: IntArray  # colour of the last game: 1 White, -1 Black, 0 none
    free: BoolArray  # who has had the pairing-allocated bye

    @classmethod
    def start(cls, events: int, players: int) -> "State":
        """Nothing played yet."""
        shape = (events, players)
        met = np.broadcast_to(np.eye(players, dtype=bool), (events, players, players)).copy()
        return cls(
            (), (), (), (), np.zeros(shape), met, np.zeros(shape, np.int8), np.zeros(shape, np.int8), np.zeros(shape, bool)
        )

    def table(self, rating: FloatArray, scoring: Scoring, planned: int, numbers: IntArray, rules: Rules) -> Crosstable:
        """The rounds so far as a crosstable of shape (B, P, R)."""
        stacked: dict[str, Any] = {
            n: np.moveaxis(np.stack(getattr(self, n)), 0, -1) for n in ("opponent", "points", "kind", "black")
        }
        return Crosstable(**stacked, rating=rating, scoring=scoring, rounds_planned=planned, number=numbers, rules=rules)


def play_round(
    state: State, away: IntArray, strength: FloatArray, draws: float, random: Generator, *, first_move: float = WHITE
) -> State:
    """One more round: pairing, colours, results; ``away`` (B, P) is a bye's Kind for those who do not play, else -1."""
    here = away < 0
    free = _free(state, here)
    white, black = fold_pairing(state, here & ~free)
    events = np.arange(len(white))[:, None]
    real = white >= 0
    swap = _colours(state, white, black, random)
    white, black = np.where(swap, black, white), np.where(swap, white, black)
    w, b = np.maximum(white, 0), np.maximum(black, 0)
    won = played(strength[events, w], strength[events, b], draws, random, first_move=first_move)
    shape = state.score.shape
    kind = np.where(free, Kind.PAB, np.where(here, Kind.GAME, away)).astype(np.int8)
    opponent, points, is_black = np.full(shape, -1, np.intp), np.zeros(shape), np.zeros(shape, bool)
    at, i, j = np.broadcast_to(events, white.shape)[real], white[real], black[real]
    mine, theirs = at * shape[1] + i, at * shape[1] + j  # flat, which costs half as much
    for values, one, other in ((opponent, j, i), (points, won[real], 1.0 - won[real]), (is_black, False, True)):
        values.reshape(-1)[mine], values.reshape(-1)[theirs] = one, other
    points[free] = 1.0
    points[away == Kind.HALF_BYE] = 0.5
    met = state.met.copy()
    met.reshape(-1)[mine * shape[1] + j] = met.reshape(-1)[theirs * shape[1] + i] = True
    colour = np.where(opponent >= 0, np.where(is_black, -1, 1), 0).astype(np.int8)
    return replace(
        state,
        opponent=(*state.opponent, opponent),
        points=(*state.points, points),
        kind=(*state.kind, kind),
        black=(*state.black, is_black),
        score=state.score + points,
        met=met,
        balance=(state.balance + colour).astype(np.int8),
        last=np.where(colour, colour, state.last),
        free=state.free | free,
    )


def _absences(events: int, players: int, rounds: int, absences: Absences, random: Generator) -> IntArray:
    """Requested byes and withdrawals, drawn before the event: a Kind, or -1 where present, shape (B, P, R)."""
    away = np.full((events, players, rounds), -1, np.int8)
    takes = random.random((events, players)) < absences.half_byes
    chosen = random.integers(rounds, size=(events, players))
    away[np.arange(rounds) == np.where(takes, chosen, -1)[..., None]] = Kind.HALF_BYE
    leaves = random.random((events, players)) < absences.withdrawals
    after = np.where(leaves, random.integers(1, max(rounds, 2), size=(events, players)), rounds)
    away[np.arange(rounds) >= after[..., None]] = Kind.ZERO_BYE
    return away


def _free(state: State, here: BoolArray) -> BoolArray:
    """Who gets the pairing-allocated bye: where an odd number is present, the last by score who has not had it, (B, P)."""
    odd = here.sum(1) % 2 == 1
    key = np.where(here, state.score * 2 + 1000.0 * state.free, np.inf)
    lowest = key.shape[1] - 1 - np.argmin(key[:, ::-1], axis=1)
    free = np.zeros_like(here)
    free[np.flatnonzero(odd), lowest[odd]] = True
    return free


def fold_pairing(state: State, here: BoolArray) -> tuple[IntArray, IntArray]:
    """Pairs of an even number of players present, (B, P // 2) each, -1 where there is none: upper half against lower half.

    Rows are in the order of their seeds. An odd score group sends its last player down. No rematch unless the repair fails.
    """
    events, players = here.shape
    order = np.argsort(np.where(here, -state.score, np.inf), axis=1, kind="stable")
    present = np.take_along_axis(here, order, 1)
    score = np.take_along_axis(state.score, order, 1)
    position = np.arange(players + 1)
    ends = present.copy()  # whether a score group ends at this place
    ends[:, :-1] &= (score[:, :-1] != score[:, 1:]) | ~present[:, 1:]
    edge = np.zeros((events, players + 1), bool)  # before which places a group, made even, begins or ends
    at, where = np.nonzero(ends)
    edge[at, (where + 1) // 2 * 2] = edge[:, 0] = True
    start = np.maximum.accumulate(np.where(edge, position, 0)[:, :-1], axis=1)
    end = np.minimum.accumulate(np.where(edge, position, players)[:, :0:-1], axis=1)[:, ::-1]
    position = position[:-1]
    half = (end - start) // 2
    upper = (position - start < half) & present
    partner = np.minimum(position + half, players - 1)
    pairs = players // 2
    rank = np.cumsum(upper, axis=1) - 1
    at, where = np.nonzero(upper)
    first, second = np.full((events, pairs), -1), np.full((events, pairs), -1)
    first[at, rank[at, where]] = order[at, where]
    second[at, rank[at, where]] = order[at, partner[at, where]]
    return repaired(first, second, state.met)


def repaired(first: IntArray, second: IntArray, met: BoolArray) -> tuple[IntArray, IntArray]:
    """The same pairs (B, N), where those who have met change partners with the nearest pair that allows it."""
    events, pairs = first.shape
    open_events = np.arange(events)
    for _ in range(pairs):  # a repair makes no new clash, so that only events which had one are looked at again
        one = first[open_events]
        clash = met[open_events[:, None], one, second[open_events]] & (one >= 0)
        left = clash.any(1)
        open_events, clash = open_events[left], clash[left]
        if not open_events.size:
            break
        moved = np.zeros(len(open_events), bool)
        worst = pairs - 1 - clash[:, ::-1].argmax(1)  # the last one: the lower boards have less room
        for step in (d * sign for d in range(1, pairs) for sign in (-1, 1)):
            todo = np.flatnonzero(~moved & (worst + step >= 0) & (worst + step < pairs))
            if not todo.size:
                continue
            moved[todo] = _exchange(first, second, met, open_events[todo], worst[todo], worst[todo] + step)
            if moved.all():
                break
        if not moved.any():
            break  # unavoidable, or out of this repair's reach: the rematch stays
    return first, second


def _exchange(first: IntArray, second: IntArray, met: BoolArray, at: IntArray, k: IntArray, other: IntArray) -> BoolArray:
    """Exchanges partners between pairs k and other of these events where neither new pair has met; says where it did."""
    a, b, c, d = first[at, k], second[at, k], first[at, other], second[at, other]
    there = (a >= 0) & (c >= 0)
    across = there & ~met[at, a, d] & ~met[at, c, b]
    along = there & ~across & ~met[at, a, c] & ~met[at, b, d]
    second[at[across], k[across]], second[at[across], other[across]] = d[across], b[across]
    second[at[along], k[along]] = c[along]
    first[at[along], other[along]], second[at[along], other[along]] = b[along], d[along]
    return across | along


def _colours(state: State, white: IntArray, black: IntArray, random: Generator) -> BoolArray:
    """Which pairs change colours: who has had fewer Whites gets White, else who had Black last, else by lot; (B, N)."""
    events = np.arange(len(white))[:, None]
    w, b = np.maximum(white, 0), np.maximum(black, 0)
    due = np.sign(state.balance[events, w].astype(int) - state.balance[events, b]) * 2
    due = np.where(due, due, np.sign(state.last[events, w].astype(int) - state.last[events, b]))
    lot: NDArray[np.int64] = random.integers(2, size=white.shape) * 2 - 1
    return np.where(due, due, lot) > 0
