"""Strengths from ratings and results: against a slow version with loops, and by what results may do to them."""

import math
from dataclasses import replace

import numpy as np
import pytest

from chessdash.simulation import Odds
from chessdash.tournament import Tournament
from chessdash.whatif.remaining import ordered
from chessdash.whatif.strength import CLOSE, Model, prior, strengths
from tests.events import event
from tests.simulated import table as simulated

MODEL = Model(odds=Odds(first_move=35.0), rating_error=80.0, unrated_error=250.0)
EVENT = ("2000 2w1 3b1 4w=", "1900 1b0 4w1 3b=", "- 4b= 1w0 2w=", "1750 3w= 2b0 1b=", "1800 -U -H -")


def of(lines, model=MODEL, **options):
    return strengths(event(lines, **options).crosstable, model)


def posterior(theta, lines, ratings, model):
    """Log-density of strengths, but for a constant: normal about the ratings, an unrated one about their mean, and the games."""
    centre = np.mean([rating for rating in ratings if rating is not None])
    total = 0.0
    for own, rating in zip(theta, ratings, strict=True):
        about, error = (centre, model.unrated_error) if rating is None else (rating, model.rating_error)
        total -= (own - about) ** 2 / (2 * error**2)
    for no, line in enumerate(lines):
        for word in line.split()[1:]:
            if "w" in word:
                other, result = int(word[0]) - 1, {"1": 1.0, "=": 0.5, "0": 0.0}[word[2]]
                chance = 1 / (1 + 10 ** (-(theta[no] + model.odds.first_move - theta[other]) / 400))
                total += result * math.log(chance) + (1 - result) * math.log(1 - chance)
    return total


def test_as_a_slow_version_with_loops():
    """The maximum, found coordinate by coordinate, and the curvature there by differences."""
    ratings = [2000.0, 1900.0, None, 1750.0, 1800.0]

    def density(theta):
        return posterior(theta, EVENT, ratings, MODEL)

    theta = np.array([2000.0, 1900.0, 1862.5, 1750.0, 1800.0])
    for sweep in range(15):
        for one in range(5):
            width = 300 / 1.5**sweep
            low, high = theta[one] - width, theta[one] + width
            for _ in range(25):  # the density has one peak
                a, b = low + (high - low) / 3, high - (high - low) / 3
                moved = [np.where(np.arange(5) == one, at, theta) for at in (a, b)]
                low, high = (a, high) if density(moved[0]) < density(moved[1]) else (low, b)
            theta[one] = (low + high) / 2
    found = of(EVENT)
    np.testing.assert_allclose(found.mean, theta, atol=0.05)
    h, hessian, steps = 2.0, np.zeros((5, 5)), np.eye(5)
    for i, j in np.ndindex(5, 5):
        values = [density(found.mean + h * (a * steps[i] + b * steps[j])) * a * b for a in (1, -1) for b in (1, -1)]
        hessian[i, j] = -sum(values) / (4 * h * h)
    np.testing.assert_allclose(found.root @ found.root.T, np.linalg.inv(hessian), rtol=0.01, atol=1.0)
    assert (np.triu(found.root, 1) == 0).all()


def test_without_games_they_are_the_ratings():
    """Mean and error as the model says; somebody unrated is at the mean of the others, 1850 here, or where one says."""
    table = event(("2000 .", "1700 .", "- ."), rounds=3).crosstable
    mean, root = strengths(table, MODEL)
    assert mean.tolist() == [2000, 1700, 1850]
    np.testing.assert_allclose(root, np.diag([80.0, 80.0, 250.0]))
    told = strengths(replace(table, rules=replace(table.rules, unrated=1500.0)), MODEL)
    assert told.mean.tolist() == [2000, 1700, 1500]
    blind = strengths(replace(table, rating=np.full(3, np.nan)), MODEL)
    assert len(set(blind.mean.tolist())) == 1 and np.isfinite(blind.mean).all()
    np.testing.assert_allclose(np.diag(blind.root), 250.0)


def test_games_count_only_if_the_model_says_so():
    assert strengths(event(EVENT).crosstable, replace(MODEL, results=False)).mean.tolist() == [2000, 1900, 1862.5, 1750, 1800]
    assert (of(EVENT).mean != [2000, 1900, 1862.5, 1750, 1800]).sum() == 4  # 5 has not played


def test_a_known_spread_draws_ratings_to_the_mean():
    """With as much spread as error, 80, half of what a rating is from the mean, 1850, is believed, and half of the variance."""
    mean, variance = prior(np.array([2000.0, 1700.0, np.nan]), replace(MODEL, spread=80.0))
    assert mean.tolist() == [1925, 1775, 1850]
    np.testing.assert_allclose(variance, [3200, 3200, 62500])


@pytest.mark.parametrize("model", [Model(rating_error=0.0), Model(unrated_error=0.0), Model(spread=0.0), Model(rating_error=1e4)])
def test_extreme_models_are_finite(model):
    found = of(EVENT, model)
    assert np.isfinite(found.mean).all() and np.isfinite(found.root).all() and (np.diag(found.root) > 0).all()


