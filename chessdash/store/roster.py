"""Who is in a running event, for its organisers: entries with what each has asked for, and where the event stands."""

from typing import TYPE_CHECKING

from chessdash.army import is_army
from chessdash.store import access, events, seats
from chessdash.store.connect import reading
from chessdash.store.seats import ROUND_ROBIN
from chessdash.store.sheets import sheet_of
from chessdash.tournament import Tournament

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.store.handle import Store


def roster(store: "Store", key: str) -> "pd.DataFrame":
    """The entries of an event by start number, its index: name, title, federation, rating (nan: unrated), member (its number,
    0: a guest), first_round, withdrawn_after (-1: has not), games (boards in published rounds), byes ({round: type}).

    attrs: name, system ("swiss", "round-robin"), way (how ``rounds.pair_round`` pairs it by itself), planned, published (the last
    round that is, 0), made (numbers of all rounds there are), finished, revision. AccessError for whoever may not pair.
    """
    import pandas as pd

    with reading(store.engine) as connection:
        one = events.found(connection, key)
        access.allow(connection, store.viewer, "pair", one)
        rows = events.rows(connection, one)
    last = seats.published(rows)
    games = [no for row in rows.boards if row["round"] <= last for no in (row["white"], row["black"])]
    byes: dict[int, dict[int, str]] = {}
    for bye in rows.byes:
        byes.setdefault(bye["no"], {})[bye["round"]] = bye["type"]
    found = [
        {
            **{name: row[name] for name in ("no", "name", "title", "federation", "rating", "first_round")},
            "member": row["member_id"] or 0,
            "withdrawn_after": -1 if row["withdrawn_after"] is None else row["withdrawn_after"],
            "games": games.count(row["no"]),
            "byes": byes.get(row["no"], {}),
        }
        for row in rows.entries
    ]
    columns = ["no", "name", "title", "federation", "rating", "member", "first_round", "withdrawn_after", "games", "byes"]
    frame = pd.DataFrame(found, columns=columns).astype({"rating": "float64"}).set_index("no")
    army = one.system != ROUND_ROBIN and is_army(Tournament(sheet_of(rows)))
    frame.attrs = {
        "name": one.name,
        "system": one.system,
        "way": "berger" if one.system == ROUND_ROBIN else "army" if army else "dutch",
        "planned": one.planned,
        "published": last,
        "made": [row["round"] for row in rows.rounds],
        "finished": one.state == "finished",
        "revision": one.revision,
    }
    return frame
