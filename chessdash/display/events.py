"""The list of events and what was read from a file, as they are shown."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

import pandas as pd

from chessdash.display.model import Cell, Column, Row, Table
from chessdash.display.numbers import dates, day
from chessdash.pace import pace
from chessdash.text import say
from chessdash.text.numbers import number

if TYPE_CHECKING:
    from chessdash.tournament import Tournament


@dataclass(frozen=True)
class Summary:
    """One event in the list: what its line says and what it is searched by."""

    key: str
    name: str
    start: str
    end: str
    system: str
    pace: str  # "standard", "rapid", "blitz" or ""
    players: int
    played: int
    planned: int
    leader: str
    points: float
    names: str  # all players, for the search
    link: str = ""
    finished: bool | None = None  # whether it was said to be over; None: nobody says, its rounds do

    @property
    def season(self) -> str:
        """The year of the start, "" where it is unknown."""
        first = day(self.start)
        return str(first.year) if first else ""

    @property
    def final(self) -> bool:
        """Whether it is over: said so, or all planned rounds were played."""
        return 0 < self.planned <= self.played if self.finished is None else self.finished

    def live(self, today: date) -> bool:
        """Whether it is being played on this day."""
        first, last = day(self.start), day(self.end)
        return not self.final and first is not None and last is not None and first <= today <= last


def summary(key: str, tournament: "Tournament", ranking: pd.DataFrame | None, link: str = "", title: str = "") -> Summary:
    """What the list says of an event; the title names one whose file does not."""
    info = tournament.info
    leads = ranking is not None and len(ranking) > 0 and tournament.rounds_played > 0
    return Summary(
        key=key,
        name=str(info.get("name") or title or key),
        start=str(info.get("start") or ""),
        end=str(info.get("end") or info.get("start") or ""),
        system=tournament.system,
        pace=pace(info),
        players=len(tournament.players),
        played=tournament.rounds_played,
        planned=tournament.rounds_planned,
        leader=str(ranking["name"].iloc[0]) if leads and ranking is not None else "",
        points=float(ranking[ranking.attrs["order"][0]].iloc[0]) if leads and ranking is not None else 0.0,
        names=" ".join(str(name) for name in tournament.players["name"]).casefold(),
        link=link,
    )


def events_table(summaries: Iterable[Summary], today: date, head: str) -> Table:
    """One season's events: name with dates and system, players, rounds as squares, the leader or the winner."""
    rows = tuple(_row(event, today) for event in summaries)
    columns = (
        Column(say("head_event"), act="open"),
        Column(say("head_players"), marks=("num",)),
        Column(say("head_rounds")),
        Column(say("head_leader")),
    )
    return Table("events", say("events_caption", season=head), columns, rows, head=head)


def _row(event: Summary, today: date) -> Row:
    system = say(f"system_{event.system.replace('-', '_')}") + (f", {say(f'pace_{event.pace}')}" if event.pace else "")
    span = dates(event.start, event.end, short=True)
    below = ". ".join(part for part in (span, system[:1].upper() + system[1:]) if part) + "."
    live = event.live(today)
    badge = say("event_live") if live else say("event_final") if event.final else ""
    cells = (
        Cell(event.name, below=below, badge=badge, marks=("live",) if live else ()),
        Cell(str(event.players), below=say("players_word", n=event.players)),
        Cell(squares=(event.played, max(event.planned, event.played)), below=_progress(event)),
        Cell(event.leader, below=_standing(event), tip=event.leader),
    )
    return Row(event.key, cells, name=event.name, link=event.link)


def _progress(event: Summary) -> str:
    if not event.played:
        return say("not_started", planned=event.planned)
    return say("round_of", round=event.played, planned=max(event.planned, event.played))


def _standing(event: Summary) -> str:
    if not event.leader:
        return ""
    return say("won_with" if event.final else "leads_with", points=number(event.points))


def found(event: Summary, search: str, paces: str) -> bool:
    """Whether an event is among those searched for: its name or a player's, and its pace."""
    wanted = search.casefold().strip()
    return (not paces or event.pace == paces) and (not wanted or wanted in event.name.casefold() or wanted in event.names)


def facts_line(tournament: "Tournament", ranking: pd.DataFrame) -> str:
    """The sentence under an event's name: state, players, system, dates."""
    info, through, planned = tournament.info, int(ranking.attrs["through"]), int(ranking.attrs["rounds_planned"])
    played = int(ranking.attrs["rounds_played"])
    state = "facts_none" if not played else "facts_final" if through >= planned else "facts_after"
    if state == "facts_after" and through < played:
        state = "facts_then"
    span = dates(str(info.get("start") or ""), str(info.get("end") or info.get("start") or ""))
    parts = [say("facts_players", n=len(tournament.players)), say(f"system_{ranking.attrs['system'].replace('-', '_')}"), span]
    first = say(state, round=through, planned=planned, played=played)
    return f"{first} {', '.join(part for part in parts if part)}."
