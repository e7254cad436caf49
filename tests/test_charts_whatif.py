"""Charts of what if: what stands where, what is said in words, colours for both papers, never colour alone."""

import math
import re
from itertools import pairwise

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chessdash import charts
from chessdash.charts.labels import chance, surnames
from chessdash.charts.pens import LIGHT, pens

NAMES = ["Halvorsen, Ingrid", "Petrenko, Olha", "Smit, Annelies", "Smit, Koen"]


def outlook():
    return pd.DataFrame(
        {
            "name": NAMES,
            "rank": [1, 2, 3, 3],
            "points": [5.5, 5.0, 1.0, 0.5],
            "first": [0.996, 0.33, 0.004, 0.0],
            "first_se": [0.001, 0.005, 0.001, 0.0001],
            "prize": [1.0, 0.5, 0.25, 0.01],
            "prize_se": [0.0001, 0.005, 0.004, 0.001],
            "low": [1, 1, 2, 4],
            "lower": [1, 2, 3, 4],
            "median": [1, 2, 3, 4],
            "upper": [1, 2, 4, 4],
            "high": [1, 3, 4, 4],
        },
        index=[4, 2, 7, 9],
    )


def places():
    table = {1: [1, 1, 1, 1], 2: [3, 1, 2, 4], 3: [1, 2, 3, 3]}
    return pd.DataFrame(table, index=[4, 2, 7, 9]), dict(zip([4, 2, 7, 9], NAMES, strict=True))


def past():
    rows = {
        "round": [1, 2, 3],
        "tau": [-0.25, 0.5, 1.0],
        "moved": [4, 1, 0],
        "prizes_changed": [2.0, 0.5, 0.0],
        "same_first": [False, True, True],
        "first_names": [("Petrenko, Olha", "Smit, Koen"), ("Halvorsen, Ingrid",), ("Halvorsen, Ingrid",)],
    }
    return pd.DataFrame(rows)


def verdicts():
    rows = {
        "name": NAMES,
        "points": [5.5, 4.0, 3.5, 1.0],
        "least": [5.5, 4.0, 4.5, 1.0],
        "most": [6.5, 6.0, 5.5, 1.0],
        "verdict": ["certain", "open", "tie-break", "out"],
    }
    return pd.DataFrame(rows, index=[4, 2, 7, 9])


def calibration():
    return pd.DataFrame({"stated": [0.02, 0.5], "seen": [0.0, 0.48], "n": [400, 100], "se": [0.01, 0.05]})


def figures(dark=False):
    ranks, names = places()
    return {
        "bands": charts.bands(outlook(), runs=1000, prizes=2, dark=dark),
        "by_round": charts.by_round(ranks, names, picked=[2, 7], dark=dark),
        "closeness": charts.closeness(past(), dark=dark),
        "still_can": charts.still_can(verdicts(), dark=dark),
        "reliability": charts.reliability(calibration(), dark=dark),
    }


def words(figure):
    return [re.sub("<.*?>", "", one.text) for one in figure.layout.annotations]


@pytest.mark.parametrize("dark", [False, True])
def test_every_colour_is_of_the_paper(dark):
    pen = pens(dark)
    known = {pen.paper, pen.ink, pen.pencil, pen.hair, pen.band, *pen.levels, *pen.steps, *pen.series}
    for name, figure in figures(dark).items():
        used = set(re.findall(r"#[0-9a-fA-F]{6}", figure.to_json()))
        assert used <= known, (name, used - known)
        assert figure.layout.paper_bgcolor == figure.layout.plot_bgcolor == pen.paper
        assert all(trace.marker.color is not None for trace in figure.data), name
        assert all(trace.mode != "lines" or trace.line.color for trace in figure.data if trace.type == "scatter"), name


def test_nothing_can_be_dragged():
    for figure in figures().values():
        assert figure.layout.dragmode is False and figure.layout.xaxis.fixedrange and figure.layout.yaxis.fixedrange


def test_nothing_to_draw_is_an_empty_paper():
    ranks, _ = places()
    assert charts.bands(outlook().head(0), runs=1000).layout.height > 0
    assert not charts.by_round(ranks.head(0), {}).data
    assert not charts.closeness(past().head(0)).layout.xaxis.tickvals
    assert charts.still_can(verdicts().head(0)).layout.height > 0
    assert charts.reliability(calibration().head(0)).layout.height > 0


