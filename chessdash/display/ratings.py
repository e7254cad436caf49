"""The club's ratings as they are shown: the list with its spark lines, an event's table of changes, the finished events."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from chessdash.display.model import Cell, Column, Row, Table
from chessdash.display.numbers import dates, initialled, rank_labels, signed
from chessdash.text import say
from chessdash.text.numbers import number, parts

if TYPE_CHECKING:
    import pandas as pd

SPARK = 12  # events that a spark line shows
WIDE, HIGH, EDGE = 96, 22, 3  # of a spark line, px; the edge keeps the dot inside
GREY = "#80827a"  # 3.9 on light paper, 4.6 on dark


def spark(ratings: Sequence[float]) -> str:
    """The last ratings, Elo, as a line with a dot at its end: an SVG as data URI, "" where there is none."""
    last = [float(value) for value in ratings[-SPARK:]]
    if not last:
        return ""
    low, size = min(last), max(max(last) - min(last), 1.0)
    step = (WIDE - 2 * EDGE) / max(len(last) - 1, 1)
    right = WIDE - EDGE - step * (len(last) - 1)
    at = [(right + step * i, HIGH - EDGE - (value - low) / size * (HIGH - 2 * EDGE)) for i, value in enumerate(last)]
    if max(last) == low:
        at = [(x, HIGH / 2) for x, _ in at]
    line = " ".join(f"{x:.0f},{y:.1f}" for x, y in at)
    drawn = (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDE}' height='{HIGH}' viewBox='0 0 {WIDE} {HIGH}'>"
        f"<polyline points='{line}' fill='none' stroke='{GREY}' stroke-width='1.5'/>"
        f"<circle cx='{at[-1][0]:.0f}' cy='{at[-1][1]:.1f}' r='2.5' fill='{GREY}'/></svg>"
    )
    return "data:image/svg+xml," + quote(drawn, safe="/:=' ,")


def spark_words(ratings: Sequence[float]) -> str:
    """What a spark line says to those who do not see it."""
    last = ratings[-SPARK:]
    return say("rated_spark_alt", n=len(last), first=int(last[0]), last=int(last[-1])) if len(last) else ""


def each(frame: "pd.DataFrame") -> Iterator[Any]:
    """The rows of a frame, each with its columns as attributes and ``Index``."""
    return iter(frame.itertuples())


def link(**parameters: object) -> str:
    """The address of a view of Ratings, from another page of the dashboard."""
    return "ratings?" + urlencode({name: str(value) for name, value in parameters.items() if value not in ("", None)}, safe=",")


def control_word(control: str) -> str:
    """A time control with a capital: Standard."""
    return say(f"rated_{control}")


def rated_control(control: str) -> dict[str, str]:
    """The parameter of a time control in links: none for the first."""
    return {} if control == "standard" else {"control": control}


def list_table(people: "pd.DataFrame", rows: "pd.DataFrame", control: str) -> Table:
    """The club's list, the highest first: rank, member, rating, change of the last event, spark line, games.

    ``people`` is ``rating_list`` (whom to show), ``rows`` are ``member_rows``. A click on a name chooses it.
    """
    past: Any = rows.groupby("member")["after"]
    histories = {int(one): list(after) for one, after in past}
    ranks = rank_labels(people["rating"].rank(method="min", ascending=False).astype(int))
    columns = (
        Column(tip=say("rated_rank"), marks=("num", "rank")),
        Column(say("rated_member"), marks=("who",), act="name"),
        Column(say("rated_rating"), marks=("num", "strong")),
        Column(say("rated_change"), say("rated_change_tip"), marks=("num",)),
        Column(say("rated_spark", n=SPARK), marks=("num", "spark")),
        Column(say("rated_games"), say("rated_games_tip"), marks=("num", "pencil", "extra")),
    )
    made = []
    for one, rank in zip(each(people), ranks, strict=True):
        last = histories.get(int(one.Index), [])
        cells = (
            Cell(rank[0], after=rank[1]),
            Cell(one.name, before=one.title, tip=one.name, badge="" if one.active else say("rated_former")),
            Cell(str(one.rating)),
            _change(one.change) if one.events else Cell(),
            Cell(picture=spark(last), tip=spark_words(last)),
            Cell(str(one.games)),
        )
        made.append(Row(str(one.Index), cells, name=one.name))
    caption = f"{say('rated_list_caption', control=control_word(control))}. {say('rated_notice')}"
    return Table("ratings list", caption, columns, tuple(made))


def compared_table(people: "pd.DataFrame", rows: "pd.DataFrame", chosen: Sequence[int], since: str, control: str) -> Table:
    """Those who are compared: rating, highest, lowest, change and events within the period; a name opens the member's page."""
    columns = (
        Column(say("rated_member"), marks=("who",), act="open"),
        Column(say("rated_rating"), marks=("num", "strong")),
        Column(say("rated_highest"), marks=("num",)),
        Column(say("rated_lowest"), marks=("num",)),
        Column(say("rated_period_change"), say("rated_period_change_tip"), marks=("num",)),
        Column(say("rated_events"), say("rated_events_tip"), marks=("num", "pencil")),
    )
    made = []
    for number_ in chosen:
        one: Any = people.loc[number_]
        own = rows[(rows["member"] == number_) & (rows["date"] >= since)]
        seen = [*own["before"].iloc[:1], *own["after"]]
        cells = (
            Cell(one["name"], tip=one["name"]),
            Cell(str(one["rating"])),
            Cell(str(int(max(seen)))) if seen else Cell(),
            Cell(str(int(min(seen)))) if seen else Cell(),
            _change(int(own["change"].sum())) if seen else Cell(),
            Cell(str(len(own))),
        )
        where = link(**rated_control(control), member=number_, view="member")
        made.append(Row(f"member {number_}", cells, name=one["name"], link=where))
    return Table("ratings figures", say("rated_compared_caption"), columns, tuple(made))


