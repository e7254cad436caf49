"""Histories of ratings: a line of steps a member, a mark a finished event, corrections as dotted lines with words."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import accumulate
from typing import Any

import plotly.graph_objects as go

from chessdash.charts.labels import surnames
from chessdash.charts.pens import MARKS, Pens, literal, pens, settle
from chessdash.display.numbers import dates, signed
from chessdash.text import say
from chessdash.text.numbers import number

DASHES = ("solid", "solid", "dot", "dash", "solid", "dot", "dash", "solid")  # beside colour and mark
SIGNS = ("●", "■", "◆", "▲", "○", "□")  # the marks, before the names at the right
MOST = len(SIGNS)  # members in one chart
HEIGHT, TOP, BOTTOM = 440, 30, 46  # px
LINE = 18  # px between two names at the least
NEAR = 0.4  # of the chart's width: a first correction up to here has its words at the right of its line
ABOVE = {"y": 1, "yref": "paper", "yanchor": "bottom", "showarrow": False}
Note = dict[str, Any]  # an annotation or a shape, as plotly takes it
STEPS = (20, 50, 100, 200, 500)  # Elo between lines across
MONTHS = (1, 3, 6, 12, 24, 60, 120)  # between ticks


def histories(
    rows: Any,
    names: Mapping[int, str],
    *,
    since: str = "",
    until: str = "",
    corrected: Any = None,
    fide: Any = None,
    dark: bool = False,
) -> go.Figure:
    """The ratings of up to six members over time: Elo up, dates across, from ``since`` to ``until`` (ISO; "": all).

    ``rows`` are rows of ``store.ratings.member_rows`` in the order of finishing, of the members in ``names`` (their order gives
    colour, mark and dash). ``corrected`` is a frame with name and date of the events whose results were corrected.
    ``fide``, where lists are loaded, has member, date and rating of their FIDE ratings: a thin dash in the member's colour.
    """
    ink, figure = pens(dark), go.Figure()
    lines = {member: _steps(rows[rows["member"] == member], since) for member in names}
    lines = {member: line for member, line in lines.items() if line}
    first = since or min(line[0][0] for line in lines.values())
    last = max([until, *(line[-1][0] for line in lines.values())])
    for place, (member, name) in enumerate(names.items()):
        if member in lines:
            own = rows[(rows["member"] == member) & (rows["date"] >= since)]
            _line(figure, lines[member], own, name, place, last, ink)
    seen = [rating for line in lines.values() for _, rating in line]
    for place, (member, name) in enumerate(names.items()):
        if fide is not None and member in lines:
            seen += _fide(figure, fide[fide["member"] == member], name, place, (first, last), ink)
    settle(figure, ink, height=HEIGHT)
    low, high = _elo(figure, seen, ink)
    notes, shapes = _corrections(figure, corrected, first, last, ink)
    ends = [(place, member, lines[member][-1][1]) for place, member in enumerate(names) if member in lines]
    texts, room = _names(ends, names, (low, high), ink)
    _days(figure, first, last, ink)
    room_ = {"l": 42, "r": room, "t": TOP, "b": BOTTOM}
    figure.update_layout(margin=room_, annotations=[*texts, *notes], shapes=shapes)  # one by one plotly takes much longer
    return figure


def _steps(own: Any, since: str) -> list[tuple[str, float]]:
    """The corners of a member's line: (date, rating), beginning with the rating before the first event in the span."""
    seen = own[own["date"] >= since]
    if not len(own):
        return []
    if not len(seen):
        return [(since, float(own["after"].iloc[-1]))]
    days = _in_order(seen["date"])
    after = [(day, float(rating)) for day, rating in zip(days, seen["after"], strict=True)]
    return [(since if len(seen) < len(own) else days[0], float(seen["before"].iloc[0])), *after]


def _in_order(days: Iterable[str]) -> list[str]:
    """The days on which ratings took effect: an event that was finished after a later one counts from that one on."""
    return list(accumulate(map(str, days), max))


