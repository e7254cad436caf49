"""Pairings: Berger tables as published, what is left of round robins, the Dutch system against an independent engine."""

import dataclasses
import json
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chessdash
from benchmarks import dutch_agreement
from chessdash.crosstable import Crosstable, Kind, Scoring
from chessdash.errors import DataError
from chessdash.pairing import away, berger, dutch, dutch_pairs, follows_berger, remaining_round_robin
from chessdash.pairing.engine import heaviest
from chessdash.tournament import Tournament
from tests.events import event
from tests.simulated import table as simulated

EVENTS = Path(__file__).parent / "conformance" / "trf"
RECORDED = json.loads(Path(dutch_agreement.__file__).with_suffix(".json").read_text(encoding="utf-8"))

# The tables of the FIDE handbook, C.05 annex 1: a line a round, White first.
PUBLISHED = {
    4: """1-4 2-3
          4-3 1-2
          2-4 3-1""",
    6: """1-6 2-5 3-4
          6-4 5-3 1-2
          2-6 3-1 4-5
          6-5 1-4 2-3
          3-6 4-2 5-1""",
    8: """1-8 2-7 3-6 4-5
          8-5 6-4 7-3 1-2
          2-8 3-1 4-7 5-6
          8-6 7-5 1-4 2-3
          3-8 4-2 5-1 6-7
          8-7 1-6 2-5 3-4
          4-8 5-3 6-2 7-1""",
}
ROUND_ROBIN = "Individual: Round-Robin"


def published(players):
    return [[tuple(map(int, board.split("-"))) for board in line.split()] for line in PUBLISHED[players].splitlines()]


def boards(table):
    return [[tuple(board) for board in round_.tolist()] for round_ in table]


# Berger tables


@pytest.mark.parametrize("players", PUBLISHED)
def test_berger_is_the_published_table(players):
    assert boards(berger(players)) == published(players)


@pytest.mark.parametrize("players", PUBLISHED)
def test_the_highest_number_of_an_odd_field_is_nobody(players):
    without = [[board for board in round_ if players not in board] for round_ in published(players)]
    assert boards(berger(players - 1)) == without


@pytest.mark.parametrize("players", range(2, 21))
def test_everyone_meets_everyone_once_with_even_colours(players):
    table = berger(players)
    assert len(table) == players - 1 + players % 2
    met = [frozenset(board) for board in table.reshape(-1, 2).tolist()]
    assert sorted(map(sorted, met)) == [list(pair) for pair in combinations(range(1, players + 1), 2)]
    assert all(len(set(round_.ravel().tolist())) == round_.size for round_ in table)
    whites = np.bincount(table[..., 0].ravel(), minlength=players + 1)[1:]
    assert (abs(2 * whites - (players - 1)) <= 1).all()


@pytest.mark.parametrize("players", range(4, 17, 2))
def test_two_cycles_reverse_colours_and_give_nobody_one_colour_three_times_in_a_row(players):
    table = berger(players, double=True)
    pairs = [tuple(board) for board in table.reshape(-1, 2).tolist()]
    assert sorted(pairs) == sorted((i, j) for i in range(1, players + 1) for j in range(1, players + 1) if i != j)
    for player in range(1, players + 1):
        colours = "".join("w" if player in round_[:, 0] else "b" for round_ in table)
        assert "www" not in colours and "bbb" not in colours


def test_no_berger_table_for_one():
    with pytest.raises(DataError, match="players has to be a whole number from 2 to 1000, not 1"):
        berger(1)


# What is left of a round robin


def cut(tournament, rounds):
    """The same event with its first rounds alone."""
    sheet = tournament.sheet
    arrays = {name: getattr(sheet, name)[:, :rounds] for name in ("opponent", "colour", "result")}
    return Tournament(dataclasses.replace(sheet, **arrays))


def by_number(tournament, rounds):
    numbers = np.asarray(tournament.sheet.players["no"])
    return [sorted(zip(numbers[white].tolist(), numbers[black].tolist(), strict=True)) for white, black in rounds]


