"""A sheet as plain data and back, for JSON and for what Parquet keeps beside its columns.

Plain are texts, whole and other numbers, true and false, null, lists and objects. A tuple is a list, ``nan`` in a column of
numbers is null, and any other number that JSON does not know is ``{"float": "nan"}`` (or ``inf``, ``-inf``).
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chessdash.crosstable import Scoring
from chessdash.sheet import Abnormal, Bye, Record, Sheet

VERSION = 1
KINDS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "float32", "float64", "bool")
SCORING = ("win", "draw", "loss", "absence", "pab", "pending")
PLAYERS, ROUNDS = 9_999, 999
NEEDED = {"no": "iu", "rating": "f", "points": "f", "rank": "f", "name": "t"}
WHOLES = ("rounds", "players", "rated", "teams")  # of info
TEXTS = ("name", "city", "federation", "start", "end", "type", "type_code", "arbiter", "time_control", "first_colour", "program")
TUPLES = ("order", "deputies", "round_dates", "remarks")
CHOICES = {"system": ("swiss", "round-robin"), "edition": ("2024", "2026")}
TEAM = {
    "no": int,
    "name": str,
    "nickname": str,
    "members": tuple,
    **dict.fromkeys(("strength", "match_points", "game_points", "rank"), float),
}
READING = ("source", "format", "encoding")  # of info: said of the file that was read, not of the event


class Misshapen(ValueError):
    """Plain data that is no sheet; says where."""


def plain(value: Any) -> Any:
    """The value as plain data."""
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {"float": repr(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple | np.ndarray):
        return [plain(part) for part in value]
    return str(value)


def made_of(value: Any) -> Any:
    """The value that plain data stand for; lists are tuples."""
    if isinstance(value, list):
        return tuple(made_of(part) for part in value)
    if isinstance(value, dict):
        if value.keys() == {"float"} and value["float"] in ("nan", "inf", "-inf"):
            return float(value["float"])
        return {key: made_of(part) for key, part in value.items()}
    return value


def marked(name: str, ours: str) -> str:
    """The name of a column, with "'" behind it where it is like one of ours (a pattern)."""
    return f"{name}'" if re.fullmatch(f"(?:{ours})'*", name) else name


def unmarked(name: str, ours: str) -> str:
    """The name before ``marked``."""
    return name[:-1] if re.fullmatch(f"(?:{ours})'+", name) else name


def event(sheet: Sheet) -> dict[str, Any]:
    """All of a sheet but its players and their cells."""
    scoring = {name: getattr(sheet.scoring, name) for name in SCORING}
    teams = sheet.teams
    return {
        "info": {key: plain(value) for key, value in sheet.info.items() if key not in READING},
        "scoring": plain(scoring),
        "byes": [bye._asdict() for bye in sheet.byes],
        "abnormal": [plain(one._asdict()) for one in sheet.abnormal],
        "teams": None if teams is None else {name: plain(list(values)) for name, values in teams.items()},
        "records": [record._asdict() for record in sheet.records],
        "lines": None if sheet.lines is None else sheet.lines.tolist(),
        "notes": [plain(note) for note in sheet.notes],
    }


def with_event(data: Mapping[str, Any], columns: Mapping[str, Any], cells: Sequence[NDArray[Any]]) -> Sheet:
    """The sheet of ``event``'s data, the players' columns, and opponents, colours and results, or Misshapen."""
    info = made_of(_object(data, "info"))
    lines, teams = data.get("lines"), data.get("teams")
    opponent, colour, result = cells
    made = Sheet(
        info=info,
        players=columns,
        opponent=opponent,
        colour=colour,
        result=result,
        scoring=_scoring(_object(data, "scoring")),
        byes=tuple(_rows(data, "byes", Bye, (int, int, str))),
        abnormal=tuple(
            one._replace(numbers=tuple(one.numbers)) for one in _rows(data, "abnormal", Abnormal, (str, float, int, list))
        ),
        teams=None if teams is None else _teams(teams),
        records=tuple(_rows(data, "records", Record, (int, str, str))),
        lines=None if lines is None else _whole_numbers(lines, "lines"),
        notes=_notes(data),
    )
    if (key := misfit(info)) is not None:
        raise Misshapen(f"info: {key}")
    _check(made)
    return made


def misfit(info: Mapping[str, Any]) -> str | None:
    """The first field of an info that is not of its type, None where all are."""
    for key, value in info.items():
        if key in WHOLES:
            fits = type(value) is int and 0 <= value <= (ROUNDS if key == "rounds" else 10**9)
        elif key in TUPLES:
            fits = isinstance(value, tuple) and all(isinstance(part, str) for part in value)
        elif key == "annulled":
            fits = _whole(value)
        elif key == "due":
            fits = isinstance(value, tuple) and all(_whole(part) and len(part) == 2 for part in value)
        else:
            fits = value in CHOICES[key] if key in CHOICES else isinstance(value, str) or key not in TEXTS
        if not fits:
            return key
    return None


def _whole(value: Any) -> bool:
    """Whether this is a tuple of whole numbers."""
    return isinstance(value, tuple) and all(type(part) is int and 0 <= part <= PLAYERS for part in value)


def kind(values: Any) -> str:
    """The kind of a column: the name of its dtype, or text, or any."""
    if isinstance(values, np.ndarray) and values.dtype.name in KINDS:
        return str(values.dtype.name)
    return "text" if all(isinstance(value, str) for value in values) else "any"


def listed(values: Any) -> list[Any]:
    """A column as a list of plain data; nan among numbers is None."""
    if isinstance(values, np.ndarray) and values.dtype.kind == "f":
        return [None if value != value else plain(value) for value in values.tolist()]
    return [plain(value) for value in (values.tolist() if isinstance(values, np.ndarray) else values)]


def column(kind: str, values: Sequence[Any], name: str) -> Any:
    """The column of this kind that a list stands for; Misshapen where the list does not fit the kind."""
    if kind == "any":
        return [made_of(value) for value in values]
    if kind == "text":
        return [_text(value, name) for value in values]
    if kind not in KINDS:
        raise Misshapen(f"columns: {name}")
    wanted = float if kind.startswith("float") else bool if kind == "bool" else int
    numbers = [math.nan if value is None and wanted is float else made_of(value) for value in values]
    if not all(type(value) is wanted or (wanted is float and type(value) is int) for value in numbers):
        raise Misshapen(name)
    try:
        return np.array(numbers, kind)
    except (OverflowError, ValueError):
        raise Misshapen(name) from None


def _object(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The object of this name."""
    found = data.get(name)
    if not isinstance(found, dict):
        raise Misshapen(name)
    return found


