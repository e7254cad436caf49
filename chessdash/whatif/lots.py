"""Rounds of army games in a whole batch of runs: a run ends where one alone is undefeated, else the next round is drawn by lot.

The rules are those of ``chessdash.army``; docs/decisions/army-games.md. A round that a run no longer plays has Kind.PENDING.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from chessdash.army import is_army, state, still_there, undefeated
from chessdash.army.rounds import GIVEN, freed, meetings
from chessdash.cells import BoolArray, IntArray
from chessdash.crosstable import Crosstable, Kind
from chessdash.errors import DataError
from chessdash.matching import pair_off
from chessdash.simulation import Fixed, State, one_of
from chessdash.standings import Order
from chessdash.text import say
from chessdash.tiebreaks.descriptor import Descriptor
from chessdash.tiebreaks.ranking import final_ranks
from chessdash.tournament import Tournament
from chessdash.whatif.remaining import Remaining

STEPS = 500  # of a search for pairs without a rematch, which seldom takes more than there are pairs; then Edmonds' method


@dataclass(frozen=True, eq=False)
class Lots:
    """What an army event knows of its rounds to come beside ``Remaining``, rows in the order of pairing numbers."""

    there: BoolArray  # (rounds to come, P) who has not left at the start of each
    annulled: BoolArray  # (P, P) whose game was annulled: they have met


def by_lot(tournament: Tournament, rest: Remaining, order: Order | None = None) -> tuple[Remaining, Lots] | None:
    """What remains of an army event, and what its rounds are drawn from; None for another one.

    Who has left and who may not have the bye is by the rules of army games; byes that are written down as allocated are drawn
    anew in a round without boards.
    """
    if not is_army(tournament, order):
        return None
    table, rows = rest.table, np.argsort(np.asarray(tournament.sheet.players["no"]), kind="stable")
    there, away = [still_there(tournament)[rows]], rest.away.copy()
    byes, ahead = tournament.byes, tournament.sheet.opponent[rows] > 0
    for k, fixed in enumerate(rest.fixed):
        round = table.rounds + k + 1
        of_round = byes[byes["round"] == round]
        asked = np.isin(table.number, of_round.loc[of_round["type"] != "U", "no"])
        away[~asked, k] = np.where(there[k][~asked], -1, np.int8(Kind.ZERO_BYE))
        last = away[:, k] if fixed is None else fixed.away
        later = byes.loc[(byes["round"] > round) & (byes["type"] != "Z"), "no"]
        there.append((last != Kind.ZERO_BYE) | ahead[:, round:].any(-1) | np.isin(table.number, later))
    gone = (away == Kind.ZERO_BYE).all(-1) & ~there[0]
    ever = (table.kind != Kind.ZERO_BYE).any(-1)
    withdrawn, missing = (tuple(table.number[gone & (ever == was)].tolist()) for was in (True, False))
    if table.rules.predetermined:  # whoever is free there has not left
        withdrawn, missing = rest.withdrawn, rest.missing
    had: BoolArray = np.asarray(np.isin(table.kind, GIVEN).any(-1), bool)
    both = meetings(table) > meetings(replace(table, kind=np.where(table.kind == Kind.ANNULLED, Kind.ZERO_BYE, table.kind)))
    lots = Lots(np.array(there[: len(rest.fixed)], bool).reshape(len(rest.fixed), len(rows)), both)
    return replace(rest, away=away, had=had, withdrawn=withdrawn, missing=missing), lots


def refuse(tournament: Tournament, order: Order | None, pairing: str) -> None:
    """DataError for an army event in which no planned round is left to play, in the words of ``army.state``; also where it is to
    be paired by the Dutch system, since only the lot is its rule: a promise of exact pairings would be kept by other ones."""
    if not is_army(tournament, order):
        return
    now = state(tournament, order)
    if now.over or now.reason != "running":
        raise DataError(now.sentence)
    if pairing == "dutch":
        raise DataError(say("rest_lot_dutch"))


def lot_notes(rest: Remaining) -> list[str]:
    """What is to be said of the pairings and of the end of an army event."""
    table, said = rest.table, []
    if table.rules.predetermined:
        said.append(say("rest_round_robin"))
    elif rest.fixed and rest.fixed[0] is not None:
        said.append(say("rest_as_paired", round=table.rounds + 1))
    if any(fixed is None for fixed in rest.fixed):
        said.append(say("rest_lot"))
    if rest.rounds:
        said.append(say("rest_alone"))
    return (
        [*said, say("rest_further", planned=table.rounds_planned)] if table.rounds + rest.rounds == table.rounds_planned else said
    )


def following(
    lots: Lots, batch: Crosstable, state: State, last: IntArray, k: int, fixed: Fixed | None, away: IntArray, random: Generator
) -> tuple[IntArray, Fixed]:
    """The last round of each run, (B,), and the boards of the round to come number ``k`` from 0, none where a run has ended.

    ``batch`` (B, P, R) are the rounds so far. ``fixed`` are the boards that the file has; ``away`` (P,) as in ``play_round``.
    """
    played = batch.rounds
    if played:
        alone = np.count_nonzero(undefeated(batch) & lots.there[k], -1) == 1
        alone &= ~(batch.kind == np.int8(Kind.PENDING)).any((-1, -2))
        last = np.where((last > played) & alone, played, last)
    on = (last > played)[:, None]
    drawn = drawn_by_lot(lots, batch, state, away, on[:, 0], random) if fixed is None else fixed
    shape = (*on.shape[:1], drawn.white.shape[-1])
    white, black = (np.where(on, np.broadcast_to(rows, shape), -1) for rows in (drawn.white, drawn.black))
    missed = None if drawn.opponent is None else np.where(on, drawn.opponent, -1)
    return last, Fixed(white, black, np.where(on, drawn.away, np.int8(Kind.PENDING)), missed)


def drawn_by_lot(lots: Lots, batch: Crosstable, state: State, away: IntArray, on: BoolArray, random: Generator) -> Fixed:
    """The next round of the runs that go on, ``on`` (B,), as ``army.next_round`` draws it: boards (B, N).

    In the order of points, and of a lot among equals, neighbours meet: the one left over in a score group meets one of the next
    group, by lot. Where two of them have met already, the run is paired by the rule for that.
    """
    here, runs = np.flatnonzero(away < 0), np.arange(len(on))[:, None]
    score, lot = np.round(state.score, 6)[:, here], random.random((len(on), len(here)))
    kind = np.broadcast_to(away, state.score.shape).copy()
    order = here[np.lexsort((lot, -score))]
    candidates = None
    if len(here) % 2:
        new = (score == score.min(-1, keepdims=True)) & ~state.free[:, here]
        among = np.where(new.any(-1, keepdims=True), new, score == score.min(-1, keepdims=True))
        turn = np.argsort(np.where(among, random.random(lot.shape), 2.0), axis=-1)  # candidates first
        candidates = [here[turn[run, : among[run].sum()]] for run in range(len(on))]
        free = here[turn[:, 0]]
        kind[runs[:, 0], free] = Kind.PAB
        order = order[order != free[:, None]].reshape(len(on), -1)
    met = state.met | lots.annulled
    first, second = order[:, ::2].copy(), order[:, 1::2].copy()
    for run in np.flatnonzero(on & met[runs, first, second].any(-1)).tolist():
        whole = here[np.lexsort((lot[run], -score[run]))]
        among_these = None if candidates is None else candidates[run].tolist()
        free_one, pairs = _without_rematches(whole, met[run], one_of(batch, run), among_these)
        first[run], second[run] = pairs.T
        if candidates is not None:
            kind[run, candidates[run]] = away[candidates[run]]
            kind[run, free_one] = Kind.PAB
    due = np.take_along_axis(state.balance, first, 1) - np.take_along_axis(state.balance, second, 1)
    swap = (due > 0) | ((due == 0) & (random.random(due.shape) < 0.5))  # who has had fewer Whites gets White
    return Fixed(np.where(swap, second, first), np.where(swap, first, second), kind)


def _without_rematches(
    rows: IntArray, met: BoolArray, table: Crosstable, candidates: Sequence[int] | None
) -> tuple[int, IntArray]:
    """Who is free, -1 nobody, and the pairs (N, 2) of the others of these rows, the first to be paired first: with as few
    rematches as can be; of the candidates for the bye the first that allows it."""
    for free in [-1] if candidates is None else candidates:
        others = rows[rows != free]
        if (found := _all_new(~met[np.ix_(others, others)])) is not None:
            return free, others[np.array(found, np.intp).reshape(-1, 2)]
    times = meetings(table)
    free = -1 if candidates is None else freed(times, rows, candidates)
    others = rows[rows != free]
    return free, others[np.array(pair_off(times[np.ix_(others, others)]), np.intp).reshape(-1, 2)]


def _all_new(allowed: BoolArray) -> list[tuple[int, int]] | None:
    """Pairs (N / 2, 2) from the top, each with the nearest that leaves a pairing of all, who may all meet, (N, N); None where
    there are none or the search for them is long. The same as ``pair_off`` finds, in a tenth of the time."""
    may = [int.from_bytes(row.tobytes(), "little") for row in np.packbits(allowed, axis=1, bitorder="little")]
    failed: set[int] = set()
    pairs: list[tuple[int, int]] = []

    def place(left: int) -> bool:
        if not left:
            return True
        one = left & -left
        row = one.bit_length() - 1
        choices = may[row] & left & ~one
        while choices and len(failed) < STEPS:
            other = choices & -choices
            rest = left ^ one ^ other
            if rest not in failed:
                pairs.append((row, other.bit_length() - 1))
                if place(rest):
                    return True
                pairs.pop()
            choices ^= other
        failed.add(left)
        return False

    return pairs if place((1 << len(may)) - 1) else None


def ranked(table: Crosstable, last: IntArray, order: Sequence[Descriptor]) -> IntArray:
    """Final ranks from 0 of runs that end after different rounds, (B,), each as its own table has them, (B, P):
    OTHER_MODMED counts the rounds of a table, also those that a run has not played."""
    ranks = np.empty(table.kind.shape[:-1], np.intp)
    for round in np.unique(last).tolist():
        runs = np.flatnonzero(last == round)
        parts = {name: getattr(table, name)[runs] for name in ("opponent", "points", "kind", "black")}
        ranks[runs] = final_ranks(replace(table, **parts).through(round), order)
    return ranks


def unplayed(result: IntArray, on: BoolArray) -> IntArray:
    """Results of known boards, (B, N), -1 in runs that had ended, where not ``on`` (B,)."""
    return np.where(on[:, None], result, np.int8(-1))
