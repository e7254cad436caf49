"""What What if shows as plain data, from small frames and an event typed by hand."""

import pandas as pd
import pytest

from chessdash.display import boards, whatif
from chessdash.whatif.ending import end_after
from chessdash.whatif.results import boards as boards_of
from chessdash.whatif.results import changes, flip_list, with_results
from chessdash.whatif.retrospect import retrospect, table_by_round
from tests.events import event

# Two of three rounds: P01 beats P02 and P03, who beat P04 and lose to P01; P05 joins in round 2 and draws with nobody but a bye.
FIVE = ["2000 2w1 3b1 4w", "1900 1b0 4w1 3b", "1800 4w1 1w0 2w", "1700 3b0 2b0 1b", "1600 -Z -U ."]


def moves(*rows):
    """A frame as ``changes`` gives it, from (name, rank, rank before)."""
    frame = pd.DataFrame(rows, columns=["name", "rank", "rank_before"], index=pd.RangeIndex(1, len(rows) + 1, name="no"))
    frame = frame.assign(move=frame["rank_before"] - frame["rank"], changed=frame["rank_before"] != frame["rank"])
    frame.attrs = {"order": (), "left": 0}
    return frame


@pytest.mark.parametrize(
    ("rows", "prizes", "said"),
    [
        ([("Ek, A", 1, 1), ("Ek, B", 2, 2)], 1, "This is the table of today: nobody would stand elsewhere."),
        (
            [("Ek, A", 1, 2), ("Ek, B", 2, 1)],
            1,
            "1 would stand higher than today, 1 lower. Among the first 1: A Ek instead of B Ek.",
        ),
        (
            [("Ek, A", 1, 2), ("Ek, B", 2, 1)],
            2,
            "1 would stand higher than today, 1 lower. The 2 places with a prize would be the same players’.",
        ),
        (
            [("Ek, A", 1, 1), ("Ek, B", 1, 2)],
            1,
            "1 would stand higher than today, 0 lower. Among the first 1 as well: B Ek.",
        ),
    ],
)
def test_gains_are_said(rows, prizes, said):
    assert whatif.gains(moves(*rows), prizes, final=False) == said


def test_values_that_differ_where_nobody_moves_are_said():
    """As articles 16.3 and 16.4 make them: by an early end nobody moves here, and one value would be another."""
    whole = event(["2000 2w1 3b1", "1900 1b0 4w1", "1800 4w1 1w0", "1700 3b0 2b0"], rounds=6)
    same = changes(whole, end_after(whole, 2).tournament, "PTS,BH")
    assert whatif.gains(same, 1, final=False) == "This is the table of today: nobody would stand elsewhere."
    other = same.assign(BH=[9.0, *same["BH"][1:]], changed=[True, False, False, False])
    other.attrs = same.attrs
    said = "Nobody would stand elsewhere, but 1 player would have another value of BH: P01."
    assert whatif.gains(other, 1, final=False) == said


def test_who_leaves_the_table_is_said():
    late = event(["2000 2w1", "1900 1b0", "1800 -Z"], rounds=3, records=["240 Z   2    3", "240 H   3    3"])
    frame = changes(late, end_after(late, 1).tournament, "PTS,WIN")
    assert frame.attrs["left"] == 1 and frame.index.tolist() == [1, 2]
    assert whatif.gains(frame, 1, final=False) == "Nobody would stand elsewhere. 1 player leaves the table."


def test_who_leads_is_said_beside_who_led():
    assert whatif.leads(moves(("Ek, A", 1, 1), ("Ek, B", 2, 2))) == "A Ek is first, as today."
    assert whatif.leads(moves(("Ek, A", 1, 2), ("Ek, B", 2, 1))) == "A Ek would be first; today it is B Ek."
    assert whatif.leads(moves(("Ek, A", 1, 1), ("Ek, B", 1, 2))) == "A Ek and B Ek would share first place; today it is A Ek."


def test_a_player_who_joined_later_has_a_dash_before():
    played = event(FIVE, rounds=3)
    table = whatif.places_table(table_by_round(played), {no: f"P{no}" for no in range(1, 6)}, 10)
    cells = {row.key: [cell.text for cell in row.cells] for row in table.rows}
    assert cells["5"][1] == "–" and cells["1"] == ["P1", "1=", "1"]


def test_what_does_not_happen_is_one_line():
    """Ended after round 2 of 3, which is paired but not begun: P05 came in round 2, nobody has a bye or leaves."""
    said = whatif.effects(end_after(event(FIVE, rounds=3), 2))
    assert [(one.number, one.sentence) for one in said] == [
        ("3 → 2", "rounds planned"),
        ("1", "round without a result is deleted"),
        ("", "Nothing else changes"),
    ]
    assert said[-1].detail == "There are no results of later rounds, byes asked for later rounds, withdrawals or late entries."
    assert not any(one.blocks for one in said)


def test_an_end_that_changes_nothing_says_so():
    (one,) = whatif.effects(end_after(event(["2000 2w1", "1900 1b0"]), 1))
    assert (one.number, one.sentence) == ("", "Nothing changes") and "later rounds, " in one.detail


