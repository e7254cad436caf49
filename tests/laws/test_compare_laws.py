"""Laws of comparisons: against itself, under other names and numbers, by brute force, and of money."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from chessdash import hanging_on, measures, prizes
from chessdash.compare import compare, decided, labels, rank_all, stakes
from chessdash.crosstable import Crosstable
from chessdash.standings import crosstable
from chessdash.studies import batch_rows, labelled
from chessdash.tiebreaks.descriptor import parse_order
from chessdash.tiebreaks.ranking import final_ranks, rank_by
from tests.events import event
from tests.simulated import lines, table, tournament

ORDERS = (
    "BH/C1,BH,SB",
    "SB,BH",
    "FB,BH",
    "PS,BH",
    "ARO,BH",
    "DE,WIN,BPG,ARO",
    "BH,DE,SB",
    "TPR",
    "KS,STD,BWG",
    "RTNG/R,BH",
    "PTS",
)
CODES = ("BH", "SB", "DE", "WIN", "ARO", "PS", "FB", "BPG", "KS", "TPN")
SEEDS = st.integers(0, 2**16)
few = settings(max_examples=8, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])


def order_of(text: str):
    return labelled([("x", text)])[0][1]


@few
@given(SEEDS, st.sampled_from(ORDERS))
def test_an_order_against_itself_changes_nothing(seed, order):
    said = compare(tournament(12, 4, seed, byes="some"), {"one": order, "other": order}, prizes="100, 50, 2x10", redraws=5)
    assert said.moves.empty
    assert said.stakes["winner"].all() and said.stakes["podium"].all()
    assert (said.stakes[["moved", "mean_move", "money"]] == 0).all().all()
    assert (said.prizes["one"] == said.prizes["other"]).all()
    one, other = (
        said.hanging[said.hanging["order"] == name].drop(columns="order").reset_index(drop=True) for name in ("one", "other")
    )
    pd.testing.assert_frame_equal(one, other)


@few
@given(SEEDS, st.randoms(use_true_random=False))
def test_renumbering_players_changes_nothing(seed, random):
    before = table(12, 5, seed, byes="some")
    new = random.sample(range(1, 13), 12)
    rows = np.argsort(new)  # who stands in each row afterwards
    place = np.argsort(rows)
    after = replace(
        before,
        opponent=np.where(before.opponent >= 0, place[before.opponent], -1)[rows],
        points=before.points[rows],
        kind=before.kind[rows],
        black=before.black[rows],
        rating=before.rating[rows],
    )
    orders = [order for order in ORDERS if "RTNG" not in order]
    one, other = (compare(event(lines(each), rounds=5), orders, prizes="90,60,30", redraws=0) for each in (before, after))
    for name in ("decided", "resolved", "absences", "repeats", "stakes"):
        pd.testing.assert_frame_equal(getattr(one, name), getattr(other, name))
    ranks = other.ranks.set_index(pd.Index(rows[other.ranks.index - 1] + 1, name="no")).drop(columns="name").sort_index()
    pd.testing.assert_frame_equal(one.ranks.drop(columns="name").sort_index(), ranks, check_index_type=False)


@few
@given(SEEDS)
def test_other_names_change_nothing(seed):
    first = tournament(10, 4, seed)
    named = dict(first.sheet.players) | {"name": [f"Someone {k}" for k in range(10)]}
    second = type(first)(replace(first.sheet, players=named))
    one, other = (compare(each, ORDERS, prizes="90,60,30", redraws=10) for each in (first, second))
    for name in ("orders", "decided", "resolved", "hanging", "absences", "repeats", "stakes"):
        pd.testing.assert_frame_equal(getattr(one, name), getattr(other, name))


@few
@given(SEEDS)
def test_the_levels_of_an_order_sum_to_one(seed):
    said = compare(tournament(14, 5, seed, byes="some"), ORDERS, redraws=0)
    by_order = said.decided.groupby("order")
    assert by_order["share"].sum().to_numpy() == pytest.approx(1)
    assert (by_order["places"].sum() == 13).all()
    assert (by_order["podium"].sum() == 3).all()


@few
@given(SEEDS, st.lists(st.sampled_from(CODES), unique=True, min_size=2))
def test_adding_a_code_never_undoes_an_earlier_one(seed, codes):
    one = table(14, 5, seed, byes="some")
    shorter, longer = (final_ranks(one, order_of(",".join(codes[:k]))) for k in (len(codes) - 1, len(codes)))
    above = shorter[:, None] < shorter[None, :]
    assert (longer[:, None] < longer[None, :])[above].all()


def turned_by_hand(one: Crosstable, order, above: int, below: int) -> tuple[float, list]:
    """M5 as the words say it: every game of two others turned, one at a time, and the table made anew."""
    found, games = 0.0, []
    for i in range(len(one.number)):
        for r in range(one.rounds):
            j = one.opponent[i, r]
            if j <= i or not one.game[i, r] or {i, j} & {above, below}:
                continue
            drawn = one.points[i, r] == 0.5
            for mine in (1.0, 0.0) if drawn else (1.0 - one.points[i, r],):
                points = one.points.copy()
                points[i, r], points[j, r] = mine, 1.0 - mine
                rank = rank_by(replace(one, points=points), order).rank
                if rank[below] < rank[above]:
                    found += 0.5 if drawn else 1.0
                    games.append((r + 1, i, j))
    return found, games


@few
@given(SEEDS, st.sampled_from(ORDERS[:-1]), st.sampled_from(["none", "some"]))
def test_flips_by_brute_force(seed, order, byes):
    one, codes = table(8, 4, seed, byes=byes), order_of(order)
    frame = hanging_on.frame(one, None, [(order, codes)], 7, 0, 1)
    rank = rank_by(one, codes).rank
    rows = np.lexsort((one.number, rank))
    pairs = [(a, b) for a, b in pairwise(rows) if one.score[a] == one.score[b] and rank[a] < rank[b]]
    assert list(zip(frame["above"], frame["below"], strict=True)) == [(a + 1, b + 1) for a, b in pairs]
    for (a, b), row in zip(pairs, frame.itertuples(), strict=True):
        count, games = turned_by_hand(one, codes, a, b)
        assert row.games == count
        assert row.any == bool(games)
        assert (row.nearest is None) == (not games)
        if games:
            last, white, black = row.nearest
            assert last == max(games)[0]
            assert (last, *sorted((white - 1, black - 1))) in games


@few
@given(SEEDS, st.sampled_from(["none", "some"]))
def test_a_batch_gives_the_figures_of_its_events_by_plain_counting(seed, byes):
    one = table(10, 5, seed, byes=byes)
    strength = one.rating + np.random.default_rng(seed).normal(0, 90, 10)
    orders = labelled([(order, order) for order in ORDERS])
    batch = replace(one, **{name: getattr(one, name)[None] for name in ("opponent", "points", "kind", "black")})
    rows = batch_rows(batch, strength[None], orders)
    base = rank_by(one, orders[0][1]).rank
    for k, (_, codes) in enumerate(orders):
        row, ranking = rows.iloc[k], rank_by(one, codes)
        rank = ranking.rank
        tied = [(i, j) for i in range(10) for j in range(10) if i < j and one.score[i] == one.score[j]]
        o = {(i, j): int(np.sign(rank[j] - rank[i])) for i, j in tied}
        assert row["tied"] == len(tied)
        assert row["stronger"] == sum((1 + o[i, j] * np.sign(strength[i] - strength[j])) / 2 for i, j in tied)
        assert row["seeded"] == sum((1 + o[i, j] * np.sign(one.rating[i] - one.rating[j])) / 2 for i, j in tied)
        absent = [any(one.kind[i] > 1) for i in range(10)]
        gone = [one.kind[i, -1] == 8 for i in range(10)]
        met = [any(gone[one.opponent[i, r]] for r in range(5) if one.kind[i, r] <= 1) for i in range(10)]
        white = [sum(one.kind[i, r] <= 1 and not one.black[i, r] for r in range(5)) for i in range(10)]
        for name, has in (("absent", absent), ("withdrawn", met), ("whites", white)):
            sides = [(i, j) if has[i] > has[j] else (j, i) for i, j in tied if has[i] != has[j]]
            assert row[f"{name}_of"] == len(sides)
            assert row[name] == sum((1 + np.sign(rank[j] - rank[i])) / 2 for i, j in sides)
            if name != "whites":
                assert row[f"{name}_stronger"] == sum(strength[i] > strength[j] for i, j in sides)
        level = [next((k for k, r in enumerate(ranking.ranks) if r[a] != r[b]), len(codes)) for a, b in adjacent(rank)]
        assert row["first_code_of"] == sum(one >= 1 for one in level)
        assert row["first_code"] == sum(one == 1 < len(codes) for one in level)
        assert row["resolved"] == sum(1 <= one < len(codes) for one in level)
        for back in (1, 2):
            before = rank_by(one.through(5 - back), codes).rank
            assert row[f"winner_kept_{back}"] == (set(np.flatnonzero(before == 0)) == set(np.flatnonzero(rank == 0)))
            assert row[f"podium_kept_{back}"] == (set(np.flatnonzero(before < 3)) == set(np.flatnonzero(rank < 3)))
            assert row[f"tau_{back}"] == pytest.approx(tau(rank, before))
        assert row["tau_strength"] == pytest.approx(tau(rank, -strength))
        assert row["other_winner"] == (set(np.flatnonzero(base == 0)) != set(np.flatnonzero(rank == 0)))
        assert row["other_podium"] == (set(np.flatnonzero(base < 3)) != set(np.flatnonzero(rank < 3)))
        assert row["mean_move"] == pytest.approx(np.mean([abs(int(a) - int(b)) for a, b in zip(base, rank, strict=True)]))


def adjacent(rank):
    """Neighbours in the final order."""
    rows = np.argsort(rank, kind="stable")
    return list(pairwise(rows))


def tau(one, other) -> float:
    pairs = [(i, j) for i in range(len(one)) for j in range(i)]
    signs = [np.sign(float(one[i]) - float(one[j])) * np.sign(float(other[i]) - float(other[j])) for i, j in pairs]
    return sum(signs) / len(pairs)


@few
@given(SEEDS)
def test_repeats_by_plain_counting(seed):
    event_ = tournament(12, 5, seed)
    one = crosstable(event_)
    said = compare(event_, ["BH,SB,DE", "DE,BH", "SB,PS"], redraws=0).repeats.set_index(["first", "second"])
    tied = [(i, j) for i in range(12) for j in range(12) if i < j and one.score[i] == one.score[j]]
    alone = {code: rank_by(one, order_of(code)).rank for code in ("BH", "SB", "DE", "PS")}
    for first, a in alone.items():
        for second, b in alone.items():
            both = [(i, j) for i, j in tied if a[i] != a[j] and b[i] != b[j]]
            row = said.loc[(first, second)]
            assert row["pairs"] == len(both)
            if first != second and both:
                agree = [np.sign(a[i] - a[j]) * np.sign(b[i] - b[j]) for i, j in both]
                assert row["kendall"] == pytest.approx(np.mean(agree))
    if tied:
        reach = [(i, j) for i, j in tied if alone["BH"][i] == alone["BH"][j]]
        assert said.loc[("SB", "SB"), "kendall"] == pytest.approx(len(reach) / len(tied))
        assert said.loc[("BH", "BH"), "kendall"] == 1


@few
@given(SEEDS, st.lists(st.integers(1, 1000), min_size=1, max_size=14), st.sampled_from(ORDERS), st.sampled_from(prizes.RULES))
def test_prizes_sum_to_what_is_paid_and_follow_the_places(seed, amounts, order, rule):
    amounts = sorted(amounts, reverse=True)
    one = table(12, 4, seed)
    rank = final_ranks(one, order_of(order))
    paid = prizes.money(rank, one.score, amounts, rule)
    assert paid.sum() == pytest.approx(sum(amounts[:12]))
    better = rank[:, None] < rank[None, :]
    assert (paid[:, None] >= paid[None, :] - 1e-9)[better].all()  # under every rule
    level = rank[:, None] == rank[None, :]
    assert (np.abs(paid[:, None] - paid[None, :]) < 1e-9)[level].all()


@few
@given(SEEDS, st.sampled_from(ORDERS[:5]))
def test_the_rule_of_points_never_moves_money(seed, order):
    event_ = tournament(12, 4, seed)
    one = crosstable(event_)
    said = stakes(
        one, rank_all(event_, one, ["BH,SB", order]), rank_all(event_, one, ["BH,SB"])[0], (100.0, 50.0, 20.0), "points"
    )
    assert (said["money"] == 0).all()


@few
@given(SEEDS, st.sampled_from(ORDERS[:-1]))
def test_the_luck_of_the_last_round_by_brute_force(seed, order):
    """M6: the draws are the same numbers, the table is made anew for each."""
    one, codes = table(8, 4, seed), order_of(order)
    rank = rank_by(one, codes).rank
    above, below = np.lexsort((one.number, rank))[:2]
    share, error = hanging_on.last_round_luck(one, codes, int(above), int(below), 30, seed)
    random = np.random.default_rng(seed)
    games = [(i, int(one.opponent[i, 3])) for i in range(8) if one.game[i, 3] and not one.black[i, 3]]
    games = [pair for pair in games if not set(pair) & {above, below}]
    luck = random.random((30, len(games)))
    swaps = 0
    for draw in luck:
        points = one.points.copy()
        for (w, b), u in zip(games, draw, strict=True):
            chance = 1 / (1 + 10 ** (-(one.rating[w] + 35 - one.rating[b]) / 400))
            half = 0.35 * min(chance, 1 - chance)
            points[w, 3] = 1.0 if u < chance - half else 0.5 if u < chance + half else 0.0
            points[b, 3] = 1.0 - points[w, 3]
        again = rank_by(replace(one, points=points), codes).rank
        swaps += again[below] < again[above]
    assert share == swaps / 30
    assert 0 < error < 0.1


def test_kendall_is_plain_counting_at_any_size():
    random = np.random.default_rng(1)
    for players in (1, 2, 7, 8, 9, 127, 128, 130):
        one, other = (np.sort(random.integers(0, players, (3, players)))[:, random.permutation(players)] for _ in "ab")
        found = measures.kendall(one, other)
        for k in range(3):
            signs = (np.sign(x[k][:, None] - x[k][None, :]) for x in (one, other))
            assert found[k] == pytest.approx(np.multiply(*signs).sum() / max(players * (players - 1), 1))


def test_levels_labels_and_orders_are_read_alike():
    assert [label for label, _ in labels(["PTS,BH,SB", "BH, SB", ["SB"]])] == ["BH,SB", "SB"]
    event_ = tournament(10, 4)
    one = crosstable(event_)
    said = decided(one, rank_all(event_, one, {"late": "BH,PTS,SB"}))
    assert said["code"].tolist() == ["PTS", "BH", "SB", "shared"]
    assert [str(code) for _, code in parse_order("BH,SB")] == ["BH", "SB"]
