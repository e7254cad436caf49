"""Faults as rows: how one is made, how many of a kind become one, and the frame of them all."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from chessdash.text import say

if TYPE_CHECKING:
    import pandas as pd

Fault = dict[str, Any]
COLUMNS = ("severity", "code", "record", "line", "column", "no", "round", "values", "message")
PLACE = ("record", "line", "column", "no", "round")
# Faults of layout that many lines share: one row says how many, and where the first is.
FOLDED = frozenset({
    "shifted_line", "shifted_cells", "left_aligned", "tab", "decimal_comma", "unknown_record", "unknown_birth", "no_colour",
    "no_rank", "open_game", "too_many", "open_mark", "bye_of_record",
})  # fmt: skip
MOST = 1000  # rows of one code that are kept, before one says how many more there are


def fault(
    severity: str,
    code: str,
    /,
    *,
    record: str = "",
    line: int = 0,
    column: int = 0,
    no: int = 0,
    round: int = 0,
    **values: object,
) -> Fault:
    """One row: severity "error", "warning" or "note"; line and column from 1, 0 where they do not apply; values by name."""
    place = {"record": record, "line": int(line), "column": int(column), "no": int(no), "round": int(round)}
    return {"severity": severity, "code": code, **place, "values": values}


def folded(rows: Iterable[Fault]) -> list[Fault]:
    """The rows with those of one layout code as one (``n`` says how many), and of every other code no more than ``MOST``."""
    counts: dict[tuple[str, str], int] = {}
    first: dict[tuple[str, str], Fault] = {}
    kept: list[Fault] = []
    for row in rows:
        key = (row["code"], row["record"])
        n = row["values"].get("n", 1) if row["code"] in FOLDED else 1
        counts[key] = counts.get(key, 0) + n
        if key not in first:
            first[key] = {**row, "values": dict(row["values"])}
            kept.append(first[key])
        elif row["code"] not in FOLDED and counts[key] <= MOST:
            kept.append(row)
    for (code, record), count in counts.items():
        if code in FOLDED:
            first[code, record]["values"]["n"] = count
        elif count > MOST:
            kept.append(and_more(first[code, record], count - MOST))
    return kept


def and_more(first: Fault, count: int) -> Fault:
    """The row that stands for so many more like the first."""
    return fault(first["severity"], "and_more", record=first["record"], n=count, like=message(first))


def frame(rows: Iterable[Mapping[str, Any]]) -> "pd.DataFrame":
    """The rows as a frame with the columns of ``COLUMNS``; the message is the sentence of the code with the row's values."""
    import pandas as pd

    table = [{**row, "message": message(row)} for row in rows]
    whole = dict.fromkeys(("line", "column", "no", "round"), "int64")
    text = dict.fromkeys(("severity", "code", "record", "message"), "str")
    return pd.DataFrame(table, columns=list(COLUMNS)).astype({**whole, **text, "values": "object"})


def message(row: Mapping[str, Any]) -> str:
    """The sentence of one row, with its place and its values; ``who`` and ``whom`` name the player and the other one."""
    values = {"n": 1, **{name: row[name] for name in PLACE}, **row["values"]}
    values["who"] = _who(values["no"], values["line"])
    if "other" in values:
        values["whom"] = _who(values["other"], values.get("other_line", 0))
    return say(row["code"], **values)


def _who(no: int, line: int) -> str:
    """A player by number, with the line of the file where there is one."""
    return say("who_in_line", no=no, line=line) if line else say("who", no=no)
