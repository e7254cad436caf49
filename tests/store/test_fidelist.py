"""Ratings of an event from the FIDE lists: those of its first day, by FIDE id; what is taken and what is refused."""

from pathlib import Path

import numpy as np
import pytest

from chessdash.errors import AccessError, StoreError
from chessdash.formats.ratinglist_store import load_list
from chessdash.ratings.fide import fide_number
from chessdash.store import Store, entries, events, fidelist, finishing, log
from tests.formats.test_ratinglist_store import listed
from tests.store.clubs import play, someone, typed


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Lists of May and June 2026: ids 7 and 9; 9 has no rapid rating."""
    load_list(listed({7: (2010, 1950, None), 9: (1500, None, None)}), tmp_path, date="2026-05")
    load_list(listed({7: (2030, 1960, None), 9: (1510, None, None)}), tmp_path, date="2026-06")
    return tmp_path


def cup(store: Store, control: str = "standard", start: str = "2026-05-20") -> str:
    """Four players: two whom the lists know, one with an id that they do not have, one without."""
    key = events.create(store, "Cup", planned=1, control=control, start=start)
    people = [("Name, N7", 2000, "0000007"), ("Somebody, Else", None, "9"), ("Guest, Gil", 1800, "12"), ("None, Nan", None, "0")]
    given = [{"name": name, "rating": rating, "fide_id": number} for name, rating, number in people]
    entries.add_entries(store, key, given)
    return key


def test_ratings_are_those_of_the_first_day(store, folder):
    key = cup(store)
    found = fidelist.listed(store, key, folder)
    assert found["listed"].fillna(0).tolist() == [2010, 1500, 0, 0] and found.attrs["month"] == "2026-05"
    assert found["rating"].fillna(0).tolist() == [2000, 0, 1800, 0]
    assert found["list_name"].tolist() == ["Name, N7", "Name, N9", "", ""]
    assert fidelist.listed(store, cup(store, start="2026-06-01"), folder)["listed"][1] == 2030
    with pytest.raises(StoreError, match="No list with standard ratings of 2026-04-30 or earlier"):
        fidelist.listed(store, cup(store, start="2026-04-30"), folder)


def test_a_rapid_event_takes_standard_ratings_for_those_who_have_no_other(store, folder):
    found = fidelist.listed(store, cup(store, "rapid"), folder)
    assert found["listed"].tolist()[:2] == [1950, 1500] and "One player without a rapid rating" in found.attrs["notes"][-1]


def test_what_is_taken_is_in_the_event_and_in_the_log(store, folder):
    key = cup(store)
    wanted = fidelist.listed(store, key, folder)["listed"].dropna()
    assert fidelist.fill(store, key, wanted.to_dict(), "2026-05") == 2
    rating = store.tournament(key).players["rating"].tolist()
    assert rating[:3] == [2010, 1500, 1800] and np.isnan(rating[3])
    said = log.newest(store, event_key=key).query("what == 'entry_rating'")
    assert said[["place", "before", "after", "reason"]].values.tolist() == [
        ["2 Somebody, Else", "", "1500", "FIDE list of 2026-05"],
        ["1 Name, N7", "2000", "2010", "FIDE list of 2026-05"],
    ]
    assert fidelist.fill(store, key, wanted.to_dict(), "2026-05") == 0


@pytest.mark.parametrize(("ratings", "words"), [({1: 2010, 9: 1500}, "9"), ({1: 2010, 2: 9999}, "9999")])
def test_nothing_is_taken_where_one_cannot_be(store, folder, ratings, words):
    key = cup(store)
    with pytest.raises(StoreError, match=words):
        fidelist.fill(store, key, ratings, "2026-05")
    assert store.tournament(key).players["rating"][1] == 2000


def test_a_finished_event_keeps_its_ratings_and_visitors_take_none(store, folder):
    key = cup(store)
    outside = someone(store)
    with pytest.raises(AccessError):
        fidelist.fill(outside, key, {1: 2010}, "2026-05")
    with pytest.raises(AccessError):
        fidelist.listed(outside, key, folder)
    typed(store, key, (1, 2), (3, 4))
    play(store, key, 1, "11")
    finishing.finish(store, key)
    with pytest.raises(StoreError, match="finished"):
        fidelist.fill(store, key, {1: 2010}, "2026-05")


@pytest.mark.parametrize(
    ("text", "number"),
    [("1000001", 1000001), (" 0000007 ", 7), ("0", None), ("", None), (None, None), ("12a", None), ("٣", None), ("9" * 11, None)],
)
def test_an_id_is_a_number(text, number):
    assert fide_number(text) == number
