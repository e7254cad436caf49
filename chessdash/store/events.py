"""Events of the club: made, found, read as tournaments, their settings changed; each change counts the event's revision up."""

import re
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, Row, func, insert, select, update

from chessdash import army
from chessdash.arguments import is_number, shown
from chessdash.crosstable import Scoring
from chessdash.errors import StoreError
from chessdash.shelf import key_of
from chessdash.store import access, log, texts
from chessdash.store.connect import reading, writing
from chessdash.store.schema import board, bye, club, entry, event, round_, team
from chessdash.store.sheets import Rows, sheet_of
from chessdash.text import say
from chessdash.tournament import Tournament

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.store.handle import Store

LISTED = ("state", "start", "ended", "planned", "finished_as", "revision")
SETTINGS = ("name", "control", "planned", "tie_breaks", "start", "rated")


class _Game(NamedTuple):
    """What an event of a game has from the start: points, order ("" the usual), and what else a file would say of it."""

    scoring: Scoring
    tie_breaks: str
    extra: dict[str, Any]


GAMES = {
    "chess": _Game(Scoring(), "", {}),
    "army": _Game(army.SCORING, ",".join(army.ORDER), {"info": {"type": army.TYPE}, "columns": {army.ARMY: "number"}}),
}


def tournament(store: "Store", key: str) -> Tournament:
    """The event of a key as a file would give it; StoreError where there is none, AccessError where it may not be seen."""
    with reading(store.engine) as connection:
        access.see(connection, store.viewer)
        return Tournament(sheet_of(rows(connection, found(connection, key))))


def listing(store: "Store") -> "pd.DataFrame":
    """All events, the newest first: key, name, kind, control, system, rated, state, start, ended, planned, players, revision."""
    import pandas as pd

    players = select(func.count()).where(entry.c.event_id == event.c.id).scalar_subquery().label("players")
    names = ("id", "key", "name", "kind", "control", "system", "rated", *LISTED)
    query = select(*(event.c[name] for name in names), players).order_by(event.c.start.desc(), event.c.id.desc())
    with reading(store.engine) as connection:
        access.see(connection, store.viewer)
        result = connection.execute(query)
        return pd.DataFrame(result.mappings().all(), columns=list(result.keys()))


def revision(store: "Store", key: str) -> int:
    """How often an event has changed: what caches go by."""
    with reading(store.engine) as connection:
        access.see(connection, store.viewer)
        return int(found(connection, key).revision)


def found(connection: Connection, key: str) -> Row[Any]:
    """The row of the event of a key; StoreError where there is none."""
    key = _plain(key)
    row = connection.execute(select(event).where(event.c.key == key)).first()
    if row is None:
        raise StoreError(say("no_such_event", key=key))
    return row


def _plain(key: str) -> str:
    """A key as both databases take it; one with half a surrogate pair or a NUL is none that an event has."""
    return str(key).replace("\0", "?").encode("utf-8", "replace").decode()


def touched(connection: Connection, key: str) -> Row[Any]:
    """The row of an event that is about to change, held against everybody else until the transaction ends; counts it up."""
    connection.execute(update(event).where(event.c.key == _plain(key)).values(revision=event.c.revision + 1))
    return found(connection, key)


def rows(connection: Connection, one: Row[Any]) -> Rows:
    """Everything that is stored of an event."""

    def of(table: Any, *order: Any) -> list[dict[str, Any]]:
        query = select(table).where(table.c.event_id == one.id).order_by(*order)
        return [dict(row) for row in connection.execute(query).mappings()]

    return Rows(
        event=dict(one._mapping),
        entries=of(entry, entry.c.no),
        rounds=of(round_, round_.c.round),
        boards=of(board, board.c.round, board.c.board),
        byes=of(bye, bye.c.round, bye.c.no),
        teams=of(team, team.c.no),
    )


