"""Finish and Club, on a small club of their own: what is offered to whom, and that a press does what it says."""

from datetime import timedelta, timezone
from html import unescape

import pytest

from chessdash.display.club import log_table, moment
from chessdash.store import entries, events, finishing, log, members, ratings
from chessdash.store.connect import writing
from chessdash.store.schema import person
from chessdash.text import say
from tests import rated_club
from tests.pages.opened import PAGES, texts, trf
from tests.rated_club import FIRST, SECOND
from tests.store.clubs import club_event, someone, typed


@pytest.fixture
def store(own_store):
    """A club with one finished event and one that runs, two of its three rounds played."""
    ids = rated_club.people(own_store)
    rated_club.play(own_store, FIRST, ids)
    rated_club.play(own_store, SECOND, ids, finish=False)
    key = club_event(own_store, 4, 3, rated=False)
    typed(own_store, key, (1, 2), (3, 4), codes="1=")
    return own_store


def test_finish_says_what_is_open_and_its_button_waits(page, store):
    at = page("finish", event="test")
    assert "2, 3" in texts(at)
    at.checkbox(key="finish sure test").check().run()
    assert at.button(key="finish_now").disabled
    assert events.listing(store).set_index("key").at["test", "state"] == "running"


def test_finishing_by_the_button(page, store):
    at = page("finish", event=SECOND)
    assert at.button(key="finish_now").disabled
    at.checkbox(key=f"finish sure {SECOND}").check().run()
    at.button(key="finish_now").click().run()
    assert not at.exception
    assert events.listing(store).set_index("key").at[SECOND, "state"] == "finished"
    assert "Second Cup" in texts(at) and len(ratings.changes(store, SECOND)) == 2


def test_ending_early_by_the_button(page, store):
    at = page("finish", event="test")
    assert at.button(key="finish_early").disabled
    at.checkbox(key="early sure test").check().run()
    at.button(key="finish_early").click().run()
    assert not at.exception
    row = events.listing(store).set_index("key").loc["test"]
    assert (row["state"], row["planned"]) == ("finished", 1)


def test_a_correction_by_the_button_and_both_tables(page, store):
    at = page("finish", event=FIRST)
    assert at.button(key="correct_now").disabled
    at.segmented_control(key=f"correct code {FIRST} 1 1 1").set_value("=").run()
    at.text_input(key=f"correct reason {FIRST} 1 1 1").set_value("a draw, both say").run()
    at.button(key="correct_now").click().run()
    assert not at.exception
    assert finishing.final(store, FIRST).attrs["editions"] == 2
    assert at.text_input(key=f"correct reason {FIRST} 2 1 1").value == "", "the form is empty again"
    assert at.selectbox(key=f"correct board {FIRST} 2 1").options[0].endswith("½-½")
    assert at.selectbox(key=f"edition {FIRST}").options[-1] != at.selectbox(key=f"edition {FIRST}").options[0]
    at.selectbox(key=f"edition {FIRST}").select(1).run()
    assert not at.exception


def test_a_correction_of_what_somebody_else_has_corrected_is_refused_once(page, store):
    """The form keeps what was typed, says by whom the board was changed, and the second press is against what it is now."""
    at = page("finish", event=FIRST)
    at.segmented_control(key=f"correct code {FIRST} 1 1 1").set_value("0").run()
    finishing.correct(someone(store, "administrator", "B. Faster"), FIRST, 1, 1, "=", "a draw, both say")
    at.text_input(key=f"correct reason {FIRST} 1 1 1").set_value("Black won").run()
    at.button(key="correct_now").click().run()
    assert not at.exception and "B. Faster changed board 1 of round 1 in the meantime and it is ½-½ now" in texts(at)
    assert finishing.final(store, FIRST).attrs["editions"] == 2
    assert at.text_input(key=f"correct reason {FIRST} 1 1 1").value == "Black won"
    at.button(key="correct_now").click().run()
    assert not at.exception and finishing.final(store, FIRST).attrs["editions"] == 3
    assert at.selectbox(key=f"correct board {FIRST} 2 1").options[0].endswith("0-1")


