"""Every row of a store, for tests that hold it to what it was."""

from typing import Any

from sqlalchemy import Table, select

from chessdash.store import Store
from chessdash.store.connect import reading
from chessdash.store.schema import metadata


def every_row(store: Store, table: Table | None = None) -> Any:
    """The rows of a table in the order of its key; without one those of all tables, by name."""
    with reading(store.engine) as connection:
        found = {
            one.name: [dict(row) for row in connection.execute(select(one).order_by(*one.primary_key.columns)).mappings()]
            for one in (metadata.sorted_tables if table is None else [table])
        }
    return found if table is None else found[table.name]