@given(st.floats(0, 1), st.integers(300, 10**6))
def test_a_chance_is_never_said_to_be_sure(share, runs):
    said = chance(share, runs)
    assert said in {"<1", ">99"} or 1 <= int(said) <= 99
    assert (said == "<1") == (share < 0.01) and (said == ">99") == (share > 0.99)


@given(st.integers(1, 10**5), st.data())
def test_a_chance_says_no_more_than_its_runs_do(runs, data):
    """What came in none of n may have a chance of 3/n: (1 - 3/n)**n is about e**-3 = .05. Below 100 runs they are counted."""
    seen = data.draw(st.integers(0, runs))
    said = chance(seen / runs, runs)
    if runs < 100:
        assert said == f"{seen} of {runs}"
    elif said[0] in "<>":
        bound = int(said[1:]) / 100
        assert min(bound, 1 - bound) >= 3 / runs - 1e-9
        assert seen / runs < bound if said[0] == "<" else seen / runs > bound
    else:
        assert abs(int(said) - 100 * seen / runs) <= 0.5 + 1e-9 and 3 / runs <= seen / runs + 0.005


@pytest.mark.parametrize(
    ("seen", "runs", "said"),
    [(0, 10, "0 of 10"), (10, 10, "10 of 10"), (0, 100, "<3"), (100, 100, ">97"), (3, 100, "3"), (1, 400, "<1"), (5, 400, "1")],
)
def test_a_chance_of_few_runs(seen, runs, said):
    assert chance(seen / runs, runs) == said


def test_a_chance_that_is_not_known():
    assert chance(math.nan, 1000) == chance(0.5, 0) == "–"


def test_few_runs_are_counted_on_the_chart_too():
    figure = charts.bands(outlook().assign(first=[0.5, 0.25, 0.25, 0.0]), runs=4)
    assert words(figure) == ["1st, %", "2 of 4", "1 of 4", "1 of 4", "0 of 4"]
    assert "First in 2 of 4 runs." in figure.data[-1].hovertext[0]
    frame = outlook()
    frame.attrs["runs"] = 4
    assert words(charts.bands(frame))[2:4] == ["1 of 4", "0 of 4"], "as many as the frame says"


def test_ranks_that_are_not_of_today_are_called_before():
    figure = charts.bands(outlook(), runs=1000, before=True)
    assert figure.data[-1].hovertext[0].startswith("Halvorsen, Ingrid: place 1 before, 5½ points")


def test_names_are_surnames_with_an_initial_where_two_share_one():
    assert surnames(NAMES) == ["Halvorsen", "Petrenko", "Smit, A.", "Smit, K."]
    assert surnames(["Smit, Koen", "Smit, Koen"]) == ["Smit", "Smit"], "the same player twice"
    assert surnames(["Abdurakhmanova, Dilnoza", "Bee"]) == ["Abdurakhmano…", "Bee"]
    assert surnames(["<b>, x"]) == ["&lt;b&gt;"]


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        (["Kaźmierczak, Tomasz", "Kaźmierczak, Anna"], ["Kaźmiercz… T.", "Kaźmiercz… A."]),
        (["Smit, Jan", "Smit, Jana", "Smit, Koen"], ["Smit, Jan", "Smit, Jan.", "Smit, K."]),
        (["Abdurakhmanova, Dilnoza", "Abdurakhmanov, Rustam"], ["Abdurakhmano…", "Abdurakhmanov"]),
        (["Maria Kowalska-Nowak", "Maria Kowalska-Wilk"], ["Maria Kowa…ak", "Maria Kowa…lk"]),
    ],
)
def test_names_are_told_apart_where_they_are_cut(names, labels):
    assert surnames(names) == labels and all(len(label) <= 13 for label in labels)


def test_names_are_told_apart_from_those_that_are_not_shown():
    assert surnames(["Smit, Koen"], among=NAMES) == ["Smit, K."] and surnames(["Petrenko, Olha"], among=NAMES) == ["Petrenko"]


