"""What happened in an event, as arrays of shape (..., P, R): batch of simulations, participants, rounds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import wraps
from types import MappingProxyType
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from chessdash.errors import DataError
from chessdash.text import say

IntArray = NDArray[np.signedinteger]
FloatArray = NDArray[np.floating]
BoolArray = NDArray[np.bool_]
P = ParamSpec("P")
T = TypeVar("T")


class Kind(IntEnum):
    """What a cell of the crosstable is."""

    GAME = 0  # over the board, rated
    UNRATED_GAME = 1  # over the board, less than a move (W D L): everywhere a game but in ratings
    ANNULLED = 2  # rated, but not in the table
    FORFEIT_WIN = 3
    FORFEIT_LOSS = 4
    PAB = 5
    FULL_BYE = 6
    HALF_BYE = 7
    ZERO_BYE = 8
    PENDING = 9  # no round yet


@dataclass(frozen=True)
class Scoring:
    """Points for each outcome, in the event's own points (TRF record 162)."""

    win: float = 1.0
    draw: float = 0.5
    loss: float = 0.0
    absence: float | None = None  # zero-point bye and forfeit loss; None: as a loss
    pab: float | None = None  # pairing-allocated bye; None: as a win
    pending: float = 0.0  # what some programs credit before a result is known; never part of a table here

    @property
    def by_kind(self) -> Mapping[Kind, float]:
        """Points of each unplayed kind."""
        absence = self.loss if self.absence is None else self.absence
        pab = self.win if self.pab is None else self.pab
        return {
            Kind.FORFEIT_WIN: self.win,
            Kind.FORFEIT_LOSS: absence,
            Kind.PAB: pab,
            Kind.FULL_BYE: self.win,
            Kind.HALF_BYE: self.draw,
            Kind.ZERO_BYE: absence,
        }


@dataclass(frozen=True)
class Rules:
    """Which reading of C.07 applies: edition "2024" or "2026", system "swiss" or "round-robin", rating of the unrated."""

    edition: str = "2026"
    system: str = "swiss"
    unrated: float | None = None

    @property
    def predetermined(self) -> bool:
        """Whether the pairings were fixed beforehand, so that forfeits are normal games (C.07 15.2)."""
        return self.system == "round-robin"


