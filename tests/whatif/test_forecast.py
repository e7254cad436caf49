"""Rating changes in simulations: each run's are those of the event that it ended as; who has none; figures worked by hand."""

import numpy as np
import pytest

import chessdash
from chessdash.ratings.rated import Basis, Known
from chessdash.whatif.past import as_of
from tests.events import event, text

CLUB = Basis("club", history={1: Known(games=40, peak=2100)})
FIVE = ["2150 2w1 3b1 5w", "1990 1b0 4w= 3b", "1800 5w1 1w0 2w", "- 5b+ 2b= -", "1700 3b0 -U 1b"]
OPEN = ["2150 2w1 3b1 5w=", "1990 1b0 4w= 3b", "1800 5w 1w0 2w", "- -H 2b= -Z", "1700 3b -U 1b="]  # a board of round 1 is open

THREE = ("162  W  3.0    D  1.0    L  0.0",)
BONUS = ("299           0.5    1    3",)  # in round 1, where a draw must not become a win by it


def ended(tournament, found, run):
    """The event as a run of it ended, where all its boards were known beforehand."""
    codes = ("0", "=", "1")
    boards = zip(found.plan.known, found.result[run].tolist(), strict=True)
    return chessdash.with_results(tournament, {(round, white): codes[half] for (round, _, white, _), half in boards})


@pytest.mark.parametrize("rows", [FIVE, OPEN], ids=["next round", "open board"])
@pytest.mark.parametrize(("rules", "history"), [("club", {}), ("club", CLUB.history), ("fide", {1: Known(29, 2150)})])
@pytest.mark.parametrize("scoring", [(), THREE, BONUS], ids=["1 ½ 0", "3 1 0", "half a point more for player 3"])
def test_each_run_changes_ratings_as_the_event_would_that_it_ended_as(rows, rules, history, scoring):
    """Pairings of the last round are known, so that a run is an event: its table of changes is the simulated one."""
    tournament = event(rows, records=scoring)
    if rules == "fide":
        tournament = with_ids(rows, scoring)
    found = chessdash.simulate(tournament, 40, workers=1, rated=Basis(rules, history=history))
    assert np.ptp(found.change, axis=0).max() > 0
    assert found.plan.rest.table.scoring.win == (3.0 if scoring is THREE else 1.0)
    for run in range(0, 40, 5):
        expected = chessdash.rating_changes(ended(tournament, found, run), rules=rules, history=history)
        assert expected.index.tolist() == list(found.plan.numbers)
        assert found.change[run].tolist() == expected["change"].fillna(0).astype(int).tolist()


def with_ids(rows, records):
    """The event where everybody but player 2 has a FIDE id."""
    lines = text(rows, records=records).splitlines()
    for i, line in enumerate(lines):
        if line.startswith("001") and int(line[4:8]) != 2:
            lines[i] = f"{line[:57]}{900000 + int(line[4:8]):>11}{line[68:]}"
    return chessdash.read("\n".join(lines).encode())


def test_the_mean_and_its_error_stand_in_the_frame():
    """Two players of 1800: K is 20, so that a win is +10, a draw 0, a loss -10; the mean is 20 times points less a half."""
    tournament = event(["1800 2w", "1800 1b"], rounds=1)
    found = chessdash.simulate(tournament, 2_000, workers=1, rated=Basis("club", k=20))
    frame = found.to_frame()
    np.testing.assert_allclose(frame["rating_change"], 20 * (frame["expected_points"] - 0.5))
    np.testing.assert_allclose(frame["rating_change_se"], 20 * frame["expected_points_se"])
    assert sorted(set(found.change.ravel().tolist())) == [-10, 0, 10]
    given = found.given({(1, 1): "1"})
    assert given.to_frame()["rating_change"].tolist() == [10, -10]


def test_who_has_no_rating_or_no_id_has_no_change():
    found = chessdash.simulate(event(FIVE), 50, workers=1, rated=CLUB).to_frame()
    assert found["rating_change"].isna()[4] and found["rating_change"].notna().sum() == 4
    assert chessdash.simulate(event(FIVE), 50, workers=1).to_frame()["rating_change"].isna().all()  # FIDE's: nobody has an id
    army = event(FIVE, type="Army game: Swiss-System")
    found = chessdash.simulate(army, 50, workers=1, rated=CLUB)
    assert found.to_frame()["rating_change"].isna().all() and not found.plan.forecast.notes


def test_notes_say_whose_ratings_and_which_k():
    said = chessdash.simulate(event(FIVE), 10, workers=1, rated=Basis("club", "rapid")).notes
    assert any("by the club's rules for rapid games: the club's own ratings, not FIDE's." in one for one in said)
    assert any(one.startswith("K of those whose history is not known is 10") for one in said)
    assert not any(one.startswith("K of those") for one in chessdash.simulate(event(FIVE), 10, workers=1, rated=CLUB).notes)


def test_rounds_that_are_paired_on_the_way_count_too():
    """Of a round whose pairings are not known the games are rated as well: changes of all add up to no more than rounding where
    everybody has the same K and games."""
    rows = ["2000 4w1", "1950 5w=", "1900 6b1", "1850 1b0", "1800 2b=", "1750 3w0"]
    found = chessdash.simulate(event(rows, rounds=4), 30, workers=1, rated=Basis("club", k=20))
    assert found.rounds == (2, 4)
    assert np.abs(found.change.sum(1)).max() <= 3  # six roundings of at most a half
    assert np.abs(found.change).max() > 20  # more than a single game of theirs could do


def test_from_a_past_round_on():
    tournament = as_of(event(["2150 2w1 3b1", "1990 1b0 4w=", "1800 4w1 1w0", "1700 3b0 2b="]), 1)
    found = chessdash.simulate(tournament, 20, workers=1, rated=CLUB)
    assert found.plan.forecast.games.tolist() == [1, 1, 1, 1]


def test_k_is_limited_by_the_games_of_the_whole_event():
    """Seven games and an eighth: K of 100 becomes 700 / 8, 87. Equal ratings, all drawn so far: a win is 87 x .5 = 43.5, +44."""
    rows = ["1800 " + " ".join(["2w=", "2b="] * 3) + " 2w= 2b", "1800 " + " ".join(["1b=", "1w="] * 3) + " 1b= 1w"]
    tournament = event(rows)
    found = chessdash.simulate(tournament, 60, workers=1, rated=Basis("club", k=100))
    assert found.plan.forecast.games.tolist() == [7, 7]
    assert sorted(set(found.change.ravel().tolist())) == [-44, 0, 44]
