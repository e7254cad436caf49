"""Whatever bytes come in as a table: a tournament with its faults, or one FormatError; in 5 s and 500 MB."""

import io
import os
import random
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chessdash.errors import FormatError
from chessdash.faults import frame
from chessdash.formats import csv, excel, json, parquet
from chessdash.tournament import Tournament

HERE = Path(__file__).parents[2]
FORMATS: dict[str, ModuleType] = {"csv": csv, "excel": excel, "json": json, "parquet": parquet}
CROSSTABLE = (
    "Spring Open\nRk;No;Name;Rtg;FED;Club;1.Rd;2.Rd;3.Rd;Pts;TB1\n1;3;Änna;2100;NED;X;2w1;-½;3w;1,5;2\n"
    "2;1;Bert;1900;;Y;1b0;3w+;0;1;3\n3;2;Chris;;;;-1;2b-;1b;1;4\n# Annotation\n"
).encode()
GAMES = "Round;Board;White;Black;Result\n1;1;Anna;Bert;1-0\n1;2;Chris;;\n2;1;Chris;Anna;½-½\n2;2;Bert;;+\n".encode()
MATRIX = "No;Name;1;2;3;Pts\n1;A;*;1½;1;2½\n2;B;0½;*;=;1\n3;C;0;½;*;½\n".encode()
EVENT = Tournament(csv.sheet(CROSSTABLE))
SEEDS = {
    "csv": [CROSSTABLE, GAMES, MATRIX, csv.dump(EVENT)],
    "excel": [excel.dump(EVENT)],
    "json": [json.dump(EVENT)],
    "parquet": [parquet.dump(EVENT)],
}
PIECES = [
    *(b"\n", b"\r", b"\0", b"\t", b"\xff", b"\xc2\xa0", b'"', b"'", b";", b";;;;", b",", b"\xe2\x80\xa8", b"\xef\xbb\xbf"),
    *(
        b"12w1",
        b"999999b0",
        b"-1",
        b"*",
        b"+",
        b"=",
        b"bye",
        b"2w2",
        b"3b3",
        b"05-Apr",
        b"45296",
        b"nan",
        b"1e999",
        b"99999999999",
    ),
    *(
        b"Name",
        b"No",
        b"Round;White;Black;Result\n",
        b"1;2;3;4;5;6\n",
        b"# chessdash,1\n",
        b"# rounds,5\n",
        b"# json,a,{}\n",
        b"# team\n",
    ),
    *(b"null", b"true", b"[]", b"{}", b'"info"', b'"float"', b'{"float": "nan"}', b"-", b'"Z"', b'"rounds"', b'"any"', b'"int8"'),
]


def opened(name: str, data: bytes) -> None:
    """Reads, judges, shows and writes as a page does; only a FormatError of one line may come of it."""
    try:
        tournament = Tournament(FORMATS[name].sheet(data))
    except FormatError as error:
        assert "\n" not in str(error) and len(str(error)) < 3000
        return
    sheet = tournament.sheet
    assert sheet.opponent.shape == sheet.colour.shape == sheet.result.shape == (tournament.size, sheet.result.shape[1])
    assert tournament.players.index.is_unique and tournament.players.index.min() > 0
    assert frame(sheet.notes)["message"].str.len().gt(0).all()
    assert len(tournament.results) >= tournament.size * tournament.rounds_played
    assert tournament.crosstable.points.shape == (tournament.size, tournament.rounds_played)
    assert len(tournament.faults) >= 0 and len(tournament.teams) >= 0 and len(tournament.byes) >= 0
    assert isinstance(tournament.order, tuple | None) and tournament.system and tournament.edition


def mutated(seed: bytes, chance: random.Random) -> bytes:
    """A file with a few things changed, cut, doubled or put in."""
    data = bytearray(seed)
    for _ in range(chance.randint(1, 6)):
        at, size, piece = chance.randrange(len(data) + 1), chance.choice((1, 1, 4, 10, 100)), chance.choice(PIECES)
        match chance.randrange(5):
            case 0:
                data[at : at + size] = b""
            case 1:
                data[at:at] = piece
            case 2:
                data[at : at + len(piece)] = piece
            case 3:
                data[at:at] = data[at : at + size]
            case 4 if at < len(data):
                data[at] = chance.randrange(256)
    return bytes(data)


