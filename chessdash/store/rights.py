"""What whoever looks may do, asked before anything is tried: pages leave out what would be refused. Every change asks again."""

from typing import TYPE_CHECKING

from sqlalchemy import select

from chessdash.store import access, events
from chessdash.store.connect import reading
from chessdash.store.schema import event

if TYPE_CHECKING:
    from chessdash.store.handle import Store


def may(store: "Store", right: str, key: str | None = None) -> bool:
    """Whether the viewer has a right of ``access.RIGHTS``, for the event of a key where it is about one; StoreError."""
    with reading(store.engine) as connection:
        return access.may(connection, store.viewer, right, None if key is None else events.found(connection, key))


def events_with(store: "Store", right: str) -> list[str]:
    """The keys of the events for which the viewer has a right, running ones first, then the newest."""
    query = select(event.c.key).order_by(event.c.state.desc(), event.c.start.desc(), event.c.id.desc())  # running, finished
    with reading(store.engine) as connection:
        if (who := access.known(connection, store.viewer)) is None:
            return []
        if who.role not in access.RIGHTS[right]:
            if right not in access.CREATORS:
                return []
            query = query.where(event.c.kind == "single", event.c.creator_id == store.viewer.person)
        return list(connection.execute(query).scalars())
