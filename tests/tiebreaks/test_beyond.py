"""Tie-breaks beyond FIDE's list, by hand: least squares and US Chess's rule 34E."""

import numpy as np
import pytest

import chessdash
from chessdash.simulation import BYES, FIELDS, strengths, swiss
from chessdash.tiebreaks.beyond import meetings
from chessdash.tiebreaks.descriptor import parse
from chessdash.tiebreaks.ranking import value
from tests.events import event


def values(code: str, *lines: str, **options: object) -> list[float]:
    """The code's values by start number."""
    one = event(lines, **options)
    return chessdash.standings(one, code)[code].sort_index().tolist()


def test_least_squares_of_two_games_in_a_row():
    """1 beats 2, 2 beats 3: each win is half a point above the loser, and the values sum to 0."""
    assert values("OTHER_RB", "2000 2w1 -Z", "1900 1b0 3w1", "1800 -Z 2b0") == [0.5, 0.0, -0.5]


def test_least_squares_weighs_draws_and_repeated_meetings():
    """Two meetings, a win and a draw: half a point in two games is a quarter a game, an eighth to each side."""
    assert values("OTHER_RB", "2000 2w1 2b=", "1900 1b0 1w=") == [0.125, -0.125]


def test_least_squares_in_points_of_the_event():
    """3-1-0: the win is worth 3, half of it between the two."""
    three = ["162  W 3.0    D 1.0    L 0.0"]
    assert values("OTHER_RB", "2000 2w1", "1900 1b0", records=three) == [0.75, -0.75]


def test_least_squares_without_a_game_is_undefined():
    """A bye or a forfeit is no meeting; groups that never met each average 0."""
    found = values("OTHER_RB", "2000 2w1", "1900 1b0", "1800 4w=", "1700 3b=", "1600 -U", "1500 7w+", "1400 6b-")
    assert found[:4] == [0.5 / 2, -0.5 / 2, 0.0, 0.0]
    assert np.isnan(found[4:]).all()


def test_least_squares_is_explained_by_its_mean():
    one = event(["2000 2w1 3b=", "1900 1b0 4w1", "1800 4b1 1w=", "1700 3w0 2b0"])
    for no in one.players.index:
        frame = chessdash.explain(one, "OTHER_RB", no)
        assert frame.attrs["reduction"] == "mean"
        assert frame["contribution"].mean() == pytest.approx(frame.attrs["value"], abs=1e-9)


def test_a_batch_of_least_squares_is_its_single_runs():
    random = np.random.default_rng(3)
    strength, rating = strengths(4, 17, FIELDS["club"], random)
    table = swiss(strength, rating, 5, 0.25, BYES["some"], random)
    descriptor = parse("OTHER_RB")
    batch = value(table, descriptor)
    from chessdash.studies import one_of

    for e in range(4):
        one = one_of(table, e)
        np.testing.assert_array_equal(batch[e], value(one, descriptor))
        laplacian = np.linalg.pinv(meetings(one))
        assert laplacian == pytest.approx(np.rint(laplacian), abs=1e-6)
        assert laplacian.sum() == pytest.approx(0, abs=1e-6)


def test_equal_players_are_equal():
    """A round of three that beat each other in turn: nobody is above."""
    rows = ("2000 2w1 3b0 -U", "1900 1b0 -U 3w1", "1800 -U 1w1 2b0")
    assert values("OTHER_RB", *rows) == [0.0, 0.0, 0.0]


US = (  # 1: 3 points, 2: 1½, 3: 1½ (½ a bye), 4: 1, 5: 1½ (1 a bye), 6: ½ (2 rounds absent)
    "2000 2w1 3b1 4w1",
    "1900 1b0 4w1 5b=",
    "1800 6b1 1w0 -H",
    "1700 5w1 2b0 1b0",
    "1600 4b0 -U 2w=",
    "1500 3w0 -Z -Z",
)


def test_solkoff_counts_unplayed_rounds_as_draws():
    """Adjusted: 1 3, 2 1½, 3 1½, 4 1, 5 0+½+½ = 1, 6 0+½+½ = 1. Own unplayed rounds add 0."""
    assert values("OTHER_SOLKOFF", *US) == [1.5 + 1.5 + 1, 3 + 1 + 1, 1 + 3, 1 + 1.5 + 3, 1 + 1.5, 1.5]


def test_modified_median_drops_by_the_score():
    """Half is 1½: 1 loses its least, 4 and 6 their greatest, 2, 3 and 5 the least and the greatest."""
    assert values("OTHER_MODMED", *US) == [1.5 + 1.5, 1, 1, 1 + 1.5, 1, 0]


def test_modified_median_drops_two_from_nine_rounds_on():
    """Planned rounds decide: with nine, the one above half loses its two least opponents."""
    assert values("OTHER_MODMED", *US, rounds=9)[0] == 1.5


def test_cumulative_takes_back_points_without_a_game():
    """Player 5: 0+1+1½, less the bye's 1. The half-point bye of 3 stays: 1+1+1½."""
    assert values("OTHER_CUMULATIVE", *US) == [1 + 2 + 3, 0 + 1 + 1.5, 1 + 1 + 1.5, 1 + 1 + 1, 0 + 1 + 1.5 - 1, 0]


def test_a_score_left_out_by_the_modified_median_says_why():
    frame = chessdash.explain(event(US), "OTHER_MODMED", 1)
    assert frame["counted"].tolist().count(False) == 1
    assert "modified median" in frame.loc[~frame["counted"], "reason"].item()
