"""What a file declares of its players, as it is computed: for events that are changed here and then written."""

from dataclasses import replace

import numpy as np

from chessdash.standings import standings
from chessdash.tournament import Tournament
from chessdash.whatif.shortened import with_ranks


def as_computed(tournament: Tournament) -> Tournament:
    """The event with the points and ranks that it declares as its results and its own order give them; what is not declared
    stays so. ``with_results`` keeps what was declared, so a file of it would contradict itself."""
    sheet, table = tournament.sheet, tournament.crosstable
    numbers = np.asarray(sheet.players["no"])
    said = {name: np.asarray(sheet.players.get(name, np.full(len(numbers), np.nan)), float) for name in ("points", "rank")}
    score = dict(zip(table.number.tolist(), table.score.tolist(), strict=True))
    points = np.where(np.isnan(said["points"]), np.nan, [score[int(no)] for no in numbers])
    made = Tournament(replace(sheet, players={**sheet.players, "points": points}))
    if np.isnan(said["rank"]).all():
        return made
    return with_ranks(made, standings(made)["rank"].reindex(numbers))
