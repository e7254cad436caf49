"""The club's ratings as plain data, from small frames typed here; the member's figures are those of tests/rated_club.py."""

from urllib.parse import unquote
from xml.etree import ElementTree

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chessdash.display import rated_member, ratings

NOTICE = "The club’s own ratings, not FIDE’s."
COLUMNS = ["member", "event", "event_name", "date", "edition", "before", "k", "games", "points", "expected", "change", "after"]
ROWS = pd.DataFrame(
    [
        (1, "first-cup", "First Cup", "2026-01-10", 2, 2000, 40, 3, 2.0, 2.44, -18, 1982),
        (2, "first-cup", "First Cup", "2026-01-10", 2, 1800, 40, 3, 2.0, 1.5, 20, 1820),
        (3, "first-cup", "First Cup", "2026-01-10", 1, 1800, 40, 3, 1.0, 1.5, -20, 1780),
        (1, "second-cup", "Second Cup", "2026-03-01", 2, 1982, 40, 1, 0.0, 0.76, -30, 1952),
        (3, "second-cup", "Second Cup", "2026-03-01", 2, 1780, 40, 1, 1.0, 0.24, 30, 1810),
    ],
    columns=COLUMNS,
)


def people(**changed):
    rows = [
        ("Anders, Ada", "WFM", True, 1952, -30, 4, 2),
        ("Berg, Bo", "", True, 1820, 20, 3, 1),
        ("Cole, Cy", "", True, 1810, 30, 4, 2),
        ("Ek, Eva", "", False, 1500, 0, 0, 0),
    ]
    columns = ["name", "title", "active", "rating", "change", "games", "events"]
    frame = pd.DataFrame(rows, columns=columns, index=pd.Index([1, 2, 3, 5], name="member"))
    return frame.assign(**changed)


def cells(table):
    return {row.name: [cell.text + cell.fraction for cell in row.cells] for row in table.rows}


def drawing(uri):
    assert uri.startswith("data:image/svg+xml,")
    root = ElementTree.fromstring(unquote(uri.partition(",")[2]))
    line, dot = list(root)
    points = [tuple(map(float, pair.split(","))) for pair in line.attrib["points"].split()]
    return points, (float(dot.attrib["cx"]), float(dot.attrib["cy"])), unquote(uri)


def test_a_spark_line_goes_from_the_lowest_to_the_highest_and_ends_in_a_dot():
    points, dot, text = drawing(ratings.spark([1500, 1520, 1510]))
    # 96 x 22 px with 3 px free: the lowest at 19, the highest at 3, in between half way; the last at the right
    assert points == [(3, 19), (48, 3), (93, 11)] and dot == (93, 11)
    assert "#80827a" in text and "<script" not in text
    assert ratings.spark_words([1500, 1520, 1510]) == "Ratings after the last 3 events, from 1500 to 1510"


def test_a_spark_line_of_nothing_of_one_and_of_the_same():
    assert ratings.spark([]) == "" and ratings.spark_words([]) == ""
    assert drawing(ratings.spark([1500]))[0] == [(93, 11)]
    assert ratings.spark_words([1500]) == "Rating after the last event: 1500"
    assert {y for _, y in drawing(ratings.spark([1500] * 5))[0]} == {11}


@given(st.lists(st.integers(100, 3500), min_size=1, max_size=40))
def test_a_spark_line_has_the_last_twelve_and_stays_inside(values):
    points, _, _ = drawing(ratings.spark(values))
    last = values[-12:]
    assert len(points) == len(last)
    assert all(0 < x < 96 and 0 < y < 22 for x, y in points)
    heights = [y for _, y in points]
    assert all((a < b) <= (heights[i] >= heights[j]) for i, a in enumerate(last) for j, b in enumerate(last))


def test_the_list_shows_rank_rating_change_and_games():
    table = ratings.list_table(people(), ROWS, "standard")
    assert cells(table) == {
        "Anders, Ada": ["1", "Anders, Ada", "1952", "−30", "", "4"],
        "Berg, Bo": ["2", "Berg, Bo", "1820", "+20", "", "3"],
        "Cole, Cy": ["3", "Cole, Cy", "1810", "+30", "", "4"],
        "Ek, Eva": ["4", "Ek, Eva", "1500", "", "", "0"],
    }
    first, last = table.rows[0].cells, table.rows[-1].cells
    assert first[1].before == "WFM" and first[3].marks == ("down",) and first[4].tip.endswith("from 1982 to 1952")
    assert last[1].badge == "former member" and last[4].picture == ""
    assert NOTICE in table.caption and table.columns[1].act == "name"


