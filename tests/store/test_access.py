"""Who may do what: every right for every role, on the store itself, so that nothing goes round them."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Row, insert, select, update

import chessdash.store
from chessdash.errors import AccessError, ChessdashError, StoreError
from chessdash.store import (
    Store,
    access,
    entries,
    events,
    finishing,
    importing,
    log,
    members,
    open_store,
    ratings,
    results,
    rights,
    rounds,
)
from chessdash.store.access import CREATORS, RIGHTS, VISITOR, Viewer
from chessdash.store.connect import reading, writing
from chessdash.store.schema import ROLES, event, metadata
from tests.events import event as made
from tests.store.clubs import club_event, someone, typed, versions

EVERYBODY = (*ROLES, None, "stranger", "visitor")  # None: has signed in, without a role; a stranger: a person of another store
ORGANISERS = {"owner", "administrator", "arbiter"}
LEADS = {"owner", "administrator"}
MAY = {  # who of the club may
    "enter": ORGANISERS,  # Results: "Owner, administrators and arbiters enter results"
    "pair": ORGANISERS,
    "finish": LEADS,  # Finishing: "Owner, administrators and, for a single tournament, its creator may finish"
    "correct": LEADS,  # Corrections: "Owner, administrators and, for a single tournament, its creator ...; arbiters do not"
    "end_early": LEADS,
    "settings": LEADS,
    "events": LEADS,
    "members": LEADS,
    "initial": LEADS,
    "club": LEADS,
    "roles": {"owner"},
    "single": ORGANISERS | {None},  # whoever has signed in
}
ACTS: dict[str, Callable[[Store, str], object]] = {  # what each right is for; StoreError is what comes after the right was there
    "enter": lambda store, key: results.save(store, key, 1, {1: ("1", 0)}),
    "pair": lambda store, key: rounds.pair_round(store, key),
    "finish": finishing.finish,
    "correct": lambda store, key: finishing.correct(store, key, 1, 1, "=", "a slip"),
    "end_early": lambda store, key: finishing.end_early(store, key, 1),
    "settings": lambda store, key: events.change(store, key, planned=9),
    "events": lambda store, key: store.import_(made(["- 2w1", "- 1b0"])),
    "members": lambda store, key: members.add_member(store, "New"),
    "initial": lambda store, key: members.set_initial(store, 1, "standard", 1500),
    "club": lambda store, key: members.change_club(store, name="Another"),
    "roles": lambda store, key: members.add_person(store, "N. N.", "somebody", "arbiter"),
    "single": lambda store, key: store.import_(made(["- 2w1", "- 1b0"]), kind="single"),
}


def everything(store: Store) -> dict[str, list[Row[Any]]]:
    """All rows of all tables."""
    with reading(store.engine) as connection:
        return {table.name: list(connection.execute(select(table))) for table in metadata.sorted_tables}


def seen_as(store: Store, role: str | None) -> Store:
    """The store as one of EVERYBODY sees it."""
    if role == "visitor":
        return store.seen_by(VISITOR)
    return store.seen_by(Viewer(9999, "Stranger")) if role == "stranger" else someone(store, role)


def refused(act: Callable[[], object]) -> bool:
    """Whether the right to it is missing; what else is in the way does not count."""
    try:
        act()
    except AccessError as error:
        assert "\n" not in str(error) and str(error).endswith(".")
        return True
    except ChessdashError:
        pass
    return False


def test_the_tables_name_every_right():
    assert set(MAY) == set(RIGHTS) == set(ACTS)
    assert set(CREATORS) == {"enter", "pair", "finish", "correct", "end_early", "settings"}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("role", EVERYBODY, ids=str)
def test_each_role_does_what_it_may_and_nothing_else(store, role):
    viewer = seen_as(store, role)
    key = club_event(store, 4, 2, kind="club")
    typed(store, key, (1, 2), (3, 4))
    for right, allowed in MAY.items():
        before = everything(store)
        assert rights.may(viewer, right, key) == rights.may(viewer, right) == (role in allowed), right
        assert refused(lambda right=right: ACTS[right](viewer, key)) == (role not in allowed), right
        if role not in allowed:
            assert everything(store) == before, right


@pytest.mark.parametrize("right", CREATORS)
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_the_creator_of_a_single_event_may_lead_it_and_no_other(store, right):
    creator = someone(store, None, "Creator")
    own = club_event(creator, 4, 2, kind="single")
    typed(creator, own, (1, 2), (3, 4))
    strange = club_event(someone(store, None, "Another"), 4, 2, kind="single")
    of_the_club = club_event(store, 4, 2, kind="club")
    with writing(store.engine) as connection:  # as though they had led the club once: created a club event, then lost the role
        connection.execute(update(event).where(event.c.key == of_the_club).values(creator_id=creator.viewer.person))
    assert not refused(lambda: ACTS[right](creator, own)) and rights.may(creator, right, own)
    before = everything(store)
    for key in (strange, of_the_club):
        assert refused(lambda key=key: ACTS[right](creator, key)) and not rights.may(creator, right, key)
    assert everything(store) == before
    assert own in rights.events_with(creator, right) and not {strange, of_the_club} & set(rights.events_with(creator, right))


def test_what_a_creator_may_not_do_even_so(store):
    creator = someone(store, None, "Creator")
    own = club_event(creator, 2, 1, kind="single")
    with reading(store.engine) as connection:
        one = events.found(connection, own)
        may = {right for right in RIGHTS if access.may(connection, creator.viewer, right, one)}
    assert may == {*CREATORS, "single"}


def test_the_creator_of_a_single_event_reads_its_log_and_no_other(store):
    creator = someone(store, None, "Creator")
    own = club_event(creator, 2, 1, kind="single")
    of_the_club = club_event(store, 2, 1, kind="club")
    assert set(log.newest(creator, event_key=own)["event"]) == {own}
    for key in (of_the_club, None):
        with pytest.raises(AccessError, match="To enter results one has to be"):
            log.newest(creator, event_key=key)
    assert set(log.newest(someone(store, "arbiter"))["event"]) == {own, of_the_club}


def test_a_role_that_is_taken_away_between_two_writes_is_gone_at_the_second(store):
    arbiter = someone(store, "arbiter")
    key = club_event(store, 4, 1)
    typed(store, key, (1, 2), (3, 4))
    seen = versions(arbiter, key, 1)
    results.save(arbiter, key, 1, {1: ("1", seen[1])})
    members.give_role(store, arbiter.viewer.person, None)
    before = everything(store)
    with pytest.raises(AccessError, match="To enter results one has to be owner, administrator, arbiter"):
        results.save(arbiter, key, 1, {2: ("0", seen[2])})
    assert everything(store) == before
    members.give_role(store, arbiter.viewer.person, "arbiter")
    results.save(arbiter, key, 1, {2: ("0", seen[2])})


def test_the_last_owner_stays(store):
    before = everything(store)
    for role in (None, "administrator", "arbiter"):
        with pytest.raises(StoreError):
            members.give_role(store, store.viewer.person, role)
    assert everything(store) == before


def doors() -> Iterator[tuple[str, Callable[..., object]]]:
    """Every public function of the store that takes a store first: what pages, routes and commands can call."""
    for module in pkgutil.iter_modules(chessdash.store.__path__, "chessdash.store."):
        if module.name.endswith(".migrations"):
            continue
        for name, function in inspect.getmembers(importlib.import_module(module.name), inspect.isfunction):
            if function.__module__ == module.name and not name.startswith("_"):
                first = next(iter(inspect.signature(function).parameters), "")
                if first == "store":
                    yield f"{module.name}.{name}", function


VALUES: Mapping[str, Any] = {  # arguments by parameter, where the annotation alone does not make a likely one
    "round": 1,
    "board": 1,
    "place": 1,
    "no": 1,
    "one": 1,
    "other": 2,
    "white": 1,
    "black": 2,
    "to": 2,
    "number": 1,
    "numbers": [1],
    "version": 0,
    "code": "1",
    "type": "H",
    "control": "standard",
    "rating": 1500,
    "right": "finish",
    "identity": "nobody",
    "reason": "a slip",
    "changes": {1: ("1", 0)},
    "ratings": {1: 1500.0},
    "given": [{"name": "New"}],
    "pairs": [(1, 2)],
    "boards": [(3, 4), (1, 2)],
    "tournament": made(["- 2w1", "- 1b0"]),
    "source": made(["- 2w1", "- 1b0"]),
    "fields": {},
    "settings": {"name": "Changed"},
    "role": "owner",
}


def called(function: Callable[..., object], store: Store, incoming: importing.Incoming, key: str, tmp_path: Path) -> object:
    """The function called with likely arguments in place of those that it needs."""
    known = {**VALUES, "key": key, "incoming": incoming, "path": tmp_path / "backup.json.gz"}
    arguments: dict[str, Any] = {}
    for name, parameter in list(inspect.signature(function).parameters.items())[1:]:
        if parameter.kind is parameter.VAR_KEYWORD:
            arguments |= known.get(name, {})
        elif parameter.default is parameter.empty:
            arguments[name] = known.get(name, 1 if "int" in str(parameter.annotation) else "x")
    answer = function(store, **arguments)
    if isinstance(answer, AbstractContextManager):
        with answer as entered:
            return entered
    return answer


OPEN = {"the_club", "may", "events_with"}  # say a club's name, and what one may do: nothing of a private club's events or people


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_in_a_private_club_a_visitor_finds_every_door_closed(store, tmp_path):
    key = club_event(store, 4, 2)
    typed(store, key, (1, 2), (3, 4), codes="11")
    members.add_member(store, "Ada", initial={"standard": 1500})
    members.change_club(store, public=False)
    incoming = importing.prepare(store, VALUES["tournament"])
    before = everything(store)
    for viewer in (VISITOR, Viewer(9999, "Stranger")):
        outside = store.seen_by(viewer)
        answers = {}
        for name, function in doors():
            with suppress(AccessError):
                answers[name] = called(function, outside, incoming, key, tmp_path)
        for name in [one for one in answers if one.rpartition(".")[2] in OPEN]:
            answers.pop(name)
        assert not {name: answer for name, answer in answers.items() if answer not in ({}, [])}
        with pytest.raises(AccessError, match="This club is private"):
            outside.tournament(key)
    assert everything(store) == before
    assert list(tmp_path.glob("backup*")) == []
    assert someone(store, "arbiter").tournament(key).rounds_played == 1


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_in_a_public_club_a_visitor_changes_nothing_whatever_is_called(store, tmp_path):
    key = club_event(store, 4, 2)
    typed(store, key, (1, 2), (3, 4), codes="11")
    members.add_member(store, "Ada", initial={"standard": 1500})
    incoming = importing.prepare(store, VALUES["tournament"])
    before = everything(store)
    outside, read = store.seen_by(VISITOR), set()
    for name, function in doors():
        with suppress(ChessdashError):
            called(function, outside, incoming, key, tmp_path)
            read.add(name.removeprefix("chessdash.store."))
    assert everything(store) == before
    assert list(tmp_path.glob("backup*")) == []
    assert read >= {"events.tournament", "events.listing", "ratings.rating_list", "ratings.member_rows"}  # open to everyone


def test_hosted_nobody_is_the_owner_without_a_sign_in(store, monkeypatch):
    """CHESSDASH_MODE=hosted: who opens the store is a visitor, whom every right is refused; a public club can be read."""
    key = club_event(store, 4, 2)
    typed(store, key, (1, 2), (3, 4), codes="1=")
    before = everything(store)
    monkeypatch.setenv("CHESSDASH_MODE", "hosted")
    opened = open_store(store.engine.url.render_as_string(hide_password=False), local=True)
    try:
        assert opened.viewer == VISITOR
        for right, act in ACTS.items():
            assert refused(lambda act=act: act(opened, key)), right
        assert everything(store) == before
        assert opened.tournament(key).equals(store.tournament(key))
        assert events.listing(opened)["key"].tolist() == [key]
        assert list(ratings.rating_list(opened).index) == []
    finally:
        opened.close()


def test_hosted_a_new_store_has_no_owner(empty_url, monkeypatch):
    monkeypatch.setenv("CHESSDASH_MODE", " Hosted ")
    opened = open_store(empty_url, local=True)
    rows = everything(opened)
    opened.close()
    assert opened.viewer == VISITOR
    assert len(rows["club"]) == 1 and rows["person"] == []
    monkeypatch.delenv("CHESSDASH_MODE")
    again = open_store(empty_url, local=True)
    again.close()
    assert again.viewer.person is not None


def test_a_mode_that_is_none_makes_nobody_the_owner(tmp_path, monkeypatch):
    monkeypatch.setenv("CHESSDASH_MODE", "host")
    with pytest.raises(StoreError, match="CHESSDASH_MODE has to be local or hosted, not host"):
        open_store(f"sqlite:///{tmp_path / 'club.db'}", local=True)
    assert list(tmp_path.iterdir()) == []


def test_who_opens_it_locally_is_the_one_owner_however_often(store):
    opened = open_store(store.engine.url.render_as_string(hide_password=False), local=True)
    opened.close()
    assert opened.viewer == store.viewer and len(everything(store)["person"]) == 1


def test_rows_of_a_person_are_needed(store):
    """A number that the store does not know is nobody, not somebody who has signed in."""
    with reading(store.engine) as connection:
        assert not any(access.may(connection, Viewer(9999), right) for right in RIGHTS)


@pytest.mark.parametrize("role", [*ROLES, None], ids=str)
def test_no_role_but_these(store, role):
    """The database itself refuses another role."""
    from chessdash.store.schema import person

    with pytest.raises(StoreError), writing(store.engine) as connection:
        connection.execute(insert(person).values(name="X", identity="x", role=f"{role}s", created=""))


def test_whoever_the_club_knows_sees_a_private_one(store):
    """The creator of a single event has no role, but is signed in, which a private club asks for."""
    creator = someone(store, None)
    key = events.create(creator, "My match", kind="single", planned=1)
    members.change_club(store, public=False)
    assert creator.tournament(key).rounds_planned == 1
    with pytest.raises(AccessError, match="private"):
        store.seen_by(VISITOR).tournament(key)


def test_no_event_tells_the_day_on_which_a_member_was_born(store):
    """Members' dates of birth are for organisers; events, which are open to everyone, have the year."""
    ada = members.add_member(store, "Ada", birth="1990/05/31")
    key = club_event(store, 2, 1)
    entries.add_entry(store, key, member=ada)
    assert store.seen_by(VISITOR).tournament(key).players["birth"].tolist() == ["", "", "1990"]
