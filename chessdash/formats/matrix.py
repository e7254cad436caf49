"""Crosstables of a round robin as a matrix, one column an opponent: results without rounds and colours."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chessdash.faults import fault
from chessdash.formats import cells
from chessdash.formats.crosstab import Unread, refuse
from chessdash.formats.headers import Head, Row
from chessdash.formats.roster import cell, roster
from chessdash.sheet import Sheet

DIAGONAL = re.compile(r"[*#■●█×xX\\]{1,3}")
GAMES = re.compile(r"(?:0[.,]50?|1/2|½|[10=+-])(?:[\s/]*(?:0[.,]50?|1/2|½|[10=+-]))*")
GAME = re.compile(r"0[.,]50?|1/2|½|[10=+-]")
LETTER = {"1": "1", "0": "0", "+": "+", "-": "-"}  # the rest is a draw
CYCLES = 8  # meetings of a pair


def is_matrix(head: Head, body: Sequence[Row]) -> bool:
    """Whether there is a column for each player and most of the diagonal is blocked."""
    if not 1 < len(body) == len(head.rounds):
        return False
    blocked = [DIAGONAL.fullmatch(cell(row, place)) is not None for row, place in zip(body, head.rounds, strict=True)]
    return 2 * sum(blocked) > len(body)


def berger(size: int) -> NDArray[np.int64]:
    """The round (from 1) in which i meets j in the Berger tables (C.05 Annex 1), (P, P); 0 on the diagonal."""
    even = size + size % 2
    i, j = np.indices((size, size)) + 1
    last = np.maximum(i, j) == even
    met = np.where(last, 2 * np.minimum(i, j), i + j)
    return np.where(i == j, 0, (met - 2) % (even - 1) + 1)


def matrix(head: Head, body: Sequence[Row], info: Mapping[str, Any], source: str) -> Sheet:
    """The sheet of a matrix; rounds are those of the Berger tables, since the file names none, and colours are unknown."""
    players = roster(head, body, source)
    games = _games(head, body, source)
    size, numbers = len(body), players.columns["no"]
    cycle, cycles = size - 1 + size % 2, max(1, *(len(game) for row in games for game in row))
    opponent = np.zeros((size, cycle * cycles), np.int32)
    result = np.full(opponent.shape, ord(" "), np.uint8)
    order = np.argsort(np.argsort(numbers))  # Berger tables go by start number
    rounds = berger(size)[order][:, order]
    for i, row in enumerate(games):
        for j, marks in enumerate(row):
            for k in range(cycles if i != j else 0):
                place = k * cycle + rounds[i, j] - 1
                opponent[i, place] = numbers[j]
                result[i, place] = ord(marks[k]) if k < len(marks) else ord("*")
    note = fault("note", "table_matrix", n=opponent.shape[1])
    return Sheet(
        info={**info, "system": "round-robin"},
        players=players.columns,
        opponent=opponent,
        colour=np.full(opponent.shape, ord("-"), np.uint8),
        result=result,
        lines=np.array([row.line for row in body], np.int32),
        notes=(*players.notes, note),
    )


def _games(head: Head, body: Sequence[Row], source: str) -> list[list[str]]:
    """The results of each player against each, one letter a game, as in a Sheet; "" where none is written."""
    unread: list[Unread] = []
    table = []
    for i, row in enumerate(body):
        line = []
        for j, place in enumerate(head.rounds):
            text = cell(row, place)
            read = "" if i == j else _marks(text)
            if read is None:
                unread.append(Unread(row.line, place + 1, head.names[place], text))
            line.append(read or "")
        table.append(line)
    if unread:
        refuse(unread, source)
    return table


@lru_cache(maxsize=1000)
def _marks(text: str) -> str | None:
    """The letters of the results in a cell ("1", "½", "1½", "0 1"), None where it cannot be read."""
    text = text.translate(cells.SIGNS)
    if text in ("", ".", "*", "?"):
        return ""
    if len(text) > 4 * CYCLES or not GAMES.fullmatch(text):
        return None
    found = [LETTER.get(mark, "=") for mark in GAME.findall(text)]
    return "".join(found) if len(found) <= CYCLES else None
