"""Faults that the cells of a crosstable show: one-sided and impossible results, colours, byes, rounds."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chessdash.faults.rows import FOLDED, MOST, Fault, and_more, fault
from chessdash.faults.settling import CONTRADICTION, FIRST_BYE, FIRST_FORFEIT, MIXED, ONE_SIDED, OPEN, SHORT, Claims, Settled
from chessdash.sheet import Sheet

CELLS, WIDTH = 92, 10  # of a TRF: the column of round 1, columns a round
PAIRS = {
    CONTRADICTION: ("error", "contradiction"),
    ONE_SIDED: ("error", "half_result"),
    SHORT: ("warning", "short_points"),
    MIXED: ("warning", "rated_and_not"),
}


@dataclass(frozen=True)
class Judged:
    """A sheet with what its cells claim and what counts of them."""

    sheet: Sheet
    claims: Claims
    settled: Settled

    def cell(self, severity: str, code: str, p: int, r: int, /, **values: Any) -> Fault:
        """A fault of the cell of row p and round r (from 0)."""
        line = self.line(p)
        in_columns = line and self.sheet.info.get("format") == "trf"
        at: dict[str, Any] = {
            "record": "001" if in_columns else "",
            "line": line,
            "column": CELLS + WIDTH * r if in_columns else 0,
        }
        return fault(severity, code, **at, no=self.no(p), round=r + 1, **values)

    def pair(self, severity: str, code: str, p: int, r: int) -> Fault:
        """A fault of the board that the cell of row p and round r names, with what both cells say."""
        q = int(self.claims.row[p, r])
        other = {"other": self.no(q), "other_line": self.line(q), "other_cell": self.text(q, r)}
        return self.cell(severity, code, p, r, cell=self.text(p, r), **other)

    def text(self, p: int, r: int) -> str:
        """A cell as a TRF writes it, without its outer blanks."""
        opponent = int(self.sheet.opponent[p, r])
        colour, result = chr(self.sheet.colour[p, r]), chr(self.sheet.result[p, r])
        return f"{opponent or '0000'} {colour} {result}".strip() if opponent or result != " " else ""

    def no(self, p: int) -> int:
        """The start number of a row."""
        return int(self.sheet.players["no"][p])

    def line(self, p: int) -> int:
        """The line of a row, 0 where the sheet has none."""
        return 0 if self.sheet.lines is None else int(self.sheet.lines[p])


def of_cells(judged: Judged) -> Iterator[Fault]:
    """All faults of cells, by kind."""
    yield from _unmatched(judged)
    yield from _boards(judged)
    yield from _colours(judged)
    yield from _byes(judged)
    yield from _rounds(judged)


def _each(cells: NDArray[np.bool_], make: Callable[[int, int], Fault]) -> Iterator[Fault]:
    """One fault for each of the cells (P, R), round by round; of many, or of one kind that is folded, the first and how many."""
    if not (count := int(np.count_nonzero(cells))):
        return
    places = np.argwhere(cells.T)[:MOST].tolist()
    first = make(*reversed(places[0]))
    if first["code"] in FOLDED:
        yield {**first, "values": {**first["values"], "n": count}}
        return
    yield first
    for r, p in places[1:]:
        yield make(p, r)
    if count > MOST:
        yield and_more(first, count - MOST)


def _unmatched(judged: Judged) -> Iterator[Fault]:
    """Cells whose opponent is unknown, is the player, or does not name the player; games against nobody."""
    claims = judged.claims
    itself = claims.row == np.arange(len(claims.row))[:, None]
    opponent = judged.sheet.opponent

    def unknown(p: int, r: int) -> Fault:
        return judged.cell("error", "opponent_unknown", p, r, opponent=int(opponent[p, r]), cell=judged.text(p, r))

    yield from _each(claims.named & (claims.row < 0), unknown)
    yield from _each(claims.named & itself, partial(judged.cell, "error", "plays_itself"))
    alone = ~claims.named & (claims.code < FIRST_FORFEIT)
    yield from _each(alone, lambda p, r: judged.cell("error", "no_opponent", p, r, cell=judged.text(p, r)))
    bye = (claims.code >= FIRST_BYE) & (claims.code < OPEN)
    yield from _each(claims.named & bye, lambda p, r: judged.cell("error", "bye_with_opponent", p, r, cell=judged.text(p, r)))
    lonely = claims.named & (claims.row >= 0) & ~itself & ~claims.mutual & ~bye
    yield from _each(lonely, partial(judged.pair, "error", "one_sided"))


def _boards(judged: Judged) -> Iterator[Fault]:
    """Boards on which the two cells name each other and do not agree on the result, once each."""
    claims = judged.claims
    once = claims.mutual & (claims.row > np.arange(len(claims.row))[:, None])
    for verdict, (severity, code) in PAIRS.items():
        yield from _each(once & (claims.verdict == verdict), partial(judged.pair, severity, code))
    played = judged.settled.rounds_played
    waiting = once & (claims.verdict < CONTRADICTION) & (claims.code >= OPEN)
    waiting[:, played:] = False
    yield from _each(waiting, partial(judged.pair, "note", "open_game"))


def _colours(judged: Judged) -> Iterator[Fault]:
    """Boards on which both have the same colour, or a game has none."""
    claims, colour = judged.claims, judged.sheet.colour
    rounds = np.arange(colour.shape[1])
    known = (colour == ord("w")) | (colour == ord("b"))
    once = claims.mutual & (claims.verdict < CONTRADICTION) & (claims.row > np.arange(len(colour))[:, None])
    same = once & known & (colour == colour[claims.row, rounds])
    yield from _each(same, partial(judged.pair, "warning", "same_colour"))
    silent = once & ~known & ~known[claims.row, rounds] & (claims.code < FIRST_FORFEIT)
    yield from _each(silent, partial(judged.pair, "note", "no_colour"))


def _byes(judged: Judged) -> Iterator[Fault]:
    """Pairing-allocated byes given twice, and full-point byes where one of these is expected."""
    sheet, claims = judged.sheet, judged.claims
    allocated = (sheet.result == ord("U")) & ~claims.named
    if sheet.teams is None:
        for p in np.flatnonzero(allocated.sum(axis=1) > 1).tolist():
            rounds = (np.flatnonzero(allocated[p]) + 1).tolist()
            yield judged.cell("warning", "bye_twice", p, rounds[1] - 1, first=rounds[0])
        for r in np.flatnonzero(allocated.sum(axis=0) > 1).tolist():
            first, second = np.flatnonzero(allocated[:, r])[:2].tolist()
            other = {"other": judged.no(first), "other_line": judged.line(first)}
            yield judged.cell("warning", "two_byes", second, r, count=int(allocated[:, r].sum()), **other)
    full = (sheet.result == ord("F")) & ~claims.named
    if full.any() and not allocated.any() and sheet.teams is None:
        asked = {(bye.round, bye.no) for bye in sheet.byes if bye.type == "F"}
        for r in np.flatnonzero(full.sum(axis=0) == 1).tolist():
            p = int(np.flatnonzero(full[:, r])[0])
            if (r + 1, judged.no(p)) not in asked:
                yield judged.cell("warning", "full_bye", p, r)


def _rounds(judged: Judged) -> Iterator[Fault]:
    """Rounds that are more or fewer than declared, or without any result before one with results."""
    settled, declared = judged.settled, judged.sheet.info.get("rounds")
    written, played = settled.kind.shape[1], settled.rounds_played
    if declared and written > declared:
        yield fault("warning", "surplus_rounds", round=declared + 1, declared=declared, written=written)
    elif declared and played < declared:
        yield fault("note", "rounds_to_come", declared=declared, played=played)
    results = (judged.claims.named & (judged.claims.code < FIRST_BYE))[:, :played].any(axis=0)
    for r in np.flatnonzero(~results).tolist():
        yield fault("warning", "empty_round", round=r + 1, played=played)
