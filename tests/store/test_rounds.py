"""Rounds: paired, typed, taken over from a pairing program, edited, published; on both databases."""

from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest

import chessdash
from chessdash import Tournament, army, pairing
from chessdash.crosstable import Kind
from chessdash.errors import AccessError, ChessdashError, DataError, StoreError
from chessdash.pairing import dutch
from chessdash.store import access, editing, entries, events, importing, members, program, results, roster, rounds, withdrawal
from chessdash.whatif.ending import end_after
from chessdash.whatif.playing import plan
from tests import simulated
from tests.events import event, text
from tests.store.clubs import club_event, logged, pairs, play, someone, typed
from tests.test_pairing import published as berger_of_the_handbook


def saved(store, tournament, **settings):
    return importing.save(store, importing.prepare(store, tournament, name="Test", **settings))


def sitting(frame):
    return list(zip(frame["white"].tolist(), frame["black"].tolist(), strict=True))


def half_way(players=13, played=3, planned=6, seed=5):
    """An event after some of its rounds."""
    return event(simulated.lines(simulated.table(players, played, seed)), rounds=planned)


# How rounds come about


def test_a_swiss_is_paired_by_the_dutch_system(store):
    tournament = half_way()
    key = saved(store, tournament)
    expected = dutch(tournament)
    made = rounds.pair_round(store, key)
    with_opponent = expected[expected["black"] > 0]
    assert sitting(made) == sitting(with_opponent)
    assert made.attrs["byes"] == {int(expected.loc[expected["black"] == 0, "white"].iloc[0]): "U"}
    assert made.attrs["system"] == "Dutch system of 2025"
    assert pairs(store, key, 4) == sitting(made)
    assert logged(store, "round_paired")[0][1] == "round 4"


def test_who_asked_for_a_bye_has_withdrawn_or_comes_later_is_not_paired(store):
    key = saved(store, half_way(players=14))
    editing.set_bye(store, key, 4, 3, "H")
    editing.set_bye(store, key, 5, 4, "Z")
    withdrawal.withdraw(store, key, 9)
    late = entries.add_entry(store, key, "Late, Lo", rating=1700)
    later = entries.add_entry(store, key, "Later, Li", first_round=5)
    made = rounds.pair_round(store, key)
    seated = {no for pair in sitting(made) for no in pair}
    assert seated | set(made.attrs["byes"]) == set(range(1, 15)) - {9} | {late}
    assert (late, later, made.attrs["byes"][3]) == (15, 16, "H")
    assert not seated & {3, 9, later}


def test_one_who_missed_a_round_is_paired_again(store):
    """The adapter takes an absence in the last round for a withdrawal; the store knows better."""
    key = club_event(store, 6, 4)
    typed(store, key, (1, 2), (3, 4), byes={5: "Z", 6: "Z"}, codes="10")
    assert {no for pair in sitting(rounds.pair_round(store, key)) for no in pair} == set(range(1, 7))


def test_what_if_knows_who_comes_back_or_joins(store):
    """As the pairing of the round does: the club's event says it, where a file could not; a round without results between too."""
    key = club_event(store, 8, 5)
    typed(store, key, (1, 2), (3, 4), (5, 6), byes={7: "U", 8: "Z"}, codes="101")
    typed(store, key, (1, 3), (2, 4), (6, 7), byes={5: "Z", 8: "Z"}, codes="101")
    withdrawal.withdraw(store, key, 8)
    next_, later = (entries.add_entry(store, key, name, first_round=first) for name, first in (("Lo, L", 3), ("Li, L", 4)))
    whole = store.tournament(key)
    assert whole.due == {5: 3, next_: 3, later: 4}
    assert pairing.away(whole).keys() == {8, later}
    rest = plan(whole, 1).rest
    assert (rest.withdrawn, rest.missing) == ((), ()) and (rest.away[7] == Kind.ZERO_BYE).all()
    assert (rest.away[[4, next_ - 1]] == -1).all() and rest.away[later - 1].tolist() == [Kind.ZERO_BYE, -1, -1]
    effects = end_after(whole, 2).effects.set_index("effect")["detail"]
    assert (effects["withdrawals_undone"], effects["late_entries_leave"]) == ("", "Lo, from round 3; Li, from round 4")
    chessdash.write(whole, file := BytesIO(), format="json")
    assert store.tournament(store.import_(chessdash.read(file.getvalue()), name="Again")).due == whole.due
    editing.set_bye(store, key, 3, 5, "Z")
    assert store.tournament(key).due == {5: 4, next_: 3, later: 4}  # the first round without a bye of no points
    for round in (4, 5):
        editing.set_bye(store, key, round, 5, "Z")
    assert store.tournament(key).due == {next_: 3, later: 4}
    rounds.pair_round(store, key)
    rounds.publish(store, key, 3)
    rest = plan(store.tournament(key), 1).rest
    assert rest.away[later - 1].tolist() == [Kind.ZERO_BYE, -1, -1] and (rest.away[7] == Kind.ZERO_BYE).all()


