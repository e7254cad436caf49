"""Orders of tie-breaks against each other: simulated events, and one event with every game turned.

The peer is tiebreak-core, called once for each ranking, as a program without a batch has to. For every turned game it is timed
once on the event and taken as many times as there are orders and games.
"""

from collections.abc import Iterator

from benchmarks.harness import Row, peer_ranks, seconds, single
from chessdash.compare import compare
from chessdash.hanging_on import flips
from chessdash.studies import simulated_study
from tests.events import event
from tests.simulated import lines

ORDERS = ("BH/C1,BH,SB", "SB,BH", "BH,SB", "PS,BH", "ARO,BH", "DE,WIN,BPG,ARO")
TWELVE = (*ORDERS, "FB,BH", "TPR,BH", "DE,BH/C1,SB", "BH/M1,BH,PS", "APRO,BH", "WIN,BH/C1")


def rows() -> Iterator[Row]:
    """Every row of this subject."""
    table = single(300, 9)
    tournament = event(lines(table), rounds=9)
    ours = seconds(lambda: compare(tournament, ORDERS, prizes="500,300,2x100"), 3)
    each = seconds(lambda: peer_ranks(300, 9, ("buchholz_cut1", "buchholz", "sonneborn_berger")), 1) * len(ORDERS)
    yield Row("compare 300 x 9, 6 orders, every game turned", ours, each * (1 + len(flips(table).row)), 100)
    yield Row("compare 300 x 9, 6 orders, every game turned", ours, None, 1)
    ours = seconds(lambda: simulated_study(60, 7, "club", "none", TWELVE, 2000, 1, hanging=0, workers=1), 1)
    yield Row("2,000 simulated events of 60 x 7, 12 orders, both worlds: M3, M4, M7 to M9", ours, None, 10)
    ours = seconds(lambda: simulated_study(60, 7, "club", "none", TWELVE, 200, 1, hanging=200, workers=1), 1)
    yield Row("M5 and M6 of the first 200 of them", ours, None, 20)
