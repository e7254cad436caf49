"""Events worked by hand from the rules: tests/tables/<event>/ has the file, the expected values and the working (SOURCE.md)."""

import csv
from pathlib import Path

import numpy as np
import pytest

import chessdash
from chessdash.tiebreaks.descriptor import parse
from chessdash.tiebreaks.ranking import rank_by

FOLDER = Path(__file__).parent / "tables"
EVENTS = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())


def expected(event: str) -> dict[str, dict[int, str]]:
    """By code, what each start number has: a number, "undefined", or "dropped" where the code is not to be used."""
    values: dict[str, dict[int, str]] = {}
    with (FOLDER / event / "expected.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            values.setdefault(row["code"], {})[int(row["no"])] = row["value"]
    return values


@pytest.mark.parametrize("name", EVENTS)
def test_event(name):
    event, values = chessdash.read(FOLDER / name / "event.trf"), expected(name)
    frame = chessdash.standings(event, list(values))
    dropped = {entry["code"] for entry in frame.attrs["dropped"]}
    assert all(set(by_no) == set(event.players.index) for by_no in values.values())
    wrong = []
    for code, by_no in values.items():
        if "dropped" in by_no.values():
            assert code in dropped and set(by_no.values()) == {"dropped"}, code
            continue
        assert code not in dropped, code
        if code.startswith("DE"):  # the place among those level on points
            ours = dict(
                zip(
                    event.crosstable.number.tolist(),
                    rank_by(event.crosstable, [parse("PTS"), parse(code)]).values[1],
                    strict=True,
                )
            )
        else:
            ours = frame[code].to_dict()
        for no, text in by_no.items():
            same = np.isnan(ours[no]) if text == "undefined" else abs(ours[no] - float(text)) < 1e-9
            if not same:
                wrong.append((code, no, text, float(ours[no])))
    assert wrong == []


@pytest.mark.parametrize("name", EVENTS)
def test_declared_points_are_the_results(name):
    """The files themselves are in order: what is declared is what the results say."""
    event = chessdash.read(FOLDER / name / "event.trf")
    assert event.faults.query("severity == 'error'").empty
    assert not event.faults["code"].str.contains("points").any()
    assert len((FOLDER / name / "SOURCE.md").read_text(encoding="utf-8").splitlines()) > 3
