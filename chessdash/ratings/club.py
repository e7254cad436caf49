"""The club's own ratings: the formula of B.02 with one K rule and one rule of 400 in every time control, without dates.

They are not FIDE ratings. Games are those of the time control; what they need is said in ``history``.
"""

import numpy as np
from numpy.typing import NDArray

from chessdash.cells import BoolArray, FloatArray, IntArray
from chessdash.ratings.expected import CAP, UNCAPPED
from chessdash.ratings.fide import K_NEW, K_STRONG, K_USUAL, NEW_GAMES, REAL_FROM, limited


def caps(rating: FloatArray | IntArray) -> NDArray[np.int64]:
    """The greatest difference that counts: 400 below 2650, the real one from there on, Elo, any shape."""
    return np.where(np.asarray(rating) >= REAL_FROM, UNCAPPED, CAP)


def k_factor(reached: BoolArray, games_before: IntArray | FloatArray) -> NDArray[np.int64]:
    """40 below 30 rated games, then 10 once 2400 was reached, else 20; any shape; nan games: no longer new."""
    return np.where(games_before < NEW_GAMES, K_NEW, np.where(reached, K_STRONG, K_USUAL))


def k_of_event(reached: BoolArray, games_before: IntArray, games: IntArray) -> NDArray[np.int64]:
    """K for an event with so many rated games, at most 700 / games, any shape."""
    return limited(k_factor(reached, games_before), games)
