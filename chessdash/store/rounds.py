"""Rounds of a running event: paired or typed as a draft, published; edits of a draft are in ``editing``.

A round is made unpublished, which only the organisers see, and may be made again until it is published. Boards of a published
round take results; its publication can be withdrawn as long as it has none.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from sqlalchemy import update

from chessdash.errors import StoreError
from chessdash.store import access, events, seats, withdrawal
from chessdash.store.changing import Change, changing, running
from chessdash.store.connect import reading
from chessdash.store.making import Made, made_by
from chessdash.store.schema import event, round_
from chessdash.store.seats import ROUND_ROBIN, Seats, seats_of
from chessdash.text import say

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.store.handle import Store


def rounds(store: "Store", key: str) -> "pd.DataFrame":
    """The rounds of an event, those that are not published for organisers only.

    Columns: round, published, system (who paired it), date, boards, open (boards without a result), byes.
    """
    import pandas as pd

    with reading(store.engine) as connection:
        access.see(connection, store.viewer)
        one = events.found(connection, key)
        rows, organiser = events.rows(connection, one), access.may(connection, store.viewer, "pair", one)
    found = []
    for row in rows.rounds:
        if row["published"] or organiser:
            boards = [board for board in rows.boards if board["round"] == row["round"]]
            waiting = sum("*" in (board["white_result"], board["black_result"]) for board in boards)
            byes = sum(bye["round"] == row["round"] for bye in rows.byes)
            found.append((row["round"], row["published"], row["system"], row["date"], len(boards), waiting, byes))
    return pd.DataFrame(found, columns=["round", "published", "system", "date", "boards", "open", "byes"])


def round_made(store: "Store", key: str, round: int) -> "pd.DataFrame":
    """A round for the organisers, published or not, as ``seats.frame``; attrs: system, published, byes {start number: type},
    unseated (start numbers of those who have neither a board nor a bye)."""
    with reading(store.engine) as connection:
        one = events.found(connection, key)
        access.allow(connection, store.viewer, "pair", one)
        rows = events.rows(connection, one)
    row, here = seats.of_round(rows, round), seats_of(rows, round)
    frame = seats.frame(rows, [here])
    left = [] if one.system == ROUND_ROBIN else seats.unseated(rows, here)
    frame.attrs = {"system": row["system"], "published": bool(row["published"]), "byes": dict(here.byes), "unseated": left}
    return frame


def pair_round(store: "Store", key: str, system: str | None = None, *, seed: int | None = None) -> "pd.DataFrame":
    """Makes the next round, anew where it is not published; of a round robin all that are left.

    ``system``: "dutch" (Swiss), "berger" (round robin) or "army" (at random, then by points); None: as the event is. ``seed``
    draws for army games (None: any), and the first player's colour in round 1 of a Swiss (None: White). Gives the boards as
    ``seats.frame``; attrs: system, notes (sentences), byes {start number: type} of the first round. Whoever is not to be paired
    asks for a bye or withdraws before (``entries``). StoreError and DataError say what is in the way; open boards are named.
    """
    with reading(store.engine) as connection:
        one = events.found(connection, key)
        access.allow(connection, store.viewer, "pair", one)
        running(one)
        rows = events.rows(connection, one)
    made = made_by(rows, system, seed)
    with changing(store, key, "pair") as change:
        if change.one.revision != one.revision + 1:  # pairing takes its time, and nobody waits for it
            raise StoreError(say("round_meanwhile", name=one.name))
        for new in made.rounds:
            put(change, new, made)
        if made.info:
            extra = {**one.extra, "info": {**one.extra.get("info", {}), **made.info}}
            change.connection.execute(update(event).where(event.c.id == one.id).values(extra=extra))
    frame = seats.frame(rows, made.rounds)
    frame.attrs = {"system": made.system, "notes": list(made.notes), "byes": dict(made.rounds[0].byes)}
    return frame


def set_round(
    store: "Store",
    key: str,
    boards: Iterable[tuple[int, int]],
    byes: Mapping[int, str] | None = None,
    *,
    round: int | None = None,
) -> None:
    """Types a round that is not published: White and Black of each board, and byes by start number (F H Z U).

    ``round`` None: the next one. Byes that were asked for stay. StoreError for players twice, away, unknown, and empty boards.
    """
    pairs = tuple((int(white or 0), int(black or 0)) for white, black in boards)
    with changing(store, key, "pair") as change:
        number = seats.published(change.rows) + 1 if round is None else round
        new = Seats(number, pairs, {**seats.asked(change.rows, number), **(byes or {})})
        put(change, new, Made([new], say("system_typed")))


def put(change: Change, new: Seats, made: Made) -> None:
    """Stores a round that is made, in the place of one that is not published, and logs it; StoreError where it cannot be."""
    old = next((one for one in change.rows.rounds if one["round"] == new.round), None)
    if old is not None and old["published"]:
        raise StoreError(say("round_published", round=new.round, name=change.one.name))
    seats.checked(change.rows, new)
    if old is None:
        _in_order(change, new.round, new.round - 1 <= seats.published(change.rows) or change.one.system == ROUND_ROBIN)
    before, after = seats.difference(seats_of(change.rows, new.round), new)
    seats.write(change.connection, change.one, new, made.system)
    reason = f"{made.system}; {made.drawn}" if made.drawn else made.system
    change.log("round_paired", place=f"round {new.round}", before=before, after=after, reason=reason)


def _in_order(change: Change, round: int, follows: bool) -> None:
    """StoreError where a round would come before the one that it follows is published."""
    if not follows:
        raise StoreError(say("round_not_next", round=round, previous=seats.published(change.rows) + 1))


def publish(store: "Store", key: str, round: int) -> None:
    """Makes a round public, so that its boards take results. StoreError where the one before is not, where it has no board, and,
    but for round robins, where somebody has neither a board nor a bye.

    Boards of a round robin against somebody who has withdrawn are forfeits at once.
    """
    with changing(store, key, "pair") as change:
        if seats.of_round(change.rows, round)["published"]:
            return
        here = seats.checked(change.rows, seats_of(change.rows, round))
        _in_order(change, round, round == seats.published(change.rows) + 1)
        if not here.boards:
            raise StoreError(say("round_no_boards", round=round, name=change.one.name))
        left = [] if change.one.system == ROUND_ROBIN else seats.unseated(change.rows, here)
        if left:
            names = seats.players(change.rows, left)
            raise StoreError(say("round_unseated", n=len(left), names=names, round=round))
        _published(change, round, True)
        change.log("round_published", place=f"round {round}")
        withdrawal.follow(change.connection, store, change.one)


def unpublish(store: "Store", key: str, round: int) -> None:
    """Withdraws the publication of the last published round, as long as it has no result; its boards stay as they are."""
    with changing(store, key, "pair") as change:
        if not seats.of_round(change.rows, round)["published"]:
            return
        if (later := seats.published(change.rows)) > round:
            raise StoreError(say("round_later", later=later, name=change.one.name))
        boards = [one for one in change.rows.boards if one["round"] == round]
        known = [str(one["board"]) for one in boards if (one["white_result"], one["black_result"]) != ("*", "*")]
        if known:
            raise StoreError(say("round_has_results", n=len(known), round=round, name=change.one.name, boards=", ".join(known)))
        _published(change, round, False)
        change.log("round_unpublished", place=f"round {round}")


def remove(store: "Store", key: str, round: int) -> None:
    """Takes back a round that is not published; byes that were asked for stay. StoreError where a later one is made."""
    with changing(store, key, "pair") as change:
        if seats.of_round(change.rows, round)["published"]:
            raise StoreError(say("round_published", round=round, name=change.one.name))
        before = seats_of(change.rows, round)
        seats.clear(change.connection, change.one, round)
        kept = seats.asked(change.rows, round)
        seats.write_byes(change.connection, change.one, round, kept)
        text, _ = seats.difference(before, Seats(round, (), kept))
        change.log("round_removed", place=f"round {round}", before=text)


def _published(change: Change, round: int, public: bool) -> None:
    where = (round_.c.event_id == change.one.id, round_.c.round == round)
    change.connection.execute(update(round_).where(*where).values(published=public))
