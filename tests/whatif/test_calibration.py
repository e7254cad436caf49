"""Stated chances come true: the measures by hand, and simulated events cut after four of seven rounds."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from chessdash.simulation import BYES, FIELDS, Field, Odds, one_of, strengths, swiss
from chessdash.whatif.calibration import brier, calibration, event_of, right, skill, slope, trial
from chessdash.whatif.strength import Model
from tests.test_notebooks import FOLDER, run

EVENTS, RUNS = 220, 200
WHAT = ("first", "top3", "prize")
EDGES = (0, 0.02, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1)  # bins in which some events come and some do not, even of the first alone
BEYOND = 3.3  # standard errors: a thousandth of right chances are further off
BLIND = Field(250.0, 90.0, 0.25, blind=True)  # ratings say nothing, so results have to say all


def limit(chi2_of: int) -> float:
    """The value that a chi-square of so many degrees passes once in a thousand times (Wilson and Hilferty)."""
    return chi2_of * (1 - 2 / (9 * chi2_of) + 3.09 * (2 / (9 * chi2_of)) ** 0.5) ** 3


def off(frame: pd.DataFrame, what: str) -> tuple[float, float]:
    """How far chances are off, as shares of what is tolerated: by bins, and by intercept and slope."""
    bins = calibration(frame[what], frame[f"{what}_came"], EDGES)
    chi2 = (((bins["seen"] - bins["stated"]) / bins["se"]) ** 2).sum()
    return chi2 / limit(len(bins)), slope(frame[what], frame[f"{what}_came"], frame["event"]).z / BEYOND


@pytest.fixture(scope="module")
def club() -> pd.DataFrame:
    """Chances by the model that made the events, and by one that takes ratings for strengths."""
    models = {"right": right("club"), "no error": Model(Odds(0.25), 0.0, spread=250.0)}
    return trial(events=EVENTS, runs=RUNS, models=models, seed=4)


@pytest.fixture(scope="module")
def blind() -> pd.DataFrame:
    """The same where ratings say nothing, with the results so far and without."""
    known = Model(Odds(0.25), 1000.0, spread=250.0)
    return trial(field=BLIND, events=100, runs=RUNS, models={"right": known, "none": replace(known, results=False)}, seed=4)


@pytest.mark.parametrize("what", WHAT)
def test_stated_chances_come_true(club, blind, what):
    """Of the model that made the events: tolerated is what a thousandth of right chances would be off.

    By hand, 400 events of each field and 300 runs: slopes from 0.97 to 1.09, none further off than 1.9 of its errors.
    """
    for frame in (club, blind):
        assert max(off(frame[frame["model"] == "right"], what)) < 1


@pytest.mark.parametrize("what", ["top3", "prize"])
def test_what_is_wrong_is_seen(club, blind, what):
    """Ratings taken for strengths are too sure, and results that do not count not sure enough: beyond what is tolerated.

    Where ratings are good, results that do not count are *not* seen: chances by ratings alone come true as well there, and score
    only a hundredth worse (400 events of each field: slopes 0.97 to 1.08).
    """
    sure, unsure = club[club["model"] == "no error"], blind[blind["model"] == "none"]
    assert max(off(sure, what)) > 1 and slope(sure[what], sure[f"{what}_came"], sure["event"]).slope < 1
    assert max(off(unsure, what)) > 1 and slope(unsure[what], unsure[f"{what}_came"], unsure["event"]).slope > 1


def test_chances_are_worth_something(club):
    """Better than the same chance for everybody, and than what players of that place came to in all of these events."""
    frame = club[club["model"] == "right"]
    for what in WHAT:
        by_rank = frame.groupby("rank")[f"{what}_came"].transform("mean")
        assert skill(frame[what], frame[f"{what}_came"]) > 0.3
        assert skill(frame[what], frame[f"{what}_came"], by_rank) > 0.05


def test_exact_pairings_from_the_cut_on():
    frame = trial(16, 5, 3, events=3, runs=50, dutch=True)
    assert len(frame) == 48 and set(frame["model"]) == {"usual"}
    assert frame.groupby("event")["first_came"].sum().min() >= 1
    assert (frame["first"] <= frame["top3"]).all() and (frame["top3"] <= frame["prize"]).all()
    assert np.allclose(frame.groupby("event")["first"].sum().clip(upper=1), 1)  # shared first places count for both


def test_bins_by_hand():
    """Two bins of two: stated .1 and .3, neither came; .8 and 1, one came. Errors: sqrt(.09 + .21) / 2, sqrt(.16 + 0) / 2."""
    frame = calibration([0.1, 0.3, 0.8, 1.0], [False, False, True, False], (0, 0.5, 1))
    expected = {"stated": [0.2, 0.9], "seen": [0, 0.5], "n": [2, 2], "se": [0.3**0.5 / 2, 0.2]}
    for name, values in expected.items():
        assert frame[name].tolist() == pytest.approx(values)
    assert len(calibration([0.1], [True])) == 1  # empty bins are left out


def test_scores_by_hand():
    """(.5² + .2²) / 2 = .145; the same chance for both is .5, which scores .25: .42 of it is saved."""
    assert brier([0.5, 0.8], [False, True]) == pytest.approx(0.145)
    assert skill([0.5, 0.8], [False, True]) == pytest.approx(0.42)
    assert skill([0.5, 0.8], [False, True], [0.5, 0.8]) == 0


def test_slope_by_hand():
    """Stated .2 and .8, seen .4 of ten and .6 of ten: log-odds ±1.386 came out as ±.405, which is a slope of .2925, no intercept.

    With an event each, the error is that of two separate shares: 1 / (10 x .24) each; the intercept is their mean, the slope
    their difference by 2.773.
    """
    stated, came = np.repeat([0.2, 0.8], 10), np.r_[np.arange(10) < 4, np.arange(10) < 6]
    found = slope(stated, came, np.arange(20))
    assert found.slope == pytest.approx(np.log(1.5) / np.log(4))
    assert found.intercept == pytest.approx(0, abs=1e-9)
    assert found.intercept_se == pytest.approx((2 / 2.4) ** 0.5 / 2)
    assert found.slope_se == pytest.approx((2 / 2.4) ** 0.5 / (2 * np.log(4)))
    assert found.z == pytest.approx((1 - found.slope) / found.slope_se)
    assert slope([*stated, 0.0, 1.0], [*came, True, False], np.arange(22)) == found  # what is taken for sure is left out


@pytest.mark.parametrize("players", [12, 13])
def test_events_of_crosstables(players):
    """What is written of a simulated event is read as the same event."""
    random = np.random.default_rng(players)
    strength, rating = strengths(1, players, FIELDS["club"], random)
    table = one_of(swiss(strength, rating, 5, 0.25, BYES["some"], random), 0)
    event = event_of(table, 6)
    read = event.crosstable
    assert event.rounds_planned == 6 and set(event.faults["severity"]) == {"note"}
    for name in ("opponent", "points", "kind", "rating"):
        assert np.array_equal(getattr(read, name), getattr(table, name)), name
    assert np.array_equal(read.black & read.game, table.black & table.game)


@pytest.mark.xdist_group("notebooks")
def test_the_notebook_says_what_it_computes():
    """Every claim of its words on chances, with room for other draws of the same events."""
    names, shown = run(FOLDER / "calibration.ipynb")
    assert all(text for text in shown)
    scores, bins, exact = names["scores"], names["bins"], names["exact"]
    right, usual = scores.xs("right", level="model"), scores.xs("usual", level="model")
    assert (names["stated"].groupby(["field", "model"])["event"].nunique() == 200).all()
    assert (((bins["seen"] - bins["stated"]) / bins["se"]).abs() < BEYOND).all()
    assert (right["intercept"].abs() < BEYOND * right["intercept_se"]).all()
    assert ((right["slope"] - 1).abs() < BEYOND * right["slope_se"]).all()
    assert right["skill"].between(0.28, 0.57).all() and right["by_place"].between(0.05, 0.2).all()
    assert (usual.loc["club", "slope"] < 0.97).all() and usual.loc["club", "slope"].min() < 0.9
    assert usual.loc["elite", "slope"].between(1.1, 1.4).all()
    assert ((usual.loc["open", "slope"] - 1).abs() < BEYOND * usual.loc["open", "slope_se"]).all()
    assert (usual["brier"] / right["brier"] - 1).between(-0.02, 0.025).all()
    assert all(slope(exact[what], exact[f"{what}_came"], exact["event"]).z < BEYOND for what in WHAT)
