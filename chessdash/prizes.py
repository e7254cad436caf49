"""Prize money by place: what each participant gets under a table of ranks, and how a list of prizes is read."""

import math
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from chessdash.cells import FloatArray, IntArray
from chessdash.errors import DataError
from chessdash.text import say

RULES = ("places", "hort", "points")


def money(rank: IntArray, score: FloatArray, amounts: Sequence[float], rule: str = "places") -> FloatArray:
    """What each one gets, in the amounts' own unit; rank from 0 and score of shape (P,).

    "places": by final rank, a shared place splits the sum of its places. "points": all who are level on points split the sum of
    their places, so that no tie-break moves money. "hort": half of each, the rule named after Hort.
    """
    if rule not in RULES:
        raise DataError(say("unknown_choice", what=say("prize_rule"), given=rule, known=", ".join(RULES)))
    by_points = np.searchsorted(np.sort(-score), -score)
    place, points = _split(rank, amounts), _split(by_points, amounts)
    return {"places": place, "points": points, "hort": (place + points) / 2}[rule]


def _split(rank: IntArray, amounts: Sequence[float]) -> FloatArray:
    """Each group of equal rank splits the sum of the places that it takes up, (P,)."""
    sums = np.zeros(len(rank) + 1)
    paid = np.zeros(len(rank))
    paid[: len(amounts)] = amounts[: len(rank)]
    sums[1:] = np.cumsum(paid)
    size = np.bincount(rank, minlength=len(rank))[rank]
    each: FloatArray = (sums[rank + size] - sums[rank]) / size
    return each


def parse_prizes(text: str) -> tuple[float, ...]:
    """Amounts from text such as "500, 300, 2x100": one or more amounts, separated by commas, semicolons or spaces.

    A number in front of an x repeats the amount. DataError names the part that is no amount, and a prize above the one before.
    """
    amounts: list[float] = []
    for part in re.split(r"[;,\s]+", text.strip()):
        if not part:
            continue
        match = re.fullmatch(r"(?:(\d{1,3})[x×*])?(\d{1,9}(?:\.\d{1,2})?)", part)
        if not match:
            raise DataError(say("prize_unreadable", part=part[:40]))
        amounts += [float(match[2])] * int(match[1] or 1)
    return checked(amounts)


def checked(prizes: Iterable[object]) -> tuple[float, ...]:
    """Amounts from the first place on as numbers; DataError names one that is none, is below 0, or is above the one before."""
    amounts: list[float] = []
    for prize in prizes:
        try:
            amounts.append(float(str(prize)))
        except ValueError:
            raise DataError(say("prize_unreadable", part=str(prize)[:40])) from None
        if not 0 <= amounts[-1] < math.inf:
            raise DataError(say("prize_negative", amount=f"{amounts[-1]:g}"))
    for place, (above, below) in enumerate(pairwise(amounts), 2):
        if below > above:
            raise DataError(say("prize_rises", place=place, above=f"{above:g}", below=f"{below:g}"))
    return tuple(amounts)
