"""What if in a browser: a link opens the same, results are pressed by pointer and keyboard and undone, phones, both papers."""

import re

import pytest
from playwright.sync_api import expect

RUNNING = "/what-if?event=lodz-winter-2026"  # five of seven rounds played, round 6 paired
pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def board(page, place, *, of="set_boards"):
    """A board of a list, from 0."""
    return page.locator(f".st-key-{of} .board").nth(place)


def result(page, place, code):
    return board(page, place).get_by_role("button", name=re.compile(f"^{code},"))


def count(page, n):
    """Waits until so many results are changed, in the list and in the address."""
    expect(page.locator(".st-key-set_changed .board")).to_have_count(n)
    page.wait_for_url(lambda url: url.count("result=") == n)


def test_a_result_that_is_pressed_is_in_the_link_and_the_link_opens_the_same(server, visit):
    page = visit(f"{server}{RUNNING}&view=results")
    expect(page.get_by_text("No result is changed yet")).to_be_visible()
    result(page, 0, "0-1").click()
    count(page, 1)
    expect(result(page, 0, "0-1")).to_have_attribute("aria-pressed", "true")
    result(page, 1, "½-½").click()
    count(page, 2)
    said = page.locator(".whatif-head", has_text="The table with these results")
    expect(said).to_contain_text("stand elsewhere")
    rows = page.locator(".whatif .changes tbody tr")
    expect(rows.first).to_be_visible()
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    first, other = rows.all_inner_texts(), visit(page.url)
    expect(other.locator(".st-key-set_changed .board")).to_have_count(2)
    expect(other.locator(".whatif .changes tbody tr").first).to_be_visible()
    assert other.locator(".whatif .changes tbody tr").all_inner_texts() == first
    expect(result(other, 1, "½-½")).to_have_attribute("aria-pressed", "true")


def test_quick_presses_are_all_kept_and_each_can_be_undone(server, visit):
    page = visit(f"{server}{RUNNING}&view=results")
    for place in (2, 3, 4):
        result(page, place, "1-0").click(no_wait_after=True)
    count(page, 3)
    board(page, 1, of="set_changed").get_by_role("button", name=re.compile("^Undo the result of")).click()
    count(page, 2)
    expect(result(page, 3, "1-0")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Undo last").click()
    count(page, 3)  # the step before was the undoing of one
    page.get_by_role("button", name="Reset all").click()
    expect(page.get_by_text("No result is changed yet")).to_be_visible()
    assert "result=" not in page.url
    page.go_back()
    count(page, 3)


def test_boards_are_set_by_keyboard(server, visit):
    page = visit(f"{server}{RUNNING}&view=results")
    result(page, 0, "1-0").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(result(page, 1, "½-½")).to_be_focused()
    page.keyboard.press("Enter")
    count(page, 1)
    expect(result(page, 1, "½-½")).to_be_focused()
    page.keyboard.press("1")
    expect(result(page, 1, "1-0")).to_have_attribute("aria-pressed", "true")
    page.wait_for_url(re.compile(r"result=6\.\d+\.1$"))
    board(page, 1).get_by_role("combobox").select_option("-")
    page.wait_for_url(re.compile(r"result=6\.\d+\.-$"))
    expect(board(page, 1, of="set_changed")).to_have_count(0)


def test_a_round_to_end_after_is_in_the_link(server, visit):
    page = visit(f"{server}{RUNNING}")
    expect(page.get_by_role("button", name="Download the event as ended after round 5 (TRF26)")).to_be_visible()
    with page.expect_download() as taken:
        page.get_by_role("button", name="Download the event as ended after round 5 (TRF26)").click()
    assert taken.value.suggested_filename == "lodz-winter-2026-after-round-5.trf"
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(re.compile("round=3"))
    expect(page.locator(".whatif-list li.blocks")).to_contain_text("cannot be deleted")
    expect(page.get_by_text("The table after round 3, beside today’s").first).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("TRF26"))).to_have_count(0)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("view", ["end", "results"])
def test_three_hundred_players_on_a_phone(server, visit, view, dark):
    page = visit(f"{server}/what-if?event=large&view={view}&result=11.1.x&result=2.1.=", width=390, height=844, dark=dark)
    shown = ".js-plotly-plot" if view == "end" else ".whatif .changes tbody tr"
    expect(page.locator(shown).first).to_be_visible(timeout=60_000)
    assert page.locator("[data-testid=stMain]").evaluate("box => box.scrollWidth") <= 390
    if view == "results":
        heights = (
            page.locator(".st-key-set_boards .board")
            .first.locator(".code")
            .evaluate_all("all => all.map(one => one.offsetHeight)")
        )
        assert min(heights) >= 44, "room for a thumb"
        paper = board(page, 0).locator("select").evaluate("one => getComputedStyle(one).backgroundColor")
        assert (paper == "rgb(23, 24, 22)") == dark


def test_hostile_names_do_nothing(server, visit):
    for view in ("end", "results"):
        page = visit(f"{server}/what-if?event=hostile&view={view}&result=1.1.=")
        shown = ".whatif .after tbody tr" if view == "end" else ".st-key-set_boards .board"
        expect(page.locator(shown).first).to_be_visible()
        assert page.evaluate("window.hit") is None
        assert page.locator(".board img, .board script, .whatif img, .whatif script, .whatif-list img").count() == 0