def test_the_rest_of_an_event_that_follows_berger_is_the_table():
    """Round 1 of four: 1-4, 2-3; the rows stand in another order than the numbers."""
    four = event(["2000 4w1", "1900 1b0", "1800 2b1", "1700 3w0"], rounds=3, type=ROUND_ROBIN, numbers=(1, 4, 3, 2))
    assert follows_berger(four)
    assert by_number(four, remaining_round_robin(four)) == [sorted(r) for r in published(4)[1:]]
    second = event(["2000 2w1", "1900 3w0", "1800 4b1", "1700 1b0"], rounds=3, type=ROUND_ROBIN, numbers=(1, 4, 3, 2))
    assert not follows_berger(second)  # 4-3 and 1-2 are a round of the table, but not its first


def test_reversed_colours_do_not_follow_berger():
    turned = event(["2000 4b1", "1900 3w1", "1800 2b0", "1700 1w0"], rounds=3, type=ROUND_ROBIN)
    assert not follows_berger(turned)
    assert [{frozenset(board) for board in r} for r in by_number(turned, remaining_round_robin(turned))] in (
        [{frozenset(b) for b in r} for r in published(4)[1:]],
        [{frozenset(b) for b in r} for r in published(4)[:0:-1]],
    )


def test_an_event_not_begun_is_the_whole_table():
    empty = event(["2000"] * 5, rounds=5, type=ROUND_ROBIN)
    assert by_number(empty, remaining_round_robin(empty)) == [sorted(r) for r in boards(berger(5))]


def test_pairings_of_the_file_come_first():
    """Round 2 is written in another way than the table: 2-1 and 3-4, so 1-3 and 4-2 are left."""
    known = event(["2000 4w1 2b", "1900 3w1 1w", "1800 2b0 4w", "1700 1b0 3b"], rounds=3, type=ROUND_ROBIN)
    second, third = by_number(known, remaining_round_robin(known))
    assert second == [(2, 1), (3, 4)]
    assert {frozenset(board) for board in third} == {frozenset({1, 3}), frozenset({2, 4})}


def test_who_meets_again_changes_colours():
    """Two players, two rounds: 1 had White."""
    two = event(["2000 2w1", "1900 1b0"], rounds=2, type=ROUND_ROBIN)
    assert by_number(two, remaining_round_robin(two)) == [[(2, 1)]]
    back = event(["2000 2b1", "1900 1w0"], rounds=2, type=ROUND_ROBIN)
    assert by_number(back, remaining_round_robin(back)) == [[(1, 2)]]


