"""What a simulation says that it assumes: strengths, draws, White's move, who is there, the pace, the fold."""

from dataclasses import replace

import pytest

from chessdash.simulation import Odds
from chessdash.whatif import assumed, fold_effect
from chessdash.whatif.outlook import simulate
from chessdash.whatif.playing import plan
from chessdash.whatif.strength import Model
from tests.events import event

FOUR = ("2000 2w1 3b1", "1900 1b0 4w1", "1800 4w1 1w0", "1700 3b0 2b0")
PAIRED = ("2000 2w1 3b1 4w", "1900 1b0 4w1 3b", "1800 4w1 1w0 2w", "1700 3b0 2b0 1b")


def test_the_usual_model_in_sentences():
    """Figures of docs/decisions/draws-and-strength.md: 77 Elo, .40 at 2000, .043 a hundred Elo, White 35."""
    said = plan(event(FOUR, rounds=4)).assumes
    assert said[0] == "Strengths start from the ratings, each give or take 77 Elo, and the results so far move them."
    assert said[1] == (
        "Equals of 2000 Elo draw 40 of 100 games, and 4.3 more for every 100 Elo above; White's move is worth 35 Elo."
    )
    assert "3,282 classical games" in said[2] and said[3].startswith("Everybody else plays every round")
    assert said[4].startswith("Errors stated are those of counting runs alone") and len(said) == 5


def test_another_model_in_sentences():
    model = Model(odds=Odds(draws=0.3, first_move=20.0), rating_error=60.0, results=False)
    said = plan(event(FOUR, rounds=4), model=model).assumes
    assert said[:2] == (
        "Strengths are the ratings, each give or take 60 Elo; the results so far do not move them.",
        "Equals draw 30 of 100 games; White's move is worth 20 Elo.",
    )
    assert not any("3,282" in sentence for sentence in said)
    unrated = plan(event([line.replace(line.split()[0], "-") for line in FOUR], rounds=4)).assumes
    assert not any("Strengths" in sentence for sentence in unrated)


@pytest.mark.parametrize(
    ("records", "pace"),
    [
        (("222 900+10",), "rapid"),
        (("122 5 minutes and 3 seconds a move",), "blitz"),
        (("222 5400+30",), ""),
        ((), ""),
    ],
)
def test_a_faster_event_is_told_that_draws_are_classical(records, pace):
    """15 minutes and 10 seconds a move are 25 minutes for 60 moves, 5 and 3 are 8 (FIDE Laws A.1, B.1)."""
    notes = plan(event(FOUR, rounds=4, records=records)).notes
    assert any(note.startswith(f"The file says {pace or 'nothing'}.") for note in notes) == bool(pace)
    other = plan(event(FOUR, rounds=4, records=records), model=Model(odds=Odds())).notes
    assert not any("classical" in note for note in other)


@pytest.mark.parametrize(
    ("players", "rounds", "options", "found"),
    [
        (PAIRED, 4, {}, fold_effect.FOUND),  # the next round is known, the last one folded
        (PAIRED, 3, {}, None),  # nothing is folded
        (PAIRED, 4, {"pairing": "dutch"}, None),
        (("2000 2w1 3b", "1900 1b0 4w1", "1800 4w1 1w", "1700 3b0 2b0"), 4, {}, fold_effect.NEXT_FOLDED),  # a board is open
    ],
)
def test_what_the_fold_cost_is_said_where_there_is_one(players, rounds, options, found):
    said = [note for note in plan(event(players, rounds=rounds), **options).notes if "A fold is not the Dutch system" in note]
    assert len(said) == (found is not None)
    if found is not None:
        figures = f"{100 * found.first:.1f} in 100 for first place and {100 * found.top3:.1f} in 100 for the top three"
        assert figures in said[0] and f"in the {found.events} events" in said[0]


def test_an_outlook_says_all_of_it():
    found = simulate(event(FOUR, rounds=4), 10, workers=1)
    assert found.notes == (*found.plan.notes, *found.plan.assumes) == tuple(found.to_frame().attrs["notes"])


def test_the_line_of_draws_is_stated_where_it_is_steep():
    rest = plan(event(FOUR, rounds=4)).rest
    model = replace(Model(), odds=Odds(draws=0.25, by_strength=0.1, at=1500.0))
    assert assumed.model_sentences(rest, model)[1].startswith("Equals of 1500 Elo draw 25 of 100 games, and 10 more for")
