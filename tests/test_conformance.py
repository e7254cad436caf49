"""Every value and rank that FIDE's own checker gives for 138 random events, and its exercises (tests/conformance)."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

import chessdash
from chessdash.tiebreaks.descriptor import parse
from chessdash.tiebreaks.ranking import rank_by, value

FOLDER = Path(__file__).parent / "conformance"
VALUES, RANKS = 169_054, 13_760  # of the individual events; the README beside the data states them
EXERCISES = 1_718


@cache
def tournament(path: Path) -> chessdash.Tournament:
    """One event of the data."""
    return chessdash.read(path)


def computed(event: chessdash.Tournament, code: str) -> np.ndarray:
    """Values of a code, shape (P,); DE is the place among those level on points."""
    descriptor = parse(code)
    if descriptor.tiebreak.shape == "split":
        return rank_by(event.crosstable, (parse("PTS"), descriptor)).values[1]
    return value(event.crosstable, descriptor)


def printed(values: np.ndarray, decimals: np.ndarray) -> list[str]:
    """The values as the checker prints them, with so many decimals, .5 up; -0 where undefined."""
    scale = 10.0**decimals
    rounded = np.floor(values * scale + 0.5 + 1e-9) / scale
    pairs = zip(rounded.tolist(), decimals.tolist(), strict=True)
    return ["-0" if np.isnan(number) else f"{number:.{places}f}" for number, places in pairs]


def groups(frame: pd.DataFrame, *columns: str) -> Iterator[tuple[list[str], slice]]:
    """The runs of equal values in these columns, for frames that are sorted by them; pandas' groupby takes ten times as long."""
    keys = frame[list(columns)].to_numpy(str)
    starts = np.flatnonzero(np.append(True, (keys[1:] != keys[:-1]).any(-1)))
    for start, stop in zip(starts, [*starts[1:], len(frame)], strict=True):
        yield keys[start].tolist(), slice(start, stop)


def differences(folder: Path, expected: pd.DataFrame) -> Iterator[tuple[str, str, int, str, str]]:
    """File, code, start number, the checker's text and ours, wherever they differ."""
    expected = expected.sort_values(["file", "code"], kind="stable")
    decimals = expected["value"].str.partition(".")[2].str.len().to_numpy(int)
    numbers, texts = expected["start_no"].to_numpy(), expected["value"].tolist()
    for (file, code), rows in groups(expected, "file", "code"):
        event = tournament(folder / file)
        row_of = dict(zip(event.crosstable.number.tolist(), range(event.size), strict=True))
        ours = printed(computed(event, code)[[row_of[no] for no in numbers[rows]]], decimals[rows])
        for no, theirs, mine in zip(numbers[rows], texts[rows], ours, strict=True):
            if theirs != mine:
                yield file, code, int(no), theirs, mine


def individual(name: str) -> pd.DataFrame:
    """The rows of a file of the data that are about individual events, their texts as str."""
    frame = pd.read_parquet(FOLDER / name)
    frame = frame.astype(dict.fromkeys(frame.columns.difference(["start_no", "rank"]), "str"))
    return frame[~frame["file"].str.startswith("team")]


def test_values():
    expected = individual("values.parquet")
    assert len(expected) == VALUES
    assert list(differences(FOLDER / "trf", expected)) == []


def test_exercises():
    expected = pd.read_csv(FOLDER / "tec" / "expected.csv", dtype={"value": "str"})
    assert len(expected) == EXERCISES
    assert list(differences(FOLDER / "tec", expected)) == []


def test_ranks():
    expected = individual("ranks.parquet").sort_values(["file", "order_list"], kind="stable")
    numbers, ranks = expected["start_no"].to_numpy(), expected["rank"].to_numpy()
    compared, wrong = 0, []
    for (file, order), rows in groups(expected, "file", "order_list"):
        frame = chessdash.standings(tournament(FOLDER / "trf" / file), order)
        assert frame.attrs["dropped"] == [] and frame.attrs["order"] == tuple(order.split(","))
        ours = frame["rank"].to_dict()
        wrong += [(file, order, no) for no, rank in zip(numbers[rows], ranks[rows], strict=True) if ours[no] != rank]
        compared += rows.stop - rows.start
    assert wrong == []
    assert compared == RANKS


def test_readings_are_those_of_the_data():
    """Edition, system and planned rounds are read from the files, not assumed: both editions and systems are there."""
    events = [tournament(FOLDER / "trf" / file) for file in individual("ranks.parquet")["file"].unique()]
    assert {(event.edition, event.system) for event in events} == {
        ("2024", "swiss"), ("2026", "swiss"), ("2024", "round-robin"), ("2026", "round-robin"),
    }  # fmt: skip
    assert all(event.rounds_played == event.rounds_planned for event in events)
    assert all(event.faults.query("severity == 'error'").empty for event in events)