def test_a_member_is_added_on_the_page_and_9999_is_refused(page, store):
    at = page("club")
    before = len(members.members(store))
    for rating, n in ((9999, 0), (1700, 1)):
        at.text_input(key="name None 0").set_value("New, Nel")
        at.number_input(key="initial None 0 standard").set_value(rating)
        at.button[0].click().run()
        assert not at.exception
        assert len(members.members(store)) == before + n
        empty = [one.value for one in at.text_input if one.key.startswith("name None")]
        assert empty == ([""] if n else ["New, Nel"]), "what was refused stays written"
        assert ("3500" in texts(at)) == (not n)
    assert members.members(store)["standard"].max() == 2000


def test_a_changed_initial_rating_says_how_many_ratings_follow(page, store):
    """As many as the rows of the one finished event that are different afterwards: the member's and the opponents'."""
    at = page("club")
    number = at.selectbox(key="member_pick").value
    before = ratings.changes(store, FIRST)
    at.number_input(key=f"initial {number} 0 standard").set_value(1234)
    at.text_input(key=f"reason {number} 0 0").set_value("a slip")
    next(one for one in at.button if one.label == say("member_save")).click().run()
    assert not at.exception
    assert members.members(store).at[number, "standard"] == 1234
    n = int((before != ratings.changes(store, FIRST)).any(axis=1).sum())
    assert n >= 2 and f"is saved. {say('members_recomputed', n=n)}" in texts(at)
    assert at.text_input(key=f"reason {number} 0 1").value == ""


def opened_tab(at, tab):
    at.session_state["club_tab"] = say(tab)
    return at.run()


def test_an_event_is_made_and_its_settings_change_while_it_runs(page, store):
    """What is refused stays written; a number of rounds below those that are made is not offered."""
    at = opened_tab(page("club"), "tab_club_events")
    make = next(one for one in at.button if one.label == say("event_create"))
    at.number_input(key="event planned new 0").set_value(5)
    make.click().run()
    assert "An event needs a name." in texts(at) and at.number_input(key="event planned new 0").value == 5
    at.text_input(key="event name new 0").set_value("<b>Club</b> Night")
    next(one for one in at.button if one.label == say("event_create")).click().run()
    assert not at.exception
    made = events.listing(store).set_index("name").loc["<b>Club</b> Night"]
    assert made["planned"] == 5 and "<b>Club" not in texts(at)
    assert at.text_input(key="event name new 1").value == "", "the form is empty again"

    typed(store, "test", (1, 3), (2, 4))
    assert not any(f"({FIRST})" in option for option in at.selectbox(key="event_pick").options), "it is finished"
    at.selectbox(key="event_pick").set_value("test").run()
    assert at.number_input(key="event planned test 1").min == 2, "two rounds are made"
    at.text_input(key="event order test 1").set_value("sb, bh")
    next(one for one in at.button if one.label == say("event_save")).click().run()
    assert not at.exception
    assert store.tournament("test").info["order"] == ("SB", "BH")
    assert at.text_input(key="event order test 2").value == "SB,BH"


def test_the_log_names_events_and_members_in_the_time_of_the_reader(store):
    """A row without an event or a person is not "nan" of either."""
    listed = events.listing(store)
    frame = log.newest(store, 200)
    assert frame["event"].isna().any(), "members were added"
    made = log_table(
        frame,
        events=dict(zip(listed["key"], listed["name"], strict=True)),
        members=members.members(store),
        zone=timezone(timedelta(hours=14)),
    )
    every = [text for row in made.rows for cell in row.cells for text in (cell.text, cell.below)]
    assert not {"nan", "None", FIRST} & {part for text in every for part in text.split(", ")}
    name = str(members.members(store)["name"].iloc[0])
    assert any(text == f"{name}, standard" for text in every) and any(text.startswith("First Cup") for text in every)
    assert moment("2026-12-31T10:30:00Z", timezone(timedelta(hours=14))) == "1 Jan 2027, 00:30"


