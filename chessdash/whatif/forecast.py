"""What a simulated end of an event does to its players' ratings, run by run: the change over the whole event."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chessdash.cells import BoolArray, FloatArray, IntArray
from chessdash.crosstable import Kind
from chessdash.pace import pace
from chessdash.ratings.expected import rounded_change
from chessdash.ratings.fide import limited
from chessdash.ratings.rated import Basis, RatedEvent
from chessdash.simulation import State
from chessdash.text import say
from chessdash.tournament import Tournament


@dataclass(frozen=True, eq=False)
class Forecast:
    """What rating changes at the end rest on, before the first simulated game; players (P,) in the order of pairing numbers.

    ``between`` (P, P) is PD in hundredths, -1 where a game would not count; half-points, expected hundredths and number of the
    games that count so far; K before its limit, and whose rating changes at all.
    """

    between: NDArray[np.int16]
    halves: IntArray
    expected: IntArray
    games: IntArray
    k: IntArray
    rated: BoolArray
    notes: tuple[str, ...]  # by whose rules, as sentences; none where nobody's rating changes

    def changes(self, state: State, simulated: dict[int, IntArray], bonus: FloatArray | None = None) -> NDArray[np.int16]:
        """Rating changes in whole Elo at the end of N runs, (N, P), 0 for those who are not rated.

        ``simulated``: rounds, from 0, that hold games without a result before, and the rows (n,) whose cells were simulated.
        Points of a cell, less a ``bonus`` (P, R) that it may hold, are compared with the opponent's: a game's result, whatever
        the event pays for it.
        """
        runs, players = state.score.shape
        if not self.rated.any():
            return np.zeros((runs, players), np.int16)
        over, games = np.zeros((2, runs, players), np.int64)  # points less expected points, hundredths
        start = np.arange(runs)[:, None] * players
        for round, rows in simulated.items():
            points = state.points[round] if bonus is None or round >= bonus.shape[1] else state.points[round] - bonus[:, round]
            points = np.broadcast_to(points, (runs, players))
            opponent = np.broadcast_to(state.opponent[round], (runs, players))[:, rows]
            met = np.maximum(opponent, 0)
            chance = self.between.take(rows * players + met)
            counts = (np.broadcast_to(state.kind[round], (runs, players))[:, rows] == Kind.GAME) & (chance >= 0)
            halves = 1 + np.sign(np.round(points[:, rows] - points.take(met + start), 4)).astype(np.int64)
            over[:, rows] += np.where(counts, 50 * halves - chance, 0)
            games[:, rows] += counts
        over += 50 * self.halves - self.expected
        k = limited(np.where(self.rated, self.k, 0), games + self.games)
        return rounded_change(k, over).astype(np.int16)


def forecast(tournament: Tournament, numbers: IntArray, by: Basis | None = None) -> Forecast:
    """What rating changes at the end of an event rest on, for these start numbers in this order, (P,).

    None: FIDE's rules at the pace of the event; DataError as for ``rating_changes``.
    """
    by = Basis(time_control=pace(tournament.info) or "standard") if by is None else by
    event = RatedEvent(tournament, by)
    place = {no: row for row, no in enumerate(event.numbers)}
    rows = np.array([place[int(no)] for no in numbers], np.intp)
    rated = ~np.isnan(event.rating) & event.has_id & (event.k_before_limit > 0) & (not event.not_chess)
    return Forecast(
        event.between()[np.ix_(rows, rows)],
        event.halves[rows],
        event.expected[rows],
        event.games[rows],
        event.k_before_limit[rows],
        rated[rows],
        tuple(_notes(event)) if rated.any() else (),
    )


def _notes(event: RatedEvent) -> list[str]:
    """Whose ratings and rules they are, and where K comes from, as sentences."""
    control = say(f"pace_{event.by.time_control}")
    said = [say(f"rest_rated_{event.by.rules}", control=control)]
    return said if event.by.k is not None or event.by.history else [*said, event.k_note()]
