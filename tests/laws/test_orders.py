"""Laws of orders and rounds: what a further code may do, what ends a list, and what later rounds may touch."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chessdash
from chessdash.sheet import Sheet
from chessdash.tiebreaks.ranking import final_ranks, rank_by
from chessdash.tournament import Tournament
from tests.laws.events import EVERY, sheets, tables, usable, with_ratings
from tests.laws.test_batches import figures

PICKS = st.lists(st.integers(0, len(EVERY) - 1), min_size=1, max_size=6)


def picked(table, picks):
    """An order of codes that the event can carry, any may stand twice."""
    known = usable(table)
    return [known[pick % len(known)] for pick in picks]


@settings(max_examples=50)
@given(tables(), PICKS)
def test_one_sort_ranks_as_code_after_code(table, picks):
    table = with_ratings(table)
    order = picked(table, picks)
    np.testing.assert_array_equal(final_ranks(table, order), rank_by(table, order).rank)


@settings(max_examples=50)
@given(tables(), PICKS)
def test_a_further_code_never_undoes_an_earlier_one(table, picks):
    table = with_ratings(table)
    ranking = rank_by(table, picked(table, picks))
    coarse = np.zeros(len(table.number), int)
    for fine in ranking.ranks:
        assert (np.sign(coarse[:, None] - coarse) * np.sign(fine[:, None] - fine) >= 0).all()
        assert ((fine[:, None] != fine) | (coarse[:, None] == coarse)).all()
        assert np.array_equal(fine, (fine[:, None] > fine).sum(-1))  # as many as stand above; equals share
        coarse = fine


@settings(max_examples=50)
@given(tables(), PICKS)
def test_values_say_the_order(table, picks):
    """Inside a group still tied the better value stands above, equal values stay level, undefined below all."""
    table = with_ratings(table)
    order = picked(table, picks)
    ranking = rank_by(table, order)
    before = np.zeros(len(table.number), int)
    for descriptor, values, after in zip(order, ranking.values, ranking.ranks, strict=True):
        if descriptor.tiebreak.shape != "split":
            better = -values if descriptor.tiebreak.lower_is_better(descriptor) else values
            better = np.where(np.isnan(better), -np.inf, better)
            above = (before[:, None] == before) & (better[:, None] > better)
            assert np.array_equal(after, before + above.T.sum(-1))
        before = after


@settings(max_examples=50)
@given(tables(), PICKS)
def test_an_order_after_itself_changes_nothing(table, picks):
    table = with_ratings(table)
    order = [one for one in picked(table, picks) if one.tiebreak.shape != "split"]
    np.testing.assert_array_equal(rank_by(table, order * 2).rank, rank_by(table, order).rank)
    both = rank_by(table, order), rank_by(replace(table), order)
    np.testing.assert_array_equal(both[0].rank, both[1].rank)


@settings(max_examples=25)
@given(sheets(), PICKS)
def test_who_decided_is_told(sheet, picks):
    """The standings' last column and ``why`` agree with the values that are shown."""
    event = Tournament(sheet)
    order = list(dict.fromkeys(str(one) for one in picked(event.crosstable, picks)))
    frame = chessdash.standings(event, order, unrated=1500)
    codes = frame.attrs["order"]
    for above, below in zip(frame.index, frame.index[1:], strict=False):
        verdict = chessdash.why(event, int(above), int(below), order, unrated=1500)
        decided = frame.loc[below, "decided_by"]
        assert verdict.attrs["decided_by"] == decided
        assert (decided == "shared") == (frame.loc[above, "rank"] == frame.loc[below, "rank"])
        expected = codes.index(decided) if decided != "shared" else len(codes)
        verdicts = ["equal"] * expected + ["decides"] * (decided != "shared")
        assert verdict["verdict"].tolist() == verdicts + ["not reached"] * (len(codes) - len(verdicts))
        if decided != "shared":
            assert (verdict.attrs["above"], verdict.attrs["below"]) == (above, below)


def ended(sheet: Sheet, rounds: int) -> Tournament:
    """The event as it was when these rounds were all there was; planned rounds as they are."""
    info = {**sheet.info, "rounds": max(sheet.info["rounds"], sheet.result.shape[1])}
    cells = {name: getattr(sheet, name)[:, :rounds] for name in ("opponent", "colour", "result")}
    return Tournament(replace(sheet, info=info, **cells))


@settings(max_examples=25)
@given(sheets(), st.integers(0, 7))
def test_after_a_round_is_the_event_that_ended_there(sheet, through):
    event = Tournament(sheet)
    played = event.rounds_played
    np.testing.assert_equal(figures(event.crosstable.through(played)), figures(event.crosstable))
    cut = min(through, played)
    then = ended(sheet, cut)
    if then.rounds_played == cut:  # a last round of byes alone would not be one yet
        np.testing.assert_equal(figures(event.crosstable.through(cut)), figures(then.crosstable))
        assert then.rounds_planned == event.rounds_planned
    order = "PTS,SB,DE,PS,WIN"
    assert chessdash.standings(event, order, through=played).equals(chessdash.standings(event, order))


@given(sheets(), st.integers(-3, 12))
@settings(max_examples=20)
def test_a_round_that_is_not_there_is_refused(sheet, through):
    event = Tournament(sheet)
    if not 0 <= through <= event.rounds_played:
        with pytest.raises(chessdash.DataError, match=str(event.rounds_played)):
            chessdash.standings(event, "PTS", through=through)
