"""Compare in a browser: a link opens the same view, the study runs beside the page, phones, both papers."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError

LINK = "/compare?event=sixty&order=BH/C1,BH,SB,WIN&order=SB,BH,WIN&order=PS,BH/C1&prizes=500,300,200,100,50"
pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def test_a_link_shows_the_orders_and_a_pill_changes_the_link(server, visit, wait):
    page = visit(server + LINK)
    page.get_by_role("heading", name="Compare orders").wait_for()
    page.locator(".js-plotly-plot").nth(1).wait_for(timeout=60_000)
    assert page.locator(".js-plotly-plot").count() == 2
    page.get_by_role("button", name="FB, BH/C1, SB", exact=True).click()
    page.wait_for_url(re.compile(r"FB"))
    wait(page)
    assert page.url.count("order=") == 4
    page.go_back()
    wait(page)
    assert page.url.count("order=") == 3


def test_a_study_runs_beside_the_page_and_stops(server, visit, wait):
    page = visit(server + LINK + "&view=luck")
    page.get_by_role("button", name=re.compile("Simulate 400 events")).click()
    stop = page.get_by_role("button", name="Stop here")
    stop.wait_for(timeout=60_000)
    page.get_by_role("tab", name="Codes").click()  # the page answers while it runs
    page.get_by_text("Which codes repeat each other").wait_for(timeout=20_000)
    with suppress(TimeoutError):  # a quick machine may be done before the click
        stop.click(timeout=5_000)
    page.get_by_text(re.compile("Stopped (after|before)|simulated events")).first.wait_for(timeout=120_000)
    stop.wait_for(state="hidden", timeout=60_000)


@pytest.mark.parametrize("dark", [False, True])
def test_three_hundred_players_on_a_phone(server, visit, wait, dark):
    page = visit(server + LINK.replace("sixty", "large"), width=390, height=844, dark=dark)
    page.locator(".js-plotly-plot").first.wait_for(timeout=60_000)
    main = page.locator("[data-testid=stMain]")
    assert main.evaluate("box => box.scrollWidth") <= 390
    for text in page.locator(".js-plotly-plot .annotation-text, .js-plotly-plot .xtick text").all()[:40]:
        box = text.bounding_box()
        assert box is None or (box["x"] >= 0 and box["x"] + box["width"] <= 391), text.text_content()
    paper = page.locator(".js-plotly-plot .main-svg").first.evaluate("svg => getComputedStyle(svg).background")
    assert ("rgb(23, 24, 22)" in paper) == dark


def test_hostile_names_do_nothing(server, visit, wait):
    page = visit(server + "/compare?event=hostile&order=BH,SB&order=SB,BH&view=why")
    page.locator(".compare.cards").wait_for(timeout=60_000)
    assert page.evaluate("window.hit") is None
    assert page.locator(".js-plotly-plot img, .js-plotly-plot script").count() == 0
