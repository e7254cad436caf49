"""Pairs in a graph, as many as there can be: Edmonds' method, which shrinks odd cycles (Paths, trees, and flowers, 1965)."""

from collections import deque
from collections.abc import Sequence

import numpy as np

from chessdash.cells import BoolArray, IntArray

NOBODY = -1


def maximum(allowed: BoolArray, mates: Sequence[int] | IntArray | None = None, enough: int | None = None) -> list[int]:
    """Each one's partner, -1 where none, in a matching with as many pairs as there can be, or ``enough`` of them.

    ``allowed`` (P, P) is symmetric: who may meet whom; the lower numbers are tried first. ``mates`` (P,) are allowed pairs to
    begin with.
    """
    friends = [np.flatnonzero(row).tolist() for row in allowed]
    pairs = [NOBODY] * len(friends) if mates is None else [int(mate) for mate in mates]
    for one, those in enumerate(friends):  # most find one at once
        if pairs[one] == NOBODY and (free := next((other for other in those if pairs[other] == NOBODY), NOBODY)) != NOBODY:
            pairs[one], pairs[free] = free, one
    made = size(pairs)
    for root in range(len(friends)):
        if enough is not None and made >= enough:
            break
        if pairs[root] == NOBODY and friends[root] and _Search(friends, pairs).from_(root):
            made += 1
    return pairs


def pair_off(met: IntArray) -> list[tuple[int, int]]:
    """Pairs of rows for players from the top, shape (N, N) with N even of how often two have met: as few rematches as can be,
    and each from the top against the nearest below with whom that is still possible."""
    allowed = (met == 0) & ~np.eye(len(met), dtype=bool)
    mates, left, pairs = maximum(allowed), list(range(len(met))), []
    while left:
        one = left.pop(0)
        other, mates = next(
            (other, rest)
            for other in sorted(left, key=met[one].__getitem__)
            if (rest := _without(allowed, mates, one, other)) is not None
        )
        allowed[[one, other]] = allowed[:, [one, other]] = False
        left.remove(other)
        pairs.append((one, other))
    return pairs


def _without(allowed: BoolArray, mates: Sequence[int], one: int, other: int) -> list[int] | None:
    """The partners of all others once these two meet, with no more rematches than before, None where that takes more."""
    wanted = size(mates) - int(allowed[one, other])
    rest = list(mates)
    lone = [rest[row] for row in (one, other) if rest[row] not in (NOBODY, one, other)]
    for row in (one, other, *lone):
        rest[row] = NOBODY
    if len(lone) == 2 and allowed[lone[0], lone[1]]:
        rest[lone[0]], rest[lone[1]] = lone[1], lone[0]
    if size(rest) < wanted:
        there = np.ones(len(rest), bool)
        there[[one, other]] = False
        rest = maximum(allowed & there & there[:, None], rest, wanted)
    return rest if size(rest) >= wanted else None


def size(mates: Sequence[int]) -> int:
    """Number of pairs in a list of partners, shape (P,)."""
    return sum(mate != NOBODY for mate in mates) // 2


class _Search:
    """A tree of paths that alternate between pairs made and pairs allowed, grown from one without a partner."""

    def __init__(self, friends: Sequence[Sequence[int]], pairs: list[int]) -> None:
        self.friends, self.pairs = friends, pairs
        self.before = [NOBODY] * len(pairs)  # who found those who are an odd number of steps away
        self.base = list(range(len(pairs)))  # the base of the shrunk cycle that one lies in, else oneself
        self.even = [False] * len(pairs)

    def from_(self, root: int) -> bool:
        """Whether the root finds a partner; pairs along the path to one are exchanged."""
        self.even[root] = True
        queue = deque([root])
        while queue:
            one = queue.popleft()
            for other in self.friends[one]:
                if self.base[one] == self.base[other] or self.pairs[one] == other:
                    continue
                if self.even[other]:
                    queue.extend(self._shrink(one, other))
                elif self.before[other] == NOBODY:
                    self.before[other] = one
                    mate = self.pairs[other]
                    if mate == NOBODY:
                        self._exchange(other)
                        return True
                    self.even[mate] = True
                    queue.append(mate)
        return False

    def _shrink(self, one: int, other: int) -> list[int]:
        """Makes one node of the odd cycle that an edge between two even ones closes; those who become even by it."""
        base = self._meeting(one, other)
        inside = {*self._stem(one, base, other), *self._stem(other, base, one)}
        fresh = []
        for node, home in enumerate(self.base):
            if home in inside:
                self.base[node] = base
                if not self.even[node]:
                    self.even[node] = True
                    fresh.append(node)
        return fresh

    def _meeting(self, one: int, other: int) -> int:
        """The base at which the ways of two even ones to the root meet."""
        seen = set()
        while True:
            one = self.base[one]
            seen.add(one)
            if self.pairs[one] == NOBODY:
                break
            one = self.before[self.pairs[one]]
        while self.base[other] not in seen:
            other = self.before[self.pairs[self.base[other]]]
        return self.base[other]

    def _stem(self, node: int, base: int, across: int) -> list[int]:
        """The bases between a node and the base of its cycle; the way back now also leads over the edge that closes it."""
        passed = []
        while self.base[node] != base:
            mate = self.pairs[node]
            passed += [self.base[node], self.base[mate]]
            self.before[node] = across
            across, node = mate, self.before[mate]
        return passed

    def _exchange(self, end: int) -> None:
        """Pairs what was allowed along the path that ends here, and parts what was paired."""
        while end != NOBODY:
            one = self.before[end]
            following = self.pairs[one]
            self.pairs[one], self.pairs[end] = end, one
            end = following
