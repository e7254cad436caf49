"""Articles 7, 8, 9 and 14 to 16 of C.07 once more, slowly: a player and a round at a time, with fractions, no arrays."""

import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from hypothesis import given, settings

from chessdash.crosstable import Crosstable, Kind
from chessdash.tiebreaks.descriptor import Descriptor
from chessdash.tiebreaks.ranking import value
from tests.laws.events import VALUES, tables, usable

GAMES = (Kind.GAME, Kind.UNRATED_GAME)
REQUESTED = (Kind.HALF_BYE, Kind.ZERO_BYE)
FORFEITS = (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS)


def exactly(number: float) -> Fraction:
    """The fraction that a number of points stands for."""
    return Fraction(float(number)).limit_denominator(1000)


class Cell(NamedTuple):
    """One round of one participant."""

    kind: Kind
    opponent: int  # -1 where none
    points: Fraction
    black: bool
    extra: Fraction  # of the points, what the result does not explain

    @property
    def voluntary(self) -> bool:
        return self.kind in (*REQUESTED, Kind.FORFEIT_LOSS)

    @property
    def forfeit(self) -> bool:
        return self.kind in FORFEITS and self.opponent >= 0


class Part(NamedTuple):
    """What a round adds: the score faced, the contribution, and whether a low cut must take it first (16.5)."""

    score: Fraction
    value: Fraction
    first: bool


class Event:
    """An event as lists: each participant's rounds, those without a result or annulled as None."""

    def __init__(self, table: Crosstable, last_drawn: bool = False) -> None:
        self.table, self.predetermined = table, table.rules.system == "round-robin"
        self.win, self.draw = exactly(table.scoring.win), exactly(table.scoring.draw)
        bonus = np.zeros_like(table.points) if table.bonus is None else table.bonus
        self.rows: list[list[Cell | None]] = []
        for p in range(len(table.number)):
            row: list[Cell | None] = []
            for r in range(table.rounds):
                kind = Kind(int(table.kind[p, r]))
                cell = Cell(
                    kind, int(table.opponent[p, r]), exactly(table.points[p, r]), bool(table.black[p, r]), exactly(bonus[p, r])
                )
                if last_drawn and r == table.rounds_planned - 1 and (kind in GAMES or cell.forfeit):
                    cell = cell._replace(kind=Kind.GAME, points=self.draw)
                row.append(None if kind in (Kind.PENDING, Kind.ANNULLED) else cell)
            self.rows.append(row)

    def score(self, p: int) -> Fraction:
        return sum((cell.points for cell in self.rows[p] if cell), Fraction())

    def adjusted(self, p: int) -> Fraction:
        """16.3: a requested bye that no round follows but voluntary ones counts as a draw."""
        if self.predetermined:
            return self.score(p)
        total, last = Fraction(), True
        for cell in reversed([cell for cell in self.rows[p] if cell]):
            last = last and cell.voluntary
            total += self.draw if last and cell.kind in REQUESTED else cell.points
        return total

    def met(self, cell: Cell, forfeits: bool = False) -> bool:
        return cell.kind in GAMES or (cell.forfeit and (forfeits or self.predetermined))

    def faced(self, p: int, cell: Cell, forfeits: bool) -> Fraction:
        """The opponent's adjusted score, or a dummy's (16.4)."""
        if self.met(cell, forfeits):
            return self.adjusted(cell.opponent)
        own = self.score(p)
        if self.table.rules.edition == "2024":
            return own
        return min(own, self.adjusted(cell.opponent) if cell.forfeit else self.draw * self.table.rounds_planned)

    def parts(self, p: int, forfeits: bool, product: bool) -> list[Part]:
        """What each round brings to Buchholz, or as a product to Sonneborn-Berger."""
        cells = [cell for cell in self.rows[p] if cell and (self.met(cell) or not self.predetermined)]
        faced = [(cell, self.faced(p, cell, forfeits)) for cell in cells]
        dummies = [cell.voluntary and not self.met(cell, forfeits) for cell in cells]
        return [
            Part(score, score * cell.points if product else score, first)
            for (cell, score), first in zip(faced, dummies, strict=True)
        ]


