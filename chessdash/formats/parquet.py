"""Parquet: one tournament a file, or a folder of tournaments as a partitioned dataset; reads back exactly what was written.

A file has one row a player: the columns of ``Sheet.players`` under their names, then ``opponent 1`` (start number, 0 none),
``colour 1`` and ``result 1`` (as in a Sheet), ``opponent 2``, ... All else (info, scoring, byes, teams, ...) stands in the
metadata of its schema, under the key ``chessdash``, as JSON. A folder has ``event=0001/players.parquet`` and so on, which dataset
readers take as one table with a column ``event``.
"""

import io
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from chessdash.errors import DataError, FormatError
from chessdash.formats import plain, tables
from chessdash.formats.headers import Row
from chessdash.formats.plain import Misshapen
from chessdash.sheet import Sheet
from chessdash.text import say

if TYPE_CHECKING:
    from chessdash.tournament import Tournament

LIMIT = 10_000_000  # bytes of one file
ROWS, COLUMNS, CELLS = 100_000, 4_000, 4_000_000
UNPACKED = 200_000_000  # bytes of all columns
TEXTS = 20_000_000  # characters of all cells
CODECS = ("UNCOMPRESSED", "SNAPPY")  # others turn a few bytes into gigabytes
KEY = b"chessdash"
ENCODINGS = ("PLAIN", "RLE", "RLE_DICTIONARY", "PLAIN_DICTIONARY", "BIT_PACKED")  # others repeat parts of texts
TYPES = ("BOOLEAN", "INT32", "INT64", "FLOAT", "DOUBLE", "BYTE_ARRAY")
PARTS = ("opponent", "colour", "result")
FILE = "players.parquet"
OURS = rf"(?:{'|'.join(PARTS)}) [0-9]+"


def sheet(data: bytes, *, encoding: str | None = None, source: str = "") -> Sheet:
    """The sheet of a file: one of ours, or a table with the heads of a CSV file. An encoding does not apply."""
    source = source or say("unnamed")
    if len(data) > LIMIT:
        raise FormatError(say("too_large", source=source, size=len(data), limit=LIMIT))
    try:
        metadata, columns = _read(data, source)
        if KEY in metadata:
            return _own(metadata[KEY], columns)
        return tables.sheet(_rows(columns), source=source)
    except Misshapen as where:
        raise FormatError(say("parquet_shape", source=source, where=where)) from None
    except FormatError:
        raise
    except Exception as error:  # whatever a broken file makes pyarrow raise
        raise FormatError(say("parquet_broken", source=source, reason=type(error).__name__)) from None


def _read(data: bytes, source: str) -> tuple[Mapping[bytes, bytes], dict[str, Any]]:
    """The metadata of the schema, and the columns as arrays or, where they are texts, as lists."""
    import pyarrow.parquet as pq

    file = pq.ParquetFile(io.BytesIO(data))
    _guard(file.metadata, source)
    texts = [leaf.name for leaf in map(file.schema.column, range(len(file.schema.names))) if leaf.physical_type == "BYTE_ARRAY"]
    # as dictionaries, since a text that stands in many rows may be stored once
    table = pq.ParquetFile(io.BytesIO(data), read_dictionary=texts).read(use_threads=False)
    names = table.column_names
    if len(set(names)) < len(names):
        raise Misshapen("columns")
    left = TEXTS
    columns: dict[str, Any] = {}
    for name in names:
        column = table.column(name).combine_chunks()
        if name in texts:
            columns[name] = _texts(column, left)
            left -= sum(map(len, columns[name]))
        else:
            columns[name] = column.to_numpy(zero_copy_only=False)
    return table.schema.metadata or {}, columns


def _guard(metadata: Any, source: str) -> None:
    """Refuses what would take too much to read, and what no table of players is."""
    rows, width, groups = metadata.num_rows, metadata.num_columns, metadata.num_row_groups
    if rows > ROWS or width > COLUMNS or rows * width > CELLS or groups * width > CELLS // 40:
        raise FormatError(say("parquet_too_much", source=source, rows=rows, columns=width))
    leaves = [metadata.schema.column(place) for place in range(width)]
    if any(leaf.max_repetition_level or leaf.path != leaf.name or leaf.physical_type not in TYPES for leaf in leaves):
        raise Misshapen("columns")
    chunks = [metadata.row_group(group).column(place) for group in range(groups) for place in range(width)]
    if unknown := {chunk.compression for chunk in chunks} - {*CODECS}:
        raise FormatError(say("parquet_codec", source=source, codec=min(unknown)))
    if any({*chunk.encodings} - {*ENCODINGS} for chunk in chunks):
        raise Misshapen("encodings")
    if sum(chunk.total_uncompressed_size for chunk in chunks) > UNPACKED:
        raise FormatError(say("parquet_too_much", source=source, rows=rows, columns=width))


def _texts(column: Any, left: int) -> list[str]:
    """A column of texts as a list, "" where null; Misshapen where all texts together are too long."""
    words = column.dictionary.to_pylist()
    places = column.indices.to_pylist()
    if not all(isinstance(word, str) for word in words):
        raise Misshapen("columns")
    if sum(len(words[place]) for place in places if place is not None) > left:
        raise Misshapen("the length of its texts")
    return ["" if place is None else words[place] for place in places]


