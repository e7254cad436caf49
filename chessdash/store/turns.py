"""Whose turn it is to write to a file of SQLite: one waits at the front, the others behind, and nobody goes twice in a row.

SQLite's own waiting asks the more seldom the longer it lasts: of twenty people who save at once whoever came last goes first, and
somebody waits until it is given up. Here only the one who holds the file ``<database>-turn`` asks SQLite, at even intervals;
whoever has just written has to queue for that file again. A process that is killed lets go of it.
"""

import os
import random
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # Windows: everybody asks SQLite itself
    fcntl = None  # type: ignore[assignment]

ASKING = 0.003  # seconds between two tries, on average


def begin(raw: Any, file: Path | None, patience: float) -> bool:
    """Begins a transaction that writes on a connection of ``sqlite3`` that does not wait itself, within so many seconds.

    Whether it has begun; where it has not, SQLite says why when it is asked again. ``file``: the database, None where it is none.
    """
    until = time.monotonic() + patience
    turn = _opened(file)
    try:
        if turn is not None:
            _tried(lambda: _taken(turn), until)
        _tried(lambda: _begins(raw), until)
        return bool(raw.in_transaction)
    finally:
        if turn is not None:
            os.close(turn)


def _opened(file: Path | None) -> int | None:
    """The file of the turns, None where there can be none."""
    if file is None or fcntl is None:
        return None
    try:
        return os.open(f"{file}-turn", os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o666)
    except OSError:  # a folder that cannot be written to: SQLite will say so
        return None


def _tried(act: Callable[[], bool], until: float) -> None:
    """Tries until it is done or too late."""
    while not act() and time.monotonic() < until:
        time.sleep(random.uniform(0, 2 * ASKING))


def _taken(turn: int) -> bool:
    """Whether this is the one at the front now."""
    try:
        fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without such locks
        return True
    return True


def _begins(raw: Any) -> bool:
    """Whether waiting has an end: the transaction has begun, or cannot begin for another reason than somebody else's."""
    try:
        raw.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY
    return True
