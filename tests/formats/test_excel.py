"""XLSX: what is read of workbooks as people make them, what is refused before it is unpacked, and what is written."""

import io
import zipfile
from datetime import date, datetime, time
from typing import Any

import openpyxl
import pytest

import chessdash
from chessdash.errors import FormatError
from chessdash.formats import csv, excel
from chessdash.sheet import Sheet
from chessdash.tournament import Tournament

CROSSTABLE: list[list[Any]] = [
    ["Spring Open"],
    [],
    ["No", "Name", "Rtg", "Born", 1, 2, "Pts"],
    [1, "Anna", 2100, date(1990, 5, 1), "2w1", -0.5, 1.5],
    [2, "Bert", 1900.0, None, "1b0", "3w1", 1],
    [3, "Chris", None, 1985, -1, "2b0", "=1+0"],
]
PLAYERS: list[list[Any]] = [["No", "Name"], [1, "Anna"], [2, "Bert"]]
GAMES: list[list[Any]] = [["Round", "White No", "Black No", "Result"], [1, 1, 2, "½-½"], [2, 2, 1, "1-0"]]


def workbook(**sheets: list[list[Any]]) -> bytes:
    """A workbook with these sheets."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        page = book.create_sheet(title)
        for row in rows:
            page.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def refused(data: bytes) -> str:
    """The one sentence by which a file is refused."""
    with pytest.raises(FormatError) as error:
        excel.sheet(data, source="results.xlsx")
    assert "\n" not in str(error.value)
    return str(error.value)


def as_in_csv(rows: list[list[Any]]) -> Sheet:
    """The sheet of the same table as CSV."""
    texts = [[excel._text(value) for value in row] for row in rows]
    return csv.sheet("\n".join(";".join(row) for row in texts).encode())


def test_a_crosstable() -> None:
    """As in CSV; numbers, days and formulas are their texts, and a formula is not computed."""
    sheet = excel.sheet(workbook(Cover=[["About us"]], Table=CROSSTABLE))
    assert (sheet.result == as_in_csv(CROSSTABLE).result).all()
    assert [chr(code) for code in sheet.result[:, 0]] == ["1", "0", "U"]
    assert chr(sheet.result[0, 1]) == "H"
    assert (sheet.players["birth"], sheet.info["name"]) == (["1990-05-01", "", "1985"], "Spring Open")
    assert [note["code"] for note in sheet.notes] == ["table_points"]
    assert sheet.lines is not None and sheet.lines.tolist() == [4, 5, 6]


def test_players_and_games_in_one_workbook() -> None:
    """Two sheets, in any order."""
    for sheets in ({"Players": PLAYERS, "Results": GAMES}, {"Results": GAMES, "Players": PLAYERS}):
        sheet = excel.sheet(workbook(**sheets))
        assert sheet.opponent.tolist() == [[2, 2], [1, 1]]
        assert bytes(sheet.result.ravel()) == b"=0=1"


def test_games_alone() -> None:
    """A list of games is a tournament."""
    assert excel.sheet(workbook(Games=GAMES)).opponent.tolist() == [[2, 2], [1, 1]]


@pytest.mark.parametrize("value", [datetime(2026, 1, 1), date(2026, 4, 5), time(1, 0), 45296])
def test_dates_among_results(value: object) -> None:
    """Case 31: refused with the row, whether the cell is a date or the number of a day."""
    rows = [list(row) for row in CROSSTABLE]
    rows[4][4] = value
    message = refused(workbook(Table=rows))
    assert "line 5, column 5 (1)" in message and "date" in message


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"", "expected an Excel workbook"),
        (b"PK\x03\x04 and so on", "expected an Excel workbook"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" * 100, "expected an Excel workbook"),  # .xls
        (workbook(Empty=[]), "expected a row of heads"),
        (workbook(Text=[["hello"], ["you"]]), "expected a row of heads"),
        (workbook(Wide=[["x"] * 1100]), "at most 1020 columns"),
        (b"\0" * 10_000_001, "at most 10000000"),
    ],
)
def test_refused_in_one_sentence(data: bytes, part: str) -> None:
    """What was expected and what was found."""
    assert part in refused(data)


def packed(**parts: bytes) -> bytes:
    """A zip archive with these parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), data)
    return out.getvalue()


