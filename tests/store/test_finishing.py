"""Finishing, ending early and correcting: what is refused, what is stored, and that nothing of it is ever undone."""

import threading
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sqlalchemy import select

import chessdash
from chessdash.errors import AccessError, ChessdashError, DataError, StoreError
from chessdash.store import (
    Store,
    entries,
    events,
    finishing,
    log,
    members,
    open_store,
    ratings,
    results,
    rounds,
    schema,
    withdrawal,
)
from chessdash.store.connect import reading
from chessdash.store.importing import prepare, save
from chessdash.whatif.ending import end_after
from tests import rated_club
from tests.events import event
from tests.rated_club import FIRST, SECOND
from tests.store.clubs import club_event, logged, play, someone, typed
from tests.store.rows import every_row

SQLITE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # where the database makes no difference


@pytest.fixture
def club(store: Store) -> dict[str, int]:
    """The members of ``rated_club`` with both events finished; their numbers."""
    ids = rated_club.people(store)
    for key in (FIRST, SECOND):
        rated_club.play(store, key, ids)
    return ids


def same_table(stored: pd.DataFrame, tournament: chessdash.Tournament) -> None:
    """A stored table says what the standings of a tournament say: order, ranks, and every value."""
    fresh = chessdash.standings(tournament)
    order = list(fresh.attrs["order"])
    assert stored.attrs["order"] == tuple(order) and len(order) > 1
    assert stored.index.tolist() == fresh.index.tolist()
    assert stored["rank"].tolist() == fresh["rank"].tolist()
    np.testing.assert_array_equal(stored[order].to_numpy(float), fresh[order].to_numpy(float))


# What is open


def test_open_boards_are_named_by_round_and_the_rest_is_counted(store):
    """Twelve are named: seven boards of round 1 and five of the seven of round 2."""
    key = club_event(store, 14, 2, rated=False)
    typed(store, key, *((no, no + 7) for no in range(1, 8)))
    typed(store, key, *((no, 15 - no) for no in range(1, 8)))
    open_items = finishing.checklist(store, key).set_index("item")
    assert open_items.at["results", "sentence"] == (
        "14 boards have no result: round 1, boards 1, 2, 3, 4, 5, 6, 7; round 2, boards 1, 2, 3, 4, 5 and 2 more."
    )


def test_everything_that_is_open_is_named(store):
    """Four players, three rounds: round 1 has an open board, round 2 is not published, round 3 is not made; nothing is stored."""
    key = club_event(store, 4, 3, rated=False)
    typed(store, key, (1, 2), (3, 4))
    play(store, key, 1, {1: "1"})
    before = every_row(store)
    with pytest.raises(StoreError) as raised:
        finishing.finish(store, key)
    said = str(raised.value)
    assert "no result: round 1, board 2." in said and "board 1," not in said and "2, 3" in said and "\n" not in said
    assert every_row(store) == before
    open_items = finishing.checklist(store, key).set_index("item")
    assert open_items["n"].to_dict() == {"entries": 0, "rounds": 2, "published": 0, "results": 1}
    assert open_items["done"].to_dict() == {"entries": True, "rounds": False, "published": True, "results": False}
    play(store, key, 1, {2: "="})
    rounds.set_round(store, key, [(1, 3), (2, 4)])
    open_items = finishing.checklist(store, key).set_index("item")
    assert open_items["n"].to_dict() == {"entries": 0, "rounds": 1, "published": 1, "results": 2}
    assert open_items.loc["published", "sentence"].count("2") == 1


@SQLITE
def test_an_event_without_players_is_not_finished(store):
    key = events.create(store, "Nobody came", planned=1)
    with pytest.raises(StoreError, match=r"Nobody came"):
        finishing.finish(store, key)
    assert events.listing(store)["state"].tolist() == ["running"]


