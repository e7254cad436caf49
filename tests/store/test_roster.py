"""Who is in an event, for its organisers; boards as people type them; several drafts kept at once; which events one may enter."""

import pytest

from chessdash.errors import AccessError, StoreError
from chessdash.store import drafts, editing, events, results, withdrawal
from chessdash.store.rights import events_with, may
from chessdash.store.roster import roster
from chessdash.store.typed import read_boards
from tests.store.clubs import club_event, someone, typed, versions


def test_a_roster_says_where_everybody_stands(store):
    key = club_event(store, 5, 5)
    typed(store, key, (1, 2), (3, 4), byes={5: "U"}, codes="10")
    editing.set_bye(store, key, 2, 2, "H")
    withdrawal.withdraw(store, key, 3)
    found = roster(store, key)
    assert found.index.tolist() == [1, 2, 3, 4, 5]
    assert found["games"].tolist() == [1, 1, 1, 1, 0]
    assert found["byes"].tolist() == [{}, {2: "H"}, {}, {}, {1: "U"}]
    assert found["withdrawn_after"].tolist() == [-1, -1, 1, -1, -1]
    assert found["member"].tolist() == [0] * 5  # guests
    about = {name: found.attrs[name] for name in ("system", "way", "planned", "published", "made", "finished")}
    expected = {"system": "swiss", "way": "dutch", "planned": 5, "published": 1, "made": [1], "finished": False}
    assert about == expected
    assert found.attrs["revision"] == events.revision(store, key)


def test_the_way_of_pairing_is_that_of_the_event(store):
    assert roster(store, club_event(store, 4, 3, system="round-robin")).attrs["way"] == "berger"
    army = {"win": 3, "draw": 1, "loss": 0, "absence": 0, "pab": 3}
    assert roster(store, club_event(store, 4, 3, scoring=army, tie_breaks="OTHER_SOS")).attrs["way"] == "army"
    assert roster(store, club_event(store, 0, 3)).attrs["way"] == "dutch"


def test_a_roster_is_for_organisers(store):
    key = club_event(store, 4, 3)
    with pytest.raises(AccessError):
        roster(someone(store), key)


@pytest.mark.parametrize(
    ("text", "boards", "byes"),
    [
        ("4 - 7", [(4, 7)], {}),
        ("4-7\n1–9\n2 3\n5:6", [(4, 7), (1, 9), (2, 3), (5, 6)], {}),
        ("1. 4 - 7\n2) 12 3", [(4, 7), (12, 3)], {}),
        ("12 bye\n13 full\n14 half\n15 ½\n16 1/2\n17 none", [], {12: "U", 13: "F", 14: "H", 15: "H", 16: "H", 17: "Z"}),
        ("\n  \n", [], {}),
        ("", [], {}),
    ],
)  # fmt: skip
def test_boards_as_people_type_them(text, boards, byes):
    assert read_boards(text) == (boards, byes)


@pytest.mark.parametrize("line", ["four - 7", "4", "4 - 7 - 9", "12 wins", "-", "4 - -7", "4 - 7 bye", "²-³ x", "1e3 - 2"])
def test_a_line_that_says_no_board_is_named(line):
    with pytest.raises(StoreError, match=r"^Line 2, "):
        read_boards(f"1 - 2\n{line}")


def test_several_drafts_are_kept_and_taken_away_at_once(store):
    key = club_event(store, 6, 5)
    typed(store, key, (1, 2), (3, 4), (5, 6))
    seen = versions(store, key, 1)
    drafts.keep(store, key, 1, {board: ("1", seen[board]) for board in (1, 2, 3)})
    drafts.keep(store, key, 1, {1: ("", 0), 2: ("=", seen[2])})
    kept = results.drafts(store, key, 1)
    assert list(zip(kept["board"].tolist(), kept["code"].tolist(), strict=True)) == [(2, "="), (3, "1")]
    drafts.keep(store, key, 1, {3: ("*", seen[3])})  # what is stored is no draft
    assert results.drafts(store, key, 1)["board"].tolist() == [2]


def test_of_several_drafts_all_are_kept_or_none(store):
    key = club_event(store, 4, 5)
    typed(store, key, (1, 2), (3, 4))
    for wrong in ({1: ("1", 0), 9: ("1", 0)}, {1: ("1", 0), 2: ("2", 0)}):
        with pytest.raises(StoreError):
            drafts.keep(store, key, 1, wrong)
        assert not len(results.drafts(store, key, 1))
    with pytest.raises(AccessError):
        drafts.keep(someone(store), key, 1, {1: ("1", 0)})


def test_drafts_go_with_their_own_owner(store):
    key = club_event(store, 4, 5)
    typed(store, key, (1, 2), (3, 4))
    other, seen = someone(store, "arbiter"), versions(store, key, 1)
    drafts.keep(store, key, 1, {1: ("1", seen[1])})
    drafts.keep(other, key, 1, {1: ("0", seen[1])})
    drafts.keep(other, key, 1, {1: ("", 0)})
    assert results.drafts(store, key, 1)["code"].tolist() == ["1"]
    assert not len(results.drafts(other, key, 1))


def test_events_that_one_may_enter(store):
    key = club_event(store, 4, 3)
    outsider = someone(store, None, "B. Guest")
    own = events.create(outsider, "Own", kind="single", planned=3)
    assert events_with(outsider, "enter") == events_with(outsider, "finish") == [own]
    assert not events_with(outsider, "members")
    assert may(outsider, "pair", own) and not may(outsider, "pair", key) and not may(outsider, "pair")
    arbiter = someone(store, "arbiter", "C. Arbiter")
    assert set(events_with(arbiter, "enter")) == {key, own} and events_with(arbiter, "finish") == []
