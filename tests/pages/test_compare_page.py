"""Compare: links, controls, states, what stands beside each chart; the study runs elsewhere."""

import re
from html import unescape
from types import SimpleNamespace

import pytest

from chessdash.compare import compare
from chessdash.display.compare import records, regulation
from chessdash.errors import ChessdashError
from chessdash.formats import read
from chessdash.pages import _compare_study
from chessdash.studies import Simulated
from tests.pages.opened import PAGES, ROOT, texts, trf

EVENT = "tec-swiss"
TWO = ["BH/C1,BH,SB", "SB,BH,WIN"]


@pytest.fixture
def compared(app):
    """Opens Compare with these parameters of a link; a list is a parameter that repeats."""

    def opened(at=None, **parameters):
        at = at or app
        if not at.title:
            at.run()
        at.switch_page(str(PAGES / "compare.py"))
        for name, value in parameters.items():
            at.query_params[name] = value
        return at.run()

    return opened


def button(at, label):
    return next(one for one in at.button if label in one.label)


def said(at):
    return unescape(re.sub(r"<[^>]+>", " ", texts(at))).replace("\\", "")


def test_without_a_link_the_page_says_where_to_go(compared):
    at = compared()
    assert "No event is open" in texts(at) and not at.exception


@pytest.mark.parametrize("key", ["nobody", "file-0123456789ab", "../../etc/passwd"])
def test_an_unknown_event_is_said(compared, key):
    at = compared(event=key)
    assert "This event is not here" in texts(at) and not at.exception


def test_an_event_alone_is_compared_with_two_other_orders(compared):
    at = compared(event=EVENT)
    assert not at.exception
    chosen = at.get("button_group")[0].value
    assert len(chosen) == 3 and chosen[0] == "BH/C1,BH,SB,DE,WIN"
    assert "places are level on points" in said(at) and "Two orders against the one in force" in said(at)
    assert len(at.get("plotly_chart")) == 2


def test_a_link_names_orders_prizes_and_the_tab(compared):
    at = compared(event=EVENT, order=TWO, prizes="500,300,200:hort", view="prizes")
    assert not at.exception
    assert at.get("button_group")[0].value == TWO
    assert at.text_input(key="prizes_text").value == "500,300,200"
    assert "Bruno" in said(at) and at.session_state["prizes_rule"] == "hort"


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"order": ["BH/C1,BH,SB", "NONSENSE"]}, "NONSENSE"),
        ({"order": TWO, "prizes": "500,many"}, "'many' is no amount"),
        ({"order": TWO, "prizes": "500:mine"}, "rule 'mine'"),
        ({"order": TWO, "view": "nowhere"}, "nowhere"),
        ({"order": TWO, "round": "99"}, "99"),
        ({"order": ["BH/C1,BH,SB", "BH/C1,BH,SB,WIN"]}, "cannot differ"),
        ({"order": TWO}, "too few to say much"),
        ({"order": ["DE", "SB", "PS", "WIN", "BH", "KS", "BH/C1"]}, "At most six"),
    ],
)
def test_what_cannot_be_done_is_said_beside_what_can(compared, parameters, words):
    at = compared(event=EVENT, **parameters)
    assert not at.exception and words in said(at)
    if parameters["order"] != ["BH/C1,BH,SB", "NONSENSE"]:
        assert at.get("plotly_chart"), "the rest is shown"


def test_one_order_only_offers_two(compared):
    at = compared(event=EVENT, order=["BH/C1,BH,SB,DE,WIN"])
    assert not at.exception and "nothing to compare" in said(at)
    assert len([one for one in at.button if one.label.startswith("Add ")]) == 2
    assert not at.get("plotly_chart")


def test_codes_that_the_event_cannot_carry_are_named(app, compared):
    unrated = trf("Unrated", ["A", "B", "C", "D"]).replace(b"1999", b"    ")
    app.run()
    app.file_uploader[0].set_value([("unrated.trf", unrated, "")]).run()
    key = next(iter(app.session_state["files"]))
    at = compared(app, event=key, order=["BH", "ARO,SB"])
    assert not at.exception and "In ARO, SB" in said(at) and "unrated" in said(at)


