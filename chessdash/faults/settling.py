"""What counts of the cells of a sheet: contradictions are pending on both sides, so that nothing is scored silently."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chessdash.crosstable import Kind, Scoring
from chessdash.sheet import Abnormal, Sheet

# What a cell claims: the letters of a result, the last two are open ones. A code is the place in this text.
CLAIMS = b"1=0WDL+-HFUZ* "
FIRST_FORFEIT, FIRST_BYE, ZERO, OPEN, BLANK = (CLAIMS.index(letter) for letter in (b"+", b"H", b"Z", b"*", b" "))
CODE = np.full(256, BLANK, np.uint8)
CODE[np.frombuffer(CLAIMS, np.uint8)] = np.arange(len(CLAIMS))
KINDS = np.array(
    [Kind.GAME] * 3
    + [Kind.UNRATED_GAME] * 3
    + [Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS, Kind.HALF_BYE, Kind.FULL_BYE, Kind.PAB, Kind.ZERO_BYE]
    + [Kind.PENDING] * 2,
    np.int8,
)
HALVES = (2, 1, 0, 2, 1, 0)  # half-points of a game, of which two are shared
FINE, SHORT, MIXED, CONTRADICTION, ONE_SIDED, BYE_WITH_OPPONENT = range(6)


def _verdict(own: int, other: int) -> int:
    """What two claims of one board amount to: FINE, a warning (SHORT, MIXED), or what makes both pending."""
    low, high = sorted((own, other))
    if high >= FIRST_BYE and (low >= FIRST_BYE or high < OPEN):
        return FINE if low >= OPEN else BYE_WITH_OPPONENT
    if high >= OPEN:
        return ONE_SIDED
    if high >= FIRST_FORFEIT:  # "+ +" and a game against a forfeit cannot be, "- -" can
        return FINE if low >= FIRST_FORFEIT and (own, other) != (FIRST_FORFEIT, FIRST_FORFEIT) else CONTRADICTION
    shared = HALVES[own] + HALVES[other]
    if shared > 2:
        return CONTRADICTION
    return MIXED if (own < 3) != (other < 3) else FINE if shared == 2 else SHORT


VERDICT = np.zeros(256, np.uint8)  # at 16 * own + other
for _own in range(len(CLAIMS)):
    for _other in range(len(CLAIMS)):
        VERDICT[16 * _own + _other] = _verdict(_own, _other)


@dataclass(frozen=True, eq=False)
class Claims:
    """What the cells claim, arrays of shape (P, R)."""

    row: NDArray[np.int32]  # of the opponent named, -1 where none or unknown
    code: NDArray[np.uint8]  # place in CLAIMS
    named: NDArray[np.bool_]  # whether an opponent is named
    mutual: NDArray[np.bool_]  # whether the opponent's cell names this one
    verdict: NDArray[np.uint8]  # of the two claims, where mutual
    doubt: NDArray[np.bool_]  # whether the cell contradicts another, or is contradicted


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


def settle(sheet: Sheet) -> Settled:
    """What counts: opponents as rows, kinds, points and colours, (P, R) each."""
    claim = claims(sheet)
    code = claim.code
    played = _last_round(claim, code)
    if np.count_nonzero(claim.doubt):
        code = np.where(claim.doubt, np.uint8(OPEN), code)
    blank = code[:, :played] == BLANK
    if np.count_nonzero(blank):
        code = code.copy()
        code[:, :played][blank & ~claim.named[:, :played]] = ZERO
    points = awarded(sheet.scoring).take(code)
    points[:, played:] = 0.0
    bonus = None
    if sheet.abnormal:
        bonus = extra(sheet, code, points, played)
        points += bonus
    kind = KINDS.take(code)
    if sheet.info.get("annulled"):
        nothing = _annulled(sheet, claim) & (kind != Kind.PENDING)
        kind, points = np.where(nothing, np.int8(Kind.ANNULLED), kind), np.where(nothing, 0.0, points)
    planned = max(int(sheet.info.get("rounds") or 0), code.shape[1])
    return Settled(claim.row, kind, points, _black(sheet, claim.row), bonus, played, planned)


def _annulled(sheet: Sheet, claim: Claims) -> NDArray[np.bool_]:
    """The boards of those whose games count for ratings alone, both cells, shape (P, R)."""
    own: NDArray[np.bool_] = np.isin(np.asarray(sheet.players["no"]), sheet.info["annulled"])
    return claim.mutual & (own[:, None] | own[claim.row])


def claims(sheet: Sheet) -> Claims:
    """What the cells claim, and which of them contradict each other."""
    code = CODE.take(sheet.result)
    row = rows_of(np.asarray(sheet.players["no"]), sheet.opponent)
    size, rounds = code.shape
    own = np.arange(size, dtype=np.int32)[:, None]
    both = (row << 4) | code
    place: NDArray[np.int32] = row * rounds + np.arange(rounds, dtype=np.int32)
    other = both.ravel().take(place, mode="wrap") if both.size else both
    named = sheet.opponent > 0
    mutual = ((other >> 4) == own) & (row >= 0) & (row != own)
    verdict = VERDICT.take((code << 4) | (other.astype(np.uint8) & 15))
    doubt = np.where(named, ~mutual | (verdict >= CONTRADICTION), code < FIRST_FORFEIT)
    if np.count_nonzero(doubt):  # the one who is named is in doubt too, unless another two agree
        lonely = named & ~mutual & (row >= 0)
        _, at = np.nonzero(lonely)
        target = row[lonely], at
        doubt[target] |= ~mutual[target]
    return Claims(row, code, named, mutual, verdict, doubt)


def rows_of(numbers: NDArray[Any], opponent: NDArray[Any]) -> NDArray[np.int32]:
    """The row of each start number in ``opponent`` (any shape), -1 where it is 0 or nobody's."""
    largest = int(numbers.max()) if len(numbers) else 0
    if largest <= 10 * len(numbers) + 10_000:
        table = np.full(largest + 2, -1, np.int32)
        table[numbers] = np.arange(len(numbers), dtype=np.int32)
        table[0] = -1
        return table.take(opponent, mode="clip")
    order = np.argsort(numbers, kind="stable")
    place = np.searchsorted(numbers, opponent, sorter=order).clip(max=len(numbers) - 1)
    row = order[place]
    return np.where((numbers[row] == opponent) & (opponent > 0), row, -1).astype(np.int32)


