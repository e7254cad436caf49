"""Direct encounter against a slow version, written with sets and fractions from article 6 of C.07 alone."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from chessdash.crosstable import Crosstable, Kind
from chessdash.tiebreaks.descriptor import parse
from chessdash.tiebreaks.ranking import rank_by, refine
from tests.laws.events import tables

OVER_THE_BOARD = (Kind.GAME, Kind.UNRATED_GAME)
FORFEITS = (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS)
Means = Mapping[tuple[int, int], Fraction]


def means(table: Crosstable, forfeits: bool) -> Means:
    """What each participant made against each other on average, of the meetings that count (6, and 15.2 for round robins)."""
    counting = OVER_THE_BOARD + FORFEITS if forfeits or table.rules.system == "round-robin" else OVER_THE_BOARD
    made = defaultdict(list)
    for p in range(table.kind.shape[0]):
        for r in range(table.rounds):
            if table.opponent[p, r] >= 0 and table.kind[p, r] in counting:
                made[p, int(table.opponent[p, r])].append(Fraction(float(table.points[p, r])).limit_denominator(1000))
    return {pair: sum(points, Fraction()) / len(points) for pair, points in made.items()}


def places(group: frozenset[int], means: Means, win: Fraction, loss: Fraction) -> list[set[int]]:
    """The group in order: sets of those who share a place."""
    if len(group) < 2:
        return [set(group)]
    sums = {p: sum((means[p, q] for q in group if (p, q) in means), Fraction()) for p in group}
    missing = {p: sum((p, q) not in means for q in group - {p}) for p in group}
    if not any(missing.values()):
        levels = [frozenset(p for p in group if sums[p] == total) for total in sorted(set(sums.values()), reverse=True)]
        if len(levels) == 1:
            return [set(group)]
        return [share for level in levels for share in places(level, means, win, loss)]
    worst = {p: sums[p] + loss * missing[p] for p in group}
    best = {p: sums[p] + win * missing[p] for p in group}
    certain: list[set[int]] = []
    rest = set(group)
    while first := [p for p in rest if all(worst[p] > best[q] for q in rest - {p})]:
        certain.append({first[0]})
        rest.remove(first[0])
    if not certain or not rest:
        return [*certain, rest] if rest else certain
    return certain + places(frozenset(rest), means, win, loss)


def expected(table: Crosstable, forfeits: bool, rank: np.ndarray) -> tuple[list[int], list[int]]:
    """Finer ranks, and the places shown: 1 is best in each tied group, 0 where nothing was resolved or nobody is level."""
    win, loss = (Fraction(points).limit_denominator(1000) for points in (table.scoring.win, table.scoring.loss))
    mutual, finer, shown = means(table, forfeits), list(rank), [0] * len(rank)
    for level in set(rank.tolist()):
        place = 1
        shares = places(frozenset(np.flatnonzero(rank == level).tolist()), mutual, win, loss)
        for share in shares if len(shares) > 1 else []:
            for p in share:
                finer[p], shown[p] = level + place - 1, place
            place += len(share)
    return finer, shown


def level_on(keys: list[int]) -> np.ndarray:
    """Ranks from 0 of any keys, the higher first."""
    return refine(np.zeros(len(keys), np.intp), np.array(keys, float))


@settings(max_examples=150)
@given(
    tables(),
    st.lists(st.lists(st.integers(0, 2), min_size=9, max_size=9), min_size=3, max_size=3),
    st.sampled_from(("DE", "DE/P")),
)
def test_places_are_those_of_article_6(table, keys, code):
    descriptor = parse(code)
    for some in keys:
        rank = level_on(some[: len(table.number)])
        finer, shown = descriptor.tiebreak.compute(table, descriptor, rank)
        assert (finer.tolist(), shown.tolist()) == expected(table, descriptor.forfeits, rank)


@settings(max_examples=40)
@given(tables(), st.sampled_from(("DE", "DE/P")))
def test_places_after_points(table, code):
    order = (parse("PTS"), parse(code))
    ranking = rank_by(table, order)
    finer, shown = expected(table, order[1].forfeits, ranking.ranks[0])
    assert (ranking.rank.tolist(), ranking.values[1].tolist()) == (finer, shown)


@settings(max_examples=25)
@given(tables(), st.lists(st.lists(st.integers(0, 2), min_size=9, max_size=9), min_size=3, max_size=3))
def test_many_orders_of_one_event(table, keys):
    """Ranks of shape (B, P) over one table: how simulations and comparisons of orders ask."""
    rank = np.stack([level_on(some[: len(table.number)]) for some in keys])
    descriptor = parse("DE")
    finer, shown = descriptor.tiebreak.compute(table, descriptor, rank)
    for b, one in enumerate(rank):
        assert (finer[b].tolist(), shown[b].tolist()) == expected(table, False, one)


def test_the_worked_examples_of_the_slow_version():
    """The slow version itself: a cycle stays level, a chain does not, and a first place is taken before the rest is looked at."""
    half, one, none = Fraction(1, 2), Fraction(1), Fraction(0)
    cycle = {(0, 1): one, (1, 0): none, (1, 2): one, (2, 1): none, (2, 0): one, (0, 2): none}
    assert places(frozenset({0, 1, 2}), cycle, one, none) == [{0, 1, 2}]
    drawn = {(0, 1): half, (1, 0): half, (0, 2): one, (2, 0): none, (1, 2): half, (2, 1): half}
    assert places(frozenset({0, 1, 2}), drawn, one, none) == [{0}, {1}, {2}]
    apart = {(0, 1): one, (1, 0): none, (0, 2): one, (2, 0): none}
    assert places(frozenset({0, 1, 2}), apart, one, none) == [{0}, {1, 2}]
