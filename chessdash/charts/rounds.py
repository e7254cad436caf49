"""An event by rounds: places after each of them, and how close each table was to the last."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from chessdash.charts.labels import margin, surnames
from chessdash.charts.pens import MARKS, Pens, literal, pens, settle
from chessdash.text import say
from chessdash.text.numbers import MINUS, number

DASHES = ("solid", "solid", "dot", "dash", "solid", "dot", "dash", "solid")
ROW = 27  # px a place
PHONE = 330  # px of a chart between its margins on a phone


def by_round(ranks: Any, names: Mapping[int, str], *, picked: Sequence[int] = (), top: int = 10, dark: bool = False) -> go.Figure:
    """Places after each round, 1 on top: the first ``top`` of the last table in pencil, those ``picked`` (start numbers) heavy.

    ``ranks`` (``table_by_round``) is indexed by start number, a column a round, with the rank after it, nan where not there yet;
    ``names`` by start number. Where nobody is picked, whoever is first at the end is heavy. Places far below the top ones
    stand closer together.
    """
    ink, rounds = pens(dark), list(ranks.columns)
    last = ranks[rounds[-1]] if rounds else None
    order = [] if last is None else [int(no) for no in last.dropna().sort_values(kind="stable").index]
    picked = [no for no in dict.fromkeys(picked) if no in set(order)][:8] or order[:1]
    drawn = [no for k, no in enumerate(order) if k < top or no in picked]
    edge = min(top, len(order)) + 2
    figure = go.Figure()
    for no in sorted(drawn, key=lambda n: n in picked):  # the heavy ones on top
        k = picked.index(no) if no in picked else -1
        pen = ink.series[k] if k >= 0 else ink.pencil
        fill = ink.paper if k < 0 or "open" in MARKS[k] else pen
        figure.add_scatter(
            x=rounds,
            y=[_height(ranks.at[no, r], edge) for r in rounds],
            mode="lines+markers",
            line={"color": pen, "width": 3 if k >= 0 else 1.2, "dash": DASHES[k] if k >= 0 else "solid"},
            marker={
                "symbol": MARKS[max(k, 0)].removesuffix("-open"), "size": 9 if k >= 0 else 5, "color": fill if k >= 0 else pen,
                "line": {"color": pen, "width": 2 if k >= 0 else 0}, "opacity": 1,
            },
            hovertext=[_place_said(names[no], r, ranks[r], no) for r in rounds],
            hoverinfo="text",
            cliponaxis=False,
            name=str(no),
        )  # fmt: skip
    labels = dict(zip(drawn, surnames(names[no] for no in drawn), strict=True))
    lowest = _end_labels(figure, drawn, labels, ranks, rounds, edge, picked, ink)
    heights = [_height(ranks.at[no, r], edge) for no in drawn for r in rounds]
    depth = max([height for height in heights if height == height] + [lowest, 2.0])
    settle(figure, ink, height=ROW * (depth + 0.2) + 46)
    figure.update_layout(margin={"l": 44, "r": margin(labels.values()) + 22, "t": 34, "b": 6})
    places = [p for p in (1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 500) if _height(p, edge) <= depth + 0.2]
    small = {"size": 12, "color": ink.pencil}
    figure.update_yaxes(
        range=[depth + 0.5, 0.4],
        tickvals=[_height(p, edge) for p in places],
        ticktext=places,
        tickfont=small,
        ticklabelstandoff=6,
    )
    pad = 0.02 * max(len(rounds) - 1, 1) + 0.03
    if rounds:
        figure.update_xaxes(
            side="top", tickvals=rounds, tickfont=small, tickangle=0, range=[rounds[0] - pad, rounds[-1] + pad],
            ticktext=list(map(str, rounds)),
        )  # fmt: skip
        figure.add_annotation(
            x=0, xref="paper", xanchor="right", y=1, yref="paper", yanchor="bottom", xshift=-6, yshift=-3,
            text=say("byround_after"), showarrow=False, font=small,
        )  # fmt: skip
    return figure


def _height(place: Any, edge: int) -> float:
    """Where a place stands, rows from the top: one row a place to ``edge``, then ever closer together; nan where none."""
    place = float(place)
    return place if not place > edge else edge + edge / 3 * math.log(place / edge)


def _end_labels(
    figure: go.Figure, drawn: list[int], labels: Mapping[int, str], ranks: Any, rounds: list[Any], edge: int,
    picked: Sequence[int], ink: Pens,
) -> float:  # fmt: skip
    """Place and name at the end of each line, one below the other where the place is shared; gives the lowest row."""
    row = 0.0
    for no in drawn:
        rank = ranks.at[no, rounds[-1]]
        row = max(_height(rank, edge), row + 0.8 if row else 1.0)
        text = f"{_shown(rank, ranks[rounds[-1]])} {labels[no]}"
        figure.add_annotation(
            x=rounds[-1], y=row, text=f"<b>{text}</b>" if no in picked else text, xanchor="left", xshift=10, showarrow=False,
            font={"size": 13, "color": ink.ink if no in picked else ink.pencil},
        )  # fmt: skip
    return row


def _shown(rank: Any, all_ranks: Any) -> str:
    """A rank as it is written: 15=, where it is shared."""
    return f"{int(rank)}=" if int((all_ranks == rank).sum()) > 1 else f"{int(rank)}"


def _place_said(name: str, round_: Any, column: Any, no: int) -> str:
    """What a dot says when pointed at."""
    rank = column[no]
    if rank != rank:
        return say("byround_none", name=literal(str(name)), round=round_)
    return say("byround_said", name=literal(str(name)), round=round_, rank=_shown(rank, column))


def closeness(retrospect: Any, *, dark: bool = False) -> go.Figure:
    """How close the table after each round is to the last one: Kendall's tau-a as a line, filled where the same were first.

    Below it, by round, how many prize places differ, and who was first, written where that changes. ``retrospect``: round, tau
    (-1 to 1), moved, prizes_changed, same_first, first_names (a tuple).
    """
    ink, rows = pens(dark), retrospect.to_dict("records")
    rounds = [int(row["round"]) for row in rows]
    figure = go.Figure()
    figure.add_scatter(
        x=rounds,
        y=[row["tau"] for row in rows],
        mode="lines+markers",
        line={"color": ink.ink, "width": 3},
        marker={
            "size": 11, "color": [ink.ink if row["same_first"] else ink.paper for row in rows],
            "line": {"color": ink.ink, "width": 2}, "opacity": 1,
        },
        hovertext=[_close_said(row) for row in rows],
        hoverinfo="text",
        hoverlabel={"align": "left"},
        cliponaxis=False,
    )  # fmt: skip
    firsts = _firsts(rows)
    below = 94 + 17 * max([line + 1 for *_, line in firsts], default=0)
    settle(figure, ink, height=210 + below + 14)
    figure.update_layout(margin={"l": 38, "r": 18, "t": 14, "b": below})
    floor = min([0.0, *(row["tau"] for row in rows if row["tau"] == row["tau"])])
    prizes = retrospect.attrs.get("prizes", 0)
    _under(figure, rows, say("close_places", n=prizes) if prizes else say("close_prizes"), firsts, ink)
    small = {"size": 12, "color": ink.pencil}
    figure.update_yaxes(range=[floor, 1.06], tickvals=[0, 0.25, 0.5, 0.75, 1], ticktext=["0", "¼", "½", "¾", "1"], tickfont=small)
    for height in (0.0, 0.5, 1.0):
        figure.add_shape(
            type="line", xref="paper", x0=0, x1=1, y0=height, y1=height, line={"color": ink.hair, "width": 1}, layer="below"
        )
    if rounds:
        figure.update_xaxes(
            range=[rounds[0] - 0.3, rounds[-1] + 0.3], tickvals=rounds, tickfont=small, tickangle=0, ticklabelstandoff=4,
        )  # fmt: skip
    return figure


def _firsts(rows: list[dict[str, Any]]) -> list[tuple[int, str, bool, int]]:
    """Who was first, where that changes: row, words, whether they end there instead of beginning, line on which they have room.

    Room is reckoned for a phone.
    """
    heads = iter(surnames((row["first_names"][0] for row in rows if len(row["first_names"]) == 1), 12))
    said = [next(heads) if len(row["first_names"]) == 1 else say("close_shared", n=len(row["first_names"])) for row in rows]
    step = PHONE / max(len(rows) - 0.4, 1)
    ends: list[float] = []
    firsts: list[tuple[int, str, bool, int]] = []
    for k, text in enumerate(said):
        if k and text == said[k - 1]:
            continue
        wide = 7.0 * (len(text) + 3)
        late = (len(rows) - 0.7 - k) * step < wide
        start = k * step - (wide if late else 0.0)
        line = next((i for i, end in enumerate(ends) if end <= start), len(ends))
        ends[line : line + 1] = [start + wide]
        firsts.append((k, text, late, line))
    return firsts


def _under(figure: go.Figure, rows: list[dict[str, Any]], head: str, firsts: list[tuple[int, str, bool, int]], ink: Pens) -> None:
    """What stands under the rounds: how many of the places with a prize differ, and who was first from which round on."""
    at = {"y": 0, "yref": "paper", "yanchor": "middle", "showarrow": False}
    pencil = {"size": 12, "color": ink.pencil}
    for text, shift in ((head, -38), (say("close_first"), -76)):
        figure.add_annotation(x=0, xref="paper", xanchor="left", yshift=shift, text=text, font=pencil, **at)
    for row in rows:
        changed = number(round(2 * row["prizes_changed"]) / 2)  # shared places are split: thirds are only said when pointed at
        figure.add_annotation(
            x=row["round"], yshift=-56, text=changed if changed == "0" else f"<b>{changed}</b>",
            font={"size": 13, "color": ink.pencil if changed == "0" else ink.ink}, **at,
        )  # fmt: skip
    for k, text, late, line in firsts:
        figure.add_annotation(
            x=rows[k]["round"], xanchor="right" if late else "left", xshift=6 if late else -6, yshift=-94 - 17 * line,
            text=f'<span style="color:{ink.pencil}">{rows[k]["round"]}</span> <b>{text}</b>',
            font={"size": 12, "color": ink.ink}, **at,
        )  # fmt: skip


def _close_said(row: dict[str, Any]) -> str:
    """What a dot says when pointed at."""
    names = [literal(str(name)) for name in row["first_names"]]
    listed = "; ".join(names[:2]) + (f" +{len(names) - 2}" if len(names) > 2 else "")
    said = [
        say("close_tau", round=int(row["round"]), tau=f"{row['tau']:.2f}".replace("-", MINUS)),
        say("close_moved", n=int(row["moved"])),
        say("close_changed", n=row["prizes_changed"], count=number(row["prizes_changed"])),
        say("close_names", names=listed),
    ]
    return "<br>".join(said)