@pytest.mark.parametrize("path", [*sorted(EVENTS.glob("rr-*.trf"))[::4], EVENTS / "rr-001.trf"], ids=lambda path: path.stem)
def test_everyone_meets_everyone_in_what_is_left(path):
    """The independent events turn the other way after round 1, so that their rounds have to be found."""
    tournament = chessdash.read(path)
    size, planned = tournament.size, tournament.rounds_planned
    assert not follows_berger(tournament)
    for played in (0, 2, planned // 2, planned - 1):
        left = remaining_round_robin(cut(tournament, played))
        assert len(left) == planned - played
        met = np.zeros((size, size), int)
        for row, opponents in enumerate(tournament.sheet.opponent[:, :played]):
            np.add.at(met[row], opponents[opponents > 0] - 1, 1)
        for white, black in left:
            assert len({*white.tolist(), *black.tolist()}) == 2 * len(white)
            met[white, black] += 1
            met[black, white] += 1
        assert (met[~np.eye(size, dtype=bool)] == (2 if planned > size else 1)).all()


def test_a_board_that_never_was_is_not_made_up_for():
    """Six players, round 1 without 3 against 4: what is left are the other 12 games, in four rounds."""
    players = ["2000 6b1", "1900 5b1", "1800 .", "1700 .", "1600 2w0", "1500 1w0"]
    six = event(players, rounds=5, type=ROUND_ROBIN)
    left = by_number(six, remaining_round_robin(six))
    games = [frozenset(board) for round_ in left for board in round_]
    assert len(left) == 4 and len(games) == 12 == len(set(games))
    assert not {frozenset(pair) for pair in ((1, 6), (2, 5), (3, 4))} & set(games)


def test_rounds_that_do_not_fit_the_players():
    with pytest.raises(
        DataError, match="expected 3 rounds for a round robin of 4 players, or 6 for a double one, but 4 are planned"
    ):
        remaining_round_robin(event(["2000 4w1", "1900 3w1", "1800 2b0", "1700 1b0"], rounds=4, type=ROUND_ROBIN))


def test_games_that_do_not_fit_the_rounds_left():
    """Six players met within two groups of three as far as a round allows: what is left has odd cycles in its last rounds.

    Left are the triangles 1 3 5 and 2 4 6 alone: rounds 1 to 3 were 1-2 3-4 5-6, 1-4 3-6 5-2 and 1-6 3-2 5-4.
    """
    players = ["2000 2w1 4b1 6w1", "1 1b0 5w= 3b=", "1 4w= 6b= 2w=", "1 3b= 1w0 5b=", "1 6w= 2b= 4w=", "1 5b= 3w= 1b0"]
    with pytest.raises(DataError, match="into the 2 rounds without pairings, but 6 games do not"):
        remaining_round_robin(event(players, rounds=5, type=ROUND_ROBIN))


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 8), st.randoms(use_true_random=False))
def test_the_heaviest_pairs(size, random):
    """Against the best of all ways to pair."""
    weight = np.zeros((size, size), int)
    for one, other in combinations(range(size), 2):
        weight[one, other] = weight[other, one] = random.choice([0, 0, 1, 2, 3])

    @cache
    def best(free):
        if not free:
            return 0
        one, *others = free
        alone = best(tuple(others))
        met = [weight[one, o] + best(tuple(p for p in others if p != o)) for o in others if weight[one, o]]
        return max([alone, *met])

    mates = heaviest(weight)
    assert (mates[mates] == np.arange(size)).all()
    assert weight[np.arange(size), mates].sum() == 2 * best(tuple(range(size)))


# The Dutch system


def start(players, **options):
    """An event before round 1, (P, 0)."""
    none = np.empty((players, 0))
    given = {"scoring": Scoring(), "rounds_planned": 5, "number": np.arange(1, players + 1)} | options
    return Crosstable(none.astype(int), none, none.astype(int), none.astype(bool), np.full(players, np.nan), **given)


def nobody(players):
    return np.zeros(players, bool)


def test_round_one():
    """Upper half against lower half; odd numbers of the upper half have the first colour, the last of an odd field the bye."""
    white, black, bye = dutch_pairs(start(5), nobody(5), 5)
    assert (white.tolist(), black.tolist(), bye) == ([0, 3], [2, 1], 4)
    white, black, bye = dutch_pairs(start(4), nobody(4), 5, first_white=False)
    assert (white.tolist(), black.tolist(), bye) == ([2, 1], [0, 3], -1)


def test_round_one_numbers_those_present():
    """Without 1, 2 is the first: it has White against 4, and 3 Black against 5."""
    absent = np.array([True, False, False, False, False])
    white, black, bye = dutch_pairs(start(5), absent, 5)
    assert (white.tolist(), black.tolist(), bye) == ([1, 4], [3, 2], -1)


def test_round_two_of_four():
    """1 and 2 won with White and Black, 3 and 4 lost with Black and White: equals meet, and each has the other colour."""
    four = event(["2000 3w1", "1900 4b1", "1800 1b0", "1700 2w0"], rounds=3).crosstable
    white, black, bye = dutch_pairs(four, nobody(4), 3)
    assert (white.tolist(), black.tolist(), bye) == ([1, 2], [0, 3], -1)


