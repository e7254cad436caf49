"""Entries of a running event: members and guests come in, before the first round or later, and are numbered."""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import Connection, Row, delete, insert, select, update

from chessdash.arguments import is_whole, shown
from chessdash.errors import StoreError
from chessdash.store import access, log, seats, withdrawal
from chessdash.store import texts as text
from chessdash.store.changing import Change, changing
from chessdash.store.schema import bye, entry, event, initial_rating, member, rating
from chessdash.store.seats import ROUND_ROBIN
from chessdash.text import say

if TYPE_CHECKING:
    from chessdash.store.handle import Store

TEXTS = ("sex", "title", "federation", "fide_id", "birth")
LENGTHS = {"sex": 1, "title": 10, "federation": 3, "fide_id": 12, "birth": 10}
MOST_MEMBERS = 2**31 - 1  # larger numbers PostgreSQL does not take
YEAR = re.compile(r"\d{4}")
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")  # the order of the starting list, FIDE C.04.2, 2.2


def add_entry(
    store: "Store",
    key: str,
    name: str = "",
    *,
    member: int | None = None,
    rating: float | None = None,
    first_round: int | None = None,
    **texts: str,
) -> int:
    """A member or a guest comes in, under the next free start number, which it gives.

    ``member``: the id of one of the club; name, title and so on are then the member's unless given, the rating the present
    one in the event's time control. ``rating`` None: unrated. ``first_round`` None: the first that is not published.
    ``texts``: sex, title, federation, fide_id, birth. StoreError for a member who plays already, and for a
    rating or a round that cannot be.
    """
    return add_entries(store, key, [{"name": name, "member": member, "rating": rating, "first_round": first_round, **texts}])[0]


def add_entries(store: "Store", key: str, given: Iterable[Mapping[str, Any]]) -> list[int]:
    """Several at once, each with the names that ``add_entry`` takes: all of them or nobody; gives their start numbers."""
    with changing(store, key, "pair") as change:
        start = seats.published(change.rows) + 1
        if change.one.system == ROUND_ROBIN and start > 1:
            raise StoreError(say("entry_round_robin", name=change.one.name))
        last = max((one["no"] for one in change.rows.entries), default=0)
        known = {one["member_id"]: one["no"] for one in change.rows.entries if one["member_id"] is not None}
        rows = []
        for no, one in enumerate(given, last + 1):
            row = {"event_id": change.one.id, "no": no, "extra": {}, **_entry(change, one, start)}
            if row["member_id"] is not None and row["member_id"] in known:
                who = say("player_of", no=known[row["member_id"]], name=row["name"])
                raise StoreError(say("entry_member_twice", player=who, name=change.one.name))
            known[row["member_id"]] = no
            rows.append(row)
        if rows:
            change.connection.execute(insert(entry), rows)
        said = [(say("player_of", no=row["no"], name=row["name"]), "", str(row["first_round"])) for row in rows]
        log.write_all(change.connection, store.viewer, "entry_added", change.one.id, said)
        return [row["no"] for row in rows]


def _entry(change: Change, given: Mapping[str, Any], start: int) -> dict[str, Any]:
    """The columns of an entry but for its number; ``start`` is the first round that it can join in."""
    known = _of_member(change, given["member"]) if given.get("member") is not None else {}
    name = text.one_line("name", given.get("name") or known.get("name") or "", 200)
    if not name:
        raise StoreError(say("entry_nameless"))
    first = start if given.get("first_round") is None else given["first_round"]
    if isinstance(first, bool) or not isinstance(first, int) or not start <= first <= change.one.planned:
        raise StoreError(say("entry_first", player=name, given=first, next=start, planned=change.one.planned))
    elo = given["rating"] if given.get("rating") is not None else known.get("rating")
    if elo is not None and not (isinstance(elo, int | float) and 100 <= elo <= 3500):
        raise StoreError(say("entry_rating", name=name, given=elo))
    said = {column: str(given.get(column) or known.get(column) or "")[: LENGTHS[column]] for column in TEXTS}
    texts = {column: text.checked(column, value, LENGTHS[column]) for column, value in said.items()}
    return {**texts, "name": name, "member_id": given.get("member"), "rating": elo, "first_round": first}


def _of_member(change: Change, number: int) -> dict[str, Any]:
    """What the club knows of a member: texts, and the rating in the event's time control, None where there is none."""
    known = is_whole(number, 1, MOST_MEMBERS)
    found = change.connection.execute(select(member).where(member.c.id == number)).mappings().first() if known else None
    if found is None:
        raise StoreError(say("entry_member_unknown", member=shown(number)))
    elo = _present(change.connection, number, change.one.control)
    year = YEAR.match(found["birth"])  # events are open to everyone, dates of birth are not
    return {**found, "rating": elo, "birth": year[0] if year else ""}


