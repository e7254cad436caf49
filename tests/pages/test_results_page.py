"""Results: who may see it, boards as they are stored, changed and in dispute, saving; rounds made and published; players."""

import re
from html import unescape

import pytest
from streamlit.testing.v1 import AppTest

from chessdash.formats import write
from chessdash.formats.ratinglist_store import load_list
from chessdash.store import editing, entries, events, members, open_store, results, rounds
from chessdash.store.connect import writing
from chessdash.store.rights import events_with, may
from chessdash.store.roster import roster
from chessdash.store.schema import event as event_table
from chessdash.store.schema import person
from tests.formats.test_ratinglist_store import listed
from tests.pages.opened import PAGES, shown, texts
from tests.store.clubs import club_event, pairs, play, someone, typed


@pytest.fixture
def club(tmp_path, monkeypatch):
    """An empty club in a file, for its owner; the pages open the same one."""
    url = f"sqlite:///{tmp_path / 'club.db'}"
    monkeypatch.setenv("CHESSDASH_DATABASE", url)
    monkeypatch.delenv("CHESSDASH_MODE", raising=False)
    opened = open_store(url, local=True)
    yield opened
    opened.close()


@pytest.fixture
def running(club):
    """Six players, five rounds; round 1 is played, round 2 published: 1-4, 5-2, 3-6, board 1 won by White; its key."""
    key = club_event(club, 6, 5)
    typed(club, key, (1, 4), (5, 2), (3, 6), codes="1=0")
    typed(club, key, (2, 1), (6, 5), (4, 3))
    play(club, key, 2, {1: "1"})
    return key


@pytest.fixture
def page(app):
    """Opens Results with these parameters of a link."""

    def opened(at=None, **parameters):
        at = at or app
        if not at.title:
            at.run()
        at.switch_page(str(PAGES / "results.py"))
        for name, value in parameters.items():
            at.query_params[name] = value
        return at.run()

    return opened


def said(at: AppTest) -> str:
    """What is written on the page, spaces as one."""
    words = " ".join((texts(at), *(one.value for one in at.caption)))
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", words)).replace("\\", "").replace("\u2060", ""))


def drawn(at: AppTest, key: str, round: int = 2) -> dict[str, dict]:
    """The boards that the browser was given, by number."""
    return {line["key"]: line for line in shown(at, f"results_boards {key} {round}")["lines"]}


def button(at: AppTest, key: str):
    return at.button(key=f"results_{key}")


def codes(store, key: str, round: int = 2) -> str:
    return "".join(results.board_view(store, key, round)["code"])


def draft(store, key: str, board: int, code: str, round: int = 2) -> None:
    """What the page does when a result is pressed."""
    frame = results.board_view(store, key, round).set_index("board")
    results.draft(store, key, round, board, code, int(frame.at[board, "version"]))


# ---- who may


NAVIGATION = """
import streamlit as st
from chessdash.pages import _roles
st.text(" ".join(_roles.pages()))
"""


def organisers_pages() -> list[str]:
    """The pages of organisers that whoever looks has in the navigation."""
    return AppTest.from_string(NAVIGATION, default_timeout=60).run().text[0].value.split()


def test_results_are_in_the_navigation_of_organisers_only(club, running, page, monkeypatch):
    assert page(event=running).title[0].value == "Round 2"
    assert organisers_pages() == ["results", "finish", "club"]
    monkeypatch.setenv("CHESSDASH_MODE", "hosted")
    assert organisers_pages() == []


def test_whoever_has_signed_in_may_make_an_event_and_leads_their_own(club, running):
    """An arbiter enters results and finishes only what is theirs; without a role there is Club alone until there is an event."""
    someone(club, "owner")

    def role(name):
        with writing(club.engine) as connection:
            connection.execute(person.update().where(person.c.id == club.viewer.person).values(role=name))

    role("arbiter")
    assert organisers_pages() == ["results", "club"]
    role(None)
    assert organisers_pages() == ["club"]
    events.create(club, "Own", kind="single", planned=3)
    assert organisers_pages() == ["results", "finish", "club"]


