"""What simulated events show: the stronger player above, with and without ratings, and what hangs on the last round."""

import math
from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from chessdash.charts.pens import MARKS, literal, order_rows, pens, settle
from chessdash.text import say
from chessdash.verdict.figures import Figure, Pooled, Z


def whiskers(pooled: Pooled, *, dark: bool = False) -> go.Figure:
    """Stronger above of 100 tied pairs: filled as rated, hollow where ratings say nothing, each with its 99 % interval.

    The band of each row is where its filled dot is not distinguishable from the order compared with, paired on the same events.
    """
    ink, orders = pens(dark), pooled.orders
    base = pooled.value(pooled.baseline, "stronger")
    figure, seen = go.Figure(), [0.5]
    for k, order in enumerate(orders):
        half = Z * pooled.difference(order, "stronger").error if order != pooled.baseline else base.half
        if math.isfinite(half):
            figure.add_shape(
                type="rect", x0=100 * (base.value - half), x1=100 * (base.value + half), y0=k - 0.5, y1=k + 0.5,
                fillcolor=ink.band, line={"width": 0}, layer="below",
            )  # fmt: skip
    for world, shift, filled in (("rated", -0.13, True), ("blind", 0.17, False)):
        figures = [pooled.value(order, "stronger", world) for order in orders]
        seen += [f.value + side * f.half for f in figures for side in (-1, 1) if math.isfinite(f.half)]
        pen, thickness = (ink.ink, 2.0) if filled else (ink.pencil, 1.2)
        figure.add_scatter(
            x=[100 * f.value for f in figures],
            y=[k + shift for k in range(len(orders))],
            error_x={"array": [100 * f.half for f in figures], "color": pen, "thickness": thickness, "width": 0},
            mode="markers",
            marker={"size": 11, "color": ink.ink if filled else ink.paper, "line": {"color": ink.ink, "width": 2}},
            hovertext=[f"{literal(o)}, {say(f'world_{world}')}: {f}" for o, f in zip(orders, figures, strict=True)],
            hoverinfo="text",
        )  # fmt: skip
    figure.add_shape(
        type="line", x0=50, x1=50, y0=-0.6, y1=len(orders) - 0.3, line={"color": ink.pencil, "width": 1.2, "dash": "dot"}
    )
    top = {"y": -0.62, "yanchor": "bottom", "showarrow": False, "font": {"size": 12, "color": ink.pencil}}
    figure.add_annotation(x=50, text=say("chart_lots"), **top)
    if math.isfinite(base.value):
        figure.add_annotation(x=100 * base.value, text=say("chart_band"), **top)
    low, high = 100 * min(seen), 100 * max(seen)
    settle(figure, ink, height=52 * len(orders) + 76)
    order_rows(figure, orders, pooled.baseline, ink)
    figure.update_layout(margin={"l": 118, "r": 24, "t": 26, "b": 34})
    figure.update_xaxes(range=[low - 1.5, high + 2.5], dtick=5, showticklabels=True, tickfont={"size": 12, "color": ink.pencil})
    return figure


def luck(pooled: Pooled, *, dark: bool = False) -> go.Figure:
    """Swaps of first and second by the last round on other boards (across) against stronger above where ratings say nothing."""
    ink = pens(dark)
    points = [(o, pooled.value(o, "swapped"), pooled.value(o, "stronger", "blind")) for o in pooled.orders]
    points = [(o, x, y) for o, x, y in points if x.events and y.events and math.isfinite(x.half) and math.isfinite(y.half)]
    figure = go.Figure()
    places = _label_places([(100 * x.value, 100 * y.value) for _, x, y in points])
    for k, (order, x, y) in enumerate(points):
        base, colour = order == pooled.baseline, ink.series[k % 8]
        name = literal(pooled.names[order])
        figure.add_scatter(
            x=[100 * x.value],
            y=[100 * y.value],
            error_x=_bar(x, ink.pencil),
            error_y=_bar(y, ink.pencil),
            mode="markers+text",
            text=[f"<b>{name}</b>" if base else name],
            textposition=places[k],
            textfont={"size": 12, "color": ink.ink},
            marker={"size": 11, "color": colour, "symbol": MARKS[k % 8], "line": {"color": colour, "width": 2}},
            hovertext=[f"{name}: {x}; {y}"],
            hoverinfo="text",
            cliponaxis=False,
        )  # fmt: skip
    settle(figure, ink, height=400)
    figure.update_layout(margin={"l": 56, "r": 16, "t": 12, "b": 56})
    high = max([100 * (x.value + x.half) for _, x, _ in points], default=10.0)
    title = {"font": {"size": 13, "color": ink.pencil}, "standoff": 8}
    figure.update_xaxes(
        showticklabels=True, rangemode="tozero", range=[-2, min(high, 100) * 1.08 + 2], title={"text": say("axis_luck"), **title}
    )
    figure.update_yaxes(showticklabels=True, title={"text": say("axis_blind"), **title})
    for axis in (figure.update_xaxes, figure.update_yaxes):
        axis(
            tickfont={"size": 12, "color": ink.pencil}, showline=True, linecolor=ink.pencil, ticks="outside", tickcolor=ink.pencil
        )
    return figure


def _bar(figure: Figure, colour: str) -> dict[str, Any]:
    """Whiskers of a share: its 99 % interval, never below zero."""
    half, less = 100 * figure.half, 100 * min(figure.half, figure.value)
    return {"array": [half], "arrayminus": [less], "symmetric": False, "color": colour, "thickness": 1, "width": 0}


def _label_places(points: Sequence[tuple[float, float]]) -> list[str]:
    """Where each label stands, turn about by height: below its point to the right, above it to the left; inwards at the edges."""
    low, high = min((x for x, _ in points), default=0.0), max((x for x, _ in points), default=1.0)
    edge = 0.15 * (high - low)
    places = [""] * len(points)
    for turn, k in enumerate(sorted(range(len(points)), key=lambda k: points[k][1])):
        left = turn % 2 == 1
        if points[k][0] < low + edge and high > low:
            places[k] = f"{'top' if left else 'bottom'} right"
        else:
            places[k] = "top left" if left else "bottom right"
    return places
