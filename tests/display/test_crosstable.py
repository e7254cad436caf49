"""The crosstable, the rounds and the figures of a small event."""

from chessdash.display.crosstable import crosstable, rounds_table
from chessdash.display.statistics import statistics
from chessdash.standings import standings
from tests.events import event as small


def cells(table, key):
    row = next(row for row in table.rows if row.key == key)
    return [(cell.text, cell.after, cell.marks) for cell in row.cells[2:-1]]


def test_a_cell_is_the_result_then_the_opponent_by_start_number(event):
    table = crosstable(event, standings(event), by="number")
    assert [row.cells[0].text for row in table.rows] == ["1", "2", "3", "4", "5"]
    assert cells(table, "1") == [("1", "2w", ("won",)), ("1", "3b", ("won", "black"))]
    assert cells(table, "3") == [("½", "4w", ("drawn",)), ("0", "1w", ("lost",))]


def test_unplayed_rounds_are_visible_as_what_they_are(event):
    table = crosstable(event, standings(event), by="number")
    assert cells(table, "5") == [("1", "bye", ("won", "unplayed", "word")), ("+", "2w", ("won", "unplayed"))]
    assert cells(table, "2")[1] == ("\u2212", "5b", ("lost", "unplayed"))
    assert cells(table, "4")[1] == ("½", "bye", ("drawn", "unplayed", "word"))


def test_by_rank_opponents_are_named_by_rank(event):
    ranking = standings(event)
    table = crosstable(event, ranking)
    assert [row.key for row in table.rows] == [str(no) for no in ranking.index]
    rank = {str(no): rank for no, rank in zip(ranking.index, ranking["rank"], strict=True)}
    assert cells(table, "1")[0][1] == f"{rank['2']}w"


def test_a_withdrawal_is_out_and_a_last_round_missed_is_a_bye():
    from chessdash.formats import read

    rounds = {1: ["   2 w 1", "   3 b 1", "   4 w 1"], 2: ["   1 b 0", "        ", "        "]}
    rounds |= {3: ["   4 w 1", "   1 w 0", "        "], 4: ["   3 b 0", "        ", "   1 b 0"]}
    lines = ["012 Cup", "142 3"]
    for no, row in rounds.items():
        lines.append(f"001 {no:4d}      Player{no:<80d}"[:89].ljust(89) + "".join(f"  {cell}" for cell in row))
    event = read("\n".join(lines).encode())
    table = crosstable(event, standings(event), by="number")
    assert [cell[1] for cell in cells(table, "2")] == ["1b", "out", "out"]
    assert [cell[1] for cell in cells(table, "3")] == ["4w", "1w", "bye"]


def test_through_a_round_shows_that_many_rounds(event):
    assert len(crosstable(event, standings(event, through=1)).columns) == 2 + 1 + 1


def test_boards_name_white_first_and_each_game_once(event):
    (table,) = rounds_table(event, [1])
    boards = [(row.cells[1].text, row.cells[3].text, row.cells[5].text) for row in table.rows]
    assert boards == [
        ("Álvarez, Ana", "1-0", "Brandt, Bo"),
        ("Cruz, Cy", "½-½", "Dorn, Di"),
        ("Ek, Eva", "1", "pairing-allocated bye"),
    ]


def test_a_forfeit_is_no_score_and_the_points_are_those_before_the_round(event):
    (table,) = rounds_table(event, [2])
    forfeit = next(row for row in table.rows if row.cells[1].text == "Ek, Eva")
    assert (forfeit.cells[2].text, forfeit.cells[3].text, forfeit.cells[4].text) == ("1", "+/\u2212", "0")


def test_a_search_finds_the_boards_of_a_player_in_every_round(event):
    tables = rounds_table(event, [1, 2], "brandt")
    assert [len(table.rows) for table in tables] == [1, 1]
    assert rounds_table(event, [1, 2], "nobody") == []


def test_figures_count_each_game_once(event):
    games, unplayed, ratings, decided = statistics(event, standings(event))
    assert [row.cells[1].text for row in games.rows] == ["1", "1", "1"]
    assert games.head == "3 games over the board"
    assert [(row.cells[0].text, row.cells[1].text) for row in unplayed.rows] == [
        ("Games won by forfeit", "1"),
        ("Pairing-allocated byes", "1"),
        ("Half-point byes", "1"),
    ]
    assert sum(int(row.cells[1].text) for row in ratings.rows) == 5
    assert sum(int(row.cells[1].text) for row in decided.rows) == 4


def test_an_event_without_rounds_has_only_ratings():
    from chessdash.formats import read

    start = read(b"012 Start\n001    1 m    Smit, Jo                          2100" + b" " * 40 + b"\n")
    assert [table.head for table in statistics(start, standings(start))] == ["Ratings from 2100 to 2100, on average 2100"]


def test_both_lose_by_forfeit_and_points_shared_short_are_shown_as_written():
    # 1-2: both stayed away; 3-4: 0-0 over the board; 5 names 6, who names nobody
    lines = ["2000 2w-", "1900 1b-", "1800 4w0", "1700 3b0", "1600 6w1", "1500 -H", "1400 8w1", "1300 7b0"]
    (table,) = rounds_table(small(lines), [1])
    shown = {row.key: (row.cells[3].text, row.cells[5].text) for row in table.rows}
    assert shown["1-2"] == ("−/−", "P02, Test")
    assert shown["3-4"] == ("0-0", "P04, Test")
    assert shown["7-8"] == ("1-0", "P08, Test")
    assert shown["5"] == ("·", "P06, Test, whose cell says otherwise") and "5-6" not in shown


def test_boards_without_colours_or_with_twice_the_same_stand_once():
    (table,) = rounds_table(small(["2000 2b1", "1900 1b0", "1800 4w=", "1700 3w=", "1600 6+", "1500 5-"]), [1])
    assert [row.key for row in table.rows] == ["1-2", "3-4", "5-6"]
