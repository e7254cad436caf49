"""Charts as figures: what stands where, colours for both papers, never colour alone."""

import re

import pandas as pd
import pytest

from chessdash import charts
from chessdash.charts.pens import DARK, LIGHT, broken, pens
from chessdash.compare import compare
from chessdash.display import compare as shown
from chessdash.formats import read
from chessdash.verdict import Pooled
from tests.pages.opened import ROOT
from tests.test_verdict import BASE, OTHER, pooled

ORDERS = [BASE, OTHER, "PS,BH/C1", "WIN,BH/C1,SB"]


@pytest.fixture(scope="module")
def comparison():
    return compare(read(ROOT / "data" / "tournaments" / "tec-swiss.trf"), ORDERS, prizes=[500, 300, 200, 100, 50])


def figures(comparison, dark=False):
    rows = {("rated", order, "swapped"): {"value": 0.2, "error": 0.02} for order in (BASE, OTHER)}
    found = Pooled(pooled(rows), BASE)
    places = shown.places(comparison, 5)
    return {
        "bump": charts.bump(places, baseline=BASE, heavy=shown.hanging_on_order(comparison), paid=5, dark=dark),
        "decided": charts.decided_by(comparison.decided, baseline=BASE, dark=dark),
        "whiskers": charts.whiskers(found, dark=dark),
        "luck": charts.luck(found, dark=dark),
        "repeats": charts.repeats(comparison.repeats, dark=dark),
    }


@pytest.mark.parametrize("dark", [False, True])
def test_every_colour_is_of_the_paper(comparison, dark):
    pen = pens(dark)
    known = {pen.paper, pen.ink, pen.pencil, pen.hair, pen.band, *pen.levels, *pen.on_levels, *pen.steps, *pen.series}
    for name, figure in figures(comparison, dark).items():
        used = set(re.findall(r"#[0-9a-fA-F]{6}", figure.to_json()))
        assert used <= known, (name, used - known)
        assert figure.layout.paper_bgcolor == figure.layout.plot_bgcolor == pen.paper
        for trace in figure.data:
            assert trace.marker.color is not None, name


def test_nothing_can_be_dragged(comparison):
    for figure in figures(comparison).values():
        assert figure.layout.dragmode is False and figure.layout.xaxis.fixedrange and figure.layout.yaxis.fixedrange


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a, b):
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("pen", [LIGHT, DARK])
def test_numbers_on_bars_and_cells_can_be_read(pen):
    assert all(contrast(a, b) >= 4.5 for a, b in zip(pen.levels, pen.on_levels, strict=True))
    for step in charts.places.GREYS:
        assert contrast(pen.steps[step], pen.paper if step >= 5 else pen.ink) >= 4.5
    assert contrast(pen.pencil, pen.paper) >= 4.5 and contrast(pen.ink, pen.paper) >= 4.5


def test_the_bump_chart_is_heavy_only_where_a_prize_hangs_on_the_order(comparison):
    figure = figures(comparison)["bump"]
    heavy = shown.hanging_on_order(comparison)
    assert heavy and sum(trace.line.width == 3 for trace in figure.data) == len(heavy)
    assert all((trace.marker.color == LIGHT.ink) == (trace.line.width == 3) for trace in figure.data)
    assert any(shape.line.dash == "dot" and shape.y0 == 5.5 for shape in figure.layout.shapes)
    assert figure.layout.xaxis.ticktext[0].startswith("<b>") and not figure.layout.xaxis.ticktext[1].startswith("<b>")


def test_numbers_in_the_bump_chart_are_the_places(comparison):
    figure = figures(comparison)["bump"]
    shown_places = sorted(int(re.sub(r"\D", "", trace.text[0])) for trace in figure.data)
    assert shown_places[:10] == list(range(1, 11))
    for k in range(len(ORDERS)):
        rows = [trace.y[k] for trace in figure.data]
        assert sorted(rows) == list(range(1, len(rows) + 1)), "nobody stands on another"


def test_shared_places_stand_one_below_the_other():
    frame = pd.DataFrame({"name": ["A", "B", "C"], "X": [1, 1, 3], "Y": [1, 2, 3]}, index=[7, 8, 9])
    figure = charts.bump(frame, baseline="X", heavy=[], paid=0)
    assert sorted(trace.y[0] for trace in figure.data) == [1, 2, 3] and not figure.layout.shapes


def test_bars_sum_to_all_boundaries(comparison):
    figure = figures(comparison)["decided"]
    for shift in (0.0, 0.37):
        traces = [trace for trace in figure.data if trace.y[0] == shift]
        assert sum(sum(trace.x) for trace in traces) == pytest.approx(len(ORDERS))
    assert all(trace.marker.pattern.shape == ("/" if trace.name == "shared" else "") for trace in figure.data)


def test_whiskers_are_of_99_percent_filled_and_hollow(comparison):
    figure = figures(comparison)["whiskers"]
    filled, hollow = figure.data
    assert filled.marker.color == LIGHT.ink and hollow.marker.color == LIGHT.paper
    assert filled.error_x.array[0] == pytest.approx(100 * 2.576 * 0.005)
    band = [shape for shape in figure.layout.shapes if shape.type == "rect"][1]
    assert (band.x1 - band.x0) / 2 == pytest.approx(100 * 2.576 * 0.003), "the paired difference, not the whiskers"
    assert any(shape.type == "line" and shape.x0 == 50 for shape in figure.layout.shapes)


def test_orders_differ_by_mark_and_name_in_the_scatter(comparison):
    figure = figures(comparison)["luck"]
    assert len({trace.marker.symbol for trace in figure.data}) == len(figure.data)
    assert [re.sub("<.*?>", "", trace.text[0]) for trace in figure.data] == ["BH/C1", "SB"]
    assert all(min(trace.error_x.arrayminus) <= trace.x[0] for trace in figure.data)


def test_the_scatter_leaves_out_what_has_no_figure():
    assert not charts.luck(Pooled(pooled(), BASE)).data


def test_long_orders_break_at_the_comma():
    assert broken("DE,WIN,BPG,ARO/C1", 9) == "DE, WIN,<br>BPG,<br>ARO/C1"
    assert broken("<b>", 9) == "&lt;b&gt;"


def test_names_are_text():
    frame = pd.DataFrame({"name": ["<img src=x>", "B"], "X": [1, 2], "Y": [2, 1]}, index=[1, 2])
    figure = charts.bump(frame, baseline="X", heavy=[1], paid=1)
    assert "<img" not in figure.to_json() and any("&lt;img" in one.text for one in figure.layout.annotations)
