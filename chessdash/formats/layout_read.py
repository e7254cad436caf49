"""Reads back the tables that ``layout`` wrote, also after somebody changed them in a spreadsheet."""

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chessdash.crosstable import Scoring
from chessdash.errors import FormatError
from chessdash.formats.cells import unspell
from chessdash.formats.crosstab import Unread, refuse
from chessdash.formats.headers import Row
from chessdash.formats.layout import HEADS, MARK, ROUND, TEAM, TEXTS
from chessdash.formats.plain import TUPLES, WHOLES, misfit
from chessdash.formats.roster import PLAYERS
from chessdash.sheet import Abnormal, Bye, Record, Sheet
from chessdash.text import say

NUMBER = re.compile(r"-?[0-9]+(?:[.,][0-9]+)?(?:[eE][+-]?[0-9]{1,3})?")
WHOLE = re.compile(r"-?[0-9]{1,9}")


@dataclass
class Event:
    """What the lines above a table tell."""

    info: dict[str, Any] = field(default_factory=dict)
    scoring: Scoring = field(default_factory=Scoring)
    byes: list[Bye] = field(default_factory=list)
    abnormal: list[Abnormal] = field(default_factory=list)
    teams: list[list[Any]] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    columns: dict[str, tuple[str, str]] = field(default_factory=dict)  # head -> name and kind
    computed: bool = False  # whether the points are our own sum


def is_own(rows: Sequence[Row]) -> bool:
    """Whether a table is in our own layout."""
    return bool(rows) and list(rows[0].cells[:1]) == [MARK]


def sheet(rows: Sequence[Row], *, source: str = "") -> Sheet:
    """The sheet of rows in our own layout."""
    event = Event()
    above = [row for row in rows if row.cells[:1] and row.cells[0].startswith("# ")]
    for row in above:
        _line(event, row, source)
    table = [row for row in rows if any(row.cells) and not row.cells[0].startswith("# ")]
    if len(table) < 2:
        raise FormatError(say("table_empty", source=source, line=rows[-1].line))
    if len(table) - 1 > PLAYERS:
        raise FormatError(say("table_too_many_players", source=source, n=len(table) - 1, limit=PLAYERS))
    head, body = table[0], table[1:]
    places = {name: place for place, name in enumerate(head.cells) if name}
    if "No" not in places or "Name" not in places:
        raise FormatError(say("layout_head", source=source, line=head.line))
    players = _players(event, places, body, source)
    opponent, colour, result = _cells(places, body, source)
    return Sheet(
        info=event.info,
        players=players,
        opponent=opponent,
        colour=colour,
        result=result,
        scoring=event.scoring,
        byes=tuple(event.byes),
        abnormal=tuple(event.abnormal),
        teams={name: [team[place] for team in event.teams] for place, name in enumerate(TEAM)} if event.teams else None,
        records=tuple(event.records),
        lines=np.array([row.line for row in body], np.int32),
    )


def _line(event: Event, row: Row, source: str) -> None:
    """Takes in a line above the table."""
    values = list(row.cells[1:])
    while values and not values[-1]:
        values.pop()
    key = row.cells[0].removeprefix("# ")
    try:
        if key in LINES:
            LINES[key](event, values)
        else:
            _fact(event, key, values)
        if misfit(event.info) is not None:
            raise ValueError(key)
    except (ValueError, IndexError, TypeError, AttributeError, RecursionError):
        raise FormatError(say("layout_line", source=source, line=row.line, text=" ".join(row.cells)[:60])) from None


def _fact(event: Event, key: str, values: Sequence[str]) -> None:
    """A field of the info."""
    if values:
        event.info[key] = int(values[0]) if key in WHOLES else tuple(values) if key in TUPLES else values[0]


def _json(event: Event, values: Sequence[str]) -> None:
    """A field of the info in JSON."""
    event.info[values[0]] = frozen(json.loads(values[1], parse_constant=_refuse))


def _refuse(name: str) -> Any:
    """NaN and infinities are no JSON."""
    raise ValueError(name)


def frozen(value: Any) -> Any:
    """Plain data with its lists as tuples."""
    if isinstance(value, list):
        return tuple(frozen(part) for part in value)
    return {key: frozen(part) for key, part in value.items()} if isinstance(value, dict) else value


def _scoring(event: Event, values: Sequence[str]) -> None:
    """Points for win, draw, loss, absence, PAB, pending."""
    win, draw, loss, absence, pab, pending = [*values, *[""] * 6][:6]
    event.scoring = Scoring(
        _float(win),
        _float(draw),
        _float(loss),
        _float(absence) if absence else None,
        _float(pab) if pab else None,
        _float(pending or "0"),
    )