@SQLITE
def test_members_without_an_initial_rating_are_named_and_then_it_goes(store):
    ids = rated_club.people(store)
    key = rated_club.play(store, FIRST, ids, finish=False, control="rapid")  # Ada alone has a rapid rating
    with pytest.raises(StoreError) as raised:
        finishing.finish(store, key)
    assert all(rated_club.NAMES[who] in str(raised.value) for who in ("bo", "cy", "di"))
    assert rated_club.NAMES["ada"] not in str(raised.value)
    for who in ("bo", "cy", "di"):
        members.set_initial(store, ids[who], "rapid", 1500)
    finishing.finish(store, key)
    assert len(ratings.member_rows(store, "rapid")) == 4


@SQLITE
def test_a_date_that_is_none(store):
    key = club_event(store, 2, 1, rated=False)
    typed(store, key, (1, 2), codes="1")
    for given in ("yesterday", "2026-02-30", "30.01.2026", "2026-1-1"):
        with pytest.raises(StoreError, match=given.replace(".", "[.]")):
            finishing.finish(store, key, given)
    assert events.listing(store).set_index("key").at[key, "state"] == "running"


# What is stored


def test_a_finished_event_has_its_date_its_place_and_its_whole_table(store, club):
    listing = events.listing(store).set_index("key")
    assert listing.loc[FIRST, ["state", "ended", "finished_as"]].tolist() == ["finished", "2026-01-10", 1]
    assert listing.loc[SECOND, ["state", "ended", "finished_as"]].tolist() == ["finished", "2026-03-01", 2]
    for key in (FIRST, SECOND):
        same_table(finishing.final(store, key), store.tournament(key))
    assert [row[1:] for row in logged(store, "finished")] == [("", "", "2026-01-10"), ("", "", "2026-03-01")]
    assert {who: ratings.rating_list(store)["rating"][club[who]] for who in rated_club.LIST} == {
        "ada": 1971,
        "bo": 1800,
        "cy": 1811,
        "di": 1618,
    }  # fmt: skip  (2000 + 2 - 31, 1800, 1800 - 20 + 31, 1600 + 18)


@SQLITE
@pytest.mark.parametrize("order", ["BH/C1,BH,SB,DE,WIN", "DE,SB,WIN,KS"])
def test_the_table_of_a_swiss_with_a_bye_and_a_forfeit(store, order):
    """Every value of the order that the event has, whatever it is, as the standings of that moment."""
    key = club_event(store, 5, 3, tie_breaks=order, rated=False)
    typed(store, key, (1, 2), (3, 4), byes={5: "U"}, codes="1+")
    typed(store, key, (1, 3), (2, 5), byes={4: "H"}, codes="=0")
    typed(store, key, (5, 1), (4, 2), byes={3: "U"}, codes="0x")
    finishing.finish(store, key, "2026-02-03")
    same_table(finishing.final(store, key), store.tournament(key))
    assert store.tournament(key).rounds_planned == 3


@SQLITE
def test_today_is_the_date_where_none_is_given(store):
    from datetime import date

    key = club_event(store, 2, 1, rated=False)
    typed(store, key, (1, 2), codes="1")
    days = {date.today().isoformat()}
    finishing.finish(store, key)
    days.add(date.today().isoformat())
    assert events.listing(store)["ended"][0] in days


def test_a_single_event_is_never_rated(store):
    ids = rated_club.people(store)
    key = rated_club.play(store, FIRST, ids, kind="single")
    assert len(ratings.member_rows(store)) == 0 and len(ratings.changes(store, key)) == 0
    finishing.correct(store, key, 1, 1, "=", "both said so")
    members.set_initial(store, ids["ada"], "standard", 2100)
    assert ratings.recompute_all(store, "standard") == 0
    assert every_row(store, schema.rating) == []
    assert finishing.final(store, key).attrs["editions"] == 2


@SQLITE
def test_an_event_that_is_not_rated_changes_no_rating(store):
    ids = rated_club.people(store)
    rated_club.play(store, FIRST, ids, rated=False)
    assert every_row(store, schema.rating) == []


# Never again


