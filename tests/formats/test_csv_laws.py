"""Laws of the table formats: what is written reads back equal, whatever it is, and nothing in it runs in a spreadsheet."""

import csv as csv_reader
import io
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chessdash.crosstable import Scoring
from chessdash.formats import csv, excel, json, parquet
from chessdash.sheet import Abnormal, Bye, Record, Sheet
from chessdash.tournament import Tournament

FORMATS = (csv, excel, json, parquet)
EXACT = (json, parquet)
# any text but what no file holds (half of a surrogate pair) and what XML has not (control characters)
LETTERS = st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff\u2028\u2029")
TEXT = st.text(LETTERS, max_size=12).map(str.strip)
HOSTILE = st.sampled_from(
    (
        "=1+1",
        "+49",
        "-5",
        "@x",
        "'=1",
        "''@",
        " =1",
        "#N/A",
        "# name",
        "R1",
        "0012",
        "1-2",
        "TRUE",
        "1E5",
        '"a',
        'a"b',
        "a;b,c",
        "½",
        "＝1",
    )
)
WORD = st.one_of(TEXT, HOSTILE)
HALVES = st.integers(0, 40).map(lambda halves: halves / 2)
DECIMALS = st.integers(0, 10**12).map(lambda number: number / 10**9)  # up to 13 digits: a workbook keeps 15
POINTS = st.one_of(st.just(float("nan")), HALVES, DECIMALS)
CELLS = st.tuples(st.integers(0, 12), st.sampled_from("wb-"), st.sampled_from("1=0WDL+-HFUZ* "))


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """Any sheet of 1 to 7 players and 0 to 5 rounds, with contradictions: writers write what is written."""
    size, rounds = draw(st.integers(1, 7)), draw(st.integers(0, 5))
    numbers = draw(st.lists(st.integers(1, 9999), min_size=size, max_size=size, unique=True))
    cells = draw(st.lists(st.lists(CELLS, min_size=rounds, max_size=rounds), min_size=size, max_size=size))
    table = np.array([[(o, ord(c), ord(r)) for o, c, r in row] for row in cells], np.int32).reshape(size, rounds, 3)
    return Sheet(
        info=draw(infos()),
        players={"no": np.array(numbers, np.int32), **draw(columns(size))},
        opponent=table[..., 0].copy(),
        colour=table[..., 1].astype(np.uint8),
        result=table[..., 2].astype(np.uint8),
        scoring=draw(
            st.sampled_from((Scoring(), Scoring(3.0, 1.0, 0.0), Scoring(2.0, 1.0, 0.0), Scoring(1.0, 0.5, 0.0, 0.25, 0.5, 0.1)))
        ),
        byes=tuple(draw(st.lists(st.builds(Bye, st.integers(1, 9), st.integers(1, 99), st.sampled_from("FHZ")), max_size=2))),
        abnormal=tuple(
            draw(
                st.lists(st.builds(Abnormal, st.sampled_from(("", "W")), HALVES, st.integers(0, 9), st.just((1, 2))), max_size=2)
            )
        ),
        teams=draw(st.one_of(st.none(), teams())),
        records=tuple(draw(st.lists(st.builds(Record, st.integers(1, 99), st.sampled_from(("013", "XXX")), WORD), max_size=2))),
        lines=np.arange(2, size + 2, dtype=np.int32),
    )


@st.composite
def infos(draw: st.DrawFn) -> dict[str, Any]:
    """What is said of an event: known fields, unknown ones, odd ones."""
    texts = st.dictionaries(
        st.sampled_from(("name", "city", "type", "start", "own", "bye", "column", "points")), WORD, max_size=4
    )
    lists = st.dictionaries(st.sampled_from(("order", "deputies", "remarks")), st.lists(WORD, max_size=3).map(tuple), max_size=2)
    counts = st.dictionaries(st.sampled_from(("rounds", "players", "seeds")), st.integers(0, 99), max_size=2)
    return {**draw(texts), **draw(lists), **draw(counts)}


@st.composite
def columns(draw: st.DrawFn, size: int) -> dict[str, Any]:
    """The players' columns and up to two further ones, of text and of numbers."""

    def several(values: st.SearchStrategy[Any]) -> list[Any]:
        return draw(st.lists(values, min_size=size, max_size=size))

    made: dict[str, Any] = {name: several(WORD) for name in ("name", "sex", "title", "federation", "fide_id", "birth")}
    made["name"] = [name or "?" for name in made["name"]]
    made |= {name: np.array(several(POINTS), float) for name in ("rating", "points", "rank")}
    extra = draw(
        st.lists(
            st.sampled_from(("club", "TB1", "R1", "R1_", "Name", "rounds", "opponent 1", "=x", "a b")), max_size=2, unique=True
        )
    )
    for name in extra:
        kind = draw(st.sampled_from(("text", "number", "whole")))
        values = several({"text": WORD, "number": POINTS, "whole": st.integers(-99, 99)}[kind])
        made[name] = values if kind == "text" else np.array(values, float if kind == "number" else np.int64)
    return made


