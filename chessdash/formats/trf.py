"""Tournament report files (TRF16, TRF(x), TRF25, TRF26): text to sheet and back.

Lines that keep to the columns are read as one matrix (trf_block), the others with care one by one (trf_players), all that is said
of the event in trf_records; trf_write writes TRF26.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from chessdash.errors import FormatError
from chessdash.faults import Fault, fault, folded
from chessdash.formats import trf_own
from chessdash.formats.encoding import decode, noted
from chessdash.formats.trf_block import CELLS, WIDTH, Block, Columns, block
from chessdash.formats.trf_players import FIELDS, Cell, player
from chessdash.formats.trf_records import Event, record
from chessdash.sheet import Sheet
from chessdash.text import say

if TYPE_CHECKING:
    from chessdash.tournament import Tournament

Places = NDArray[np.int32]  # (P,) line of each player in the file, from 1
MOST_LINES = 100_000
MOST_PLAYERS = 9_999  # start numbers have four columns
MOST_ROUNDS = 999  # numbers of rounds have three
MOST_CELLS = 400_000  # of all players and rounds; real events have some 100,000 at most


def sheet(data: bytes, *, encoding: str | None = None, source: str = "") -> Sheet:
    """The sheet of a TRF's bytes; info["encoding"] says how they were read. FormatError where it is no tournament."""
    text, name = decode(data, encoding)
    event = Event(info={"encoding": name, "format": "trf"}, notes=noted(name, given=encoding is not None))
    lines, places = _players(text, event, source)
    columns, cells, notes = _read(lines, places, source)
    opponent, colour, result = cells
    event.finish()
    _add_byes(event, columns["no"], opponent, result, places)
    if np.count_nonzero(result == ord("*")):
        notes += _open_marks(lines, places, cells)
    return Sheet(
        info={**event.info, **trf_own.info(event.own)},
        players=trf_own.players(event.own, Columns(columns, lines)) if event.own else Columns(columns, lines),
        opponent=opponent,
        colour=colour,
        result=result,
        scoring=event.scoring,
        byes=tuple(event.byes),
        abnormal=tuple(event.abnormal),
        teams=event.team_columns(),
        records=tuple(event.records),
        lines=places,
        notes=tuple(folded([*event.notes, *notes])) if event.notes or notes else (),
    )


def dump(tournament: "Tournament") -> bytes:
    """The tournament as TRF26, UTF-8, one record a line; see trf_write."""
    from chessdash.formats.trf_write import text

    return text(tournament.sheet).encode()


def _refused(code: str, source: str, **values: object) -> FormatError:
    """The error that refuses a file in one sentence."""
    return FormatError(say(code, source=source or say("unnamed"), **values))


def _players(text: str, event: Event, source: str) -> tuple[list[str], Places]:
    """The player lines and their places in the file (from 1); all other lines go to the event."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > MOST_LINES and (count := text.count("\n")) > MOST_LINES:
        raise _refused("too_many_lines", source, n=count, limit=MOST_LINES)
    start = 0 if text.startswith("001") else text.find("\n001") + 1
    if not text.startswith("001", start):
        raise _refused("no_players", source)
    end = text.find("\n", text.rfind("\n001") + 1)
    before = text[:start].split("\n")[:-1]
    lines = text[start:end].split("\n") if end >= 0 else text[start:].split("\n")
    first = len(before) + 1
    places = np.arange(first, first + len(lines), dtype=np.int32)
    _records(event, before, 1)
    after = first + len(lines)
    if text.count("\n001", start, end if end >= 0 else len(text)) != len(lines) - 1:
        _records(event, ["" if line.startswith("001") else line for line in lines], first)
        rows = [row for row, line in enumerate(lines) if line.startswith("001")]
        lines, places = [lines[row] for row in rows], places[rows]
    if end >= 0:
        _records(event, text[end + 1 :].split("\n"), after)
    if len(lines) > MOST_PLAYERS:
        raise _refused("too_many_players", source, n=len(lines), limit=MOST_PLAYERS)
    return lines, places


def _records(event: Event, lines: Sequence[str], first: int) -> None:
    """Gives all lines in which anything stands to the event; the first one's place in the file is ``first``."""
    for place, line in enumerate(lines, first):
        if line and not line.isspace():
            record(event, place, line)


def _read(lines: list[str], places: Places, source: str) -> tuple[dict[str, Any], list[NDArray[Any]], list[Fault]]:
    """The players' numbers, their cells (P, R) and what is to be said of them; shifted lines are put right in place."""
    lengths = set(map(len, lines))
    made = block(lines, _width(lines, places, source, max(lengths)), equal=len(lengths) == 1)
    notes: list[Fault] = []
    later: dict[int, list[Cell]] = {}
    laid_out = len(made.misfits) < len(lines)
    for row in made.misfits.tolist():
        one = player(lines[row], int(places[row]))
        lines[row] = one.text
        for name in made.columns:
            value = one.numbers[name]
            made.columns[name][row] = value if value is not None else 0 if name == "no" else np.nan
        later[row] = one.cells
        notes += one.notes
        laid_out = laid_out or one.laid_out
    numbers = made.columns["no"]
    if not laid_out:
        raise _refused("no_columns", source, line=places[0], value=lines[0][3:47].strip())
    if later:
        made = _with_cells(made, later)
    if np.count_nonzero(numbers != np.arange(1, len(lines) + 1)):
        _number(made, places.tolist(), notes)
    return made.columns, _trimmed(made), notes


