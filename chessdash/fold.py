"""Fold pairing of a whole batch of events at once: score groups, upper half against lower half, no rematch, colours balanced.

The fold is not FIDE's Dutch system: in each score group the upper half meets the lower half in order, rematches are repaired
with neighbours, colours are settled afterwards. What that does to a figure must be measured before the figure is shown alone.
Rows are in the order of their seeds everywhere here.
"""

from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from chessdash.cells import BoolArray, FloatArray, IntArray
from chessdash.matching import NOBODY, maximum

LAST = np.iinfo(np.int16).max  # after every score group: those who do not play
STEPS = 2_000  # of a search for a pairing without rematches that is near to the fold; beyond it any such pairing is taken


def groups(score: FloatArray) -> NDArray[np.int16]:
    """A key that sorts by score, the highest first, equal where scores are; score of shape (B, P) in points.

    Small integers, since those are sorted by their digits, which costs a third of a sort of numbers.
    """
    key = np.rint(score * -100)
    if key.size and -key.min() >= LAST:
        return np.unique(key, return_inverse=True)[1].reshape(key.shape).astype(np.int16)
    small: NDArray[np.int16] = key.astype(np.int16)
    return small


def free(key: IntArray, here: BoolArray, had: BoolArray) -> BoolArray:
    """Who gets the pairing-allocated bye where an odd number is present: the last by score who has not had it, shape (B, P)."""
    chosen = np.zeros(here.shape, bool)
    odd = np.flatnonzero(np.add.reduce(here, 1, dtype=np.intp) % 2)
    if odd.size:
        wanted: BoolArray = here[odd] & ~had[odd]
        chosen[odd] = _last(key[odd], np.where(wanted.any(1, keepdims=True), wanted, here[odd]))
    return chosen


def _last(key: NDArray[np.int16], among: BoolArray) -> BoolArray:
    """The last by score, then by seed, of these, one in each event, shape (B, P)."""
    last = np.where(among, key.astype(np.int32), np.iinfo(np.int32).min)
    chosen: BoolArray = np.arange(key.shape[1]) == (key.shape[1] - 1 - np.argmax(last[:, ::-1], axis=1))[:, None]
    return chosen


def paired(key: NDArray[np.int16], here: BoolArray, had: BoolArray, met: BoolArray) -> tuple[BoolArray, IntArray, IntArray]:
    """Who is free, (B, P), and the pairs of the others, (B, N) each; as ``free`` and ``pairs`` say.

    Where the others cannot be paired without a rematch then, somebody else who has not had the bye is free, if that helps.
    """
    chosen = free(key, here, had)
    first, second = pairs(key, here & ~chosen, met)
    at = np.flatnonzero(chosen.any(1) & _rematches(first, second, met).any(1))
    others = here[at] & ~had[at] & ~chosen[at]
    while (left := others.any(1)).any():
        at, others = at[left], others[left]
        instead = _last(key[at], others)
        found = pairs(key[at], here[at] & ~instead, met[at])
        again = _rematches(*found, met[at]).any(1)
        chosen[at[~again]] = instead[~again]
        for rows, new in zip((first, second), found, strict=True):
            rows[at[~again], : new.shape[1]] = new[~again]
        at, others = at[again], others[again] & ~instead[again]
    return chosen, first, second


def pairs(key: NDArray[np.int16], here: BoolArray, met: BoolArray) -> tuple[IntArray, IntArray]:
    """Pairs of an even number of players present, (B, N) each, -1 where an event has fewer than another.

    ``key`` (B, P) as ``groups`` gives it; ``met`` (B, P, P) says who has met whom. An odd score group sends its last one down.
    """
    events, players = here.shape
    every = here.all()
    if not every:
        key = np.where(here, key, np.int16(LAST))
    order = np.argsort(key, axis=1, kind="stable")
    count = players if every else int(np.add.reduce(here, 1, dtype=np.intp).max(initial=0))
    boards = count // 2
    sorted_key = np.take_along_axis(key, order[:, : 2 * boards], 1)
    change = np.ones((events, 2 * boards), bool)
    np.not_equal(sorted_key[:, 1:], sorted_key[:, :-1], out=change[:, 1:])
    edge = change[:, ::2] | change[:, 1::2]  # groups made even: one that ends inside a pair ends before it
    board = np.arange(boards, dtype=np.int16)
    start = np.maximum.accumulate(np.where(edge, board, 0), axis=1)
    following = np.full((events, boards), boards, np.int16)
    following[:, :-1] = np.where(edge[:, 1:], board[1:], boards)
    end = np.minimum.accumulate(following[:, ::-1], axis=1)[:, ::-1]
    flat = order.reshape(-1)
    place = np.arange(events)[:, None] * players + board
    first, second = flat.take(place + start), flat.take(place + end)
    if not every:
        short = board >= np.add.reduce(here, 1, dtype=np.intp)[:, None] // 2
        first[short] = second[short] = -1
    return without_rematches(first, second, met)


