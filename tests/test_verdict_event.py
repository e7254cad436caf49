"""The verdict on one event: each sentence on ties, moves, winners and money stands when its condition holds, and only then."""

import pytest

from chessdash.compare import compare
from chessdash.formats import read
from chessdash.verdict import verdict
from tests.events import event
from tests.pages.opened import ROOT

# round robin of four: 1 and 2 have two points, 3 and 4 one, and 2 beat 1
LEVEL = ["2000 4w1 3b1 2w0", "1900 3w= 4b= 1b1", "1800 2b= 1w0 4w=", "1700 1b0 2w= 3b="]


def said(comparison):
    return {one.code: one for one in verdict(comparison)}


@pytest.fixture(scope="module")
def harbour():
    return read(ROOT / "data" / "tournaments" / "harbour-open-2026.trf")


def test_ties_and_what_settled_them_are_counted():
    found = said(compare(event(LEVEL), ["BH,SB", "DE,WIN"]))
    assert found["found_ties"].values == {"n": 2, "of": 3}  # places 2 and 4 are level on points with the one above
    assert "found_no_ties" not in found
    how = str(found["found_settled"])
    assert "Under BH, SB" in how


def test_without_ties_nothing_is_counted():
    found = said(compare(event(["2000 2w1", "1900 1b0"]), ["BH,SB", "DE,WIN"]))
    assert "found_no_ties" in found and "found_ties" not in found and "found_settled" not in found


def test_what_stays_shared_is_said_only_where_something_does():
    shared = str(said(compare(event(["2000 2w=", "1900 1b="]), ["BH,SB", "DE,WIN"]))["found_settled"])
    assert "1 stays shared" in shared and "settled" not in shared
    apart = str(said(compare(event(LEVEL), ["DE,TPN", "BH,TPN"]))["found_settled"])
    assert "settled" in apart and "shared" not in apart


def test_two_other_orders_move_each_as_many_or_from_few_to_many(harbour):
    ranged = said(compare(harbour, ["BH/C1,BH,SB", "SB,BH", "BH,SB"]))
    assert ranged["found_moves_range"].values["low"] < ranged["found_moves_range"].values["high"]
    assert "found_moves_each" not in ranged and "found_moves" not in ranged
    same = said(compare(harbour, {"x": "BH/C1,BH,SB", "y": "SB,BH", "z": "SB,BH"}))
    assert "found_moves_each" in same and "found_moves_range" not in same
    one = said(compare(harbour, ["BH/C1,BH,SB", "SB,BH"]))
    assert "found_moves" in one and "found_moves_each" not in one and "found_moves_range" not in one


def test_another_winner_is_named_under_each_order():
    found = str(said(compare(event(LEVEL), ["DE,TPN", "TPN"]))["found_other_winner"])  # 2 beat 1, who has the lower number
    assert found.count("under") == 2 and "P02" in found and "P01" in found
    assert "found_other_winner" not in said(compare(event(LEVEL), ["DE,TPN", "DE,RTNG"]))


def test_money_that_changes_hands_is_named_by_order():
    found = said(compare(event(LEVEL), ["DE,TPN", "TPN"], prizes="100,50"))
    assert "50 under TPN" in str(found["found_money"]) and "found_no_money" not in found
    kept = said(compare(event(LEVEL), ["DE,TPN", "DE,RTNG"], prizes="100,50"))
    assert "found_money" not in kept


def test_short_names_are_explained_only_where_names_are_short():
    assert "small_names" in said(compare(event(LEVEL), ["DE,TPN,WIN,BH,SB", "TPN,DE,WIN,BH,SB"]))
    assert "small_names" not in said(compare(event(LEVEL), ["DE", "TPN"]))
