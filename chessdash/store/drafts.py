"""Results that somebody has chosen and not saved: each is kept at once, one a person and board, so that a reload loses nothing.

A draft changes nothing that anybody else sees: the event's revision stays, and caches with it.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from chessdash.errors import StoreError
from chessdash.store import access, events, schema
from chessdash.store.boards import Changes, boards_of, checked, code_of, drafted, no_board
from chessdash.store.connect import reading, writing
from chessdash.store.log import now
from chessdash.text import say

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.store.handle import Store

INSERT: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


class Changed(StoreError):
    """The viewer's drafts are others than those that were seen, in another window of the same person; nothing was done.

    ``boards``: the numbers of those that differ, in order.
    """

    def __init__(self, boards: list[int]) -> None:
        super().__init__(say("drafts_changed", n=len(boards), boards=", ".join(map(str, boards))))
        self.boards = boards


def draft(store: "Store", key: str, round: int, board: int, code: str, version: int) -> str:
    """Keeps a result that is not saved, against the version of the board that was seen; gives when (UTC, ISO).

    The stored result itself is no draft: choosing it takes the draft away. Errors as in ``results.save``, but a version that
    is not the stored one any longer is kept: ``drafts`` says so, and saving it is a conflict.
    """
    return keep(store, key, round, checked({board: (code, version)}))


def keep(store: "Store", key: str, round: int, changes: Changes) -> str:
    """Keeps several drafts, all of them or none: ``{board: (code, version)}`` as in ``draft``; a code "" takes a draft away."""
    wanted = checked({board: one for board, one in changes.items() if one[0] != ""})
    gone = {board for board, one in changes.items() if one[0] == ""}
    with writing(store.engine) as connection:
        one = _held(connection, key)
        access.allow(connection, store.viewer, "enter", one)
        stored, at = boards_of(connection, one, round), now()
        put = INSERT[connection.dialect.name](schema.draft)
        for board, (code, version) in sorted(wanted.items()):
            if board not in stored:
                raise no_board(one, round, board, stored)
            if code_of(stored[board].white_result, stored[board].black_result) == code:
                gone.add(board)
                continue
            own = {"event_id": one.id, "round": round, "board": board, "person_id": store.viewer.person}
            values = {"result": code, "version": version, "at": at}
            connection.execute(put.values(own | values).on_conflict_do_update(index_elements=list(own), set_=values))
        if gone:
            _discard(connection, store, one.id, round, gone)
    return at


def drafts(store: "Store", key: str, round: int) -> "pd.DataFrame":
    """The viewer's own drafts of a round: board, code, version (seen), at, stored (code), stored_version, outdated."""
    import pandas as pd

    with reading(store.engine) as connection:
        one = events.found(connection, key)
        access.allow(connection, store.viewer, "enter", one)
        kept = drafted(connection, store, one, round)
        where = (schema.board.c.event_id == one.id, schema.board.c.round == round, schema.board.c.board.in_(list(kept)))
        stored = {row.board: row for row in connection.execute(select(schema.board).where(*where))}
    found = []
    for number, row in kept.items():
        now_there = stored[number]
        code = code_of(now_there.white_result, now_there.black_result)
        found.append((number, row.result, row.version, row.at, code, now_there.version, row.version != now_there.version))
    columns = ["board", "code", "version", "at", "stored", "stored_version", "outdated"]
    return pd.DataFrame(found, columns=columns).astype({"outdated": bool})


def mine(store: "Store", key: str, round: int) -> dict[int, tuple[str, int]]:
    """The viewer's own drafts of a round as ``results.save`` takes them: {board: (code, the version that was seen)}."""
    with reading(store.engine) as connection:
        one = events.found(connection, key)
        access.allow(connection, store.viewer, "enter", one)
        return {number: (row.result, row.version) for number, row in drafted(connection, store, one, round).items()}


def as_seen(connection: Connection, store: "Store", one: Any, round: int, seen: Changes, stored: Mapping[int, Any]) -> None:
    """Changed where the viewer's drafts are not ``seen``; ``stored`` are the round's boards, what is on them is no draft."""
    now_there = {number: (row.result, row.version) for number, row in drafted(connection, store, one, round).items()}
    codes = {number: code_of(row.white_result, row.black_result) for number, row in stored.items()}
    differ = []
    for number in sorted({*now_there, *seen}):
        there, shown = (all.get(number, ("", 0)) for all in (now_there, seen))
        none = ("", codes.get(number))
        if (there[0] not in none or shown[0] not in none) and tuple(there) != tuple(shown):
            differ.append(number)
    if differ:
        raise Changed(differ)


def discard(store: "Store", key: str, round: int, boards: "list[int] | None" = None, *, seen: Changes | None = None) -> int:
    """Throws the viewer's own drafts of a round away, of these boards or (None) of all; gives how many there were.

    Changed where ``seen`` are given and the drafts of the round are others.
    """
    with writing(store.engine) as connection:
        one = _held(connection, key)
        access.allow(connection, store.viewer, "enter", one)
        if seen is not None:
            as_seen(connection, store, one, round, seen, boards_of(connection, one, round))
        return _discard(connection, store, one.id, round, boards)


def _discard(connection: Connection, store: "Store", event_id: int, round: int, boards: Iterable[int] | None) -> int:
    """Deletes the viewer's own drafts of these boards, None: of all; gives how many there were."""
    mine = [schema.draft.c.event_id == event_id, schema.draft.c.round == round, schema.draft.c.person_id == store.viewer.person]
    if boards is not None:
        mine.append(schema.draft.c.board.in_([int(number) for number in boards]))
    return int(connection.execute(delete(schema.draft).where(*mine)).rowcount)


def _held(connection: Connection, key: str) -> Any:
    """The row of an event, held against changes and not against other drafts; StoreError where there is none."""
    connection.execute(select(schema.event.c.id).where(schema.event.c.key == key).with_for_update(read=True))
    return events.found(connection, key)
