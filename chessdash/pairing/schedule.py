"""What is left of a round robin: the games are known, the rounds they fall in are the file's, the Berger table's or made here."""

from collections.abc import Iterator

import numpy as np

from chessdash.cells import IntArray
from chessdash.errors import DataError
from chessdash.pairing.berger import Boards, cycles, followed, written_boards
from chessdash.text import say
from chessdash.tournament import Tournament

TRIES = 400  # most fields find their rounds in the first few


def remaining_round_robin(tournament: Tournament) -> list[Boards]:
    """Rows of White and Black, (N,) each, of every round of a round robin after the last one played.

    Rounds that the file has pairings for are taken as they stand. The others are those of the Berger table where all boards of
    the file follow it; else any rounds in which all who have not met meet, with colours as even as can be, and reversed for those
    who meet again. Games that two players who were both free in a round did not have are not made up for. DataError where the
    planned rounds do not fit the number of players, or what is left does not fit the rounds that are left.
    """
    played, planned = tournament.rounds_played, tournament.rounds_planned
    cycles(tournament.size, planned)
    boards = [written_boards(tournament, r) for r in range(planned)]
    unknown = [r for r in range(played, planned) if not len(boards[r][0])]
    if not unknown:
        return boards[played:]
    if (table := followed(tournament)) is not None:
        order = np.argsort(np.asarray(tournament.sheet.players["no"]), kind="stable")
        for r in unknown:
            boards[r] = order[table[r, :, 0] - 1], order[table[r, :, 1] - 1]
    else:
        for r, made in zip(unknown, _made(tournament, boards, played, len(unknown)), strict=True):
            boards[r] = made
    return boards[played:]


def _made(tournament: Tournament, boards: list[Boards], played: int, rounds: int) -> Iterator[Boards]:
    """So many rounds of the games that no round of the file has; rows in the order of pairing numbers decide equal cases."""
    size = tournament.size
    order = np.argsort(np.asarray(tournament.sheet.players["no"]), kind="stable")
    place = np.argsort(order, kind="stable")
    known = [(place[white], place[black]) for white, black in boards]
    left = _left(size, known, played, cycles(size, len(boards)))
    found = _rounds(left, rounds)
    if found is None:
        raise DataError(say("round_robin_left", n=rounds, games=int(np.triu(left[:size, :size]).sum())))
    whites = np.zeros((size, size), np.int64)  # games that the row had with White against the column
    for white, black in known:
        np.add.at(whites, (white, black), 1)
    for pairs in found:
        white, black = _coloured(pairs, whites)
        np.add.at(whites, (white, black), 1)
        yield order[white], order[black]


def _left(size: int, known: list[Boards], played: int, times: int) -> IntArray:
    """How often any two still meet, (P, P), symmetric; in odd fields the last row is nobody, whom everyone meets too."""
    even = size + size % 2
    left = np.full((even, even), times)
    np.fill_diagonal(left, 0)

    def strike(one: IntArray, other: IntArray) -> None:
        np.subtract.at(left, (one, other), 1)
        np.subtract.at(left, (other, one), 1)

    for white, black in known:
        strike(white, black)
    for white, black in (boards for r, boards in enumerate(known) if r < played or len(boards[0])):
        free = np.setdiff1d(np.arange(even), np.concatenate([white, black]))
        due = np.zeros((even, even), bool)
        due[np.ix_(free, free)] = left[np.ix_(free, free)] > 0
        strike(*_most(due.astype(np.int64)))
    return left.clip(0)


def _rounds(left: IntArray, rounds: int) -> list[IntArray] | None:
    """Pairs (N, 2) of each of so many rounds in which all games that are left (P, P) take place, None where none were found.

    Rounds are struck off one by one, each with a board for everyone who has a game in every round still to come; where that leads
    nowhere, players are taken in another order.
    """
    random = np.random.default_rng(1)
    names = np.arange(len(left))
    for _ in range(TRIES):
        rest = left[np.ix_(names, names)].copy()
        found = []
        for still in range(rounds, 0, -1):
            pairs = _one_round(rest, still)
            if pairs is None:
                break
            rest[pairs[:, 0], pairs[:, 1]] -= 1
            rest[pairs[:, 1], pairs[:, 0]] -= 1
            found.append(names[pairs])
        if len(found) == rounds and not rest.any():
            return found
        names = random.permutation(len(left))
    return None


def _one_round(rest: IntArray, still: int) -> IntArray | None:
    """Pairs (N, 2) of one round out of the games left (P, P), such that nobody has more left than rounds after it; else None.

    A pair weighs one more for each player who has a game in every round to come, so that as many of these as can be have one now.
    """
    due = rest.sum(1)
    if due.max(initial=0) > still:
        return None
    allowed = rest > 0
    busy = due == still
    pairs = np.stack(_most(allowed * (1 + busy[:, None] + busy)), -1)
    return pairs if np.isin(np.flatnonzero(busy), pairs).all() else None


def _most(weight: IntArray) -> Boards:
    """The pairs (N,), (N,) of greatest weight together; of weights (P, P), 0 where two may not meet."""
    from chessdash.pairing.engine import heaviest

    mates = heaviest(weight)
    first = np.flatnonzero(mates > np.arange(len(mates)))
    return first, mates[first]


def _coloured(pairs: IntArray, whites: IntArray) -> Boards:
    """White and Black (N,) of pairs (N, 2): reversed for those who met, else to whoever had it less often; without nobody."""
    pairs = np.sort(pairs[(pairs < len(whites)).all(-1)], -1)
    pairs = pairs[np.argsort(pairs[:, 0])]
    low, high = pairs.T
    between = whites[low, high] - whites[high, low]
    balance = whites.sum(1) - whites.sum(0)
    turned = np.select(
        [between != 0, balance[low] != balance[high]],
        [between > 0, balance[low] > balance[high]],
        (low + high) % 2 == 0,  # so that nobody has one colour all along
    )
    return np.where(turned, high, low), np.where(turned, low, high)
