"""The table after each round against the last one: by hand on five players, and against standings on whole events."""

from pathlib import Path

import numpy as np
import pytest

import chessdash
from chessdash.errors import DataError, TieBreakError
from chessdash.whatif.ending import end_after
from chessdash.whatif.retrospect import retrospect, table_by_round
from tests.events import event

ROOT = Path(__file__).parents[2]
SWISS = sorted((ROOT / "tests/conformance/trf").glob("swiss-*.trf"))

# Ended after round 1: points 1 1 1 0 0, Buchholz ½ (a dummy of at most a draw) 0 0 1 1. With Buchholz first among equals: 1, then
# 2 and 3 level, then 4 and 5 level. After round 2: points 2 1 1 1 0, Buchholz of 2, 3 and 4 is 2 2 1½ (derived in test_ending).
# After round 3: points 3 1 2 1 0, Buchholz of 2 and 4 is 5 and 3½.
PLAYERS = ("2000 -U 3w1 2b1", "1900 4w1 -Z 1w0", "1800 5w1 1b0 4w1", "1700 2b0 5w1 3b0", "1600 3b0 4b0 -Z")
RANKS = [[1, 2, 2, 4, 4], [1, 2, 2, 4, 5], [1, 3, 2, 4, 5]]  # by start number, after each round


def test_by_hand():
    """Of ten pairs round 1 leaves two level and has the others as in the end: tau-a 8/10; round 2 one: 9/10. Round 1 has 2 and 5
    one place too high, round 2 the player 2. 2 and 3 share the second place, which is 3's in the end: half a place changes."""
    frame = retrospect(event(PLAYERS), "BH", prizes=2)
    assert frame["round"].tolist() == [1, 2, 3]
    assert frame["players"].tolist() == [5, 5, 5]
    assert frame["first"].tolist() == [(1,), (1,), (1,)]
    assert frame["first_names"].tolist() == [("P01, Test",)] * 3
    assert frame["same_first"].all()
    assert frame["tau"].tolist() == [0.8, 0.9, 1.0]
    assert frame["moved"].tolist() == [2, 1, 0]
    assert frame["places_moved"].tolist() == [0.4, 0.2, 0.0]
    assert frame["prizes_changed"].tolist() == [0.5, 0.5, 0.0]
    assert frame.attrs == {
        "order": ("PTS", "BH"),
        "edition": "2026",
        "system": "swiss",
        "through": 3,
        "rounds_planned": 3,
        "notes": (),
        "prizes": 2,
    }


def test_ranks_by_hand():
    frame = table_by_round(event(PLAYERS), "BH")
    assert list(frame.index) == [1, 3, 2, 4, 5]  # in the order of the last table
    assert list(frame.columns) == [1, 2, 3]
    assert frame.sort_index().T.to_numpy().tolist() == RANKS


def test_another_winner_and_a_shared_first_place():
    """1 and 4 win round 1, 4 wins round 2 against 1."""
    frame = retrospect(event(["2000 2w1 4b0", "1900 1b0 3w0", "1800 4b0 2b1", "1700 3w1 1w1"]), "PTS", prizes=1)
    assert frame["first"].tolist() == [(1, 4), (4,)]
    assert frame["same_first"].tolist() == [False, True]
    assert frame["prizes_changed"].tolist() == [0.5, 0.0]
    # In the end 4 has two points, 1 and 3 have one, 2 none. After round 1 the pairs 1-4 and 2-3 are level, 1-3 is in the end;
    # 1-2, 4-2 and 4-3 are alike: 3 of 6. The last table has one pair level: 5 of 6, which tau-a of a table with itself is then.
    assert frame["tau"].tolist() == [0.5, pytest.approx(5 / 6)]


def test_who_joins_later_is_in_no_table_before():
    """4 joins in round 2; ranks by points alone."""
    players = ["2000 2w1 4w0 3w1", "1900 1b0 3w= -U", "1800 -U 2b= 1b0", "1700 -Z 1b1 -H"]
    whole = event(players)
    frame, ranks = retrospect(whole, "PTS"), table_by_round(whole, "PTS")
    # points after 1: 1 0 1; after 2: 1 ½ 1½ 1; after 3: 2 1½ 1½ 1½
    assert frame["players"].tolist() == [3, 4, 4]
    assert frame["first"].tolist() == [(1, 3), (3,), (1,)]
    by_number = ranks.sort_index()
    assert by_number[1].isna().tolist() == [False, False, False, True]
    assert by_number.loc[1:3, 1].tolist() == [1, 3, 1]
    assert by_number[2].tolist() == [2, 4, 1, 2]
    assert by_number[3].tolist() == [1, 2, 2, 2]
    # after round 1, among 1 2 3: 1-2 as in the end, 3-2 and 1-3 level in one of the two: 1/3; 3 is second, not first
    assert frame["tau"].iloc[0] == pytest.approx(1 / 3)
    assert frame["moved"].tolist() == [2, 3, 0]  # 2 is third, now second; 3 first, now second
    assert "1 player joined later" in frame.attrs["notes"][0]


