"""Army games in the club: nobody's rating changes by one, however it came to be; army points, entered and corrected."""

from dataclasses import replace

import numpy as np
import pytest
from sqlalchemy import update

import chessdash
from chessdash import Tournament, army
from chessdash.errors import AccessError, StoreError
from chessdash.store import army_games, editing, entries, events, finishing, importing, members, ratings, schema
from chessdash.store.connect import writing
from chessdash.whatif.playing import plan
from tests.store.clubs import club_event, logged, someone, typed

POINTS = {"win": 3, "draw": 1, "loss": 0, "pab": 3}
NEVER = ("Owner", "", "True", "False")


def people(store):
    """Three members with the same initial rating, 1800."""
    return [members.add_member(store, f"P{no}", initial={"standard": 1800}) for no in (1, 2, 3)]


def now(store, *ids):
    return ratings.rating_list(store)["rating"].loc[list(ids)].tolist()


def rated(store, key):
    return bool(events.listing(store).set_index("key").at[key, "rated"])


def played(store, key, ids):
    """One round: 1 beats 2, 3 has the bye."""
    entries.add_entries(store, key, [{"member": one} for one in ids])
    typed(store, key, (1, 2), byes={3: "U"}, codes="1")


def test_an_event_that_is_made_as_an_army_game_changes_no_rating(store):
    ids = people(store)
    key = events.create(store, "Army night", planned=4, scoring=POINTS, tie_breaks="OTHER_SOS,OTHER_ARMY")
    assert not rated(store, key)
    assert logged(store, "event_rated") == [NEVER]
    played(store, key, ids)
    finishing.end_early(store, key, 1)
    assert ratings.basis(store, key) is None
    assert len(ratings.changes(store, key)) == 0 and now(store, *ids) == [1800, 1800, 1800]


def test_an_army_game_that_is_imported_changes_no_rating(store):
    ids = people(store)
    incoming = importing.prepare(store, army.empty_event(["P1", "P2", "P3"], name="Army night"))
    assert incoming.settings["rated"] is False
    key = importing.save(store, incoming, members=dict(enumerate(ids, 1)))
    assert not rated(store, key)
    assert logged(store, "event_rated") == [("Owner", "", "", "False")]
    typed(store, key, (1, 2), byes={3: "U"}, codes="1")
    finishing.end_early(store, key, 1)
    assert len(ratings.changes(store, key)) == 0 and now(store, *ids) == [1800, 1800, 1800]


def test_an_army_game_by_its_type_alone_has_the_tie_breaks_of_one(store):
    """The file says what it is and names no order; settings that name none give it the same one again."""
    empty = army.empty_event(["A", "B"], name="Army night")
    info = {name: value for name, value in empty.sheet.info.items() if name != "order"}
    bare = chessdash.Tournament(replace(empty.sheet, info=info))
    key = importing.save(store, importing.prepare(store, bare))
    assert events.tournament(store, key).order == ("OTHER_SOS", "OTHER_ARMY")
    events.change(store, key, tie_breaks="")
    assert events.tournament(store, key).order == ("OTHER_SOS", "OTHER_ARMY")


def test_an_event_that_becomes_an_army_game_is_rated_no_longer(store):
    """3-1-0 alone is football's count for a game of chess too: such an event is rated until its order begins with OTHER_SOS."""
    ids = people(store)
    key = events.create(store, "Three points", planned=1, scoring=POINTS)
    assert rated(store, key)
    played(store, key, ids)
    events.change(store, key, tie_breaks="OTHER_SOS")
    assert not rated(store, key)
    assert logged(store, "event_rated") == [NEVER]
    with pytest.raises(StoreError, match=r"Three points is an army game .* never rated"):
        events.change(store, key, rated=True)
    finishing.finish(store, key)
    assert now(store, *ids) == [1800, 1800, 1800]


def test_an_army_game_that_turns_out_to_be_chess_can_be_rated_again(store):
    key = events.create(store, "Three points", planned=1, scoring=POINTS, tie_breaks="OTHER_SOS")
    events.change(store, key, tie_breaks="BH", rated=True)
    assert rated(store, key)