ANYBODY = """
import streamlit as st
from pathlib import Path
folder = Path({folder!r})
st.navigation([st.Page(folder / "results.py", default=True), st.Page(folder / "events.py")]).run()
"""


def test_the_page_itself_gives_a_visitor_a_sentence_and_no_controls(club, running, monkeypatch):
    """Whoever comes to it by another way than the navigation."""
    monkeypatch.setenv("CHESSDASH_MODE", "hosted")
    at = AppTest.from_string(ANYBODY.format(folder=str(PAGES)), default_timeout=60).run()
    assert not at.exception
    assert "Results are entered by the organisers of an event" in said(at)
    assert not at.selectbox and not at.button and not at.get("bidi_component")


def test_a_club_without_events_says_where_to_make_one(club, page):
    assert "There is no event whose results you could enter" in said(page())


def test_events_of_the_same_name_are_told_apart(club, running, page):
    twin = club_event(club, 4, 3)
    at = page(event=twin)
    choice = at.selectbox(key="results_event")
    assert choice.value == twin and set(choice.options) == {f"Test ({running})", f"Test ({twin})"}
    button(at, "pair").click().run()
    assert at.title[0].value == "Round 1" and at.selectbox(key="results_event").value == twin


def test_the_creator_of_a_single_event_has_that_event_only(club, running):
    outsider = someone(club, None, "B. Guest")
    own = events.create(outsider, "Own", kind="single", planned=3)
    assert events_with(outsider, "enter") == [own]
    assert may(outsider, "enter", own) and not may(outsider, "enter", running) and not may(outsider, "enter")
    assert set(events_with(someone(club, "arbiter", "C"), "enter")) == {own, running}
    assert events_with(someone(club, "arbiter", "D"), "finish") == []


def test_running_events_come_before_finished_ones(club, running):
    later = events.create(club, "Later", planned=3, start="2030-01-01")
    with writing(club.engine) as connection:
        connection.execute(event_table.update().where(event_table.c.key == later).values(state="finished"))
    assert events_with(club, "enter") == [running, later]


def test_a_finished_event_has_a_sentence_instead_of_boards(club, running, page):
    with writing(club.engine) as connection:
        connection.execute(event_table.update().values(state="finished"))
    at = page(event=running)
    assert "Test is finished" in said(at) and "corrected on Finish" in said(at)
    assert not at.get("bidi_component")


# ---- the boards


def test_stored_open_and_changed_boards(club, running, page):
    draft(club, running, 2, "=")
    at = page(event=running)
    assert not at.exception
    assert at.title[0].value == "Round 2"
    assert "Test. 1 of 3 boards has a result, 2 are open." in said(at) or "Test. 1 of 3 boards have a result" in said(at)
    lines = drawn(at, running)
    assert [(lines[no]["code"], lines[no]["was"]) for no in "123"] == [("1", "1"), ("=", "*"), ("*", "*")]
    assert lines["1"]["stored"].startswith("Stored by Owner, ")
    assert lines["1"]["white"] == "P02" and lines["1"]["black"] == "P01"
    assert not any("conflict" in line for line in lines.values())
    assert button(at, "save").label == "Save 1 changed board"


def test_saving_stores_every_draft_and_says_how_many(club, running, page):
    draft(club, running, 2, "=")
    draft(club, running, 3, "-")
    at = page(event=running)
    button(at, "save").click().run()
    assert codes(club, running) == "1=-"
    assert "2 results saved. Every board has its result." in said(at)
    assert button(at, "save").disabled
    assert button(at, "next").label == "Go to round 3"
    button(at, "next").click().run()
    assert at.title[0].value == "Round 3"


def test_discarding_throws_the_drafts_away_and_nothing_else(club, running, page):
    draft(club, running, 2, "=")
    at = page(event=running)
    button(at, "discard").click().run()
    assert codes(club, running) == "1**"
    assert not len(results.drafts(club, running, 2))


