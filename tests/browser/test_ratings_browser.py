"""Ratings in a browser: names are chosen by pointer and keyboard, marks speak, links open the same; phones, both papers."""

import re

import pytest
from playwright.sync_api import expect

from chessdash.store import open_store
from tests import rated_club
from tests.browser.conftest import serve

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
HOSTILE = 'Cole, <img src="x" onerror="window.hit=1"> **b**'


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """The address of a dashboard with the small club, and the members' numbers."""
    folder = tmp_path_factory.mktemp("rated")
    store = open_store(f"sqlite:///{folder / 'club.db'}", local=True)
    ids = rated_club.build(store, cy=HOSTILE)
    store.close()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHESSDASH_DATABASE", f"sqlite:///{folder / 'club.db'}")
        running = serve(folder)
    yield running.url, ids
    running.process.terminate()
    running.process.wait(20)


@pytest.fixture
def ratings(club, visit):
    """Opens a view of Ratings and waits until its tables are drawn."""

    def opened(link="", **options):
        page = visit(f"{club[0]}/ratings{link}", **options)
        expect(page.locator("table.ratings").first).to_be_visible(timeout=60_000)
        return page

    return opened


@pytest.fixture(scope="module")
def ids(club):
    """The members' numbers."""
    return club[1]


def name(page, text):
    return page.locator("table.ratings.list").get_by_role("button", name=text)


def marks(page):
    return page.locator(".js-plotly-plot .scatterlayer .trace .points path.point")


def pointed(page, n):
    """Points at a mark, or taps it on a phone; gives what it says."""
    mark = marks(page).nth(n)
    expect(mark).to_be_visible(timeout=60_000)
    mark.scroll_into_view_if_needed()
    box = mark.bounding_box()  # plotly lays a sheet over the marks, so that they cannot be clicked themselves
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if page.viewport_size["width"] < 500:
        page.touchscreen.tap(*at)
    else:
        page.mouse.move(*at)
    return page.locator(".hoverlayer .hovertext")


def test_names_are_chosen_and_the_link_opens_the_same(ids, ratings):
    page = ratings()
    expect(page.get_by_text("The club’s own ratings, not FIDE’s.").first).to_be_visible()
    expect(page.locator("table.ratings.list tbody tr")).to_have_count(4)
    name(page, "Berg, Bo").click()
    page.wait_for_url(re.compile(rf"member={ids['bo']}$"))
    expect(page.get_by_role("heading", name="Berg, Bo")).to_be_visible()
    name(page, "Anders, Ada").click()
    page.wait_for_url(re.compile(rf"member={ids['bo']}&member={ids['ada']}"))
    expect(name(page, "Anders, Ada")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("heading", name="Two histories")).to_be_visible()
    other = ratings(page.url.partition("/ratings")[2])
    expect(name(other, "Berg, Bo")).to_have_attribute("aria-pressed", "true")
    expect(other.get_by_role("heading", name="Two histories")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Berg, Bo")).to_be_visible()
    page.get_by_role("button", name="Choose none").click()
    expect(page.get_by_role("heading", name="The histories of the first three of the list")).to_be_visible()


def test_names_are_chosen_by_keyboard_and_found_by_their_letters(ids, ratings):
    page = ratings()
    name(page, "Anders, Ada").focus()
    page.keyboard.press("ArrowDown")
    expect(name(page, "Berg, Bo")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(rf"member={ids['bo']}$"))
    page.get_by_role("searchbox", name="Find a name").fill("dahl")
    expect(name(page, "Dahl, Di")).to_be_visible()
    expect(name(page, "Berg, Bo")).to_be_hidden()
    assert page.locator("table.ratings.list tbody tr:visible td").first.inner_text() == "4"  # the rank stays


def test_a_mark_says_all_that_made_the_rating(ids, ratings):
    page = ratings(f"?member={ids['ada']}")
    said = pointed(page, 0)
    expect(said).to_contain_text("Ro 2000, K 40, 3 games")
    expect(said).to_contain_text("2 made, 2.44 expected")
    expect(said).to_contain_text("Change −18, Rn 1982")
    expect(page.locator(".js-plotly-plot .annotation-text", has_text="corrected event")).to_be_visible()


def test_from_a_name_to_the_member_to_an_event_to_its_first_table(ids, ratings):
    page = ratings(f"?member={ids['ada']}")
    page.locator("table.ratings.figures").get_by_role("link", name="Anders, Ada").click()
    page.wait_for_url(re.compile("view=member"))
    expect(page.get_by_role("heading", level=1, name="WFM Ada Anders")).to_be_visible()
    page.locator("table.ratings.changes").get_by_role("link", name="First Cup").click()
    page.wait_for_url(re.compile("event=first-cup"))
    table = page.locator("table.ratings.changes")
    expect(table.locator("tbody tr").first).to_contain_text("1982")
    page.get_by_role("radio", name="As first published").or_(page.get_by_role("button", name="As first published")).click()
    page.wait_for_url(re.compile("event=first-cup&edition=1"))
    expect(table.locator("tbody tr").first).to_contain_text("2002")
    expect(page.get_by_text("This is the table as it was first published.")).to_be_visible()
    page.get_by_role("button", name="All ratings").click()
    expect(page.locator("table.ratings.list")).to_be_visible()
    assert "event=" not in page.url


@pytest.mark.parametrize("dark", [False, True])
def test_a_phone_has_all_of_it_within_its_width(ids, ratings, dark):
    everybody = "&".join(f"member={number}" for number in ids.values())
    for link in (f"?{everybody}", f"?member={ids['ada']}&view=member", "?event=first-cup", "?view=events"):
        page = ratings(link, width=390, height=844, dark=dark)
        if "member" in link:
            expect(marks(page).first).to_be_visible(timeout=60_000)
            boxes = [text.bounding_box() for text in page.locator(".js-plotly-plot .annotation-text").all()]
            assert boxes and all(box["x"] >= 0 and box["x"] + box["width"] <= 391 for box in boxes)
        assert page.locator("[data-testid=stMain]").evaluate("box => box.scrollWidth") <= 390
        heights = page.locator("table.ratings button.act, table.ratings a.act").evaluate_all(
            "all => all.map(a => a.offsetHeight)"
        )
        assert all(height >= 44 for height in heights if height), heights
    page = ratings(f"?member={ids['ada']}", width=390, height=844, dark=dark)
    expect(pointed(page, 0)).to_contain_text("Change −18, Rn 1982")


def test_spark_lines_are_pictures_with_words_and_hostile_names_do_nothing(ids, ratings):
    page = ratings(f"?member={ids['cy']}")
    pictures = page.locator("table.ratings.list img.picture")
    expect(pictures).to_have_count(4)
    assert pictures.first.get_attribute("alt") == "Ratings after the last 2 events, from 1982 to 1952"
    assert pictures.first.evaluate("picture => picture.complete && picture.naturalWidth") == 96
    expect(pointed(page, 0)).to_contain_text("<img")
    for shown in (page, ratings(f"?member={ids['cy']}&view=member")):
        assert shown.evaluate("window.hit") is None
        assert shown.locator("img[src='x']").count() == 0
