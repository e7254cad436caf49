"""Withdrawals: zero-point byes in a Swiss; forfeits in a round robin, and annulled games before half of them are played."""

from dataclasses import replace
from io import BytesIO

import pytest

import chessdash
from chessdash import Tournament
from chessdash.crosstable import Kind
from chessdash.errors import StoreError
from chessdash.store import editing, entries, events, finishing, results, rounds, withdrawal
from tests.store.clubs import club_event, logged, play, typed, versions


def codes(store, key, round):
    return "".join(results.board_view(store, key, round)["code"])


def test_every_round_after_a_withdrawal_is_a_zero_point_bye(store):
    key = club_event(store, 4, 4)
    typed(store, key, (1, 2), (3, 4), codes="1=")
    editing.set_bye(store, key, 3, 2, "H")
    withdrawal.withdraw(store, key, 2)
    assert events.tournament(store, key).byes.to_numpy().tolist() == [[2, 2, "Z"], [3, 2, "Z"], [4, 2, "Z"]]
    rounds.set_round(store, key, [(1, 3)], {4: "U"})
    rounds.publish(store, key, 2)
    play(store, key, 2, "1")
    table = events.tournament(store, key).crosstable
    assert table.kind[1].tolist() == [Kind.GAME, Kind.ZERO_BYE]
    assert logged(store, "withdrawn") == [("Owner", "2 P02", "", "1")]
    withdrawal.come_back(store, key, 2)
    assert events.tournament(store, key).byes.empty
    rounds.pair_round(store, key)
    assert rounds.round_made(store, key, 3).attrs["unseated"] == []


def test_a_withdrawal_takes_the_board_of_a_round_that_is_not_published(store):
    key = club_event(store, 6, 4)
    typed(store, key, (1, 2), (3, 4), (5, 6), codes="111")
    rounds.set_round(store, key, [(1, 3), (2, 4)], {5: "U", 6: "Z"})
    withdrawal.withdraw(store, key, 3)
    withdrawal.withdraw(store, key, 5)
    made = rounds.round_made(store, key, 2)
    assert made[["white", "black"]].to_numpy().tolist() == [[2, 4]]
    assert made.attrs["byes"] == {6: "Z"} and made.attrs["unseated"] == [1]


def test_withdrawals_that_cannot_be(store):
    key = club_event(store, 4, 4)
    typed(store, key, (1, 2), (3, 4))
    for act, sentence in (
        (lambda: withdrawal.withdraw(store, key, 2, 0), "2 P02 has a board in round 1, which is published"),
        (lambda: withdrawal.withdraw(store, key, 2, 5), "from 0 to 4, not 5"),
        (lambda: withdrawal.withdraw(store, key, 2, True), "not True"),
        (lambda: withdrawal.withdraw(store, key, 7), "start number 7"),
        (lambda: withdrawal.come_back(store, key, 2), "2 P02 has not withdrawn"),
    ):
        with pytest.raises(StoreError, match=sentence):
            act()
    assert logged(store, "withdrawn") == []


@pytest.fixture
def round_robin(store):
    """Six players, five rounds of the Berger table (1-6 2-5 3-4, 6-4 5-3 1-2, 2-6 3-1 4-5, 6-5 1-4 2-3, 3-6 4-2 5-1), the first
    four published."""
    key = club_event(store, 6, 5, system="round-robin")
    rounds.pair_round(store, key)
    for round in range(1, 5):
        rounds.publish(store, key, round)
    return key


def test_missing_games_of_a_round_robin_are_forfeits(store, round_robin):
    """6 has played three of five games, which is at least half."""
    for round in (1, 2, 3):
        play(store, round_robin, round, "1=0")
    withdrawal.withdraw(store, round_robin, 6, 3)
    assert codes(store, round_robin, 4) == "-**"  # 6-5: Black wins by forfeit
    rounds.publish(store, round_robin, 5)
    assert codes(store, round_robin, 5) == "+**"  # 3-6: White wins by forfeit
    play(store, round_robin, 4, {2: "=", 3: "="})
    play(store, round_robin, 5, {2: "=", 3: "="})
    # 6: lost to 1 (1-6: 1), beat 4 (6-4: 1), lost to 2 (2-6: 1), then two forfeits
    assert chessdash.standings(events.tournament(store, round_robin))["PTS"][6] == 1
    withdrawal.come_back(store, round_robin, 6)
    assert codes(store, round_robin, 4) == "*==" and codes(store, round_robin, 5) == "*=="


