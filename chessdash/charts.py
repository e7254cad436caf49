"""Charts of the comparison: a frame goes in, a plotly figure comes out. Every colour is set, for light or dark paper.

Colour is never the only sign: what matters is heavy and filled, what is simulated with blind ratings hollow, what is shared
hatched, and each mark has its number or its name beside it.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from chessdash.text import say
from chessdash.text.numbers import MINUS
from chessdash.verdict import Figure, Pooled

FONT = "Fira Sans, Segoe UI, Helvetica Neue, Arial, sans-serif"
GREYS = (0, 1, 2, 3, 6, 7, 8, 9)  # steps on which text is read: the two in the middle are neither light nor dark
ROW, HEAD = 35, 64  # px: a row of the bump chart, and what stands above it


@dataclass(frozen=True)
class Pens:
    """The colours of one paper: the tokens of the look, and its lists."""

    paper: str
    ink: str
    pencil: str
    hair: str
    band: str
    levels: tuple[str, ...]  # points, first code, second, third, later
    on_levels: tuple[str, ...]  # text on each of them
    steps: tuple[str, ...]  # the sequential list
    series: tuple[str, ...]  # the categorical list


LIGHT = Pens(
    paper="#ffffff",
    ink="#1b1c1a",
    pencil="#62645d",
    hair="#dcddd8",
    band="#e0e1db",
    levels=("#e0e1db", "#1b1c1a", "#676962", "#999b93", "#cbccc5"),
    on_levels=("#1b1c1a", "#ffffff", "#ffffff", "#1b1c1a", "#1b1c1a"),
    steps=("#f3f3f0", "#e0e1db", "#cbccc5", "#b3b5ad", "#999b93", "#80827a", "#676962", "#4f514b", "#373935", "#1b1c1a"),
    series=("#1b1c1a", "#1c3fd8", "#b8763b", "#1c9cb4", "#6d219a", "#4c430a", "#7b0459", "#7b7d76"),
)
DARK = Pens(
    paper="#171816",
    ink="#e9e8e2",
    pencil="#a6a89f",
    hair="#383a35",
    band="#34362f",
    levels=("#34362f", "#e9e8e2", "#a4a69d", "#74766d", "#484a43"),
    on_levels=("#e9e8e2", "#171816", "#171816", "#ffffff", "#e9e8e2"),
    steps=("#232522", "#34362f", "#484a43", "#5d5f57", "#74766d", "#8c8e85", "#a4a69d", "#bcbeb5", "#d3d4cc", "#e9e8e2"),
    series=("#e9e8e2", "#4482d4", "#eba588", "#25d6ee", "#a94df0", "#fcd658", "#ee76c2", "#8f9189"),
)
MARKS = ("circle", "square", "diamond", "triangle-up", "circle-open", "square-open", "diamond-open", "x")


def pens(dark: bool) -> Pens:
    """The colours for light or dark paper."""
    return DARK if dark else LIGHT


def broken(order: str, room: int = 9) -> str:
    """An order over several lines, each at most about ``room`` characters, broken only after a comma."""
    lines: list[str] = []
    for code in order.split(","):
        code = code.strip()
        if lines and len(lines[-1]) + len(code) + 2 <= room:
            lines[-1] += f", {code}"
        else:
            lines.append(code)
    return ",<br>".join(map(literal, lines))


def literal(text: str) -> str:
    """A text that plotly shows as it is: its labels know some HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def bump(places: Any, *, baseline: str, heavy: Sequence[int], paid: int, dark: bool = False) -> go.Figure:
    """Orders across, places down: one line a player, heavy where ``heavy`` (start numbers) says that a prize hangs on the order.

    ``places`` is indexed by start number, best first under the baseline, with ``name`` and the rank under each order, from 1.
    ``paid`` is the last place with a prize, 0 for none: a dotted line stands below it. Players who are only shown because of
    another order stand below the others, their number says the place.
    """
    ink, orders = pens(dark), [str(c) for c in places.columns if c != "name"]
    rows = {order: _rows(places[order]) for order in orders}
    figure = go.Figure()
    for no in sorted(places.index, key=lambda n: n in heavy):  # the heavy ones on top
        thick = no in heavy
        labels = [str(int(places.at[no, order])) for order in orders]
        figure.add_scatter(
            x=list(range(len(orders))),
            y=[rows[order][no] for order in orders],
            mode="lines+markers+text",
            text=[f"<b>{label}</b>" for label in labels] if thick else labels,
            textfont={"size": 12 if max(map(len, labels)) < 3 else 10, "color": ink.paper if thick else ink.ink},
            line={"color": ink.ink if thick else ink.pencil, "width": 3 if thick else 1.2},
            marker={
                "size": 21,
                "color": ink.ink if thick else ink.paper,
                "line": {"color": ink.ink if thick else ink.pencil, "width": 1.2},
            },
            hovertext=[f"{literal(str(places.at[no, 'name']))}: {label}" for label in labels],
            hoverinfo="text",
            cliponaxis=False,
        )
    for no, name in zip(places.index, places["name"], strict=True):
        thick, text = no in heavy, literal(_short(str(name)))
        figure.add_annotation(
            x=0, y=rows[orders[0]][no], text=f"<b>{text}</b>" if thick else text, xanchor="right", xshift=-17, showarrow=False,
            font={"size": 13, "color": ink.ink if thick else ink.pencil},
        )  # fmt: skip
    if 0 < paid < len(places):
        figure.add_shape(
            type="line", x0=-0.08, x1=len(orders) - 1 + 0.08, y0=paid + 0.5, y1=paid + 0.5,
            line={"color": ink.pencil, "width": 1.2, "dash": "dot"}, layer="below",
        )  # fmt: skip
        figure.add_annotation(
            x=len(orders) - 1, y=paid + 0.5, text=say("chart_prizes"), xanchor="left", xshift=17, showarrow=False,
            font={"size": 12, "color": ink.pencil},
        )  # fmt: skip
    room = 9 if len(orders) < 4 else 7
    heads = [f"<b>{broken(order, room)}</b>" if order == baseline else broken(order, room) for order in orders]
    lines = max(head.count("<br>") for head in heads) + 1
    _settle(figure, ink, height=HEAD + 15 * (lines - 2) + ROW * (len(places) + 0.5))
    figure.update_layout(margin={"l": 132, "r": 52, "t": 22 + 16 * lines, "b": 8})
    figure.update_xaxes(
        side="top", tickvals=list(range(len(orders))), ticktext=heads, range=[-0.12, len(orders) - 1 + 0.12],
        tickfont={"size": 12, "color": ink.ink}, tickangle=0,
    )  # fmt: skip
    figure.update_yaxes(range=[len(places) + 0.6, 0.4], showticklabels=False)
    return figure


