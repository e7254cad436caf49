"""The boards of an event: who has White, in which order they stand in a round, and each result as one code."""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chessdash.arguments import is_whole, shown
from chessdash.cells import BoolArray, IntArray
from chessdash.crosstable import Kind
from chessdash.errors import DataError
from chessdash.faults.settling import CLAIMS, CONTRADICTION, HALVES, VERDICT, Claims, claims
from chessdash.text import say
from chessdash.tournament import Tournament, checked

if TYPE_CHECKING:
    import pandas as pd

# A result from one side: win, draw, loss, win and loss by forfeit, both lose by forfeit, none yet; and both cells of TRF.
LETTERS = {"1": "10", "=": "==", "0": "01", "+": "+-", "-": "-+", "x": "--", "*": "**"}
OTHER_SIDE = dict(zip("1=0+-x*", "0=1-+x*", strict=True))
PLAYED = ("1", "=", "0")  # results over the board
UNRATED = {"1": "W", "=": "D", "0": "L"}  # the same in less than a move


class Boards(NamedTuple):
    """N boards, arrays of shape (N,): round (from 0), place in it (from 1), rows of both, the code from White's side."""

    round: IntArray
    board: IntArray
    white: IntArray
    black: IntArray
    code: NDArray[np.str_]

    def only(self, kept: BoolArray) -> "Boards":
        """Those of the boards that are kept, by a mask (N,)."""
        return Boards._make(values[kept] for values in self)


def every_board(tournament: Tournament) -> Boards:
    """All boards whose two players name each other, by round and then as ``boards`` has them, arrays of shape (N,)."""
    claim, settled = claims(tournament.sheet), tournament.settled
    numbers = np.asarray(tournament.sheet.players["no"])
    row, round = np.nonzero(claim.mutual & (claim.row > np.arange(len(claim.row))[:, None]))
    other = claim.row[row, round].astype(np.intp)
    first, second = settled.black[row, round], settled.black[other, round]
    swap = np.where(first == second, numbers[other] < numbers[row], first)  # colours that say nothing: the lower number has White
    white, black = np.where(swap, other, row), np.where(swap, row, other)
    earned = np.where(settled.kind == Kind.PENDING, 0.0, settled.points)
    before = np.round(np.cumsum(earned, -1) - earned, 6)
    scores = np.stack([before[white, round], before[black, round]])
    least = np.minimum(numbers[white], numbers[black])
    order = np.lexsort((least, -scores.sum(0), -scores.max(0), round))
    round, white, black = round[order], white[order], black[order]
    place = np.arange(len(round)) - np.searchsorted(round, round) + 1
    return Boards(round, place, white, black, codes(claim, white, black, round))


def codes(claim: Claims, row: IntArray, other: IntArray, round: IntArray) -> NDArray[np.str_]:
    """Results from the side of ``row``, shape (N,): "*" where none is known or the cells contradict each other, "" where
    no code says it (0-0 or ½-0 over the board)."""
    return CODES_OF.take(16 * claim.code[row, round].astype(np.intp) + claim.code[other, round])


def _code(own: int, other: int) -> str:
    """The code of two claims, places in ``CLAIMS``."""
    if VERDICT[16 * own + other] >= CONTRADICTION:
        return "*"
    if own < len(HALVES) and other < len(HALVES):
        return {(2, 0): "1", (1, 1): "=", (0, 2): "0"}.get((HALVES[own], HALVES[other]), "")
    letters = (chr(CLAIMS[own]) + chr(CLAIMS[other])).replace(" ", "*")
    return next((code for code, both in LETTERS.items() if both == letters), "*")


CODES_OF = np.full(256, "*", "U1")  # at 16 * own + other
for _own in range(len(CLAIMS)):
    for _other in range(len(CLAIMS)):
        CODES_OF[16 * _own + _other] = _code(_own, _other)


def letters(code: str, own: int, other: int) -> tuple[int, int]:
    """Both cells of a board with this result as bytes; a cell that is a game of less than a move now (W D L) stays one."""
    pair = (
        UNRATED.get(letter, letter) if now in b"WDL" else letter for letter, now in zip(LETTERS[code], (own, other), strict=True)
    )
    first, second = (ord(letter) for letter in pair)
    return first, second


def boards(tournament: Tournament, round: int) -> "pd.DataFrame":
    """The boards of a round, the highest score before it first, then the higher sum, then the lower start number.

    Columns: board (from 1), white, black (start numbers), white_name, black_name, result: the code from White's side, "*" where
    there is none, "" where the file says what no code does (0-0). Where the file gives colours to neither, or the same to both,
    the lower number is White. Empty for a round that is not paired; DataError for one that is not planned.
    """
    import pandas as pd

    checked_round(tournament, round)
    every = every_board(tournament)
    here = every.only(every.round == round - 1)
    numbers, names = np.asarray(tournament.sheet.players["no"], np.int64), named(tournament)
    columns = {"board": here.board.astype(np.int64), "white": numbers[here.white], "black": numbers[here.black]}
    texts = {"white_name": names[here.white], "black_name": names[here.black], "result": here.code}
    return pd.DataFrame(columns | texts).astype(dict.fromkeys(texts, "str"))


def result_of(tournament: Tournament, round: int, no: int) -> str:
    """The result of a player's board in a round, as a code from the side of that player; as ``boards`` has it.

    DataError for a round or a player who is not there, and where that player has no board.
    """
    claim = claims(checked(tournament).sheet)
    row, other = find(tournament, claim, round, no)
    return str(codes(claim, np.array([row]), np.array([other]), np.array([round - 1]))[0])


def find(tournament: Tournament, claim: Claims, round: int, no: int) -> tuple[int, int]:
    """The rows of a player and of the opponent in a round (from 1); DataError where there is no such board."""
    checked_round(tournament, round)
    numbers = np.asarray(tournament.sheet.players["no"])
    row = row_of(numbers, no)
    paired = np.flatnonzero(claim.mutual.any(0)) + 1
    if round not in paired:
        last = int(paired.max(initial=0))
        raise DataError(say("result_not_paired" if last else "result_none_paired", round=round, last=last))
    if not claim.mutual[row, round - 1]:
        raise DataError(say("result_no_board", no=no, round=round))
    return row, int(claim.row[row, round - 1])


def row_of(numbers: IntArray, no: Any) -> int:
    """The row of a start number among these, (P,); DataError where nobody has it."""
    every = numbers.tolist()
    if not (is_whole(no) and no in every):
        raise DataError(say("no_such_player", no=shown(no), first=min(every, default=0), last=max(every, default=0)))
    return int(every.index(no))


def checked_round(tournament: Tournament, round: Any) -> None:
    """DataError for a round that is not among those planned."""
    planned = checked(tournament).rounds_planned
    if not is_whole(round, 1, planned):
        raise DataError(say("result_round", round=shown(round), planned=planned))


def named(tournament: Tournament) -> NDArray[Any]:
    """The names of the participants as written, shape (P,)."""
    return np.array(tournament.sheet.players.get("name", [""] * tournament.size), dtype=object)
