"""Pairings of army events: round 1 at random, later ones by points, with as few rematches as can be."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.random import Generator

from chessdash.arguments import is_whole, shown
from chessdash.arguments import numbers as start_numbers
from chessdash.army.rules import open_rounds, still_there
from chessdash.army.words import name_of, names_of
from chessdash.cells import BoolArray, FloatArray, IntArray
from chessdash.crosstable import Crosstable, Kind
from chessdash.errors import DataError
from chessdash.matching import NOBODY, maximum, pair_off, size
from chessdash.text import say
from chessdash.tournament import Tournament, checked

if TYPE_CHECKING:
    import pandas as pd

GIVEN = (Kind.PAB, Kind.FULL_BYE)  # who has had one of these has had a bye
LARGEST = np.iinfo(np.int32).max  # start number


def first_round(numbers: Iterable[int], seed: int) -> tuple[IntArray, int]:
    """Pairs of start numbers at random, White first, shape (N, 2), and who has the bye, 0 for nobody."""
    given = start_numbers("numbers", numbers)
    if len(given) < 2 or len(set(given)) < len(given) or not all(is_whole(no, 1, LARGEST) for no in given):
        raise DataError(say("army_numbers", given=shown(given)))
    drawn = _random(seed, 1).permutation(np.array(given))
    return drawn[: len(drawn) // 2 * 2].reshape(-1, 2), int(drawn[-1]) if len(drawn) % 2 else 0


def next_round(tournament: Tournament, seed: int, *, absent: Iterable[int] = (), present: Iterable[int] = ()) -> "pd.DataFrame":
    """The pairings of the round after the last one: board (from 1), white, black (start numbers, 0: the bye), and their names.

    Round 1 at random. Later by points: within a score group at random, the odd one floats down, no rematch where any pairing
    does without; the bye at random among those with the fewest points, first those who had none. Who has left, asked for a bye
    or is among ``absent`` is left out; those ``present`` are there although absent so far. ``attrs``: round, rematches (pairs of
    start numbers), notes (sentences). The same seed gives the same pairings. DataError where the last round is not complete or
    all planned rounds are played.
    """
    table, round = checked(tournament).crosstable, tournament.rounds_played + 1
    rows = np.flatnonzero(_present(tournament, round, absent, present))
    if len(rows) < 2:
        raise DataError(say("army_too_few", round=round, n=len(rows), size=tournament.size))
    if round == 1:
        drawn, bye = first_round(table.number[rows].tolist(), seed)
        return _frame(tournament, round, drawn.tolist(), bye, ())
    random = _random(seed, round)
    times, score = meetings(table), np.round(table.score, 6)
    free = _bye(table, times, score, rows, random) if len(rows) % 2 else NOBODY
    rows = rows[rows != free]
    rows = rows[np.lexsort((random.permutation(len(rows)), -score[rows]))]
    met = times[np.ix_(rows, rows)]
    pairs = rows[np.array(pair_off(met))]
    again = tuple((int(table.number[a]), int(table.number[b])) for a, b in pairs.tolist() if times[a, b])
    whites = np.where(table.game, np.where(table.black, -1, 1), 0).sum(-1) + random.random(len(table.number)) / 2
    seated = np.where(whites[pairs[:, :1]] <= whites[pairs[:, 1:]], pairs, pairs[:, ::-1])
    return _frame(tournament, round, table.number[seated].tolist(), int(table.number[free]) if free >= 0 else 0, again)


def meetings(table: Crosstable) -> IntArray:
    """How often each two have met over the board, annulled games too, forfeits not, shape (P, P)."""
    row, round = np.nonzero((table.game | (table.kind == np.int8(Kind.ANNULLED))) & (table.opponent >= 0))
    times = np.zeros((len(table.number),) * 2, np.intp)
    np.add.at(times, (row, table.opponent[row, round]), 1)
    return times


def _bye(table: Crosstable, times: IntArray, score: FloatArray, rows: IntArray, random: Generator) -> int:
    """The row that gets the bye, of these (N,): one of the fewest points who had none, whose bye leaves the fewest rematches."""
    fewest = rows[score[rows] == score[rows].min()]
    new = fewest[~np.isin(table.kind[fewest], GIVEN).any(-1)]
    return freed(times, rows, random.permutation(new if len(new) else fewest).tolist())


def freed(times: IntArray, rows: IntArray, candidates: Iterable[int]) -> int:
    """The first of some candidates whose bye leaves the others of these rows (N,), N odd, the fewest rematches."""
    best, chosen = -1, NOBODY
    for row in candidates:
        others = rows[rows != row]
        made = size(maximum((times[np.ix_(others, others)] == 0) & ~np.eye(len(others), dtype=bool)))
        if made > best:
            best, chosen = made, row
        if made == len(others) // 2:
            break
    return chosen


def _present(tournament: Tournament, round: int, absent: Iterable[int], present: Iterable[int]) -> BoolArray:
    """Who will be in the next round, shape (P,); DataError where it cannot be paired."""
    table = tournament.crosstable
    names, named = start_numbers("absent", absent), start_numbers("present", present)
    if (waiting := open_rounds(table)).size:
        who = table.number[table.kind[:, waiting[0]] == Kind.PENDING].tolist()
        raise DataError(say("army_incomplete", round=round, open=waiting[0] + 1, names=names_of(tournament, who)))
    if round > tournament.rounds_planned:
        raise DataError(say("army_all_played", planned=tournament.rounds_planned))
    if strangers := [no for no in (*names, *named) if no not in set(table.number.tolist())]:
        raise DataError(say("army_absent", no=strangers[0], round=round))
    byes = tournament.byes
    asked = byes.loc[(byes["round"] == round) & (byes["type"] != "U"), "no"]  # the other byes are drawn, not asked for
    away: BoolArray = np.isin(table.number, [*asked, *names])
    here: BoolArray = (still_there(tournament) | np.isin(table.number, named)) & ~away
    return here


def _frame(
    tournament: Tournament, round: int, pairs: Sequence[Sequence[int]], bye: int, rematches: tuple[tuple[int, int], ...]
) -> "pd.DataFrame":
    """The frame of a round from pairs of start numbers, White first."""
    import pandas as pd

    boards = [*pairs, *([(bye, 0)] if bye else [])]
    numbers = np.asarray(tournament.sheet.players["no"]).tolist()
    name = dict(zip(numbers, map(str, tournament.sheet.players["name"]), strict=True)) | {0: ""}
    rows = [(board, w, b, name[w], name[b]) for board, (w, b) in enumerate(boards, 1)]
    frame = pd.DataFrame(rows, columns=["board", "white", "black", "white_name", "black_name"])
    notes = [_bye_note(tournament, bye)] if bye else []
    if rematches:
        names = [[name_of(tournament, no) for no in pair] for pair in rematches]
        met = "; ".join(say("army_versus", one=one, other=other) for one, other in names)
        notes.append(say("army_rematches", n=len(rematches), pairs=met))
    frame.attrs = {"round": round, "rematches": rematches, "notes": notes}
    return frame


def _bye_note(tournament: Tournament, no: int) -> str:
    table = tournament.crosstable
    had = np.isin(table.kind[table.number == no], GIVEN).any()
    return say("army_bye_again" if had else "army_bye", name=name_of(tournament, no))


def _random(seed: int, round: int) -> Generator:
    """The draw of a round: the same from the same seed."""
    if not is_whole(seed, 0):
        raise DataError(say("army_seed", given=shown(seed)))
    return np.random.default_rng([int(seed), round])
