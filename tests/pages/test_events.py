"""Events: the list, the search, opening files."""

import re

import pytest

from chessdash.formats import LIMIT
from tests.pages.opened import PAGES, shown, texts, trf


def events(at):
    return [row["name"] for table in shown(at, "events_table")["tables"] for row in table["rows"]]


def test_the_samples_are_listed_by_season(app):
    at = app.run()
    assert not at.exception
    seasons = [table["head"] for table in shown(at, "events_table")["tables"]]
    assert seasons == sorted(seasons, reverse=True) and len(events(at)) >= 8


def test_search_season_and_time_control_filter_the_list(app):
    at = app.run()
    at.text_input(key="search").set_value("tec").run()
    assert set(events(at)) == {"FIDE TEC exercise: Round-Robin", "FIDE TEC exercise: Swiss-System"}
    at.text_input(key="search").set_value("").run()
    at.selectbox(key="season").select("2025").run()
    assert [table["head"] for table in shown(at, "events_table")["tables"]] == ["2025"]
    at.selectbox(key="season").select("").run()
    at.selectbox(key="pace").select("rapid").run()
    assert 0 < len(events(at)) < 8
    at.text_input(key="search").set_value("nothing of the kind").run()
    assert "No event fits" in texts(at) and not at.exception


def test_a_file_is_read_once_and_stays_when_a_widget_moves(app):
    at = app.run()
    at.file_uploader[0].set_value([("cup.trf", trf("Own Cup", ["A", "B", "C", "D"]), "text/plain")]).run()
    assert not at.exception
    assert "Own Cup" in events(at) and [s.value for s in at.subheader][1] == "Read: cup\\.trf"
    assert "3 of" not in texts(at) and "2 of 3" in texts(at)
    at.selectbox(key="pace").select("blitz").run()
    at.selectbox(key="pace").select("").run()
    assert "Own Cup" in events(at)


def test_several_files_at_once_the_bad_ones_with_their_sentence(app):
    at = app.run()
    files = [
        ("one.trf", trf("One", ["A", "B", "C", "D"]), ""),
        ("no.trf", b"hello\n", ""),
        ("two.trf", trf("Two", ["E", "F", "G", "H"]), ""),
    ]
    at.file_uploader[0].set_value(files).run()
    assert {"One", "Two"} <= set(events(at))
    assert "no.trf cannot be read" in texts(at) and "Traceback" not in texts(at)


def test_faults_are_listed_with_line_and_column(app):
    at = app.run()
    broken = trf("Broken", ["A", "B", "C", "D"]).replace(b"     2 w 1", b"    31 w 1")
    at.file_uploader[0].set_value([("broken.trf", broken, "")]).run()
    assert (
        re.search("<b>[1-9][0-9]* faults?(, [1-9][0-9]* notes?)?[.]</b>", texts(at))
        and "line 5" in texts(at)
        and "column" in texts(at)
    )


def test_pasted_text_is_read_like_a_file(app):
    at = app.run()
    at.text_area(key="pasted").set_value(trf("Pasted", ["A", "B", "C", "D"]).decode()).run()
    next(button for button in at.button if button.label == "Read the text").click().run()
    assert "Pasted" in events(at)


def test_a_file_over_the_limit_is_refused_on_the_server_too(app):
    at = app.run()
    at.file_uploader[0].set_value([("big.trf", b"0" * (LIMIT + 1), "")]).run()
    assert "big.trf cannot be read" in texts(at) and not at.exception


@pytest.mark.parametrize("page", ["standings", "compare", "whatif"])
def test_a_file_that_is_read_is_open_on_every_page(app, page):
    at = app.run()
    at.file_uploader[0].set_value([("cup.trf", trf("Own Cup", ["A", "B", "C", "D"]), "")]).run()
    at.switch_page(str(PAGES / f"{page}.py")).run()
    assert not at.exception and "No event is open" not in texts(at) and "Own Cup" in texts(at) + at.title[0].value


@pytest.mark.parametrize("page", ["standings", "compare", "whatif"])
def test_of_several_files_one_can_be_opened_where_none_is(app, page):
    at = app.run()
    files = [("one.trf", trf("One", ["A", "B", "C", "D"]), ""), ("two.trf", trf("Two", ["E", "F", "G", "H"]), "")]
    at.file_uploader[0].set_value(files).run()
    at.switch_page(str(PAGES / f"{page}.py")).run()
    assert "No event is open" in texts(at) and not at.exception
    links = {link.proto.label: link.proto.query_string for link in at.get("page_link")}
    assert {label: links[label].split("=")[1] for label in ("Open one\\.trf", "Open two\\.trf")} == {
        f"Open {name}\\.trf": key for key, name in ((key, event.name[:3]) for key, event in at.session_state["files"].items())
    }


def test_a_removed_file_is_open_nowhere(app):
    at = app.run()
    at.file_uploader[0].set_value([("cup.trf", trf("Own Cup", ["A", "B", "C", "D"]), "")]).run()
    next(button for button in at.button if button.label == "Remove").click().run()
    at.switch_page(str(PAGES / "whatif.py")).run()
    assert "No event is open" in texts(at) and not at.exception


def test_a_removed_file_is_gone(app):
    at = app.run()
    at.file_uploader[0].set_value([("cup.trf", trf("Own Cup", ["A", "B", "C", "D"]), "")]).run()
    next(button for button in at.button if button.label == "Remove").click().run()
    assert "Own Cup" not in events(at)


def test_an_empty_shelf_says_what_to_do(app, tmp_path, monkeypatch):
    monkeypatch.setenv("CHESSDASH_EVENTS", str(tmp_path))
    at = app.run()
    assert "No events yet" in texts(at) and not at.exception


def test_a_broken_file_on_the_shelf_is_named_and_the_others_stay(app, tmp_path, monkeypatch):
    (tmp_path / "good.trf").write_bytes(trf("Good", ["A", "B", "C", "D"]))
    (tmp_path / "bad.trf").write_bytes(b"hello\n")
    monkeypatch.setenv("CHESSDASH_EVENTS", str(tmp_path))
    at = app.run()
    assert events(at) == ["Good"] and "bad.trf cannot be read" in texts(at)


@pytest.mark.parametrize("name", ["<img src=x onerror=alert(1)>", ":material/home: **b** [a](javascript:alert(1))"])
def test_names_are_text_everywhere(app, name):
    at = app.run()
    at.file_uploader[0].set_value([(f"{name}.trf", trf(name, [name, "B", "C", "D"]), "")]).run()
    assert not at.exception and name in events(at)
    assert "<img" not in texts(at)
    heading = [s.value for s in at.subheader][1]
    assert ":material/home:" not in heading and "[a](" not in heading