@st.composite
def teams(draw: st.DrawFn) -> dict[str, list[Any]]:
    """Columns of one or two teams."""
    size = draw(st.integers(1, 2))
    made: dict[str, list[Any]] = {"no": list(range(1, size + 1))}
    made |= {name: draw(st.lists(WORD, min_size=size, max_size=size)) for name in ("name", "nickname")}
    for name in ("strength", "match_points", "game_points", "rank"):
        made[name] = draw(st.lists(POINTS, min_size=size, max_size=size))
    made["members"] = draw(st.lists(st.lists(st.integers(1, 99), max_size=3).map(tuple), min_size=size, max_size=size))
    return made


def same(one: Any, other: Any) -> bool:
    """Whether two parts of sheets are equal, types included; nan is equal to itself."""
    if isinstance(one, np.ndarray):
        return (
            isinstance(other, np.ndarray)
            and one.dtype == other.dtype
            and np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
        )
    if isinstance(one, dict):
        return isinstance(other, dict) and list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return type(one) is type(other) and len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and (one == other or (one != one and other != other))


def read_again(module: ModuleType, made: Sheet) -> Sheet:
    """The sheet after it was written and read."""
    read: Callable[..., Sheet] = module.sheet
    return read(module.dump(Tournament(made)))


PARTS = ("opponent", "colour", "result", "scoring", "byes", "abnormal", "teams", "records")


@pytest.mark.parametrize("module", FORMATS, ids=lambda module: module.__name__.rpartition(".")[2])
@settings(max_examples=20)
@given(made=sheets())
def test_what_is_written_reads_back_equal(module: ModuleType, made: Sheet) -> None:
    """All but the order of columns, and the lines of the file, in every format."""
    again = read_again(module, made)
    for part in PARTS:
        assert same(getattr(made, part), getattr(again, part)), part
    info = {key: value for key, value in again.info.items() if key not in ("source", "format", "encoding")}
    assert same(dict(sorted(made.info.items())), dict(sorted(info.items())))
    assert same(dict(sorted(made.players.items())), dict(sorted(again.players.items())))
    assert Tournament(made).equals(Tournament(again))


@pytest.mark.parametrize("module", EXACT, ids=lambda module: module.__name__.rpartition(".")[2])
@settings(max_examples=20)
@given(made=sheets())
def test_json_and_parquet_keep_everything(module: ModuleType, made: Sheet) -> None:
    """Also the order of columns, lines and notes; and what is written does not change."""
    from dataclasses import replace

    from chessdash.faults import fault

    made = replace(
        made, notes=(fault("warning", "table_rating", line=3, column=2, value="x"), fault("note", "table_scored", win=2.0))
    )
    again = read_again(module, made)
    for part in (*PARTS, "info", "players", "lines", "notes"):
        assert same(getattr(made, part), getattr(again, part)), part
    assert module.dump(Tournament(made)) == module.dump(Tournament(again))


@settings(max_examples=60)
@given(made=sheets())
def test_no_cell_of_a_csv_file_runs(made: Sheet) -> None:
    """No text begins with what a spreadsheet takes for a formula; numbers may be negative."""
    text = csv.dump(Tournament(made)).decode("utf-8-sig")
    for row in csv_reader.reader(io.StringIO(text, newline="")):
        for cell in row:
            assert cell.lstrip()[:1] not in tuple("=+@") or not cell
            assert not cell.startswith("-") or cell.lstrip("-").replace(".", "").replace("e", "").replace("-", "").isdigit()


@settings(max_examples=25)
@given(made=sheets())
def test_every_text_of_a_workbook_is_text(made: Sheet) -> None:
    """No formula, no error value, no date in any sheet (cases 31, 33)."""
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(excel.dump(Tournament(made))))
    for page in book.worksheets:
        for row in page.iter_rows():
            assert {cell.data_type for cell in row} <= {"s", "n", "inlineStr"}


@settings(max_examples=100)
@given(text=st.text(max_size=8))
def test_the_apostrophe_comes_and_goes(text: str) -> None:
    """What keeps text from running is taken off again, whatever the text."""
    safe = csv.safe(text)
    assert isinstance(safe, str)
    assert csv.shown(safe) == text
    assert safe.lstrip()[:1] not in tuple("=+-@") or not safe
