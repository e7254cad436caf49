"""The parts of Ratings: the list with histories, the finished events, a member's page, an event's table of changes."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

import streamlit as st

from chessdash.charts.ratings import MOST
from chessdash.display import rated_member
from chessdash.display.model import Table, data
from chessdash.display.numbers import dates, spoken
from chessdash.display.ratings import changes_table, compared_table, control_word
from chessdash.pages import _links, _ratings, _ratings_chart, _ratings_view, _shared, table
from chessdash.pages._ratings import Shown
from chessdash.store import profile
from chessdash.text import say

LIST, TABLES = "ratings_list", "ratings_tables"


def _head(title: str, facts: str) -> None:
    st.title(_links.literal(title), anchor=False)
    st.markdown(f":gray[{_links.literal(facts)}]")


def _draw(made: Sequence[Table], key: str) -> None:
    """Tables whose names open a member's page or an event's table."""
    tables = [data(one) for one in made]
    table.draw(tables, key=key, version=_shared.version(tables), on_ask=lambda: _asked(key))


def _asked(key: str) -> None:
    """Goes where a click asked for."""
    kind, _, name = table.asked(key).get("key", "").partition(" ")
    if kind in ("member", "event") and name:
        _ratings_view.opened(kind, name)


# ---- the list and the events


def lists(view: Shown) -> None:
    """The list of members with histories beside it, or the finished events, in two tabs."""
    asked = view.asked
    _head(say("page_ratings"), view.facts)
    with st.container(horizontal=True, key="controls", vertical_alignment="bottom", gap="small"):
        _ratings_view.control_control(asked)
        _ratings_view.period_control(asked)
        _ratings_view.more(asked, int((~view.known.people["active"].astype(bool)).sum()))
    _shared.said(asked.messages)
    if not len(view.known.people):
        word = control_word(asked.control).lower()
        none = view.mark[1][0] == 0
        code = "rated_empty_club" if none else "rated_empty_control"
        _shared.state(say(code, control=word), say(f"{code}_way"))
        return
    names = [say("rated_members"), say("rated_events")]
    st.session_state["ratings_tab"] = names[asked.part == "events"]
    members, events = st.tabs(names, key="ratings_tab", on_change=_turned)
    if members.open:
        with members:
            _members(view)
    if events.open:
        with events:
            _events(view)


def _turned() -> None:
    """Writes the tab that was opened into the address."""
    _ratings_view.change(part="events" if st.session_state["ratings_tab"] == say("rated_events") else "members")


def _members(view: Shown) -> None:
    left, right = st.columns([11, 13], gap="large")
    with left:
        with st.skeleton(height=640):
            tables, version = _ratings.list_of(view)
        table.draw(tables, key=LIST, version=version, find=say("rated_find"))
    with right, st.container(key="ratings_beside"):
        st.fragment(_compared)(view)


def _compared(view: Shown) -> None:
    """The histories of those who are chosen, else of the first of the list; a click on a name runs this function alone."""
    asked = _ratings_view.of(_links.read(), st.query_params.get_all("member"))
    if (asked.part, asked.control, asked.event) != (view.link.part, view.link.control, view.link.event):
        st.rerun(scope="app")  # a click led to another part of the page
    known = view.known.people
    chosen, _ = _ratings_view.shown_members(asked, [int(one) for one in known.index])
    table.panel(
        None,
        of=LIST,
        version=" ".join(map(str, chosen)),
        chosen={"names": [str(one) for one in chosen]},
        on_ask=lambda: _toggled(chosen),
    )
    people = view.people
    members = chosen or tuple(int(one) for one in people.index[people["events"] > 0])[: _ratings_view.LEADING]
    n = len(members)
    count = say("rated_numbers").split()[n]
    if len(chosen) == 1:
        st.subheader(_links.literal(str(known.at[chosen[0], "name"])), anchor="histories")
    else:
        head = say("rated_histories" if chosen else "rated_leading", n=n if chosen else max(n, 1))
        st.subheader(
            head.replace(str(n), count, 1).capitalize() if chosen else head.replace(str(n), count, 1), anchor="histories"
        )
    if not chosen:
        st.caption(say("rated_choose", most=MOST))
    _ratings_chart.histories(view, members, "histories")
    if members:
        _draw([compared_table(known, view.known.rows, members, view.since, view.asked.control)], "ratings_compared")
    if chosen:
        st.button(say("rated_none_chosen"), on_click=lambda: _ratings_view.change(members=()), key="ratings_none")


def _toggled(chosen: Sequence[int]) -> None:
    """Chooses the name that was clicked, or gives it up."""
    ask = table.asked(f"{LIST} panel")
    if ask.get("kind") == "name" and ask.get("key", "").isdigit():
        _ratings_view.toggle(int(ask["key"]), chosen)


def _events(view: Shown) -> None:
    if not len(view.known.events):
        _shared.state(say("rated_empty_events", control=control_word(view.asked.control).lower()), say("rated_empty_events_way"))
        return
    tables, version = _ratings.events_of(view)
    table.draw(tables, key=TABLES, version=version, on_ask=lambda: _asked(TABLES))


# ---- a member


def member(view: Shown) -> None:
    """A member's page: the history, events, games by colour and by opponent against what was expected, best wins."""
    asked, number = view.asked, view.asked.members[0]
    people, rows = view.known.people, view.known.rows
    one: Any = people.loc[number]
    _head(" ".join(filter(None, (one["title"], spoken(one["name"])))), view.facts)
    with st.container(horizontal=True, key="controls", vertical_alignment="bottom", gap="small"):
        _back()
        _ratings_view.control_control(asked)
        _ratings_view.period_control(asked)
        _ratings_view.more(asked, 0)
    _shared.said(asked.messages)
    own = rows[rows["member"] == number]
    _sentences(rated_member.sentences(people, own, number))
    if not len(own):
        return
    played = _ratings.games(view, number)
    within, seen = own[own["date"] >= view.since], played[played["date"] >= view.since]
    left, right = st.columns([13, 11], gap="large")
    with left:
        _ratings_chart.histories(view, (number,), "history")
        if len(within):
            _draw([rated_member.events_table(within, asked.control)], "ratings_member_events")
    if len(seen):
        figures, wins = profile.by_colour(seen), profile.best_wins(seen)
        made = [rated_member.colours_table(figures)]
        made += [rated_member.wins_table(wins, asked.control)] if len(wins) else []
        with right:
            _draw([*made, rated_member.opponents_table(profile.by_opponent(seen), asked.control)], "ratings_member_games")