def _rows(ranks: Any) -> Mapping[int, int]:
    """The line on which each player stands under one order, from 1; equal ranks stand one below the other."""
    order = sorted(range(len(ranks)), key=lambda i: (int(ranks.iloc[i]), i))
    return {int(ranks.index[i]): row for row, i in enumerate(order, start=1)}


def _short(name: str, longest: int = 17) -> str:
    return name if len(name) <= longest else name[: longest - 1].rstrip() + "…"


def decided_by(decided: Any, *, baseline: str, dark: bool = False) -> go.Figure:
    """For each order a bar of its place boundaries by the level that made them, and a thin one for the first three places.

    ``decided`` is ``Comparison.decided``: order, level, code, places, podium.
    """
    ink, orders = pens(dark), [str(o) for o in dict.fromkeys(decided["order"])]
    kinds = [*range(5), "shared"]
    counts = {kind: {o: [0, 0] for o in orders} for kind in kinds}
    for row in decided.itertuples():
        kind: Any = "shared" if row.code == "shared" else min(int(row.level), 4)
        counts[kind][str(row.order)][0] += int(row.places)
        counts[kind][str(row.order)][1] += int(row.podium)
    whole = [max(sum(counts[k][orders[0]][which] for k in kinds), 1) for which in (0, 1)]
    figure = go.Figure()
    for kind in kinds:
        if not any(any(found) for found in counts[kind].values()):
            continue
        shared = kind == "shared"
        for which, (shift, width) in enumerate(((0.0, 0.46), (0.37, 0.17))):
            numbers = [counts[kind][o][which] for o in orders]
            figure.add_bar(
                orientation="h",
                y=[k + shift for k in range(len(orders))],
                x=[n / whole[which] for n in numbers],
                width=width,
                name=say(f"level_{kind}"),
                legendgroup=str(kind),
                showlegend=which == 0,
                text=[str(n) if n / whole[which] > 0.035 and not which else "" for n in numbers],
                textposition="inside",
                insidetextanchor="start",
                textangle=0,
                constraintext="none",
                textfont={"size": 12, "color": ink.ink if shared else ink.on_levels[kind]},
                hovertext=[
                    say("chart_decided", n=n, level=say(f"level_{kind}"), order=literal(o))
                    for n, o in zip(numbers, orders, strict=True)
                ],
                hoverinfo="text",
                marker={
                    "color": ink.paper if shared else ink.levels[kind],
                    "line": {"color": ink.ink if shared else ink.paper, "width": 1},
                    "pattern": {"shape": "/" if shared else "", "fgcolor": ink.ink, "size": 5, "solidity": 0.25},
                },
            )
    figure.update_layout(
        barmode="stack", legend={"orientation": "h", "y": -0.02, "yanchor": "top", "x": 0, "traceorder": "normal"}
    )
    _settle(figure, ink, height=66 * len(orders) + 86)
    _order_rows(figure, orders, baseline, ink, below=say("chart_podium"))
    figure.update_layout(margin={"l": 118, "r": 12, "t": 4, "b": 66}, showlegend=True)
    figure.update_xaxes(range=[0, 1.002], showticklabels=False)
    return figure


