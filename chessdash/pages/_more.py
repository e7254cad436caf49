"""More: rules, what can be taken away, and the link to what is shown."""

import io
from functools import partial

import segno
import streamlit as st

from chessdash import documents
from chessdash.display.codes import meaning, named
from chessdash.formats import write
from chessdash.pages import _links
from chessdash.pages._view import SYSTEM, View
from chessdash.shelf import Event
from chessdash.standings import EDITIONS, SYSTEMS
from chessdash.text import say
from chessdash.tournament import Tournament

TAKEN = (("trf", "trf"), ("excel", "xlsx"), ("csv", "csv"), ("json", "json"))  # format and ending of the whole event


def control(view: View, event: Event, played: Tournament) -> None:
    """The third control of the page."""
    with st.popover(say("more"), width="content"):
        _rules(view, event, played)
        _take(view, event, played)
        _share(view, event)


def _rules(view: View, event: Event, played: Tournament) -> None:
    st.subheader(say("more_rules"), anchor=False)
    own_edition, own_system = played.edition, played.system
    st.session_state["edition_choice"] = view.choice.edition or own_edition
    st.segmented_control(
        say("edition"),
        EDITIONS,
        format_func=lambda name: say("own", value=name) if name == own_edition else name,
        key="edition_choice",
        on_change=lambda: _links.change(edition=_unless(st.session_state["edition_choice"], own_edition)),
    )
    st.session_state["system_choice"] = view.choice.system or own_system
    st.segmented_control(
        say("term_system"),
        SYSTEMS,
        format_func=lambda name: _system(name, own_system),
        key="system_choice",
        on_change=_systemised,
        args=(event.key, own_system),
    )
    st.session_state["unrated_choice"] = None if view.choice.unrated is None else int(view.choice.unrated)
    st.number_input(
        say("unrated"),
        min_value=1,
        max_value=4000,
        step=50,
        value=None,
        placeholder=say("unrated_none"),
        key="unrated_choice",
        help=say("unrated_help"),
        on_change=lambda: _links.change(unrated=st.session_state["unrated_choice"]),
    )
    with st.expander(say("order_meanings")):
        for code in view.ranking.attrs["order"]:
            st.markdown(f"**{_links.literal(code)}** {_links.literal(named(code))}. {_links.literal(meaning(code))}")


def _system(name: str, own: str) -> str:
    word = say(f"system_{name.replace('-', '_')}").capitalize()
    return say("own", value=word) if name == own else word


def _systemised(key: str, own: str) -> None:
    st.session_state[SYSTEM + key] = _unless(st.session_state["system_choice"], own)
    _links.change(code=None)


def _unless(value: str | None, own: str) -> str | None:
    return None if value in (None, own) else value


def _take(view: View, event: Event, played: Tournament) -> None:
    st.subheader(say("more_take"), anchor=False)
    stem, address = event.key, _address(view, event)  # the address while the page runs: a download is made after it
    with st.container(horizontal=True):
        st.download_button(
            say("take_csv"),
            lambda: documents.standings_csv(played, view.ranking),
            f"{stem}-standings.csv",
            "text/csv",
            on_click="ignore",
        )
        st.download_button(
            say("take_json"),
            lambda: documents.standings_json(played, view.ranking),
            f"{stem}-standings.json",
            "application/json",
            on_click="ignore",
        )
        st.download_button(
            say("take_page"),
            lambda: documents.standings_page(played, view.ranking, address=address).encode(),
            f"{stem}-standings.html",
            "text/html",
            on_click="ignore",
        )
    st.caption(say("take_event"))
    with st.container(horizontal=True):
        for name, ending in TAKEN:
            st.download_button(
                say(f"take_{ending}_event"), partial(_written, played, name), f"{stem}.{ending}", on_click="ignore"
            )
    if nothing := played.info.get("annulled"):
        st.caption(say("export_annulled", n=len(nothing)))


def _written(played: Tournament, format: str) -> bytes:
    target = io.BytesIO()
    write(played, target, format=format)
    return target.getvalue()


def _address(view: View, event: Event) -> str:
    return "" if event.own else _links.address("standings", view.parameters)


def _share(view: View, event: Event) -> None:
    st.subheader(say("more_share"), anchor=False)
    if event.own:
        st.caption(say("share_own"))
        return
    link = _address(view, event)
    st.code(link, language=None, wrap_lines=True)
    st.image(_code(link), width=148, alt=say("share_code"))
    if view.choice.system:
        st.caption(say("share_system"))


@st.cache_data(max_entries=256, show_spinner=False)
def _code(link: str) -> bytes:
    target = io.BytesIO()
    segno.make(link, error="m").save(target, kind="png", scale=6, border=2)
    return target.getvalue()
