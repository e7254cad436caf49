"""CSV files: comma, semicolon or tab, with or without a byte order mark; written with one, so that Excel shows names right."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from chessdash.errors import FormatError
from chessdash.formats import gamerows, headers, layout, tables
from chessdash.formats.encoding import decode, noted
from chessdash.formats.headers import Row
from chessdash.sheet import Sheet
from chessdash.text import say

if TYPE_CHECKING:
    from chessdash.tournament import Tournament

LIMIT = 10_000_000  # bytes of one file
LINES = 60_000  # more games than 9,999 players have in 11 rounds
SEPARATORS = ";,\t|"
DANGER = re.compile(r"'*\s*[=+\-@＝＋－＠\t\r\n]")  # what a spreadsheet may run, or what we made harmless of it


def sheet(data: bytes, *, encoding: str | None = None, source: str = "") -> Sheet:
    """The sheet of a crosstable, a list of players or a list of games."""
    source = source or say("unnamed")
    rows, name = read(data, encoding=encoding, source=source)
    made = tables.sheet(rows, source=source)
    return _with_encoding(made, name, given=encoding is not None)


def pair(first: bytes, second: bytes, *, encoding: str | None = None, sources: tuple[str, str] = ("", "")) -> Sheet:
    """The sheet of two files, a list of players and a list of games that names them, in any order."""
    named = [(source or say("unnamed"), data) for source, data in zip(sources, (first, second), strict=True)]
    (one, name), (other, _) = (read(data, encoding=encoding, source=source) for source, data in named)
    made = tables.pair(((named[0][0], one), (named[1][0], other)))
    return _with_encoding(made, name, given=encoding is not None)


def read(data: bytes, *, encoding: str | None = None, source: str = "") -> tuple[list[Row], str]:
    """The rows of a file that have anything in them, and the name of its encoding."""
    if len(data) > LIMIT:
        raise FormatError(say("too_large", source=source, size=len(data), limit=LIMIT))
    text, name = decode(data, encoding)
    if text.count("\n") + text.count("\r") > 2 * LINES:
        raise FormatError(say("csv_lines", source=source, limit=LINES))
    separator = _told_separator(text) or max(SEPARATORS, key=lambda one: _fits(text, one))
    try:
        rows = _rows(text, separator)
    except csv.Error as error:
        raise FormatError(say("csv_broken", source=source, reason=error)) from None
    if rows and re.fullmatch(r"sep=.", "".join(rows[0].cells)):
        del rows[0]
    return rows, name


def _told_separator(text: str) -> str | None:
    """The separator that the first line names: "sep=;" as Excel takes it, or our own mark."""
    match = re.match(rf'sep=(.)|"?{layout.MARK}"?([{SEPARATORS}])', text)
    return (match[1] or match[2]) if match else None


def _fits(text: str, separator: str) -> tuple[int, int]:
    """How well a separator fits: columns known in the head of the table, then how often it stands in the first lines."""
    sample = text[:50_000].rpartition("\n")[0] or text[:50_000]
    try:
        rows = [row for row in _rows(sample, separator) if len(row.cells) <= tables.COLUMNS]
    except csv.Error:
        return 0, 0
    head, listed = headers.find(rows), gamerows.find(rows)
    known = len(head.roles) + len(head.rounds) if head else 0
    sides = sum(len(side) for side in listed.sides.values()) if listed else 0
    return max(known, sides), sample.count(separator)


def _rows(text: str, separator: str) -> list[Row]:
    """The rows with their first lines; quotes hold cells together where they are used properly, else they are characters."""
    try:
        return list(_parsed(text, separator, strict=True))
    except csv.Error as error:
        if "field larger" in str(error):
            raise
    rows = list(_parsed(text, separator))
    if len(rows) == sum(bool(line.strip(separator + " \r\n")) for line in io.StringIO(text, newline="")):
        return rows
    return list(_parsed(text, separator, quoting=csv.QUOTE_NONE))


def _parsed(text: str, separator: str, **how: Any) -> Iterator[Row]:
    """The rows as the csv module reads them this way; empty ones are left out."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, **how)
    line = 1
    for cells in reader:
        if any(cells):
            yield Row(line, [shown(cell) if cell[:1] == "'" else cell for cell in cells])
        line = reader.line_num + 1


def _with_encoding(made: Sheet, name: str, *, given: bool) -> Sheet:
    """The sheet with the encoding in its info, and a note where it had to be guessed."""
    return replace(made, info={**made.info, "encoding": name}, notes=(*noted(name, given=given), *made.notes))


def safe(value: layout.Value) -> layout.Value:
    """The value as it may stand in a file that a spreadsheet opens: text that it would run gets an apostrophe in front."""
    return "'" + value if isinstance(value, str) and DANGER.match(value) else value


def shown(text: str) -> str:
    """The text without the apostrophe that keeps it from running."""
    return text[1:] if text[:1] == "'" and DANGER.match(text) else text


def dump(tournament: "Tournament") -> bytes:
    """The tournament in our own layout (see ``layout``): comma, CRLF, UTF-8 with a byte order mark; reads back equal."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    for row in layout.rows(tournament.sheet):
        writer.writerow([safe(value) for value in row])
    return out.getvalue().encode("utf-8-sig", "replace")
