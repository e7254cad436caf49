"""The command simulate: chances and ranks at the end, if some games end so, and what hangs on each game."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from chessdash.cli_whatif.given import Results, changed, plain, results, said, table_lines
from chessdash.terminal import Edition, Encoding, File, Format, Order, System, Unrated, facts, put, read, reporter, show
from chessdash.text import say
from chessdash.text.numbers import FEW

if TYPE_CHECKING:
    from chessdash.display.boards import Line
    from chessdash.tournament import Tournament
    from chessdash.whatif.outlook import Outlook

Since = Annotated[int | None, typer.Option("--from", metavar="ROUND", help=say("cli_from"), show_default=False)]
Until = Annotated[int | None, typer.Option("--until", metavar="ROUND", help=say("cli_until"), show_default=False)]
Given = Annotated[list[str] | None, typer.Option("--if", metavar="ROUND.NO.CODE", help=say("cli_if"), show_default=False)]


def simulate(
    file: File,
    result: Results = None,
    since: Since = None,
    until: Until = None,
    runs: Annotated[int, typer.Option(help=say("cli_runs"))] = 10_000,
    pairing: Annotated[Literal["fold", "dutch"], typer.Option(help=say("cli_pairing"))] = "fold",
    top: Annotated[int, typer.Option(help=say("cli_top"))] = 3,
    prizes: Annotated[int, typer.Option(help=say("cli_prize_chance"))] = 0,
    given: Given = None,
    depends: Annotated[bool, typer.Option("--depends", help=say("cli_depends"))] = False,
    seed: Annotated[int, typer.Option(help=say("cli_seed"))] = 1,
    workers: Annotated[int | None, typer.Option(min=1, help=say("cli_workers"), show_default=False)] = None,
    order: Order = None,
    edition: Edition = None,
    system: System = None,
    unrated: Unrated = None,
    encoding: Encoding = None,
    form: Format = "table",
) -> None:
    """Prints everybody's chances after many simulated ends, those if some games end so, or what hangs on each known game."""
    import chessdash

    tournament, conditions = read(file, encoding), results(given)
    event, lines = _start(tournament, since, results(result))
    rules: dict[str, Any] = {"edition": edition, "system": system, "unrated": unrated}
    found = chessdash.simulate(
        event, runs, until, pairing=pairing, seed=seed, order=order, top=top, prizes=prizes,
        workers=workers, progress=_progress(runs), **rules,
    )  # fmt: skip
    held = found.given(conditions) if conditions else found
    frame = held.depends() if depends else held.to_frame()
    if form != "table":
        asked = {"results": plain(results(result)), "if": plain(conditions), "of": found.runs}
        show(frame, form, {"event": tournament.name, **asked, **facts(held.to_frame())})
        return
    if depends:
        shown = _depends(held)
    elif conditions:
        shown = _compared(found, held)
    else:
        changed_since = since is not None or bool(result)
        shown = _chances(event, found, until is None or until == event.rounds_planned, rules, before=changed_since)
    head = [*said(lines), *_simulated(found)]
    if conditions:
        head += [_if_so(found, held), *said(changed(event, conditions), before=False)]
    put([tournament.name, "", *head, "", *shown, "", *found.notes])


def _start(tournament: "Tournament", since: int | None, given: dict[tuple[int, int], str]) -> "tuple[Tournament, list[Line]]":
    """The event from which it is played on, as of a round and with other results, and the boards that are changed for it."""
    import chessdash

    if since is not None:
        from chessdash.whatif.past import as_of

        tournament = as_of(tournament, since)
    return (chessdash.with_results(tournament, given), changed(tournament, given)) if given else (tournament, [])


def _progress(runs: int) -> Callable[[int, int], None] | None:
    """What says on stderr how many runs are done; nothing where that is no terminal."""
    if not sys.stderr.isatty():
        return None
    report = reporter(lambda done, total: say("rest_progress", n=runs, done=runs * done // (total or 1)))
    return lambda done, total: report(done, total)


def _simulated(found: "Outlook") -> Iterator[str]:
    """How many runs of which rounds by which order, and how far a chance may be off."""
    from chessdash.display.outlook import rounds_text, widest_error

    order = ",".join(code for code in found.order if code.upper() != "PTS")
    yield say("cli_simulated", n=found.runs, rounds=rounds_text(*found.rounds), order=order, seed=found.plan.seed)
    yield say("cli_chance_few" if found.runs < FEW else "cli_chance_error", error=widest_error(found.to_frame()))


def _if_so(found: "Outlook", held: "Outlook") -> str:
    """In how many runs it was so, and how far a chance may be off by those alone."""
    from chessdash.display.outlook import widest_error

    return say("cli_if_so", n=held.runs, of=found.runs, error=widest_error(held.to_frame()))


def _chances(event: "Tournament", found: "Outlook", to_the_end: bool, rules: dict[str, Any], *, before: bool) -> Iterator[str]:
    """The lines of everybody's chances; where it is played to the end, what is proved stands instead of a chance."""
    from chessdash.display.outlook import joined, outlook_table
    from chessdash.whatif.certainty import certainty

    frame, prizes = found.to_frame(), found.plan.prizes
    if to_the_end:
        proved = [certainty(event, found.order, places=places, **rules) if places else None for places in (1, prizes)]
        if proved[0] is not None:
            frame = joined(frame, proved[0], proved[1])
    return table_lines(outlook_table(frame, found.plan.top, found.runs, before=before))


def _compared(found: "Outlook", held: "Outlook") -> Iterator[str]:
    """The lines of the chances that change most if these games end so."""
    from chessdash.display.model import Cell, Column
    from chessdash.display.outlook import given_table

    table = given_table(found.to_frame(), held.to_frame(), found.plan.top, held.runs)
    who, *chances = table.columns  # how a chance changes stands in a column of its own
    rows = [
        replace(row, cells=(row.cells[0], *(one for cell in row.cells[1:] for one in (Cell(cell.text), Cell(cell.after)))))
        for row in table.rows
    ]
    columns = (who, *(one for column in chances for one in (column, Column())))
    return table_lines(replace(table, columns=columns, rows=tuple(rows)))


def _depends(held: "Outlook") -> Iterator[str]:
    """The lines of what hangs on each game that is known beforehand."""
    from chessdash.display.outlook import depends_table, telling
    from chessdash.display.plain import lines

    frame = held.depends()
    if frame.empty:
        yield say("cli_depends_none")
        return
    yield say("depends_note")
    yield ""
    yield from lines(depends_table(frame, held.plan))
    if not telling(frame).all():
        yield ""
        yield say("depends_noise")