def points_table(rows: "pd.DataFrame", names: dict[int, str]) -> Table:
    """Every row of histories as a table, beside their chart: the latest first."""
    columns = (Column(say("rated_member"), marks=("who",)), Column(say("rated_event")), *change_columns())
    made = tuple(
        Row(str(i), (Cell(initialled(names[int(one.member)])), Cell(one.event_name, below=_day(one.date)), *change_cells(one)))
        for i, one in enumerate(each(rows[::-1]))
    )
    return Table("ratings points", f"{say('rated_points_caption')}. {say('rated_notice')}", columns, made)


def finished_table(events: "pd.DataFrame", control: str) -> Table:
    """The finished events of a time control, the last finished first; a name opens the table of changes."""
    columns = (
        Column(say("rated_event"), marks=("who",), act="open"),
        Column(say("rated_date"), marks=("when",)),
        Column(say("rated_participants"), say("rated_participants_tip"), marks=("num",)),
        Column(say("rated_games"), marks=("num", "extra")),
        Column(say("rated_edition"), marks=("where", "pencil")),
    )
    made = []
    for one in each(events):
        badge = "corrected" if one.tables > 1 else "revised" if one.editions > 1 else ""
        cells = (
            Cell(one.name, tip=one.name),
            Cell(_day(one.date)),
            Cell(str(one.members)),
            Cell(str(one.games)),
            Cell(say(f"rated_badge_{badge}") if badge else ""),
        )
        made.append(Row(f"event {one.Index}", cells, name=one.name, link=link(event=one.Index, **rated_control(control))))
    caption = f"{say('rated_events_caption', control=control_word(control))}. {say('rated_notice')}"
    return Table("ratings finished", caption, columns, tuple(made))


def changes_table(changes: "pd.DataFrame", event: str, control: str, original: "pd.DataFrame | None" = None) -> Table:
    """An event's table of rating changes by start number; with the original beside a revised one, what was otherwise is said.

    Both are frames of ``store.ratings.changes``. A name opens the member's page.
    """
    columns = (
        Column(say("rated_no"), say("rated_no_tip"), marks=("num", "pencil", "extra")),
        Column(say("rated_member"), marks=("who",), act="open"),
        *change_columns(),
    )
    made = []
    for one in each(changes):
        was = "" if original is None else _otherwise(one, original)
        marks = ("revised",) if was else ()
        cells = (Cell(str(one.Index)), Cell(one.name, tip=one.name), *change_cells(one, was=was))
        where = link(**rated_control(control), member=one.member, view="member")
        made.append(Row(f"member {one.member}", cells, name=one.name, link=where, marks=marks))
    caption = f"{say('rated_changes_caption', event=event)}. {say('rated_notice')}"
    return Table("ratings changes", caption, columns, tuple(made))


def _otherwise(one: Any, original: "pd.DataFrame") -> str:
    """What a revised row says of the first table: the change that it had, "" where the row is the same."""
    if one.Index not in original.index:
        return say("rated_new_row")
    was: Any = original.loc[one.Index]
    same = all(getattr(one, name) == was[name] for name in ("before", "games", "points", "change", "after"))
    return "" if same else say("rated_was", change=f"{signed(was['change'])}, {was['after']}")


def change_columns() -> tuple[Column, ...]:
    """The columns of a change: Ro, K, games, points, expected, change, Rn."""
    return (
        Column(say("rated_before_head"), say("rated_before_tip"), marks=("num",)),
        Column(say("rated_k"), say("rated_k_tip"), marks=("num", "pencil")),
        Column(say("rated_games"), say("rated_games_here_tip"), marks=("num", "pencil")),
        Column(say("rated_actual"), marks=("num", "slot")),
        Column(say("rated_expected"), say("rated_expected_tip"), marks=("num",)),
        Column(say("rated_change"), marks=("num",)),
        Column(say("rated_after_head"), say("rated_after_tip"), marks=("num", "strong")),
    )


def change_cells(one: Any, was: str = "") -> tuple[Cell, ...]:
    """The cells of those columns, from a row of a change; ``was`` stands below the change in pencil."""
    return (
        Cell(str(int(one.before))),
        Cell(str(int(one.k))),
        Cell(str(int(one.games))),
        Cell(*parts(one.points)),
        Cell(number(one.expected, decimals=True)),
        _change(int(one.change), below=was),
        Cell(str(int(one.after))),
    )


def _change(change: int, below: str = "") -> Cell:
    """A change with its sign, and its mark beside the sign."""
    return Cell(signed(change), marks=("up",) if change > 0 else ("down",) if change < 0 else (), below=below)


def _day(date: str) -> str:
    return dates(date, date, short=True)


def facts(control: str, last: str) -> str:
    """The facts line: whose ratings these are, and after which event."""
    state = say("rated_after", control=control_word(control), event=last.rstrip(".")) if last else ""
    return f"{say('rated_notice')} {state or say('rated_before', control=control_word(control))}"


def chart_words(rows: "pd.DataFrame", names: dict[int, str], control: str) -> str:
    """What the chart of histories says to those who do not see it."""
    groups: Any = rows.groupby("member", sort=False)
    lines = (
        say("rated_line_alt", name=names[int(one)], first=int(own["before"].iloc[0]), last=int(own["after"].iloc[-1]), n=len(own))
        for one, own in groups
    )
    return say("rated_chart_alt", control=control_word(control), lines="; ".join(lines)) + " " + say("rated_notice")
