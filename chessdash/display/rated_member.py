"""A member's page of Ratings: events, games by colour and opponent against what was expected, the best wins."""

from typing import TYPE_CHECKING, Any

from chessdash.display.model import Cell, Column, Row, Table
from chessdash.display.numbers import dates
from chessdash.display.ratings import change_cells, change_columns, each, link, rated_control
from chessdash.text import say
from chessdash.text.numbers import number, parts

if TYPE_CHECKING:
    import pandas as pd


def sentences(people: "pd.DataFrame", rows: "pd.DataFrame", member: int) -> list[str]:
    """Rating and place, the highest rating, and the whole record, as sentences; ``rows`` are the member's own."""
    one: Any = people.loc[member]
    if not len(rows):
        return [say("rated_member_initial", rating=one["rating"])]
    active = people[people["active"]]["rating"]
    code = "rated_member_now" if one["active"] else "rated_member_former"
    said = [say(code, rating=one["rating"], rank=int((active > one["rating"]).sum()) + 1, n=len(active))]
    best: Any = rows.iloc[int(rows["after"].to_numpy().argmax())]
    if best["after"] >= rows["before"].iloc[0]:
        day = dates(best["date"], best["date"])
        said.append(say("rated_member_highest", highest=int(best["after"]), event=best["event_name"], date=day))
    figures = {"points": number(rows["points"].sum()), "expected": number(rows["expected"].sum(), decimals=True)}
    events = say("rated_n_events", n=len(rows))
    said.append(say("rated_member_record", n=int(rows["games"].sum()), events=events, **figures))
    return said


def events_table(rows: "pd.DataFrame", control: str) -> Table:
    """The member's events with their changes, the latest first; an event opens its table of changes."""
    columns = (Column(say("rated_event"), marks=("who",), act="open"), *change_columns())
    made = tuple(
        Row(
            f"event {one.event}",
            (Cell(one.event_name, below=_below(one), tip=one.event_name), *change_cells(one)),
            name=one.event_name,
            link=link(event=one.event, **rated_control(control)),
        )
        for one in each(rows[::-1])
    )
    return Table("ratings changes", _noted(say("rated_member_events")), columns, made, head=say("rated_member_events"))


def _below(one: Any) -> str:
    """The date of an event, and whether the row was revised."""
    day = dates(one.date, one.date, short=True)
    return f"{day}, {say('rated_badge_revised')}" if one.edition > 1 else day


def colours_table(figures: "pd.DataFrame") -> Table:
    """The member's games with each colour, and all of them together."""
    rows = [Row(str(i), (Cell(say(f"rated_colour_{one.Index}")), *_record(one))) for i, one in enumerate(each(figures))]
    if len(figures) > 1:
        whole = each(figures.sum().to_frame().T)
        rows += [Row("all", (Cell(say("rated_both")), *_record(one)), marks=("sum",)) for one in whole]
    head = say("rated_member_colours")
    return Table(
        "ratings record", _noted(head), (Column(say("rated_colour"), marks=("who",)), *_columns()), tuple(rows), head=head
    )


def opponents_table(figures: "pd.DataFrame", control: str) -> Table:
    """The member's games against each opponent; a name opens that member's page."""
    rows = tuple(
        Row(
            f"member {one.Index}",
            (Cell(one.name, tip=one.name), *_record(one)),
            name=one.name,
            link=link(**rated_control(control), member=one.Index, view="member"),
        )
        for one in each(figures)
    )
    head = say("rated_member_opponents")
    columns = (Column(say("rated_opponent"), marks=("who",), act="open"), *_columns())
    return Table("ratings record", _noted(head), columns, rows, head=head)


def _columns() -> tuple[Column, ...]:
    return (
        Column(say("rated_games"), marks=("num", "pencil")),
        Column(say("rated_won"), marks=("num",)),
        Column(say("rated_drawn"), marks=("num",)),
        Column(say("rated_lost"), marks=("num",)),
        Column(say("rated_actual"), marks=("num", "slot", "strong")),
        Column(say("rated_expected"), say("rated_expected_tip"), marks=("num",)),
        Column(say("rated_difference"), say("rated_difference_tip"), marks=("num",)),
    )


def _record(one: Any) -> tuple[Cell, ...]:
    """The cells of those columns, from a row of figures."""
    more = round(float(one.points) - float(one.expected), 2)
    counted = tuple(Cell(str(int(value))) for value in (one.games, one.wins, one.draws, one.losses))
    text = ("+" if more > 0 else "") + number(more, decimals=True) if more else "±0"
    difference = Cell(text, marks=("up",) if more > 0 else ("down",) if more < 0 else ())
    return (*counted, Cell(*parts(one.points)), Cell(number(one.expected, decimals=True)), difference)


def wins_table(wins: "pd.DataFrame", control: str) -> Table:
    """The best wins: opponent with the rating before the event, the event with its date; a name opens that member's page."""
    rows = tuple(
        Row(
            f"member {one.opponent}",
            (
                Cell(
                    one.name,
                    below=say("rated_with", colour=say(f"rated_colour_{one.colour}")) if one.colour else "",
                    tip=one.name,
                ),
                Cell(str(int(one.rating))),
                Cell(one.event_name, below=dates(one.date, one.date, short=True), tip=one.event_name),
            ),
            name=one.name,
            link=link(**rated_control(control), member=one.opponent, view="member"),
        )
        for one in each(wins)
    )
    columns = (
        Column(say("rated_opponent"), marks=("who",), act="open"),
        Column(say("rated_their_rating"), say("rated_their_rating_tip"), marks=("num", "strong")),
        Column(say("rated_event"), marks=("where",)),
    )
    return Table("ratings wins", _noted(say("rated_wins_caption")), columns, rows, head=say("rated_member_wins"))


def _noted(caption: str) -> str:
    """A caption with the notice whose ratings these are."""
    return f"{caption}. {say('rated_notice')}"
