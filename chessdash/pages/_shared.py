"""What the pages share: who looks, which events they may open, and results cached by content and parameters."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from html import escape
from typing import Any, NamedTuple

import pandas as pd
import streamlit as st

from chessdash import shelf
from chessdash.display.crosstable import crosstable
from chessdash.display.events import Summary, summary
from chessdash.display.explanation import player_panel, value_panel, why_panel
from chessdash.display.model import Panel, data
from chessdash.display.standings import standings_table
from chessdash.display.statistics import statistics
from chessdash.errors import ChessdashError, StoreError
from chessdash.explanation import explain, why
from chessdash.pages import _links
from chessdash.shelf import Event
from chessdash.standings import check, standings
from chessdash.store import overview
from chessdash.store.opened import Stored, opened
from chessdash.text import say
from chessdash.tournament import Tournament

FILES = "files"  # session: the visitor's own events by key
SESSION_FILES, SESSION_BYTES = 12, 40_000_000  # most that one session keeps
MOST_KEPT = 20_000  # summaries of events, each about as long as the names of its players


@dataclass(frozen=True)
class Viewer:
    """Who looks: the events of their own session. Every loader takes one, so that rights have one place."""

    files: Mapping[str, Event]


def viewer() -> Viewer:
    """The visitor of this session."""
    return Viewer(st.session_state.setdefault(FILES, {}))


def events(who: Viewer) -> dict[str, Event]:
    """The events that this visitor may open, by key: the club's, the shelf's and their own."""
    club = club_events()
    return {**club, **{key: event for key, event in shelf.shelved().items() if key not in club}, **who.files}


def club_events() -> dict[str, Event]:
    """The club's events; none where its store cannot be read, which the pages of the club say."""
    from chessdash.pages._club import the_store  # which says its states by this module

    try:
        return opened(the_store())
    except StoreError:
        return {}


def find(who: Viewer, key: str) -> Event | None:
    """The event of a key, None where this visitor has none of it."""
    return events(who).get(key)


class Choice(NamedTuple):
    """How a table is to be computed: what the library's functions take, None for the file's own."""

    order: str | None = None
    edition: str | None = None
    through: int | None = None
    system: str | None = None
    unrated: float | None = None

    def rules(self) -> dict[str, Any]:
        """The same without the order, as keywords."""
        return {"edition": self.edition, "through": self.through, "system": self.system, "unrated": self.unrated}


def tournament(event: Event) -> Tournament:
    """What was read from an event; raises FormatError."""
    return _tournament(event.digest, event)


def ranking(event: Event, choice: Choice) -> pd.DataFrame:
    """The standings of an event; to be read, never changed. Raises ChessdashError."""
    return _ranking(event.digest, choice, event)


def tables(event: Event, choice: Choice, view: str) -> list[dict[str, Any]]:
    """The tables of one view of an event: "standings", "rank", "number" (crosstables) or "statistics"."""
    return _tables(event.digest, choice, view, event)


def summaries(who: Viewer) -> list[tuple[Event, Summary | ChessdashError]]:
    """Every event with what the list says of it, or with what is wrong with its file."""
    every, kept = events(who), _summaries()
    if len(kept) > MOST_KEPT:
        kept.clear()
    stored = [event for event in every.values() if isinstance(event, Stored) and event.digest not in kept]
    if stored:
        done = overview.finished(stored[0].store, [event.key for event in stored])
        kept.update({event.digest: done[event.key] for event in stored if event.key in done})
    kept.update({event.digest: _summary(event) for event in every.values() if event.digest not in kept})
    return [(event, kept[event.digest]) for event in every.values()]


@st.cache_resource(show_spinner=False)
def _summaries() -> dict[str, Summary | ChessdashError]:
    """What was said of events, by the digest of their content; the same for everybody."""
    return {}


def panel(event: Event, choice: Choice, player: int, against: int | None, code: str | None) -> Panel:
    """The panel of a selection: why one is above the other, where a value comes from, or one player's points."""
    return _panel(event.digest, choice, player, against, code, event)


