"""What the look promises and a test can hold: colours of both modes, paper, large tables."""

import re
import time

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


MODES = [(False, "rgb(255, 255, 255)", "rgb(255, 226, 92)"), (True, "rgb(23, 24, 22)", "rgb(87, 72, 0)")]
COLOUR = "element => getComputedStyle(element).backgroundColor"


@pytest.mark.parametrize(("dark", "paper", "marker"), MODES)
def test_both_modes_follow_the_system(server, visit, dark, paper, marker):
    page = visit(f"{server}/standings?event=large", dark=dark)
    assert page.locator("[data-testid=stApp]").evaluate(COLOUR) == paper
    assert page.locator("table.standings td.later").first.evaluate(COLOUR) == marker


def test_the_typeface_is_the_project_s_own(server, visit):
    page = visit(f"{server}/standings?event=harbour-open-2026")
    loaded = page.evaluate("[...document.fonts].filter(font => font.status === 'loaded').map(font => font.family)")
    assert any("Fira Sans" in family for family in loaded)


def test_three_hundred_players_are_drawn_at_once(server, visit):
    visit(f"{server}/standings?event=large")  # computes what is cached
    begun = time.monotonic()
    page = visit(f"{server}/standings?event=large")
    expect(page.locator("table.standings tbody tr")).to_have_count(300)
    assert time.monotonic() - begun < 20  # seconds; a bound against collapse, not a goal
    assert page.evaluate("document.querySelectorAll('canvas').length") == 0


def test_every_value_is_named_for_those_who_listen(server, visit):
    page = visit(f"{server}/standings?event=tec-swiss")
    expect(page.locator("table.standings tbody tr")).to_have_count(16)
    names = page.locator("button.value").evaluate_all("buttons => buttons.map(button => button.getAttribute('aria-label'))")
    assert len(names) == 16 * 6 and all(re.fullmatch(r".+ of .+: .+\. Explain", name) for name in names)
    unnamed = "[...document.querySelectorAll('button')].filter(b => !b.innerText.trim() && !b.ariaLabel && !b.title)"
    assert page.evaluate(f"{unnamed}.map(b => b.outerHTML)") == []
    expect(page.get_by_role("heading", level=1)).to_have_count(1)


def test_the_app_prints_white_without_what_can_only_be_clicked(server, visit):
    page = visit(f"{server}/standings?event=sixty", dark=True)
    page.emulate_media(media="print")
    expect(page.locator("[data-testid=stHeader]")).to_be_hidden()
    expect(page.locator(".st-key-controls")).to_be_hidden()
    expect(page.locator(".side")).to_be_hidden()
    assert page.locator("[data-testid=stApp]").evaluate(COLOUR) == "rgb(255, 255, 255)"


@pytest.mark.parametrize(("event", "pages"), [("sixty", 1), ("harbour-open-2026", 4)])
def test_the_static_page_fits_paper(server, visit, event, pages, browser):
    page = browser.new_page()
    page.goto(f"{server}/events/{event}/standings.html")
    printed = page.pdf(prefer_css_page_size=True)
    page.close()
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == pages
    assert b"/MediaBox [0 0 594" in printed  # A4


def test_the_static_page_can_be_embedded_and_the_app_cannot(server, visit, browser):
    page = browser.new_page()
    for path, status in ((f"{server}/events/sixty/standings.html", "*"), (server, "'none'")):
        answer = page.goto(path)
        assert answer and answer.headers["content-security-policy"].endswith(f"frame-ancestors {status}")
    page.close()