CHANGED = "Boards 2, 3 were changed in another window, so nothing was {}; check them "


def test_drafts_of_another_window_are_shown_before_they_are_saved(club, running, page):
    """What is saved is what the page showed: here it showed 1-0 on board 2, and the other window of the same person has two."""
    draft(club, running, 2, "1")
    at = page(event=running)
    assert button(at, "save").label == "Save 1 changed board"
    draft(club, running, 2, "0")
    draft(club, running, 3, "0")
    button(at, "save").click().run()
    assert not at.exception
    assert codes(club, running) == "1**"
    assert CHANGED.format("saved") + "and save again." in said(at)
    assert [drawn(at, running)[no]["code"] for no in "23"] == ["0", "0"]
    assert results.drafts(club, running, 2)["code"].tolist() == ["0", "0"]
    button(at, "save").click().run()
    assert codes(club, running) == "100"
    assert "2 results saved." in said(at) and "another window" not in said(at)


def test_drafts_of_another_window_are_not_thrown_away_unseen(club, running, page):
    draft(club, running, 2, "1")
    at = page(event=running)
    draft(club, running, 2, "0")
    draft(club, running, 3, "0")
    button(at, "discard").click().run()
    assert not at.exception
    assert CHANGED.format("discarded") + "first." in said(at)
    assert results.drafts(club, running, 2)["code"].tolist() == ["0", "0"]
    button(at, "discard").click().run()
    assert not len(results.drafts(club, running, 2)) and "another window" not in said(at)


def test_a_sentence_on_drafts_stays_with_its_round(club, running, page):
    draft(club, running, 2, "1")
    at = page(event=running)
    results.discard(club, running, 2)
    draft(club, running, 3, "1")
    button(at, "save").click().run()
    assert CHANGED.format("saved") in said(at)
    assert "another window" not in said(page(at, event=running, round="1"))


def test_two_results_for_one_board_stand_side_by_side_and_nothing_is_saved(club, running, page):
    draft(club, running, 2, "1")
    draft(club, running, 3, "0")
    play(someone(club, "arbiter"), running, 2, {2: "="})
    at = page(event=running)
    conflict = drawn(at, running)["2"]["conflict"]
    assert conflict["by"].startswith("Stored by A. Visser, ")
    assert (conflict["stored"], conflict["yours"]) == ("½-½", "1-0")
    assert (conflict["keep"], conflict["take"]) == ("Keep ½-½", "Take 1-0")
    assert conflict["question"] == "Nothing has been saved. Which result is on the score sheets?"
    assert button(at, "save").disabled and button(at, "save").label == "Save 1 changed board"
    assert "One board differs from what someone else stored" in said(at)
    assert codes(club, running) == "1=*"


def test_a_conflict_that_comes_between_drawing_and_saving_saves_nothing(club, running, page):
    draft(club, running, 2, "1")
    draft(club, running, 3, "0")
    at = page(event=running)
    play(someone(club, "arbiter"), running, 2, {2: "="})
    button(at, "save").click().run()
    assert not at.exception
    assert codes(club, running) == "1=*"
    assert "conflict" in drawn(at, running)["2"]
    results.discard(club, running, 2, [2])  # Keep
    at.run()
    button(at, "save").click().run()
    assert codes(club, running) == "1=0"


def test_somebody_else_who_stored_the_same_is_no_conflict(club, running, page):
    draft(club, running, 2, "1")
    play(someone(club, "arbiter"), running, 2, {2: "1"})
    at = page(event=running)
    line = drawn(at, running)["2"]
    assert line["code"] == line["was"] == "1" and "conflict" not in line
    assert button(at, "save").label == "Save"


def test_unknown_events_and_rounds_fall_back_and_say_so(club, running, page):
    at = page(event="nowhere", round="77")
    assert "There is no event nowhere here for you" in said(at)
    assert "There is no round 77 in this event" in said(at)
    assert at.title[0].value == "Round 2"
    assert not at.exception


