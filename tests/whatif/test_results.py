"""Other results: boards set, the table changed, and which single results would swap two players or who is first."""

import re

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chessdash
from chessdash.crosstable import Kind
from chessdash.errors import DataError
from chessdash.standings import standings
from chessdash.tournament import Tournament
from chessdash.whatif.boards import every_board
from chessdash.whatif.results import boards, by_white, changes, flip_list, result_of, with_results
from tests.events import event, text
from tests.laws.events import tournaments

few = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
CODES = "1=0+-x*"
CELLS = {"1": "10", "=": "==", "0": "01", "+": "+-", "-": "-+", "x": "--", "*": "  "}  # what an arbiter types into the two lines

# Two rounds played, one board of them open; round 3 is paired, 5 has asked for half a point there.
PLAYERS = [
    "2000 2w1 3b1 4w",
    "1900 1b0 4w1 3b",
    "1800 4b0 1w0 2w",
    "1700 3w1 2b0 1b",
    "1600 6w 6b1 -H",
    "1500 5b 5w0 -U",
]


def edited(lines, round, no, code):
    """The lines of players with the two cells of a board typed anew, as one does by hand."""
    rows = [line.split() for line in lines]
    opponent = int(re.match(r"\d+", rows[no - 1][round])[0])
    for who, letter in zip((no, opponent), CELLS[code], strict=True):
        rows[who - 1][round] = re.match(r"\d+[wb]?", rows[who - 1][round])[0] + letter.strip()
    return [" ".join(row) for row in rows]


def keys(one: Tournament) -> list[tuple[int, int]]:
    """Round and start number of every player with a board."""
    every, numbers = every_board(one), one.sheet.players["no"]
    pairs = [(r, p) for r, w, b in zip(every.round, every.white, every.black, strict=True) for p in (w, b)]
    return [(int(r) + 1, int(numbers[p])) for r, p in pairs]


# ---- setting results


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(("round", "no"), [(1, 1), (1, 2), (1, 6), (2, 4), (3, 3), (3, 1)])
def test_a_result_set_is_the_file_with_two_cells_typed_anew(round, no, code):
    changed = with_results(event(PLAYERS, rounds=4), {(round, no): code})
    assert changed.equals(event(edited(PLAYERS, round, no, code), rounds=4))
    assert result_of(changed, round, no) == code


def test_a_round_with_a_result_is_played_and_its_byes_count():
    before = event(PLAYERS, rounds=4)
    after = with_results(before, {(3, 1): "="})
    assert (before.rounds_played, after.rounds_played) == (2, 3)
    # 1 has 2 + ½, 4 has 1 + ½; 2 and 3 have no result yet; 5 has 1 and the half it asked for, 6 the pairing-allocated bye
    assert standings(after)["PTS"].to_dict() == {1: 2.5, 4: 1.5, 5: 1.5, 2: 1.0, 6: 1.0, 3: 0.0}
    assert standings(before)["PTS"].to_dict() == {1: 2.0, 2: 1.0, 4: 1.0, 5: 1.0, 3: 0.0, 6: 0.0}


def test_byes_of_records_count_in_a_round_that_is_played_now():
    """From frames a bye stands beside the cells; in a file the reader has put it there."""
    lines = ["2000 2w1 2b", "1900 1b0 1w", "1800 -U"]
    file = event(lines, rounds=2, records=["240 H   2    3"])
    framed = Tournament.from_frames(file.players, file.results.drop(columns="points"), byes=file.byes, info={"rounds": 2})
    for one in (file, framed):
        assert standings(with_results(one, {(2, 1): "1"})).loc[3, "PTS"] == 1.5


def test_a_result_taken_away_makes_the_round_one_to_come():
    one = event(["2000 2w1 3b1", "1900 1b0 -H", "1800 -U 1w0"], rounds=2)
    open_again = with_results(one, {(2, 3): "*"})
    assert open_again.rounds_played == 1
    assert standings(open_again)["PTS"].to_dict() == {1: 1.0, 3: 1.0, 2: 0.0}
    assert with_results(open_again, {(2, 1): "1"}).equals(one)


def test_cells_that_contradict_each_other_are_settled_by_a_result():
    one = event(["2000 2w1", "1900 1b1"])
    assert one.rounds_played == 0 and result_of(one, 1, 1) == "*"
    assert standings(with_results(one, {(1, 2): "1"}))["PTS"].to_dict() == {2: 1.0, 1: 0.0}


