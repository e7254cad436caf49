"""Tie-breaks from the opponents' scores: Buchholz, Fore Buchholz, Sonneborn-Berger, Koya (C.07 arts. 8, 9, 15 and 16)."""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from chessdash.cells import BoolArray, Cells, FloatArray
from chessdash.crosstable import VOLUNTARY, Crosstable, Kind, derived
from chessdash.tiebreaks.registry import tiebreak
from chessdash.tiebreaks.terms import Terms, mean_to_hundredths

if TYPE_CHECKING:
    from chessdash.tiebreaks.descriptor import Descriptor


@derived
def hanging(table: Crosstable) -> Cells:
    """Requested byes followed only by voluntary unplayed rounds, or by none (category .5 of C.07 16.2)."""
    requested = table.cells(Kind.HALF_BYE, Kind.ZERO_BYE)
    silent = table.cells(*VOLUNTARY, Kind.PENDING, Kind.ANNULLED).mask()
    for r in reversed(range(table.rounds - 1)):
        silent[..., r] &= silent[..., r + 1]
    return requested.only(requested.of(silent))


@derived
def adjusted_score(table: Crosstable) -> FloatArray:
    """Score as opponents see it: byes at the end count as draws (C.07 16.3; Swiss only), shape (..., P)."""
    if table.rules.predetermined or not len(cells := hanging(table)):
        return table.score
    adjusted = table.score.copy()
    cells.into_rows(np.add, adjusted, table.scoring.draw - cells.of(table.points))
    return adjusted


@derived
def faced_score(table: Crosstable, forfeits: bool = False) -> FloatArray:
    """Score met in each round, a dummy's where unplayed (C.07 16.4), shape (..., P, R)."""
    faced, cells = table.of_opponent(adjusted_score(table)), table.unmet(forfeits)
    if len(cells):
        cells.put(faced, 0 if table.rules.predetermined else dummy_score(table, cells, cells.of(faced)))
    return faced


def dummy_score(table: Crosstable, cells: Cells, scheduled: FloatArray) -> FloatArray:
    """The dummy's score in these N cells: one's own as awarded, capped in the edition of 2026 (C.07 16.4), shape (..., N).

    ``scheduled`` is the adjusted score of the opponent who was due, of the same shape, where there was one.
    """
    own = cells.of_rows(table.score)
    if table.rules.edition == "2024":
        return own
    cap = own.dtype.type(table.scoring.draw * table.rounds_planned)
    capped: FloatArray = np.minimum(own, np.where(cells.of(table.forfeit), scheduled, cap))
    return capped


def counts_against(table: Crosstable) -> BoolArray:
    """Rounds that contribute: all that happened in a Swiss, only scheduled games where predetermined, shape (..., P, R)."""
    return table.paired if table.rules.predetermined else table.happened


@derived
def voluntary_dummies(table: Crosstable, forfeits: bool) -> Cells | None:
    """Voluntary unplayed rounds that face a dummy, which the low cuts take first (C.07 16.5)."""
    if table.rules.predetermined:
        return None
    cells = table.cells(*VOLUNTARY)
    return cells.only(~cells.of(table.met(forfeits))) if forfeits else cells


@derived
def drawn_last(table: Crosstable) -> Crosstable:
    """The event in which every paired game of its last planned round was played and drawn (C.07 8.3, Fore Buchholz)."""
    if not table.rounds or table.rounds < table.rounds_planned:
        return table
    last = np.zeros_like(table.paired)
    last[..., -1] = table.paired[..., -1]
    return replace(
        table,
        kind=np.where(last, np.int8(Kind.GAME), table.kind),
        points=np.where(last, table.points.dtype.type(table.scoring.draw), table.points),
    )


@tiebreak("BH", "Buchholz", article="8.1", type="C", accepts=("cut", "median", "played"), swiss_only=True)
def buchholz(table: Crosstable, descriptor: "Descriptor") -> Terms:
    """Sum of the opponents' adjusted scores (C.07 8.1), contributions of shape (..., P, R)."""
    forfeits = descriptor.forfeits
    return Terms(faced_score(table, forfeits), counts_against(table), cut_first=voluntary_dummies(table, forfeits))


@tiebreak("FB", "Fore Buchholz", article="8.3", type="D", accepts=("cut", "median", "played"), swiss_only=True, known_early=True)
def fore_buchholz(table: Crosstable, descriptor: "Descriptor") -> Terms:
    """Buchholz of the event whose last round was drawn (C.07 8.3), contributions of shape (..., P, R)."""
    return buchholz(drawn_last(table), descriptor)


@tiebreak("AOB", "Average of opponents' Buchholz", article="8.2", type="CC", accepts=("fore",), swiss_only=True, digits=2)
def average_opponents_buchholz(table: Crosstable, descriptor: "Descriptor") -> Terms:
    """Mean of the unrounded Buchholz of opponents over the board, two decimals (C.07 8.2), shape (..., P, R)."""
    theirs = (fore_buchholz if descriptor.fore else buchholz)(table, descriptor).total()
    return Terms(table.of_opponent(theirs), table.game, reduce=mean_to_hundredths)


@tiebreak("SB", "Sonneborn-Berger", article="9.1", type="BC", accepts=("cut", "median", "played"))
def sonneborn_berger(table: Crosstable, descriptor: "Descriptor") -> Terms:
    """Sum of the opponent's adjusted score times the points against it (C.07 9.1), shape (..., P, R)."""
    faced = faced_score(table, descriptor.forfeits)
    return Terms(
        faced * table.points, counts_against(table), significance=faced, cut_first=voluntary_dummies(table, descriptor.forfeits)
    )


def scheduled_games(table: Crosstable) -> int:
    """Games that each participant is scheduled to play, the free rounds of an odd round robin left out."""
    players = int(table.kind.shape[-2])
    if not table.rules.predetermined or players % 2 == 0 or table.rounds_planned % players:
        return table.rounds_planned
    return table.rounds_planned // players * (players - 1)


def koya_limit(table: Crosstable, descriptor: "Descriptor") -> float:
    """Half of the points of a win in every scheduled game, moved by /L draws (C.07 9.2, 14.5)."""
    return table.scoring.win * scheduled_games(table) / 2 + descriptor.limit * table.scoring.draw


def reaches_limit(table: Crosstable, descriptor: "Descriptor") -> BoolArray:
    """Who has at least the Koya limit, with one rounding where points are no halves, shape (..., P)."""
    limit = koya_limit(table, descriptor)
    return table.score >= limit if table.exact else np.round(table.score, 6) >= round(limit, 6)


@tiebreak("KS", "Koya system", article="9.2", type="BC", accepts=("limit",))
def koya(table: Crosstable, descriptor: "Descriptor") -> Terms:
    """Points against those with at least half of the maximum score, moved by /L (C.07 9.2), shape (..., P, R)."""
    strong = table.of_opponent(reaches_limit(table, descriptor))
    return Terms(np.multiply(table.points, strong & table.paired), table.paired)