def test_bands_from_low_to_high_and_thick_in_the_middle():
    thin, thick, median, today = charts.bands(outlook(), runs=1000).data[:4]
    assert list(thin.x[3:5]) == [0.8, 3.2] and list(thick.x[3:5]) == [1.8, 2.2], "places 1 to 3, and 2, each a little wide"
    assert thin.line.width < thick.line.width
    assert list(median.x) == [1, 2, 3, 4] and median.marker.symbol == "line-ns"
    assert list(today.x) == [1, 2, 3, 3] and today.marker.color == LIGHT.paper
    assert list(today.y) == [0, 1, 2, 3]


def test_first_place_is_on_the_left_and_the_first_player_on_top():
    figure = charts.bands(outlook(), runs=1000)
    assert figure.layout.xaxis.range[0] < figure.layout.xaxis.range[1]
    assert figure.layout.yaxis.range[0] > figure.layout.yaxis.range[1]
    assert figure.layout.yaxis.ticktext == ("Halvorsen", "Petrenko", "Smit, A.", "Smit, K.")


def test_chances_stand_at_the_right_and_are_never_0_or_100():
    said = words(charts.bands(outlook(), runs=1000, prizes=2))
    assert said == ["prizes", "1st, %", "&gt;99", "33", "&lt;1", "&lt;1", "prize", "&gt;99", "50", "25", "1"]


def test_certain_and_out_only_where_proved():
    frame = outlook().assign(verdict=["open", "open", "tie-break", "out"], prize_verdict=["certain", "open", "open", "open"])
    figure = charts.bands(frame, runs=1000, prizes=2)
    assert words(figure) == ["prizes", "1st, %", "&gt;99", "33", "&lt;1", "out", "prize", "certain", "50", "25", "1"]
    said = figure.data[-1].hovertext
    assert "Certain of a prize." in said[0] and "Can no longer be first." in said[3] and "Certain" not in said[1]


def test_the_line_of_prizes_is_after_the_last_of_them():
    (line,) = charts.bands(outlook(), runs=1000, prizes=2).layout.shapes
    assert line.x0 == line.x1 == 2.5 and line.line.dash == "dot"
    assert not charts.bands(outlook(), runs=1000).layout.shapes and "prize" not in words(charts.bands(outlook(), runs=1000))
    assert not charts.bands(outlook(), runs=1000, prizes=4).layout.shapes, "all places have a prize"


def test_a_row_of_the_bands_says_what_it_shows():
    figure = charts.bands(outlook(), runs=1000, prizes=2)
    sheet = figure.data[-1]
    assert sheet.type == "bar" and sheet.opacity == 0 and list(sheet.y) == [0, 1, 2, 3]
    assert sheet.hovertext[1].split("<br>") == [
        "Petrenko, Olha: place 2 today, 5 points",
        "9 of 10 runs end at places 1 to 3,",
        "half of them at 2.",
        "First in 33 of 100 runs (standard error 0.5).",
        "A prize in 50 of 100 runs (standard error 0.5).",
    ]
    assert sheet.hovertext[0].split("<br>")[1] == "9 of 10 runs end at place 1."
    assert "<br>half of them at 3 to 4, the middle is 3.<br>" in sheet.hovertext[2]
    assert "1 point<br>" in sheet.hovertext[2] and "½ points<br>" in sheet.hovertext[3]


def test_many_places_have_few_ticks():
    frame = outlook()
    frame.loc[9, ["low", "lower", "median", "upper", "high"]] = [4, 20, 30, 40, 58]
    assert charts.bands(frame, runs=1000).layout.xaxis.tickvals == (1, *range(5, 60, 5))
    assert charts.bands(outlook(), runs=1000).layout.xaxis.tickvals == (1, 2, 3, 4)


def test_those_picked_are_heavy_and_differ_by_mark_and_dash():
    ranks, names = places()
    figure = charts.by_round(ranks, names, picked=[2, 7, 9])
    light, *heavy = figure.data
    assert light.line.width < 2 and light.line.color == LIGHT.pencil and light.name == "4"
    assert {trace.name for trace in heavy} == {"2", "7", "9"} and all(trace.line.width == 3 for trace in heavy)
    assert len({trace.marker.symbol for trace in heavy}) == len({trace.line.color for trace in heavy}) == 3
    bold = {re.sub("<.*?>", "", one.text) for one in figure.layout.annotations if one.text.startswith("<b>")}
    assert bold == {"2 Petrenko", "3= Smit, A.", "3= Smit, K."}


