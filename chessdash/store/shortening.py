"""What an early end takes from an event: later rounds, byes, withdrawals and those who would have joined, each logged."""

import numpy as np
from sqlalchemy import delete, update

from chessdash.store import seats
from chessdash.store.changing import Change
from chessdash.store.schema import board, bye, draft, entry, event, round_
from chessdash.store.seats import ASKED, Seats
from chessdash.text import say
from chessdash.tournament import Tournament


def shorten(change: Change, round: int, ended: Tournament) -> None:
    """Takes everything of later rounds from an event, whose end ``end_after`` gives."""
    connection, one = change.connection, change.one
    stay = set(np.asarray(ended.sheet.players["no"]).tolist())
    gone = [entry["no"] for entry in change.rows.entries if entry["no"] not in stay]
    _log(change, round, gone)
    for table in (draft, board, bye, round_):
        connection.execute(delete(table).where(table.c.event_id == one.id, table.c.round > round))
    if gone:
        connection.execute(delete(bye).where(bye.c.event_id == one.id, bye.c.no.in_(gone)))
        connection.execute(delete(entry).where(entry.c.event_id == one.id, entry.c.no.in_(gone)))
    undone = entry.c.withdrawn_after >= round
    connection.execute(update(entry).where(entry.c.event_id == one.id, undone).values(withdrawn_after=None))
    extra = {**one.extra, "records": [list(record) for record in ended.sheet.records]}
    extra["abnormal"] = [[a.type, a.points, a.round, list(a.numbers)] for a in ended.sheet.abnormal]
    connection.execute(update(event).where(event.c.id == one.id).values(planned=round, extra=extra))


def _log(change: Change, round: int, gone: list[int]) -> None:
    """A row for each round, bye and withdrawal that goes and each entry that leaves, under the codes of such changes by hand."""
    rows, why = change.rows, say("ended_early_since", round=round)
    for made in (one["round"] for one in rows.rounds if one["round"] > round):
        here = seats.seats_of(rows, made)
        before, _ = seats.difference(here, Seats(made, (), seats.asked(rows, made)))
        change.log("round_removed", place=f"round {made}", before=before, reason=why)
    for one in rows.byes:
        if one["type"] in ASKED and (one["round"] > round or one["no"] in gone):
            place = f"round {one['round']}, {seats.player(rows, one['no'])}"
            change.log("bye", place=place, before=one["type"], reason=why)
    for one in rows.entries:
        who, left = seats.player(rows, one["no"]), one["withdrawn_after"]
        if one["no"] in gone:
            change.log("entry_removed", place=who, before=one["first_round"], reason=why)
        elif left is not None and left >= round:
            change.log("withdrawn", place=who, before=left, reason=why)
