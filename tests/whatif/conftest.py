"""What tests of simulated ends share."""

import numpy as np
import pytest

from chessdash.simulation import one_of
from chessdash.tiebreaks.ranking import final_ranks
from chessdash.whatif import playing
from chessdash.whatif.lots import ranked
from chessdash.whatif.playing import part


@pytest.fixture
def ends(monkeypatch):
    """A function that computes a part of a plan: its runs and the crosstable of each of them, (P, R), to its own last round."""

    def computed(made, k=0):
        seen = []
        monkeypatch.setattr(playing, "final_ranks", lambda table, order: (seen.append(table), final_ranks(table, order))[1])
        monkeypatch.setattr(
            playing, "ranked", lambda table, last, order: (seen.append((table, last)), ranked(table, last, order))[1]
        )
        runs = part(made, k)
        monkeypatch.undo()
        whole = [one if isinstance(one, tuple) else (one, np.full(len(one.score), one.rounds)) for one in seen]
        return runs, [one_of(table, run).through(round) for table, last in whole for run, round in enumerate(last.tolist())]

    return computed
