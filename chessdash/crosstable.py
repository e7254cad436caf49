"""What happened in an event, as arrays of shape (..., P, R): batch of simulations, participants, rounds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import wraps
from math import prod
from types import MappingProxyType
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from chessdash.arguments import is_whole, shown
from chessdash.cells import BoolArray, Cells, FloatArray, IntArray, round_axis_first, round_axis_last, rounds_first
from chessdash.errors import DataError
from chessdash.text import say

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


VOLUNTARY = (Kind.HALF_BYE, Kind.ZERO_BYE, Kind.FORFEIT_LOSS)  # voluntary unplayed rounds, VUR (C.07 16.1)


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


NOT_YET = object()


def derived(function: "Callable[Concatenate[Crosstable, P], T]") -> "Callable[Concatenate[Crosstable, P], T]":
    """Computes a function of a frozen crosstable once for each set of further arguments, and remembers it with the table."""

    @wraps(function)
    def remembered(table: "Crosstable", /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (function, args, tuple(kwargs.items())) if kwargs else (function, args) if args else function
        if (known := table._memo.get(key, NOT_YET)) is not NOT_YET:
            return known  # type: ignore[no-any-return]
        return table._memo.setdefault(key, function(table, *args, **kwargs))  # type: ignore[no-any-return]

    return remembered


@dataclass(frozen=True, eq=False)
class Crosstable:
    """What happened, as arrays of shape (..., P, R); memory is laid out rounds first, so that sums over rounds are fast."""

    opponent: IntArray  # row of the opponent, -1 where none
    points: FloatArray  # as awarded, in the event's own points
    kind: IntArray  # Kind
    black: BoolArray
    rating: FloatArray  # (P,) or (..., P) for a batch of fields, Elo, nan = unrated
    scoring: Scoring
    rounds_planned: int
    number: IntArray  # (P,), pairing numbers
    rules: Rules = Rules()
    bonus: FloatArray | None = None  # part of `points` that the result does not explain (record 299)
    columns: Mapping[str, FloatArray] = field(default_factory=lambda: MappingProxyType({}))  # (P,) each, for OTHER_<column>
    _memo: dict[object, Any] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        shape = np.broadcast_shapes(self.opponent.shape, self.kind.shape)  # points alone may vary over a batch
        for name, dtype in (("opponent", np.intp), ("kind", np.int8), ("black", np.bool_), ("points", None), ("bonus", None)):
            if (array := getattr(self, name)) is not None:
                array = array if name in ("points", "bonus") or array.shape == shape else np.broadcast_to(array, shape)
                object.__setattr__(self, name, rounds_first(array, dtype))

    def __getstate__(self) -> dict[str, Any]:
        """What another process gets: the event, without what was computed of it."""
        return {**self.__dict__, "columns": dict(self.columns), "_memo": {}}

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

    def cells(self, *kinds: Kind) -> Cells:
        """The cells of these kinds, GAME excepted."""
        return _of_kinds(self, kinds)

    def met(self, forfeits: bool = False) -> BoolArray:
        """Rounds faced against the scheduled opponent, forfeits too if asked or predetermined (C.07 15.2), shape (..., P, R)."""
        return self.paired if forfeits or self.rules.predetermined else self.game

    def unmet(self, forfeits: bool = False) -> Cells:
        """The cells that ``met`` leaves out."""
        return _unmet(self, forfeits)

    def of_opponent(self, values: NDArray[Any]) -> NDArray[Any]:
        """The opponent's value of the event in each round, (..., P) to (..., P, R), any where none."""
        return _gather(self, values)

    def of_opponent_then(self, values: NDArray[Any]) -> NDArray[Any]:
        """The opponent's value of the same round, (..., P, R) to the same shape, any where none."""
        return _gather_rounds(self, values)

    def through(self, round: int) -> "Crosstable":
        """The table after this round; planned rounds unchanged."""
        if not is_whole(round, 0, self.rounds):
            raise DataError(say("round_out_of_range", round=shown(round), rounds=self.rounds))
        if round == self.rounds:
            return self
        cut = slice(None, round)
        return replace(
            self,
            opponent=self.opponent[..., cut],
            points=self.points[..., cut],
            kind=self.kind[..., cut],
            black=self.black[..., cut],
            bonus=None if self.bonus is None else self.bonus[..., cut],
        )


