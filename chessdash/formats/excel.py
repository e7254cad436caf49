"""XLSX workbooks: tables in sheets; written as Players, Results, Crosstable and Event, and read back from the last two."""

import io
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from chessdash.errors import FormatError
from chessdash.formats import csv, gamerows, headers, layout, layout_read, tables
from chessdash.formats.headers import Row
from chessdash.sheet import Sheet
from chessdash.text import say

if TYPE_CHECKING:
    from chessdash.tournament import Tournament

LIMIT = 10_000_000  # bytes of one file
UNPACKED = 50_000_000  # bytes of all parts
RATIO = 100  # unpacked to packed
WORK = 10_000_000  # bytes of XML to go through, which takes some 3 s
TEXTS = 20_000_000  # characters of all cells: a text that stands in many cells is stored once
ROWS = 100_000
TABLE, EVENT = "Crosstable", "Event"
LETTERS = {"=": "½"}
WIDE = ("Name", "Opponent's name")
# characters that XML has not
ILLEGAL = str.maketrans(dict.fromkeys((*range(9), 11, 12, *range(14, 32), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF), " "))


def sheet(data: bytes, *, encoding: str | None = None, source: str = "") -> Sheet:
    """The sheet of a workbook, or of a zip archive with one CSV file or a pair (players and games)."""
    source = source or say("unnamed")
    names = _guard(data, source)
    if "xl/workbook.xml" not in names:
        return _archive(data, names, encoding, source)
    found: dict[str, list[Row]] = {}
    try:
        for title, rows in _tables(data, source):
            found[title] = rows
            if found.keys() >= {TABLE, EVENT} and layout_read.is_own(found[EVENT]):
                return layout_read.sheet([*found[EVENT], *found[TABLE]], source=source)
    except FormatError:
        raise
    except Exception as error:  # whatever a broken workbook makes openpyxl, zipfile or the XML parser raise
        raise FormatError(say("xlsx_broken", source=source, reason=type(error).__name__)) from None
    return _chosen(list(found.values()), source)


def _chosen(found: Sequence[Sequence[Row]], source: str) -> Sheet:
    """The first crosstable among the sheets of a workbook, else players and games, else games or players alone."""
    for rows in found:
        tables.too_large(rows, source)
    heads = [(rows, head) for rows in found if (head := headers.find(rows))]
    listed = [rows for rows in found if gamerows.find(rows)]
    crosstables = [rows for rows, head in heads if head.rounds or layout_read.is_own(rows)]
    if not crosstables and heads and listed and heads[0][0] is not listed[0]:
        return tables.pair(((source, heads[0][0]), (source, listed[0])))
    first = next(iter([*crosstables, *listed, *(rows for rows, _ in heads), *found]), None)
    if first is None:
        raise FormatError(say("table_none", source=source))
    return tables.sheet(first, source=source)


def _guard(data: bytes, source: str) -> list[str]:
    """The names of the parts, refused where unpacking them would take too much."""
    if len(data) > LIMIT:
        raise FormatError(say("too_large", source=source, size=len(data), limit=LIMIT))
    try:
        parts = zipfile.ZipFile(io.BytesIO(data)).infolist()
    except (zipfile.BadZipFile, ValueError, OSError, EOFError, NotImplementedError):
        raise FormatError(say("xlsx_no_zip", source=source)) from None
    unpacked = sum(part.file_size for part in parts)
    if unpacked > UNPACKED or unpacked > RATIO * max(len(data), 1):
        raise FormatError(say("xlsx_bomb", source=source, packed=len(data), unpacked=unpacked))
    return [part.filename for part in parts]


def _archive(data: bytes, names: Sequence[str], encoding: str | None, source: str) -> Sheet:
    """The sheet of the CSV file, or of the two, in a zip archive."""
    inside = [name for name in names if name.lower().endswith((".csv", ".tsv", ".txt"))]
    if len(inside) not in (1, 2):
        raise FormatError(say("xlsx_archive", source=source, n=len(inside)))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = [archive.read(name) for name in inside]
    except Exception as error:  # damaged, encrypted or packed in a way that zipfile does not know
        raise FormatError(say("xlsx_broken", source=source, reason=type(error).__name__)) from None
    if len(files) == 1:
        return csv.sheet(files[0], encoding=encoding, source=source)
    return csv.pair(files[0], files[1], encoding=encoding, sources=(inside[0], inside[1]))


def _tables(data: bytes, source: str) -> Iterator[tuple[str, list[Row]]]:
    """The sheets of a workbook by name, as rows of text; those that we wrote come first."""
    import openpyxl

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        sizes = {part.filename: part.file_size for part in archive.infolist()}
        # openpyxl goes through a sheet that does not tell its dimension once before it reads it
        twice = [name for name in sizes if "sheet" in name and b"<dimension" not in archive.open(name).read(2048)]
    work = sum(size for name, size in sizes.items() if "sheet" not in name) + sum(sizes[name] for name in twice)
    work += sizes.get("xl/sharedStrings.xml", 0)  # twice as slow as cells
    _affordable(work, source)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what openpyxl leaves out (styles, validation) does not matter here
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, keep_links=False)
        for one in sorted(book.worksheets, key=lambda one: one.title not in (TABLE, EVENT)):
            work += sizes.get(str(one._worksheet_path).lstrip("/"), max(sizes.values()))
            _affordable(work, source)
            one.reset_dimensions()
            yield one.title, list(_rows(one, source))


