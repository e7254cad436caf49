"""Tables, the rule of 400, K, first ratings and rounding, against the text of B.02."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chessdash.ratings import club, fide
from chessdash.ratings.expected import CAP, UNCAPPED, expected_hundredths, expected_scores, game_changes, rounded_change
from chessdash.ratings.tables import DP, PD, WIDEST

ratings = st.integers(-200, 4000)

# Rows of table 8.1.2 as the Handbook prints them (first D, last D, PD of the higher): here and there, and both ends.
ROWS = [
    (0, 3, 50),
    (4, 10, 51),
    (92, 98, 63),
    (198, 206, 76),
    (345, 357, 89),
    (392, 411, 92),
    (517, 517, 96),
    (518, 559, 97),
    (620, 735, 99),
]


@pytest.mark.parametrize(("first", "last", "higher"), ROWS)
def test_rows_of_the_table(first, last, higher):
    difference = np.array([first, last])
    assert expected_hundredths(difference, 0, UNCAPPED).tolist() == [higher] * 2
    assert expected_hundredths(-difference, 0, UNCAPPED).tolist() == [100 - higher] * 2


def test_beyond_the_table():
    assert expected_hundredths(np.array([736, 3000, -736]), 0, UNCAPPED).tolist() == [100, 100, 0]
    assert expected_hundredths(np.array([400, 401, 3000, -401]), 0).tolist() == [92, 92, 92, 8]


def test_the_tables_mirror_each_other():
    """dp of .50 to 1.00 and PD of both sides, as B.02 8.1 says of its tables."""
    assert len(DP) == 101 and (-DP[::-1] == DP).all() and (np.diff(DP) > 0).all()
    assert len(PD) == 2 * WIDEST + 1 and (PD + PD[::-1] == 100).all() and (np.diff(PD) >= 0).all()


@given(ratings, ratings)
def test_both_sides_make_one_point(own, other):
    for cap in (CAP, UNCAPPED):
        assert expected_hundredths(own, other, cap) + expected_hundredths(other, own, cap) == 100


def test_expected_scores_of_unknown_ratings():
    found = expected_scores(np.array([[2000.0], [np.nan]]), np.array([1600.0, 2000.0, np.nan]))
    assert np.array_equal(found, [[0.92, 0.5, np.nan], [np.nan] * 3], equal_nan=True)


@given(st.integers(0, 100), st.integers(-20_000, 20_000))
def test_halves_go_away_from_zero(k, hundredths):
    exact = abs(Fraction(k * hundredths, 100))
    nearest = int(exact + Fraction(1, 2)) * (1 if hundredths > 0 else -1)
    assert rounded_change(k, hundredths) == nearest


@given(st.integers(1, 70_000), st.randoms(use_true_random=False))
def test_many_games_at_once_are_the_plain_expression(games, random):
    """K x (score - PD), over the joints of what is worked on at once too."""
    generator = np.random.default_rng(random.randrange(1 << 30))
    own, other = generator.integers(1000, 2900, (2, games))
    halves, k = generator.integers(0, 3, games), generator.choice([10, 20, 40], games)
    for cap in (CAP, UNCAPPED):
        plain = k * (50 * halves - PD[np.clip(own - other, -cap, cap) + WIDEST])
        assert np.array_equal(game_changes(own, other, halves, k, cap=cap), plain)
        small = (own.astype(np.int16), other.astype(np.int16), halves.astype(np.int8))
        assert np.array_equal(game_changes(*small, k.astype(np.int8), cap=cap), plain)
    assert np.array_equal(game_changes(own, other, halves, 20), 20 * (50 * halves - PD[np.clip(own - other, -400, 400) + WIDEST]))


@pytest.mark.parametrize(
    ("rating", "control", "start", "cap"),
    [
        (2649, "standard", "2025-10-01", CAP),
        (2650, "standard", "2025-10-01", UNCAPPED),
        (2650, "standard", "2025-09-30", CAP),
        (2650, "standard", "", UNCAPPED),  # the day is not known: the rule in force
        (2850, "rapid", "2026-05-01", CAP),
        (2850, "blitz", "2026-05-01", CAP),
    ],
)
def test_the_rule_of_400(rating, control, start, cap):
    assert fide.caps(np.array([rating]), control, start).tolist() == [cap]
    assert club.caps(np.array([rating])).tolist() == [UNCAPPED if rating >= 2650 else CAP]


@pytest.mark.parametrize(
    ("rating", "games", "peak", "age", "k"),
    [
        (1500, 29, np.nan, np.nan, 40),
        (1500, 30, np.nan, np.nan, 20),
        (2399, 30, 2399, 40, 20),
        (2400, 30, np.nan, np.nan, 10),
        (2100, 30, 2400, 40, 10),  # for good
        (2410, 12, np.nan, np.nan, 10),  # docs/decisions/k-of-the-strong-and-new.md
        (2299, 500, np.nan, 18, 40),  # up to the end of the year of the 18th birthday
        (2299, 500, np.nan, 19, 20),
        (2300, 500, np.nan, 15, 20),
        (2250, 500, 2300, 15, 20),  # no longer "remains under 2300"
        (2450, 500, np.nan, 15, 10),
        (1500, np.nan, np.nan, np.nan, 20),
        (2500, np.nan, np.nan, np.nan, 10),
    ],
)
def test_k(rating, games, peak, age, k):
    found = fide.k_factor(np.array([float(rating)]), games=np.array([games]), peak=np.array([peak]), age=np.array([age]))
    assert found.tolist() == [k]


def test_k_times_games_is_at_most_700():
    assert fide.limited(np.array([40, 40, 20, 20, 20, 10, 10]), np.array([17, 18, 35, 36, 39, 70, 71])).tolist() == [
        40,
        38,
        20,
        19,
        17,
        10,
        9,
    ]


@given(st.integers(1, 100), st.integers(0, 2000))
def test_the_limit_is_the_largest_whole_number(k, games):
    found = int(fide.limited(np.array(k), np.array(games)))
    assert found * games <= 700 or not games
    assert found == k or (found + 1) * games > 700


@pytest.mark.parametrize(
    ("opponents", "halves", "rating", "missing"),
    [
        ([1901, 1902, 1900, 1904, 1900], 6, 1922, ""),  # tables/first-rating
        ([1900, 1900, 1901, 1904], 6, 1993, "rating_first_few"),  # 11205 / 6 = 1867.5; 4 of 6 is .67, 125: 1992.5, .5 up
        ([2500] * 6, 12, 2200, ""),  # 18600 / 8 = 2325; 7 of 8 is .875, .88 up, 336: 2661, above the most
        ([1400] * 6, 1, 1249, "rating_first_low"),  # 12000 / 8 = 1500; 1.5 of 8 is .1875, .19, -251
        ([1500] * 5, 0, 1277, "rating_first_zero"),  # as below
    ],
)
def test_first_ratings(opponents, halves, rating, missing):
    found = fide.first_rating(opponents, halves)
    assert (found.rating, found.missing) == (rating, missing)


def test_a_later_event_without_a_point_counts():
    """1500 x 5 and two of 1800: 11100 / 7 = 1585.71; 1 of 7 is .14: -309; 1276.71."""
    found = fide.first_rating([1500] * 5, 0, first_event=False)
    assert (found.fraction, found.difference, found.rating, found.missing) == (14, -309, 1277, "rating_first_low")
