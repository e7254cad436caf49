"""The club's ratings in the store: computed from finished events in their order, every row kept that was ever published.

A row that comes out otherwise after a correction gets the event's next edition; the newest one is current. Where no game of a
member counts any longer the row says 0 games and is not current. Rows are those of ``chessdash.ratings.history``.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import Connection, and_, func, insert, select, update

from chessdash.errors import StoreError
from chessdash.ratings.history import EventGames, history
from chessdash.ratings.rated import Basis, Known
from chessdash.store import access, events
from chessdash.store.connect import reading, writing
from chessdash.store.schema import CONTROLS, board, club, entry, event, initial_rating, member, rating
from chessdash.text import say

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.store.handle import Store

COLUMNS = ("before", "k", "games", "points", "expected", "change", "after")
STRONG = 2400  # Elo, reached once and for good
RESULT = {"10": 1.0, "==": 0.5, "01": 0.0}  # both letters of a board that counts, from White's side


def recompute(connection: Connection, control: str, since: int = 1) -> int:
    """Computes the ratings of a time control anew from the event that was finished as this one; gives how many rows changed.

    From an earlier one where that was rated and is of another game than chess: it is not any longer, and no game of it counts.
    """
    others = _other_games(connection, control)
    since = min((since, *others.values()))
    found = _finished(connection, control, since)
    if not found:
        return 0
    people, start, games, peak = _before(connection, control, since)
    row = {one: i for i, one in enumerate(people)}
    made = history(
        start, [_games(connection, one, row) for one in found if one not in others], games_before=games, peak_before=peak
    ).frame()
    stored = {
        (one.event_id, one.member_id): one
        for one in connection.execute(select(rating).where(rating.c.current, rating.c.event_id.in_(found)))
    }
    fresh: list[dict[str, Any]] = []
    for line in made.to_dict("records"):
        key = (int(line["event"]), people[int(line["member"])])
        values = {name: float(line[name]) if name in ("points", "expected") else int(line[name]) for name in COLUMNS}
        old = stored.pop(key, None)
        if old is None or any(abs(getattr(old, name) - value) > 1e-9 for name, value in values.items()):
            fresh.append({"event_id": key[0], "member_id": key[1], "current": True, **values})
    for event_id, member_id in [*stored, *((one["event_id"], one["member_id"]) for one in fresh)]:
        where = (rating.c.event_id == event_id, rating.c.member_id == member_id)
        connection.execute(update(rating).where(*where).values(current=False))
    fresh += [{"event_id": key[0], "member_id": key[1], "current": False, **dict.fromkeys(COLUMNS, 0)} for key in stored]
    last = select(rating.c.event_id, func.max(rating.c.edition)).where(rating.c.event_id.in_(found)).group_by(rating.c.event_id)
    editions: dict[int, int] = dict(connection.execute(last).all())
    for one in fresh:  # an edition is the event's, so that what stood before a correction can be shown as it stood
        one["edition"] = editions.get(one["event_id"], 0) + 1
    if fresh:
        connection.execute(insert(rating), fresh)
        changed = {one["event_id"] for one in fresh}
        connection.execute(update(event).where(event.c.id.in_(changed)).values(revision=event.c.revision + 1))
    for unrated in connection.execute(select(event).where(event.c.id.in_(others))).all():
        events.unrate(connection, access.VISITOR, unrated)
    return len(fresh)


def recompute_all(store: "Store", control: str) -> int:
    """Computes a time control anew from its first event on; gives how many rows came out otherwise: none unless rules did."""
    if control not in CONTROLS:
        raise StoreError(say("unknown_choice", what="control", given=control, known=", ".join(CONTROLS)))
    with writing(store.engine) as connection:
        connection.execute(update(club).values(revision=club.c.revision + 1))
        access.allow(connection, store.viewer, "initial")
        return recompute(connection, control)


def _finished(connection: Connection, control: str, since: int) -> list[int]:
    """Rated club events of a time control, finished as this one or later, in that order."""
    query = select(event.c.id).where(
        event.c.kind == "club", event.c.rated, event.c.control == control, event.c.finished_as >= since
    )
    return list(connection.execute(query.order_by(event.c.finished_as)).scalars())


def _other_games(connection: Connection, control: str) -> dict[int, int]:
    """Events of a time control that are finished as rated and of another game than chess: as which each was finished, by id."""
    rated = select(event).where(event.c.kind == "club", event.c.rated, event.c.control == control, event.c.state == "finished")
    return {one.id: one.finished_as for one in connection.execute(rated) if events.other_game(dict(one._mapping))}


def _before(connection: Connection, control: str, since: int | None) -> tuple[list[int], Any, Any, Any]:
    """Members with an initial rating, their ratings before that event (None: now), games and highest rating so far."""
    initial = dict(
        connection.execute(
            select(initial_rating.c.member_id, initial_rating.c.rating)
            .where(initial_rating.c.control == control)
            .order_by(initial_rating.c.member_id)
        ).all()
    )
    people = list(initial)
    row = {one: i for i, one in enumerate(people)}
    now = np.array([initial[one] for one in people], float)
    games, peak = np.zeros(len(people), np.int64), now.copy()
    query = (
        select(rating.c.member_id, rating.c.games, rating.c.after)
        .join(event, event.c.id == rating.c.event_id)
        .where(rating.c.current, event.c.control == control)
        .order_by(event.c.finished_as)
    )
    query = query if since is None else query.where(event.c.finished_as < since)
    for one, played, after in connection.execute(query):
        i = row[one]
        now[i], games[i], peak[i] = after, games[i] + played, max(peak[i], after)
    return people, now, games, peak


def _games(connection: Connection, event_id: int, row: dict[int, int]) -> EventGames:
    """The games of an event that count: over the board, both members with a rating."""
    white, black = entry.alias(), entry.alias()
    query = (
        select(white.c.member_id, black.c.member_id, board.c.white_result, board.c.black_result)
        .join(white, and_(white.c.event_id == board.c.event_id, white.c.no == board.c.white))
        .join(black, and_(black.c.event_id == board.c.event_id, black.c.no == board.c.black))
        .where(board.c.event_id == event_id)
        .order_by(board.c.round, board.c.board)  # sums of expected scores come out the same to the last bit
    )
    kept = [
        (row[one], row[other], RESULT[won + lost])
        for one, other, won, lost in connection.execute(query)
        if one in row and other in row and won + lost in RESULT
    ]
    rows = np.array([(one, other) for one, other, _ in kept], np.int64).reshape(-1, 2)
    return EventGames(event_id, rows[:, 0], rows[:, 1], np.array([result for *_, result in kept], float))


def basis(store: "Store", key: str) -> Basis | None:
    """What the club rates an event by: its rules, and each member's rating, games and highest rating before it (while it runs:
    now), by start number. None for an event that changes no rating of the club.
    """
    with reading(store.engine) as connection:
        access.see(connection, store.viewer)
        one = events.found(connection, key)
        if one.kind != "club" or not one.rated:
            return None
        entries = connection.execute(select(entry.c.no, entry.c.member_id).where(entry.c.event_id == one.id).order_by(entry.c.no))
        people, now, games, peak = _before(connection, one.control, one.finished_as)
        row = {member_id: i for i, member_id in enumerate(people)}
        places = {no: row.get(member_id) for no, member_id in entries}
    ratings = {no: np.nan if i is None else float(now[i]) for no, i in places.items()}
    known = {no: Known(float(games[i]), float(peak[i])) for no, i in places.items() if i is not None}
    return Basis("club", one.control, ratings=ratings, history=known)


def without_initial(connection: Connection, event_id: int, control: str) -> list[str]:
    """Names of the members in an event who have no initial rating in its time control."""
    known = select(initial_rating.c.member_id).where(initial_rating.c.control == control)
    query = select(entry.c.name).where(
        entry.c.event_id == event_id, entry.c.member_id.is_not(None), entry.c.member_id.not_in(known)
    )
    return list(connection.execute(query.order_by(entry.c.no)).scalars())


def changes(store: "Store", key: str, edition: int | None = None) -> "pd.DataFrame":
    """The table of rating changes of an event (None: the newest edition; 1 as first published), one row a member who played.

    Index no (start number): member, name, edition (since which the row stands so), before, k, games, points, expected, change,
    after. ``attrs``: editions (how many there are), edition (the one that was asked for).
    """
    import pandas as pd

    with reading(store.engine) as connection:
        access.see(connection, store.viewer)
        one = events.found(connection, key)
        query = (
            select(
                entry.c.no, rating.c.member_id.label("member"), entry.c.name, rating.c.edition, *(rating.c[n] for n in COLUMNS)
            )
            .join(entry, and_(entry.c.event_id == rating.c.event_id, entry.c.member_id == rating.c.member_id))
            .where(rating.c.event_id == one.id)
            .order_by(entry.c.no, rating.c.edition)
        )
        result = connection.execute(query)
        frame = pd.DataFrame(result.mappings().all(), columns=list(result.keys()))
    last = int(frame["edition"].max()) if len(frame) else 0
    if edition is not None:
        frame = frame[frame["edition"] <= edition]
    frame = frame.groupby("no").tail(1)
    frame = frame[frame["games"] > 0].set_index("no")
    frame.attrs = {"editions": last, "edition": last if edition is None else edition}
    return frame


def rating_list(store: "Store", control: str = "standard", rows: "pd.DataFrame | None" = None) -> "pd.DataFrame":
    """The club's list of a time control, the highest first; index member: name, title, federation, rating, change (of the last
    event), games (rated so far), events, last (date of the last event), active. ``rows``: ``member_rows``, if they are known.
    """
    import pandas as pd

    lines = member_rows(store, control) if rows is None else rows
    with reading(store.engine) as connection:
        access.see(connection, store.viewer)
        query = (
            select(member.c.id, member.c.name, member.c.title, member.c.federation, member.c.active, initial_rating.c.rating)
            .join(initial_rating, initial_rating.c.member_id == member.c.id)
            .where(initial_rating.c.control == control)
        )
        people = pd.DataFrame(
            connection.execute(query).mappings().all(), columns=["id", "name", "title", "federation", "active", "rating"]
        )
    people = people.set_index("id").rename_axis("member")
    by = lines.groupby("member")
    newest = by.tail(1).set_index("member")
    people["rating"] = newest["after"].reindex(people.index).fillna(people["rating"]).astype(int)
    people["change"] = newest["change"].reindex(people.index).fillna(0).astype(int)
    people["games"] = by["games"].sum().reindex(people.index).fillna(0).astype(int)
    people["events"] = by.size().reindex(people.index).fillna(0).astype(int)
    people["last"] = newest["date"].reindex(people.index).fillna("")
    return people.sort_values(["rating", "name"], ascending=[False, True], kind="stable")


def member_rows(store: "Store", control: str = "standard", member_id: int | None = None) -> "pd.DataFrame":
    """Current rating rows of a time control in the order of finishing: member, event (key), event_name, date, finished_as and the
    columns of a change; one row a member and event.
    """
    import pandas as pd

    if control not in CONTROLS:
        raise StoreError(say("unknown_choice", what="control", given=control, known=", ".join(CONTROLS)))
    query = (
        select(
            rating.c.member_id.label("member"), event.c.key.label("event"), event.c.name.label("event_name"),
            event.c.ended.label("date"), event.c.finished_as, rating.c.edition, *(rating.c[name] for name in COLUMNS),
        )
        .join(event, event.c.id == rating.c.event_id)
        .where(rating.c.current, event.c.control == control)
        .order_by(event.c.finished_as, rating.c.member_id)
    )  # fmt: skip
    query = query if member_id is None else query.where(rating.c.member_id == member_id)
    with reading(store.engine) as connection:
        access.see(connection, store.viewer)
        result = connection.execute(query)
        columns = list(result.keys())
        return pd.DataFrame([tuple(row) for row in result.all()], columns=columns)
