"""The rest of an event, simulated: against results by hand and by the laws of its figures; what is refused."""

import pickle
import subprocess
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import chessdash
from chessdash.errors import DataError
from chessdash.simulation import Odds, enter_results, expected
from chessdash.whatif.outlook import QUANTILES, simulate
from chessdash.whatif.past import as_of
from chessdash.whatif.playing import _so_far, part, plan
from chessdash.whatif.results import with_results
from chessdash.whatif.strength import Model
from tests.events import event
from tests.simulated import tournament
from tests.simulated_ends import BONUS, BYES, OPEN, ROBIN, RUNNING, SURE, planned, robin, running

ROOT = Path(__file__).parents[2]


WHITE_DUE = 35.0


# A case by hand: 1 has Black against 2, the ratings are 100 apart and White's move is worth 35.
def two():
    return event(("2000 2w= 2b", "1900 1b= 1w"), rounds=2)


def test_an_outlook_is_shown_in_one_line():
    """At a prompt its arrays would fill the screen."""
    shown = repr(chessdash.simulate(running(), 20))
    assert shown == "<Outlook: 20 runs of rounds 4 to 7, 7 players>"


def test_two_players_by_hand():
    """White's chance is Elo's at -65; draws are 2 · 0.3 · min(E, 1 - E); a draw leaves both first."""
    runs = 40_000
    frame = simulate(two(), runs, model=SURE, order="PTS", workers=1).to_frame()
    white = float(expected(np.array(1900.0 - 2000.0 + WHITE_DUE)))
    draw = 2 * 0.3 * min(white, 1 - white)
    chances = {1: 1 - white + draw / 2, 2: white + draw / 2}
    for no, chance in chances.items():
        assert frame.at[no, "first"] == pytest.approx(chance, abs=4 * np.sqrt(chance * (1 - chance) / runs))
        assert frame.at[no, "alone"] == pytest.approx(chance - draw, abs=4 * np.sqrt(0.25 / runs))
        assert frame.at[no, "first_se"] == pytest.approx(np.sqrt(chance * (1 - chance) / runs), rel=0.05)
        assert frame.at[no, "expected_points"] == pytest.approx(0.5 + chance - draw / 2, abs=4 * 0.5 / np.sqrt(runs))
        assert frame.at[no, "top3"] == 1.0
    assert frame.index.tolist() == [1, 2] and frame["rank"].tolist() == [1, 1] and frame["points"].tolist() == [0.5, 0.5]


def test_strengths_are_drawn_from_what_is_not_known():
    """White's chance without draws is the mean of Elo's curve over a difference that is 65 in White's disfavour, give or take
    300 · √2, summed here over a grid; that is .45, where the ratings as they are give .41."""
    runs, model = 40_000, replace(SURE, odds=Odds(draws=0.0), rating_error=300.0)
    steps = np.linspace(-6, 6, 2001)
    weight = np.exp(-(steps**2) / 2)
    white = float((expected(-65.0 + 300 * np.sqrt(2) * steps) * weight).sum() / weight.sum())
    assert white - float(expected(np.array(-65.0))) > 0.03
    frame = simulate(two(), runs, model=model, order="PTS", workers=1).to_frame()
    assert frame.at[2, "first"] == pytest.approx(white, abs=4 * np.sqrt(0.25 / runs))


LAST_ROUND = ("2000 2w1 3b= 4w", "1900 1b0 4w1 3b", "1950 4b1 1w= 2w", "1800 3w0 2b0 1b")


