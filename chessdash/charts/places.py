"""What one event shows: places under each order, what decided them, which codes repeat each other."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from chessdash.charts.pens import broken, literal, order_rows, pens, settle
from chessdash.text import say
from chessdash.text.numbers import MINUS

GREYS = (0, 1, 2, 3, 6, 7, 8, 9)  # steps on which text is read: the two in the middle are neither light nor dark
ROW, HEAD = 35, 64  # px: a row of the bump chart, and what stands above it


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
    settle(figure, ink, height=HEAD + 15 * (lines - 2) + ROW * (len(places) + 0.5))
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
                text=["" if which else _fitting(n, n / whole[0]) for n in numbers],
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
    settle(figure, ink, height=66 * len(orders) + 86)
    order_rows(figure, orders, baseline, ink, below=say("chart_podium"))
    figure.update_layout(margin={"l": 118, "r": 12, "t": 4, "b": 66}, showlegend=True)
    figure.update_xaxes(range=[0, 1.002], showticklabels=False)
    return figure


def _fitting(n: int, share: float) -> str:
    """A number where its bar has room for it on a phone too."""
    return str(n) if share > 0.03 + 0.025 * len(str(n)) else ""


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
            text = (
                "–"
                if not known
                else f"{100 * value:.0f} %"
                if own
                else f"{value + 0.0:.2f}".replace("-0.00", "0.00").replace("-", MINUS)
            )
            light = step >= 5 and not own
            figure.add_annotation(
                x=j, y=i, text=f"<b>{text}</b>" if own else text, showarrow=False,
                font={"size": 11 if small else 13, "color": ink.paper if light else ink.ink},
                hovertext=say("chart_repeats", first=literal(first), second=literal(second), value=text, n=pairs),
            )  # fmt: skip
    settle(figure, ink, height=44 * size + 70)
    figure.update_layout(margin={"l": 78, "r": 8, "t": 40, "b": 8})
    ticks = {"tickvals": list(range(size)), "ticktext": [literal(c) for c in codes], "tickfont": {"size": 12, "color": ink.ink}}
    figure.update_xaxes(side="top", range=[-0.52, size - 0.48], tickangle=0 if size < 7 else -45, showticklabels=True, **ticks)
    figure.update_yaxes(range=[size - 0.48, -0.52], showticklabels=True, **ticks)
    return figure
