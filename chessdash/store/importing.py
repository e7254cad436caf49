"""A tournament from a file as an event of the club: its faults first, who of its players is whom, then all of it or nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, select, update

from chessdash.errors import StoreError
from chessdash.store import access, events, log
from chessdash.store.connect import reading, writing
from chessdash.store.schema import club, member
from chessdash.store.sheets import rows_of
from chessdash.text import say
from chessdash.tournament import Tournament

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.store.handle import Store


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

    @property
    def errors(self) -> "pd.DataFrame":
        """The faults that are errors."""
        return self.faults[self.faults["severity"] == "error"]


def prepare(
    store: "Store", tournament: Tournament, *, kind: str = "club", control: str = "standard", name: str = "", rated: bool = True
) -> Incoming:
    """What an import would be: the faults of the file and the members that its players are, by FIDE id, else by name."""
    settings = events.checked(
        {"kind": kind, "control": control, "name": name or tournament.name or say("unnamed"), "rated": rated}
    )
    with reading(store.engine) as connection:
        access.allow(connection, store.viewer, "events" if kind == "club" else "single")
        return Incoming(tournament, settings, tournament.faults, _matches(connection, tournament))


def _matches(connection: Connection, tournament: Tournament) -> "pd.DataFrame":
    import pandas as pd

    people = connection.execute(select(member.c.id, member.c.name, member.c.fide_id)).all()
    by_id = {one.fide_id: one.id for one in people if one.fide_id}
    by_name: dict[str, list[int]] = {}
    for one in people:
        by_name.setdefault(folded(one.name), []).append(one.id)
    rows = []
    for no, name, fide_id in tournament.players[["name", "fide_id"]].itertuples():
        named = by_name.get(folded(name), [])
        if fide_id and fide_id in by_id:
            rows.append((no, name, fide_id, by_id[fide_id], "fide_id", True))
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
    twice = [one for one in linked.values() if one is not None and list(linked.values()).count(one) > 1]
    if twice:
        raise StoreError(say("import_twice", member=twice[0]))
    made = rows_of(tournament.sheet, tournament.rounds_played, tournament.rounds_planned, tournament.system)
    entries = [{**one, "member_id": linked.get(one["no"])} for one in made.entries]
    made = type(made)(made.event, entries, made.rounds, made.boards, made.byes, made.teams)
    with writing(store.engine) as connection:
        access.allow(connection, store.viewer, "events" if incoming.settings["kind"] == "club" else "single")
        connection.execute(update(club).values(revision=club.c.revision + 1))
        values = {**incoming.settings, "state": "running", "creator_id": store.viewer.person}
        key = events.inserted(connection, made, values)
        one = events.found(connection, key)
        log.write(connection, store.viewer, "event_imported", event_id=one.id, after=one.name)
    return key
