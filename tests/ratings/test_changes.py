"""Rating changes of events: worked by hand (tables/<event>/SOURCE.md), what is given, and why there is no change."""

import csv
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import chessdash
from chessdash.crosstable import Kind
from chessdash.ratings.changes import rating_changes
from chessdash.ratings.rated import Known
from chessdash.tournament import Tournament
from tests.events import event

FOLDER = Path(__file__).parent / "tables"
EVENTS = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())
NUMBERS = ("before", "k", "games", "points", "expected", "change", "after")


def read(name: str) -> Tournament:
    return chessdash.read(FOLDER / name / "event.trf")


@pytest.mark.parametrize("name", EVENTS)
def test_worked_by_hand(name):
    tables = defaultdict(dict)
    with (FOLDER / name / "expected.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            tables[row["rules"], row["time_control"]][int(row["no"])] = [float(row[n] or "nan") for n in NUMBERS]
    for (rules, control), expected in tables.items():
        frame = rating_changes(read(name), rules=rules, time_control=control)
        found = frame.loc[list(expected), list(NUMBERS)].to_numpy(float)
        assert np.array_equal(found, np.array(list(expected.values())), equal_nan=True), (rules, control, found)


def test_files_are_in_order():
    for name in EVENTS:
        assert read(name).faults.query("severity == 'error'").empty, name


def test_no_change_says_why():
    """A change is a number or has a reason, never both and never neither."""
    reasons = rating_changes(read("what-counts"))["reason"]
    assert reasons[1] == reasons[2] == ""
    assert reasons[3] == (
        "No change because none of the 2 games counts: the opponent has no rating; the opponent has no FIDE id."
    )
    assert reasons[4] == "No change because no FIDE id is known."
    assert reasons[5].startswith("No rating before; a first one needs 5 games") and reasons[5].endswith(
        "here are 2 (B.02 7.1.4)."
    )
    assert reasons[6] == "No change because no game was played at the board."
    club = rating_changes(read("what-counts"), rules="club")
    assert club.reason[5] == "No change because no rating before the event is known."
    assert rating_changes(read("what-counts")).left_out.tolist() == [2, 1, 2, 1, 0, 0]
    for name in EVENTS:
        for rules in ("fide", "club"):
            frame = rating_changes(read(name), rules=rules)
            assert (frame["change"].isna() == (frame["reason"] != "")).all()


def test_zero_k_is_no_plus_zero():
    frame = rating_changes(read("four-players"), k=0)
    assert frame["change"].isna().all() and set(frame["reason"]) == {"No change because K is 0."}
    assert frame["after"].tolist() == frame["before"].tolist()


def test_k_as_given():
    """-.82, -.42, 1.05 and .19 points (four-players) times the K given; who is not named has the one of the rules."""
    assert rating_changes(read("four-players"), k=10)["change"].tolist() == [-8, -4, 11, 2]  # 10.5 away from zero
    assert rating_changes(read("four-players"), k={2: 40})["change"].tolist() == [-16, -17, 42, 4]


@pytest.mark.parametrize(
    ("rules", "known", "k"),
    [
        ("fide", Known(games=29), 40),
        ("fide", Known(games=30), 20),
        ("fide", Known(games=29, peak=2400), 10),
        ("fide", Known(games=500, peak=2399), 20),
        ("club", Known(games=29, peak=2400), 40),
        ("club", Known(games=30, peak=2400), 10),
        ("club", Known(games=30, peak=2399), 20),
    ],
)
def test_k_from_the_history(rules, known, k):
    """The lines of 8.3.3 and of the club's rules; the club's 40 goes before its 10, FIDE's 10 before its 40."""
    assert rating_changes(read("four-players"), rules=rules, history={1: known})["k"][1] == k


def test_a_missing_rapid_rating_is_the_standard_one():
    """No. 5 (what-counts) plays as 2000 in rapid: ½ of 1.00; its games count for 1 too, 1½ of 1.00."""
    rapid = rating_changes(read("what-counts"), time_control="rapid", standard={5: 2000})
    assert rapid.loc[5, list(NUMBERS)].tolist() == [2000, 20, 2, 0.5, 1.0, -10, 1990]
    assert rapid.loc[1, list(NUMBERS)].tolist() == [2000, 20, 2, 1.5, 1.0, 10, 2010]
    standard = rating_changes(read("what-counts"), standard={5: 2000})
    assert np.isnan(standard["before"][5]), "in a standard event nothing takes its place"
    assert rating_changes(read("what-counts"), ratings={5: 2000})["before"][5] == 2000


@pytest.mark.parametrize(
    ("start", "control", "counted"), [("2024/12/01", "rapid", 1), ("2024/11/30", "blitz", 2), ("2026/05/01", "standard", 2)]
)
def test_too_far_apart_in_rapid(start, control, counted):
    """2700 with 2200 counts, with 1900 it does not: 800 apart, a player above 2600 (7.3.1 of the rapid and blitz chapter)."""
    text = (FOLDER / "real-difference-since" / "event.trf").read_text().replace("2025/10/01", start)
    frame = rating_changes(chessdash.read(text.encode()), time_control=control)
    assert frame["games"].tolist() == [counted, 1, counted - 1]
    assert ("600 Elo" in frame["reason"][3]) == (counted == 1)


def test_real_differences_are_for_standard_events():
    """2700 with 2200 in a rapid event: .92, so 10 x .08 = .8."""
    frame = rating_changes(read("real-difference-since"), time_control="rapid")
    assert frame.loc[1, ["expected", "change"]].tolist() == [0.92, 1]


def test_annulled_games_count():
    """The table leaves them out, ratings do not (club's rules: a withdrawal before half of the games)."""
    plain = read("four-players")
    annulled = read("four-players")
    kind = annulled.crosstable.kind.copy()
    kind[3] = Kind.ANNULLED
    kind[plain.settled.opponent[3], range(3)] = Kind.ANNULLED
    annulled.__dict__["crosstable"] = replace(annulled.crosstable, kind=kind)
    assert rating_changes(annulled, rules="club").equals(rating_changes(plain, rules="club"))


def test_points_are_those_of_chess_whatever_the_event_pays():
    lines = ["2100 4w1 3w0 2b=", "2000 3w= 4b= 1w=", "1900 2b= 1b1 4w1", "1600 1b0 2w= 3b0"]
    three = event(lines, records=["162 W 3.0 D 1.0 L 0.0"])
    assert three.crosstable.score.max() > 3, "the event does pay otherwise"
    assert rating_changes(three, rules="club")["change"].tolist() == [-16, -8, 21, 4]


def test_a_running_event_has_the_games_so_far():
    """Round 1 alone: -.08 +... 1: 1 - .92 = .08, 1.6; 2 and 3: ½ against .64 and .36, -2.8 and 2.8; 4: -.08, -1.6."""
    frame = rating_changes(event(["2100 4w1 3w", "2000 3w= 4b", "1900 2b= 1b", "1600 1b0 2w"], rounds=3), rules="club")
    assert frame["change"].tolist() == [2, -3, 3, -2]
    assert any("1 of 3 rounds" in note for note in frame.attrs["notes"])
    nothing = rating_changes(event(["2100 2w", "2000 1b"], rounds=3), rules="club")
    assert set(nothing["reason"]) == {"No change because no game has a result yet."}


def test_other_games_are_not_rated():
    frame = rating_changes(event(["2100 2w1", "2000 1b0"], type="Army game: Swiss-System"), rules="club")
    assert set(frame["reason"]) == {"No change because games other than chess are not rated."}


def test_the_inputs_stay_and_the_order_of_rows_does_not_matter():
    """Players read in another order have the same changes."""
    text = (FOLDER / "four-players" / "event.trf").read_text().splitlines()
    players = [line for line in text if line.startswith("001")]
    turned = "\n".join([*(line for line in text if not line.startswith("001")), *reversed(players)]) + "\n"
    frame = rating_changes(chessdash.read(turned.encode()))
    assert frame.index.tolist() == [4, 3, 2, 1]
    assert frame.sort_index().equals(rating_changes(read("four-players")))


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"rules": "uscf"}, "uscf"),
        ({"time_control": "bullet"}, "bullet"),
        ({"k": 12.5}, "K has to be a whole number from 0 to 100, not 12.5."),
        ({"k": {2: -1}}, "K has to be a whole number from 0 to 100, not -1 for player 2."),
        ({"k": {9: 20}}, "9"),
        ({"ratings": {1: 9999}}, "The rating of player 1 has to be a whole number from 1 to 4000, not 9999."),
        ({"standard": {7: 1500}}, "7"),
    ],
)
def test_what_cannot_be_is_refused(given, sentence):
    with pytest.raises(chessdash.DataError) as refused:
        rating_changes(read("four-players"), **{"time_control": "rapid", **given})
    assert sentence in str(refused.value)