def test_strength_of_schedule_in_a_game_of_chess_is_rated(store):
    key = events.create(store, "Chess", planned=1, tie_breaks="OTHER_SOS")
    assert rated(store, key) and ratings.basis(store, key) is not None


def made_rated(store, key):
    """As a database has it in which an army game was made before it was known that it is none of chess."""
    with writing(store.engine) as connection:
        connection.execute(update(schema.event).where(schema.event.c.key == key).values(rated=True))


def test_an_army_game_that_was_rated_comes_out_right_at_the_next_recomputation(store):
    """1 beats 2 in each of two events, both 1800 and new (K 40): +20 and -20 in the first that counts."""
    ids = people(store)
    key = events.create(store, "Army night", planned=1, scoring=POINTS)
    played(store, key, ids)
    finishing.finish(store, key)
    assert now(store, *ids) == [1820, 1780, 1800]
    with writing(store.engine) as connection:  # what it is has always stood in its type
        known = schema.event.c.key == key
        connection.execute(update(schema.event).where(known).values(extra={"info": {"type": army.TYPE}}))
    before = events.revision(store, key)
    later = events.create(store, "Chess", planned=1)
    played(store, later, ids)
    finishing.finish(store, later)
    assert now(store, *ids) == [1820, 1780, 1800]
    assert ratings.changes(store, later)["before"].tolist() == [1800, 1800]
    assert len(ratings.changes(store, key)) == 0 and not rated(store, key)
    assert events.revision(store, key) > before
    assert logged(store, "event_rated")[-1][1:] == NEVER[1:]
    assert ratings.recompute_all(store, "standard") == 0


def test_finishing_an_army_game_that_was_rated_changes_no_rating(store):
    """Nor does it ask for initial ratings: 3 has none."""
    ids = [*people(store)[:2], members.add_member(store, "New")]
    key = events.create(store, "Army night", planned=1, scoring=POINTS, tie_breaks="OTHER_SOS")
    made_rated(store, key)
    played(store, key, ids)
    assert "initial" not in finishing.checklist(store, key)["item"].tolist()
    finishing.finish(store, key)
    assert now(store, *ids[:2]) == [1800, 1800] and not rated(store, key)


def test_an_army_game_by_its_name(store):
    key = events.create(store, "Army night", game="army", planned=3)
    found = events.tournament(store, key)
    assert army.is_army(found) and not rated(store, key)
    scoring = found.sheet.scoring
    assert (scoring.win, scoring.draw, scoring.loss, scoring.pab) == (3, 1, 0, 3)
    assert found.order == ("OTHER_SOS", "OTHER_ARMY") and "ARMY" in found.sheet.players
    with pytest.raises(StoreError, match="is a Swiss"):
        events.create(store, "Army night", game="army", system="round-robin")
    with pytest.raises(StoreError, match="chess, army"):
        events.create(store, "Army night", game="go")


# Army points


def army_event(store, players, planned=3):
    return club_event(store, players, planned, game="army")


def points_of(store, key):
    return army_games.army_points(store, key)["points"].tolist()


@pytest.fixture
def tied(store):
    """Four players, three rounds: 1 beats 3, 2 beats 4, then 1 and 2 draw, 3 and 4 too; then 1 beats 4, 2 beats 3.

    Points: 1 and 2 have 3+1+3 = 7, 3 and 4 have 0+1+0 = 1. Schedule: 1 and 2 have met each other (7), 3 and 4
    (1 each), 9; 3 and 4 have met 1 and 2 and each other, 15.
    """
    key = army_event(store, 4)
    typed(store, key, (1, 3), (2, 4), codes="11")
    typed(store, key, (1, 2), (3, 4), codes="==")
    typed(store, key, (1, 4), (2, 3), codes="11")
    return key


def test_army_points_settle_first_place(store, tied):
    assert army_games.set_army_points(store, tied, {1: 4, 2: 12.5, 3: None}) == 2
    assert logged(store, "army_points") == [("Owner", "1 P01", "", "4"), ("Owner", "2 P02", "", "12.5")]
    assert army_games.set_army_points(store, tied, {1: 4.0, 2: 12.5}) == 0
    finishing.finish(store, tied)
    table = finishing.final(store, tied)
    assert table.attrs["order"] == ("PTS", "OTHER_SOS", "OTHER_ARMY")
    assert table.index.tolist()[:2] == [2, 1] and table["rank"].tolist() == [1, 2, 3, 3]
    assert table["OTHER_ARMY"].tolist()[:2] == [12.5, 4]


