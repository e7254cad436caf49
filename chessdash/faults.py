"""Every inconsistency of an event as rows of one frame: none raised, none lost; and what counts where cells contradict each other."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from chessdash.crosstable import Kind, Scoring
from chessdash.sheet import Sheet
from chessdash.text import say

if TYPE_CHECKING:
    import pandas as pd

Fault = dict[str, Any]
COLUMNS = ("severity", "code", "record", "line", "column", "no", "round", "values", "message")


def fault(
    severity: str, code: str, /, *, record: str = "", line: int = 0, column: int = 0, no: int = 0, round: int = 0, **values: object
) -> Fault:
    """One row: severity "error", "warning" or "note"; line and column from 1, 0 where it does not apply; further values by name."""
    place = {"record": record, "line": int(line), "column": int(column), "no": int(no), "round": int(round)}
    return {"severity": severity, "code": code, **place, "values": values}


def frame(rows: Iterable[Mapping[str, Any]]) -> "pd.DataFrame":
    """The rows as a frame with the columns of ``COLUMNS``; the message is the sentence of the code with the row's values."""
    import pandas as pd

    table = [{**row, "message": message(row)} for row in rows]
    whole = {name: "int64" for name in ("line", "column", "no", "round")}
    return pd.DataFrame(table, columns=list(COLUMNS)).astype(whole)


def message(row: Mapping[str, Any]) -> str:
    """The sentence of one row, with its place and its values."""
    place = {name: row[name] for name in ("record", "line", "column", "no", "round")}
    return say(row["code"], **{**place, **row["values"]})


@dataclass(frozen=True, eq=False)
class Settled:
    """What counts of a sheet of P participants and R written rounds, where contradictions are pending and none is scored."""

    opponent: NDArray[np.int32]  # (P, R) row of the opponent, -1 where none
    kind: NDArray[np.int8]  # (P, R) Kind
    points: NDArray[np.float64]  # (P, R) as awarded; 0 after rounds_played
    black: NDArray[np.bool_]  # (P, R)
    bonus: NDArray[np.float64] | None  # (P, R) the part of points that the result does not explain (record 299), None where none
    rounds_played: int  # the last round in which a board is decided
    rounds_planned: int


# What a cell claims: the letters of a result, in the order of the tables below.
CLAIMS = b"1=0WDL+-HFUZ* "
KINDS = np.array([0, 0, 0, 1, 1, 1, 3, 4, 7, 6, 5, 8, 9, 9], np.int8)
CODE = np.full(256, CLAIMS.index(b" "), np.uint8)
CODE[np.frombuffer(CLAIMS, np.uint8)] = np.arange(len(CLAIMS))
GAME, UNRATED, FORFEIT, BYE, OPEN = range(5)
SORT = np.array([GAME] * 3 + [UNRATED] * 3 + [FORFEIT] * 2 + [BYE] * 4 + [OPEN] * 2)
HALVES = np.array([2, 1, 0, 2, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0])
FINE, SHORT, MIXED, CONTRADICTION, ONE_SIDED, BYE_WITH_OPPONENT = range(6)


def _verdicts() -> NDArray[np.uint8]:
    """What two claims of one board amount to, (16 * own + other): FINE, a warning (SHORT, MIXED), or what makes both pending."""
    table = np.zeros((16, 16), np.uint8)
    for own in range(len(CLAIMS)):
        for other in range(len(CLAIMS)):
            table[own, other] = _verdict(own, other)
    return table.ravel()


def _verdict(own: int, other: int) -> int:
    """The verdict on a pair of claims, given as places in ``CLAIMS``."""
    sorts, halves = {int(SORT[own]), int(SORT[other])}, int(HALVES[own] + HALVES[other])
    if BYE in sorts:
        return BYE_WITH_OPPONENT
    if OPEN in sorts:
        return FINE if sorts == {OPEN} else ONE_SIDED
    if (FORFEIT in sorts and len(sorts) > 1) or halves > 2:
        return CONTRADICTION
    if FORFEIT in sorts:
        return FINE
    if len(sorts) > 1:
        return MIXED
    return FINE if halves == 2 else SHORT


VERDICT = _verdicts()


def settle(sheet: Sheet) -> Settled:
    """What counts: opponents as rows, kinds, points and colours, (P, R) each, with contradicting cells pending on both sides."""
    row = rows_of(sheet.players["no"], sheet.opponent)
    code = CODE[sheet.result]
    kind = KINDS[code]
    paired = row >= 0
    doubt = doubtful(sheet, row, code)
    kind[doubt] = Kind.PENDING
    played = _last_round(paired & (kind <= Kind.FORFEIT_LOSS))
    blank = (sheet.opponent == 0) & (code == CODE[32]) & ~doubt
    kind[:, :played][blank[:, :played]] = Kind.ZERO_BYE
    points = awarded(sheet.scoring)[code]
    points[kind == Kind.PENDING] = 0.0
    points[:, :played][blank[:, :played]] = sheet.scoring.by_kind[Kind.ZERO_BYE]
    points[:, played:] = 0.0
    planned = max(int(sheet.info.get("rounds") or 0), sheet.result.shape[1])
    return Settled(row, kind, points, _black(sheet, row), None, played, planned)


def rows_of(numbers: NDArray[Any], opponent: NDArray[np.int32]) -> NDArray[np.int32]:
    """The row of each start number in ``opponent`` (any shape), -1 where it is 0 or nobody's."""
    order = np.argsort(numbers, kind="stable")
    place = np.searchsorted(numbers, opponent, sorter=order).clip(max=len(numbers) - 1)
    row = order[place]
    return np.where((numbers[row] == opponent) & (opponent > 0), row, -1).astype(np.int32)


def doubtful(sheet: Sheet, row: NDArray[np.int32], code: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Cells (P, R) that contradict another cell, on both sides."""
    rounds = np.arange(code.shape[1])
    named = sheet.opponent != 0
    paired = row >= 0
    mutual = paired & (row[row, rounds] == np.arange(len(row))[:, None]) & (row != np.arange(len(row))[:, None])
    verdict = VERDICT[code * 16 + code[row, rounds]]
    doubt: NDArray[np.bool_] = np.where(mutual, verdict >= CONTRADICTION, named)
    for p, r in np.argwhere(paired & ~mutual):
        if not mutual[row[p, r], r]:
            doubt[row[p, r], r] = True
    return doubt


def awarded(scoring: Scoring) -> NDArray[np.float64]:
    """Points of each claim, in the order of ``CLAIMS``."""
    game = [scoring.win, scoring.draw, scoring.loss]
    kinds = scoring.by_kind
    return np.array([*game, *game, *(kinds[Kind(int(k))] for k in KINDS[6:12]), 0.0, 0.0])


def _black(sheet: Sheet, row: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Who has Black: who says so, or whose opponent alone names a colour and has White."""
    other = sheet.colour[row, np.arange(row.shape[1])]
    return (sheet.colour == ord("b")) | ((sheet.colour == ord("-")) & (row >= 0) & (other == ord("w")))


def _last_round(decided: NDArray[np.bool_]) -> int:
    """The last round (from 1) with anything in it, 0 where there is none."""
    rounds = np.flatnonzero(decided.any(axis=0))
    return int(rounds[-1]) + 1 if len(rounds) else 0


def of(sheet: Sheet, settled: Settled) -> list[Fault]:
    """Everything that records and results alone show; what was seen in reading stands in ``sheet.notes`` and is not repeated."""
    return []
