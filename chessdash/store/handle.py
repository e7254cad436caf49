"""A store that was opened, for one who looks: what every function of the store takes."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sqlalchemy import Engine, insert, select

from chessdash.store import connect
from chessdash.store.access import VISITOR, Viewer
from chessdash.store.log import now
from chessdash.store.schema import club, person

if TYPE_CHECKING:
    from chessdash.store.importing import Incoming
    from chessdash.tournament import Tournament

LOCAL = "local"  # the identity of whoever runs the dashboard on their own machine


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


def open_store(url: str | None = None, *, local: bool = False, name: str = "") -> Store:
    """The store at an address (None: CHESSDASH_DATABASE, else a file in the user's data folder), made where it is not there yet.

    ``local``: whoever opens it is the owner, as on one's own machine; else a visitor. ``name`` is that of a new club. StoreError.
    """
    store = Store(connect.engine_of(url or connect.default_url()))
    with connect.reading(store.engine) as connection:
        known = connection.execute(select(club.c.id)).scalar()
        owner = connection.execute(select(person.c.id, person.c.name).where(person.c.identity == LOCAL)).first()
    if known is None or (local and owner is None):
        store = _founded(store, local, name)
        with connect.reading(store.engine) as connection:
            owner = connection.execute(select(person.c.id, person.c.name).where(person.c.identity == LOCAL)).first()
    return store.seen_by(Viewer(owner.id, owner.name)) if local and owner is not None else store


def _founded(store: Store, local: bool, name: str) -> Store:
    """A club, and its local owner where one is wanted."""
    from chessdash.text import say

    with connect.writing(store.engine) as connection:
        if connection.execute(select(club.c.id)).scalar() is None:
            values = {"id": 1, "name": name or say("new_club"), "public": True, "created": now()}
            connection.execute(insert(club).values(values))
        if local and connection.execute(select(person.c.id).where(person.c.identity == LOCAL)).scalar() is None:
            values = {"name": say("local_owner"), "identity": LOCAL, "role": "owner", "created": now()}
            connection.execute(insert(person).values(values))
    return store
