"""Contributions: cuts by article 14 with 16.5, and the sums and means of what is left."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chessdash.cells import Cells, rounds_first
from chessdash.tiebreaks.terms import Terms, half_up, mean_to_hundredths, whole_mean


def terms(
    value: list[float], *, significance: list[float] | None = None, first: list[int] | None = None, **options: object
) -> Terms:
    """The contributions of one participant; ``first``: the rounds that low cuts must take first."""
    cut_first = None
    if first is not None:
        cut_first = Cells.where(rounds_first(np.isin(np.arange(len(value)), first)[None]))
    return Terms(
        rounds_first(np.array([value], float)),
        rounds_first(np.ones((1, len(value)), bool)),
        None if significance is None else rounds_first(np.array([significance], float)),
        cut_first,
        **options,  # type: ignore[arg-type]
    )


def left(made: Terms, low: int, high: int = 0) -> list[float]:
    """What is left after the cuts, in the order of the rounds."""
    cut = made.cut(low, high)
    assert cut.total().tolist() == made.total_after(low, high).tolist()
    return cut.value[cut.counted].tolist()


@pytest.mark.parametrize(
    ("low", "high", "rest"),
    [(0, 0, [3, 1, 2, 1, 5]), (1, 0, [3, 2, 1, 5]), (2, 0, [3, 2, 5]), (1, 1, [3, 2, 1]), (2, 2, [2]), (5, 0, []), (9, 9, [])],
)
def test_the_lowest_go_first_then_the_highest(low, high, rest):
    assert left(terms([3, 1, 2, 1, 5]), low, high) == rest


def test_voluntary_rounds_go_first_when_not_lower_than_the_least():
    assert left(terms([3, 1, 2], first=[0]), 1) == [1, 2]  # 3 is not lower than 1
    assert left(terms([3, 1, 2], first=[0, 2]), 1) == [3, 1]  # the lowest of those
    assert left(terms([3, 1, 2], first=[0, 2]), 2) == [1]
    assert left(terms([3, 1, 2], first=[0]), 2) == [2]  # found anew: nothing voluntary is left
    assert left(terms([3, 1, 2], first=[]), 1) == [3, 2]


def test_products_are_cut_by_the_opponents_score():
    # opponents on 2, 1, 1; products 0, 1, ½: the lowest-scoring, and of two the lower product
    made = terms([0, 1, 0.5], significance=[2, 1, 1])
    assert left(made, 1) == [0, 1] and left(made, 2) == [0] and left(made, 0, 1) == [1, 0.5]
    assert left(made, 1, 1) == [1]


def test_a_voluntary_product_goes_only_if_not_lower_than_the_one_due():
    # due is the product 1 against an opponent on 1; the bye's dummy has 2
    assert left(terms([1, 0.5], significance=[1, 2], first=[1]), 1) == [0.5]
    assert left(terms([1, 1], significance=[1, 2], first=[1]), 1) == [1]
    assert left(terms([1, 3, 2], significance=[1, 3, 2], first=[1, 2]), 1) == [1, 3]  # of two byes the lower-scoring dummy


def test_nothing_left_is_nought_as_a_sum_and_undefined_as_a_mean():
    assert terms([4]).cut(1).total().tolist() == [0]
    assert np.isnan(terms([4], reduce=whole_mean).cut(1).total()).all()
    assert np.isnan(replace(terms([4]), reduce=mean_to_hundredths).cut(1).total()).all()


@pytest.mark.parametrize(("sum", "count", "rounded"), [(5, 2, 3), (4, 2, 2), (7, 4, 2), (1, 3, 0), (2001, 2, 1001), (0, 5, 0)])
def test_halves_go_up(sum, count, rounded):
    assert half_up(np.array([float(sum)]), np.array([count])).tolist() == [rounded]


def test_means():
    assert terms([1400, 2002], reduce=whole_mean).total().tolist() == [1701]
    assert terms([2049, 2050], reduce=whole_mean).total().tolist() == [2050]
    assert terms([4.5, 5.5, 4], reduce=mean_to_hundredths).total().tolist() == [4.67]
    assert terms([0.25, 0.5, 0.25, 0.5], reduce=mean_to_hundredths).total().tolist() == [0.38]  # .375 goes up


VALUES = st.lists(st.integers(-4, 20).map(lambda quarters: quarters / 4), min_size=1, max_size=6)


@settings(max_examples=100)
@given(VALUES, st.lists(st.integers(0, 5)), st.integers(0, 3), st.integers(0, 3))
def test_the_short_way_is_the_long_way(value, first, low, high):
    made = terms(value, first=first)
    assert made.total_after(low, high).tolist() == made.cut(low, high).total().tolist()
    assert made.cut(low, high).counted.sum() == max(len(value) - low - high, 0)
