"""Backup and restore: from one database to the other and back, and files that are no backup."""

import gzip
import json
import zlib

import pytest

from chessdash.errors import AccessError, StoreError
from chessdash.store import backup, events, finishing, members, open_store, ratings, schema
from chessdash.store.connect import reading
from tests import rated_club
from tests.rated_club import FIRST, SECOND
from tests.store.clubs import club_event, logged, someone, typed
from tests.store.rows import every_row


def filled(store):
    """A club with two finished events, one corrected, one running with a draft of a round, letters beyond ASCII in it."""
    ids = rated_club.people(store)
    for key in (FIRST, SECOND):
        rated_club.play(store, key, ids)
    rated_club.correct(store)
    members.add_member(store, "Łódź, Ægir ½ 😀")
    typed(store, club_event(store, 4, 3), (1, 2), (3, 4))
    return ids


def lines(store):
    """The backup's lines, without what a restore itself logs."""
    with reading(store.engine) as connection:
        return [line for line in backup.lines(connection) if '"what": "restored"' not in line]


def test_from_sqlite_to_postgresql_and_back(new_database, tmp_path):
    """The same lines each time, numbers go on after those that were restored, ratings are as they were."""
    first = open_store(new_database("sqlite"), local=True)
    filled(first)
    known = lines(first)
    before, stores = first, [first]
    for step, kind in enumerate(("postgresql", "sqlite", "postgresql")):
        path, url = tmp_path / f"{step}.json.gz", new_database(kind, empty=step == 1)
        n = backup.backup(before, path)
        assert backup.restore(path, url) == n
        before = open_store(url, local=True)
        stores.append(before)
        assert lines(before) == known
        assert ratings.rating_list(before).equals(ratings.rating_list(first))
    number = members.add_member(before, "Next, Nan", initial={"standard": 1500})
    assert number == len(members.members(first)) + 1
    assert before.viewer.person == first.viewer.person
    club_event(before, 2, 1)
    finishing.correct(before, FIRST, 1, 1, "0", "again")
    assert ratings.recompute_all(before, "standard") == 0
    for one in stores:
        one.close()


def test_a_restore_needs_an_empty_database(store, empty_store, tmp_path):
    filled(store)
    path = tmp_path / "club.json.gz"
    backup.backup(store, path)
    members.add_member(empty_store, "Somebody")
    for occupied in (store, empty_store):
        before = every_row(occupied)
        with pytest.raises(StoreError) as raised:
            backup.restore(path, occupied.engine.url.render_as_string(hide_password=False))
        assert "\n" not in str(raised.value)
        assert every_row(occupied) == before


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_club_whose_log_has_begun_is_not_empty(store, empty_store, tmp_path):
    path = tmp_path / "club.json.gz"
    backup.backup(store, path)
    members.change_club(empty_store, name="Another")
    with pytest.raises(StoreError) as raised:
        backup.restore(path, str(empty_store.engine.url))
    assert "FOREIGN" not in str(raised.value)
    assert logged(empty_store, "club_name")


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_what_a_backup_needs(store, tmp_path):
    """A new file in a folder that is there, and the right to it; nothing is left half written."""
    path = tmp_path / "club.json.gz"
    backup.backup(store, path)
    packed = path.read_bytes()
    for where in (
        path, tmp_path / "no" / "club.gz", tmp_path, path / "club.gz", tmp_path / ("x" * 300), tmp_path / "nul\0.gz"
    ):  # fmt: skip
        with pytest.raises(StoreError) as raised:
            backup.backup(store, where)
        assert "\n" not in str(raised.value) and ".part" not in str(raised.value)
    others = tmp_path / "other.part"  # somebody else's, whatever it is called
    others.write_text("mine")
    with pytest.raises(AccessError):
        backup.backup(someone(store, "arbiter"), tmp_path / "other")
    backup.backup(store, tmp_path / "other")
    assert others.read_text() == "mine"
    assert path.read_bytes() == packed
    assert sorted(one.name for one in tmp_path.iterdir() if ".gz" in one.name) == ["club.json.gz"]


HEAD = {"chessdash club": 1, "schema": "0001"}
MEMBER = {"id": 1, "name": "A", "active": True, "created": "2026"}
BROKEN = {  # what the lines of a backup are
    "nothing": [],
    "rows left out": [HEAD, ["member", MEMBER], {"rows": 2}],
    "rows behind the last": [HEAD, {"rows": 0}, ["member", MEMBER]],
    "no head": [["member", MEMBER]],
    "another program's": [{"club": 1}],
    "a newer one": [{"chessdash club": 1, "schema": "9999"}],
    "no rows": [HEAD, "member"],
    "a number": [HEAD, 7],
    "three of two": [HEAD, ["member", MEMBER, 1]],
    "another table": [HEAD, ["sqlite_master", {"name": "x"}]],
    "a list as a table": [HEAD, [["member"], MEMBER]],
    "a list as a row": [HEAD, ["member", [1, 2]]],
    "another column": [HEAD, ["member", {**MEMBER, "shoe": 43}]],
    "a column of SQL": [HEAD, ["member", {**MEMBER, "name) VALUES (1); --": 1}]],
    "too few columns": [HEAD, ["member", {"id": 1}]],
    "columns that come and go": [HEAD, ["member", {**MEMBER, "title": "GM"}], ["member", {**MEMBER, "id": 2}]],
    "a text as a number": [HEAD, ["member", {**MEMBER, "id": "one"}]],
    "a number as a text": [HEAD, ["member", {**MEMBER, "name": 7}]],
    "a list as a text": [HEAD, ["member", {**MEMBER, "name": ["A"]}]],
    "a number as yes or no": [HEAD, ["member", {**MEMBER, "active": 1}]],
    "a name of nothing": [HEAD, ["member", {**MEMBER, "name": None}]],
    "a number that is too large": [HEAD, ["member", {**MEMBER, "id": 10**30}]],
    "a text that is too long": [HEAD, ["member", {**MEMBER, "name": "x" * 201}]],
    "half a character": [HEAD, ["member", {**MEMBER, "name": "\udc80"}]],
    "a NUL": [HEAD, ["member", {**MEMBER, "name": "A\0"}]],
    "the same twice": [HEAD, ["member", MEMBER], ["member", MEMBER]],
    "an initial rating of 9999": [HEAD, ["member", MEMBER],
                                  ["initial_rating", {"member_id": 1, "control": "rapid", "rating": 9999}]],
    "a member who is not there": [HEAD, ["initial_rating", {"member_id": 1, "control": "rapid", "rating": 1500}]],
    "not a number": [HEAD, ["member", {**MEMBER, "id": float("nan")}]],
}  # fmt: skip


