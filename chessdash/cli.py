"""The command line: each command reads, makes one call of the library, and prints."""

import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from chessdash import cli_club, cli_compare, cli_whatif
from chessdash.errors import ChessdashError
from chessdash.terminal import (
    WRONG,
    Edition,
    Encoding,
    File,
    Format,
    Number,
    Order,
    System,
    Through,
    Unrated,
    facts,
    put,
    read,
    refuse,
    show,
    size,
)
from chessdash.text import say

LOOPBACK = ("localhost", "127.0.0.1", "::1")  # addresses that no other machine reaches

app = typer.Typer(help=say("cli_help"), add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.callback(invoke_without_command=True)
def start(context: typer.Context, version: Annotated[bool, typer.Option("--version", help=say("cli_version"))] = False) -> None:
    """What comes before any command, and all there is where none is given."""
    if version:
        from chessdash import __version__

        typer.echo(__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(help=say("cli_standings"))
def standings(
    file: File,
    order: Order = None,
    edition: Edition = None,
    through: Through = None,
    system: System = None,
    unrated: Unrated = None,
    encoding: Encoding = None,
    form: Format = "table",
) -> None:
    """Prints the standings: a table for people, or the frame as CSV or JSON."""
    import chessdash

    tournament = read(file, encoding)
    frame = chessdash.standings(tournament, order, edition=edition, through=through, system=system, unrated=unrated)
    if form != "table":
        from chessdash.documents import standings_csv, standings_json

        typer.echo((standings_csv if form == "csv" else standings_json)(tournament, frame).decode("utf-8-sig").rstrip())
        return
    from chessdash.display.codes import written
    from chessdash.display.events import facts_line
    from chessdash.display.explanation import system_word
    from chessdash.display.plain import lines
    from chessdash.display.standings import standings_table

    known = facts(frame)
    put([tournament.name, facts_line(tournament, frame), ""])
    put(lines(standings_table(tournament, frame, clickable=False), key=say("cli_start_number")))
    used = say("cli_order_used", order=written(known["order"]), system=system_word(known["system"]), edition=known["edition"])
    put(["", used, *(say("cli_left_out", reason=dropped["reason"]) for dropped in known["dropped"]), *known["notes"]])


@app.command(help=say("cli_explain"))
def explain(
    file: File,
    code: Annotated[str, typer.Argument(help=say("cli_code"), show_default=False)],
    no: Number,
    order: Order = None,
    edition: Edition = None,
    through: Through = None,
    system: System = None,
    unrated: Unrated = None,
    encoding: Encoding = None,
    form: Format = "table",
) -> None:
    """Prints the contributions to one value, one round a line."""
    import chessdash

    tournament = read(file, encoding)
    frame = chessdash.explain(tournament, code, no, order=order, edition=edition, through=through, system=system, unrated=unrated)
    if form != "table":
        show(frame, form, facts(frame))
        return
    from chessdash.display.explanation import value_panel
    from chessdash.display.plain import panel_lines

    put(panel_lines(value_panel(tournament, frame)))


@app.command(help=say("cli_why"))
def why(
    file: File,
    a: Number,
    b: Number,
    order: Order = None,
    edition: Edition = None,
    through: Through = None,
    system: System = None,
    unrated: Unrated = None,
    encoding: Encoding = None,
    form: Format = "table",
) -> None:
    """Prints which code put one player above another, both sides of each code."""
    import chessdash

    tournament = read(file, encoding)
    rules: dict[str, Any] = {"edition": edition, "through": through, "system": system, "unrated": unrated}
    frame = chessdash.why(tournament, a, b, order, **rules)
    if form != "table":
        show(frame, form, facts(frame))
        return
    from chessdash.display.explanation import why_panel
    from chessdash.display.plain import panel_lines

    put(panel_lines(why_panel(tournament, chessdash.standings(tournament, order, **rules), frame)))


@app.command(help=say("cli_check"))
def check(
    file: File,
    order: Order = None,
    edition: Edition = None,
    system: System = None,
    unrated: Unrated = None,
    encoding: Encoding = None,
    strict: Annotated[bool, typer.Option("--strict", help=say("cli_strict"))] = False,
) -> None:
    """Prints every fault and every difference between declared and computed; status 1 where there is an error or a warning."""
    from itertools import chain

    import chessdash

    tournament = read(file, encoding)
    declared = chessdash.check(tournament, order, edition=edition, system=system, unrated=unrated)
    rows = list(chain.from_iterable(zip(f["severity"], f["message"], strict=True) for f in (tournament.faults, declared)))
    put(f"{severity}: {message}" for severity, message in rows)
    counts = [(severity, sum(row[0] == severity for row in rows)) for severity in ("error", "warning", "note")]
    if rows:
        put([", ".join(say("cli_wrong", n=n, severity=severity) for severity, n in counts if n)])
    else:
        put([say("cli_all_well", **size(tournament))])
    if any(n for severity, n in counts if strict or severity != "note"):
        raise typer.Exit(WRONG)


@app.command(help=say("cli_convert"))
def convert(
    file: File, target: Annotated[Path, typer.Argument(help=say("cli_target"), show_default=False)], encoding: Encoding = None
) -> None:
    """Writes a tournament in the format of the target's ending."""
    import chessdash

    tournament = read(file, encoding)
    chessdash.write(tournament, target)
    put([say("cli_converted", target=target, **size(tournament))])
    if wrong := int((tournament.faults["severity"] != "note").sum()):
        put([say("cli_faults_seen", n=wrong, source=file)], error=True)


@app.command(help=say("cli_tiebreaks"))
def tiebreaks(form: Format = "table") -> None:
    """Prints the catalogue of tie-breaks, from the registry."""
    import chessdash

    frame = chessdash.tiebreaks()
    if form != "table":
        show(frame, form, {})
        return
    from chessdash.display.plain import columns

    heads = [say(f"cli_head_{name}") for name in ("code", "name", "article", "takes", "meaning")]
    put(columns(heads, frame.reset_index()[["code", "name", "article", "accepts", "meaning"]].to_numpy(str).tolist()))


@app.command(help=say("cli_run"))
def run(
    port: Annotated[int | None, typer.Option(help=say("cli_port"), show_default="8501")] = None,
    address: Annotated[str, typer.Option(help=say("cli_address"))] = "localhost",
    base_path: Annotated[str, typer.Option(help=say("cli_base"), show_default=False)] = "",
    headless: Annotated[bool, typer.Option("--headless", help=say("cli_headless"))] = False,
    sample_club: Annotated[bool, typer.Option("--sample-club", help=say("cli_sample_club"))] = False,
    more: Annotated[list[str] | None, typer.Argument(metavar="[-- OPTION...]", help=say("cli_more"))] = None,
) -> None:
    """Serves the dashboard in this process until it is stopped."""
    import runpy

    from chessdash.shelf import app_folder

    entry = app_folder() / "app.py"
    if not entry.is_file():
        raise ChessdashError(say("no_dashboard", folder=entry.parent))
    if find_spec("streamlit") is None:
        raise ChessdashError(say("cli_needs_dashboard"))
    if sample_club:
        from chessdash.store.backup import sample
        from chessdash.store.connect import DATABASE

        os.environ[DATABASE] = sample()
    if address not in LOOPBACK:
        from chessdash.store.handle import MODE

        if MODE not in os.environ:  # whoever is let in would be the owner of the club
            os.environ[MODE] = "hosted"
            put([say("cli_hosted", address=address, mode=MODE)], error=True)
    options = {
        "server.address": address,
        "server.port": port,
        "server.baseUrlPath": base_path,
        "server.headless": headless or None,
    }
    flags = [f"--{name}={str(value).lower()}" for name, value in options.items() if value not in (None, "")]
    sys.argv = ["streamlit", "run", str(entry), *flags, *(more or [])]
    runpy.run_module("streamlit", run_name="__main__", alter_sys=True)


app.command("compare", help=say("cli_compare"))(cli_compare.compare)
app.command("study", help=say("cli_study"))(cli_compare.study)
app.command("early-end", help=say("cli_early_end"))(cli_whatif.early_end)
app.command("what-if", help=say("cli_what_if"))(cli_whatif.what_if)
app.command("simulate", help=say("cli_simulate"))(cli_whatif.simulate)
app.command("pair", help=say("cli_pair"))(cli_whatif.pair)
app.command("rate", help=say("cli_rate"))(cli_club.rate)
app.add_typer(cli_club.club, name="club")
app.add_typer(cli_club.ratings, name="ratings")
app.add_typer(cli_club.fide_list, name="fide-list")


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs the command line; what cannot be used is refused in one line on stderr with exit status 2."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        status = app(arguments, prog_name="chessdash", standalone_mode=False)
    except ChessdashError as error:
        status = refuse(str(error))
    except OSError as error:
        status = refuse(say("cli_no_file", file=error.filename, reason=error.strerror))
    except Exception as error:
        if not hasattr(error, "format_message"):  # what typer refuses: an unknown option, a missing argument
            raise
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "chessdash"
        status = refuse(say("cli_usage", message=error.format_message().rstrip("."), command=command))
    sys.exit(status or 0)