AFTERWARDS = {
    "finish": lambda s, k: finishing.finish(s, k, "2026-09-01"),
    "end early": lambda s, k: finishing.end_early(s, k, 1),
    "settings": lambda s, k: events.change(s, k, planned=5),
    "tie-breaks": lambda s, k: events.change(s, k, tie_breaks="SB"),
    "rated": lambda s, k: events.change(s, k, rated=False),
    "time control": lambda s, k: events.change(s, k, control="blitz"),
    "a result": lambda s, k: results.save(s, k, 1, {1: ("0", 0)}),
    "a draft": lambda s, k: results.draft(s, k, 1, 1, "0", 0),
    "a player": lambda s, k: entries.add_entry(s, k, "Late, Lou"),
    "a player fewer": lambda s, k: entries.remove_entry(s, k, 1),
    "numbers": lambda s, k: entries.number_entries(s, k),
    "a later first round": lambda s, k: entries.set_first_round(s, k, 1, 2),
    "a withdrawal": lambda s, k: withdrawal.withdraw(s, k, 1),
    "a return": lambda s, k: withdrawal.come_back(s, k, 1),
    "a round": lambda s, k: rounds.set_round(s, k, [(1, 2)]),
    "a pairing": lambda s, k: rounds.pair_round(s, k),
    "publishing": lambda s, k: rounds.publish(s, k, 1),
    "unpublishing": lambda s, k: rounds.unpublish(s, k, 1),
    "a round fewer": lambda s, k: rounds.remove(s, k, 1),
}


@SQLITE
def test_a_finished_event_changes_by_corrections_only(store, club):
    """Every other way to change it is refused and leaves every row as it was."""
    before = every_row(store)
    for what, act in AFTERWARDS.items():
        with pytest.raises(StoreError) as raised:
            act(store, FIRST)
        assert "First Cup" in str(raised.value) and "\n" not in str(raised.value), what
        assert every_row(store) == before, what


# Corrections


def test_a_correction_is_a_new_edition_and_rates_anew(store, club):
    """Figures of ``tests/rated_club.py``, by hand; the original stays to be read, table and ratings."""
    first = finishing.final(store, FIRST)
    first_changes = ratings.changes(store, FIRST)
    rated_club.correct(store)
    second = finishing.final(store, FIRST)
    assert (second.attrs["edition"], second.attrs["editions"]) == (2, 2)
    same_table(second, store.tournament(FIRST))
    pd.testing.assert_frame_equal(finishing.final(store, FIRST, 1), first)
    assert first["rank"].to_dict() != second["rank"].to_dict() or not first.equals(second)
    assert {who: int(ratings.rating_list(store)["rating"][club[who]]) for who in rated_club.LIST} == rated_club.LIST
    now, then = ratings.changes(store, FIRST), ratings.changes(store, FIRST, 1)
    assert now["change"].to_dict() == {1: -18, 2: 20, 3: -20, 4: 18}
    assert then["change"].to_dict() == {1: 2, 2: 0, 3: -20, 4: 18}
    pd.testing.assert_frame_equal(then.drop(columns="edition"), first_changes.drop(columns="edition"))
    assert ratings.changes(store, SECOND)["after"].to_dict() == {1: 1952, 2: 1810}
    assert ratings.changes(store, SECOND, 1)["after"].to_dict() == {1: 1971, 2: 1811}
    assert logged(store, "corrected")[0][2:] == ("1-0", "½-½")
    with reading(store.engine) as connection:
        row = connection.execute(select(schema.log).where(schema.log.c.what == "corrected")).one()
    assert row.reason == "both score sheets say a draw" and row.person_id == store.viewer.person
    assert "1" in row.place and row.at


def test_ratings_of_earlier_events_and_other_time_controls_stay(store, club):
    rated_club.play(store, FIRST, club, kind="single")
    before = every_row(store, schema.rating)
    finishing.correct(store, SECOND, 1, 1, "=", "a draw, both say")
    after = every_row(store, schema.rating)
    of = dict(zip(events.listing(store)["key"], events.listing(store)["id"], strict=True))
    kept = [row for row in after if row["event_id"] != of[SECOND]]
    assert kept == [row for row in before if row["event_id"] != of[SECOND]]
    assert len(after) == len(before) + 2
    assert finishing.final(store, FIRST).attrs["editions"] == 1


