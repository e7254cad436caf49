"""FIDE rating lists: reading one against pandas.read_fwf, a player's history against a filter over monthly files, and memory.

The lists are made here, of invented names, always the same.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Row, seconds
from chessdash.formats.ratinglist import read_list
from chessdash.formats.ratinglist_history import player_history
from chessdash.formats.ratinglist_layout import layout
from chessdash.formats.ratinglist_store import load_list

HEADER = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA "
    "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
STARTS = tuple(HEADER.index(label) for label in ("SRtng", "RRtng", "BRtng"))
SYLLABLES = ("ba", "do", "ke", "li", "mo", "na", "ru", "sel", "tar", "vin")
FEDERATIONS = ("ARG", "AUS", "BRA", "CAN", "CHN", "ESP", "FRA", "GER", "IND", "ITA", "NOR", "POL", "USA", "ZAM")
MEMORY = """
import sys
from pathlib import Path
from chessdash.formats.ratinglist_store import load_list
load_list(sys.argv[1], sys.argv[2], date="2026-10")
peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
print(int(peak.split()[1]) / 1024)  # of this process alone, as getrusage does not tell
"""


def write_list(path: Path, players: int, month: int = 10) -> None:
    """Writes a combined list of so many players, by name as FIDE has them: a third is rated in all, a third in none."""
    cells = _lines(players).copy()
    random = np.random.default_rng(month)
    for k, start in enumerate(STARTS):
        rated = np.arange(players) % 3 < (2, 1, 1)[k]
        rating, games = random.integers(1400, 2700, players), random.integers(0, 10, players)
        for place, values in (
            (start, rating // 1000),
            (start + 1, rating // 100),
            (start + 2, rating // 10),
            (start + 3, rating),
        ):
            cells[rated, place] = values[rated] % 10 + ord("0")
        cells[rated, start + 6] = games[rated] + ord("0")
        cells[rated, start + 10], cells[rated, start + 11] = ord("2"), ord("0")
    with path.open("wb") as file:
        file.write(f"{HEADER}\r\n".encode())
        file.write(cells.tobytes())


@lru_cache(maxsize=1)
def _lines(players: int) -> NDArray[np.uint8]:
    """The lines of so many players without their ratings, shape (players, 164)."""
    ids = np.random.default_rng(0).permutation(players * 3)[:players] + 100_000
    text = "".join(map(_line, ids.tolist()))
    return np.frombuffer(text.encode(), np.uint8).reshape(players, -1)


def _line(fide_id: int) -> str:
    """One player's line, by the id."""
    word = "".join(SYLLABLES[int(digit)] for digit in str(fide_id)).capitalize()
    name, federation = f"{word}, {SYLLABLES[fide_id % 10].capitalize()}", FEDERATIONS[fide_id % len(FEDERATIONS)]
    title, women = ("GM", "") if fide_id % 97 == 0 else ("WFM", "WFM") if fide_id % 89 == 0 else ("", "")
    other = "NA" if fide_id % 53 == 0 else ""
    start = f"{fide_id:<15}{name:<61}{federation:<4}{'MF'[fide_id % 8 == 0]:<4}{title:<5}{women:<5}{other:<15}{'':<4}"
    return f"{start}{'':39}{1950 + fide_id % 65:<6}{'i' if fide_id % 2 else '':<4}\r\n"


def rows() -> Iterator[Row]:
    """Every row of this subject."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "standard_oct26frl.txt"
        write_list(path, 200_000)
        peer = seconds(lambda: _read_fwf(path), 1)
        yield Row(
            "read a FIDE list of 200,000 lines to Arrow; the peer is pandas.read_fwf",
            seconds(lambda: read_list(path).table(), 7),
            peer,
            12,
        )
        yield _history(folder)
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "list.txt"
        write_list(path, 1_500_000)
        run = [sys.executable, "-c", MEMORY, str(path), name]
        used = subprocess.run(run, capture_output=True, text=True, check=True).stdout
        yield Row("memory of loading a FIDE list of 1.5 million lines", float(used), None, 2000, "MB")


def _read_fwf(path: Path) -> object:
    """The same columns by pandas."""
    import pandas as pd

    found = layout(HEADER)
    assert found is not None
    return pd.read_fwf(path, colspecs=[(column.start, column.end) for column in found.columns], header=0)


def _history(folder: Path) -> Row:
    """One player in twelve lists of 300,000, loaded, against the lists as one Parquet file a month, as they were."""
    import pyarrow.dataset as ds
    import pyarrow.parquet as pq

    (folder / "monthly").mkdir()
    for month in range(1, 13):
        path = folder / "list.txt"
        write_list(path, 300_000, month)
        table = read_list(path).table()
        pq.write_table(table, folder / "monthly" / f"{month}.parquet")
        load_list(path, folder / "lists", date=f"2026-{month:02d}")
    fide_id = int(table.column("fide_id")[150_000].as_py())

    def peer() -> Any:
        return ds.dataset(folder / "monthly").to_table(filter=ds.field("fide_id") == fide_id).to_pandas()

    assert len(player_history(folder / "lists", fide_id)) == len(peer()) == 12
    work = "one player's history in 12 lists of 300,000; the peer is a filter over monthly files"
    return Row(work, seconds(lambda: player_history(folder / "lists", fide_id), 31), seconds(peer, 5), 50)
