"""Simulated events as tournaments, for tests: the text of a TRF from the crosstable of one event."""

import numpy as np

from chessdash.crosstable import Crosstable, Kind
from chessdash.simulation import BYES, FIELDS, one_of, strengths, swiss
from chessdash.tournament import Tournament
from tests.events import event

LETTERS = {Kind.PAB: "-U", Kind.FULL_BYE: "-F", Kind.HALF_BYE: "-H", Kind.ZERO_BYE: "-Z"}


def table(players: int, rounds: int, seed: int = 1, *, field: str = "club", byes: str = "none") -> Crosstable:
    """One simulated event, (P, R)."""
    random = np.random.default_rng(seed)
    strength, rating = strengths(1, players, FIELDS[field], random)
    return one_of(swiss(strength, rating, rounds, FIELDS[field].draws, BYES[byes], random), 0)


def lines(of: Crosstable) -> list[str]:
    """A player a line, as tests.events reads them."""

    def word(i: int, r: int) -> str:
        if of.kind[i, r] != Kind.GAME:
            return LETTERS[Kind(of.kind[i, r])]
        result = {1.0: "1", 0.5: "=", 0.0: "0"}[float(of.points[i, r])]
        return f"{of.number[of.opponent[i, r]]}{'b' if of.black[i, r] else 'w'}{result}"

    return [" ".join([f"{of.rating[i]:.0f}", *(word(i, r) for r in range(of.rounds))]) for i in range(len(of.number))]


def tournament(players: int, rounds: int, seed: int = 1, **options: str) -> Tournament:
    """One simulated event as it would be read from a file."""
    return event(lines(table(players, rounds, seed, **options)), rounds=rounds)