CANNOT_BE = (  # round, board, code, reason, and words of what is said
    (1, 1, "*", "a reason", "*"),
    (1, 1, "", "a reason", "+"),
    (1, 1, "½", "a reason", "½"),
    (1, 1, "=", "", "reason"),
    (1, 1, "=", " \t ", "reason"),
    (4, 1, "=", "a reason", "4"),
    (1, 3, "=", "a reason", "3"),
    (0, 0, "=", "a reason", "0"),
    (10**30, 1, "=", "a reason", "10000000000"),
)


@SQLITE
def test_corrections_that_cannot_be(store, club):
    before = every_row(store)
    for round, board, code, reason, words in CANNOT_BE:
        with pytest.raises(StoreError) as raised:
            finishing.correct(store, FIRST, round, board, code, reason)
        assert "\n" not in str(raised.value) and words in str(raised.value), (round, board, code, reason)
        assert every_row(store) == before


@SQLITE
def test_a_running_event_has_no_corrections(store):
    key = club_event(store, 2, 1, rated=False)
    typed(store, key, (1, 2), codes="1")
    with pytest.raises(StoreError, match="Test"):
        finishing.correct(store, key, 1, 1, "=", "a reason")
    with pytest.raises(StoreError, match="Test"):
        finishing.final(store, key)


@SQLITE
def test_a_correction_to_what_stands_there_is_none(store, club):
    before = [every_row(store, table) for table in (schema.final_table, schema.rating, schema.board, schema.log)]
    with pytest.raises(StoreError, match="Board 1 of round 1 is 1-0 already; nothing was corrected"):
        finishing.correct(store, FIRST, 1, 1, "1", "nothing new")
    with pytest.raises(StoreError, match="A reason has at most 400 characters, this one 401"):
        finishing.correct(store, FIRST, 1, 1, "=", "x" * 401)
    assert [every_row(store, table) for table in (schema.final_table, schema.rating, schema.board, schema.log)] == before


@SQLITE
def test_an_event_ends_no_earlier_than_it_begins(store):
    key = club_event(store, 2, 1, start="2026-05-02")
    typed(store, key, (1, 2), codes="1")
    with pytest.raises(StoreError, match="cannot have ended on 2026-05-01, since it began on 2026-05-02"):
        finishing.finish(store, key, "2026-05-01")
    finishing.finish(store, key, "2026-05-02")
    longer = club_event(store, 2, 2, start="2026-05-02")
    typed(store, longer, (1, 2), codes="1")
    with pytest.raises(StoreError, match="cannot have ended"):
        finishing.end_early(store, longer, 1, "2026-05-01")
    assert store.tournament(longer).rounds_planned == 2
    for start in ("2026-02-30", "20260502", "٢٠٢٦-٠٥-٠٢"):
        with pytest.raises(StoreError, match=start):
            events.change(store, longer, start=start)


@SQLITE
def test_an_event_does_not_end_after_today(store):
    """It is half past eleven at night of 5 May in UTC, so at some places 6 May already, and nowhere 7 May."""
    token = log.CLOCK.set(lambda: datetime(2026, 5, 5, 23, 30, tzinfo=UTC))
    try:
        for act in (finishing.finish, lambda s, k, day: finishing.end_early(s, k, 1, day)):
            key = club_event(store, 2, 1 if act is finishing.finish else 2)
            typed(store, key, (1, 2), codes="1")
            before = every_row(store)
            for day in ("2026-05-07", "2999-01-01"):
                with pytest.raises(StoreError, match=f"cannot have ended on {day}, .* today is 2026-05-05; write"):
                    act(store, key, day)
            assert every_row(store) == before
            act(store, key, "2026-05-06")
    finally:
        log.CLOCK.reset(token)
    assert events.listing(store)["ended"].tolist() == ["2026-05-06", "2026-05-06"]


