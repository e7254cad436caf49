"""What remains of an event: open boards, rounds that are paired already, who will be there, as arrays by pairing number."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from chessdash import pairing
from chessdash.arguments import is_whole, shown
from chessdash.cells import BoolArray, IntArray
from chessdash.crosstable import Crosstable, Kind
from chessdash.errors import DataError
from chessdash.simulation import Fixed
from chessdash.text import say
from chessdash.tournament import Tournament
from chessdash.whatif.boards import Boards, every_board
from chessdash.whatif.entries import is_team_event

BYES = {"F": Kind.FULL_BYE, "H": Kind.HALF_BYE, "Z": Kind.ZERO_BYE, "U": Kind.PAB}
GIVEN = (Kind.PAB, Kind.FULL_BYE, Kind.FORFEIT_WIN)  # who has had points without a game gets no pairing-allocated bye


@dataclass(frozen=True, eq=False)
class Remaining:
    """An event of P players, in the order of pairing numbers, and what is known of its rounds to come.

    ``open`` are the boards of rounds already played that have no result: round (from 0), row of White, row of Black, place among
    the boards of the round. ``fixed`` has one entry a round to come: its boards in their order where they are known, None where
    they will be paired. ``away`` (P, rounds to come) is the Kind of a bye or absence known beforehand, -1 who will be there.
    """

    table: Crosstable
    open: tuple[tuple[int, int, int, int], ...]
    fixed: tuple[Fixed | None, ...]
    away: IntArray
    had: BoolArray  # (P,) who may not get the pairing-allocated bye
    withdrawn: tuple[int, ...]  # start numbers of those who have left: absent in the last round, or to the end of a round robin
    missing: tuple[int, ...]  # start numbers that have never been there

    @property
    def rounds(self) -> int:
        """Number of rounds to come."""
        return len(self.fixed)

    @property
    def simulated(self) -> dict[int, IntArray]:
        """The rows whose games are simulated, (N,), by round from 0: those of open boards, and everybody in a round to come."""
        players, played = self.table.kind.shape
        found = {r: np.array([row for board in self.open if board[0] == r for row in board[1:3]]) for r, *_ in self.open}
        return found | {r: np.arange(players) for r in range(played, played + self.rounds)}


def remaining(tournament: Tournament, table: Crosstable, rounds: int | None = None) -> Remaining:
    """What remains of an event until this round, None: until the last one planned.

    ``table`` is the crosstable under the rules wanted, (P, R). DataError for a round that is played or not planned, where nothing
    remains, and for an event of teams.
    """
    if is_team_event(tournament.sheet):
        raise DataError(say("pairing_teams"))
    played, planned = table.rounds, table.rounds_planned
    last = planned if rounds is None else rounds
    if not is_whole(last, played, planned):
        raise DataError(say("simulate_until", given=shown(rounds), played=played, planned=planned))
    by_number = ordered(table)
    rows = np.argsort(np.argsort(table.number, kind="stable"))  # row by pairing number of each row of the file
    boards = every_board(tournament)
    waiting = boards.only((boards.round < played) & (tournament.settled.kind[boards.white, boards.round] == Kind.PENDING))
    columns = (waiting.round, rows[waiting.white], rows[waiting.black], waiting.board)
    open_boards = tuple(zip(*(column.tolist() for column in columns), strict=True))
    if last == played and not open_boards:
        raise DataError(say("simulate_finished", played=played))
    away, withdrawn, missing = _away(tournament, by_number, last)
    fixed: list[Fixed | None] = []
    if table.rules.predetermined:
        withdrawn, missing = _left_for_good(tournament), ()
        fixed.extend(_round_robin(tournament, rows, last - played, withdrawn))
    else:
        fixed.extend(_fixed(tournament, boards, rows, r, away[:, r - played]) for r in range(played, last))
    known = (by_number.kind[..., None] == np.array(GIVEN, np.int8)).any((-1, -2))
    return Remaining(by_number, open_boards, tuple(fixed), away, known, withdrawn, missing)


def ordered(table: Crosstable) -> Crosstable:
    """The same event with its rows in the order of pairing numbers, (P, R)."""
    rows = np.argsort(table.number, kind="stable")
    place = np.empty(len(rows) + 1, np.intp)  # the last one stays -1: no opponent
    place[rows], place[-1] = np.arange(len(rows)), -1
    return replace(
        table,
        opponent=place[table.opponent[rows]],
        points=table.points[rows],
        kind=table.kind[rows],
        black=table.black[rows],
        rating=table.rating[rows],
        number=table.number[rows],
        bonus=None if table.bonus is None else table.bonus[rows],
        columns={name: values[rows] for name, values in table.columns.items()},
    )


def _fixed(tournament: Tournament, boards: Boards, rows: IntArray, r: int, away: IntArray) -> Fixed | None:
    """The boards of a round to come (from 0) that the file has, None where it has none; rows of pairing numbers (P,)."""
    of_round = boards.only(boards.round == r)
    if not len(of_round.white):
        return None
    white, black = rows[of_round.white], rows[of_round.black]
    letters = np.empty(len(rows), np.uint8)
    letters[rows] = tournament.sheet.result[:, r]
    kind = np.full(len(rows), Kind.ZERO_BYE, np.int8)
    for letter, bye in BYES.items():
        kind[letters == ord(letter)] = bye
    kind = np.where((away >= 0) & (letters == ord(" ")), away, kind)
    kind[white] = kind[black] = -1
    return Fixed(white, black, kind)


def _away(tournament: Tournament, table: Crosstable, last: int) -> tuple[IntArray, tuple[int, ...], tuple[int, ...]]:
    """Who is known to be away in the rounds to come, (P, rounds), and who is taken to have left or to be missing for good."""
    played = table.rounds
    away = np.full((len(table.number), last - played), -1, np.int8)
    row = {int(no): i for i, no in enumerate(table.number.tolist())}
    byes = [(no, round, BYES[letter]) for round, no, letter in tournament.byes.itertuples(index=False)]
    gone = pairing.away(tournament).keys() - {no for no, round, _ in byes if round == played + 1}
    gone |= _absent_on(tournament, table) - tournament.due.keys()
    away[[row[no] for no in gone]] = Kind.ZERO_BYE
    for no, round, kind in byes:
        if round <= last:
            away[row[no], round - played - 1] = kind
    here = (table.kind != Kind.ZERO_BYE).any(-1)
    withdrawn, missing = (tuple(sorted(no for no in gone if here[row[no]] == ever)) for ever in (True, False))
    return away, withdrawn, missing


def _absent_on(tournament: Tournament, table: Crosstable) -> set[int]:
    """Who was absent in the last round and stands as absent in the next, which nobody asked for, nor anything after it."""
    coming, byes = table.rounds + 1, tournament.byes
    asked = {bye.no for bye in tournament.sheet.byes if bye.round >= coming}
    asked |= set(byes["no"][(byes["round"] > coming) & (byes["type"] != "Z")])
    paired = np.asarray(tournament.sheet.players["no"])[(tournament.sheet.opponent[:, table.rounds :] > 0).any(-1)]
    absent = set(byes["no"][(byes["round"] == coming) & (byes["type"] == "Z")]) - asked - set(paired.tolist())
    return {int(no) for no in table.number[(table.kind[:, -1:] == Kind.ZERO_BYE).any(-1)]} & absent


def _left_for_good(tournament: Tournament) -> tuple[int, ...]:
    """Who is down as absent from every round to come: in a round robin whoever is free has no board, and is no less there."""
    absent, coming = tournament.byes, tournament.rounds_planned - tournament.rounds_played
    rounds = absent[absent["type"] == "Z"].groupby("no")["round"].nunique()
    left = set(rounds.index[rounds == coming].tolist()) | set(tournament.info.get("annulled", ()))
    return tuple(sorted(int(no) for no in left)) if coming else ()


def _round_robin(tournament: Tournament, rows: IntArray, rounds: int, left: tuple[int, ...]) -> list[Fixed]:
    """The remaining rounds of a round robin: their games are known, those of who has left are forfeited or annulled."""
    numbers = np.asarray(tournament.sheet.players["no"])
    gone, nothing = np.isin(numbers, left), np.isin(numbers, tournament.info.get("annulled", ()))
    found = []
    for white, black in pairing.remaining_round_robin(tournament)[:rounds]:
        kind, opponent = np.full(len(rows), Kind.ZERO_BYE, np.int8), np.full(len(rows), -1, np.intp)
        annulled, both = nothing[white] | nothing[black], ~(gone[white] | gone[black])
        for own, other in ((white, black), (black, white)):
            kind[rows[own]] = np.select(
                [annulled, gone[own], gone[other]], [Kind.ANNULLED, Kind.FORFEIT_LOSS, Kind.FORFEIT_WIN], -1
            )
            opponent[rows[own[~both]]] = rows[other[~both]]
        found.append(Fixed(rows[white[both]], rows[black[both]], kind, opponent))
    return found


def named(tournament: Tournament, numbers: Iterable[int], most: int = 3) -> str:
    """Names of some players, for a sentence: the first few, then how many more."""
    names: Mapping[int, Any] = dict(zip(tournament.sheet.players["no"], tournament.sheet.players.get("name", []), strict=False))
    said = [str(names.get(no) or no) for no in numbers]
    return "; ".join(said[:most]) + (say("and_others", n=len(said) - most) if len(said) > most else "")
