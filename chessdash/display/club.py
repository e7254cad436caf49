"""The club for its organisers as plain data: members, people, the log, a final table, what finishing asks for."""

import math
from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from typing import Any

import pandas as pd

from chessdash.display.model import Cell, Column, Row, Table
from chessdash.display.numbers import dates, rank_labels
from chessdash.display.results import PAIRS
from chessdash.display.whatif import Effect
from chessdash.ratings.fide import TIME_CONTROLS as CONTROLS
from chessdash.text import say
from chessdash.text.numbers import parts

DONE, OPEN = "✓", "·"
BOARDS = ("result", "corrected", "forfeit")  # changes of a board, which may have none before or after
ENTRIES = ("entry_added", "entry_removed")
UNDONE = ("withdrawn", "bye")  # changes that are taken back


def checklist(items: pd.DataFrame) -> list[Effect]:
    """What finishing asks for, one line an item: done, or how many are open and which; a note that stops nobody has a dot."""
    rows: Any = items.itertuples()
    return [Effect(DONE if not row.n else OPEN if row.done else str(row.n), str(row.sentence), "", not row.done) for row in rows]


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


def log_table(frame: pd.DataFrame, *, events: Mapping[str, str], members: pd.DataFrame, zone: tzinfo = UTC) -> Table:
    """The newest changes in the time of a zone; ``frame`` of ``log.newest``, events by key, members by number."""
    places = {say("member_place", member=number): str(name) for number, name in members["name"].items()}
    for control in CONTROLS:
        word = say(f"control_{control}")
        places |= {say("member_control", member=n, control=word): f"{name}, {word}" for n, name in members["name"].items()}
    rows = []
    entries: Any = frame.astype(object).where(frame.notna(), "").itertuples()
    for i, row in enumerate(entries):
        texts = [_said(str(row.what), str(text)) for text in (row.before, row.after)]
        change = " → ".join(text or PAIRS["*"] for text in texts) if row.what in BOARDS else " → ".join(filter(None, texts))
        where = ", ".join(text for text in (events.get(row.event, str(row.event)), places.get(row.place, str(row.place))) if text)
        day, time = moment(str(row.at), zone).rsplit(", ", 1)
        cells = (
            Cell(day, below=time),
            Cell(str(row.who)),
            Cell(_happened(str(row.what), texts[1]), below=where, marks=("what",)),
        )
        rows.append(Row(str(i), (*cells, Cell(change, below=str(row.reason), marks=("wide",)))))
    columns = (
        Column(say("head_at")),
        Column(say("head_who")),
        Column(say("head_what"), marks=("what",)),
        Column(say("head_change"), marks=("wide",)),
    )
    return Table("log", say("table_log"), columns, tuple(rows))


def _said(what: str, text: str) -> str:
    """What a row of the log has before or after; of an entry that is the round that it joins in."""
    return say("log_from_round", round=text) if what in ENTRIES and text else text


def _happened(what: str, after: str) -> str:
    """What a row of the log is called; a withdrawal and a bye with nothing afterwards are undone."""
    return say(f"log_{what}_undone" if what in UNDONE and not after else f"log_{what}")


def moment(at: str, zone: tzinfo = UTC) -> str:
    """An instant of the store (UTC, ISO) at a place, in words: the day, a comma, the time."""
    there = datetime.fromisoformat(at).astimezone(zone)
    day = there.date().isoformat()
    return say("moment", date=dates(day, day, short=True), time=f"{there:%H:%M}")


def people_table(frame: pd.DataFrame) -> Table:
    """Who has which role; ``frame`` as ``members.people`` gives it."""
    rows: Any = frame.itertuples()
    made = [Row(str(row.Index), (Cell(str(row.name)), Cell(role_word(row.role))), str(row.name)) for row in rows]
    return Table(
        "people", say("tab_people"), (Column(say("people_name"), marks=("who",)), Column(say("people_role"))), tuple(made)
    )


def role_word(role: str) -> str:
    """What a role is called, "" being none."""
    return say(f"role_{role}") if role else say("people_none")


def finish_facts(row: Any) -> str:
    """The facts line of Finish; ``row`` of ``events.listing``."""
    if row["state"] == "finished":
        return say("finish_facts_done", name=row["name"], date=dates(row["ended"], row["ended"]), n=row["players"])
    return say("finish_facts_runs", name=row["name"], planned=row["planned"], n=row["players"])


def club_facts(frame: pd.DataFrame, listing: pd.DataFrame) -> str:
    """The facts line of Club: how many members are active, how many events are finished and running."""
    done = int((listing["state"] == "finished").sum())
    return " ".join(
        (
            say("club_facts_members", n=int(frame["active"].astype(bool).sum())),
            say("club_facts_done", n=done),
            say("club_facts_running", n=len(listing) - done),
        )
    )


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
        *(Column(say("points_short") if code == "PTS" else code, marks=("num", "slot")) for code in codes),
    )
    return Table("final", say("table_final", edition=frame.attrs["edition"]), columns, tuple(rows))
