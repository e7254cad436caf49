"""A database that the first migration made still opens: ``first.sql`` is a dump of one, kept as it was."""

import sqlite3
from pathlib import Path

import pytest

from chessdash.store import events, finishing, members, open_store, ratings
from tests import rated_club
from tests.rated_club import FIRST, SECOND

DUMP = Path(__file__).parent / "first.sql"


@pytest.fixture
def old(tmp_path):
    """The club of ``tests/rated_club.py``, corrected, as version 0001 of the schema kept it on SQLite."""
    path = tmp_path / "old.db"
    connection = sqlite3.connect(path)
    connection.executescript(DUMP.read_text(encoding="utf-8"))
    assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
    connection.close()
    return f"sqlite:///{path}"


def test_a_database_of_the_first_migration_opens_and_goes_on(old):
    """All of it is there, by the figures worked out by hand, and the next correction works."""
    store = open_store(old, local=True)
    frame = members.members(store)
    number = {name: int(one) for one, name in frame["name"].items()}
    listed = ratings.rating_list(store)["rating"]
    assert {who: int(listed[number[rated_club.NAMES[who]]]) for who in rated_club.LIST} == rated_club.LIST
    assert events.listing(store).set_index("key").loc[[FIRST, SECOND], "state"].tolist() == ["finished", "finished"]
    assert finishing.final(store, FIRST).attrs["editions"] == 2
    assert ratings.recompute_all(store, "standard") == 0
    finishing.correct(store, FIRST, 1, 1, "1", "as it was")
    assert ratings.changes(store, FIRST)["change"].to_dict() == {1: 2, 2: 0, 3: -20, 4: 18}
    store.close()
