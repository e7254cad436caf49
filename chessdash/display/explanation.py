"""The panel beside the standings: how to read the table, where a value comes from, why one player is above another."""

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from chessdash.display.codes import head, meaning, named
from chessdash.display.model import Cell, Column, Panel, Row, Table
from chessdash.display.numbers import initialled, quarters, rank_labels, spoken, surname
from chessdash.display.results import result_cell
from chessdash.text import say
from chessdash.text.numbers import number, parts
from chessdash.tiebreaks.descriptor import parse

if TYPE_CHECKING:
    from chessdash.tournament import Tournament

Values = NDArray[np.float64]
COLOURS = {"w": ("white",), "b": ("black",)}
BY_OPPONENT = ("BH", "FB", "SB", "KS")  # codes that rest on what the opponents scored


def reading_panel(ranking: pd.DataFrame) -> Panel:
    """How to read the table: the order with what each code means, and what the marks say."""
    order: tuple[str, ...] = tuple(ranking.attrs["order"])
    codes = tuple(Row(code, (Cell(head(code)), Cell(named(code), below=meaning(code)))) for code in order)
    marks = tuple(
        Row(mark, (Cell("41", "½", (mark,)), Cell(say(f"legend_{mark}"))), marks=("mark",))
        for mark in ("first", "later", "pencil")
        if len(order) > 1
    )
    table = Table("legend", say("legend_caption"), (Column(), Column()), codes + marks)
    rules = say("reading_rules", edition=ranking.attrs["edition"], system=system_word(ranking.attrs["system"]))
    return Panel(say("reading_head"), (say("reading_touch"),), table, (say("reading_order"), rules))


def system_word(system: str) -> str:
    """ "swiss" or "round-robin" as people write it."""
    return say(f"system_{system.replace('-', '_')}")


def value_panel(tournament: "Tournament", frame: pd.DataFrame) -> Panel:
    """Where a value comes from: one line a round with its reason below it, the cut ones struck out, and the sum."""
    code, no = str(frame.attrs["code"]), int(frame.attrs["no"])
    name, value = player_name(tournament, no), float(frame.attrs["value"])
    title = say("value_head", code=head(code), name=spoken(name), value=number(value, decimals=not quarters([value])))
    above = tuple(text for text in (named(code) + ". " + str(frame.attrs["meaning"]), str(frame.attrs["articles"])) if text)
    if frame.attrs["reduction"] == "place":
        return Panel(title, above, _small_table(frame, title), (_tied(frame, value),))
    table = Table("explain", title, *_rounds(frame, code, value)) if len(frame) else None
    return Panel(title, above, table, _parts(frame))


def player_panel(tournament: "Tournament", frame: pd.DataFrame) -> Panel:
    """One player chosen: the points round by round, and how to choose a second one."""
    panel = value_panel(tournament, frame)
    return Panel(spoken(player_name(tournament, int(frame.attrs["no"]))), (say("choose_second"),), panel.table, kind="player")


def why_panel(tournament: "Tournament", ranking: pd.DataFrame, frame: pd.DataFrame) -> Panel:
    """Why one player is above another: both values of each code, and which of them decided."""
    above, below = int(frame.attrs["above"]), int(frame.attrs["below"])
    shared = str(frame.attrs["decided_by"]) == "shared"
    labels = dict(zip(ranking.index, rank_labels(ranking["rank"]), strict=True))
    left, right = ("a", "b") if int(frame.attrs["a"]) == above else ("b", "a")
    columns = (
        Column(say("place", place="".join(labels[above])), marks=("num", "slot")),
        Column(marks=("middle",)),
        Column(say("place", place="".join(labels[below])), marks=("right", "slot")),
    )
    rows = tuple(
        _verdict(str(code), str(verdict), float(upper), float(lower))
        for code, verdict, upper, lower in zip(frame["code"], frame["verdict"], frame[left], frame[right], strict=True)
    )
    names = _told_apart(player_name(tournament, above), player_name(tournament, below))
    title = say("why_head_shared" if shared else "why_head", **names)
    return Panel(title, (), Table("why", title, columns, rows), (str(frame.attrs["sentence"]),))


def _told_apart(above: str, below: str) -> dict[str, str]:
    """Two names for one heading: the surnames, the whole names where those are the same."""
    short = surname if surname(above) != surname(below) else spoken
    return {"above": short(above), "below": short(below)}


def player_name(tournament: "Tournament", no: int) -> str:
    """The name as in the file; the number where there is none."""
    return str(tournament.players["name"].get(no, "") or no)


def _verdict(code: str, verdict: str, upper: float, lower: float) -> Row:
    decimals = not quarters([upper, lower])
    marks = {"decides": ("decides",), "not reached": ("pencil",)}.get(verdict, ())
    word = say(f"verdict_{verdict.replace(' ', '_')}")
    middle = Cell(say("points_word") if code == "PTS" else code, below=word, tip=named(code))
    return Row(code, (Cell(*parts(upper, decimals=decimals)), middle, Cell(*parts(lower, decimals=decimals))), marks=marks)


