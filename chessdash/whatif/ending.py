"""Ending a Swiss early: what the event would be, and what would happen to rounds, byes, withdrawals and late entries."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from chessdash.arguments import is_whole, shown
from chessdash.errors import DataError
from chessdash.standings import standings
from chessdash.text import say
from chessdash.tournament import Tournament, checked
from chessdash.whatif.effects import decided_cells, effects, open_cells
from chessdash.whatif.entries import entries
from chessdash.whatif.shortened import shortened, with_ranks

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class EarlyEnd:
    """An event that ends after a round, and what happens for it.

    ``tournament`` is always there to be looked at; ``blocked`` says that it may not be done, ``offered`` that it would be an
    early end after the last complete round. ``effects`` has one row a kind, in the order in which they are read: effect
    (boards_open where there are any, rounds_planned, results_exist, rounds_deleted, byes_lapse, withdrawals_undone,
    late_entries_leave), n (how many; of rounds_planned the new number), before (of rounds_planned the old number, else 0),
    sentence (what it is, to stand behind the number), detail (who and which, the way out of one that blocks), blocks.
    ``notes`` are sentences about the event.
    """

    tournament: Tournament
    round: int
    offered: bool
    blocked: bool
    effects: "pd.DataFrame"
    notes: tuple[str, ...] = field(default=())

    def __repr__(self) -> str:
        state = "blocked" if self.blocked else "offered" if self.offered else "to look at"
        return f"<EarlyEnd after round {self.round}, {state}>\n{self.effects[['n', 'sentence', 'detail']].to_string(index=False)}"


def complete_rounds(tournament: Tournament) -> int:
    """The last round that has a decided board and up to which no board is open; 0 where there is none.

    A board whose two cells contradict each other is open, as it is in the standings.
    """
    waiting = np.flatnonzero(open_cells(checked(tournament)).any(0))
    known = int(waiting[0]) if len(waiting) else tournament.rounds_played
    decided = np.flatnonzero(decided_cells(tournament)[:, :known].any(0))
    return int(decided[-1]) + 1 if len(decided) else 0


def end_after(tournament: Tournament, round: int | None = None) -> EarlyEnd:
    """The event as ended after this round, None: the last complete one; rounds 1 to ``rounds_played`` can be looked at.

    Planned rounds become ``round``; rounds without any result go; byes asked for later lapse; who would have joined later leaves;
    withdrawals from later rounds are undone; a later result, or an open board, blocks. DataError for a round that is not there.
    Source: the club's rules, "Ending a Swiss early".
    """
    complete = complete_rounds(tournament)
    round = _offered(complete) if round is None else _checked(tournament, round)
    who = entries(tournament)
    ended = shortened(tournament, round, who.late(round)[who.of_player])
    if np.isfinite(np.asarray(tournament.sheet.players.get("rank", ()), float)).any():
        ended = with_ranks(ended, standings(ended)["rank"].reindex(np.asarray(ended.sheet.players["no"])))
    rows = effects(tournament, who, round, complete)
    swiss = tournament.system == "swiss"
    early = round < tournament.rounds_planned
    over = not early and complete == round
    return EarlyEnd(
        tournament=ended,
        round=round,
        offered=swiss and early and round == complete,
        blocked=not swiss or bool(rows["blocks"].any()),
        effects=rows,
        notes=_notes(round, swiss=swiss, early=early, over=over),
    )


def _notes(round: int, *, swiss: bool, early: bool, over: bool) -> tuple[str, ...]:
    """What is said of an end that is no early one: the event is over, or its last round is the one, or it is a round robin."""
    if over:
        return (say("ending_over", n=round),)
    return () if swiss and early else (say("ending_finished" if swiss else "ending_round_robin", round=round),)


def _offered(complete: int) -> int:
    """The last complete round; DataError where there is none."""
    if not complete:
        raise DataError(say("ending_no_round"))
    return complete


def _checked(tournament: Tournament, round: object) -> int:
    """The round as a number; DataError where it is none that has results."""
    played = tournament.rounds_played
    if not played:
        raise DataError(say("ending_no_round"))
    if not is_whole(round, 1, played):
        raise DataError(say("ending_round_unknown", round=shown(round), rounds=played))
    return int(round)