def inserted(connection: Connection, made: Rows, values: Mapping[str, Any]) -> str:
    """Writes the rows of a new event and gives its key; ``values`` are those of its own row that no sheet has."""
    key = free_key(connection, str(values["name"]))
    whole = {**made.event, **values, "key": key, "created": log.now()}
    event_id = connection.execute(insert(event).values(whole)).inserted_primary_key[0]  # type: ignore[index]
    for table, found_rows in (
        (team, made.teams),
        (entry, made.entries),
        (round_, made.rounds),
        (board, made.boards),
        (bye, made.byes),
    ):
        if found_rows:
            connection.execute(insert(table), [{"event_id": event_id, **row} for row in found_rows])
    return key


def free_key(connection: Connection, name: str) -> str:
    """A key that no event has, from a name."""
    wanted = re.sub(r"-{2,}", "-", key_of(f"{name}.x"))[:70]
    taken = set(connection.execute(select(event.c.key).where(event.c.key.startswith(wanted, autoescape=True))).scalars())
    return wanted if wanted not in taken else next(k for n in range(2, len(taken) + 3) if (k := f"{wanted}-{n}") not in taken)


def other_game(row: Mapping[str, Any]) -> bool:
    """Whether an event is of another game than chess, by its own row: nobody's rating is changed by one."""
    return army.is_army(Tournament(sheet_of(Rows(dict(row), [], [], [], []))))


def unrate(connection: Connection, viewer: access.Viewer, one: Row[Any], *, new: bool = False) -> bool:
    """Stores of an event of another game than chess that it is not rated, with a row in the log; whether it was rated until then.

    ``new``: of one that came in unrated the log says so too.
    """
    if not (one.rated or new) or not other_game(dict(one._mapping)):
        return False
    connection.execute(update(event).where(event.c.id == one.id).values(rated=False, revision=event.c.revision + int(one.rated)))
    before = True if one.rated else ""
    log.write(connection, viewer, "event_rated", event_id=one.id, before=before, after=False, reason=say("rated_other_game"))
    return bool(one.rated)


def create(
    store: "Store",
    name: str,
    *,
    game: str = "chess",
    kind: str = "club",
    control: str = "standard",
    system: str = "swiss",
    planned: int = 7,
    tie_breaks: str = "",
    start: str = "",
    rated: bool = True,
    scoring: Mapping[str, Any] | None = None,
) -> str:
    """A new event without entries; gives its key. StoreError for settings that cannot be, AccessError without the right.

    ``game`` "army": an army game, with its points and order where none are given, the column of army points, and never rated.
    """
    rules = _rules(game, system)
    tie_breaks = tie_breaks or rules.tie_breaks
    settings = {"name": name, "control": control, "planned": planned, "tie_breaks": tie_breaks, "start": start, "rated": rated}
    settings = checked({"kind": kind, "system": system, **settings})
    made = Rows({"scoring": _scoring(scoring or {}, rules.scoring), "extra": rules.extra}, [], [], [], [])
    with writing(store.engine) as connection:
        access.allow(connection, store.viewer, "events" if kind == "club" else "single")
        connection.execute(update(club).values(revision=club.c.revision + 1))  # one at a time, for the key
        key = inserted(connection, made, {**settings, "state": "running", "creator_id": store.viewer.person})
        one = found(connection, key)
        log.write(connection, store.viewer, "event_created", event_id=one.id, after=name)
        unrate(connection, store.viewer, one)
    return key


def _rules(game: str, system: str) -> _Game:
    """What a game brings with it; StoreError for none that there is, and for an army game that is no Swiss."""
    if game not in GAMES:
        raise StoreError(say("unknown_choice", what="game", given=game, known=", ".join(GAMES)))
    if game == "army" and system != "swiss":
        raise StoreError(say("army_swiss"))
    return GAMES[game]


