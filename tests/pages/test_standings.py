"""Standings: links, controls, messages, views; two visitors never see each other's files."""

from dataclasses import replace

import pytest

import chessdash
from chessdash.tournament import Tournament
from tests.pages.opened import PAGES, ROOT, shown, texts, trf

EVENT = "tec-swiss"


def rows(at):
    return shown(at, "standings_table")["tables"][0]["rows"]


def heads(at):
    return [column.get("head", "") for column in shown(at, "standings_table")["tables"][0]["columns"]]


def test_without_a_link_the_page_says_where_to_go(standings):
    at = standings()
    assert "No event is open" in texts(at) and not at.exception


@pytest.mark.parametrize(
    ("key", "words"), [("nobody", "nobody"), ("file-0123456789ab", "someone opened"), ("../../etc/passwd", "etc")]
)
def test_an_unknown_event_is_said(standings, key, words):
    at = standings(event=key)
    assert "This event is not here" in texts(at) and words in texts(at) and not at.exception


def test_the_final_table_with_the_file_s_own_order(standings):
    at = standings(event=EVENT)
    assert not at.exception
    assert "Final standings after round 5 of 5" in texts(at).replace("\\", "")
    assert heads(at)[-7:] == ["Pts", "BH/C1", "BH", "SB", "DE", "WIN", "Decided by"]
    assert len(rows(at)) == 16
    assert shown(at, "standings_table panel")["chosen"]["names"] == []


def test_a_link_sets_round_order_edition_and_unrated(standings):
    at = standings(event=EVENT, round="3", order="SB,BH", edition="2024", unrated="1400")
    assert at.selectbox(key="round_choice").value == 3
    assert at.selectbox(key="order_choice").value == "SB,BH"
    assert "SB" in heads(at) and heads(at).index("SB") < heads(at).index("BH")
    assert "after round 3 of 5" in texts(at)


def test_controls_change_the_table(standings):
    at = standings(event=EVENT)
    before = heads(at)
    at.selectbox(key="order_choice").select("BH/M1,BH,PS").run()
    assert heads(at) != before and heads(at)[-4:-1] == ["BH/M1", "BH", "PS"]
    at.selectbox(key="round_choice").select(2).run()
    assert "after round 2 of 5" in texts(at) and heads(at)[-4:-1] == ["BH/M1", "BH", "PS"]


def test_a_file_that_cannot_say_that_games_are_annulled(standings, tmp_path, monkeypatch):
    """Beside the files to take away; they would be read back as games that count."""
    whole = chessdash.read(ROOT / "data/tournaments/tec-swiss.trf")
    gone = Tournament(replace(whole.sheet, info={**whole.sheet.info, "annulled": (3,)}))
    chessdash.write(gone, tmp_path / "annulled.json")
    monkeypatch.setenv("CHESSDASH_EVENTS", str(tmp_path))
    at = standings(event="annulled")
    assert any("only JSON can say so" in caption.value for caption in at.caption) and not at.exception


UNKNOWN = [("round", "99"), ("round", "x"), ("round", "²"), ("order", "ZZ"), ("edition", "1999"), ("unrated", "-4")]
UNKNOWN += [("unrated", "99999"), ("player", "777"), ("code", "TPR"), ("view", "nothing")]


@pytest.mark.parametrize(("name", "value"), UNKNOWN)
def test_an_unknown_value_falls_back_with_a_message(standings, name, value):
    at = standings(event=EVENT, **{name: value})
    assert not at.exception and len(rows(at)) == 16
    assert 'class="said"' in texts(at) and value in texts(at)


def test_a_link_opens_the_explanation_of_a_value(standings):
    at = standings(event=EVENT, player="3", code="BH/C1")
    panel = shown(at, "standings_table panel")
    assert panel["panel"]["head"].startswith("BH/C1 of ") and panel["chosen"]["code"] == "BH/C1"
    assert panel["panel"]["table"]["kind"] == "explain"


def test_a_link_opens_the_card_of_two_players(standings):
    at = standings(event=EVENT, player="3", against="5")
    panel = shown(at, "standings_table panel")
    assert panel["panel"]["table"]["kind"] == "why" and panel["chosen"]["names"] == ["3", "5"]


