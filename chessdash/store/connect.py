"""Opening the store: SQLite in a file, or PostgreSQL; brought up to the newest schema; every transaction that writes says so.

Writers take the event's row first (``touched``), which is the lock that keeps twenty people from deadlocking; SQLite begins them
with BEGIN IMMEDIATE for the same end.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DataError, IntegrityError, SQLAlchemyError, StatementError, TimeoutError

from chessdash.errors import StoreError
from chessdash.store import turns
from chessdash.text import say

DATABASE = "CHESSDASH_DATABASE"  # environment variable: an address as SQLAlchemy writes it
BUSY = 15_000  # milliseconds to wait for another writer
FORSAKEN = 120_000  # milliseconds after which PostgreSQL gives up on a writer who has gone silent in the middle of it
ALONE = 7_201_953  # any number: the advisory lock of PostgreSQL while the schema or the club is made
DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}
READ_ONLY = {"25006", sqlite3.SQLITE_READONLY}  # states of PostgreSQL, codes of SQLite
LOCKED = {"55P03", "40P01", "40001", sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
FULL = {"53100", sqlite3.SQLITE_FULL}
UNFIT = (DataError, IntegrityError, OverflowError, UnicodeEncodeError)  # what is said of values, not of the database


def default_url() -> str:
    """The address of the database: the environment's, else a file in the user's data folder."""
    if given := os.environ.get(DATABASE):
        return given
    folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "chessdash"
    return address_of(folder / "club.db")


def address_of(file: Path) -> str:
    """The address of a database of SQLite in a file, whatever characters its path has."""
    return URL.create("sqlite", database=str(file)).render_as_string()


def engine_of(url: str) -> Engine:
    """An engine with the schema of this version; StoreError where the address, the disk or the schema does not allow it."""
    engine = _created(_parsed(url))
    try:
        _migrate(engine)
    except BaseException as error:
        engine.dispose()
        if isinstance(error, SQLAlchemyError):
            raise unusable(error, engine.url) from None
        raise
    return engine


def _parsed(url: str) -> URL:
    """The parts of an address of one of the two kinds, with the driver that is used."""
    try:
        parsed = make_url(url)
        kind = parsed.get_backend_name()
    except (ArgumentError, ValueError):  # neither says more, lest it shows a password
        raise StoreError(say("store_address")) from None
    if kind not in DRIVERS or parsed.drivername not in (kind, DRIVERS[kind]):
        raise StoreError(say("store_kind", given=parsed.drivername))
    cut = kind == "sqlite" and "?" in url and not parsed.query  # a question mark of the file's name, which ends it in an address
    if cut or "\0" in (parsed.database or ""):
        raise StoreError(say("store_address"))
    return parsed.set(drivername=DRIVERS[kind])


def _created(parsed: URL) -> Engine:
    """An engine, and the folder of its file; nothing is connected yet."""
    sqlite = parsed.drivername == "sqlite"
    file = _file(parsed)
    try:
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
        further = (
            {"connect_args": {"timeout": BUSY / 1000}} if sqlite else {"pool_pre_ping": True}
        )  # the server may have restarted
        engine = create_engine(parsed, **further)
    except OSError as error:
        raise StoreError(say("store_folder", folder=file.parent if file else "", reason=error.strerror)) from None
    except ImportError:
        raise StoreError(say("store_driver")) from None
    except (SQLAlchemyError, ValueError, TypeError):
        raise StoreError(say("store_address")) from None
    event.listen(engine, "connect", _prepared if sqlite else _patient)
    if sqlite:
        event.listen(engine, "begin", _begun)
    return engine


def _file(parsed: URL) -> Path | None:
    """The file of a database of SQLite where it is a plain one."""
    named = parsed.database if parsed.drivername == "sqlite" else None
    return None if not named or named == ":memory:" or named.startswith("file:") else Path(named)


def _prepared(connection: Any, _record: Any) -> None:
    """What every connection to SQLite needs: our own transactions, readers beside a writer, foreign keys."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY}")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA synchronous = FULL")  # what is saved survives a cut of power
    with suppress(sqlite3.Error):  # a read-only disk, or somebody else is just doing it: the file keeps the mode that it has
        cursor.execute("PRAGMA journal_mode = WAL")
    cursor.close()


