"""Parquet: one tournament a file, a folder as a dataset, tables of others, and what is refused before it is unpacked."""

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

from chessdash.errors import DataError, FormatError
from chessdash.formats import csv, parquet
from chessdash.tournament import Tournament

SMALL = Tournament(csv.sheet(b"Club night;;\nNo;Name;Rtg;1\n1;Anna;2100;2w1\n2;Bert;;1b0\n"))
LARGER = Tournament(csv.sheet(b"Open;;\nNo;Name;Rtg;Club;1;2\n1;A;2100;X;2w1;3b1\n2;B;;Y;1b0;-1\n3;C;1500;Z;-1;1w0\n"))


def stored(table: pa.Table, **how: Any) -> bytes:
    """A table as a Parquet file."""
    out = io.BytesIO()
    pq.write_table(table, out, **how)
    return out.getvalue()


def refused(data: bytes) -> str:
    """The one sentence by which a file is refused."""
    with pytest.raises(FormatError) as error:
        parquet.sheet(data, source="event.parquet")
    assert "\n" not in str(error.value)
    return str(error.value)


def test_the_layout_is_the_documented_one() -> None:
    """One row a player, metadata in the schema."""
    table = pq.read_table(io.BytesIO(parquet.dump(LARGER)))
    assert table.column("name").to_pylist() == ["A", "B", "C"]
    assert table.column("opponent 2").to_pylist() == [3, 0, 1]
    assert table.column("colour 2").to_pylist() == ["b", "-", "w"]
    assert table.column("result 2").to_pylist() == ["1", "U", "0"]
    about = json.loads(table.schema.metadata[b"chessdash"])
    assert (about["info"]["name"], about["rounds"], about["version"]) == ("Open", 2, 1)


def test_a_folder_is_a_dataset(tmp_path: Path) -> None:
    """Written and read again in order; other readers see one table."""
    folder = tmp_path / "events"
    parquet.write_many([SMALL, LARGER], folder)
    again = list(parquet.read_folder(folder))
    assert [one.name for one in again] == ["Club night", "Open"]
    assert SMALL.equals(again[0]) and LARGER.equals(again[1])
    table = ds.dataset(folder, partitioning="hive").to_table(columns=["event", "no", "name", "opponent 1", "result 1"])
    assert sorted(zip(table.column("event").to_pylist(), table.column("name").to_pylist(), strict=True)) == [
        *((1, "Anna"), (1, "Bert"), (2, "A"), (2, "B"), (2, "C"))
    ]


def test_a_folder_that_is_taken_or_empty(tmp_path: Path) -> None:
    """Nothing is overwritten; nothing is made of nothing."""
    (tmp_path / "notes.txt").write_text("keep me", encoding="utf-8")
    with pytest.raises(DataError, match="expected a new or empty folder"):
        parquet.write_many([SMALL], tmp_path)
    with pytest.raises(FormatError, match="expected files such as event=0001"):
        list(parquet.read_folder(tmp_path))


def test_a_table_of_others() -> None:
    """With the heads of a CSV file it is a tournament; dictionaries and nulls are texts."""
    names = pa.array(["Anna", "Bert"]).dictionary_encode()
    table = pa.table({"No": [1, 2], "Name": names, "Rtg": [2100.0, None], "1": ["2w½", "1b½"], "Pts": [0.5, 0.5]})
    sheet = parquet.sheet(stored(table))
    assert bytes(sheet.result.ravel()) == b"=="
    assert np.array_equal(sheet.players["rating"], [2100, np.nan], equal_nan=True)


NAMES = {"No": list(range(1, 9001)), "1": [""] * 9000}


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"", "cannot be read (ArrowInvalid)"),
        (b"PAR1" + b"\0" * 100 + b"PAR1", "cannot be read"),
        (parquet.dump(SMALL)[:-20] + b"PAR1", "cannot be read"),
        (b"\0" * 10_000_001, "at most 10000000"),
        (stored(pa.table({"x": [1]})), "expected a row of heads"),
        (stored(pa.table({"No": [[1]], "Name": ["A"]})), "columns is not so"),
        (stored(pa.table({"No": [1], "Name": ["A"]}), compression="zstd"), "found ZSTD"),
        (stored(pa.table({"No": pa.array([1] * 200_000, pa.int32())})), "200000 rows"),
        (stored(pa.table({f"c{n}": [1] for n in range(4001)})), "4001 columns"),
        # stored once, or as what is like the text before: a few bytes that would be gigabytes
        (stored(pa.table({**NAMES, "Name": ["x" * 100_000] * 9000})), "the length of its texts is not so"),
        (stored(pa.table({**NAMES, "Name": ["x" * 10_000] * 9000}), use_dictionary=False), "the length of its texts is not so"),
        (
            stored(
                pa.table({**NAMES, "Name": ["x" * 10] * 9000}), use_dictionary=False, column_encoding={"Name": "DELTA_BYTE_ARRAY"}
            ),
            "encodings is not so",
        ),
    ],
    ids=range(12),
)
def test_refused_in_one_sentence(data: bytes, part: str) -> None:
    """Before it takes more than a table of players may."""
    assert part in refused(data)


def changed(**about: Any) -> bytes:
    """The small event with other metadata, or with other columns."""
    table = pq.read_table(io.BytesIO(parquet.dump(SMALL)))
    metadata = json.loads(table.schema.metadata[b"chessdash"])
    for name, value in about.items():
        if name in metadata:
            metadata[name] = value
        else:
            place = table.column_names.index(name.replace("_", " "))
            table = table.set_column(place, name.replace("_", " "), pa.array(value))
    return stored(table.replace_schema_metadata({b"chessdash": json.dumps(metadata).encode()}))


@pytest.mark.parametrize(
    ("about", "where"),
    [
        ({"version": 2}, "version"),
        ({"rounds": 2}, "opponent 2"),
        ({"rounds": 10**9}, "columns"),
        ({"rounds": "x"}, "columns"),
        ({"columns": {"no": "int32", "what": "text"}}, "what"),
        ({"columns": {"no": "text"}}, "no"),
        ({"columns": {}}, "columns: no"),
        ({"info": 3}, "info"),
        ({"no": ["a", "b"]}, "no"),
        ({"no": [1, None]}, "no"),
        ({"opponent_1": ["x", "y"]}, "opponent 1"),
        ({"opponent_1": pa.array([2, None], pa.int32())}, "opponent 1"),
        ({"result_1": ["win", "loss"]}, "result 1"),
        ({"colour_1": ["x", "w"]}, "rounds"),
    ],
    ids=range(14),
)
def test_a_part_that_is_not_as_written(about: dict[str, Any], where: str) -> None:
    """The part is named."""
    assert f"but {where} is not so" in refused(changed(**about))


def test_metadata_that_is_no_json() -> None:
    """Refused as metadata."""
    table = pq.read_table(io.BytesIO(parquet.dump(SMALL)))
    for metadata in (b"{", b"[" * 1_000_000, b"[]"):
        assert "is not so" in refused(stored(table.replace_schema_metadata({b"chessdash": metadata})))