def test_a_game_of_less_than_a_move_stays_one():
    one = event(["2000 2wW", "1900 1bL"])
    drawn = with_results(one, {(1, 1): "="})
    assert drawn.crosstable.kind[:, 0].tolist() == [Kind.UNRATED_GAME] * 2
    assert drawn.results["result"].tolist() == ["D", "D"]


def test_records_299_stand_and_what_they_pay_follows_the_result():
    # player 1 gets a bonus of ½ in round 1 whatever happens; a win of player 2 in it pays only ½
    records = ["299           0.5    1    1", "299 W         0.5    1    2"]
    one = event(["2000 2w1", "1900 1b0"], records=records)
    assert standings(one)["PTS"].to_dict() == {1: 1.5, 2: 0.0}
    lost = with_results(one, {(1, 1): "0"})
    assert standings(lost)["PTS"].to_dict() == {1: 0.5, 2: 0.5}
    assert lost.equals(event(["2000 2w0", "1900 1b1"], records=records))


@few
@given(tournaments(), st.data())
def test_setting_and_setting_back_is_nothing(one, data):
    chosen = data.draw(st.lists(st.sampled_from(keys(one) or [None]), max_size=4, unique=True)) if keys(one) else []
    back, new = {}, {}
    for round, no in chosen:
        old, code = result_of(one, round, no), data.draw(st.sampled_from(CODES))
        row = list(one.sheet.players["no"]).index(no)
        opponent = int(one.sheet.opponent[row, round - 1])
        if (round, opponent) in new or old == "":
            continue
        kinds = one.settled.kind[[row, list(one.sheet.players["no"]).index(opponent)], round - 1]
        if code in "+-x*" and Kind.UNRATED_GAME in kinds:
            continue  # a forfeit does not say that the game would have been one of less than a move
        new[round, no], back[round, no] = code, old
    there = with_results(one, new)
    assert all(result_of(there, *key) == code for key, code in new.items())
    again = with_results(there, back)
    doubtful = {key for key in new if back[key] == "*"}
    assert again.equals(one) or doubtful  # cells that contradict each other come back as open ones
    assert np.array_equal(again.settled.points, one.settled.points) and np.array_equal(again.settled.kind, one.settled.kind)
    assert with_results(there, {}).equals(there)


@few
@given(tournaments(), st.sampled_from(CODES), st.data())
def test_both_players_name_the_same_board(one, code, data):
    if not keys(one):
        return
    round, no = data.draw(st.sampled_from(keys(one)))
    changed = with_results(one, {(round, no): code})
    ((key, from_white),) = by_white(one, {(round, no): code}).items()
    assert with_results(one, {key: from_white}).equals(changed)
    table = boards(changed, round)
    row = table[(table["white"] == no) | (table["black"] == no)].iloc[0]
    assert (key, from_white) == ((round, row["white"]), row["result"])
    assert from_white == code if row["white"] == no else {*from_white, code} in ({"1", "0"}, {"+", "-"}, {code})
    untouched = {(r, n) for r, n in keys(one) if (r, n) not in {(round, row["white"]), (round, row["black"])}}
    assert all(result_of(changed, *k) == result_of(one, *k) for k in untouched)


@pytest.mark.parametrize(
    ("results", "words"),
    [
        ({(9, 1): "1"}, "There is no round 9; the event has rounds 1 to 4."),
        ({(0, 1): "1"}, "There is no round 0"),
        ({(4, 1): "1"}, "Round 4 is not paired yet; results can be set in rounds up to 3."),
        ({(1, 77): "1"}, "no player with start number 77; the numbers are 1 to 6"),
        ({(3, 5): "1"}, "Player 5 has no board in round 3"),
        ({(1, 1): "win"}, "'win' is no result; choose one of 1 = 0 + - x *."),
        ({(1, 1): 1}, "1 is no result"),
        ({(1, 1): "1", (1, 2): "1"}, "Round 1, board 1 against 2: two results are given, '1' and '0' from White's side"),
        ({("1", 1): "1"}, "('1', 1) names no board; give round and start number"),
        ({(True, 1): "1"}, "names no board"),
        ({(1, 1.0): "1"}, "names no board"),
        ({1: "1"}, "1 names no board"),
        ([((1, 1), "1")], "Expected results by round and start number, such as {(3, 12): '1'}, found list."),
    ],
)
def test_what_cannot_be_set_is_refused_in_one_sentence(results, words):
    with pytest.raises(DataError, match=re.escape(words)):
        with_results(event(PLAYERS, rounds=4), results)


