"""Our own layout of a table, for CSV and XLSX: a crosstable below lines that begin with "#"; what is written reads back equal.

::

    # chessdash,1
    # name,Spring Open
    # rounds,9
    No,Name,Title,Sex,Rating,Federation,FIDE id,Birth,Rank,Points,R1,R2
    1,"Example, Anna",WFM,w,2101,NED,1000001,1990,2,1.5,12w1,H

A cell is opponent (start number), colour (``w``, ``b``, ``?`` unknown) and result (``1 ½ 0``, ``W D L`` unrated, ``+ -``
forfeits, ``*`` not yet known), or a bye alone: ``F H U Z`` as in TRF. Lines that begin with "#" are: fields of ``Sheet.info``;
``scoring`` (win, draw, loss, absence, PAB, pending); ``bye`` (round, no, type); ``abnormal`` (type, points, round, numbers);
``team``; ``record`` (line, code, text); ``column`` (head, name, kind) for further columns; ``json`` (key, value) for unusual
fields of the info; ``points,computed`` where the points are not declared but our sum.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from chessdash.crosstable import Scoring
from chessdash.faults import settle
from chessdash.formats.cells import spell
from chessdash.formats.plain import READING, TUPLES, WHOLES
from chessdash.sheet import Sheet

MARK = "# chessdash"
Value = str | int | float
TEXTS = {"name": "Name", "title": "Title", "sex": "Sex", "federation": "Federation", "fide_id": "FIDE id", "birth": "Birth"}
HEADS = {"no": "No", **TEXTS, "rating": "Rating", "rank": "Rank", "points": "Points"}
TEAM = ("no", "name", "nickname", "strength", "match_points", "game_points", "rank", "members")
RESERVED = ("chessdash", "scoring", "bye", "abnormal", "team", "record", "column", "points", "json")
ROUND = re.compile(r"R([1-9][0-9]{0,2})")


def rows(sheet: Sheet) -> Iterator[list[Value]]:
    """The lines above, the head and the body of a sheet."""
    heads = _extra_heads(sheet)
    yield [MARK, 1]
    yield from _event(sheet)
    for name, head in heads.items():
        yield ["# column", head, name, _kind(sheet.players[name])]
    points = np.asarray(sheet.players["points"], float)
    if np.isnan(points).all():
        yield ["# points", "computed"]
        points = settle(sheet).points.sum(axis=1)
    rounds = sheet.result.shape[1]
    yield [*HEADS.values(), *heads.values(), *(f"R{round}" for round in range(1, rounds + 1))]
    columns = [column(points if name == "points" else sheet.players.get(name), len(points)) for name in [*HEADS, *heads]]
    marks = zip(sheet.opponent.tolist(), sheet.colour.tolist(), sheet.result.tolist(), strict=True)
    for values, (opponents, colours, results) in zip(zip(*columns, strict=True), marks, strict=True):
        cells = zip(opponents, map(chr, colours), map(chr, results), strict=True)
        yield [*values, *(spell(*cell) for cell in cells)]


def _event(sheet: Sheet) -> Iterator[list[Value]]:
    """The lines that say what is known of the event beside its players."""
    for key, value in sheet.info.items():
        if key not in READING:
            yield _fact(key, value)
    scoring = sheet.scoring
    if scoring != Scoring():
        parts = (scoring.win, scoring.draw, scoring.loss, scoring.absence, scoring.pab, scoring.pending)
        yield ["# scoring", *("" if part is None else figure(part) for part in parts)]
    for bye in sheet.byes:
        yield ["# bye", bye.round, bye.no, bye.type]
    for one in sheet.abnormal:
        yield ["# abnormal", one.type, figure(one.points), one.round, *one.numbers]
    for team in _teams(sheet.teams or {}):
        yield ["# team", *team]
    for record in sheet.records:
        yield ["# record", record.line, record.code, record.text]


def _fact(key: str, value: Any) -> list[Value]:
    """A line for a field of the info; one that is not as usual is written as JSON."""
    if key in TUPLES:
        usual = isinstance(value, tuple) and value[-1:] not in ((), ("",)) and all(isinstance(part, str) for part in value)
    else:
        usual = type(value) is int if key in WHOLES else isinstance(value, str) and value != ""
    if not usual or key in RESERVED or not key.isidentifier():
        return ["# json", key, json.dumps(value, default=str, ensure_ascii=False)]
    return [f"# {key}", *(value if isinstance(value, tuple) else (value,))]


def _teams(teams: Mapping[str, Any]) -> Iterator[list[Value]]:
    """Each team as the cells of its line."""
    size = len(teams.get("no", ()))
    columns = [teams.get(name, [""] * size) for name in TEAM]
    for no, name, nickname, *numbers, members in zip(*columns, strict=True):
        figures = ["" if number in (None, "") or number != number else figure(float(number)) for number in numbers]
        yield [int(no), str(name), str(nickname), *figures, " ".join(str(member) for member in members)]


def _extra_heads(sheet: Sheet) -> dict[str, str]:
    """The head of each further column: its name, made unlike any other head."""
    heads: dict[str, str] = {}
    for name in sheet.players:
        if name not in HEADS:
            head = name.strip() or "column"
            while head in HEADS.values() or head in heads.values() or ROUND.fullmatch(head):
                head += "_"
            heads[name] = head
    return heads


def _kind(values: Any) -> str:
    """Whether a column is of numbers, of whole numbers, or of text."""
    kind = values.dtype.kind if isinstance(values, np.ndarray) else "O"
    return {"f": "number", "i": "whole", "u": "whole"}.get(kind, "text")


def column(values: Any, size: int) -> list[Value]:
    """A column as cells, "" for nan and None; a number without a fraction as a whole one."""
    if values is None:
        return [""] * size
    plain = values.tolist() if isinstance(values, np.ndarray) else values
    return [value if isinstance(value, str) else "" if value is None or value != value else figure(value) for value in plain]


def figure(value: float) -> int | float:
    """A number, whole where it has no fraction."""
    return int(value) if float(value).is_integer() and abs(value) < 1e15 else float(value)
