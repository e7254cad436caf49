"""Results of a published round: looked at, saved against what the page showed, or nothing at all.

A result is one code from White's side, as in ``whatif``: 1 = 0 played, + and - a win by forfeit for White and for Black, x a loss
by forfeit for both, * none yet. Each board has a version that every change counts up.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import Connection, Row, bindparam, delete, select, update

from chessdash.errors import StoreError
from chessdash.store import access, events, log, schema, seats, withdrawal
from chessdash.store.boards import TEXTS, Changes, boards_of, checked, code_of, drafted, no_board, place
from chessdash.store.connect import reading, writing
from chessdash.store.drafts import as_seen
from chessdash.store.drafts import discard as discard
from chessdash.store.drafts import draft as draft
from chessdash.store.drafts import drafts as drafts
from chessdash.store.schema import board, person
from chessdash.store.sheets import sheet_of
from chessdash.text import say
from chessdash.tournament import Tournament
from chessdash.whatif.boards import letters

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.store.handle import Store


class Conflict(StoreError):
    """Somebody else changed boards that were to be saved, so nothing was.

    ``frame`` has one row such a board: board, white, black (start numbers), white_name, black_name, stored and yours (codes), by,
    at (who stored it and when, "" where a file had it), version (the stored one, to save again against).
    """

    def __init__(self, frame: "pd.DataFrame") -> None:
        boards = ", ".join(map(str, frame["board"]))
        super().__init__(say("results_conflict", n=len(frame), boards=boards))
        self.frame = frame


class _Late(Exception):
    """Boards that were changed since they were seen."""

    def __init__(self, boards: Sequence[Row[Any]]) -> None:
        super().__init__()
        self.boards = boards


def save(store: "Store", key: str, round: int, changes: Changes, *, seen: Changes | None = None) -> int:
    """Saves results, all of them or none: ``{board: (code, the version that was seen)}``; gives how many boards changed.

    A board that has the result already is left alone. Conflict where another one was changed since; StoreError for a round that
    is not published, a finished event, a board that is not there and an unknown code; AccessError for whoever may not enter
    results. A change after a board's first result is logged. The viewer's drafts of these boards are done with. In a round robin
    that somebody has left the forfeits follow (``withdrawal.follow``); StoreError for one that was typed and would be as it was.
    ``seen``: the drafts as a page showed them; ``drafts.Changed`` where the viewer's drafts of the round are others by now.
    """
    wanted = checked(changes)
    try:
        return _saved(store, key, round, wanted, seen)
    except _Late as late:  # the others do not wait until the frame is made
        raise Conflict(_conflicts(late.boards, wanted)) from None


def _saved(store: "Store", key: str, round: int, wanted: Changes, seen: Changes | None) -> int:
    """The transaction of ``save``."""
    with writing(store.engine) as connection:
        one = events.touched(connection, key)  # first: the event's row is the lock
        access.allow(connection, store.viewer, "enter", one)
        stored = boards_of(connection, one, round)
        if seen is not None:
            as_seen(connection, store, one, round, seen, stored)
        changed = []
        for number in sorted(wanted):
            row = stored.get(number)
            if row is None:
                raise no_board(one, round, number, stored)
            if code_of(row.white_result, row.black_result) != wanted[number][0]:
                changed.append(row)
        if late := [row for row in changed if row.version != wanted[row.board][1]]:
            raise _Late(late)
        before = _logged(connection, one) if any(_open(row) for row in changed) else set()
        _store(connection, store, one, [(row, wanted[row.board][0]) for row in changed])
        later = [row for row in changed if not _open(row) or place(round, row.board) in before]
        texts = [(code_of(row.white_result, row.black_result), wanted[row.board][0]) for row in later]
        rows = [(place(round, row.board), TEXTS[old], TEXTS[new]) for row, (old, new) in zip(later, texts, strict=True)]
        log.write_all(connection, store.viewer, "result", one.id, rows)
        typed = {(round, row.board): (row.white_result, row.black_result) for row in changed}
        withdrawal.follow(connection, store, one, typed=typed)
        mine = (schema.draft.c.event_id == one.id, schema.draft.c.round == round, schema.draft.c.person_id == store.viewer.person)
        connection.execute(delete(schema.draft).where(*mine, schema.draft.c.board.in_(sorted(wanted))))
    return len(changed)


def _store(connection: Connection, store: "Store", one: Row[Any], changed: Sequence[tuple[Row[Any], str]]) -> None:
    """Puts results in the place of those that were seen, in the order of boards."""
    if not changed:
        return
    rows = []
    for row, code in changed:
        white, black = letters(code, ord(row.white_result), ord(row.black_result))
        at = {"in_round": row.round, "on_board": row.board, "seen": row.version}
        rows.append({**at, "white_result": chr(white), "black_result": chr(black)})
    by = {"version": board.c.version + 1, "stored_by": store.viewer.person, "stored_at": log.now()}
    where = (board.c.event_id == one.id, board.c.round == bindparam("in_round"), board.c.board == bindparam("on_board"))
    query = update(board).where(*where, board.c.version == bindparam("seen"))
    done = connection.execute(
        query.values({**by, "white_result": bindparam("white_result"), "black_result": bindparam("black_result")}), rows
    )
    if done.rowcount != len(rows):  # nobody gets past the event's row, so this is a change from outside of the store
        raise StoreError(say("store_busy"))


def _open(row: Row[Any]) -> bool:
    return (row.white_result, row.black_result) == ("*", "*")


def _logged(connection: Connection, one: Row[Any]) -> set[str]:
    """Places of the log whose board had a result before, though it has none now."""
    query = select(schema.log.c.place).where(schema.log.c.event_id == one.id, schema.log.c.what == "result")
    return set(connection.execute(query).scalars())


def _conflicts(late: Iterable[Row[Any]], wanted: Changes) -> "pd.DataFrame":
    """The frame of ``Conflict``."""
    import pandas as pd

    found = [
        {
            **{name: getattr(row, name) for name in ("board", "white", "black", "white_name", "black_name")},
            "stored": code_of(row.white_result, row.black_result),
            "yours": wanted[row.board][0],
            "by": row.by or "",
            "at": row.stored_at,
            "version": row.version,
        }
        for row in late
    ]
    return pd.DataFrame(found)


def board_view(store: "Store", key: str, round: int) -> "pd.DataFrame":
    """The boards of a round for the page that enters results, by board number.

    Columns: board, white, black (start numbers), white_name, black_name, white_points, black_points (before the round), code,
    version, by, at (who stored the result last and when, ""), draft (the viewer's code that is not saved, ""), draft_version (the
    version it was made against, 0), outdated (the board was changed since). attrs: round, rounds (published), byes (start
    number, name, type), revision, finished, drafted (when the last draft was kept, "").
    """
    import pandas as pd

    with reading(store.engine) as connection:
        one = events.found(connection, key)
        access.allow(connection, store.viewer, "enter", one)
        rows = events.rows(connection, one)
        kept = drafted(connection, store, one, round)
        people = {row.id: row.name for row in connection.execute(select(person.c.id, person.c.name))}
    if not seats.of_round(rows, round)["published"]:
        raise StoreError(say("round_unpublished", round=round, name=one.name))
    names = {row["no"]: row["name"] for row in rows.entries}
    points = _points_before(Tournament(sheet_of(rows)), round)
    found = []
    for row in (row for row in rows.boards if row["round"] == round):
        mine = kept.get(row["board"])
        found.append(
            {
                **{name: row[name] for name in ("board", "white", "black")},
                **{f"{side}_name": names[row[side]] for side in ("white", "black")},
                **{f"{side}_points": points[row[side]] for side in ("white", "black")},
                "code": code_of(row["white_result"], row["black_result"]),
                "version": row["version"],
                "by": people.get(row["stored_by"], ""),
                "at": row["stored_at"],
                "draft": mine.result if mine else "",
                "draft_version": mine.version if mine else 0,
                "outdated": mine is not None and mine.version != row["version"],
            }
        )
    columns = "board white black white_name black_name white_points black_points code version by at draft draft_version outdated"
    frame = pd.DataFrame(found, columns=columns.split())
    byes = [(row["no"], names[row["no"]], row["type"]) for row in rows.byes if row["round"] == round]
    frame.attrs = {
        "round": round,
        "rounds": [row["round"] for row in rows.rounds if row["published"]],
        "byes": byes,
        "revision": one.revision,
        "finished": one.state == "finished",
        "drafted": max((row.at for row in kept.values()), default=""),
    }
    return frame


def _points_before(tournament: Tournament, round: int) -> dict[int, float]:
    """Points before a round by start number; open boards have none yet."""
    points = tournament.settled.points[:, : min(round - 1, tournament.rounds_played)].sum(-1)
    numbers = np.asarray(tournament.sheet.players["no"]).tolist()
    return dict(zip(numbers, np.round(points, 6).tolist(), strict=True))
