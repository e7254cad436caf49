"""Members with their initial ratings, people with their roles, and the club itself; each change is logged."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, func, insert, select, update

from chessdash.arguments import is_whole, shown
from chessdash.errors import StoreError
from chessdash.ratings.fide import fide_number
from chessdash.store import access, log, ratings, texts
from chessdash.store.connect import reading, writing
from chessdash.store.schema import CONTROLS, ROLES, club, entry, event, initial_rating, member, person
from chessdash.text import say

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.store.handle import Store

FIELDS = ("name", "sex", "title", "federation", "fide_id", "birth", "active")
BORN = re.compile(r"(1[89]|20)[0-9]{2}([-/.](0[1-9]|1[0-2])[-/.](0[1-9]|[12][0-9]|3[01]))?")  # the year alone, or the day
MOST_MEMBERS = 2**31 - 1  # larger numbers PostgreSQL does not take
LEAST, MOST = 100, 3500  # Elo of an initial rating; a rating of 9999 is a slip of the hand


def members(store: "Store") -> "pd.DataFrame":
    """Everybody, by name; index member: the fields of a member and a column a time control: the initial rating (nan: none)."""
    import pandas as pd

    with reading(store.engine) as connection:
        access.allow(connection, store.viewer, "enter")  # dates of birth are not for everyone
        people = connection.execute(
            select(member.c.id, *(member.c[name] for name in FIELDS)).order_by(member.c.name, member.c.id)
        )
        frame = pd.DataFrame(people.mappings().all(), columns=["id", *FIELDS]).set_index("id").rename_axis("member")
        given = connection.execute(select(initial_rating)).all()
    ids = frame["fide_id"].astype(object)
    frame["fide_id"] = ids.where(ids.notna(), None)  # else a missing one reads "nan" on pages
    for control in CONTROLS:
        known = {one.member_id: float(one.rating) for one in given if one.control == control}
        frame[control] = [known.get(int(one), float("nan")) for one in frame.index]
    return frame


def add_member(store: "Store", name: str, *, initial: Mapping[str, int] | None = None, **fields: Any) -> int:
    """A new member with initial ratings by time control; gives the member's number. StoreError for what cannot be."""
    values = checked({"name": name, **fields})
    with writing(store.engine) as connection:
        _touched(connection)
        access.allow(connection, store.viewer, "members")
        _free(connection, values.get("fide_id"))
        whole = {"active": True, **values, "created": log.now()}
        number = int(connection.execute(insert(member).values(whole)).inserted_primary_key[0])  # type: ignore[index]
        log.write(connection, store.viewer, "member_added", place=say("member_place", member=number), after=values["name"])
        for control, rating in (initial or {}).items():
            _set_initial(connection, store, number, control, rating)
    return number


def change_member(
    store: "Store", number: int, *, initial: Mapping[str, int | None] | None = None, reason: str = "", **fields: Any
) -> int:
    """Changes fields of a member and initial ratings by time control (None: has none), each with a row in the log, or nothing.

    Gives how many rating rows came out otherwise for it. StoreError for what cannot be; of an initial rating, AccessError too.
    """
    values = checked(fields)
    with writing(store.engine) as connection:
        _touched(connection)
        access.allow(connection, store.viewer, "members")
        one = _member(connection, number)
        _free(connection, values.get("fide_id"), number)
        for name, value in values.items():
            if (before := getattr(one, name)) != value:
                place = say("member_place", member=number)
                log.write(connection, store.viewer, f"member_{name}", place=place, before=before, after=value)
        if values:
            connection.execute(update(member).where(member.c.id == number).values(values))
        known = connection.execute(select(initial_rating).where(initial_rating.c.member_id == number)).all()
        given = {one.control: one.rating for one in known}
        wanted = {control: rating for control, rating in (initial or {}).items() if rating != given.get(control)}
        if wanted:
            access.allow(connection, store.viewer, "initial")
        changed = 0
        for control, rating in wanted.items():
            if rating is None:
                changed += _entered(connection, store, number, control, None, reason)
            else:
                changed += _set_initial(connection, store, number, control, rating, reason)
    return changed


def set_initial(store: "Store", number: int, control: str, rating: int, reason: str = "") -> int:
    """Sets a member's initial rating in a time control and recomputes what hangs on it; gives how many rating rows changed."""
    with writing(store.engine) as connection:
        _touched(connection)
        access.allow(connection, store.viewer, "initial")
        _member(connection, number)
        return _set_initial(connection, store, number, control, rating, reason)


def _set_initial(connection: Connection, store: "Store", number: int, control: str, rating: int, reason: str = "") -> int:
    if control not in CONTROLS:
        raise StoreError(say("unknown_choice", what="control", given=control, known=", ".join(CONTROLS)))
    if not is_whole(rating, LEAST, MOST):
        raise StoreError(say("initial_range", least=LEAST, most=MOST, given=shown(rating)))
    return _entered(connection, store, number, control, int(rating), reason)


def _entered(connection: Connection, store: "Store", number: int, control: str, rating: int | None, reason: str) -> int:
    """An initial rating as it is to be (None: there is none), logged, and what hangs on it computed anew."""
    where = (initial_rating.c.member_id == number, initial_rating.c.control == control)
    before = connection.execute(select(initial_rating.c.rating).where(*where)).scalar()
    if before == rating:
        return 0
    connection.execute(initial_rating.delete().where(*where))
    if rating is not None:
        connection.execute(insert(initial_rating).values(member_id=number, control=control, rating=rating))
    place = say("member_control", member=number, control=say(f"control_{control}"))
    log.write(connection, store.viewer, "initial_rating", place=place, before=before or "", after=rating or "", reason=reason)
    first = connection.execute(  # games that did not count may count now, so that rating rows are no measure
        select(func.min(event.c.finished_as))
        .join(entry, entry.c.event_id == event.c.id)
        .where(entry.c.member_id == number, event.c.control == control)
    ).scalar()
    return 0 if first is None else ratings.recompute(connection, control, since=first)


