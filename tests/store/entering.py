"""Many people who enter results at once, and people who are killed while they save: real processes, for tests.

``python -m tests.store.entering TASK ADDRESS KEY ...`` prints what happened as JSON. It imports once and forks each person.
"""

import json
import multiprocessing
import random
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from sqlalchemy import event as listening
from sqlalchemy import func, select

from chessdash.store import Store, open_store, results, schema
from chessdash.store.access import Viewer
from chessdash.store.connect import writing
from tests.store.crashing import killer

FORK = multiprocessing.get_context("fork")
PAUSE = 0.05  # seconds in which one looks up between two saves
CYCLE = "1=0"  # a board has the code of the number of saves so far


def of(url: str, person: int) -> Store:
    """The store as a person has it open."""
    return open_store(url).seen_by(Viewer(person, f"person {person}"))


def seen(store: Store, key: str) -> dict[int, int]:
    """The versions of round 1 as the page has them."""
    shown = results.board_view(store, key, 1)
    return dict(zip(shown["board"].tolist(), shown["version"].tolist(), strict=True))


# Twenty people at once


def disjoint(store: Store, key: str, shown: dict[int, int], person: int, people: int, saves: int, said: dict[str, Any]) -> None:
    """One of many who have boards of their own: saves them again and again, from the result that is there."""
    versions = {board: version for board, version in shown.items() if board % people == person}
    for n in range(1, saves + 1):
        began = time.perf_counter()
        done = results.save(store, key, 1, {board: (CYCLE[n % 3], version) for board, version in versions.items()})
        said["seconds"].append(time.perf_counter() - began)
        said["boards"] += done
        versions = {board: version + 1 for board, version in versions.items()}
        time.sleep(PAUSE)


def same(store: Store, key: str, shown: dict[int, int], person: int, people: int, saves: int, said: dict[str, Any]) -> None:
    """One of many who want the first ten boards: sets all of them to one code, after a conflict against what is there."""
    rest = random.Random(person)
    versions = {board: version for board, version in shown.items() if board <= 10}
    code = CYCLE[0]
    for _ in range(saves):
        while True:
            boards = list(versions)
            rest.shuffle(boards)  # the order in which a page hands them over does not matter
            began = time.perf_counter()
            try:
                done = results.save(store, key, 1, {board: (code, versions[board]) for board in boards})
            except results.Conflict as conflict:
                said["conflicts"] += 1
                versions |= dict(zip(conflict.frame["board"].tolist(), conflict.frame["version"].tolist(), strict=True))
                code = next(one for one in CYCLE if one != conflict.frame["stored"].iloc[0])
                continue
            if done:
                said["seconds"].append(time.perf_counter() - began)
                said["boards"] += done
                versions = {board: version + 1 for board, version in versions.items()}
                code = next(one for one in CYCLE if one != code)
                time.sleep(PAUSE)
                break
            code = next(one for one in CYCLE if one != code)  # somebody had the same idea