def test_an_event_without_ties_says_so(app, compared):
    app.run()
    app.file_uploader[0].set_value([("two.trf", trf("Two", ["A", "B"]), "")]).run()
    at = compared(app, event=next(iter(app.session_state["files"])), order=TWO)
    assert not at.exception and "No two players are equal on points, so no order" in said(at)


def test_a_round_robin_has_no_study_and_says_why(compared):
    at = compared(event="tec-round-robin", view="luck")
    assert not at.exception and "this one is a round robin" in said(at)


def test_a_typed_order_is_added_and_a_bad_one_refused(compared):
    at = compared(event=EVENT, order=TWO)
    at.text_input(key="order_added").set_value("ps bh").run()
    assert at.query_params["order"] == [*TWO, "PS,BH"] and not at.exception
    at.text_input(key="order_added").set_value("XYZ").run()
    assert "'XYZ' is not a tie-break code" in said(at) and not at.exception


def test_typed_prizes_go_into_the_link(compared):
    at = compared(event=EVENT, order=TWO)
    at.text_input(key="prizes_text").set_value("500, 300, 2x100").run()
    assert at.query_params["prizes"] in ("500, 300, 2x100", ["500, 300, 2x100"]) and not at.exception
    captions = " ".join(one.value for one in at.caption)
    assert "(places 1 to 4)" in captions or "Nobody's prize" in captions


@pytest.mark.parametrize("view", ["moves", "prizes", "why", "luck", "codes"])
def test_every_tab_draws(compared, view):
    at = compared(event=EVENT, order=[*TWO, "PS,BH/C1"], prizes="500,300,200,100,50", view=view)
    assert not at.exception
    words = {"moves": "▲", "prizes": "500", "why": "reversed it", "luck": "takes simulated events", "codes": "Sonneborn"}
    assert words[view] in said(at)


def test_a_pair_of_the_link_is_explained_under_each_order(compared):
    at = compared(event=EVENT, order=TWO, view="why", player="4", against="1")
    assert not at.exception
    assert at.selectbox(key="pair_one").value == 4 and at.selectbox(key="pair_other").value == 1
    cards = [body for body in (element.proto.body for element in at.get("html")) if "cards" in body]
    assert cards[0].count("<section>") == 2 and "decides" in cards[0]


def test_names_are_text_everywhere(app, compared):
    name = "<img src=x onerror=alert(1)> :material/home: [a](javascript:1)"
    app.run()
    app.file_uploader[0].set_value([("h.trf", trf(name[:30], [name, "<b>B", "C", "D"]), "")]).run()
    key = next(iter(app.session_state["files"]))
    for view in ("moves", "prizes", "why"):
        at = compared(app, event=key, order=TWO, prizes="10,5", view=view)
        assert not at.exception and not re.search(r"(?<!\\)<(img|b>B)", texts(at))
    assert "stays in this session" in " ".join(one.value for one in at.caption)


def test_adopting_an_order_gives_records_and_a_paragraph(compared):
    at = compared(event=EVENT, order=TWO)
    shown = [one.value for one in at.code]
    assert "202 BH/C1,BH,SB" in shown and "212 PTS,BH/C1,BH,SB" in shown
    assert any("article 8.1" in text and "edition of 2026" in text for text in shown)


def test_records_and_regulation_of_own_columns():
    assert records("PTS,BH") == ("202 BH", "212 PTS,BH")
    assert "1. Buchholz (BH, article 8.1)" in regulation("BH", "2026")


# ---- simulated events