def _back() -> None:
    st.button(
        say("rated_back"), key="ratings_back", on_click=lambda: _ratings_view.change(part="members", event="", edition=None)
    )


def _sentences(said: Sequence[str]) -> None:
    st.html(f'<p class="ratings-said">{" ".join(map(escape, said))}</p>')


# ---- an event


def event(view: Shown) -> None:
    """A finished event's table of rating changes, original or revised."""
    asked, one = view.asked, view.event
    day = dates(one["ended"], one["ended"])
    state = say("rated_facts_event", control=control_word(asked.control), date=day) if day else ""
    _head(str(one["name"]), f"{say('rated_notice')} {state}".strip())
    found = _ratings.changes(view, None)
    editions, messages = int(found.attrs["editions"]), list(asked.messages)
    edition = asked.edition if asked.edition is None or 1 <= asked.edition <= editions else None
    if edition != asked.edition and editions:
        messages.append(say("rated_edition_unknown", value=_links.read().get("edition", ""), last=editions))
    with st.container(horizontal=True, key="controls", vertical_alignment="bottom", gap="small"):
        _back()
        if editions > 1:
            _ratings_view.edition_control(edition, editions)
        _ratings_view.more(asked, 0)
    _shared.said(messages)
    if not editions:
        _no_changes(one)
        return
    _revised(view, edition or editions, editions)
    original = _ratings.changes(view, 1) if editions > 1 and edition != 1 else None
    chosen = found if edition is None else _ratings.changes(view, edition)
    _draw([changes_table(chosen, str(one["name"]), asked.control, original)], TABLES)
    st.caption(say("rated_how"))
    if _shared.find(_shared.viewer(), asked.event) is not None:
        st.page_link(_links.page("standings"), label=say("rated_standings"), query_params={"event": asked.event})


def _no_changes(one: Mapping[str, Any]) -> None:
    """Why an event has no table of changes."""
    if one["state"] != "finished":
        _shared.state(say("rated_running", name=one["name"]), say("rated_running_way"))
        return
    why = "rated_not_rated_single" if one["kind"] == "single" else "rated_not_rated_other"
    _shared.state(say("rated_not_rated", name=one["name"]), say("rated_other_game" if one["other_game"] else why))


def _revised(view: Shown, edition: int, editions: int) -> None:
    """What the table that is shown is, where there are several."""
    if editions > 1:
        tables = int(view.known.events["tables"].get(view.asked.event, 1))
        code = "rated_is_original" if edition == 1 else "rated_is_revised" if tables > 1 else "rated_is_followed"
        _shared.said([say(code)])


PARTS: dict[str, Callable[[Shown], None]] = {"members": lists, "events": lists, "member": member, "event": event}
