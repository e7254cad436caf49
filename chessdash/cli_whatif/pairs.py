"""The command pair: who would meet whom in the next round."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chessdash.errors import DataError
from chessdash.terminal import Encoding, File, Format, facts, put, read, show
from chessdash.text import say

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.tournament import Tournament

Absent = Annotated[list[int] | None, typer.Option("--absent", metavar="NO", help=say("cli_absent"), show_default=False)]
Present = Annotated[list[int] | None, typer.Option("--present", metavar="NO", help=say("cli_present"), show_default=False)]


def pair(
    file: File,
    absent: Absent = None,
    present: Present = None,
    seed: Annotated[int, typer.Option(help=say("cli_draw_seed"))] = 1,
    encoding: Encoding = None,
    form: Format = "table",
) -> None:
    """Prints the boards of the next round, who is left out and why, and the system that paired them."""
    from chessdash.army import is_army
    from chessdash.pairing import dutch

    tournament = read(file, encoding)
    if is_army(tournament):
        frame = _army(tournament, absent or [], present or [], seed)
    else:
        frame = dutch(tournament, absent=absent or (), present=present or ())
    if form != "table":
        away = [{"no": no, "reason": reason} for no, reason in frame.attrs["absent"].items()]
        show(frame, form, {"event": tournament.name, **facts(frame), "absent": away})
        return
    put([say("cli_paired", name=tournament.name, round=frame.attrs["round"], system=frame.attrs["system"]), ""])
    put(_boards(frame))
    names = tournament.players["name"]
    left_out = [say("cli_left_out_of", no=no, name=names[no], reason=reason) for no, reason in frame.attrs["absent"].items()]
    put([*([""] if left_out else []), *left_out])
    put([*([""] if frame.attrs["notes"] else []), *frame.attrs["notes"]])


def _army(tournament: "Tournament", absent: list[int], present: list[int], seed: int) -> "pd.DataFrame":
    """The next round of an army game, a further one where that is proposed; DataError where the event is over."""
    from chessdash.army import further_round, next_round, state

    if present:
        raise DataError(say("cli_army_present"))
    now, notes = state(tournament), []
    if now.over:
        raise DataError(now.sentence)
    if now.reason == "further_round":
        tournament, notes = further_round(tournament), [now.sentence]
    frame = next_round(tournament, seed, absent=absent)
    table = tournament.crosstable
    points = dict(zip(table.number.tolist(), table.score.tolist(), strict=True))
    for side in ("white", "black"):
        frame[f"{side}_points"] = [points.get(no, float("nan")) for no in frame[side].tolist()]
    away = {no: say("away_given") for no in sorted(absent)}
    given: dict[str, Any] = {"system": say("cli_army_system", seed=seed), "absent": away}
    frame.attrs.update(given, notes=[*notes, *frame.attrs["notes"]])
    return frame


def _boards(frame: "pd.DataFrame") -> Iterator[str]:
    """The boards with both players' numbers and points; the bye is a word in the place of Black."""
    from chessdash.display.model import Cell, Column, Row, Table
    from chessdash.display.plain import lines
    from chessdash.text.numbers import parts

    rows = []
    for row in frame.to_dict("records"):
        sides: list[Cell] = []
        for side in ("white", "black"):
            if row[side]:
                sides += [Cell(str(row[side])), Cell(str(row[f"{side}_name"])), Cell(*parts(row[f"{side}_points"]))]
            else:
                sides += [Cell(), Cell(say("cli_bye")), Cell()]
        rows.append(Row(str(row["board"]), (Cell(str(row["board"])), *sides)))
    columns = [Column(say("cli_head_board"), marks=("num",))]
    for side in ("white", "black"):
        columns += [Column(say("cli_start_number"), marks=("num",)), Column(say(f"cli_head_{side}"))]
        columns.append(Column(say("cli_head_points"), marks=("num", "slot")))
    return lines(Table("pairs", "", tuple(columns), tuple(rows)))