def test_equal_ratings_share_a_rank():
    table = ratings.list_table(people(rating=[1820, 1820, 1810, 1500]), ROWS, "standard")
    assert [(row.cells[0].text, row.cells[0].after) for row in table.rows] == [("1", "="), ("1", "="), ("3", ""), ("4", "")]


def test_the_compared_are_counted_within_the_period():
    whole = cells(ratings.compared_table(people(), ROWS, [1, 5], "", "standard"))
    # highest and lowest with the rating before the first event; -18 - 30
    assert whole["Anders, Ada"] == ["Anders, Ada", "1952", "2000", "1952", "−48", "2"]
    assert whole["Ek, Eva"] == ["Ek, Eva", "1500", "", "", "", "0"]
    late = ratings.compared_table(people(), ROWS, [1], "2026-02-01", "rapid")
    assert cells(late)["Anders, Ada"] == ["Anders, Ada", "1952", "1982", "1952", "−30", "1"]
    assert late.rows[0].link == "ratings?control=rapid&member=1&view=member"


def changes(*rows):
    names = ["member", "name", "edition", "before", "k", "games", "points", "expected", "change", "after"]
    frame = pd.DataFrame([row[1:] for row in rows], columns=names, index=pd.Index([row[0] for row in rows], name="no"))
    return frame


ORIGINAL = changes(
    (1, 1, "Anders, Ada", 1, 2000, 40, 3, 2.5, 2.44, 2, 2002), (3, 3, "Cole, Cy", 1, 1800, 40, 3, 1.0, 1.5, -20, 1780)
)
REVISED = changes(
    (1, 1, "Anders, Ada", 2, 2000, 40, 3, 2.0, 2.44, -18, 1982),
    (3, 3, "Cole, Cy", 1, 1800, 40, 3, 1.0, 1.5, -20, 1780),
    (4, 4, "Dahl, Di", 2, 1600, 40, 3, 1.5, 0.56, 38, 1638),
)


def test_a_table_of_changes_has_all_that_makes_a_rating():
    table = ratings.changes_table(ORIGINAL, "First Cup", "standard")
    assert [column.head for column in table.columns] == ["No", "Member", "Ro", "K", "Games", "Points", "Expected", "Change", "Rn"]
    assert cells(table)["Anders, Ada"] == ["1", "Anders, Ada", "2000", "40", "3", "2½", "2.44", "+2", "2002"]
    assert all(column.tip for column in table.columns if column.head in ("No", "Ro", "K", "Games", "Expected", "Rn"))
    assert table.caption == f"Rating changes, First Cup. {NOTICE}"


def test_a_revised_table_says_what_was_otherwise():
    rows = {row.name: row for row in ratings.changes_table(REVISED, "First Cup", "standard", ORIGINAL).rows}
    below = {name: row.cells[7].below for name, row in rows.items()}
    assert below == {"Anders, Ada": "was +2, 2002", "Cole, Cy": "", "Dahl, Di": "was not rated"}
    assert [row.marks for row in rows.values()] == [("revised",), (), ("revised",)]


def test_finished_events_tell_corrected_from_revised():
    events = pd.DataFrame(
        [
            ("Second Cup", "2026-03-01", 2, 1, 1, 2),
            ("First Cup", "2026-01-10", 4, 6, 2, 2),
            ("Old Cup", "2025-01-10", 4, 6, 1, 1),
        ],
        columns=["name", "date", "members", "games", "tables", "editions"],
        index=pd.Index(["second-cup", "first-cup", "old-cup"], name="event"),
    )
    table = ratings.finished_table(events, "blitz")
    assert [[cell.text for cell in row.cells] for row in table.rows] == [
        ["Second Cup", "1 March 2026", "2", "1", "revised"],
        ["First Cup", "10 Jan 2026", "4", "6", "corrected"],
        ["Old Cup", "10 Jan 2025", "4", "6", ""],
    ]
    assert table.rows[0].link == "ratings?event=second-cup&control=blitz" and table.rows[0].key == "event second-cup"


