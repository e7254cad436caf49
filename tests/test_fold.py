"""The fold pairing: perfect matchings, no rematch where any pairing has none, who floats and who is free, colours."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chessdash import fold
from chessdash.crosstable import Kind
from chessdash.simulation import BYES, FIELDS, Odds, State, play_round, strengths, swiss


def matchings(rows: list[int]) -> Iterator[list[tuple[int, int]]]:
    """Every way to pair these rows."""
    if not rows:
        yield []
        return
    for place in range(1, len(rows)):
        for others in matchings(rows[1:place] + rows[place + 1 :]):
            yield [(rows[0], rows[place]), *others]


def possible(rows, met) -> bool:
    """Whether any way to pair these rows has no rematch."""
    return any(not any(met[pair] for pair in pairs) for pairs in matchings(list(rows)))


def boards(first, second):
    """The pairs of one event, without the places it does not need."""
    return [(int(one), int(other)) for one, other in zip(first, second, strict=True) if one >= 0]


@st.composite
def rounds(draw, largest=8, odd=False):
    """Scores, who is present (an even number in each event unless ``odd``) and who has met whom, for one to four events."""
    players, events = draw(st.integers(1, largest)), draw(st.integers(1, 4))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    score = random.integers(0, draw(st.integers(1, 6)), (events, players)) * draw(st.sampled_from([0.1, 0.5, 1.0, 3.0, 450.0]))
    here = random.random((events, players)) < draw(st.sampled_from([0.5, 0.8, 1.0]))
    if not odd:
        for event in np.flatnonzero(here.sum(1) % 2):
            here[event, np.flatnonzero(here[event])[-1]] = False
    met = random.random((events, players, players)) < draw(st.sampled_from([0.0, 0.2, 0.5, 0.7]))
    return score, here, met | met.transpose(0, 2, 1) | np.eye(players, dtype=bool)


@settings(max_examples=100)
@given(st.sampled_from([0.1, 0.25, 0.5, 1.0, 3.0, 100.0, 900.0]), st.lists(st.integers(0, 40), min_size=1, max_size=12))
def test_groups_sort_by_score_and_are_equal_where_scores_are(step, steps):
    """Also where a hundred times the points do not fit 16 bits, and from sums of tenths in single precision."""
    score = np.cumsum(np.array([[step] * max(steps)], np.float32), axis=1) if max(steps) else np.zeros((1, 0), np.float32)
    score = np.array([[0.0 if n == 0 else score[0, n - 1] for n in steps]], np.float32)
    key = fold.groups(score)
    assert key.dtype == np.int16
    assert (np.sign(key[0][:, None].astype(int) - key[0]) == np.sign(np.array(steps) - np.array(steps)[:, None])).all()


def test_points_that_do_not_fit_sixteen_bits():
    """327.67 is the last that would."""
    np.testing.assert_array_equal(fold.groups(np.array([[327.67, 0.0, 328.0, 0.01, 2e6]])).argsort(), [[4, 2, 0, 3, 1]])


@settings(max_examples=150)
@given(rounds(largest=14))
def test_everyone_present_has_one_partner(round):
    score, here, met = round
    first, second = fold.pairs(fold.groups(score), here, met)
    for event in range(len(here)):
        found = boards(first[event], second[event])
        assert sorted(row for pair in found for row in pair) == np.flatnonzero(here[event]).tolist()
        assert (first[event, len(found) :] == -1).all() and (second[event, len(found) :] == -1).all()


@settings(max_examples=250)
@given(rounds())
def test_no_rematch_where_any_pairing_has_none(round):
    score, here, met = round
    first, second = fold.pairs(fold.groups(score), here, met)
    for event in range(len(here)):
        again = any(met[event][pair] for pair in boards(first[event], second[event]))
        assert again != possible(np.flatnonzero(here[event]), met[event])


@settings(max_examples=100)
@given(rounds(largest=12, odd=True), st.integers(0, 2**32))
def test_a_batch_is_its_events(round, seed):
    score, here, met = round
    had = np.random.default_rng(seed).random(here.shape) < 0.3
    free, *found = fold.paired(fold.groups(score), here, had, met)
    for event in range(len(here)):
        one = slice(event, event + 1)
        alone = fold.paired(fold.groups(score[one]), here[one], had[one], met[one])
        np.testing.assert_array_equal(alone[0][0], free[event])
        assert boards(*(rows[0] for rows in alone[1:])) == boards(*(rows[event] for rows in found))


@settings(max_examples=200)
@given(rounds(largest=7, odd=True), st.integers(0, 2**32))
def test_who_is_free(round, seed):
    """One where the number is odd, who has not had it if anyone has not; of the fewest points, the last of these, unless somebody
    else spares a rematch; and then nobody after whom there is none has fewer points."""
    score, here, met = round
    had = np.random.default_rng(seed).random(here.shape) < 0.4
    free, first, second = fold.paired(fold.groups(score), here, had, met)
    np.testing.assert_array_equal(free.sum(1), here.sum(1) % 2)
    for event in np.flatnonzero(free.any(1)):
        (row,) = np.flatnonzero(free[event])
        present = np.flatnonzero(here[event])
        wanted = [one for one in present if not had[event, one]] or list(present)
        assert row in wanted
        spared = [one for one in wanted if possible([other for other in present if other != one], met[event])]
        if had[event, row]:  # nobody is left who has not: the bye is not moved on
            spared = []
        again = any(met[event][pair] for pair in boards(first[event], second[event]))
        assert had[event, row] or again == (not spared)
        assert row == min(spared or wanted, key=lambda one: (round_of(score[event, one]), -one))


def round_of(points):
    return round(float(points), 6)


def test_the_bye_moves_to_spare_a_rematch():
    """1 and 2 have met: with 3 free they would meet again, so that 2 is free, of the same points, not 1 who has more."""
    met = np.eye(3, dtype=bool)[None].copy()
    met[0, 0, 1] = met[0, 1, 0] = True
    key, here = fold.groups(np.array([[2.0, 1.0, 1.0]])), np.ones((1, 3), bool)
    free, first, second = fold.paired(key, here, np.zeros((1, 3), bool), met)
    assert free.tolist() == [[False, True, False]] and boards(first[0], second[0]) == [(0, 2)]
    free, first, second = fold.paired(key, here, np.array([[True, True, False]]), met)  # nobody else may have it
    assert free.tolist() == [[False, False, True]] and boards(first[0], second[0]) == [(0, 1)]


def nobody_met(players):
    return np.eye(players, dtype=bool)[None].copy()


@pytest.mark.parametrize(
    ("scores", "pairs"),
    [
        ([0] * 8, [(0, 4), (1, 5), (2, 6), (3, 7)]),
        ([1, 1, 1, 0, 0, 0], [(0, 1), (2, 4), (3, 5)]),  # three: the last of them, 2, goes down to the others
        ([2, 1, 1, 1, 0, 0], [(0, 2), (1, 3), (4, 5)]),
        ([2, 1, 1, 0], [(0, 1), (2, 3)]),  # 0 goes down, then 2, since three are together
        ([0, 1, 0, 1], [(1, 3), (0, 2)]),
        ([3, 2, 1, 0], [(0, 1), (2, 3)]),
        ([1.0, 0.9, 1.0, 0.9, 0.9, 0.9], [(0, 2), (1, 4), (3, 5)]),
    ],
)
def test_halves_of_groups_and_who_goes_down(scores, pairs):
    """By hand: in each group the upper half meets the lower half in order; of an odd number the last one goes down."""
    first, second = fold.pairs(fold.groups(np.array([scores], float)), np.ones((1, len(scores)), bool), nobody_met(len(scores)))
    assert boards(first[0], second[0]) == pairs


def test_the_nearest_pair_changes_partners():
    """Of four 0-2 and 1-3 are due; 0 and 2 have met, so that they meet 3 and 1. Of eight 3-7 change with 2-6 alone; of ten 2-7
    could change with 1-6 and 3-8, and do so with the upper ones."""
    met = nobody_met(4)
    met[0, 0, 2] = met[0, 2, 0] = True
    assert boards(*(rows[0] for rows in fold.pairs(np.zeros((1, 4), np.int16), np.ones((1, 4), bool), met))) == [(0, 3), (1, 2)]
    met = nobody_met(8)
    met[0, 3, 7] = met[0, 7, 3] = True
    found = boards(*(rows[0] for rows in fold.pairs(np.zeros((1, 8), np.int16), np.ones((1, 8), bool), met)))
    assert found == [(0, 4), (1, 5), (2, 7), (3, 6)]
    met = nobody_met(10)
    met[0, 2, 7] = met[0, 7, 2] = True
    found = boards(*(rows[0] for rows in fold.pairs(np.zeros((1, 10), np.int16), np.ones((1, 10), bool), met)))
    assert found == [(0, 5), (1, 7), (2, 6), (3, 8), (4, 9)]


def test_a_search_where_no_exchange_of_two_pairs_helps():
    """A ring of six, in which only neighbours may meet. Folded 0-3 1-4 2-5, of which each is a rematch: two pairings are left."""
    ring = {tuple(sorted((one, (one + 1) % 6))) for one in range(6)}
    met = ~np.array([[tuple(sorted((a, b))) in ring for b in range(6)] for a in range(6)])[None]
    first, second = fold.pairs(np.zeros((1, 6), np.int16), np.ones((1, 6), bool), met.copy())
    found = {tuple(sorted(pair)) for pair in boards(first[0], second[0])}
    assert found in ({(0, 1), (2, 3), (4, 5)}, {(1, 2), (3, 4), (0, 5)})


@settings(max_examples=100)
@given(rounds())
def test_a_search_that_is_cut_short_still_finds_a_pairing_without_a_rematch(round):
    """With no step of the search allowed: any pairing without a rematch, wherever there is one."""
    score, here, met = round
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fold, "STEPS", 0)
        first, second = fold.pairs(fold.groups(score), here, met)
    for event in range(len(here)):
        found = boards(first[event], second[event])
        assert sorted(row for pair in found for row in pair) == np.flatnonzero(here[event]).tolist()
        assert any(met[event][pair] for pair in found) != possible(np.flatnonzero(here[event]), met[event])


def test_no_search_where_somebody_has_met_everybody(monkeypatch):
    """Of four who have all met, none is searched for; of six in two groups of three, none is tried, since both are odd."""
    searched, tried = [], []
    search, sort = fold._search, np.argsort
    monkeypatch.setattr(fold, "_search", lambda *given: (searched.append(given), search(*given))[1])
    all_met = np.ones((3, 4, 4), bool)
    first, second = fold.pairs(np.zeros((3, 4), np.int16), np.ones((3, 4), bool), all_met)
    assert boards(first[0], second[0]) == [(0, 2), (1, 3)] and not searched
    group = np.arange(6) % 2
    met = (group[:, None] != group) | np.eye(6, dtype=bool)
    first, second = fold.pairs(np.zeros((1, 6), np.int16), np.ones((1, 6), bool), met[None].copy())
    assert len(searched) == 1 and sorted(first[0].tolist() + second[0].tolist()) == list(range(6))
    monkeypatch.setattr(np, "argsort", lambda *given, **how: (tried.append(given), sort(*given, **how))[1])
    before = first.copy(), second.copy()
    search(first[0], second[0], met)
    assert not tried and (first == before[0]).all() and (second == before[1]).all()


def test_different_numbers_present_in_one_batch():
    here = np.array([[1, 1, 1, 1, 1, 1], [1, 0, 0, 1, 0, 0], [0] * 6, [0, 1, 1, 1, 1, 0]], bool)
    met = np.repeat(nobody_met(6), 4, axis=0)
    first, second = fold.pairs(np.zeros((4, 6), np.int16), here, met)
    found = [boards(*rows) for rows in zip(first, second, strict=True)]
    assert found == [[(0, 3), (1, 4), (2, 5)], [(0, 3)], [], [(1, 3), (2, 4)]]
    assert [boards(*rows) for rows in zip(*fold.pairs(np.zeros((1, 6), np.int16), here[2:3], met[:1]), strict=True)] == [[]]


@pytest.mark.parametrize(("players", "rounds_", "unavoidable"), [(8, 7, True), (7, 7, True), (9, 7, False), (6, 4, True)])
def test_rematches_of_late_rounds_cannot_be_avoided(players, rounds_, unavoidable):
    """Of small fields nearly everyone has met: wherever two meet again, no pairing with anyone free would have been without."""
    random = np.random.default_rng(7)
    strength, _ = strengths(150, players, FIELDS["club"], random)
    state, seen = State.start(150, players), 0
    for _ in range(rounds_):
        met, had = state.met.copy(), state.free.copy()
        state = play_round(state, np.full(players, -1, np.int8), strength.astype(np.float32), Odds(), random)
        opponent = state.opponent[-1]
        again = np.take_along_axis(met, np.maximum(opponent, 0)[..., None], 2)[..., 0] & (opponent >= 0)
        for event in np.flatnonzero(again.any(1)):
            seen += 1
            may_be_free = np.flatnonzero(~had[event]) if players % 2 else [-1]
            assert not any(possible([one for one in range(players) if one != free], met[event]) for free in may_be_free)
        assert (state.met == state.met.transpose(0, 2, 1)).all()
    assert bool(seen) == unavoidable


@settings(max_examples=100)
@given(st.integers(0, 2**32), st.integers(1, 6))
def test_who_has_had_fewer_whites_gets_white(seed, count):
    """Else who had Black last: Black's games with White less those with Black, then the last colour, are never the lower."""
    random = np.random.default_rng(seed)
    rows = random.permuted(np.tile(np.arange(2 * count), (5, 1)), axis=1)
    balance, last = random.integers(-3, 4, rows.shape).astype(np.int8), random.integers(-1, 2, rows.shape).astype(np.int8)
    white, black = fold.colours(rows[:, :count], rows[:, count:], balance, last, random)
    assert (np.sort([rows[:, :count], rows[:, count:]], axis=0) == np.sort([white, black], axis=0)).all()
    for event in range(5):
        for one, other in zip(white[event], black[event], strict=True):
            assert (balance[event, one], last[event, one]) <= (balance[event, other], last[event, other])