def test_army_points_that_settle_first_place_are_asked_for_but_not_waited_for(store, tied):
    items = finishing.checklist(store, tied).set_index("item")
    assert items["done"].all()
    assert (
        "those of 2 players are missing: P01 and P02; enter them in the column ARMY. In the club" in items.at["army", "sentence"]
    )
    finishing.finish(store, tied)
    assert finishing.final(store, tied)["rank"].tolist()[:2] == [1, 1]


def test_a_tie_that_outlasts_army_points_proposes_a_round_that_settings_take(store, tied):
    army_games.set_army_points(store, tied, {1: 4, 2: 4})
    items = finishing.checklist(store, tied).set_index("item")
    assert items["done"].all() and items.at["army", "n"] == 1
    assert "a further round 4 is proposed. Set 4 planned rounds in its settings" in items.at["army", "sentence"]
    events.change(store, tied, planned=4)
    assert "1 round has still to be made: 4." in finishing.checklist(store, tied)["sentence"].tolist()
    assert typed(store, tied, (2, 1), (4, 3), codes="11") == 4
    assert finishing.checklist(store, tied)["done"].all()


def test_an_event_that_is_over_says_how_it_ends(store):
    """Round 1: 1 beats 3, 2 beats 4; round 2: 1 beats 2, 3 beats 4. 1 alone is undefeated, two rounds of four are left."""
    key = army_event(store, 4, planned=4)
    typed(store, key, (1, 3), (2, 4), codes="11")
    assert "army" not in finishing.checklist(store, key)["item"].tolist()
    typed(store, key, (1, 2), (3, 4), codes="11")
    items = finishing.checklist(store, key).set_index("item")
    assert items.index.tolist() == ["entries", "army"]
    assert items.at["army", "sentence"] == (
        "The event is over: P01 is the only one undefeated after round 2; no further round is played. P01 is first. "
        "End it early after round 2."
    )
    assert not items.at["army", "done"] and items.at["army", "n"] == 2
    with pytest.raises(StoreError, match="End it early after round 2"):
        finishing.finish(store, key)
    finishing.end_early(store, key, 2)
    assert finishing.final(store, key).index.tolist()[0] == 1


def test_army_points_of_a_finished_event_are_corrected(store, tied):
    finishing.finish(store, tied)
    with pytest.raises(StoreError, match="is finished"):
        army_games.set_army_points(store, tied, {1: 4})
    with pytest.raises(StoreError, match="needs a reason"):
        finishing.correct_army_points(store, tied, {1: 4}, " ")
    with pytest.raises(AccessError):
        finishing.correct_army_points(someone(store, "arbiter"), tied, {1: 4}, "why")
    assert finishing.correct_army_points(store, tied, {1: 4, 2: 3}, "counted again") == 2
    table = finishing.final(store, tied)
    assert table.attrs["editions"] == 2 and table["rank"].tolist()[:2] == [1, 2] and table.index[0] == 1
    assert finishing.correct_army_points(store, tied, {1: 4}, "counted again") == 0
    assert finishing.final(store, tied).attrs["editions"] == 2
    assert logged(store, "army_points")[-1] == ("Owner", "2 P02", "", "3")


def test_army_points_of_a_running_event_are_no_correction(store, tied):
    with pytest.raises(StoreError, match="not finished; enter army points on Results"):
        finishing.correct_army_points(store, tied, {1: 4}, "why")


@pytest.mark.parametrize("given", [-1, "12", True, float("nan"), float("inf"), 10**7])
def test_what_are_no_army_points(store, tied, given):
    with pytest.raises(StoreError, match="The army points of 1 P01 have to be a number from 0 to 1000000"):
        army_games.set_army_points(store, tied, {1: given})
    assert np.isnan(points_of(store, tied)).all()