@pytest.mark.parametrize("name", FORMATS)
@given(data=st.binary(max_size=300))
@settings(max_examples=50)
def test_random_bytes(name: str, data: bytes) -> None:
    """As they come, and behind what tells the format."""
    opened(name, data)
    opened(name, {"csv": b"No;Name;1\n1;", "excel": b"PK\x03\x04", "json": b'{"chessdash":1,', "parquet": b"PAR1"}[name] + data)


@pytest.mark.parametrize("name", FORMATS)
def test_mutated_files(name: str) -> None:
    """Files that were good before."""
    chance = random.Random(name)
    for seed in SEEDS[name]:
        for _ in range(60):
            opened(name, mutated(seed, chance))


def test_mutated_workbooks() -> None:
    """A part is changed and packed again, so that the archive is sound."""
    chance = random.Random(5)
    source = zipfile.ZipFile(io.BytesIO(SEEDS["excel"][0]))
    for _ in range(60):
        out, wrong = io.BytesIO(), chance.choice(source.namelist())
        with zipfile.ZipFile(out, "w") as archive:
            for part in source.namelist():
                archive.writestr(part, mutated(source.read(part), chance) if part == wrong else source.read(part))
        opened("excel", out.getvalue())


def test_mutated_metadata() -> None:
    """The metadata of a Parquet file are changed, so that the file is sound."""
    chance = random.Random(5)
    table = pq.read_table(io.BytesIO(SEEDS["parquet"][0]))
    for _ in range(60):
        out = io.BytesIO()
        metadata = mutated(table.schema.metadata[b"chessdash"], chance)
        pq.write_table(table.replace_schema_metadata({b"chessdash": metadata}), out)
        opened("parquet", out.getvalue())


@given(st.lists(st.lists(st.sampled_from([piece.strip() for piece in PIECES]), max_size=8), max_size=8))
@settings(max_examples=100)
def test_random_tables(rows: list[list[bytes]]) -> None:
    """Tables of cells that mean something."""
    opened("csv", b"No;Name;1;2;Pts\n" + b"\n".join(b";".join(row) for row in rows))
    opened("csv", b"# chessdash,1\nNo,Name,Rating,R1,R2\n" + b"\n".join(b",".join(row) for row in rows))
    opened("csv", b"Round;White;Black;Result\n" + b"\n".join(b";".join(row) for row in rows))


@given(st.integers(0, 2**32))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_mutated_real_files(shared_files: Path, number: int) -> None:
    """Tables of other programs."""
    chance = random.Random(number)
    path = chance.choice([path for path in sorted((shared_files / "csv").glob("*.csv")) if path.stat().st_size < 10_000])
    opened("csv", mutated(path.read_bytes(), chance))


def table(players: int, rounds: int, cell: Callable[[int, int], bytes]) -> bytes:
    """A crosstable with these cells, up to 10 MB."""
    head = b"No;Name;Rtg;" + b";".join(b"R%d" % round for round in range(1, rounds + 1)) + b"\n"
    rows = (
        b"%d;n%d;2000;" % (no, no) + b";".join(cell(no, round) for round in range(rounds)) + b"\n" for no in range(1, players + 1)
    )
    return (head + b"".join(rows))[:10_000_000]


def archive(**parts: bytes) -> bytes:
    """A workbook of which some parts are these."""
    source, out = zipfile.ZipFile(io.BytesIO(SEEDS["excel"][0])), io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for part in source.namelist():
            packed.writestr(part, parts.get(part.rpartition("/")[2].partition(".")[0], source.read(part)))
    return out.getvalue()


def xml(rows: bytes, before: bytes = b"") -> bytes:
    """A sheet of a workbook."""
    space = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    return b"<worksheet " + space + b">" + before + b"<sheetData>" + rows + b"</sheetData></worksheet>"


def stored(**columns: object) -> bytes:
    """A Parquet file with these columns."""
    out = io.BytesIO()
    pq.write_table(pa.table(columns), out)
    return out.getvalue()


