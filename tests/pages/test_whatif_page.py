"""What if, the first two tabs: links, ending after a round, other results, which single one would swap whom."""

import re
from html import unescape

import pytest
from streamlit.testing.v1 import AppTest

from chessdash.formats import read
from chessdash.pages import _whatif_results, _whatif_view
from chessdash.shelf import shelved
from tests.events import text
from tests.pages.opened import PAGES, ROOT, shown, texts, trf

RUNNING = "lodz-winter-2026"  # five of seven rounds played, round 6 paired
FINISHED = "harbour-open-2026"  # nine of nine
ROBIN = "thermal-masters-2026"
# Two of three rounds; round 3 is paired. Points 2 1 1 0; P02 and P03 beat P04 and lost to P01, so that no code parts them.
FOUR = ["2000 2w1 3b1 4w", "1900 1b0 4w1 3b", "1800 4w1 1w0 2w", "1700 3b0 2b0 1b"]


@pytest.fixture
def what_if(app):
    """Opens What if with these parameters of a link; a list is a parameter that repeats."""

    def opened(at=None, **parameters):
        at = at or app
        if not at.title:
            at.run()
        at.switch_page(str(PAGES / "whatif.py"))
        for name, value in parameters.items():
            at.query_params[name] = value
        return at.run()

    return opened


@pytest.fixture
def four(app, what_if):
    """What if on the four players, or the first file given, opened as a visitor's own."""

    def opened(file=None, **parameters):
        if not app.title:
            app.run()
            app.file_uploader[0].set_value([("four.trf", file or text(FOUR).encode(), "")]).run()
        return what_if(app, event=next(iter(app.session_state["files"])), **parameters)

    return opened


def said(at: AppTest) -> str:
    """What is written on the page, spaces as one."""
    words = " ".join((texts(at), *(one.value for one in at.caption)))
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", words)).replace("\\", ""))


def rows(at: AppTest, kind: str) -> list[list[str]]:
    """The cells of the first table of a kind, as texts."""
    table = re.search(rf'<table class="{kind}">.*?</table>', texts(at), re.S)
    assert table, f"no table {kind}"
    lines = re.findall(r"<tr[^>]*>(.*?)</tr>", table[0], re.S)[1:]
    return [[unescape(re.sub(r"<[^>]+>", "", cell)) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", line)] for line in lines]


def lines(at: AppTest, key: str = "set_boards") -> list[dict]:
    """The boards that the browser was given to draw."""
    return shown(at, key)["lines"]


def boards_drawn(at: AppTest) -> set[str]:
    return {element.key for element in at.get("bidi_component")}


def button(at: AppTest, label: str):
    return next(one for one in at.button if one.label == label)


# ---- links


def test_without_a_link_the_page_says_where_to_go(what_if):
    at = what_if()
    assert "No event is open" in said(at) and not at.exception


@pytest.mark.parametrize("key", ["nobody", "file-0123456789ab", "../../etc/passwd"])
def test_an_unknown_event_is_said(what_if, key):
    at = what_if(event=key)
    assert "This event is not here" in said(at) and not at.exception


@pytest.mark.parametrize("event", [RUNNING, FINISHED, ROBIN, "six-twice-2026", "tec-swiss"])
@pytest.mark.parametrize("view", ["end", "results"])
def test_both_tabs_draw_every_kind_of_event(what_if, event, view):
    at = what_if(event=event, view=view)
    assert not at.exception and "Nothing here changes the event" in said(at)
    assert len(at.get("plotly_chart")) == (2 if view == "end" else 0)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"round": "6"}, "The link asks for round '6'; rounds 1 to 5"),
        ({"view": "nowhere"}, "nowhere"),
        ({"prizes": "37"}, "'37' places with a prize; there can be 1 to 36"),
        ({"prizes": "-1"}, "'-1' places"),
        ({"result": ["6.11.2"]}, "The link asks for the result '6.11.2'"),
        ({"result": ["seven"]}, "The link asks for the result 'seven'"),
        ({"result": ["9.11.1"]}, "A result of the link is left out. There is no round 9"),
        ({"result": ["7.11.1"]}, "Round 7 is not paired yet"),
        ({"result": ["6.99.1"]}, "A result of the link is left out."),
        ({"order": "NONSENSE"}, "NONSENSE"),
        ({"result": [f"6.{no}.1" for no in range(1, 102)]}, "At most 100 results"),
    ],
)
def test_what_cannot_be_done_is_said_beside_what_can(what_if, parameters, words):
    at = what_if(event=RUNNING, **{"view": "results", **parameters})
    assert not at.exception and words in said(at)
    assert at.get("bidi_component") or at.get("plotly_chart"), "the rest is shown"


