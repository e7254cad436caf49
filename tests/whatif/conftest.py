"""What tests of simulated ends share."""

import pytest

from chessdash.simulation import one_of
from chessdash.tiebreaks.ranking import final_ranks
from chessdash.whatif import playing
from chessdash.whatif.playing import part


@pytest.fixture
def ends(monkeypatch):
    """A function that computes a part of a plan: its runs and the crosstable of each of them, (P, R)."""

    def computed(made, k=0):
        seen = []
        monkeypatch.setattr(playing, "final_ranks", lambda table, order: (seen.append(table), final_ranks(table, order))[1])
        runs = part(made, k)
        monkeypatch.undo()
        return runs, [one_of(table, one) for table in seen for one in range(len(table.score))]

    return computed
