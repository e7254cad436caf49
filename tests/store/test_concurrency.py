"""Twenty people who enter results at once, and people killed in the middle of a save: real processes, on both databases.

Figures are printed with ``pytest -s``.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from chessdash.store import events, results, schema
from chessdash.store.connect import reading, writing
from tests.store.clubs import club_event, someone, typed, versions
from tests.store.entering import CYCLE

ROOT = Path(__file__).parents[2]
PEOPLE = 20
BOARDS = 60


def run(store, task, key, *numbers):
    """What the processes of ``entering`` did."""
    url = store.engine.url.render_as_string(hide_password=False)
    command = [sys.executable, "-m", "tests.store.entering", task, url, key, *map(str, numbers)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr[-2000:]
    said = json.loads(done.stdout)
    print(f"\n{store.engine.dialect.name} {task}: " + ", ".join(f"{name} {_short(value)}" for name, value in said.items()))
    return said


def _short(value):
    return f"{value:.4g}" if isinstance(value, float) else value


def changes(store):
    """How many results the log has as changed after the first."""
    with reading(store.engine) as connection:
        return connection.execute(select(func.count()).where(schema.log.c.what == "result")).scalar_one()


@pytest.fixture
def full_round(store):
    """A round of 60 boards, published and without results."""
    key = club_event(store, 2 * BOARDS, 3)
    typed(store, key, *((no, no + BOARDS) for no in range(1, BOARDS + 1)))
    return key


@pytest.fixture
def people(store):
    """The id of the first of twenty arbiters; theirs are consecutive."""
    return min([someone(store, "arbiter", f"person {n}").viewer.person for n in range(PEOPLE)])


def test_twenty_people_with_boards_of_their_own(store, full_round, people):
    """Everything lands, nobody is in the way of anybody, each board has been changed as often as it was saved."""
    saves, before = 4, versions(store, full_round, 1)
    revision = events.revision(store, full_round)
    said = run(store, "disjoint", full_round, people, PEOPLE, saves)
    assert said["errors"] == [] and said["conflicts"] == 0
    assert (said["saves"], said["boards"]) == (PEOPLE * saves, BOARDS * saves)
    after = results.board_view(store, full_round, 1)
    assert set(after["code"]) == {CYCLE[saves % 3]}
    assert dict(zip(after["board"], after["version"], strict=True)) == {board: seen + saves for board, seen in before.items()}
    assert events.revision(store, full_round) == revision + PEOPLE * saves
    assert after["by"].tolist() == [f"person {board % PEOPLE}" for board in after["board"]]
    assert changes(store) == BOARDS * (saves - 1)  # all but the first results
    assert len(events.tournament(store, full_round).results) == 2 * BOARDS


def test_twenty_people_who_want_the_same_boards(store, full_round, people):
    """Conflicts are refused and tried again; no update is lost, none is half there, and nobody deadlocks."""
    saves, before = 2, versions(store, full_round, 1)
    revision = events.revision(store, full_round)
    said = run(store, "same", full_round, people, PEOPLE, saves)
    assert said["errors"] == []
    assert (said["saves"], said["boards"]) == (PEOPLE * saves, 10 * PEOPLE * saves)
    assert said["conflicts"] >= PEOPLE - 1  # all began with the same versions, so all but one were refused at first
    after = results.board_view(store, full_round, 1).set_index("board")
    grown = {board: int(after["version"][board]) - seen for board, seen in before.items()}
    assert grown == {board: PEOPLE * saves if board <= 10 else 0 for board in before}
    assert after["code"][:10].nunique() == 1 and after["by"][:10].nunique() == 1
    assert set(after["code"][10:]) == {"*"}
    assert changes(store) == 10 * (PEOPLE * saves - 1)
    assert events.revision(store, full_round) - revision >= PEOPLE * saves


def test_killed_while_saving(store, full_round, people):
    """The store is as before a save or as after it: results, versions, log, revision and drafts belong to the same save."""
    with writing(store.engine) as connection:
        version = connection.execute(select(schema.board.c.version).limit(1)).scalar_one()
        start = {"revision": events.revision(store, full_round), "version": version}
        connection.execute(update(schema.event).values(extra={"start": start}))
    store.engine.dispose()
    said = run(store, "kill", full_round, people, 14, 40)
    assert said["wrong"] == []
    assert said["middle"] >= 3  # of seven that killed themselves at a statement between keeping a draft and the end of the save
    assert said["saves"] >= 1