def _own(metadata: bytes, columns: Mapping[str, Any]) -> Sheet:
    """The sheet of a file that we wrote."""
    try:
        data = json.loads(metadata)
    except (ValueError, RecursionError):
        raise Misshapen("metadata") from None
    if not isinstance(data, dict) or data.get("version") != plain.VERSION:
        raise Misshapen("version")
    rounds, kinds = data.get("rounds"), data.get("columns")
    if type(rounds) is not int or not 0 <= rounds <= plain.ROUNDS or not isinstance(kinds, dict):
        raise Misshapen("columns")
    wanted = [f"{part} {round}" for round in range(1, rounds + 1) for part in PARTS]
    if missing := [name for name in [*kinds, *wanted] if name not in columns]:
        raise Misshapen(missing[0])
    players = {plain.unmarked(name, OURS): _column(kind, columns[name], name) for name, kind in kinds.items()}
    return plain.with_event(data, players, _cells(columns, rounds, len(columns["no"]) if "no" in columns else 0))


def _column(kind: Any, values: Any, name: str) -> Any:
    """A column of the players as it was; Misshapen where it is of another kind."""
    if kind == "any" and isinstance(values, list):
        return [plain.made_of(json.loads(value)) for value in values]
    if (kind == "text") != isinstance(values, list) or (kind != "text" and values.dtype.name != kind):
        raise Misshapen(name)
    return values


def _cells(columns: Mapping[str, Any], rounds: int, size: int) -> list[np.ndarray[Any, Any]]:
    """Opponents, colours and results, (P, R) each."""
    opponent = np.zeros((size, rounds), np.int32)
    letters = np.zeros((2, size, rounds), np.uint8)
    for round in range(rounds):
        numbers = columns[f"opponent {round + 1}"]
        if isinstance(numbers, list) or numbers.dtype != np.int32:
            raise Misshapen(f"opponent {round + 1}")
        opponent[:, round] = numbers
        for place, part in enumerate(PARTS[1:]):
            texts = columns[f"{part} {round + 1}"]
            if not isinstance(texts, list) or not all(len(text) == 1 and text.isascii() for text in texts):
                raise Misshapen(f"{part} {round + 1}")
            letters[place, :, round] = [ord(text) for text in texts]
    return [opponent, letters[0], letters[1]]


def _rows(columns: Mapping[str, Any]) -> list[Row]:
    """A table of somebody else's as rows of text, its names as the head."""
    texts = [values if isinstance(values, list) else [_text(value) for value in values.tolist()] for values in columns.values()]
    return [Row(line, cells) for line, cells in enumerate([list(columns), *map(list, zip(*texts, strict=True))], 1)]


def _text(value: Any) -> str:
    """A value as text, "" where there is none, a number without a needless fraction."""
    if value is None or value != value:
        return ""
    return repr(int(value)) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else str(value)


def dump(tournament: "Tournament") -> bytes:
    """The tournament as a Parquet file; see above for its layout."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    made = tournament.sheet
    kinds = {plain.marked(name, OURS): plain.kind(values) for name, values in made.players.items()}
    columns = {name: _written(kind, values) for (name, kind), values in zip(kinds.items(), made.players.values(), strict=True)}
    for round in range(made.result.shape[1]):
        columns[f"opponent {round + 1}"] = pa.array(made.opponent[:, round].astype(np.int32))
        for part, codes in (("colour", made.colour), ("result", made.result)):
            columns[f"{part} {round + 1}"] = pa.array([chr(code) for code in codes[:, round].tolist()], pa.string())
    about = {"version": plain.VERSION, "rounds": made.result.shape[1], "columns": kinds, **plain.event(made)}
    schema = pa.schema([pa.field(name, values.type) for name, values in columns.items()], {KEY: json.dumps(about).encode()})
    out = io.BytesIO()
    pq.write_table(pa.table(list(columns.values()), schema=schema), out, compression="snappy")
    return out.getvalue()


def _written(kind: str, values: Any) -> Any:
    """A column of the players as Arrow has it; what is neither numbers nor texts as JSON."""
    import pyarrow as pa

    if kind in plain.KINDS:
        return pa.array(np.ascontiguousarray(values))
    return pa.array([value if kind == "text" else json.dumps(plain.plain(value)) for value in values], pa.string())


def write_many(tournaments: Iterable["Tournament"], folder: str | os.PathLike[str]) -> None:
    """Writes tournaments as a dataset, each as a partition ``event=0001``, ...; DataError where the folder has one already."""
    root = Path(folder)
    if root.exists() and any(root.iterdir()):
        raise DataError(say("parquet_folder_taken", folder=os.fspath(folder)))
    for place, tournament in enumerate(tournaments, 1):
        part = root / f"event={place:04d}"
        part.mkdir(parents=True)
        (part / FILE).write_bytes(dump(tournament))


def read_folder(folder: str | os.PathLike[str]) -> Iterator["Tournament"]:
    """The tournaments of a dataset that ``write_many`` wrote, in order, one at a time."""
    from chessdash.tournament import Tournament

    files = sorted(Path(folder).glob(f"event=*/{FILE}"), key=lambda file: (len(file.parent.name), file.parent.name))
    if not files:
        raise FormatError(say("parquet_no_folder", folder=os.fspath(folder), pattern=f"event=0001/{FILE}"))
    for file in files:
        with file.open("rb") as opened:
            made = sheet(opened.read(LIMIT + 1), source=os.fspath(file))
        yield Tournament(replace(made, info={**made.info, "source": os.fspath(file), "format": "parquet"}))
