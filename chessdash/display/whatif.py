"""What *What if* shows as plain data: what an early end does, the tables beside today's, and each table against the last."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from chessdash.display.codes import head, named
from chessdash.display.model import Cell, Column, Row, Table
from chessdash.display.numbers import initialled, quarters, rank_labels, surname
from chessdash.display.standings import score_groups
from chessdash.text import say
from chessdash.text.names import spoken
from chessdash.text.numbers import number, parts
from chessdash.whatif.boards import boards
from chessdash.whatif.effects import rounds_text
from chessdash.whatif.flipping import listed

if TYPE_CHECKING:
    from chessdash.tournament import Tournament
    from chessdash.whatif.ending import EarlyEnd

NAMES = 6  # of players level with each other, before a number stands for the others


@dataclass(frozen=True)
class Effect:
    """One line of a list: a number, what it counts, who and which in pencil; whether it stands in the way."""

    number: str
    sentence: str
    detail: str = ""
    blocks: bool = False


# ---- ending after a round


def effects(end: "EarlyEnd") -> list[Effect]:
    """What would happen, as the list says it: 9 → 5 rounds planned; what would not, in one line at the end."""
    every: Any = list(end.effects.itertuples())
    planned = {row.effect: row.before != row.n for row in every if row.effect == "rounds_planned"}
    happens = [row for row in every if planned.get(row.effect, bool(row.n))]
    rows = [
        Effect(f"{row.before} → {row.n}" if row.effect in planned else str(row.n), row.sentence, row.detail, row.blocks)
        for row in happens
    ]
    if none := [say(f"ending_no_{row.effect}") for row in every if not row.n and row.effect not in planned]:
        which = say("list_or", first=", ".join(none[:-1]), last=none[-1]) if len(none) > 1 else none[0]
        rows.append(Effect("", say("ending_nothing_else" if rows else "ending_nothing"), say("ending_no", what=which)))
    return rows


def left_open(boards: int, frame: pd.DataFrame, decided_by: str) -> list[Effect]:
    """What an end leaves open: boards without a result, shared places, and what alone put the first above the second.

    ``frame`` is of ``changes``; ``decided_by`` what put the second row of the standings below the first.
    """
    ranks: Any = frame["rank"]
    shared = frame[ranks.duplicated(keep=False)]
    short = dict(zip(frame.index, _short([str(name) for name in frame["name"]]), strict=True))
    groups: Any = shared.groupby("rank", sort=True).groups.items()
    level = [
        say("open_shared_at", place=f"{place}=", names=listed([short[no] for no in numbers], NAMES)) for place, numbers in groups
    ]
    rows = [Effect(str(boards), say("open_none"))] if boards else []
    rows.append(Effect(str(len(shared)), say("open_shared", n=len(shared)), "; ".join(level)))
    first = [spoken(str(name)) for name in frame.loc[ranks == 1, "name"]]
    if len(first) > 1:
        rows.append(Effect("", say("open_first_shared", names=listed(first))))
    elif decided_by == frame.attrs["order"][0]:
        rows.append(Effect("", say("open_first_points", name="".join(first))))
    elif decided_by:
        rows.append(Effect("", say("open_first_code", name="".join(first), code=decided_by), named(decided_by)))
    return rows


def _short(names: Sequence[str]) -> list[str]:
    """Surnames, with an initial where two share one."""
    times = Counter(map(surname, names))
    return [surname(name) if times[surname(name)] == 1 else initialled(name) for name in names]


def looked_back(row: Mapping[str, Any], last: Mapping[str, Any], prizes: int, *, final: bool) -> list[Effect]:
    """One row of ``retrospect`` in words, against its last row: closeness, who stands elsewhere, prize places, who was first."""
    end = "" if final else "_today"
    changed = number(round(float(row["prizes_changed"]), 2))
    now, then = ([spoken(str(name)) for name in one["first_names"]] for one in (row, last))
    first = say(f"back_first_same{end}" if row["same_first"] else f"back_first{end}", now=listed(now), then=listed(then))
    moved = int(row["moved"])
    by = say("back_by", places=f"{row['places_moved']:.1f}") if moved else ""
    tau = float(row["tau"])
    return [
        Effect("–" if np.isnan(tau) else number(round(tau, 2), decimals=True), say(f"back_tau{end}"), say("back_tau_what")),
        Effect(str(moved), say("back_moved", n=moved), by),
        Effect(changed, say("back_prizes", n=2 if row["prizes_changed"] != 1 else 1, places=prizes)),
        Effect("", first),
    ]


def gains(frame: pd.DataFrame, prizes: int, *, final: bool) -> str:
    """Who gains and who loses by another table: how many stand higher and lower, and whose the places with a prize would be."""
    end = "_final" if final else ""
    up, down = int((frame["move"] > 0).sum()), int((frame["move"] < 0).sum())
    if not up and not down:
        return _same(frame, end)
    names: Any = frame["name"]
    now, then = frame["rank"] <= prizes, frame["rank_before"] <= prizes
    gain, lose = (listed([spoken(str(name)) for name in names[who]]) for who in (now & ~then, then & ~now))
    if gain and lose:
        said = say("end_prizes", places=prizes, gain=gain, lose=lose)
    elif gain or lose:
        said = say("end_prizes_in" if gain else "end_prizes_out", places=prizes, gain=gain, lose=lose)
    else:
        said = say(f"end_prizes_same{end}", n=prizes)
    return " ".join((say(f"end_moved{end}", up=up, down=down), said))


def _same(frame: pd.DataFrame, end: str) -> str:
    """That nobody stands elsewhere in the other table, whose values are others all the same, and how many are not in it."""
    other: Any = frame[frame["changed"]]
    codes = [code for code in frame.attrs["order"] if _differs(other[code], other[f"{code} before"])]
    left = [say("end_left", n=n)] if (n := int(frame.attrs["left"])) else []
    if not codes:
        return " ".join((say(f"end_nobody{end}" if left else f"end_same{end}"), *left))
    short = _short([str(name) for name in other["name"]])
    return " ".join((say(f"end_values{end}", n=len(other), codes=listed(codes), names=listed(short, NAMES)), *left))


def _differs(now: "pd.Series[Any]", then: "pd.Series[Any]") -> bool:
    """Whether any value of a code is another; one that is undefined in both is none."""
    return bool(((now != then) & ~(now.isna() & then.isna())).any())


def after_table(frame: pd.DataFrame, round: int, *, final: bool) -> Table:
    """The table after a round beside today's: new rank, change, today's rank, player, points, the first tie-break.

    ``frame`` is of ``changes``: today's table and the one after the round.
    """
    order = list(frame.attrs["order"])
    shown = [code for code in order if code.upper() == "PTS"][:1] + [code for code in order if code.upper() != "PTS"][:1]
    columns = (
        Column(say("end_after_n", round=round), marks=("num", "new")),
        Column("", say("end_move"), ("move",)),
        Column(say("end_final" if final else "end_today"), marks=("num", "pencil")),
        Column(say("head_player"), marks=("who",)),
        *(_value_column(code, frame[code]) for code in shown),
    )
    decimals = {code: not quarters(frame[code]) for code in shown}
    rules = score_groups(frame[shown[0]].to_numpy(float)) if shown else [False] * len(frame)
    labels, before = rank_labels(frame["rank"]), rank_labels(frame["rank_before"])
    rows = tuple(
        Row(
            str(no),
            (
                *_places(labels[k], before[k], int(frame["move"].iloc[k])),
                _player(str(frame["name"].iloc[k])),
                *(Cell(*parts(float(frame[code].iloc[k]), decimals=decimals[code])) for code in shown),
            ),
            marks=("rule",) if rules[k] else (),
        )
        for k, no in enumerate(frame.index)
    )
    return Table("after", say("end_table_final" if final else "end_table", round=round), columns, rows)


# ---- other results


def leads(frame: pd.DataFrame) -> str:
    """Who is first in the new table, and in today's where it was somebody else."""
    now, then = frame["rank"] == 1, frame["rank_before"] == 1
    names, before = (listed([spoken(str(name)) for name in frame.loc[who, "name"]]) for who in (now, then))
    code = "set_leads" if (now == then).all() else "set_leads_now"
    return say(code if now.sum() == 1 else f"{code}_shared", names=names, before=before)