def test_lines_stand_at_the_places_and_1_is_on_top():
    ranks, names = places()
    figure = charts.by_round(ranks, names)
    lines = {int(trace.name): list(trace.y) for trace in figure.data}
    assert lines == {4: [1, 3, 1], 2: [1, 1, 2], 7: [1, 2, 3], 9: [1, 4, 3]}
    assert figure.layout.yaxis.range[0] > figure.layout.yaxis.range[1]
    (heavy,) = [trace for trace in figure.data if trace.line.width == 3]
    assert heavy.name == "4", "nobody is picked, so whoever is first"
    assert heavy.hovertext == (
        "Halvorsen, Ingrid: 1= after round 1",
        "Halvorsen, Ingrid: 3 after round 2",
        "Halvorsen, Ingrid: 1 after round 3",
    )


def test_shared_places_have_their_names_one_below_the_other():
    ranks, names = places()
    ends = [one for one in charts.by_round(ranks, names).layout.annotations if one.x == 3]
    heights = [one.y for one in ends]
    assert len(ends) == 4 and all(b - a >= 0.79 for a, b in pairwise(heights))


def test_only_the_top_of_the_last_table_and_those_picked_are_drawn():
    ranks = pd.DataFrame({1: range(40, 0, -1), 2: range(1, 41)}, index=range(1, 41))
    names = {no: f"P{no}, X" for no in ranks.index}
    figure = charts.by_round(ranks, names, picked=[30], top=5)
    assert {int(trace.name) for trace in figure.data} == {1, 2, 3, 4, 5, 30}
    first, other = (next(t for t in figure.data if t.name == name) for name in ("1", "30"))
    assert first.y[0] > other.y[0] > 7, "places far below are in order, closer together"
    assert first.y[0] < 20 and "30 P30" in words(figure)


def test_who_joined_later_has_no_place_before():
    ranks = pd.DataFrame({1: [1, math.nan, 2], 2: [1.0, 2.0, 3.0]}, index=[5, 6, 7])
    figure = charts.by_round(ranks, {5: "A", 6: "B", 7: "C"}, picked=[6])
    late = next(trace for trace in figure.data if trace.name == "6")
    assert math.isnan(late.y[0]) and late.y[1] == 2 and late.hovertext[0] == "B: not in the table after round 1"
    assert all(math.isfinite(edge) for edge in figure.layout.yaxis.range)


def test_closeness_is_filled_where_the_same_one_is_first():
    figure = charts.closeness(past())
    (line,) = figure.data
    assert list(line.y) == [-0.25, 0.5, 1.0]
    assert line.marker.color == (LIGHT.paper, LIGHT.ink, LIGHT.ink)
    assert figure.layout.yaxis.range[0] == -0.25, "an early table may be worse than chance"
    assert "−0.25 of 1" in line.hovertext[0] and "Petrenko, Olha; Smit, Koen" in line.hovertext[0]
    assert "1 player stands elsewhere" in line.hovertext[1]


def test_under_closeness_stand_prizes_and_who_was_first_where_that_changes():
    frame = past()
    said = words(charts.closeness(frame))
    assert said[0].startswith("prize places held by others")
    assert said[2:] == ["2", "½", "0", "1 2 shared", "2 Halvorsen"]
    frame.attrs["prizes"] = 5
    assert words(charts.closeness(frame))[0] == "places 1–5 held by others than in the last table"


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from([("Abel, A",), ("Bartholomew, B",), ("C, C", "D, D")]), min_size=1, max_size=21))
def test_names_under_closeness_have_room_on_a_phone(firsts):
    n = len(firsts)
    columns = {"round": range(1, n + 1), "tau": 0.5, "moved": 1, "prizes_changed": 0.0, "same_first": False}
    figure = charts.closeness(pd.DataFrame({**columns, "first_names": firsts}))
    step = 330 / max(n - 0.4, 1)
    spans = {}
    for one in figure.layout.annotations:
        if one.yshift <= -94:
            text = re.sub("<.*?>", "", one.text)
            left = (one.x - 1) * step - (6.0 * len(text) if one.xanchor == "right" else 0.0)
            spans.setdefault(one.yshift, []).append((left, left + 6.0 * len(text)))
    assert spans and figure.layout.margin.b >= 10 - min(spans)
    for line in spans.values():
        assert all(a[1] <= b[0] + 0.01 for a, b in pairwise(sorted(line)))