@pytest.mark.parametrize("value", ["0", "-1", "²", "1e3", "9" * 300, "<b>"])
def test_rounds_that_are_none(club, running, page, value):
    at = page(event=running, round=value)
    assert not at.exception and at.title[0].value == "Round 2"


def test_the_publication_of_a_round_without_results_can_be_withdrawn(club, running, page):
    key = club_event(club, 4, 3)
    typed(club, key, (1, 3), (4, 2))
    at = page(event=key)
    button(at, "withdraw").click().run()
    assert not rounds.rounds(club, key)["published"].any()
    assert "2 boards, not published yet." in said(at)
    assert button(page(at, event=running, round="2"), "withdraw").disabled


# ---- rounds


def test_a_round_is_paired_changed_and_published(club, page):
    key = club_event(club, 6, 5)
    at = page(event=key)
    assert at.title[0].value == "Round 1" and "This round is not made yet." in said(at)
    button(at, "pair").click().run()
    assert not at.exception
    # six players by rating, the upper half against the lower, colours in turn (C.04.3)
    assert pairs(club, key, 1) == [(1, 4), (5, 2), (3, 6)]
    assert [one["white"]["no"] for one in shown(at, f"results_seats {key} 1")["boards"]] == [1, 5, 3]
    editing.exchange(club, key, 1, 4, 5)
    at.run()
    assert [one["white"]["no"] for one in shown(at, f"results_seats {key} 1")["boards"]] == [1, 4, 3]
    button(at, "publish").click().run()
    assert rounds.rounds(club, key)["published"].all()
    assert list(drawn(at, key, 1)) == ["1", "2", "3"]


def test_a_round_with_somebody_left_over_cannot_be_published(club, page):
    key = club_event(club, 5, 5)
    rounds.set_round(club, key, [(1, 4), (5, 2)])
    at = page(event=key)
    data = shown(at, f"results_seats {key} 1")
    assert [one["no"] for one in data["unseated"]] == [3]
    assert button(at, "publish").disabled
    assert "One player has neither a board nor a bye" in said(at)
    editing.set_bye(club, key, 1, 3, "U")
    at.run()
    assert [(one["no"], one["type"]) for one in shown(at, f"results_seats {key} 1")["byes"]] == [(3, "pairing-allocated bye")]
    assert not button(at, "publish").disabled
    button(at, "take_back").click().run()
    assert not len(rounds.rounds(club, key))


def test_a_round_is_typed_and_what_is_no_board_is_named(club, page):
    key = club_event(club, 5, 5)
    at = page(event=key)
    at.segmented_control(key="results_way").set_value("typed").run()
    at.text_area(key="results_typed").set_value("1 - 4\nfive against two\n3 bye")
    button(at, "set").click().run()
    assert "Line 2, 'five against two', is neither a board" in said(at)
    assert not len(rounds.rounds(club, key))
    at.text_area(key="results_typed").set_value("1 - 4\n\n2. 5 2\n3 bye")
    button(at, "set").click().run()
    assert pairs(club, key, 1) == [(1, 4), (5, 2)]
    assert rounds.round_made(club, key, 1).attrs["byes"] == {3: "U"}


def test_a_player_twice_is_one_sentence(club, page):
    key = club_event(club, 4, 5)
    at = page(event=key)
    at.segmented_control(key="results_way").set_value("typed").run()
    at.text_area(key="results_typed").set_value("1 - 4\n4 - 2")
    button(at, "set").click().run()
    assert "4 P04 is on two boards of round 1, 1 and 2" in said(at)
    assert not at.exception and not len(rounds.rounds(club, key))


