"""Players who withdraw from a running event, and those who come back.

Every round after a withdrawal is a zero-point bye. In a round robin games are forfeited that are missing; where fewer than half
were played, all are annulled: they count for ratings and for nobody's points (spec/club.md, "Withdrawals").
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, update

from chessdash.errors import StoreError
from chessdash.store import seats
from chessdash.store.changing import Change, changing
from chessdash.store.log import now
from chessdash.store.schema import board, bye, entry
from chessdash.store.seats import ASKED, ROUND_ROBIN, Seats
from chessdash.store.sheets import Rows, annulled
from chessdash.text import say

if TYPE_CHECKING:
    from chessdash.store.handle import Store

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
        gone = replace(change, rows=_with_entry(change.rows, no, withdrawn_after=after))
        _entered(change, no, withdrawn_after=after)
        later = (bye.c.event_id == change.one.id, bye.c.no == no, bye.c.round > after, bye.c.type.in_(tuple(ASKED)))
        change.connection.execute(delete(bye).where(*later))
        if change.one.system == ROUND_ROBIN:
            reason = forfeit(gone, range(after + 1, published + 1))
        else:
            reason = _left_drafts(change, no, after)
        change.log("withdrawn", place=seats.player(change.rows, no), before=_text(one), after=after, reason=reason)


def come_back(store: "Store", key: str, no: int) -> None:
    """Undoes a withdrawal: the player takes part in the rounds to come again; forfeits for it in a round robin are open again."""
    with changing(store, key, "pair") as change:
        one = seats.entry_of(change.rows, no)
        if one["withdrawn_after"] is None:
            raise StoreError(say("withdrawn_not", player=seats.player(change.rows, no)))
        _entered(change, no, withdrawn_after=None)
        opened = []
        if change.one.system == ROUND_ROBIN:
            after = int(one["withdrawn_after"])
            for row in change.rows.boards:
                if no in (row["white"], row["black"]) and row["round"] > after and _letters(row) in FORFEITS:
                    opened.append(_set(change, row, OPEN))
        change.log("withdrawn", place=seats.player(change.rows, no), before=_text(one), reason="; ".join(opened))


def forfeit(change: Change, rounds: Iterable[int]) -> str:
    """Open boards of these rounds of a round robin against somebody who has withdrawn become forfeits, lost by both where the
    games of the one who left are annulled; gives them as the log has them."""
    away = {one["no"]: int(one["withdrawn_after"]) for one in change.rows.entries if one["withdrawn_after"] is not None}
    if change.one.system != ROUND_ROBIN or not away:
        return ""
    nothing, wanted, found = set(annulled(change.rows)), set(rounds), []
    for row in change.rows.boards:
        both = (row["white"], row["black"])
        gone = [away.get(no, row["round"]) < row["round"] for no in both]
        if row["round"] in wanted and any(gone) and _letters(row) == OPEN:
            lost = all(gone) or bool(nothing.intersection(both))
            found.append(_set(change, row, ("-", "-") if lost else ("-", "+") if gone[0] else ("+", "-")))
    return "; ".join(found)


def _set(change: Change, row: Mapping[str, Any], letters: tuple[str, str]) -> str:
    """Stores a result that follows from a withdrawal; the board as the log has it."""
    where = (board.c.event_id == change.one.id, board.c.round == row["round"], board.c.board == row["board"])
    values = {"white_result": letters[0], "black_result": letters[1], "version": board.c.version + 1}
    by = {"stored_by": change.store.viewer.person, "stored_at": now()}
    change.connection.execute(update(board).where(*where).values(values | by))
    return f"{row['round']}.{row['board']} {letters[0]}{letters[1]}"


def _letters(row: Mapping[str, Any]) -> tuple[str, str]:
    return row["white_result"], row["black_result"]


def _text(one: Mapping[str, Any]) -> object:
    return "" if one["withdrawn_after"] is None else one["withdrawn_after"]


def _entered(change: Change, no: int, **values: Any) -> None:
    change.connection.execute(update(entry).where(entry.c.event_id == change.one.id, entry.c.no == no).values(values))


def _with_entry(rows: Rows, no: int, **values: Any) -> Rows:
    return replace(rows, entries=[{**one, **values} if one["no"] == no else one for one in rows.entries])


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