def test_many_results_that_cannot_be_used_are_counted_in_one_sentence(what_if):
    """Forty of boards that are not there and one that cannot be read; one that can be used is."""
    wrong = ["seven", *(f"9.{no}.1" for no in range(1, 41))]
    at = what_if(event=RUNNING, view="results", result=[*wrong, "6.11.1"])
    assert not at.exception and said(at).count("result of the link") + said(at).count("results of the link") == 1
    assert "41 results of the link are left out, such as: The link asks for the result 'seven'" in said(at)


def test_an_event_of_one_player_says_that_nothing_was_played(four):
    at = four(text(["2000 ."], rounds=3).encode())
    assert not at.exception and "No round has been played" in said(at)


def test_names_are_text_everywhere(four):
    name = "<img src=x onerror=alert(1)> :material/home: [a](javascript:1)"
    for view in ("end", "results"):
        at = four(trf(name[:30], [name, "<b>B", "C", "D"]), view=view, result=["1.1.0"])
        assert not at.exception and not re.search(r"(?<!\\)<(img|b>B)", texts(at))


# ---- ending after a round


@pytest.mark.parametrize(
    ("event", "asked", "round"),
    [(RUNNING, None, 5), (RUNNING, "5", 5), (RUNNING, "3", 3), (FINISHED, None, 8), (FINISHED, "9", 9)],
)
def test_the_last_complete_round_is_offered_and_a_link_names_another(what_if, event, asked, round):
    """Of a finished event it is the round before the last: to end after the last is what happened."""
    at = what_if(event=event, **({"round": asked} if asked else {}))
    assert at.slider(key="whatif_round").value == round
    assert f"The table after round {round}, beside" in said(at)


def test_a_round_with_an_open_board_is_not_offered_but_can_be_looked_at(four):
    """P03 and P04 of round 2 have no result: round 1 is the last complete one, and a link to round 2 shows what blocks it."""
    file = text(["2000 2w1 3w1", "1900 1b0 4w", "1800 4b1 1b0", "1700 3w0 2b"], rounds=3).encode()
    at = four(file)
    assert at.slider(key="whatif_round").value == 1
    at = four(file, round="2")
    assert at.slider(key="whatif_round").value == 2
    assert "board is open" in said(at) and '<li class="blocks"><b>1</b>' in texts(at)


def test_another_round_goes_into_the_link_and_the_offered_one_out_of_it(what_if):
    at = what_if(event=RUNNING)
    at.slider(key="whatif_round").set_value(2).run()
    assert at.query_params["round"] in ("2", ["2"]) and "after round 2" in said(at)
    at.slider(key="whatif_round").set_value(5).run()
    assert "round" not in at.query_params


def test_results_of_later_rounds_block_and_nothing_can_be_taken_away(what_if):
    """How many boards rounds 4 and 5 have is counted in the file itself."""
    results = read(ROOT / "data" / "tournaments" / f"{RUNNING}.trf").results
    boards = int((results["round"].isin([4, 5]) & (results["opponent"] > 0)).sum()) // 2
    at = what_if(event=RUNNING, round="3")
    assert f'<li class="blocks"><b>{boards}</b>' in texts(at)
    assert "End after round 5, or clear their results in the pairing program" in said(at)
    assert not at.get("download_button")


def test_an_end_that_can_be_made_is_a_file_named_so(what_if):
    at = what_if(event=RUNNING)
    assert 'class="blocks"' not in texts(at)
    (one,) = at.get("download_button")
    assert one.proto.label == "Download the event as ended after round 5 (TRF26)"


@pytest.mark.parametrize("event", [FINISHED, ROBIN])
def test_a_finished_event_is_looked_back_on(what_if, event):
    at = what_if(event=event)
    assert "What would happen" not in said(at) and "How close it was" in said(at)
    assert not at.get("download_button")


def test_the_table_after_round_one_beside_todays(four):
    """After round 1: 1 0 1 0, each winner's opponent has 0, each loser's 1; P01 and P03 share 1, P02 and P04 share 3. Today P01
    is first, P02 and P03 share 2, P04 is 4."""
    at = four(round="1")
    assert [row[:4] for row in rows(at, "after")] == [
        ["1=", "–", "1", "P01, Test"],
        ["1=", "▲ 1", "2=", "P03, Test"],
        ["3=", "▼ 1", "2=", "P02, Test"],
        ["3=", "▲ 1", "4", "P04, Test"],
    ]
    assert "2 would stand higher than today, 1 lower." in said(at)
    assert "<b>4</b><span>players would share a place<small>1=: P01 and P03; 3=: P02 and P04</small>" in texts(at)
    assert "First place would be shared by Test P01 and Test P03." in said(at)


def test_prize_places_that_go_to_others_are_named(four):
    """With two prizes: after round 1 the two on 1= have them; today P01, and P02 and P03 who share 2."""
    at = four(round="1", prizes="2")
    assert "No longer among the first 2: Test P02." in said(at)


