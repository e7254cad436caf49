"""What the list of events says of the club's own, all of them in a few queries: finished ones are not computed again."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from chessdash.display.events import Summary
from chessdash.store import access
from chessdash.store.connect import reading
from chessdash.store.schema import entry, event, final_table

if TYPE_CHECKING:
    from chessdash.store.handle import Store

AT_ONCE = 500  # keys of one query


def finished(store: "Store", keys: Iterable[str]) -> dict[str, Summary]:
    """Summaries of those of these events that are finished, by key: the winner is that of the newest final table."""
    wanted, found = list(keys), {}
    with reading(store.engine) as connection:
        access.see(connection, store.viewer)
        for start in range(0, len(wanted), AT_ONCE):
            chosen = (event.c.state == "finished", event.c.key.in_(wanted[start : start + AT_ONCE]))
            names: dict[int, dict[int, str]] = {}
            query = select(entry.c.event_id, entry.c.no, entry.c.name).join(event, event.c.id == entry.c.event_id)
            for number, no, name in connection.execute(query.where(*chosen)):
                names.setdefault(number, {})[no] = name
            newest = select(final_table.c.event_id, func.max(final_table.c.edition).label("edition")).group_by(
                final_table.c.event_id
            )
            last = newest.subquery()
            tables = (
                select(event, final_table.c.rows, final_table.c.codes)
                .join(last, last.c.event_id == event.c.id)
                .join(final_table, (final_table.c.event_id == last.c.event_id) & (final_table.c.edition == last.c.edition))
            )
            for one in connection.execute(tables.where(*chosen)):
                found[one.key] = _summary(one, names.get(one.id, {}))
    return found


def _summary(one: Any, names: dict[int, str]) -> Summary:
    """The line of a finished event; rows of its table are in order, each with start number, rank, points and so on."""
    no, _, *values = one.rows[0]
    points = values[one.codes.index("PTS")] if "PTS" in one.codes else None
    return Summary(
        key=one.key,
        name=one.name,
        start=one.start,
        end=one.ended,
        system=one.system,
        pace=one.control,
        players=len(names),
        played=one.planned,
        planned=one.planned,
        leader=names.get(no, ""),
        points=float(points or 0.0),
        names=" ".join(names.values()).casefold(),
        link=f"standings?event={one.key}",
        finished=True,
    )
