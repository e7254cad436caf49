"""Who may do what: roles of the club and creators of single events, read anew from the store at every change."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from chessdash.errors import AccessError
from chessdash.store.schema import club, person
from chessdash.text import say

ALL = ("owner", "administrator", "arbiter")
LEADS = ("owner", "administrator")
RIGHTS = {  # roles of the club that may; the creator of a single event may besides, where it says so
    "enter": ALL,  # results, drafts
    "pair": ALL,  # rounds: made, edited, published
    "finish": LEADS,
    "correct": LEADS,
    "end_early": LEADS,
    "settings": LEADS,  # of an event
    "events": LEADS,  # creates club events, imports
    "members": LEADS,
    "initial": LEADS,
    "club": LEADS,
    "roles": ("owner",),
    "single": (*ALL, None),  # creates a single event: whoever is signed in
}
CREATORS = ("enter", "pair", "finish", "correct", "end_early", "settings")


@dataclass(frozen=True)
class Viewer:
    """Who looks or acts: a person of the store, or nobody in particular (None)."""

    person: int | None = None
    name: str = ""


VISITOR = Viewer()


def known(connection: Connection, viewer: Viewer) -> Any:
    """The row of the person who looks, None for visitors and for somebody whom this store does not know."""
    query = select(person).where(person.c.id == viewer.person)
    return None if viewer.person is None else connection.execute(query).first()


def may(connection: Connection, viewer: Viewer, right: str, event: Any = None) -> bool:
    """Whether a viewer has a right, for this row of ``event`` where it is about one."""
    if (who := known(connection, viewer)) is None:
        return False
    created = event is not None and event.kind == "single" and event.creator_id == viewer.person
    return who.role in RIGHTS[right] or (created and right in CREATORS)


def allow(connection: Connection, viewer: Viewer, right: str, event: Any = None) -> None:
    """AccessError where a viewer does not have a right."""
    if not may(connection, viewer, right, event):
        roles = ", ".join(say(f"role_{role}") for role in RIGHTS[right] if role)
        raise AccessError(say("not_allowed", what=say(f"right_{right}"), roles=roles))


def see(connection: Connection, viewer: Viewer) -> None:
    """AccessError where the club is private and the viewer is nobody whom it knows."""
    public = connection.execute(select(club.c.public)).scalar()
    if not public and known(connection, viewer) is None:
        raise AccessError(say("private_club"))
