"""Standings by an order of tie-breaks (C.07 4.2), and how what a file declares compares with them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from chessdash import faults
from chessdash.arguments import choice, is_number, listed, shown
from chessdash.crosstable import Crosstable, Rules
from chessdash.errors import DataError, TieBreakError
from chessdash.orders import default
from chessdash.text import say
from chessdash.tiebreaks.descriptor import Descriptor, parse
from chessdash.tiebreaks.ranking import prepared, rank_by
from chessdash.tournament import Tournament, checked

if TYPE_CHECKING:
    import pandas as pd

Order = str | Iterable[str]
EDITIONS = ("2024", "2026")
SYSTEMS = ("swiss", "round-robin")
HIGHEST = 9999  # Elo, for those who have no rating: what /U can say


@dataclass(frozen=True, eq=False)
class Chosen:
    """An order for one event: the codes as written with their descriptors, PTS first, and those dropped with the reason."""

    codes: tuple[str, ...]
    descriptors: tuple[Descriptor, ...]
    dropped: tuple[tuple[str, str], ...]


def standings(
    tournament: Tournament,
    order: Order | None = None,
    *,
    edition: str | None = None,
    through: int | None = None,
    system: str | None = None,
    unrated: float | None = None,
) -> "pd.DataFrame":
    """The table, indexed by start number and sorted by rank (equal ranks are shared, never decided by lot).

    Columns: ``rank``, ``name``, one for each code as written in ``order`` (points and tie-breaks in the event's own points,
    ratings in Elo, nan where undefined), ``decided_by`` ("" first, the code that put the row below the one above, or "shared").
    ``order`` is a text as in record 212 or a list; None takes the file's own, else the preset of the system. ``through`` uses
    rounds 1 to k only, planned rounds unchanged. ``unrated`` is a rating for everyone who has none. ``attrs`` say edition,
    system, order, dropped (code and reason), through, rounds_planned, rounds_played and notes. Raises TieBreakError for an
    order that cannot be read and DataError for a round that is not there. Source: C.07 4.2.
    """
    import pandas as pd

    table = crosstable(tournament, edition=edition, through=through, system=system, unrated=unrated)
    chosen = choose(tournament, table, order)
    ranking = rank_by(table, chosen.descriptors)
    rows = np.lexsort((table.number, ranking.rank))
    columns: dict[str, Any] = {"rank": ranking.rank[rows] + 1, "name": _names(tournament)[rows]}
    columns |= {code: values[rows] for code, values in zip(chosen.codes, ranking.values, strict=True)}
    words = (*chosen.codes, "shared", "")
    columns["decided_by"] = [words[level] for level in ranking.decided_by()]
    frame = pd.DataFrame(columns, index=pd.Index(table.number[rows].astype(np.int64), name="no"))
    frame.attrs = {
        "edition": table.rules.edition,
        "system": table.rules.system,
        "order": chosen.codes,
        "dropped": [{"code": code, "reason": reason} for code, reason in chosen.dropped],
        "through": table.rounds,
        "rounds_planned": table.rounds_planned,
        "rounds_played": tournament.rounds_played,
        "notes": _notes(tournament, table, chosen, edition),
    }
    return frame


def crosstable(
    tournament: Tournament,
    *,
    edition: str | None = None,
    through: int | None = None,
    system: str | None = None,
    unrated: float | None = None,
) -> Crosstable:
    """The event's crosstable, (P, R), under these rules where given and the file's where not, through this round."""
    table = checked(tournament).crosstable
    edition = table.rules.edition if edition is None else choice("edition", edition, EDITIONS)
    system = table.rules.system if system is None else choice("system", system, SYSTEMS)
    if unrated is not None and not is_number(unrated, 0, HIGHEST):
        raise DataError(say("unrated_out_of_range", given=shown(unrated), highest=HIGHEST))
    rules = Rules(edition, system, unrated)
    table = table if rules == table.rules else replace(table, rules=rules)
    return table if through is None else table.through(through)


def asked_for(order: Order | None) -> list[str] | None:
    """The codes of an order as they were written, None where none is asked for; TieBreakError for what is neither."""
    if order is None or isinstance(order, str):
        return order if order is None else order.split(",")
    if (codes := listed(order)) is None:
        raise TieBreakError(say("order_unreadable", given=shown(order)))
    return [str(code) for code in codes]


def choose(tournament: Tournament, table: Crosstable, order: Order | None) -> Chosen:
    """The order to rank by: what was asked for, the file's own or the preset; PTS first; what cannot be used is dropped."""
    asked = asked_for(order)
    written = [text.strip() for text in (tournament.order or default(table.rules.system)) if text] if asked is None else asked
    codes: list[str] = []
    descriptors: list[Descriptor] = []
    dropped: list[tuple[str, str]] = []
    for text in (str(text).strip() for text in written):
        if not text:
            continue
        try:
            descriptor = parse(text)
        except TieBreakError as error:  # what a file says is never fatal, what a caller says is
            if asked is not None:
                raise
            dropped.append((text, str(error)))
            continue
        if reason := refusal(table, descriptor, descriptors):
            dropped.append((text, reason))
        else:
            codes.append(text)
            descriptors.append(descriptor)
    if asked is not None and not codes and not dropped:
        raise TieBreakError(say("empty_order"))
    if "PTS" not in (descriptor.name for descriptor in descriptors):
        codes.insert(0, "PTS")
        descriptors.insert(0, parse("PTS"))
    return Chosen(tuple(codes), tuple(descriptors), tuple(dropped))


