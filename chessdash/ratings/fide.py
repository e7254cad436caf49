"""The FIDE Rating Regulations of 1 March 2024 (Handbook B.02, with the change of 1 October 2025) and those for rapid and blitz.

Articles are those of the standard chapter; the one for rapid and blitz has the same text but where it is named (R&B).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chessdash.cells import BoolArray, FloatArray, IntArray
from chessdash.ratings.expected import CAP, UNCAPPED
from chessdash.ratings.tables import DP

TIME_CONTROLS = ("standard", "rapid", "blitz")
REAL_FROM = 2650  # players rated so have their real differences counted ...
REAL_SINCE = "2025-10-01"  # ... in standard events that start on this day or later (8.3.1)
TOO_STRONG, TOO_FAR, TOO_FAR_SINCE = 2600, 600, "2024-12-01"  # rapid and blitz games so far apart are not rated (R&B 7.3.1)
NEW_GAMES, STRONG, JUNIOR, ADULT = 30, 2400, 2300, 18  # what K hangs on: games, ratings, years (8.3.3)
K_NEW, K_USUAL, K_STRONG = 40, 20, 10
MOST = 700  # K times the number of games
EXTRA_GAMES, EXTRA_RATING = 2, 1800  # drawn games that a new player is given (8.2.2)
LAST_ID = 10**9  # no FIDE id is as large
HIGHEST_FIRST, LOWEST_FIRST, FEWEST_GAMES = 2200, 1400, 5  # of a first rating (8.2.3, 7.1.4)


def fide_number(text: str | None) -> int | None:
    """A FIDE id as a number, with leading zeros or without; None for a text that is none, as 0 is."""
    text = (text or "").strip()
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 12 else 0
    return number if 0 < number < LAST_ID else None


def caps(rating: FloatArray | IntArray, time_control: str = "standard", start: str = "") -> NDArray[np.int64]:
    """The greatest difference that counts for players of these ratings in Elo, any shape (8.3.1; R&B 7.3.1).

    ``start`` is the event's first day, ISO; where it is not known the rule in force is taken.
    """
    real = time_control == "standard" and (not start or start >= REAL_SINCE)
    return np.where(real & (np.asarray(rating) >= REAL_FROM), UNCAPPED, CAP)


def too_far_apart(own: FloatArray, opponent: FloatArray, time_control: str, start: str = "") -> BoolArray:
    """Rapid and blitz games of 600 Elo or more apart with a player above 2600, which are not rated (R&B 7.3.1), any shape."""
    since = time_control != "standard" and (not start or start >= TOO_FAR_SINCE)
    apart: BoolArray = since & (np.abs(own - opponent) >= TOO_FAR) & (np.maximum(own, opponent) > TOO_STRONG)
    return apart


def rating_used(rating: FloatArray, standard: FloatArray, time_control: str) -> FloatArray:
    """The rating in this time control; in rapid and blitz the standard one where there is none (R&B 7.2.1), any shape."""
    return np.asarray(rating, float) if time_control == "standard" else np.where(np.isnan(rating), standard, rating)


def k_factor(rating: FloatArray, *, games: FloatArray, peak: FloatArray, age: FloatArray) -> NDArray[np.int64]:
    """K of 8.3.3 before the limit of K x n, shape (P,); nan where something is not known.

    ``games``: rated games before the event; ``peak``: highest rating ever published, in Elo; ``age``: year of the event less
    year of birth. Once 2400 was reached 10 comes first, then both 40.
    """
    highest = np.fmax(rating, peak)
    many = np.where((games < NEW_GAMES) | ((age <= ADULT) & (highest < JUNIOR)), K_NEW, K_USUAL)
    k: NDArray[np.int64] = np.where(highest >= STRONG, K_STRONG, many)
    return k


def limited(k: IntArray, games: IntArray) -> NDArray[np.int64]:
    """K, or the largest whole number with K x n <= 700 for n rated games where that is less (8.3.3), any shape."""
    least: NDArray[np.int64] = np.minimum(k, MOST // np.maximum(games, 1))
    return least


class First(NamedTuple):
    """The first rating of a new player and how it comes about: average Ra, score p in hundredths, dp, and Ru, in Elo."""

    average: float
    fraction: int
    difference: int
    rating: int
    missing: str  # why it is not published: the code of a sentence, "" where it is


def first_rating(opponents: Sequence[int], half_points: int, *, first_event: bool = True) -> First:
    """Ru = Ra + dp from all rated opponents so far and twice the points against them, with two draws against 1800 (8.2, 7.1.4).

    p is rounded to hundredths and Ru to whole Elo, .5 up. A first event without a point is ignored (8.2.1).
    """
    games = len(opponents) + EXTRA_GAMES
    total = sum(opponents) + EXTRA_GAMES * EXTRA_RATING
    fraction = (100 * (half_points + EXTRA_GAMES) + games) // (2 * games)
    difference = int(DP[fraction])
    rating = min((2 * total + games) // (2 * games) + difference, HIGHEST_FIRST)
    few, low = len(opponents) < FEWEST_GAMES, rating < LOWEST_FIRST
    nothing = first_event and not half_points
    missing = "rating_first_zero" if nothing else "rating_first_few" if few else "rating_first_low" if low else ""
    return First(total / games, fraction, difference, rating, missing)