def test_whoever_is_free_in_a_round_robin_is_not_absent(store):
    """Five players: one is free each round, and that is no bye that was asked for, nor a late entry when it is read from JSON."""
    key = club_event(store, 5, 5, system="round-robin")
    rounds.pair_round(store, key)
    for round in (1, 2):
        rounds.publish(store, key, round)
    whole = store.tournament(key)
    assert whole.due == {}
    chessdash.write(whole, file := BytesIO(), format="json")
    again = store.import_(chessdash.read(file.getvalue()), name="Again")
    assert store.tournament(again).byes.equals(whole.byes)
    assert roster.roster(store, again)["first_round"].tolist() == [1] * 5


def test_a_late_entry_of_a_file_is_within_the_planned_rounds(store):
    """What a hostile JSON says of rounds that there are not, of nobody, and of one who has played, is left out."""
    whole = half_way(players=7)
    coming = whole.rounds_played + 1
    due = ((7, 999), (99, coming), (1, coming))
    wrong = Tournament(replace(whole.sheet, info={**whole.sheet.info, "due": due}))
    key = store.import_(wrong)
    assert (roster.roster(store, key)["first_round"] == 1).all()
    assert store.tournament(key).byes.equals(whole.byes)


def test_a_round_is_made_anew_until_it_is_published(store):
    key = club_event(store, 8, 5)
    first = rounds.pair_round(store, key)
    editing.swap_colours(store, key, 1, 1)
    assert sitting(rounds.pair_round(store, key)) == sitting(first)
    rounds.publish(store, key, 1)
    with pytest.raises(DataError, match="round 2") as refused:
        play(store, key, 1, {1: "1"})
        rounds.pair_round(store, key)
    assert "3 have none" in str(refused.value)


def test_a_round_without_any_result_is_not_paired_over(store):
    key = club_event(store, 4, 3)
    typed(store, key, (1, 2), (3, 4))
    with pytest.raises(StoreError, match="Round 1 has no result yet on any of its 2 boards"):
        rounds.pair_round(store, key)


def test_the_first_colour_is_drawn_and_stays(store):
    """Whoever has White on board 1 goes by the number drawn; both come up, and the same number gives the same."""
    whites = set()
    for seed in range(6):
        key = club_event(store, 4, 3)
        again = sitting(rounds.pair_round(store, key, seed=seed))
        assert sitting(rounds.pair_round(store, key)) == again
        whites.add(again[0][0])
    assert whites == {1, 3}


@pytest.mark.parametrize("players", [4, 5, 8])
def test_a_round_robin_has_all_rounds_of_its_table_at_once(store, players):
    planned = players - 1 + players % 2
    table = berger_of_the_handbook(players + players % 2)
    expected = [[board for board in boards if max(board) <= players] for boards in table]
    key = club_event(store, players, planned, system="round-robin")
    made = rounds.pair_round(store, key)
    assert [sitting(made[made["round"] == r]) for r in range(1, planned + 1)] == expected
    assert made.attrs["system"] == "Berger table"
    for r in range(1, planned + 1):
        rounds.publish(store, key, r)
    play(store, key, planned, "1" * len(expected[-1]))  # the last round may be played first
    with pytest.raises(StoreError, match="All rounds"):
        rounds.pair_round(store, key)