def test_games_of_a_round_robin_are_annulled_before_half(store, round_robin):
    """6 has played two of five games. The results: 1-6 1, 2-5 =, 3-4 0 and 6-4 1, 5-3 =, 1-2 0."""
    for round in (1, 2):
        play(store, round_robin, round, "1=0")
    withdrawal.withdraw(store, round_robin, 6, 2)
    assert codes(store, round_robin, 3) == "x**" and codes(store, round_robin, 4) == "x**"
    rounds.publish(store, round_robin, 5)
    assert codes(store, round_robin, 5) == "x**"
    tournament = events.tournament(store, round_robin)
    table = tournament.crosstable
    assert (table.kind[5] == Kind.ANNULLED).all() and (table.kind == Kind.ANNULLED).sum() == 10
    # without 6: 1 lost to 2; 2 drew with 5 and beat 1; 3 lost to 4 and drew with 5; 4 beat 3; 5 drew with 2 and 3
    assert chessdash.standings(tournament)["PTS"].sort_index().tolist() == [0, 1.5, 0.5, 1, 1, 0]
    # the games are still there, for ratings
    assert codes(store, round_robin, 1) == "1=0"


def test_annulled_games_of_a_file_follow_from_a_withdrawal(store, round_robin):
    """6 has left after round 2 of five, as JSON says; from then on the rule decides: undone, the games count again."""
    for round in (1, 2):
        play(store, round_robin, round, "1=0")
    withdrawal.withdraw(store, round_robin, 6, 2)
    before = events.tournament(store, round_robin)
    key = store.import_(read_again(before), name="Again")
    again = events.tournament(store, key)
    assert again.info["annulled"] == (6,) and again.crosstable.kind.tolist() == before.crosstable.kind.tolist()
    assert chessdash.standings(again)["PTS"].equals(chessdash.standings(before)["PTS"])
    withdrawal.come_back(store, key, 6)
    assert "annulled" not in events.tournament(store, key).info
    assert codes(store, key, 3) == "***"
    swiss = Tournament(replace(before.sheet, info={**before.sheet.info, "system": "swiss", "annulled": (1, 99)}))
    assert "annulled" not in store.tournament(store.import_(swiss, name="Swiss")).info


def read_again(tournament):
    """The event as JSON has it."""
    chessdash.write(tournament, file := BytesIO(), format="json")
    return chessdash.read(file.getvalue())


@pytest.mark.parametrize(("played", "annulled"), [(1, True), (2, False)])
def test_half_of_the_games_is_not_less_than_half(store, played, annulled):
    """Five players have four games each; the table has 2-5 3-4, then 5-3 1-2, so 5 has played one or two of them."""
    key = club_event(store, 5, 5, system="round-robin")
    rounds.pair_round(store, key)
    for round in range(1, played + 1):
        rounds.publish(store, key, round)
        play(store, key, round, "11")
    withdrawal.withdraw(store, key, 5)
    assert (events.tournament(store, key).crosstable.kind[4] == Kind.ANNULLED).all() == annulled


def test_a_round_robin_has_no_byes(store, round_robin):
    with pytest.raises(StoreError, match="nobody has a bye in it"):
        editing.set_bye(store, round_robin, 5, 1, "H")
    with pytest.raises(StoreError, match="takes no more players"):
        entries.add_entry(store, round_robin, "Late")


# Forfeits follow from the rule, whatever came first


def late_result(store, key):
    """No. 1 of the six leaves after round 3, with results 1-6 1, 1-2 0 of two games; 3-1 of round 3 is still open."""
    play(store, key, 1, "1=0")
    play(store, key, 2, "1=0")
    play(store, key, 3, {1: "=", 3: "="})
    rounds.publish(store, key, 5)
    withdrawal.withdraw(store, key, 1, 3)


def test_the_last_result_before_a_withdrawal_may_be_typed_after_it(store, round_robin):
    """Two of five games are too few: 1-4 and 5-1 are lost by both. With the draw of 3-1 three are played: 4 and 5 win."""
    late_result(store, round_robin)
    assert codes(store, round_robin, 4) == "*x*" and codes(store, round_robin, 5) == "**x"
    before = versions(store, round_robin, 4)
    play(store, round_robin, 3, {2: "="})
    assert codes(store, round_robin, 4) == "*-*" and codes(store, round_robin, 5) == "**+"
    assert versions(store, round_robin, 4) == {**before, 2: before[2] + 1}
    assert not events.tournament(store, round_robin).sheet.info.get("annulled")
    play(store, round_robin, 3, {2: "*"})  # and back
    assert codes(store, round_robin, 4) == "*x*" and codes(store, round_robin, 5) == "**x"


