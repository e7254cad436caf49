"""Arrays (..., P, R) that lie rounds first in memory, so that sums over rounds are fast, and the few unusual cells of them."""

from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.signedinteger]
FloatArray = NDArray[np.floating]
BoolArray = NDArray[np.bool_]


def rounds_first(array: NDArray[Any], dtype: Any = None) -> NDArray[Any]:
    """The same values of shape (..., P, R), in memory as (R, ..., P)."""
    return round_axis_last(np.ascontiguousarray(round_axis_first(np.asarray(array, dtype))))


def round_axis_first(array: NDArray[Any]) -> NDArray[Any]:
    """The view (R, ..., P) of (..., P, R); np.moveaxis costs ten times as much."""
    return array.T if array.ndim == 2 else array.transpose(array.ndim - 1, *range(array.ndim - 1))


def round_axis_last(array: NDArray[Any]) -> NDArray[Any]:
    """The view (..., P, R) of (R, ..., P)."""
    return array.T if array.ndim == 2 else array.transpose(*range(1, array.ndim), 0)


class Cells:
    """N cells of a table (..., P, R), to take and put values there alone: few rounds are unplayed."""

    def __init__(self, shape: tuple[int, ...], flat: NDArray[np.intp]) -> None:
        self.shape = shape
        self.flat = flat  # places in memory, rounds first
        self._per_round = max(prod(shape[:-1]), 1)

    @cached_property
    def round(self) -> NDArray[np.intp]:
        """The round of each cell, from 0, (N,)."""
        return self.flat // self._per_round

    @cached_property
    def row(self) -> NDArray[np.intp]:
        """The row of each cell, flat over the batch, (N,)."""
        return self.flat - self.round * self._per_round  # a remainder costs five times as much

    @classmethod
    def where(cls, mask: BoolArray) -> "Cells":
        """The cells that are set in a mask (..., P, R)."""
        return cls(mask.shape, np.flatnonzero(round_axis_first(mask)))

    def __len__(self) -> int:
        return len(self.flat)

    def only(self, kept: BoolArray) -> "Cells":
        """Those of the cells that are kept, by a mask (N,)."""
        return Cells(self.shape, self.flat[kept])

    def mask(self) -> BoolArray:
        """The cells as a mask (..., P, R), rounds first in memory."""
        mask = round_axis_last(np.zeros((self.shape[-1], *self.shape[:-1]), bool))
        self.put(mask, True)
        return mask

    def of(self, values: NDArray[Any]) -> NDArray[Any]:
        """The values (..., P, R) in these cells, (..., N): with the batch of ``values`` where the cells have none."""
        if values.ndim == len(self.shape):
            return round_axis_first(values).reshape(-1)[self.flat]
        return values[..., self.row % self.shape[-2], self.round]

    def put(self, values: NDArray[Any], new: Any) -> None:
        """Writes new values (..., N) into these cells of values (..., P, R) that lie rounds first in memory."""
        if values.ndim == len(self.shape):
            round_axis_first(values).reshape(-1)[self.flat] = new
        else:
            values[..., self.row, self.round] = new

    def of_rows(self, values: NDArray[Any]) -> NDArray[Any]:
        """The values (..., P) of the participants whose cells these are, (..., N)."""
        return values.reshape(-1)[self.row] if values.ndim == len(self.shape) - 1 else values[..., self.row]

    def put_rows(self, values: NDArray[Any], new: Any) -> None:
        """Writes one new value to the participants whose cells these are, in values (..., P) without gaps in memory."""
        if values.ndim == len(self.shape) - 1:
            values.reshape(-1)[self.row] = new
        else:
            values[..., self.row] = new

    def into_rows(self, function: np.ufunc, values: NDArray[Any], more: NDArray[Any]) -> None:
        """Joins the N values to those of their participants, (..., P), by a function such as np.add."""
        if values.ndim == len(self.shape) - 1:
            function.at(values.reshape(-1), self.row, more)
        else:
            every: Any = (..., self.row)
            function.at(values, every, more)
