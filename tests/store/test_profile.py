"""What ratings rest on, on both databases, against figures worked out in tests/rated_club.py."""

import pytest

from chessdash.errors import AccessError
from chessdash.store import events, finishing, members, profile, ratings
from chessdash.store.access import VISITOR
from tests import rated_club
from tests.rated_club import FIRST, SECOND


def test_games_are_told_with_what_was_expected(store):
    ids = rated_club.build(store)
    games = profile.games(store, ids["ada"], "standard")
    assert games[["event", "round", "colour", "opponent", "own", "rating", "score"]].to_numpy().tolist() == [
        [FIRST, 1, "w", ids["bo"], 2000, 1800, 0.5],
        [FIRST, 2, "b", ids["cy"], 2000, 1800, 1.0],
        [FIRST, 3, "w", ids["di"], 2000, 1600, 0.5],
        [SECOND, 1, "b", ids["cy"], 1982, 1780, 0.0],
    ]
    assert games["expected"].tolist() == [0.76, 0.76, 0.92, 0.76]
    assert profile.games(store, ids["eva"], "standard").empty and profile.games(store, ids["ada"], "rapid").empty


def test_games_add_up_to_the_rating_rows(store):
    ids = rated_club.build(store)
    rows = ratings.member_rows(store)
    for number in ids.values():
        games = profile.games(store, number, "standard")
        by_event = games.groupby("event")[["score", "expected"]].sum().round(2)
        own = rows[rows["member"] == number].set_index("event")
        assert set(by_event.index) == set(own.index)
        assert (by_event["score"] == own["points"].reindex(by_event.index)).all()
        assert (by_event["expected"] == own["expected"].reindex(by_event.index)).all()


def test_figures_by_colour_and_opponent_and_best_wins(store):
    ids = rated_club.build(store)
    games = profile.games(store, ids["ada"], "standard")
    columns = ["games", "wins", "draws", "losses", "points", "expected"]
    assert profile.by_colour(games)[columns].to_dict("index") == {
        "w": {"games": 2, "wins": 0, "draws": 2, "losses": 0, "points": 1.0, "expected": 1.68},
        "b": {"games": 2, "wins": 1, "draws": 0, "losses": 1, "points": 1.0, "expected": 1.52},
    }
    by = profile.by_opponent(games)
    assert list(by.index) == [ids["cy"], ids["bo"], ids["di"]] and by["games"].tolist() == [2, 1, 1]
    assert by.loc[ids["cy"], columns].tolist() == [2, 1, 0, 1, 1.0, 1.52]
    assert profile.best_wins(games)["opponent"].tolist() == [ids["cy"]]
    wins = profile.best_wins(profile.games(store, ids["cy"], "standard"))
    assert wins[["opponent", "rating", "event"]].to_numpy().tolist() == [[ids["ada"], 1982, SECOND]]


def test_a_forfeit_and_a_game_against_a_guest_are_no_games(store):
    ids = rated_club.people(store)
    key = rated_club.play(store, SECOND, ids)
    finishing.correct(store, key, 1, 1, "+", "nobody came")
    assert profile.games(store, ids["ada"], "standard").empty
    assert list(ratings.changes(store, key).index) == [] and list(ratings.changes(store, key, 1).index) == [1, 2]


def test_finished_events_say_how_often_they_were_corrected(store):
    rated_club.build(store)
    found = profile.finished(store, "standard")
    assert list(found.index) == [SECOND, FIRST]
    assert found[["date", "members", "games", "tables", "editions"]].to_numpy().tolist() == [
        ["2026-03-01", 2, 1, 1, 2],
        ["2026-01-10", 4, 6, 2, 2],
    ]
    assert profile.finished(store, "blitz").empty


def test_an_edition_is_the_event_s_so_that_each_table_is_one_that_was_published(store):
    ids = rated_club.build(store)
    finishing.correct(store, FIRST, 1, 1, "1", "and a win after all")  # back to the first table: its third edition
    finishing.correct(store, FIRST, 2, 2, "=", "another board")  # Bo and Di drew: the fourth
    tables = {edition: ratings.changes(store, FIRST, edition)["after"].tolist() for edition in (1, 2, 3)}
    assert tables == {1: [2002, 1800, 1780, 1618], 2: [1982, 1820, 1780, 1618], 3: [2002, 1800, 1780, 1618]}
    # Bo makes 1 of 1.50: -20; Di makes 1½ of 0.56: 40 x .94 = 37.6, +38
    assert ratings.changes(store, FIRST)["after"].tolist() == [2002, 1780, 1780, 1638]
    assert ratings.changes(store, FIRST).attrs["editions"] == 4
    now = ratings.rating_list(store)
    assert now.loc[ids["di"], "rating"] == 1638


def test_fide_ids_are_of_those_who_have_one(store):
    ids = rated_club.people(store)
    members.change_member(store, ids["bo"], fide_id="1503014")
    assert profile.fide_ids(store, [ids["ada"], ids["bo"], 999]) == {ids["bo"]: 1503014}


def test_the_stamp_changes_with_what_is_shown_and_not_with_a_running_event(store):
    ids = rated_club.people(store)
    seen = [profile.stamp(store)]
    key = rated_club.play(store, FIRST, ids, finish=False)
    seen.append(profile.stamp(store))
    events.change(store, key, name="First Cup of all")
    assert profile.stamp(store) == seen[-1]
    finishing.finish(store, key, "2026-01-10")
    seen.append(profile.stamp(store))
    rated_club.correct(store)
    seen.append(profile.stamp(store))
    members.set_initial(store, ids["eva"], "blitz", 1500)
    seen.append(profile.stamp(store))
    members.change_member(store, ids["eva"], name="Ek, Evelina")
    seen.append(profile.stamp(store))
    assert len(set(seen[1:])) == len(seen[1:])


def test_a_private_club_says_nothing_to_a_visitor(store):
    ids = rated_club.build(store)
    members.change_club(store, public=False)
    visitor = store.seen_by(VISITOR)
    for ask in (
        lambda: profile.stamp(visitor),
        lambda: profile.finished(visitor, "standard"),
        lambda: profile.games(visitor, ids["ada"], "standard"),
        lambda: profile.event_of(visitor, FIRST),
        lambda: profile.fide_ids(visitor, [1]),
        lambda: ratings.rating_list(visitor),
        lambda: ratings.rating_list(visitor, "standard", ratings.member_rows(store)),
    ):
        with pytest.raises(AccessError):
            ask()
    assert profile.event_of(store, FIRST)["name"] == "First Cup" and profile.event_of(store, "none") is None