def derived(function: "Callable[Concatenate[Crosstable, P], T]") -> "Callable[Concatenate[Crosstable, P], T]":
    """Computes a function of a frozen crosstable once for each set of further arguments, and remembers it with the table."""

    @wraps(function)
    def remembered(table: "Crosstable", /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (function, args, tuple(kwargs.items()))
        try:
            return table._memo[key]  # type: ignore[no-any-return]
        except KeyError:
            return table._memo.setdefault(key, function(table, *args, **kwargs))  # type: ignore[no-any-return]

    return remembered


@dataclass(frozen=True, eq=False)
class Crosstable:
    """What happened, as arrays of shape (..., P, R); memory is laid out rounds first, so that sums over rounds are fast."""

    opponent: IntArray  # row of the opponent, -1 where none
    points: FloatArray  # as awarded, in the event's own points
    kind: IntArray  # Kind
    black: BoolArray
    rating: FloatArray  # (P,), Elo, nan = unrated
    scoring: Scoring
    rounds_planned: int
    number: IntArray  # (P,), pairing numbers
    rules: Rules = Rules()
    bonus: FloatArray | None = None  # part of `points` that the result does not explain (record 299)
    columns: Mapping[str, FloatArray] = field(default_factory=lambda: MappingProxyType({}))  # (P,) each, for OTHER_<column>
    _memo: dict[object, Any] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        for name, dtype in (("opponent", np.intp), ("points", None), ("kind", np.int8), ("black", np.bool_), ("bonus", None)):
            if (array := getattr(self, name)) is not None:
                object.__setattr__(self, name, rounds_first(array, dtype))

    @property
    def rounds(self) -> int:
        """Number of rounds that the table holds."""
        return int(self.kind.shape[-1])

    @property
    def game(self) -> BoolArray:
        """Games over the board, rated or not, shape (..., P, R)."""
        return _game(self)

    @property
    def forfeit(self) -> BoolArray:
        """Forfeits against a scheduled opponent, shape (..., P, R)."""
        return _forfeit(self)

    @property
    def paired(self) -> BoolArray:
        """Rounds with an opponent: games and forfeits, shape (..., P, R)."""
        return _paired(self)

    @property
    def happened(self) -> BoolArray:
        """Rounds that count as rounds: not pending and not annulled, shape (..., P, R)."""
        return _happened(self)

    @property
    def voluntary(self) -> BoolArray:
        """Voluntary unplayed rounds: requested byes and forfeit losses (C.07 16.1), shape (..., P, R)."""
        return _voluntary(self)

    @property
    def score(self) -> FloatArray:
        """Points of the rounds that happened, shape (..., P)."""
        return _score(self)

    @property
    def exact(self) -> bool:
        """Whether every award is a multiple of a half, so that sums and products are exact in binary."""
        return _exact(self)

    def met(self, forfeits: bool = False) -> BoolArray:
        """Rounds faced against the scheduled opponent, forfeits too if asked or predetermined (C.07 15.2), shape (..., P, R)."""
        return self.paired if forfeits or self.rules.predetermined else self.game

    def of_opponent(self, values: NDArray[Any]) -> NDArray[Any]:
        """The opponent's value, of the event or of the same round: (..., P) or (..., P, R) to (..., P, R), any where none."""
        per_round = values.ndim > 1 and values.shape[-2:] == self.kind.shape[-2:]
        return _gather_rounds(self.opponent, values) if per_round else _gather(self.opponent, values)

    def through(self, round: int) -> "Crosstable":
        """The table after this round; planned rounds unchanged."""
        if not 0 <= round <= self.rounds:
            raise DataError(say("round_out_of_range", round=round, rounds=self.rounds))
        cut = slice(None, round)
        return replace(
            self,
            opponent=self.opponent[..., cut],
            points=self.points[..., cut],
            kind=self.kind[..., cut],
            black=self.black[..., cut],
            bonus=None if self.bonus is None else self.bonus[..., cut],
        )


def rounds_first(array: NDArray[Any], dtype: Any = None) -> NDArray[Any]:
    """The same values of shape (..., P, R), in memory as (R, ..., P)."""
    return np.moveaxis(np.ascontiguousarray(np.moveaxis(np.asarray(array, dtype), -1, 0)), 0, -1)


def _gather(opponent: IntArray, values: NDArray[Any]) -> NDArray[Any]:
    """values[..., opponent] of shape (..., P) to (..., P, R), rounds first in memory; the least row stands in for none."""
    rounds, players = opponent.shape[-1], opponent.shape[-2]
    index = np.moveaxis(opponent, -1, 0)
    if values.ndim == 1 and opponent.ndim == 2:
        return np.moveaxis(np.take(values, index, mode="clip"), 0, -1)
    batch = np.broadcast_shapes(opponent.shape[:-2], values.shape[:-1])
    out = np.empty((rounds, *batch, players), values.dtype)
    if opponent.ndim == 2:
        for one, where in zip(out, index, strict=True):
            np.take(values, where, axis=-1, out=one, mode="clip")
    else:
        flat = np.ascontiguousarray(np.broadcast_to(values, (*batch, players))).reshape(-1)
        start = (np.arange(flat.size // players) * players).reshape(*batch, 1)
        np.take(flat, np.maximum(index, 0) + start, out=out, mode="clip")
    return np.moveaxis(out, 0, -1)


def _gather_rounds(opponent: IntArray, values: NDArray[Any]) -> NDArray[Any]:
    """values[..., opponent[r], r], shapes (..., P, R) throughout, rounds first in memory."""
    by_round = [_gather(opponent[..., r : r + 1], values[..., r])[..., 0] for r in range(opponent.shape[-1])]
    return np.moveaxis(np.stack(by_round), 0, -1) if by_round else values


@derived
def _game(table: Crosstable) -> BoolArray:
    games: BoolArray = table.kind <= Kind.UNRATED_GAME
    return games


@derived
def _forfeit(table: Crosstable) -> BoolArray:
    rounds: BoolArray = ((table.kind == Kind.FORFEIT_WIN) | (table.kind == Kind.FORFEIT_LOSS)) & (table.opponent >= 0)
    return rounds


@derived
def _paired(table: Crosstable) -> BoolArray:
    both: BoolArray = table.game | table.forfeit
    return both


@derived
def _happened(table: Crosstable) -> BoolArray:
    rounds: BoolArray = (table.kind != Kind.PENDING) & (table.kind != Kind.ANNULLED)
    return rounds


@derived
def _voluntary(table: Crosstable) -> BoolArray:
    rounds: BoolArray = (table.kind == Kind.HALF_BYE) | (table.kind == Kind.ZERO_BYE) | (table.kind == Kind.FORFEIT_LOSS)
    return rounds


@derived
def _score(table: Crosstable) -> FloatArray:
    score: FloatArray = np.where(table.happened, table.points, table.points.dtype.type(0)).sum(-1)
    return score


@derived
def _exact(table: Crosstable) -> bool:
    halves = table.points * 2
    return bool((halves == np.rint(halves)).all())
