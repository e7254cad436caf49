"""Killed (kill -9) in the middle of a finish, of a correction with its recomputation, of a restore: as before or as after.

Real processes on both databases; results being saved are in ``test_concurrency.py``. Figures are printed with ``pytest -s``.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

from chessdash.store import backup, events, finishing, open_store, ratings
from tests import rated_club
from tests.rated_club import FIRST, SECOND

ROOT = Path(__file__).parents[2]
TIMES = 8


def run(store, task, further, **environment):
    """What the processes of ``crashing`` did."""
    url = store.engine.url.render_as_string(hide_password=False)
    store.engine.dispose()
    command = [sys.executable, "-m", "tests.store.crashing", task, url, str(TIMES), "7", str(further)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240, env={**os.environ, **environment})
    assert done.returncode == 0, done.stderr[-2000:]
    said = json.loads(done.stdout)
    print(f"\n{store.engine.dialect.name} {task}: {said}")
    assert said["wrong"] == []
    return said


def test_killed_while_correcting(store):
    """The board, the log, the table's edition and the ratings of all later events belong to the same correction."""
    ids = rated_club.people(store)
    for key in (FIRST, SECOND):
        rated_club.play(store, key, ids)
    said = run(store, "correct", FIRST)
    assert said["before"] >= 1
    assert finishing.final(store, FIRST).attrs["editions"] == 1 + said["after"]
    finishing.correct(store, SECOND, 1, 1, "=", "and it goes on")
    assert ratings.recompute_all(store, "standard") == 0


def test_killed_while_finishing(store):
    """Until it is finished it is as before, and whoever comes next may finish it."""
    ids = rated_club.people(store)
    key = rated_club.play(store, FIRST, ids, finish=False)
    said = run(store, "finish", key)
    assert said["before"] >= 1
    if not said["after"]:
        finishing.finish(store, key, "2026-05-05")
    assert events.listing(store)["state"].tolist() == ["finished"]
    assert finishing.final(store, key).attrs["editions"] == 1 and len(ratings.changes(store, key)) == 4


def test_killed_while_restoring(store, new_database, database, tmp_path):
    """All rows or none; then the restore goes through."""
    ids = rated_club.people(store)
    for key in (FIRST, SECOND):
        rated_club.play(store, key, ids)
    path = tmp_path / "club.json.gz"
    rows = backup.backup(store, path)
    other = open_store(new_database(database), local=True)
    said = run(other, "restore", path, CRASHING_ROWS=str(rows))
    assert said["before"] >= 1
    url = other.engine.url.render_as_string(hide_password=False)
    if not said["after"]:
        assert backup.restore(path, url) == rows
    assert ratings.rating_list(open_store(url)).equals(ratings.rating_list(store))
    other.close()
