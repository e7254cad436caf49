"""Where an army event stands: going on, over, or in need of army points or of a further round."""

from dataclasses import dataclass, replace
from itertools import takewhile
from typing import NamedTuple

import numpy as np

from chessdash.army.rules import ORDER, by_schedule, codes, is_column, open_rounds, still_there, undefeated
from chessdash.army.words import joined, names_of
from chessdash.crosstable import Kind
from chessdash.errors import DataError
from chessdash.standings import Order, asked_for, choose
from chessdash.text import say
from chessdash.tiebreaks.descriptor import parse
from chessdash.tiebreaks.ranking import rank_by, value
from chessdash.tournament import Tournament, checked


@dataclass(frozen=True)
class ArmyState:
    """Where an army event stands after its last round, and what the page says of it."""

    over: bool  # no further game is played
    reason: str  # "running", "one_undefeated", "rounds_done", "further_round" or "army_points_missing"
    sentence: str
    winners: tuple[int, ...]  # start numbers on the first place, several where it is shared; empty while running
    proposed_rounds: int  # the rounds that the event is to have now
    undefeated: tuple[int, ...]  # start numbers of those without a loss who are still there
    missing: tuple[int, ...] = ()  # start numbers of those whose army points would settle first place


class Leaders(NamedTuple):
    """Who is first, whose army points are missing for that, the column they belong in, and what the winners are level on."""

    winners: tuple[int, ...]
    missing: tuple[int, ...]
    column: str
    level: str


def state(tournament: Tournament, order: Order | None = None) -> ArmyState:
    """Where the event stands: over as soon as one alone is undefeated at the start of a round from the second on, or after the
    last round; a further round where the army points leave first place shared.

    ``order`` is used where it begins with OTHER_SOS, else the file's own where that does, else the preset's.
    """
    table, played, planned = checked(tournament).crosstable, tournament.rounds_played, tournament.rounds_planned
    order = asked_for(order)
    unbeaten, here = undefeated(table), still_there(tournament)
    proud, gone = (tuple(table.number[unbeaten & who].tolist()) for who in (here, ~here))
    if not played:
        return ArmyState(False, "running", say("army_none_played", planned=planned), (), planned, proud)
    if (waiting := open_rounds(table)).size:
        n = int((table.kind[:, waiting[0]] == Kind.PENDING).sum())
        return ArmyState(False, "running", say("army_open", n=n, round=waiting[0] + 1), (), planned, proud)
    names = names_of(tournament, proud)
    left_out = [say("army_left_out", names=names_of(tournament, gone))] if gone else []
    if len(proud) != 1 and played < planned:
        said = say("army_running" if proud else "army_running_none", round=played, planned=planned, n=len(proud), names=names)
        return ArmyState(False, "running", " ".join([said, *left_out]), (), planned, proud)
    leaders = _leaders(tournament, order)
    result = _result(tournament, leaders)
    if len(proud) == 1:
        said = " ".join([say("army_alone", name=names, round=played), *left_out, result])
        return ArmyState(True, "one_undefeated", said, leaders.winners, played, proud, leaders.missing)
    if leaders.missing:
        return ArmyState(False, "army_points_missing", result, leaders.winners, planned, proud, leaders.missing)
    if len(leaders.winners) == 1:
        said = f"{say('army_done', planned=planned)} {result}"
        return ArmyState(True, "rounds_done", said, leaders.winners, planned, proud)
    said = say("army_further", names=names_of(tournament, leaders.winners), level=leaders.level, round=planned + 1)
    return ArmyState(False, "further_round", said, leaders.winners, planned + 1, proud)


def further_round(tournament: Tournament) -> Tournament:
    """The same event with one planned round more; DataError where none is proposed."""
    now = state(tournament)
    if now.reason != "further_round":
        raise DataError(say("army_no_further", sentence=now.sentence))
    return Tournament(replace(tournament.sheet, info={**tournament.sheet.info, "rounds": now.proposed_rounds}))


def _leaders(tournament: Tournament, order: Order | None) -> Leaders:
    """Who is first by the order, and whose army points are missing where first place hangs on them."""
    asked = next((one for one in (order, None) if by_schedule(codes(tournament, one))), ORDER)
    written, table = codes(tournament, asked), tournament.crosstable
    column = next(filter(is_column, written), "")
    chosen = choose(tournament, table, asked)
    earlier = {"PTS", *takewhile(lambda code: code != column, written)}
    before = [one for code, one in zip(chosen.codes, chosen.descriptors, strict=True) if code in earlier]
    tied = np.flatnonzero(rank_by(table, before).rank == 0)
    missing = tied[:0]
    if column and len(tied) > 1:
        given = value(table, parse(column)) if column in chosen.codes else np.full(len(table.number), np.nan)
        missing = tied[np.isnan(given[tied])]
    first = tied if missing.size else np.flatnonzero(rank_by(table, chosen.descriptors).rank == 0)
    words = {"PTS": say("points"), "OTHER_SOS": say("army_schedule"), "OTHER_ARMY": say("army_points")}
    level = joined([words.get(code.upper(), code) for code in chosen.codes])
    return Leaders(tuple(table.number[first].tolist()), tuple(table.number[missing].tolist()), column, level)


def _result(tournament: Tournament, leaders: Leaders) -> str:
    """Who is first, or what is missing to say so, as a sentence."""
    if leaders.missing:
        names, column = names_of(tournament, leaders.missing), leaders.column.partition("_")[2].partition("/")[0]
        return say("army_missing", n=len(leaders.missing), names=names, column=column)
    return say("army_winner" if len(leaders.winners) == 1 else "army_shared", names=names_of(tournament, leaders.winners))
