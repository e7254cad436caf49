"""Opening the store: the schema on both databases, a newer one, two at once, and everything that can be in the way."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, event, insert, inspect, select, text, update
from sqlalchemy.engine import make_url

from chessdash.errors import StoreError
from chessdash.store import Store, connect, events, log, open_store
from chessdash.store.connect import reading, writing
from chessdash.store.schema import club, member, metadata, person
from tests.events import event as made
from tests.postgresql import nobody
from tests.store.clubs import club_event

ROOT = Path(__file__).parents[2]
SECRET = "s3cret-p4ssword"


def described(engine: Any) -> dict[str, Any]:
    """Everything that a database says of its tables: columns with types and defaults, keys, what is unique, checks, indexes."""
    seen = inspect(engine)
    parts = (
        "get_columns",
        "get_pk_constraint",
        "get_foreign_keys",
        "get_unique_constraints",
        "get_check_constraints",
        "get_indexes",
    )
    return {
        table: {part: sorted(map(str, _listed(getattr(seen, part)(table)))) for part in parts}
        for table in seen.get_table_names()
        if table != "alembic_version"
    }


def _listed(said: Any) -> list[Any]:
    return said if isinstance(said, list) else [said]


def test_the_migrations_make_what_the_tables_say(empty_url, new_database, database):
    """From nothing, on each database: Alembic finds nothing to change, and the two ways give the same description."""
    engine = connect.engine_of(empty_url)
    with engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": database == "postgresql"}  # SQLite's come back quoted
        assert compare_metadata(MigrationContext.configure(connection, opts=options), metadata) == []
    other = create_engine(new_database(database, empty=True))
    metadata.create_all(other)
    migrated, created = described(engine), described(other)
    engine.dispose()
    other.dispose()
    assert set(migrated) == {table.name for table in metadata.sorted_tables}
    assert migrated == created


def test_names_are_told_apart(store):
    """Every constraint has a name of its own: PostgreSQL keeps them by table, and migrations to come need them."""
    for table in metadata.sorted_tables:
        names = [str(constraint.name) for constraint in table.constraints]
        assert len(set(names)) == len(names) and "None" not in names, table.name


def test_a_database_of_a_newer_version_is_refused_in_one_sentence(store):
    url = address(store)
    with writing(store.engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    sentence = one_sentence(lambda: open_store(url, local=True))
    assert "made by a newer version of chessdash (schema 9999, this version knows up to " in sentence


def files(folder: Path) -> list[str]:
    """What lies in a folder, but for the file by which writers take turns."""
    return sorted(one.name for one in folder.iterdir() if not one.name.endswith("-turn"))


def address(store: Store) -> str:
    """Where a store is, with its password."""
    return store.engine.url.render_as_string(hide_password=False)


def one_sentence(act: Callable[[], object]) -> str:
    """What is said where an act cannot be done: a StoreError, one line, no password in it."""
    with pytest.raises(StoreError) as raised:
        act()
    sentence = str(raised.value)
    assert "\n" not in sentence and sentence.endswith(".") and SECRET not in sentence
    assert raised.value.__cause__ is None and (raised.value.__suppress_context__ or raised.value.__context__ is None)
    return sentence


UNREADABLE, USED = "cannot be read; write one such as", "cannot be used: "
ADDRESSES: dict[str, tuple[str, ...]] = {  # what is written in CHESSDASH_DATABASE, and words of what is said of it
    "no address": ("club.db", UNREADABLE),
    "nothing of it can be read": (f"://{SECRET}", UNREADABLE),
    "a port that is none": (f"postgresql://me:{SECRET}@127.0.0.1:port/club", UNREADABLE),
    "another kind": (f"mysql://me:{SECRET}@127.0.0.1/club", "begins with mysql; it can be sqlite or postgresql+psycopg"),
    "a kind that nobody knows": (f"oracul://me:{SECRET}@127.0.0.1/club", "begins with oracul; it can be sqlite"),
    "another driver": (f"postgresql+asyncpg://me:{SECRET}@127.0.0.1/club", "begins with postgresql+asyncpg; it can be"),
    "a server that is down": (f"postgresql://me:{SECRET}@127.0.0.1:1/club", "database club at 127.0.0.1:1 ", USED, "refused"),
    "a host that is none": (f"postgresql://me:{SECRET}@nowhere.invalid/club", "club at nowhere.invalid:5432 ", USED),
    "an option that is none": (f"postgresql://me:{SECRET}@127.0.0.1:1/club?colour=red", USED, "colour"),
}


@pytest.mark.parametrize("what", ADDRESSES)
def test_an_address_that_does_not_work_is_one_sentence(what, monkeypatch):
    given, *said = ADDRESSES[what]
    monkeypatch.setenv("CHESSDASH_DATABASE", given)
    sentence = one_sentence(lambda: open_store(local=True))
    assert all(part in sentence for part in said), sentence


def test_a_wrong_password_and_a_missing_database(postgresql_url):
    url = make_url(postgresql_url)
    for changed, said in (
        ({"password": SECRET}, "password authentication failed"),
        ({"username": "stranger", "password": SECRET}, "password authentication failed"),
        ({"database": "no_such_club"}, "does not exist"),
    ):
        wrong = url.set(**changed).render_as_string(hide_password=False)
        sentence = one_sentence(lambda wrong=wrong: open_store(wrong))
        assert said in sentence and str(url.password) not in sentence


def test_the_place_of_a_file(tmp_path):
    """Folders are made; a file where a folder should be, a folder where the file should be, and a file that is no database."""
    deep = tmp_path / "a" / "b" / "club.db"
    open_store(f"sqlite:///{deep}", local=True).close()
    assert deep.is_file()
    text = tmp_path / "notes.txt"
    text.write_text("12.30 coffee\n" * 100)
    assert f"The folder {text} for the club's database cannot be made: " in one_sentence(
        lambda: open_store(f"sqlite:///{text}/club.db")
    )
    assert f"{tmp_path} cannot be used: unable to open" in one_sentence(lambda: open_store(f"sqlite:///{tmp_path}"))
    assert "file is not a database" in one_sentence(lambda: open_store(f"sqlite:///{text}"))
    assert text.read_text() == "12.30 coffee\n" * 100


def test_a_database_in_memory_and_one_named_as_a_link_make_no_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "club.db"
    open_store(f"sqlite:///{path}", local=True).close()
    for url in ("sqlite://", "sqlite:///:memory:", f"sqlite:///file:{path}?uri=true"):
        opened = open_store(url, local=True)
        assert opened.viewer.person == 1
        opened.close()
    assert files(tmp_path) == ["club.db"]


@contextmanager
def as_nobody() -> Iterator[None]:
    """As a plain user, for whom the rights of files hold: root may write anywhere."""
    if os.geteuid() != 0:
        yield
        return
    plain = nobody()
    os.seteuid(plain.pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """A folder of a plain user, outside of pytest's, which nobody else may enter.

    What the tests do there is done once before, since a plain user may not be able to read Python's own modules.
    """
    store = open_store(f"sqlite:///{tmp_path / 'before.db'}", local=True)
    store.tournament(store.import_(made(["- 2w1", "- 1b0"])))
    store.close()
    folder = Path(tempfile.mkdtemp(prefix="chessdash-store-"))
    if os.geteuid() == 0:
        os.chown(folder, nobody().pw_uid, nobody().pw_gid)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_where_nothing_can_be_written_nothing_is_half_saved(place):
    """A store that was closed, its file and folder read-only since: refused in one sentence, and nothing of it has changed."""
    url, path = f"sqlite:///{place / 'club.db'}", place / "club.db"
    with as_nobody():
        store = open_store(url, local=True)
        store.import_(made(["- 2w1", "- 1b0"]))
        store.close()
        before = path.read_bytes()
        path.chmod(0o444)
        place.chmod(0o555)
        sentence = one_sentence(lambda: open_store(url, local=True).import_(made(["- 2w1", "- 1b0"])))
        assert sentence.startswith(f"The database {path} cannot be written to, so nothing was saved; make it")
        assert "cannot be made: Permission denied" in one_sentence(lambda: open_store(f"sqlite:///{place}/further/club.db"))
        assert "cannot be used: unable to open" in one_sentence(lambda: open_store(f"sqlite:///{place}/another.db"))
        place.chmod(0o755)
        assert path.read_bytes() == before and files(place) == ["club.db"]
        path.chmod(0o644)
        assert len(events.listing(open_store(url))) == 1


def test_a_store_that_becomes_read_only_while_it_is_open_can_be_read_on(place):
    """The journal is there already, so reading goes on; a change is refused and leaves nothing."""
    path = place / "club.db"
    with as_nobody():
        store = open_store(f"sqlite:///{path}", local=True)
        key = store.import_(made(["- 2w1", "- 1b0"]))
        store.engine.dispose()
        link = open_store(f"sqlite:///file:{path}?mode=ro&uri=true", local=True)
        assert link.tournament(key).size == 2
        sentence = one_sentence(lambda: link.import_(made(["- 2w1", "- 1b0"])))
        assert "cannot be written to, so nothing was saved" in sentence
        assert len(events.listing(link)) == 1
        link.close()


def test_a_server_that_allows_no_writing(postgresql_url):
    """As a standby does: every transaction is read-only there."""
    store = open_store(postgresql_url, local=True)
    key = store.import_(made(["- 2w1", "- 1b0"]))
    event.listen(store.engine, "begin", lambda connection: connection.exec_driver_sql("SET TRANSACTION READ ONLY"))
    sentence = one_sentence(lambda: store.import_(made(["- 2w1", "- 1b0"])))
    assert "cannot be written to, so nothing was saved" in sentence
    assert store.tournament(key).size == 2 and len(events.listing(store)) == 1
    store.close()


def test_a_disk_that_is_full(tmp_path):
    """SQLite may have no further page: as on a full disk, the change is refused whole."""
    store = open_store(f"sqlite:///{tmp_path / 'club.db'}", local=True)
    key = store.import_(made(["- 2w1", "- 1b0"]))

    def full(connection: sqlite3.Connection, *_: object) -> None:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")

    event.listen(store.engine, "checkout", full)
    big = made([f"{1000 + n}" for n in range(900)], rounds=9)
    assert f"The disk of the database {tmp_path / 'club.db'} is full" in one_sentence(lambda: store.import_(big))
    assert events.listing(store)["key"].tolist() == [key]
    store.close()


def test_somebody_who_saves_for_too_long_is_not_waited_for_without_end(store, monkeypatch):
    """One holds the event, another gives up after a while, here a short one, and can save once the first is done."""
    key = club_event(store, 2, 1)
    monkeypatch.setattr(connect, "BUSY", 200)
    other = open_store(address(store), local=True)
    with writing(store.engine) as connection:
        events.touched(connection, key)
        sentence = one_sentence(lambda: events.change(other, key, planned=5))
        assert sentence.startswith("Somebody else was saving for so long")
        assert other.tournament(key).rounds_planned == 1
    events.change(other, key, planned=5)
    assert store.tournament(key).rounds_planned == 5
    other.close()


def test_a_server_that_was_restarted_is_found_again(postgresql_url):
    """Connections that are kept for the next time are gone then: nobody sees an error for it."""
    store = open_store(postgresql_url, local=True)
    key = store.import_(made(["- 2w1", "- 1b0"]))
    other = create_engine(make_url(postgresql_url))
    with other.connect() as connection:
        others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        assert len(connection.execute(text(f"SELECT pg_terminate_backend(pid) {others}")).all()) >= 1
    other.dispose()
    assert store.tournament(key).size == 2
    store.close()


def test_who_reads_sees_one_state_whatever_is_saved_meanwhile(store):
    """A round is read row by row in several statements: what is saved between them is not seen by halves."""
    key = club_event(store, 4, 3)
    other = open_store(address(store), local=True)
    with reading(store.engine) as connection:
        before = events.rows(connection, events.found(connection, key))
        events.change(other, key, planned=5, name="Changed")
        assert events.rows(connection, events.found(connection, key)) == before
    assert store.tournament(key).name == "Changed"
    other.close()


def test_a_change_that_fails_half_way_leaves_nothing(store):
    key = club_event(store, 2, 1)
    before = events.revision(store, key)
    with pytest.raises(ZeroDivisionError), writing(store.engine) as connection:
        events.touched(connection, key)
        log.write(connection, store.viewer, "event_name", after="half")
        connection.execute(insert(member).values(name="half", active=True, created=log.now()))
        raise ZeroDivisionError
    with reading(store.engine) as connection:
        assert connection.execute(select(member.c.id)).all() == []
        assert "half" not in set(log.entries(connection)["after"])
    assert events.revision(store, key) == before


OPENS = """
import sys
from sqlalchemy import select
from chessdash.store import open_store, schema
from chessdash.store.connect import reading
print("ready", flush=True)
opened = open_store(sys.stdin.readline().strip(), local=True)
with reading(opened.engine) as connection:
    print(opened.viewer.person, connection.execute(select(schema.club.c.id)).scalar_one())
