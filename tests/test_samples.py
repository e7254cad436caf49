"""The sample events: the script writes them as they lie there, and nothing is wrong with any."""

from pathlib import Path

import make_samples
import pytest

import chessdash

TOURNAMENTS = Path(__file__).parents[1] / "data" / "tournaments"
FILES = sorted(TOURNAMENTS.glob("*.trf"))


@pytest.fixture(scope="module")
def tournaments() -> dict[str, chessdash.Tournament]:
    """Every sample, read."""
    return {path.stem: chessdash.read(path) for path in FILES}


def test_the_script_writes_these_files():
    made = make_samples.samples()
    assert sorted(made) == [path.name for path in FILES]
    for path in FILES:
        assert made[path.name] == path.read_bytes(), f"{path.name} is not what data/make_samples.py writes"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_is_wrong(path):
    tournament = chessdash.read(path)
    assert set(tournament.faults["code"]) <= {"rank_shared", "rounds_to_come"}  # notes
    assert chessdash.check(tournament).empty
    assert not tournament.players["rank"].isna().any()


def test_they_show_the_range(tournaments):
    assert len(tournaments) >= 8
    assert {t.system for t in tournaments.values()} == {"swiss", "round-robin"}
    assert {t.edition for t in tournaments.values()} == {"2024", "2026"}
    large = tournaments["harbour-open-2026"]
    assert large.size >= 200
    assert {"H", "Z", "F", "U", "+", "-"} <= set(large.results["result"])
    assert (large.players["first_round"] > 1).any() and (large.players["last_round"] < large.rounds_planned).any()
    three = tournaments["tres-puntos-2026"].sheet.scoring
    assert (three.win, three.draw, three.loss) == (3, 1, 0)
    live = tournaments["lodz-winter-2026"]
    assert (live.rounds_played, live.rounds_planned) == (5, 7)
    assert (live.results["result"] == "*").any()
    assert set(live.byes["round"]) == {6, 7}
    assert tournaments["plovdiv-rapid-2026"].players["rating"].isna().sum() >= 5
    assert tournaments["six-twice-2026"].rounds_planned == 10


def test_a_declared_order_matters(tournaments):
    """Each file names its tie-breaks, and some places are settled by a later one, so that there is something to explain."""
    for key, tournament in tournaments.items():
        assert tournament.order, key
        decided = set(chessdash.standings(tournament)["decided_by"])
        assert len(decided - {"", "PTS"}) >= 1, key
    assert {"BH", "SB"} & set(chessdash.standings(tournaments["harbour-open-2026"])["decided_by"])


def test_the_edition_matters(tournaments):
    lake = tournaments["lakeside-open-2025"]
    ranks = [chessdash.standings(lake, edition=edition)["rank"].sort_index() for edition in ("2024", "2026")]
    assert (ranks[0] != ranks[1]).any()