def _present(connection: Connection, number: int, control: str) -> int | None:
    """The rating of a member in a time control as it is now, the initial one where none has changed it; None: none."""
    query = select(rating.c.after).join(event, event.c.id == rating.c.event_id).order_by(event.c.finished_as.desc()).limit(1)
    counts = (rating.c.member_id == number, rating.c.current, event.c.control == control)
    if (elo := connection.execute(query.where(*counts)).scalar()) is None:
        first = (initial_rating.c.member_id == number, initial_rating.c.control == control)
        elo = connection.execute(select(initial_rating.c.rating).where(*first)).scalar()
    return elo


def follow_control(connection: Connection, viewer: access.Viewer, one: Row[Any], control: str) -> None:
    """Members who play with the club's rating get that of another time control, to which their event changes; each is logged.

    A rating that was typed, or taken from a list, stays.
    """
    where = (entry.c.event_id == one.id, entry.c.member_id.is_not(None))
    said = []
    for row in connection.execute(select(entry).where(*where).order_by(entry.c.no)).all():
        before, after = (_present(connection, row.member_id, name) for name in (one.control, control))
        if row.rating == before != after:
            connection.execute(update(entry).where(entry.c.event_id == one.id, entry.c.no == row.no).values(rating=after))
            said.append((say("player_of", no=row.no, name=row.name), str(before or ""), str(after or "")))
    log.write_all(connection, viewer, "entry_rating", one.id, said)


def remove_entry(store: "Store", key: str, no: int) -> None:
    """Takes an entry back that has no board and no bye of a published round; its number stays free. StoreError where it has."""
    with changing(store, key, "pair") as change:
        who, last = seats.player(change.rows, no), seats.published(change.rows)
        for row in change.rows.boards:
            if no in (row["white"], row["black"]):
                raise StoreError(say("entry_in_use", player=who, round=row["round"]))
        for row in change.rows.byes:
            if row["no"] == no and row["round"] <= last:
                raise StoreError(say("entry_bye_in_use", player=who, round=row["round"]))
        for table in (bye, entry):
            change.connection.execute(delete(table).where(table.c.event_id == change.one.id, table.c.no == no))
        change.log("entry_removed", place=who)
        withdrawal.follow(change.connection, store, change.one)  # half of the games are fewer now


def number_entries(store: "Store", key: str, *, seed: int | None = None) -> None:
    """Gives start numbers before the first round is made: by rating, title and name (FIDE C.04.2), or drawn with ``seed``."""
    with changing(store, key, "pair") as change:
        if change.rows.rounds or change.rows.boards:
            raise StoreError(say("entry_numbered", name=change.one.name))
        entries = sorted(change.rows.entries, key=_strength)
        if seed is not None:
            drawn = np.random.default_rng(seed).permutation(len(entries)).tolist()
            entries = [sorted(change.rows.entries, key=lambda one: one["no"])[at] for at in drawn]
        new = {one["no"]: no for no, one in enumerate(entries, 1)}
        byes = [{**one, "no": new[one["no"]]} for one in change.rows.byes]
        for table in (bye, entry):
            change.connection.execute(delete(table).where(table.c.event_id == change.one.id))
        if entries:
            change.connection.execute(insert(entry), [{**one, "no": new[one["no"]]} for one in entries])
        if byes:
            change.connection.execute(insert(bye), byes)
        how = say("drawn_with", seed=seed) if seed is not None else ""
        change.log("entries_numbered", after=" ".join(f"{old}-{no}" for old, no in new.items() if old != no), reason=how)


def _strength(one: Mapping[str, Any]) -> tuple[float, int, str, int]:
    """Where a player stands in the starting list: the strongest first."""
    title = TITLES.index(one["title"]) if one["title"] in TITLES else len(TITLES)
    return -(one["rating"] or 0.0), title, one["name"].casefold(), one["no"]


def set_first_round(store: "Store", key: str, no: int, round: int) -> None:
    """The round that a player joins in, of those that are not published; StoreError where the player has played already."""
    with changing(store, key, "pair") as change:
        one, start = seats.entry_of(change.rows, no), seats.published(change.rows) + 1
        who = seats.player(change.rows, no)
        if change.one.system == ROUND_ROBIN:
            raise StoreError(say("entry_round_robin", name=change.one.name))
        if isinstance(round, bool) or not isinstance(round, int) or not start <= round <= change.one.planned:
            raise StoreError(say("entry_first", player=who, given=round, next=start, planned=change.one.planned))
        earlier = [row["round"] for row in change.rows.boards if no in (row["white"], row["black"]) and row["round"] < round]
        if earlier:
            raise StoreError(say("entry_in_use", player=who, round=min(earlier)))
        where = (entry.c.event_id == change.one.id, entry.c.no == no)
        change.connection.execute(update(entry).where(*where).values(first_round=round))
        change.log("entry_first_round", place=who, before=one["first_round"], after=round)
