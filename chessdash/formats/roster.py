"""The players of a table: one row a player, from columns whose heads say what they are."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chessdash.errors import FormatError
from chessdash.faults import Fault, fault
from chessdash.formats.headers import Head, Row, clean
from chessdash.text import say

PLAYERS = 9999  # a start number has four digits
HIGHEST = 4000  # no rating is above
NUMBER = re.compile(r"[+-]?[0-9]{1,9}(?:[.,][0-9]{1,6})?")
RATING = re.compile(r"(?:[^0-9]*[^0-9.,])?([0-9]{3,4}(?:[.,][0-9]{1,4})?)")
RANK = re.compile(r"([0-9]{1,5})[.)]?(?:\s*-\s*[0-9]{1,5}[.)]?)?")
TITLES = {
    **{name.lower(): name for name in ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")},
    **{"g": "GM", "m": "IM", "f": "FM", "c": "CM", "gf": "WGM", "mf": "WIM", "ff": "WFM", "cf": "WCM"},
    **{"wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM"},
}
TEXTS = ("sex", "title", "federation", "fide_id", "birth")


@dataclass
class Roster:
    """The players of a table, in its order, and what was odd about them."""

    columns: dict[str, Any]  # as Sheet.players
    ranks: NDArray[np.int64]  # (P,) as written in a column of ranks, 0 where not
    numbered: bool  # whether the table has a column of start numbers
    notes: list[Fault] = field(default_factory=list)


def roster(head: Head, body: Sequence[Row], source: str) -> Roster:
    """The players in the rows of a table."""
    if len(body) > PLAYERS:
        raise FormatError(say("table_too_many_players", source=source, n=len(body), limit=PLAYERS))
    notes: list[Fault] = []
    names = _names(head, body)
    nameless = [row.line for row, name in zip(body, names, strict=True) if not name]
    if nameless:
        raise FormatError(say("table_no_name", source=source, n=len(nameless), line=nameless[0]))
    ranks = np.array([int(m[1]) if (m := RANK.fullmatch(text)) else 0 for text in column(head, body, "rank")], np.int64)
    columns: dict[str, Any] = {"no": _numbers(head, body, ranks, notes, source), "name": names}
    columns |= {role: column(head, body, role) for role in TEXTS}
    columns["sex"] = [{"f": "w", "d": "w"}.get(text.lower()[:1], text.lower()[:1]) for text in columns["sex"]]
    columns["title"] = [TITLES.get(text.lower(), text) for text in columns["title"]]
    columns["rating"] = _ratings(head, body, notes)
    columns["points"] = _declared(head, body, notes)
    columns["rank"] = np.where(ranks > 0, ranks, np.nan)
    if "club" in head.roles:
        columns["club"] = column(head, body, "club")
    if any(text and not NUMBER.fullmatch(text) for text in column(head, body, "rating")):
        columns[head.names[head.roles["rating"]]] = column(
            head, body, "rating"
        )  # a class letter, "unrated", ...: kept as written
    columns |= _extras(head, body, columns)
    return Roster(columns, ranks, "no" in head.roles, notes)


def column(head: Head, body: Sequence[Row], role: str) -> list[str]:
    """The texts of a role's column, "" where it has none."""
    place = head.roles.get(role)
    return [""] * len(body) if place is None else [cell(row, place) for row in body]


def cell(row: Row, place: int) -> str:
    """The text of a cell, "" behind the end of the row."""
    return clean(row.cells[place]) if place < len(row.cells) else ""


def number(text: str) -> float:
    """The number in a text with decimal point or comma, nan where there is none."""
    return float(text.replace(",", ".")) if NUMBER.fullmatch(text) else float("nan")


def _names(head: Head, body: Sequence[Row]) -> list[str]:
    """The names, put together from surname and first name where they stand apart."""
    if "surname" not in head.roles:
        return column(head, body, "name")
    apart = zip(
        column(head, body, "surname"), column(head, body, "forename" if "forename" in head.roles else "name"), strict=True
    )
    return [", ".join(part for part in parts if part) for parts in apart]


