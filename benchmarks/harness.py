"""What every row shares: CPU time in one process, medians, a peer in the same run, a goal, and the events that are worked on.

The goals of work for one event are the ratios of performance measured against the same peer elsewhere; those of batches are
60,000, 4,000 and 8,000 events a second a core over the 47 events a second that the peer made there with its fifteen codes.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from chessdash.crosstable import Crosstable
from chessdash.simulation import BYES, FIELDS, one_of, strengths, swiss
from tests.events import text
from tests.simulated import lines

# Fifteen codes that the peer computes under the rules of 2026, by its names for them.
FIFTEEN = {
    "BH": "buchholz",
    "BH/C1": "buchholz_cut1",
    "BH/C2": "buchholz_cut2",
    "BH/M1": "median_buchholz",
    "BH/M2": "median_buchholz_2",
    "SB": "sonneborn_berger",
    "PS": "progressive",
    "WIN": "wins",
    "WON": "won",
    "BWG": "wins_black",
    "BPG": "games_black",
    "REP": "rounds_elected",
    "STD": "std",
    "ARO": "aro",
    "KS": "koya",
}


class Row(NamedTuple):
    """One line: CPU seconds of ours and of the peer for the same work, and the least ratio; without a peer the most seconds."""

    work: str
    ours: float
    peer: float | None
    goal: float | None  # None: shown without a goal
    unit: str = "s"  # of what stands without a peer

    @property
    def met(self) -> bool:
        """Whether the goal is reached."""
        if self.goal is None:
            return True
        return self.ours <= self.goal if self.peer is None else self.peer / self.ours >= self.goal

    def __str__(self) -> str:
        found = f"{self.ours:8.3f} {self.unit}" if self.peer is None else f"{self.peer / self.ours:8.1f} x"
        goal = (
            ""
            if self.goal is None
            else f"at most {self.goal:g} {self.unit}"
            if self.peer is None
            else f"at least {self.goal:g} x"
        )
        return f"{'      ' if self.goal is None else 'ok    ' if self.met else 'MISSED'} {found}  {goal:16}  {self.work}"


def seconds(work: Callable[[], Any], times: int) -> float:
    """Median of the CPU seconds of this process; one run before to warm up where there are several."""
    used = []
    for _ in range(times + (times > 1)):
        before = time.process_time()
        work()
        used.append(time.process_time() - before)
    return median(used[times > 1 :])


@lru_cache(maxsize=8)
def batch(events: int, players: int, rounds: int) -> Crosstable:
    """Simulated club Swisses with half-point byes, withdrawals and pairing byes, (B, P, R)."""
    random = np.random.default_rng(1)
    strength, rating = strengths(events, players, FIELDS["club"], random)
    return swiss(strength, rating, rounds, FIELDS["club"].draws, BYES["some"], random)


@lru_cache(maxsize=8)
def single(players: int, rounds: int) -> Crosstable:
    """One such event, (P, R)."""
    return one_of(batch(1, players, rounds), 0)


def fresh(table: Crosstable) -> Crosstable:
    """The same table, that remembers nothing."""
    return replace(table)


@lru_cache(maxsize=8)
def trf(players: int, rounds: int) -> bytes:
    """The event as a TRF file."""
    score = iter(single(players, rounds).score.tolist())
    rows = text(lines(single(players, rounds)), rounds=rounds).splitlines()
    return "\n".join(f"{row[:80]}{next(score):4.1f}{row[84:]}" if row.startswith("001") else row for row in rows).encode()


def peer_ranks(players: int, rounds: int, names: tuple[str, ...] = tuple(FIFTEEN.values())) -> Any:
    """Standings by tiebreak-core under the rules of 2026, as its strict path computes them."""
    from tiebreak_core import rank_standings_strict

    return rank_standings_strict(_records(players, rounds), names, total_rounds=rounds, ruleset="fide-2026")


@lru_cache(maxsize=8)
def _records(players: int, rounds: int) -> dict[int, Any]:
    """The event as tiebreak-core takes it; made once, before the clock runs."""
    from tiebreak_core import GameRecord, PlayerTiebreakData

    table = single(players, rounds)
    kinds = {5: "pairing_bye", 7: "requested_bye", 8: "requested_bye"}
    found = {}
    for i, no in enumerate(table.number.tolist()):
        games = []
        for r in range(table.rounds):
            j, side, score = int(table.opponent[i, r]), ("black" if table.black[i, r] else "white"), float(table.points[i, r])
            if j < 0:
                games.append(GameRecord(-1, 0, score, side, r + 1, kind=kinds[int(table.kind[i, r])]))
            else:
                games.append(GameRecord(int(table.number[j]), int(table.rating[j]), score, side, r + 1, kind="played"))
        found[no] = PlayerTiebreakData(no, int(table.rating[i]), float(table.score[i]), games)
    return found
