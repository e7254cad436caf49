"""Whatever bytes come in: a tournament with its faults, or one FormatError; in 5 s and 500 MB."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chessdash
from chessdash import faults
from chessdash.errors import FormatError
from chessdash.formats import sheet as read_sheet
from chessdash.formats import trf, trf_write

HERE = Path(__file__).parents[2]
SEEDS = sorted((HERE / "conformance" / "trf").glob("*.trf"))[::9] + sorted((HERE / "conformance" / "tec").glob("*.trf"))
PIECES = [
    *(b"\n", b"\r", b"\0", b"\t", b"\xff", b"\xc3\xb6", b"    ", b"9999", b"99999999999", b"\xe2\x80\xa8"),
    *(b"001 ", b"001    1 ", b"240 H   1    1\n", b"299           1.0\n", b"299 H         0.3    1    1\n"),
    *(b"162  W 3.0", b"142 999\n", b"XXR 1000000000\n", b"XXS W=0\n", b"132 ", b"310   1 ", b"013 Team\n", b"202 BH,SB\n"),
    *(b"0000 - U", b"0000 - Z", b"  1 w 1", b"-", b"+", b"*", b"H"),
    *(b'### chessdash {"no": 1, "name": 5}\n', b'### chessdash {"columns": {"x": "whole"}}\n'),
]


def judged(data: bytes) -> None:
    """Reads, settles, judges and writes; only a FormatError may come of it."""
    try:
        sheet = read_sheet(data, format="trf")
    except FormatError as error:
        assert "\n" not in str(error)
        return
    settled = faults.settle(sheet)
    size = len(sheet.players["no"])
    assert settled.kind.shape == settled.points.shape == sheet.result.shape == (size, sheet.result.shape[1])
    assert len(set(sheet.players["no"])) == size
    assert settled.rounds_played <= settled.rounds_planned
    frame = faults.frame([*sheet.notes, *faults.of(sheet, settled)])
    assert frame["message"].str.len().gt(0).all()
    try:
        again = trf.sheet(trf_write.text(sheet).encode())
    except FormatError:
        return
    assert list(again.players["name"]) == list(sheet.players["name"])
    assert (again.result == sheet.result).all()


def mutated(seed: bytes, chance: random.Random) -> bytes:
    """A file with a few things changed, cut, doubled or put in."""
    data = bytearray(seed)
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(data) + 1)
        size = chance.choice((1, 1, 4, 10, 200))
        match chance.randrange(5):
            case 0:
                data[at : at + size] = b""
            case 1:
                data[at:at] = chance.choice(PIECES)
            case 2:
                piece = chance.choice(PIECES)
                data[at : at + len(piece)] = piece
            case 3:
                data[at:at] = data[at : at + size]
            case 4 if at < len(data):
                data[at] = chance.randrange(256)
    return bytes(data)


@given(st.binary(max_size=2000))
@settings(max_examples=200)
def test_random_bytes(data: bytes) -> None:
    judged(data)


@given(
    st.lists(st.sampled_from([*PIECES, b"012 Name\n", b"001    2      B                                 2000\n"]), max_size=60)
)
@settings(max_examples=200)
def test_random_pieces(pieces: list[bytes]) -> None:
    judged(b"".join(pieces))


@pytest.mark.parametrize("path", SEEDS, ids=lambda path: path.stem)
def test_mutated_conformance_files(path: Path) -> None:
    chance = random.Random(path.name)
    for _ in range(12):
        judged(mutated(path.read_bytes(), chance))


@given(st.integers(0, 2**32))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_mutated_real_files(shared_files: Path, number: int) -> None:
    chance = random.Random(number)
    path = chance.choice([path for path in sorted((shared_files / "trf").glob("*.trf")) if path.stat().st_size < 12_000])
    judged(mutated(path.read_bytes(), chance))


def test_any_encoding_name() -> None:
    for name in ("", "no such", "hex", "rot13", "undefined", "utf-16", "idna", "\0"):
        with pytest.raises(FormatError):
            chessdash.read("001    1      Ä".encode("latin-1"), format="trf", encoding=name)
    assert len(chessdash.read(b"001    1      A", encoding="latin-1").players) == 1


def lines(count: int, width: int = 89) -> bytes:
    return b"".join(b"001 %4d      Name".ljust(width - 3) % (number % 10_000) + b"\n" for number in range(1, count + 1))


HOSTILE = {
    "a million players": lambda: b"001 \n" * 1_000_000,
    "all start numbers": lambda: lines(9_999),
    "all the same number": lambda: b"001    1      Name\n" * 9_999,
    "no numbers": lambda: lines(1) + b"001           Name\n" * 9_998,
    "one line of 5 MB of blanks": lambda: lines(3000) + b"001    1      Name" + b" " * 5_000_000,
    "one line of 5 MB of cells": lambda: lines(100) + b"001    1      Name".ljust(91) + b"   2 w 1  " * 500_000,
    "one line of 9 MB of garbage": lambda: lines(2) + b"001 " + b"x" * 9_000_000,
    "999 rounds of garbage": lambda: (b"001    1      Name".ljust(91) + b"xx" * 4995 + b"\n") * 400,
    "999 rounds of one another": lambda: (b"001    1      Name".ljust(91) + b"   2 w 1  " * 999 + b"\n") * 400,
    "1000 players in each other's cells": lambda: b"".join(
        b"001 %4d      Name".ljust(90) % number + b"".join(b"%4d w 1  " % ((number * r) % 1000 + 1) for r in range(400)) + b"\n"
        for number in range(1, 1001)
    ),
    "late cells that almost fit": lambda: (b"001    1      Name".ljust(93) + b"   2 w 1  " * 997 + b"  2  w 1 \n") * 400,
    "NUL bytes": lambda: b"\0" * 9_000_000,
    "NUL among players": lambda: lines(5000).replace(b" ", b"\0"),
    "unknown records": lambda: lines(5) + b"".join(b"%03d\n" % (500 + n % 300) for n in range(90_000)),
    "lines without end": lambda: lines(5) + b"x\n" * 4_500_000,
    "long header": lambda: b"012 " + b"n" * 9_000_000 + b"\n" + lines(5),
    "long dates": lambda: b"132".ljust(91) + b"26/01/01  " * 900_000 + b"\n" + lines(5),
    "long dates of another shape": lambda: b"132 " + b"01.02.2026 " * 800_000 + b"\n" + lines(5),
    "many byes": lambda: lines(5) + b"240 H   1" + b"    1" * 1_900_000,
    "many abnormal points": lambda: lines(5000) + b"299           1.0    1    1\n" * 80_000,
    "many teams": lambda: lines(5) + b"310   1 Team" + b"    1" * 1_800_000,
    "as many teams as lines": lambda: lines(5) + (b"310   1 Team".ljust(76) + b"1    2\n") * 90_000,
    "XXS without end": lambda: b"XXS " + b"W=1 " * 2_400_000 + b"\n" + lines(5),
    "162 without end": lambda: b"162 " + b" W 1.0   " * 1_000_000 + b"\n" + lines(5),
    "deep JSON": lambda: lines(5) + b"### chessdash " + b"[" * 5_000_000,
    "many own comments": lambda: lines(5) + b'### chessdash {"no": 1, "name": "x"}\n' * 90_000,
    "single bytes": lambda: lines(5) + b"012 " + b"\xe9\xea " * 3_000_000,
    "letters of nowhere": lambda: lines(5) + b"012 " + b"\x81\x8d\x8f\x90" * 2_000_000,
    "mixed encodings": lambda: lines(5) + b"112 \xc3\xb6\n112 \xf6\n" * 45_000,
    "utf-16": lambda: lines(5000).decode().encode("utf-16"),
    "absurd rounds": lambda: lines(5) + b"XXR 1000000000\n142 " + b"9" * 1_000_000,
    "too large": lambda: b"x" * 10_000_001,
}  # fmt: skip


def opened(data: bytes) -> None:
    """Reads and judges as a page does."""
    try:
        sheet = read_sheet(data, format="trf")
    except FormatError as error:
        assert len(str(error)) < 1000
    else:
        faults.frame([*sheet.notes, *faults.of(sheet, faults.settle(sheet))])


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile(name: str) -> None:
    data = HOSTILE[name]()
    start = time.process_time()
    opened(data)
    assert time.process_time() - start < 5


PROGRAM = """
import importlib.util, re, sys
spec = importlib.util.spec_from_file_location("fuzz", sys.argv[1])
fuzz = importlib.util.module_from_spec(spec)
spec.loader.exec_module(fuzz)
import pandas
data = fuzz.HOSTILE[sys.argv[2]]()
fuzz.opened(data)
print(int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) * 1024)  # not ru_maxrss: it knows the parent
"""


@pytest.mark.parametrize(
    "name", ["999 rounds of garbage", "1000 players in each other's cells", "many abnormal points", "as many teams as lines"]
)
def test_memory(name: str) -> None:
    """The whole process, with the test data and all imports, stays below 500 MB."""
    run = [sys.executable, "-c", PROGRAM, __file__, name]
    done = subprocess.run(
        run, capture_output=True, text=True, check=True, cwd=HERE.parent, env={**os.environ, "PYTHONPATH": str(HERE.parent)}
    )
    assert int(done.stdout) < 500_000_000