@SQLITE
def test_a_game_that_becomes_a_forfeit_does_not_count_and_comes_back(store, club):
    """Second Cup has one game: as a forfeit nobody has a row any more; corrected back, the rows are as at first."""
    rows = ratings.member_rows(store)
    finishing.correct(store, SECOND, 1, 1, "-", "nobody had come")
    assert set(ratings.member_rows(store)["event"]) == {FIRST}
    assert len(ratings.changes(store, SECOND)) == 0 and len(ratings.changes(store, SECOND, 1)) == 2
    assert ratings.rating_list(store)["rating"][club["cy"]] == 1780
    finishing.correct(store, SECOND, 1, 1, "1", "they had")
    pd.testing.assert_frame_equal(ratings.member_rows(store).drop(columns="edition"), rows.drop(columns="edition"))
    assert finishing.final(store, SECOND).attrs["editions"] == 3


@SQLITE
def test_who_may(store, club):
    arbiter, administrator, stranger = someone(store, "arbiter"), someone(store, "administrator"), someone(store)
    single = rated_club.play(someone(store, name="C. Maker"), SECOND, {"ada": None, "cy": None}, kind="single", finish=False)
    with reading(store.engine) as connection:
        creator = connection.execute(select(schema.person.c.id).where(schema.person.c.name == "C. Maker")).scalar_one()
    maker = store.seen_by(chessdash.store.access.Viewer(creator, "C. Maker"))
    before = every_row(store)
    for who in (arbiter, stranger, store.seen_by(chessdash.store.access.VISITOR), maker):
        for key in (FIRST, single) if who is not maker else (FIRST,):
            for act in (finishing.finish, lambda s, k: finishing.end_early(s, k, 1), _corrected):
                with pytest.raises(AccessError):
                    act(who, key)
    assert every_row(store) == before
    finishing.finish(maker, single, "2026-04-01")
    _corrected(maker, single)
    _corrected(administrator, FIRST)
    assert finishing.final(store, single).attrs["editions"] == finishing.final(store, FIRST).attrs["editions"] == 2


def _corrected(store: Store, key: str) -> None:
    finishing.correct(store, key, 1, 1, "=", "a draw")


def test_the_later_of_two_corrections_is_told_of_the_first(store, club):
    """Both have seen 1-0; the first makes it a draw, and the second learns by whom before the board is changed again."""
    seen = int(results.board_view(store, FIRST, 1).set_index("board").at[1, "version"])
    finishing.correct(someone(store, "administrator", "B. Faster"), FIRST, 1, 1, "=", "a draw", version=seen)
    before = every_row(store)
    with pytest.raises(StoreError) as raised:
        finishing.correct(store, FIRST, 1, 1, "0", "Black won", version=seen)
    assert "B. Faster changed board 1 of round 1" in str(raised.value) and "½-½" in str(raised.value)
    assert "\n" not in str(raised.value) and every_row(store) == before
    now = int(results.board_view(store, FIRST, 1).set_index("board").at[1, "version"])
    finishing.correct(store, FIRST, 1, 1, "0", "Black won", version=now)
    finishing.correct(store, FIRST, 1, 1, "1", "whatever was there")  # without a version the last one wins
    assert finishing.final(store, FIRST).attrs["editions"] == 4


@SQLITE
@pytest.mark.parametrize("version", [-1, 1.5, "1", True, 2**40])
def test_a_version_is_a_whole_number(store, club, version):
    with pytest.raises(StoreError, match="needs the version"):
        finishing.correct(store, FIRST, 1, 1, "=", "a draw", version=version)


# Ending early


def two_of_five(store: Store) -> str:
    """A Swiss of five rounds after two: 2 has a bye asked for in round 4, 5 withdraws from round 4 on, 6 comes in round 4."""
    key = club_event(store, 6, 5, rated=False)
    entries.set_first_round(store, key, 6, 4)
    typed(store, key, (1, 2), (3, 4), byes={5: "U"}, codes="1=")
    typed(store, key, (1, 3), (2, 5), byes={4: "U"}, codes="0+")
    from chessdash.store.editing import set_bye

    set_bye(store, key, 4, 2, "H")
    withdrawal.withdraw(store, key, 5, 3)
    typed(store, key, (1, 4), (2, 3), byes={5: "U"})
    return key