class Work:
    """A job as the pool gives it, finished as far as it is told."""

    def __init__(self, study, parts, state):
        self.key, self.total, self.done, self.state = study, 2 * study.chunks, len(parts), state
        self.position, self.error, self.parts = 2, "It broke.", parts
        self.finished = state in ("done", "failed", "cancelled")
        self.cancelled = False

    def partial(self):
        return _compare_study.together(self.parts) if self.parts else None

    def cancel(self, holder=""):
        self.cancelled, self.state, self.finished = True, "cancelled", True


@pytest.fixture
def pool(monkeypatch):
    """A pool in which a job stands as a test wants it."""
    jobs = {}

    def submit(study, calls, together, *, holder=""):
        state, parts = made.plan
        jobs[study] = Work(study, [function(*arguments) for function, arguments in calls[:parts]], state)
        return jobs[study]

    made = SimpleNamespace(plan=("done", 2), jobs=jobs, find=jobs.get, submit=submit)
    monkeypatch.setattr(_compare_study.jobs, "pool", lambda: made)
    _compare_study._pooled.clear()
    return made


def begun(compared, pool, plan, **parameters):
    pool.plan = plan
    at = compared(event="linden-spring-2026", order=TWO, **parameters)
    at.session_state["study wishes linden-spring-2026"] = {"players": 12, "rounds": 5, "events": 100}
    at.run()
    button(at, "Simulate 100 events").click().run()
    return at


def test_nothing_is_simulated_unasked(compared, pool):
    compared(event="linden-spring-2026", order=TWO)
    assert not pool.jobs


def test_a_running_study_shows_what_it_has_and_can_be_stopped(compared, pool):
    at = begun(compared, pool, ("running", 2))
    assert not at.exception and len(at.get("plotly_chart")) == 3
    assert at.get("progress")[0].proto.text == "50 of 100 events"
    button(at, "Stop here").click().run()
    assert not at.exception and all(job.cancelled for job in pool.jobs.values())
    assert "Stopped after 50 of 100 events" in " ".join(one.value for one in at.caption)


def test_a_queued_study_says_its_place(compared, pool):
    at = begun(compared, pool, ("queued", 0))
    assert at.get("progress")[0].proto.text.endswith("place 2 in the queue") and not at.exception


def test_a_failed_study_says_why(compared, pool):
    at = begun(compared, pool, ("failed", 0))
    assert "did not finish" in said(at) and "It broke." in said(at) and not at.exception


def test_a_finished_study_is_in_the_verdict_and_in_the_scatter(compared, pool):
    at = begun(compared, pool, ("done", 4), view="luck")
    assert not at.exception and not at.get("progress")
    assert "simulated event" in said(at) and len(at.get("plotly_chart")) >= 3


def test_a_full_pool_is_said(compared, pool, monkeypatch):
    def full(*_, **__):
        raise ChessdashError("18 computations run or wait already.")

    at = compared(event="linden-spring-2026", order=TWO)
    monkeypatch.setattr(pool, "submit", full)
    button(at, "Simulate").click().run()
    assert not at.exception and "18 computations" in said(at)


def test_the_study_is_like_the_event():
    played = {name: read(ROOT / "data" / "tournaments" / f"{name}.trf") for name in ("lakeside-open-2025", "tec-swiss")}
    lakeside = _compare_study.like(played["lakeside-open-2025"], compare(played["lakeside-open-2025"], TWO, baseline=TWO[1]), "x")
    assert (lakeside.players, lakeside.rounds, lakeside.events) == (61, 7, 400)
    assert [label for label, _ in lakeside.orders] == [TWO[1], TWO[0]], "the one compared with first"
    assert lakeside.field == _compare_study.field_of(played["lakeside-open-2025"]) and lakeside.byes in ("none", "some")


def test_partial_results_have_both_worlds():
    study = Simulated(12, 5, "club", "none", ((TWO[0], TWO[0]),), 120, 1)
    parts = [arguments for _, arguments in _compare_study.calls(study)]
    assert [(one.blind, k) for one, k in parts] == [(False, 0), (True, 0), (False, 1), (True, 1), (False, 2), (True, 2)]