def change(store: "Store", key: str, **settings: Any) -> None:
    """Changes settings of a running event, logged one by one; ``tie_breaks`` of a finished one stay as they are. StoreError.

    An event that is one of another game than chess from then on is not rated any longer. In a round robin that somebody has left
    the forfeits follow the number of rounds (``withdrawal.follow``), and members' ratings the time control.
    """
    from chessdash.store import entries, withdrawal  # which read rows from here

    settings = checked(settings)
    if wrong := [name for name in settings if name not in SETTINGS]:
        raise StoreError(say("setting_unknown", name=wrong[0], known=", ".join(SETTINGS)))
    with writing(store.engine) as connection:
        one = touched(connection, key)
        access.allow(connection, store.viewer, "settings", one)
        if one.state == "finished":
            raise StoreError(say("event_finished", name=one.name))
        made = connection.execute(select(func.max(round_.c.round)).where(round_.c.event_id == one.id)).scalar() or 0
        if settings.get("planned", made) < made:
            raise StoreError(say("planned_made", name=one.name, made=made, given=settings["planned"]))
        if settings.get("rated") and other_game({**one._mapping, **settings}):
            raise StoreError(say("rated_never", name=one.name))
        if settings.get("tie_breaks") == "" and other_game({**one._mapping, **settings}):
            settings["tie_breaks"] = ",".join(army.ORDER)  # the usual ones of its game
        for name, value in settings.items():
            if (before := getattr(one, name)) != value:
                log.write(connection, store.viewer, f"event_{name}", event_id=one.id, before=before, after=value)
        if (control := settings.get("control", one.control)) != one.control:
            entries.follow_control(connection, store.viewer, one, control)
        connection.execute(update(event).where(event.c.id == one.id).values(settings))
        unrate(connection, store.viewer, found(connection, key))
        if "planned" in settings:
            withdrawal.follow(connection, store, found(connection, key))


def checked(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings that can be, as they are stored; StoreError names the first that cannot."""
    from chessdash.store.schema import CONTROLS, KINDS
    from chessdash.tiebreaks.descriptor import parse_order

    values = dict(settings)
    for name, known in (("kind", KINDS), ("control", CONTROLS), ("system", ("swiss", "round-robin"))):
        if name in values and values[name] not in known:
            raise StoreError(say("unknown_choice", what=name, given=values[name], known=", ".join(known)))
    if "name" in values:
        values["name"] = texts.one_line("name", values["name"], 200)
        if not values["name"]:
            raise StoreError(say("event_nameless"))
    planned = values.get("planned", 1)
    if isinstance(planned, bool) or not isinstance(planned, int) or not 1 <= planned <= 99:
        raise StoreError(say("planned_rounds", given=planned))
    if "start" in values:
        values["start"] = day_of(values["start"]) if values["start"] else ""
    if "tie_breaks" in values:
        given = parse_order(str(values["tie_breaks"])) if values["tie_breaks"] else ()
        values["tie_breaks"] = ",".join(str(descriptor) for _, descriptor in given)
        if (n := len(values["tie_breaks"])) > (most := int(event.c.tie_breaks.type.length)):  # type: ignore[attr-defined]
            raise StoreError(say("tie_breaks_long", n=n, most=most))
    if "rated" in values and not isinstance(values["rated"], bool):
        raise StoreError(say("rated_unreadable", given=shown(values["rated"])))
    return values


def _scoring(given: Mapping[str, Any], game: Scoring) -> dict[str, Any]:
    """What an event pays for each outcome, those that are not given as in its game; StoreError."""
    usual = asdict(game)
    unset = [name for name, value in usual.items() if value is None]  # may stay so
    fits = isinstance(given, Mapping) and all(
        name in usual and (is_number(value, 0, 1000) or (value is None and name in unset)) for name, value in given.items()
    )
    if not fits:
        raise StoreError(say("scoring_unreadable", known=", ".join(usual), given=shown(given)))
    return {**usual, **{name: None if value is None else float(value) for name, value in given.items()}}


def day_of(given: object) -> str:
    """A date, or an ISO text of one, as such a text; StoreError for what is none."""
    text = str(given)
    try:
        return date.fromisoformat(text if len(text) == 10 else "").isoformat()
    except ValueError:
        raise StoreError(say("date_unreadable", given=text[:20])) from None
