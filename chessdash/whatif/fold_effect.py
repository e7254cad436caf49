"""How far the fold's chances were off from those of exact pairing, where both were simulated.

By benchmarks/fold_effect.py, on five events of 32, 45 and 60 players two rounds before their end; its figures are kept beside it,
and a test holds that these are the largest of them.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class FoldEffect:
    """The largest differences of any player's chance of ``first`` and of ``top3``, as shares, over so many ``events``.

    ``error`` is the larger of their standard errors.
    """

    events: int
    first: float
    top3: float
    error: float


FOUND = FoldEffect(events=5, first=0.02523, top3=0.11187, error=0.00504)  # the next round exactly paired, the one after it folded
NEXT_FOLDED = FoldEffect(events=5, first=0.0474, top3=0.28692, error=0.01052)  # both folded
