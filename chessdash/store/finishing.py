"""Finishing an event, ending it early, correcting it afterwards: final tables by edition, ratings from then on, each logged.

A finished event is never opened again, and a finished board never becomes empty.
"""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import Connection, Row, delete, func, insert, select, update

from chessdash.arguments import is_whole, shown
from chessdash.display.results import PAIRS
from chessdash.errors import StoreError
from chessdash.standings import standings
from chessdash.store import access, army_games, events, log, ratings, withdrawal
from chessdash.store.boards import MOST_VERSION, WITH_NAMES, code_of
from chessdash.store.changing import Change
from chessdash.store.connect import reading, writing
from chessdash.store.schema import board, club, draft, entry, event, final_table, round_
from chessdash.store.sheets import sheet_of
from chessdash.store.shortening import shorten
from chessdash.text import say
from chessdash.tournament import Tournament
from chessdash.whatif.boards import LETTERS
from chessdash.whatif.ending import EarlyEnd, end_after

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.store.handle import Store

AHEAD = timedelta(days=1)  # how far a day may lie ahead of that in UTC: at no place on earth is it later
OPEN = "*"
CODES = ("1", "=", "0", "+", "-", "x")  # what a finished board may become
MOST_NAMED = 12  # boards of the check list
MOST_BOARDS = 100_000  # of a round; larger numbers no database takes


def checklist(store: "Store", key: str) -> "pd.DataFrame":
    """What finishing asks for, one row an item: item, n (how many are open), sentence, done."""
    import pandas as pd

    with reading(store.engine) as connection:
        access.see(connection, store.viewer)
        items = _items(connection, events.found(connection, key))
    return pd.DataFrame(items, columns=["item", "n", "sentence", "done"])


def _items(connection: Connection, one: Row[Any]) -> list[tuple[str, int, str, bool]]:
    """Rounds that are not made, not published, and boards without a result; where an army game stands."""
    made = connection.execute(select(round_.c.round, round_.c.published).where(round_.c.event_id == one.id)).all()
    missing = sorted({*range(1, one.planned + 1)} - {row.round for row in made})
    hidden = sorted(row.round for row in made if not row.published)
    boards = select(board.c.round, board.c.board, board.c.white_result, board.c.black_result).where(board.c.event_id == one.id)
    waiting = [  # those whose two letters contradict each other are open too, as in the table
        (row.round, row.board)
        for row in connection.execute(boards.order_by(board.c.round, board.c.board))
        if code_of(row.white_result, row.black_result) == OPEN
    ]
    named = _named(waiting)
    entries = connection.execute(select(func.count()).where(entry.c.event_id == one.id)).scalar_one()
    rows = [
        ("entries", int(entries == 0), say("check_entries", n=entries), entries > 0),
        _item("rounds", len(missing), rounds=_numbers(missing)),
        _item("published", len(hidden), rounds=_numbers(hidden)),
        _item("results", len(waiting), boards=named),
    ]
    if (army := army_games.item(connection, one)) is not None:
        rows = [row for row in rows if army.done or row[0] not in army_games.EARLIER]
        rows.append(army)
    if one.kind == "club" and one.rated and not events.other_game(dict(one._mapping)):
        unknown = ratings.without_initial(connection, one.id, one.control)
        names = "; ".join(unknown[:6]) + (say("and_others", n=len(unknown) - 6) if len(unknown) > 6 else "")
        rows.append(_item("initial", len(unknown), names=names))
    return rows


def _item(item: str, n: int, **values: str) -> tuple[str, int, str, bool]:
    """A line of the list: how many are open, and what to say of it."""
    return item, n, say(f"check_{item}", n=n, **values) if n else say(f"checked_{item}"), not n


def _named(boards: list[tuple[int, int]]) -> str:
    """The first boards of a sorted list by round, and how many more there are."""
    first: dict[int, list[int]] = {}
    for round, place in boards[:MOST_NAMED]:
        first.setdefault(round, []).append(place)
    named = "; ".join(
        say("boards_of_round", n=len(places), round=round, boards=_numbers(places)) for round, places in first.items()
    )
    return named + (say("and_others", n=len(boards) - MOST_NAMED) if len(boards) > MOST_NAMED else "")


def _numbers(rounds: list[int]) -> str:
    return ", ".join(map(str, rounds))