def test_points_are_those_awarded():
    """With two points more for its loss, as record 299 can give, 3 is first alone and meets 2, since it met 1; else 1 meets 2."""
    lines = ["2000 3w1", "1900 4b1", "1800 1b0", "1700 2w0"]
    table = event(lines, rounds=3).crosstable
    bonus = table.points.copy()
    bonus[2] += 2.0
    white, black, _ = dutch_pairs(table, nobody(4), 3)
    assert {frozenset(pair) for pair in zip(white.tolist(), black.tolist(), strict=True)} == {
        frozenset({0, 1}),
        frozenset({2, 3}),
    }
    white, black, _ = dutch_pairs(dataclasses.replace(table, points=bonus), nobody(4), 3)
    assert {frozenset(pair) for pair in zip(white.tolist(), black.tolist(), strict=True)} == {
        frozenset({0, 3}),
        frozenset({1, 2}),
    }


def test_the_lowest_without_a_bye_gets_it():
    """5 had the bye in round 1 and has a point; of 3 and 4, who have none, 4 gets it now unless it has left."""
    five = event(["2000 3w1", "1900 4b1", "1800 1b0", "1700 2w0", "1600 -U"], rounds=3).crosstable
    assert dutch_pairs(five, nobody(5), 3)[2] == 3
    gone = np.array([False, True, False, True, False])
    assert dutch_pairs(five, gone, 3)[2] == 2


def test_pairs_that_may_not_meet():
    white, black, _ = dutch_pairs(start(4), nobody(4), 5, forbidden=[(2, 0)])
    assert {frozenset(pair) for pair in zip(white.tolist(), black.tolist(), strict=True)} == {
        frozenset({0, 3}),
        frozenset({1, 2}),
    }


def test_nobody_and_one():
    assert [part if isinstance(part, int) else part.tolist() for part in dutch_pairs(start(3), ~nobody(3), 5)] == [[], [], -1]
    assert dutch_pairs(start(1), nobody(1), 5)[2] == 0


@settings(max_examples=12, deadline=None)
@given(st.integers(5, 14), st.integers(1, 4), st.integers(0, 99), st.randoms(use_true_random=False))
def test_order_of_rows_is_nothing_and_nobody_meets_again(players, rounds, seed, random):
    """Rows in any order and numbers with gaps give the pairs of the same players; all present are paired once."""
    table = simulated(players, rounds, seed)
    absent = np.array([random.random() < 0.15 for _ in range(players)])
    rows = random.sample(range(players), players)
    place = np.append(np.argsort(rows), -1)
    moved = dataclasses.replace(
        table,
        opponent=place[table.opponent[rows]],
        kind=table.kind[rows],
        points=table.points[rows],
        black=table.black[rows],
        number=3 * table.number[rows] + 1,
    )
    try:
        white, black, bye = dutch_pairs(table, absent, rounds + 1)
    except DataError as error:
        assert "cannot be paired under the Dutch system of 2025" in str(error)
        return
    other = dutch_pairs(moved, absent[rows], rounds + 1)
    assert [np.array(rows)[part].tolist() for part in other[:2]] == [white.tolist(), black.tolist()]
    assert (rows[other[2]] if other[2] >= 0 else -1) == bye
    assert sorted([*white.tolist(), *black.tolist(), *[bye] * (bye >= 0)]) == np.flatnonzero(~absent).tolist()
    assert not (table.opponent[white] == black[:, None]).any()


def test_refusals():
    running = event(["2000 3w1 2w", "1900 4b1 1b", "1800 1b0 4b1", "1700 2w0 3w0"], rounds=3)
    with pytest.raises(DataError, match=r"round 3 can be paired once .* but 1 has none \(1 – 2 in round 2\)"):
        dutch_pairs(running.crosstable, nobody(4), 3)
    with pytest.raises(DataError, match="round 2 cannot be paired"):
        dutch_pairs(event(["2000 2w1", "1900 1b0"], rounds=3).crosstable, nobody(2), 3)
    odd = event(["2000 2w1", "1900 1b0"], rounds=3).crosstable
    with pytest.raises(DataError, match=r"whole tenths for pairing, found 0\.25 in round 1"):
        dutch_pairs(dataclasses.replace(odd, points=odd.points * 0.25), nobody(2), 3)


# The preview

OPEN = ["2000 4w1", "1900 5b1", "1800 -H", "1700 1b0", "1600 2w0", "1500 -Z", "1400 -U"]