@derived
def _unusual(table: Crosstable) -> tuple[Cells, IntArray]:
    """The cells that are no plain game, and their kinds, (N,)."""
    cells = Cells.where(table.kind != np.int8(Kind.GAME))  # a Kind itself would widen the comparison to 64 bits
    return cells, cells.of(table.kind)


@derived
def _of_kinds(table: Crosstable, kinds: tuple[Kind, ...]) -> Cells:
    cells, found = _unusual(table)
    wanted = np.zeros(len(Kind), bool)
    wanted[list(kinds)] = True
    return cells.only(wanted[found])


@derived
def _rows(table: Crosstable) -> IntArray:
    """Opponents' rows rounds first, flat over the batch where it has one, any row where none, shape (R, ..., P)."""
    index = round_axis_first(table.opponent)
    players = index.shape[-1]
    return index if index.ndim == 2 else index + (np.arange(prod(index.shape[1:-1])) * players).reshape(*index.shape[1:-1], 1)


def _gather(table: Crosstable, values: NDArray[Any]) -> NDArray[Any]:
    """values[..., opponent] of shape (..., P) to (..., P, R), rounds first in memory."""
    index = _rows(table)
    if values.ndim == index.ndim - 1:  # one opponent a cell, one value a row: a single look-up in the flat values
        return round_axis_last(np.ascontiguousarray(values).reshape(-1).take(index, mode="wrap"))
    if values.ndim > 1 and index.ndim == 2:  # the same pairings for a batch of values
        out = np.empty((len(index), *values.shape), values.dtype)
        for one, rows in zip(out, index, strict=True):
            values.take(rows, -1, out=one, mode="wrap")
        return round_axis_last(out)
    return _gather(table, np.broadcast_to(values, table.opponent.shape[:-1]))


def _gather_rounds(table: Crosstable, values: NDArray[Any]) -> NDArray[Any]:
    """values[..., opponent, round] of shape (..., P, R) to the same shape, rounds first in memory."""
    index = _rows(table)
    if values.ndim == index.ndim:
        size = prod(index.shape[1:])  # also without any round
        start = (np.arange(len(index)) * size).reshape(-1, *[1] * (index.ndim - 1))
        return round_axis_last(np.ascontiguousarray(round_axis_first(values)).reshape(-1).take(index + start, mode="wrap"))
    if index.ndim == 2:
        by_round = [values[..., r].take(rows, -1, mode="wrap") for r, rows in enumerate(index)]
        return round_axis_last(np.stack(by_round)) if by_round else values
    return _gather_rounds(table, np.broadcast_to(values, table.opponent.shape))


@derived
def _game(table: Crosstable) -> BoolArray:
    games: BoolArray = table.kind <= np.int8(Kind.UNRATED_GAME)
    return games


@derived
def _forfeits(table: Crosstable) -> Cells:
    cells = table.cells(Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS)
    return cells.only(cells.of(table.opponent) >= 0)


@derived
def _forfeit(table: Crosstable) -> BoolArray:
    return _forfeits(table).mask()


@derived
def _paired(table: Crosstable) -> BoolArray:
    both = table.game.copy(order="K")
    _forfeits(table).put(both, True)
    return both


@derived
def _unmet(table: Crosstable, forfeits: bool) -> Cells:
    cells, _ = _unusual(table)
    return cells.only(~cells.of(table.met(forfeits)))


@derived
def _happened(table: Crosstable) -> BoolArray:
    rounds = np.full(table.kind.shape[-1:] + table.kind.shape[:-1], True)
    table.cells(Kind.PENDING, Kind.ANNULLED).put(round_axis_last(rounds), False)
    return round_axis_last(rounds)


@derived
def _voluntary(table: Crosstable) -> BoolArray:
    return table.cells(*VOLUNTARY).mask()


@derived
def _score(table: Crosstable) -> FloatArray:
    earned = table.points if table.happened.all() else np.multiply(table.points, table.happened)
    score: FloatArray = np.add.reduce(earned, -1)
    return score


@derived
def _exact(table: Crosstable) -> bool:
    awards = [table.scoring.win, table.scoring.draw, table.scoring.loss, *table.scoring.by_kind.values()]
    halves = np.concatenate([awards, [] if table.bonus is None else table.bonus.ravel()]) * 2
    return bool((halves == np.rint(halves)).all())
