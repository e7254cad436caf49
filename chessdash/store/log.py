"""The log: who changed what, when, from what to what, and why. Rows are only ever added."""

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from sqlalchemy import Connection, insert, select

from chessdash.errors import StoreError
from chessdash.store.access import Viewer
from chessdash.store.schema import event, log, person
from chessdash.text import say

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.store.handle import Store

REASON = 400  # characters

CLOCK: ContextVar[Callable[[], datetime]] = ContextVar("CLOCK", default=lambda: datetime.now(UTC))  # the sample club has its own


def now() -> str:
    """This instant in UTC, ISO text to the second."""
    return CLOCK.get()().strftime("%Y-%m-%dT%H:%M:%SZ")


def today() -> date:
    """This day in UTC."""
    return CLOCK.get()().astimezone(UTC).date()


def write(
    connection: Connection,
    viewer: Viewer,
    what: str,
    *,
    event_id: int | None = None,
    place: str = "",
    before: object = "",
    after: object = "",
    reason: str = "",
) -> None:
    """Adds a row; ``what`` is a code (text/store.py has ``log_<what>``). StoreError for a reason that it has no room for."""
    if len(reason) > REASON:
        raise StoreError(say("reason_long", n=len(reason), most=REASON))
    values = {"place": _kept(place)[:80], "before": _kept(before), "after": _kept(after), "reason": _kept(reason)}
    connection.execute(insert(log).values(at=now(), person_id=viewer.person, event_id=event_id, what=what, **values))


def _kept(text: object) -> str:
    """A text as both databases take it: "?" for half of a surrogate pair, no NUL."""
    return str(text).replace("\0", "").encode("utf-8", "replace").decode()


def write_all(connection: Connection, viewer: Viewer, what: str, event_id: int, changes: Sequence[tuple[str, str, str]]) -> None:
    """Adds a row for each change of one kind to an event: its place, before and after."""
    same = {"at": now(), "person_id": viewer.person, "event_id": event_id, "what": what, "reason": ""}
    if changes:
        rows = [{**same, "place": place[:80], "before": before, "after": after} for place, before, after in changes]
        connection.execute(insert(log), rows)


def entries(connection: Connection, event_id: int | None = None, most: int = 500) -> "pd.DataFrame":
    """The newest rows first: at, who, event (its key), what, place, before, after, reason.

    Results are written as on Results, "1-0", whatever was stored of them.
    """
    import pandas as pd

    columns = (log.c.at, person.c.name.label("who"), event.c.key.label("event"), log.c.what, log.c.place)
    joined = log.outerjoin(person, person.c.id == log.c.person_id).outerjoin(event, event.c.id == log.c.event_id)
    query = select(*columns, log.c.before, log.c.after, log.c.reason).select_from(joined)
    query = query if event_id is None else query.where(log.c.event_id == event_id)
    rows = connection.execute(query.order_by(log.c.id.desc()).limit(most))
    frame = pd.DataFrame(rows.mappings().all(), columns=list(rows.keys()))
    corrected = frame["what"] == "corrected"
    for side in ("before", "after"):
        frame.loc[corrected, side] = frame.loc[corrected, side].map(_result)
    return frame


def _result(letters: str) -> str:
    """The two letters of a board, which a correction is stored as, as results are written."""
    from chessdash.store.boards import TEXTS, code_of

    return TEXTS[code_of(*letters)] if len(letters) == 2 else letters


def newest(store: "Store", most: int = 500, event_key: str | None = None) -> "pd.DataFrame":
    """As ``entries``, for organisers."""
    from chessdash.store import access
    from chessdash.store.connect import reading
    from chessdash.store.events import found

    with reading(store.engine) as connection:
        one = None if event_key is None else found(connection, event_key)
        access.allow(connection, store.viewer, "enter", one)
        return entries(connection, None if one is None else one.id, most)