def test_preview():
    """4 asks for a bye in round 2, 6 has never been there.

    1, 2 and 7 have a point. 7 had the bye, which is a downfloat, so that 2 floats down and not 7 again: 7, who has had no colour,
    gives 1 Black. 2, due White, meets 3; 5 is left, who met 2 and has had no bye.
    """
    frame = dutch(event(OPEN, rounds=4, records=("240 H 002    4",)))
    assert frame.attrs["system"] == "Dutch system of 2025"
    assert frame.attrs["round"] == 2
    assert frame.attrs["absent"] == {4: "asked for a half-point bye", 6: "absent in every round so far"}
    assert frame["board"].tolist() == [1, 2, 3]
    assert list(zip(frame["white"], frame["black"], strict=True)) == [(7, 1), (2, 3), (5, 0)]
    assert frame["white_points"].tolist() == [1.0, 1.0, 0.0]
    assert frame["black_points"].tolist()[:2] == [1.0, 0.5] and np.isnan(frame["black_points"].iloc[2])
    assert frame["white_name"].tolist() == ["P07, Test", "P02, Test", "P05, Test"]
    assert frame["black_name"].tolist() == ["P01, Test", "P03, Test", ""]


def test_who_is_away_by_the_file_in_right_words():
    """In the third of four rounds 4 has a half-point and 5 a full-point bye, 6 the one that is allocated; 3 is absent from it on,
    2 in it alone."""
    lines = ["2000 2w1 3w1", "1 1b0 4w1", "1 4b1 1b0", "1 3w0 2b0", "1 6w1 7b1", "1 5b0 8w1 -U", "1 8w1 5w0", "1 7b0 6b0"]
    byes = ("240 H 003    4", "240 F 003    5", "240 Z 003    2    3", "240 Z 004    3")
    assert away(event(lines, rounds=4, records=byes)) == {
        2: "will be absent, as the file says",
        3: "has withdrawn: absent from round 3 on, as the file says",
        4: "asked for a half-point bye",
        5: "asked for a full-point bye",
        6: "has the pairing-allocated bye, as the file says",
    }


def test_who_is_away():
    """2 was there and then absent; 3 too, but asks for a bye in round 4; 4 is paired in round 3; 6 is new; 5 asks for nothing."""
    lines = ["2000 5w1 6w1 4w", "1 6w1 -Z", "1 4b1 -Z", "1 3w0 -Z 1b", "1 1b0 -U", "1 2b0 1b0"]
    tournament = event(lines, rounds=5, records=("240 H 004    3", "240 Z 003    5"))
    assert away(tournament) == {2: "absent in the last round, so taken to have withdrawn", 5: "will be absent, as the file says"}
    frame = dutch(tournament, absent=[6], present=[5])
    assert frame.attrs["absent"] == {2: "absent in the last round, so taken to have withdrawn", 6: "left out by choice"}
    assert sorted(frame["white"].tolist() + frame["black"].tolist()) == [1, 3, 4, 5]
    assert any("2 boards of this preview" in note or "1 board of this preview" in note for note in frame.attrs["notes"])


def test_the_first_colour():
    """As the file says, else as round 1 was for the first of those paired, else White and a note."""
    fresh = ["2000", "1900", "1800", "1700"]
    assert dutch(event(fresh, rounds=3))["white"].tolist() == [1, 4]
    assert any("so it is White" in note for note in dutch(event(fresh, rounds=3)).attrs["notes"])
    said = dutch(event(fresh, rounds=3, records=("152 B",)))
    assert said["white"].tolist() == [3, 2]
    assert not any("so it is White" in note for note in said.attrs["notes"])
    late = ["2000 -H", "1900 -H", "1800 4b=", "1700 3w="]  # 3 had Black, so 1 gets Black against 2: neither has a preference
    assert dutch(event(late, rounds=3)).loc[0, ["white", "black"]].tolist() != [1, 2]


