"""Army games simulated: where runs end, that rounds are drawn as ``army.next_round`` draws them, how ends are ranked."""

import numpy as np
import pytest

import chessdash
from chessdash import army
from chessdash.crosstable import Kind
from chessdash.errors import DataError
from chessdash.matching import pair_off
from chessdash.simulation import Odds
from chessdash.tiebreaks.descriptor import parse
from chessdash.tiebreaks.ranking import final_ranks
from chessdash.whatif.lots import STEPS, _all_new, ranked
from chessdash.whatif.outlook import calls, outlook, simulate
from chessdash.whatif.past import as_of
from chessdash.whatif.playing import part, plan
from chessdash.whatif.strength import Model
from tests.events import event
from tests.laws.test_army_pairings import played
from tests.simulated_ends import played_on
from tests.test_army import ALL_DRAWS, LAST_IS_UNDEFEATED, POINTS, game

EVEN = Model(odds=Odds(draws=0.3, first_move=0.0), unrated_error=0.0, results=False)  # all win as often as they lose
THIRDS = np.array([0.35, 0.30, 0.35])  # a game of equals then: a win, a draw, a loss; P(draw) = 2 d0 / 2
EIGHT = ["- 2w1", "- 1b0", "- 4w1", "- 3b0", "- 6w1", "- 5b0", "- 8w=", "- 7b="]
SEVEN = ["- 2w1", "- 1b0", "- 4w1", "- 3b0", "- 6w=", "- 5b=", "- -U"]
FIVE = ["- 2w1 5b=", "- 1b0 4w=", "- 4w1 -U", "- 3b0 2b=", "- -U 1w="]
ROBIN = ["- 2w1 3w 4w", "- 1b0 4w 3b", "- 4w= 1b 2w", "- 3b= 2b 1b"]
LEFT = ["- 2w= 3b=", "- 1b= -Z", "- 4w1 1w=", "- 3b0 5w1", "- -U 4b0"]  # 2 has left, without a loss

ENDS = {
    "eight": (game(EIGHT, rounds=4), None, {}),
    "seven with army points": (game(SEVEN, (9, 3, 5, 7, 1, 8, 2), rounds=5), None, {}),
    "five, which meet again": (game(FIVE, rounds=6), "OTHER_SOS,DE", {}),
    "many codes": (game(EIGHT, rounds=5, type=army.TYPE), "OTHER_MODMED,FB,BH/C1,PS/C1,SB,KS,STD", {}),
    "rounds that the file has paired": (game(ROBIN, rounds=3), None, {}),
    "open boards": (game(["- 2w1 3w", "- 1b0 4w", "- 4w1 1b", "- 3b0 2b"], rounds=4), None, {}),
    "an open board beside a paired round": (
        game(["- 2w1 3w 4w", "- 1b0 4w0 3b", "- 4w1 1b 2w", "- 3b0 2b1 1b"], rounds=4), None, {}
    ),
    "one left": (game(LEFT, rounds=5), None, {}),
    "one comes back": (game(LEFT, rounds=5, records=["240 F   4    2"]), None, {}),
    "a round robin": (game(EIGHT[:4], rounds=3, type="Individual: Round-Robin"), None, {}),
    "until a round": (game(EIGHT, rounds=5), None, {"rounds": 3}),
}  # fmt: skip


@pytest.mark.parametrize("case", ENDS)
def test_every_end_of_an_army_game_is_ranked_as_its_file_would_be(case, ends):
    """Written into the sheet, each end has the same points and ranks, and the rules end it there and nowhere before."""
    whole, order, options = ENDS[case]
    made = plan(whole, 40, order=order, model=EVEN, **options)
    runs, tables = ends(made)
    last, lengths = options.get("rounds", whole.rounds_planned), set()
    for k, table in enumerate(tables):
        again = played_on(whole, table)
        standings = chessdash.standings(again, order).sort_index()
        np.testing.assert_array_equal(runs.rank[k], standings["rank"] - 1)
        np.testing.assert_allclose(runs.points[k], standings["PTS"])
        assert again.rounds_played == table.rounds
        assert army.state(again).over or table.rounds == last
        for round in range(whole.rounds_played, table.rounds):
            assert not army.state(as_of(again, round)).over
        lengths.add(table.rounds)
        for at, (round, _, white, _) in enumerate(made.known):
            kind = table.kind[list(table.number).index(white), round - 1 :][:1].tolist()
            assert (runs.result[k, at] >= 0) == (kind == [Kind.GAME])
    assert len(lengths) > 1 or case == "until a round"
    assert len(np.unique(runs.rank, axis=0)) > 1


