"""What the rest of an event may bring: ranks simulated, who still can, and whether stated chances come true."""

from collections.abc import Iterable
from textwrap import wrap
from typing import Any

import plotly.graph_objects as go

from chessdash.charts.labels import CERTAIN, OUT, chance, margin, one, surnames
from chessdash.charts.pens import Pens, literal, pens, settle
from chessdash.text import say
from chessdash.text.numbers import FEW, number

ROW = 29  # px a player
WORDS = (CERTAIN, OUT)
SIGNS = {"certain": "square", "open": "circle-open", "tie-break": "circle-open", "out": "x-thin-open"}


def bands(
    frame: Any, *, runs: int | None = None, prizes: int = 0, among: Iterable[str] = (), before: bool = False, dark: bool = False
) -> go.Figure:
    """One line a player, first place at the left: thin 9 of 10 runs, thick half of them, tick the middle, a ring today's rank.

    ``frame`` is rows of ``Outlook.to_frame()``: name, rank, points, first, first_se, low, lower, median, upper, high, and with
    ``prizes`` (the last place with one, 0 for none) prize and prize_se; chances from 0 to 1, of so many ``runs`` (not given:
    those of the frame's ``attrs``). Where it has ``verdict`` (of first place) or ``prize_verdict``, *certain* and *out* stand
    instead of a number; no other row says 0 or 100. Names are told apart from those ``among`` too; ``before`` says that the
    ranks are not those of today.
    """
    ink, rows = pens(dark), list(range(len(frame)))
    runs = int(frame.attrs.get("runs", 0)) if runs is None else runs
    last = max([*map(int, frame["high"]), *map(int, frame["rank"]), 2])
    figure = go.Figure()
    for low, high, width, pen in (("low", "high", 5, ink.steps[3]), ("lower", "upper", 11, ink.steps[5])):
        x = [v for a, b in zip(frame[low], frame[high], strict=True) for v in (a - 0.2, b + 0.2, None)]
        y = [v for row in rows for v in (row, row, None)]
        figure.add_scatter(
            x=x, y=y, mode="lines", line={"color": pen, "width": width}, marker={"color": pen}, hoverinfo="skip", name=low
        )
    for column, symbol, size, fill, width in (("median", "line-ns", 13, ink.ink, 3), ("rank", "circle", 9, ink.paper, 2)):
        figure.add_scatter(
            x=list(frame[column]), y=rows, mode="markers", hoverinfo="skip", cliponaxis=False, name=column,
            marker={"symbol": symbol, "size": size, "color": fill, "line": {"color": ink.ink, "width": width}},
        )  # fmt: skip
    _hover(figure, [_band_said(row, prizes, runs, before) for row in frame.to_dict("records")], 0.5, last + 0.6, ink)
    settle(figure, ink, height=ROW * len(rows) + 74)
    _prize_line(figure, prizes, last, ink)
    columns = [("first", "verdict", say("band_first"))]
    columns += [("prize", "prize_verdict", say("band_prize"))] if prizes and "prize" in frame else []
    right = _chances(figure, frame, columns, runs, ink)
    names = surnames(frame["name"], among=among)
    _names(figure, names, {"t": 34, "b": 32, "r": right}, ink)
    step = 1 if last <= 10 else 5 if last <= 60 else 10 if last <= 120 else 50
    ticks = [1, *range(step, last + 1, step)] if step > 1 else list(range(1, last + 1))
    figure.update_xaxes(
        range=[0.5, last + 0.6], tickvals=ticks, ticktext=[str(t) for t in ticks], tickfont={"size": 12, "color": ink.pencil},
        tickangle=0,
    )  # fmt: skip
    return figure


