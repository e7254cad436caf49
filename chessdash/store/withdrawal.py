"""Players who withdraw from a running event, and those who come back.

Every round after a withdrawal is a zero-point bye. In a round robin games are forfeited that are missing; where fewer than half
were played, all are annulled: they count for ratings and for nobody's points. How many were played can change later, so what
follows from a withdrawal is never typed: ``follow`` says it anew whenever something changes.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, delete, select, update

from chessdash.errors import StoreError
from chessdash.store import events, log, seats
from chessdash.store.boards import TEXTS, code_of, place
from chessdash.store.changing import Change, changing
from chessdash.store.schema import board, bye, entry
from chessdash.store.seats import ASKED, ROUND_ROBIN, Seats
from chessdash.store.sheets import Rows, annulled
from chessdash.text import say

if TYPE_CHECKING:
    from chessdash.store.handle import Store

At = tuple[int, int]  # round and board
Letters = tuple[str, str]  # of White and of Black
OPEN = ("*", "*")
FORFEITS = (("+", "-"), ("-", "+"), ("-", "-"))


def withdraw(store: "Store", key: str, no: int, after: int | None = None) -> None:
    """A player leaves after a round (0: before the first; None: the last published one).

    Byes asked for later lapse; a board in a round that is made and not published is taken away, and the opponent sits nowhere.
    StoreError where a later round that is published has a board of the player's: in a Swiss any, in a round robin a result.
    """
    with changing(store, key, "pair") as change:
        one, published = seats.entry_of(change.rows, no), seats.published(change.rows)
        after = published if after is None else after
        if isinstance(after, bool) or not isinstance(after, int) or not 0 <= after <= change.one.planned:
            raise StoreError(say("withdrawn_round", planned=change.one.planned, given=after))
        _no_board_after(change, no, after)
        _entered(change, no, withdrawn_after=after)
        later = (bye.c.event_id == change.one.id, bye.c.no == no, bye.c.round > after, bye.c.type.in_(tuple(ASKED)))
        change.connection.execute(delete(bye).where(*later))
        reason = "" if change.one.system == ROUND_ROBIN else _left_drafts(change, no, after)
        change.log("withdrawn", place=seats.player(change.rows, no), before=_text(one), after=after, reason=reason)
        follow(change.connection, store, change.one, was=change.rows)


def come_back(store: "Store", key: str, no: int) -> None:
    """Undoes a withdrawal: the player takes part in the rounds to come again; forfeits for it in a round robin are open again."""
    with changing(store, key, "pair") as change:
        one = seats.entry_of(change.rows, no)
        if one["withdrawn_after"] is None:
            raise StoreError(say("withdrawn_not", player=seats.player(change.rows, no)))
        _entered(change, no, withdrawn_after=None)
        change.log("withdrawn", place=seats.player(change.rows, no), before=_text(one))
        follow(change.connection, store, change.one, was=change.rows)


def follow(
    connection: Connection,
    store: "Store",
    one: Row[Any],
    *,
    was: Rows | None = None,
    typed: Mapping[At, Letters] | None = None,
) -> None:
    """Gives the boards of a round robin that follow from a withdrawal what the rule says now, whatever came before: those of
    published rounds after it that are open or forfeits. Each one that changes is logged, and its version counts up.

    To be called in the transaction of whatever the rule goes by: a withdrawal, a publication, a result, a correction. ``was``:
    the rows before entries changed; what followed from a withdrawal then and does not now is open again. ``typed``: boards that
    this transaction has stored, and so counted up, with what they were; StoreError where one of them would be that again.
    """
    if one.system != ROUND_ROBIN or (was is None and not _somebody_left(connection, one)):
        return
    rows, typed = events.rows(connection, one), typed or {}
    before, ruled = _ruled(was) if was else {}, _ruled(rows)
    for row in rows.boards:
        at, stored = (row["round"], row["board"]), _letters(row)
        wanted, gone = ruled.get(at, (OPEN if at in before else stored, []))
        if stored == wanted or stored not in (OPEN, *FORFEITS):
            continue
        names = seats.players(rows, gone)
        if typed.get(at) == wanted:
            raise StoreError(say("result_withdrawn", board=at[1], round=at[0], result=_words(wanted), n=len(gone), names=names))
        _set(connection, store, one, at, wanted, row["version"] + (at not in typed))
        reason = say("forfeit_since", n=len(gone), names=names)[: log.REASON] if gone else ""
        texts = {"place": place(*at), "before": _words(stored), "after": _words(wanted), "reason": reason}
        log.write(connection, store.viewer, "forfeit", event_id=one.id, **texts)


def _somebody_left(connection: Connection, one: Row[Any]) -> bool:
    gone = (entry.c.event_id == one.id, entry.c.withdrawn_after.is_not(None))
    return connection.execute(select(entry.c.no).where(*gone).limit(1)).first() is not None


def _ruled(rows: Rows) -> dict[At, tuple[Letters, list[int]]]:
    """What the rule says of each board of a published round after a withdrawal, unless it was played, and who had left: lost by
    whoever had; by both where both had, or the games of one of them are annulled."""
    away = {one["no"]: int(one["withdrawn_after"]) for one in rows.entries if one["withdrawn_after"] is not None}
    nothing, public = set(annulled(rows)), {one["round"] for one in rows.rounds if one["published"]}
    found: dict[At, tuple[Letters, list[int]]] = {}
    for row in rows.boards:
        both = (row["white"], row["black"])
        gone = [no for no in both if away.get(no, row["round"]) < row["round"]]
        if gone and row["round"] in public:
            lost = len(gone) == 2 or bool(nothing.intersection(both))
            letters = ("-", "-") if lost else ("-", "+") if gone == [row["white"]] else ("+", "-")
            found[row["round"], row["board"]] = letters, gone
    return found


def _set(connection: Connection, store: "Store", one: Row[Any], at: At, letters: Letters, version: int) -> None:
    """Stores a result that follows from a withdrawal."""
    where = (board.c.event_id == one.id, board.c.round == at[0], board.c.board == at[1])
    values = {"white_result": letters[0], "black_result": letters[1], "version": version}
    by = {"stored_by": store.viewer.person, "stored_at": log.now()}
    connection.execute(update(board).where(*where).values(values | by))


def _words(letters: Letters) -> str:
    """A result as the log has it."""
    return TEXTS[code_of(*letters)]


def _letters(row: Mapping[str, Any]) -> Letters:
    return row["white_result"], row["black_result"]


def _text(one: Mapping[str, Any]) -> object:
    return "" if one["withdrawn_after"] is None else one["withdrawn_after"]


def _entered(change: Change, no: int, **values: Any) -> None:
    change.connection.execute(update(entry).where(entry.c.event_id == change.one.id, entry.c.no == no).values(values))


def _no_board_after(change: Change, no: int, after: int) -> None:
    """StoreError where a published round after a withdrawal has a board of the player's that stands against it."""
    public = {one["round"] for one in change.rows.rounds if one["published"]}
    for row in change.rows.boards:
        if row["round"] > after and row["round"] in public and no in (row["white"], row["black"]):
            if change.one.system == ROUND_ROBIN and _letters(row) in (OPEN, *FORFEITS):
                continue
            raise StoreError(say("withdrawn_board", player=seats.player(change.rows, no), round=row["round"]))


def _left_drafts(change: Change, no: int, after: int) -> str:
    """Takes a player who withdraws out of the rounds that are made and not published; gives what went, as the log has it."""
    gone = []
    for row in change.rows.rounds:
        old = seats.seats_of(change.rows, row["round"])
        if row["published"] or row["round"] <= after or not (old.place(no) or no in old.byes):
            continue
        boards = tuple(pair for pair in old.boards if no not in pair)
        new = Seats(old.round, boards, {one: kind for one, kind in old.byes.items() if one != no})
        seats.write(change.connection, change.one, new, row["system"])
        gone.append(f"round {old.round}: {seats.difference(old, new)[0]}")
    return "; ".join(gone)
