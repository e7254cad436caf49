"""Somebody who is killed in the middle of a finish, a correction or a restore: real processes, for tests.

``python -m tests.store.crashing TASK ADDRESS TIMES SEED FURTHER`` prints what happened as JSON. It imports once and forks each.
"""

import json
import multiprocessing
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import event as listening
from sqlalchemy import func, select
from sqlalchemy.engine import Engine

from chessdash.store import backup, events, finishing, open_store, ratings, schema
from chessdash.store.connect import reading, writing

FORK = multiprocessing.get_context("fork")
CODES = "1=0"  # the board has the code of the number of corrections so far


def killer(statement: int) -> Callable[..., None]:
    """Kills its own process once so many statements have run."""
    left = [statement]

    def count(*_: Any) -> None:
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)

    return count


def act(task: str, url: str, further: str, code: str, statement: int) -> None:
    """One finish, one correction of the first event, or one restore; killed at a statement, 0: from outside."""
    if statement:
        listening.listen(Engine, "after_cursor_execute", killer(statement))
    if task == "restore":
        backup.restore(further, url)
        return
    store = open_store(url, local=True)
    if task == "finish":
        finishing.finish(store, further, "2026-05-05")
    else:
        finishing.correct(store, further, 1, 1, code, "again")


def state(url: str) -> dict[str, Any]:
    """Every row, once whoever was killed has let go."""
    store = open_store(url)
    with writing(store.engine) as connection:  # PostgreSQL may still be undoing
        connection.execute(schema.club.update().values(revision=schema.club.c.revision))
    with reading(store.engine) as connection:
        rows = list(backup.lines(connection))
        editions = connection.execute(select(func.count()).select_from(schema.final_table)).scalar_one()
        boards = connection.execute(select(schema.board)).all()
        logged = connection.execute(select(func.count()).select_from(schema.log)).scalar_one()
        finished = connection.execute(select(func.count()).where(schema.event.c.state == "finished")).scalar_one()
    store.close()
    return {
        "rows": rows,
        "editions": editions,
        "boards": sum(row.version for row in boards),
        "logged": logged,
        "finished": finished,
    }


def consistent(url: str) -> bool:
    """Whether the stored ratings are those of a fresh computation."""
    store = open_store(url, local=True)
    none = ratings.recompute_all(store, "standard") == 0
    store.close()
    return none


def run(task: str, url: str, times: int, seed: int, further: str) -> dict[str, Any]:
    """Kills so many: every other at a random statement, else any time; ``wrong`` is what is neither before nor after."""
    rest, said = random.Random(seed), {"before": 0, "after": 0, "wrong": []}
    for n in range(times):
        now = state(url)
        statement = rest.randint(6, 12 if task == "restore" else 40) if n % 2 == 0 else 0
        process = FORK.Process(target=act, args=(task, url, further, CODES[(said["after"] + 1) % 3], statement))
        process.start()
        if not statement:
            time.sleep(rest.uniform(0, 0.25))
            process.kill()
        process.join(60)
        then = state(url)
        if then["rows"] == now["rows"]:
            said["before"] += 1
            continue
        said["after"] += 1
        grown = {name: then[name] - now[name] for name in ("editions", "boards", "logged", "finished")}
        wanted = {
            "finish": {"editions": 1, "boards": 0, "logged": 1, "finished": 1},
            "correct": {"editions": 1, "boards": 1, "logged": 1, "finished": 0},
        }
        if task == "restore":
            if len(then["rows"]) != int(os.environ["CRASHING_ROWS"]) + 2:  # the head, and the restore in the log
                said["wrong"].append(f"kill {n}: {len(then['rows'])} rows")
            break
        if grown != wanted[task]:
            said["wrong"].append(f"kill {n}: {grown}")
        if task == "finish":
            break
    if task != "restore" and not consistent(url):
        said["wrong"].append("ratings")
    return said


if __name__ == "__main__":
    task, url, times, seed, further = sys.argv[1:]
    import pandas  # noqa: F401  (once, before the others are forked; as are all modules that opening a store needs)

    store = open_store(url)
    if task != "restore":
        events.tournament(store, further).faults  # noqa: B018
        import chessdash.standings  # noqa: F401
    store.close()
    print(json.dumps(run(task, url, int(times), int(seed), further)))