def _line(figure: go.Figure, line: Sequence[tuple[str, float]], own: Any, name: str, place: int, last: str, ink: Pens) -> None:
    """The steps of one member to the right edge, and a mark on each event that speaks when pointed at or tapped."""
    colour = ink.series[place]
    figure.add_scatter(
        x=[*(day for day, _ in line), last], y=[*(rating for _, rating in line), line[-1][1]], mode="lines", name=literal(name),
        line={"color": colour, "width": 2, "dash": DASHES[place], "shape": "hv"}, marker={"color": colour}, hoverinfo="skip",
    )  # fmt: skip
    mark = MARKS[place]
    figure.add_scatter(
        x=_in_order(own["date"]), y=list(own["after"]), mode="markers", name=literal(name), cliponaxis=False,
        marker={
            "symbol": mark.removesuffix("-open"), "size": 9,
            "color": ink.paper if mark.endswith("-open") else colour, "line": {"color": colour, "width": 2},
        },
        hovertext=[point_said(one, name) for one in own.itertuples()], hoverinfo="text", hoverlabel={"align": "left"},
    )  # fmt: skip


def point_said(one: Any, name: str) -> str:
    """What a mark says: member, date, event, Ro, K, games, points, expected points, change, Rn; a line each, for plotly."""
    said = [
        f"<b>{literal(name)}</b>",
        say("rated_point_event", date=dates(one.date, one.date, short=True), event=literal(_short(one.event_name))),
        say("rated_point_before", before=int(one.before), k=int(one.k), n=int(one.games)),
        say("rated_point_points", points=number(one.points), expected=number(one.expected, decimals=True)),
        say("rated_point_after", change=signed(int(one.change)), after=int(one.after)),
    ]
    return "<br>".join([*said, *([say("rated_point_revised")] if getattr(one, "edition", 1) > 1 else [])])


def _short(text: str, longest: int = 34) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def _fide(figure: go.Figure, own: Any, name: str, place: int, span: tuple[str, str], ink: Pens) -> list[float]:
    """FIDE's ratings of a member within the span, the one before it standing at its beginning: the same colour, a thin dash.

    Gives the ratings that are drawn.
    """
    known = sorted(zip(own["date"], map(int, own["rating"]), strict=True))
    before = [(day, rating) for day, rating in known if day < span[0]][-1:]
    shown = [*before, *((day, rating) for day, rating in known if span[0] <= day <= span[1])]
    if not shown:
        return []
    said = [say("rated_fide_point", name=literal(name), rating=rating, date=dates(day, day, short=True)) for day, rating in shown]
    figure.add_scatter(
        x=[*(max(day, span[0]) for day, _ in shown), span[1]], y=[*(rating for _, rating in shown), shown[-1][1]], mode="lines",
        name=f"FIDE {literal(name)}", hovertext=[*said, said[-1]], hoverinfo="text",
        line={"color": ink.series[place], "width": 1, "dash": "4px,3px", "shape": "hv"}, marker={"color": ink.series[place]},
    )  # fmt: skip
    return [float(rating) for _, rating in shown]


