"""Backup and restore: every table as JSON lines in one compressed file, whatever database it came from or goes to."""

import gzip
import json
import os
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp
from typing import TYPE_CHECKING, Any

from sqlalchemy import JSON, Boolean, Connection, Float, Integer, String, Table, func, insert, select, text
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as IsBusy

from chessdash.errors import ChessdashError, StoreError
from chessdash.shelf import app_folder
from chessdash.store import access, events, log
from chessdash.store.connect import address_of, alone, engine_of, reading, writing
from chessdash.store.schema import club, event, member, metadata, person
from chessdash.store.schema import log as log_rows
from chessdash.store.sheets import sheet_of
from chessdash.text import say
from chessdash.tournament import Tournament

if TYPE_CHECKING:
    from chessdash.store.handle import Store

SCHEMA = "0001"  # of the layout below: the newest migration that changed it
AT_ONCE = 1000  # rows of one insert
LONGEST = 2**24  # characters of a line; small files can unpack to endless ones
WHOLE = 2**31  # PostgreSQL's integers are smaller


def backup(store: "Store", path: str | os.PathLike[str]) -> int:
    """Writes the whole club into a new file (one state of it, whoever writes meanwhile); gives the number of rows.

    StoreError where the file is there or cannot be written; nothing is left half written.
    """
    target = Path(path)
    if os.path.lexists(target):  # unlike Path.exists, it takes names that no file can have
        raise StoreError(say("backup_exists", path=target))
    unfinished = None
    try:
        with reading(store.engine) as connection:
            access.allow(connection, store.viewer, "club")
            handle, name = mkstemp(dir=target.parent, prefix=f"{target.name}.", suffix=".part")
            unfinished = Path(name)
            with open(handle, "wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
                n = 0
                for line in lines(connection):
                    if len(line) >= LONGEST:
                        raise StoreError(say("backup_long", table=json.loads(line)[0], most=LONGEST))
                    packed.write((line + "\n").encode())
                    n += 1
                packed.write((json.dumps({"rows": n - 1}) + "\n").encode())  # so that one cut short is known
        unfinished.replace(target)
    except (OSError, ValueError) as error:
        with suppress(OSError, ValueError):
            if unfinished is not None:
                unfinished.unlink(missing_ok=True)
        if isinstance(error, ChessdashError):
            raise
        raise StoreError(say("backup_unwritable", path=target, reason=getattr(error, "strerror", None) or error)) from None
    return n - 1


def lines(connection: Connection) -> Iterator[str]:
    """The backup as lines of JSON: a head, then each row with the name of its table, parents first."""
    yield json.dumps({"chessdash club": 1, "schema": SCHEMA})
    for table in metadata.sorted_tables:
        for row in connection.execute(select(table).order_by(*table.primary_key.columns)).mappings():
            yield json.dumps([table.name, dict(row)], ensure_ascii=False, sort_keys=True)


def restore(path: str | os.PathLike[str], url: str) -> int:
    """Fills an empty database from a backup, all of it or nothing; gives the number of rows. StoreError where it is not empty."""
    rows = list(_read(Path(path)))
    engine = engine_of(url)
    with writing(engine) as connection:
        alone(connection)
        if any(connection.execute(select(func.count()).select_from(table)).scalar_one() for table in (event, member, log_rows)):
            raise StoreError(say("restore_occupied"))
        for table in (person, club):  # what a first start made
            connection.execute(table.delete())
        try:
            _insert(connection, rows)
        except (OperationalError, IsBusy):  # the database's own trouble, not the backup's
            raise
        except SQLAlchemyError as error:
            raise StoreError(say("backup_unreadable", path=path, reason=_first_line(error))) from None
        _readable(connection, path)
        _counted_on(connection)
        log.write(connection, access.VISITOR, "restored", after=len(rows))
    engine.dispose()
    return len(rows)


def sample() -> str:
    """The address of the sample club's database in the user's data folder; it is filled at the first time."""
    folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "chessdash"
    target = folder / "sample-club.db"
    url = address_of(target)
    if not target.exists():
        unfinished = folder / f"sample-club.{os.getpid()}.part"
        try:
            restore(app_folder() / "data" / "club.json.gz", address_of(unfinished))
            unfinished.replace(target)  # whoever opens it finds all of it
        finally:
            for rest in folder.glob(f"{unfinished.name}*"):
                rest.unlink()
    return url


def _read(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of a backup; StoreError where it is none."""
    known = {table.name: table for table in metadata.sorted_tables}
    try:
        with gzip.open(path, "rt", encoding="utf-8") as packed:
            head = json.loads(packed.readline(LONGEST) or "null")
            if not isinstance(head, dict) or head.get("chessdash club") != 1:
                raise StoreError(say("backup_unreadable", path=path, reason=say("backup_no_head")))
            if str(head.get("schema", "")) > SCHEMA:
                raise StoreError(say("backup_newer", found=head["schema"], known=SCHEMA))
            n, whole = 0, False
            while line := packed.readline(LONGEST):
                found = json.loads(line)  # none where it was cut
                if whole := found == {"rows": n}:
                    break
                (name, row), n = found, n + 1
                if name not in known or not isinstance(row, dict):
                    raise StoreError(say("backup_unreadable", path=path, reason=say("backup_table", name=str(name)[:40])))
                if (column := _unfit(known[name], row)) is not None:
                    reason = say("backup_value", name=name, column=column[:40], value=ascii(row.get(column))[:40])
                    raise StoreError(say("backup_unreadable", path=path, reason=reason))
                yield name, row
            if not whole or packed.readline(LONGEST):
                raise StoreError(say("backup_unreadable", path=path, reason=say("backup_cut", n=n)))
    except (OSError, EOFError, ValueError, TypeError, RecursionError, zlib.error) as error:
        if isinstance(error, StoreError):
            raise
        reason = getattr(error, "strerror", None) or say("backup_damaged")
        raise StoreError(say("backup_unreadable", path=path, reason=reason)) from None


def _unfit(table: Table, row: dict[str, Any]) -> str | None:
    """The first column of a row that the table does not have, or not with such a value; SQLite would take it."""
    for name, value in row.items():
        if name not in table.columns:
            return name
        column = table.columns[name]
        if not (column.nullable if value is None else _fits(column.type, value)):
            return name
    return None


def _fits(kind: Any, value: Any) -> bool:
    """Whether a value of JSON is one of a column's kind."""
    if isinstance(kind, Boolean | JSON):
        return isinstance(kind, JSON) or isinstance(value, bool)
    if isinstance(kind, String):
        whole = isinstance(value, str) and len(value) <= (kind.length or len(value))
        return whole and "\0" not in value and not any("\ud800" <= character <= "\udfff" for character in value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < WHOLE:
        return False
    return isinstance(kind, Float) or (isinstance(kind, Integer) and isinstance(value, int))


def _insert(connection: Connection, rows: list[tuple[str, dict[str, Any]]]) -> None:
    """Writes the rows, parents first."""
    for table in metadata.sorted_tables:
        own = [row for name, row in rows if name == table.name]
        for start in range(0, len(own), AT_ONCE):
            connection.execute(insert(table), own[start : start + AT_ONCE])


def _readable(connection: Connection, path: str | os.PathLike[str]) -> None:
    """StoreError for the first event that no page could open, whatever is wrong with its rows."""
    for one in connection.execute(select(event).order_by(event.c.id)).all():
        try:
            tournament = Tournament(sheet_of(events.rows(connection, one)))
            tournament.settled.points.sum() + sum(value or 0.0 for value in one.scoring.values())
        except SQLAlchemyError:
            raise
        except Exception as error:  # rows of a hostile file may be wrong in any way
            reason = say("backup_event", key=ascii(one.key)[:60], reason=type(error).__name__)
            raise StoreError(say("backup_unreadable", path=path, reason=reason)) from None


def _first_line(error: SQLAlchemyError) -> str:
    return (str(getattr(error, "orig", None) or error).strip().splitlines() or [type(error).__name__])[0][:200]


def _counted_on(connection: Connection) -> None:
    """Numbers that PostgreSQL gives itself go on after those that were restored."""
    if connection.dialect.name != "postgresql":
        return
    for table in metadata.sorted_tables:
        keys = list(table.primary_key.columns)
        if len(keys) == 1 and keys[0].name == "id" and keys[0].autoincrement:
            name = table.name
            connection.execute(
                text(
                    f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), coalesce(max(id), 1), max(id) IS NOT NULL)"
                    f' FROM "{name}"'
                )
            )