def test_a_round_comes_from_the_file_of_the_pairing_program(club, running, page, tmp_path):
    play(club, running, 2, {2: "=", 3: "0"})
    other = open_store(f"sqlite:///{tmp_path / 'program.db'}", local=True)  # the pairing program: the same event further on
    twin = club_event(other, 6, 5)
    typed(other, twin, (1, 4), (5, 2), (3, 6), codes="1=0")
    typed(other, twin, (2, 1), (6, 5), (4, 3), codes="1=0")
    typed(other, twin, (6, 2), (3, 5), (1, 4))
    path = tmp_path / "program.trf"
    write(other.tournament(twin), path)
    other.close()
    at = page(event=running, round="3")
    at.segmented_control(key="results_way").set_value("program").run()
    assert button(at, "take_over").disabled
    at.file_uploader(key="results_file").set_value(("program.trf", path.read_bytes(), "")).run()
    button(at, "take_over").click().run()
    assert not at.exception
    assert sorted(pairs(club, running, 3)) == [(1, 4), (3, 5), (6, 2)]


def test_a_file_of_another_event_changes_nothing_and_names_the_differences(club, running, page):
    play(club, running, 2, {2: "=", 3: "0"})
    lines = ["012 Other", *(f"001 {no:4d} m    {f'Q{no}':33s} {2000:4d} NED {'':11s} {'':10s}  0.0" for no in range(1, 7))]
    at = page(event=running, round="3")
    at.segmented_control(key="results_way").set_value("program").run()
    at.file_uploader(key="results_file").set_value(("other.trf", "\n".join(lines).encode(), "")).run()
    button(at, "take_over").click().run()
    assert "The file differs in" in said(at) and "Number 1 is P01 in the event and Q1 in the file." in said(at)
    assert "further difference" in said(at)
    assert rounds.rounds(club, running)["round"].max() == 2


def test_all_rounds_of_a_round_robin_are_made_at_once(club, page):
    key = club_event(club, 4, 3, system="round-robin")
    at = page(event=key)
    assert button(at, "pair").label == "Make all rounds"
    button(at, "pair").click().run()
    assert rounds.rounds(club, key)["round"].tolist() == [1, 2, 3]
    assert not shown(at, f"results_seats {key} 1")["words"]["kinds"]  # nobody has a bye
    at = page(at, event=key, round="3")
    assert button(at, "publish").disabled and "Publish round 1 first." in said(at)


def test_who_takes_part_is_said_before_pairing(club, page):
    key = club_event(club, 6, 5)
    editing.set_bye(club, key, 1, 2, "H")
    at = page(event=key)
    assert "5 players take part in this round." in said(at) and "1 player is away: P02." in said(at)


# ---- players


def test_members_and_guests_come_in(club, page):
    key = events.create(club, "New", planned=3)
    number = members.add_member(club, "Jansen, Piet", initial={"standard": 1800})
    members.add_member(club, "Old, Member", active=False)
    at = page(event=key, view="players")
    assert "Nobody is in this event yet" in said(at)
    second = members.add_member(club, "Visser, Anna", initial={"standard": 1700})
    at.run()
    at.session_state[f"results_members {hash((number, second))}"] = {"selection": {"rows": [0], "columns": [], "cells": []}}
    at.run()
    button(at, "members_add").click().run()
    assert roster(club, key)["member"].tolist() == [number]
    assert button(at, "members_add").disabled, "the next member is not ticked because the first row was"
    assert roster(club, key)["rating"].tolist() == [1800]
    at.text_input(key="guest_name").set_value("<b>Guest</b>, A")
    at.number_input(key="guest_rating").set_value(9999)
    at.button(key="guest_add").click().run()
    assert "The rating of <b>Guest</b>, A has to be from 100 to 3500" in unescape(texts(at))
    at.number_input(key="guest_rating").set_value(1500)
    at.button(key="guest_add").click().run()
    assert roster(club, key)["name"].tolist() == ["Jansen, Piet", "<b>Guest</b>, A"]
    assert "<b>Guest" not in texts(at) and "guest" in said(at)


def test_a_player_withdraws_and_comes_back(club, running, page):
    at = page(event=running, view="players")
    at.selectbox(key="results_player").set_value(3).run()
    button(at, "players_withdraw").click().run()
    assert roster(club, running)["withdrawn_after"].to_dict()[3] == 2
    assert "P03 is withdrawn after round 2." in said(at) and "6 players, 1 withdrawn." in said(at)
    at.selectbox(key="results_player").set_value(3).run()
    button(at, "players_back").click().run()
    assert roster(club, running)["withdrawn_after"].to_dict()[3] == -1