@pytest.mark.parametrize(
    ("last", "said"),
    [("Cup of 2026.", f"{NOTICE} Rapid, after Cup of 2026."), ("", f"{NOTICE} Rapid, no event finished yet.")],
)
def test_the_facts_line_is_the_notice(last, said):
    assert ratings.facts("rapid", last) == said


def test_a_member_is_told_in_sentences():
    own = ROWS[ROWS["member"] == 3]
    assert rated_member.sentences(people(), own, 3) == [
        "Rating 1810, place 3 of 3.",
        "Highest 1810, after Second Cup on 1 March 2026.",
        "4 rated games in 2 events: 2 made, 1.74 expected.",
    ]
    fallen = rated_member.sentences(people(), ROWS[ROWS["member"] == 1], 1)
    assert fallen == ["Rating 1952, place 1 of 3.", "4 rated games in 2 events: 2 made, 3.20 expected."]  # never above 2000
    assert rated_member.sentences(people(), ROWS[:0], 5) == [
        "Rating 1500, the initial one. No rated event in this time control yet."
    ]


def figures(*rows):
    columns = ["games", "wins", "draws", "losses", "points", "expected"]
    return pd.DataFrame([row[1:] for row in rows], columns=columns, index=pd.Index([row[0] for row in rows]))


def test_colours_have_their_sum():
    table = rated_member.colours_table(figures(("w", 2, 0, 2, 0, 1.0, 1.68), ("b", 2, 1, 0, 1, 1.5, 1.5)))
    assert [[cell.text + cell.fraction for cell in row.cells] for row in table.rows] == [
        ["White", "2", "0", "2", "0", "1", "1.68", "−0.68"],
        ["Black", "2", "1", "0", "1", "1½", "1.50", "±0"],
        ["All games", "4", "1", "2", "1", "2½", "3.18", "−0.68"],
    ]
    assert len(rated_member.colours_table(figures(("w", 2, 0, 2, 0, 1.0, 1.68))).rows) == 1


def test_opponents_and_best_wins_open_their_pages():
    by = figures((3, 2, 1, 0, 1, 1.0, 1.52)).assign(name="Cole, Cy")
    table = rated_member.opponents_table(by, "standard")
    assert table.rows[0].link == "ratings?member=3&view=member" and table.rows[0].key == "member 3"
    wins = pd.DataFrame(
        [("First Cup", "2026-01-10", "b", 3, "Cole, Cy", 1800)],
        columns=["event_name", "date", "colour", "opponent", "name", "rating"],
    )
    row = rated_member.wins_table(wins, "standard").rows[0]
    assert [(cell.text, cell.below) for cell in row.cells] == [
        ("Cole, Cy", "with Black"), ("1800", ""), ("First Cup", "10 Jan 2026"),
    ]  # fmt: skip


def test_a_member_s_events_say_which_rows_were_revised():
    table = rated_member.events_table(ROWS[ROWS["member"] == 3], "standard")
    assert [(row.cells[0].text, row.cells[0].below) for row in table.rows] == [
        ("Second Cup", "1 March 2026, revised"), ("First Cup", "10 Jan 2026"),
    ]  # fmt: skip


def test_the_points_of_a_chart_are_a_table_the_latest_first():
    table = ratings.points_table(ROWS[ROWS["member"] == 1], {1: "Anders, Ada"})
    assert [[cell.text for cell in row.cells] for row in table.rows] == [
        ["Anders, A.", "Second Cup", "1982", "40", "1", "0", "0.76", "−30", "1952"],
        ["Anders, A.", "First Cup", "2000", "40", "3", "2", "2.44", "−18", "1982"],
    ]
    assert table.rows[0].cells[1].below == "1 March 2026" and NOTICE in table.caption


def test_a_chart_is_told_in_words():
    own = ROWS[ROWS["member"].isin([1, 3])]
    said = ratings.chart_words(own, {1: "Anders, Ada", 3: "Cole, Cy"}, "standard")
    assert "Anders, Ada from 2000 to 1952 in 2 events; Cole, Cy from 1800 to 1810 in 2 events" in said and NOTICE in said