def moved(frame: pd.DataFrame) -> str:
    """How many stand elsewhere, and how many others have other values."""
    places = int((frame["move"] != 0).sum())
    values = int(frame["changed"].sum()) - places
    said = say("set_moved", n=places)
    return f"{say('list_and', first=said, last=say('set_values', n=values))}." if values else f"{said}."


def waiting(before: "Tournament", after: "Tournament", rounds: Sequence[int]) -> list[str]:
    """What of the rounds with a changed result is open, as sentences; rounds that these results begin, or undo, are named."""
    first, last = before.rounds_played, after.rounds_played
    said = []
    open_boards = {r: int((boards(after, r)["result"] == "*").sum()) for r in rounds if r <= min(first, last)}
    if n := sum(open_boards.values()):
        said.append(say("set_partly", n=n, rounds=rounds_text([r for r, times in open_boards.items() if times])))
    if gone := [r for r in rounds if last < r <= first]:
        said.append(say("set_not_played", n=len(gone), rounds=rounds_text(gone), last=last))
    for r in range(first + 1, last + 1):
        results = boards(after, r)["result"]
        n = int((results == "*").sum())
        code = "set_begun" if not n else "set_begun_open" if n < len(results) else "set_begun_whole"
        said.append(say(code, round=r, n=n))
    return said


