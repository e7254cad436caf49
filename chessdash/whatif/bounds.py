"""How many points everybody can end with, and how many can reach a score together: bounds that hold in every continuation."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from chessdash.cells import BoolArray, FloatArray, IntArray
from chessdash.crosstable import Crosstable, Kind
from chessdash.faults.settling import CLAIMS, CODE, CONTRADICTION, VERDICT, awarded, claims, extra
from chessdash.tournament import Tournament

LETTERS = b"1=0WDL+-HFUZ"  # what a cell can be in the end
OVER_A_BOARD, BYES = LETTERS[:8], LETTERS[8:]
# Every end of a board that its two cells can say without contradiction, forfeits of both and 0-0 too: places in LETTERS.
ENDS = np.array([
    (a, b)
    for a, own in enumerate(OVER_A_BOARD)
    for b, other in enumerate(OVER_A_BOARD)
    if VERDICT[16 * CLAIMS.index(own) + CLAIMS.index(other)] < CONTRADICTION
])  # fmt: skip


class Boards(NamedTuple):
    """N boards to come that are certain to be played or forfeited: rows (N,) and what each side gets by end, (N, K)."""

    row: IntArray
    other: IntArray
    own: FloatArray
    others: FloatArray


@dataclass(frozen=True, eq=False)
class Bounds:
    """The least and the most points that each one can end with, (P,), and the boards on which two cannot both get the most."""

    least: FloatArray
    most: FloatArray
    boards: Boards

    def sure(self, score: FloatArray, *, beyond: bool) -> IntArray:
        """For each participant with this score in the end, (P,), how many others are sure to have as much, or more, (P,)."""
        against = np.sort(self.least)
        reached = len(against) - np.searchsorted(against, score, "right" if beyond else "left")
        return np.asarray(reached - _reach(self.least, score, beyond), np.intp)

    def together(self, score: FloatArray, *, beyond: bool) -> IntArray:
        """For each participant with this score in the end, (P,), how many others at most can have as much, or more, (P,).

        Two who still meet and can reach it by winning only cannot both: of those who exclude each other one counts.
        """
        found = np.zeros(len(score), np.intp)
        for target in np.unique(score).tolist():
            able = _reach(self.most, target, beyond)
            groups = _groups(able, self._excluded(target, beyond))
            size = np.bincount(groups[able], minlength=len(able))
            here = score == target
            found[here] = np.count_nonzero(size) - (able & (size[groups] == 1))[here]
        return found

    def able(self, score: FloatArray, *, beyond: bool) -> IntArray:
        """As ``together``, but each counted alone, (P,)."""
        against = np.sort(self.most)
        reached = len(against) - np.searchsorted(against, score, "right" if beyond else "left")
        return np.asarray(reached - _reach(self.most, score, beyond), np.intp)

    def _excluded(self, target: float, beyond: bool) -> tuple[IntArray, IntArray]:
        """Pairs of rows who can each reach the score, but not both, whatever their board ends in; (N,) each."""
        row, other, own, others = self.boards
        able = _reach(self.most, target, beyond)
        both: BoolArray = np.zeros(len(row), bool)
        first, second = (self.most[side] - award.max(-1, initial=-np.inf) for side, award in ((row, own), (other, others)))
        if len(row):
            ends = [_reach(np.round(top[:, None] + award, 6), target, beyond) for top, award in ((first, own), (second, others))]
            both = np.asarray((ends[0] & ends[1]).any(-1))
        kept = able[row] & able[other] & ~both
        return row[kept], other[kept]


def _reach(points: FloatArray, score: Any, beyond: bool) -> BoolArray:
    """Where points are as many as the score, or beyond it; the shape of both together."""
    return np.asarray(points > score if beyond else points >= score)


def _groups(able: BoolArray, excluded: tuple[IntArray, IntArray]) -> IntArray:
    """A number for each row, (P,), equal only for those who all exclude one another: each joins the largest group it can."""
    groups = np.arange(len(able))
    concerned = np.unique(np.concatenate(excluded))
    if not len(concerned):
        return groups
    place = np.zeros(len(able), np.intp)
    place[concerned] = np.arange(len(concerned))
    excludes = np.zeros((len(concerned), len(concerned)), bool)
    rows, others = (place[side] for side in excluded)
    excludes[rows, others] = excludes[others, rows] = True
    group, size = np.full(len(concerned), -1), np.zeros(len(concerned), np.intp)
    for k in range(len(concerned)):
        known = group[excludes[k] & (group >= 0)]
        members = np.bincount(known, minlength=len(concerned))
        fits = np.where((members > 0) & (members == size), size, 0)
        group[k] = fits.argmax() if fits.any() else k
        size[group[k]] += 1
    groups[concerned] = concerned[group]
    return groups


def bounds(tournament: Tournament, table: Crosstable, *, sure: int | None = None) -> Bounds:
    """The bounds of an event from what is known of its rounds to come, for its crosstable under the rules wanted, (P, R).

    Known: results, pairings that the file has, byes that it names for rounds to come, and in a round robin that every pair meets
    as often as the planned rounds say. All others may be paired with anybody, get any bye, be absent or come back, and each board
    may end in any way that two cells can say; who leaves a round robin before half of the games takes them all out of the table.
    Records 299 of the file count in rounds to come too. Rounds after the first ``sure`` ones (None: all are) may not be played.
    """
    claim, settled = claims(tournament.sheet), tournament.settled
    planned, played = table.rounds_planned, table.rounds
    awards = _awards(tournament, planned)
    wide = ((0, 0), (0, planned - settled.kind.shape[1]))
    now, opponent = np.pad(settled.points, wide), np.pad(claim.row, wide, constant_values=-1)
    decided = np.pad(settled.kind != Kind.PENDING, wide) & (np.arange(planned) < played)
    meets = np.pad(claim.mutual, wide)
    board = meets & ~np.pad(claim.doubt, wide) & ~decided
    low, high, ends = awards.min(0), awards.max(0), awards[ENDS[:, 0]]
    low[board], high[board] = ends.min(0)[board], ends.max(0)[board]
    fixed = _byes(tournament, planned) & ~np.pad(claim.named, wide)
    for letter, cells in zip(BYES, fixed, strict=True):
        low[cells] = high[cells] = awards[LETTERS.index(letter)][cells]
    low[decided] = high[decided] = now[decided]
    boards = _known(opponent, board, awards)
    if table.rules.predetermined:
        low, high = _annulled(low, high, table, planned)
        free = ~decided & ~board & ~fixed.any(0)
        owed = None if tournament.sheet.abnormal else _owed(meets, opponent, free, played)
        if owed is not None:
            low, high, boards = _still_to_meet(low, high, free, owed, awards[:, 0, 0], now[decided & ~meets], boards)
    if table.rules.predetermined or sure is not None:
        none = np.zeros((len(boards.row), 1))  # a game that is annulled, or never played
        boards = boards._replace(own=np.hstack([boards.own, none]), others=np.hstack([boards.others, none]))
    ever = np.arange(planned) < (planned if sure is None else sure)
    low, high = np.where(ever, low, np.minimum(low, 0.0)), np.where(ever, high, np.maximum(high, 0.0))
    return Bounds(np.round(low.sum(-1), 6), np.round(high.sum(-1), 6), boards)


def nothing_left(score: FloatArray) -> Bounds:
    """The bounds of an event of which no round and no board is left: everybody ends with this score, (P,)."""
    nobody, none = np.zeros(0, np.intp), np.zeros((0, 1))
    return Bounds(score, score, Boards(nobody, nobody, none, none))


def _awards(tournament: Tournament, planned: int) -> FloatArray:
    """What each cell would pay with each of ``LETTERS``, records 299 included, shape (12, P, planned)."""
    sheet = tournament.sheet
    codes = CODE[np.frombuffer(LETTERS, np.uint8)]
    points = np.empty((len(LETTERS), tournament.size, planned))
    points[:] = awarded(sheet.scoring)[codes][:, None, None]
    if sheet.abnormal:
        for plane, code in zip(points, codes, strict=True):
            plane += extra(sheet, np.full(plane.shape, code), plane.copy(), planned)
    return points


def _byes(tournament: Tournament, planned: int) -> BoolArray:
    """Cells of rounds to come with a bye that is known beforehand, by its type as in ``BYES``; shape (4, P, planned).

    Where a record 240 and the cell say two different byes, neither is known.
    """
    found = np.zeros((len(BYES), tournament.size, planned), bool)
    row = {int(no): p for p, no in enumerate(tournament.sheet.players["no"])}
    written = tournament.sheet.result
    for round, no, letter in tournament.byes.itertuples(index=False):
        if round <= planned and no in row:
            cell = written[row[no], round - 1] if round <= written.shape[1] else ord(" ")
            found[BYES.index(ord(letter)), row[no], round - 1] = cell in (ord(letter), ord(" "))
    return found


def _known(opponent: IntArray, board: BoolArray, awards: FloatArray) -> Boards:
    """The boards that are open or paired already, each once."""
    row, round = np.nonzero(board & (opponent > np.arange(len(opponent))[:, None]))
    other = opponent[row, round].astype(np.intp)
    own, others = awards[:, row, round].T, awards[:, other, round].T
    return Boards(row, other, own[:, ENDS[:, 0]], others[:, ENDS[:, 1]])


def _annulled(low: FloatArray, high: FloatArray, table: Crosstable, planned: int) -> tuple[FloatArray, FloatArray]:
    """Bounds of cells, (P, planned), of a round robin: games of who may leave before half of them may come to count nothing."""
    games = np.count_nonzero(table.paired, -1)
    cycle = len(games) - 1 + len(games) % 2
    early = 2 * games < (planned if planned % max(cycle, 1) else planned // max(cycle, 1) * (len(games) - 1))
    opponent = np.pad(table.opponent, ((0, 0), (0, planned - table.rounds)), constant_values=-1)
    either = early[:, None] | (early[opponent] & (opponent >= 0)) | (np.arange(planned) >= table.rounds)
    return np.where(either, np.minimum(low, 0.0), low), np.where(either, np.maximum(high, 0.0), high)


def _owed(meets: BoolArray, opponent: IntArray, free: BoolArray, played: int) -> IntArray | None:
    """How often each pair has still to meet in rounds that the file has no pairings for, (P, P); None where this is not clear."""
    size, planned = meets.shape
    cycle = size - 1 + size % 2
    if size < 2 or planned % cycle or free[:, :played].any():
        return None
    row, round = np.nonzero(meets)
    met = np.zeros((size, size), np.intp)
    np.add.at(met, (row, opponent[row, round]), 1)
    owed = planned // cycle - met
    np.fill_diagonal(owed, 0)
    return owed if (owed >= 0).all() and (owed.sum(-1) <= np.count_nonzero(free, -1)).all() else None


def _still_to_meet(
    low: FloatArray, high: FloatArray, free: BoolArray, owed: IntArray, pays: FloatArray, alone: FloatArray, boards: Boards
) -> tuple[FloatArray, FloatArray, Boards]:
    """Bounds of cells where every pair still meets, (P, planned), and the boards that this adds.

    So many of the free cells are games, first in a row, and the others free rounds, which pay what free rounds have paid so far
    (``alone``); ``pays`` is what each of ``LETTERS`` does.
    """
    game = free & (np.cumsum(free, -1) <= owed.sum(-1)[:, None])
    idle, over = free & ~game, pays[: len(OVER_A_BOARD)]
    rests = alone if len(alone) else pays
    low = np.where(game, min(over.min(), 0.0), np.where(idle, rests.min(), low))
    high = np.where(game, max(over.max(), 0.0), np.where(idle, rests.max(), high))
    row, other = np.nonzero(np.triu(owed))
    own, others = (np.broadcast_to(pays[ENDS[:, side]], (len(row), len(ENDS))) for side in (0, 1))
    more = (row, other, own, others)
    return low, high, Boards(*(np.concatenate(both) for both in zip(boards, more, strict=True)))
