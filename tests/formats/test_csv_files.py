"""Tables as other programs wrote them (CHESSDASH_FILES/csv): facts that stand in the files, and points against results."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import chessdash
from chessdash.errors import FormatError
from chessdash.tournament import Tournament

# By file: players, rounds, rounds played, system, win-draw-loss, notes; counted in the files by eye.
FACTS: dict[str, tuple[int, int, int, str, tuple[float, float, float], list[str]]] = {
    "blitz-21-rounds": (179, 21, 21, "swiss", (1, 0.5, 0), ["table_numbered_by_rank"]),
    "double-round-robin": (6, 10, 10, "round-robin", (1, 0.5, 0), ["table_numbered_by_rank", "table_round_robin"]),
    "draughts": (68, 9, 9, "swiss", (2, 1, 0), ["table_opponents_by_rank", "table_scored"]),
    "during-round-5": (40, 5, 4, "swiss", (1, 0.5, 0), ["table_numbered_by_rank"]),
    "header-torture": (11, 22, 22, "round-robin", (1, 0.5, 0), ["table_numbered_by_rank"]),
    "matrix": (6, 5, 5, "round-robin", (1, 0.5, 0), ["table_matrix"]),
    "open-a": (220, 9, 9, "swiss", (1, 0.5, 0), ["table_numbered_by_rank"]),
}
# By file, row as numbered there and round: opponent, colour, result, as the cell says.
CELLS: dict[str, dict[tuple[int, int], tuple[int, str, str]]] = {
    "blitz-21-rounds": {
        (1, 1): (168, "w", "1"),
        (4, 1): (81, "w", "-"),
        (4, 13): (142, "w", "+"),
        (142, 14): (0, "-", "Z"),
        (172, 4): (0, "-", "U"),
    },
    "double-round-robin": {(1, 1): (3, "b", "1"), (1, 8): (2, "w", "="), (6, 10): (4, "w", "=")},
    "draughts": {
        (2, 1): (36, "b", "1"),
        (36, 1): (2, "w", "0"),
        (36, 9): (65, "w", "-"),
        (63, 1): (29, "b", "1"),
        (3, 4): (13, "b", "="),
    },
    "during-round-5": {
        (1, 5): (4, "w", "*"),
        (4, 3): (8, "w", "*"),
        (10, 1): (0, "-", "H"),
        (28, 2): (0, "-", "U"),
        (9, 5): (0, "-", "Z"),
        (7, 3): (32, "b", "+"),
        (32, 3): (7, "w", "-"),
    },
    "header-torture": {(1, 1): (0, "-", " "), (1, 2): (2, "w", "="), (11, 22): (1, "w", "0"), (10, 20): (11, "w", "=")},
    "matrix": {(1, 5): (5, "-", "1"), (2, 4): (3, "-", "="), (2, 5): (4, "-", "1")},  # Berger: 2-3 in round 4; 3-6 4-2 5-1 in 5
    "open-a": {
        (1, 1): (161, "w", "1"),
        (1, 3): (22, "w", "="),
        (8, 5): (198, "w", "+"),
        (220, 3): (99, "w", "-"),
        (138, 1): (0, "-", "Z"),
    },
}
# By file and number: what stands in a column.
PLAYERS: dict[str, dict[tuple[int, str], Any]] = {
    "blitz-21-rounds": {
        (1, "title"): "GM",
        (1, "rating"): 2787.0,
        (1, "federation"): "FRA",
        (2, "TB2"): 249.5,
        (179, "points"): 1.5,
    },
    "double-round-robin": {(1, "name"): "Ladoewe, Hafauma", (1, "points"): 8.5},
    "draughts": {
        (2, "name"): "Hpgulabd, Toib Wohl",
        (2, "rank"): 1.0,
        (2, "rating"): 2339.0,
        (2, "FMJD"): "A 2339",
        (2, "SSolk"): 92.0,
    },
    "during-round-5": {(3, "title"): "WFM", (14, "federation"): "POL", (1, "points"): 3.5},
    "header-torture": {(2, "name"): "Fisé Taúc Baworribhu (Ciro)"},
    "matrix": {(1, "rating"): 2482.0, (2, "points"): 3.5, (3, "TB1"): 4.0},
    "open-a": {(1, "TB2"): 46.5, (1, "points"): 8.0, (220, "points"): 0.5},
}


@pytest.fixture(params=FACTS)
def event(request: pytest.FixtureRequest, shared_files: Path) -> tuple[str, Tournament]:
    """Each file that is a tournament, read."""
    return request.param, chessdash.read(shared_files / "csv" / f"{request.param}.csv")


def test_size_rounds_system_and_scoring(event: tuple[str, Tournament]) -> None:
    """As counted in the file."""
    name, tournament = event
    size, rounds, played, system, scoring, notes = FACTS[name]
    sheet = tournament.sheet
    assert (tournament.size, tournament.rounds_planned, tournament.rounds_played, tournament.system) == (
        size,
        rounds,
        played,
        system,
    )
    assert (sheet.scoring.win, sheet.scoring.draw, sheet.scoring.loss) == scoring
    assert [note["code"] for note in sheet.notes] == notes


def test_points_are_those_of_the_points_column(event: tuple[str, Tournament]) -> None:
    """The sum of each row's results; header-torture has an empty column of points."""
    name, tournament = event
    declared, computed = np.asarray(tournament.players["points"]), tournament.settled.points.sum(axis=1)
    assert np.isnan(declared).all() == (name == "header-torture")
    assert (np.isnan(declared) | (declared == computed)).all()


