"""Who takes part in which round, as far as a file says it: rounds that were played, pairings and byes of rounds still to come.

An entry is a player, or a team in a team event (a player who is not lined up has not left). A zero-point bye, or a blank where
the round was played, is an absence; whoever is paired, has a bye with points or was allocated one takes part.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from chessdash.cells import BoolArray, IntArray
from chessdash.crosstable import Kind
from chessdash.sheet import Bye, Record, Sheet
from chessdash.tournament import Tournament

WITH_POINTS = (Kind.FULL_BYE, Kind.HALF_BYE)


@dataclass(frozen=True, eq=False)
class Entries:
    """U entries over the T planned rounds."""

    of_player: IntArray  # (P,) the entry of each row of the sheet
    there: BoolArray  # (U, T) takes part
    away: BoolArray  # (U, T) is known to be absent; where neither holds nothing is said yet
    bye: BoolArray  # (U, T) asked for a bye with points
    last: IntArray  # (U,) the last round in which it takes part or may do so, 0: never

    def late(self, round: int) -> BoolArray:
        """Who would have joined after this round: absent until then, and later not, shape (U,)."""
        late: BoolArray = self._never(round) & (self.last > round)
        return late

    def withdrawn(self, round: int) -> BoolArray:
        """Who took part up to this round and withdraws after it or later, shape (U,)."""
        withdrawn: BoolArray = ~self._never(round) & (self.last >= round) & (self.last < self.there.shape[1])
        return withdrawn

    def lapsing(self, round: int) -> BoolArray:
        """Byes asked for after this round by those who have taken part and go on afterwards, shape (U, T)."""
        rounds = np.arange(1, self.there.shape[1] + 1)
        going_on = (rounds > round) & (rounds <= self.last[:, None]) & ~self._never(round)[:, None]
        lapsing: BoolArray = (self.bye | self.away) & going_on
        return lapsing

    def _never(self, round: int) -> BoolArray:
        never: BoolArray = ~np.logical_or.reduce(self.there[:, :round], -1)
        return never


def is_team_event(sheet: Sheet) -> bool:
    """Whether its entries are teams: it has teams, and its type does not say that it is individual."""
    return sheet.teams is not None and "individual" not in str(sheet.info.get("type", "")).lower()


def entries(tournament: Tournament) -> Entries:
    """Who takes part when.

    In a round robin, whose games are all known, that is everyone always. In a Swiss, whoever is absent in every known round to
    the end has withdrawn; later rounds of which nothing is said count as absences of those who are absent in the last round
    played and have asked for no bye (record 240; to be left out of a pairing is to ask for none). An absence in the last round
    alone, still to come, is a bye that was asked for.
    """
    sheet, settled = tournament.sheet, tournament.settled
    played, planned = settled.rounds_played, settled.rounds_planned
    shape = settled.kind.shape
    ahead = np.arange(shape[1]) >= played
    known = ~ahead | (settled.kind != Kind.PENDING) | (sheet.opponent > 0)
    more = ((0, 0), (0, planned - shape[1]))
    away = np.pad(settled.kind == Kind.ZERO_BYE, more)
    there = np.pad(known, more) & ~away
    bye = np.pad(np.isin(settled.kind, WITH_POINTS), more)
    asked = np.zeros_like(away)
    rows = {int(no): row for row, no in enumerate(sheet.players["no"])} if sheet.byes or tournament.due else {}
    for one in sheet.byes:  # they stand beside the cells of rounds still to come
        row, at = rows.get(one.no), one.round - 1
        if row is not None and played <= at < planned and (at >= shape[1] or not sheet.opponent[row, at]):
            away[row, at] = asked[row, at] = one.type == "Z"
            there[row, at] = bye[row, at] = one.type != "Z"
    for no, first in tournament.due.items():
        if (row := rows.get(no)) is not None and first <= planned:
            there[row, first - 1], away[row, first - 1] = True, False  # of one who has withdrawn before joining too
    of_player = np.arange(shape[0])
    if tournament.system != "swiss":
        always = np.ones(away.shape, bool)
        return Entries(of_player, always, ~always, ~always, np.full(len(always), planned))
    if is_team_event(sheet):
        of_player, there, away, bye = _of_teams(sheet, played, there, away)
        asked = away
    return Entries(of_player, there, away, bye, _last(there, away, asked, played))


def _last(there: BoolArray, away: BoolArray, asked: BoolArray, played: int) -> IntArray:
    """The last round that is no absence, shape (U,); ``asked`` are absences (U, T) that were asked for."""
    planned = there.shape[1]
    gone = away[:, played - 1] & ~(asked | there)[:, played:].any(-1) if played else np.zeros(len(there), bool)
    perhaps = there | ~(away | gone[:, None])
    last = np.where(perhaps.any(-1), planned - perhaps[:, ::-1].argmax(-1), 0) if planned else np.zeros(len(there), int)
    if planned > played:
        last[(last == planned - 1) & (last > 0)] = planned
    return last


def _of_teams(sheet: Sheet, played: int, there: BoolArray, away: BoolArray) -> tuple[IntArray, BoolArray, BoolArray, BoolArray]:
    """The same by team: it takes part with any of its members, or by a record of its own; who is in no team stays alone."""
    teams: Any = sheet.teams
    numbers = {int(no): row for row, no in enumerate(teams["no"])}
    team_of = {int(member): row for row, members in enumerate(teams["members"]) for member in members}
    players = np.asarray(sheet.players["no"]).tolist()
    of_player = np.array([team_of.get(no, len(numbers) + row) for row, no in enumerate(players)], int)
    shape = (len(numbers) + len(players), there.shape[1])
    taking, kept_away, bye = np.zeros(shape, bool), np.zeros(shape, bool), np.zeros(shape, bool)
    np.logical_or.at(taking, of_player, there)
    alone = of_player >= len(numbers)
    kept_away[of_player[alone]] = away[alone]
    for one in _own_records(sheet.records):
        row, at = numbers.get(one.no), one.round - 1
        if row is not None and 0 <= at < shape[1]:
            bye[row, at] |= one.type in "FH"
            taking[row, at] |= one.type != "Z"
            kept_away[row, at] |= one.type == "Z"
    kept_away[:, :played] = True  # what no member and no record says
    kept_away &= ~taking
    return of_player, taking, kept_away, bye


def _own_records(records: Iterable[Record]) -> Iterator[Bye]:
    """What records say of teams in rounds: byes (240, F H Z), pairing-allocated byes (320) and forfeited matches (330) as U."""
    for record in records:
        if record.code == "240" and record.text[4:5].upper() in ("F", "H", "Z"):
            round_ = number_at(record, 6, 9)
            yield from (Bye(round_, int(no), record.text[4].upper()) for no in record.text[9:].split() if no.isdecimal())
        elif record.code == "320":
            parts = [record.text[at : at + 3].strip() for at in range(14, len(record.text), 4)]
            yield from (Bye(place, int(no), "U") for place, no in enumerate(parts, 1) if no.isdecimal())
        elif record.code == "330":
            yield from (Bye(number_at(record, 7, 10), number_at(record, *ends), "U") for ends in ((11, 14), (15, 18)))


def number_at(record: Record, first: int, behind: int) -> int:
    """The whole number in these characters of a record, from 0; 0 where there is none."""
    text = record.text[first:behind].strip()
    return int(text) if text.isascii() and text.isdecimal() else 0