def _band_said(row: dict[str, Any], prizes: int, runs: int, before: bool) -> str:
    """What the row of a player says when pointed at."""
    same = int(row["low"]) == int(row["high"])
    said = [
        say(
            "band_before" if before else "band_today",
            n=one(row["points"]),
            name=literal(str(row["name"])),
            rank=int(row["rank"]),
            points=number(row["points"]),
        ),
        say("band_one" if same else "band_range", low=int(row["low"]), high=int(row["high"])),
    ]
    if not same:
        half = {which: int(row[which]) for which in ("lower", "upper", "median")}
        said.append(say("band_half_one" if half["lower"] == half["upper"] else "band_half", **half))
    for column, verdict in (("first", "verdict"), ("prize", "prize_verdict")):
        if column not in row or (column == "prize" and not prizes):
            continue
        if (word := row.get(verdict)) in WORDS:
            said.append(say(f"band_{column}_{word}"))
        else:
            values = {"chance": literal(chance(row[column], runs)), "error": f"{100 * row.get(f'{column}_se', 0.0):.1f}"}
            said.append(say(f"band_{column}_few" if runs < FEW else f"band_{column}_said", **values))
    return "<br>".join(said)


def _prize_line(figure: go.Figure, prizes: int, last: int, ink: Pens) -> None:
    """The dotted line after the last place with a prize, with its word on top."""
    if 0 < prizes < last:
        figure.add_shape(
            type="line", x0=prizes + 0.5, x1=prizes + 0.5, yref="paper", y0=0, y1=1,
            line={"color": ink.pencil, "width": 1.2, "dash": "dot"}, layer="below",
        )  # fmt: skip
        figure.add_annotation(
            x=prizes + 0.5, y=1, yref="paper", yanchor="bottom", text=say("chart_prizes"), showarrow=False,
            xanchor="center" if prizes < 3 else "right", xshift=0 if prizes < 3 else 3, font={"size": 12, "color": ink.pencil},
        )  # fmt: skip


def _chances(figure: go.Figure, frame: Any, columns: list[tuple[str, str, str]], runs: int, ink: Pens) -> int:
    """Chances as text right of the bands, under their heads; gives the room they take, px."""
    words = any(verdict in frame and frame[verdict].isin(WORDS).any() for _, verdict, _ in columns)
    wide = 62 if runs < FEW else 52 if words else 42
    for k, (column, verdict, head) in enumerate(columns):
        at = {"x": 1, "xref": "paper", "xanchor": "right", "xshift": 8 + wide * (k + 1), "showarrow": False}
        figure.add_annotation(y=1, yref="paper", yanchor="bottom", text=head, font={"size": 12, "color": ink.pencil}, **at)
        found = list(frame[verdict]) if verdict in frame else [None] * len(frame)
        for row, (share, word) in enumerate(zip(frame[column], found, strict=True)):
            text = say(f"word_{word}") if word in WORDS else literal(chance(share, runs))
            figure.add_annotation(
                y=row, text=f"<b>{text}</b>" if word == CERTAIN else text,
                font={"size": 13, "color": ink.pencil if word == OUT else ink.ink}, **at,
            )  # fmt: skip
    return 16 + wide * len(columns)


def _hover(figure: go.Figure, said: list[str], low: float, high: float, ink: Pens) -> None:
    """A sheet over each row, not seen, that speaks wherever it is pointed at or tapped."""
    figure.add_bar(
        orientation="h", y=list(range(len(said))), base=low, x=[high - low] * len(said), width=1, opacity=0, name="hover",
        marker={"color": ink.paper, "line": {"width": 0}}, hovertext=said, hoverinfo="text",
        hoverlabel={"align": "left"},
    )  # fmt: skip


def _names(figure: go.Figure, names: list[str], room: dict[str, int], ink: Pens, faint: tuple[int, ...] = ()) -> None:
    """Names as the rows of a chart, the first on top; those of the rows ``faint`` in pencil."""
    texts = [f'<span style="color:{ink.pencil}">{n}</span>' if k in faint else n for k, n in enumerate(names)]
    figure.update_layout(margin={"l": margin(names), **room})
    figure.update_yaxes(
        range=[len(names) - 0.4, -0.6], tickvals=list(range(len(names))), ticktext=texts,
        tickfont={"size": 13, "color": ink.ink}, ticklabelstandoff=6,
    )  # fmt: skip


