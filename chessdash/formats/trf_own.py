"""What the columns of TRF cannot hold (longer names, further columns, fractions): comments that only chessdash reads.

Each is a line ``### chessdash {...}`` with a JSON object: {"no": 12, "name": "..."} of a player, {"team": 3, ...} of a team,
{"columns": {"club": "text"}} of the players' further columns and their sorts, {"info": {...}} of the event.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

MARK = "### chessdash "
TEXT, NUMBER, WHOLE = "text", "number", "whole"
SORTS = {
    **dict.fromkeys(("name", "sex", "title", "federation", "fide_id", "birth"), TEXT),
    **dict.fromkeys(("rating", "points", "rank"), NUMBER),
}
TEAM_SORTS = {"name": TEXT, "nickname": TEXT, "strength": NUMBER, "match_points": NUMBER, "game_points": NUMBER, "rank": NUMBER}
LARGEST = 2**53
UNSAID = {"source", "format", "encoding"}  # what info says of the reading
TUPLES = {"deputies", "round_dates", "order"}
WHOLE_FACTS = {"players", "rated", "teams", "rounds"}
LARGEST_FACT = 999_999

Own = dict[str, Any]


def parsed(line: str) -> Own | None:
    """The object of such a comment, None where it is any other."""
    if not line.startswith(MARK):
        return None
    try:
        own = json.loads(line[len(MARK) :])
        json.dumps(own, ensure_ascii=False).encode()  # half of a surrogate pair is no text
    except (ValueError, RecursionError):
        return None
    return own if isinstance(own, dict) else None


def line(own: Mapping[str, Any]) -> str:
    """The comment of an object."""
    written = json.dumps(own, ensure_ascii=False)
    return MARK + (written if _is_text(written) else json.dumps(own))


def _is_text(written: str) -> bool:
    """Whether a string can be encoded, which half of a surrogate pair cannot."""
    try:
        written.encode()
    except UnicodeEncodeError:
        return False
    return True


def sort(values: Any) -> str:
    """Of which sort a column is."""
    kind = np.asarray(values).dtype.kind
    return WHOLE if kind in "iu" else NUMBER if kind == "f" else TEXT


def info(kept: Iterable[Own]) -> dict[str, Any]:
    """Further facts of the event: texts, numbers, and lists of texts as tuples."""
    given = [own["info"] for own in kept if isinstance(own.get("info"), dict)]
    facts = {key: tuple(value) if isinstance(value, list) else value for one in given for key, value in one.items()}
    return {key: value for key, value in facts.items() if key not in UNSAID and _is_fact(key, value)}


def _is_fact(key: str, value: object) -> bool:
    """Whether a value is of the sort that this key of info has."""
    if key in TUPLES or isinstance(value, tuple):
        return isinstance(value, tuple) and all(isinstance(part, str) for part in value)
    if key in WHOLE_FACTS:
        return isinstance(value, int) and 0 <= value <= LARGEST_FACT
    return isinstance(value, str | int | float)


def players(kept: Iterable[Own], columns: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of the players, with the values and the further columns of the comments."""
    sorts = dict(SORTS)
    for own in kept:
        if isinstance(further := own.get("columns"), dict):
            sorts |= {
                name: sort
                for name, sort in further.items()
                if name not in SORTS and name != "no" and sort in (TEXT, NUMBER, WHOLE)
            }
    return {**columns, **_filled(kept, "no", columns, sorts)}


def teams(kept: Iterable[Own], columns: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of the teams that comments change."""
    return _filled(kept, "team", {**columns, "team": columns["no"]}, TEAM_SORTS)


def _filled(kept: Iterable[Own], key: str, columns: Mapping[str, Any], sorts: Mapping[str, str]) -> dict[str, Any]:
    """Those columns that comments change or add: ``key`` names the row."""
    rows = {int(number): row for row, number in enumerate(columns[key])}
    filled: dict[str, list[Any]] = {name: _empty(sort, len(rows)) for name, sort in sorts.items() if name not in columns}
    for own in kept:
        number = own.get(key)
        row = rows.get(number) if isinstance(number, int) else None
        for name, value in own.items():
            if row is not None and name in sorts and _fits(value, sorts[name]):
                filled.setdefault(name, list(columns.get(name, ())))[row] = value
    return {name: values if sorts[name] == TEXT else np.array(values, _dtype(sorts[name])) for name, values in filled.items()}


def _empty(sort: str, size: int) -> list[Any]:
    """A column in which nothing stands yet."""
    return [{TEXT: "", NUMBER: np.nan, WHOLE: 0}[sort]] * size


def _dtype(sort: str) -> type[np.generic]:
    """The type of a column of numbers."""
    return np.int64 if sort == WHOLE else np.float64


def _fits(value: object, sort: str) -> bool:
    """Whether a value of a comment is of its column's sort."""
    if sort == TEXT:
        return isinstance(value, str)
    if isinstance(value, bool) or not isinstance(value, int | (float if sort == NUMBER else int)):
        return False
    return abs(value) <= LARGEST