def test_byes_are_asked_for_and_taken_away(club, running, page):
    at = page(event=running, view="players")
    at.selectbox(key="results_player").set_value(2)
    at.selectbox(key="results_bye_round").set_value(4).run()
    button(at, "players_bye_set").click().run()
    assert roster(club, running)["byes"].to_dict()[2] == {4: "H"}
    assert "P02: half-point bye in round 4." in said(at)
    at.selectbox(key="results_bye_type").set_value("").run()
    button(at, "players_bye_set").click().run()
    assert roster(club, running)["byes"].to_dict()[2] == {}


def test_start_numbers_are_given_before_the_first_round_only(club, running, page):
    key = club_event(club, 3, 3)
    at = page(event=key, view="players")
    button(at, "players_number_drawn").click().run()
    assert sorted(roster(club, key)["name"]) == ["P01", "P02", "P03"]
    button(at, "players_number_rating").click().run()
    assert roster(club, key)["name"].tolist() == ["P01", "P02", "P03"]
    at = page(at, event=running, view="players")
    assert not [one for one in at.button if one.key == "results_players_number_rating"]


def test_an_entry_that_has_not_played_can_be_removed(club, running, page):
    withdrawn = roster(club, running)
    assert withdrawn["games"].tolist() == [2] * 6
    at = page(event=running, view="players")
    at.text_input(key="guest_name").set_value("Late, Guest")
    at.button(key="guest_add").click().run()
    assert roster(club, running)["first_round"].to_dict()[7] == 3
    at.selectbox(key="results_player").set_value(7).run()
    button(at, "players_remove").click().run()
    assert 7 not in roster(club, running).index


def test_a_right_that_is_taken_away_meanwhile_is_refused_by_the_store(club, running, app, monkeypatch):
    """The page was drawn for an owner; by the time of the click the owner is none any more."""
    draft(club, running, 2, "=")
    at = AppTest.from_string(ANYBODY.format(folder=str(PAGES)), default_timeout=60)
    at.query_params["event"] = running
    at.run()
    assert button(at, "save").label == "Save 1 changed board"
    with writing(club.engine) as connection:
        connection.execute(person.update().values(role=None))
    button(at, "save").click().run()
    assert not at.exception
    assert "Results are entered by the organisers of an event" in said(at)
    with writing(club.engine) as connection:
        connection.execute(person.update().values(role="owner"))
    assert codes(club, running) == "1**"


# ---- ratings from the FIDE list


def test_ratings_are_taken_from_the_list_that_was_loaded(page, club, tmp_path, monkeypatch):
    """The box says what would change, under which name, and changes it when asked; without a list how to load one."""
    monkeypatch.setenv("CHESSDASH_LISTS", str(tmp_path / "lists"))
    key = events.create(club, "Cup", planned=1, start="2026-05-20")
    entries.add_entries(
        club, key, [{"name": "Name, N7", "rating": 2000, "fide_id": "7"}, {"name": "<b>Else</b>", "fide_id": "9"}]
    )
    at = page(event=key, view="players")
    at.session_state["results_fide_list"] = True
    assert "load one with chessdash fide-list load FILE" in said(at.run())
    load_list(listed({7: (2010, None, None), 9: (1500, None, None)}), tmp_path / "lists", date="2026-05")
    assert "2 of 2 players have another rating there" in said(at.run())
    assert "<b>Else" not in "".join(one.body for one in at.get("html")) and "(in the list: Name, N9)" in said(at)
    button(at, "fide_take").click().run()
    assert "2 ratings taken from the list of 2026-05." in said(at)
    assert club.tournament(key).players["rating"].tolist() == [2010, 1500]
    assert "0 of 2 players have another rating there" in said(at)