def test_the_same_result_twice_is_fine_and_an_event_without_boards_says_so():
    one = event(PLAYERS, rounds=4)
    assert by_white(one, {(1, 2): "0", (1, 1): "1", (3, 4): "+"}) == {(1, 1): "1", (3, 1): "-"}
    with pytest.raises(DataError, match="Round 1 is not paired yet, nor is any other"):
        with_results(event(["2000", "1900"], rounds=3), {(1, 1): "1"})


# ---- boards


def test_boards_stand_by_the_score_before_the_round():
    # before round 2 (5-6 of round 1 is open): 1 and 4 have a point, 2, 3, 5 and 6 none
    table = boards(event(PLAYERS, rounds=4), 2)
    assert table["board"].tolist() == [1, 2, 3]
    assert list(zip(table["white"], table["black"], table["result"], strict=True)) == [(3, 1, "0"), (2, 4, "1"), (6, 5, "0")]
    assert table["white_name"].tolist() == ["P03, Test", "P02, Test", "P06, Test"]
    assert boards(event(PLAYERS, rounds=4), 3)["result"].tolist() == ["*", "*"]
    assert boards(event(PLAYERS, rounds=4), 4).empty
    with pytest.raises(DataError, match="no round 5"):
        boards(event(PLAYERS, rounds=4), 5)


def test_points_shared_short_have_no_code():
    one = event(["2000 2w0", "1900 1b0"])
    assert result_of(one, 1, 1) == "" and boards(one, 1)["result"].tolist() == [""]
    assert result_of(with_results(one, {(1, 1): "x"}), 1, 1) == "x"


# ---- changes


def test_changes_of_one_result_worked_by_hand():
    # 3-4 drawn instead of won by 4 in round 1: 4 falls from 1 to ½, behind 2 and 5; 3 has ½
    before = event(PLAYERS, rounds=4)
    after = with_results(before, {(1, 4): "="})
    frame = changes(before, after, "PTS")
    assert frame.attrs["order"] == ("PTS",)
    # before: 1 (2), then 2, 4, 5 (1), then 3, 6 (0); after: 1 (2), 2, 5 (1), 3, 4 (½), 6 (0)
    assert frame["rank"].to_dict() == {1: 1, 2: 2, 5: 2, 3: 4, 4: 4, 6: 6}
    assert frame["rank_before"].to_dict() == {1: 1, 2: 2, 5: 2, 3: 5, 4: 2, 6: 5}
    assert frame["move"].to_dict() == {1: 0, 2: 0, 5: 0, 3: 1, 4: -2, 6: -1}
    assert frame["changed"].to_dict() == {1: False, 2: False, 5: False, 3: True, 4: True, 6: True}
    assert frame.loc[4, ["points", "points_before", "PTS", "PTS before"]].tolist() == [0.5, 1.0, 0.5, 1.0]


@few
@given(tournaments(), st.data())
def test_changes_are_the_two_tables_side_by_side(before, data):
    order = "PTS,BWG,DE" if before.system == "round-robin" else "PTS,BH,AOB,DE"  # AOB is undefined without a game
    after = before
    if keys(before):
        after = with_results(before, {data.draw(st.sampled_from(keys(before))): data.draw(st.sampled_from(CODES))})
    frame, old, new = changes(before, after, order), standings(before, order), standings(after, order)
    assert frame.index.equals(new.index)
    for code in old.attrs["order"]:
        assert frame[code].equals(new[code]) and frame[f"{code} before"].equals(old[code].reindex(new.index).rename(None))
    assert frame["move"].equals((old["rank"].reindex(new.index) - new["rank"]).rename("move"))
    columns = ["rank", *old.attrs["order"]]
    differ = [not old.loc[no, columns].equals(new.loc[no, columns]) for no in new.index]
    assert frame["changed"].tolist() == differ
    assert not changes(before, before, order)["changed"].any()


def test_players_of_one_table_only_are_left_out():
    before, after = event(PLAYERS, rounds=4), event(PLAYERS[:4], rounds=4)
    assert sorted(changes(before, after).index) == [1, 2, 3, 4]
    assert sorted(changes(after, before).index) == [1, 2, 3, 4]


# ---- which single results would swap


