"""Ranks from values: equals share, undefined last, and values that fit no whole hundredths."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chessdash.errors import TieBreakError
from chessdash.tiebreaks.descriptor import parse
from chessdash.tiebreaks.ranking import Ranking, prepared, rank_by, rated_as, refine
from tests.events import event

ANY = st.one_of(
    st.integers(-40, 400).map(lambda quarters: quarters / 4),
    st.integers(-1000, 1000).map(lambda hundredths: hundredths / 100),
    st.sampled_from((float("nan"), 1 / 3, 2 / 3, 1e15, -1e15, 1e300, float("inf"))),
)


def slowly(*values: list[float]) -> list[int]:
    """Ranks from 0 by comparing everyone with everyone."""
    keys = [tuple(-np.inf if np.isnan(one) else one for one in row) for row in zip(*values, strict=True)]
    return [sum(other > key for other in keys) for key in keys]


@settings(max_examples=200)
@given(st.integers(1, 8).flatmap(lambda size: st.lists(st.lists(ANY, min_size=size, max_size=size), min_size=1, max_size=4)))
def test_ranks_are_those_of_comparing_everyone(values):
    rank = refine(np.zeros(len(values[0]), np.intp), *map(np.array, values))
    assert rank.tolist() == slowly(*values)


def test_a_batch_is_ranked_row_by_row():
    values = np.array([[1.0, 2.0, 2.0], [3.0, 1 / 3, np.nan]])
    assert refine(np.zeros((2, 3), np.intp), values).tolist() == [[2, 0, 0], [0, 1, 2]]
    assert refine(np.zeros(3, np.intp), values, np.array([0.5, 0.25, 0.5])).tolist() == [[2, 1, 0], [0, 1, 2]]


def test_groups_stay_apart():
    assert refine(np.array([0, 0, 2, 2]), np.array([1.0, 5.0, 9.0, 9.0])).tolist() == [1, 0, 2, 2]
    assert refine(np.array([0, 0, 2, 2])).tolist() == [0, 0, 2, 2]


def test_nobody_is_alone_with_the_first_place():
    ranking = Ranking((parse("PTS"),), np.array([1, 0, 1]), (np.array([1.0, 2.0, 1.0]),), (np.array([1, 0, 1]),))
    assert ranking.decided_by().tolist() == [-1, 0, 1]


@pytest.mark.parametrize(
    ("code", "type", "words"),
    [
        ("ARO", "Swiss", "1 player is unrated"),
        ("BH", "Round robin", "not for round robins"),
        ("FB/C1", "Round robin", "not for round robins"),
        ("OTHER_POINTS", "Swiss", "numeric column"),
    ],
)
def test_what_the_event_lacks_is_said(code, type, words):
    table = event(["- 2w1", "1900 1b0"], type=type).crosstable
    with pytest.raises(TieBreakError, match=words) as refused:
        rank_by(table, [parse(code)])
    assert code in str(refused.value)


def test_the_substitute_rating_of_the_code_goes_before_that_of_the_event():
    table = event(["- 2w1", "1900 1b0"]).crosstable
    assert prepared(table, parse("ARO/U1400")).rating.tolist() == [1400, 1900]
    assert rated_as(table, 1500.0).rating.tolist() == [1500, 1900] and np.isnan(table.rating[0])
    assert prepared(table, parse("BH")) is table