def test_a_role_is_shown_before_it_is_given(page, store):
    at = opened_tab(page("club"), "tab_people")
    choice = next(one for one in at.selectbox if one.key.startswith("role "))
    assert choice.value == "owner" and at.button(key="role_save").disabled
    choice.set_value("").run()
    at.button(key="role_save").click().run()
    assert not at.exception
    assert members.people(store)["role"].tolist() == ["owner"], "the last owner stays"


def test_an_order_is_adopted_on_compare_and_said_to_be_the_events(page, store):
    typed(store, "test", (1, 3), (2, 4), codes="1=")
    at = page("compare", event="test")
    assert say("adopt_is") in [one.value for one in at.caption]
    choice = at.selectbox(key="adopt_order")
    other = next(order for order in choice.options if order != choice.options[0])
    choice.set_value(other.replace(", ", ",")).run()
    assert say("adopt_begun") in [one.value for one in at.caption]
    at.button(key="adopt_set").click().run()
    assert not at.exception
    assert ", ".join(store.tournament("test").info["order"]) == other
    assert log.newest(store)["what"].iloc[0] == "event_tie_breaks"
    assert say("adopt_is") in [one.value for one in at.caption] and not [one for one in at.button if one.key == "adopt_set"]


@pytest.mark.parametrize("tab", ["tab_club_events", "tab_people", "tab_log", "tab_settings"])
def test_every_tab_opens(page, store, tab):
    at = opened_tab(page("club"), tab)
    assert not at.exception
    wanted = {"tab_people": "Owner", "tab_log": "First Cup", "tab_settings": "", "tab_club_events": ""}[tab]
    assert wanted in texts(at) or len(log.newest(store)) == 0


REFUSED = {
    "finish": "No event is yours to finish",
    "club": "The club's pages are for its organisers",
    "results": "Results are entered by the organisers of an event",
}


@pytest.mark.parametrize("name", REFUSED)
def test_hosted_a_visitor_is_told_who_may_and_the_way_out(page, monkeypatch, name):
    """The page is not in the navigation; whoever has its address gets its own sentence instead of another page."""
    monkeypatch.setenv("CHESSDASH_MODE", "hosted")
    at = page(name)
    assert REFUSED[name] in unescape(texts(at))
    assert [one.proto.label for one in at.get("page_link")] == ["To the events"]
    assert not at.button and not at.selectbox and not at.text_input and not at.tabs


@pytest.fixture
def without_role(store):
    """Whoever looks has no role any more, and somebody else is owner; what they made before stays theirs."""

    def taken(role=None):
        someone(store, "owner", "B. Owner")
        with writing(store.engine) as connection:
            connection.execute(person.update().where(person.c.id == store.viewer.person).values(role=role))

    return taken


def labels(at):
    return [tab.label for tab in at.tabs]


def test_whoever_has_no_role_makes_a_single_event_and_leads_it(page, store, without_role):
    """Club has their events and the log of these; nothing of the club's members, people and settings."""
    without_role()
    at = page("club")
    assert {"Events", "Log"} <= set(labels(at)) and not {"Members", "Roles", "Settings"} & set(labels(at))
    assert "0 single events are yours" in texts(at)
    assert at.selectbox(key="kind 0 chess").options == ["single, never rated"]
    assert "No running event is yours to change" in texts(at)
    assert "You have no event yet" in texts(opened_tab(at, "tab_log"))
    opened_tab(at, "tab_club_events")
    at.text_input(key="event name new 0").set_value("My single")
    next(one for one in at.button if one.label == say("event_create")).click().run()
    assert not at.exception and "1 single event is yours" in texts(at)
    assert events.listing(store).set_index("key").at["my-single", "kind"] == "single"
    assert at.selectbox(key="event_pick").options == ["My single  (my-single)"]
    at.number_input(key="event planned my-single 1").set_value(4)
    next(one for one in at.button if one.label == say("event_save")).click().run()
    assert not at.exception and store.tournament("my-single").rounds_planned == 4
    opened_tab(at, "tab_log")
    assert not at.exception and at.selectbox(key="log_event").options == ["My single  (my-single)"]
    assert "event created" in texts(at) and "planned rounds" in texts(at) and "First Cup" not in texts(at)
    at = page("results", event="my-single", view="players")
    assert "Add guests; members of the club are added by its organisers." in texts(at)
    at.text_input(key="guest_name").set_value("Guest, Gust")
    at.number_input(key="guest_rating").set_value(1650)
    at.button(key="guest_add").click().run()
    assert not at.exception
    found = store.tournament("my-single").players
    assert (found["name"].tolist(), found["rating"].tolist()) == (["Guest, Gust"], [1650])
    assert not [one for one in at.button if one.key == "results_members_add"]


