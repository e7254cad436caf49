"""A tournament from a file as an event of the club: its faults first, who of its players is whom, then all of it or nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, String, select, update

from chessdash import army
from chessdash.arguments import is_number, is_whole, shown
from chessdash.errors import StoreError
from chessdash.ratings.fide import fide_number
from chessdash.ratings.rated import HIGHEST
from chessdash.store import access, events, log
from chessdash.store.connect import reading, writing
from chessdash.store.schema import club, entry, event, member, team
from chessdash.store.sheets import Rows, iso_day, rows_of
from chessdash.text import say
from chessdash.tournament import Tournament

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.store.handle import Store

MOST_MEMBERS = 2**31 - 1  # larger numbers PostgreSQL does not take


@dataclass(frozen=True)
class Incoming:
    """An import that is ready to be looked at: nothing is saved yet.

    ``faults`` is the frame of ``Tournament.faults``. ``matches`` has one row a player: no, name, fide_id, member (id or None), by
    ("fide_id", "name", ""), sure: whether it is linked without being asked; a match by name alone waits for a confirmation.
    """

    tournament: Tournament
    settings: Mapping[str, Any]
    faults: "pd.DataFrame"
    matches: "pd.DataFrame"
    known: str = ""  # the key of an event of the club with the same name, first day and players

    @property
    def errors(self) -> "pd.DataFrame":
        """The faults that are errors."""
        return self.faults[self.faults["severity"] == "error"]


def prepare(
    store: "Store", tournament: Tournament, *, kind: str = "club", control: str = "standard", name: str = "", rated: bool = True
) -> Incoming:
    """What an import would be: the faults of the file and the members that its players are, by FIDE id, else by name.

    An army game is not rated, whatever ``rated`` says, and has its own tie-breaks where its file names none.
    """
    game = army.is_army(tournament)
    settings = events.checked(
        {
            "kind": kind,
            "control": control,
            "name": name or tournament.name.strip() or say("unnamed"),
            "rated": rated and not game,
            "planned": tournament.rounds_planned,
            **({"tie_breaks": ",".join(army.ORDER)} if game and not tournament.order else {}),
        }
    )
    with reading(store.engine) as connection:
        access.allow(connection, store.viewer, "events" if kind == "club" else "single")
        same = _same(connection, tournament, str(settings["name"]))
        return Incoming(tournament, settings, tournament.faults, _matches(connection, tournament), same)


def _same(connection: Connection, tournament: Tournament, name: str) -> str:
    """The key of an event that looks like this one, "" for none: saved twice, its games would count twice."""
    start = iso_day(tournament.info.get("start"))
    players = sorted(folded(one) for one in tournament.players["name"])
    for number, key in connection.execute(select(event.c.id, event.c.key).where(event.c.name == name, event.c.start == start)):
        there = connection.execute(select(entry.c.name).where(entry.c.event_id == number)).scalars()
        if sorted(map(folded, there)) == players:
            return str(key)
    return ""


def _matches(connection: Connection, tournament: Tournament) -> "pd.DataFrame":
    import pandas as pd

    people = connection.execute(select(member.c.id, member.c.name, member.c.fide_id)).all()
    by_id = {number: one.id for one in people if (number := fide_number(one.fide_id))}
    by_name: dict[str, list[int]] = {}
    for one in people:
        by_name.setdefault(folded(one.name), []).append(one.id)
    rows = []
    numbers = {one.id: fide_number(one.fide_id) for one in people}
    for no, name, fide_id in tournament.players[["name", "fide_id"]].itertuples():
        number = fide_number(fide_id)
        # two with FIDE ids of their own are two people, whatever they are called
        named = [one for one in by_name.get(folded(name), []) if None in (number, numbers[one])]
        if number in by_id:
            rows.append((no, name, fide_id, by_id[number], "fide_id", True))
        elif len(named) == 1:
            rows.append((no, name, fide_id, named[0], "name", False))
        else:
            rows.append((no, name, fide_id, None, "", False))
    frame = pd.DataFrame(rows, columns=["no", "name", "fide_id", "member", "by", "sure"])
    return frame.astype({"member": "Int64"}).set_index("no")


def folded(name: str) -> str:
    """A name as names are compared: case and spaces do not count."""
    return " ".join(str(name).replace(",", " ").casefold().split())


def save(
    store: "Store", incoming: Incoming, *, members: Mapping[int, int | None] | None = None, accept_faults: bool = False
) -> str:
    """Saves an import as an event and gives its key: all of it or nothing.

    ``members`` links start numbers to members besides those that are sure (None: a guest). StoreError where the file has errors
    and they are not accepted (then what counts of it is stored), and where two players would be one member.
    """
    if len(incoming.errors) and not accept_faults:
        first = str(incoming.errors["message"].iloc[0])
        raise StoreError(say("import_faults", n=len(incoming.errors), first=first))
    tournament = incoming.tournament
    matches: Any = incoming.matches[incoming.matches["sure"]]
    linked: dict[int, int | None] = {int(no): int(one) for no, one in matches["member"].items()}
    linked |= dict(members or {})
    if stranger := next((no for no in linked if no not in incoming.matches.index), None):
        raise StoreError(say("import_stranger", no=stranger))
    twice = [one for one in linked.values() if one is not None and list(linked.values()).count(one) > 1]
    if twice:
        raise StoreError(say("import_twice", member=twice[0]))
    made = rows_of(tournament.sheet, tournament.rounds_played, tournament.rounds_planned, tournament.system)
    entries = [{**one, "member_id": linked.get(one["no"])} for one in made.entries]
    made = replace(made, entries=entries)
    _fits(replace(made, event={**made.event, **incoming.settings}))
    with writing(store.engine) as connection:
        access.allow(connection, store.viewer, "events" if incoming.settings["kind"] == "club" else "single")
        connection.execute(update(club).values(revision=club.c.revision + 1))
        _known(connection, linked.values())
        values = {**incoming.settings, "state": "running", "creator_id": store.viewer.person}
        key = events.inserted(connection, made, values)
        one = events.found(connection, key)
        log.write(connection, store.viewer, "event_imported", event_id=one.id, after=one.name)
        events.unrate(connection, store.viewer, one, new=True)
    return key


def _fits(made: Rows) -> None:
    """StoreError for the first rating that nobody has, and the first text that the store has no room for: PostgreSQL would refuse
    it, SQLite take it."""
    for one in made.entries:
        if one["rating"] is not None and not is_number(one["rating"], 0, HIGHEST):
            raise StoreError(say("import_rating", no=one["no"], name=one["name"], given=f"{one['rating']:g}", highest=HIGHEST))
    for table, rows in ((event, [made.event]), (team, made.teams), (entry, made.entries)):
        room = {column.name: column.type.length for column in table.columns if isinstance(column.type, String)}
        for row in rows:
            for name, most in room.items():
                value = row.get(name)
                if isinstance(value, str) and (len(value) > (most or len(value)) or not _storable(value)):
                    place = say("import_place", no=row["no"]) if "no" in row else say("import_event")
                    raise StoreError(say("import_text", place=place, column=name, value=ascii(value)[:40], most=most))


def _storable(text: str) -> bool:
    """Whether a text has characters only: no NUL, no half of a surrogate pair."""
    return "\0" not in text and not any("\ud800" <= character <= "\udfff" for character in text)


def _known(connection: Connection, linked: Iterable[int | None]) -> None:
    """StoreError where a player would be a member whom the club does not have."""
    wanted = {one for one in linked if one is not None}
    if wrong := [one for one in wanted if not is_whole(one, 1, MOST_MEMBERS)]:
        raise StoreError(say("import_member", member=shown(wrong[0])))
    there = set(connection.execute(select(member.c.id).where(member.c.id.in_(wanted))).scalars()) if wanted else set()
    if lost := sorted(wanted - there):
        raise StoreError(say("import_member", member=lost[0]))