def test_points_that_settle_first_place_are_said(four):
    assert "First place would be settled by points: Test P01." in said(four(round="2"))


# ---- other results


def test_the_boards_of_the_next_round_come_first_and_say_that_they_are_open(what_if):
    at = what_if(event=RUNNING, view="results")
    assert at.selectbox(key=f"set_round {RUNNING}").value == 6
    assert {line["code"] for line in lines(at)} == {"*"} and lines(at)[0]["result"] == "open"
    assert "No result is changed yet" in said(at)


def test_a_link_with_a_result_shows_what_it_changes(four):
    """P02 wins round 1 instead of P01: points 1 2 1 0, so P02 is first and P01, who was, is not."""
    at = four(view="results", result=["1.1.0"])
    assert "Test P02 would be first; today it is Test P01." in said(at)
    first, *_ = rows(at, "changes")
    assert first[:5] == ["1", "▲ 1", "2=", "P02, Test", "2was 1"]
    assert [(line["key"], line["code"], line["was"]) for line in lines(at, "set_changed")] == [("1.1", "0", "1")]
    assert [line["code"] for line in lines(at) if line["key"] == "1.1"] == ["0"], "its round is shown"


def test_changed_rows_come_first_and_the_rest_is_folded(four):
    """P03 and P04 draw round 1 (½ ½ instead of 1 0): P01 met P03, P02 met P04, so that every Buchholz of the four changes; P01's
    points do not. With the order PTS alone of codes, only P03 and P04 change."""
    at = four(view="results", result=["1.3.="], order="WIN")
    assert {row[3] for row in rows(at, "changes")} >= {"P03, Test", "P04, Test"}
    folded = texts(at).split("<details>")[1]
    assert "P01, Test" in folded and "P03, Test" not in folded


def test_blacks_number_names_the_same_board(four):
    at = four(view="results", result=["1.2.1"])
    assert [(line["key"], line["code"]) for line in lines(at, "set_changed")] == [("1.1", "0")]


def test_a_link_with_a_hundred_results_can_be_shared(what_if):
    """The first hundred boards, lost by both by forfeit: the address holds every one that is a change."""
    boards = [
        (round, no) for (round, no), (white, _) in sorted(_whatif_view.boards_of(shelved()[RUNNING]).items()) if no == white
    ]
    at = what_if(event=RUNNING, view="results", result=[f"{round}.{no}.x" for round, no in boards[:100]])
    assert not at.exception and len(lines(at, "set_changed")) >= 90
    assert any(one.value.count("result=") == len(lines(at, "set_changed")) for one in at.code)


def test_the_end_is_of_the_event_without_the_changed_results(four):
    """And there is a way to see them."""
    at = four(result=["1.1.0", "1.3.="])
    assert "Without the 2 changed results." in said(at)
    button(at, "See other results").click().run()
    assert at.query_params["view"] in ("results", ["results"]) and len(lines(at, "set_changed")) == 2


def test_the_end_of_an_event_as_it_is_says_nothing_of_results(four):
    assert "Without the" not in said(four())


def test_a_result_that_the_event_has_is_no_change(four):
    at = four(view="results", result=["1.1.1", "1.2.0"])
    assert "No result is changed yet" in said(at) and not at.exception


def test_the_last_result_of_a_board_holds(four):
    at = four(view="results", result=["1.1.0", "1.1.="])
    assert [line["code"] for line in lines(at, "set_changed")] == ["="]


def test_results_that_change_nothing_say_so(four):
    """A win by forfeit counts as a win for points and for WIN."""
    at = four(view="results", result=["1.1.+"], order="WIN")
    assert "These results change nothing in the table" in said(at) and len(lines(at, "set_changed")) == 1


def test_open_boards_of_a_round_with_a_result_are_counted(four):
    """Round 3 has two boards; one of them is set."""
    at = four(view="results", result=["3.1.1"])
    assert "Round 3 has begun: its byes count now, and its other board is open." in said(at)


def test_undo_takes_one_step_and_reset_all(four):
    at = four(view="results", result=["1.1.0", "1.3.="])
    button(at, "Undo last").click().run()
    assert at.query_params["result"] in ("1.1.0", ["1.1.0"])
    button(at, "Reset all").click().run()
    assert "result" not in at.query_params and "No result is changed yet" in said(at)
    button(at, "Undo last").click().run()
    assert at.query_params["result"] in ("1.1.0", ["1.1.0"]) and not at.exception


def test_there_is_nothing_to_undo_at_first(four):
    at = four(view="results")
    assert button(at, "Undo last").disabled and button(at, "Reset all").disabled