def finish(store: "Store", key: str, ended: str = "") -> None:
    """Finishes an event on a date (ISO; "" today): the final table is stored with every value, a club event's ratings follow.

    StoreError names what is still open; AccessError without the right.
    """
    day = _day(ended)
    with writing(store.engine) as connection:
        one = _held(connection, key)
        access.allow(connection, store.viewer, "finish", one)
        _refuse_finished(one)
        _finish(connection, store, one, day)


def _day(ended: str) -> str:
    """The day on which an event ends, ISO; "" is the server's today. StoreError for what is no day."""
    return events.day_of(ended) if ended else date.today().isoformat()


def _held(connection: Connection, key: str) -> Row[Any]:
    """The row of an event whose ratings may change, after the club's row, as whoever changes an initial rating does: one at a
    time, since each recomputes other events too. Whoever takes both rows takes the club's first."""
    connection.execute(update(club).values(revision=club.c.revision + 1))
    return events.touched(connection, key)


def _finish(connection: Connection, store: "Store", one: Row[Any], day: str) -> None:
    """The end of an event whose row is held: checked, stored, rated."""
    if open_items := [sentence for _, _, sentence, done in _items(connection, one) if not done]:
        raise StoreError(say("not_finished", name=one.name, first=" ".join(open_items)))
    today = log.today()
    if day > (today + AHEAD).isoformat():
        raise StoreError(say("ended_in_future", ended=day, today=today.isoformat(), name=one.name))
    if day < one.start:
        raise StoreError(say("ended_before_start", ended=day, start=one.start, name=one.name))
    last = connection.execute(select(func.max(event.c.finished_as))).scalar() or 0
    values = {"state": "finished", "ended": day, "finished_as": last + 1}
    connection.execute(update(event).where(event.c.id == one.id).values(values))
    connection.execute(delete(draft).where(draft.c.event_id == one.id))
    _store_table(connection, one)
    log.write(connection, store.viewer, "finished", event_id=one.id, after=day)
    ratings.recompute(connection, one.control, since=last + 1)


def _store_table(connection: Connection, one: Row[Any]) -> None:
    """One more edition of the final table, with every value of its order."""
    table = standings(Tournament(sheet_of(events.rows(connection, events.found(connection, one.key)))))
    codes = list(table.attrs["order"])
    last = connection.execute(select(func.max(final_table.c.edition)).where(final_table.c.event_id == one.id)).scalar() or 0
    rows = [
        [int(no), int(rank), *(None if np.isnan(v) else float(v) for v in values)]
        for no, rank, values in zip(table.index, table["rank"], table[codes].to_numpy(float), strict=True)
    ]
    rules = {"edition": table.attrs["edition"], "system": table.attrs["system"]}
    values = {"event_id": one.id, "edition": last + 1, "at": log.now(), "codes": codes, "rows": rows, "rules": rules}
    connection.execute(insert(final_table).values(values))


def final(store: "Store", key: str, edition: int | None = None) -> "pd.DataFrame":
    """The stored final table (None: the newest), index no: rank, name, a column a code; attrs edition, at, order, editions."""
    import pandas as pd

    with reading(store.engine) as connection:
        access.see(connection, store.viewer)
        one = events.found(connection, key)
        query = select(final_table).where(final_table.c.event_id == one.id).order_by(final_table.c.edition)
        stored = connection.execute(query).all()
        names = dict(connection.execute(select(entry.c.no, entry.c.name).where(entry.c.event_id == one.id)).all())
    chosen = [row for row in stored if edition in (None, row.edition)]
    if not chosen:
        raise StoreError(say("no_final_table", name=one.name, edition=edition or 1))
    row = chosen[-1]
    frame = pd.DataFrame(row.rows, columns=["no", "rank", *row.codes]).set_index("no")
    frame.insert(1, "name", [names.get(no, "") for no in frame.index])
    frame.attrs = {
        "edition": row.edition,
        "at": row.at,
        "order": tuple(row.codes),
        "editions": len(stored),
        **{"rules": row.rules},
    }
    return frame


def early_end(store: "Store", key: str, round: int | None = None) -> EarlyEnd:
    """What ending after a round would do (None: the last complete one), to be looked at before ``end_early`` does it."""
    with reading(store.engine) as connection:
        access.see(connection, store.viewer)
        return end_after(Tournament(sheet_of(events.rows(connection, events.found(connection, key)))), round)


