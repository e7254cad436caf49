"""Ratings as a page: what a link asks for, what each view shows, and the states; figures are those of tests/rated_club.py."""

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chessdash.formats.ratinglist_store import load_list
from chessdash.pages import _ratings_view
from chessdash.store import finishing, members, open_store
from tests import rated_club
from tests.pages.opened import PAGES, shown, texts
from tests.rated_club import FIRST, NAMES, SECOND

NOTICE = "The club’s own ratings, not FIDE’s."
LIST, TABLES = "ratings_list", "ratings_tables"


@pytest.fixture
def url(tmp_path, monkeypatch):
    """The address of a database that is not there yet, as the one of the dashboard."""
    address = f"sqlite:///{tmp_path / 'club.db'}"
    monkeypatch.setenv("CHESSDASH_DATABASE", address)
    monkeypatch.delenv("CHESSDASH_MODE", raising=False)
    return address


@pytest.fixture
def store(url):
    """The owner's store at that address."""
    made = open_store(url, local=True)
    yield made
    made.close()


@pytest.fixture
def club(store):
    """The small club, corrected: the members' numbers."""
    return rated_club.build(store)


@pytest.fixture
def ratings(app):
    """Opens Ratings with these parameters of a link; a list is a parameter that repeats."""

    def opened(**parameters):
        if not app.title:
            app.run()
        app.switch_page(str(PAGES / "ratings.py"))
        app.query_params.clear()
        for name, value in parameters.items():
            app.query_params[name] = value
        at = app.run()
        assert not at.exception
        return at

    return opened


def said(at):
    """What is written on the page, spaces as one."""
    words = " ".join((texts(at), *(one.value for one in (*at.caption, *at.title, *at.subheader))))
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", words)).replace("\\", "").replace("\u2060", ""))


def rows(at, key=LIST, table=0):
    """The texts of a table that the browser was given, by the name of the row."""
    made = shown(at, key)["tables"][table]["rows"]
    return {row["name"]: [cell.get("text", "") + cell.get("fraction", "") for cell in row["cells"]] for row in made}


def chosen(at):
    return shown(at, f"{LIST} panel")["chosen"]["names"]


def components(at):
    return {element.key for element in at.get("bidi_component")}


# ---- the list and histories


def test_the_list_has_the_current_ratings_and_the_notice(club, ratings):
    at = ratings()
    assert [(row[1], row[2], row[3]) for row in rows(at).values()] == [
        (NAMES["ada"], "1952", "−30"), (NAMES["bo"], "1820", "+20"), (NAMES["cy"], "1810", "+30"), (NAMES["di"], "1618", "+18"),
    ]  # fmt: skip
    assert f"{NOTICE} Standard, after Second Cup." in said(at)
    assert chosen(at) == [] and "The histories of the first three of the list" in said(at)
    assert len(at.get("plotly_chart")) == 1


def test_former_members_are_listed_on_request(club, ratings):
    assert NAMES["eva"] not in rows(ratings())
    assert rows(ratings(view="everyone"))[NAMES["eva"]][:3] == ["5", NAMES["eva"], "1500"]


def test_a_time_control_of_its_own(club, ratings):
    at = ratings(control="rapid")
    assert list(rows(at)) == [NAMES["ada"]] and "Rapid, no event finished yet." in said(at)
    assert "Nobody who is chosen has a rated event yet" in said(at)
    assert "Nobody has a rating in blitz yet" in said(ratings(control="blitz"))


def test_members_of_a_link_are_chosen_in_its_order(club, ratings):
    numbers = [str(club[who]) for who in ("cy", "ada")]
    at = ratings(member=numbers)
    assert chosen(at) == numbers and "Two histories" in said(at)
    assert list(rows(at, "ratings_compared")) == [NAMES["cy"], NAMES["ada"]]
    assert rows(at, "ratings_compared")[NAMES["ada"]][1:] == ["1952", "2000", "1952", "−48", "2"]


def test_a_member_without_an_event_is_named(club, ratings):
    at = ratings(member=[str(club["ada"]), str(club["eva"])])
    assert "Ek, Eva: no rated event yet, so there is nothing to draw." in said(at)