def test_undo_after_reset_all_brings_the_results_back(four, monkeypatch):
    """The step is known in the session; of a link there is no step, and its last result goes."""
    state = {_whatif_view.SHOWN: {"event": "cup", "result": ["1.1.0"]}}
    monkeypatch.setattr(_whatif_results.st, "session_state", state)
    written = []
    monkeypatch.setattr(_whatif_view, "set_results", written.append)
    _whatif_results._step(((1, 1, "0"),), ())
    _whatif_results._undo(())
    assert written == [{}, {(1, 1): "0"}]
    _whatif_results._undo(((1, 1, "0"), (1, 3, "=")))
    assert written[-1] == {(1, 1): "0"} and state[f"{_whatif_results.STEPS}cup"] == []


@pytest.mark.parametrize(
    ("pressed", "results"),
    [
        ({"1.3": "="}, {(1, 1): "0", (1, 3): "="}),
        ({"1.1": "="}, {(1, 1): "="}),
        ({"1.1": ""}, {}),
        ({"1.1": "1"}, {}),  # what the event has
        ({"1.3": "=", "2.2": "+"}, {(1, 1): "0", (1, 3): "=", (2, 2): "+"}),
        ({"9.1": "1", "1.1.1": "1", "x": "=", "1.3": "2", "": ""}, None),  # no board sends these
    ],
)
def test_a_click_changes_the_results_that_are_there(monkeypatch, pressed, results):
    monkeypatch.setattr(_whatif_results.st, "session_state", {_whatif_view.SHOWN: {"result": ["1.1.0"]}})
    written = []
    monkeypatch.setattr(_whatif_view, "set_results", written.append)
    _whatif_results._set(pressed, {(1, 1): (1, "1"), (1, 3): (3, "1"), (2, 2): (2, "1")})
    assert written == ([] if results is None else [results])
    assert results is None or list(written[0]) == list(results), "in the order in which they were set"


# ---- which single result would swap them


def test_a_pair_of_the_link_is_asked_about(what_if):
    at = what_if(event="six-twice-2026", view="results", player="1", against="2")
    assert not at.exception
    assert at.selectbox(key="flips_one").value == 1 and at.selectbox(key="flips_other").value == 2
    assert re.search(r"is above .*\d+ boards? could change that", said(at))
    found = lines(at, "flips_played_boards")
    assert found and all(line["hints"] and "would" in line["note"] and line["code"] not in line["hints"] for line in found)


def test_two_players_start_with_the_first_two(what_if):
    at = what_if(event=RUNNING, view="results")
    at.get("button_group")[0].set_value("pair").run()
    one, other = (at.selectbox(key=f"flips_{name}").value for name in ("one", "other"))
    assert at.query_params["player"] in (str(one), [str(one)]) and one != other and not at.exception


def test_the_game_of_two_swaps_them(four):
    at = four(text(["2000 2w1 .", "1900 1b0 ."], rounds=2).encode(), view="results", player="1", against="2")
    (line,) = lines(at, "flips_played_boards")
    assert (line["key"], line["hints"], line["note"]) == ("1.1", ["0"], "0-1: Test P02 would be above Test P01.")


def test_nothing_that_would_swap_is_said(four):
    """P01 has 2 points, P03 none, and they have not met: one other result moves only one of them, by a point at most:
    they stay 1 apart at least."""
    file = text(["2000 2w1 4b1", "1900 1b0 3b1", "1800 4w0 2w0", "1700 3b1 1w0"], rounds=3).encode()
    at = four(file, view="results", player="1", against="3")
    assert "No single result would swap these two" in said(at) and "Test P01 is above Test P03." in said(at)
    assert not boards_drawn(at) & {"flips_played_boards", "flips_open_boards"}


# ---- army games


@pytest.mark.parametrize(
    ("folder", "words"), [("army-game-running", "The event goes on"), ("army-game-finished", "The event is over")]
)
def test_an_army_game_says_whether_it_is_over(four, folder, words):
    (file,) = (ROOT / "tests" / "tables" / folder).glob("*.trf")
    at = four(file.read_bytes())
    assert not at.exception and words in said(at)


@pytest.mark.parametrize(("line", "tabs"), [(" 2w", ["Other results", "The rest of the event"]), ("", ["The rest of the event"])])
def test_an_event_that_has_not_begun_has_a_rest(four, line, tabs):
    """There is nothing to end early; other results only where a round is paired."""
    lines = ["2000 2w", "1900 1b", "1800 4w", "1700 3b"] if line else ["2000 .", "1900 .", "1800 .", "1700 ."]
    file = text(lines, rounds=3).encode()
    at = four(file)
    assert not at.exception and [tab.label for tab in at.tabs[: len(tabs)]] == tabs
    at = four(file, view="rest")
    assert not at.exception and "points possible at the end" in said(at)
    at = four(file, view="end")
    assert not at.exception
    if line:
        at = four(file, view="results", result="1.1.1")
        assert not at.exception and "P01" in said(at)
