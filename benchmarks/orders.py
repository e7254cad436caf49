"""Orders of tie-breaks against each other: batches of simulated events, and one event with every game turned.

The peer is tiebreak-core, called once for each ranking, as a program without a batch has to. It is timed on a few rankings and
taken as many times as there are; goals are ratios of CPU time in one run. Those of batches are 60,000, 4,000 and 8,000
events a second over the 47 of the peer with fifteen codes, which makes 340 with three.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from chessdash.compare import compare
from chessdash.crosstable import Crosstable
from chessdash.hanging_on import flips
from chessdash.simulation import BYES, FIELDS, strengths, swiss
from chessdash.studies import labelled, one_of, simulated_study
from chessdash.tiebreaks.ranking import final_ranks, rank_by
from tests.events import event
from tests.simulated import lines

ORDERS = ("BH/C1,BH,SB", "SB,BH", "BH,SB", "PS,BH", "ARO,BH", "DE,WIN,BPG,ARO")
TWELVE = (*ORDERS, "FB,BH", "TPR,BH", "DE,BH/C1,SB", "BH/M1,BH,PS", "APRO,BH", "WIN,BH/C1")
FIFTEEN = ("PTS", "APRO", "BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "SB", "PS", "WIN", "BWG", "BPG", "ARO", "KS", "AOB", "DE")
PEERS = {
    "BH": "buchholz",
    "BH/C1": "buchholz_cut1",
    "BH/C2": "buchholz_cut2",
    "BH/M1": "median_buchholz",
    "BH/M2": "median_buchholz_2",
    "SB": "sonneborn_berger",
    "PS": "progressive",
    "WIN": "wins",
    "BWG": "wins_black",
    "BPG": "games_black",
    "ARO": "aro",
    "KS": "koya",
    "AOB": "buchholz_sum",
    "APRO": "arpo",
    "DE": "direct_encounter",
}
BATCH = 100  # events at once


class Row(NamedTuple):
    """One line: CPU seconds of ours and of the peer for the same work, and the least ratio; without a peer the most seconds."""

    work: str
    ours: float
    peer: float | None
    goal: float

    @property
    def met(self) -> bool:
        """Whether the goal is reached."""
        return self.ours <= self.goal if self.peer is None else self.peer / self.ours >= self.goal

    def __str__(self) -> str:
        found = f"{self.ours:8.3f} s" if self.peer is None else f"{self.peer / self.ours:8.0f} x"
        goal = f"at most {self.goal:g} s" if self.peer is None else f"at least {self.goal:g} x"
        return f"{'ok    ' if self.met else 'MISSED'} {found}  {goal:16}  {self.work}"


def rows() -> Iterator[Row]:
    """Every row of this subject."""
    batch = _batch(BATCH, 120, 9)
    one = one_of(batch, 0)
    peer = _seconds(lambda: _peer(one, ("BH/C1", "BH", "SB")), 3)
    order = labelled([("x", "BH/C1,BH,SB")])[0][1]
    ours = _seconds(lambda: final_ranks(_fresh(batch), order), 7) / BATCH
    yield Row("ranks on PTS, BH/C1, BH, SB, batch of 120 x 9, an event", ours, peer, 175)
    every = labelled([("x", ",".join(FIFTEEN))])[0][1]
    peer_every = _seconds(lambda: _peer(one, FIFTEEN[1:]), 3)
    ours = _seconds(lambda: rank_by(_fresh(batch), every), 5) / BATCH
    yield Row("fifteen tie-breaks, batch of 120 x 9, an event", ours, peer_every, 85)
    ours = _seconds(lambda: final_ranks(_batch(BATCH, 120, 4), order), 5) / BATCH
    yield Row("simulate 4 rounds of 120 players and rank, an event; the peer ranks only", ours, peer, 23)
    table = one_of(_batch(1, 300, 9), 0)
    tournament = event(lines(table), rounds=9)
    _records(table)
    ours = _seconds(lambda: compare(tournament, ORDERS, prizes="500,300,2x100"), 3)
    each = sum(_seconds(partial(_peer, table, order.split(",")), 1) for order in ORDERS)
    yield Row("compare 300 x 9, 6 orders, every game turned", ours, each * (1 + len(flips(table).row)), 100)
    yield Row("compare 300 x 9, 6 orders, every game turned", ours, None, 1)
    ours = _seconds(lambda: simulated_study(60, 7, "club", "none", TWELVE, 2000, 1, hanging=0, workers=1), 1)
    yield Row("2,000 simulated events of 60 x 7, 12 orders, both worlds: M3, M4, M7 to M9", ours, None, 10)
    ours = _seconds(lambda: simulated_study(60, 7, "club", "none", TWELVE, 200, 1, hanging=200, workers=1), 1)
    yield Row("M5 and M6 of the first 200 of them", ours, None, 20)


def _batch(events: int, players: int, rounds: int) -> Crosstable:
    random = np.random.default_rng(1)
    strength, rating = strengths(events, players, FIELDS["club"], random)
    return swiss(strength, rating, rounds, FIELDS["club"].draws, BYES["none"], random)


def _fresh(table: Crosstable) -> Crosstable:
    """The same table, that remembers nothing."""
    return replace(table)


def _seconds(work: Callable[[], Any], times: int) -> float:
    """Median of the CPU seconds of this process; one run before to warm up where there are several."""
    used = []
    for _ in range(times + (times > 1)):
        before = time.process_time()
        work()
        used.append(time.process_time() - before)
    return median(used[times > 1 :])


def _peer(table: Crosstable, codes: Sequence[str]) -> Any:
    """One ranking by tiebreak-core's quick path, whose direct encounter is a stub; its records are made once, in warming up."""
    from tiebreak_core import rank_standings

    return rank_standings(_records(table), [PEERS[code] for code in codes], table.rounds)


_KNOWN: dict[int, tuple[Crosstable, dict[int, Any]]] = {}


def _records(table: Crosstable) -> dict[int, Any]:
    from tiebreak_core import GameRecord, PlayerTiebreakData

    if id(table) not in _KNOWN:
        players = {}
        for i, no in enumerate(table.number.tolist()):
            games = []
            for r in range(table.rounds):
                j = int(table.opponent[i, r])
                side, score = ("black" if table.black[i, r] else "white"), float(table.points[i, r])
                if j < 0:
                    games.append(GameRecord(-1, 0, score, side, r + 1, kind="pairing_bye"))
                else:
                    other = float(table.points[j, r])
                    rating = int(table.rating[j])
                    games.append(
                        GameRecord(int(table.number[j]), rating, score, side, r + 1, kind="played", opponent_score=other)
                    )
            players[no] = PlayerTiebreakData(no, int(table.rating[i]), float(table.score[i]), games)
        _KNOWN[id(table)] = (table, players)
    return _KNOWN[id(table)][1]