@lru_cache(maxsize=64)
def awarded(scoring: Scoring) -> NDArray[np.float64]:
    """Points of each claim in the order of ``CLAIMS``, shape (14,)."""
    game = [scoring.win, scoring.draw, scoring.loss]
    kinds = scoring.by_kind
    return np.array([*game, *game, *(kinds[Kind(int(kind))] for kind in KINDS[FIRST_FORFEIT:OPEN]), 0.0, 0.0])


PAID_AS = {"W": b"1W", "D": b"=D", "L": b"0L"}  # the results that record 299 means; every other letter is its own


def extra(sheet: Sheet, code: NDArray[np.uint8], points: NDArray[np.float64], played: int) -> NDArray[np.float64]:
    """Points beyond those of the results (record 299), shape (P, R): what a result pays otherwise, bonuses and penalties."""
    bonus = np.zeros_like(points)
    numbers = np.asarray(sheet.players["no"])
    for paid in sorted(sheet.abnormal, key=lambda one: one.type == ""):
        rows, rounds = covered(numbers, paid, code, played)
        bonus[rows, rounds] = bonus[rows, rounds] + paid.points if paid.type == "" else paid.points - points[rows, rounds]
    return bonus


def covered(
    numbers: NDArray[Any], paid: Abnormal, code: NDArray[np.uint8], played: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and rounds (from 0) of the cells that a record 299 is about: its players, round and result; shape (N,) each."""
    first, last = (0, played) if paid.round == 0 else (paid.round - 1, min(paid.round, played))
    rows = np.flatnonzero(np.isin(numbers, paid.numbers)) if paid.numbers else np.arange(len(numbers))
    cells = code[rows, first:last]
    meant = np.frombuffer(PAID_AS.get(paid.type, paid.type.encode()), np.uint8)
    found, rounds = np.nonzero(np.isin(cells, CODE[meant]) if paid.type else np.ones(cells.shape, bool))
    return rows[found], rounds + first


def _black(sheet: Sheet, row: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Who has Black: who says so, or who names no colour and whose opponent has White."""
    black: NDArray[np.bool_] = sheet.colour == ord("b")
    silent = (sheet.colour == ord("-")) & (row >= 0)
    if np.count_nonzero(silent):
        _, rounds = np.nonzero(silent)
        black[silent] = sheet.colour[row[silent], rounds] == ord("w")
    return black


def _last_round(claim: Claims, code: NDArray[np.uint8]) -> int:
    """The last round (from 1) in which a board is decided, if only by one cell whose opponent is not in the file; else 0."""
    for r in range(code.shape[1] - 1, -1, -1):
        certain = ~claim.doubt[:, r] | (claim.row[:, r] < 0)
        if np.count_nonzero(claim.named[:, r] & certain & (code[:, r] < FIRST_BYE)):
            return r + 1
    return 0