def test_army_points_are_of_players_of_army_games_and_entered_by_arbiters(store, tied):
    with pytest.raises(StoreError, match="start number 9"):
        army_games.set_army_points(store, tied, {9: 1})
    with pytest.raises(AccessError):
        army_games.set_army_points(someone(store), tied, {1: 1})
    assert army_games.set_army_points(someone(store, "arbiter"), tied, {1: 1}) == 1
    chess = events.create(store, "Chess")
    assert army_games.army_points(store, chess) is None
    with pytest.raises(StoreError, match="Chess is no army game"):
        army_games.set_army_points(store, chess, {})


def test_army_points_of_an_event_whose_file_has_no_such_column(store):
    """The column comes with the first points, and those not given are not known."""
    key = importing.save(store, importing.prepare(store, army.empty_event(["A", "B", "C"], name="Army night")))
    assert np.isnan(points_of(store, key)).all()
    army_games.set_army_points(store, key, {2: 7})
    np.testing.assert_array_equal(events.tournament(store, key).sheet.players["ARMY"], [np.nan, 7, np.nan])
    army_games.set_army_points(store, key, {2: None})
    assert np.isnan(points_of(store, key)).all()


def test_a_column_of_texts_becomes_one_of_numbers_once_all_are_given(store):
    """B's points are a text in the file: they have to be entered too."""
    empty = army.empty_event(["A", "B"], name="Army night")
    sheet = replace(empty.sheet, players={**empty.sheet.players, "army": ["", "7 pts"]})
    key = importing.save(store, importing.prepare(store, chessdash.Tournament(sheet)))
    with pytest.raises(StoreError, match="column army has '7 pts' for 2 B"):
        army_games.set_army_points(store, key, {1: 3})
    army_games.set_army_points(store, key, {1: 3, 2: 7})
    assert events.tournament(store, key).sheet.players["army"].tolist() == [3, 7]


@pytest.mark.parametrize("form", ["trf", "csv", "xlsx", "json", "parquet"])
def test_army_points_go_out_and_come_back(store, tied, tmp_path, form):
    army_games.set_army_points(store, tied, {1: 4, 2: 12.5})
    path = tmp_path / f"army.{form}"
    chessdash.write(events.tournament(store, tied), path)
    again = chessdash.read(path)
    np.testing.assert_array_equal(again.sheet.players["ARMY"], [4, 12.5, np.nan, np.nan])


def test_who_joins_the_next_round_is_still_undefeated(store):
    """After two rounds 1 alone has not lost; whoever comes to round 3 has not either, so that it is played."""
    key = events.create(store, "Army night", game="army", planned=4)
    for no in range(1, 5):
        entries.add_entry(store, key, f"P{no}")
    typed(store, key, (1, 2), (3, 4), codes="11")
    typed(store, key, (1, 3), (2, 4), codes="11")
    assert army.state(store.tournament(key)).over
    late = entries.add_entry(store, key, "Late", first_round=3)
    whole = store.tournament(key)
    assert not army.state(whole).over
    rest = plan(whole, 20).rest
    assert (rest.away[late - 1] == -1).all() and late not in rest.missing


def test_whoever_has_byes_to_the_end_is_not_expected(store):
    """2 asked for no points in every round to come: after round 2 one alone is left undefeated, and the event is over."""
    key = events.create(store, "Army night", game="army", planned=5)
    for no in range(1, 6):
        entries.add_entry(store, key, f"P{no}")
    typed(store, key, (1, 3), (2, 4), byes={5: "U"}, codes="11")
    for round in range(2, 6):
        editing.set_bye(store, key, round, 2, "Z")
    typed(store, key, (1, 5), (3, 4), codes="11")
    assert army.state(store.tournament(key)).over


def test_an_army_game_as_a_round_robin_is_not_told_to_end_early(store):
    """Only a Swiss can be; the list asks for the rounds that are left."""
    whole = army.empty_event(["P1", "P2", "P3", "P4"], name="Army night")
    info = {**whole.sheet.info, "system": "round-robin", "rounds": 3}
    key = store.import_(Tournament(replace(whole.sheet, info=info)))
    typed(store, key, (1, 4), (2, 3), codes="11")
    typed(store, key, (1, 2), (3, 4), codes="11")
    items = finishing.checklist(store, key).set_index("item")
    assert "army" not in items.index and items.loc["rounds", "n"] == 1
