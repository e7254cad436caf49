"""Contributions: what one round adds to a tie-break, and the cuts, sums and means of them (C.07 art. 14)."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from chessdash.cells import BoolArray, Cells, FloatArray


def total(terms: "Terms") -> FloatArray:
    """Sum of the counted contributions, 0 where none is left, shape (..., P)."""
    summed: FloatArray = np.add.reduce(terms.value if terms.counted.all() else terms.value * terms.counted, -1)
    return summed


def whole_mean(terms: "Terms") -> FloatArray:
    """Mean of the counted contributions as a whole number, .5 up; nan where none is left, shape (..., P)."""
    return half_up(total(terms), np.add.reduce(terms.counted, -1, dtype=np.intp))


def mean_to_hundredths(terms: "Terms") -> FloatArray:
    """Mean of the counted contributions with two decimals, .5 up; nan where none is left, shape (..., P)."""
    hundredths = np.round(np.multiply(total(terms), 100, dtype=float), 6)  # tenths and thirds as meant, so that .5 is .5
    return half_up(hundredths, np.add.reduce(terms.counted, -1, dtype=np.intp)) / 100


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
    cut_first: Cells | None = None  # rounds that the low cuts must take when not below the least (16.5)
    reduce: Callable[["Terms"], FloatArray] = total

    def cut(self, low: int = 0, high: int = 0) -> "Terms":
        """Without the `low` least and then the `high` most significant contributions (14.1 to 14.4, with 16.5)."""
        counted, rounds = self.counted, self.counted.shape[-1]
        key = by_significance(self.value, self.significance)
        first = None if self.cut_first is None or not len(self.cut_first) else self.cut_first.mask()
        if first is not None and self.significance is None:  # by value alone, a candidate is never below the least
            key, first = key - first * FIRST, None
        for _ in range(min(low, rounds)):
            counted = counted & ~self._least(counted, key, first)
        if high:
            key = by_significance(-self.value, None if self.significance is None else -self.significance)
        for _ in range(min(high, rounds)):
            counted = counted & ~one_least(counted, key)
        return Terms(self.value, counted, self.significance, self.cut_first, self.reduce)

    def total(self) -> FloatArray:
        """The value of the tie-break, shape (..., P)."""
        return self.reduce(self)

    def total_after(self, low: int, high: int) -> FloatArray:
        """``cut(low, high).total()``, shape (..., P); one low cut by value needs no mask, which batches of events feel."""
        if (low, high) != (1, 0) or self.significance is not None or self.reduce is not total or not self.counted.all():
            return self.cut(low, high).total() if low or high else self.total()
        least = np.minimum.reduce(self.value, -1, initial=np.inf)
        if self.cut_first is not None and len(self.cut_first):
            self.cut_first.put_rows(least, np.inf)
            self.cut_first.into_rows(np.minimum, least, self.cut_first.of(self.value))
        return total(self) - np.where(np.isinf(least), 0, least)

    def _least(self, counted: BoolArray, key: FloatArray, first: BoolArray | None) -> BoolArray:
        """The contribution that the next low cut takes, as a mask with at most one round each, shape (..., P, R)."""
        victim = one_least(counted, key)
        if first is None:
            return victim
        candidate = one_least(counted & first, key)
        instead = np.add.reduce(self.value * candidate, -1) >= np.add.reduce(self.value * victim, -1)
        return np.where((candidate.any(-1) & instead)[..., None], candidate, victim)


ROUNDS, VALUES, FIRST = 2.0**12, 2.0**32, 2.0**40  # room for the round, the value and all keys by value: exact in float64


def by_significance(value: FloatArray, significance: FloatArray | None) -> FloatArray:
    """One number that orders contributions by (significance, value, round), so that no two of a row are equal; (..., P, R)."""
    key: FloatArray = np.multiply(value, ROUNDS, dtype=float) + np.arange(value.shape[-1], dtype=float)
    return key if significance is None else key + np.multiply(significance, VALUES, dtype=float)


def one_least(among: BoolArray, key: FloatArray) -> BoolArray:
    """Mask of the round with the least key among those given, none where none, shape (..., P, R)."""
    least = np.where(among, key, np.inf)
    mask: BoolArray = among & (least == np.minimum.reduce(least, axis=-1, keepdims=True, initial=np.inf))
    return mask
