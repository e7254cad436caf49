"""Tie-breaks of a participant's own record: points, wins, Black, rounds, running score (C.07 art. 7)."""

from typing import TYPE_CHECKING

import numpy as np

from chessdash.cells import BoolArray, FloatArray
from chessdash.crosstable import Crosstable
from chessdash.errors import TieBreakError
from chessdash.text import say
from chessdash.tiebreaks.registry import RATING_MODIFIER, tiebreak
from chessdash.tiebreaks.terms import Terms

if TYPE_CHECKING:
    from chessdash.tiebreaks.descriptor import Descriptor


def count(table: Crosstable, rounds: BoolArray) -> Terms:
    """One for each of these rounds that happened, shape (..., P, R)."""
    return Terms((rounds & table.happened).astype(table.points.dtype), table.happened)


@tiebreak("PTS", "Points", article="4.2", type="")
def points(table: Crosstable, descriptor: "Descriptor") -> Terms:
    """Points in the event's own scoring system, shape (..., P, R)."""
    return Terms(table.points, table.happened)


@tiebreak("WIN", "Number of wins", article="7.1", type="B")
def wins(table: Crosstable, descriptor: "Descriptor") -> Terms:
    """Rounds that brought, played or not, the points of a win (C.07 7.1), shape (..., P, R)."""
    return count(table, table.points >= table.scoring.win)


def won_over_the_board(table: Crosstable) -> BoolArray:
    """Games over the board that were won, shape (..., P, R)."""
    games: BoolArray = table.game & (outcome(table) == 1)
    return games


def outcome(table: Crosstable) -> FloatArray:
    """1, ½ or 0 for a win, draw or loss in whatever scoring system, without the points of record 299, shape (..., P, R)."""
    earned, draw = table.points, table.scoring.draw
    if table.bonus is not None:  # one rounding: a third plus a half less a half is no third any more
        earned, draw = np.round(table.points - table.bonus, 6), round(draw, 6)
    level = earned == draw
    if draw == table.scoring.loss:  # where a draw pays no more than a loss, the opponent's points tell them apart
        level &= table.of_opponent_then(earned) == draw
    result: FloatArray = (earned > draw) + np.multiply(level, earned.dtype.type(0.5))
    return result


@tiebreak("WON", "Games won over the board", article="7.2", type="B")
def won(table: Crosstable, descriptor: "Descriptor") -> Terms:
    """Games won over the board, forfeits never (C.07 7.2), shape (..., P, R)."""
    return count(table, won_over_the_board(table))


@tiebreak("BPG", "Games played with Black", article="7.3", type="B", known_early=True)
def black_games(table: Crosstable, descriptor: "Descriptor") -> Terms:
    """Games played over the board with Black (C.07 7.3), shape (..., P, R)."""
    return count(table, table.game & table.black)


@tiebreak("BWG", "Games won with Black", article="7.4", type="B")
def black_wins(table: Crosstable, descriptor: "Descriptor") -> Terms:
    """Games won over the board with Black (C.07 7.4), shape (..., P, R)."""
    return count(table, won_over_the_board(table) & table.black)


@tiebreak("REP", "Rounds elected to play", article="7.6", type="B", known_early=True)
def rounds_elected(table: Crosstable, descriptor: "Descriptor") -> Terms:
    """Rounds but for half-point and zero-point byes and forfeit losses (C.07 7.6; the free round too where predetermined)."""
    declined = table.voluntary
    if table.rules.predetermined:
        declined = declined | ~table.paired
    return count(table, ~declined)


@tiebreak("STD", "Standard points", article="7.7", type="B", known_early=True)
def standard_points(table: Crosstable, descriptor: "Descriptor") -> Terms:
    """1 for more than the opponent's points, or than a draw's where unplayed; ½ when equal (C.07 7.7), shape (..., P, R)."""
    other = np.where(table.met(), table.of_opponent_then(table.points), table.points.dtype.type(table.scoring.draw))
    value = (table.points > other) + np.multiply(table.points == other, table.points.dtype.type(0.5))
    return Terms(value, table.happened)


@tiebreak("PS", "Progressive score", article="7.5", type="B", accepts=("cut",), known_early=True)
def progressive(table: Crosstable, descriptor: "Descriptor") -> Terms:
    """Running score after each round; cuts take the first, the least unless points were taken away (7.5, 14.1), (..., P, R)."""
    earned = np.where(table.happened, table.points, table.points.dtype.type(0))
    running = np.empty_like(earned)
    sofar = np.zeros_like(earned[..., :1]).sum(-1)
    for r in range(earned.shape[-1]):
        sofar = running[..., r] = sofar + earned[..., r]
    return Terms(running, table.happened, significance=np.broadcast_to(np.arange(table.rounds, dtype=float), running.shape))


@tiebreak(
    "TPN", "Pairing number", article="7.8", type="B", accepts=("reverse",), shape="given", lower_first=True, known_early=True
)
def pairing_number(table: Crosstable, descriptor: "Descriptor") -> FloatArray:
    """Pairing number, the lower first (C.07 7.8), shape (P,)."""
    return table.number.astype(float)


@tiebreak(
    "RTNG",
    "Rating",
    article="10.6",
    type="B",
    accepts=("reverse", *RATING_MODIFIER),
    shape="given",
    needs_ratings=True,
    known_early=True,
)
def own_rating(table: Crosstable, descriptor: "Descriptor") -> FloatArray:
    """Rating, the higher first (C.07 10.6), Elo, shape (P,)."""
    return table.rating


def column(table: Crosstable, descriptor: "Descriptor") -> FloatArray:
    """A numeric column of the participants' table for OTHER_<column>, shape (P,)."""
    wanted = descriptor.name.removeprefix("OTHER_").lower()
    for name, values in table.columns.items():
        if name.lower() == wanted:
            return values
    raise TieBreakError(say("no_such_column", code=descriptor.name, known=", ".join(table.columns) or say("none")))