def differences(event: Event, choice: Choice) -> pd.DataFrame:
    """Declared ranks and list of tie-breaks against the computed by the file's own list, as a faults frame.

    Only where the file has none, the declared ranks are held against the order that was chosen.
    """
    order = None if tournament(event).order is not None else choice.order
    return _differences(event.digest, choice._replace(through=None, order=order), event)


def today() -> date:
    """The day at the server."""
    return date.today()


def accept(name: str, content: bytes) -> Event:
    """Takes a file into the visitor's session and nowhere else; raises FormatError where it is no tournament."""
    made = shelf.event(name, content, own=True)
    tournament(made)
    own: dict[str, Event] = st.session_state.setdefault(FILES, {})
    own.pop(made.key, None)
    while own and (len(own) >= SESSION_FILES or sum(len(e.content) for e in own.values()) + len(content) > SESSION_BYTES):
        own.pop(next(iter(own)))
    own[made.key] = made
    return made


def drop(key: str) -> None:
    """Takes a file out of the visitor's session, and off the pages that show it."""
    st.session_state.get(FILES, {}).pop(key, None)
    if st.session_state.get(_links.VIEW, {}).get("event") == key:
        del st.session_state[_links.VIEW]


def own_files(who: Viewer, page: str) -> None:
    """Links to the visitor's own files on a page, the latest first, where none is open."""
    for event in reversed(list(who.files.values())):
        st.page_link(_links.page(page), label=say("open_own", name=_links.literal(event.name)), query_params={"event": event.key})


@st.cache_resource(max_entries=64, show_spinner=False)
def _tournament(digest: str, _event: Event) -> Tournament:
    return _event.read()


@st.cache_resource(max_entries=128, show_spinner=False)
def _ranking(digest: str, choice: Choice, _event: Event) -> pd.DataFrame:
    return standings(tournament(_event), choice.order, **choice.rules())


@st.cache_resource(max_entries=64, show_spinner=False)
def _tables(digest: str, choice: Choice, view: str, _event: Event) -> list[dict[str, Any]]:
    played, ranked = tournament(_event), ranking(_event, choice)
    if view == "standings":
        return [data(standings_table(played, ranked))]
    if view == "statistics":
        return [data(table) for table in statistics(played, ranked)]
    return [data(crosstable(played, ranked, by=view))]


def _summary(event: Event) -> Summary | ChessdashError:
    try:
        played = tournament(event)
        ranked = ranking(event, Choice()) if played.size else None
    except ChessdashError as error:
        return error
    link = "" if event.own else "standings?event=" + event.key
    made = summary(event.key, played, ranked, link, event.name)
    return replace(made, pace=event.control, finished=False) if isinstance(event, Stored) else made


@st.cache_resource(max_entries=512, show_spinner=False)
def _panel(digest: str, choice: Choice, player: int, against: int | None, code: str | None, _event: Event) -> Panel:
    played = tournament(_event)
    if against is not None:
        return why_panel(played, ranking(_event, choice), why(played, player, against, choice.order, **choice.rules()))
    frame = explain(played, code or "PTS", player, order=choice.order, **choice.rules())
    return value_panel(played, frame) if code else player_panel(played, frame)


@st.cache_resource(max_entries=64, show_spinner=False)
def _differences(digest: str, choice: Choice, _event: Event) -> pd.DataFrame:
    rules = {name: value for name, value in choice.rules().items() if name != "through"}
    return check(tournament(_event), choice.order, **rules)


def version(tables: list[dict[str, Any]]) -> str:
    """A short name of what tables hold, so that the browser draws them anew only when that changes."""
    return hashlib.sha256(json.dumps(tables, ensure_ascii=False).encode()).hexdigest()[:16]


def said(sentences: Iterable[str]) -> None:
    """Sentences about what is shown, each with a bar at its left."""
    if texts := "".join(f'<p class="said">{escape(text)}</p>' for text in sentences):
        st.html(texts)


def state(sentence: str, more: str = "", *, way: str = "", failed: bool = False) -> None:
    """The state of a page in words: what is so, what it means, what to do; red only when something failed."""
    texts = "".join(f"<p>{escape(text)}</p>" for text in (more, way) if text)
    marks, role = ("state failed", "alert") if failed else ("state", "note")
    st.html(f'<div class="{marks}" role="{role}"><h3>{escape(sentence)}</h3>{texts}</div>')
