"""What people do, in a real browser: from the list of events to where a number comes from."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.events import HOSTILE, cup

pytestmark = pytest.mark.browser
EVENT = "harbour-open-2026"


def value(page: Page, code: str, no: int):
    return page.locator(f'button.value[data-key="{no}"][data-code="{code}"]')


def name(page: Page, no: int):
    return page.locator(f'button.name[data-key="{no}"]')


def test_from_the_events_to_the_sum_of_a_value_and_back(server, visit):
    page = visit(server)
    expect(page.get_by_role("heading", level=1)).to_have_text("Events")
    page.get_by_role("link", name="Harbour Open 2026").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Harbour Open 2026")
    cell = page.get_by_role("button", name=re.compile("^Buchholz, least result cut of .*Explain$")).first
    cell.click()
    expect(page.locator(".side h3")).to_contain_text("BH/C1 of ")
    head = page.locator(".side h3").inner_text()
    assert page.locator(".side tr.sum td").last.inner_text() == head.rsplit(": ", 1)[1]
    assert "code=BH%2FC1" in page.url and "event=harbour-open-2026" in page.url
    expect(page.locator("td.chosen")).to_have_count(1)
    page.go_back()
    expect(page.locator(".side h3")).to_have_text("How to read the table")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Events")


def test_two_names_open_the_card_and_its_link_opens_it_again(server, visit):
    page = visit(f"{server}/standings?event={EVENT}")
    rows = page.locator("table.standings tbody tr")
    upper, lower = (rows.nth(i).locator("button.name") for i in (1, 2))
    lower.click()
    expect(page.locator(".side")).to_contain_text("Choose a second name")
    upper.click()
    expect(page.locator(".side h3")).to_have_text(re.compile("^Why .* is above .*"))
    expect(page.locator(".side tr.decides")).to_have_count(1)
    expect(page.locator('button.name[aria-pressed="true"]')).to_have_count(2)
    head = page.locator(".side h3").inner_text()
    again = visit(page.url)
    expect(again.locator(".side h3")).to_have_text(head)
    page.go_back()
    expect(page.locator('button.name[aria-pressed="true"]')).to_have_count(1)


def test_a_click_replaces_the_panel_and_nothing_else(server, visit):
    page = visit(f"{server}/standings?event=large")
    received: list[int] = []
    page.evaluate("() => { window.kept = 1 }")
    table = page.locator("table.standings")
    table.evaluate("table => { table.kept = 1 }")
    value(page, "BH", 150).scroll_into_view_if_needed()
    before = table.bounding_box()
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
    client.on("Network.webSocketFrameReceived", lambda event: received.append(len(event["response"]["payloadData"])))
    value(page, "BH", 150).click()
    expect(page.locator(".side h3")).to_contain_text("Surname150")
    page.wait_for_timeout(500)
    assert table.evaluate("table => table.kept") == 1
    assert table.bounding_box() == before
    assert 0 < sum(received) < 20_000  # the table itself is ten times that


def test_keys_move_open_and_close_and_the_focus_returns(server, visit):
    page = visit(f"{server}/standings?event={EVENT}")
    first = page.locator("table.standings tbody button").first
    expect(page.locator('table.standings tbody button[tabindex="0"]')).to_have_count(1)
    first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    focused = page.locator("table.standings button:focus")
    expect(focused).to_have_attribute("data-code", "BH/C1")
    label = focused.get_attribute("aria-label")
    page.keyboard.press("Enter")
    expect(page.locator(".side h3")).to_contain_text("BH/C1 of ")
    page.keyboard.press("Escape")
    expect(page.locator(".side h3")).to_have_text("How to read the table")
    expect(page.locator("table.standings button:focus")).to_have_attribute("aria-label", label)
    expect(page).to_have_url(re.compile(r"standings\?event=harbour-open-2026$"))


def test_the_panel_is_a_sheet_on_a_phone(server, visit):
    page = visit(f"{server}/standings?event={EVENT}", width=390, height=844, dark=True)
    cell = page.locator("button.value[data-code='BH/C1']").first
    cell.click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    expect(sheet).to_be_focused()
    page.wait_for_timeout(300)
    box = sheet.bounding_box()
    assert box and box["y"] + box["height"] == pytest.approx(844, abs=1) and box["height"] <= 0.74 * 844 + 1
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(cell).to_be_focused()


VIEWS = ("standings?event={}", *(f"standings?event={{}}&view={view}" for view in ("crosstable", "rounds", "statistics")))


@pytest.mark.parametrize("path", ["", *VIEWS])
def test_pages_are_as_wide_as_a_phone(server, visit, path):
    page = visit(f"{server}/{path.format(EVENT)}", width=390, height=844)
    expect(page.locator("table").first).to_be_visible()
    page.wait_for_timeout(500)
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= 390
    targets = page.locator("table.standings button.value")
    if targets.count():
        box = targets.first.bounding_box()
        assert box and box["height"] >= 44 and box["width"] >= 44


def test_an_order_is_typed_and_a_wrong_one_keeps_the_table(server, visit, wait):
    page = visit(f"{server}/standings?event={EVENT}")

    def typed(order: str) -> None:
        field = page.get_by_role("combobox", name="Order of tie-breaks")
        field.click()
        field.fill(order)
        page.keyboard.press("Enter")
        page.wait_for_timeout(500)
        wait(page)

    typed("win, sb")
    heads = page.locator("table.standings thead th")
    expect(heads.nth(5)).to_have_text("WIN")
    expect(page).to_have_url(re.compile("order=WIN%2CSB"))
    typed("BH/X9")
    expect(page.locator(".said")).to_contain_text("BH/X9")
    expect(heads.nth(5)).to_have_text("WIN")


def test_views_and_rounds_are_in_the_address_and_back_returns(server, visit, wait):
    page = visit(f"{server}/standings?event={EVENT}")
    page.get_by_role("tab", name="Crosstable").click()
    expect(page.locator("table.crosstable")).to_be_visible()
    expect(page).to_have_url(re.compile("view=crosstable"))
    page.get_by_role("combobox", name="After round").click()
    page.get_by_role("option", name="4").click()
    expect(page.get_by_text("as they were after round 4 of 9")).to_be_visible()
    expect(page.locator("table.crosstable thead th")).to_have_count(2 + 4 + 1)
    page.go_back()
    expect(page.locator("table.crosstable thead th")).to_have_count(2 + 9 + 1)
    page.go_back()
    expect(page.locator("table.standings")).to_be_visible()


def test_the_navigation_keeps_the_view(server, visit):
    page = visit(f"{server}/standings?event={EVENT}&order=WIN,SB&round=5")
    page.get_by_role("link", name="Events").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Events")
    page.get_by_role("link", name="Standings").first.click()
    expect(page.get_by_text("as they were after round 5 of 9")).to_be_visible()
    expect(page).to_have_url(re.compile("event=harbour-open-2026"))


def test_two_visitors_with_files_of_one_name(server, visit, wait):
    pages = []
    for title in ("Alpha", "Beta"):
        page = visit(server)
        content = cup(f"{title} Cup", [f"{title}, {letter}" for letter in "ABCD"])
        page.locator("input[type=file]").set_input_files({"name": "same.trf", "mimeType": "text/plain", "buffer": content})
        expect(page.get_by_text("Read: same.trf")).to_be_visible()
        pages.append((title, page))
    for title, page in pages:
        page.get_by_role("button", name="Show standings").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(f"{title} Cup")
        page.get_by_role("combobox", name="Order of tie-breaks").click()
        page.get_by_role("option", name="BH, DE, SB").click()
        wait(page)
        expect(page.locator("button.name").first).to_contain_text(title)
    stranger = visit(pages[0][1].url)
    expect(stranger.get_by_text("This event is not here")).to_be_visible()


def test_hostile_names_are_only_text(server, visit, wait):
    page = visit(f"{server}/standings?event=hostile")
    for view in ("standings", "crosstable", "rounds"):
        page.goto(f"{server}/standings?event=hostile&view={view}")
        wait(page)
        for text in HOSTILE:
            expect(page.get_by_text(text, exact=True).first).to_be_attached()
    page.goto(f"{server}/standings?event=hostile&player=1&against=2")
    wait(page)
    page.goto(f"{server}/events/hostile/standings.html")
    for text in HOSTILE:
        expect(page.get_by_text(text, exact=True).first).to_be_attached()
    assert page.evaluate("window.hit") is None
    page.goto(server)
    wait(page)
    assert page.evaluate("window.hit") is None


def test_find_dims_and_does_not_re_rank(server, visit):
    page = visit(f"{server}/standings?event=large")
    rows = page.locator("table.standings tbody tr")
    before = rows.nth(7).locator("button.name").inner_text()
    page.get_by_role("searchbox", name="Find a player").fill("surname150")
    expect(page.locator("table.standings tbody tr:not(.dim)")).to_have_count(1)
    assert rows.nth(7).locator("button.name").inner_text() == before and rows.count() == 300


def test_what_is_shared_opens_the_same(server, visit):
    page = visit(f"{server}/standings?event={EVENT}&order=WIN,SB&round=5")
    page.get_by_role("button", name="More").click()
    link = page.locator("code").inner_text().strip()
    assert link.startswith(server) and "order=WIN,SB" in link
    expect(page.get_by_alt_text("QR code of the link")).to_be_visible()
    with page.expect_download() as taken:
        page.get_by_role("button", name="Table as CSV").click()
    content = taken.value.path().read_bytes()
    assert content.startswith(b"\xef\xbb\xbfrank,no") and b"WIN" in content.splitlines()[0]
    with page.expect_download() as taken:
        page.get_by_role("button", name="TRF26").click()
    assert b"\n001 " in taken.value.path().read_bytes()
    again = visit(link)
    expect(again.get_by_text("as they were after round 5 of 9")).to_be_visible()


def test_under_a_base_path(prefixed, visit):
    page = visit(prefixed)
    page.get_by_role("link", name="Harbour Open 2026").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Harbour Open 2026")
    assert page.url.startswith(f"{prefixed}/standings?event=")
    page.get_by_role("button", name="More").click()
    assert page.locator("code").inner_text().strip().startswith(f"{prefixed}/standings?event=")
    font = page.evaluate("document.fonts.check('16px \"Fira Sans\"')")
    assert font


def test_a_link_brings_what_it_chose_into_sight(server, visit):
    page = visit(f"{server}/standings?event=large&player=150&code=BH", width=390, height=844)
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.locator("td.chosen")).to_be_in_viewport()