def test_who_still_can_differs_by_sign_colour_and_word():
    figure = charts.still_can(verdicts())
    today = next(trace for trace in figure.data if trace.name == "today")
    assert list(today.x) == [5.5, 4.0, 3.5, 1.0]
    assert today.marker.symbol == ("square", "circle", "circle", "x-thin")
    assert len(set(today.marker.line.color)) == 4
    assert [colour == LIGHT.paper for colour in today.marker.color] == [False, True, True, True]
    (half,) = [shape for shape in figure.layout.shapes if shape.type == "path"]
    assert (half.xanchor, half.yanchor) == (3.5, 2), "the half-filled ring is the one who needs the tie-break"
    assert words(figure) == ["5½ needed", "certain", "open", "tie-break", "out"]


def test_bars_of_who_still_can_and_the_points_needed():
    figure = charts.still_can(verdicts())
    assert [tuple(trace.x) for trace in figure.data[:4]] == [(5.5, 6.5), (4.0, 6.0), (4.5, 5.5), (1.0, 1.0)]
    (line,) = [shape for shape in figure.layout.shapes if shape.type == "line"]
    assert line.x0 == 5.5, "the most that anyone has for certain"
    frame = verdicts()
    frame.attrs["places"] = 3
    assert charts.still_can(frame).layout.shapes[-1].x0 == 4.0, "three are sure of 5½, 4½ and 4"
    assert charts.still_can(frame, needed=6.0).layout.shapes[-1].x0 == 6.0
    said = figure.data[-1].hovertext
    assert said[0] == "Halvorsen, Ingrid: 5½ points today,<br>5½ to 6½ at the end.<br>Certain: no result can change it."
    reasons = charts.still_can(verdicts().assign(reason="At most 1 point; Halvorsen, Ingrid is sure of 5½.")).data[-1].hovertext
    assert reasons[3].split("<br>")[2:] == ["At most 1 point; Halvorsen, Ingrid is sure", "of 5½."]
    assert said[3] == "Smit, Koen: 1 point today,<br>1 at the end.<br>Out of reach: the points left are too few."


def test_whiskers_of_reliability_are_two_standard_errors_within_0_and_100():
    figure = charts.reliability(calibration())
    (dots,) = figure.data
    assert list(dots.x) == [2, 50] and list(dots.y) == [0, 48]
    assert list(dots.error_y.array) == pytest.approx([2, 10]) and list(dots.error_y.arrayminus) == pytest.approx([0, 10])
    big, small = (size - 6 for size in dots.marker.size)
    assert (big / small) ** 2 == pytest.approx(4), "areas as 400 to 100"
    (diagonal,) = figure.layout.shapes
    assert (diagonal.x0, diagonal.y0, diagonal.x1, diagonal.y1) == (0, 0, 100, 100) and diagonal.line.dash == "dot"
    assert dots.hovertext[1] == "100 chances, 50 of 100 stated.<br>48 of 100 came true (standard error 5.0)."


def test_names_are_text():
    evil = "<img src=x>, y"
    frames = (outlook().assign(name=evil), verdicts().assign(name=evil))
    drawn = [charts.bands(frames[0], runs=1000, prizes=1), charts.still_can(frames[1])]
    ranks, _ = places()
    drawn += [charts.by_round(ranks, dict.fromkeys([4, 2, 7, 9], evil))]
    drawn += [charts.closeness(past().assign(first_names=[(evil,), (evil, evil), (evil,)]))]
    for figure in drawn:
        assert "<img" not in figure.to_json().replace("\\u003c", "<") and "&lt;img" in figure.to_json().replace("\\u0026", "&")
