"""Tournaments that a notebook makes from its own frames."""

import pandas as pd
import pytest

import chessdash
from chessdash.tournament import Tournament

PLAYERS = pd.DataFrame({"name": ["Ada", "Bo", "Cy"]}, index=[1, 2, 3])
RESULTS = pd.DataFrame(
    {"round": 1, "no": [1, 2, 3], "opponent": [2, 1, 0], "colour": ["w", "b", ""], "result": ["1", "0", "U"]},
)


def test_a_frame_of_results_is_a_tournament() -> None:
    table = chessdash.standings(Tournament.from_frames(PLAYERS, RESULTS), "BH")
    # worked by hand: the bye's dummy has a draw's points in one round (C.07 16.4, 2026); Ada faces Bo's 0, Bo faces Ada's 1
    assert table["BH"].to_dict() == {3: 0.5, 1: 0.0, 2: 1.0}
    assert table["rank"].to_dict() == {3: 1, 1: 2, 2: 3}


def test_frames_of_a_read_tournament_make_an_equal_one() -> None:
    read = chessdash.read("data/tournaments/harbour-open-2026.trf")
    made = Tournament.from_frames(read.players, read.results, info=read.info, scoring=read.sheet.scoring, byes=read.byes)
    assert made.equals(read)


@pytest.mark.parametrize(
    ("results", "words"),
    [
        (RESULTS.assign(opponent=[2, 1, 9]), "player 9"),
        (RESULTS.assign(result="x"), "result"),
        (RESULTS.drop(columns="round"), "round"),
        (pd.concat([RESULTS, RESULTS]), "results"),
    ],
)
def test_what_a_frame_lacks_is_named(results: pd.DataFrame, words: str) -> None:
    with pytest.raises(chessdash.DataError, match=words):
        Tournament.from_frames(PLAYERS, results)
