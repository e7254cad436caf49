"""The command early-end: what an end after a round would do, the table beside today's, and the table after each round."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chessdash.cli_whatif.given import over, records, save, table_lines
from chessdash.errors import DataError
from chessdash.terminal import Edition, Encoding, File, Format, Order, System, Unrated, facts, put, read, show
from chessdash.text import say

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.tournament import Tournament
    from chessdash.whatif.ending import EarlyEnd

After = Annotated[int | None, typer.Option("--after", metavar="ROUND", help=say("cli_after"), show_default=False)]


def early_end(
    file: File,
    after: After = None,
    by_round: Annotated[bool, typer.Option("--by-round", help=say("cli_by_round"))] = False,
    prizes: Annotated[int, typer.Option(min=1, help=say("cli_prize_places"))] = 3,
    write: Annotated[Path | None, typer.Option("--write", metavar="OUT", help=say("cli_write"), show_default=False)] = None,
    order: Order = None,
    edition: Edition = None,
    system: System = None,
    unrated: Unrated = None,
    encoding: Encoding = None,
    form: Format = "table",
) -> None:
    """Prints what would happen and the table after the round beside today's, or with by_round the table after each round."""
    import chessdash
    from chessdash.whatif.results import changes
    from chessdash.whatif.retrospect import retrospect

    tournament = read(file, encoding)
    rules: dict[str, Any] = {"edition": edition, "system": system, "unrated": unrated}
    if by_round and after is not None and write is None:
        raise DataError(say("cli_not_both", one="--by-round", other="--after"))
    ended = chessdash.end_after(tournament, after) if write is not None or not by_round else None
    lines: Callable[[pd.DataFrame], Iterator[str]]
    if by_round or ended is None:
        frame, known, lines = retrospect(tournament, order, prizes=prizes, **rules), {}, _rounds
    else:
        ended_by_rule = over(tournament, order)
        frame, known = changes(tournament, ended.tournament, order, **rules), _facts(ended, ended_by_rule)
        lines = partial(_ended, tournament, ended, prizes, ended_by_rule)
    written = [] if write is None or ended is None else [_write(ended, write, file)]
    if form == "csv":
        show(_flat(frame), form, {})
    elif form == "json":
        show(frame, form, {"event": tournament.name, **known, **facts(frame)})
    else:
        put([tournament.name, "", *lines(frame)])
    put(written, error=form != "table")


def _write(ended: "EarlyEnd", target: Path, source: Path) -> str:
    """The ended event in a file; DataError where something stands in the way of that end."""
    if ended.blocked:
        reasons = [str(text) for text in ended.effects.loc[ended.effects["blocks"], "detail"]] or list(ended.notes)
        raise DataError(say("cli_end_blocked", target=target, reason=" ".join(reasons)))
    return save(ended.tournament, target, source)


def _facts(ended: "EarlyEnd", over: list[str]) -> dict[str, Any]:
    """What is known of an end, for JSON."""
    state = {"round": ended.round, "offered": ended.offered, "blocked": ended.blocked}
    return {**state, "effects": records(ended.effects), "notes": [*over, *ended.notes]}


def _flat(frame: "pd.DataFrame") -> "pd.DataFrame":
    """A frame whose lists are texts, as a cell of CSV takes them: numbers apart by spaces, names by semicolons."""
    marks = {"first": " ", "first_names": "; "}
    texts = {name: frame[name].map(lambda one, m=mark: m.join(map(str, one))) for name, mark in marks.items() if name in frame}
    return frame.assign(**texts)


def _ended(tournament: "Tournament", ended: "EarlyEnd", prizes: int, over: list[str], frame: "pd.DataFrame") -> Iterator[str]:
    """The lines of an end: what would happen, the table beside today's, who gains and who loses."""
    from chessdash.display import whatif
    from chessdash.display.model import Cell, Column, Row, Table
    from chessdash.display.plain import lines
    from chessdash.whatif.ending import complete_rounds

    yield from (*over, *([""] if over else []))
    final = complete_rounds(tournament) >= tournament.rounds_planned
    if tournament.system == "swiss" and not (final and ended.round == tournament.rounds_planned):
        yield say(f"cli_end_{'stopped' if ended.blocked else 'offered' if ended.offered else 'look'}", round=ended.round)
        rows = [
            (Cell(say("cli_stands_in_the_way") if one.blocks else ""), Cell(one.number), Cell(one.sentence), Cell(one.detail))
            for one in whatif.effects(ended)
        ]
        columns = (Column(), Column(marks=("num",)), Column(), Column())
        yield from lines(Table("effects", "", columns, tuple(Row("", cells) for cells in rows)))
    yield from ended.notes
    yield ""
    yield from table_lines(whatif.after_table(frame, ended.round, final=final))
    yield ""
    yield whatif.gains(frame, prizes, final=final)


def _rounds(frame: "pd.DataFrame") -> Iterator[str]:
    """The lines of looking back, a row a round."""
    from chessdash.display.plain import lines
    from chessdash.display.whatif import rounds_table

    yield say("cli_by_round_head", order=",".join(frame.attrs["order"]), places=frame.attrs["prizes"])
    yield ""
    yield from lines(rounds_table(frame))
    if frame.attrs["notes"]:
        yield ""
        yield from frame.attrs["notes"]