def test_a_last_round_by_enumeration():
    """The four results of two boards each, weighed by their odds and ranked by the standings, give every chance."""
    whole, order, runs = event(LAST_ROUND), "BH,SB,DE", 40_000
    found = simulate(whole, runs, model=SURE, order=order, top=2, prizes=3, workers=1)
    assert {board[2:] for board in found.plan.known} == {(1, 4), (3, 2)}
    rating = np.array([2000.0, 1900.0, 1950.0, 1800.0])
    exact, points = np.zeros((4, 4)), np.zeros(4)
    alone, first_if = np.zeros(4), np.zeros((3, 4))
    for codes in product("1=0", repeat=2):
        weights = []
        for code, (white, black) in zip(codes, ((0, 3), (2, 1)), strict=True):
            score = float(expected(rating[white] + WHITE_DUE - rating[black]))
            draw = 2 * 0.3 * min(score, 1 - score)
            weights.append({"1": score - draw / 2, "=": draw, "0": 1 - score - draw / 2}[code])
        weight = weights[0] * weights[1]
        ended = with_results(whole, {(3, 1): codes[0], (3, 3): codes[1]})
        table = chessdash.standings(ended, order).sort_index()
        rank = table["rank"].to_numpy() - 1
        exact[np.arange(4), rank] += weight
        points += weight * table["PTS"].to_numpy()
        alone += weight * ((rank == 0) & ((rank == 0).sum() == 1))
        first_if["1=0".index(codes[0])] += weights[1] * (rank == 0)
    error = 4 * np.sqrt(0.25 / runs)
    assert exact.sum() == pytest.approx(4)
    np.testing.assert_allclose(found.ranks(), exact, atol=error)
    frame = found.to_frame().sort_index()
    np.testing.assert_allclose(frame["first"], exact[:, 0], atol=error)
    np.testing.assert_allclose(frame["alone"], alone, atol=error)
    np.testing.assert_allclose(frame["top2"], exact[:, :2].sum(1), atol=error)
    np.testing.assert_allclose(frame["prize"], exact[:, :3].sum(1), atol=error)
    np.testing.assert_allclose(frame["expected_points"], points, atol=2 * error)
    np.testing.assert_allclose(frame["mean_rank"], exact @ [1, 2, 3, 4], atol=4 * error)
    cumulative = exact.cumsum(1)
    for name, at in QUANTILES.items():
        if np.abs(cumulative - at).min() > error:  # the rank at which the exact share passes it
            assert frame[name].tolist() == [int((row < at).sum()) + 1 for row in cumulative]
    depends = found.depends(1).set_index("white")
    np.testing.assert_allclose(depends.loc[1, ["if_white", "if_draw", "if_black"]].astype(float), first_if[:, 0], atol=3 * error)


def test_who_cannot_be_caught_is_first_in_every_run():
    """1 has three points and 2, next, one and a half, before the last round; 4 cannot get there either."""
    lines = ("2000 2w1 3b1 4w1", "1500 1b0 4b= 3w1", "1900 4w= 1w0 2b0", "1800 3b= 2w= 1b0")
    frame = simulate(event(lines, rounds=4), 600, prizes=1, workers=1).to_frame()
    assert frame.at[1, "first"] == frame.at[1, "alone"] == frame.at[1, "prize"] == 1.0
    assert (frame["first"].drop(1) == 0).all() and (frame["first_se"] > 0).all()
    assert (frame.loc[1, ["low", "lower", "median", "upper", "high"]] == 1).all()


def test_shares_and_points_are_possible():
    """Ranks are shared as in sports: at least k players have rank k or better; points lie between today's and all wins."""
    found = simulate(running(), 700, top=2, prizes=4, workers=1)
    frame, ranks = found.to_frame(), found.ranks()
    assert found.runs == 700 and found.rounds == (4, 7) and frame.attrs["rounds"] == (4, 7)
    np.testing.assert_allclose(ranks.sum(axis=1), 1)
    cumulative = ranks.cumsum(axis=1).sum()
    assert (cumulative >= np.arange(1, 8) - 1e-9).all() and ranks.sum().sum() == pytest.approx(7)
    assert (found.rank.min(1) == 0).all()
    assert ((frame["alone"] <= frame["first"]) & (frame["first"] <= frame["top2"]) & (frame["top2"] <= frame["prize"])).all()
    assert frame["alone"].sum() <= 1 + 1e-9 <= frame["first"].sum() + 2e-9
    assert ((frame["expected_points"] >= frame["points"]) & (frame["expected_points"] <= frame["points"] + 4)).all()
    assert (found.points >= found.plan.score).all() and (found.points <= found.plan.score + 4).all()
    for name, at in QUANTILES.items():
        expected_ranks = np.quantile(found.rank + 1, at, axis=0, method="inverted_cdf")
        assert frame[name].sort_index().tolist() == expected_ranks.tolist()
    np.testing.assert_allclose(frame["mean_rank"].sort_index(), ranks @ np.arange(1, 8))
    today = chessdash.standings(running())
    assert frame["rank"].to_dict() == today["rank"].to_dict() and frame["points"].to_dict() == today["PTS"].to_dict()
    assert frame["rank"].is_monotonic_increasing and frame["name"].to_dict() == today["name"].to_dict()
    assert [name for name in frame if not name.endswith("_se")] == [
        *("name", "rank", "points", "first", "alone", "top2", "prize", "expected_points", "mean_rank"),
        *("rating_change", "low", "lower", "median", "upper", "high"),
    ]


