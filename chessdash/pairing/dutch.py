"""The Dutch system of 2025 for the next round of a Swiss, from its crosstable."""

from collections.abc import Iterable

import numpy as np

from chessdash.cells import BoolArray, IntArray
from chessdash.crosstable import Crosstable, Kind
from chessdash.errors import DataError
from chessdash.text import say

MOST_NAMED = 5  # boards that a sentence names before it only counts them


def dutch_pairs(
    table: Crosstable,
    absent: BoolArray,
    planned: int,
    *,
    first_white: bool = True,
    forbidden: Iterable[tuple[int, int]] = (),
) -> tuple[IntArray, IntArray, int]:
    """Rows of White and Black (N,) in the order of boards, and the row of the pairing-allocated bye, -1 where none.

    ``table`` (P, R) holds the rounds so far, its rows in any order; ``absent`` (P,) does not play the next one. ``planned``
    rounds say whether that is the last. ``first_white``: the first player had or gets White in round 1. ``forbidden`` are pairs
    of rows that may not meet. DataError for open boards, points that are no tenths, and where no pairing is possible.
    """
    from chessdash.pairing.engine import next_pairs  # the library takes as long to load as everything else here

    refuse_open(table)
    order = np.argsort(table.number, kind="stable")
    place = np.empty(len(order) + 1, np.intp)
    place[order], place[-1] = np.arange(len(order)), -1  # the last one is nobody
    awarded = np.where(table.kind == Kind.ANNULLED, 0.0, table.points)
    white, black, bye = next_pairs(
        place[table.opponent[order]],
        table.kind[order],
        awarded[order],
        table.black[order],
        np.asarray(absent, bool)[order],
        planned=planned,
        win=table.scoring.win,
        first_white=first_white,
        forbidden=[(place[one], place[other]) for one, other in forbidden],
    )
    return order[white], order[black], int(order[bye]) if bye >= 0 else -1


def refuse_open(table: Crosstable) -> None:
    """DataError that names the boards without a result of a table (P, R)."""
    rows, rounds = np.nonzero(table.kind == Kind.PENDING)
    if not len(rows):
        return
    boards: dict[tuple[int, ...], str] = {}
    for row, r in sorted(zip(rows.tolist(), rounds.tolist(), strict=True), key=lambda cell: (cell[1], table.number[cell[0]])):
        other = int(table.opponent[row, r])
        pair = (row, other) if other < 0 or not table.black[row, r] else (other, row)
        key = (r, min(pair), max(pair))
        if key not in boards:
            white, black = (int(table.number[one]) if one >= 0 else 0 for one in pair)
            boards[key] = say("pairing_board", white=white, black=black, round=r + 1)
    named = list(boards.values())
    text = "; ".join(named[:MOST_NAMED]) + ("; …" if len(named) > MOST_NAMED else "")
    raise DataError(say("pairing_open", n=len(named), round=table.rounds + 1, boards=text))


def first_white(table: Crosstable) -> bool | None:
    """Whether the first of those paired in round 1 of a table (P, R) had White; None where nobody was."""
    paired = np.flatnonzero(table.opponent[:, 0] >= 0) if table.rounds else np.empty(0, np.intp)
    if not len(paired):
        return None
    first = paired[np.argmin(table.number[paired])]
    return not bool(table.black[first, 0])