def test_an_arbiter_has_the_log_and_a_single_event_of_their_own(page, store, without_role):
    without_role("arbiter")
    at = page("club")
    assert {"Events", "Log"} <= set(labels(at)) and not {"Members", "Roles", "Settings"} & set(labels(at))
    assert at.selectbox(key="kind 0 chess").options == ["single, never rated"]
    assert "No running event is yours to change" in texts(at)
    opened_tab(at, "tab_log")
    assert not at.exception and "First Cup" in texts(at)


def test_whoever_has_no_role_saves_a_file_as_a_single_event_only(app, store, without_role):
    without_role()
    at = app.run()
    at.file_uploader[0].set_value([("cup.trf", trf("Own Cup", ["A", "B", "C", "D"]), "")]).run()
    next(one for one in at.button if one.label == "Save in the club").click().run()
    assert not at.exception and at.selectbox(key="import_kind").options == ["single, never rated"]
    at.button(key="import_save").click().run()
    assert not at.exception
    assert events.listing(store).set_index("key").at["own-cup", "kind"] == "single"


def test_finish_says_what_becomes_of_ratings(page, store):
    """Second Cup is rated; test is a club event that is not, and a single event never is."""
    single = events.create(store, "Single", kind="single", planned=1)
    for key, code in ((SECOND, "finish_sure"), ("test", "finish_sure_unrated"), (single, "finish_sure_unrated")):
        at = page("finish", event=key)
        assert at.checkbox(key=f"finish sure {key}").label == say(code)
    entries.add_entries(store, single, [{"name": "A"}, {"name": "B"}])
    typed(store, single, (1, 2), codes="1")
    finishing.finish(store, single)
    for key, code in ((FIRST, "correct_note"), (single, "correct_note_unrated")):
        assert say(code) in [one.value for one in page("finish", event=key).caption]


def test_a_file_that_was_opened_on_events_is_saved_in_the_club(app, store, monkeypatch):
    """Its button leads to the part of Club that shows faults and members first; visitors do not have it."""
    at = app.run()
    at.file_uploader[0].set_value([("cup.trf", trf("Own Cup", ["A", "B", "C", "D"]), "")]).run()
    (button,) = [one for one in at.button if one.label == "Save in the club"]
    button.click().run()
    assert not at.exception and "cup\\.trf, opened on Events." in [one.value for one in at.caption]
    assert "own-cup" not in events.listing(store)["key"].tolist()  # nothing is saved yet
    at.button(key="import_save").click().run()
    assert not at.exception and "own-cup" in events.listing(store)["key"].tolist()
    assert "Standings of this event" in [one.proto.label for one in at.get("page_link")]
    at.switch_page(str(PAGES / "events.py")).run()
    next(one for one in at.button if one.label == "Save in the club").click().run()
    assert "The club has this event already, as own-cup" in texts(at)
    assert at.button(key="import_save").disabled
    at.switch_page(str(PAGES / "club.py"))
    for press in (True, False):
        at.session_state["club_tab"], at.session_state["club_events_tab"] = say("tab_club_events"), say("event_import")
        at.run()
        if press:
            next(one for one in at.checkbox if one.label == "Save it a second time").check()
    assert not at.button(key="import_save").disabled
    monkeypatch.setenv("CHESSDASH_MODE", "hosted")
    at.switch_page(str(PAGES / "events.py")).run()
    assert not [one for one in at.button if one.label == "Save in the club"]
