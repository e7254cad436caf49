"""A sheet as TRF26: every field in its columns; what they cannot hold stands whole in comments (trf_own), so nothing is lost.

A field that is too long is cut in its columns, for other programs, and kept whole in the comment. Refused is only what has no
place in TRF at all: start numbers beyond 9999, rounds beyond 999, points of a scoring that four columns cannot hold.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

import numpy as np

from chessdash.crosstable import Scoring
from chessdash.errors import FormatError
from chessdash.formats import trf_own, trf_records
from chessdash.formats.dates import iso
from chessdash.formats.trf_block import clean
from chessdash.formats.trf_records import COUNTS, DATES, MOST_ROUNDS, TEXTS
from chessdash.sheet import Abnormal, Bye, Sheet
from chessdash.text import say

MOST_PLAYERS = 9_999
# Fields of a 001 line: first character (from 0), how many, whether it ends in its last column.
PLAYER = {
    "sex": (9, 1, False), "title": (10, 3, True), "name": (14, 33, False), "rating": (48, 4, True), "federation": (53, 3, False),
    "fide_id": (57, 11, True), "birth": (69, 10, False), "points": (80, 4, True), "rank": (85, 4, True),
}  # fmt: skip
TEAM = {
    "name": (8, 32, False), "nickname": (41, 5, False), "strength": (47, 6, True), "match_points": (54, 6, True),
    "game_points": (61, 6, True), "rank": (68, 3, True),
}  # fmt: skip
ONE_DECIMAL = ("points", "match_points", "game_points")
ZERO_IS_NONE = ("rating", "rank")  # of players
HEAD_FIRST = ("012", "022", "032", "042", "052", "062", "072", "082", "092", "102")
HEAD_LAST = ("172", "182", "192", "222")
CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")  # characters that no line of text holds


def text(sheet: Sheet) -> str:
    """The whole file, one record a line, each ended by a line feed."""
    _check(sheet)
    first = int(sheet.lines[0]) if sheet.lines is not None and len(sheet.lines) else 0
    before = [record.text for record in sheet.records if record.line < first]
    behind = [record.text for record in sheet.records if record.line >= first]
    parts = (_head(sheet), before, _players(sheet), _teams(sheet), _byes(sheet.byes), _paid(sheet.abnormal), behind, _own(sheet))
    return "".join(f"{line}\n" for part in parts for line in part)


def _check(sheet: Sheet) -> None:
    """Refuses what has no place in TRF."""
    numbers = np.asarray(sheet.players["no"])
    if numbers.max(initial=0) > MOST_PLAYERS or sheet.opponent.max(initial=0) > MOST_PLAYERS or numbers.min(initial=1) < 1:
        raise FormatError(
            say("trf_numbers", limit=MOST_PLAYERS, no=max(int(numbers.max(initial=0)), int(sheet.opponent.max(initial=0))))
        )
    if sheet.result.shape[1] > MOST_ROUNDS:
        raise FormatError(say("trf_rounds", limit=MOST_ROUNDS, n=sheet.result.shape[1]))


def _head(sheet: Sheet) -> Iterator[str]:
    """What is said of the event, by number of record."""
    info = sheet.info
    keys = {**TEXTS, **COUNTS, **DATES}
    yield from (f"{code} {_line(info[keys[code]])}" for code in HEAD_FIRST if keys[code] in info)
    yield from (f"112 {_line(deputy)}" for deputy in info.get("deputies", ()))
    if "time_control" in info:
        yield f"122 {_line(info['time_control'])}"
    if info.get("round_dates"):
        yield f"132{'':88}" + "  ".join(f"{_short_date(day):8}" for day in info["round_dates"]).rstrip()
    if info.get("rounds"):
        yield f"142 {info['rounds']}"
    if info.get("first_colour"):
        yield f"152 {str(info['first_colour']).upper()}"
    if rates := _rates(sheet.scoring):
        yield "162" + "".join(f"  {letter}{points}  " for letter, points in rates).rstrip()
    yield from (f"{code} {_line(info[TEXTS[code]])}" for code in HEAD_LAST if TEXTS[code] in info)
    if info.get("order"):
        yield f"{info.get('order_record', '202')} {','.join(info['order'])}"


def _line(value: object) -> str:
    """A value as it can stand in a line: dates with slashes, no line ends."""
    written = str(value)
    if re.fullmatch(r"\d{4}-\d\d-\d\d", written, re.ASCII):
        return written.replace("-", "/")
    return CONTROL.sub(" ", written)


def _short_date(day: object) -> str:
    """A date of a round as YY/MM/DD, in full where two digits would be read as another year."""
    written = _line(day)
    return written[2:] if written[2:] != written and iso(written[2:]) == str(day) else written


def _rates(scoring: Scoring) -> list[tuple[str, str]]:
    """Letters and points of record 162, none where the scoring is the usual one."""
    if scoring == Scoring():
        return []
    rates = {
        "W": scoring.win,
        "D": scoring.draw,
        "L": scoring.loss,
        "A": scoring.absence,
        "P": scoring.pab,
        "X": scoring.pending or None,
    }
    return [(letter, _four(points, "162")) for letter, points in rates.items() if points is not None]


def _four(points: float, record: str) -> str:
    """Points in four columns; refused where they do not fit."""
    written = f"{points:.1f}" if round(points, 1) == points else f"{points:g}"
    if len(written) > 4 or float(written) != points:
        raise FormatError(say("trf_points", record=record, points=points))
    return f"{written:>4}"


def _players(sheet: Sheet) -> Iterator[str]:
    """The 001 lines, all of one length."""
    columns = {name: sheet.players[name] for name in PLAYER if name in sheet.players}
    cells = _cells(sheet)
    for row, no in enumerate(np.asarray(sheet.players["no"]).tolist()):
        head = _filled(f"001 {no:4}", PLAYER, {name: values[row] for name, values in columns.items()}, 89)
        yield f"{head}  {'  '.join(cells[row])}" if cells[row] else head


def _cells(sheet: Sheet) -> list[list[str]]:
    """Each cell in eight characters."""
    rows = zip(sheet.opponent.tolist(), sheet.colour.tolist(), sheet.result.tolist(), strict=True)
    return [[_cell(*cell) for cell in zip(*row, strict=True)] for row in rows]


def _cell(opponent: int, colour: int, result: int) -> str:
    """Opponent, colour and result; a game without a result has none, what has no opponent 0000."""
    if opponent:
        return f"{opponent:4} {chr(colour)} {chr(result).replace('*', ' ')}"
    return " " * 8 if result == ord(" ") and colour == ord("-") else f"0000 {chr(colour)} {chr(result)}"


def _filled(start: str, fields: Mapping[str, tuple[int, int, bool]], values: Mapping[str, Any], width: int) -> str:
    """A line of so many characters with each value in its field, cut where it is longer."""
    line = list(start.ljust(width))
    for name, (first, size, right) in fields.items():
        if name in values:
            written = _written(name, values[name], size)
            line[first : first + size] = written.rjust(size) if right else written.ljust(size)
    return "".join(line)


def _written(name: str, value: Any, size: int) -> str:
    """A value as it goes into its columns: a text cut, a number only where it fits; points with one decimal, the others whole."""
    if isinstance(value, str):
        return _line(value)[:size] if name != "fide_id" or (value.isascii() and value.isdigit() and len(value) <= size) else ""
    if value is None or not 0 <= value < 1e6:
        return ""
    number = f"{value:.{1 if name in ONE_DECIMAL else 0}f}"
    return number if len(number) <= size else ""


def _teams(sheet: Sheet) -> Iterator[str]:
    """The 310 records."""
    for team in _rows(sheet.teams):
        if not 1 <= team["no"] <= 999:
            raise FormatError(say("trf_teams", no=team["no"]))
        head = _filled(f"310 {team['no']:3}", TEAM, team, 71)
        yield f"{head}  {' '.join(f'{member:4}' for member in team['members'])}".rstrip()


def _rows(columns: Mapping[str, Any] | None) -> Iterator[dict[str, Any]]:
    """Columns as one mapping a row."""
    names = list(columns or ())
    yield from (dict(zip(names, row, strict=True)) for row in zip(*(columns or {}).values(), strict=True))


def _byes(byes: Iterable[Bye]) -> Iterator[str]:
    """Record 240, one for each run of byes of one type and round."""
    for (kind, round_), group in groupby(byes, key=lambda bye: (bye.type, bye.round)):
        yield f"240 {kind} {round_:3} " + " ".join(f"{bye.no:4}" for bye in group)


def _paid(abnormal: Iterable[Abnormal]) -> Iterator[str]:
    """Record 299."""
    for paid in abnormal:
        numbers = " ".join(f"{number:4}" for number in paid.numbers)
        yield f"299 {paid.type or ' '}{'':8}{_four(paid.points, '299')}  {paid.round or '':>3} {numbers}".rstrip()


def _own(sheet: Sheet) -> Iterator[str]:
    """Comments with all that the columns do not hold as it is."""
    said = trf_records.Event()
    for place, line in enumerate(_head(sheet), 1):
        trf_records.record(said, place, line)
    said.finish()
    info = {key: value for key, value in sheet.info.items() if key not in trf_own.UNSAID and said.info.get(key) != value}
    if info:
        yield trf_own.line({"info": info})
    further = {name: trf_own.sort(values) for name, values in sheet.players.items() if name not in PLAYER and name != "no"}
    if further:
        yield trf_own.line({"columns": further})
    columns = {name: sheet.players[name] for name in (*PLAYER, *further) if name in sheet.players}
    yield from _left("no", np.asarray(sheet.players["no"]).tolist(), columns, PLAYER)
    if sheet.teams is not None:
        yield from _left("team", list(sheet.teams["no"]), {name: sheet.teams[name] for name in TEAM}, TEAM)


def _left(key: str, numbers: list[int], columns: Mapping[str, Any], fields: Mapping[str, tuple[int, int, bool]]) -> Iterator[str]:
    """One comment for each row of which a column does not hold a value as it is, or has no place for it."""
    for row, number in enumerate(numbers):
        left = {}
        for name, values in columns.items():
            value = values[row].item() if isinstance(values[row], np.generic) else values[row]
            if value is not None and value == value and value != _read(name, value, fields.get(name)):
                left[name] = value
        if left:
            yield trf_own.line({key: number, **left})


def _read(name: str, value: Any, field: tuple[int, int, bool] | None) -> Any:
    """What a reader makes of a value that was written into its columns."""
    if field is None:
        return "" if isinstance(value, str) else None
    written = _written(name, value, field[1]).strip()
    if isinstance(value, str):
        return clean(name, written)
    return (float(written) if name not in ZERO_IS_NONE else float(written) or None) if written else None