def _rounds(frame: pd.DataFrame, code: str, value: float) -> tuple[tuple[Column, ...], tuple[Row, ...]]:
    """The columns and rows of an explanation: a line a round, its reason, the sum."""
    tiebreak = parse(code).tiebreak
    score, adjusted, contribution = (frame[c].to_numpy(float) for c in ("score", "adjusted", "contribution"))
    differs = ~((adjusted == score) | np.isnan(adjusted))
    scored = tiebreak.needs_ratings or tiebreak.code in BY_OPPONENT
    shown = [("head_opponent_rating" if tiebreak.needs_ratings else "head_score", score)] if scored else []
    if scored and differs.any():
        shown.append(("head_adjusted", np.where(differs, adjusted, np.nan)))
    if not (tiebreak.needs_ratings and np.array_equal(score, contribution, equal_nan=True)):
        shown.append(("head_counts", contribution))
    columns = (
        Column(tip=say("head_round"), marks=("num", "pencil")),
        Column(say("head_opponent"), marks=("who",)),
        Column(say("head_result"), marks=("num",)),
        *(Column(say(title), say(f"{title}_tip"), _slot(values, value)) for title, values in shown),
    )
    columns = (*columns[:-1], Column(columns[-1].head, columns[-1].tip, (*columns[-1].marks, "counts")))
    rows: list[Row] = []
    parts_of = zip(*(frame[c] for c in ("round", "name", "colour", "result", "counted", "reason")), strict=True)
    for i, (r, opponent, colour, result, counted, reason) in enumerate(parts_of):
        who = Cell(initialled(opponent) or say("opponent_none"), marks=COLOURS.get(colour, ("nobody",)), tip=opponent)
        cells = (Cell(str(r)), who, result_cell(result, bool(opponent)), *(Cell(*_or_blank(v[i])) for _, v in shown))
        empty = np.isnan(contribution[i])
        rows.append(Row(str(r), cells, marks=() if counted or empty else ("cut",)))
        if reason:
            rows.append(Row(f"{r}r", (Cell(), Cell(reason)), marks=("reason",)))
    blank = (Cell(),) * (len(columns) - 3)
    rows.append(Row("sum", (Cell(), Cell(_reduced(frame, code)), *blank, Cell(*_exact(value))), marks=("sum",)))
    return columns, tuple(rows)


def _small_table(frame: pd.DataFrame, title: str) -> Table | None:
    """The points that the tied made against each other; where they met more than once, the mean."""
    entries: list[dict[str, Any]] = frame.attrs["table"]
    if not entries:
        return None
    own = int(frame.attrs["no"])
    columns = (
        Column(say("head_place"), marks=("num",)),
        Column(say("head_player"), marks=("who",)),
        Column(say("points_short"), say("head_points_tip"), _slot(np.array([e["points"] for e in entries]), 0.0)),
        Column(say("head_met"), say("head_met_tip"), ("num", "pencil")),
    )
    rows = tuple(
        Row(
            str(entry["no"]),
            (
                Cell(number(entry["place"]) if entry["place"] else number(float("nan"))),
                Cell(initialled(entry["name"]), tip=_against(entry, entries)),
                Cell(*_exact(entry["points"])),
                Cell(say("met_of", met=entry["games"], others=len(entries) - 1)),
            ),
            marks=("own",) if entry["no"] == own else (),
        )
        for entry in entries
    )
    return Table("explain", title, columns, rows)


def _against(entry: dict[str, Any], entries: list[dict[str, Any]]) -> str:
    """Each meeting in words: "1 against Smit, ½ against Vos"."""
    names = {other["no"]: surname(other["name"]) for other in entries}
    return ", ".join(
        say("made_against", points=number(made), name=names[no]) for no, made in entry["against"].items() if no in names
    )


def _tied(frame: pd.DataFrame, value: float) -> str:
    tied = int(frame.attrs["parts"].get("tied", 0))
    if tied < 2:
        return say("tied_none")
    return say("tied_settled" if value else "tied_open", n=tied)


def _parts(frame: pd.DataFrame) -> tuple[str, ...]:
    """What a performance is made of beside the rounds."""
    figures = {name: number(value) for name, value in frame.attrs["parts"].items()}
    if frame.attrs["reduction"] != "performance":
        return ()
    if "difference" in figures:
        difference = float(frame.attrs["parts"]["difference"])
        sentence = "performance_less" if difference < 0 else "performance_sum"
        return (say(sentence, **{**figures, "difference": number(abs(difference)), "value": number(frame.attrs["value"])}),)
    if "expected" not in figures:
        return ()
    sentence = "performance_expected" if frame.attrs["parts"]["points"] else "performance_zero"
    return (say(sentence, **{**figures, "value": number(frame.attrs["value"])}),)


def _slot(values: Values, value: float) -> tuple[str, ...]:
    """Right-aligned, with a place for fractions where any of the values has one."""
    known = np.nan_to_num(np.append(values, value))
    return ("num", "slot") if bool(np.any(known % 1)) and quarters(known) else ("num",)


def _or_blank(value: float) -> tuple[str, str]:
    return ("", "") if np.isnan(value) else _exact(value)


def _exact(value: float) -> tuple[str, str]:
    return parts(value, decimals=not quarters([value]))


def _reduced(frame: pd.DataFrame, code: str) -> str:
    return say("average_of", code=head(code)) if frame.attrs["reduction"] == "mean" else head(code)