@pytest.mark.parametrize(
    ("results", "said"),
    [
        ({(3, 1): "1"}, ["Round 3 has begun: its byes count now, and its other board is open."]),
        ({(3, 1): "1", (3, 2): "="}, ["Round 3 has begun: its byes count now, and all of its boards have a result."]),
        ({(1, 1): "*"}, ["1 board of round 1 has no result: it counts as open."]),
        ({(1, 1): "0"}, []),
        ({(2, 1): "*", (2, 2): "*"}, ["Round 2 has no result now: the table is that after round 1."]),
        (
            {(1, 1): "*", (3, 1): "1"},
            [
                "1 board of round 1 has no result: it counts as open.",
                "Round 3 has begun: its byes count now, and its other board is open.",
            ],
        ),
    ],
)
def test_what_is_open_after_other_results(results, said):
    played = event(FIVE, rounds=3)
    assert whatif.waiting(played, with_results(played, results), sorted({round for round, _ in results})) == said


def test_a_round_that_is_begun_by_a_later_one_is_named_too():
    """Rounds 2 and 3 are paired, and a result of round 3 is set."""
    played = event(["2000 2w1 3b 4w", "1900 1b0 4w 3b", "1800 4w1 1w 2w", "1700 3b0 2b 1b"], rounds=3)
    assert whatif.waiting(played, with_results(played, {(3, 1): "1"}), [3]) == [
        "Round 2 has begun: its byes count now, and its 2 boards are open.",
        "Round 3 has begun: its byes count now, and its other board is open.",
    ]


def test_looking_back_names_who_was_first_then_and_now():
    """After round 1 P01 and P03 have a point each against opponents without one; today P01 is first alone."""
    rows = retrospect(event(FIVE, rounds=3), prizes=1).to_dict("records")
    said = whatif.looked_back(rows[0], rows[-1], 1, final=False)
    assert said[-1].sentence == "First after this round: Test P01 and Test P03. Today: Test P01."
    assert said[2].number == "½", "half of the one place is another's"
    last = whatif.looked_back(rows[-1], rows[-1], 1, final=False)
    assert last[0].number == "0.90", "of 10 pairs one is level, P02 and P03, and counts as 0"
    assert last[1].number == "0"
    assert last[-1].sentence == "First after this round, as today: Test P01."


def test_boards_carry_what_they_were_and_what_would_change_something():
    played = event(FIVE, rounds=3)
    every = {line.key: line for line in boards.lines(boards_of(played, 1), 1, {(1, 1): "="})}
    assert [(line.key, line.code, line.was) for line in every.values()] == [("1.1", "=", "1"), ("1.3", "1", "1")]
    drawn = boards.data(every["1.1"], rounds=True)
    assert (drawn["at"], drawn["result"], drawn["before"]) == ("R1 · 1", "½-½", "was 1-0")
    assert drawn["undo"] == "Undo the result of P01, Test against P02, Test, round 1"
    assert [line.key for line in boards.changed(every, {(1, 1): "="})] == ["1.1"]


def test_results_with_the_same_effect_are_said_together():
    frame = pd.DataFrame(
        {
            "round": 1,
            "white": 1,
            "then": ["=", "0", "1"],
            "effect": ["B would be first.", "B would be first.", "C would be first."],
        }
    ).assign(played=True)
    line = boards.Line("1.1", 1, 1, "A", "B", "+", "+")
    (made,) = boards.flips(frame, {"1.1": line}, played=True)
    assert made.note == "½-½ or 0-1: B would be first. 1-0: C would be first." and made.hints == ("=", "0", "1")
    assert boards.flips(frame, {"1.1": line}, played=False) == []


def test_every_flip_that_is_listed_has_its_board():
    played = event(FIVE, rounds=3)
    frame = flip_list(played)
    rounds = {round: boards_of(played, round) for round in (1, 2, 3)}
    every = {line.key: line for round, rows in rounds.items() for line in boards.lines(rows, round, {})}
    found = [*boards.flips(frame, every, played=True), *boards.flips(frame, every, played=False)]
    assert sum(len(line.hints) for line in found) == len(frame) > 0


def test_only_codes_that_change_have_a_column():
    """A forfeit for a win in round 1 changes neither points nor WIN; BH of those who met the two may change, WON does."""
    played = event(FIVE, rounds=3)
    frame = changes(played, with_results(played, {(1, 1): "+"}), "WIN,WON")
    table = whatif.changes_table(frame)
    assert [column.code for column in table.columns if column.code] == ["PTS", "WON"]
    assert [row.key for row in table.rows] == ["1"], "P01 has one game won less"
    assert table.rows[0].cells[-1].text == "1" and table.rows[0].cells[-1].below == "was 2"


def test_results_without_a_code_have_a_word():
    assert (boards.written("*"), boards.written(""), boards.written("x"), boards.was("*")) == ("open", "other", "−/−", "was open")
