"""An event as it stood after a round: what came later is not known yet, but the next round is paired."""

from dataclasses import replace

import numpy as np

from chessdash.arguments import is_whole, shown
from chessdash.errors import DataError
from chessdash.text import say
from chessdash.tournament import Tournament, checked
from chessdash.whatif.shortened import shortened


def as_of(tournament: Tournament, round: int) -> Tournament:
    """The event after this round, 0 for before the first, planned rounds unchanged; DataError for a round that is not played.

    Pairings and byes of the round after it stay, without results; byes that were asked for later on stay too.
    """
    played = checked(tournament).rounds_played
    if not is_whole(round, 0, played):
        raise DataError(say("past_round", given=shown(round), played=played))
    if round == played:
        return tournament
    sheet = shortened(tournament, int(round) + 1, np.zeros(tournament.size, bool)).sheet
    result = sheet.result.copy()
    result[:, round] = np.where(sheet.opponent[:, round] > 0, ord("*"), result[:, round])
    unknown = np.full(tournament.size, np.nan)
    return Tournament(
        replace(
            sheet,
            info={**sheet.info, "rounds": tournament.rounds_planned},
            result=result,
            players={**sheet.players, "points": unknown, "rank": unknown},
            byes=tuple(bye for bye in tournament.sheet.byes if bye.round > round + 1 or bye in sheet.byes),
            abnormal=tuple(one for one in sheet.abnormal if one.round <= round),
        )
    )
