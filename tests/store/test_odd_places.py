"""Databases that are somebody else's, and files with names that an address has to write otherwise."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect, text

from chessdash.errors import StoreError
from chessdash.store import members, open_store
from chessdash.store.backup import sample
from chessdash.store.connect import address_of


def test_tables_of_another_program_stay_alone(empty_url):
    """A club is not mixed into them, whether their names are those of a club or not."""
    for name in ("photo", "event"):
        engine = create_engine(empty_url)
        with engine.begin() as connection:
            connection.execute(text(f"CREATE TABLE {name} (id integer)"))
        with pytest.raises(StoreError, match="tables of another program"):
            open_store(empty_url, local=True)
        assert inspect(engine).get_table_names() == [name]
        with engine.begin() as connection:
            connection.execute(text(f"DROP TABLE {name}"))
        engine.dispose()
    open_store(empty_url, local=True).close()


def test_the_versions_of_another_program_are_not_newer_ones(tmp_path):
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE alembic_version (version_num TEXT)")
        other.execute("INSERT INTO alembic_version VALUES ('3f2a9c')")
    with pytest.raises(StoreError, match="tables of another program"):
        open_store(address_of(tmp_path / "other.db"))


@pytest.mark.parametrize("name", ["a b", "what?", "50%20", "#1", "é♟", "it's;here", "a=b&c"])
def test_a_folder_with_any_name(tmp_path, monkeypatch, name):
    monkeypatch.delenv("CHESSDASH_DATABASE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / name))
    store = open_store(local=True)
    number = members.add_member(store, "M")
    store.close()
    assert (tmp_path / name / "chessdash" / "club.db").is_file()
    again = open_store(address_of(tmp_path / name / "chessdash" / "club.db"), local=True)
    assert members.members(again).index.tolist() == [number]
    again.close()
    assert [one.name for one in tmp_path.iterdir()] == [name]


def test_the_sample_club_in_a_folder_with_any_name(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "what? 50%20 #1"))
    store = open_store(sample(), local=True)
    assert len(members.members(store)) > 30
    store.close()
    assert Path(store.engine.url.database or "").parent.parent.name == "what? 50%20 #1"


@pytest.mark.parametrize("name", ["x" * 300 + ".db", "nul\0.db", "what?.db"])
def test_a_name_that_no_file_has_or_no_address(tmp_path, name):
    """A question mark would end the name in an address: another file would be made."""
    with pytest.raises(StoreError) as raised:
        open_store(f"sqlite:///{tmp_path}/{name}")
    assert "\n" not in str(raised.value)
    assert not [one for one in tmp_path.iterdir() if not one.name.endswith("-turn")]
