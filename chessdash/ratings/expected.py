"""Expected points by table 8.1.2 of the FIDE Rating Regulations, in whole hundredths, and what games change at a given K.

PD has two decimals, points have halves and K is whole, so all is exact in hundredths of a point; rounding comes once, last.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from chessdash.cells import FloatArray, IntArray
from chessdash.ratings.tables import PD, WIDEST

CAP = 400  # a greater difference counts as this one (B.02 8.3.1)
UNCAPPED = WIDEST  # the real difference: beyond it PD is 1 or 0
AT_ONCE = 1 << 14  # games that are worked on at once, so that all of it stays in the cache


def expected_hundredths(own: IntArray, opponent: IntArray, cap: IntArray | int = CAP) -> NDArray[np.int64]:
    """PD of each game in hundredths of a point, whole ratings in Elo of any shapes that broadcast.

    ``cap`` is the difference that none exceeds, of each own rating or of all: CAP or UNCAPPED.
    """
    difference = np.asarray(own, np.int64) - np.asarray(opponent, np.int64)
    return PD.take(np.clip(difference, -np.asarray(cap), cap) + WIDEST, mode="clip")


def expected_scores(own: FloatArray, opponents: FloatArray, *, cap: IntArray | int = CAP) -> FloatArray:
    """PD of each game in points, ratings in Elo of any shapes that broadcast, nan where either is unknown."""
    known = np.isfinite(own) & np.isfinite(opponents)
    first, second = (np.where(known, np.rint(side), 0).astype(np.int64) for side in (own, opponents))
    return np.where(known, expected_hundredths(first, second, cap) / 100.0, np.nan)


def rounded_change(k: IntArray, hundredths: IntArray) -> NDArray[np.int64]:
    """K times the sum of score - PD (in hundredths), rounded once to whole Elo, .5 away from zero (B.02 8.3.4), any shape."""
    change = np.asarray(k, np.int64) * np.asarray(hundredths, np.int64)
    return (change + 50 - (change < 0)) // 100


def game_changes(
    own: IntArray,
    opponent: IntArray,
    half_points: IntArray,
    k: IntArray | int,
    *,
    cap: int = CAP,
    out: NDArray[np.int16] | None = None,
) -> NDArray[np.int16]:
    """K times score - PD of many games on their own, unrounded, in hundredths of Elo, shape (N,).

    Ratings are whole, points are 0, 1 or 2 halves, K is at most 320, each of shape (N,); 16 bits are enough and read fastest.
    """
    changes = np.empty(len(own), np.int16) if out is None else out
    table, coefficient = _within(cap), np.broadcast_to(np.asarray(k, np.int16), changes.shape)
    difference = np.empty(AT_ONCE, np.result_type(own, opponent))
    place, chance, points = np.empty(AT_ONCE, np.intp), np.empty(AT_ONCE, np.int16), np.empty(AT_ONCE, np.int16)
    for start in range(0, len(changes), AT_ONCE):
        part = slice(start, start + AT_ONCE)
        size = len(changes[part])
        np.subtract(own[part], opponent[part], difference[:size])
        np.add(difference[:size], cap, place[:size])
        table.take(place[:size], None, chance[:size], "clip")
        np.multiply(half_points[part], 50, points[:size], dtype=np.int16)
        np.subtract(points[:size], chance[:size], points[:size])
        np.multiply(points[:size], coefficient[part], changes[part])
    return changes


@lru_cache(maxsize=4)
def _within(cap: int) -> NDArray[np.int16]:
    """PD by the difference + cap, (2 * cap + 1,): clipping the place is the rule of 400."""
    return PD[WIDEST - cap : WIDEST + cap + 1].astype(np.int16)
