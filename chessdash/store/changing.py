"""A running event that is about to change: held against everybody else, the right checked, its rows read."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row

from chessdash.errors import StoreError
from chessdash.store import access, events, log
from chessdash.store.connect import writing
from chessdash.store.sheets import Rows
from chessdash.text import say

if TYPE_CHECKING:
    from chessdash.store.handle import Store


@dataclass(frozen=True)
class Change:
    """What a change needs: the transaction, the event's row as it is now (its revision counted up), all its rows."""

    store: "Store"
    connection: Connection
    one: Row[Any]
    rows: Rows

    def log(self, what: str, *, place: str = "", before: object = "", after: object = "", reason: str = "") -> None:
        """Adds a row to the log, of this event and by this viewer."""
        values = {"place": place, "before": before, "after": after, "reason": reason}
        log.write(self.connection, self.store.viewer, what, event_id=self.one.id, **values)  # type: ignore[arg-type]


@contextmanager
def changing(store: "Store", key: str, right: str) -> Iterator[Change]:
    """A transaction on a running event; AccessError without the right, StoreError for no such event and for a finished one.

    Its first statement takes the event's row, so that whoever changes the same event waits: nobody deadlocks.
    """
    with writing(store.engine) as connection:
        one = events.touched(connection, key)
        access.allow(connection, store.viewer, right, one)
        running(one)
        yield Change(store, connection, one, events.rows(connection, one))


def running(one: Row[Any]) -> None:
    """StoreError where the event of this row is finished."""
    if one.state == "finished":
        raise StoreError(say("event_finished", name=one.name))