"""


def test_two_who_open_an_empty_database_at_once_both_do(empty_url):
    """Real processes, let go at the same time: the schema, the club and its owner are made once."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    both = [subprocess.Popen([sys.executable, "-c", OPENS], cwd=ROOT, **pipes) for _ in range(2)]
    assert [one.stdout.readline() for one in both] == ["ready\n"] * 2
    for one in both:
        one.stdin.write(f"{empty_url}\n")
        one.stdin.flush()
    answers = [one.communicate(timeout=120) for one in both]
    assert answers == [("1 1\n", "")] * 2
    opened = open_store(empty_url)
    with reading(opened.engine) as connection:
        assert [len(connection.execute(select(table)).all()) for table in (club, person)] == [1, 1]
    opened.close()


def test_a_store_that_is_used_by_many_threads(store):
    """As a server does: each takes a connection of its own, and every one of their changes is there."""
    key = club_event(store, 2, 1)
    before = events.revision(store, key)
    faults: list[BaseException] = []

    def counts() -> None:
        try:
            for _ in range(5):
                with writing(store.engine) as connection:
                    events.touched(connection, key)
                store.tournament(key)
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=counts) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == [] and events.revision(store, key) == before + 40


def test_foreign_keys_hold_on_both(store):
    """What belongs to nobody is refused by the database itself."""
    with pytest.raises(StoreError), writing(store.engine) as connection:
        connection.execute(insert(log.log).values(at=log.now(), person_id=77, what="x"))
    with pytest.raises(StoreError), writing(store.engine) as connection:
        connection.execute(update(club).values(name=None))
