"""What if, the rest of the event: what the chances are said to be, one player, changed results, a faster event, links."""

import re
import time

import pytest

from chessdash.pages import _whatif_rest
from tests.events import text
from tests.pages.opened import PAGES, texts
from tests.pages.test_whatif_page import rows, said

RUNNING = "lodz-winter-2026"  # five of seven rounds played, round 6 paired
FOUR = ["2000 2w1 3b1 4w", "1900 1b0 4w1 3b", "1800 4w1 1w0 2w", "1700 3b0 2b0 1b"]


@pytest.fixture
def rest(app):
    """Opens the tab on a sample, or on a file, and waits until its runs are there."""

    def opened(event=RUNNING, file=None, runs=1000, **parameters):
        if not app.title:
            app.run()
        if file is not None:
            app.file_uploader[0].set_value([("event.trf", file.encode(), "")]).run()
            event = next(iter(app.session_state["files"]))
        app.session_state[_whatif_rest.WISHES + event] = (runs, "fold", None)
        app.switch_page(str(PAGES / "whatif.py"))
        for name, value in {"event": event, "view": "rest", **parameters}.items():
            app.query_params[name] = value
        app.run()
        until = time.monotonic() + 60
        while not any(one.key == "rest_player" for one in app.selectbox):  # drawn once all runs are there
            assert time.monotonic() < until and not app.exception
            time.sleep(0.3)
            app.run()
        return app

    return opened


def test_the_error_is_of_the_runs_and_what_is_assumed_stands_below(rest):
    at = rest()
    assert "1,000 runs of rounds 6 to 7. Counting error: ± 3 in 100 at most (two standard errors)." in said(at)
    for sentence in (
        "Round 6 is played as the file pairs it.",
        "A fold is not the Dutch system: in the ",
        "Equals of 2000 Elo draw 40 of 100 games",
        "Errors stated are those of counting runs alone",
    ):
        assert sentence in said(at)
    assert "○ today" in said(at) and "○ before" not in said(at) and "The draws assumed here" not in said(at)


def test_a_condition_states_its_own_error(rest):
    """White wins on board 1 in about one run of five; the error of all runs is 3."""
    found = re.search(r"In ([\d,]+) of 1,000 runs it did, so that the counting error is ± ([\d.]+) in 100", said(rest()))
    assert found and 100 < int(found[1]) < 400 and 4 < float(found[2]) < 11


def test_with_changed_results_the_ranks_are_those_before(rest):
    at = rest(result=["6.11.1"])
    assert "With 1 result changed" in said(at) and "○ before" in said(at)


def test_the_signs_are_explained_and_who_is_not_shown_is_counted(rest):
    """Of the 36 players 24 are shown; 13 are out, one of them among those shown."""
    at = rest()
    assert "■ certain, ○ open, ◐ only by tie-break, × out." in said(at)
    assert "12 more players are out, see the table." in said(at)


def test_a_player_of_the_link_is_found(rest):
    at = rest(player="7")
    assert at.selectbox(key="rest_player").value == 7
    assert "<h3>Iyengar, Rohan</h3>" in texts(at)
    assert "Not settled: Can reach 5½; Oliwia Wróbel is sure of 4½." in said(at)
    assert "3½ today; from 3½ to 5½ are possible." in said(at)


def test_a_player_that_is_chosen_is_in_the_link(rest):
    at = rest()
    assert at.selectbox(key="rest_player").value is None and "in 100 runs: first place" not in said(at)
    at.selectbox(key="rest_player").set_value(1).run()
    assert at.query_params["player"] in ("1", ["1"]) and "<h3>Wróbel, Oliwia</h3>" in texts(at)
    assert any("player=1" in one.value for one in at.code), "in the link to share"
    assert "Błaszczyk, Bartłomiej – Wróbel, Oliwia" in {row[1] for row in rows(at, "depends")}
    at.selectbox(key="rest_player").set_value(None).run()
    assert "player" not in at.query_params and not at.exception


def test_a_player_who_is_out_is_told_so(rest):
    assert "Can no longer be first" in said(rest(player="31"))


def test_the_link_says_what_it_does_not_carry(rest):
    assert "The link does not carry the number of runs" in said(rest())


def test_a_faster_event_is_told_that_draws_are_classical(rest):
    at = rest(file=text(FOUR, rounds=4, records=("222 900+10",)))
    assert "The file says rapid. The draws assumed here are those of classical chess" in said(at)


# ---- army games

ARMY = ("162  W 3.0    D 1.0    L 0.0    P 3.0", "202 OTHER_SOS,OTHER_ARMY")
OVER = ["- 2w1 3b1", "- 1b0 4w1", "- 4w1 1w0", "- 3b0 2b0"]  # 1 alone has lost no game


def test_an_army_game_that_is_over_is_not_simulated(app):
    """Two of four rounds are played; what it looked like after round 1 can be asked for."""
    app.run()
    app.file_uploader[0].set_value([("event.trf", text(OVER, rounds=4, records=ARMY).encode(), "")]).run()
    event = next(iter(app.session_state["files"]))
    app.switch_page(str(PAGES / "whatif.py"))
    app.query_params["event"], app.query_params["view"] = event, "rest"
    app.run()
    assert not app.exception
    assert re.search(
        "Nothing is left to simulate[ .]*The event is over: Test P01 is the only one undefeated after round 2", said(app)
    )
    assert "Counting error" not in said(app) and "Proved from points" not in said(app)
    assert not [one for one in app.segmented_control if one.key == "rest_pairing"]
    assert next(one for one in app.selectbox if one.key == "rest_from").options == ["2", "1"]


def test_an_army_game_is_drawn_by_lot(rest):
    """After round 1 of three two are undefeated; a visitor who wanted exact pairings of other events gets the lot."""
    lines = [" ".join(line.split()[:2]) for line in OVER]
    at = rest(file=text(lines, rounds=3, records=ARMY))
    assert "1,000 runs of rounds 2 to 3." in said(at) and "Rounds without pairings are drawn by lot" in said(at)
    assert "Dutch" not in said(at) and "fold" not in said(at)
    at.session_state[_whatif_rest.WISHES + next(iter(at.session_state["files"]))] = (1000, "dutch", None)
    assert "Rounds without pairings are drawn by lot" in said(at.run())
    assert not [one for one in at.segmented_control if one.key == "rest_pairing"]