def plays(one, number, seed):
    """The points and ranks at the end of so many plays of an event by the rules themselves, (N, P) each, and its length (N,)."""
    random, found = np.random.default_rng(seed), []
    for _ in range(number):
        now = one
        while not army.state(now).over and now.rounds_played < one.rounds_planned:
            frame = army.next_round(now, int(random.integers(2**31)))
            now = played(now, frame, random.choice(list("1=0"), int((frame["black"] > 0).sum()), p=THIRDS).tolist())
        table = chessdash.standings(now).sort_index()
        found.append((table["PTS"].to_numpy(), table["rank"].to_numpy(), now.rounds_played))
    points, rank, rounds = zip(*found, strict=True)
    return np.array(points), np.array(rank), np.array(rounds)


@pytest.mark.parametrize(("players", "rounds", "seed"), [(SEVEN, 4, 3), (FIVE, 5, 4)])
def test_runs_are_distributed_as_plays_by_the_rules(players, rounds, seed, ends):
    """Means of points, of first places and of the number of rounds, within three standard errors of the plays' and the runs'."""
    one, number = game(players, rounds=rounds), 150
    points, rank, length = plays(one, number, seed)
    runs, tables = ends(plan(one, 500, model=EVEN))
    for of_plays, of_runs in (
        (points, runs.points),
        (rank == 1, runs.rank == 0),
        (length[:, None], np.array([[table.rounds] for table in tables])),
    ):
        error = np.sqrt(np.var(of_plays, 0) / number + np.var(of_runs, 0) / 500)
        assert (np.abs(of_plays.mean(0) - of_runs.mean(0)) <= 3 * error).all()
    assert 0.1 < (length < rounds).mean() < 0.95


def test_a_round_is_drawn_as_the_rules_draw_it(ends):
    """After the two rounds of FIVE only 3 and 5 had the bye, and 2 and 4 have the fewest points, 1: each is free in half of the
    runs. Then 1 (4 points) has met 2 and 5, 3 (6 points) has met 4, 5 (4 points) has met 1: 3 meets 1 or 5 by lot, and the other
    one of these two meets 2 or 4, but 1 and 2 cannot meet again: with 2 there (4 is free) 3 meets 1, and 5 meets 2."""
    _, tables = ends(plan(game(FIVE, rounds=3), 400, model=EVEN))
    seen = {}
    for table in tables:
        pairs = frozenset(frozenset((row + 1, int(other) + 1)) for row, other in enumerate(table.opponent[:, 2]) if other >= 0)
        seen[pairs] = seen.get(pairs, 0) + 1
    expected = {((3, 1), (5, 2)): 1 / 2, ((3, 1), (5, 4)): 1 / 4, ((3, 5), (1, 4)): 1 / 4}
    assert set(seen) == {frozenset(map(frozenset, pairs)) for pairs in expected}
    for pairs, chance in expected.items():  # within four standard errors
        assert abs(seen[frozenset(map(frozenset, pairs))] / 400 - chance) < 4 * np.sqrt(chance * (1 - chance) / 400)


def test_sides_are_even(ends):
    """Who had White gets Black where the other had it; 2 and 4 had Black in round 1, 1 and 3 White."""
    for table in ends(plan(game(["- 2w1", "- 1b0", "- 4b1", "- 3w0"], rounds=2), 50, model=EVEN))[1]:
        assert table.black[:, 1].tolist() == [True, False, False, True]  # 1 meets 3, 2 meets 4


def test_the_quick_search_finds_what_the_rule_finds():
    """Pairs without rematch from the top: as ``pair_off`` has them, where there are any."""
    random, found = np.random.default_rng(5), 0
    for size in (2, 4, 6, 8, 12):
        for share in (0.1, 0.3, 0.5, 0.7):
            for _ in range(20):
                met = np.triu(random.random((size, size)) < share, 1)
                met = met | met.T
                rule = pair_off(met.astype(np.intp))
                quick = _all_new(~met & ~np.eye(size, dtype=bool))
                assert quick == (None if any(met[pair] for pair in rule) else rule)
                found += quick is not None
    assert 100 < found < 380 and STEPS > 105


