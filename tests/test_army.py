"""Army games: how many rounds, who is undefeated, when such an event is over, further rounds, army points, pairings."""

from dataclasses import replace

import numpy as np
import pytest

import chessdash
from chessdash import army
from chessdash.cli import main
from chessdash.crosstable import Scoring
from chessdash.errors import DataError
from tests.events import event

POINTS = "162  W 3.0    D 1.0    L 0.0    P 3.0"
ORDER = "202 OTHER_SOS,OTHER_ARMY"
# Round 1: 1 = 2, 3 beats 4; round 2: 1 = 3, 4 beats 2; round 3: 2 beats 3, 1 = 4. Then 1 alone is undefeated and last: 3 points
# from draws, while 2, 3 and 4 have 4 each; everybody met everybody, so their strength of schedule is 3 + 4 + 4 = 11 each.
LAST_IS_UNDEFEATED = ["- 2w= 3b= 4w=", "- 1b= 4w0 3b1", "- 4w1 1w= 2w0", "- 3b0 2b1 1b="]
ALL_DRAWS = ["- 2w= 3w= 4b=", "- 1b= 4w= 3b=", "- 4w= 1b= 2w=", "- 3b= 2b= 1w="]  # 3 points, 9 of schedule each


def game(players, army_points=(), records=(), **options):
    """An army game from the words of tests/events.py; army points by start number from 1, None where missing."""
    own = ['### chessdash {"columns": {"ARMY": "number"}}'] if army_points else []
    own += [f'### chessdash {{"no": {no}, "ARMY": {a}}}' for no, a in enumerate(army_points, 1) if a is not None]
    return event(players, records=[POINTS, ORDER, *own, *records], **options)


@pytest.mark.parametrize(
    ("players", "rounds"), [(2, 3), (8, 3), (9, 4), (16, 4), (17, 5), (32, 5), (33, 6), (64, 6), (65, 7), (np.int64(300), 9)]
)
def test_recommended_rounds(players, rounds):
    assert army.recommended_rounds(players) == rounds


@pytest.mark.parametrize("players", [1, 0, -3, 8.0, "8", True, None])
def test_recommended_rounds_of_no_number_of_players(players):
    with pytest.raises(DataError, match=r"from 2 on, found"):
        army.recommended_rounds(players)


def test_a_loss_is_a_game_or_a_forfeit_lost():
    """1 won; 2 lost; 3 drew; 4 drew and is absent; 5 lost by forfeit, 6 won by it; 7 has the bye; 8 waits for a result with 9."""
    table = event(
        ["- 2w1 .", "- 1b0 .", "- 4w= .", "- 3b= -Z", "- 6w- .", "- 5b+ .", "- -U .", "- 9w .", "- 8b ."], records=[POINTS]
    ).crosstable
    assert table.number[~army.undefeated(table)].tolist() == [2, 5]


def test_undefeated_of_a_batch_is_undefeated_of_each():
    table = event(["- 2w1 3b=", "- 1b0 4w+", "- 4w= 1w=", "- 3b= 2b-"], records=[POINTS]).crosstable
    # the first round's first game: won by White, drawn, lost; the second game stays drawn
    points = np.stack([table.points] * 3)
    points[1, :2, 0], points[2, :2, 0] = 1, (0, 3)
    batch = army.undefeated(replace(table, points=points))
    assert batch.shape == (3, 4)
    assert batch.tolist() == [[True, False, True, False], [True, True, True, False], [False, True, True, False]]
    singles = [army.undefeated(replace(table, points=one)).tolist() for one in points]
    assert batch.tolist() == singles


def test_over_as_soon_as_one_is_undefeated():
    """After round 2 of 3, 1 has beaten 2 and 3; 4, who beat 2 in round 2, lost to 3 in round 1."""
    over = army.state(game(["- 2w1 3b1", "- 1b0 4w0", "- 4w1 1w0", "- 3b0 2b1"], rounds=3))
    assert (over.over, over.reason, over.winners, over.proposed_rounds) == (True, "one_undefeated", (1,), 2)
    assert over.sentence == (
        "The event is over: Test P01 is the only one undefeated after round 2; no further round is played. Test P01 is first."
    )