def test_army_games_are_drawn_then_paired_by_points(store):
    tournament = army.empty_event([f"P{no}" for no in range(1, 8)], name="Test")
    key = saved(store, tournament, rated=False)
    made = rounds.pair_round(store, key, seed=11)
    expected = army.next_round(tournament, 11)
    assert [*sitting(made), *((no, 0) for no in made.attrs["byes"])] == sitting(expected)
    rounds.publish(store, key, 1)
    play(store, key, 1, "111")
    second = rounds.pair_round(store, key, seed=3)
    assert sitting(second) == sitting(army.next_round(events.tournament(store, key), 3))[:3]
    points = chessdash.standings(events.tournament(store, key))["PTS"]
    assert sorted(points) == [0, 0, 0, 3, 3, 3, 3]  # three winners and the bye


def test_an_army_event_with_one_undefeated_is_over(store):
    key = saved(store, army.empty_event(["A", "B", "C"], name="Test"), rated=False)
    typed(store, key, (1, 2), byes={3: "Z"}, codes="1")
    typed(store, key, (1, 3), byes={2: "Z"}, codes="1")
    with pytest.raises(StoreError, match="only one undefeated"):
        rounds.pair_round(store, key)


def test_an_army_event_pairs_one_who_was_absent(store):
    key = saved(store, army.empty_event(["A", "B", "C", "D"], name="Test"), rated=False)
    typed(store, key, (1, 2), byes={3: "Z", 4: "Z"}, codes="=")
    assert len(rounds.pair_round(store, key, seed=1)) == 2


# Typed and edited


REFUSED = [  # boards, byes, round, what it says
    ([(1, 2), (3, 1)], {}, None, "1 P01 is on two boards of round 2, 1 and 2"),
    ([(3, 3)], {}, None, "Board 1 of round 2 has 3 P03 against himself or herself"),
    ([(1, 9)], {}, None, "the start number 9"),
    ([(1, 0)], {}, None, "Board 1 of round 2 has no Black player"),
    ([(0, 1)], {}, None, "Board 1 of round 2 has no White player"),
    ([(1, 2), (0, 0)], {}, None, "Board 2 of round 2 has no White player"),
    ([(1, 2), (3, None)], {}, None, "Board 2 of round 2 has no Black player"),
    ([(1, 5)], {}, None, "5 P05 has withdrawn after round 1"),
    ([(1, 6)], {}, None, r"6 P06 has a bye \(H\) in round 2 and cannot be on board 1 too"),
    ([(1, 7)], {}, None, "7 P07 joins in round 3"),
    ([(1, 2)], {1: "U"}, None, r"1 P01 has a bye \(U\)"),
    ([(1, 2)], {3: "Q"}, None, "'Q' is no kind of bye"),
    ([(1, 2)], {5: "U"}, None, "5 P05 has withdrawn"),
    ([(1, 2)], {}, 3, "Round 3 cannot be made or published before round 2 is published"),
    ([(1, 2)], {}, 5, "Round 5 is not among the 4 planned"),
    ([(1, 2)], {}, 0, "Round 0 is not among the 4 planned"),
    ([(1, 2)], {}, 1, "Round 1 of Test is published"),
]


@pytest.fixture
def second_round(store):
    """Round 1 played; 5 has withdrawn, 6 has asked for a bye, 7 joins in round 3."""
    key = club_event(store, 6, 4)
    typed(store, key, (1, 2), (3, 4), (5, 6), codes="1=0")
    withdrawal.withdraw(store, key, 5)
    editing.set_bye(store, key, 2, 6, "H")
    entries.add_entry(store, key, "P07", first_round=3)
    return key