def _patient(connection: Any, _record: Any) -> None:
    """What every connection to PostgreSQL needs: nobody waits without end, neither for a lock nor for one who holds it."""
    connection.execute(f"SET lock_timeout = {BUSY}")
    connection.execute(f"SET idle_in_transaction_session_timeout = {FORSAKEN}")
    connection.commit()  # else they go with the transaction


def _begun(connection: Connection) -> None:
    """Begins a transaction of SQLite; who writes waits for a turn."""
    if not connection.get_execution_options().get("write"):
        connection.exec_driver_sql("BEGIN")
        return
    raw: Any = connection.connection.driver_connection
    raw.execute("PRAGMA busy_timeout = 0")
    try:
        if not turns.begin(raw, _file(connection.engine.url), BUSY / 1000):
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # says what is in the way
    finally:
        raw.execute(f"PRAGMA busy_timeout = {BUSY}")


def _migrate(engine: Engine) -> None:
    """Brings the schema to the newest version, once, whoever else starts at the same time."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    script = ScriptDirectory.from_config(config)
    with engine.connect() as connection:
        found = MigrationContext.configure(connection).get_current_revision()
    if found == script.get_current_head():
        return
    if found is not None and found not in {one.revision for one in script.walk_revisions()}:
        raise StoreError(say("store_newer" if found.isdigit() else "store_foreign", found=found, **_here(script, engine)))
    with engine.execution_options(write=True).begin() as connection:
        alone(connection)
        found = MigrationContext.configure(connection).get_current_revision()  # somebody else may just have made it
        if found is None and set(inspect(connection).get_table_names()) - {"alembic_version"}:
            raise StoreError(say("store_foreign", **_here(script, engine)))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _here(script: ScriptDirectory, engine: Engine) -> dict[str, object]:
    """The newest schema that is known, and the database, for a sentence."""
    return {"known": script.get_current_head(), "place": place_of(engine.url)}


def alone(connection: Connection) -> None:
    """Lets nobody else make the schema or the club until the transaction ends; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ALONE})


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that reads one state of the store, whatever is saved meanwhile."""
    still = engine
    if engine.dialect.name == "postgresql":  # else each of its statements would see what was saved until then
        still = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    try:
        with still.connect() as connection, connection.begin():
            yield connection
    except (StatementError, TimeoutError, OverflowError, UnicodeEncodeError) as error:
        raise unusable(error, engine.url) from None


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes: all of it or nothing."""
    try:
        with engine.execution_options(write=True).begin() as connection:
            yield connection
    except (StatementError, TimeoutError, OverflowError, UnicodeEncodeError) as error:
        raise unusable(error, engine.url) from None


def unusable(error: Exception, url: URL) -> StoreError:
    """What to say of a database that cannot do what was asked, or that takes no such value; its place, never its password."""
    cause = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlite_errorcode", None)
    code = code & 0xFF if code is not None else getattr(cause, "sqlstate", None)  # SQLite's lowest byte is the kind
    file = _file(url)
    if code in READ_ONLY or (code == sqlite3.SQLITE_CANTOPEN and file is not None and os.path.isfile(file)):
        return StoreError(say("store_read_only", place=place_of(url)))  # a journal beside the file is needed even to read
    if code in LOCKED or isinstance(error, TimeoutError):
        return StoreError(say("store_busy"))
    if code in FULL:
        return StoreError(say("store_full", place=place_of(url)))
    reason = (str(cause).strip().splitlines() or [type(cause).__name__])[0].rstrip(".")[:300]
    if isinstance(error, UNFIT) or type(error) is StatementError:
        return StoreError(say("store_value", reason=reason.encode("ascii", "backslashreplace").decode()))
    return StoreError(say("store_unusable", place=place_of(url), reason=reason))


def place_of(url: URL) -> str:
    """Where a database is, as a person says it: the file, or server and name."""
    return str(url.database) if url.drivername == "sqlite" else f"{url.database} at {url.host}:{url.port or 5432}"