def _affordable(work: int, source: str) -> None:
    """Refuses a workbook with too much in it."""
    if work > WORK:
        raise FormatError(say("xlsx_too_much", source=source, size=work, limit=WORK))


def _rows(one: Any, source: str) -> Iterator[Row]:
    """The rows of a sheet as text, those with anything in them."""
    left = TEXTS
    for line, values in enumerate(one.iter_rows(values_only=True), 1):
        if line > ROWS:
            raise FormatError(say("csv_lines", source=source, limit=ROWS))
        cells = [_text(value) for value in values]
        left -= sum(map(len, cells))
        if left < 0:
            raise FormatError(say("xlsx_texts", source=source, limit=TEXTS))
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            yield Row(line, cells)


def _text(value: Any) -> str:
    """A cell as text: numbers without a needless fraction, days in ISO form, formulas as they stand."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int | float):
        return repr(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(float(value))
    if isinstance(value, datetime | date | time | timedelta):
        return str(value).removesuffix(" 00:00:00")
    return f"={getattr(value, 'text', '')}"


def dump(tournament: "Tournament") -> bytes:
    """The tournament as a workbook: players, results (one row a player and round), crosstable, and the event's data.

    Numbers are numeric; every text is a text cell, whatever it begins with, so that nothing in it is run or made a date.
    """
    import openpyxl

    book = openpyxl.Workbook(write_only=True)
    above, table = _parts(tournament.sheet)
    _write(book, "Players", _players(tournament))
    _write(book, "Results", _results(tournament))
    _write(book, TABLE, table)
    _write(book, EVENT, above, head=False)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _parts(made: Sheet) -> tuple[list[list[layout.Value]], list[list[layout.Value]]]:
    """Our layout in two: the lines above the table, and the table."""
    rows = list(layout.rows(made))
    head = next(place for place, row in enumerate(rows) if row[0] == layout.HEADS["no"])
    return rows[:head], rows[head:]


def _players(tournament: "Tournament") -> Iterator[list[layout.Value]]:
    """The players by start number, with their points: declared ones and those that the results bring."""
    made = tournament.sheet
    names = [name for name in [*layout.HEADS, *made.players] if name not in ("points", "rank") and name in made.players]
    names = list(dict.fromkeys(names))
    yield [*(layout.HEADS.get(name, name) for name in names), "Points", "Points declared", "Rank declared"]
    sums = tournament.settled.points.sum(axis=1)
    columns = [layout.column(made.players[name], len(sums)) for name in names]
    columns += [layout.column(column, len(sums)) for column in (sums, made.players["points"], made.players["rank"])]
    for row in zip(*columns, strict=True):
        yield list(row)


def _results(tournament: "Tournament") -> Iterator[list[layout.Value]]:
    """The results, one row a player and round."""
    names = dict(zip(tournament.players.index, tournament.players["name"], strict=True))
    yield ["Round", "No", "Name", "Colour", "Opponent", "Opponent's name", "Result", "Points"]
    frame = tournament.results
    rows = zip(*(frame[name].tolist() for name in ("round", "no", "opponent", "colour", "result", "points")), strict=True)
    for round, no, opponent, colour, result, points in rows:
        known = names.get(opponent, "")
        shown = [opponent, known] if opponent else ["", ""]
        yield [
            round,
            no,
            names[no],
            colour,
            *shown,
            LETTERS.get(result, result),
            "" if points != points else layout.figure(points),
        ]


def _write(book: Any, title: str, rows: Iterable[Sequence[layout.Value]], *, head: bool = True) -> None:
    """Adds a sheet with these rows, the first as its head: bold and held in view."""
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    page = book.create_sheet(title)
    if head:
        page.freeze_panes = "A2"
    for line, row in enumerate(rows):
        cells = [_cell(page, value) for value in row]
        if head and line == 0:
            for place, cell in enumerate(cells, 1):
                cell.font = Font(bold=True)
                page.column_dimensions[get_column_letter(place)].width = 28 if cell.value in WIDE else 11
        page.append(cells)


def _cell(page: Any, value: layout.Value) -> Any:
    """A cell: a number as one, a text as text even where it looks like a formula or an error."""
    from openpyxl.cell import WriteOnlyCell

    if not isinstance(value, str):
        return WriteOnlyCell(page, value=value)
    cell = WriteOnlyCell(page, value=value.translate(ILLEGAL) or None)
    if value:
        cell.data_type = "s"
        cell.quotePrefix = csv.DANGER.match(value) is not None  # stays text when somebody edits the cell
    return cell