def test_goes_on_while_several_or_none_are_undefeated():
    several = army.state(game(["- 2w1", "- 1b0", "- 4w1", "- 3b0"], rounds=3))
    assert (several.over, several.reason, several.winners, several.undefeated) == (False, "running", (), (1, 3))
    assert "after round 1 of 3: 2 players are undefeated, Test P01 and Test P03" in several.sentence
    none = army.state(game(["- 2w1 3b0", "- 1b0 4w1", "- 4w0 1w1", "- 3b1 2b0"], rounds=3))
    assert (none.reason, none.undefeated) == ("running", ()) and "nobody is undefeated" in none.sentence


def test_two_players_are_done_after_one_game():
    """At the start of the second round only one is undefeated; with a third, who has the bye, two are."""
    assert army.state(game(["- 2w1", "- 1b0"], rounds=3)).reason == "one_undefeated"
    assert army.state(game(["- 2w1", "- 1b0", "- -U"], rounds=3)).undefeated == (1, 3)


def test_the_winner_is_first_by_points_not_the_one_undefeated():
    """The three who are level have 5, 9 and 7 army points left, so 3 is first."""
    now = army.state(game(LAST_IS_UNDEFEATED, (99, 5, 9, 7), rounds=4))
    assert (now.over, now.reason, now.undefeated, now.winners) == (True, "one_undefeated", (1,), (3,))
    assert now.proposed_rounds == 3 and now.sentence.endswith("Test P03 is first.")


def test_no_further_round_after_one_alone_is_undefeated():
    now = army.state(game(LAST_IS_UNDEFEATED, (1, 5, 9, 9)))
    assert (now.over, now.reason, now.winners) == (True, "one_undefeated", (3, 4))
    assert now.sentence.endswith("Test P03 and Test P04 share first place.")
    with pytest.raises(DataError, match=r"No further round is proposed\. The event is over: Test P01 is the only one"):
        army.further_round(game(LAST_IS_UNDEFEATED, (1, 5, 9, 9)))


@pytest.mark.parametrize(("points", "missing"), [((), (2, 3, 4)), ((None, 5, None, 7), (3,)), ((0, None, None, 0), (2, 3))])
def test_army_points_that_are_missing(points, missing):
    """With the column but not all values, or without it: of those who are level, these are asked for; 1 never is."""
    now = army.state(game(LAST_IS_UNDEFEATED, points))
    assert (now.missing, now.winners) == (missing, (2, 3, 4))
    assert "enter them in the column ARMY" in now.sentence
    assert all(f"Test P0{no}" in now.sentence for no in missing)


def test_a_further_round_where_army_points_are_level():
    level = game(ALL_DRAWS, (5, 5, 4, 5))
    now = army.state(level)
    assert (now.over, now.reason, now.winners, now.proposed_rounds) == (False, "further_round", (1, 2, 4), 4)
    assert now.sentence == (
        "First place is shared by Test P01, Test P02 and Test P04 after points, strength of schedule and army points: "
        "a further round 4 is proposed."
    )
    longer = army.further_round(level)
    assert (longer.rounds_planned, level.rounds_planned) == (4, 3)
    assert army.state(longer).reason == "running"
    pairings = army.next_round(longer, 1)  # all have met: each pair again, and it is said
    assert len(pairings) == 2 and len(pairings.attrs["rematches"]) == 2
    assert "2 rematches cannot be avoided" in pairings.attrs["notes"][0]