def _numbers(head: Head, body: Sequence[Row], ranks: NDArray[np.int64], notes: list[Fault], source: str) -> NDArray[np.int32]:
    """Start numbers, unique: of their column, else the ranks, else the rows; a missing or second one is the next free number."""
    if "no" not in head.roles:
        unique = len(set(ranks.tolist())) == len(ranks) and ranks.min(initial=1) > 0
        return (ranks if unique else np.arange(1, len(body) + 1)).astype(np.int32)
    texts = column(head, body, "no")
    wrong = [
        (row.line, text)
        for row, text in zip(body, texts, strict=True)
        if not re.fullmatch(r"(?:[0-9]{1,4}(?:[.,]0+)?[.)]?)?", text)
    ]
    if wrong:
        raise FormatError(say("table_number", source=source, n=len(wrong), line=wrong[0][0], text=wrong[0][1][:40]))
    written = [int(re.split("[.,)]", text)[0] or 0) for text in texts]
    return _unique(written, [row.line for row in body], notes)


def _unique(written: Sequence[int], lines: Sequence[int], notes: list[Fault]) -> NDArray[np.int32]:
    """These numbers, where one that is 0 or stands twice is the next free one."""
    first: dict[int, int] = {}
    free, unique = max(written, default=0), []
    for no, line in zip(written, lines, strict=True):
        if no and no not in first:
            first[no] = line
            unique.append(no)
            continue
        free += 1
        unique.append(free)
        code = "table_duplicate_number" if no else "table_no_number"
        notes.append(fault("error", code, line=line, no=no, first=first.get(no, 0), given=free))
    return np.array(unique, np.int32)


def _ratings(head: Head, body: Sequence[Row], notes: list[Fault]) -> NDArray[np.float64]:
    """Ratings, nan for none or 0; a class letter before the number (draughts: "A 2339") is left out."""
    ratings = np.full(len(body), np.nan)
    for place, (row, text) in enumerate(zip(body, column(head, body, "rating"), strict=True)):
        match = RATING.fullmatch(text)
        if match and number(match[1]) <= HIGHEST:
            ratings[place] = number(match[1])
        elif text.strip("-0.,"):
            where = head.roles["rating"] + 1
            notes.append(fault("warning", "table_rating", line=row.line, column=where, value=text[:40]))
    ratings[ratings == 0] = np.nan
    return ratings


def _declared(head: Head, body: Sequence[Row], notes: list[Fault]) -> NDArray[np.float64]:
    """Points as declared, nan where not."""
    points = np.full(len(body), np.nan)
    for place, (row, text) in enumerate(zip(body, column(head, body, "points"), strict=True)):
        points[place] = _points(text)
        if text and np.isnan(points[place]):
            where = head.roles["points"] + 1
            notes.append(fault("warning", "table_points", line=row.line, column=where, value=text[:40]))
    return points


def _points(text: str) -> float:
    """Points in the spellings 4.5, 4,5, 4½ and 4 1/2, nan where there are none."""
    match = re.fullmatch(r"([0-9]{0,4})\s*(?:½|1/2)", text)
    return float(match[1] or 0) + 0.5 if match else number(text)


def _extras(head: Head, body: Sequence[Row], taken: dict[str, Any]) -> dict[str, Any]:
    """Further columns: numbers where all of them are, else text; empty ones are left out."""
    extras: dict[str, Any] = {}
    for name, place in head.extras.items():
        texts = [cell(row, place) for row in body]
        if not any(texts):
            continue
        while name in taken or name in extras:
            name += "_"
        numbers = np.array([number(text) for text in texts])
        mixed = any(text and value != value for text, value in zip(texts, numbers.tolist(), strict=True))
        extras[name] = texts if mixed else numbers
    return extras
