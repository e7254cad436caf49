"""Standings: what is chosen, what is dropped and why, how ties are shown, and how declared ranks compare."""

import numpy as np
import pytest

import chessdash
from chessdash import DataError, TieBreakError, check, frames, standings
from tests.events import event, text

FOUR = [
    "2000 4w1 3b1 2w0",
    "1900 3w= 4b= 1b1",
    "1800 2b= 1w0 4w=",
    "1700 1b0 2w= 3b=",
]  # 2, 2, 1, 1 points; 2 beat 1, 3 and 4 drew
ROUND_ROBIN = "Individual: Round-Robin"


def test_the_table():
    frame = standings(event(FOUR), "BH,DE")
    assert list(frame.columns) == ["rank", "name", "PTS", "BH", "DE", "decided_by"]
    assert frame.index.name == "no" and frame["rank"].dtype == "int64"
    assert frame.index.tolist() == [2, 1, 3, 4]  # BH is the rest of the points: 1 and 2 have 4, 3 and 4 have 5
    assert frame["rank"].tolist() == [1, 2, 3, 3]
    assert frame["decided_by"].tolist() == ["", "DE", "PTS", "shared"]
    assert frame["name"].tolist() == ["P02, Test", "P01, Test", "P03, Test", "P04, Test"]
    assert frame[["PTS", "BH", "DE"]].to_numpy().tolist() == [[2, 4, 1], [2, 4, 2], [1, 5, 0], [1, 5, 0]]


def test_what_the_attributes_say():
    attrs = standings(event(FOUR, rounds=5), "bh/c1, Win").attrs
    assert attrs.pop("notes") == []
    assert attrs == {
        "edition": "2026",
        "system": "swiss",
        "order": ("PTS", "bh/c1", "Win"),  # as written
        "dropped": [],
        "through": 3,
        "rounds_planned": 5,
        "rounds_played": 3,
    }


@pytest.mark.parametrize(
    ("type", "record", "order"),
    [
        ("Swiss", (), ("PTS", "BH/C1", "BH", "SB", "DE", "WIN")),
        (ROUND_ROBIN, (), ("PTS", "DE", "SB", "WIN", "KS")),
        ("Swiss", ("202 WIN,SB",), ("PTS", "WIN", "SB")),
        ("Swiss", ("212 PTS,SB,WIN",), ("PTS", "SB", "WIN")),
        ("Swiss", ("212 SB,PTS,WIN",), ("SB", "PTS", "WIN")),
    ],
)
def test_the_order_is_the_files_own_or_the_preset(type, record, order):
    assert standings(event(FOUR, type=type, records=record)).attrs["order"] == order


def test_a_list_or_a_text():
    table = event(FOUR)
    assert standings(table, ["BH", "DE"]).equals(standings(table, "BH,DE"))
    assert standings(table, iter(["BH", "DE"])).equals(standings(table, " BH , DE ,"))


def test_codes_that_cannot_be_used_are_dropped_with_a_reason():
    table = event(["- 2w1", "1900 1b0"], type=ROUND_ROBIN, records=["202 WIN,FOO,BH,ARO,win,OTHER_ARMY"])
    frame = standings(table)
    assert frame.attrs["order"] == ("PTS", "WIN")
    reasons = {entry["code"]: entry["reason"] for entry in frame.attrs["dropped"]}
    assert list(reasons) == ["FOO", "BH", "ARO", "win", "OTHER_ARMY"]
    assert "round robins" in reasons["BH"] and "unrated" in reasons["ARO"] and "twice" in reasons["win"]
    assert "not a tie-break code" in reasons["FOO"] and "ARMY" in reasons["OTHER_ARMY"]


@pytest.mark.parametrize("order", ["FOO", "BH/Q", "WIN,WON/C1", "", [], ",", "BH:MP/Z"])
def test_what_a_caller_cannot_mean_is_refused(order):
    with pytest.raises(TieBreakError):
        standings(event(FOUR), order)