def test_what_cannot_be_typed_is_one_sentence_and_nothing_is_stored(store, second_round):
    for boards, byes, round, sentence in REFUSED:
        before = events.revision(store, second_round), rounds.rounds(store, second_round).to_dict("records")
        with pytest.raises(StoreError, match=sentence):
            rounds.set_round(store, second_round, boards, byes, round=round)
        assert (events.revision(store, second_round), rounds.rounds(store, second_round).to_dict("records")) == before


def test_a_typed_round(store, second_round):
    rounds.set_round(store, second_round, [(4, 1), (2, 3)])
    made = rounds.round_made(store, second_round, 2)
    assert sitting(made) == [(4, 1), (2, 3)] and made.attrs["byes"] == {6: "H"} and made.attrs["unseated"] == []
    rounds.set_round(store, second_round, [(1, 2)], {3: "U"})
    again = rounds.round_made(store, second_round, 2)
    assert sitting(again) == [(1, 2)] and again["met"].tolist() == [1] and again.attrs["unseated"] == [4]


def test_edits(store):
    key = club_event(store, 8, 3)
    rounds.set_round(store, key, [(1, 2), (3, 4), (5, 6)], {7: "U"})

    def now():
        made = rounds.round_made(store, key, 1)
        return sitting(made), made.attrs["byes"], made.attrs["unseated"]

    assert now() == ([(1, 2), (3, 4), (5, 6)], {7: "U"}, [8])
    editing.swap_colours(store, key, 1, 2)
    assert now()[0] == [(1, 2), (4, 3), (5, 6)]
    editing.exchange(store, key, 1, 2, 5)
    assert now()[0] == [(1, 5), (4, 3), (2, 6)]
    editing.exchange(store, key, 1, 1, 5)  # at one board: colours
    assert now()[0] == [(5, 1), (4, 3), (2, 6)]
    editing.exchange(store, key, 1, 6, 7)  # the bye is a place
    assert now() == ([(5, 1), (4, 3), (2, 7)], {6: "U"}, [8])
    editing.exchange(store, key, 1, 3, 8)  # and so is to sit nowhere
    assert now() == ([(5, 1), (4, 8), (2, 7)], {6: "U"}, [3])
    editing.move_board(store, key, 1, 3, 1)
    assert now()[0] == [(2, 7), (5, 1), (4, 8)]
    editing.move_board(store, key, 1, 1, 2)
    assert now()[0] == [(5, 1), (2, 7), (4, 8)]
    editing.take_board(store, key, 1, 2)
    assert now() == ([(5, 1), (4, 8)], {6: "U"}, [2, 3, 7])
    editing.add_board(store, key, 1, 3, 6)
    assert now() == ([(5, 1), (4, 8), (3, 6)], {}, [2, 7])
    editing.set_bye(store, key, 1, 8, "H")
    assert now() == ([(5, 1), (3, 6)], {8: "H"}, [2, 4, 7])
    editing.set_bye(store, key, 1, 8, "")
    assert now() == ([(5, 1), (3, 6)], {}, [2, 4, 7, 8])
    assert rounds.rounds(store, key)["system"].tolist() == ["typed, changed by hand"]
    assert logged(store, "round_edited")[0] == ("Owner", "round 1", "3-4", "4-3")
    assert logged(store, "bye") == [("Owner", "round 1, 8 P08", "", "H"), ("Owner", "round 1, 8 P08", "H", "")]