def test_a_period_counts_back_from_the_last_event(club, ratings):
    at = ratings(member=[str(club["bo"])], view="1y")
    assert rows(at, "ratings_compared")[NAMES["bo"]][5] == "1"
    view = _ratings_view.of({"view": "1y"}, [])
    assert _ratings_view.since(view, "2026-03-01") == "2025-03-01" and _ratings_view.since(view, "2024-02-29") == "2023-02-28"
    assert _ratings_view.since(view, "") == "" and _ratings_view.since(_ratings_view.of({}, []), "2026-03-01") == ""


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"control": "bullet"}, "'bullet' is no time control; there are standard, rapid, blitz. Standard is shown."),
        ({"member": ["9999"]}, "There is no member 9999 with a rating in standard."),
        ({"member": ["<b>x"]}, "There is no member <b>x with a rating in standard."),
        ({"member": ["٣"]}, "There is no member ٣ with a rating in standard."),
        ({"member": [str(n) for n in range(1, 9)]}, "At most 6 histories stand side by side; member 7 was left out."),
        ({"view": "grid"}, "'grid' is nothing that this page shows"),
        ({"view": "member"}, "No member was named, so the list is shown."),
        ({"event": "no-such"}, "There is no event 'no-such' in this club."),
        ({"event": FIRST, "edition": "7"}, "There is no table 7 of this event; there are 1 to 2. The newest one is shown."),
        ({"event": FIRST, "edition": "0"}, "There is no table 0 of this event"),
        ({"event": FIRST, "edition": "x"}, "There is no table x of this event"),
    ],
)
def test_what_a_link_asks_for_and_is_not_there_is_said(club, ratings, parameters, sentence):
    at = ratings(**parameters)
    marked = [unescape(re.sub(r"<p[^>]*>|</p>", "", body)) for body in re.findall(r'<p class="said">.*?</p>', texts(at))]
    assert any(text.startswith(sentence) for text in marked), marked
    assert components(at) & {LIST, TABLES}


words = st.sampled_from(_ratings_view.WORDS)


@given(
    st.sampled_from(["standard", "rapid", "blitz"]),
    st.lists(st.integers(1, 99), max_size=6, unique=True),
    st.lists(words, max_size=4, unique=True),
    st.sampled_from(["", "first-cup"]),
    st.sampled_from(["", "1", "3"]),
)
def test_the_link_of_a_view_opens_that_view(control, numbers, view, event, edition):
    asked = {"control": control, "view": ",".join(view), "event": event, "edition": edition}
    seen = _ratings_view.of({name: text for name, text in asked.items() if text}, [str(n) for n in numbers])
    link = _ratings_view.parameters(seen)
    again = _ratings_view.of({name: text for name, text in link.items() if name != "member"}, link.get("member", []))
    assert _ratings_view.parameters(again) == link
    assert (again.part, again.control, again.event, again.edition) == (seen.part, seen.control, seen.event, seen.edition)
    assert (again.years, again.everyone, again.messages) == (seen.years, seen.everyone, ())
    assert event or again.members == seen.members


def listed(fide_id, standard):
    """A list of one player, in the layout of FIDE's text files."""
    head = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA "
    line = f"{fide_id:<15}{'Anders, Ada':<61}NOR F   {'':<29}{standard:<6}3   20 {'':<26}1990"
    return f"{head}SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag\n{line}\n".encode()


def test_ratings_of_loaded_fide_lists_are_drawn(store, club, ratings, tmp_path, monkeypatch):
    monkeypatch.setenv("CHESSDASH_LISTS", str(tmp_path / "lists"))
    members.change_member(store, club["ada"], fide_id="1503014")
    thin = "The thin line is the FIDE rating of the lists that the club loaded."
    assert thin not in said(ratings(member=[str(club["ada"])]))
    load_list(listed(1503014, 2105), date="2026-02")
    assert thin in said(ratings(member=[str(club["ada"])])) and thin not in said(ratings(member=[str(club["bo"])]))
    next((tmp_path / "lists").rglob("*.parquet")).write_bytes(b"broken")
    at = ratings(member=[str(club["ada"])])
    assert thin not in said(at) and ".parquet" in said(at) and len(at.get("plotly_chart")) == 1


# ---- a member, an event


def test_a_member_s_page(club, ratings):
    at = ratings(member=[str(club["ada"])], view="member")
    assert at.title[0].value == "WFM Ada Anders"
    assert NOTICE in said(at) and "Rating 1952, place 1 of 4." in said(at)
    assert "4 rated games in 2 events: 2 made, 3.20 expected." in said(at)
    assert rows(at, "ratings_member_events")["First Cup"][1:] == ["2000", "40", "3", "2", "2.44", "−18", "1982"]
    heads = [table["head"] for table in shown(at, "ratings_member_games")["tables"]]
    assert heads == ["With each colour", "Best wins", "Against each opponent"]
    opponents = rows(at, "ratings_member_games", 2)
    assert opponents[NAMES["cy"]][1:] == ["2", "1", "0", "1", "1", "1.52", "−0.52"]


