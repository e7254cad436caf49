"""What these commands share: results as they are written on the command line, and files that never replace their source."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chessdash.errors import DataError
from chessdash.terminal import size
from chessdash.text import say

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.display.boards import Line
    from chessdash.display.model import Table
    from chessdash.tournament import Tournament

Results = Annotated[list[str] | None, typer.Option("--result", "-r", metavar="ROUND.NO.CODE", help=say("cli_result"))]
RESULT = re.compile(r"([0-9]{1,6})\.([0-9]{1,6})\.(.)", re.DOTALL)


def results(texts: Iterable[str] | None) -> dict[tuple[int, int], str]:
    """Results by round and start number, from texts such as "5.12.1"; DataError for a text that is none, or two for one board."""
    found: dict[tuple[int, int], str] = {}
    for text in texts or ():
        match = re.fullmatch(RESULT, text.strip())
        if match is None:
            raise DataError(say("cli_result_unread", value=text))
        key, code = (int(match[1]), int(match[2])), match[3]
        if found.setdefault(key, code) != code:
            raise DataError(say("cli_result_twice", round=key[0], no=key[1], first=found[key], second=code))
    return found


def plain(given: "dict[tuple[int, int], str]") -> list[dict[str, Any]]:
    """Results as rows for JSON: round, no, code."""
    return [{"round": round, "no": no, "code": code} for (round, no), code in given.items()]


def changed(tournament: "Tournament", given: dict[tuple[int, int], str]) -> "list[Line]":
    """The boards of these results as lines for people, by round; DataError for one that is not there."""
    from chessdash.display import boards as shown
    from chessdash.whatif.boards import boards
    from chessdash.whatif.setting import by_white

    named = by_white(tournament, given)
    rounds = sorted({round for round, _ in named})
    every = {line.key: line for r in rounds for line in shown.lines(boards(tournament, r), r, named)}
    return shown.changed(every, named)


def said(lines: "Iterable[Line]", *, before: bool = True) -> Iterator[str]:
    """Boards as sentences: round, both players, the result, and with ``before`` what it was, or that it is so already."""
    from chessdash.display.boards import was, written

    for line in lines:
        board = {"round": line.round, "white": line.white, "black": line.black, "result": written(line.code)}
        if before and line.code == line.was:
            yield say("cli_board_same", **board)
        else:
            yield say("cli_board_was", **board, was=was(line.was)) if before else say("cli_board", **board)


def save(tournament: "Tournament", target: Path, source: Path) -> str:
    """Writes an event in the format of the target's ending, and says so; DataError where that would replace the source."""
    import chessdash

    same = os.path.realpath(target) == os.path.realpath(source)
    if str(source) != "-" and (same or (target.exists() and os.path.samefile(target, source))):
        raise DataError(say("cli_same_file", target=target))
    chessdash.write(tournament, target)
    return say("cli_converted", target=target, **size(tournament))


def table_lines(table: "Table") -> Iterator[str]:
    """The lines of a table whose rows are players, with their start numbers."""
    from chessdash.display.plain import lines

    return lines(table, key=say("cli_start_number"))


def over(tournament: "Tournament", order: str | None = None) -> list[str]:
    """That an army game is over, and why, as one sentence; of an event that goes on, and of any other, nothing."""
    from chessdash.army import is_army, state

    now = state(tournament, order) if is_army(tournament, order) else None
    return [now.sentence] if now is not None and now.over else []


def records(frame: "pd.DataFrame") -> list[dict[str, Any]]:
    """The rows of a frame as plain values, for JSON beside another frame."""
    import json

    found: list[dict[str, Any]] = json.loads(frame.to_json(orient="records", double_precision=10))
    return found