@pytest.mark.parametrize(
    ("balance", "last", "white"),
    [((2, 1), (1, 1), 1), ((2, 1), (-1, 1), 1), ((-2, 0), (-1, -1), 0), ((1, 1), (1, -1), 1), ((0, 0), (-1, 0), 0)],
)
def test_colours_by_hand(balance, last, white):
    """Two more Whites than Blacks is an absolute preference: such a one gets Black against anyone who has none."""
    found, _ = fold.colours(
        np.array([[0]] * 40), np.array([[1]] * 40), np.array([balance] * 40), np.array([last] * 40), np.random.default_rng(1)
    )
    assert (found == white).all()


def test_equal_colours_by_lot():
    nothing = np.zeros((400, 2), np.int8)
    white, _ = fold.colours(np.array([[0]] * 400), np.array([[1]] * 400), nothing, nothing, np.random.default_rng(1))
    assert 150 < (white == 0).sum() < 250  # 200 ± 10


def test_colours_stay_even_in_long_events():
    random = np.random.default_rng(3)
    strength, rating = strengths(60, 40, FIELDS["club"], random)
    table = swiss(strength, rating, 9, 0.3, BYES["none"], random)
    colour = np.where(table.black, -1, 1)
    balance = np.abs(colour.sum(-1))
    assert balance.max() <= 4 and (balance <= 2).mean() > 0.97
    assert (table.kind == Kind.GAME).all()
