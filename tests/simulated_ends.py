"""Events that are going on, for tests of what is simulated of them, and simulated ends as tournaments."""

from dataclasses import replace

import numpy as np

from chessdash.crosstable import Kind
from chessdash.simulation import Odds
from chessdash.tournament import Tournament
from chessdash.whatif.strength import Model
from tests.events import event

# Three of seven rounds are played. 5 and 6 have no rating, 7 comes in round 3, where it has the bye; 2 takes a half-point bye in
# round 5 and 6 is away in round 6.
RUNNING = (
    "2000 2w1 4b1 3w=",
    "1900 1b0 3w1 5b=",
    "1800 4w= 2b0 1b=",
    "1700 3b= 1w0 6b1",
    "- -U -H 2w=",
    "- -H -U 4w0",
    "1500 -Z -Z -U",
)


BYES = ("240 H   5    2", "240 Z   6    6")


# In round 3 the board of 1 and 3 is open; in round 2 the result of 2 against 3 is contradicted, since 3 names nobody.
OPEN = ("2000 2w1 4b1 3w", "1900 1b0 3w1 5b=", "1800 4w= . 1b", "1700 3b= 1w0 -H", "1600 -U -H 2w=")


ROBIN = ("2000 2w1 3b=", "1900 1b0 4w1", "1800 4b1 1w=", "1700 3w0 2b0")

LATE = ("240 Z   3    4", "240 Z   4    4", "240 Z   5    4", "240 Z   6    4")  # 4 leaves it after round 2
FORFEITS = {Kind.FORFEIT_WIN: "+", Kind.FORFEIT_LOSS: "-", Kind.ANNULLED: "-"}


# A bonus of half a point for 2 in round 1, two points instead of one for 1's win in round 2, half a point off for 3 in round 3.
BONUS = ("299           0.5    1    2", "299 W         2.0    2    1", "299          -0.5    3    3")
SURE = Model(odds=Odds(draws=0.3, first_move=35.0), rating_error=1.0, results=False)  # strengths are ratings


def planned(whole, rounds):
    """The event with another number of planned rounds."""
    return Tournament(replace(whole.sheet, info={**whole.sheet.info, "rounds": rounds}))


def running(**options):
    return event(RUNNING, rounds=7, records=BYES, **options)


def robin(players=ROBIN, rounds=3, **options):
    return event(players, rounds=rounds, type="Individual: Round-Robin", **options)


def annulled(whole, *numbers):
    """The event where the games of these are annulled."""
    return Tournament(replace(whole.sheet, info={**whole.sheet.info, "annulled": numbers}))


def played_on(whole, table):
    """The tournament with the results of a simulated end, (P, R), written into its sheet: as if a file had them."""
    sheet, rows = whole.sheet, np.argsort(np.asarray(whole.sheet.players["no"]), kind="stable")
    width = max(table.rounds, sheet.result.shape[1])
    filled = {}
    for name, blank in (("opponent", 0), ("colour", ord("-")), ("result", ord(" "))):
        old = getattr(sheet, name)
        filled[name] = np.full((len(rows), width), blank, old.dtype)
        filled[name][:, : old.shape[1]] = old
    letters = {Kind.PAB: "U", Kind.FULL_BYE: "F", Kind.HALF_BYE: "H", Kind.ZERO_BYE: "Z"}
    own = table.points if table.bonus is None else table.points - table.bonus
    for i, r in np.ndindex(table.kind.shape):
        at, other = (rows[i], r), table.opponent[i, r]
        if r < whole.rounds_played and whole.settled.kind[at] != Kind.PENDING:
            continue
        if table.kind[i, r] == Kind.GAME:
            filled["opponent"][at] = table.number[other]
            filled["colour"][at] = ord("b" if table.black[i, r] else "w")
            filled["result"][at] = ord("0=1"[1 + int(np.sign(own[i, r] - own[other, r]))])
        elif table.kind[i, r] in FORFEITS and other >= 0:
            filled["opponent"][at] = table.number[other]
            filled["colour"][at] = ord("w" if i < other else "b")
            filled["result"][at] = ord(FORFEITS[table.kind[i, r]])
        elif table.kind[i, r] in letters:
            filled["opponent"][at], filled["colour"][at] = 0, ord("-")
            filled["result"][at] = ord(letters[table.kind[i, r]])
    return Tournament(replace(sheet, **filled))


def no_row(table, no):
    return int(np.flatnonzero(table.number == no)[0])


def boards_of(table, r):
    """Boards of a round (from 0) by start number: White, Black."""
    rows = np.flatnonzero((table.opponent[:, r] >= 0) & ~table.black[:, r])
    return {(int(table.number[row]), int(table.number[table.opponent[row, r]])) for row in rows}
