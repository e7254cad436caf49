"""Clicks on the pages of a club with 500 members and 1,000 events: what a run of the page takes, in this process, no browser."""

import os
import tempfile
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.harness import Row, seconds

MEMBERS, EVENTS, PLAYERS, ROUNDS = 500, 1_000, 40, 7
CONTROLS = ("standard", "standard", "rapid", "blitz")
LETTERS = np.array([("1", "0"), ("=", "="), ("0", "1")])
GOAL = 0.5  # seconds of work
FOLDER = Path(__file__).parents[1]


def rows() -> Iterator[Row]:
    """Every row of this subject: each page twice as a click, between two views of it that were looked at before."""
    from streamlit.testing.v1 import AppTest

    with tempfile.TemporaryDirectory() as folder:
        os.environ["CHESSDASH_DATABASE"] = f"sqlite:///{folder}/club.db"
        running = fill(os.environ["CHESSDASH_DATABASE"])
        app = AppTest.from_file(str(FOLDER / "app.py"), default_timeout=600)
        app.run()
        views: tuple[tuple[str, str, tuple[dict[str, Any], ...]], ...] = (
            ("events", "Events: the list", ({}, {})),
            ("standings", "Standings of an event of the club", ({"event": running}, {"event": "cup-997"})),
            ("ratings", "Ratings: players chosen", ({"member": ["5"]}, {"member": ["5", "9", "13"]})),
            ("ratings", "Ratings: another time control", ({"control": "rapid"}, {"control": "blitz"})),
            ("ratings", "Ratings: pages of players", ({"view": "member", "member": ["5"]}, {"view": "member", "member": ["9"]})),
            ("ratings", "Ratings: finished events", ({"view": "events"}, {"event": "cup-996"})),
            ("results", "Results: rounds", ({"event": running, "round": "6"}, {"event": running, "round": "7"})),
            ("results", "Results: players", ({"event": running, "view": "players"}, {"event": running, "round": "7"})),
            ("finish", "Finish: events", ({"event": running}, {"event": "cup-998"})),
            ("club", "Club: its parts", ({"view": "members"}, {"view": "events"})),
        )
        for page, work, asked in views:
            app.switch_page(str(FOLDER / "chessdash" / "pages" / f"{page}.py"))
            times = [seconds(lambda one=one: click(app, one), 5) for one in asked]  # type: ignore[misc]
            yield Row(f"{work}, {MEMBERS} members and {EVENTS:,} events, a click", max(times), None, GOAL)


def click(app: Any, parameters: dict[str, Any]) -> None:
    """A run of the page with other parameters; what it raises is raised."""
    app.query_params.clear()
    for name, value in parameters.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception, app.exception


def fill(url: str) -> str:
    """A club in a new database, its rows put there at once: all events but the last are finished; gives the key of that one."""
    from sqlalchemy import insert

    from chessdash.store import open_store, ratings, schema
    from chessdash.store.connect import writing

    store = open_store(url, local=True)
    random = np.random.default_rng(5)
    people = range(1, MEMBERS + 1)
    with writing(store.engine) as connection:

        def put(table: Any, lines: list[dict[str, Any]]) -> None:
            connection.execute(insert(table), lines)

        put(schema.member, [{"id": i, "name": f"Player, No {i:03d}", "active": True, "created": ""} for i in people])
        given = [(i, control, int(random.normal(1700, 250))) for i in people for control in sorted(set(CONTROLS))]
        put(schema.initial_rating, [{"member_id": i, "control": c, "rating": min(max(r, 1000), 2700)} for i, c, r in given])
        for number in range(1, EVENTS + 1):
            put(schema.event, [_event(number)])
            who = random.choice(MEMBERS, PLAYERS, replace=False) + 1
            entries = [{"no": no, "member_id": int(i), "name": f"Player, No {i:03d}"} for no, i in enumerate(who, 1)]
            put(schema.entry, [{"event_id": number, "rating": 1700.0, "extra": {}, **one} for one in entries])
            put(schema.round_, [{"event_id": number, "round": r, "published": True} for r in range(1, ROUNDS + 1)])
            boards = _boards(number, random)
            put(schema.board, boards)
            if number < EVENTS:
                put(schema.final_table, [_table(number, boards)])
    for control in sorted(set(CONTROLS)):
        ratings.recompute_all(store, control)
    store.close()
    return f"cup-{EVENTS}"


def _day(number: int) -> str:
    return (date(2023, 1, 1) + timedelta(days=number)).isoformat()


def _event(number: int) -> dict[str, Any]:
    scoring = {"win": 1.0, "draw": 0.5, "loss": 0.0, "absence": 0.0, "pab": 1.0}
    values = {"kind": "club", "system": "swiss", "rated": True, "planned": ROUNDS, "extra": {}, "created": "", "scoring": scoring}
    over = number < EVENTS
    values |= {
        "state": "finished" if over else "running",
        "ended": _day(number) if over else "",
        "finished_as": number if over else None,
    }
    control = CONTROLS[number % len(CONTROLS)]
    return {"id": number, "key": f"cup-{number}", "name": f"Cup {number}", "control": control, "start": _day(number), **values}


def _table(number: int, boards: list[dict[str, Any]]) -> dict[str, Any]:
    """The final table of an event by points alone."""
    points = dict.fromkeys(range(1, PLAYERS + 1), 0.0)
    for board in boards:
        for side in ("white", "black"):
            points[board[side]] += {"1": 1.0, "=": 0.5, "0": 0.0}[board[f"{side}_result"]]
    rows = [[no, 1 + sum(other > won for other in points.values()), won] for no, won in points.items()]
    rows.sort(key=lambda row: row[1])
    return {"event_id": number, "edition": 1, "at": _day(number), "codes": ["PTS"], "rows": rows, "rules": {}}


def _boards(number: int, random: np.random.Generator) -> list[dict[str, Any]]:
    """The boards of an event, paired round a circle, results at random; the last board of the one that is running is open."""
    circle, found = np.arange(1, PLAYERS), []
    for round in range(1, ROUNDS + 1):
        seats = np.concatenate([[0], np.roll(circle, round)]) + 1
        results = LETTERS[random.integers(3, size=PLAYERS // 2)]
        for board, (white, black, letters) in enumerate(zip(seats[: PLAYERS // 2], seats[::-1], results, strict=False), 1):
            open_one = number == EVENTS and round == ROUNDS and board == PLAYERS // 2
            one, other = ("*", "*") if open_one else letters.tolist()
            sides = {"white": int(white), "black": int(black), "white_result": one, "black_result": other}
            found.append({"event_id": number, "round": round, "board": board, **sides})
    return found
