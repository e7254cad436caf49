"""The command what-if: other results, which single result would change it, and what is certain."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chessdash.cli_whatif.given import Results, changed, over, plain, results, said, save, table_lines
from chessdash.errors import DataError
from chessdash.terminal import Edition, Encoding, File, Format, Order, System, Unrated, facts, put, read, show
from chessdash.text import say

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.tournament import Tournament

Pair = Annotated[tuple[int, int] | None, typer.Option("--pair", metavar="A B", help=say("cli_pair_of"), show_default=False)]


def what_if(
    file: File,
    result: Results = None,
    flips: Annotated[bool, typer.Option("--flips", help=say("cli_flips"))] = False,
    pair: Pair = None,
    certain: Annotated[bool, typer.Option("--certain", help=say("cli_certain"))] = False,
    places: Annotated[int | None, typer.Option(min=1, help=say("cli_places"), show_default=False)] = None,
    write: Annotated[Path | None, typer.Option("--write", metavar="OUT", help=say("cli_write"), show_default=False)] = None,
    order: Order = None,
    edition: Edition = None,
    system: System = None,
    unrated: Unrated = None,
    encoding: Encoding = None,
    form: Format = "table",
) -> None:
    """Prints what changed results change; or, with them set, which single result would change more, or what is proved."""
    import chessdash
    from chessdash.whatif.certainty import certainty
    from chessdash.whatif.declared import as_computed
    from chessdash.whatif.results import changes, flip_list

    tournament, given = read(file, encoding), results(result)
    flips, certain = flips or pair is not None, certain or places is not None
    _refuse(bool(given), flips, certain, write is not None)
    event = chessdash.with_results(tournament, given) if given else tournament
    rules: dict[str, Any] = {"edition": edition, "system": system, "unrated": unrated}
    if flips:
        frame = flip_list(event, pair, order, **rules)
    elif certain:
        frame = certainty(event, order, places=places or 1, **rules)
    else:
        frame = changes(tournament, event, order, **rules)
    boards = changed(tournament, given) if given else []
    written = [] if write is None else [save(as_computed(event), write, file)]
    if form != "table":
        show(frame, form, {"event": tournament.name, "results": plain(given), "notes": over(event, order), **facts(frame)})
    else:
        rounds = sorted({round for round, _ in given})
        lines = _flips(frame) if flips else _certain(frame) if certain else _changes(frame, tournament, event, rounds)
        ended = over(event, order)
        put([tournament.name, "", *said(boards), *([""] if boards else []), *ended, *([""] if ended else []), *lines])
    put(written, error=form != "table")


def _refuse(given: bool, flips: bool, certain: bool, write: bool) -> None:
    """DataError for options that ask for nothing, or for two things."""
    if flips and certain:
        raise DataError(say("cli_not_both", one="--flips", other="--certain"))
    if not given and write:
        raise DataError(say("cli_nothing_to_write"))
    if not (given or flips or certain):
        raise DataError(say("cli_what_if_nothing"))


def _changes(frame: "pd.DataFrame", before: "Tournament", event: "Tournament", rounds: list[int]) -> Iterator[str]:
    """The lines of what changes: who is first, the rows that differ with what their values were, and what is still open."""
    from chessdash.display import whatif

    if not frame["changed"].any():
        yield say("cli_changes_nothing")
    else:
        yield f"{whatif.leads(frame)} {whatif.moved(frame)}"
        yield ""
        yield from table_lines(_with_before(frame))
        yield ""
    yield from whatif.waiting(before, event, rounds)
    yield say("set_pairings")


def _with_before(frame: "pd.DataFrame") -> Any:
    """The table of what changes, each other value behind what it was."""
    from chessdash.display.whatif import changes_table
    from chessdash.text.numbers import number

    table, rows = changes_table(frame), []
    for row in table.rows:
        cells = []
        for column, cell in zip(table.columns, row.cells, strict=True):
            if "changed" in cell.marks:
                was: Any = frame.at[int(row.key), f"{column.code} before"]
                cell = replace(cell, before=f"{number(was)} →")
            cells.append(cell)
        rows.append(replace(row, cells=tuple(cells)))
    return replace(table, rows=tuple(rows))


def _flips(frame: "pd.DataFrame") -> Iterator[str]:
    """The lines of the flip list: how it is now, then a row for each single result that would change it."""
    from chessdash.display.boards import written
    from chessdash.display.plain import columns

    now = frame.attrs["now"]
    if frame.empty:
        yield f"{now} {say('flips_none_first' if frame.attrs['pair'] is None else 'flips_none_pair')}."
        return
    yield say("flips_found", n=frame.groupby(["round", "white"]).ngroups, now=now)
    yield ""
    rows = [
        [
            str(row["round"]),
            say("cli_player", no=row["white"], name=row["white_name"]),
            say("cli_player", no=row["black"], name=row["black_name"]),
            written(row["now"]),
            written(row["then"]),
            row["effect"],
        ]
        for row in frame.to_dict("records")
    ]
    yield from columns([say(f"cli_head_{head}") for head in ("round", "white", "black", "now", "then", "effect")], rows)


def _certain(frame: "pd.DataFrame") -> Iterator[str]:
    """The lines of what is proved, with the reason of each verdict."""
    from chessdash.display.outlook import certainty_table

    yield say("cli_certain_first" if frame.attrs["places"] == 1 else "cli_certain_places", places=frame.attrs["places"])
    yield ""
    table = certainty_table(frame)
    heads = {say("head_verdict"): say("cli_head_verdict")}  # of as many places as are asked for
    yield from table_lines(
        replace(table, columns=tuple(replace(one, head=heads.get(one.head, one.head)) for one in table.columns))
    )
