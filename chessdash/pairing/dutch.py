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
    pending = table.kind == Kind.PENDING
    if not pending.any():
        return
    own = np.arange(len(table.number))[:, None]
    mutual = (table.opponent >= 0) & (table.opponent != own) & (table.of_opponent_then(table.opponent) == own)
    named, doubtful = list[str](), False
    for r in np.flatnonzero(pending.any(0)).tolist():
        order = np.argsort(table.number, kind="stable")
        boards = {row: int(table.opponent[row, r]) for row in order[(pending & mutual)[order, r]].tolist()}
        for row in [row for row, other in boards.items() if table.number[row] < table.number[other]]:
            pair = (boards[row], row) if table.black[row, r] else (row, boards[row])
            white, black = (int(table.number[one]) for one in pair)
            named.append(say("pairing_board", white=white, black=black, round=r + 1))
        for numbers in _contradicting(table, r, order[(pending & ~mutual)[order, r]].tolist()):
            first, last = ", ".join(map(str, numbers[:-1])), numbers[-1]
            who = say("and", first=first, last=last) if first else str(last)
            named.append(say("pairing_cells", n=len(numbers), names=who, round=r + 1))
            doubtful = True
    text = "; ".join(named[:MOST_NAMED]) + ("; …" if len(named) > MOST_NAMED else "")
    code = "pairing_doubtful" if doubtful else "pairing_open"
    raise DataError(say(code, n=len(named), round=table.rounds + 1, boards=text))


def _contradicting(table: Crosstable, r: int, rows: list[int]) -> list[list[int]]:
    """The start numbers of these cells of a round (from 0), none of which is answered: together those that name one another."""
    groups: list[set[int]] = []
    for row in rows:
        linked = {row, int(table.opponent[row, r])} & set(rows)
        groups = [
            *(group for group in groups if not group & linked),
            linked.union(*(group for group in groups if group & linked)),
        ]
    return sorted(sorted(table.number[list(group)].tolist()) for group in groups)


def first_white(table: Crosstable) -> bool | None:
    """Whether the first of those paired in round 1 of a table (P, R) had White; None where nobody was."""
    paired = np.flatnonzero(table.opponent[:, 0] >= 0) if table.rounds else np.empty(0, np.intp)
    if not len(paired):
        return None
    first = paired[np.argmin(table.number[paired])]
    return not bool(table.black[first, 0])
