"""Which single results would swap two players, or who is first."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from chessdash import arguments
from chessdash.cells import BoolArray, FloatArray, IntArray
from chessdash.crosstable import Crosstable, Kind
from chessdash.errors import DataError
from chessdash.hanging_on import Flips, below_overtakes, flipped
from chessdash.standings import Order, choose, crosstable
from chessdash.text import say
from chessdash.text.names import spoken
from chessdash.tiebreaks.descriptor import Descriptor
from chessdash.tiebreaks.ranking import final_ranks
from chessdash.tournament import Tournament
from chessdash.whatif.boards import LETTERS, PLAYED, UNRATED, Boards, every_board, named, row_of
from chessdash.whatif.setting import with_results

if TYPE_CHECKING:
    import pandas as pd


def flip_list(
    tournament: Tournament, pair: tuple[int, int] | None = None, order: Order | None = None, **rules: Any
) -> "pd.DataFrame":
    """The single results that would put one of a pair above the other where today it is not so, or change who is first (None).

    Every game, every open board and every board of the next round that is paired is set to win, draw and loss, one at a time, as
    ``with_results`` would; forfeits stay. Pairings stay as they were: players who would have met others are not paired anew. Of a
    pair that shares its place, either one above the other is a swap. For first place, any other set of players on rank 1.

    Columns: round, white, black (start numbers), white_name, black_name, now, then (codes from White's side, "*" open), effect
    (a sentence), own (whether one of the pair, or of those first now or then, plays there), played (whether the board has a
    result); by round and board. ``attrs``: order, pair, now (a sentence). DataError for numbers that are not two players.
    """
    import pandas as pd

    table = crosstable(tournament, **rules)
    chosen = choose(tournament, table, order)
    rows = None if pair is None else _pair(table, pair)
    now = _standing(table, chosen.descriptors, rows)[0]
    numbers, names = np.asarray(table.number, np.int64), named(tournament)
    found: list[tuple[Any, ...]] = []
    every = every_board(tournament)
    waiting = np.bincount(every.round[every.code == "*"], minlength=tournament.rounds_planned).tolist()  # open boards by round
    for boards, base, kind in _parts(tournament, table, every, rules):
        which, then, turned = _turned(tournament, boards, kind)
        states = [_standing(batch, chosen.descriptors, rows) for batch in flipped(base, turned)]
        after = np.concatenate([np.zeros((0, len(now)), bool), *states])
        swapped = (after != now).any(-1) & after.any(-1)
        for k in np.flatnonzero(swapped).tolist():
            board, round, code = which[k], int(boards.round[which[k]]), str(boards.code[which[k]])
            white, black = int(boards.white[board]), int(boards.black[board])
            concerned = set(np.flatnonzero(after[k] | now).tolist()) if rows is None else set(rows)
            sides = (numbers[white], numbers[black], names[white], names[black])
            effect = _sentence("moment" if waiting[round] > (code == "*") else "would", after[k], rows, names)
            row = (round + 1, *sides, code, then[k], effect, not concerned.isdisjoint((white, black)), code != "*")
            found.append(((round, int(boards.board[board]), PLAYED.index(then[k])), row))
    rows_sorted = [row for _, row in sorted(found, key=lambda one: one[0])]
    frame = pd.DataFrame(rows_sorted, columns=list(COLUMNS)).astype(COLUMNS)
    frame.attrs = {"order": chosen.codes, "pair": pair, "now": _sentence("now", now, rows, names)}
    return frame


COLUMNS = dict.fromkeys(("round", "white", "black"), "int64")
COLUMNS |= dict.fromkeys(("white_name", "black_name", "now", "then", "effect"), "str") | dict.fromkeys(("own", "played"), "bool")


def _pair(table: Crosstable, pair: Any) -> tuple[int, int]:
    """The rows of two start numbers; DataError where they are not two players of the event."""
    numbers = arguments.numbers("pair", pair)
    if len(numbers) != 2 or numbers[0] == numbers[1]:
        raise DataError(say("pair_of_one", given=arguments.shown(pair)))
    one, other = (row_of(table.number, no) for no in numbers)
    return one, other


def _standing(table: Crosstable, order: Sequence[Descriptor], rows: tuple[int, int] | None) -> BoolArray:
    """For each event of a batch: whether the first of a pair is above the second, and the second above the first, (B, 2); without
    a pair who is first, (B, P). A single event counts as a batch of one."""
    if table.points.ndim == 2:
        table = replace(table, points=table.points[None])
    if rows is None:
        first: BoolArray = final_ranks(table, order) == 0
        return first
    return np.stack([below_overtakes(table, order, rows[::-1]), below_overtakes(table, order, rows)], -1)


def _parts(
    tournament: Tournament, table: Crosstable, every: Boards, rules: dict[str, Any]
) -> Iterator[tuple[Boards, Crosstable, Kind | None]]:
    """Boards to turn with the table that they are turned in and the kind that they become: games, open boards, the next round."""
    ours, no_result = every.round < table.rounds, every.code == "*"
    game = np.isin(tournament.settled.kind[every.white, every.round], (Kind.GAME, Kind.UNRATED_GAME))
    yield every.only(ours & game), table, None
    yield every.only(ours & no_result), table, Kind.GAME
    following = every.only((every.round == table.rounds) & no_result)
    if len(following.round):
        yield following, _begun(tournament, following, rules), Kind.GAME


def _begun(tournament: Tournament, following: Boards, rules: dict[str, Any]) -> Crosstable:
    """The table with its next round begun, (P, R + 1): byes count there, and none of the boards has a result."""
    sides, round = [int(following.white[0]), int(following.black[0])], int(following.round[0])
    first = int(np.asarray(tournament.sheet.players["no"])[sides[0]])
    table = crosstable(with_results(tournament, {(round + 1, first): "="}), **rules)
    kind, points = table.kind.copy(), table.points.copy()
    kind[sides, round], points[sides, round] = Kind.PENDING, 0.0
    return replace(table, kind=kind, points=points)


def _turned(tournament: Tournament, boards: Boards, kind: Kind | None) -> tuple[IntArray, list[str], Flips]:
    """Every other result over the board of these boards: the board of each flip (F,), its code, and the flips."""
    which = [np.flatnonzero(boards.code != code) for code in PLAYED]
    ended = [_all_ended(tournament, boards, code) for code in PLAYED]
    (points, others), (bonus, others_bonus) = (
        [np.concatenate([one[plane, side, k] for one, k in zip(ended, which, strict=True)]) for side in (0, 1)]
        for plane in (0, 1)
    )
    at = np.concatenate(which)
    then = [code for code, k in zip(PLAYED, which, strict=True) for _ in k]
    kinds = None if kind is None else np.full(len(at), kind, np.int8)
    flips = Flips(
        boards.white[at], boards.black[at], boards.round[at], points, others, np.ones(len(at)), kinds, bonus, others_bonus
    )
    return at, then, flips


def _all_ended(tournament: Tournament, boards: Boards, code: str) -> FloatArray:
    """What White and Black get where all of these boards end so, and what of it is from records 299, shape (2, 2, N)."""
    result = tournament.sheet.result.copy()
    for side, letter in ((boards.white, LETTERS[code][0]), (boards.black, LETTERS[code][1])):
        now = result[side, boards.round]
        result[side, boards.round] = np.where(np.isin(now, list(b"WDL")), ord(UNRATED[letter]), ord(letter))
    settled = Tournament(replace(tournament.sheet, result=result)).settled
    sides = [(boards.white, boards.round), (boards.black, boards.round)]
    extra = np.zeros(settled.points.shape) if settled.bonus is None else settled.bonus
    return np.array([[plane[side] for side in sides] for plane in (settled.points, extra)])


def _sentence(tense: str, state: BoolArray, rows: tuple[int, int] | None, names: NDArray[Any]) -> str:
    """Who is ("now") or would be ("would") above whom, or first; "moment": as long as other boards of that round are open."""
    head, tail = ("now", "") if tense == "now" else ("flip", "_moment" if tense == "moment" else "")
    if rows is not None:
        above, below = rows if state[0] or not state[1] else rows[::-1]
        code = head + ("_pair" if state.any() else "_level") + tail
        return say(code, above=spoken(str(names[above])), below=spoken(str(names[below])))
    first = [spoken(str(name)) for name in names[state]]
    code = head + ("_first" if len(first) == 1 else "_shared_first") + tail
    return say(code, first=listed(first))


def listed(names: Sequence[str], most: int = 4) -> str:
    """Names as a sentence has them: A, B and C; beyond so many, how many more there are."""
    shown = list(names) if len(names) <= most else [*names[: most - 1], say("others_more", n=len(names) - most + 1)]
    return say("and", first=", ".join(shown[:-1]), last=shown[-1]) if len(shown) > 1 else "".join(shown)
