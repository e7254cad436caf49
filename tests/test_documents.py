"""Documents: nothing in a file acts as markup or as a formula, and they hold what the page shows."""

import csv
import io
import json
import re
from html.parser import HTMLParser

import pytest

from chessdash.documents import plain, standings_csv, standings_json, standings_page
from chessdash.formats import read
from chessdash.standings import standings

HOSTILE = (
    '<img src=x onerror="alert(1)">',
    "<script>alert(1)</script>",
    '=HYPERLINK("http://x.test")',
    "@SUM(A1)",
    "Ærø, Åse",
    "Ștefan, Żaneta",
)


@pytest.fixture(scope="module")
def event():
    lines = ["012 <b>Cup</b> & more", "042 2026/05/01", "102 <i>Arbiter</i>", "142 3", "202 BH"]
    for no, name in enumerate(HOSTILE, 1):
        cell = f"  {no + 1 if no % 2 else no - 1:4d} {'w' if no % 2 else 'b'} ="
        lines.append(f"001 {no:4d} m    {name:33s} {2000 + no:4d} NED {'':11s} {'':10s}  0.5 {'':4s}{cell}")
    return read(("\n".join(lines) + "\n").encode())


class Page(HTMLParser):
    """Which elements a document has, and the text of its cells."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.addresses: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append(tag)
        self.addresses += [value for name, value in attrs if name in ("src", "href") and value]
        assert not [name for name, _ in attrs if name.startswith("on")]

    def handle_data(self, data):
        self.text += data


def test_names_are_text_in_the_static_page(event):
    page = Page(standings_page(event, standings(event), address="https://club.test/?a=<x>"))
    assert not {"img", "script", "i", "b", "a", "link", "iframe"} & set(page.elements)
    assert all(name in page.text for name in HOSTILE)
    assert "<b>Cup</b> & more" in page.text and "<i>Arbiter</i>" in page.text and "?a=<x>" in page.text


def test_the_static_page_loads_nothing_from_elsewhere(event):
    for fonts in (None, "/chess/app/static"):
        text = standings_page(event, standings(event), fonts=fonts)
        sources = re.findall(r'url\("([^"]*)"', text)
        assert sources and all(source.startswith(("data:font/woff2", "/chess/app/static/")) for source in sources)
        assert not Page(text).addresses


def test_embedded_fonts_are_those_that_the_text_needs(event):
    text = standings_page(event, standings(event))
    assert text.count("data:font/woff2") == 4  # latin and latin-ext, two weights each; no Cyrillic name is there


def test_the_footer_names_the_order_the_edition_and_the_marks(event):
    text = Page(standings_page(event, standings(event))).text
    assert "Order: Pts Points; BH Buchholz." in text
    assert "FIDE C.07, edition 2026, Swiss" in text and "Underlined:" in text


def test_no_cell_of_the_csv_is_a_formula(event):
    content = standings_csv(event, standings(event))
    assert content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    assert len(rows) == len(HOSTILE)
    assert not [cell for row in rows for cell in row.values() if cell.startswith(("=", "+", "-", "@"))]
    assert {row["name"].removeprefix("'") for row in rows} == set(HOSTILE)


def test_numbers_of_the_csv_are_plain(event):
    row = next(csv.DictReader(io.StringIO(standings_csv(event, standings(event)).decode("utf-8-sig"))))
    assert (row["rating"][0], "." in row["rating"], row["PTS"]) == ("2", False, "0.5")


def test_json_says_what_the_table_rests_on(event):
    document = json.loads(standings_json(event, standings(event, "TPR/U1400,BH", edition="2024")))
    assert (document["edition"], document["order"], document["event"]) == (
        "2024",
        ["PTS", "TPR/U1400", "BH"],
        "<b>Cup</b> & more",
    )
    assert set(document["standings"][0]["values"]) == {"PTS", "TPR/U1400", "BH"}


def test_undefined_values_are_null():
    bare = read(b"012 Bare\n142 3\n001    1      Smit, Jo\n001    2      Vos, Al\n")
    values = json.loads(standings_json(bare, standings(bare, "AOB")))["standings"][0]
    assert values["rating"] is None and values["values"]["AOB"] is None


def test_plain_leaves_names_alone():
    assert [plain(name) for name in ("Smit, Jo", "=1", "-x", "")] == ["Smit, Jo", "'=1", "'-x", ""]
