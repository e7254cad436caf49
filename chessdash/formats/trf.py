"""Tournament report files (TRF16, TRF(x), TRF25, TRF26): text to sheet; see spec/formats.md for the columns."""

from typing import TYPE_CHECKING, Any

import numpy as np

from chessdash.errors import FormatError
from chessdash.faults import Fault, fault
from chessdash.formats.encoding import decode
from chessdash.formats.trf_players import Player, player
from chessdash.formats.trf_records import Event, record
from chessdash.sheet import Sheet
from chessdash.text import say

if TYPE_CHECKING:
    from chessdash.tournament import Tournament


def sheet(data: bytes, *, encoding: str | None = None, source: str = "") -> Sheet:
    """The sheet of a TRF's bytes; info["encoding"] says how they were read."""
    text, name = decode(data, encoding)
    event, players, lines = Event(), [], []
    if name not in ("ascii", "utf-8", "utf-8-sig"):
        event.notes.append(fault("note", "encoding", encoding=name))
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if line.startswith("001"):
            players.append(player(line, number))
            lines.append(number)
        elif line.strip():
            record(event, number, line.rstrip())
    if not players:
        raise FormatError(say("no_players", source=source or "TRF"))
    notes = [*event.notes, *(note for one in players for note in one.notes)]
    columns = _columns(players, lines, notes)
    opponent, colour, result = _cells(players)
    return Sheet(
        info={**event.info, "encoding": name},
        players=columns,
        opponent=opponent,
        colour=colour,
        result=result,
        scoring=event.scoring,
        byes=tuple(event.byes),
        abnormal=tuple(event.abnormal),
        teams={key: [team[key] for team in event.teams] for key in event.teams[0]} if event.teams else None,
        records=tuple(event.records),
        lines=np.array(lines, np.int32),
        notes=tuple(notes),
    )


def _columns(players: list[Player], lines: list[int], notes: list[Fault]) -> dict[str, Any]:
    """The players' fields as columns, with unique start numbers."""
    columns: dict[str, Any] = {name: [one.fields[name] for one in players] for name in players[0].fields}
    columns["no"] = _unique(columns["no"], lines, notes)
    for name in ("rating", "points", "rank"):
        columns[name] = np.array([np.nan if value is None else value for value in columns[name]], np.float64)
    columns["fide_id"] = np.array(columns["fide_id"], np.int64)
    return columns


def _unique(numbers: list[int], lines: list[int], notes: list[Fault]) -> np.ndarray[Any, Any]:
    """The start numbers, where one that is missing or stands twice is the next free one."""
    first: dict[int, int] = {}
    for number, line in zip(numbers, lines, strict=True):
        first.setdefault(number, line)
    free, unique = max(numbers) + 1, []
    for number, line in zip(numbers, lines, strict=True):
        if number and first[number] == line:
            unique.append(number)
            continue
        code = "duplicate_number" if number else "no_number"
        notes.append(fault("error", code, record="001", line=line, column=5, no=number, first=first[number], given=free))
        unique.append(free)
        free += 1
    return np.array(unique, np.int32)


def _cells(players: list[Player]) -> tuple[np.ndarray[Any, Any], ...]:
    """Opponents, colours and results of all players, (P, R) each."""
    rounds = max(len(one.cells) for one in players)
    blank = (0, "-", " ")
    rows = [one.cells + [blank] * (rounds - len(one.cells)) for one in players]
    opponent = np.array([[cell[0] for cell in row] for row in rows], np.int32)
    colour = np.array([[ord(cell[1]) for cell in row] for row in rows], np.uint8)
    result = np.array([[ord(cell[2]) for cell in row] for row in rows], np.uint8)
    shape = (len(players), rounds)
    return opponent.reshape(shape), colour.reshape(shape), result.reshape(shape)


def dump(tournament: "Tournament") -> bytes:
    """The tournament as TRF26."""
    raise NotImplementedError