def test_edits_that_cannot_be(store):
    key = club_event(store, 6, 3)
    rounds.set_round(store, key, [(1, 2), (3, 4)])
    for act, sentence in (
        (lambda: editing.swap_colours(store, key, 1, 3), "no board 3; its boards are 1 to 2"),
        (lambda: editing.swap_colours(store, key, 1, 0), "no board 0"),
        (lambda: editing.move_board(store, key, 1, 1, 9), "no board 9"),
        (lambda: editing.exchange(store, key, 1, 5, 6), "5 P05 has no board in round 1"),
        (lambda: editing.exchange(store, key, 1, 1, 9), "start number 9"),
        (lambda: editing.add_board(store, key, 1, 1, 5), "1 P01 is on board 1 of round 1 already"),
        (lambda: editing.add_board(store, key, 1, 5, 5), "against himself or herself"),
        (lambda: editing.set_bye(store, key, 1, 1, "+"), "is no kind of bye"),
        (lambda: editing.set_bye(store, key, 2, 1, "U"), "is no kind of bye; there are F H Z"),
        (lambda: editing.set_bye(store, key, 4, 1, "H"), "Round 4 is not among the 3 planned"),
        (lambda: editing.swap_colours(store, key, 2, 1), "Round 2 of Test is not made yet"),
    ):
        with pytest.raises(StoreError, match=sentence):
            act()
    assert pairs(store, key, 1) == [(1, 2), (3, 4)]


# Published


def test_a_round_is_seen_by_all_once_it_is_published(store):
    key = club_event(store, 5, 3)
    visitor = someone(store)
    rounds.pair_round(store, key)
    before = events.tournament(store, key)
    assert len(before.results) == 0 and len(before.byes) == 0 and before.rounds_planned == 3
    assert rounds.rounds(visitor, key).empty and len(rounds.rounds(store, key)) == 1
    with pytest.raises(AccessError):
        rounds.round_made(visitor, key, 1)
    rounds.publish(store, key, 1)
    tournament = events.tournament(store, key)
    assert len(tournament.results) == 4 and tournament.rounds_played == 0
    assert rounds.rounds(visitor, key)[["boards", "open", "byes"]].to_numpy().tolist() == [[2, 2, 1]]


def test_publication_is_withdrawn_only_without_results(store):
    key = club_event(store, 4, 3)
    typed(store, key, (1, 2), (3, 4))
    rounds.unpublish(store, key, 1)
    assert len(events.tournament(store, key).results) == 0 and pairs(store, key, 1) == [(1, 2), (3, 4)]
    rounds.publish(store, key, 1)
    play(store, key, 1, {2: "+"})
    with pytest.raises(StoreError, match="Round 1 of Test has a result on board 2"):
        rounds.unpublish(store, key, 1)
    play(store, key, 1, {1: "1", 2: "*"})
    with pytest.raises(StoreError, match="board 1"):
        rounds.unpublish(store, key, 1)
    play(store, key, 1, {1: "*"})
    rounds.set_round(store, key, [(1, 3), (2, 4)])
    rounds.publish(store, key, 2)
    with pytest.raises(StoreError, match="Round 2 of Test is published already"):
        rounds.unpublish(store, key, 1)
    for act in (editing.swap_colours, editing.take_board):
        with pytest.raises(StoreError, match="Round 2 of Test is published"):
            act(store, key, 2, 1)
    with pytest.raises(StoreError, match="is published"):
        rounds.remove(store, key, 2)
    with pytest.raises(StoreError, match="byes can no longer be asked for"):
        editing.set_bye(store, key, 2, 1, "H")


def test_everybody_has_a_board_or_a_bye_before_a_round_is_published(store):
    key = club_event(store, 8, 3)
    rounds.set_round(store, key, [(1, 2)], {3: "U"})
    with pytest.raises(StoreError, match=r"5 players have neither.*\(4 P04, 5 P05, 6 P06, 7 P07, 8 P08\)"):
        rounds.publish(store, key, 1)
    rounds.set_round(store, key, [], dict.fromkeys(range(1, 9), "Z"))
    with pytest.raises(StoreError, match="Round 1 of Test has no board"):
        rounds.publish(store, key, 1)
    with pytest.raises(StoreError, match="Round 2 of Test is not made yet"):
        rounds.publish(store, key, 2)


def test_a_round_is_taken_back_and_asked_byes_stay(store):
    key = club_event(store, 5, 3)
    editing.set_bye(store, key, 1, 5, "H")
    editing.set_bye(store, key, 1, 4, "Z")
    rounds.pair_round(store, key)
    assert rounds.round_made(store, key, 1).attrs["byes"] == {4: "Z", 5: "H", 3: "U"}
    rounds.remove(store, key, 1)
    assert rounds.rounds(store, key).empty
    assert events.tournament(store, key).byes.to_numpy().tolist() == [[1, 4, "Z"], [1, 5, "H"]]


