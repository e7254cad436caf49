"""Looking back: the table after each round, as if the event had ended there, and how close it is to the last one."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chessdash.arguments import is_whole, shown
from chessdash.army import is_army, state
from chessdash.cells import BoolArray, FloatArray, IntArray
from chessdash.crosstable import Crosstable
from chessdash.errors import DataError
from chessdash.measures import kendall
from chessdash.standings import Chosen, Order, choose, crosstable
from chessdash.text import say
from chessdash.tiebreaks.ranking import final_ranks
from chessdash.tournament import Tournament, checked
from chessdash.whatif.effects import open_cells, rounds_text
from chessdash.whatif.entries import entries
from chessdash.whatif.shortened import shortened

if TYPE_CHECKING:
    import pandas as pd

PODIUM = 3  # prize places where none are given
NOT_YET = -1


@dataclass(frozen=True, eq=False)
class _Tables:
    """Ranks from 0 of P players: today, and after each of R rounds as if the event had ended there (NOT_YET: joined later)."""

    table: Crosstable
    chosen: Chosen
    today: IntArray  # (P,)
    ranks: IntArray  # (R, P)
    notes: tuple[str, ...]


def retrospect(
    tournament: Tournament,
    order: Order | None = None,
    *,
    prizes: int = 0,
    edition: str | None = None,
    system: str | None = None,
    unrated: float | None = None,
) -> "pd.DataFrame":
    """The table after each round, as if the event had ended there, against today's: one row a round from 1 to ``rounds_played``.

    Columns: round; players (in that table: who joined later is in none before); first and first_names (tuples: who share first
    place); same_first (whether today the same are first); tau (Kendall's tau-a of the two tables, pairs level in one of them
    0); moved (players whose place differs) and places_moved (by how many on average), both among those who are in that table
    already; prizes_changed (how many of the first ``prizes`` places, 0: of the first three, today's table gives to others,
    shared places split equally). Order and rules are as in ``standings``; ``attrs`` say order, edition, system, through,
    rounds_planned, prizes and notes. Raises DataError and TieBreakError as ``standings`` does.
    Source: docs/decisions/ending-early.md.
    """
    import pandas as pd

    most = max(checked(tournament).size, PODIUM)
    if not is_whole(prizes, 0, most):
        raise DataError(say("ending_prizes", prizes=shown(prizes), most=most))
    tables = _tables(tournament, order, edition, system, unrated)
    places = int(prizes) or PODIUM
    names = np.array(tournament.sheet.players.get("name", [""] * tournament.size), dtype=object)
    rows = [_against(tables, round, places, names) for round in range(1, len(tables.ranks) + 1)]
    kinds = {
        **dict.fromkeys(("round", "players", "moved"), "int64"),
        **dict.fromkeys(("tau", "places_moved", "prizes_changed"), "float64"),
        **dict.fromkeys(("first", "first_names"), "object"),
        "same_first": "bool",
    }
    columns = ("round", "players", "first", "first_names", "same_first", "tau", "moved", "places_moved", "prizes_changed")
    frame = pd.DataFrame(rows, columns=list(columns)).astype(kinds)
    frame.attrs.update(_attrs(tables), prizes=places)
    return frame


def table_by_round(
    tournament: Tournament,
    order: Order | None = None,
    *,
    edition: str | None = None,
    system: str | None = None,
    unrated: float | None = None,
) -> "pd.DataFrame":
    """Ranks from 1 after each round as if the event had ended there: index start number by today's rank, a column a round.

    nan: the player joined later. ``attrs`` as those of ``retrospect``, without prizes.
    """
    import pandas as pd

    tables = _tables(tournament, order, edition, system, unrated)
    rows = np.lexsort((tables.table.number, tables.today))
    ranks = np.where(tables.ranks == NOT_YET, np.nan, tables.ranks + 1.0).T[rows]
    rounds = pd.RangeIndex(1, len(tables.ranks) + 1, name="round")
    frame = pd.DataFrame(ranks, index=pd.Index(tables.table.number[rows].astype(np.int64), name="no"), columns=rounds)
    frame.attrs.update(_attrs(tables))
    return frame


def _tables(
    tournament: Tournament, order: Order | None, edition: str | None, system: str | None, unrated: float | None
) -> _Tables:
    """All tables by one order, which is chosen for the event as it is."""
    table = crosstable(tournament, edition=edition, system=system, unrated=unrated)
    chosen = choose(tournament, table, order)
    who = entries(tournament)
    ranks = np.full((table.rounds, len(table.number)), NOT_YET)
    for round, row in enumerate(ranks, 1):
        late = who.late(round)[who.of_player]
        ended = crosstable(shortened(tournament, round, late), edition=edition, system=system, unrated=unrated)
        row[~late] = final_ranks(ended, chosen.descriptors)
    return _Tables(table, chosen, final_ranks(table, chosen.descriptors), ranks, tuple(_notes(tournament, ranks, order)))


def _against(tables: _Tables, round: int, places: int, names: "np.ndarray[Any, Any]") -> tuple[Any, ...]:
    """One row: the table after this round against today's."""
    ranks, today = tables.ranks[round - 1], tables.today
    present = ranks != NOT_YET
    then, now = ranks[present], _among(today, present)
    first = ranks == 0
    moves = np.abs(then - now)
    return (
        round,
        len(then),
        tuple(tables.table.number[first].tolist()),
        tuple(names[first].tolist()),
        bool((first == (today == 0)).all()),
        float(kendall(then[None], now[None])[0]),
        int((moves > 0).sum()),
        float(moves.mean()) if len(moves) else 0.0,
        float((_held(then, places) - _held(today, places)[present]).clip(min=0).sum()),
    )


def _held(rank: IntArray, places: int) -> FloatArray:
    """How many of the first places each one holds, those of a shared rank split equally; rank from 0, (P,)."""
    size = np.bincount(rank, minlength=len(rank))[rank]
    held: FloatArray = (places - rank).clip(0, size) / size
    return held


def _among(rank: IntArray, present: BoolArray) -> IntArray:
    """The ranks of those who are present among themselves, from 0, (P,) to (N,)."""
    kept = rank[present]
    return np.searchsorted(np.sort(kept), kept)


def _attrs(tables: _Tables) -> dict[str, Any]:
    """What a frame rests on."""
    return {
        "order": tables.chosen.codes,
        "edition": tables.table.rules.edition,
        "system": tables.table.rules.system,
        "through": tables.table.rounds,
        "rounds_planned": tables.table.rounds_planned,
        "notes": tables.notes,
    }


def _notes(tournament: Tournament, ranks: IntArray, order: Order | None) -> list[str]:
    """What a reader should know."""
    notes = []
    game = state(tournament, order) if is_army(tournament, order) else None
    if game is not None and game.over:
        notes.append(game.sentence)
    elif ranks.shape[0] < tournament.rounds_planned:
        notes.append(say("retrospect_today"))
    waiting = (np.flatnonzero(open_cells(tournament).any(0)) + 1).tolist()
    if waiting:
        notes.append(say("retrospect_open", n=len(waiting), rounds=rounds_text(waiting)))
    if late := int((ranks == NOT_YET).any(0).sum()):
        notes.append(say("retrospect_late", n=late))
    return notes