def _team(event: Event, values: Sequence[str]) -> None:
    """A team: number, names, figures as declared (nan where not), members."""
    no, name, nickname, *figures, members = [*values, *[""] * len(TEAM)][: len(TEAM)]
    numbers = [_float(figure) if figure else math.nan for figure in figures]
    event.teams.append([int(no), name, nickname, *numbers, tuple(int(member) for member in members.split())])


def _abnormal(event: Event, values: Sequence[str]) -> None:
    """Points that a result does not explain."""
    event.abnormal.append(Abnormal(values[0], _float(values[1]), int(values[2]), tuple(int(no) for no in values[3:])))


def _record(event: Event, values: Sequence[str]) -> None:
    """A line that is kept as it stands."""
    line, code, text = [*values, "", ""][:3]
    event.records.append(Record(int(line), code, text))


def _column(event: Event, values: Sequence[str]) -> None:
    """A further column: head, name, kind."""
    head, name, kind = values
    event.columns[head] = (name, kind)


LINES: Mapping[str, Callable[[Event, Sequence[str]], None]] = {
    "chessdash": lambda event, values: None,
    "json": _json,
    "scoring": _scoring,
    "bye": lambda event, values: event.byes.append(Bye(int(values[0]), int(values[1]), values[2])),
    "abnormal": _abnormal,
    "team": _team,
    "record": _record,
    "column": _column,
    "points": lambda event, values: setattr(event, "computed", values == ["computed"]),
}


def _float(text: str) -> float:
    """The finite number in a text."""
    number = float(text.replace(",", ".")) if NUMBER.fullmatch(text) else math.nan
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _players(event: Event, places: Mapping[str, int], body: Sequence[Row], source: str) -> dict[str, Any]:
    """The players' columns; every number that cannot be read is refused in one error."""
    unread: list[Unread] = []
    columns: dict[str, Any] = {"no": _numbers("No", places, body, unread, whole=True).astype(np.int32)}
    columns |= {name: _texts(head, places, body) for name, head in TEXTS.items()}
    columns |= {name: _numbers(HEADS[name], places, body, unread) for name in ("rating", "rank", "points")}
    if event.computed:
        columns["points"] = np.full(len(body), np.nan)
    for head in places:
        if head not in HEADS.values() and not ROUND.fullmatch(head):
            name, kind = event.columns.get(head, (head, "text"))
            further = (
                _texts(head, places, body) if kind == "text" else _numbers(head, places, body, unread, whole=kind == "whole")
            )
            columns.setdefault(name, further)
    if unread:
        refuse(unread, source)
    numbers = columns["no"].tolist()
    if len(set(numbers)) < len(numbers) or min(numbers) < 1:
        raise FormatError(say("layout_numbers", source=source, no=next(no for no in numbers if no < 1 or numbers.count(no) > 1)))
    return columns


def _texts(head: str, places: Mapping[str, int], body: Sequence[Row]) -> list[str]:
    """The texts below a head."""
    place = places.get(head, -1)
    return [row.cells[place] if 0 <= place < len(row.cells) else "" for row in body]


def _numbers(
    head: str, places: Mapping[str, int], body: Sequence[Row], unread: list[Unread], *, whole: bool = False
) -> NDArray[Any]:
    """The numbers below a head, shape (P,); nan where blank."""
    numbers = []
    for row, text in zip(body, _texts(head, places, body), strict=True):
        fits = (WHOLE if whole else NUMBER).fullmatch(text) is not None
        number = float(text.replace(",", ".")) if fits else math.nan
        numbers.append(number)
        if (not math.isfinite(number) and text) or (whole and not fits):
            unread.append(Unread(row.line, places[head] + 1, head, text))
    return np.array([0 if n != n else n for n in numbers], np.int64) if whole else np.array(numbers, np.float64)


def _cells(places: Mapping[str, int], body: Sequence[Row], source: str) -> tuple[NDArray[Any], ...]:
    """Opponents, colours and results, (P, R) each."""
    heads = [f"R{round}" for round in range(1, len(places) + 1)]
    heads = heads[: next((place for place, head in enumerate(heads) if head not in places), len(heads))]
    opponent = np.zeros((len(body), len(heads)), np.int32)
    colour, result = np.full(opponent.shape, ord("-"), np.uint8), np.full(opponent.shape, ord(" "), np.uint8)
    unread: list[Unread] = []
    for round, head in enumerate(heads):
        for player, text in enumerate(_texts(head, places, body)):
            cell = unspell(text)
            if cell is None:
                unread.append(Unread(body[player].line, places[head] + 1, head, text))
            elif text:
                opponent[player, round], colour[player, round] = cell.opponent, ord(cell.colour)
                result[player, round] = ord(cell.mark)
    if unread:
        refuse(unread, source)
    return opponent, colour, result
