"""Money by place: the rules, by hand, and how a list of prizes is read."""

import numpy as np
import pytest

from chessdash.errors import DataError
from chessdash.prizes import checked, money, parse_prizes

SCORE = np.array([5.0, 5.0, 4.5, 5.0, 3.0])
RANK = np.array([0, 1, 3, 1, 4])  # two share the second place
AMOUNTS = (600, 300, 150)


@pytest.mark.parametrize(
    ("rule", "paid"),
    [
        ("places", [600, 225, 0, 225, 0]),
        ("points", [350, 350, 0, 350, 0]),
        ("hort", [475, 287.5, 0, 287.5, 0]),
    ],
)
def test_rules_by_hand(rule, paid):
    assert money(RANK, SCORE, AMOUNTS, rule).tolist() == paid


def test_a_shared_place_splits_what_its_places_are_worth_even_past_the_prizes():
    assert money(np.array([0, 1, 1, 1]), np.array([3.0, 2, 2, 2]), (100, 60)).tolist() == [100, 20, 20, 20]
    assert money(np.array([0, 0]), np.array([1.0, 1]), (10, 5, 3)).tolist() == [7.5, 7.5]
    assert money(np.array([0, 1]), np.array([1.0, 0]), ()).tolist() == [0, 0]


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("500, 300, 2x100", (500, 300, 100, 100)),
        ("500;300 100", (500, 300, 100)),
        ("  3×12.50 ", (12.5, 12.5, 12.5)),
        ("", ()),
        (" , ; ", ()),
        ("100 100", (100, 100)),
    ],
)
def test_prizes_are_read(text, amounts):
    assert parse_prizes(text) == amounts


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("500, lots", "'lots' is no amount; write amounts such as 500, 300, 2x100."),
        ("-5", "'-5' is no amount"),
        ("1e9", "'1e9' is no amount"),
        ("5€", "'5€' is no amount"),
        ("x" * 90, "'" + "x" * 40 + "' is no amount"),
        ("1,000, 500", "Prize 3 is 500, more than the 0 of the place before"),
        ("100, 200", "Prize 2 is 200, more than the 100 of the place before"),
    ],
)
def test_prizes_that_are_none_are_named(text, sentence):
    with pytest.raises(DataError) as refused:
        parse_prizes(text)
    assert str(refused.value).startswith(sentence)


def test_an_unknown_rule_is_named():
    with pytest.raises(DataError, match="'greed' is no rule for shared prizes; choose one of places, hort, points"):
        money(RANK, SCORE, AMOUNTS, "greed")


@pytest.mark.parametrize(
    ("prizes", "named"), [(["a"], "'a' is no amount"), ([100, float("nan")], "nan"), ([-5], "-5"), ([100, 300], "Prize 2 is 300")]
)
def test_prizes_given_as_numbers_are_checked_too(prizes, named):
    with pytest.raises(DataError, match=named):
        checked(prizes)
