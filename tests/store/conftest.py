"""Stores for tests, on SQLite and on a real PostgreSQL: each test has a database of its own, copied from one that is migrated."""

import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from chessdash.store import Store, open_store
from tests.postgresql import programs, server

KINDS = ("sqlite", "postgresql")
NewDatabase = Callable[..., str]


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server, without a database; all workers of a run share it."""
    if programs() is None:
        pytest.skip("no PostgreSQL here: install the package postgresql")
    folder = tmp_path_factory.getbasetemp()
    place = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "postgresql"
    place.mkdir(exist_ok=True)
    with server(place) as address:
        yield address


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of SQLite with a club and its owner."""
    path = tmp_path_factory.mktemp("migrated") / "club.db"
    open_store(f"sqlite:///{path}", local=True).close()
    return path


@pytest.fixture(scope="session")
def migrated_name(postgresql: str) -> str:
    """The name of a database of PostgreSQL with a club and its owner."""
    name = f"migrated_{secrets.token_hex(4)}"
    run(postgresql, f"CREATE DATABASE {name}")
    open_store(f"{postgresql}/{name}", local=True).close()
    return name


@pytest.fixture
def new_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[NewDatabase]:
    """``new_database(kind, empty=False)`` makes a database with a club and its owner, or one with nothing in it: its address."""
    made: list[tuple[str, str]] = []
    numbers = count()

    def new(kind: str, *, empty: bool = False) -> str:
        if kind == "sqlite":
            path = tmp_path / f"club{next(numbers)}.db"
            if not empty:
                shutil.copy(request.getfixturevalue("migrated_file"), path)
            return f"sqlite:///{path}"
        address: str = request.getfixturevalue("postgresql")
        name = f"club_{secrets.token_hex(6)}"
        run(address, f"CREATE DATABASE {name}" + ("" if empty else f" TEMPLATE {request.getfixturevalue('migrated_name')}"))
        made.append((address, name))
        return f"{address}/{name}"

    yield new
    for address, name in made:
        run(address, f"DROP DATABASE {name} WITH (FORCE)")


def run(address: str, command: str) -> None:
    """A command to the server, outside of any of the tests' databases."""
    with psycopg.connect(address.replace("+psycopg", "") + "/postgres", autocommit=True) as connection:
        connection.execute(command.encode())


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest) -> str:
    """Which database a test runs on: "sqlite" or "postgresql"."""
    return str(request.param)


@pytest.fixture
def store(database: str, new_database: NewDatabase) -> Iterator[Store]:
    """A club without members and events, on each database, for its owner."""
    opened = open_store(new_database(database), local=True)
    yield opened
    opened.close()


@pytest.fixture
def empty_store(database: str, new_database: NewDatabase) -> Iterator[Store]:
    """A second such club beside ``store``, on the same database."""
    opened = open_store(new_database(database), local=True)
    yield opened
    opened.close()


@pytest.fixture
def empty_url(database: str, new_database: NewDatabase) -> str:
    """The address of a database with nothing in it, not even tables, on each database."""
    return new_database(database, empty=True)


@pytest.fixture
def postgresql_url(new_database: NewDatabase) -> str:
    """The address of a database of PostgreSQL with a club and its owner."""
    return new_database("postgresql")
