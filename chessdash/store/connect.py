"""Opening the store: SQLite in a file, or PostgreSQL; brought up to the newest schema; every transaction that writes says so.

Writers take the event's row first (``touched``), which is the lock that keeps twenty people from deadlocking; SQLite begins them
with BEGIN IMMEDIATE for the same end.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError, SQLAlchemyError

from chessdash.errors import StoreError
from chessdash.text import say

DATABASE = "CHESSDASH_DATABASE"  # environment variable: an address as SQLAlchemy writes it
BUSY = 15_000  # milliseconds to wait for another writer
MIGRATING = 7_201_953  # any number: the advisory lock of PostgreSQL while the schema is made


def default_url() -> str:
    """The address of the database: the environment's, else a file in the user's data folder."""
    if given := os.environ.get(DATABASE):
        return given
    folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "chessdash"
    return f"sqlite:///{folder / 'club.db'}"


def engine_of(url: str) -> Engine:
    """An engine with the schema of this version; StoreError where the address, the disk or the schema does not allow it."""
    try:
        parsed = make_url(url)
        if parsed.drivername == "postgresql":
            parsed = parsed.set(drivername="postgresql+psycopg")
        sqlite = parsed.get_backend_name() == "sqlite"
        if sqlite and parsed.database and parsed.database != ":memory:":
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(parsed, connect_args={"timeout": BUSY / 1000} if sqlite else {"connect_timeout": 10})
    except (ArgumentError, ImportError, ValueError) as error:
        raise StoreError(say("store_address", reason=type(error).__name__)) from None
    except OSError as error:
        raise StoreError(say("store_folder", folder=Path(str(parsed.database)).parent, reason=error.strerror)) from None
    if sqlite:
        event.listen(engine, "connect", _prepared)
        event.listen(engine, "begin", _begun)
    try:
        _migrate(engine)
    except SQLAlchemyError as error:
        engine.dispose()
        raise unusable(error) from None
    return engine


def _prepared(connection: Any, _record: Any) -> None:
    """What every connection to SQLite needs: our own transactions, readers beside a writer, foreign keys."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY}")
    cursor.execute("PRAGMA foreign_keys = ON")
    try:
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")  # what is saved survives a cut of power
    except Exception:  # a read-only disk: reading goes on
        pass
    cursor.close()


def _begun(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("write") else "BEGIN")


def _migrate(engine: Engine) -> None:
    """Brings the schema to the newest version, once, whoever else starts at the same time."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    script = ScriptDirectory.from_config(config)
    with engine.connect() as connection:
        found = MigrationContext.configure(connection).get_current_revision()
    if found == script.get_current_head():
        return
    if found is not None and found not in {one.revision for one in script.walk_revisions()}:
        raise StoreError(say("store_newer", found=found, known=script.get_current_head()))
    with engine.execution_options(write=True).begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that reads one state of the store."""
    try:
        with engine.connect() as connection, connection.begin():
            yield connection
    except DBAPIError as error:
        raise unusable(error) from None


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes: all of it or nothing."""
    try:
        with engine.execution_options(write=True).begin() as connection:
            yield connection
    except DBAPIError as error:
        raise unusable(error) from None


def unusable(error: SQLAlchemyError) -> StoreError:
    """What to say of a database that cannot do what was asked."""
    reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0][:200]
    if "readonly" in reason or "read-only" in reason:
        return StoreError(say("store_read_only"))
    if "locked" in reason:
        return StoreError(say("store_busy"))
    if "full" in reason and isinstance(error, OperationalError):
        return StoreError(say("store_full"))
    return StoreError(say("store_unusable", reason=reason))
