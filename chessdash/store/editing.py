"""Edits of a round that is made and not yet published: colours, players, boards and byes change places."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from chessdash.errors import StoreError
from chessdash.store import seats
from chessdash.store.changing import Change, changing
from chessdash.store.schema import bye
from chessdash.store.seats import ASKED, ROUND_ROBIN, Seats
from chessdash.text import say

if TYPE_CHECKING:
    from chessdash.store.handle import Store


def swap_colours(store: "Store", key: str, round: int, board: int) -> None:
    """White and Black of a board change colours."""

    def swapped(change: Change, old: Seats) -> Seats:
        at = _at(change, old, board)
        return replace(old, boards=(*old.boards[:at], old.boards[at][::-1], *old.boards[at + 1 :]))

    _edit(store, key, round, swapped)


def exchange(store: "Store", key: str, round: int, one: int, other: int) -> None:
    """Two players (start numbers) change places; the bye of the pairing is a place too, and so is to sit nowhere."""

    def exchanged(change: Change, old: Seats) -> Seats:
        turned = {one: other, other: one}
        for no in turned:
            seats.entry_of(change.rows, no)
        if not any(old.place(no) for no in turned):
            raise StoreError(say("seat_none", player=seats.player(change.rows, one), round=round))
        boards = tuple((turned.get(white, white), turned.get(black, black)) for white, black in old.boards)
        byes = {(no if kind in ASKED else turned.get(no, no)): kind for no, kind in old.byes.items()}
        return replace(old, boards=boards, byes=byes)

    _edit(store, key, round, exchanged)


def move_board(store: "Store", key: str, round: int, board: int, to: int) -> None:
    """A board gets another number; those between move up or down by one."""

    def moved(change: Change, old: Seats) -> Seats:
        at, behind = _at(change, old, board), _at(change, old, to)
        rest = [*old.boards[:at], *old.boards[at + 1 :]]
        return replace(old, boards=(*rest[:behind], old.boards[at], *rest[behind:]))

    _edit(store, key, round, moved)


def add_board(store: "Store", key: str, round: int, white: int, black: int) -> None:
    """A further board, the last, for two players who have none; a bye of the pairing ends. StoreError where one has one."""

    def added(change: Change, old: Seats) -> Seats:
        for no in (white, black):
            if no and (place := old.place(no)):
                raise StoreError(say("seat_taken", player=seats.player(change.rows, no), board=place[0] + 1, round=round))
        byes = {no: kind for no, kind in old.byes.items() if kind in ASKED or no not in (white, black)}
        return replace(old, boards=(*old.boards, (white, black)), byes=byes)

    _edit(store, key, round, added)


def take_board(store: "Store", key: str, round: int, board: int) -> None:
    """Takes a board away; its players sit nowhere until they are given another board or a bye."""

    def taken(change: Change, old: Seats) -> Seats:
        at = _at(change, old, board)
        return replace(old, boards=(*old.boards[:at], *old.boards[at + 1 :]))

    _edit(store, key, round, taken)


def set_bye(store: "Store", key: str, round: int, no: int, type: str) -> None:
    """Gives a player a bye in a round that is not published, "" takes it away: F H Z as asked for (a full point, half, none), and
    U, the pairing's own, once the round is made. A board of the player's is taken away, and the opponent sits nowhere."""
    kinds = (*ASKED, "U", "")
    with changing(store, key, "pair") as change:
        who, name = seats.player(change.rows, no), change.one.name
        made = next((one for one in change.rows.rounds if one["round"] == round), None)
        if change.one.system == ROUND_ROBIN:
            raise StoreError(say("bye_round_robin", name=name))
        if (made is not None and made["published"]) or round <= seats.published(change.rows):
            raise StoreError(say("bye_past", round=round, name=name))
        if type not in kinds or (type == "U" and made is None):
            raise StoreError(say("bye_type", given=type, known=" ".join(kinds[: 4 if made else 3])))
        old = seats.seats_of(change.rows, round)
        byes = {one: kind for one, kind in old.byes.items() if one != no} | ({no: type} if type else {})
        boards = tuple(pair for pair in old.boards if not (type and no in pair))
        new = seats.checked(change.rows, Seats(round, boards, byes))
        if made is None:
            change.connection.execute(bye.delete().where(bye.c.event_id == change.one.id, bye.c.round == round))
            seats.write_byes(change.connection, change.one, round, byes)
        else:
            _stored(change, new, made["system"])
        place = f"round {round}, {who}"
        change.log("bye", place=place, before=old.byes.get(no, ""), after=type)


def _edit(store: "Store", key: str, round: int, edit: Callable[[Change, Seats], Seats]) -> None:
    """Stores an edit of a round; StoreError where it is published, or could not be so."""
    with changing(store, key, "pair") as change:
        row = seats.of_round(change.rows, round)
        if row["published"]:
            raise StoreError(say("round_published", round=round, name=change.one.name))
        old = seats.seats_of(change.rows, round)
        new = seats.checked(change.rows, edit(change, old))
        _stored(change, new, row["system"])
        before, after = seats.difference(old, new)
        change.log("round_edited", place=f"round {round}", before=before, after=after)


def _stored(change: Change, new: Seats, system: str) -> None:
    """Writes an edited round; who paired it is no longer the whole truth."""
    by_hand = say("system_by_hand")
    seats.write(change.connection, change.one, new, system if system.endswith(by_hand) else f"{system}{by_hand}")


def _at(change: Change, old: Seats, board: int) -> int:
    """The place of a board, from 0; StoreError where there is no such board."""
    if isinstance(board, bool) or not 1 <= board <= len(old.boards):
        raise StoreError(say("board_missing", round=old.round, name=change.one.name, board=board, last=len(old.boards)))
    return board - 1
