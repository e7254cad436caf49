"""Finish and Club, on a small club of their own: what is offered to whom, and that a press does what it says."""

import pytest

from chessdash.pages import _club
from chessdash.store import events, finishing, log, members, open_store, ratings
from tests import rated_club
from tests.pages.opened import PAGES, texts
from tests.rated_club import FIRST, SECOND
from tests.store.clubs import club_event, typed


@pytest.fixture
def store(tmp_path, monkeypatch):
    """A club with one finished event and one that runs, two of its three rounds played."""
    url = f"sqlite:///{tmp_path / 'club.db'}"
    monkeypatch.setenv("CHESSDASH_DATABASE", url)
    monkeypatch.delenv("CHESSDASH_MODE", raising=False)
    _club._opened.clear()
    opened = open_store(url, local=True)
    ids = rated_club.people(opened)
    rated_club.play(opened, FIRST, ids)
    rated_club.play(opened, SECOND, ids, finish=False)
    key = club_event(opened, 4, 3, rated=False)
    typed(opened, key, (1, 2), (3, 4), codes="1=")
    yield opened
    opened.close()
    _club._opened.clear()


@pytest.fixture
def page(app, store):
    """Opens one of the two pages with these parameters of a link."""

    def opened(name, **parameters):
        app.run()
        app.switch_page(str(PAGES / f"{name}.py"))
        for parameter, value in parameters.items():
            app.query_params[parameter] = value
        at = app.run()
        assert not at.exception
        return at

    return opened


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
    at.segmented_control(key=f"correct code {FIRST} 1 1").set_value("=").run()
    at.text_input(key=f"correct reason {FIRST} 1 1").set_value("a draw, both say").run()
    at.button(key="correct_now").click().run()
    assert not at.exception
    assert finishing.final(store, FIRST).attrs["editions"] == 2
    assert at.selectbox(key=f"edition {FIRST}").options[-1] != at.selectbox(key=f"edition {FIRST}").options[0]
    at.selectbox(key=f"edition {FIRST}").select(1).run()
    assert not at.exception


def test_a_member_is_added_on_the_page_and_9999_is_refused(page, store):
    at = page("club")
    before = len(members.members(store))
    for rating, n in ((9999, 0), (1700, 1)):
        at.text_input[0].set_value("New, Nel")
        at.number_input(key="initial None standard").set_value(rating)
        at.button[0].click().run()
        assert not at.exception
        assert len(members.members(store)) == before + n
        assert ("3500" in texts(at)) == (not n)
    assert members.members(store)["standard"].max() == 2000


@pytest.mark.parametrize("tab", ["tab_club_events", "tab_people", "tab_log", "tab_settings"])
def test_every_tab_opens(page, store, tab):
    from chessdash.text import say

    at = page("club")
    at.session_state["club_tab"] = say(tab)
    at.run()
    assert not at.exception
    wanted = {"tab_people": "Owner", "tab_log": "First Cup", "tab_settings": "", "tab_club_events": ""}[tab]
    assert wanted in texts(at) or len(log.newest(store)) == 0


@pytest.mark.parametrize("name", ["finish", "club"])
def test_hosted_a_visitor_does_not_find_the_page(page, monkeypatch, name):
    monkeypatch.setenv("CHESSDASH_MODE", "hosted")
    with pytest.raises(ValueError, match="Could not find a navigation page"):
        page(name)
