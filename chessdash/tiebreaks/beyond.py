"""Tie-breaks beyond FIDE's list: least squares, strength of schedule, and those of US Chess (rule 34E)."""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from chessdash.cells import FloatArray
from chessdash.crosstable import Crosstable, derived
from chessdash.tiebreaks.record import progressive
from chessdash.tiebreaks.registry import tiebreak
from chessdash.tiebreaks.terms import Terms, total

if TYPE_CHECKING:
    from chessdash.tiebreaks.descriptor import Descriptor

SAME = 1e-10  # eigenvalues below this share of the greatest are none: a path of 1,000 players has 1e-6
LONG = 9  # rounds from which US Chess discards two scores instead of one


@tiebreak("OTHER_SOS", "Strength of schedule", article="", type="C")
def strength_of_schedule(table: Crosstable, descriptor: "Descriptor") -> Terms:
    """Sum of the opponents' total points, a bye's round adding nothing, without any adjustment, shape (..., P, R)."""
    return Terms(np.multiply(table.of_opponent(table.score), table.paired), table.paired)


@derived
def meetings(table: Crosstable) -> FloatArray:
    """Pseudo-inverse of the Laplacian of the meetings over the board, shape (..., P, P), of the pairings' batch."""
    *shape, players, _ = table.opponent.shape
    laplacian = np.zeros((*shape, players, players))
    met = table.met()
    for r in range(table.rounds):
        at = np.nonzero(met[..., r])
        laplacian[(*at, table.opponent[..., r][at])] -= 1.0  # nobody meets two in a round: no pair stands twice
    rows = np.arange(players)
    laplacian[..., rows, rows] = met.sum(-1)
    return np.linalg.pinv(laplacian, rcond=SAME, hermitian=True)


def plain_mean(terms: Terms) -> FloatArray:
    """Mean of the counted contributions to nine decimals, nan where none is left, shape (..., P)."""
    games = np.add.reduce(terms.counted, -1, dtype=float)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean: FloatArray = np.round(total(terms) / games, 9) + 0.0  # one rounding, so that equals are equal; no minus zero
    return mean


@tiebreak("OTHER_RB", "Least squares (recursive Buchholz)", article="", type="BC", digits=3)
def least_squares(table: Crosstable, descriptor: "Descriptor") -> Terms:
    """The opponent's own value plus half of what was won from it, in points; the mean is the value, shape (..., P, R).

    The values that satisfy this of everybody at once are the pseudo-inverse of the meetings' Laplacian times (points minus half
    of what was at stake). They are comparable among players whom a chain of games connects. Source: Csató, ranking in Swiss team
    tournaments (arXiv 1507.05045).
    """
    met = table.met()
    won = np.where(met, (table.points - table.of_opponent_then(table.points)).astype(float) / 2, 0.0)
    values = (meetings(table) @ won.sum(-1)[..., None])[..., 0]
    return Terms(np.where(met, table.of_opponent(values) + won, 0.0), met, reduce=plain_mean)


def halved_absences(table: Crosstable) -> FloatArray:
    """Scores in which every unplayed round counts as a draw (US Chess 34E), shape (..., P)."""
    absent = table.happened & ~table.game
    adjusted: FloatArray = np.where(absent, table.scoring.draw, table.points * table.happened).sum(-1)
    return adjusted


@tiebreak("OTHER_SOLKOFF", "Solkoff (US Chess)", article="", type="C", swiss_only=True)
def solkoff(table: Crosstable, descriptor: "Descriptor") -> Terms:
    """Sum of the opponents' scores, their unplayed rounds as draws, one's own as opponents on 0 (34E2), shape (..., P, R)."""
    return Terms(np.multiply(table.of_opponent(halved_absences(table)), table.game), table.happened)


@tiebreak("OTHER_MODMED", "Modified median (US Chess)", article="", type="C", swiss_only=True)
def modified_median(table: Crosstable, descriptor: "Descriptor") -> Terms:
    """Solkoff without the least score for those above half, the greatest below half, both at half (34E1), shape (..., P, R).

    Two scores each from nine rounds on.
    """
    whole = solkoff(table, descriptor)
    cuts = 2 if table.rounds_planned >= LONG else 1
    balance = (table.score - table.scoring.win * table.rounds / 2)[..., None]
    kept = np.where(
        balance > 0, whole.cut(cuts).counted, np.where(balance < 0, whole.cut(0, cuts).counted, whole.cut(cuts, cuts).counted)
    )
    return replace(whole, counted=kept)


@tiebreak("OTHER_CUMULATIVE", "Cumulative (US Chess)", article="", type="B", known_early=True)
def cumulative(table: Crosstable, descriptor: "Descriptor") -> Terms:
    """Running score after each round, less the points of each win without a game (34E3), shape (..., P, R)."""
    win = table.points.dtype.type(table.scoring.win)
    given = table.happened & ~table.game & (table.points >= win)
    running = progressive(table, descriptor)
    return replace(running, value=running.value - win * given)
