"""The club for its organisers as plain data: members, people, the log, a final table, what finishing asks for."""

import math
from typing import Any

import pandas as pd

from chessdash.display.model import Cell, Column, Row, Table
from chessdash.display.numbers import rank_labels
from chessdash.display.whatif import Effect
from chessdash.ratings.fide import TIME_CONTROLS as CONTROLS
from chessdash.text import say
from chessdash.text.numbers import parts

DONE, OPEN = "✓", "·"


def checklist(items: pd.DataFrame) -> list[Effect]:
    """What finishing asks for, one line an item: done, or how many are open and which."""
    rows: Any = items.itertuples()
    return [Effect(DONE if row.done else str(row.n), str(row.sentence), "", not row.done) for row in rows]


def members_table(frame: pd.DataFrame) -> Table:
    """The members with their initial ratings; ``frame`` as ``members.members`` gives it."""
    rows = []
    for number, row in frame.iterrows():
        initial = [Cell("–" if math.isnan(row[control]) else f"{row[control]:.0f}") for control in CONTROLS]
        name = Cell(str(row["name"]), before=str(row["title"]), after="" if row["active"] else say("member_left"))
        texts = [Cell(str(row[field] or "")) for field in ("federation", "fide_id", "birth")]
        rows.append(Row(str(number), (Cell(str(number)), name, *texts, *initial), str(row["name"])))
    columns = (
        Column(say("head_number"), marks=("num",)),
        Column(say("head_player"), marks=("who",)),
        *(Column(say(f"head_{name}")) for name in ("federation", "fide_id", "birth")),
        *(Column(say(f"control_{control}"), say("head_initial_tip"), marks=("num",)) for control in CONTROLS),
    )
    return Table("members", say("table_members"), columns, tuple(rows))


def log_table(frame: pd.DataFrame) -> Table:
    """The newest changes; ``frame`` as ``log.newest`` gives it."""
    rows = []
    entries: Any = frame.itertuples()
    for i, row in enumerate(entries):
        change = " → ".join(text for text in (str(row.before or ""), str(row.after or "")) if text)
        what = say(f"log_{row.what}")
        where = ", ".join(text for text in (str(row.event or ""), str(row.place or "")) if text)
        cells = (Cell(str(row.at).replace("T", " ").rstrip("Z")), Cell(str(row.who or "")), Cell(what, below=where))
        rows.append(Row(str(i), (*cells, Cell(change, below=str(row.reason or ""), marks=("wide",)))))
    columns = (
        Column(say("head_at"), say("head_at_tip")),
        Column(say("head_who")),
        Column(say("head_what")),
        Column(say("head_change"), marks=("wide",)),
    )
    return Table("log", say("table_log"), columns, tuple(rows))


def final_table(frame: pd.DataFrame) -> Table:
    """A stored final table with every value; ``frame`` as ``finishing.final`` gives it."""
    codes = list(frame.attrs["order"])
    decimals = {code: not all((v * 4).is_integer() for v in frame[code].dropna()) for code in codes}
    rows = []
    for (no, row), label in zip(frame.iterrows(), rank_labels(frame["rank"]), strict=True):
        values = (Cell(*parts(math.nan if row[code] is None else float(row[code]), decimals=decimals[code])) for code in codes)
        rows.append(Row(str(no), (Cell("".join(label)), Cell(str(row["name"])), *values), str(row["name"])))
    columns = (
        Column(say("head_rank"), marks=("num",)),
        Column(say("head_player"), marks=("who",)),
        *(Column(code, marks=("num", "slot")) for code in codes),
    )
    return Table("final", say("table_final", edition=frame.attrs["edition"]), columns, tuple(rows))