def test_what_follows_is_in_the_log_board_by_board(store, round_robin):
    late_result(store, round_robin)
    play(store, round_robin, 3, {2: "="})
    withdrawal.withdraw(store, round_robin, 4, 4)
    withdrawal.come_back(store, round_robin, 1)
    assert logged(store, "withdrawn", "forfeit") == [
        ("Owner", "1 P01", "", "3"),
        ("Owner", "round 4, board 2", "", "-/-"),
        ("Owner", "round 5, board 3", "", "-/-"),
        ("Owner", "round 4, board 2", "-/-", "-/+"),
        ("Owner", "round 5, board 3", "-/-", "+/-"),
        ("Owner", "4 P04", "", "4"),  # who has played 3-4, 6-4 and 4-5: 4-2 of round 5 is a forfeit
        ("Owner", "round 5, board 2", "", "-/+"),
        ("Owner", "1 P01", "3", ""),
        ("Owner", "round 4, board 2", "-/+", ""),
        ("Owner", "round 5, board 3", "+/-", ""),
    ]


def test_publishing_logs_the_forfeits_that_it_sets(store, round_robin):
    for round in (1, 2, 3):
        play(store, round_robin, round, "1=0")
    withdrawal.withdraw(store, round_robin, 6, 4)
    assert logged(store, "forfeit") == []
    rounds.publish(store, round_robin, 5)
    assert logged(store, "forfeit") == [("Owner", "round 5, board 1", "", "+/-")]


def test_two_have_left_and_one_comes_back(store, round_robin):
    """6-5 of round 4 is lost by both until 6 is back; then 6 wins it, since 5 is still away. Each has played three games."""
    for round in (1, 2, 3):
        play(store, round_robin, round, "1=0")
    withdrawal.withdraw(store, round_robin, 5, 3)
    withdrawal.withdraw(store, round_robin, 6, 3)
    assert codes(store, round_robin, 4) == "x**"
    withdrawal.come_back(store, round_robin, 6)
    assert codes(store, round_robin, 4) == "+**"
    withdrawal.withdraw(store, round_robin, 5, 4)  # it was one round later
    assert codes(store, round_robin, 4) == "***"


def test_a_forfeit_that_follows_is_not_typed_otherwise(store, round_robin):
    """1-4 of round 4 stays lost by both, in one sentence; a game can be played all the same, and taken back."""
    late_result(store, round_robin)
    for code in "+-*":
        with pytest.raises(StoreError, match="Board 2 of round 4 stays -/-, since 1 P01 has withdrawn; only a game"):
            play(store, round_robin, 4, {1: "1", 2: code})
    assert codes(store, round_robin, 4) == "*x*", "of what was typed beside it nothing is saved either"
    seen = versions(store, round_robin, 4)[2]
    play(store, round_robin, 4, {2: "1"})  # the third game of 1
    assert codes(store, round_robin, 4) == "*1*" and codes(store, round_robin, 5) == "**+"
    play(store, round_robin, 4, {2: "*"})
    assert codes(store, round_robin, 4) == "*x*" and codes(store, round_robin, 5) == "**x"
    assert versions(store, round_robin, 4)[2] == seen + 2, "one for each save"


def test_corrections_lift_and_make_annulled_games(store, round_robin):
    """1 has played two of five games and one was a forfeit; as a game it is the third, and again none."""
    late_result(store, round_robin)
    play(store, round_robin, 3, {2: "+"})
    play(store, round_robin, 4, {1: "=", 3: "="})
    play(store, round_robin, 5, {1: "=", 2: "="})
    finishing.finish(store, round_robin)
    assert codes(store, round_robin, 4) == "=x=" and codes(store, round_robin, 5) == "==x"
    for code, fourth, fifth, points in (("=", "=-=", "==+", 1.5), ("+", "=x=", "==x", 0)):
        finishing.correct(store, round_robin, 3, 2, code, "read again")
        assert codes(store, round_robin, 4) == fourth and codes(store, round_robin, 5) == fifth
        # 1: beat 6, lost to 2, drew with 3; two forfeits
        table = finishing.final(store, round_robin)
        assert table["PTS"][1] == points
        assert table["PTS"].to_dict() == chessdash.standings(events.tournament(store, round_robin))["PTS"].to_dict()
    with pytest.raises(StoreError, match="Board 2 of round 4 stays -/-, since 1 P01 has withdrawn"):
        finishing.correct(store, round_robin, 4, 2, "-", "4 was there")
    assert len(logged(store, "corrected")) == 2 and len(logged(store, "forfeit")) == 2 + 2 + 2


def test_more_games_to_play_and_fewer_players_decide_too(store):
    """1 leaves after one game: too few of three; half of two, once 4 is out; too few of four, where all meet twice."""
    key = club_event(store, 4, 3, system="round-robin")
    rounds.set_round(store, key, [(1, 2)], round=1)
    rounds.publish(store, key, 1)
    play(store, key, 1, "1")
    rounds.set_round(store, key, [(1, 3)], round=2)
    rounds.publish(store, key, 2)
    withdrawal.withdraw(store, key, 1, 1)
    assert codes(store, key, 2) == "x"
    entries.remove_entry(store, key, 4)
    assert codes(store, key, 2) == "-"
    events.change(store, key, planned=6)  # each other twice
    assert codes(store, key, 2) == "x"
