"""Army games in the club: the army points left in the last game, entered by player; what the end of such an event asks for."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, Row, update

from chessdash import army
from chessdash.arguments import is_number, shown
from chessdash.errors import StoreError
from chessdash.store import events, seats
from chessdash.store.changing import Change, changing
from chessdash.store.schema import entry, event
from chessdash.store.sheets import sheet_of
from chessdash.text import say
from chessdash.tournament import Tournament

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.store.handle import Store

MOST = 1_000_000  # army points
EARLIER = ("rounds", "published", "results")  # items of the check list that do not hold for an event that is over before its end


class Item(NamedTuple):
    """A line of the check list of finishing; one that is done and not 0 is a note that stops nobody."""

    item: str
    n: int
    sentence: str
    done: bool


def army_points(store: "Store", key: str) -> "pd.DataFrame | None":
    """The army points left in the last game, index no (start number): name, points (nan: not known); None for no army game."""
    import pandas as pd

    tournament = events.tournament(store, key)
    if not army.is_army(tournament):
        return None
    players, column = tournament.sheet.players, army.points_column(tournament)
    points = pd.to_numeric(pd.Series(players.get(column, [None] * tournament.size), dtype="object"), errors="coerce")
    names = pd.Series(players["name"], dtype="str")
    index = pd.Index(players["no"], name="no", dtype="int64")
    return pd.DataFrame({"name": names.to_numpy(), "points": points.to_numpy(float)}, index=index)


def set_army_points(store: "Store", key: str, points: Mapping[int, float | None]) -> int:
    """The army points of a running army game by start number (None: not known), each change logged; gives how many changed.

    StoreError for an event of chess, for a number that nobody has and for what are no points; AccessError for whoever may not
    enter results.
    """
    with changing(store, key, "enter") as change:
        return written(change, points)


def written(change: Change, points: Mapping[int, float | None], reason: str = "") -> int:
    """Writes army points into the entries, and the column into the event; gives how many changed."""
    tournament = Tournament(sheet_of(change.rows))
    if not army.is_army(tournament):
        raise StoreError(say("army_points_chess", name=change.one.name))
    column = army.points_column(tournament)
    changed = 0
    for no, given in points.items():
        one = seats.entry_of(change.rows, no)
        if not (given is None or is_number(given, 0, MOST)):
            raise StoreError(say("army_points_given", player=seats.player(change.rows, no), given=shown(given), most=MOST))
        before = one["extra"].get(column)
        if before != (after := None if given is None else float(given)):
            extra = {name: value for name, value in one["extra"].items() if name != column}
            _store(change, no, extra if after is None else {**extra, column: after})
            texts = ("" if value is None else f"{value:g}" if is_number(value) else str(value) for value in (before, after))
            old, new = texts
            change.log("army_points", place=seats.player(change.rows, no), before=old, after=new, reason=reason)
            changed += 1
    _declared(change, column, points)
    return changed


def _store(change: Change, no: int, extra: Mapping[str, Any]) -> None:
    where = (entry.c.event_id == change.one.id, entry.c.no == no)
    change.connection.execute(update(entry).where(*where).values(extra=dict(extra)))


def _declared(change: Change, column: str, points: Mapping[int, float | None]) -> None:
    """Makes the column one of numbers; StoreError where a file has a text in it for somebody whose points are not given."""
    columns = change.rows.event["extra"].get("columns", {})
    if columns.get(column) == "number":
        return
    for one in change.rows.entries:
        if one["no"] not in points and isinstance(text := one["extra"].get(column), str) and text:
            raise StoreError(say("army_points_text", player=seats.player(change.rows, one["no"]), column=column, given=text[:20]))
    extra = {**change.rows.event["extra"], "columns": {**columns, column: "number"}}
    change.connection.execute(update(event).where(event.c.id == change.one.id).values(extra=extra))


def item(connection: Connection, one: Row[Any]) -> Item | None:
    """What an army game adds to the check list of finishing, None where that is nothing: it is over before its planned rounds
    and has to be ended early; or, as a note, army points are missing or a further round is proposed."""
    if one.system != "swiss" or not events.other_game(dict(one._mapping)):  # a round robin is not ended early
        return None
    tournament = Tournament(sheet_of(events.rows(connection, one)))
    now, played = army.state(tournament), tournament.rounds_played
    where = [say("check_army_where")] if now.missing else []
    if now.over and played < one.planned:
        sentence = " ".join([now.sentence, *where, say("check_army_over", round=played)])
        return Item("army", one.planned - played, sentence, False)
    if now.missing:
        return Item("army", len(now.missing), " ".join([now.sentence, *where]), True)
    if now.reason == "further_round":
        return Item("army", 1, f"{now.sentence} {say('check_army_further', planned=now.proposed_rounds)}", True)
    return None
