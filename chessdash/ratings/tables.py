"""The two conversion tables of the FIDE Rating Regulations (Handbook B.02, effective 1 March 2024)."""

import numpy as np
from numpy.typing import NDArray

# 8.1.1: dp for p = .50, .51, ... 1.00; below .50 dp(p) = -dp(1 - p)
_UPPER_DP = (
    "0 7 14 21 29 36 43 50 57 65 72 80 87 95 102 110 117 125 133 141 149 158 166 175 184 193 202 211 220 230 "
    "240 251 262 273 284 296 309 322 336 351 366 383 401 422 444 470 501 538 589 677 800"
)
# 8.1.2: the last difference D at which the higher-rated player's PD is .50, .51, ... .99
_LAST_DIFFERENCE = (
    "3 10 17 25 32 39 46 53 61 68 76 83 91 98 106 113 121 129 137 145 153 162 170 179 188 197 206 215 225 235 "
    "245 256 267 278 290 302 315 328 344 357 374 391 411 432 456 484 517 559 619 735"
)
WIDEST = 736  # from this difference on, PD is 1 or 0


def _dp() -> NDArray[np.int64]:
    upper = np.array(_UPPER_DP.split(), np.int64)
    return np.concatenate([-upper[:0:-1], upper])


def _pd() -> NDArray[np.int64]:
    last = np.array(_LAST_DIFFERENCE.split(), np.int64)
    upper = 50 + np.searchsorted(last, np.arange(WIDEST + 1))
    return np.concatenate([100 - upper[:0:-1], upper])


DP = _dp()  # (101,), Elo, by the fractional score in hundredths
PD = _pd()  # (2 * WIDEST + 1,), hundredths, by the rating difference + WIDEST


def performance_difference(hundredths: NDArray[np.int64]) -> NDArray[np.int64]:
    """dp of table 8.1.1 in Elo, by the fractional score in whole hundredths, any shape."""
    return DP[hundredths]


def expected_hundredths(difference: NDArray[np.int64]) -> NDArray[np.int64]:
    """PD of table 8.1.2 in whole hundredths of a point, by the rating difference in Elo, any shape; no 400 rule."""
    return np.take(PD, difference + WIDEST, mode="clip")
