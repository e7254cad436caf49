"""Berger tables: the rounds of a round robin (FIDE handbook C.05, annex 1)."""

from collections.abc import Iterator

import numpy as np

from chessdash.arguments import flag, whole
from chessdash.cells import IntArray
from chessdash.errors import DataError
from chessdash.text import say
from chessdash.tournament import Tournament

LARGEST = 1_000  # players of a round robin
Boards = tuple[IntArray, IntArray]  # rows of White and Black of one round, (N,) each


def berger(players: int, *, double: bool = False) -> IntArray:
    """The Berger table, shape (R, N, 2): N boards a round, pairing numbers from 1, White first.

    The highest number of an odd field's table is nobody: its opponent has a free round and stands on no board. ``double`` repeats
    the rounds with colours reversed, the last two of the first cycle exchanged as the annex recommends, so that nobody has three
    games in a row with the same colour. DataError for fewer than two players, and for more than a thousand.
    """
    once = _cycle(whole("players", players, 2, LARGEST))
    if not flag("double", double):
        return once
    first = once.copy()
    first[-2:] = once[-2:][::-1]
    return np.concatenate([first, once[..., ::-1]])


def _cycle(players: int) -> IntArray:
    """The rounds in which everyone meets everyone once, (R, N, 2).

    Around a circle of all but the last number, who meets the last one turns by half a circle each round; those beside him on
    either side meet each other.
    """
    last = players + players % 2
    around = last - 1
    step = np.arange(1, last // 2)
    rounds = []
    for r in range(around):
        centre = r // 2 if r % 2 == 0 else (r + last - 1) // 2  # from 0
        boards = np.stack([(centre + step) % around, (centre - step) % around], -1) + 1
        if players == last:
            top = (centre + 1, last) if r % 2 == 0 else (last, centre + 1)
            boards = np.concatenate([[top], boards])
        rounds.append(boards)
    return np.array(rounds).reshape(around, -1, 2)


def cycles(players: int, planned: int) -> int:
    """How often everyone meets everyone in so many rounds, once or twice; DataError where the numbers do not fit."""
    if players < 2:
        raise DataError(say("round_robin_players", n=players))
    once = players - 1 + players % 2
    if planned not in (once, 2 * once):
        said = say("pairing_rounds", n=once)
        raise DataError(say("round_robin_rounds", players=players, n=planned, once=said, twice=2 * once))
    return planned // once


def tables(players: int, planned: int) -> Iterator[IntArray]:
    """The Berger tables that an event of so many rounds may follow, (R, N, 2) each: two cycles with and without the exchange."""
    if cycles(players, planned) == 1:
        yield berger(players)
    else:
        yield berger(players, double=True)
        yield np.concatenate([_cycle(players), _cycle(players)[..., ::-1]])


def written_boards(tournament: Tournament, r: int) -> Boards:
    """The boards of round ``r`` (from 0) that the file has, with a result or without: rows of White and Black, (N,) each."""
    settled = tournament.settled
    if r >= settled.opponent.shape[1]:
        return np.empty(0, np.intp), np.empty(0, np.intp)
    opponent, black = settled.opponent[:, r].astype(np.intp), settled.black[:, r]
    own = np.arange(len(opponent))
    mutual = (opponent >= 0) & (opponent != own) & (opponent[opponent] == own)
    first = mutual & np.where(black == black[opponent], own < opponent, ~black)  # colours unknown: the first in the file
    return np.flatnonzero(first), opponent[first]


def follows_berger(tournament: Tournament) -> bool:
    """Whether every board that the file has of a round robin stands in its round of the Berger table of its start numbers.

    True where no board is written yet. DataError where the planned rounds do not fit the number of players.
    """
    return followed(tournament) is not None


def followed(tournament: Tournament) -> IntArray | None:
    """The Berger table (R, N, 2) that all boards of the file stand in, None where there is none such."""
    number = np.argsort(np.argsort(np.asarray(tournament.sheet.players["no"]), kind="stable")) + 1
    for table in tables(tournament.size, tournament.rounds_planned):
        if all(_in_round(tournament, r, boards, number) for r, boards in enumerate(table)):
            return table
    return None


def _in_round(tournament: Tournament, r: int, boards: IntArray, number: IntArray) -> bool:
    """Whether the boards of the file stand in this round of the table, (N, 2), by pairing numbers without gaps, (P,)."""
    white, black = written_boards(tournament, r)
    known = set(map(tuple, boards.tolist()))
    return all(pair in known for pair in zip(number[white].tolist(), number[black].tolist(), strict=True))
