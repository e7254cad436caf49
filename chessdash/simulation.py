"""Simulated events as arrays: the odds of a game, byes and withdrawals, and rounds played in a whole batch at once."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.random import Generator

from chessdash import fold
from chessdash.arguments import number
from chessdash.cells import BoolArray, FloatArray, IntArray, round_axis_last
from chessdash.crosstable import Crosstable, Kind, Rules, Scoring

WHITE = 35.0  # Elo that White's move is worth, in the trial on which the measures rest
MEAN_RATING = 1800.0
CHESS = Scoring()
TEN = float(np.log(10.0) / 400.0)  # Elo's curve in powers of e


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
    chance: FloatArray = 1.0 / (1.0 + np.exp(np.asarray(difference) * -TEN))
    return chance


@dataclass(frozen=True)
class Odds:
    """Of a game between equals: the share of draws (d0) at a mean strength and what 100 Elo add to it; White's move in Elo.

    DataError for shares (draws, least, most) that are no number from 0 to 1, or such that least is above most; for a move that is
    none from -500 to 500 Elo; for what strength adds that is none from -1 to 1.
    """

    draws: float = 0.35
    first_move: float = WHITE
    by_strength: float = 0.0
    at: float = 2000.0
    least: float = 0.0
    most: float = 1.0

    def __post_init__(self) -> None:
        number("draws", self.draws, 0, 1)
        number("first_move", self.first_move, -500, 500)
        number("by_strength", self.by_strength, -1, 1)
        number("at", self.at, -10_000, 10_000)
        number("most", self.most, number("least", self.least, 0, 1), 1)

    def between(self, white: FloatArray, black: FloatArray) -> FloatArray | float:
        """d0 of games between these strengths, any shape."""
        if not self.by_strength:
            return self.draws
        mean = (white + black) * 0.5
        return np.clip(self.draws + self.by_strength * (mean - self.at) / 100.0, self.least, self.most)


def played(
    white: FloatArray, black: FloatArray, draws: FloatArray | float, random: Generator, *, first_move: float = WHITE
) -> FloatArray:
    """White's points, 1, ½ or 0, drawn from strengths in Elo; P(draw) = 2 d0 min(E, 1 - E) leaves E as it is; any shape.

    ``first_move`` is what White's move is worth, Elo.
    """
    chance = expected(white + np.float32(first_move) - black)
    drawn = np.minimum(chance, 1.0 - chance) * draws  # half of the draws
    single = chance.dtype == np.float32
    luck = random.random(chance.shape, np.float32 if single else np.float64)
    won: FloatArray = (luck < chance - drawn) * np.float32(0.5)
    won += (luck < chance + drawn) * np.float32(0.5)
    return won


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
    strength, odds = strength.astype(np.float32), Odds(draws, first_move)
    state = State.start(events, players)
    for r in range(rounds):
        state = play_round(state, away[..., r], strength, odds, random)
    return state.table(rating, Scoring(), rounds, np.arange(1, players + 1), Rules())


def _absences(events: int, players: int, rounds: int, absences: Absences, random: Generator) -> IntArray:
    """Requested byes and withdrawals, drawn before the event: a Kind, or -1 where present, shape (B, P, R)."""
    away = np.full((events, players, rounds), -1, np.int8)
    takes, chosen = random.random((events, players)) < absences.half_byes, random.integers(rounds, size=(events, players))
    away[np.arange(rounds) == np.where(takes, chosen, -1)[..., None]] = Kind.HALF_BYE
    leaves = random.random((events, players)) < absences.withdrawals
    after = np.where(leaves, random.integers(1, max(rounds, 2), size=(events, players)), rounds)
    away[np.arange(rounds) >= after[..., None]] = Kind.ZERO_BYE
    return away


@dataclass(frozen=True, eq=False)
class State:
    """A batch of B events of P players after some rounds: the cells of each round, and what the next pairing has to know.

    The cells of a round are (B, P), or (P,) where they are the same in every event. ``met`` is written in place: a state from
    which a round was played is spent.
    """

    opponent: tuple[IntArray, ...]
    points: tuple[FloatArray, ...]
    kind: tuple[IntArray, ...]
    black: tuple[BoolArray, ...]
    score: FloatArray  # (B, P)
    met: BoolArray  # (B, P, P) who has met whom; nobody may meet themselves
    balance: IntArray  # (B, P) games with White minus games with Black
    last: IntArray  # (B, P) colour of the last game: 1 White, -1 Black, 0 none
    free: BoolArray  # (B, P) who has had the pairing-allocated bye, or points without a game

    @classmethod
    def start(cls, events: int, players: int) -> "State":
        """Nothing played yet."""
        shape = (events, players)
        met = np.broadcast_to(np.eye(players, dtype=bool), (events, players, players)).copy()
        score, balance, last = np.zeros(shape, np.float32), np.zeros(shape, np.int8), np.zeros(shape, np.int8)
        return cls((), (), (), (), score, met, balance, last, np.zeros(shape, bool))

    def table(self, rating: FloatArray, scoring: Scoring, planned: int, numbers: IntArray, rules: Rules) -> Crosstable:
        """The rounds so far as a crosstable of shape (B, P, R)."""
        stacked: dict[str, Any] = {}
        for name, dtype in (("opponent", np.intp), ("points", self.score.dtype), ("kind", np.int8), ("black", np.bool_)):
            rounds = getattr(self, name)
            cells = np.empty((len(rounds), *self.score.shape), dtype)
            for r, values in enumerate(rounds):
                cells[r] = values
            stacked[name] = round_axis_last(cells)
        return Crosstable(**stacked, rating=rating, scoring=scoring, rounds_planned=planned, number=numbers, rules=rules)


@dataclass(frozen=True, eq=False)
class Fixed:
    """A round whose boards are known: rows of White and of Black (N,), and the Kind of everyone else, -1 on a board, (P,).

    Where each event of a batch has its own: (B, N) and (B, P). ``opponent`` (P,): against whom a game is forfeited, -1 none.
    """

    white: IntArray
    black: IntArray
    away: IntArray
    opponent: IntArray | None = None


def play_round(
    state: State,
    away: IntArray,
    strength: FloatArray,
    odds: Odds,
    random: Generator,
    *,
    scoring: Scoring = CHESS,
    fixed: Fixed | None = None,
) -> State:
    """One more round: pairing, colours, results; ``away`` (B, P) or (P,) is a bye's Kind for those who do not play, else -1.

    ``strength`` (B, P) in Elo. A ``fixed`` round is not paired anew.
    """
    fixed = folded(state, away, random) if fixed is None else fixed
    white, black = (np.broadcast_to(rows, (len(state.score), rows.shape[-1])) for rows in (fixed.white, fixed.black))
    away = np.broadcast_to(fixed.away, state.score.shape)
    return _entered(state, away, white, black, _results(white, black, strength, odds, random), scoring, fixed.opponent)


def folded(state: State, away: IntArray, random: Generator) -> Fixed:
    """The next round by the fold, boards of shape (B, N); ``away`` (B, P) or (P,) as in ``play_round``."""
    here = np.broadcast_to(away < 0, state.score.shape)
    free, first, second = fold.paired(fold.groups(state.score), here, state.free, state.met)
    white, black = fold.colours(first, second, state.balance, state.last, random)
    return Fixed(white, black, np.where(free, np.int8(Kind.PAB), away))


def _results(white: IntArray, black: IntArray, strength: FloatArray, odds: Odds, random: Generator) -> FloatArray:
    """White's points as 1, ½ or 0 on boards of rows (B, N); strength (B, P)."""
    start = np.arange(len(white))[:, None] * strength.shape[1]
    one, other = (strength.reshape(-1).take(rows + start, mode="wrap") for rows in (white, black))
    return played(one, other, odds.between(one, other), random, first_move=odds.first_move)


