"""What commands share: their arguments and options, how a file is read, and how frames, lines and refusals are printed."""

import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from chessdash.text import say

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.tournament import Tournament

REFUSED = 2  # exit status where an input or an option cannot be used
WRONG = 1  # exit status where something was found or left out
QUIET = 10.0  # seconds between two lines of progress where they are kept, in a terminal half a second

File = Annotated[Path, typer.Argument(metavar="FILE", help=say("cli_file"), show_default=False)]
Number = Annotated[int, typer.Argument(help=say("cli_no"), show_default=False)]
Order = Annotated[str | None, typer.Option(help=say("cli_order"), show_default=False)]
Edition = Annotated[str | None, typer.Option(help=say("cli_edition"), show_default=False)]
Through = Annotated[int | None, typer.Option(help=say("cli_through"), show_default=False)]
System = Annotated[str | None, typer.Option(help=say("cli_system"), show_default=False)]
Unrated = Annotated[float | None, typer.Option(help=say("cli_unrated"), show_default=False)]
Encoding = Annotated[str | None, typer.Option(help=say("cli_encoding"), show_default=False)]
Format = Annotated[Literal["table", "csv", "json"], typer.Option("--format", help=say("cli_format"))]


def read(file: Path, encoding: str | None) -> "Tournament":
    """The tournament of a file, or of standard input where it is named -."""
    import chessdash

    return chessdash.read(sys.stdin.buffer if str(file) == "-" else file, encoding=encoding)


def facts(frame: "pd.DataFrame") -> dict[str, Any]:
    """What the library says of a frame, by name."""
    return {str(name): value for name, value in frame.attrs.items()}


def size(tournament: "Tournament") -> dict[str, int]:
    """Players and rounds, as the sentences name them."""
    return {"players": tournament.size, "played": tournament.rounds_played, "planned": tournament.rounds_planned}


def show(frame: "pd.DataFrame", form: str, known: Mapping[str, Any]) -> None:
    """A frame as CSV that no spreadsheet runs, or as JSON with what is known of it."""
    if form == "csv":
        from chessdash.formats.csv import safe

        kept = frame.map(lambda value: value if isinstance(value, str) and len(value) == 1 else safe(value))  # = alone is a draw
        typer.echo(kept.to_csv(index=frame.index.name is not None, float_format="%.12g"), nl=False)  # whole numbers as such
        return
    import json

    rows = frame.reset_index() if frame.index.name else frame
    document = {**known, "rows": json.loads(rows.to_json(orient="records", double_precision=10))}
    typer.echo(json.dumps(document, ensure_ascii=False, indent=2, default=list))


def put(texts: Iterable[str], *, error: bool = False) -> None:
    """Prints lines, without what would steer a terminal."""
    from chessdash.display.plain import tame

    for text in texts:
        typer.echo(tame(text), err=error)


def reporter(said: Callable[[int, int | None], str]) -> Callable[[int, int | None], None]:
    """A function that says on stderr how far it is: over and over in one line of a terminal, else in a line now and then.

    ``said`` makes the words of what is done and of how much there is (None: not known).
    """
    live = sys.stderr.isatty()
    last, ended = time.monotonic(), False

    def report(done: int, total: int | None) -> None:
        nonlocal last, ended
        if ended or (done != total and time.monotonic() - last < (0.5 if live else QUIET)):
            return
        last, ended = time.monotonic(), done == total
        text = said(done, total)
        typer.echo(f"\r{text}" if live else text, err=True, nl=not live or done == total)

    return report


def refuse(message: str) -> int:
    """One line on stderr, and the exit status that goes with it."""
    put([say("cli_refused", message=" ".join(message.split()))], error=True)
    return REFUSED