def _elo(figure: go.Figure, seen: Sequence[float], ink: Pens) -> tuple[float, float]:
    """The axis of ratings, with a hairline at round numbers; gives its ends."""
    low, high = min(seen), max(seen)
    edge = max((high - low) * 0.08, 12.0)
    low, high = low - edge, high + edge
    step = next((one for one in STEPS if (high - low) / one <= 6), STEPS[-1])
    ticks = [value for value in range(int(low // step) * step, int(high) + step, step) if low <= value <= high]
    figure.update_yaxes(
        range=[low, high], tickvals=ticks, ticktext=[str(value) for value in ticks], showgrid=True, gridcolor=ink.hair,
        tickfont={"size": 13, "color": ink.pencil}, ticklabelstandoff=6,
    )  # fmt: skip
    return low, high


def _names(
    ends: Sequence[tuple[int, int, float]], names: Mapping[int, str], span: tuple[float, float], ink: Pens
) -> tuple[list[Note], int]:
    """Sign, rating and name at the end of each line, apart from each other, and the room they take, px."""
    short = dict(zip(names, surnames(names.values()), strict=True))
    gap = LINE * (span[1] - span[0]) / (HEIGHT - TOP - BOTTOM)
    places = apart([rating for *_, rating in ends], gap, span)
    texts = []
    for (place, member, rating), y in zip(ends, places, strict=True):
        sign = f'<span style="color:{ink.series[place]}">{SIGNS[place]}</span>'
        at = {"x": 1, "xref": "paper", "xanchor": "left", "xshift": 10, "y": y, "yanchor": "middle", "align": "left"}
        text = f"{sign} <b>{rating:.0f}</b> {short[member]}"
        texts.append({**at, "text": text, "showarrow": False, "font": {"size": 13, "color": ink.ink}})
    return texts, max([round(7.2 * len(short[member].replace("&amp;", "&"))) + 74 for _, member, _ in ends])


def apart(wanted: Sequence[float], gap: float, span: tuple[float, float]) -> list[float]:
    """Places as near as can be to those wanted, in the same order and ``gap`` apart, within the span where it has room."""
    groups: list[list[int]] = []
    middle: list[float] = []

    def centre(members: list[int]) -> float:
        half = gap * (len(members) - 1) / 2
        return min(max(sum(wanted[i] for i in members) / len(members), span[0] + half), span[1] - half)

    for i in sorted(range(len(wanted)), key=lambda i: wanted[i]):
        groups.append([i])
        middle.append(centre([i]))
        while len(groups) > 1 and middle[-1] - middle[-2] < gap * (len(groups[-1]) + len(groups[-2])) / 2:
            groups[-2:] = [groups[-2] + groups[-1]]
            middle[-2:] = [centre(groups[-1])]
    found = [0.0] * len(wanted)
    for members, place in zip(groups, middle, strict=True):
        for k, i in enumerate(members):
            found[i] = place + gap * (k - (len(members) - 1) / 2)
    return found


def _corrections(figure: go.Figure, corrected: Any, first: str, last: str, ink: Pens) -> tuple[list[Note], list[Note]]:
    """A dotted line at each corrected event, the words on top of the first of them; the event on hover.

    Gives the words as annotations, and the lines as shapes.
    """
    if corrected is None or not len(corrected):
        return [], []
    shown = corrected[(corrected["date"] >= first) & (corrected["date"] <= last)].sort_values("date")
    said = [
        say("rated_corrected_point", event=literal(_short(one.name)), date=dates(one.date, one.date, short=True))
        for one in shown.itertuples()
    ]
    figure.add_scatter(
        x=list(shown["date"]), y=[1.0] * len(shown), yaxis="y2", mode="markers", name="corrected", cliponaxis=False,
        hovertext=[text.replace(": ", ":<br>").replace(". ", ".<br>") for text in said], hoverinfo="text",
        marker={"symbol": "line-ns", "size": 9, "color": ink.pencil, "line": {"color": ink.pencil, "width": 2}},
    )  # fmt: skip
    figure.update_layout(yaxis2={"overlaying": "y", "range": [0, 1], "visible": False, "fixedrange": True})
    days = [date.fromisoformat(day) for day in sorted(set(shown["date"]))]
    if not days:
        return [], []
    begun, whole = date.fromisoformat(first), max((date.fromisoformat(last) - date.fromisoformat(first)).days, 1)
    left = (days[0] - begun).days <= NEAR * whole  # room for the words at the right of the line
    at = {"x": days[0].isoformat(), "xanchor": "left" if left else "right"}
    text = say("rated_corrected_n" if len(days) > 1 else "rated_corrected")
    notes = [{**at, **ABOVE, "text": text, "font": {"size": 12, "color": ink.pencil}}]
    pen = {"color": ink.pencil, "width": 1.2, "dash": "dot"}
    lines = [day.isoformat() for day in days]
    return notes, [
        {"type": "line", "x0": x, "x1": x, "yref": "paper", "y0": 0, "y1": 1, "line": pen, "layer": "below"} for x in lines
    ]


def _days(figure: go.Figure, first: str, last: str, ink: Pens) -> None:
    """The axis of dates: months, and the year below the first one and each January."""
    begun, ended = date.fromisoformat(first), date.fromisoformat(last)
    edge = timedelta(days=max(round((ended - begun).days * 0.02), 3))
    begun = begun - edge if begun - date.min > edge else begun
    ended = ended + edge if date.max - ended > edge else ended
    months = (ended.year - begun.year) * 12 + ended.month - begun.month
    step = next((one for one in MONTHS if months / one <= 5), 120 * (months // 600 + 1))
    words, ticks, texts, year = say("months_short").split(), [], [], 0
    for month in range(max(begun.year * 12 // step * step, 12), ended.year * 12 + ended.month, step):
        day = date(month // 12, month % 12 + 1, 1)
        if begun <= day <= ended:
            ticks.append(day.isoformat())
            texts.append(words[day.month - 1] + (f"<br>{day.year}" if day.year != year else ""))
            year = day.year
    figure.update_xaxes(
        type="date", range=[begun.isoformat(), ended.isoformat()], tickvals=ticks, ticktext=texts, tickangle=0,
        tickfont={"size": 13, "color": ink.pencil}, ticks="outside", ticklen=4, tickcolor=ink.hair,
    )  # fmt: skip