def awards(result: FloatArray, scoring: Scoring, dtype: Any = np.float32) -> FloatArray:
    """The event's own points of a game that ended 1, ½ or 0, any shape; halves are exact in any ``dtype``."""
    return np.array([scoring.loss, scoring.draw, scoring.win], dtype).take((result * 2).astype(np.int8))


def _entered(
    state: State,
    unplayed: IntArray,
    white: IntArray,
    black: IntArray,
    result: FloatArray,
    scoring: Scoring,
    missed: IntArray | None = None,
) -> State:
    """The state with one more round: boards (B, N) that ended so for White; the Kind of others, (B, P), and whom they missed."""
    events, players = shape = state.score.shape
    real = white >= 0
    start = np.arange(events)[:, None] * players
    w, b = white + start, black + start
    dtype = state.score.dtype
    won, lost = awards(result, scoring, dtype), awards(1 - result, scoring, dtype)
    if not real.all():
        white, black, w, b = (rows[real] for rows in (white, black, w, b))
        won, lost = won[real], lost[real]
    opponent = np.full(shape, -1, np.intp) if missed is None else np.broadcast_to(missed, shape).astype(np.intp, order="C")
    points = bye_points(scoring).take(unplayed, mode="clip").astype(dtype, order="C")
    is_black, kind = np.zeros(shape, bool), unplayed.astype(np.int8, order="C")  # written to through a flat view
    opponent.reshape(-1)[w], opponent.reshape(-1)[b] = black, white
    points.reshape(-1)[w], points.reshape(-1)[b] = won, lost
    is_black.reshape(-1)[b] = True
    kind.reshape(-1)[w] = kind.reshape(-1)[b] = Kind.GAME
    met = state.met.reshape(-1)
    met[w * players + black] = met[b * players + white] = True
    colour = (kind == Kind.GAME).astype(np.int8)
    colour[is_black] = -1
    return replace(
        state,
        opponent=(*state.opponent, opponent),
        points=(*state.points, points),
        kind=(*state.kind, kind),
        black=(*state.black, is_black),
        score=state.score + points,
        balance=state.balance + colour,
        last=np.where(colour, colour, state.last),
        free=state.free | (unplayed == np.int8(Kind.PAB)) | (unplayed == np.int8(Kind.FULL_BYE)),
    )