def still_can(frame: Any, *, needed: float | None = None, among: Iterable[str] = (), dark: bool = False) -> go.Figure:
    """Who still can: a bar from the fewest to the most points at the end, at the points of today the sign of the verdict.

    ``frame`` is rows of ``certainty``: name, points, least, most, verdict (*certain* ■, *open* ○, *tie-break* ◐, *out* ×, each in
    its colour and in words at the right) and, if there is one, reason, a sentence. The dotted line stands at ``needed`` points:
    nobody has the place with fewer. If not given: the most that as many players as there are places (``attrs``) have for sure.
    Names are told apart from those ``among`` too.
    """
    ink, rows = pens(dark), list(range(len(frame)))
    colours = {"certain": ink.ink, "open": ink.series[1], "tie-break": ink.series[2], "out": ink.series[7]}
    verdicts = [str(v) for v in frame["verdict"]]
    if needed is None:
        sure = sorted(frame["least"], reverse=True)
        needed = sure[min(frame.attrs.get("places", 1), len(sure)) - 1] if sure else 0.0
    low, high = min(frame["points"], default=0.0), max(frame["most"], default=1.0)
    low, high = min(low, needed) - 0.35, max(high, needed) + 0.25
    figure = go.Figure()
    for row, (least, most, verdict) in enumerate(zip(frame["least"], frame["most"], verdicts, strict=True)):
        pen = ink.steps[2] if verdict == "out" else ink.steps[4]
        figure.add_scatter(
            x=[least, most], y=[row, row], mode="lines", line={"color": pen, "width": 6}, marker={"color": pen},
            hoverinfo="skip", cliponaxis=False,
        )  # fmt: skip
    figure.add_scatter(
        x=list(frame["points"]), y=rows, mode="markers", hoverinfo="skip", cliponaxis=False, name="today",
        marker={
            "symbol": [SIGNS[v].removesuffix("-open") for v in verdicts], "size": [9 if v == "out" else 11 for v in verdicts],
            "color": [colours[v] if v == "certain" else ink.paper for v in verdicts],
            "line": {"color": [colours[v] for v in verdicts], "width": 2.4}, "opacity": 1,
        },
    )  # fmt: skip
    for row, (points, verdict) in enumerate(zip(frame["points"], verdicts, strict=True)):
        if verdict == "tie-break":
            figure.add_shape(
                type="path", path="M0,-6 C-8,-6 -8,6 0,6 Z", xsizemode="pixel", ysizemode="pixel", xanchor=points, yanchor=row,
                fillcolor=colours[verdict], line={"width": 0, "color": colours[verdict]},
            )  # fmt: skip
    _hover(figure, [_can_said(row) for row in frame.to_dict("records")], low, high, ink)
    settle(figure, ink, height=ROW * len(rows) + 74)
    figure.add_shape(
        type="line", x0=needed, x1=needed, yref="paper", y0=0, y1=1, layer="below",
        line={"color": ink.pencil, "width": 1.2, "dash": "dot"},
    )  # fmt: skip
    top = {"y": 1, "yref": "paper", "yanchor": "bottom", "showarrow": False, "font": {"size": 12, "color": ink.pencil}}
    figure.add_annotation(x=needed, text=say("can_needed", points=number(needed)), xanchor="right", xshift=4, **top)
    for row, verdict in enumerate(verdicts):
        text = say(f"word_{verdict.replace('-', '_')}")
        figure.add_annotation(
            x=1, xref="paper", xanchor="left", xshift=10, y=row, text=f"<b>{text}</b>" if verdict == CERTAIN else text,
            showarrow=False, font={"size": 13, "color": ink.pencil if verdict == OUT else ink.ink},
        )  # fmt: skip
    faint = tuple(row for row, verdict in enumerate(verdicts) if verdict == OUT)
    _names(figure, surnames(frame["name"], among=among), {"t": 34, "b": 32, "r": 76}, ink, faint)
    step = 1 if high - low <= 10 else 2
    ticks = list(range(int(-(-low // 1)), int(high) + 1, step))
    figure.update_xaxes(
        range=[low, high], tickvals=ticks, ticktext=[str(t) for t in ticks], tickfont={"size": 12, "color": ink.pencil}
    )
    return figure


def _can_said(row: dict[str, Any]) -> str:
    """What the row of a player says when pointed at."""
    name, verdict = literal(str(row["name"])), str(row["verdict"]).replace("-", "_")
    points = {which: number(row[which]) for which in ("points", "least", "most")}
    said = [say("can_today", n=one(row["points"]), name=name, points=points["points"])]
    said.append(say("can_fixed" if row["least"] == row["most"] else "can_range", **points))
    reason = str(row.get("reason") or say(f"can_{verdict}"))
    return "<br>".join((*said, *map(literal, wrap(reason, 42))))


def reliability(frame: Any, *, dark: bool = False) -> go.Figure:
    """Chances stated against what came of them: on the dotted diagonal they are right. Bars of two standard errors.

    ``frame``: stated (mean chance of the bin), seen (share that came true), both 0 to 1, n (how many) and se. A dot's area is n.
    """
    ink, rows = pens(dark), frame.to_dict("records")
    most = max([float(row["n"]) for row in rows], default=1.0)
    up = [100 * min(2 * row["se"], 1 - row["seen"]) for row in rows]
    down = [100 * min(2 * row["se"], row["seen"]) for row in rows]
    figure = go.Figure()
    figure.add_shape(
        type="line", x0=0, x1=100, y0=0, y1=100, line={"color": ink.pencil, "width": 1.2, "dash": "dot"}, layer="below"
    )
    figure.add_scatter(
        x=[100 * row["stated"] for row in rows],
        y=[100 * row["seen"] for row in rows],
        error_y={"array": up, "arrayminus": down, "symmetric": False, "color": ink.pencil, "thickness": 1.4, "width": 0},
        mode="markers",
        marker={
            "size": [6 + 16 * (row["n"] / most) ** 0.5 for row in rows], "opacity": 1, "color": ink.ink,
            "line": {"color": ink.paper, "width": 1.5},
        },
        hovertext=[_reliable(row) for row in rows],
        hoverinfo="text",
        hoverlabel={"align": "left"},
        cliponaxis=False,
    )  # fmt: skip
    settle(figure, ink, height=400)
    figure.add_annotation(
        x=100, y=100, text=say("calibrated"), textangle=0, xanchor="right", xshift=-26, showarrow=False,
        font={"size": 12, "color": ink.pencil},
    )  # fmt: skip
    figure.update_layout(margin={"l": 58, "r": 20, "t": 18, "b": 56})
    title = {"font": {"size": 13, "color": ink.pencil}, "standoff": 8}
    shared = {
        "range": [-3, 103], "tickvals": [0, 25, 50, 75, 100], "tickfont": {"size": 12, "color": ink.pencil}, "showline": True,
        "linecolor": ink.pencil, "ticks": "outside", "tickcolor": ink.pencil, "constrain": "domain",
    }  # fmt: skip
    figure.update_xaxes(title={"text": say("axis_stated"), **title}, constraintoward="left", **shared)
    figure.update_yaxes(title={"text": say("axis_seen"), **title}, scaleanchor="x", constraintoward="top", **shared)
    return figure


def _reliable(row: dict[str, Any]) -> str:
    """What a dot says when pointed at."""
    values = {"stated": f"{100 * row['stated']:.0f}", "seen": f"{100 * row['seen']:.0f}", "error": f"{100 * row['se']:.1f}"}
    return "<br>".join((say("calib_stated", n=int(row["n"]), **values), say("calib_seen", **values)))
