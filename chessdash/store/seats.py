"""Who sits where in a round: boards and byes, checked against the entries, and written."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, delete, insert

from chessdash.errors import StoreError
from chessdash.store.schema import board, bye, round_
from chessdash.store.sheets import Rows
from chessdash.text import say

if TYPE_CHECKING:
    import pandas as pd

ASKED = "FHZ"  # byes that a player asks for: a full point, half a point, none
BYES = (*ASKED, "U", "+", "-")  # and the pairing's own: its bye, a forfeit without an opponent
ROUND_ROBIN = "round-robin"
Pair = tuple[int, int]


@dataclass(frozen=True)
class Seats:
    """A round: its number, the start numbers of White and Black board by board, and byes by start number."""

    round: int
    boards: tuple[Pair, ...]
    byes: Mapping[int, str] = field(default_factory=dict)

    def place(self, no: int) -> tuple[int, int] | None:
        """Board (from 0) and side (0 White, 1 Black) of a player, None where there is no board."""
        return next(((at, pair.index(no)) for at, pair in enumerate(self.boards) if no in pair), None)


def seats_of(rows: Rows, round: int) -> Seats:
    """A round as it is stored."""
    pairs = [(one["white"], one["black"]) for one in rows.boards if one["round"] == round]
    return Seats(round, tuple(pairs), {one["no"]: one["type"] for one in rows.byes if one["round"] == round})


def of_round(rows: Rows, round: int) -> Mapping[str, Any]:
    """The row of a round; StoreError where it is not made."""
    found = next((one for one in rows.rounds if one["round"] == round), None)
    if found is None:
        raise StoreError(say("round_not_made", round=round, name=rows.event["name"]))
    return found


def published(rows: Rows) -> int:
    """The last round that is published, 0 where none is."""
    return max((int(one["round"]) for one in rows.rounds if one["published"]), default=0)


def there(entry: Mapping[str, Any], round: int) -> bool:
    """Whether an entry is in the event in a round: has joined, and has not withdrawn."""
    gone = entry["withdrawn_after"]
    return int(entry["first_round"]) <= round and (gone is None or round <= int(gone))


def present(rows: Rows, round: int) -> list[int]:
    """Start numbers of those who are in the event in a round and have not asked for a bye."""
    away = {one["no"] for one in rows.byes if one["round"] == round and one["type"] in ASKED}
    return [int(one["no"]) for one in rows.entries if there(one, round) and one["no"] not in away]


def unseated(rows: Rows, seats: Seats) -> list[int]:
    """Start numbers of those who are in the event and have neither a board nor a bye in a round."""
    placed = {no for pair in seats.boards for no in pair} | set(seats.byes)
    return [int(one["no"]) for one in rows.entries if there(one, seats.round) and one["no"] not in placed]


def player(rows: Rows, no: int) -> str:
    """A player in a sentence: start number and name."""
    return say("player_of", no=no, name=entry_of(rows, no)["name"])


def players(rows: Rows, numbers: Sequence[int], most: int = 5) -> str:
    """Several of them; beyond ``most`` they are only counted."""
    named = [player(rows, no) for no in numbers[:most]]
    return ", ".join([*named, "…"] if len(numbers) > most else named)


def entry_of(rows: Rows, no: int) -> Mapping[str, Any]:
    """The entry of a start number; StoreError where nobody has it."""
    found = next((one for one in rows.entries if one["no"] == no), None)
    if found is None:
        raise StoreError(say("entry_unknown", no=no, name=rows.event["name"]))
    return found


def checked(rows: Rows, seats: Seats) -> Seats:
    """The same round, where it can be; StoreError names the first thing that cannot."""
    round, seen = seats.round, dict[int, int]()
    if not 1 <= round <= rows.event["planned"]:
        raise StoreError(say("round_unplanned", round=round, planned=rows.event["planned"], name=rows.event["name"]))
    for at, pair in enumerate(seats.boards, 1):
        for no, side in zip(pair, ("white", "black"), strict=True):
            if not no:
                raise StoreError(say("seat_empty", board=at, round=round, side=say(f"side_{side}")))
            _checked_player(rows, no, round)
            if no in seen and seen[no] != at:
                raise StoreError(say("seat_twice", player=player(rows, no), round=round, one=seen[no], other=at))
            if no in seats.byes:
                raise StoreError(say("seat_bye", player=player(rows, no), round=round, type=seats.byes[no], board=at))
            seen[no] = at
        if pair[0] == pair[1]:
            raise StoreError(say("seat_self", board=at, round=round, player=player(rows, pair[0])))
    for no, kind in seats.byes.items():
        if kind not in BYES:
            raise StoreError(say("bye_type", given=kind, known=" ".join(BYES)))
        _checked_player(rows, no, round)
    return seats


def _checked_player(rows: Rows, no: int, round: int) -> None:
    """StoreError for a start number that nobody has, and for one who is not in the event in that round."""
    one = next((one for one in rows.entries if one["no"] == no), None)
    if one is None:
        numbers = [one["no"] for one in rows.entries]
        ends = {"first": min(numbers, default=0), "last": max(numbers, default=0)}
        raise StoreError(say("seat_unknown", no=no, round=round, name=rows.event["name"], **ends))
    if rows.event["system"] == ROUND_ROBIN:  # everybody is on every round of its table; a withdrawal makes forfeits
        return
    if int(one["first_round"]) > round:
        raise StoreError(say("seat_not_yet", player=player(rows, no), first=one["first_round"], round=round))
    if not there(one, round):
        raise StoreError(say("seat_withdrawn", player=player(rows, no), after=one["withdrawn_after"], round=round))


def write(connection: Connection, one: Row[Any], seats: Seats, system: str) -> None:
    """Puts a round that is not published in the place of what was there; its boards start at the event's revision.

    No version of a board counts beyond the revisions of its event, so a page that still shows what was there before can save
    nothing on a board that has other players now.
    """
    at = {"event_id": one.id, "round": seats.round}
    clear(connection, one, seats.round)
    connection.execute(insert(round_).values(**at, published=False, system=system[:60]))
    if seats.boards:
        pairs = enumerate(seats.boards, 1)
        values = [{**at, "board": n, "white": w, "black": b, "version": one.revision} for n, (w, b) in pairs]
        connection.execute(insert(board), values)
    write_byes(connection, one, seats.round, seats.byes)


def write_byes(connection: Connection, one: Row[Any], round: int, byes: Mapping[int, str]) -> None:
    """Adds byes of a round, by start number."""
    if byes:
        at = {"event_id": one.id, "round": round}
        connection.execute(insert(bye), [{**at, "no": no, "type": kind} for no, kind in byes.items()])


def clear(connection: Connection, one: Row[Any], round: int) -> None:
    """Takes a round away with its boards, their drafts and its byes."""
    for table in (board, bye, round_):
        connection.execute(delete(table).where(table.c.event_id == one.id, table.c.round == round))


def asked(rows: Rows, round: int) -> dict[int, str]:
    """Byes asked for in a round, by start number."""
    return {no: kind for no, kind in seats_of(rows, round).byes.items() if kind in ASKED}


def difference(before: Seats | None, after: Seats | None) -> tuple[str, str]:
    """What one of two rounds has and the other has not, as the log keeps it: "4-7 12U"."""

    def words(seats: Seats | None) -> list[str]:
        boards = [f"{white}-{black}" for white, black in seats.boards] if seats else []
        return boards + ([f"{no}{kind}" for no, kind in seats.byes.items()] if seats else [])

    old, new = words(before), words(after)
    return " ".join(word for word in old if word not in new), " ".join(word for word in new if word not in old)


def frame(rows: Rows, made: Iterable[Seats]) -> "pd.DataFrame":
    """Rounds as a frame: round, board, white, black, white_name, black_name, met (the last round before
    in which both met, 0: none)."""
    import pandas as pd

    names = {one["no"]: one["name"] for one in rows.entries}
    found = [
        (seats.round, n, white, black, names[white], names[black], _met(rows, seats.round, {white, black}))
        for seats in made
        for n, (white, black) in enumerate(seats.boards, 1)
    ]
    columns = ["round", "board", "white", "black", "white_name", "black_name", "met"]
    whole = dict.fromkeys(("round", "board", "white", "black", "met"), "int64")
    return pd.DataFrame(found, columns=columns).astype({**whole, "white_name": "str", "black_name": "str"})


def _met(rows: Rows, round: int, both: set[int]) -> int:
    """The last round before this one in which two sat at one board, 0 for none."""
    return max((one["round"] for one in rows.boards if one["round"] < round and {one["white"], one["black"]} == both), default=0)
