"""Contributions: what one round adds to a tie-break, and the cuts, sums and means of them (C.07 art. 14)."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from chessdash.crosstable import BoolArray, FloatArray


def total(terms: "Terms") -> FloatArray:
    """Sum of the counted contributions, 0 where none is left, shape (..., P)."""
    summed: FloatArray = np.multiply(terms.value, terms.counted).sum(-1)
    return summed


def whole_mean(terms: "Terms") -> FloatArray:
    """Mean of the counted contributions as a whole number, .5 up; nan where none is left, shape (..., P)."""
    return half_up(total(terms), terms.counted.sum(-1))


def mean_to_hundredths(terms: "Terms") -> FloatArray:
    """Mean of the counted contributions with two decimals, .5 up; nan where none is left, shape (..., P)."""
    return half_up(total(terms) * 100, terms.counted.sum(-1)) / 100


def half_up(numerator: FloatArray, count: FloatArray) -> FloatArray:
    """numerator / count as a whole number, .5 up, nan where count is 0; floor division keeps halves exact. Any shape."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(count > 0, np.floor_divide(2.0 * numerator + count, 2.0 * count), np.nan)


@dataclass(frozen=True, eq=False)
class Terms:
    """Contributions of shape (..., P, R): the value of each round, whether it counts, and how cuts choose among them."""

    value: FloatArray
    counted: BoolArray
    significance: FloatArray | None = None  # cuts take the least by (significance, value); None: by value
    cut_first: BoolArray | None = None  # rounds that the low cuts must take when not below the least (16.5)
    reduce: Callable[["Terms"], FloatArray] = total

    def cut(self, low: int = 0, high: int = 0) -> "Terms":
        """Without the `low` least and then the `high` most significant contributions (14.1 to 14.4, with 16.5)."""
        counted = self.counted
        for _ in range(min(low, counted.shape[-1])):
            counted = counted & ~self._least(counted)
        for _ in range(min(high, counted.shape[-1])):
            counted = counted & ~one_least(counted, -self.value, None if self.significance is None else -self.significance)
        return replace(self, counted=counted)

    def total(self) -> FloatArray:
        """The value of the tie-break, shape (..., P)."""
        return self.reduce(self)

    def _least(self, counted: BoolArray) -> BoolArray:
        """The contribution that the next low cut takes, as a mask with at most one round each, shape (..., P, R)."""
        if self.cut_first is None:
            return one_least(counted, self.value, self.significance)
        candidates = counted & self.cut_first
        present = candidates.any(-1, keepdims=True)
        if self.significance is None:  # by value alone, a candidate is never below the least
            return one_least(np.where(present, candidates, counted), self.value, None)
        victim = one_least(counted, self.value, self.significance)
        candidate = one_least(candidates, self.value, self.significance)
        instead = (np.multiply(self.value, candidate) - np.multiply(self.value, victim)).sum(-1, keepdims=True) >= 0
        return np.where(present & instead, candidate, victim)


def one_least(among: BoolArray, value: FloatArray, significance: FloatArray | None) -> BoolArray:
    """Mask of the first round that is least by (significance, value) among those given, none where none, shape (..., P, R)."""
    best = among
    for key in (value,) if significance is None else (significance, value):
        key = np.where(best, key, np.inf)
        best = best & (key == key.min(-1, keepdims=True, initial=np.inf))
    taken, first = np.zeros(best.shape[:-1], bool), np.empty_like(best)
    for r in range(best.shape[-1]):
        first[..., r] = best[..., r] & ~taken
        taken |= best[..., r]
    return first
