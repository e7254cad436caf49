"""Ratings of a running event from the FIDE lists that the club loaded: those at the event's first day, by FIDE id."""

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

from sqlalchemy import update

from chessdash.errors import StoreError
from chessdash.formats.ratinglist_history import Folder, ratings_at
from chessdash.ratings.fide import fide_number
from chessdash.store import access, events, seats
from chessdash.store.changing import changing
from chessdash.store.connect import reading
from chessdash.store.schema import entry
from chessdash.text import say

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.store.handle import Store


def listed(store: "Store", key: str, folder: Folder = None) -> "pd.DataFrame":
    """What the lists say of an event's players at its first day (today, where it has none), by start number.

    Columns: name, fide_id, rating (Elo now, nan unrated), listed (Elo in the list, nan where it has none), list_name (the name
    there, "" where it has none).

    ``attrs``: month (ISO, of the list), notes (sentences). AccessError for whoever may not pair, StoreError without a list.
    """
    import pandas as pd

    with reading(store.engine) as connection:
        one = events.found(connection, key)
        access.allow(connection, store.viewer, "pair", one)
        rows = events.rows(connection, one)
    by_id = {row["no"]: number for row in rows.entries if (number := fide_number(row["fide_id"]))}
    found = ratings_at(folder, sorted(set(by_id.values())), one.start or date.today(), one.control)
    columns = ["no", "name", "fide_id", "rating"]
    frame = pd.DataFrame([{name: row[name] for name in columns} for row in rows.entries], columns=columns).set_index("no")
    frame = frame.astype({"rating": "float64"})
    ids = frame.index.map(by_id)
    frame["listed"] = found["used"].astype("float64").reindex(ids).to_numpy()
    frame["list_name"] = found["name"].astype(object).reindex(ids).fillna("").to_numpy()
    frame.attrs = {"month": f"{found.attrs['month']:%Y-%m}", "notes": found.attrs["notes"]}
    return frame


def fill(store: "Store", key: str, ratings: Mapping[int, float], month: str) -> int:
    """Gives players the ratings (Elo) that a list of this month has for them, by start number; gives how many changed.

    All of them in one transaction, each in the log. StoreError for a player who is not there, a rating that cannot be, and a
    finished event.
    """
    with changing(store, key, "pair") as change:
        changed = 0
        for no, given in ratings.items():
            one, who = seats.entry_of(change.rows, no), seats.player(change.rows, no)
            if not 100 <= given <= 3500:
                raise StoreError(say("entry_rating", name=who, given=given))
            if one["rating"] == given:
                continue
            where = (entry.c.event_id == change.one.id, entry.c.no == no)
            change.connection.execute(update(entry).where(*where).values(rating=float(given)))
            before = "" if one["rating"] is None else f"{one['rating']:g}"
            change.log("entry_rating", place=who, before=before, after=f"{given:g}", reason=say("log_fide_list", month=month))
            changed += 1
        return changed