def test_a_whole_swiss_through_the_store_is_the_same_event_as_its_file(store):
    """Five rounds with byes, a late entry and a withdrawal, against the TRF written by hand from the same boards."""
    key = club_event(store, 7, 5)
    random, words = np.random.default_rng(3), {no: [] for no in range(1, 9)}
    for round in range(1, 6):
        if round == 2:
            entries.add_entry(store, key, "P08", rating=2320)
        if round == 4:
            withdrawal.withdraw(store, key, 2)
        made = rounds.pair_round(store, key)
        rounds.publish(store, key, round)
        codes = random.choice(["1", "=", "0", "+", "-", "x"], len(made), p=[0.3, 0.3, 0.2, 0.1, 0.05, 0.05]).tolist()
        play(store, key, round, "".join(codes))
        cells = {no: f"-{kind}" for no, kind in made.attrs["byes"].items()}
        for (white, black), code in zip(sitting(made), codes, strict=True):
            own, other = {"1": "10", "=": "==", "0": "01", "+": "+-", "-": "-+", "x": "--"}[code]
            cells |= {white: f"{black}w{own}", black: f"{white}b{other}"}
        for no, line in words.items():
            line.append(cells.get(no, "-Z"))
    lines = [" ".join([str(2400 - 10 * no), *line]) for no, line in words.items()]
    file, stored = event(lines, rounds=5), events.tournament(store, key)
    assert stored.results.equals(file.results)
    assert (
        chessdash.standings(stored, "BH/C1,BH,SB")
        .drop(columns="name")
        .equals(chessdash.standings(file, "BH/C1,BH,SB").drop(columns="name"))
    )


# The pairing program


def lines_of(tournament_lines, words):
    return [f"{line} {word}" for line, word in zip(tournament_lines, words, strict=True)]


PLAYED = ["2000 3w1", "1900 4b=", "1800 1b0", "1700 2w=", "1600 -U"]
NEXT = ["2b", "1w", "5w", "-H", "3b"]


def test_the_next_round_comes_from_the_pairing_program(store):
    key = saved(store, event(PLAYED, rounds=3))
    made = program.from_program(store, key, text(lines_of(PLAYED, NEXT), rounds=3).encode())
    assert sitting(made) == [(2, 1), (3, 5)] and made["met"].tolist() == [0, 0]
    assert rounds.round_made(store, key, 2).attrs == {
        "system": "pairing program", "published": False, "byes": {4: "H"}, "unseated": [],
    }  # fmt: skip
    rounds.publish(store, key, 2)
    assert events.tournament(store, key).results.equals(event(lines_of(PLAYED, NEXT), rounds=3).results)


def test_whoever_the_program_leaves_out_is_absent(store):
    key = saved(store, event(PLAYED, rounds=3))
    program.from_program(store, key, event(lines_of(PLAYED, ["2b", "1w", ".", "5w", "4b"]), rounds=3))
    assert rounds.round_made(store, key, 2).attrs["byes"] == {3: "Z"}


DIFFERENT = [  # what the file has in the place of what is stored, and the sentences
    (
        {0: "2000 3w="},
        ["Round 1, 1 P01, Test: 1 with White against 3 P03, Test in the event, = with White against 3 P03, Test in"],
    ),
    (
        {0: "2000 3w1", 4: "1600 -H"},
        ["Round 1, 5 P05, Test: U without an opponent in the event, H without an opponent in the file"],
    ),
    (
        {1: "1900 4w=", 3: "1700 2b="},
        ["Round 1, 2 P02, Test: = with Black against 4 P04, Test in the event, = with White against"],
    ),
    ({4: "1600 ."}, ["Round 1, 5 P05, Test: U without an opponent in the event, nothing in the file"]),
    ({1: "1900 4b", 3: "1700 2w"}, ["Round 1, 2 P02, Test: = with Black against 4 P04, Test in the event, no result with Black"]),
    (
        {0: "2000 4w1", 3: "1700 1b0", 1: "1900 3b=", 2: "1800 2w="},
        ["Round 1, 1 P01", "Round 1, 2 P02", "Round 1, 3 P03", "Round 1, 4 P04"],
    ),
]


