"""Pooled shares and differences by hand, and the errors that they state against what many draws show."""

import numpy as np
import pytest

from chessdash.measures import (
    FEWEST_EVENTS,
    Estimate,
    Pairs,
    Share,
    events_needed,
    groups,
    levels,
    paired_difference,
    pooled,
    preference,
    stronger_above,
    tied_pairs,
)


def test_tied_pairs_and_preferences_by_hand():
    score = np.array([[3.0, 2.0, 3.0, 2.0], [1.0, 1.0, 1.0, 0.0]])
    pairs = tied_pairs(score)
    assert list(zip(pairs.event.tolist(), pairs.one.tolist(), pairs.other.tolist(), strict=True)) == [
        (0, 0, 2), (0, 1, 3), (1, 0, 1), (1, 0, 2), (1, 1, 2),
    ]  # fmt: skip
    rank = np.array([[1, 2, 0, 2], [0, 1, 1, 3]])
    assert preference(pairs, rank).tolist() == [-1, 0, 1, 1, 0]
    share = stronger_above(pairs, preference(pairs, rank), np.array([[9.0, 5, 7, 6], [1.0, 2, np.nan, 0]]))
    assert share.part.tolist() == [0.5, 0.0]
    assert share.whole.tolist() == [2.0, 1.0]  # of one that is unknown nothing is said
    assert share.value().tolist() == [0.25, 0.0]


def test_levels_and_groups_by_hand():
    ranks = np.array([[0, 0, 2, 2, 2], [0, 1, 2, 2, 4], [0, 1, 2, 2, 4]])
    assert levels(ranks).tolist() == [1, 0, 3, 1]
    assert groups(ranks).tolist() == [2, 4, 4]


def test_nothing_to_count_is_nan_not_nought():
    empty = Share(np.zeros(3), np.zeros(3))
    assert np.isnan(pooled(empty).value) and pooled(empty).events == 0
    assert np.isnan(paired_difference(empty, empty).value)
    assert np.isnan(events_needed(pooled(empty)))
    one = pooled(Share(np.array([3.0]), np.array([4.0])))
    assert one.value == 0.75 and np.isnan(one.error) and one.events == 1


def test_events_needed():
    assert events_needed(Estimate(0.02, 0.01, 100)) == np.ceil(100 * (2.576 / 2) ** 2)
    assert events_needed(Estimate(0.0, 0.01, 100)) == np.inf
    assert np.isnan(events_needed(Estimate(0.02, 0.01, FEWEST_EVENTS - 1))), "so few events do not know their own error"
    assert np.isnan(events_needed(Estimate(0.02, 0.0, 100))), "no scatter is no certainty"


def test_the_stated_error_is_the_scatter_of_many_studies():
    """Pairs of one event are alike; errors over pairs would be too small, those over events are right within a tenth."""
    random = np.random.default_rng(1)
    found, stated, apart, apart_stated = [], [], [], []
    for _ in range(1500):
        whole = random.integers(20, 200, 60).astype(float)
        luck = random.normal(0.6, 0.1, 60)  # each event has its own chance
        one, other = (random.binomial(whole.astype(int), np.clip(luck + more, 0, 1)).astype(float) for more in (0, 0.03))
        estimate, difference = pooled(Share(one, whole)), paired_difference(Share(other, whole), Share(one, whole))
        found.append(estimate.value), stated.append(estimate.error)
        apart.append(difference.value), apart_stated.append(difference.error)
    assert np.std(found) == pytest.approx(np.mean(stated), rel=0.1)
    assert np.std(apart) == pytest.approx(np.mean(apart_stated), rel=0.1)
    assert np.mean(apart) == pytest.approx(0.03, abs=0.002)
    assert np.mean(apart_stated) < np.mean(stated)  # what the events have in common drops out of the difference
    inside = np.abs(np.array(found) - 0.6) < 2.576 * np.array(stated)
    assert 0.97 < inside.mean() <= 1


def test_signs_of_unknown_values_are_nought():
    pairs = Pairs(np.array([0, 0]), np.array([0, 1]), np.array([1, 2]), 1, 3)
    assert pairs.signs(np.array([[1.0, np.nan, 0.0]])).tolist() == [0, 0]