def enter(url: str, key: str, task: str, first: int, people: int, saves: int) -> dict[str, Any]:
    """What so many people did, who began at the same moment: people from the id ``first`` on."""
    began, ends = FORK.Barrier(people), []
    for person in range(people):
        own, other = FORK.Pipe()
        process = FORK.Process(target=_person, args=(other, began, url, key, task, first + person, person, people, saves))
        process.start()
        ends.append((process, own))
    said = [own.recv() for _, own in ends]
    for process, _ in ends:
        process.join()
    seconds = sorted(one for person in said for one in person["seconds"])
    whole = max(person["ended"] for person in said) - min(person["began"] for person in said)
    return {
        "saves": len(seconds),
        "boards": sum(person["boards"] for person in said),
        "conflicts": sum(person["conflicts"] for person in said),
        "errors": [person["error"] for person in said if person["error"]],
        "per_second": len(seconds) / whole,
        "p50": seconds[len(seconds) // 2] if seconds else None,
        "p95": seconds[len(seconds) * 95 // 100] if seconds else None,
    }


def _person(end: Connection, began: Any, url: str, key: str, task: str, who: int, person: int, people: int, saves: int) -> None:
    said: dict[str, Any] = {"seconds": [], "boards": 0, "conflicts": 0, "error": ""}
    act: Callable[..., None] = {"disjoint": disjoint, "same": same}[task]
    try:
        store = of(url, who)
        shown = seen(store, key)
        began.wait()
        said["began"] = time.perf_counter()
        act(store, key, shown, person, people, saves, said)
    except Exception as error:
        said["error"] = f"{type(error).__name__}: {error}"
    said["ended"] = time.perf_counter()
    said.setdefault("began", said["ended"])
    end.send(said)


# Killed while saving


def save_on(url: str, key: str, who: int, statement: int, ready: Connection) -> None:
    """Keeps a draft and saves all boards, again and again, until killed: by itself at this statement (0: never)."""
    store = of(url, who)
    versions = seen(store, key)
    count = saved(store, key)["saves"]
    if statement:
        listening.listen(store.engine, "after_cursor_execute", killer(statement))
    ready.send("ready")
    while True:
        count += 1
        code = CYCLE[count % 3]
        results.draft(store, key, 1, 1, code, versions[1])
        results.save(store, key, 1, {board: (code, version) for board, version in versions.items()})
        versions = {board: version + 1 for board, version in versions.items()}


def saved(store: Store, key: str) -> dict[str, Any]:
    """Everything that a save writes, once whoever was killed has let go: ``wrong`` names what does not belong together."""
    with writing(store.engine) as connection:
        one = connection.execute(select(schema.event).where(schema.event.c.key == key).with_for_update()).one()
        boards = connection.execute(select(schema.board).where(schema.board.c.event_id == one.id)).all()
        logged = connection.execute(select(func.count()).where(schema.log.c.event_id == one.id, schema.log.c.what == "result"))
        changes = logged.scalar_one()
        drafts = connection.execute(select(schema.draft)).all()
    start = one.extra["start"]  # the revision, which is the version of every board, before the first save
    saves = one.revision - start["revision"]
    code = CYCLE[saves % 3] if saves else "*"
    wrong = []
    if {row.version for row in boards} != {start["version"] + saves}:
        wrong.append(f"versions {sorted({row.version for row in boards})} after {saves} saves")
    if {row.white_result for row in boards} != {code}:
        wrong.append(f"results {sorted({row.white_result for row in boards})} after {saves} saves")
    if changes != len(boards) * max(saves - 1, 0):
        wrong.append(f"{changes} rows in the log after {saves} saves")
    if any((row.result, row.version) != (CYCLE[(saves + 1) % 3], start["version"] + saves) for row in drafts):
        wrong.append(f"drafts {[(row.result, row.version) for row in drafts]} after {saves} saves")
    return {"saves": saves, "drafts": len(drafts), "wrong": wrong}


def kill(url: str, key: str, who: int, times: int, statements: int) -> dict[str, Any]:
    """Kills somebody who saves, so many times: each second time at a random statement of the first save, else at any moment."""
    rest, said = random.Random(1), {"saves": 0, "middle": 0, "wrong": []}
    for n in range(times):
        own, other = FORK.Pipe()
        statement = rest.randint(1, statements) if n % 2 else 0
        process = FORK.Process(target=save_on, args=(url, key, who, statement, other))
        process.start()
        if own.poll(60):
            own.recv()
        if not statement:
            time.sleep(rest.uniform(0, 0.3))
            process.kill()
        process.join(60)
        store = of(url, who)  # opened anew, as after a crash
        now = saved(store, key)
        store.close()
        said["middle"] += now["drafts"]
        said["saves"] = now["saves"]
        said["wrong"] += [f"kill {n}: {text}" for text in now["wrong"]]
    return said


if __name__ == "__main__":
    task, url, key, *numbers = sys.argv[1:]
    once = of(url, int(numbers[0]))
    seen(once, key)  # imports whatever is needed once, before the others are forked
    once.close()
    first, *others = map(int, numbers)
    print(json.dumps(kill(url, key, first, *others) if task == "kill" else enter(url, key, task, first, *others)))
