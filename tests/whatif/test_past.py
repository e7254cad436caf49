"""An event as it stood after a round: its standings then, the next round paired, and a file of it."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

import chessdash
from chessdash.errors import DataError
from chessdash.sheet import Sheet
from chessdash.tournament import Tournament
from chessdash.whatif.outlook import simulate
from chessdash.whatif.past import as_of
from tests.events import event
from tests.laws.events import sheets
from tests.simulated import tournament

ROOT = Path(__file__).parents[2]
TRF = ROOT / "tests/conformance/trf"
SOME = [*sorted(TRF.glob("swiss-*.trf"))[2::13], *sorted(TRF.glob("rr-*.trf"))[::14]]
ORDER = "BH/C1,BH,SB,FB,DE,WIN"


def as_read(whole):
    """The event as a file of it is read."""
    written = BytesIO()
    chessdash.write(whole, written, format="trf")
    return chessdash.read(written.getvalue())


@pytest.mark.parametrize("path", SOME, ids=lambda path: path.stem)
def test_the_standings_are_those_after_the_round(path):
    """Of every round, also read from a file of the past event; the next round keeps its pairings, all of them open."""
    whole = chessdash.read(path)
    for k in range(whole.rounds_played + 1):
        past = as_of(whole, k)
        assert (past.rounds_played, past.rounds_planned, past.size) == (k, whole.rounds_planned, whole.size)
        order = ORDER.replace(",FB", "") if whole.system == "round-robin" else ORDER
        then = chessdash.standings(whole, order, through=k)
        assert chessdash.standings(past, order).equals(then)
        assert chessdash.standings(as_read(past), order).equals(then)
        if k == whole.rounds_played:
            continue
        results = whole.results
        paired = results[(results["round"] == k + 1) & (results["opponent"] > 0)]
        coming = past.results[past.results["round"] == k + 1]
        assert coming[coming["opponent"] > 0][["no", "opponent", "colour"]].values.tolist() == (
            paired[["no", "opponent", "colour"]].values.tolist()
        )
        assert set(coming.loc[coming["opponent"] > 0, "result"]) == {"*"} and coming["points"].isna().all()
        assert past.results["round"].max() == k + 1
        assert past.results[past.results["round"] <= k].equals(results[results["round"] <= k])
        free = results[(results["round"] == k + 1) & results["result"].isin(list("HFU"))]
        byes = past.byes[past.byes["round"] == k + 1].set_index("no")["type"]
        assert byes.reindex(free["no"]).tolist() == free["result"].tolist()


def test_some_of_those_have_byes_and_absences():
    """Otherwise the law above would hold nothing about them."""
    letters = {letter for path in SOME for letter in chessdash.read(path).results["result"]}
    assert letters >= set("HUZ+-")


# Two of four rounds are played, the third is paired; 2 has asked for a bye in round 3, 4 for one in round 4.
EVENT = ("2000 2w1 4b1 3w", "1900 1b0 3w1 -H", "1800 4w= 2b0 1b", "1700 3b= 1w0 -U")
RECORDS = ("240 H   3    2", "240 Z   4    4", "299           0.5    2    1", "299           0.5    1    3")


def test_what_was_known():
    past = as_of(event(EVENT, rounds=4, records=RECORDS), 1)
    assert past.rounds_planned == 4 and past.sheet.result.shape[1] == 2
    assert past.byes.values.tolist() == [[3, 2, "H"], [4, 4, "Z"]]
    assert [(one.round, one.numbers) for one in past.sheet.abnormal] == [(1, (3,))]
    assert past.crosstable.score.tolist() == [1, 0, 1, 0.5]
    assert past.players[["points", "rank"]].isna().all(axis=None)
    before = as_of(past, 0)
    assert before.rounds_played == 0 and before.crosstable.score.tolist() == [0] * 4
    assert before.results.equals(as_of(event(EVENT, rounds=4, records=RECORDS), 0).results)
    assert as_read(before).equals(before)


def test_the_last_round_is_today():
    whole = event(EVENT, rounds=4, records=RECORDS)
    assert as_of(whole, 2) is whole and as_of(whole, np.int64(2)) is whole
    lodz = chessdash.read(ROOT / "data/tournaments/lodz-winter-2026.trf")
    assert as_of(as_of(lodz, 4), 2).equals(as_of(lodz, 2))


@pytest.mark.parametrize("round", [-1, 3, True, 1.0, "1", None])
def test_rounds_of_which_nothing_is_known(round):
    with pytest.raises(DataError, match=f"After round {round!r} nothing is known: rounds 1 to 2 are played"):
        as_of(event(EVENT, rounds=4), round)


def test_the_event_itself_does_not_change():
    whole = event(EVENT, rounds=4, records=RECORDS)
    cells = {name: getattr(whole.sheet, name).copy() for name in ("opponent", "colour", "result")}
    as_of(whole, 1)
    assert all((getattr(whole.sheet, name) == values).all() for name, values in cells.items())
    assert dict(whole.info)["rounds"] == 4 and len(whole.sheet.byes) == 2


@settings(max_examples=40)
@given(sheets())
def test_any_event(sheet: Sheet):
    """After each round in which a board is decided the crosstable is that of the whole event through it."""
    whole = Tournament(sheet)
    for k in range(whole.rounds_played):
        past = as_of(whole, k)
        table = past.crosstable
        assert table.rounds <= k and past.rounds_planned == whole.rounds_planned
        cut = whole.crosstable.through(table.rounds)
        for name in ("points", "kind", "black", "opponent"):
            np.testing.assert_array_equal(getattr(table, name), getattr(cut, name))


def test_the_past_can_be_played_again():
    """The rest of an event from each of its rounds on: the points then are today's, the next boards the file's."""
    base = tournament(10, 4, 6)
    whole = Tournament(replace(base.sheet, info={**base.sheet.info, "rounds": 5}))
    for k in range(5):
        found = simulate(as_of(whole, k), 40, workers=1)
        then = chessdash.standings(whole, through=k)
        frame = found.to_frame()
        assert found.rounds == (k + 1, 5)
        assert frame["points"].to_dict() == then["PTS"].to_dict() and frame["rank"].to_dict() == then["rank"].to_dict()
        if k < 4:
            results = whole.results[(whole.results["round"] == k + 1) & (whole.results["colour"] == "w")]
            assert {board[2:] for board in found.plan.known} == set(zip(results["no"], results["opponent"], strict=True))