def test_the_end_is_what_was_shown(store):
    """Round 3 is published without a result, one player would have come later, one has a bye and one leaves later."""
    key = two_of_five(store)
    shown = finishing.early_end(store, key)
    effects = shown.effects.set_index("effect")["n"].to_dict()
    assert shown.round == 2 and shown.offered and not shown.blocked
    assert effects == {
        "rounds_planned": 2, "results_exist": 0, "rounds_deleted": 3, "byes_lapse": 1, "withdrawals_undone": 1,
        "late_entries_leave": 1,
    }  # fmt: skip
    finishing.end_early(store, key, 2, "2026-05-05", "The hall was needed.")
    ended = store.tournament(key)
    assert (ended.rounds_planned, ended.rounds_played, ended.size) == (2, 2, 5)
    frames = (shown.tournament, ended)
    for table in ("players", "results"):
        left, right = (getattr(one, table) for one in frames)
        common = [name for name in left.columns if name in right.columns]
        assert len(common) > 3
        pd.testing.assert_frame_equal(left[common], right[common], check_dtype=False)
    assert shown.tournament.sheet.records == ended.sheet.records
    same_table(finishing.final(store, key), shown.tournament)
    same_table(finishing.final(store, key), ended)
    for table in (schema.round_, schema.board, schema.bye):
        assert {row["round"] for row in every_row(store, table)} <= {1, 2}
    assert [row["withdrawn_after"] for row in every_row(store, schema.entry)] == [None] * 5
    listing = events.listing(store).iloc[0]
    assert (listing["state"], listing["ended"], listing["planned"]) == ("finished", "2026-05-05", 2)
    assert logged(store, "ended_early", "round_removed", "bye", "withdrawn", "entry_removed") == [
        ("Owner", "round 4, 2 P02", "", "H"),
        ("Owner", "5 P05", "", "3"),
        ("Owner", "", "5", "2"),
        ("Owner", "round 3", "1-4 2-3 5U", ""),
        ("Owner", "round 4, 2 P02", "H", ""),
        ("Owner", "5 P05", "3", ""),
        ("Owner", "6 P06", "4", ""),
    ]
    with reading(store.engine) as connection:
        why = connection.execute(select(schema.log.c.reason).where(schema.log.c.what.in_(("round_removed", "entry_removed"))))
        assert set(why.scalars()) == {"The event ended after round 2."}
    with pytest.raises(StoreError, match="Test"):
        finishing.end_early(store, key, 1)


@SQLITE
def test_ends_that_are_blocked_are_named_and_change_nothing(store):
    """After round 1 round 2 has results, round 3 has open boards, others are not there."""
    key = two_of_five(store)
    before = every_row(store)
    for round in (1, 3, 4, 0, -1, 99, True, 10**30):
        with pytest.raises((StoreError, DataError)) as raised:
            finishing.end_early(store, key, round)
        assert "\n" not in str(raised.value) and len(str(raised.value)) > 20
        assert every_row(store) == before


@SQLITE
def test_a_round_that_has_begun_is_completed_first(store):
    key = two_of_five(store)
    play(store, key, 3, {1: "1"})
    before = every_row(store)
    with pytest.raises(StoreError, match=r"board 2|P02"):
        finishing.end_early(store, key, 2)
    assert every_row(store) == before
    play(store, key, 3, {2: "0"})
    finishing.end_early(store, key, 3)
    assert store.tournament(key).rounds_planned == 3


@SQLITE
def test_a_round_robin_does_not_end_early(store):
    key = club_event(store, 4, 3, system="round-robin", rated=False)
    rounds.pair_round(store, key)
    rounds.publish(store, key, 1)
    play(store, key, 1, "11")
    before = every_row(store)
    with pytest.raises(StoreError):
        finishing.end_early(store, key, 1)
    assert every_row(store) == before


