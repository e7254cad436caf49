"""Tournaments: what is asked of one, from the way it was written to the frames."""

import numpy as np
import pytest

import chessdash
from chessdash import frames
from tests.events import event, text

# five rounds planned, three played, one board of the fourth paired: 1 came late, 4 was never there
EVENT = ["2000 -Z 3w1 2b1 3b", "1900 3b= -U 1w0", "- 2w= 1b0 -H 1w", "1700 -Z -Z -Z"]


def open_event(**options: object) -> chessdash.Tournament:
    """EVENT, read."""
    return event(EVENT, rounds=5, **options)  # type: ignore[arg-type]


def test_rounds():
    table = open_event()
    assert (table.rounds_played, table.rounds_planned, table.size, table.name) == (3, 5, 4, "Test")
    assert table.crosstable.kind.shape == (4, 3) and table.crosstable.rounds_planned == 5
    assert "3 of 5 rounds" in repr(table)


def test_players():
    table = open_event()
    frames.checked("players", table.players)
    assert table.players.index.tolist() == [1, 2, 3, 4]
    assert table.players["first_round"].tolist() == [2, 1, 1, 1]
    assert table.players["last_round"].tolist() == [5, 5, 5, 0]
    left = event(["2000 2w1 3b1 -Z", "1900 1b0 -Z -Z", "1800 -U 1w0 4w1", "1700 -H -H 3b0"], rounds=5)
    assert left.players["last_round"].tolist() == [2, 1, 5, 5]
    assert np.isnan(table.players.loc[3, "rating"]) and table.players.loc[1, "name"] == "P01, Test"


def test_results():
    table = open_event()
    frames.checked("results", table.results)
    rows = table.results.set_index(["round", "no"])
    assert len(rows) == 14  # three rounds of four and one board of round 4
    assert rows.loc[(2, 1)].tolist() == [3, "w", "1", 1.0]
    assert rows.loc[(3, 3)].tolist() == [0, "", "H", 0.5]
    assert rows.loc[(4, 1), "result"] == "*" and np.isnan(rows.loc[(4, 1), "points"])


def test_byes_to_come():
    records = ["240 H   4    2", "240 Z   5    2    4", "240 F   2    2"]
    table = open_event(records=records)
    frames.checked("byes", table.byes)
    assert table.byes.to_numpy().tolist() == [[4, 2, "H"], [5, 2, "Z"], [5, 4, "Z"]]
    assert open_event().byes.empty
    written = event(["2000 2w1 -H", "1900 1b0 .", "1800 4w1 -F", "1700 3b0 -U"], rounds=3)
    assert written.rounds_played == 1 and written.byes.to_numpy().tolist() == [[2, 1, "H"], [2, 3, "F"], [2, 4, "U"]]


@pytest.mark.parametrize(
    ("start", "edition"),
    [
        ("2026/02/28", "2024"),
        ("2026/03/01", "2026"),
        ("2024/08/01", "2024"),
        ("2031/01/01", "2026"),
        ("01/02/2026", "2024"),
        ("soon", "2026"),
    ],
)
def test_the_edition_follows_the_start(start, edition):
    assert event(["2000 2w1", "1900 1b0"], start=start).edition == edition


@pytest.mark.parametrize(
    ("type", "record", "system"),
    [
        ("Individual: Swiss-System", "", "swiss"),
        ("Individual: Round-Robin", "", "round-robin"),
        ("ROUND ROBIN", "", "round-robin"),
        ("Berger", "192 FIDE_DOUBLE_ROUNDROBIN", "round-robin"),
        ("club night", "192 FIDE_DUTCH", "swiss"),
        ("", "", "swiss"),
    ],
)
def test_the_system_follows_the_type(type, record, system):
    assert event(["2000 2w1", "1900 1b0"], type=type, records=[record] if record else []).system == system


def test_the_order_is_what_the_file_says():
    players = ["2000 2w1", "1900 1b0"]
    assert event(players).order is None
    assert event(players, records=["202 BH/C1,BH"]).order == ("BH/C1", "BH")
    assert event(players, records=["212 PTS,DE"]).order == ("PTS", "DE")


def test_scoring_of_the_file_counts():
    table = event(["2000 2w1 -U", "1900 1b0 3w=", "1800 -H 2b="], records=["162  W 3.0    D 1.0    L 0.0    P 2.0"])
    assert table.crosstable.score.tolist() == [5, 1, 2]


def test_equals():
    assert open_event().equals(open_event())
    assert not open_event().equals(event(EVENT, rounds=6))
    assert not open_event().equals(open_event(records=["202 BH"]))
    assert not open_event().equals(open_event(records=["162  W 3.0    D 1.0    L 0.0"]))


def test_nothing_is_shared_that_can_change():
    table = open_event()
    with pytest.raises(TypeError):
        table.info["name"] = "other"  # type: ignore[index]
    with pytest.raises(AttributeError):
        table.crosstable.rounds_planned = 9  # type: ignore[misc]


def test_faults_and_teams_have_their_frames():
    broken = chessdash.read(text(["2000 2w1", "1900 1b1"]).encode())
    frames.checked("faults", broken.faults)
    assert broken.faults["severity"].tolist()[0] == "error" and broken.crosstable.rounds == 0
    frames.checked("teams", broken.teams)
    assert broken.teams.empty
