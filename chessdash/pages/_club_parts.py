"""The parts of Club, each drawn only while its tab is open."""

import tempfile
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import streamlit as st

from chessdash import shelf
from chessdash.display import club as display
from chessdash.errors import ChessdashError
from chessdash.pages import _finish, _shared, _whatif_draw
from chessdash.store import Store, backup, events, importing, log, members
from chessdash.store.rights import may
from chessdash.store.schema import CONTROLS, KINDS, ROLES
from chessdash.text import say

FIELDS = {"title": "member_title", "federation": "member_federation", "fide_id": "member_fide", "birth": "member_born"}
SYSTEMS = ("swiss", "round-robin")


def members_part(store: Store) -> None:
    """Everybody with initial ratings; somebody added, or changed."""
    frame: Any = members.members(store)
    left, right = st.columns([3, 2], gap="large")
    with left:
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
    """Fields of a member and the initial ratings."""
    with st.form(f"member {number}", clear_on_submit=number is None):
        name = st.text_input(say("member_name"), value=str(known.get("name", "")), max_chars=200)
        values: dict[str, Any] = {"name": name}
        for field, word in FIELDS.items():
            values[field] = st.text_input(say(word), value=str(known.get(field) or ""), max_chars=12)
        initial = {}
        for control in CONTROLS:
            before = known.get(control)
            value = None if before is None or before != before else int(before)
            initial[control] = st.number_input(
                say("member_initial", control=say(f"control_{control}")), value=value, step=1, key=f"initial {number} {control}"
            )
        reason = st.text_input(say("member_initial_reason"), max_chars=200) if number is not None else ""
        if number is not None:
            values["active"] = st.checkbox(say("member_active"), value=bool(known.get("active", True)))
        if st.form_submit_button(say("member_save")):
            _finish.do(say("members_saved", name=name), _save_member, store, number, values, initial, known, reason)


def _save_member(
    store: Store, number: int | None, values: dict[str, Any], initial: dict[str, int | None], known: dict[str, Any], reason: str
) -> None:
    given = {control: int(rating) for control, rating in initial.items() if rating is not None}
    if number is None:
        members.add_member(store, initial=given, **values)
        return
    members.change_member(store, number, **values)
    for control, rating in given.items():
        if rating != known.get(control):
            members.set_initial(store, number, control, rating, reason)


def events_part(store: Store) -> None:
    """A new event, typed or from a file."""
    left, right = st.columns(2, gap="large")
    with left, st.form("new event", clear_on_submit=True):
        st.subheader(say("event_new"), anchor=False)
        values: dict[str, Any] = {"name": st.text_input(say("event_name"), max_chars=200)}
        kinds = KINDS if may(store, "events") else ("single",)
        values["kind"] = st.selectbox(say("event_kind"), kinds, format_func=lambda k: say(f"event_kind_{k}"))
        values["control"] = st.selectbox(say("event_control"), CONTROLS, format_func=lambda c: say(f"control_{c}"))
        values["system"] = st.selectbox(say("event_system"), SYSTEMS, format_func=lambda s: say(f"event_system_{s}"))
        values["planned"] = int(st.number_input(say("event_planned"), 1, 99, 7))
        values["start"] = st.date_input(say("event_start"), date.today()).isoformat()
        values["tie_breaks"] = st.text_input(say("event_order"), max_chars=200)
        if st.form_submit_button(say("event_create")):
            name = values.pop("name")
            _finish.do(say("event_made", name=name), lambda: events.create(store, name, **values))
    with right:
        _import(store)


def _import(store: Store) -> None:
    """A file as an event: its faults and its members first."""
    st.subheader(say("event_import"), anchor=False)
    st.caption(say("event_import_note"))
    file = st.file_uploader(say("event_import"), key="club_import", label_visibility="collapsed")
    if file is None:
        return
    control = st.selectbox(say("event_control"), CONTROLS, format_func=lambda c: say(f"control_{c}"), key="import_control")
    kind = st.selectbox(say("event_kind"), KINDS, format_func=lambda k: say(f"event_kind_{k}"), key="import_kind")
    try:
        tournament = shelf.event(file.name, file.getvalue(), own=True).read()
        incoming = importing.prepare(store, tournament, kind=kind, control=control)
    except ChessdashError as error:
        _shared.state(say("event_import"), str(error), failed=True)
        return
    sure: Any = incoming.matches["sure"]
    waiting: Any = incoming.matches[~sure & incoming.matches["member"].notna()]
    st.caption(say("event_import_linked", n=int(sure.sum())))
    link = bool(len(waiting)) and st.checkbox(say("event_import_names", n=len(waiting)), key="import_names")
    if len(waiting):
        _shared.said([f"{row.name}" for row in waiting.itertuples(index=False)][:40])
    accept = False
    if len(incoming.faults):
        with st.expander(say("event_import_faults", n=len(incoming.faults)), expanded=True):
            _shared.said([str(message) for message in incoming.faults["message"]][:40])
        accept = bool(len(incoming.errors)) and st.checkbox(say("event_import_accept"), key="import_accept")
    if st.button(say("event_import_save"), key="import_save"):
        linked = {int(no): int(one) for no, one in waiting["member"].items()} if link else None
        done = say("event_made", name=str(incoming.settings["name"]))
        _finish.do(done, lambda: importing.save(store, incoming, members=linked, accept_faults=accept))


def people_part(store: Store) -> None:
    """Who has which role."""
    st.caption(say("people_note"))
    frame: Any = members.people(store)
    words = {role: say(f"role_{role}") for role in ROLES} | {"": say("people_none")}
    _shared.said([f"{row.name}: {words[row.role]}" for row in frame.itertuples()])
    if not may(store, "roles"):
        return
    with st.form("roles"):
        person = st.selectbox(say("people_name"), list(frame.index), format_func=lambda p: str(frame.at[p, "name"]))
        role = st.selectbox(say("people_role"), ["", *ROLES], format_func=words.__getitem__)
        if st.form_submit_button(say("people_save")):
            done = say("people_saved", name=str(frame.at[person, "name"]))
            _finish.do(done, members.give_role, store, int(person), role or None)


def log_part(store: Store) -> None:
    """The newest changes."""
    st.caption(say("log_more"))
    _whatif_draw.table(display.log_table(log.newest(store, 200)))


def settings_part(store: Store) -> None:
    """The club's name, whether it is public, and a backup."""
    known = members.the_club(store)
    with st.form("club"):
        name = st.text_input(say("club_name"), value=str(known["name"]), max_chars=200)
        public = st.checkbox(say("club_public"), value=bool(known["public"]))
        if st.form_submit_button(say("club_save")):
            _finish.do(say("club_saved"), lambda: members.change_club(store, name=name, public=public))
    st.caption(say("club_backup_note"))
    st.download_button(say("club_backup"), lambda: _backup(store), "club.json.gz", "application/gzip", key="club_backup")


def _backup(store: Store) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "club.json.gz"
        backup.backup(store, path)
        return path.read_bytes()


PARTS: dict[str, Callable[[Store], None]] = {
    "members": members_part,
    "club_events": events_part,
    "people": people_part,
    "log": log_part,
    "settings": settings_part,
}