def test_standard_errors_are_those_of_the_figures():
    """Twenty seeds scatter as one of them says: the ratio is 1 ± 0.16 for one figure."""
    whole = planned(tournament(16, 3, 5), 5)
    frames = [simulate(whole, 200, seed=seed, workers=1).to_frame().sort_index() for seed in range(20)]
    for name in ("first", "top3", "expected_points", "mean_rank"):
        values = np.array([frame[name] for frame in frames])
        stated = np.sqrt(np.mean([frame[f"{name}_se"] ** 2 for frame in frames], axis=0))
        middle = (values.mean(0) > 0.08) & ((values.mean(0) < 0.92) | (name not in ("first", "top3")))
        assert middle.sum() >= 2
        assert 0.6 < np.sqrt(np.mean((values.std(0, ddof=1) / stated)[middle] ** 2)) < 1.5


def same(one, other):
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("rank", "points", "result"))


def test_the_same_seed_gives_the_same_runs_for_any_workers():
    whole, told = planned(tournament(12, 3, 2), 5), []
    one = simulate(whole, 1300, seed=5, workers=1)
    two_ = simulate(whole, 1300, seed=5, workers=2, progress=lambda done, total: told.append((done, total)))
    assert same(one, two_) and one.to_frame().equals(two_.to_frame())
    assert told[-1] == (3, 3) and told == sorted(told)
    assert not same(one, simulate(whole, 1300, seed=6, workers=1))
    fewer = simulate(whole, 500, seed=5, workers=1)  # the first part of them
    np.testing.assert_array_equal(fewer.rank, one.rank[:500])
    assert not np.array_equal(one.rank[:500], one.rank[500:1000])
    assert one.runs == 1300 and one.plan.parts == 3 and len(one.result) == 1300


def test_a_plan_goes_to_another_process():
    """Pickled, sent to a fresh interpreter and computed there, a part is the one computed here."""
    made = plan(event(RUNNING, rounds=6, records=[*BYES, *BONUS]), 60, order="BH,SB,OTHER_rating,DE")
    code = "import pickle, sys; from chessdash.whatif.playing import part; made = pickle.load(sys.stdin.buffer)\n"
    code += "pickle.dump(tuple(part(made, 0)), sys.stdout.buffer)"
    ran = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(made), capture_output=True, cwd=ROOT, check=True)
    for there, here in zip(pickle.loads(ran.stdout), part(made, 0), strict=True):
        np.testing.assert_array_equal(there, here)


def test_given_keeps_the_runs_that_ended_so():
    found = simulate(event(LAST_ROUND), 900, workers=1)
    (white, black), (other, _) = ((board[2], board[3]) for board in found.plan.known)
    for no, code, half in ((white, "1", 2), (black, "0", 2), (white, "=", 1), (black, "1", 0)):
        kept = found.result[:, 0] == half
        filtered = found.given({(3, no): code})
        assert filtered.runs == kept.sum() > 0
        np.testing.assert_array_equal(filtered.rank, found.rank[kept])
        np.testing.assert_array_equal(filtered.points, found.points[kept])
        assert filtered.conditions == ((3, no, code),)
        again = filtered.given({(3, other): "1"})
        np.testing.assert_array_equal(again.rank, found.rank[kept & (found.result[:, 1] == 2)])
        assert again.conditions == ((3, no, code), (3, other, "1"))
        assert same(again, found.given({(3, other): "1", (3, no): code}))
        assert again.to_frame()["expected_points"].sum() == pytest.approx(found.points.sum(1).mean())
    assert found.conditions == ()


def test_what_hangs_on_a_board():
    """Each row is that of the runs by hand; the player named is moved most, the greatest swing stands first."""
    found = simulate(event(LAST_ROUND), 900, workers=1)
    depends, first = found.depends(), found.rank == 0
    assert depends["swing"].is_monotonic_decreasing and sorted(depends["board"]) == [1, 2]
    for row in depends.itertuples():
        k = row.board - 1
        assert (row.round, row.white, row.black) == (3, found.plan.known[k][2], found.plan.known[k][3])
        chances = np.array([first[found.result[:, k] == half].mean(0) for half in (2, 1, 0)])
        swings = chances.max(0) - chances.min(0)
        player = found.plan.numbers.index(row.player)
        assert swings[player] == pytest.approx(swings.max()) and row.swing == pytest.approx(swings.max(), abs=1e-6)
        np.testing.assert_allclose([row.if_white, row.if_draw, row.if_black], chances[:, player], atol=1e-6)
        assert 0.002 < row.swing_se < 0.1
    assert (found.depends(4)["player"] == 4).all()
    never = found.given({(3, 1): "1"}).depends()
    assert never["white"].tolist() == [3]  # the other board ended one way in all of these
    draws = replace(SURE, odds=Odds(draws=0.0))
    assert simulate(event(LAST_ROUND), 300, model=draws, workers=1).depends()["if_draw"].isna().all()