def test_army_points_decide_after_the_last_round():
    done = army.state(game(ALL_DRAWS, (5, 5, 4, 6)))
    assert (done.over, done.reason, done.winners, done.proposed_rounds) == (True, "rounds_done", (4,), 3)
    assert done.sentence == "The event is over: all 3 rounds are played. Test P04 is first."
    asked = army.state(game(ALL_DRAWS))
    assert (asked.over, asked.reason, asked.missing) == (False, "army_points_missing", (1, 2, 3, 4))
    with pytest.raises(DataError, match=r"No further round is proposed\. First place hangs on the army points"):
        army.further_round(game(ALL_DRAWS))


def test_an_event_without_rounds_or_with_open_boards_runs():
    before = army.empty_event(["Ada", "Bo", "Cy"])
    assert army.state(before).sentence == "No round has been played yet; 3 are planned."
    waiting = game(["- 2w1 3b1", "- 1b0 4w", "- 4w1 1w0", "- 3b0 2b"], rounds=3)
    assert army.state(waiting).sentence == "Round 2 is not complete: 2 players have no result."
    with pytest.raises(DataError, match="Test P02 and Test P04 have no result in round 2"):
        army.next_round(waiting, 1)


def test_who_left_is_not_counted_as_undefeated():
    """3 had the bye and left; 1 beat 2 and 4 in their places. With a bye of 3's in round 3 the event goes on."""
    players = ["- 2w1 4b1", "- 1b0 5w1", "- -U -Z", "- 5w1 1w0", "- 4b0 2b0"]
    gone = army.state(game(players, rounds=4))
    assert (gone.reason, gone.undefeated) == ("one_undefeated", (1,)) and "Left out as absent: Test P03." in gone.sentence
    back = army.state(game(players, rounds=4, records=["240 H 003    3"]))
    assert (back.reason, back.undefeated) == ("running", (1, 3))


def test_who_left_or_is_away_is_not_paired():
    players = ["- 2w1 4b1", "- 1b0 5w1", "- -U -Z", "- 5w1 1w0", "- 4b0 2b0", "- 7w= 7b=", "- 6b= 6w="]
    table = game(players, rounds=4, records=["240 H 003    7"])
    paired = army.next_round(table, 1)
    assert set(paired[["white", "black"]].to_numpy().ravel()) == {1, 2, 4, 5, 6, 0}
    fewer = army.next_round(table, 1, absent=[5])
    assert set(fewer[["white", "black"]].to_numpy().ravel()) == {1, 2, 4, 6}
    with pytest.raises(DataError, match="2 players, but 1 of 7"):
        army.next_round(table, 1, absent=[2, 4, 5, 6])
    with pytest.raises(DataError, match="Number 9 cannot be left out of round 3"):
        army.next_round(table, 1, absent=[9])


def test_an_army_game_is_told_by_its_type_or_its_scoring_and_order():
    assert army.is_army(army.empty_event(["Ada", "Bo"]))
    assert army.is_army(game(ALL_DRAWS))
    assert army.is_army(event(ALL_DRAWS, type="Wargame tournament"))
    assert army.is_army(event(ALL_DRAWS, records=[POINTS, "212 PTS,OTHER_SOS"]))
    assert not army.is_army(event(ALL_DRAWS, records=[ORDER]))  # 1-½-0
    assert not army.is_army(event(ALL_DRAWS, records=[POINTS, "202 BH,OTHER_SOS"]))
    assert not army.is_army(event(ALL_DRAWS, records=[POINTS]))
    assert army.is_army(event(ALL_DRAWS, records=[POINTS]), "OTHER_SOS,OTHER_ARMY")
    assert not army.is_army(event(ALL_DRAWS, records=[POINTS, ORDER]), ["PTS", "BH"])


