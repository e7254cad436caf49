"""The parts of Club, each drawn only while its tab is open."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import streamlit as st

from chessdash import shelf
from chessdash.display import club as display
from chessdash.errors import ChessdashError
from chessdash.pace import pace
from chessdash.pages import _club_events, _finish, _links, _results_view, _shared, _whatif_draw
from chessdash.store import Store, backup, events, importing, log, members
from chessdash.store.rights import events_with, may
from chessdash.store.schema import CONTROLS, KINDS, ROLES
from chessdash.text import say

MOST = {"title": 3, "federation": 3, "fide_id": 12, "birth": 10}  # characters
WIDTH = 640  # px of a form


def members_part(store: Store) -> None:
    """Everybody with initial ratings; somebody added, or changed."""
    frame: Any = members.members(store)
    with st.container(key="club_members"):
        left, right = st.columns([3, 2], gap="large")
        with left, st.container(key="club_tables"):
            _whatif_draw.table(display.members_table(frame))
        with right:
            add, change = st.tabs([say("members_add"), say("members_change")])
            with add:
                _member_form(store, None, {})
            with change:
                if not len(frame):
                    return
                number = st.selectbox(
                    say("member_pick"), list(frame.index), format_func=lambda m: f"{m}  {frame.at[m, 'name']}", key="member_pick"
                )
                _member_form(store, int(number), dict(frame.loc[number]))


def _member_form(store: Store, number: int | None, known: dict[str, Any]) -> None:
    """Fields of a member and the initial ratings; that of a new member is empty again once one was added."""
    place = f"member {number or 'new'}"
    at = f"{number} {0 if number else _finish.done()}"
    with st.form(f"member {at}", border=False):
        name = st.text_input(
            say("member_name"),
            str(known.get("name", "")),
            max_chars=200,
            placeholder=say("players_name_example"),
            key=f"name {at}",
        )
        values: dict[str, Any] = {"name": name}
        for pair in (("title", "federation"), ("fide_id", "birth")):
            for field, column in zip(pair, st.columns(2), strict=True):
                values[field] = column.text_input(
                    say(f"member_{field}"),
                    str(known.get(field) or ""),
                    max_chars=MOST[field],
                    placeholder=say("member_birth_example") if field == "birth" else None,
                    key=f"{field} {at}",
                )
        initial = {}
        for control, column in zip(CONTROLS, st.columns(3), strict=True):
            before = known.get(control)
            value = None if before is None or before != before else int(before)
            label = say("member_initial", control=say(f"control_{control}"))
            initial[control] = column.number_input(label, value=value, step=1, key=f"initial {at} {control}")
        reason = (
            st.text_input(say("member_initial_reason"), max_chars=200, key=f"reason {at} {_finish.done()}")
            if number is not None
            else ""
        )
        if number is not None:
            values["active"] = st.checkbox(say("member_active"), value=bool(known.get("active", True)), key=f"active {at}")
        pressed = st.form_submit_button(say("member_save" if number else "members_add"))
    if pressed:
        _finish.do(
            lambda n: say("members_saved", name=name) + (f" {say('members_recomputed', n=n)}" if n else ""),
            *(_save_member, store, number, values, initial, reason),
            place=place,
        )
    _finish.said(place)


def _save_member(store: Store, number: int | None, values: dict[str, Any], initial: dict[str, int | None], reason: str) -> int:
    """Stores a member; gives how many ratings were computed anew for a changed initial rating."""
    if number is None:
        given = {control: rating for control, rating in initial.items() if rating is not None}
        members.add_member(store, initial=given, **values)
        return 0
    return members.change_member(store, number, initial=initial, reason=reason, **values)


def events_part(store: Store) -> None:
    """A new event, typed or from a file; the settings of a running one."""
    names = [say("event_new"), say("event_change"), say("event_import")]
    new, change, file = st.tabs(names, key="club_events_tab", on_change="rerun")
    with new, st.container(width=WIDTH):
        _club_events.new(store)
    with change, st.container(width=WIDTH):
        _club_events.settings(store)
    with file, st.container(width=WIDTH):
        _import(store)


def _import(store: Store) -> None:
    """A file as an event: its faults and its members first."""
    st.caption(say("event_import_note"))
    if _finish.said("import"):
        to = {"event": st.session_state[_club_events.MADE]}
        st.page_link(_links.page("standings"), label=say("results_to_standings"), query_params=to)
    file = st.file_uploader(say("event_import"), key=f"club_import {_finish.done()}", label_visibility="collapsed")
    opened = _shared.viewer().files.get(st.session_state.get(_links.TO_SAVE, ""))
    chosen = opened if file is None else shelf.event(file.name, file.getvalue(), own=True)
    if chosen is None:
        return
    if chosen is opened:
        st.caption(say("event_import_opened", name=_links.literal(chosen.name)))
    try:
        tournament = chosen.read()
        at = CONTROLS.index(pace(tournament.info) or CONTROLS[0])
        control = st.selectbox(
            say("event_control"), CONTROLS, at, format_func=lambda c: say(f"control_{c}"), key=f"import_control {chosen.digest}"
        )
        kinds = KINDS if may(store, "events") else ("single",)
        kind = st.selectbox(say("event_kind"), kinds, format_func=lambda k: say(f"event_kind_{k}"), key="import_kind")
        incoming = importing.prepare(store, tournament, kind=kind, control=control)
    except ChessdashError as error:
        _shared.state(say("event_import"), str(error), failed=True)
        return
    if not incoming.settings["rated"]:
        st.caption(say("event_army_unrated"))
    again = True
    if incoming.known:
        _shared.said([say("import_known", key=incoming.known)])
        again = st.checkbox(say("event_import_again"), key=f"import_again {chosen.digest}")
    sure: Any = incoming.matches["sure"]
    waiting: Any = incoming.matches[~sure & incoming.matches["member"].notna()]
    st.caption(say("event_import_linked", n=int(sure.sum())))
    named = {int(no): int(one) for no, one in waiting["member"].items()}
    linking = _linked(store, chosen.digest, waiting) if named else []
    accept = False
    if len(incoming.faults):
        heading = "event_import_faults" if len(incoming.errors) else "event_import_notes"
        with st.expander(say(heading, n=len(incoming.faults)), expanded=True):
            _shared.said([str(message) for message in incoming.faults["message"]][:40])
        accept = bool(len(incoming.errors)) and st.checkbox(say("event_import_accept"), key="import_accept")
    if st.button(say("event_import_save"), disabled=not again, key="import_save"):
        linked = {no: member for no, member in named.items() if no in linking}
        done = say("event_made", name=str(incoming.settings["name"]))

        def save() -> None:
            st.session_state[_club_events.MADE] = importing.save(store, incoming, members=linked, accept_faults=accept)
            st.session_state.pop(_links.TO_SAVE, None)

        _finish.do(done, save, place="import")


def _linked(store: Store, digest: str, waiting: Any) -> list[int]:
    """Start numbers that are confirmed as the members of the same name: all at once, then without whoever is somebody else."""
    known: Any = members.members(store) if may(store, "enter") else None

    def called(no: int) -> str:
        name, number = waiting.at[no, "name"], int(waiting.at[no, "member"])
        born = "" if known is None else str(known.at[number, "birth"] or "")[:4]
        return say("event_import_born" if born else "event_import_same", name=name, member=number, born=born)

    if not st.checkbox(say("event_import_names", n=len(waiting)), key=f"import_names {digest}"):
        _shared.said([called(no) for no in waiting.index][:40])
        return []
    every = [int(no) for no in waiting.index]
    return st.multiselect(say("event_import_who"), every, every, format_func=called, key=f"import_who {digest}")


def people_part(store: Store) -> None:
    """Who has which role."""
    st.caption(say("people_note"))
    frame: Any = members.people(store)
    with st.container(width=WIDTH):
        _whatif_draw.table(display.people_table(frame))
        if not may(store, "roles"):
            return
        person = st.selectbox(say("people_name"), list(frame.index), format_func=lambda p: str(frame.at[p, "name"]), key="person")
        roles, now = ["", *ROLES], str(frame.at[person, "role"])
        role = st.selectbox(
            say("people_role"), roles, roles.index(now), format_func=display.role_word, key=f"role {person} {now}"
        )
        if st.button(say("people_save"), disabled=role == now, key="role_save"):
            done = say("people_saved", name=str(frame.at[person, "name"]))
            _finish.do(done, members.give_role, store, int(person), role or None, place="roles")
        _finish.said("roles")


def log_part(store: Store) -> None:
    """The newest changes; those of one event at a time for whoever made it and has no role in the club."""
    listed = events.listing(store)
    names: dict[str, str] = dict(zip(listed["key"], listed["name"], strict=True))
    key, known = None, pd.DataFrame({"name": []})
    if may(store, "enter"):
        known = members.members(store)
    elif keys := events_with(store, "enter"):
        key = st.selectbox(say("event_pick"), keys, format_func=lambda k: f"{names[k]}  ({k})", key="log_event", width=WIDTH // 2)
    else:
        _shared.state(say("log_none"), say("log_none_way"))
        return
    st.caption(say("log_more"))
    with st.container(key="club_tables"):
        rows = log.newest(store, 200, key)
        _whatif_draw.table(display.log_table(rows, events=names, members=known, zone=_results_view.zone()))


def settings_part(store: Store) -> None:
    """The club's name, whether it is public, and a backup."""
    known = members.the_club(store)
    with st.container(width=WIDTH), st.form("club", border=False):
        name = st.text_input(say("club_name"), value=str(known["name"]), max_chars=200)
        public = st.checkbox(say("club_public"), value=bool(known["public"]))
        if st.form_submit_button(say("club_save")):
            _finish.do(say("club_saved"), lambda: members.change_club(store, name=name, public=public), place="club")
    _finish.said("club")
    st.caption(say("club_backup_note"))
    st.download_button(say("club_backup"), lambda: _backup(store), "club.json.gz", "application/gzip", key="club_backup")


def _backup(store: Store) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "club.json.gz"
        backup.backup(store, path)
        return path.read_bytes()


PARTS: dict[str, tuple[str, Callable[[Store], None]]] = {  # each with the right that it takes
    "members": ("members", members_part),
    "club_events": ("single", events_part),
    "people": ("club", people_part),
    "log": ("single", log_part),
    "settings": ("club", settings_part),
}


def parts(store: Store) -> dict[str, Callable[[Store], None]]:
    """The parts that the viewer has."""
    return {name: part for name, (right, part) in PARTS.items() if may(store, right)}
