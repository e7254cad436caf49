"""The rest of an event: simulated ends, and exact pairings through the adapter.

The peer for simulated ends is tiebreak-core, which only ranks, with its fifteen codes, as where 8,000 ends a second were set
against its 47; the peer for a pairing is the library itself, within the same call.
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

from benchmarks.harness import Row, batch, peer_ranks, seconds
from chessdash.crosstable import Kind
from chessdash.pairing import dutch_pairs, engine
from chessdash.simulation import one_of
from chessdash.studies import labelled
from chessdash.tiebreaks.ranking import final_ranks
from chessdash.tournament import Tournament
from chessdash.whatif.outlook import outlook
from chessdash.whatif.playing import CHUNK, part, plan
from tests.events import event
from tests.simulated import lines

ENDS = 8000 / 47
MEMORY = """
from pathlib import Path
from benchmarks.whatif import every_part, running
every_part(running(300, 9, 6), 10_000)
peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
print(int(peak.split()[1]) / 1024)
"""


def running(players: int, rounds: int, played: int) -> Tournament:
    """A simulated Swiss with byes and withdrawals after some of its rounds."""
    return event(lines(one_of(batch(1, players, rounds), 0).through(played)), rounds=rounds)


def every_part(tournament: Tournament, runs: int) -> Any:
    """A simulation from its plan to its frame, in this process."""
    made = plan(tournament, runs)
    return outlook(made, [part(made, k) for k in range(made.parts)]).to_frame()


def pairing(players: int) -> Row:
    """The next round through the adapter, against the time within it that the library takes for itself.

    Both are of the same calls: the library's own time swings by far more than the tenth that the adapter may add.
    """
    table = one_of(batch(1, players, 9), 0).through(6)
    absent = table.kind[:, -1] == Kind.ZERO_BYE
    alone: list[float] = []
    library = engine.Engine.generate_pairings

    def timed(made: Any) -> Any:
        before = time.process_time()
        found = library(made)
        alone.append(time.process_time() - before)
        return found

    with patch.object(engine.Engine, "generate_pairings", timed):
        ours = [seconds(lambda: dutch_pairs(table, absent, 9), 1) for _ in range(9)]
    work = f"exact Dutch pairing of {players} players; the peer is py4swiss alone, in the same calls"
    return Row(work, sum(ours), sum(alone), 1 / 1.1)


def rows() -> Iterator[Row]:
    """Every row of this subject."""
    every = seconds(lambda: peer_ranks(120, 9), 5)
    order = labelled([("x", "BH/C1,BH,SB")])[0][1]
    ours = seconds(lambda: final_ranks(batch.__wrapped__(CHUNK, 120, 4), order), 7) / CHUNK
    yield Row("simulate 4 rounds of 120 players and rank, an event; the peer ranks only, with its fifteen", ours, every, ENDS)
    tournament = running(120, 9, 6)
    yield Row(
        "simulate(): 10,000 runs of 120 players, 3 rounds left", seconds(lambda: every_part(tournament, 10_000), 3), None, 3
    )
    yield from (pairing(players) for players in (30, 60, 120))
    used = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True).stdout
    yield Row("memory of 10,000 runs of 300 players, 3 rounds left", float(used), None, 1024, "MB")