def changes_table(frame: pd.DataFrame, *, changed: bool = True) -> Table:
    """The rows of ``changes`` that differ from today's table (or those that do not): rank, change, and what each value was."""
    shown = frame[frame["changed"] == changed]
    order = [code for code in frame.attrs["order"] if not changed or code.upper() == "PTS" or _differ(frame, code)]
    columns = (
        Column(say("head_new"), say("head_rank"), ("num", "new")),
        Column("", say("end_move"), ("move",)),
        Column(say("end_today"), marks=("num", "pencil")),
        Column(say("head_player"), marks=("who",)),
        *(_value_column(code, pd.concat([frame[code], frame[f"{code} before"]])) for code in order),
    )
    labels = dict(zip(frame.index, rank_labels(frame["rank"]), strict=True))
    before = dict(zip(frame.index, rank_labels(frame["rank_before"]), strict=True))
    decimals = {code: not quarters(pd.concat([frame[code], frame[f"{code} before"]])) for code in order}
    rows = tuple(
        Row(
            str(no),
            (
                *_places(labels[no], before[no], int(row["move"])),
                _player(str(row["name"])),
                *(_value(row[code], row[f"{code} before"], decimals[code]) for code in order),
            ),
        )
        for no, row in zip(shown.index, shown.to_dict("records"), strict=True)
    )
    return Table("changes", say("set_table" if changed else "set_unchanged", n=len(rows)), columns, rows)


def _differ(frame: pd.DataFrame, code: str) -> bool:
    """Whether anybody's value of a code is another one than today's."""
    now, then = frame[code].to_numpy(float), frame[f"{code} before"].to_numpy(float)
    return not bool(np.array_equal(now, then, equal_nan=True))


def _value(now: Any, then: Any, decimals: bool) -> Cell:
    """A value, marked where it is another one, with what it was below."""
    now, then = float(now), float(then)
    if now == then or (np.isnan(now) and np.isnan(then)):
        return Cell(*parts(now, decimals=decimals))
    sign = () if np.isnan(now) or np.isnan(then) else (("up",) if now > then else ("down",))
    was = say("set_was", value=number(then, decimals=decimals))
    return Cell(*parts(now, decimals=decimals), marks=("changed", *sign), below=was)


def _value_column(code: str, values: "pd.Series[float]") -> Column:
    halves = quarters(values) and bool((np.nan_to_num(values.to_numpy(float)) % 1).any())
    return Column(head(code), named(code), ("num", "value", *(("slot",) if halves else ())), code)


def _places(now: tuple[str, str], then: tuple[str, str], move: int) -> tuple[Cell, Cell, Cell]:
    """New rank, change and today's rank."""
    arrow = f"{'▲' if move > 0 else '▼'} {abs(move)}" if move else "–"
    marks = (("up",) if move > 0 else ("down",)) if move else ("pencil",)
    return Cell(now[0], after=now[1]), Cell(arrow, marks=marks), Cell(then[0], after=then[1])


def _player(name: str) -> Cell:
    return Cell(name, tip=name)


# ---- round by round


def rounds_table(retrospect: pd.DataFrame) -> Table:
    """What the chart of closeness shows, a row a round."""
    columns = (
        Column(say("head_round"), marks=("num",)),
        Column(say("head_first"), marks=("wide",)),
        Column(say("head_close"), say("back_tau_what"), ("num",)),
        Column(say("head_moved"), marks=("num",)),
        Column(say("head_moved_by"), marks=("num",)),
        Column(say("head_prizes_other"), marks=("num",)),
    )
    rows = tuple(
        Row(
            str(row["round"]),
            (
                Cell(str(row["round"])),
                Cell(listed([spoken(str(name)) for name in row["first_names"]])),
                Cell("–" if np.isnan(row["tau"]) else number(round(row["tau"], 2), decimals=True)),
                Cell(str(row["moved"])),
                Cell(f"{row['places_moved']:.1f}"),
                Cell(number(round(row["prizes_changed"], 2))),
            ),
        )
        for row in retrospect.to_dict("records")
    )
    return Table("rounds", say("table_by_round"), columns, rows)


def places_table(ranks: pd.DataFrame, names: Mapping[int, str], most: int) -> Table:
    """The ranks after each round of the first ``most`` of the last table."""
    rounds = list(ranks.columns)
    labels = {r: _ranks_then(ranks[r]) for r in rounds}
    rows = tuple(Row(str(no), (Cell(str(names[int(no)])), *(Cell(labels[r][no]) for r in rounds))) for no in ranks.index[:most])
    columns = (Column(say("head_player"), marks=("who",)), *(Column(str(r), marks=("num",)) for r in rounds))
    return Table("places", say("rounds_places"), columns, rows)


def _ranks_then(column: "pd.Series[float]") -> dict[Any, str]:
    """Ranks as they are written, a dash where a player had not joined yet."""
    there = column.dropna()
    written = dict(zip(there.index, ("".join(label) for label in rank_labels(there.astype(int))), strict=True))
    return {no: written.get(no, "–") for no in column.index}


def firsts(retrospect: pd.DataFrame, round: int) -> Sequence[int]:
    """Who was first after this round and who is first in the last table, by start number, the latter first."""
    rows: Any = retrospect.set_index("round")["first"]
    return list(dict.fromkeys((*rows.iloc[-1], *rows.get(round, ()))))