def end_early(store: "Store", key: str, round: int, ended: str = "", reason: str = "") -> None:
    """Ends a running event after a round and finishes it: rounds, byes, late entries, withdrawals as ``end_after`` lists them."""
    day = _day(ended)
    with writing(store.engine) as connection:
        one = _held(connection, key)
        access.allow(connection, store.viewer, "end_early", one)
        _refuse_finished(one)
        rows = events.rows(connection, one)
        planned = end_after(Tournament(sheet_of(rows)), round)
        if planned.blocked or not planned.offered:
            stops: Any = planned.effects[planned.effects["blocks"]]
            blocking = [str(row.detail or row.sentence) for row in stops.itertuples()]
            raise StoreError(
                say("end_blocked", round=round, reason=" ".join([*blocking, *planned.notes]) or say("end_not_offered"))
            )
        log.write(connection, store.viewer, "ended_early", event_id=one.id, before=one.planned, after=round, reason=reason)
        shorten(Change(store, connection, one, rows), round, planned.tournament)
        _finish(connection, store, events.found(connection, key), day)


def correct(store: "Store", key: str, round: int, place: int, code: str, reason: str, *, version: int | None = None) -> None:
    """Corrects a board of a finished event, code from White's side (never empty): logged; table and ratings anew.

    ``version``: of the board as it was seen; StoreError where it has another one by now. In a round robin that somebody has left
    the forfeits follow (``withdrawal.follow``); StoreError for one that was typed and would be as it was.
    """
    if code not in CODES:
        raise StoreError(say("correction_code", code=str(code)[:10], known=" ".join(CODES)))
    if not (reason := " ".join(str(reason).split())):
        raise StoreError(say("correction_reason"))
    if not (is_whole(round, 1, 99) and is_whole(place, 1, MOST_BOARDS)):
        raise StoreError(say("no_such_board", round=shown(round), board=shown(place)))
    if not (version is None or is_whole(version, 0, MOST_VERSION)):
        raise StoreError(say("result_no_version", board=place, given=shown(version)))
    with writing(store.engine) as connection:
        one = _held(connection, key)
        access.allow(connection, store.viewer, "correct", one)
        if one.state != "finished":
            raise StoreError(say("correction_running", name=one.name))
        found = connection.execute(WITH_NAMES.where(board.c.board == place), {"event": one.id, "round": round}).first()
        if found is None:
            raise StoreError(say("no_such_board", round=round, board=place))
        _corrected(connection, store, one, found, code, reason, version)
        _store_table(connection, one)
        ratings.recompute(connection, one.control, since=one.finished_as)


def _corrected(
    connection: Connection, store: "Store", one: Row[Any], found: Row[Any], code: str, reason: str, version: int | None
) -> None:
    """Puts another result on a board that was found, logs it, and lets follow what it makes of forfeits."""
    here = {"round": found.round, "board": found.board}
    before, after = found.white_result + found.black_result, LETTERS[code]
    if before == after:
        raise StoreError(say("correction_same", **here, result=PAIRS[code]))
    if version is not None and version != found.version:
        stored = PAIRS.get(code_of(*before), before)
        raise StoreError(say("correction_late_by" if found.by else "correction_late", **here, result=stored, by=found.by))
    values = {"white_result": after[0], "black_result": after[1], "version": found.version + 1}
    values |= {"stored_by": store.viewer.person, "stored_at": log.now()}
    where = (board.c.event_id == one.id, board.c.round == found.round, board.c.board == found.board)
    connection.execute(update(board).where(*where).values(values))
    texts = {"place": say("board_of_round", **here), "before": before, "after": after, "reason": reason}
    log.write(connection, store.viewer, "corrected", event_id=one.id, **texts)
    typed = {(found.round, found.board): (found.white_result, found.black_result)}
    withdrawal.follow(connection, store, one, typed=typed)


def correct_army_points(store: "Store", key: str, points: Mapping[int, float | None], reason: str) -> int:
    """Corrects army points of a finished army game, by start number (None: not known): logged, and the table stored anew where
    one changed; gives how many did. They decide places as results do, so they can be corrected as these; no rating hangs on them.
    """
    if not (reason := " ".join(str(reason).split())):
        raise StoreError(say("correction_reason"))
    with writing(store.engine) as connection:
        one = events.touched(connection, key)
        access.allow(connection, store.viewer, "correct", one)
        if one.state != "finished":
            raise StoreError(say("correction_army_running", name=one.name))
        changed = army_games.written(Change(store, connection, one, events.rows(connection, one)), points, reason)
        if changed:
            _store_table(connection, one)
    return changed


def _refuse_finished(one: Row[Any]) -> None:
    if one.state == "finished":
        raise StoreError(say("event_finished", name=one.name))
