"""The boards of *Other results* as plain data: both names, the result from White's side, what it was."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from chessdash.display.results import PAIRS
from chessdash.text import say

PRESSED = {"1": "white", "=": "draw", "0": "black"}  # results with a button, and the word of each; the others are in a list
FORFEITS = ("+", "-", "x")


@dataclass(frozen=True)
class Line:
    """One board: its key (round and White's number, "6.12"), both names, the result and what it was, as codes.

    ``hints`` are codes that would change something, ``note`` says what.
    """

    key: str
    round: int
    board: int
    white: str
    black: str
    code: str
    was: str
    note: str = ""
    hints: tuple[str, ...] = ()


def lines(boards: pd.DataFrame, round: int, results: Mapping[tuple[int, int], str]) -> list[Line]:
    """The boards of a round of the event as it is (``boards``), with changed results, by round and White's number."""
    rows: Any = boards.itertuples()
    return [
        Line(
            key=f"{round}.{row.white}",
            round=round,
            board=int(row.board),
            white=str(row.white_name) or str(row.white),
            black=str(row.black_name) or str(row.black),
            code=results.get((round, int(row.white)), str(row.result)),
            was=str(row.result),
        )
        for row in rows
    ]


def changed(every: Mapping[str, Line], results: Mapping[tuple[int, int], str]) -> list[Line]:
    """The changed results in the order in which they were set; ``every`` board of their rounds by its key."""
    return [every[f"{round}.{white}"] for round, white in results]


def flips(frame: pd.DataFrame, every: Mapping[str, Line], *, played: bool) -> list[Line]:
    """The boards of ``flip_list``, a line each with every result that would change something; those played or those open.

    ``every`` board of the event by its key.
    """
    found: dict[str, dict[str, list[str]]] = {}
    rows: Any = frame[frame["played"] == played].itertuples()
    for row in rows:
        by_effect = found.setdefault(f"{row.round}.{row.white}", {})
        by_effect.setdefault(str(row.effect), []).append(str(row.then))
    return [_hinted(every[key], by_effect) for key, by_effect in found.items()]


def _hinted(line: Line, by_effect: Mapping[str, Sequence[str]]) -> Line:
    """A board with what other results would do; those that do the same are said together."""
    said = (say("flips_hint", results=_either([PAIRS[code] for code in codes]), effect=e) for e, codes in by_effect.items())
    return replace(line, note=" ".join(said), hints=tuple(code for codes in by_effect.values() for code in codes))


def data(line: Line, *, rounds: bool = False) -> dict[str, Any]:
    """A line for the browser, as texts and lists, with what those who listen are told; ``rounds``: with its round before it."""
    names = {"white": line.white, "black": line.black}
    said: dict[str, Any] = {
        "key": line.key,
        "at": say("board_at", round=line.round, board=line.board) if rounds else str(line.board),
        **names,
        "code": line.code,
        "was": line.was,
        "result": written(line.code),
        "group": say("board_group", round=line.round, board=line.board, **names),
        "other": say("board_other_of", **names),
        "undo": say("board_undo_of", round=line.round, **names),
        "before": was(line.was),
    }
    return said | ({"note": line.note, "hints": list(line.hints)} if line.note else {})


def words() -> dict[str, Any]:
    """The words around the boards: heads, results as buttons and in the list, undo."""
    return {
        "heads": [say(f"board_{name}") for name in ("no", "white", "result", "black")],
        "pressed": [[code, written(code), say(f"result_said_{word}")] for code, word in PRESSED.items()],
        "others": [[code, written(code)] for code in FORFEITS],
        "forfeits": say("board_forfeits"),
        "other": say("board_other"),
        "open": say("board_open"),
        "undo": say("board_undo"),
    }


def written(code: str) -> str:
    """A result for people: 1-0, ½-½, +/−; *open* where there is none, *other* for one that no code says."""
    return say("board_open") if code == "*" else PAIRS.get(code) or say("board_other")


def was(code: str) -> str:
    """What a result was, in words."""
    return say("board_was_open") if code == "*" else say("board_was", result=written(code))


def _either(texts: Sequence[str]) -> str:
    return say("list_or", first=", ".join(texts[:-1]), last=texts[-1]) if len(texts) > 1 else "".join(texts)