def refusal(table: Crosstable, descriptor: Descriptor, before: Iterable[Descriptor] = ()) -> str:
    """Why a code cannot be used in this event, as a sentence; "" where it can."""
    if descriptor in before:
        return say("code_twice", code=descriptor)
    try:
        checked = prepared(table, descriptor)
        if descriptor.tiebreak.shape == "given":
            descriptor.tiebreak.compute(checked, descriptor)
    except TieBreakError as error:
        return str(error)
    return ""


def check(
    tournament: Tournament,
    order: Order | None = None,
    *,
    edition: str | None = None,
    system: str | None = None,
    unrated: float | None = None,
) -> "pd.DataFrame":
    """Declared ranks and list of tie-breaks against the computed ones, as a faults frame (see ``frames.FAULTS``).

    Where the file names no list, a declared rank is only held against the points: it may lie anywhere among those level on them.
    """
    frame = standings(tournament, order, edition=edition, system=system, unrated=unrated)
    own = order is not None or tournament.order is not None
    record = str(tournament.info.get("order_record", "202"))
    rows = [
        faults.fault("warning", "declared_code_dropped", record=record, tiebreak=dropped["code"], reason=dropped["reason"])
        for dropped in frame.attrs["dropped"]
    ]
    level = frame["rank"].to_numpy() if own else frame["PTS"].rank(method="min", ascending=False).to_numpy().astype(int)
    size = np.bincount(level)
    declared = tournament.players["rank"].reindex(frame.index).to_numpy(float)
    lines = dict(
        zip(tournament.players.index, tournament.sheet.lines if tournament.sheet.lines is not None else [], strict=False)
    )
    wrong = ~np.isnan(declared) & ((declared < level) | (declared > level + size[level] - 1))
    for no, said, low in zip(frame.index[wrong], declared[wrong].astype(int), level[wrong], strict=True):
        high = low + int(size[low]) - 1
        places = str(low) if high == low else f"{low}–{high}"
        severity, code = ("warning", "declared_rank") if own else ("note", "declared_rank_by_points")
        by = ",".join(frame.attrs["order"])
        at = {"line": int(lines.get(no, 0)), "column": 86 if no in lines else 0, "no": int(no)}
        rows.append(faults.fault(severity, code, record="001", **at, declared=int(said), computed=places, order=by))
    return faults.frame(rows)


def _names(tournament: Tournament) -> "np.ndarray[Any, Any]":
    return np.array(tournament.sheet.players.get("name", [""] * tournament.size), dtype=object)


def _notes(tournament: Tournament, table: Crosstable, chosen: Chosen, edition: str | None) -> list[str]:
    """What a reader of the table should know, as sentences."""
    notes = []
    if any(d.name == "KS" for d in chosen.descriptors) and not table.rules.predetermined:
        notes.append(say("koya_in_swiss"))
    if edition is None and not tournament.info.get("edition") and not str(tournament.info.get("start", ""))[:4].isdigit():
        notes.append(say("edition_assumed"))
    if table.rounds < tournament.rounds_played:
        notes.append(say("through_note", through=table.rounds, planned=table.rounds_planned))
    return notes
