"""Performances against brute force over every rating (C.07 10.2, 10.3), with the tables of B.02 written out."""

import math

import numpy as np
from hypothesis import given, settings

from chessdash.crosstable import Kind
from chessdash.tiebreaks.descriptor import parse
from chessdash.tiebreaks.ranking import value
from tests.laws.events import tables, with_ratings

# Rating Regulations B.02, effective 1 March 2024. 8.1.1: dp for p = .50 to 1.00; 8.1.2: the last D of PD .50 to .99.
DP = [0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193, 202]
DP += [211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800]
LAST = [3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197, 206]
LAST += [215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735]


def expected(difference: int) -> int:
    """Expected score in hundredths at a rating difference."""
    higher = next((50 + step for step, last in enumerate(LAST) if abs(difference) <= last), 100)
    return higher if difference >= 0 else 100 - higher


EXPECTED = {difference: expected(difference) for difference in range(-3000, 3001)}


def games(table, p):
    """Ratings of the opponents over the board, and the points made as 1, ½, 0."""
    ratings, points = [], 0.0
    for r in range(table.rounds):
        if table.kind[p, r] == Kind.GAME:
            rating = table.rating[table.opponent[p, r]]
            ratings.append(int(1500 if np.isnan(rating) else rating))
            own = table.points[p, r] - (0 if table.bonus is None else table.bonus[p, r])
            points += 1.0 if own > table.scoring.draw else 0.5 if own == table.scoring.draw else 0.0
    return ratings, points


def perfect(ratings: list[int], points: float) -> int:
    """The lowest whole rating whose expected score is the score, tried from below."""
    if points == 0:
        return min(ratings) - 800
    rating = min(ratings) - 900
    while sum(EXPECTED[rating - other] for other in ratings) < round(points * 100):
        rating += 1
    return rating


def tournament(ratings: list[int], points: float) -> int:
    """The mean rating and what the score adds to it, both rounded .5 up."""
    share = math.floor(points * 200 / len(ratings) + 1) // 2
    mean = (2 * sum(ratings) + len(ratings)) // (2 * len(ratings))
    return mean + (DP[share - 50] if share >= 50 else -DP[50 - share])


@settings(max_examples=60)
@given(tables())
def test_performances_are_those_of_the_tables(table):
    table = with_ratings(table)
    found = {code: value(table, parse(code)) for code in ("TPR", "PTP", "APRO", "APPO", "ARO")}
    for p in range(len(table.number)):
        ratings, points = games(table, p)
        if not ratings:
            assert all(np.isnan(values[p]) for values in found.values())
            continue
        assert found["TPR"][p] == tournament(ratings, points)
        assert found["PTP"][p] == perfect(ratings, points)
        met = [table.opponent[p, r] for r in range(table.rounds) if table.kind[p, r] == Kind.GAME]
        for code, of in (("APRO", "TPR"), ("APPO", "PTP")):
            theirs = [int(found[of][q]) for q in met]
            assert found[code][p] == (2 * sum(theirs) + len(theirs)) // (2 * len(theirs))


def test_a_full_score_and_none():
    assert perfect([1800], 1.0) == 1800 + 736 and perfect([1800, 1700], 0) == 900
    assert tournament([1800], 1.0) == 2600 and tournament([1800], 0.0) == 1000