def test_runs_of_other_lengths_are_ranked_by_their_own_rounds():
    """Of two runs of one table the one that ended after round 2 is ranked as its two rounds alone."""
    table = game(["- 2w1 3b1 4w=", "- 1b0 4w1 3b1", "- 4w1 1w0 2w0", "- 3b0 2b0 1b="], rounds=3).crosstable
    batch = type(table)(
        **{name: np.stack([getattr(table, name)] * 2) for name in ("opponent", "points", "kind", "black")},
        rating=table.rating, scoring=table.scoring, rounds_planned=3, number=table.number, rules=table.rules,
    )  # fmt: skip
    order = [parse(code) for code in ("PTS", "OTHER_SOS", "FB", "PS")]
    found = ranked(batch, np.array([2, 3]), order)
    assert found.tolist() == [final_ranks(table.through(2), order).tolist(), final_ranks(table, order).tolist()]
    assert found[0].tolist() != found[1].tolist()


def test_what_is_said_of_it():
    one = game(EIGHT, rounds=4)
    made = plan(one, 10)
    assert made.pairing == "lot" and simulate(one, 10, workers=1).to_frame().attrs["pairing"] == "lot"
    said = " ".join((*made.notes, *made.assumes))
    for words in (
        "Rounds without pairings are drawn by lot inside the score groups in each run",
        "A run ends as soon as exactly one player is undefeated at the start of a round from the second on.",
        "A further round, where first place is still shared after round 4, is not simulated.",
        "3,282 classical games of chess: of this game nothing is known",
    ):
        assert words in said
    assert "Dutch" not in said and "fold" not in said
    assert not any("further round" in note for note in plan(one, 10, rounds=3).notes)
    assert any("Round 2 is played as the file pairs it" in note for note in plan(game(ROBIN, rounds=3), 10).notes)


def test_the_same_arguments_give_the_same_runs():
    made = plan(game(SEVEN, rounds=4), 600, seed=9)
    first, again = (outlook(made, [part(*arguments) for _, arguments in calls(made)]) for _ in range(2))
    assert np.array_equal(first.rank, again.rank) and np.array_equal(first.points, again.points)
    assert first.runs == 600 and not np.array_equal(first.rank[:100], first.rank[500:600])


def test_an_order_makes_it_an_army_game():
    """3-1-0 is a scoring of chess too; with strength of schedule first it is an army game, as with a file that has no order."""
    one = event(EIGHT, rounds=4, records=[POINTS])
    assert [plan(one, 10, order=order).pairing for order in (None, "BH", "OTHER_SOS", ["PTS", "OTHER_SOS"])] == [
        "fold", "fold", "lot", "lot",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("one", "words"),
    [
        (game(["- 2w1 3b1", "- 1b0 4w1", "- 4w1 1w0", "- 3b0 2b0"], rounds=4), "P01 is the only one undefeated after round 2"),
        (game(LAST_IS_UNDEFEATED, (1, 30, 20, 10)), "Test P01 is the only one undefeated after round 3"),
        (game(LAST_IS_UNDEFEATED, (1, 30, None, 10)), "P01 is the only one undefeated after round 3"),
        (game(ALL_DRAWS, (8, 7, 6, 5)), "all 3 rounds are played. Test P01 is first."),
        (game(ALL_DRAWS, (5, 5, 5, 5)), "a further round 4 is proposed"),
        (game(ALL_DRAWS), "army points"),
    ],
)
def test_what_is_over_is_not_simulated(one, words):
    with pytest.raises(DataError) as error:
        simulate(one, 10)
    assert str(error.value) == army.state(one).sentence and words in str(error.value)


def test_the_dutch_system_is_refused():
    with pytest.raises(DataError, match="Army games are not paired by the Dutch system"):
        simulate(game(EIGHT, rounds=4), 10, pairing="dutch")


def test_boards_that_a_run_did_not_play_are_neither_won_nor_drawn_nor_lost():
    """Round 2 is open, round 3 paired: where 1 wins in round 2, it alone is undefeated, since 2 and 4 lost, and 3 just did."""
    one = game(["- 2w1 3w 4w", "- 1b0 4w0 3b", "- 4w1 1b 2w", "- 3b0 2b1 1b"], rounds=4)
    found = simulate(one, 400, model=EVEN, workers=1)
    open_board, *later = range(len(found.plan.known))
    won = found.result[:, open_board] == 2
    assert won.any() and (found.result[won][:, later] == -1).all() and (found.result[~won] >= 0).sum() > 0
    with pytest.raises(DataError, match="In none of the 400 runs"):
        found.given({(2, 1): "1", (3, 1): "="})
