"""Charts of histories: steps, a mark a finished event with all that made it, corrections, both papers; never colour alone."""

import re
from itertools import pairwise

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chessdash import charts
from chessdash.charts.pens import DARK, LIGHT
from chessdash.charts.ratings import MOST, apart

COLUMNS = ["member", "event_name", "date", "edition", "before", "k", "games", "points", "expected", "change", "after"]
ROWS = pd.DataFrame(
    [
        (1, "First Cup", "2025-01-10", 2, 2000, 40, 3, 2.0, 2.44, -18, 1982),
        (3, "First Cup", "2025-01-10", 1, 1800, 40, 3, 1.0, 1.5, -20, 1780),
        (1, "Second Cup", "2026-03-01", 1, 1982, 40, 1, 0.0, 0.76, -30, 1952),
        (3, "Second Cup", "2026-03-01", 1, 1780, 40, 1, 1.0, 0.24, 30, 1810),
    ],
    columns=COLUMNS,
)
NAMES = {1: "Anders, Ada", 3: "Cole, <b>Cy</b> & Co"}
CORRECTED = pd.DataFrame({"name": ["First Cup"], "date": ["2025-01-10"]})


def lines(figure):
    return [trace for trace in figure.data if trace.mode == "lines"]


def marks(figure):
    return [trace for trace in figure.data if trace.mode == "markers" and trace.name != "corrected"]


def test_a_line_is_steps_from_the_rating_before_to_the_right_edge():
    one, other = lines(charts.histories(ROWS, NAMES, until="2026-05-01"))
    assert list(zip(one.x, one.y, strict=True)) == [
        ("2025-01-10", 2000), ("2025-01-10", 1982), ("2026-03-01", 1952), ("2026-05-01", 1952),
    ]  # fmt: skip
    assert other.y[-1] == 1810 and {line.line.shape for line in (one, other)} == {"hv"}


def test_a_period_begins_with_the_rating_that_stood_then():
    figure = charts.histories(ROWS, NAMES, since="2025-06-01", until="2026-05-01")
    one = lines(figure)[0]
    assert list(zip(one.x, one.y, strict=True))[:2] == [("2025-06-01", 1982), ("2026-03-01", 1952)]
    assert [len(trace.x) for trace in marks(figure)] == [1, 1]


def test_a_member_without_an_event_in_the_period_has_a_level_line():
    figure = charts.histories(ROWS[:2], NAMES, since="2025-06-01", until="2026-05-01")
    assert [list(line.y) for line in lines(figure)] == [[1982, 1982], [1780, 1780]]
    assert [len(trace.x) for trace in marks(figure)] == [0, 0]


def test_a_mark_says_date_event_and_all_that_made_the_rating():
    said = marks(charts.histories(ROWS, NAMES))[0].hovertext
    assert said[0].split("<br>") == [
        "<b>Anders, Ada</b>",
        "10 Jan 2025, First Cup",
        "Ro 2000, K 40, 3 games",
        "2 made, 2.44 expected",
        "Change −18, Rn 1982",
        "revised after a correction",
    ]
    assert said[1].split("<br>")[2:] == ["Ro 1982, K 40, 1 game", "0 made, 0.76 expected", "Change −30, Rn 1952"]


def test_an_event_that_was_finished_after_a_later_one_counts_from_that_one_on():
    turned = ROWS[ROWS["member"] == 1].assign(date=["2026-03-01", "2025-01-10"])
    figure = charts.histories(turned, {1: "Anders, Ada"})
    assert list(marks(figure)[0].x) == ["2026-03-01", "2026-03-01"] and "10 Jan 2025" in marks(figure)[0].hovertext[1]
    assert list(lines(figure)[0].x) == sorted(lines(figure)[0].x)


def test_names_are_text_and_stand_with_their_ratings_at_the_end():
    figure = charts.histories(ROWS, NAMES)
    ends = [re.sub(r"<span[^>]*>(.)</span> <b>(\d+)</b>", r"\1 \2", note.text) for note in figure.layout.annotations]
    assert ends == ["● 1952 Anders", "■ 1810 Cole"]
    assert all("<b>Cy" not in text and "&lt;b&gt;" in text for text in marks(figure)[1].hovertext)


