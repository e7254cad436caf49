"""Army games on Club, Results and Finish, from the form that makes one to its corrected table."""

import pytest

from chessdash.store import army_games, events, finishing
from chessdash.text import say
from tests.pages.opened import texts
from tests.store.clubs import club_event, typed


@pytest.fixture
def store(own_store):
    """A club with an army game of four whose two rounds were all drawn: four points level, two a piece, schedules too."""
    key = club_event(own_store, 4, 2, game="army")
    typed(own_store, key, (1, 2), (3, 4), codes="==")
    typed(own_store, key, (1, 3), (2, 4), codes="==")
    return own_store


def pressed(at, label):
    """Presses the button of this label."""
    next(one for one in at.button if one.label == label).click().run()
    assert not at.exception


def club_events(page):
    """Club with its events open."""
    at = page("club")
    at.session_state["club_tab"] = say("tab_club_events")
    return at.run()


def captions(at):
    return " ".join(one.value for one in at.caption)


def fields(at):
    """The fields of army points, by the start number."""
    return {int(one.label.split()[0]): one for one in at.number_input if one.key.startswith("army points")}


def test_an_army_game_is_made_by_the_form(page, store):
    at = club_events(page)
    assert {one.label for one in at.selectbox} >= {"System"}
    at.segmented_control(key="event game 0").set_value("army").run()
    assert "System" not in {one.label for one in at.selectbox}
    assert "It changes no rating." in captions(at)
    assert at.number_input(key="event planned new 0 8").value == 3
    at.number_input(key="event expected 0").set_value(17).run()
    assert at.number_input(key="event planned new 0 17").value == 5  # 17 to 32 players
    at.text_input(key="event name new 0").set_value("Army night")
    pressed(at, "Make it")
    row = events.listing(store).set_index("key").loc["army-night"]
    assert (row["planned"], bool(row["rated"]), row["kind"]) == (5, False, "club")
    assert events.tournament(store, "army-night").order == ("OTHER_SOS", "OTHER_ARMY")


def test_army_points_are_entered_on_results_and_settle_first_place(page, store):
    at = page("results", event="test", view="players")
    assert [one.value for one in fields(at).values()] == [None] * 4
    fields(at)[3].set_value(12.5)
    fields(at)[1].set_value(7)
    pressed(at, "Save")
    assert army_games.army_points(store, "test")["points"].dropna().to_dict() == {1: 7, 3: 12.5}
    assert "The army points of 2 players are saved." in texts(at)
    fields(at)[1].set_value(None)
    pressed(at, "Save")
    assert army_games.army_points(store, "test")["points"].dropna().to_dict() == {3: 12.5}


def test_an_event_of_chess_has_no_army_points(page, store):
    key = club_event(store, 4, 2)
    at = page("results", event=key, view="players")
    assert not fields(at) and "Player" in texts(at)
    finishing_page = page("finish", event=key)
    assert not fields(finishing_page)


def test_finish_says_what_is_missing_and_finishes_all_the_same(page, store):
    at = page("finish", event="test")
    assert "those of 4 players are missing" in texts(at) and "no rating changes" in {one.label for one in at.checkbox}.pop()
    at.checkbox(key="finish sure test").check().run()
    at.button(key="finish_now").click().run()
    assert finishing.final(store, "test")["rank"].tolist() == [1, 1, 1, 1]


def test_army_points_are_corrected_on_finish(page, store):
    army_games.set_army_points(store, "test", {1: 4, 2: 3, 3: 2, 4: 1})
    finishing.finish(store, "test")
    at = page("finish", event="test")
    assert "Its rating changes" not in texts(at)
    fields(at)[4].set_value(5)
    pressed(at, "Correct army points")
    assert "needs a reason" in texts(at) and fields(at)[4].value == 5
    next(one for one in at.text_input if one.key.startswith("army reason")).set_value("counted again")
    pressed(at, "Correct army points")
    assert "Corrected: the army points of 1 player." in texts(at)
    assert finishing.final(store, "test").index.tolist() == [4, 1, 2, 3]


def test_the_event_that_is_shown_on_finish_stays_where_another_has_its_name(page, store):
    """A list of choices tells them by their words: two events of one name would be one."""
    club_event(store, 2, 1, game="army")
    at = page("finish", event="test")
    at.checkbox(key="finish sure test").check().run()
    assert at.selectbox(key="finish_event").value == "test"
    assert len(set(at.selectbox(key="finish_event").options)) == 2


def test_settings_of_an_army_game_have_no_choice_of_ratings(page, store):
    key = events.create(store, "Chess", planned=3)
    at = club_events(page)
    at.session_state["club_events_tab"] = say("event_change")
    at.run()
    at.selectbox(key="event_pick").set_value("test").run()
    assert "An army game: it changes no rating." in captions(at)
    at.selectbox(key="event_pick").set_value(key).run()
    next(one for one in at.checkbox if one.key.startswith(f"event rated {key}")).uncheck()
    next(one for one in at.button if one.label == "Save").click().run()
    assert not events.listing(store).set_index("key").at[key, "rated"]