def test_against_today():
    """Six rounds are planned: the dummy of 1 is worth 3 today and 1½ at an early end, so 1 has Buchholz 6 or 4½ (test_ending)."""
    going_on = event(PLAYERS, rounds=6)
    frame = retrospect(going_on, ["BH", "PTS"])
    # codes in this order: Buchholz 6 5 4½ 3½ 3 today, 4½ 5 4½ 3½ 3 if it ends
    assert frame["first"].iloc[-1] == (2,)
    assert not frame["same_first"].iloc[-1]
    assert frame.attrs["notes"] == ("The event is not over: each table is held against that of today.",)
    assert retrospect(going_on, ["BH", "PTS"], edition="2024")["moved"].iloc[-1] == 0  # no cap


def test_many_players_of_whom_some_join_later():
    """130 players, the last ten join in round 2: tau of the 120 against a count over all pairs."""
    random = np.random.default_rng(4)
    size, late = 130, 10
    pairs = [(no, no + 1) for no in range(1, size, 2)]
    shifted = [(no, no % size + 1) for no in range(2, size + 1, 2)]
    words = {no: ["2000"] for no in range(1, size + 1)}
    for games in (pairs, shifted, pairs):
        for white, black in games:
            if games is pairs and len(words[white]) == 1 and white > size - late:
                words[white].append("-Z")
                words[black].append("-Z")
                continue
            result = int(random.integers(3))
            words[white].append(f"{black}w{'1=0'[result]}")
            words[black].append(f"{white}b{'0=1'[result]}")
    whole = event([" ".join(line) for line in words.values()])
    frame = retrospect(whole, "BH,SB")
    assert frame["players"].tolist() == [size - late, size, size]
    for round, tau in zip((1, 2, 3), frame["tau"], strict=True):
        then = chessdash.standings(end_after(whole, round).tournament, "BH,SB")["rank"].sort_index()
        now = chessdash.standings(whole, "BH,SB")["rank"].reindex(then.index).to_numpy()
        signs = [np.sign(ranks[:, None] - ranks) for ranks in (then.to_numpy(), now)]
        assert tau == pytest.approx((signs[0] * signs[1]).sum() / (len(now) * (len(now) - 1)))
    assert frame["tau"].iloc[0] < 1


@pytest.mark.parametrize("path", SWISS[::11], ids=lambda path: path.stem)
def test_each_table_is_that_of_the_early_end(path):
    whole = chessdash.read(path)
    order = "BH/C1,SB,WIN"
    frame = table_by_round(whole, order)
    for round in frame.columns:
        ended = chessdash.standings(end_after(whole, round).tournament, order)["rank"]
        assert frame[round].dropna().astype(int).to_dict() == ended.to_dict()
    last = retrospect(whole, order).iloc[-1]
    assert (last["moved"], last["prizes_changed"], last["same_first"]) == (0, 0, True)


def test_before_the_first_round():
    whole = event(["2000 2w", "1900 1b"])
    assert retrospect(whole).empty and list(retrospect(whole).columns)[:2] == ["round", "players"]
    assert table_by_round(whole).shape == (2, 0)


def test_open_boards_are_said():
    whole = event(["2000 2w1 3w1", "1900 1b0 4w", "1800 4w1 1b0", "1700 3b0 2b"], rounds=2)
    assert "Round 2 has open boards: its tables count decided ones only." in retrospect(whole).attrs["notes"]


@pytest.mark.parametrize("prizes", [-1, 2.5, "3", True, None])
def test_prizes_that_are_no_number(prizes):
    with pytest.raises(DataError) as error:
        retrospect(event(PLAYERS), prizes=prizes)
    assert repr(prizes) in str(error.value)


def test_orders_and_rules_are_those_of_standings():
    with pytest.raises(TieBreakError):
        retrospect(event(PLAYERS), "NONE")
    with pytest.raises(DataError):
        retrospect(event(PLAYERS), edition="2020")
    assert retrospect(event(PLAYERS), "ARO").attrs["order"] == ("PTS", "ARO")
    robin = retrospect(event(PLAYERS), "DE", system="round-robin")
    assert robin.attrs["system"] == "round-robin" and len(robin) == 3