@pytest.mark.parametrize("dark", [False, True])
def test_six_differ_in_colour_mark_and_dash(dark):
    rows = pd.concat([ROWS[ROWS["member"] == 1].assign(member=i) for i in range(MOST)])
    figure = charts.histories(rows, {i: f"Name, {i}" for i in range(MOST)}, dark=dark)
    ink = DARK if dark else LIGHT
    assert [line.line.color for line in lines(figure)] == list(ink.series[:MOST])
    kinds = [
        (line.line.dash, mark.marker.symbol, mark.marker.color == ink.paper)
        for line, mark in zip(lines(figure), marks(figure), strict=True)
    ]
    assert len(set(kinds)) == MOST
    assert (figure.layout.paper_bgcolor, figure.layout.plot_bgcolor) == (ink.paper, ink.paper)
    used = set(re.findall(r"#[0-9a-f]{6}", figure.to_json()))
    assert used <= {ink.paper, ink.ink, ink.pencil, ink.hair, *ink.series}


def test_a_correction_is_a_dotted_line_with_words_and_its_event():
    figure = charts.histories(ROWS, NAMES, corrected=CORRECTED)
    shape = figure.layout.shapes[0]
    assert (shape.x0, shape.x1, shape.line.dash) == ("2025-01-10", "2025-01-10", "dot")
    assert figure.layout.annotations[-1].text == "corrected event"
    hover = next(trace for trace in figure.data if trace.name == "corrected").hovertext
    assert hover[0].startswith("First Cup, 10 Jan 2025:<br>a result was corrected afterwards.")


def test_several_corrections_have_their_words_once_since_two_would_meet_on_a_phone():
    three = pd.DataFrame({"name": ["A", "B", "C"], "date": ["2025-01-10", "2025-02-10", "2026-02-20"]})
    figure = charts.histories(ROWS, NAMES, corrected=three)
    words = [(note.text, note.xanchor) for note in figure.layout.annotations[len(NAMES) :]]
    assert len(figure.layout.shapes) == 3 and words == [("corrected events", "left")]
    later = charts.histories(ROWS, NAMES, corrected=three, since="2026-01-01")
    assert [shape.x0 for shape in later.layout.shapes] == ["2026-02-20"]


def test_fide_ratings_are_a_thin_dash_in_the_same_colour():
    fide = pd.DataFrame(
        {
            "member": [1, 1, 1, 1, 3],
            "date": ["2023-01-01", "2024-01-01", "2025-02-01", "2027-01-01", "2025-02-01"],
            "rating": [2500, 2300, 2310, 2600, 1700],
        }
    )
    figure = charts.histories(ROWS, {1: "Anders, Ada"}, fide=fide, until="2026-05-01")
    thin = [line for line in lines(figure) if line.name.startswith("FIDE")]
    assert len(thin) == 1 and thin[0].line.color == lines(figure)[0].line.color
    assert thin[0].line.width < lines(figure)[0].line.width and thin[0].line.dash
    # the rating that stood when the club's history began, until the last list within it, and on to the right edge
    assert list(zip(thin[0].x, thin[0].y, strict=True)) == [("2025-01-10", 2300), ("2025-02-01", 2310), ("2026-05-01", 2310)]
    assert thin[0].hovertext[0] == "Anders, Ada, FIDE 2300, 1 Jan 2024"
    assert 2310 < figure.layout.yaxis.range[1] < 2500


def test_the_axis_of_dates_says_each_year_once():
    texts = charts.histories(ROWS, NAMES, until="2026-05-01").layout.xaxis.ticktext
    assert texts == ("Jan<br>2025", "July", "Jan<br>2026")


def test_a_single_event_can_be_drawn():
    figure = charts.histories(ROWS[:1], {1: "Anders, Ada"}, corrected=CORRECTED)
    assert figure.layout.xaxis.range[0] < "2025-01-10" < figure.layout.xaxis.range[1]
    low, high = figure.layout.yaxis.range
    assert low < 1982 and high > 2000


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_a_date_at_the_end_of_time_can_be_drawn(day):
    rows = ROWS[ROWS["member"] == 1].assign(date=sorted(["2025-01-10", day]))
    assert 1 <= len(charts.histories(rows, {1: "Anders, Ada"}, corrected=CORRECTED).layout.xaxis.ticktext) <= 8


@given(st.lists(st.sampled_from([0, 10, 60, 110, 300, 940, 1000]) | st.floats(0, 1000), min_size=1, max_size=6))
def test_names_stand_apart_in_the_order_of_their_ratings(wanted):
    found = apart(wanted, 50, (0, 1000))
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    placed = [found[i] for i in order]
    assert all(b - a >= 50 - 1e-6 for a, b in pairwise(placed))
    assert all(-1e-6 <= y <= 1000 + 1e-6 for y in placed)
    if all(b - a >= 50 for a, b in pairwise(wanted[i] for i in order)):
        assert found == pytest.approx(wanted)