def _width(lines: Sequence[str], places: Places, source: str, width: int) -> int:
    """The length of the longest line, without blanks at its end where these are many; refused where it is absurd."""
    if width > CELLS + WIDTH * MOST_ROUNDS or width * len(lines) > MOST_CELLS * WIDTH:
        lengths = [len(line.rstrip()) for line in lines]
        width = max(lengths)
        rounds = -(-(width - CELLS) // WIDTH)
        line = places[lengths.index(width)]
        if rounds > MOST_ROUNDS:
            raise _refused("too_many_rounds", source, line=line, n=rounds, limit=MOST_ROUNDS)
        if rounds * len(lines) > MOST_CELLS:
            raise _refused("too_many_cells", source, line=line, n=rounds, players=len(lines), limit=MOST_CELLS)
    return width


def _with_cells(made: Block, rows: dict[int, list[Cell]]) -> Block:
    """The block with the cells of these rows, which may have more rounds."""
    rounds = max(made.result.shape[1], *map(len, rows.values()))
    more = ((0, 0), (0, rounds - made.result.shape[1]))
    opponent = np.pad(made.opponent, more)
    colour = np.pad(made.colour, more, constant_values=ord("-"))
    result = np.pad(made.result, more, constant_values=ord(" "))
    for row, cells in rows.items():
        padded = cells + [(0, "-", " ")] * (rounds - len(cells))
        opponent[row] = [cell[0] for cell in padded]
        colour[row] = [ord(cell[1]) for cell in padded]
        result[row] = [ord(cell[2]) for cell in padded]
    return made._replace(opponent=opponent, colour=colour, result=result)


def _trimmed(made: Block) -> list[NDArray[Any]]:
    """The cells without rounds at the end in which nobody's is written."""
    rounds = made.result.shape[1]
    while (
        rounds
        and not np.count_nonzero(made.opponent[:, rounds - 1])
        and not np.count_nonzero(made.result[:, rounds - 1] != ord(" "))
    ):
        rounds -= 1
    return [made.opponent[:, :rounds], made.colour[:, :rounds], made.result[:, :rounds]]


def _number(made: Block, places: Sequence[int], notes: list[Fault]) -> None:
    """Gives a start number that is missing, or that stands a second time, as the next one that no line and no cell names."""
    numbers = made.columns["no"]
    first: dict[int, int] = {}
    for number, place in zip(numbers.tolist(), places, strict=True):
        first.setdefault(number, place)
    if len(first) == len(places) and 0 not in first:
        return
    taken = {*first, *np.unique(made.opponent).tolist()}
    free = (number for number in chain(range(max(first) + 1, MOST_PLAYERS + 1), range(1, max(first))) if number not in taken)
    for row, (number, place) in enumerate(zip(numbers.tolist(), places, strict=True)):
        if number and first[number] == place:
            continue
        numbers[row] = next(free, MOST_PLAYERS + 1 + row)
        code = "duplicate_number" if number else "no_number"
        at = {"line": place, "column": FIELDS["no"][0], "no": int(numbers[row])}
        notes.append(fault("error", code, record="001", **at, number=number, first=first[number]))


def _add_byes(event: Event, numbers: NDArray[Any], opponent: NDArray[Any], result: NDArray[Any], places: Places) -> None:
    """Writes byes of record 240 into cells that are blank: a program may write them in either place."""
    rows = {number: row for row, number in enumerate(numbers.tolist())} if event.byes else {}
    for bye in event.byes:
        row, at = rows.get(bye.no), bye.round - 1
        if row is not None and 0 <= at < result.shape[1] and result[row, at] == ord(" ") and not opponent[row, at]:
            result[row, at] = ord(bye.type)
            if bye.type != "Z":
                event.notes.append(
                    fault("note", "bye_of_record", record="240", line=places[row], no=bye.no, round=bye.round, type=bye.type)
                )


def _open_marks(lines: Sequence[str], places: Places, cells: Sequence[NDArray[Any]]) -> Iterator[Fault]:
    """Notes on cells that say "*" where the other programs leave the result blank."""
    for row, at in np.argwhere((cells[0] == 0) & (cells[2] == ord("*"))).tolist():
        if "*" in lines[row][CELLS + WIDTH * at : CELLS + WIDTH * (at + 1)]:
            yield fault("note", "open_mark", record="001", line=places[row], column=CELLS + WIDTH * at + 8, round=at + 1)
