"""One simulation as a plan that can be computed in parts, each from a seed of its own: rounds played on for a batch of runs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator

from chessdash.arguments import choice, made_by, whole
from chessdash.cells import FloatArray, IntArray
from chessdash.crosstable import Crosstable, Kind
from chessdash.errors import DataError
from chessdash.pairing import dutch_pairs, initial_colour, prohibited
from chessdash.pairing.dutch import refuse_open
from chessdash.ratings.rated import Basis
from chessdash.simulation import Fixed, State, enter_results, folded, one_of, play_round
from chessdash.standings import choose, crosstable
from chessdash.text import say
from chessdash.tiebreaks.descriptor import Descriptor, parse
from chessdash.tiebreaks.ranking import final_ranks
from chessdash.tournament import Tournament, checked
from chessdash.whatif.assumed import fold_effect, model_sentences, notes
from chessdash.whatif.forecast import Forecast, forecast
from chessdash.whatif.lots import Lots, by_lot, following, lot_notes, ranked, refuse, unplayed
from chessdash.whatif.remaining import Remaining, remaining
from chessdash.whatif.strength import Model, Strengths, strengths

PAIRINGS = ("fold", "dutch")
CHUNK = 250  # runs of a batch, so that they stay in the cache; a fixed number, so that figures do not depend on the workers
LOT = "lot"  # how rounds of army games are paired
PART = {"fold": 500, LOT: 500, "dutch": 10}  # runs of one call; an exact pairing takes as long as thousands of folded ones
MOST = {"fold": 1_000_000, "dutch": 20_000}
TOP = 3  # places, where nobody says how many; in an event of two players too


class Runs(NamedTuple):
    """Ends of N runs: ranks from 0 (N, P), points (N, P), White's half-points on the boards known beforehand (N, K), -1 where
    the run had ended, and rating changes over the event in Elo (N, P).
    """

    rank: IntArray
    points: FloatArray
    result: IntArray
    change: IntArray


@dataclass(frozen=True, eq=False)
class Plan:
    """What is simulated, ready to be sent to another process; players are in the order of pairing numbers."""

    rest: Remaining
    strengths: Strengths
    model: Model
    order: tuple[str, ...]  # descriptors as text, points first
    codes: tuple[str, ...]  # the same as they were written
    runs: int
    pairing: str  # one of PAIRINGS, or LOT
    seed: int
    top: int
    prizes: int
    numbers: tuple[int, ...]
    names: tuple[str, ...]
    today: IntArray  # (P,) ranks from 0 before the first simulated round
    score: FloatArray  # (P,) points then
    first_white: bool  # of the first player in round 1
    forbidden: tuple[tuple[int, int], ...]  # rows that may not meet
    forecast: Forecast
    known: tuple[tuple[int, int, int, int], ...]  # boards known beforehand: round, board, White's and Black's start number
    notes: tuple[str, ...]  # sentences on this event and its pairings
    assumes: tuple[str, ...]  # sentences on what is assumed of any event
    lots: Lots | None = None  # of an army event

    @property
    def parts(self) -> int:
        """Number of parts that are computed apart from one another."""
        return -(-self.runs // PART[self.pairing])

    @property
    def first_round(self) -> int:
        """The first round of which something is simulated, from 1."""
        return min([board[0] for board in self.rest.open], default=self.rest.table.rounds) + 1

    @property
    def last_round(self) -> int:
        """The last simulated round, from 1."""
        return self.rest.table.rounds + self.rest.rounds


def plan(
    tournament: Tournament,
    runs: int = 10_000,
    rounds: int | None = None,
    model: Model | None = None,
    pairing: str = "fold",
    seed: int = 1,
    *,
    order: str | Sequence[str] | None = None,
    top: int = TOP,
    prizes: int = 0,
    edition: str | None = None,
    system: str | None = None,
    unrated: float | None = None,
    rated: Basis | None = None,
) -> Plan:
    """The simulation that these arguments of ``simulate`` mean; DataError for one that cannot be."""
    size, pairing = checked(tournament).size, choice("pairing", pairing, PAIRINGS)
    runs, top = whole("runs", runs, 1, MOST[pairing]), whole("top", top, 1, max(size, TOP))
    prizes, seed = whole("prizes", prizes, 0, size), whole("seed", seed, 0, 2**63)
    model = made_by(Model, "model", Model() if model is None else model)
    table = crosstable(tournament, edition=edition, system=system, unrated=unrated)
    chosen = choose(tournament, table, order)
    refuse(tournament, order, pairing)
    rest = remaining(tournament, table, rounds)
    white, forbidden = initial_colour(tournament)[0], tuple(prohibited(tournament, table.rounds + 1))
    if (drawn := by_lot(tournament, rest, order)) is not None:
        (rest, lots), pairing = drawn, LOT
        paired = lot_notes(rest)
    else:
        lots = None
        rest, paired = _next_round(rest, pairing, white, forbidden)
    names = dict(zip(tournament.sheet.players["no"], tournament.sheet.players.get("name", []), strict=False))
    numbers = tuple(rest.table.number.tolist())
    ratings = forecast(tournament, rest.table.number, rated)
    return Plan(
        rest=rest,
        strengths=strengths(rest.table, model),
        model=model,
        order=tuple(str(descriptor) for descriptor in chosen.descriptors),
        codes=chosen.codes,
        runs=runs,
        pairing=pairing,
        seed=seed,
        top=top,
        prizes=prizes,
        numbers=numbers,
        names=tuple(str(names.get(no, "")) for no in numbers),
        today=final_ranks(rest.table, chosen.descriptors),
        score=np.asarray(rest.table.score, float),
        first_white=white,
        forbidden=forbidden,
        forecast=ratings,
        known=_known(rest),
        notes=(
            *notes(tournament, rest, model, chess=lots is None),
            *paired,
            *fold_effect(rest, pairing),
            *(why for _, why in chosen.dropped),
        ),
        assumes=(*model_sentences(rest, model, chess=lots is None), *ratings.notes),
        lots=lots,
    )


def _next_round(
    rest: Remaining, pairing: str, first_white: bool, forbidden: Sequence[tuple[int, int]]
) -> tuple[Remaining, list[str]]:
    """The next round as the Dutch system would pair it, where the file does not say; and what is to be said of the pairings.

    DataError where all rounds are to be paired by it, which results that contradict each other rule out.
    """
    coming, system = rest.table.rounds + 1, say("system_dutch")
    if rest.table.rules.predetermined:
        return rest, [say("rest_round_robin")] if rest.rounds else []
    if pairing == "dutch":
        refuse_open(_decided(rest))
    later = [say(f"rest_{pairing}", system=system)] if any(fixed is None for fixed in rest.fixed[1:]) else []
    if not rest.rounds or rest.fixed[0] is not None:
        return rest, [say("rest_as_paired", round=coming), *later] if rest.rounds else later
    if rest.open:
        return rest, [say("rest_dutch", system=system)] if pairing == "dutch" else [say("rest_open_first"), *later]
    try:
        fixed = _exact(rest.table, rest.away[:, 0], first_white, forbidden)
    except DataError as error:
        return rest, [say("rest_not_paired", round=coming, reason=error), *later]
    return replace(rest, fixed=(fixed, *rest.fixed[1:])), [say("rest_next_dutch", round=coming, system=system), *later]


def _decided(rest: Remaining) -> Crosstable:
    """The event as if its open boards were played, (P, R): what is pending still are results that contradict each other."""
    kind = rest.table.kind.copy()
    for round, white, black, _ in rest.open:
        kind[[white, black], round] = Kind.GAME
    return replace(rest.table, kind=kind)


def _exact(table: Crosstable, away: IntArray, first_white: bool, forbidden: Sequence[tuple[int, int]]) -> Fixed:
    """The next round of one event, (P, R), by the exact system."""
    white, black, bye = dutch_pairs(table, away >= 0, table.rounds_planned, first_white=first_white, forbidden=forbidden)
    kind = away.copy()
    if bye >= 0:
        kind[bye] = Kind.PAB
    return Fixed(white, black, kind)


def _known(rest: Remaining) -> tuple[tuple[int, int, int, int], ...]:
    """Boards known beforehand whose results are kept: open ones, then those of the next round."""
    boards = [(round, place, white, black) for round, white, black, place in rest.open]
    if rest.fixed and rest.fixed[0] is not None:
        pairs = zip(rest.fixed[0].white.tolist(), rest.fixed[0].black.tolist(), strict=True)
        boards += [(rest.table.rounds, place, *pair) for place, pair in enumerate(pairs, 1)]
    numbers = rest.table.number.tolist()
    return tuple((round + 1, place, numbers[white], numbers[black]) for round, place, white, black in boards)


def part(made: Plan, k: int) -> Runs:
    """The runs of one part, drawn from a seed of its own."""
    random = np.random.default_rng(np.random.SeedSequence(made.seed, spawn_key=(k,)))
    size = PART[made.pairing]
    runs = min(size, made.runs - k * size)
    order = tuple(parse(text) for text in made.order)
    found = [_batch(made, order, min(CHUNK, runs - done), random) for done in range(0, runs, CHUNK)]
    return Runs(*(np.concatenate(values) for values in zip(*found, strict=True)))


def _batch(made: Plan, order: tuple[Descriptor, ...], runs: int, random: Generator) -> Runs:
    """A batch of runs, short enough for the cache."""
    rest, table = made.rest, made.rest.table
    players = len(table.number)
    luck = random.standard_normal((runs, players), np.float32)
    strength = (made.strengths.mean + luck @ made.strengths.root.T).astype(np.float32)
    state, results = _so_far(rest, runs), []
    for round in sorted({board[0] for board in rest.open}):
        white, black = (np.array([board[side] for board in rest.open if board[0] == round]) for side in (1, 2))
        state = enter_results(state, round, white, black, strength, made.model.odds, random, table.scoring)
        results.append(_ended(state.points[round], white, black, None if table.bonus is None else table.bonus[:, round]))
    last = np.full(runs, made.last_round)
    for later, (fixed, away) in enumerate(zip(rest.fixed, rest.away.T, strict=True)):
        if made.lots is not None:
            last, fixed = following(made.lots, _table(table, state), state, last, later, fixed, away, random)
        elif fixed is None and made.pairing == "dutch":
            fixed = _each(made, state, away, random)
        state = play_round(state, away, strength, made.model.odds, random, scoring=table.scoring, fixed=fixed)
        if later == 0 and rest.fixed[0] is not None:
            ended = _ended(state.points[-1], rest.fixed[0].white, rest.fixed[0].black)
            results.append(ended if made.lots is None else unplayed(ended, last > table.rounds))
    final = _table(table, state)
    ranks = final_ranks(final, order) if made.lots is None else ranked(final, last, order)
    change = made.forecast.changes(state, rest.simulated, table.bonus)
    known = np.concatenate(results, axis=1) if results else np.zeros((runs, 0), np.int8)
    return Runs(ranks.astype(np.int16), np.asarray(final.score, np.float32), known, change)


def _ended(points: FloatArray, white: IntArray, black: IntArray, bonus: FloatArray | None = None) -> IntArray:
    """White's half-points on these boards of a round, (B, N), from everybody's points there, (B, P), less their bonus (P,)."""
    points = points if bonus is None else points - bonus
    return (1 + np.sign(np.round(points[:, white] - points[:, black], 4))).astype(np.int8)


def _table(table: Crosstable, state: State) -> Crosstable:
    """The event played on, a batch (B, P, R), under the rules of the one that it was, (P, R)."""
    batch = state.table(table.rating, table.scoring, table.rounds_planned, table.number, table.rules)
    bonus = table.bonus
    if bonus is not None:
        bonus = np.pad(bonus, ((0, 0), (0, batch.rounds - table.rounds)))
    return replace(batch, columns=table.columns, bonus=bonus)


def _so_far(rest: Remaining, runs: int) -> State:
    """The state of an event before its next round, once for each run."""
    table = rest.table
    players, rounds = table.kind.shape
    met = np.eye(players, dtype=bool)
    row, round = np.nonzero(table.game & (table.opponent >= 0))
    met[row, table.opponent[row, round]] = True
    unknown = table.black == table.of_opponent_then(table.black)
    colour = np.where(table.game & ~unknown, np.where(table.black, -1, 1), 0).astype(np.int8)
    last = np.zeros(players, np.int8)
    for r in range(rounds):
        last = np.where(colour[:, r], colour[:, r], last)
    dtype = np.float32 if table.exact else np.float64

    def each(values: Any) -> Any:
        return np.broadcast_to(values, (runs, *values.shape))

    return State(
        tuple(table.opponent.T),
        tuple(table.points.T.astype(dtype)),
        tuple(table.kind.T),
        tuple(table.black.T),
        each(table.score.astype(dtype)),
        each(met).copy(),
        each(colour.sum(-1, dtype=np.int8)),
        each(last),
        each(rest.had),
    )


def _each(made: Plan, state: State, away: IntArray, random: Generator) -> Fixed:
    """The next round of each run by the exact system, boards (B, N); by the fold where that finds no pairing."""
    batch, folds = _table(made.rest.table, state), folded(state, away, random)
    found = []
    for run in range(len(state.score)):
        try:
            found.append(_exact(one_of(batch, run), away, made.first_white, made.forbidden))
        except DataError:  # nobody is left to meet without a rematch, say
            found.append(Fixed(folds.white[run], folds.black[run], folds.away[run]))
    return Fixed(*(np.stack([getattr(one, name) for one in found]) for name in ("white", "black", "away")))
