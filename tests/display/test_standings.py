"""What is ink, pencil, underlined or marked in the standings, from frames typed by hand."""

import math

import pytest

from chessdash.display.model import data
from chessdash.display.standings import marks, score_groups, standings_table, value_column, words
from chessdash.standings import standings

ORDER = ("PTS", "BH/C1", "BH", "SB")
# The first rows of the picture standings-1280-light: points, first tie-break, second tie-break, points, shared.
DECIDED = ("", "PTS", "BH/C1", "BH", "PTS", "BH/C1", "shared", "BH/C1")


def test_ink_runs_to_the_code_that_settled_the_place_and_stops():
    rows = marks(DECIDED, ORDER)
    assert rows[0] == ["", "pencil", "pencil", "pencil"]  # the row below differs in points already
    assert rows[1] == ["", "", "pencil", "pencil"]  # the row below had to be told apart by BH/C1
    assert rows[2] == ["", "first", "", "pencil"]  # settled by BH/C1; the row below was read to BH
    assert rows[3] == ["", "", "later", "pencil"]  # BH/C1 had left them level
    assert rows[4] == ["", "", "pencil", "pencil"]


def test_a_shared_place_was_read_to_the_end():
    rows = marks(DECIDED, ORDER)
    assert rows[5] == ["", "first", "", ""]
    assert rows[6] == ["", "", "", ""]
    assert rows[7] == ["", "first", "pencil", "pencil"]


def test_what_settled_a_place_is_marked_exactly_once():
    for row, by in zip(marks(DECIDED, ORDER), DECIDED, strict=True):
        assert sum(mark in ("first", "later") for mark in row) == (by in ("BH/C1", "BH"))


def test_an_order_of_points_alone_and_an_empty_table_have_no_marks():
    assert marks(("", "PTS", "shared"), ("PTS",)) == [[""], [""], [""]]
    assert marks((), ORDER) == []


def test_rules_stand_between_score_groups_and_below_the_last():
    assert score_groups([3, 2, 2, 1]) == [True, False, True, True]
    assert score_groups([math.nan, math.nan]) == [False, True]
    assert score_groups([]) == []


def test_what_decided_in_words():
    assert [words(by, ORDER) for by in ("", "PTS", "BH/C1", "shared")] == ["", "points", "BH/C1", "shared"]


@pytest.mark.parametrize(
    ("values", "slot", "decimals"),
    [([1.0, 2.0], False, False), ([1.0, 2.5], True, False), ([21.33, 20.0], False, True), ([math.nan, 1.0], False, False)],
)
def test_a_column_has_a_slot_where_any_value_has_a_fraction(values, slot, decimals):
    import numpy as np

    column = value_column("AOB", np.array(values), "value")
    assert ("slot" in column.marks) is slot


def test_averages_have_two_decimals_in_the_whole_column(event, ranked):
    frame = ranked(("PTS", "AOB"), (1, "Álvarez, Ana", 2.0, 1.25, ""), (2, "Brandt, Bo", 1.0, 1.33, "PTS"))
    cells = [row.cells[-2] for row in standings_table(event, frame).rows]
    assert [(cell.text, cell.fraction) for cell in cells] == [("1.25", ""), ("1.33", "")]


def test_the_table_of_an_event(event):
    table = standings_table(event, standings(event))
    heads = [column.head for column in table.columns]
    assert heads == ["", "Player", "Fed", "Rating", "Pts", "BH", "SB", "Decided by"]
    assert [column.code for column in table.columns if column.act == "value"] == ["PTS", "BH", "SB"]
    first = table.rows[0]
    assert first.cells[0].text == "1"
    person = next(row for row in table.rows if row.key == "1")
    assert (person.name, person.cells[1].before, person.cells[1].below) == ("Ana Álvarez", "GM", "GM NED 2300")
    unrated = next(row for row in table.rows if row.key == "5")
    assert (unrated.cells[3].text, unrated.cells[1].below) == ("", "NED")


def test_columns_that_say_nothing_are_left_out(ranked):
    from chessdash.formats import read

    bare = read(b"012 Bare\n001    1      Smit, Jo" + b" " * 70 + b"\n001    2      Vos, Al" + b" " * 70 + b"\n")
    table = standings_table(bare, standings(bare))
    assert [column.head for column in table.columns][:3] == ["", "Player", "Pts"]


def test_nothing_that_is_empty_is_sent(event):
    sent = data(standings_table(event, standings(event)))
    cells = [cell for row in sent["rows"] for cell in row["cells"]]
    assert all(value not in ("", (), [], None) for cell in cells for value in cell.values())


def test_static_tables_have_nothing_to_click(event):
    assert not any(column.act for column in standings_table(event, standings(event), clickable=False).columns)