def without_rematches(first: IntArray, second: IntArray, met: BoolArray) -> tuple[IntArray, IntArray]:
    """The same players in pairs (B, N); who have met (B, P, P) change partners with the nearest pair that allows it."""
    boards = first.shape[1]
    at = np.arange(len(first))
    for _ in range(boards):  # a repair makes no new clash, so that only events which had one are looked at again
        clash = _rematches(first[at], second[at], met, at)
        left = clash.any(1)
        at, clash = at[left], clash[left]
        if not at.size:
            break
        moved = np.zeros(len(at), bool)
        worst = boards - 1 - clash[:, ::-1].argmax(1)  # the last one: the lower boards have less room
        for step in (distance * sign for distance in range(1, boards) for sign in (-1, 1)):
            todo = np.flatnonzero(~moved & (worst + step >= 0) & (worst + step < boards))
            if todo.size:
                moved[todo] = _exchange(first, second, met, at[todo], worst[todo], worst[todo] + step)
            if moved.all():
                break
        stuck = at[~moved]  # out of reach of one exchange, which is rare: a search through all of its pairings
        for event in stuck[~_alone(first[stuck], second[stuck], met[stuck])]:
            _search(first[event], second[event], met[event])
        at = at[moved]
    return first, second


def _rematches(first: IntArray, second: IntArray, met: BoolArray, at: IntArray | None = None) -> BoolArray:
    """Which pairs (B, N) have met, in these events of ``met`` (None: in all of them)."""
    start = np.arange(len(first)) if at is None else at
    players = met.shape[-1]
    again: BoolArray = met.reshape(-1).take((start[:, None] * players + first) * players + second, mode="wrap") & (first >= 0)
    return again


def _exchange(first: IntArray, second: IntArray, met: BoolArray, at: IntArray, k: IntArray, other: IntArray) -> BoolArray:
    """Exchanges partners between pairs k and other of these events where neither new pair has met; says where it did."""
    one, two = first.reshape(-1), second.reshape(-1)
    flat, players = met.reshape(-1), met.shape[-1]
    k, other = at * first.shape[1] + k, at * first.shape[1] + other
    a, b, c, d = one.take(k), two.take(k), one.take(other), two.take(other)
    start = at * players
    from_a, from_b = (start + a) * players, (start + b) * players
    across: BoolArray = ~(flat.take(from_a + d, mode="wrap") | flat.take(from_b + c, mode="wrap")) & (c >= 0)
    one_way = np.flatnonzero(across)
    two[k[one_way]], two[other[one_way]] = d[one_way], b[one_way]
    if one_way.size == len(at):
        return across
    along: BoolArray = ~(across | flat.take(from_a + c, mode="wrap") | flat.take(from_b + d, mode="wrap")) & (c >= 0)
    other_way = np.flatnonzero(along)
    two[k[other_way]] = c[other_way]
    one[other[other_way]], two[other[other_way]] = b[other_way], d[other_way]
    moved: BoolArray = across | along
    return moved


def _alone(first: IntArray, second: IntArray, met: BoolArray) -> BoolArray:
    """In which events (E,) one of those in the pairs (E, N) has met all the others: there a rematch cannot be avoided."""
    here = np.zeros(met.shape[:2], bool)
    for rows in (first, second):
        event, board = np.nonzero(rows >= 0)
        here[event, rows[event, board]] = True
    return np.asarray((here & (met | ~here[:, None, :]).all(-1)).any(-1))


def _search(first: IntArray, second: IntArray, met: BoolArray) -> None:
    """Writes pairs without a rematch into those of one event (N,) where there are any; who has fewest possible partners first."""
    real = first >= 0
    rows = np.stack([first[real], second[real]], 1).ravel()
    near = np.arange(len(rows)) // 2
    allowed = ~met[np.ix_(rows, rows)]
    possible = maximum(allowed)
    if NOBODY in possible:
        return
    wishes = np.argsort(np.abs(near[:, None] - near), axis=1, kind="stable")
    found: list[tuple[int, int]] = []
    steps = 0

    def place(left: BoolArray) -> bool:
        nonlocal steps
        steps += 1
        if not left.any():
            return True
        choices = np.where(left, (allowed & left).sum(1), len(rows) + 1)
        one = int(choices.argmin())
        for other in wishes[one]:
            if allowed[one, other] and left[other] and other != one and steps < STEPS:
                after = left.copy()
                after[[one, other]] = False
                found.append((one, int(other)))
                if place(after):
                    return True
                found.pop()
        return False

    pairs = found if place(np.ones(len(rows), bool)) else enumerate(possible)
    order = sorted({(min(pair), max(pair)) for pair in pairs})
    first[real], second[real] = (rows[[pair[side] for pair in order]] for side in (0, 1))


def colours(first: IntArray, second: IntArray, balance: IntArray, last: IntArray, random: Generator) -> tuple[IntArray, IntArray]:
    """White and Black of pairs (B, N): who has had fewer Whites gets White, else who had Black last, else by lot.

    ``balance`` (B, P) is games with White minus games with Black, ``last`` (B, P) the colour of the last game: 1 White, -1 Black.
    """
    wanted = (3 * balance + last).astype(np.int8)  # the last colour decides between equals in balance alone
    due = _of(wanted, first) - _of(wanted, second)
    lot = random.integers(0, 2, first.shape, np.int8)
    swap = (due > 0) | ((due == 0) & (lot > 0))
    return np.where(swap, second, first), np.where(swap, first, second)


def _of(values: NDArray[Any], rows: IntArray) -> NDArray[Any]:
    """The values (B, P) of these rows (B, N), any where -1."""
    found: NDArray[Any] = values.reshape(-1).take(rows + np.arange(len(rows))[:, None] * values.shape[1], mode="wrap")
    return found