def test_prohibited_pairings_of_the_file():
    fresh = ["2000", "1900", "1800", "1700"]
    for record in ("260 001 003    1    3", "XXP    1    3"):
        frame = dutch(event(fresh, rounds=3, records=(record,)))
        assert sorted(map(sorted, zip(frame["white"], frame["black"], strict=True))) == [[1, 4], [2, 3]]
    later = dutch(event(fresh, rounds=3, records=("260 002 003    1    3",)))
    assert sorted(map(sorted, zip(later["white"], later["black"], strict=True))) == [[1, 3], [2, 4]]


def test_the_file_has_the_round_already():
    four = ["2000 3w1 2b", "1900 4b1 1w", "1800 1b0 4w", "1700 2w0 3b"]
    assert "The file's own pairings of this round are the same" in dutch(event(four, rounds=3)).attrs["notes"]


def test_a_round_robin_has_its_boards():
    four = event(["2000 4w1", "1900 3w1", "1800 2b0", "1700 1b0"], rounds=3, type=ROUND_ROBIN)
    frame = dutch(four, absent=[3])
    assert frame.attrs["system"] == "Berger table" and frame.attrs["round"] == 2
    assert frame.attrs["absent"] == {3: "left out by choice"}
    assert list(zip(frame["white"], frame["black"], strict=True)) == [(4, 3), (1, 2)]


@pytest.mark.parametrize(
    ("lines", "options", "absent", "sentence"),
    [
        (["2000 2w1", "1 1b0"], {"rounds": 1}, (), "the only round planned is played"),
        (["2000 2w1 .", "1 1b0 ."], {"rounds": 3}, (9,), "nobody has 9; the largest is 2"),
        (["2000 3w1", "1 4w", "1 1b0", "1 2b"], {"rounds": 3}, (), r"1 has none \(2 – 4 in round 1\)"),
        (["2000 2w1", "1 1b0"], {"rounds": 3, "type": "Team: Swiss-System"}, (), "this is a team event"),
    ],
)
def test_no_preview(lines, options, absent, sentence):
    with pytest.raises(DataError, match=sentence):
        dutch(event(lines, **options), absent=absent)


def test_absent_and_present():
    with pytest.raises(DataError, match="to be absent or present, but it is named as both"):
        dutch(event(["2000", "1", "1", "1"], rounds=3), absent=[2], present=[2])


# Against the independent engine

SAMPLE = ("swiss-000", "swiss-021", "swiss-040", "swiss-061", "swiss-068", "swiss-075", "swiss-078", "swiss-101")


def test_the_record_adds_up():
    differ = RECORDED["rounds that differ"]
    assert RECORDED["rounds"] == RECORDED["agree"] + len(differ)
    assert sum(RECORDED["differences"].values()) == sum(RECORDED["causes"].values()) == len(differ)
    assert "unknown" not in RECORDED["causes"]
    assert RECORDED["rounds"] == sum(chessdash.read(path).rounds_played for path in EVENTS.glob("swiss-*.trf"))


@pytest.mark.parametrize("name", SAMPLE)
def test_agreement_is_what_is_recorded(name):
    """Round for round: the same rounds differ, in the same way and for the same cause."""
    found = dutch_agreement.of_event(EVENTS / f"{name}.trf")
    recorded = [one for one in RECORDED["rounds that differ"] if one["event"] == name]
    assert [one for one in found if one["difference"]] == recorded
    assert [one["round"] for one in found] == list(range(1, len(found) + 1))


def test_an_absence_is_no_game():
    """The adapter gives byes and forfeits as they are: a forfeit win bars from the bye, a full-point bye does not."""
    three = event(["2000 2w+", "1900 1b-", "1800 -F"], rounds=3).crosstable
    assert three.kind[2, 0] == Kind.FULL_BYE
    white, black, bye = dutch_pairs(three, np.array([False, True, False]), 3)
    assert {int(white[0]), int(black[0])} == {0, 2} and bye == -1
    assert dutch_pairs(three, np.array([True, True, False]), 3)[2] == 2
    with pytest.raises(DataError, match="cannot be paired"):
        dutch_pairs(three, np.array([False, True, True]), 3)