def test_who_wins_is_stronger_and_the_unrated_move_more():
    """Two pairs of equals: in each White wins, and then Black with White's colour; 3 and 4 have no rating."""
    mean, root = of(("1800 2w1 2b1", "1800 1b0 1w0", "- 4w1 4b1", "- 3b0 3w0"))
    assert mean[0] > 1800 > mean[1] and mean[2] > 1800 > mean[3]
    assert mean[2] - 1800 > 2 * (mean[0] - 1800) > 0
    np.testing.assert_allclose(mean[[0, 2]] + mean[[1, 3]], 3600, atol=CLOSE)
    covariance = root @ root.T
    assert 80**2 > covariance[0, 0] > 0 and covariance[2, 2] < 250**2  # every game tells something
    assert covariance[0, 1] > 0 and covariance[0, 2] == pytest.approx(0)  # who met move together


def test_a_draw_is_good_news_for_black_and_for_the_weaker():
    white, black = of(("1800 2w=", "1800 1b=")).mean
    assert black > 1800 > white
    stronger, weaker = of(("2100 2w= 2b=", "1800 1b= 1w=")).mean
    assert weaker > 1800 and stronger < 2100


def test_a_surprise_tells_more_than_what_was_expected():
    assert of(("2000 2w0", "1700 1b1")).mean[1] - 1700 > 4 * (of(("2000 2w1", "1700 1b0")).mean[0] - 2000) > 0


def test_a_symmetric_field_keeps_its_mean():
    """A double round robin of draws among equals says nothing but that they are."""
    mean, _ = of(("1800 2w= 2b= 3w= 3b=", "1800 1b= 1w= . . 3w= 3b=", "1800 . . 1b= 1w= 2b= 2w="), rounds=6)
    np.testing.assert_allclose(mean, 1800, atol=CLOSE)
    every = strengths(simulated(20, 5, 3), replace(MODEL, rating_error=90.0))
    rating = simulated(20, 5, 3).rating
    assert every.mean.mean() == pytest.approx(rating.mean(), abs=0.5)  # points won are points lost, with equal errors


def test_order_of_rows_and_names_of_points_do_not_matter():
    """Another order of the lines, 3-1-0, and a bonus change nothing."""
    mean, root = of(EVENT)
    records = ("162  W  3.0    D  1.0    L  0.0", "299           0.7    3    1    3", "299           0.1    3    4")
    other = of(EVENT, records=records)
    assert event(EVENT, records=records).crosstable.bonus[:, 2].tolist() == [0.7, 0, 0.7, 0.1, 0]
    np.testing.assert_allclose(other.mean, mean, atol=1e-6)
    np.testing.assert_allclose(other.root, root, atol=1e-6)
    sheet = event(EVENT, records=records).sheet
    turned = [4, 2, 0, 3, 1]
    players = {
        name: values[turned] if isinstance(values, np.ndarray) else [values[i] for i in turned]
        for name, values in sheet.players.items()
    }
    cells = {name: getattr(sheet, name)[turned] for name in ("opponent", "colour", "result")}
    again = Tournament(replace(sheet, players=players, lines=None, **cells)).crosstable
    np.testing.assert_allclose(strengths(again, MODEL).mean, mean[turned], atol=1e-6)
    np.testing.assert_allclose(strengths(ordered(again), MODEL).mean, mean, atol=1e-6)


def test_a_bonus_in_tenths_leaves_a_draw_a_draw():
    """0.3 + 0.1 - 0.1 is not 0.3 in binary."""
    records = ("162  W  0.7    D  0.3    L  0.0", "299           0.1    1    1")
    plain, paid = (of(("1800 2w=", "1800 1b="), records=some) for some in (records[:1], records))
    np.testing.assert_allclose(paid.mean, plain.mean, atol=1e-9)
    assert event(("1800 2w=", "1800 1b="), records=records).crosstable.score.tolist() == [0.4, 0.3]


def test_games_without_colours_count_once():
    """Then White's move is nobody's, and a draw keeps equals equal. A game of equals has an information of ln(10)² / 400² / 4."""
    information = (math.log(10) / 400) ** 2 / 4
    once = np.linalg.inv(np.array([[1 / 6400 + information, -information], [-information, 1 / 6400 + information]]))
    for lines in (("1800 2=", "1800 1="), ("1800 2b=", "1800 1b=")):  # unknown, or claimed by both
        mean, root = of(lines)
        np.testing.assert_allclose(mean, 1800, atol=CLOSE)
        np.testing.assert_allclose(root @ root.T, once, rtol=1e-6)


def test_byes_forfeits_and_open_boards_say_nothing():
    mean, root = of(("1800 2w+ -U 3w", "1750 1b- -H -F", "1700 -Z 4w1 1b", "1650 -U 3b0 -H"))
    assert mean[:2].tolist() == [1800, 1750] and np.diag(root)[:2].tolist() == [80, 80]
    assert mean[2] > 1700
