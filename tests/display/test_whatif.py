"""What What if shows as plain data, from small frames and an event typed by hand."""

import pandas as pd
import pytest

from chessdash.display import boards, whatif
from chessdash.whatif.results import boards as boards_of
from chessdash.whatif.results import changes, flip_list, with_results
from chessdash.whatif.retrospect import retrospect, table_by_round
from tests.events import event

# Two of three rounds: P01 beats P02 and P03, who beat P04 and lose to P01; P05 joins in round 2 and draws with nobody but a bye.
FIVE = ["2000 2w1 3b1 4w", "1900 1b0 4w1 3b", "1800 4w1 1w0 2w", "1700 3b0 2b0 1b", "1600 -Z -U ."]


def moves(*rows):
    """A frame as ``changes`` gives it, from (name, rank, rank before)."""
    frame = pd.DataFrame(rows, columns=["name", "rank", "rank_before"], index=pd.RangeIndex(1, len(rows) + 1, name="no"))
    return frame.assign(move=frame["rank_before"] - frame["rank"], changed=frame["rank_before"] != frame["rank"])


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


def test_who_leads_is_said_beside_who_led():
    assert whatif.leads(moves(("Ek, A", 1, 1), ("Ek, B", 2, 2))) == "A Ek is first, as today."
    assert whatif.leads(moves(("Ek, A", 1, 2), ("Ek, B", 2, 1))) == "A Ek would be first; today it is B Ek."
    assert whatif.leads(moves(("Ek, A", 1, 1), ("Ek, B", 1, 2))) == "A Ek and B Ek would share first place; today it is A Ek."


def test_a_player_who_joined_later_has_a_dash_before():
    played = event(FIVE, rounds=3)
    table = whatif.places_table(table_by_round(played), {no: f"P{no}" for no in range(1, 6)}, 10)
    cells = {row.key: [cell.text for cell in row.cells] for row in table.rows}
    assert cells["5"][1] == "–" and cells["1"] == ["P1", "1=", "1"]


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
