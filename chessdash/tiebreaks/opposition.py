"""Tie-breaks from the opponents' ratings: average, performances and their averages (C.07 art. 10)."""

from typing import TYPE_CHECKING

import numpy as np

from chessdash.cells import BoolArray, FloatArray
from chessdash.crosstable import Crosstable, Kind, derived
from chessdash.ratings.tables import WIDEST, expected_hundredths, performance_difference
from chessdash.tiebreaks.record import outcome
from chessdash.tiebreaks.registry import RATING_MODIFIER, tiebreak
from chessdash.tiebreaks.terms import Terms, half_up, whole_mean

if TYPE_CHECKING:
    from chessdash.tiebreaks.descriptor import Descriptor


@derived
def rated(table: Crosstable) -> BoolArray:
    """Games over the board of at least a move by each player, shape (..., P, R)."""
    games: BoolArray = table.kind == Kind.GAME
    return games


@derived
def opponents_ratings(table: Crosstable) -> FloatArray:
    """Rating of each round's opponent, Elo, 0 where no rated game, shape (..., P, R)."""
    return np.where(rated(table), table.of_opponent(table.rating), 0.0)


@derived
def points_over_the_board(table: Crosstable) -> FloatArray:
    """1, ½, 0 for each rated game, summed, whatever the scoring system, shape (..., P)."""
    made: FloatArray = np.multiply(outcome(table), rated(table)).sum(-1, dtype=float)
    return made


def ratings_met(table: Crosstable) -> Terms:
    """The rating of each opponent over the board, Elo, shape (..., P, R)."""
    return Terms(opponents_ratings(table), rated(table), reduce=whole_mean)


@tiebreak(
    "ARO",
    "Average rating of opponents",
    article="10.1",
    type="D",
    accepts=("cut", "median", *RATING_MODIFIER),
    needs_ratings=True,
    known_early=True,
)
def average_rating(table: Crosstable, descriptor: "Descriptor") -> Terms:
    """Mean rating of the opponents over the board, whole, .5 up (C.07 10.1), Elo, shape (..., P, R)."""
    return ratings_met(table)


@derived
def tournament_performance(table: Crosstable) -> FloatArray:
    """Average rating plus dp of the fractional score (C.07 10.2, table 8.1.1), Elo, nan without a game, shape (..., P)."""
    games, points = rated(table).sum(-1), points_over_the_board(table)
    hundredths = np.nan_to_num(half_up(points * 100, games)).astype(np.int64)
    return total_mean(table) + performance_difference(hundredths)


@derived
def total_mean(table: Crosstable) -> FloatArray:
    """Average rating of the opponents, whole, .5 up, Elo, nan without a game, shape (..., P)."""
    return ratings_met(table).total()


@derived
def perfect_performance(table: Crosstable) -> FloatArray:
    """Lowest rating whose expected score is at least the score (C.07 10.3, table 8.1.2), Elo, nan if none, shape (..., P)."""
    games = rated(table)
    ratings = opponents_ratings(table).astype(np.int64)
    wanted = np.rint(points_over_the_board(table) * 100).astype(np.int64)
    least = np.where(games, ratings, np.iinfo(np.int64).max).min(-1, initial=10**6)
    low, high = least - WIDEST, np.where(games, ratings, 0).max(-1, initial=0) + WIDEST
    while (low < high).any():
        middle = (low + high) >> 1
        enough = np.multiply(expected_hundredths(middle[..., None] - ratings), games).sum(-1) >= wanted
        high, low = np.where(enough, middle, high), np.where(enough, low, np.minimum(middle + 1, high))
    return np.where(games.any(-1), np.where(wanted > 0, low, least - 800), np.nan)


@tiebreak(
    "TPR",
    "Tournament performance rating",
    article="10.2",
    type="DB",
    accepts=RATING_MODIFIER,
    shape="performance",
    needs_ratings=True,
)
def performance(table: Crosstable, descriptor: "Descriptor") -> FloatArray:
    """Tournament performance rating (C.07 10.2), Elo, shape (..., P)."""
    return tournament_performance(table)


@tiebreak(
    "PTP",
    "Perfect tournament performance",
    article="10.3",
    type="DB",
    accepts=RATING_MODIFIER,
    shape="performance",
    needs_ratings=True,
)
def perfect(table: Crosstable, descriptor: "Descriptor") -> FloatArray:
    """Perfect tournament performance (C.07 10.3), Elo, shape (..., P)."""
    return perfect_performance(table)


@tiebreak("APRO", "Average performance of opponents", article="10.4", type="DC", accepts=RATING_MODIFIER, needs_ratings=True)
def average_performance(table: Crosstable, descriptor: "Descriptor") -> Terms:
    """Mean tournament performance of the opponents over the board, whole, .5 up (C.07 10.4), Elo, shape (..., P, R)."""
    return of_rated_opponents(table, tournament_performance(table))


@tiebreak(
    "APPO", "Average perfect performance of opponents", article="10.5", type="DC", accepts=RATING_MODIFIER, needs_ratings=True
)
def average_perfect(table: Crosstable, descriptor: "Descriptor") -> Terms:
    """Mean perfect performance of the opponents over the board, whole, .5 up (C.07 10.5), Elo, shape (..., P, R)."""
    return of_rated_opponents(table, perfect_performance(table))


def of_rated_opponents(table: Crosstable, values: FloatArray) -> Terms:
    """A value of shape (..., P) of each opponent over the board, shape (..., P, R)."""
    return Terms(np.where(rated(table), table.of_opponent(values), 0.0), rated(table), reduce=whole_mean)
