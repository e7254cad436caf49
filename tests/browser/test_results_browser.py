"""Results in a browser: keyboard, drafts that survive a reload and a server that was away, two results side by side, phones."""

import re
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from chessdash.store import Store, entries, open_store, results, rounds
from tests.browser.conftest import Server, serve, settled
from tests.browser.events import HOSTILE
from tests.store.clubs import club_event, pairs, play, someone, typed

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@dataclass
class Club:
    """A club, and the dashboard that shows it, on a port of its own."""

    store: Store
    start: Callable[[], Server]
    server: Server

    def url(self, key: str, **more: object) -> str:
        """The address of Results."""
        return f"{self.server.url}/results?event={key}" + "".join(f"&{name}={value}" for name, value in more.items())

    def kill(self) -> None:
        """Ends the server as a cut of power does."""
        self.server.process.kill()
        self.server.process.wait(20)


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    """An empty club and a server that can be killed and started again at the same address."""
    database = f"sqlite:///{tmp_path / 'club.db'}"
    monkeypatch.setenv("CHESSDASH_DATABASE", database)
    store = open_store(database, local=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    running = Club(store, lambda: serve(tmp_path, port=port), serve(tmp_path, port=port))
    yield running
    running.kill()
    store.close()


def opened(club: Club, players: int = 12, **settings: object) -> str:
    """An event whose first round is published, its boards open: 1 against 2, 3 against 4 and so on; its key."""
    key = club_event(club.store, players, 5, **settings)
    typed(club.store, key, *((no, no + 1) for no in range(1, players, 2)))
    return key


def board(page: Page, place: int):
    """A board of the list, from 1."""
    return page.locator(f".st-key-results_boards .board[data-key='{place}']")


def result(page: Page, place: int, text: str):
    return board(page, place).get_by_role("button", name=re.compile(f"^{text},"))


def codes(club: Club, key: str, round: int = 1) -> str:
    return "".join(results.board_view(club.store, key, round)["code"])


def drafts(club: Club, key: str) -> dict[int, str]:
    found = results.drafts(club.store, key, 1)
    return dict(zip(found["board"].tolist(), found["code"].tolist(), strict=True))


def bar(page: Page):
    return page.locator(".st-key-results_bar")


def save(page: Page, n: int):
    return page.get_by_role("button", name=f"Save {n} changed board{'s' if n > 1 else ''}", exact=True)


def test_sixty_boards_by_keyboard_and_enter_saves(club, visit):
    key = opened(club, 120)
    page = visit(club.url(key))
    expect(page.locator(".st-key-results_boards .board")).to_have_count(60)
    result(page, 1, "1-0").focus()
    signs = "10=" * 20
    for sign in signs:
        page.keyboard.press(sign)
    expect(save(page, 60)).to_be_visible(timeout=60_000)
    assert codes(club, key) == "*" * 60, "nothing is stored before it is saved"
    page.keyboard.press("Enter")
    expect(bar(page)).to_contain_text("60 results saved. Every board has its result.")
    assert codes(club, key) == signs


def test_the_keys_of_a_board(club, visit):
    key = opened(club)
    page = visit(club.url(key))
    result(page, 2, "½-½").focus()
    page.keyboard.press("ArrowDown")
    expect(result(page, 3, "½-½")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    expect(result(page, 2, "1-0")).to_be_focused()
    page.keyboard.press("Space")  # the button itself
    expect(result(page, 2, "1-0")).to_have_attribute("aria-pressed", "true")
    expect(result(page, 2, "1-0")).to_be_focused()
    page.keyboard.press("Delete")
    expect(result(page, 2, "1-0")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("End")
    page.keyboard.press("-")  # a forfeit won by Black, on the last board
    expect(board(page, 6).get_by_role("combobox")).to_have_value("-")
    expect(save(page, 1)).to_be_enabled()
    page.keyboard.press("Home")
    expect(result(page, 1, "1-0")).to_be_focused()
    page.keyboard.press("+")
    expect(result(page, 2, "1-0")).to_be_focused()
    page.keyboard.press("Enter")
    expect(bar(page)).to_contain_text("2 results saved.")
    assert codes(club, key) == "+****-"


def test_the_sentence_that_a_round_is_published_goes_and_the_keyboard_stays(club, visit):
    key = club_event(club.store, 12, 5)
    rounds.set_round(club.store, key, [(no, no + 1) for no in range(1, 12, 2)])
    page = visit(club.url(key))
    page.get_by_role("button", name="Publish round 1").click()
    sentence = page.get_by_text("Round 1 is published.")
    expect(sentence).to_be_visible()
    result(page, 1, "1-0").focus()
    page.keyboard.press("1")
    expect(sentence).to_have_count(0)
    page.keyboard.type("=0")
    expect(save(page, 3)).to_be_visible()


def test_what_is_pressed_after_enter_is_not_saved_with_it(club, visit):
    key = opened(club)
    page = visit(club.url(key))
    result(page, 1, "1-0").focus()
    for sign in ("1", "0", "Enter", "=", "="):
        page.keyboard.press(sign)
    expect(save(page, 2)).to_be_visible()
    assert codes(club, key) == "10****"
    assert drafts(club, key) == {3: "=", 4: "="}


def test_a_result_pressed_again_is_taken_back_and_a_stored_one_stays(club, visit):
    key = opened(club)
    play(club.store, key, 1, {1: "1"})
    page = visit(club.url(key))
    expect(board(page, 2)).to_contain_text("open")
    result(page, 2, "0-1").click()
    expect(board(page, 2)).to_contain_text("changed, not saved")
    expect(save(page, 1)).to_be_visible()
    result(page, 2, "0-1").click()
    expect(board(page, 2)).to_contain_text("open")
    result(page, 1, "1-0").click()  # the stored one
    expect(result(page, 1, "1-0")).to_have_attribute("aria-pressed", "true")
    expect(bar(page)).to_contain_text("Nothing is changed.")
    board(page, 1).get_by_role("combobox").select_option("*")
    save(page, 1).click()
    expect(bar(page)).to_contain_text("1 result saved.")
    assert codes(club, key) == "******"


def test_what_is_not_saved_survives_a_reload(club, visit):
    key = opened(club)
    page = visit(club.url(key))
    result(page, 1, "1-0").click()
    board(page, 4).get_by_role("combobox").select_option("x")
    expect(save(page, 2)).to_be_visible()
    page.reload()
    settled(page)
    expect(save(page, 2)).to_be_visible()
    expect(board(page, 1)).to_contain_text("changed, not saved")
    expect(board(page, 4).get_by_role("combobox")).to_have_value("x")
    save(page, 2).click()
    expect(bar(page)).to_contain_text("2 results saved.")
    assert codes(club, key) == "1**x**"


def test_the_first_edit_after_the_server_was_away_is_kept(club, visit):
    key = opened(club)
    page = visit(club.url(key))
    result(page, 1, "1-0").click()
    expect(save(page, 1)).to_be_visible()
    club.kill()
    result(page, 2, "0-1").click()
    result(page, 3, "½-½").focus()
    page.keyboard.press("=")
    expect(board(page, 2)).to_contain_text("not kept yet")
    expect(board(page, 3)).to_contain_text("not kept yet")
    assert drafts(club, key) == {1: "1"}
    club.server = club.start()
    expect(save(page, 3)).to_be_visible(timeout=90_000)
    expect(board(page, 2)).to_contain_text("changed, not saved")
    assert drafts(club, key) == {1: "1", 2: "0", 3: "="}
    result(page, 4, "1-0").click()
    save(page, 4).click()
    expect(bar(page)).to_contain_text("4 results saved.")
    assert codes(club, key) == "10=1**"


def test_an_edit_made_while_nothing_waited_is_the_first_after_a_restart(club, visit):
    """The server was away and is back before anybody pressed anything: what is pressed first goes to a session that is new."""
    key = opened(club)
    page = visit(club.url(key))
    club.kill()
    club.server = club.start()
    result(page, 1, "1-0").click()
    expect(save(page, 1)).to_be_visible(timeout=90_000)
    assert drafts(club, key) == {1: "1"}


def test_what_was_pressed_while_the_server_was_away_survives_a_reload_too(club, visit):
    key = opened(club)
    page = visit(club.url(key))
    club.kill()
    result(page, 5, "0-1").click()
    expect(board(page, 5)).to_contain_text("not kept yet")
    club.server = club.start()
    page.goto(club.url(key))
    expect(save(page, 1)).to_be_visible(timeout=60_000)
    assert drafts(club, key) == {5: "0"}


def test_what_others_save_is_shown_without_a_click(club, visit):
    key = opened(club)
    page = visit(club.url(key))
    play(someone(club.store, "arbiter"), key, 1, {3: "="})
    expect(result(page, 3, "½-½")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("1 of 6 boards", exact=False)).to_be_visible()


NO_BEAT = "const real = setInterval; window.setInterval = (act, each, ...more) => (each === 3000 ? 0 : real(act, each, ...more))"


def deaf(page: Page) -> Page:
    """The page without its look every three seconds at what changed elsewhere."""
    page.add_init_script(NO_BEAT)
    page.reload()
    settled(page)
    return page


@pytest.mark.parametrize("way", ["button", "Enter"])
def test_a_window_saves_what_it_showed_and_nothing_of_another(club, visit, way):
    key = opened(club)
    one, other = deaf(visit(club.url(key))), visit(club.url(key))
    result(one, 1, "1-0").click()
    expect(save(one, 1)).to_be_visible()
    result(other, 1, "0-1").click()
    result(other, 2, "0-1").click()
    expect(save(other, 2)).to_be_visible()
    assert drafts(club, key) == {1: "0", 2: "0"}
    expect(board(one, 1)).to_contain_text("changed, not saved")
    expect(board(one, 2)).not_to_contain_text("changed, not saved")
    if way == "Enter":
        result(one, 3, "1-0").focus()
        one.keyboard.press("Enter")
    else:
        save(one, 1).click()
    sentence = "Boards 1, 2 were changed in another window, so nothing was saved; check them and save again."
    expect(bar(one)).to_contain_text(sentence)
    expect(one.locator(".st-key-results_boards [role=status]")).to_have_text(sentence)
    assert codes(club, key) == "******"
    for place in (1, 2):
        expect(result(one, place, "0-1")).to_have_attribute("aria-pressed", "true")
    result(one, 1, "1-0").click()
    expect(bar(one)).not_to_contain_text("another window")
    expect(board(one, 1)).to_contain_text("changed, not saved")
    save(one, 2).click()
    expect(bar(one)).to_contain_text("2 results saved.")
    assert codes(club, key) == "10****"


def test_what_another_window_of_the_same_person_has_comes_by_itself(club, visit):
    key = opened(club)
    one, other = visit(club.url(key)), visit(club.url(key))
    result(one, 3, "½-½").focus()
    result(other, 1, "0-1").click()
    expect(result(one, 1, "0-1")).to_have_attribute("aria-pressed", "true")
    expect(save(one, 1)).to_be_enabled()
    expect(result(one, 3, "½-½")).to_be_focused()
    one.keyboard.type("==")
    expect(save(one, 3)).to_be_enabled()
    expect(result(other, 4, "½-½")).to_have_attribute("aria-pressed", "true")
    expect(result(one, 5, "1-0")).to_be_focused()
    other.get_by_role("button", name="Discard").click()
    expect(bar(one)).to_contain_text("Nothing is changed.")
    assert drafts(club, key) == {} and codes(club, key) == "******"


def test_edits_that_come_together_with_save_are_saved_with_it(club, visit):
    """Three clicks within one task of the browser: while the first is answered, the others wait and come as one."""
    key = opened(club)
    page = visit(club.url(key))
    result(page, 1, "1-0").click()
    expect(save(page, 1)).to_be_enabled()
    presses = [result(page, place, "0-1").element_handle() for place in (2, 3, 4)]
    page.evaluate("all => all.forEach(one => one.click())", [*presses, save(page, 1).element_handle()])
    expect(bar(page)).to_contain_text("4 results saved.")
    assert codes(club, key) == "1000**" and drafts(club, key) == {}


def test_two_results_stand_side_by_side_until_one_is_chosen(club, visit):
    key = opened(club)
    page = visit(club.url(key))
    for place in (1, 2, 3):
        result(page, place, "1-0").click()
    expect(save(page, 3)).to_be_visible()
    play(someone(club.store, "arbiter"), key, 1, {1: "=", 2: "0"})
    expect(board(page, 1).locator(".conflict")).to_contain_text("Stored by A. Visser")
    expect(save(page, 1)).to_be_disabled()
    sizes = board(page, 1).locator(".side b").evaluate_all("all => all.map(one => getComputedStyle(one).fontSize)")
    assert sizes == ["20px", "20px"]
    result(page, 3, "1-0").focus()
    page.keyboard.press("Enter")  # saves nothing, and goes where the question is
    expect(board(page, 1).get_by_role("button", name="Keep ½-½")).to_be_focused()
    assert codes(club, key) == "=0****"
    page.keyboard.press("Enter")
    expect(board(page, 1).locator(".conflict")).to_have_count(0)
    expect(result(page, 1, "½-½")).to_have_attribute("aria-pressed", "true")
    board(page, 2).get_by_role("button", name="Take 1-0").click()
    save(page, 2).click()
    expect(bar(page)).to_contain_text("2 results saved.")
    assert codes(club, key) == "=11***"


def test_a_round_is_put_together_by_choosing_names(club, visit):
    key = club_event(club.store, 5, 5)
    rounds.set_round(club.store, key, [(1, 2), (3, 4)])
    page = visit(club.url(key))
    seat = page.locator(".st-key-results_seats")

    def player(name: str):
        return seat.get_by_role("button", name=re.compile(f"^{name}, "))

    expect(bar(page)).to_contain_text("One player has neither a board nor a bye")
    player("P05").click()
    seat.get_by_role("button", name="Pairing’s bye").click()
    publish = page.get_by_role("button", name="Publish round 1")
    expect(publish).to_be_enabled()
    player("P02").click()
    player("P03").click()
    expect(player("P03")).to_have_accessible_name("P03, 3, Black on board 1")
    seat.get_by_role("button", name="Swap the colours of P01 and P03").click()
    expect(player("P03")).to_have_accessible_name("P03, 3, White on board 1")
    seat.get_by_role("button", name="Move P02 and P04 one board up").click()
    expect(player("P02")).to_have_accessible_name("P02, 2, White on board 1")
    seat.get_by_role("button", name="Take the board of P03 and P01 away").click()
    expect(publish).to_be_disabled()
    player("P01").click()
    player("P03").click()
    expect(player("P01")).to_have_accessible_name("P01, 1, White on board 2")
    assert pairs(club.store, key, 1) == [(2, 4), (1, 3)]
    publish.click()
    result(page, 1, "1-0").click()
    expect(save(page, 1)).to_be_visible()


@pytest.mark.parametrize("dark", [False, True])
def test_a_phone(club, visit, dark):
    key = opened(club, 60)
    results.draft(club.store, key, 1, 1, "1", 99)  # against another version than the stored one: two results to choose from
    page = visit(club.url(key), width=390, height=844, dark=dark)
    expect(board(page, 1).locator(".conflict")).to_be_visible()
    assert page.locator("[data-testid=stMain]").evaluate("box => box.scrollWidth") <= 390
    heights = (
        page.locator(".st-key-results_boards").locator(".code, .way").evaluate_all("all => all.map(one => one.offsetHeight)")
    )
    assert min(heights) >= 44, "room for a thumb"
    names = board(page, 2).locator(".white").bounding_box()
    buttons = board(page, 2).locator(".results").bounding_box()
    assert names["y"] + names["height"] <= buttons["y"], "names above"
    background = page.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor")
    assert (background == "rgb(23, 24, 22)") == dark


def test_hostile_names_do_nothing(club, visit):
    key = club_event(club.store, 0, 3)
    entries.add_entries(club.store, key, [{"name": name} for name in HOSTILE])
    rounds.set_round(club.store, key, [(no, no + 1) for no in range(1, len(HOSTILE), 2)])
    page = visit(club.url(key))
    expect(page.locator(".st-key-results_seats .pair")).to_have_count(len(HOSTILE) // 2)
    rounds.publish(club.store, key, 1)
    page = visit(club.url(key))
    expect(board(page, 1)).to_be_visible()
    page.goto(club.url(key, view="players"))
    settled(page)
    expect(page.locator(".roster tbody tr")).to_have_count(len(HOSTILE))
    assert page.evaluate("window.hit") is None
    assert page.locator(".board img, .board script, .pair img, .roster img, .roster script").count() == 0