def test_every_value_of_every_sample_can_be_explained(standings, app):
    from chessdash import shelf
    from chessdash.display.explanation import value_panel
    from chessdash.explanation import explain
    from chessdash.standings import standings as ranked

    for event in shelf.shelved().values():
        played = event.read()
        table = ranked(played)
        for code in table.attrs["order"]:
            for no in table.index[:: max(1, len(table) // 8)]:
                panel = value_panel(played, explain(played, code, int(no)))
                assert panel.table is not None or panel.below, (event.key, code, no)


@pytest.mark.parametrize("view", ["crosstable", "rounds", "statistics"])
def test_every_view_of_every_sample_is_drawn(standings, view):
    from chessdash import shelf

    for key in shelf.shelved():
        at = standings(event=key, view=view)
        assert not at.exception
        assert shown(at, f"{view}_table")["tables"]


def test_codes_that_need_ratings_are_offered_a_rating(standings, monkeypatch, tmp_path):
    file = trf("Unrated", ["A", "B", "C", "D"]).replace(b" 1997 NED", b"      NED")
    (tmp_path / "cup.trf").write_bytes(file)
    monkeypatch.setenv("CHESSDASH_EVENTS", str(tmp_path))
    at = standings(event="cup", order="TPR,BH")
    assert "TPR is left out" in texts(at) and "TPR" not in heads(at)
    at.button(key="count_unrated").click().run()
    assert "TPR" in heads(at) and "left out" not in texts(at)


def test_a_round_zero_event_is_a_starting_list(standings, monkeypatch, tmp_path):
    (tmp_path / "start.trf").write_bytes(b"012 Start\n142 5\n001    1      Smit, Jo\n001    2      Vos, Al\n")
    monkeypatch.setenv("CHESSDASH_EVENTS", str(tmp_path))
    for view in ("standings", "crosstable", "rounds", "statistics"):
        at = standings(event="start", view=view)
        assert not at.exception and "Starting list" in texts(at)


def test_declared_ranks_that_differ_are_listed(standings, monkeypatch, tmp_path):
    file = trf("Ranks", ["A", "B", "C", "D"], extra="202 BH\n").replace(b" 2.0     ", b" 2.0    4")
    (tmp_path / "cup.trf").write_bytes(file)
    monkeypatch.setenv("CHESSDASH_EVENTS", str(tmp_path))
    at = standings(event="cup")
    notes = shown(at, "standings_table")["notes"]
    assert any("declared" in note["text"] and note["more"] for note in notes)


def test_the_view_is_kept_over_a_move_to_events_and_back(standings):
    at = standings(event=EVENT, order="WIN,SB", round="3")
    at.switch_page(str(PAGES / "events.py"))
    at.query_params.clear()
    at.run()
    at.switch_page(str(PAGES / "standings.py"))
    at.query_params.clear()
    at.run()
    assert heads(at)[-3:-1] == ["WIN", "SB"] and "after round 3" in texts(at)


def test_two_visitors_with_files_of_one_name_see_each_their_own(app):
    from streamlit.testing.v1 import AppTest

    other = AppTest.from_file(str(PAGES.parents[1] / "app.py"), default_timeout=60)
    for at, title in ((app, "Alpha Cup"), (other, "Beta Cup")):
        at.run()
        at.file_uploader[0].set_value([("same.trf", trf(title, [f"{title} {n}" for n in range(4)]), "")]).run()
    keys = []
    for at, title in ((app, "Alpha Cup"), (other, "Beta Cup")):
        (key,) = at.session_state["files"]
        keys.append(key)
        at.switch_page(str(PAGES / "standings.py"))
        at.query_params["event"] = key
        at.run()
        assert at.title[0].value == title
        assert all(row["name"].startswith(title) for row in rows(at))
    app.query_params["event"] = keys[1]
    app.run()
    assert "This event is not here" in texts(app)


def test_an_own_file_has_no_link_and_says_so(app, standings):
    app.run()
    app.file_uploader[0].set_value([("cup.trf", trf("Own", ["A", "B", "C", "D"]), "")]).run()
    (key,) = app.session_state["files"]
    at = standings(app, event=key)
    assert any("no link" in caption.value for caption in at.caption) and not at.code


def test_an_event_of_the_shelf_has_a_link_with_what_is_shown(standings):
    at = standings(event=EVENT, order="WIN,SB", round="3", player="3", code="WIN")
    assert at.code[0].value.endswith("standings?event=tec-swiss&round=3&order=WIN,SB&player=3&code=WIN")
