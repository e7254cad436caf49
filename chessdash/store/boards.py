"""Boards of a published round as they are stored: their codes, who stored them, what can be written on them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import Connection, Row, Select, bindparam, select

from chessdash.arguments import is_whole, shown
from chessdash.errors import StoreError
from chessdash.faults.settling import CODE
from chessdash.store import schema
from chessdash.store.changing import running
from chessdash.store.schema import board, entry, person, round_
from chessdash.text import say
from chessdash.whatif.boards import CODES_OF, LETTERS

if TYPE_CHECKING:
    from chessdash.store.handle import Store

MOST_VERSION = 2**31 - 1  # larger numbers PostgreSQL does not take
TEXTS = {"1": "1-0", "=": "½-½", "0": "0-1", "+": "+/-", "-": "-/+", "x": "-/-", "*": "", "": "?"}  # as the log has them
Changes = Mapping[int, tuple[str, int]]  # by board: the code wanted, the version of the board that was seen


def _with_names() -> Select[Any]:
    """Boards of an event's round with names and who stored them: made once, since people wait while it is asked."""
    white, black = entry.alias(), entry.alias()
    names = (white.c.name.label("white_name"), black.c.name.label("black_name"), person.c.name.label("by"))
    joined = board.join(white, (white.c.event_id == board.c.event_id) & (white.c.no == board.c.white))
    joined = joined.join(black, (black.c.event_id == board.c.event_id) & (black.c.no == board.c.black))
    joined = joined.outerjoin(person, person.c.id == board.c.stored_by)
    where = (board.c.event_id == bindparam("event"), board.c.round == bindparam("round"))
    return select(board, *names).select_from(joined).where(*where).order_by(board.c.board)


WITH_NAMES = _with_names()


def code_of(white: str, black: str) -> str:
    """The code of a board's two letters; "" where no code says it, as for 0-0 over the board."""
    return str(CODES_OF[16 * int(CODE[ord(white)]) + int(CODE[ord(black)])])


def place(round: int, number: int) -> str:
    """A board as the log names it, whatever the language."""
    return f"round {round}, board {number}"


def checked(changes: Changes) -> dict[int, tuple[str, int]]:
    """The same results where they can be such; StoreError names the first that cannot."""
    if not isinstance(changes, Mapping) or not all(isinstance(one, tuple | list) and len(one) == 2 for one in changes.values()):
        raise StoreError(say("results_no_changes"))
    for number, (code, version) in changes.items():
        checked_code(number, code)
        if not is_whole(version, 0, MOST_VERSION):
            raise StoreError(say("result_no_version", board=shown(number), given=shown(version)))
    return {int(number): (code, int(version)) for number, (code, version) in changes.items()}


def checked_code(number: Any, code: Any) -> None:
    """StoreError where a board is no whole number or a code is none."""
    if isinstance(number, bool) or not isinstance(number, int | np.integer):
        raise StoreError(say("results_no_changes"))
    if not isinstance(code, str) or code not in LETTERS:
        raise StoreError(say("result_not_code", given=code, board=number, known=" ".join(LETTERS)))


def boards_of(connection: Connection, one: Row[Any], round: int) -> dict[int, Row[Any]]:
    """The boards of a round that takes results, by number, with names and who stored them; StoreError where it takes none."""
    running(one)
    where = (round_.c.event_id == one.id, round_.c.round == round)
    public = connection.execute(select(round_.c.published).where(*where)).scalar()
    if public is None:
        raise StoreError(say("round_not_made", round=round, name=one.name))
    if not public:
        raise StoreError(say("round_unpublished", round=round, name=one.name))
    return {row.board: row for row in connection.execute(WITH_NAMES, {"event": one.id, "round": round})}


def no_board(one: Row[Any], round: int, number: int, stored: Mapping[int, Any]) -> StoreError:
    """What to say of a board that a round has not."""
    return StoreError(say("board_missing", round=round, name=one.name, board=number, last=max(stored, default=0)))


def drafted(connection: Connection, store: "Store", one: Row[Any], round: int) -> dict[int, Row[Any]]:
    """The viewer's own drafts of a round, by board."""
    mine = (schema.draft.c.event_id == one.id, schema.draft.c.round == round, schema.draft.c.person_id == store.viewer.person)
    return {row.board: row for row in connection.execute(select(schema.draft).where(*mine).order_by(schema.draft.c.board))}
