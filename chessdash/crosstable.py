"""What happened in an event, as arrays of shape (..., P, R): batch of simulations, participants, rounds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import wraps
from types import MappingProxyType
from typing import Concatenate, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

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
    _memo: dict[object, object] = field(default_factory=dict, init=False, repr=False)