def _text(value: Any, name: str) -> str:
    """The value, where it is text that can be written."""
    if not isinstance(value, str):
        raise Misshapen(name)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Misshapen(name) from None
    return value


def _scoring(data: Mapping[str, Any]) -> Scoring:
    """The scoring, every part a number, absence and PAB possibly none."""
    parts = {name: data.get(name) for name in SCORING}
    for name, value in parts.items():
        if type(value) not in (int, float) and not (value is None and name in ("absence", "pab")):
            raise Misshapen(f"scoring: {name}")
    return Scoring(**{name: None if value is None else float(value) for name, value in parts.items()})  # type: ignore[arg-type]


def _rows(data: Mapping[str, Any], name: str, shape: Callable[..., Any], types: Sequence[type]) -> list[Any]:
    """A list of objects as named tuples."""
    found = data.get(name)
    if not isinstance(found, list):
        raise Misshapen(name)
    fields: tuple[str, ...] = shape._fields  # type: ignore[attr-defined]
    rows = []
    for one in found:
        if not isinstance(one, dict) or one.keys() != set(fields) or not all(map(_fits, (one[field] for field in fields), types)):
            raise Misshapen(name)
        rows.append(
            shape(*(float(one[field]) if wanted is float else one[field] for field, wanted in zip(fields, types, strict=True)))
        )
    return rows


def _fits(value: Any, wanted: type) -> bool:
    """Whether a value is of a type; a whole number is any number, and a list one of whole numbers."""
    if wanted is list:
        return isinstance(value, list) and all(type(part) is int for part in value)
    return type(value) is wanted or (wanted is float and type(value) is int)


def _teams(data: Any) -> dict[str, list[Any]]:
    """The teams' columns, lists of one length."""
    if not isinstance(data, dict) or "no" not in data or not all(isinstance(values, list) for values in data.values()):
        raise Misshapen("teams")
    teams = {name: [made_of(value) for value in values] for name, values in data.items()}
    members = [no for team in teams.get("members", ()) if isinstance(team, tuple) for no in team]
    fits = all(type(value) is TEAM.get(name) for name, values in teams.items() for value in values)
    if not fits or len({len(values) for values in teams.values()}) > 1 or not all(type(no) is int for no in members):
        raise Misshapen("teams")
    return teams


def _whole_numbers(values: Any, name: str) -> NDArray[np.int32]:
    """A list of whole numbers."""
    if not isinstance(values, list):
        raise Misshapen(name)
    made: NDArray[np.int32] = column("int32", values, name)
    return made


def _notes(data: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
    """The notes of reading, of codes that we know."""
    from chessdash.text import templates

    found = data.get("notes", [])
    texts, numbers = ("severity", "code", "record"), ("line", "column", "no", "round")
    if not isinstance(found, list):
        raise Misshapen("notes")
    for note in found:
        if (
            not isinstance(note, dict)
            or note.keys() != {*texts, *numbers, "values"}
            or not all(isinstance(note[name], str) for name in texts)
            or not all(type(note[name]) is int for name in numbers)
            or not isinstance(note["values"], dict)
            or note["code"] not in templates()
        ):
            raise Misshapen("notes")
    return tuple(made_of(note) for note in found)


def _check(sheet: Sheet) -> None:
    """Misshapen where the parts of a sheet do not belong together."""
    players = sheet.players
    for name, kinds in NEEDED.items():
        values = players.get(name)
        letter = "" if values is None else values.dtype.kind if isinstance(values, np.ndarray) else "t"
        if not letter or letter not in kinds:
            raise Misshapen(f"columns: {name}")
    size, numbers = len(players["no"]), players["no"]
    rounds = sheet.result.shape[1]
    if not 0 < size <= PLAYERS or rounds > ROUNDS or any(len(values) != size for values in players.values()):
        raise Misshapen("players")
    if len(np.unique(numbers)) < size or numbers.min() < 1:
        raise Misshapen("no")
    if sheet.opponent.min(initial=0) < 0 or not np.isin(sheet.colour, list(b"wb-")).all():
        raise Misshapen("rounds")
    if not np.isin(sheet.result, list(b"1=0WDL+-HFUZ* ")).all():
        raise Misshapen("rounds")
    if sheet.lines is not None and len(sheet.lines) != size:
        raise Misshapen("lines")