def test_a_member_s_page_without_events(club, ratings):
    at = ratings(member=[str(club["eva"])], view="member")
    assert "Rating 1500, the initial one." in said(at) and not at.get("plotly_chart")


def test_the_table_of_changes_original_and_revised(club, ratings):
    at = ratings(event=FIRST)
    assert at.title[0].value == "First Cup" and f"{NOTICE} Standard, finished on 10 January 2026." in said(at)
    assert [row[8] for row in rows(at, TABLES).values()] == ["1982", "1820", "1780", "1618"]
    assert "Revised: a result of this event was corrected after it was finished." in said(at)
    at = ratings(event=FIRST, edition="1")
    assert [row[8] for row in rows(at, TABLES).values()] == ["2002", "1800", "1780", "1618"]
    assert "This is the table as it was first published." in said(at)


def test_an_event_that_only_follows_a_corrected_one(club, ratings):
    at = ratings(event=SECOND)
    assert "Revised: an earlier event or an initial rating was corrected" in said(at)
    below = {row["name"]: row["cells"][7]["below"] for row in shown(at, TABLES)["tables"][0]["rows"]}
    assert below == {NAMES["ada"]: "was −31, 1971", NAMES["cy"]: "was +31, 1811"}


def test_finished_events_are_listed(club, ratings):
    at = ratings(view="events")
    assert list(rows(at, TABLES)) == ["Second Cup", "First Cup"]
    assert rows(at, TABLES)["First Cup"][1:] == ["10 Jan 2026", "4", "6", "corrected"]


def test_a_correction_is_seen_by_a_page_that_was_open(store, club, ratings):
    assert rows(ratings())[NAMES["ada"]][2] == "1952"
    finishing.correct(store, FIRST, 1, 1, "1", "a win after all")
    assert rows(ratings())[NAMES["ada"]][2] == "1971"


@pytest.mark.parametrize(
    ("settings", "finish", "sentence"),
    [
        ({}, False, "Second Cup is not finished yet"),
        ({"kind": "single"}, True, "It is a single event; only events of the club are rated."),
        ({"rated": False}, True, "Nobody in it has a rated game, or it is not rated by its settings."),
    ],
)
def test_an_event_without_changes_says_why(store, ratings, settings, finish, sentence):
    ids = rated_club.people(store)
    rated_club.play(store, SECOND, ids, finish=finish, **settings)
    at = ratings(event=SECOND)
    assert sentence in said(at) and NOTICE in said(at)


def test_hostile_names_are_text(store, ratings):
    name = 'Cole, <img src="x" onerror="window.hit=1"> $x^2$ :material/home: **b** ![a](http://example.test/a.png)'
    ids = rated_club.build(store, cy=name)
    at = ratings(member=[str(ids["cy"])])
    head = at.subheader[1].value
    assert head.startswith("Cole, \\<img") and "\\*\\*b\\*\\*" in head and "\\$x^2\\$" in head and "](" not in head
    at = ratings(member=[str(ids["cy"])], view="member")
    assert "<img" not in texts(at) and "\\<img" in at.title[0].value


# ---- states


def test_no_club_yet(url, ratings):
    at = ratings()
    assert "The club has no members yet" in said(at) and NOTICE in said(at)


def test_no_events_yet(store, ratings):
    rated_club.people(store)
    at = ratings(view="events")
    assert "No rated event in standard is finished yet" in said(at)
    at = ratings()
    assert next(iter(rows(at))) == NAMES["ada"] and "Nobody who is chosen has a rated event yet" in said(at)


def test_a_private_club_is_for_those_with_a_role(store, club, ratings, monkeypatch):
    members.change_club(store, public=False)
    assert rows(ratings())  # the owner, on the own machine
    monkeypatch.setenv("CHESSDASH_MODE", "hosted")
    for parameters in ({}, {"event": FIRST}, {"member": [str(club["ada"])], "view": "member"}):
        at = ratings(**parameters)
        assert "This club is private" in said(at) and not components(at) and NAMES["ada"] not in said(at)


def test_a_public_club_is_open_to_visitors(club, ratings, monkeypatch):
    monkeypatch.setenv("CHESSDASH_MODE", "hosted")
    assert rows(ratings())[NAMES["ada"]][2] == "1952"


@pytest.mark.parametrize(
    ("name", "value"),
    [("CHESSDASH_DATABASE", "nonsense"), ("CHESSDASH_DATABASE", "sqlite:////proc/none/club.db"), ("CHESSDASH_MODE", "public")],
)
def test_a_store_that_cannot_be_read_is_said_in_words(url, ratings, monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    at = ratings()
    assert "The club cannot be read" in said(at) and 'role="alert"' in texts(at) and "Traceback" not in said(at)