def enter_results(
    state: State,
    round: int,
    white: IntArray,
    black: IntArray,
    strength: FloatArray,
    odds: Odds,
    random: Generator,
    scoring: Scoring = CHESS,
) -> State:
    """The state with the open boards of a round (from 0) that is in it already, rows (N,), played; strength (B, P) in Elo."""
    shape = state.score.shape
    one, other = (np.broadcast_to(rows, (shape[0], len(rows))) for rows in (white, black))
    result = _results(one, other, strength, odds, random)
    points: FloatArray = np.broadcast_to(state.points[round], shape).copy()
    kind: IntArray = np.broadcast_to(state.kind[round], shape).copy()
    for rows, own in ((white, result), (black, 1 - result)):
        points[:, rows] += awards(own, scoring, state.score.dtype)  # to points beyond the result, which may be there
    kind[:, [*white, *black]] = Kind.GAME
    gain: FloatArray = points * np.isin(np.arange(shape[1]), [*white, *black])
    state.met[:, white, black] = state.met[:, black, white] = True
    colour = np.zeros(shape[1], np.int8)
    colour[white], colour[black] = 1, -1
    latest = colour * np.int8(round == len(state.points) - 1)
    return replace(
        state,
        score=state.score + gain,
        balance=state.balance + colour,
        last=np.where(latest, latest, state.last),
        points=(*state.points[:round], points, *state.points[round + 1 :]),
        kind=(*state.kind[:round], kind, *state.kind[round + 1 :]),
    )


def one_of(table: Crosstable, event: int) -> Crosstable:
    """One event of a batch, (P, R)."""
    parts = {name: getattr(table, name)[event] for name in ("opponent", "points", "kind", "black")}
    parts |= {"bonus": table.bonus[event] if table.bonus is not None and table.bonus.ndim == 3 else table.bonus}
    rating = table.rating[event] if table.rating.ndim == 2 else table.rating
    return replace(table, **parts, rating=rating)


def bye_points(scoring: Scoring) -> FloatArray:
    """Points of each Kind that is not played, 0 of the others, shape (kinds,)."""
    points = np.zeros(len(Kind))
    for kind, awarded in scoring.by_kind.items():
        points[kind] = awarded
    return points
