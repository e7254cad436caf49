"""Laws of explanations over every registered code: the rounds make the value, and what is out of the ordinary is said."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chessdash
from chessdash import explain, frames, standings
from chessdash.tiebreaks.descriptor import parse
from chessdash.tiebreaks.registry import CODES
from tests.laws.events import EVERY, tournaments, usable

REDUCED = {"terms": ("sum", "mean"), "split": ("place",), "given": ("given",), "performance": ("performance",)}


def half_up(value: float) -> float:
    """A whole number, .5 up."""
    return math.floor(value + 0.5 + 1e-9)


def reduced(rows, code: str) -> float:
    """What the counted rows make: their sum, or their mean rounded as the article says."""
    counted = rows.loc[rows["counted"], "contribution"]
    assert counted.notna().all()
    if rows.attrs["reduction"] == "sum":
        return float(counted.sum())
    if counted.empty:
        return math.nan
    mean = float(counted.sum()) / len(counted)
    if CODES[parse(code).name].needs_ratings:
        return half_up(mean)
    return half_up(mean * 100) / 100 if code.startswith("AOB") else mean


@settings(max_examples=30)
@given(tournaments(), st.data())
def test_the_rounds_make_the_value(event, data):
    some = data.draw(st.lists(st.sampled_from(usable(event.crosstable)), min_size=4, max_size=4, unique=True))
    no = data.draw(st.sampled_from(event.crosstable.number.tolist()))
    order = ["PTS", *(str(descriptor) for descriptor in some if descriptor.name != "PTS")]
    values = standings(event, order, unrated=1500).loc[no]
    frames.checked("explanation", explain(event, order[-1], no, order=order, unrated=1500))
    for descriptor in some:
        code = str(descriptor)
        rows, value = explain(event, code, no, order=order, unrated=1500), values[code]
        assert rows.attrs["reduction"] in REDUCED[descriptor.tiebreak.shape]
        np.testing.assert_equal(rows.attrs["value"], value)
        if descriptor.tiebreak.shape != "given":
            assert rows["round"].tolist() == list(range(1, event.rounds_played + 1))
        if descriptor.tiebreak.shape == "terms":
            assert reduced(rows, code) == pytest.approx(value, abs=1e-5, nan_ok=True), code


@settings(max_examples=30)
@given(tournaments(), st.data())
def test_what_is_out_of_the_ordinary_is_said(event, data):
    """A round that is left out, cut, or counts with another figure than the opponent's own has its reason."""
    some = data.draw(st.lists(st.sampled_from(usable(event.crosstable)), min_size=4, max_size=4, unique=True))
    no = data.draw(st.sampled_from(event.crosstable.number.tolist()))
    for code in map(str, some):
        rows = explain(event, code, no, order=["PTS", code], unrated=1500)
        other = rows["adjusted"].notna() & ~np.isclose(rows["adjusted"], rows["score"], equal_nan=True)
        cut = ~rows["counted"] & rows["contribution"].notna()
        silent = rows[(other | cut) & (rows["reason"] == "")]
        assert silent.empty, (code, silent.to_dict("records"))
        with_article = rows["article"] != ""
        assert (rows["reason"][with_article].str.endswith(").")).all()
        assert rows.attrs["meaning"] and rows.attrs["code"] == code and rows.attrs["no"] == no


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_says_what_it_is(code):
    assert CODES[code].meaning.endswith(".") and CODES[code].name
    assert any(descriptor.name == code for descriptor in EVERY)
    assert chessdash.tiebreaks().loc[code, "meaning"] == CODES[code].meaning


@settings(max_examples=20)
@given(tournaments())
def test_the_small_table_is_the_mutual_games(event):
    """For DE: everyone level on points, once; what one made the other did not, and the places are those of the standings."""
    frame = standings(event, "DE")
    for no in frame.index:
        rows = explain(event, "DE", int(no), order="DE")
        small = rows.attrs["table"]
        level = frame.index[frame["PTS"] == frame.loc[no, "PTS"]]
        if len(level) == 1:
            assert small == []
            continue
        assert sorted(row["no"] for row in small) == sorted(level)
        assert [row["place"] for row in small] == [frame.loc[row["no"], "DE"] for row in small]
        mutual = rows[rows["opponent"].isin(level)]
        assert (mutual["counted"] | (mutual["reason"] != "")).all() and not rows["counted"].drop(mutual.index).any()
        by_no = {row["no"]: row["against"] for row in small}
        for one, against in by_no.items():
            assert all(one in by_no[other] for other in against)
        for row in small:
            assert row["points"] == pytest.approx(sum(row["against"].values())) and row["games"] == len(row["against"])
