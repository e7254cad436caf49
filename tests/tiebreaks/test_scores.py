"""Readings of article 16 and of Koya that small events show best; whole events are in tests/tables."""

from dataclasses import replace

import numpy as np
import pytest

from chessdash import explain, standings
from chessdash.crosstable import Kind, Scoring
from chessdash.tiebreaks.descriptor import parse
from chessdash.tiebreaks.ranking import value
from chessdash.tiebreaks.scores import koya_limit
from tests.events import event


def values(code: str, *players: str, **options: object) -> list[float]:
    """A code's values by start number."""
    return standings(event(players, **options), code)[code].sort_index().tolist()  # type: ignore[arg-type]


def test_a_forfeit_without_an_opponent_has_the_cap_of_a_bye():
    """`0000 - +` and `0000 - -` are forfeits (.2 and .4 of 16.2); nobody was due, so the cap is a draw a round."""
    players = ["2000 2w1 -+ 3w1 2b1", "1900 1b0 3w= -- 1w0", "1800 -Z 2b= 1b0 -Z"]
    # 1: 4 points; the dummy of round 2 has 2, a draw in each of 4 rounds. 2: ½; 3: ½ and at the end Z, so 1 for others
    assert values("BH", *players) == [0.5 + 2 + 1 + 0.5, 4 + 1 + 0.5 + 4, 0.5 + 0.5 + 4 + 0.5]
    assert values("BH", *players, start="2025/01/01") == [0.5 + 4 + 1 + 0.5, 9.5, 5.5]
    assert values("WIN", *players) == [4, 0, 0] and values("WON", *players) == [3, 0, 0]
    assert values("REP", *players) == [4, 3, 2]
    assert values("BH/C1", *players)[1] == 4 + 1 + 4  # the forfeit loss, ½, is a VUR and not lower than the least


def test_annulled_games_leave_the_table():
    """A game that is annulled counts for ratings alone: neither points nor opponents, no bye and no round that follows."""
    table = event(["2000 2w1 3b1", "1900 1b0 -Z", "1800 -U 1w0"]).crosstable
    kind = table.kind.copy()
    kind[[0, 2], 1] = Kind.ANNULLED
    annulled = replace(table, kind=kind)
    pending = replace(table, kind=np.where(kind == Kind.ANNULLED, Kind.PENDING, kind))
    for code in ("PTS", "BH", "BH/C1", "SB", "WIN", "WON", "BPG", "REP", "PS", "STD", "KS", "FB", "ARO"):
        np.testing.assert_array_equal(value(annulled, parse(code)), value(pending, parse(code)), err_msg=code)
    assert value(annulled, parse("PTS")).tolist() == [1, 0, 1]
    assert value(annulled, parse("BH")).tolist() == [0.5, 1.0, 1.0]  # 2 is seen with a draw for its Z; dummies of 0 and 1


def test_a_bye_before_a_game_to_come_still_counts_as_a_draw():
    """A pending round does not follow (16.2 .5): the absent is seen with a draw until something is decided."""
    waiting = ["2000 2w1 -H 2b", "1900 1b0 -Z 1w", "1800 -U 4w1 4b1", "1700 -Z 3b0 3w0"]
    assert explain(event(waiting), "BH", 1).loc[0, ["score", "adjusted"]].tolist() == [0.0, 0.5]
    decided = ["2000 2w1 -H 2b1", "1900 1b0 -Z 1w0", *waiting[2:]]
    assert explain(event(decided), "BH", 1).loc[0, ["score", "adjusted"]].tolist() == [0.0, 0.0]


def test_planned_rounds_make_the_caps():
    players = ["2000 2w1 -U 3w1", "1900 1b0 3w1 -H", "1800 -H 2b0 1b0"]
    assert values("BH", *players, rounds=3)[0] == 1.5 + 1.5 + 0.5
    assert values("BH", *players, rounds=5)[0] == 1.5 + 2.5 + 0.5


def test_standings_after_a_round_take_it_for_the_last_there_is():
    """After round 1 the bye of round 1 is in the last round; after round 2 a game has followed."""
    table = event(["2000 2w1 3b1", "1900 1b0 -U", "1800 -Z 1w0"])
    assert explain(table, "BH", 1).loc[1, "adjusted"] == 0.0
    early = explain(table, "BH", 3, through=1)
    assert early.attrs["value"] == 0.0 and len(early) == 1
    assert standings(table, "FB", through=1)["FB"].to_dict() == standings(table, "BH", through=1)["BH"].to_dict()


@pytest.mark.parametrize(("size", "rounds", "limit"), [(4, 3, 1.5), (4, 6, 3), (5, 5, 2), (5, 10, 4), (5, 4, 2), (3, 3, 1)])
def test_koyas_limit_is_half_of_the_scheduled_games(size, rounds, limit):
    """The free rounds of an odd round robin are no games; five players in four rounds are no whole round robin."""
    table = event(["2000 2w1", "1900 1b0", *["1800 -Z"] * (size - 2)], rounds=rounds, type="Round robin").crosstable
    assert koya_limit(table, parse("KS")) == limit
    assert koya_limit(table, parse("KS/L-2")) == limit - 1
    assert koya_limit(replace(table, scoring=Scoring(3, 1, 0)), parse("KS/L+1")) == 3 * limit + 1