@SQLITE
def test_an_early_end_without_a_rating_of_a_member_does_nothing(store):
    """What finishing refuses an early end refuses, and the rounds stay."""
    number = members.add_member(store, "New, Nel")
    key = club_event(store, 3, 4)
    entries.add_entries(store, key, [{"member": number}])
    typed(store, key, (1, 2), (3, 4), codes="11")
    before = every_row(store)
    with pytest.raises(StoreError, match="New, Nel"):
        finishing.end_early(store, key, 1)
    assert every_row(store) == before


# At the same moment


def test_corrections_finishes_and_initial_ratings_at_once(store, club):
    """Four people at once, each in an own connection: nobody is refused, and the ratings are those of a fresh computation."""
    url = store.engine.url.render_as_string(hide_password=False)
    third = rated_club.play(store, SECOND, club, finish=False)
    wrong: list[str] = []

    def act(*steps: Any) -> None:
        own = open_store(url, local=True)
        ready.wait()
        for step in steps:
            try:
                step(own)
            except ChessdashError as error:
                wrong.append(str(error))
        own.close()

    tasks = [
        [lambda s, c=c: finishing.correct(s, FIRST, 1, 1, c, "again") for c in "=010"],
        [lambda s, c=c: finishing.correct(s, SECOND, 1, 1, c, "again") for c in "=10="],
        [lambda s, r=r: members.set_initial(s, club["ada"], "standard", r) for r in (2010, 2020, 2030, 2040)],
        [lambda s: finishing.finish(s, third, "2026-04-01")],
    ]
    ready = threading.Barrier(len(tasks))
    threads = [threading.Thread(target=act, args=steps) for steps in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert wrong == []
    assert ratings.recompute_all(store, "standard") == 0
    assert finishing.final(store, FIRST).attrs["editions"] == finishing.final(store, SECOND).attrs["editions"] == 5
    assert events.listing(store).set_index("key").at[third, "finished_as"] == 3


def test_a_board_that_contradicts_itself_is_open(store):
    """Both claim the win, which the file's own table counts as no result; entered anew the event can be finished."""
    key = save(store, prepare(store, event(["2000 2w1 3b1", "1900 1b1 4w1", "1800 4w1 1w0", "1700 3b0 2b0"])), accept_faults=True)
    items = finishing.checklist(store, key).set_index("item")
    assert items.loc["results", "n"] == 1 and not items.loc["results", "done"]
    with pytest.raises(StoreError, match="board 1"):
        finishing.finish(store, key)
    play(store, key, 1, {1: "="})
    finishing.finish(store, key)
    assert store.tournament(key).crosstable.score.tolist() == [1.5, 1.5, 1, 0]


@pytest.mark.parametrize("gone", [None, 0, 1], ids=["plays", "leaves at once", "never comes"])
@pytest.mark.parametrize("first", [2, 3, 4])
def test_whoever_would_have_joined_after_an_early_end_leaves(store, first, gone):
    """The round after the end too, of which no file says that somebody joins in it; one who withdrew before joining as well."""
    key = club_event(store, 4, 4)
    typed(store, key, (1, 2), (3, 4), codes="10")
    late = entries.add_entry(store, key, "Late, Lia", first_round=first)
    if gone is not None:
        withdrawal.withdraw(store, key, late, after=first - gone)
    effects = finishing.early_end(store, key, 1).effects.set_index("effect")
    assert effects.equals(end_after(store.tournament(key), 1).effects.set_index("effect"))  # what What if shows
    assert effects.loc["late_entries_leave", "n"] == 1
    assert effects.loc["late_entries_leave", "detail"] == f"Late, from round {first}"
    assert effects.loc[["byes_lapse", "withdrawals_undone"], "n"].tolist() == [0, 0]
    finishing.end_early(store, key, 1)
    assert finishing.final(store, key).index.tolist() == [1, 4, 2, 3]  # two have won, two have lost; by rating
    assert late not in store.tournament(key).players.index