@pytest.mark.parametrize(
    ("keywords", "words"),
    [
        ({"edition": "2023"}, "2024, 2026"),
        ({"system": "knock-out"}, "swiss, round-robin"),
        ({"through": 4}, "1 to 3"),
        ({"through": -1}, "1 to 3"),
        ({"unrated": -5}, "9999"),
        ({"unrated": float("nan")}, "9999"),
    ],
)
def test_choices_that_are_not_there_are_refused(keywords, words):
    with pytest.raises(DataError, match=words):
        standings(event(FOUR), **keywords)


def test_the_caller_overrides_the_file():
    table = event(FOUR, start="2025/01/01", type=ROUND_ROBIN)
    assert (table.edition, table.system) == ("2024", "round-robin")
    frame = standings(table, "BH", edition="2026", system="swiss")
    assert frame.attrs["edition"] == "2026" and frame.attrs["system"] == "swiss" and frame["BH"].tolist() == [4, 4, 5, 5]


def test_undefined_values_rank_last_even_where_lower_is_better():
    # 3 has no game: ARO undefined. 1 and 2 drew, 3 has H: all on half a point
    table = event(["2000 2w=", "1900 1b=", "1800 -H"])
    frame = standings(table, "ARO")
    assert frame.index.tolist() == [2, 1, 3] and np.isnan(frame.loc[3, "ARO"]) and frame["rank"].tolist() == [1, 2, 3]
    assert standings(table, "TPN/R").index.tolist() == [3, 2, 1]
    assert standings(table, "RTNG/R").index.tolist() == [3, 2, 1]


def test_a_column_of_the_players_is_a_tie_break():
    table = chessdash.read(b"No;Name;Rtg;Army;1\n1;Ada;2000;7;2w1/2\n2;Bo;1900;9;1b1/2\n")
    assert standings(table, "OTHER_ARMY").index.tolist() == [2, 1]
    assert standings(table, "other_army/R").index.tolist() == [1, 2]


def test_notes():
    assert any("round robins" in note for note in standings(event(FOUR), "KS").attrs["notes"])
    assert standings(event(FOUR, type=ROUND_ROBIN), "KS").attrs["notes"] == []
    undated = chessdash.read(text(FOUR).replace("042 2026/05/01\n", "").encode())
    assert any("2026" in note for note in standings(undated).attrs["notes"])
    assert standings(undated, edition="2024").attrs["notes"] == []


@pytest.mark.parametrize("code", ["PTS", "DE", "BH", "TPN"])
def test_one_player_and_no_round(code):
    alone = standings(event(["2000"], rounds=3), code)
    assert alone["rank"].tolist() == [1] and alone["decided_by"].tolist() == [""]


def declared(ranks: list[int], **options: object) -> chessdash.Tournament:
    """FOUR with these declared ranks."""
    lines = text(FOUR, **options).splitlines()  # type: ignore[arg-type]
    at = [i for i, line in enumerate(lines) if line.startswith("001")]
    for i, rank in zip(at, ranks, strict=True):
        lines[i] = f"{lines[i][:85]}{rank:4d}{lines[i][89:]}"
    return chessdash.read("\n".join(lines).encode())


def test_declared_ranks_are_compared():
    right = check(declared([2, 1, 3, 4], records=["202 BH,DE"]))
    assert right.empty  # 3 and 4 share places 3 and 4
    wrong = check(declared([1, 2, 4, 3], records=["202 BH,DE"]))
    frames.checked("faults", wrong)
    assert wrong["no"].tolist() == [2, 1] and set(wrong["code"]) == {"declared_rank"} and set(wrong["severity"]) == {"warning"}
    assert wrong["line"].tolist() == [8, 7] and "2" in wrong["message"].iloc[0]
    dropped = check(declared([2, 1, 3, 4], records=["202 BH,DE,FOO"]))
    assert dropped["code"].tolist() == ["declared_code_dropped"]


def test_without_a_list_ranks_are_held_against_the_points():
    assert check(declared([1, 2, 4, 3])).empty
    assert check(declared([1, 3, 2, 4]))["code"].tolist() == ["declared_rank_by_points"] * 2
    assert not check(declared([1, 2, 4, 3]), "BH,DE").empty