def whiskers(pooled: Pooled, *, dark: bool = False) -> go.Figure:
    """Stronger above of 100 tied pairs: filled as rated, hollow where ratings say nothing, each with its 99 % interval.

    The band of each row is where its filled dot is not distinguishable from the order compared with, paired on the same events.
    """
    ink, orders = pens(dark), pooled.orders
    base = pooled.value(pooled.baseline, "stronger")
    figure, seen = go.Figure(), [0.5]
    for k, order in enumerate(orders):
        half = 2.576 * pooled.difference(order, "stronger").error if order != pooled.baseline else base.half
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
    _settle(figure, ink, height=52 * len(orders) + 76)
    _order_rows(figure, orders, pooled.baseline, ink)
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
    _settle(figure, ink, height=400)
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


def repeats(frame: Any, *, dark: bool = False) -> go.Figure:
    """How far two codes say the same on tied pairs (Kendall, -1 to 1); on the diagonal the share of ties that reach the code.

    ``frame`` is ``Comparison.repeats``: first, second, kendall, pairs.
    """
    ink, codes = pens(dark), [str(code) for code in dict.fromkeys(frame["first"])]
    found = {(str(r.first), str(r.second)): (float(r.kendall), int(r.pairs)) for r in frame.itertuples()}
    figure = go.Figure()
    size, small = len(codes), len(codes) > 6
    for i, first in enumerate(codes):
        for j, second in enumerate(codes):
            value, pairs = found.get((first, second), (math.nan, 0))
            own, known = i == j, math.isfinite(value)
            step = GREYS[min(int(max(value, 0.0) * len(GREYS)), len(GREYS) - 1)] if known else 0
            fill, edge = (ink.paper, ink.ink if own else ink.hair) if own or not known else (ink.steps[step], ink.paper)
            figure.add_shape(
                type="rect", x0=j - 0.47, x1=j + 0.47, y0=i - 0.47, y1=i + 0.47, layer="below",
                fillcolor=fill, line={"color": edge, "width": 1.2},
            )  # fmt: skip
            text = "–" if not known else f"{100 * value:.0f} %" if own else f"{value:.2f}".replace("-", MINUS)
            light = step >= 5 and not own
            figure.add_annotation(
                x=j, y=i, text=f"<b>{text}</b>" if own else text, showarrow=False,
                font={"size": 11 if small else 13, "color": ink.paper if light else ink.ink},
                hovertext=say("chart_repeats", first=literal(first), second=literal(second), value=text, n=pairs),
            )  # fmt: skip
    _settle(figure, ink, height=44 * size + 70)
    figure.update_layout(margin={"l": 78, "r": 8, "t": 40, "b": 8})
    ticks = {"tickvals": list(range(size)), "ticktext": [literal(c) for c in codes], "tickfont": {"size": 12, "color": ink.ink}}
    figure.update_xaxes(side="top", range=[-0.52, size - 0.48], tickangle=0 if size < 7 else -45, showticklabels=True, **ticks)
    figure.update_yaxes(range=[size - 0.48, -0.52], showticklabels=True, **ticks)
    return figure


def _order_rows(figure: go.Figure, orders: Sequence[str], baseline: str, ink: Pens, below: str = "") -> None:
    """Orders as the rows of a chart, the first on top, the one in force in 600."""
    texts = [f"<b>{broken(o, 13)}</b>" if o == baseline else broken(o, 13) for o in orders]
    values: list[float] = list(range(len(orders)))
    if below:
        values += [k + 0.37 for k in range(len(orders))]
        texts += [f'<span style="color:{ink.pencil};font-size:11px">{below}</span>'] * len(orders)
    figure.update_yaxes(
        range=[len(orders) - 0.36, -0.64], tickvals=values, ticktext=texts, showticklabels=True,
        tickfont={"size": 12, "color": ink.ink}, ticklabelstandoff=5,
    )  # fmt: skip


def _settle(figure: go.Figure, ink: Pens, *, height: float) -> None:
    """What all charts share: paper, type, no grid, nothing that a finger could drag."""
    figure.update_layout(
        template=None,
        height=int(height),
        paper_bgcolor=ink.paper,
        plot_bgcolor=ink.paper,
        font={"family": FONT, "size": 13, "color": ink.ink},
        showlegend=False,
        dragmode=False,
        hovermode="closest",
        hoverlabel={"bgcolor": ink.paper, "bordercolor": ink.ink, "font": {"family": FONT, "size": 13, "color": ink.ink}},
    )
    plain = {"showgrid": False, "zeroline": False, "fixedrange": True, "showticklabels": True, "ticks": "", "showline": False}
    figure.update_xaxes(**plain)
    figure.update_yaxes(**plain)