def test_without_ratings():
    """Equals at the start, which is said; the results so far tell them apart."""
    lines = ("- 2w1 3b1", "- 1b0 4w=", "- 4w1 1w0", "- 3b0 2b=")
    found = simulate(event(lines, rounds=4), 500, workers=1)
    assert found.notes[0] == "Nobody has a rating: all players start as equals, and the results so far alone tell them apart."
    assert found.plan.strengths.mean.argmax() == 0
    alike = simulate(event(lines, rounds=4), 500, model=Model(results=False), workers=1).plan.strengths.mean
    assert len(set(alike.tolist())) == 1
    some = simulate(event(RUNNING, rounds=4), 50, workers=1)
    assert some.notes[0].startswith("2 players without a rating start at the mean of the others")
    for model in (Model(rating_error=0.0), Model(rating_error=0.0, unrated_error=0.0)):
        for whole in (event(lines, rounds=4), event(("2000 2w1", "2000 1b0"), rounds=2)):
            assert np.isfinite(plan(whole, 10, model=model).strengths.root).all()


def test_simulating_until_a_round_of_a_round_robin():
    found = simulate(robin(ROBIN, 6), 50, 4, workers=1)
    assert found.rounds == (3, 4) and (found.points.sum(1) == 8).all()


DECIDED = ("2000 2w1 3b1 4w=", "1900 1b0 4w1 3b1", "1800 4w1 1w0 2w0", "1700 3b0 2b0 1b=")


@pytest.mark.parametrize(
    ("whole", "options", "said"),
    [
        (event(DECIDED), {}, "Nothing remains to be simulated: all 3 rounds"),
        (robin(DECIDED), {}, "Nothing remains to be simulated: all 3 rounds"),
        (event(DECIDED, rounds=5), {"rounds": 3}, "Nothing remains"),
        (event(DECIDED, rounds=5), {"rounds": 2}, "Round 2 cannot be simulated to: rounds 1 to 3 are played, 5 are planned"),
        (event(DECIDED, rounds=5), {"rounds": 6}, "Round 6 cannot be simulated to"),
        (event(DECIDED, rounds=5), {"rounds": True}, "Round True"),
        (event(DECIDED, rounds=5), {"rounds": 4.0}, "Round 4.0"),
        (event(DECIDED, rounds=5), {"rounds": "4"}, "Round '4'"),
        (event(DECIDED, rounds=5), {"runs": 0}, "runs has to be a whole number from 1 to 1000000, not 0"),
        (event(DECIDED, rounds=5), {"runs": 1_000_001}, "runs"),
        (event(DECIDED, rounds=5), {"runs": 20_001, "pairing": "dutch"}, "runs has to be a whole number from 1 to 20000"),
        (event(DECIDED, rounds=5), {"runs": 10.0}, "runs"),
        (event(DECIDED, rounds=5), {"runs": True}, "runs"),
        (event(DECIDED, rounds=5), {"pairing": "swiss"}, "swiss"),
        (event(DECIDED, rounds=5), {"seed": -1}, "seed has to be a whole number"),
        (event(DECIDED, rounds=5), {"seed": "x"}, "seed"),
        (event(DECIDED, rounds=5), {"top": 0}, "top has to be a whole number from 1 to 4, not 0"),
        (event(DECIDED, rounds=5), {"top": 5}, "top"),
        (event(DECIDED, rounds=5), {"prizes": -1}, "prizes has to be a whole number from 0 to 4"),
        (event(DECIDED, rounds=5), {"prizes": 5}, "prizes"),
        (event(DECIDED, rounds=5), {"edition": "1999"}, "1999"),
        (event(DECIDED, rounds=5), {"system": "knockout"}, "knockout"),
        (event(DECIDED, rounds=5), {"unrated": -3}, "-3"),
        (event(OPEN, rounds=5), {"pairing": "dutch"}, "the cells of 2 and 3 in round 2, which contradict each other"),
        (as_of(chessdash.read(ROOT / "tests/conformance/trf/team-000.trf"), 2), {}, "team event"),
        (as_of(chessdash.read(ROOT / "tests/conformance/trf/teamrr-000.trf"), 2), {}, "team event"),
    ],
)
def test_what_cannot_be_simulated_is_said_in_a_sentence(whole, options, said):
    with pytest.raises(DataError, match=said) as error:
        simulate(whole, **{"runs": 10, **options}, workers=1)
    assert "\n" not in str(error.value)