def listed(item: bytes, count: int) -> bytes:
    """JSON with a long list."""
    return b'{"chessdash":1,"info":{"a":[' + item * count + b"0]}}"


CHANCE = random.Random(1)
SPOTS = b'<dimension ref="A1:Z99"/>'
CELL = b"<c><v>%d</v></c>"
HOSTILE: dict[str, tuple[str, Callable[[], bytes]]] = {
    "one field of 10 MB": ("csv", lambda: b"a" * 10_000_000),
    "one quoted field of 10 MB": ("csv", lambda: b'"' + b"a" * 9_999_999),
    "10 MB of separators": ("csv", lambda: b";" * 10_000_000),
    "10 MB of line ends": ("csv", lambda: b"\n" * 10_000_000),
    "10 MB of quotes": ("csv", lambda: b'"' * 10_000_000),
    "10 MB of quotes and commas": ("csv", lambda: b'",' * 5_000_000),
    "quotes that never end": ("csv", lambda: b'"a,b\n' * 49_000),
    "100,000 columns": ("csv", lambda: b"No,Name," + b",".join(b"R%d" % n for n in range(100_000)) + b"\n1,a\n"),
    "60 rows of 50,000 rounds 1": ("csv", lambda: (b"Name;No;" + b"1;" * 50_000 + b"\n") * 60),
    "blank cells": ("csv", lambda: table(9000, 150, lambda no, round: b"")),
    "games everywhere": ("csv", lambda: table(5000, 280, lambda no, round: b"%dw1" % (1 + no * round % 9999))),
    "each cell another": ("csv", lambda: table(5000, 280, lambda no, round: b"x%d" % (no * 300 + round))),
    "each cell another number": ("csv", lambda: table(9999, 140, lambda no, round: b"%dw=" % (no * 140 + round))),
    "further columns of one name": ("csv", lambda: b"No,Name," + b"x," * 900 + b"\n" + (b"1,a," + b"y," * 900 + b"\n") * 1600),
    "start number 1 only": ("csv", lambda: b"No;Name;R1\n" + b"1;n;2w1\n" * 9999),
    "long cells": ("csv", lambda: b"No;Name;R1\n" + b"".join(b"%d;n;%s\n" % (no, b"1" * 100_000) for no in range(99))),
    "blanks in cells": ("csv", lambda: b"No;Name;R1\n" + b"".join(b"%d;n;%s\n" % (no, b" " * 100_000) for no in range(99))),
    "long names": ("csv", lambda: b"No;Name;R1\n" + b"".join(b"%d;%s;\n" % (no, b"n" * 100_000) for no in range(99))),
    "bad ratings": ("csv", lambda: b"No;Name;Rtg;1\n" + b"".join(b"%d;n;?%s;\n" % (no, b"9" * 900) for no in range(9999))),
    "remarks": ("csv", lambda: b"No;Name;1\n1;a;\n" + b"# x\n" * 59_000),
    "games of 118,000 players": (
        "csv",
        lambda: b"Round;White;Black;Result\n" + b"".join(b"1;a%d;b%d;1-0\n" % (n, n) for n in range(59_000)),
    ),
    "59,000 games": (
        "csv",
        lambda: b"Round;White;Black;Result\n"
        + b"".join(b"%d;a%d;b%d;1-0\n" % (1 + n // 4900, n % 4900, n % 4900) for n in range(59_000)),
    ),
    "a matrix of 1,000": (
        "csv",
        lambda: b"Name;" + b";".join(b"%d" % n for n in range(1, 1001)) + b"\n"
        + b"".join(b"n%d;" % i + b";".join(b"*" if i == k else b"10101" for k in range(1000)) + b"\n" for i in range(1000)),
    ),
    "our own with byes": ("csv", lambda: b"# chessdash,1\n" + b"# bye,1,2,F\n" * 59_000 + b"No,Name\n1,A\n"),
    "our own with deep JSON": ("csv", lambda: b'# chessdash,1\n# json,a,"' + b"[" * 100_000 + b'"\nNo,Name\n1,A\n'),
    "NUL bytes": ("csv", lambda: b"\0" * 9_000_000),
    "noise": ("csv", lambda: CHANCE.randbytes(9_000_000)),
    "letters of nowhere": ("csv", lambda: b"No;Name;1\n" + b"1;\x81\x8d\x8f\x90;\n" * 59_000),
    "a zip bomb": ("excel", lambda: archive(sheet1=b"<" * 60_000_000)),
    "5 MB of cells": ("excel", lambda: archive(sheet1=xml(b"".join(
        b"<row>" + b"".join(CELL % CHANCE.randrange(10**6) for _ in range(50)) + b"</row>" for _ in range(4600)), b""))),
    "10 MB of cells": ("excel", lambda: archive(sheet1=xml(b"".join(
        b"<row>" + b"".join(CELL % CHANCE.randrange(10**6) for _ in range(50)) + b"</row>" for _ in range(8300)), SPOTS))),
    "one row of 400,000 cells": ("excel", lambda: archive(sheet1=xml(
        b"<row>" + b"".join(CELL % CHANCE.randrange(10**6) for _ in range(400_000)) + b"</row>", SPOTS))),
    "the last cell there is": ("excel", lambda: archive(sheet1=xml(b'<row r="1048576"><c r="XFD1048576"/></row>', SPOTS))),
    "no archive": ("excel", lambda: b"PK\x03\x04" + CHANCE.randbytes(9_000_000)),
    "deep lists": ("json", lambda: b'{"chessdash":1,"info":' + b"[" * 4_900_000 + b"]" * 4_900_000 + b"}"),
    "lists and lists": ("json", lambda: listed(b"[],", 3_300_000)),
    "objects and objects": ("json", lambda: listed(b"{},", 3_300_000)),
    "many numbers": ("json", lambda: listed(b"1.5,", 2_400_000)),
    "many names": ("json", lambda: b'{"chessdash":1,' + b",".join(b'"%d":0' % n for n in range(900_000)) + b"}"),
    "many names twice": ("json", lambda: b'{"chessdash":1,' + b",".join(b'"%d":0' % (n % 10**5) for n in range(900_000)) + b"}"),
    "a long number": ("json", lambda: b'{"chessdash":' + b"9" * 9_000_000 + b"}"),
    "noise in Parquet": ("parquet", lambda: b"PAR1" + CHANCE.randbytes(9_000_000) + b"PAR1"),
    "a text in every row": ("parquet", lambda: stored(No=list(range(9000)), Name=["x" * 1000] * 9000, R1=["y" * 9000] * 9000)),
    "many rows": ("parquet", lambda: stored(No=pa.array([1] * 9_000_000, pa.int32()))),
    "many columns": ("parquet", lambda: stored(**{f"c{n}": [1] for n in range(5000)})),
}  # fmt: skip


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile(case: str) -> None:
    """Within 30 s of CPU time, on a machine that others use as well; alone it takes less than 3."""
    name, make = HOSTILE[case]
    data = make()
    start = time.process_time()
    opened(name, data[:10_000_000])
    assert time.process_time() - start < 30


PROGRAM = """
import importlib.util, re, sys
spec = importlib.util.spec_from_file_location("fuzz", sys.argv[1])
fuzz = importlib.util.module_from_spec(spec)
spec.loader.exec_module(fuzz)
name, make = fuzz.HOSTILE[sys.argv[2]]
fuzz.opened(name, make()[:10_000_000])
print(int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) * 1024)
"""


@pytest.mark.parametrize(
    "case",
    [
        "10 MB of separators",
        "each cell another number",
        "59,000 games",
        "10 MB of cells",
        "lists and lists",
        "a text in every row",
    ],
)
def test_memory(case: str) -> None:
    """The whole process at its highest (Linux), with the test data and all imports, stays below 500 MB."""
    run = [sys.executable, "-c", PROGRAM, __file__, case]
    done = subprocess.run(
        run, capture_output=True, text=True, check=True, cwd=HERE.parent, env={**os.environ, "PYTHONPATH": str(HERE.parent)}
    )
    assert int(done.stdout) < 500_000_000
