"""What Ratings draws from: the store's frames, cached by where the store is and by its revisions."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd
import streamlit as st

from chessdash.display.model import data
from chessdash.display.ratings import facts, finished_table, list_table
from chessdash.pages import _club, _ratings_view, _shared
from chessdash.pages._ratings_view import Asked
from chessdash.store import Store, profile, ratings
from chessdash.text import say

Mark = tuple[str, tuple[int, int, int]]  # where the store is, and its revisions: what caches go by


@dataclass(frozen=True, eq=False)
class Known:
    """What the store says of one time control; frames to be read, never changed."""

    people: pd.DataFrame  # rating_list
    rows: pd.DataFrame  # member_rows
    events: pd.DataFrame  # finished

    @property
    def last(self) -> tuple[str, str]:
        """Name of the event that was finished last, and the latest date of all, ISO; both "" where there is none."""
        return (str(self.events["name"].iloc[0]), str(self.events["date"].max())) if len(self.events) else ("", "")

    @property
    def corrected(self) -> pd.DataFrame:
        """The events of which a result was corrected: name, date."""
        return self.events[self.events["tables"] > 1][["name", "date"]]


@dataclass(frozen=True, eq=False)
class Shown:
    """A view of Ratings: what was asked for, and what there is."""

    store: Store
    mark: Mark
    link: Asked  # as the address has it, ...
    asked: Asked  # ... and as far as the store has it
    known: Known
    event: Mapping[str, Any]  # of the event that was asked for, as ``profile.event_of`` gives it

    @property
    def people(self) -> pd.DataFrame:
        """Those who are listed: active members, or everybody."""
        people = self.known.people
        return people if self.asked.everyone else people[people["active"].astype(bool)]

    @property
    def since(self) -> str:
        """The first day of the period, ISO, "" for all."""
        return _ratings_view.since(self.asked, self.known.last[1])

    @property
    def facts(self) -> str:
        """The facts line, with the notice whose ratings these are."""
        return facts(self.asked.control, self.known.last[0])


def shown(store: Store, asked: Asked) -> Shown:
    """The view that was asked for, members and event looked up; raises StoreError, and AccessError in a private club."""
    link = asked
    mark = (_club.address_of(store), profile.stamp(store))  # asks the store whether this visitor may see it
    event, messages = profile.event_of(store, asked.event) if asked.event else None, list(asked.messages)
    if event is not None:
        asked = replace(asked, control=event["control"])
    elif asked.event:
        messages.append(say("rated_event_unknown", value=asked.event))
        asked = replace(asked, part="members", event="", edition=None)
    known = _known(mark, asked.control, store)
    members, said = _ratings_view.shown_members(asked, [int(one) for one in known.people.index])
    if asked.part == "member" and not members:
        asked = replace(asked, part="members")
    asked = replace(asked, members=members, messages=(*messages, *said))
    return Shown(store, mark, link, asked, known, event or {})


def list_of(view: Shown) -> tuple[list[dict[str, Any]], str]:
    """The list as the browser gets it, and its version."""
    return _list(view.mark, view.asked.control, view.asked.everyone, view)


def events_of(view: Shown) -> tuple[list[dict[str, Any]], str]:
    """The finished events as the browser gets them, and their version."""
    return _events(view.mark, view.asked.control, view)


def games(view: Shown, member: int) -> pd.DataFrame:
    """A member's rated games; to be read, never changed."""
    return _games(view.mark, view.asked.control, member, view.store)


def changes(view: Shown, edition: int | None) -> pd.DataFrame:
    """The table of rating changes of the event that is shown; to be read, never changed."""
    return _changes(view.mark, view.asked.event, edition, view.store)


@st.cache_resource(max_entries=12, show_spinner=False)
def _known(mark: Mark, control: str, _store: Store) -> Known:
    rows = ratings.member_rows(_store, control)
    return Known(ratings.rating_list(_store, control, rows), rows, profile.finished(_store, control))


@st.cache_resource(max_entries=12, show_spinner=False)
def _list(mark: Mark, control: str, everyone: bool, _view: Shown) -> tuple[list[dict[str, Any]], str]:
    tables = [data(list_table(_view.people, _view.known.rows, control))]
    return tables, _shared.version(tables)


@st.cache_resource(max_entries=12, show_spinner=False)
def _events(mark: Mark, control: str, _view: Shown) -> tuple[list[dict[str, Any]], str]:
    tables = [data(finished_table(_view.known.events, control))]
    return tables, _shared.version(tables)


@st.cache_resource(max_entries=64, show_spinner=False)
def _games(mark: Mark, control: str, member: int, _store: Store) -> pd.DataFrame:
    return profile.games(_store, member, control)


@st.cache_resource(max_entries=64, show_spinner=False)
def _changes(mark: Mark, event: str, edition: int | None, _store: Store) -> pd.DataFrame:
    return ratings.changes(_store, event, edition)