def test_the_state_follows_the_order_asked_for_and_the_files():
    """Another column settles what army points do not; a code of the file that is none is passed over."""
    own = ["162  W 3.0    D 1.0    L 0.0", '### chessdash {"columns": {"VP": "whole"}}', '### chessdash {"no": 2, "VP": 4}']
    drawn = event(ALL_DRAWS, records=[*own, "202 OTHER_SOS,FOO,OTHER_VP"])
    assert army.state(drawn).winners == (2,)
    assert army.state(drawn, ["PTS", "OTHER_SOS"]).reason == "further_round"
    assert army.state(drawn, "BH,SB").winners == (2,)  # no order of an army game: the file's
    assert army.state(event(ALL_DRAWS, records=[own[0]])).reason == "army_points_missing"  # the preset's


def test_an_empty_event_has_the_presets():
    new = army.empty_event([f"Player {n}" for n in range(9)], name="Spring")
    assert (new.name, new.size, new.rounds_planned, new.rounds_played) == ("Spring", 9, 4, 0)
    assert new.order == ("OTHER_SOS", "OTHER_ARMY") and new.sheet.scoring == Scoring(3, 1, 0, pab=3)
    first = army.next_round(new, 7)
    assert sorted(first[["white", "black"]].to_numpy().ravel()) == list(range(10))
    assert first["black"].tolist()[-1] == 0 and first["board"].tolist() == [1, 2, 3, 4, 5]
    assert chessdash.standings(new)["PTS"].sum() == 0


def test_first_round_is_a_random_pairing():
    """Over 200 seeds every one of five has the bye, and nobody much oftener than 40 times, the mean (five errors: 28)."""
    byes = np.zeros(6, int)
    for seed in range(200):
        pairs, bye = army.first_round([1, 2, 3, 4, 5], seed)
        assert sorted([*pairs.ravel().tolist(), bye]) == [1, 2, 3, 4, 5]
        byes[bye] += 1
    assert byes[1:].min() > 40 - 28 and byes[1:].max() < 40 + 28
    assert army.first_round([4, 9], 3)[1] == 0


@pytest.mark.parametrize("numbers", [[], [1], [1, 1], [0, 1], [1.5, 2], ["a", "b"], [[1, 2], [3, 4]], [None, 1]])
def test_first_round_of_no_start_numbers(numbers):
    with pytest.raises(DataError, match="start numbers"):
        army.first_round(numbers, 1)


@pytest.mark.parametrize("seed", [-1, 1.5, "x", None, True])
def test_a_seed_that_is_none(seed):
    with pytest.raises(DataError, match="as the seed of the draw"):
        army.first_round([1, 2, 3], seed)


def test_no_round_after_the_last_one():
    with pytest.raises(DataError, match="All 3 planned rounds are played"):
        army.next_round(game(ALL_DRAWS, (1, 2, 3, 4)), 1)


def test_the_bye_goes_to_each_of_the_fewest_who_had_none():
    """After round 1: 1, 3 and 5 (bye) have 3 points, 2 and 4 have 0; in round 3, 2 (bye in round 2), 4 and 5 have 3."""
    two = game(["- 2w1", "- 1b0", "- 4w1", "- 3b0", "- -U"], rounds=3)
    assert {int(army.next_round(two, seed)["white"].iloc[-1]) for seed in range(20)} == {2, 4}
    three = game(["- 2w1 3b1", "- 1b0 -U", "- 4w1 1w0", "- 3b0 5w1", "- -U 4b0"], rounds=3)
    # 2 and 5 had the bye; 3 points each have 2, 3, 4 and 5
    assert {int(army.next_round(three, seed)["white"].iloc[-1]) for seed in range(20)} == {3, 4}
    again = game(["- 2w1 -U", "- 1b0 3w1", "- -U 2b0"], rounds=3)  # 2 and 3 have 3 points, 3 had the bye, 1 has 6
    assert army.next_round(again, 1).attrs["notes"][0] == "Test P02 has the bye."
    only = game(["- 2w+ 3b1", "- 1b- -U", "- -U 1w0"], rounds=3)  # 2 and 3 have 3 points, both had the bye
    assert "has a bye for the second time" in army.next_round(only, 1).attrs["notes"][0]