def checked(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of a member as they are stored; StoreError names the first that cannot be."""
    values = dict(fields)
    if wrong := [name for name in values if name not in FIELDS]:
        raise StoreError(say("member_field", name=wrong[0], known=", ".join(FIELDS)))
    for name in ("sex", "title", "federation", "birth"):
        if name in values:
            values[name] = _text(name, str(values[name] or "").strip())
    if values.get("birth") and not BORN.fullmatch(values["birth"]):
        raise StoreError(say("member_born", given=values["birth"]))
    if "name" in values:
        values["name"] = _text("name", " ".join(str(values["name"] or "").split()))
        if not values["name"]:
            raise StoreError(say("member_nameless"))
    if "fide_id" in values:
        given = str(values["fide_id"] or "").strip()
        number = fide_number(given)
        if number is None and given.strip("0"):  # files say 0 for none
            raise StoreError(say("member_fide_digits", given=given[:20]))
        values["fide_id"] = None if number is None else str(number)
    if "active" in values:
        values["active"] = bool(values["active"])
    return values


def _text(field: str, given: str) -> str:
    """A text of a member if the store has room for it and takes its characters; StoreError."""
    return texts.checked(field, given, int(getattr(member.c[field].type, "length", None) or 200))


def _member(connection: Connection, number: int) -> Row[Any]:
    known = is_whole(number, 1, MOST_MEMBERS)
    row = connection.execute(select(member).where(member.c.id == number)).first() if known else None
    if row is None:
        raise StoreError(say("no_such_member", member=shown(number)))
    return row


def _free(connection: Connection, fide_id: str | None, besides: int | None = None) -> None:
    """StoreError where another member has this FIDE id."""
    if fide_id:
        other = connection.execute(select(member.c.id, member.c.name).where(member.c.fide_id == fide_id)).first()
        if other is not None and other.id != besides:
            raise StoreError(say("member_fide_taken", fide_id=fide_id, name=other.name))


def _touched(connection: Connection) -> None:
    """Holds the club's row against others who change members, and counts its revision up."""
    connection.execute(update(club).values(revision=club.c.revision + 1))


# ---- people and roles


def people(store: "Store") -> "pd.DataFrame":
    """Who has signed in or was given a role, by name; index person: name, role ("" none). For those who may give roles."""
    import pandas as pd

    with reading(store.engine) as connection:
        access.allow(connection, store.viewer, "club")
        rows = connection.execute(select(person.c.id, person.c.name, person.c.role).order_by(person.c.name)).all()
    frame = pd.DataFrame([(one.id, one.name, one.role or "") for one in rows], columns=["person", "name", "role"])
    return frame.set_index("person")


def add_person(store: "Store", name: str, identity: str, role: str | None = None) -> int:
    """A person of this identity (issuer and subject of a sign-in) with a role; gives the person's number."""
    with writing(store.engine) as connection:
        _touched(connection)
        access.allow(connection, store.viewer, "roles")
        _role(role)
        known = connection.execute(select(person.c.name).where(person.c.identity == identity)).scalar()
        if known is not None:
            raise StoreError(say("person_there", name=known))
        if not (name := texts.one_line("name", name, 200)) or not identity:
            raise StoreError(say("person_nameless"))
        values = {"name": name, "identity": identity, "role": role, "created": log.now()}
        number = int(connection.execute(insert(person).values(values)).inserted_primary_key[0])  # type: ignore[index]
        log.write(connection, store.viewer, "person_added", place=name, after=role or "")
    return number


def give_role(store: "Store", number: int, role: str | None) -> None:
    """Gives a person a role of the club, or none; the last owner stays."""
    with writing(store.engine) as connection:
        _touched(connection)
        access.allow(connection, store.viewer, "roles")
        _role(role)
        known = is_whole(number, 1, MOST_MEMBERS)
        one = connection.execute(select(person).where(person.c.id == number)).first() if known else None
        if one is None:
            raise StoreError(say("no_such_person", person=shown(number)))
        owners = connection.execute(select(func.count()).where(person.c.role == "owner")).scalar_one()
        if one.role == "owner" and role != "owner" and owners == 1:
            raise StoreError(say("last_owner"))
        connection.execute(update(person).where(person.c.id == number).values(role=role))
        log.write(connection, store.viewer, "role", place=one.name, before=one.role or "", after=role or "")


def _role(role: str | None) -> None:
    if role is not None and role not in ROLES:
        raise StoreError(say("role_unknown", given=role, known=", ".join(ROLES)))


# ---- the club


def the_club(store: "Store") -> dict[str, Any]:
    """Name, whether it is public, and how often members and settings have changed."""
    with reading(store.engine) as connection:
        row = connection.execute(select(club.c.name, club.c.public, club.c.revision)).one()
    return dict(row._mapping)


def change_club(store: "Store", *, name: str | None = None, public: bool | None = None) -> None:
    """Changes the club's name, or whether it is public."""
    with writing(store.engine) as connection:
        _touched(connection)
        access.allow(connection, store.viewer, "club")
        one = connection.execute(select(club)).one()
        if name is not None and not (name := texts.one_line("name", name, 200)):
            raise StoreError(say("club_nameless"))
        for field, value in (("name", name), ("public", public)):
            if value is not None and value != getattr(one, field):
                log.write(connection, store.viewer, f"club_{field}", before=getattr(one, field), after=value)
                connection.execute(update(club).values({field: value}))