def test_differences_from_the_pairing_program_are_named(store):
    key = saved(store, event(PLAYED, rounds=3))
    for changed, sentences in DIFFERENT:
        lines = [changed.get(row, line) for row, line in enumerate(PLAYED)]
        with pytest.raises(program.Disagreement) as refused:
            program.from_program(store, key, event(lines_of(lines, NEXT), rounds=3))
        assert [said[: len(start)] for said, start in zip(refused.value.sentences, sentences, strict=True)] == sentences
    assert len(rounds.rounds(store, key)) == 1


def test_other_players_in_the_file_of_the_program(store):
    key = saved(store, event(PLAYED, rounds=3))
    source = text([*lines_of(PLAYED, NEXT), "1500 . ."], rounds=3).replace("P02, Test", "Q02, Test").encode()
    with pytest.raises(program.Disagreement, match="differs in 2 points") as refused:
        program.from_program(store, key, source)
    assert refused.value.sentences == (
        "Number 2 is P02, Test in the event and Q02, Test in the file.",
        "Number 6 P06, Test is in the file and not in the event.",
    )
    entries.add_entry(store, key, "P06, Test")
    with pytest.raises(program.Disagreement, match="Number 6 P06, Test is in the event and not in the file"):
        program.from_program(store, key, event(lines_of(PLAYED, NEXT), rounds=3))


def test_files_of_the_program_without_a_next_round(store):
    key = saved(store, event(PLAYED, rounds=3))
    for lines, sentence in (
        (PLAYED, "no pairings for round 2 of Test"),
        (lines_of(PLAYED, ["2b", "3w", "5w", ".", "3b"]), "Cells of round 2 .* contradict each other"),
    ):
        with pytest.raises(StoreError, match=sentence):
            program.from_program(store, key, event(lines, rounds=3))
    with pytest.raises(ChessdashError):
        program.from_program(store, key, b"nothing that can be read")


# Entries


def test_entries_come_in_and_are_numbered(store):
    key = events.create(store, "Test", planned=3)
    given = [{"name": " Zed,  Al "}, {"name": "Best", "rating": 2500, "title": "GM"}, {"name": "Ada", "rating": 2500}]
    assert entries.add_entries(store, key, given) == [1, 2, 3]
    entries.number_entries(store, key)
    assert events.tournament(store, key).players["name"].to_dict() == {1: "Best", 2: "Ada", 3: "Zed, Al"}
    editing.set_bye(store, key, 1, 3, "H")
    entries.number_entries(store, key, seed=1)
    tournament = events.tournament(store, key)
    assert sorted(tournament.players["name"]) == ["Ada", "Best", "Zed, Al"]
    assert tournament.players["name"][tournament.byes["no"].iloc[0]] == "Zed, Al"
    entries.remove_entry(store, key, 3)
    assert entries.add_entry(store, key, "New") == 3


def test_entries_that_cannot_be(store):
    key = club_event(store, 4, 3)
    typed(store, key, (1, 2), byes={3: "U", 4: "Z"}, codes="1")
    rounds.set_round(store, key, [(1, 4)])
    for act, sentence in (
        (lambda: entries.add_entry(store, key, "  "), "A player needs a name"),
        (lambda: entries.add_entry(store, key, "X", rating=9999), "The rating of X has to be from 100 to 3500 or none, not 9999"),
        (lambda: entries.add_entry(store, key, "X", first_round=1), "first round that is not published is 2 of 3"),
        (lambda: entries.add_entry(store, key, "X", first_round=4), "X cannot join in round 4"),
        (lambda: entries.add_entry(store, key, member=77), "The club has no member 77"),
        (lambda: entries.remove_entry(store, key, 1), "1 P01 has a board in round 1"),
        (lambda: entries.remove_entry(store, key, 3), "3 P03 has a bye in round 1"),
        (lambda: entries.remove_entry(store, key, 9), "Nobody in Test has the start number 9"),
        (lambda: entries.number_entries(store, key), "its first round is made"),
        (lambda: entries.set_first_round(store, key, 4, 3), "4 P04 has a board in round 2"),
        (lambda: entries.set_first_round(store, key, 4, 1), "cannot join in round 1"),
    ):
        with pytest.raises(StoreError, match=sentence):
            act()
    assert events.tournament(store, key).size == 4