def refused(path, url):
    with pytest.raises(StoreError) as raised:
        backup.restore(path, url)
    said = str(raised.value)
    assert "\n" not in said and len(said) < 600 and raised.value.__cause__ is None
    return said


def test_what_is_no_backup_is_refused_and_nothing_is_written(store, tmp_path):
    url = store.engine.url.render_as_string(hide_password=False)
    before = every_row(store)
    path = tmp_path / "broken.json.gz"
    for what, found in BROKEN.items():
        with gzip.open(path, "wt", encoding="utf-8") as packed:
            packed.writelines(json.dumps(line) + "\n" for line in [*found, {"rows": len(found) - 1}])
        said = refused(path, url)
        assert "broken.json.gz" in said or what == "a newer one", (what, said)
        assert every_row(store) == before, what


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_files_that_are_broken(store, tmp_path):
    url = str(store.engine.url)
    whole = tmp_path / "whole.json.gz"
    backup.backup(store, whole)
    packed, before = whole.read_bytes(), every_row(store)
    plain = gzip.decompress(packed)
    path = tmp_path / "broken.json.gz"
    path.write_bytes(packed)
    refused(tmp_path, url)
    refused(tmp_path / "nowhere.gz", url)
    deep, cut = b"[" * 200_000, plain.splitlines(keepends=True)
    for content in (
        b"", b"hello", plain, packed[: len(packed) // 2], packed[:-1], packed[:20] + b"\xff\xff\xff" + packed[23:],
        packed[:-8] + b"\0" * 8, gzip.compress(plain + b"{"), gzip.compress(plain + b"\xff\n"),
        gzip.compress(plain + deep + b"\n"), gzip.compress(deep), zlib.compress(plain),
        gzip.compress(b"".join(cut[:-1])), gzip.compress(b"".join([*cut[:-2], cut[-1]])),
    ):  # fmt: skip
        path.write_bytes(content)
        refused(path, url)
        assert every_row(store) == before
    assert len(events.listing(store)) == 0 and every_row(store, schema.club)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_the_same_club_gives_the_same_file(store, tmp_path):
    filled(store)
    for name in ("one", "two"):
        backup.backup(store, tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_what_could_not_be_restored_is_no_backup(store, tmp_path, monkeypatch):
    filled(store)
    monkeypatch.setattr(backup, "LONGEST", 300)
    with pytest.raises(StoreError, match="more than the 300 characters"):
        backup.backup(store, tmp_path / "club.gz")
    assert not list(tmp_path.glob("club.gz*"))


def test_rows_of_an_event_that_nobody_could_open(store, empty_url, tmp_path):
    """Each is well-formed and fits its table, and would be an event whose pages fail for ever."""
    filled(store)
    path = tmp_path / "broken.json.gz"
    whole = lines(store)
    for table, column, value in (
        ("event", "scoring", "x"), ("event", "scoring", {"win": "x"}), ("event", "scoring", {"gewonnen": 1}),
        ("event", "extra", []), ("event", "extra", {"info": 5}), ("event", "extra", {"columns": 3}),
        ("entry", "withdrawn_after", -9),
    ):  # fmt: skip
        with gzip.open(path, "wt", encoding="utf-8") as packed:
            for line in whole:
                name, row = json.loads(line) if line.startswith("[") else ("", {})
                packed.write((json.dumps([name, {**row, column: value}]) if name == table else line) + "\n")
            packed.write(json.dumps({"rows": len(whole) - 1}))
        assert "cannot be read" in refused(path, empty_url), (table, column, value)
        left = open_store(empty_url, local=True)
        assert events.listing(left).empty and members.members(left).empty
        left.close()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_line_without_an_end_is_not_read_to_it(store, tmp_path, monkeypatch):
    """Ten kilobytes can unpack to as many megabytes; what is read of them is bounded."""
    path = tmp_path / "bomb.json.gz"
    read = []
    monkeypatch.setattr(backup, "LONGEST", 1000)
    known = json.loads
    monkeypatch.setattr(json, "loads", lambda text: (read.append(len(text)), known(text))[1])
    for start in (b"", json.dumps(HEAD).encode() + b"\n"):
        path.write_bytes(gzip.compress(start + b'["member", "' + b"a" * 10_000_000))
        refused(path, str(store.engine.url))
    assert read and max(read) <= 1000
