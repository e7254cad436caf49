"""Direct encounter: the small table of those who are tied (C.07 art. 6)."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chessdash.cells import Cells, FloatArray, IntArray
from chessdash.crosstable import Crosstable
from chessdash.tiebreaks.registry import tiebreak

if TYPE_CHECKING:
    from chessdash.tiebreaks.descriptor import Descriptor


class Meetings(NamedTuple):
    """Every pair that met, once for each side: row, opponent's row (both flat over the batch), mean points of the row's side."""

    row: IntArray
    opponent: IntArray
    points: FloatArray


@tiebreak("DE", "Direct encounter", article="6", type="A", accepts=("played",), shape="split")
def direct_encounter(table: Crosstable, descriptor: "Descriptor", rank: IntArray) -> tuple[IntArray, FloatArray]:
    """Finer rank, and place inside each group of equal rank, 0 where nothing was resolved (C.07 6), each of shape (..., P)."""
    players = rank.shape[-1]
    group = rank + np.arange(rank.size).reshape(rank.shape) // players * players  # ranks of one simulation never meet another's
    flat = group.ravel()
    size = np.bincount(flat, minlength=flat.size)
    finer = flat.copy()
    open_rows = np.flatnonzero(size[flat] > 1)
    meetings = _meetings(table, descriptor.forfeits, group)
    while open_rows.size:
        refined = _once(finer, open_rows, meetings, table.scoring.win, table.scoring.loss)
        changed = refined[open_rows] != finer[open_rows]
        touched = np.zeros(flat.size, bool)
        touched[finer[open_rows[changed]]] = True  # groups in which somebody moved are looked at again, with their own tables
        open_rows = open_rows[touched[finer[open_rows]]]
        finer = refined
        open_rows = open_rows[np.bincount(finer, minlength=flat.size)[finer[open_rows]] > 1]
    resolved = np.zeros(flat.size, bool)
    resolved[flat[finer != flat]] = True
    place = np.where(resolved[flat], finer - flat + 1, 0)
    return rank + (finer - flat).reshape(rank.shape), place.reshape(rank.shape).astype(float)


def _meetings(table: Crosstable, forfeits: bool, group: IntArray) -> Meetings:
    """The pairs inside groups of equal rank that met, with the mean of their meetings; group (..., P), flat over the batch."""
    tied = (np.bincount(group.ravel(), minlength=group.size)[group] > 1)[..., None]
    inside = table.met(forfeits) & (table.of_opponent(group) == group[..., None]) & tied
    cells = Cells.where(inside)
    players = group.shape[-1]
    key = cells.row * players + cells.of(table.opponent)
    pair, index, times = np.unique(key, return_inverse=True, return_counts=True)
    first = pair // players
    points = np.bincount(index, cells.of(table.points), len(pair)) / times
    return Meetings(first, first // players * players + pair % players, points)


def _once(group: IntArray, rows: IntArray, meetings: Meetings, win: float, loss: float) -> IntArray:
    """Each group among these rows split once: by sums where all have met, else by the places that are certain in its table."""
    active = np.zeros(group.size, bool)
    active[rows] = True
    same = active[meetings.row] & (group[meetings.row] == group[meetings.opponent])
    mine = meetings.row[same]
    games = np.bincount(mine, minlength=group.size)[rows]
    points = np.bincount(mine, meetings.points[same], group.size)[rows]
    own = group[rows]
    missing = np.bincount(own, minlength=group.size)[own] - 1 - games
    low, high = (np.rint((points + each * missing) * 1e6).astype(np.int64) for each in (loss, win))  # thirds become comparable
    order = np.lexsort((-low, own))
    own, low, high, rows = own[order], low[order], high[order], rows[order]
    start = np.concatenate([[True], own[1:] != own[:-1]])
    first = np.flatnonzero(start)
    segment = np.cumsum(start) - 1
    complete = np.logical_and.reduceat(missing[order] == 0, first)[segment]
    best_below = _suffix_max(high, segment)
    certain = np.concatenate([low[:-1] > best_below[1:], [True]])
    certain[np.concatenate([first[1:] - 1, [len(rows) - 1]])] = True  # the last has nobody below
    broken = np.cumsum(~certain)
    prefix = certain & (broken == (broken - ~certain)[first][segment])
    splits = np.where(complete, np.concatenate([[True], low[1:] != low[:-1]]), np.concatenate([[True], prefix[:-1]])) | start
    position = np.arange(len(rows))
    head = np.maximum.accumulate(np.where(splits, position, 0))
    out = group.copy()
    out[rows] = own + head - first[segment]
    return out


def _suffix_max(values: NDArray[np.int64], segment: NDArray[np.int64]) -> NDArray[np.int64]:
    """The greatest of each value and those after it in its segment, shape (N,)."""
    offset = (segment[-1] - segment) * (2 * np.abs(values).max(initial=0) + 1)
    greatest: NDArray[np.int64] = np.maximum.accumulate((values + offset)[::-1])[::-1] - offset
    return greatest