def by_hand(one: Tournament, order: str, pair: tuple[int, int] | None) -> list[tuple[int, int, int, str, str, list[int]]]:
    """Every board over the board or open set to every result, one table at a time, as the words of the list say it."""

    def state(table):
        rank = standings(table, order)["rank"]
        if pair is None:
            return sorted(rank.index[rank == 1].tolist())
        return [no for no, other in (pair, pair[::-1]) if rank[no] < rank[other]]

    found, today = [], state(one)
    for r in range(1, min(one.rounds_played + 1, one.sheet.result.shape[1]) + 1):
        table = boards(one, r)
        for white, black, now in zip(table["white"], table["black"], table["result"], strict=True):
            for then in "1=0" if now not in ("+", "-", "x") else "":
                after = state(with_results(one, {(r, white): then})) if then != now else today
                if after and after != today:
                    found.append((r, white, black, now, then, after))
    return found


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tournaments(most=6), st.data())
def test_the_flip_list_is_every_single_result_tried(one, data):
    numbers = list(one.sheet.players["no"])
    pair = data.draw(st.one_of(st.none(), st.permutations(numbers).map(lambda some: tuple(some[:2]))))
    order = "PTS,DE,WIN" if one.system == "round-robin" else data.draw(st.sampled_from(("PTS,BH,WIN", "DE,SB")))
    frame, expected = flip_list(one, pair, order), by_hand(one, order, pair)
    listed = list(zip(*(frame[column] for column in ("round", "white", "black", "now", "then")), strict=True))
    assert listed == [row[:5] for row in expected]
    for (_, white, black, now, _, after), row in zip(expected, frame.itertuples(), strict=True):
        assert row.played == (now != "*")
        names = [f"P{no}" for no in after]
        assert all(name in row.effect for name in (names if len(names) <= 4 else names[:3]))
        if pair is not None:
            assert row.own == bool({white, black} & set(pair))


def test_the_flip_list_of_a_small_event():
    # 1 leads with 2; only the lost games of those behind could have changed that, and round 3 may
    frame = flip_list(event(PLAYERS, rounds=4), None, "PTS")
    assert frame.attrs["now"] == "Test P01 is first."
    told = {(row.round, row.white, row.black, row.then): (row.effect, row.own, row.played) for row in frame.itertuples()}
    # 1-2 lost: 1 has 1, 2 has 2; 5-6 of that round has no result
    moment = "for the moment, other boards of the round being open."
    assert told[1, 1, 2, "0"] == (f"Test P02 would be first {moment}", True, True)
    # the open game 5-6 won by 5: 5 has 2 too
    assert told[1, 5, 6, "1"] == ("Test P01 and Test P05 would share first place.", True, False)  # the only open board of round 1
    # round 3, 2 wins: 2 has 2, as 1, whose own board has no result yet
    assert told[3, 3, 2, "0"] == (f"Test P01 and Test P02 would share first place {moment}", True, False)
    assert (3, 3, 2, "1") not in told
    pair = flip_list(event(PLAYERS, rounds=4), (2, 1), "PTS")
    assert pair.attrs["now"] == "Test P01 is above Test P02."
    assert pair["effect"].unique().tolist() == [f"Test P02 would be above Test P01 {moment}"]
    whole = flip_list(event([*edited(PLAYERS, 1, 5, "=")], rounds=4), (2, 1), "PTS")
    assert whole["effect"].unique().tolist() == ["Test P02 would be above Test P01."]
    assert {(row.round, row.white, row.then, row.own) for row in pair.itertuples()} == {(1, 1, "0", True)}


def test_a_pair_that_is_none_is_refused():
    one = event(PLAYERS, rounds=4)
    for pair, words in [
        ((1, 1), "two different start numbers"),
        ((1,), "two different"),
        ((1, 99), "no player with start number 99"),
    ]:
        with pytest.raises(DataError, match=words):
            flip_list(one, pair)


def test_an_event_without_a_board_has_no_flips():
    frame = flip_list(event(["2000", "1900"], rounds=3))
    assert frame.empty and frame.attrs["now"] == "Test P01 and Test P02 share first place."
    assert list(frame.columns)[:3] == ["round", "white", "black"]


def test_a_written_file_reads_back_the_same_after_a_change():
    one = with_results(event(PLAYERS, rounds=4), {(3, 1): "x", (1, 5): "-"})
    target = chessdash.read(text(edited(edited(PLAYERS, 3, 1, "x"), 1, 5, "-"), rounds=4).encode())
    assert one.equals(target)