def test_what_an_outlook_cannot_say():
    found = simulate(event(LAST_ROUND), 60, workers=1)
    for results, said in (
        ({(3, 9): "1"}, "Player 9 has no board known beforehand in round 3; boards are known of round 3"),
        ({(2, 1): "1"}, "Player 1 has no board known beforehand in round 2"),
        ({(3, 1): "+"}, "'\\+' is no result of a game to come; write one of 1 = 0"),
        (
            {(3, 1): "1", (3, 4): "1"},
            "Round 3, board 1 against 4: two results are given, '1' and '0' from White's side; give one",
        ),
    ):
        with pytest.raises(DataError, match=said):
            found.given(results)
    first = found.given({(3, 1): "1"})  # asked of what is left, the opposite is two results too; the same again is not
    assert first.given({(3, 4): "0"}).runs == first.runs
    with pytest.raises(DataError, match="two results are given"):
        first.given({(3, 1): "="})
    one = simulate(event(LAST_ROUND), 1, workers=1)
    never = [code for code in "1=0" if code != "0=1"[one.result[0, 0]]]
    for code in never:
        with pytest.raises(DataError, match="In the 1 run that there is these games did not end so"):
            one.given({(one.plan.known[0][0], one.plan.known[0][2]): code})
    with pytest.raises(DataError, match="no player with start number 9; the numbers are 1 to 4"):
        found.depends(9)
    nothing = simulate(event(("2000 2w1 3b= .", "1900 1b0 4w .", "1800 4w1 1w= .", "1700 3b0 2b .")), 60, 2, workers=1)
    assert nothing.rounds == (2, 2) and len(nothing.depends()) == 1


def test_small_fields():
    """Two players ask for no top three; one alone has the bye each round; where all are away nothing happens."""
    assert (simulate(two(), 40, workers=1).to_frame()["top3"] == 1).all()
    assert simulate(event(("2000 .",), rounds=3), 10, workers=1).to_frame().at[1, "expected_points"] == 3
    away = event(("2000 2w1 -Z -Z", "1900 1b0 -Z -Z", "1800 4w1 -Z -Z", "1700 3b0 -Z -Z"), rounds=3)
    with pytest.raises(DataError, match="Nothing remains"):
        simulate(away, 10, 1, workers=1)
    assert simulate(away, 10, workers=1).to_frame()["expected_points"].sort_index().tolist() == [1, 0, 1, 0]


def test_nothing_given_is_changed():
    whole = running()
    before = {name: getattr(whole.sheet, name).copy() for name in ("opponent", "colour", "result")}
    table = {name: getattr(whole.crosstable, name).copy() for name in ("opponent", "points", "kind", "black")}
    found = simulate(whole, 300, workers=1)
    frame = found.to_frame()
    found.given({(4, found.plan.known[0][2]): "1"}).depends()
    assert all((getattr(whole.sheet, name) == values).all() for name, values in before.items())
    assert all((getattr(whole.crosstable, name) == values).all() for name, values in table.items())
    pd.testing.assert_frame_equal(frame, found.to_frame())


def test_who_may_not_have_the_bye_of_the_pairing():
    """Whoever has had it, a full-point bye or a forfeit win; a half-point bye, a lost forfeit and no points are no such."""
    lines = ["2000 2w1", "1900 1b0", "1800 5w-", "1700 -U", "1600 3b+", "1500 -F", "1400 -H", "1300 -Z"]
    assert plan(event(lines, rounds=3), 1).rest.had.tolist() == [False, False, False, True, True, True, False, False]


@pytest.mark.parametrize(("lines", "last"), [
    (["2000 2w 3b1", "1900 1b 4w1", "1800 4w1 1w0", "1700 3b0 2b0"], [-1, 1]),
    (["2000 3b1 2w", "1900 4w1 1b", "1800 1w0 4w1", "1700 2b0 3b0"], [1, -1]),
])  # fmt: skip
def test_an_open_board_of_an_earlier_round_is_not_the_last_colour(lines, last):
    """1 has White against 2 on the open board; it is the last game of both only where no round came after it."""
    made = plan(event(lines, rounds=4), 1)
    (board,) = made.rest.open
    state = _so_far(made.rest, 1)
    white, black = np.array([board[1]]), np.array([board[2]])
    strength = np.zeros((1, 4), np.float32)
    after = enter_results(state, board[0], white, black, strength, made.model.odds, np.random.default_rng(1))
    assert after.last[0, :2].tolist() == last
    assert after.balance[0].tolist() == [0, 0, 2, -2]