def test_a_late_entry_is_absent_before(store):
    key = club_event(store, 4, 4)
    typed(store, key, (1, 2), (3, 4), codes="10")
    no = entries.add_entry(store, key, "Late", first_round=3)
    assert events.tournament(store, key).byes.to_numpy().tolist() == [[2, no, "Z"]]
    entries.set_first_round(store, key, no, 2)
    assert events.tournament(store, key).byes.empty
    assert logged(store, "entry_first_round") == [("Owner", "5 Late", "3", "2")]


# Rights


def test_who_may_make_rounds(store):
    key = club_event(store, 4, 3)
    arbiter, visitor = someone(store, "arbiter"), someone(store, None, "V. Isitor")
    for act in (
        lambda: rounds.pair_round(visitor, key),
        lambda: rounds.set_round(visitor, key, [(1, 2)]),
        lambda: entries.add_entry(visitor, key, "X"),
        lambda: entries.number_entries(visitor, key),
        lambda: withdrawal.withdraw(visitor, key, 1),
        lambda: editing.set_bye(visitor, key, 1, 1, "H"),
        lambda: program.from_program(visitor, key, event(PLAYED)),
        lambda: rounds.pair_round(store.seen_by(access.VISITOR), key),
    ):
        with pytest.raises(AccessError):
            act()
    rounds.pair_round(arbiter, key)
    for act in (lambda: rounds.publish(visitor, key, 1), lambda: rounds.remove(visitor, key, 1)):
        with pytest.raises(AccessError):
            act()
    rounds.publish(arbiter, key, 1)
    assert [who for who, *_ in logged(store, "round_paired", "round_published")] == ["A. Visser"] * 2
    single = events.create(visitor, "Own", kind="single", planned=3)
    entries.add_entries(visitor, single, [{"name": "A"}, {"name": "B"}])
    rounds.pair_round(visitor, single)
    rounds.publish(visitor, single, 1)
    assert results.save(visitor, single, 1, {1: ("1", results.board_view(visitor, single, 1)["version"][0])}) == 1
    with pytest.raises(AccessError):
        rounds.unpublish(someone(store, None, "O. Ther"), single, 1)


def test_ratings_follow_the_time_control_of_an_event(store):
    """Made as a standard event by mistake: club ratings become those for rapid, or none; typed ones stay."""
    both = members.add_member(store, "Both, B", initial={"standard": 2000, "rapid": 1800})
    one = members.add_member(store, "One, O", initial={"standard": 1900})
    key = events.create(store, "Cup", planned=3)
    for given in ({"member": both}, {"member": one}, {"name": "Guest, G", "rating": 1700}):
        entries.add_entry(store, key, **given)
    other = events.create(store, "Other cup", planned=3)
    entries.add_entry(store, other, member=both, rating=1950)
    for event_ in (key, other):
        events.change(store, event_, control="rapid")
    ratings = store.tournament(key).players["rating"]
    assert ratings.loc[[1, 3]].tolist() == [1800, 1700] and np.isnan(ratings.loc[2])
    assert store.tournament(other).players["rating"].tolist() == [1950]
    said = [row[1:4] for row in logged(store, "entry_rating")]
    assert [row[1:] for row in said] == [("2000", "1800"), ("1900", "")]
    events.change(store, key, control="standard")
    assert store.tournament(key).players["rating"].tolist() == [2000, 1900, 1700]