def with_sheet(xml: bytes) -> bytes:
    """A workbook whose only sheet is this XML."""
    source, out = zipfile.ZipFile(io.BytesIO(workbook(One=[["x"]]))), io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for part in source.infolist():
            archive.writestr(part.filename, xml if part.filename == "xl/worksheets/sheet1.xml" else source.read(part))
    return out.getvalue()


SPACE = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
ENTITIES = b"".join(
    b'<!ENTITY %c "%s">' % (97 + depth, b"&%c;" % (96 + depth) * 10 if depth else b"a" * 10) for depth in range(9)
)


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (packed(xl__workbook_xml=b"\0" * 60_000_000), "unpack to 60000000"),  # above 50 MB
        (packed(xl__workbook_xml=b"\0" * 2_000_000), "unpack to 2000000"),  # above 100 times its size
        (packed(xl__workbook_xml=b"<a/>"), "cannot be read"),
        (with_sheet(b"<worksheet " + SPACE + b'><sheetData><row r="1048576"/></sheetData></worksheet>'), "at most 100000 lines"),
        (with_sheet(b"<worksheet " + SPACE + b'><sheetData><row r="x"/></sheetData></worksheet>'), "cannot be read"),
        (
            with_sheet(b"<!DOCTYPE x [" + ENTITIES + b"]><worksheet " + SPACE + b"><sheetData>&i;</sheetData></worksheet>"),
            "cannot be read",
        ),
        (packed(a_csv=b"x", b_csv=b"y", c_csv=b"z"), "found 3"),
        (packed(a_png=b"x"), "found 0"),
    ],
    ids=["large", "dense", "no book", "last row", "no row", "entities", "three files", "no file"],
)
def test_hostile_archives(data: bytes, part: str) -> None:
    """Refused before they are unpacked, or as broken."""
    assert part in refused(data)


def test_a_csv_file_in_a_zip_archive() -> None:
    """It is read as if it stood alone."""
    assert len(excel.sheet(packed(table_csv=b"No;Name;1\n1;A;2w1\n2;B;1b0\n")).players["no"]) == 2


def test_what_is_written() -> None:
    """Four sheets; results and names are text cells, ratings and points numbers (cases 31, 33)."""
    rows = [list(row) for row in CROSSTABLE]
    rows[3][1] = "=HYPERLINK(1)"
    tournament = Tournament(as_in_csv(rows))
    book = openpyxl.load_workbook(io.BytesIO(excel.dump(tournament)))
    assert book.sheetnames == ["Players", "Results", "Crosstable", "Event"]
    players = list(book["Players"].iter_rows())
    assert [cell.value for cell in players[0]][:6] == ["No", "Name", "Title", "Sex", "Federation", "FIDE id"]
    name = players[1][1]
    assert (name.value, name.data_type, name.quotePrefix) == ("=HYPERLINK(1)", "s", True)
    by_head = {head.value: cell for head, cell in zip(players[0], players[1], strict=True)}
    assert (by_head["Rating"].value, by_head["Points"].value, by_head["Points"].data_type) == (2100, 1.5, "n")
    results = list(book["Results"].iter_rows(values_only=True))
    assert results[1] == (1, 1, "=HYPERLINK(1)", "w", 2, "Bert", "1", 1)
    assert results[4] == (2, 1, "=HYPERLINK(1)", None, None, None, "H", 0.5)
    assert book["Players"].freeze_panes == "A2"
    assert tournament.equals(chessdash.read(excel.dump(tournament)))