def test_no_cell_contradicts_its_opponents_cell(event: tuple[str, Tournament]) -> None:
    """So the opponents are the right ones; what is pending has no result in the file."""
    _, tournament = event
    assert not tournament.faults["severity"].eq("error").any()


def test_cells(event: tuple[str, Tournament]) -> None:
    """Opponent, colour and result as they stand in the file."""
    name, tournament = event
    sheet = tournament.sheet
    rows = {int(no): row for row, no in enumerate(sheet.players["no"])}
    for (no, round), expected in CELLS[name].items():
        place = rows[no], round - 1
        assert (int(sheet.opponent[place]), chr(sheet.colour[place]), chr(sheet.result[place])) == expected, (no, round)


def test_columns(event: tuple[str, Tournament]) -> None:
    """Names, titles, ratings, declared points and further columns."""
    name, tournament = event
    for (no, column), expected in PLAYERS[name].items():
        assert tournament.players.loc[no, column] == expected, (no, column)


def test_written_and_read_again(event: tuple[str, Tournament], tmp_path: Path) -> None:
    """Each format gives an equal tournament back."""
    name, tournament = event
    for ending in ("csv", "xlsx", "parquet", "json"):
        chessdash.write(tournament, tmp_path / f"{name}.{ending}")
        assert tournament.equals(chessdash.read(tmp_path / f"{name}.{ending}")), ending


def test_games_csv_is_refused_in_one_sentence(shared_files: Path) -> None:
    """A history of games for ratings: the same player twice on a day, and no rounds."""
    with pytest.raises(
        FormatError, match=r"line 4: .* plays here and in line 3 on the same day, and the list has no column Round"
    ) as refused:
        chessdash.read(shared_files / "csv" / "games.csv")
    assert "\n" not in str(refused.value)


def test_reports_of_other_programs_through_the_table_formats(shared_files: Path) -> None:
    """Every TRF of the folder, written in each table format, reads back equal: byes, teams, abnormal points and all."""
    read = 0
    for path in sorted((shared_files / "trf").glob("*.trf")):
        try:
            tournament = chessdash.read(path)
        except FormatError:
            continue  # no tournament: see test_trf_files
        read += 1
        for format in ("csv", "excel", "json", "parquet"):
            out = io.BytesIO()
            chessdash.write(tournament, out, format=format)
            assert tournament.equals(chessdash.read(out.getvalue())), (path.name, format)
    assert read > 30
