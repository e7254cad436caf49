"""How strong the players of an event are: from their ratings, and from the results so far, with what is not known of it."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from chessdash.arguments import flag, made_by, number
from chessdash.cells import FloatArray
from chessdash.crosstable import Crosstable
from chessdash.simulation import MEAN_RATING, TEN, Odds, expected

STEPS = 20  # of Newton's method, which needs about five
CLOSE = 0.01  # Elo
WIDEST = 10_000.0  # Elo, of a spread or an error: as good as nothing known
USUAL = Odds(draws=0.40, first_move=35.0, by_strength=0.043, at=2000.0, least=0.15, most=0.65)


@dataclass(frozen=True)
class Model:
    """What a simulation assumes; docs/decisions/draws-and-strength.md says where the figures are from.

    ``odds`` of a game; how far a rating is from its player's strength in this event, in Elo (one standard deviation), and how far
    somebody without a rating may be from the mean of the others; the spread of true strengths where it is known, to which ratings
    are drawn (None: they are taken as they are, which fits real events best); whether the results so far count as well.
    DataError for errors and a spread that are no numbers from 0 to 10000, and odds that are none.
    """

    odds: Odds = USUAL
    rating_error: float = 77.0
    unrated_error: float = 250.0
    spread: float | None = None
    results: bool = True

    def __post_init__(self) -> None:
        made_by(Odds, "odds", self.odds)
        for name in ("rating_error", "unrated_error", *([] if self.spread is None else ["spread"])):
            number(name, getattr(self, name), 0, WIDEST)
        flag("results", self.results)


class Strengths(NamedTuple):
    """Strengths in Elo: the most likely ones (P,), and a root of their covariance (P, P), so that a draw is mean + root @ z."""

    mean: FloatArray
    root: FloatArray


def strengths(table: Crosstable, model: Model) -> Strengths:
    """Strengths of the players of one event, (P, R), before its next round.

    They start from the ratings; then the games played so far move them (Laplace's approximation of Bradley and Terry's model,
    drawn games as half a win).
    """
    mean, variance = prior(table.rating, model, table.rules.unrated)
    precision = np.diag(1.0 / variance)
    theta = mean.copy()
    if not (model.results and table.rounds and table.game.any()):
        return Strengths(mean, np.diag(np.sqrt(variance)))
    unknown = table.black == table.of_opponent_then(table.black)  # who had White
    first = np.where(unknown, np.arange(len(theta))[:, None] < table.opponent, ~table.black)
    row, round = np.nonzero(table.game & first & (table.opponent >= 0))  # each game once, from White's side
    other = table.opponent[row, round]
    won, move = _result(table)[row, round], np.where(unknown[row, round], 0.0, model.odds.first_move)
    for _ in range(STEPS):
        chance = expected(theta[row] + move - theta[other])
        gradient = (mean - theta) / variance
        np.add.at(gradient, row, TEN * (won - chance))
        np.add.at(gradient, other, TEN * (chance - won))
        weight = TEN**2 * chance * (1 - chance)
        curvature = precision.copy()
        np.add.at(curvature, (row, row), weight)
        np.add.at(curvature, (other, other), weight)
        np.add.at(curvature, (row, other), -weight)
        np.add.at(curvature, (other, row), -weight)
        step = np.linalg.solve(curvature, gradient)
        theta += step
        if np.abs(step).max() < CLOSE:
            break
    return Strengths(theta, np.linalg.cholesky(np.linalg.inv(curvature)))


def prior(rating: FloatArray, model: Model, unrated: float | None = None) -> tuple[FloatArray, FloatArray]:
    """Mean and variance of each one's strength before any game, Elo and Elo squared, (P,) each; rating (P,), nan unrated."""
    known = ~np.isnan(rating)
    centre = float(rating[known].mean()) if known.any() else MEAN_RATING
    error = max(model.rating_error**2, 1.0)
    kept = 1.0 if model.spread is None else model.spread**2 / (model.spread**2 + error)
    mean = np.where(known, centre + kept * (np.nan_to_num(rating) - centre), centre if unrated is None else unrated)
    return mean, np.maximum(np.where(known, kept * error, model.unrated_error**2), 1.0)  # nobody is known better than to an Elo


def _result(table: Crosstable) -> FloatArray:
    """1, ½ or 0 of each game as a result, whatever the event awards for it, (P, R)."""
    own = table.points if table.bonus is None else table.points - table.bonus
    won: FloatArray = (1 + np.sign(np.round(own - table.of_opponent_then(own), 6))) / 2  # 0.4 - 0.1 is a draw's 0.3
    return won