def test_winners_meet_winners_and_the_odd_one_floats_down():
    """Five games decided: five winners, five losers. Two pairs of winners, one winner against a loser, two pairs of losers."""
    ten = game([f"- {no + 1 if no % 2 else no - 1}{'w1' if no % 2 else 'b0'}" for no in range(1, 11)], rounds=4)
    floated = set()
    for seed in range(30):
        frame = army.next_round(ten, seed)
        won = frame[["white", "black"]].to_numpy() % 2
        assert won.sum(1).tolist() == [2, 2, 1, 0, 0]
        floated.add(int(frame[["white", "black"]].to_numpy()[2].max(where=won[2] == 1, initial=0)))
        assert not frame.attrs["rematches"] and not frame.attrs["notes"]
    assert floated == {1, 3, 5, 7, 9}


def test_sides_change():
    """In round 1 the odd numbers were named first: an odd one who meets an even one is named second."""
    table, unlike = game(["- 2w=", "- 1b=", "- 4w=", "- 3b="], rounds=3), 0
    for seed in range(9):
        for white, black in army.next_round(table, seed)[["white", "black"]].to_numpy().tolist():
            if white % 2 != black % 2:
                unlike += 1
                assert white % 2 == 0
    assert unlike


def test_a_forfeited_pairing_may_be_drawn_again():
    frame = army.next_round(game(["- 2w+", "- 1b-"], rounds=3), 1)
    assert frame.attrs["rematches"] == () and frame[["white", "black"]].to_numpy().ravel().sum() == 3


def test_schedule_and_army_points_of_a_table_in_csv(tmp_path, capsys):
    """1: 2 (6) + 3 (4) + 4 (0); 2: 1 (7) + 3 (4), the bye adds nothing; 3: 4 (0) + 1 (7) + 2 (6); 4: 3 (4) + 1 (7) by forfeit."""
    path = tmp_path / "game.csv"
    path.write_text("No;Name;Army;1;2;3\n1;Ada;12,5;2w3;3b1;4w+\n2;Bo;9;1b0;bye;3w3\n3;Cy;;4w3;1w1;2b0\n4;Di;7;3b0;-;1b-\n")
    table = chessdash.read(path)
    frame = chessdash.standings(table, "OTHER_SOS,OTHER_ARMY")
    assert frame["PTS"].to_dict() == {1: 7, 2: 6, 3: 4, 4: 0}
    assert frame["OTHER_SOS"].to_dict() == {1: 10, 2: 11, 3: 13, 4: 11}
    assert frame["OTHER_ARMY"].dropna().to_dict() == {1: 12.5, 2: 9, 4: 7}
    with pytest.raises(SystemExit) as left:
        main(["standings", str(path), "--order", "OTHER_SOS,OTHER_ARMY"])
    out = capsys.readouterr().out
    assert not left.value.code
    assert next(line.split() for line in out.splitlines() if "Ada" in line) == ["1", "1", "Ada", "7", "10", "12½"]


def test_schedule_is_explained_with_byes_and_forfeits():
    table = game(["- 2w1 3b= 4w+", "- 1b0 -U 3w1", "- 4w1 1w= 2b0", "- 3b0 -Z 1b-"], (4, 3, 2, 1))
    frame = chessdash.explain(table, "OTHER_SOS", 1)  # 2 has 6, 3 has 4, 4 has 0 and lost by forfeit
    assert frame["contribution"].tolist() == frame["score"].tolist() == [6, 4, 0] and frame["counted"].all()
    assert frame["reason"].tolist() == ["", "", "Forfeit: the opponent's points count all the same."]
    bye = chessdash.explain(table, "OTHER_SOS", 2)
    assert bye["reason"].tolist() == ["", "No opponent: it adds nothing.", ""] and bye["counted"].tolist() == [True, False, True]
    assert chessdash.explain(table, "OTHER_ARMY", 3).attrs["value"] == 2