def cut(parts: list[Part], low: int, high: int) -> list[Part]:
    """14.1 to 14.4, and 16.5 where a round may be cut first."""
    parts = list(parts)
    for _ in range(min(low, len(parts))):
        victim = min(parts)
        if (voluntary := [part for part in parts if part.first]) and min(voluntary).value >= victim.value:
            victim = min(voluntary)
        parts.remove(victim)
    for _ in range(min(high, len(parts))):
        parts.remove(max(parts))
    return parts


def half_up(number: Fraction, places: int) -> Fraction:
    return Fraction(math.floor(number * 10**places + Fraction(1, 2)), 10**places)


def of_scores(event: Event, drawn: Event, p: int, code: Descriptor) -> Fraction | None:
    """BH, FB, AOB, SB: None where undefined."""
    if code.name == "AOB":
        sums = drawn if code.fore else event
        met = [cell.opponent for cell in event.rows[p] if cell and cell.kind in GAMES]
        theirs = [sum((part.value for part in sums.parts(q, False, False)), Fraction()) for q in met]
        return half_up(sum(theirs, Fraction()) / len(theirs), 2) if theirs else None
    parts = (drawn if code.name == "FB" else event).parts(p, code.forfeits, code.name == "SB")
    return sum((part.value for part in cut(parts, code.low, code.high)), Fraction())


def koya(event: Event, p: int, code: Descriptor) -> Fraction:
    """9.2: each participant of an odd round robin is free once in as many rounds as there are players."""
    rounds, players = event.table.rounds_planned, len(event.rows)
    games = rounds - rounds // players if event.predetermined and players % 2 and rounds % players == 0 else rounds
    limit = event.win * games / 2 + code.limit * event.draw
    paired = [cell for cell in event.rows[p] if cell and event.met(cell, True)]
    return sum((cell.points for cell in paired if event.score(cell.opponent) >= limit), Fraction())


def of_record(event: Event, p: int, code: Descriptor) -> Fraction:
    """PTS, WIN, WON, BPG, BWG, REP, STD, PS."""
    cells = [cell for cell in event.rows[p] if cell]
    games = [cell for cell in cells if cell.kind in GAMES]
    won = [cell for cell in games if cell.points - cell.extra > event.draw]
    elected = [cell for cell in cells if not cell.voluntary and (event.met(cell) or not event.predetermined)]
    if code.name == "PS":
        running = [sum((cell.points for cell in cells[: n + 1]), Fraction()) for n in range(len(cells))]
        return sum(running[code.low :], Fraction())
    if code.name == "STD":
        other = [theirs(event, p, r) for r, cell in enumerate(event.rows[p]) if cell]
        return sum(
            (Fraction(int(c.points > o) * 2 + int(c.points == o), 2) for c, o in zip(cells, other, strict=True)), Fraction()
        )
    return {
        "PTS": event.score(p),
        "WIN": Fraction(sum(cell.points >= event.win for cell in cells)),
        "WON": Fraction(len(won)),
        "BPG": Fraction(sum(cell.black for cell in games)),
        "BWG": Fraction(sum(cell.black for cell in won)),
        "REP": Fraction(len(elected)),
    }[code.name]


def theirs(event: Event, p: int, r: int) -> Fraction:
    """7.7: the opponent's points of the round, a draw's where it was not played (a forfeit is, where pairings are fixed)."""
    cell = event.rows[p][r]
    assert cell
    if not event.met(cell):
        return event.draw
    other = event.rows[cell.opponent][r]
    assert other
    return other.points


def slowly(event: Event, drawn: Event, p: int, code: Descriptor) -> Fraction | None:
    """The value of a code for one participant, None where undefined."""
    if code.name in ("BH", "FB", "AOB", "SB"):
        return of_scores(event, drawn, p, code)
    return koya(event, p, code) if code.name == "KS" else of_record(event, p, code)


NAMES = ("PTS", "WIN", "WON", "BPG", "BWG", "REP", "STD", "PS", "BH", "FB", "AOB", "SB", "KS")
HERE = tuple(one for one in VALUES if one.name in NAMES)


@settings(max_examples=60)
@given(tables(most=7))
def test_values_are_those_of_the_articles(table):
    event, drawn = Event(table), Event(table, last_drawn=True)
    for code in usable(table, HERE):
        expected = [slowly(event, drawn, p, code) for p in range(len(table.number))]
        ours = value(table, code)
        for p, exact in enumerate(expected):
            assert np.isnan(ours[p]) if exact is None else abs(ours[p] - exact) < 2e-6, (str(code), p, float(ours[p]), exact)
