"""What the list of events says of finished ones, from rows alone: the same as their tournaments say."""

from dataclasses import replace

import pytest

import chessdash
from chessdash.display.events import summary
from chessdash.errors import AccessError
from chessdash.pace import pace
from chessdash.store import entries, events, finishing, members, overview
from chessdash.store.access import VISITOR
from tests import rated_club
from tests.events import event
from tests.rated_club import FIRST, SECOND
from tests.store.clubs import typed


def test_the_list_says_what_the_tournaments_say(store):
    """After a correction too, which makes Ada's lead smaller: the newest table counts."""
    rated_club.build(store)
    running = events.create(store, "Third Cup", planned=1)
    found = overview.finished(store, [FIRST, SECOND, running, "nothing"])
    assert sorted(found) == [FIRST, SECOND]  # one that is running is computed
    listing = events.listing(store).set_index("key")
    for key, one in found.items():
        tournament = store.tournament(key)
        table = chessdash.standings(tournament)
        made = summary(key, tournament, table, f"standings?event={key}")
        assert one == replace(made, pace="standard", end=str(listing.at[key, "ended"]), finished=True)
    assert (found[FIRST].leader, found[FIRST].points) == ("Anders, Ada", 2.0)  # 2½ before the correction


def test_points_that_do_not_stand_first(store):
    """In the order BH, PTS the first value of the table is BH: of two players the loser has the winner's point as opponents'."""
    key = events.create(store, "Other Cup", planned=1, tie_breaks="BH,PTS")
    for name in ("One, O", "Two, T"):
        entries.add_entry(store, key, name)
    typed(store, key, (1, 2), codes="1")
    finishing.finish(store, key)
    assert finishing.final(store, key).attrs["order"] == ("BH", "PTS")
    (found,) = overview.finished(store, [key]).values()
    assert (found.leader, found.points) == ("Two, T", 0.0)


def test_many_events_in_several_queries(store, monkeypatch):
    rated_club.build(store)
    monkeypatch.setattr(overview, "AT_ONCE", 1)
    assert sorted(overview.finished(store, [SECOND, FIRST])) == [FIRST, SECOND]
    assert overview.finished(store, []) == {}


def test_a_private_club_lists_nothing(store):
    rated_club.build(store)
    members.change_club(store, public=False)
    with pytest.raises(AccessError):
        overview.finished(store.seen_by(VISITOR), [FIRST])


def test_a_rapid_event_of_the_club_is_one_wherever_its_pace_counts(store):
    """Made on Club it has no file that says so; a file that says more keeps its own words."""
    key = events.create(store, "Quick Cup", planned=1, control="rapid")
    assert pace(store.tournament(key).info) == "rapid"
    known = store.import_(event(["- 2w1", "- 1b0"], records=["122 15 minutes and 10 seconds"]), control="rapid")
    assert store.tournament(known).info["time_control"] == "15 minutes and 10 seconds"
