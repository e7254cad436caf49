"""Simulated events: valid tables, odds that keep their promise, pairings without rematches, the same from the same seed."""

import numpy as np
import pytest

from chessdash.crosstable import Kind
from chessdash.simulation import BYES, FIELDS, WHITE, expected, played, strengths, swiss


def simulated(events, players, rounds, seed=1, field="club", byes="none"):
    random = np.random.default_rng(seed)
    strength, rating = strengths(events, players, FIELDS[field], random)
    return strength, swiss(strength, rating, rounds, FIELDS[field].draws, BYES[byes], random)


@pytest.mark.parametrize("difference", [-300.0, 0.0, 120.0])
@pytest.mark.parametrize("draws", [0.25, 0.55])
def test_a_game_keeps_the_expected_score_and_the_share_of_draws(difference, draws):
    n = 200_000
    result = played(np.full(n, 1800 + difference), np.full(n, 1800.0), draws, np.random.default_rng(2))
    chance = expected(np.array(difference + WHITE))
    assert set(np.unique(result)) == {0.0, 0.5, 1.0}
    assert result.mean() == pytest.approx(chance, abs=4 * 0.5 / np.sqrt(n))
    assert (result == 0.5).mean() == pytest.approx(2 * draws * min(chance, 1 - chance), abs=4 * 0.5 / np.sqrt(n))


@pytest.mark.parametrize(("players", "byes"), [(24, "none"), (31, "none"), (40, "some"), (33, "some")])
def test_every_event_is_a_valid_table(players, byes):
    _, table = simulated(30, players, 7, byes=byes)
    games = table.kind == Kind.GAME
    assert ((table.opponent >= 0) == games).all()
    event, row, round = np.nonzero(games)
    other = table.opponent[event, row, round]
    assert (table.opponent[event, other, round] == row).all()
    assert (other != row).all()
    assert (table.points[event, row, round] + table.points[event, other, round] == 1).all()
    assert (table.black[event, row, round] != table.black[event, other, round]).all()
    pab = (table.kind == Kind.PAB).sum(1)
    present = (games | (table.kind == Kind.PAB)).sum(1)
    assert (pab == present % 2).all()
    assert ((table.kind == Kind.PAB).sum(2) <= 1).all()
    assert (table.points[table.kind == Kind.HALF_BYE] == 0.5).all()
    assert (table.points[table.kind == Kind.ZERO_BYE] == 0).all()
    gone = table.kind == Kind.ZERO_BYE
    assert (gone[..., 1:] >= gone[..., :-1]).all()  # who has withdrawn stays away


def test_no_rematches_where_there_is_room():
    for seed in range(3):
        _, table = simulated(50, 60, 7, seed)
        key = np.where(table.opponent >= 0, table.opponent, -1 - np.arange(7))
        key = np.sort(key, axis=-1)
        assert (np.diff(key, axis=-1) != 0).all()


def test_colours_are_balanced():
    _, table = simulated(50, 60, 8)
    balance = (table.game & ~table.black).sum(-1) - (table.game & table.black).sum(-1)
    assert (np.abs(balance) <= 2).mean() > 0.98


def test_score_groups_meet_themselves():
    """In the second round winners meet winners: an upper half against a lower one, the best first."""
    _, table = simulated(20, 32, 2)
    after = table.points[..., 0]
    gap = np.abs(after - np.take_along_axis(after, table.opponent[..., 1], -1))
    assert (gap <= 0.5).mean() > 0.9
    first = table.opponent[..., 0]
    assert (first == (np.arange(32) + 16) % 32).all()


def test_ratings_follow_strength_or_say_nothing():
    for field, low, high in ((FIELDS["club"], 0.9, 0.97), (type(FIELDS["club"])(250.0, 90.0, 0.25, blind=True), -0.05, 0.05)):
        true, rating = strengths(400, 60, field, np.random.default_rng(5))
        assert (np.diff(rating, axis=1) <= 0).all()
        assert low < np.corrcoef(true.ravel(), rating.ravel())[0, 1] < high


def test_the_same_seed_gives_the_same_events():
    one, other, third = (simulated(5, 20, 5, seed)[1] for seed in (3, 3, 4))
    assert (one.points == other.points).all() and (one.opponent == other.opponent).all()
    assert (one.points != third.points).any()
