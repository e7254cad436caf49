"""A store that was opened, for one who looks: what every function of the store takes."""

import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, insert, select

from chessdash.errors import StoreError
from chessdash.store import connect
from chessdash.store.access import VISITOR, Viewer
from chessdash.store.log import now
from chessdash.store.schema import club, person
from chessdash.text import say

if TYPE_CHECKING:
    from chessdash.store.importing import Incoming
    from chessdash.tournament import Tournament

LOCAL = "local"  # the identity of whoever runs the dashboard on their own machine
MODE = "CHESSDASH_MODE"  # environment variable: "local" (the default), or "hosted" for a server that others use
MODES = ("local", "hosted")


@dataclass(frozen=True)
class Store:
    """The database, and the one who looks or acts."""

    engine: Engine
    viewer: Viewer = VISITOR

    def seen_by(self, viewer: Viewer) -> "Store":
        """The same store for somebody else."""
        return replace(self, viewer=viewer)

    def tournament(self, key: str) -> "Tournament":
        """The event of a key as a file would give it; StoreError where there is none, AccessError where it is not public."""
        from chessdash.store.events import tournament

        return tournament(self, key)

    def import_(self, tournament: "Tournament", **settings: object) -> str:
        """Saves a tournament as an event and gives its key; see ``importing.prepare`` and ``importing.save``."""
        from chessdash.store.importing import prepare, save

        incoming: Incoming = prepare(self, tournament, **settings)  # type: ignore[arg-type]
        return save(self, incoming)

    def close(self) -> None:
        """Gives the connections back."""
        self.engine.dispose()


def hosted() -> bool:
    """Whether this is a server for others, where nobody is the owner without a sign-in; StoreError for a mode that is none."""
    mode = os.environ.get(MODE, "").strip().casefold() or "local"
    if mode not in MODES:
        raise StoreError(say("store_mode", given=mode[:40]))
    return mode == "hosted"


def open_store(url: str | None = None, *, local: bool = False, name: str = "") -> Store:
    """The store at an address (None: CHESSDASH_DATABASE, else a file in the user's data folder), made where it is not there yet.

    ``local``: whoever opens it is the owner, as on one's own machine, unless CHESSDASH_MODE is "hosted"; else a visitor.
    ``name`` is that of a new club. StoreError.
    """
    local = local and not hosted()
    store = Store(connect.engine_of(url or connect.default_url()))
    with connect.reading(store.engine) as connection:
        known, owner = connection.execute(select(club.c.id)).scalar(), _owner(connection)
    if known is None or (local and owner is None):
        with connect.writing(store.engine) as connection:
            owner = _founded(connection, local, name)
    return store.seen_by(owner) if local and owner is not None else store


def _owner(connection: Connection) -> Viewer | None:
    """Whoever runs the dashboard on their own machine, once they have."""
    found = connection.execute(select(person.c.id, person.c.name).where(person.c.identity == LOCAL)).first()
    return None if found is None else Viewer(found.id, found.name)


def _founded(connection: Connection, local: bool, name: str) -> Viewer | None:
    """A club, and its local owner where one is wanted, unless somebody else has just made them."""
    connect.alone(connection)
    if connection.execute(select(club.c.id)).scalar() is None:
        connection.execute(insert(club).values(id=1, name=name or say("new_club"), public=True, created=now()))
    if local and _owner(connection) is None:
        values = {"name": say("local_owner"), "identity": LOCAL, "role": "owner", "created": now()}
        connection.execute(insert(person).values(values))
    return _owner(connection)
