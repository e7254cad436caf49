"""FIDE rating lists: every year's layout in text, XML and zip; what does not fit its column, what is left out, what is refused.

The layouts are written here by the widths of their columns as FIDE printed them (the labels of a header are not looked at), from
players that are invented; what is read has to be those players again.
"""

import io
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chessdash.errors import DataError, FormatError
from chessdash.formats import ratinglist_text
from chessdash.formats.ratinglist import read_list
from chessdash.formats.ratinglist_rows import schema

CONTROLS = ("standard", "rapid", "blitz")
FULL = [f"{control}{part}" for control in CONTROLS for part in ("", "_games", "_k")]
ONE = FULL[:3]
PERSON = (("fide_id", 15), ("name", 61), ("federation", 4), ("sex", 4), ("title", 5), ("women_title", 5), ("other_titles", 15))
TAIL = (("birth_year", 6), ("flag", 4))
SINGLE = (*zip(ONE, (6, 4, 3), strict=True), *TAIL)
TRIPLE = (*zip(FULL, (6, 4, 3) * 3, strict=True), *TAIL)
HEAD = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           "
MANY = "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
# year: header, columns with their widths
LAYOUTS: dict[str, tuple[str, Any]] = {
    "2001": (
        "ID_NUMBER NAME                             TITLE COUNTRY JAN01 GAMES FLAG",
        [("fide_id", 10), ("name", 33), ("title", 6), ("federation", 8), ("standard", 7), ("standard_games", 5), ("flag", 4)],
    ),
    "2003": (
        "ID_NUMBER NAME                        TITLE COUNTRY JAN03 GAMES BIRTHDAY   FLAG",
        [
            ("fide_id", 10),
            ("name", 28),
            ("title", 6),
            ("federation", 8),
            ("standard", 6),
            ("standard_games", 6),
            ("birth_year", 11),
            ("flag", 4),
        ],
    ),
    "2011": (
        "ID number Name                              TitlFed  Mar11 GamesBorn  Flag",
        [
            ("fide_id", 10),
            ("name", 34),
            ("title", 4),
            ("federation", 5),
            ("standard", 6),
            ("standard_games", 5),
            ("birth_year", 6),
            ("flag", 4),
        ],
    ),
    "2013": (f"{HEAD}FEB13 Gms K  B-day Flag", [*PERSON, *SINGLE]),
    "2023": (f"{HEAD}FOA JAN23 Gms K  B-day Flag", [*PERSON, ("foa_title", 4), *SINGLE]),
    "legacy": (f"{HEAD}{MANY}", [*PERSON, *TRIPLE]),
    "combined": (f"{HEAD}FOA {MANY}", [*PERSON, ("foa_title", 4), *TRIPLE]),
}
RIGHT = {"2001": ("standard_games",), "2011": ("fide_id", "standard_games")}  # columns that are printed at their right
ANNA: dict[str, Any] = {"fide_id": 4150014, "name": "Example, Anna", "federation": "RUS", "title": "WGM", "standard": 2386}
ANNA |= {
    "standard_games": 9,
    "standard_k": 10,
    "rapid": 2301,
    "rapid_games": 0,
    "rapid_k": 20,
    "birth_year": 1990,
    "flag": "wi",
    "sex": "F",
}
BERT: dict[str, Any] = {
    "fide_id": 102000120,
    "name": "B C D, Example",
    "federation": "BAN",
    "standard": 1714,
    "standard_games": 0,
}


def line(year: str, player: dict[str, Any]) -> str:
    """A line of a layout by its widths; a value that is longer shifts what follows, as it does where columns are printed."""
    cells = []
    for name, width in LAYOUTS[year][1]:
        text = str(player.get(name, ""))
        cells.append(f"{text:>{width - 2}}  " if name in RIGHT.get(year, ()) else f"{text:<{width}}")
    return "".join(cells)


def listed(year: str, *players: dict[str, Any], end: str = "\r\n") -> str:
    """A list of a layout."""
    return "".join(row + end for row in (LAYOUTS[year][0], *(line(year, player) for player in players)))


def rows(data: str | bytes | Path, **how: Any) -> list[dict[str, Any]]:
    """The players of a list with what is known of each, by id."""
    found = read_list(data.encode() if isinstance(data, str) else data, **how).table()
    assert found.schema.equals(schema())
    players = [{name: value for name, value in row.items() if value not in (None, "")} for row in found.to_pylist()]
    return sorted(players, key=lambda player: player["fide_id"])


def kept(year: str, player: dict[str, Any]) -> dict[str, Any]:
    """What a layout has of a player; women by their flag where there is no column of the sex."""
    names = {name for name, _ in LAYOUTS[year][1]}
    sex = {"sex": "F"} if "sex" not in names and "w" in player.get("flag", "") else {}
    return {name: value for name, value in player.items() if name in names} | sex


def refused(data: bytes | str | Path, **how: Any) -> str:
    """The one sentence by which a list is refused."""
    with pytest.raises(FormatError) as error:
        read_list(data.encode() if isinstance(data, str) else data, **how).table()
    assert "\n" not in str(error.value)
    return str(error.value)


def test_lists_as_fide_published_them(shared_files: Path) -> None:
    """First lines of real lists: what stands in them, read off by eye."""
    lists = shared_files / "lists"
    old = rows(lists / "fide-2011.txt")
    assert old[0] == {
        **{"fide_id": 4150014, "name": "Example, Adam", "title": "GM", "federation": "RUS", "standard": 2686},
        **{"standard_games": 9, "birth_year": 1990},
    }
    assert old[1] == {"fide_id": 10200012, "name": "B C D, Example", "federation": "BAN", "standard": 1714, "standard_games": 0}
    carl, dina = rows(lists / "fide-combined-2026.txt")
    assert [carl[control] for control in CONTROLS] == [2823, 2801, 2860] and carl["rapid_games"] == 12
    assert [dina.get(control) for control in CONTROLS] == [1723, None, 1736]  # its second half is one column to the right
    assert (dina["blitz_games"], dina["blitz_k"], dina["birth_year"], dina["flag"]) == (0, 40, 2014, "w")
    nameless, legacy = rows(lists / "fide-legacy-combined.txt")
    assert nameless == {"fide_id": 7700058, "federation": "TTO", "sex": "M"}
    assert [legacy[name] for name in FULL] == [1840, 0, 40, 1836, 0, 20, 1860, 0, 20] and legacy["birth_year"] == 1974
    bea, abc = rows(lists / "fide-standard-2023.txt")
    assert (bea["other_titles"], bea["women_title"], bea["standard"], bea["standard_k"]) == ("IA,FT,LSI,NA", "WGM", 2201, 20)
    assert (abc["name"], abc["flag"], abc["standard"]) == ("A B C Example", "i", 1063)
    (eve,) = rows(lists / "fide-2026.xml")
    assert (eve["name"], eve["standard"], eve["standard_k"], eve["sex"]) == ("Example, Eve & Co", 1151, 40, "F")
    assert "birth_year" not in eve
    assert [read_list(lists / name).month for name in ("fide-2011.txt", "fide-standard-2023.txt")] == [
        date(2011, 3, 1),
        date(2023, 1, 1),
    ]


@pytest.mark.parametrize("year", LAYOUTS)
def test_every_layout(year: str) -> None:
    """Its players, whatever ends the lines, and where the last has no end."""
    expected = [kept(year, ANNA), kept(year, BERT)]
    for end in ("\r\n", "\n"):
        assert rows(listed(year, ANNA, BERT, end=end)) == expected
    assert rows(listed(year, BERT, ANNA).strip()) == expected
    assert rows("\n".join(row.rstrip() for row in listed(year, ANNA, BERT).splitlines())) == expected


names = st.from_regex(r"[A-Z][a-z]{0,8}, [A-Z][a-z' -]{0,8}[a-z]", fullmatch=True)
words = {
    "federation": st.sampled_from(("NOR", "IND", "FID")),
    "sex": st.sampled_from("MF"),
    "title": st.sampled_from(("GM", "IM", "WFM")),
    "women_title": st.sampled_from(("WGM", "WH")),
    "other_titles": st.sampled_from(("IA", "IA,FT,LSI,NA", "LSI,FI,SI,SLI,NA", "NA,DI,FI,FT,IA,SI,WH")),
    "foa_title": st.sampled_from(("AFM", "AIM")),
    "flag": st.sampled_from(("i", "w", "wi")),
    "birth_year": st.integers(1900, 2030),
}
figures = {
    name: st.integers(1, 4000)
    if name in CONTROLS
    else st.integers(0, 99)
    if name.endswith("_games")
    else st.sampled_from((10, 15, 20, 40))
    for name in FULL
}
players = st.fixed_dictionaries({"fide_id": st.integers(1, 10**9 - 1)}, optional={"name": names, **words, **figures})


@settings(max_examples=50)
@given(year=st.sampled_from(sorted(LAYOUTS)), players=st.lists(players, max_size=8, unique_by=lambda player: player["fide_id"]))
def test_any_players_in_any_layout(year: str, players: list[dict[str, Any]]) -> None:
    """Whatever is blank and however long the other titles are: they shift what follows, as in FIDE's lists."""
    expected = [kept(year, player) for player in sorted(players, key=lambda player: player["fide_id"])]
    assert rows(listed(year, *players)) == expected


@settings(max_examples=20)
@given(players=st.lists(players, max_size=8, unique_by=lambda player: player["fide_id"]))
def test_xml_says_the_same(players: list[dict[str, Any]]) -> None:
    """The players of a combined list in XML."""
    assert rows(xml(*players)) == [kept("combined", one) for one in sorted(players, key=lambda player: player["fide_id"])]


def xml(*players: dict[str, Any], combined: bool = True) -> str:
    """A list as FIDE's XML."""
    tags = {
        "fide_id": "fideid",
        "federation": "country",
        "women_title": "w_title",
        "other_titles": "o_title",
        "birth_year": "birthday",
    }
    tags |= {"standard": "rating", "standard_games": "games", "standard_k": "k", "rapid": "rapid_rating", "blitz": "blitz_rating"}
    text = ""
    for player in players:
        fields = [name for name, _ in LAYOUTS["combined" if combined else "2023"][1]]
        cells = [(tags.get(name, name), str(player.get(name, "")).replace("&", "&amp;")) for name in fields]
        text += "<player>\n" + "".join(f"<{tag}>{cell}</{tag}>\n" for tag, cell in cells) + "</player>\n"
    return f"<?xml version='1.0' encoding='UTF-8'?>\n<playerslist>\n{text}</playerslist>\n"


def test_other_titles_that_run_over() -> None:
    """Sixteen characters in fifteen columns: everything is shifted, or the next column is written over."""
    titled = {**ANNA, "other_titles": "LSI,FI,SI,SLI,NA", "standard": 1946, "women_title": "WH"}
    for year in ("legacy", "combined"):
        assert rows(listed(year, titled)) == [kept(year, titled)]
    written = line("combined", {**titled, "other_titles": ""})
    written = written[:94] + titled["other_titles"] + written[94 + 16 :]
    assert rows(f"{LAYOUTS['combined'][0]}\n{written}\n") == [kept("combined", titled)]
    legacy = line("legacy", {**titled, "other_titles": ""})
    broken = read_list(f"{LAYOUTS['legacy'][0]}\n{legacy[:94]}LSI,FI,SI,SLI,NA{legacy[110:]}\n".encode())
    assert broken.table().num_rows == 0 and broken.unread.first == [
        2
    ]  # the first digit of the rating is lost: nothing is guessed


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_letters_beyond_ascii(encoding: str) -> None:
    """In every encoding that such lists came in, one that says so or not."""
    muller = {**BERT, "fide_id": 7, "name": "Müller, Jörg"}
    assert rows(listed("combined", ANNA, muller).encode(encoding)) == [kept("combined", muller), kept("combined", ANNA)]


def test_a_name_that_is_too_long() -> None:
    """What follows is shifted."""
    long = {**ANNA, "name": f"{'Long' * 15}, An"}
    assert rows(listed("combined", long)) == [kept("combined", long)]


def test_dates_of_birth_and_lists_without_a_header() -> None:
    """Years out of whole dates; a few lists of 2003 and 2004 have no header."""
    born = [{**BERT, "birth_year": text} for text in ("00.00.57", "24.12.1963", "00.00.00")]
    assert [row.get("birth_year") for one in born for row in rows(listed("2003", one))] == [1957, 1963, None]
    bare = listed("2003", ANNA, BERT).split("\r\n", 1)[1]
    assert rows(bare) == [kept("2003", ANNA), kept("2003", BERT)]
    assert read_list(bare.encode()).month is None


def test_titles_of_the_old_lists() -> None:
    """Their letters in today's."""
    found = [rows(listed("2011", {**BERT, "title": text}))[0]["title"] for text in ("g", "m", "f", "c", "wg", "wm", "wf", "wc")]
    assert found == ["GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"]


def test_lines_that_cannot_be_read_are_counted() -> None:
    """By their numbers; empty lines and the end mark of old files are none."""
    lines = listed("combined", *({**ANNA, "fide_id": n} for n in range(1, 9))).splitlines()
    lines[3] = lines[3].replace("2386", "23x6")
    lines[5] = "so it goes"
    lines.insert(2, "   ")
    found = read_list("\n".join([*lines, "\x1a"]).encode())
    assert found.table().num_rows == 6
    assert (found.unread.count, found.unread.first) == (2, [5, 7])
    assert found.note == "The file: 2 lines could not be read and were left out: lines 5, 7."
    assert rows(listed("combined", {**ANNA, "standard": 9999}, BERT)) == [kept("combined", BERT)]


@pytest.mark.parametrize("size", [1, 7, 170, 400])
def test_any_size_of_a_chunk(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read at a time makes no difference, neither to the rows nor to the numbers of lines."""
    text = listed("combined", ANNA, BERT) + "nothing\n" + line("combined", {**BERT, "fide_id": 5}) + "\n"
    monkeypatch.setattr(ratinglist_text, "CHUNK", size)
    found = read_list(text.encode())
    assert sorted(found.table().column("fide_id").to_pylist()) == [5, ANNA["fide_id"], BERT["fide_id"]]
    assert found.unread.first == [4]


def zipped(**files: bytes) -> bytes:
    """An archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("_dot_", "."), data)
    return out.getvalue()


def test_archives() -> None:
    """Text or XML inside; the month and the time control by the name inside."""
    for data in (listed("combined", ANNA), xml(ANNA)):
        assert rows(zipped(list_dot_txt=data.encode())) == [kept("combined", ANNA)]
    found = read_list(zipped(rapid_sep26frl_xml_dot_xml=xml(ANNA, combined=False).encode()))
    assert (found.month, found.controls) == (date(2026, 9, 1), ("rapid",))
    assert found.table().column("rapid").to_pylist() == [2386]


@pytest.mark.parametrize(
    ("name", "month"),
    [
        ("standard_oct26frl.txt", date(2026, 10, 1)),
        ("APR02FRL.TXT", date(2002, 4, 1)),
        ("JUL98.TXT", date(1998, 7, 1)),
        ("list-2026-10.txt", date(2026, 10, 1)),
        ("20261001.txt", date(2026, 10, 1)),
        ("players_list_foa.txt", None),
        ("fide-2026.txt", None),
    ],
)
def test_the_month_by_the_name(name: str, month: date | None, tmp_path: Path) -> None:
    """As FIDE and others name their files."""
    path = tmp_path / name
    path.write_text(listed("combined", ANNA))
    assert read_list(path).month == month
    assert read_list(path, date="2020-02").month == read_list(path, date=date(2020, 2, 29)).month == date(2020, 2, 1)


def test_the_month_by_the_header(tmp_path: Path) -> None:
    """The header is nearer than the name of the file."""
    path = tmp_path / "blitz_oct26frl.txt"
    path.write_text(listed("2023", ANNA))
    found = read_list(path)
    assert (found.month, found.controls) == (date(2023, 1, 1), ("blitz",))
    assert found.table().column("blitz").to_pylist() == [2386]
    assert read_list(path, control="rapid").controls == ("rapid",)
    for how in ({"date": "soon"}, {"control": "bullet"}):
        with pytest.raises(DataError, match=r"soon|bullet"):
            read_list(path, **how)  # type: ignore[arg-type]


def test_the_frame() -> None:
    """On Arrow's arrays, with nothing where there is no rating."""
    frame = read_list(listed("combined", ANNA, BERT).encode()).to_frame()
    assert list(frame.columns) == schema().names
    assert frame["rapid"].isna().tolist() == [False, True]
    assert all(isinstance(kind, pd.ArrowDtype) for kind in frame.dtypes)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (b"\r\n \r\n", "empty"),
        (b"ZPS;Mgl-Nr;Status;Spielername;Geschlecht;DWZ;FIDE-Elo\n70107;1;A;Example,Anna;W;1900;2000\n", "ZPS"),
        (b"NrFFE,Nom,Prenom,Elo,Rapide,Fide\n1,Example,Anna,1900,1800,4150014\n", "NrFFE"),
        (b"001    1      Example, Anna                     2000 RUS     4150014", "001"),
        (b"ID Number Name Club\n1 Anna X\n", "ID Number"),
        (b"<html><body>moved</body></html>", "html"),
        (b"<players_of_x/>", "players_of_x"),
        (b"%PDF-1.7\n", "PDF"),
        (bytes(range(256)) * 40, "FIDE rating list"),
        ((HEAD + "FOA " + MANY + "\n" + "x" * 5_000_000).encode(), "line 2"),
        ((HEAD + "FOA " + MANY + "\n" + "4150014        Example\n" + "some words of no list\n" * 2000).encode(), "line 3"),
        (b"<playerslist><player><fideid>1</fideid>", "XML"),
        (b"<playerslist><player><fideid>1</name></player></playerslist>", "mismatched"),
        (b"<?xml version='1.0' encoding='x-none'?><playerslist/>", "XML"),
        (b'<!DOCTYPE p [<!ENTITY a "x">]><playerslist><player><name>&a;</name></player></playerslist>', "document type"),
        (b"<playerslist><player><name><b>1</b></name></player></playerslist>", "nested"),
        (b"<playerslist><player><name>" + b"x" * 10_000 + b"</name></player></playerslist>", "longer"),
        (zipped(a_dot_txt=b"1", b_dot_txt=b"2"), "found 2"),
        (zipped(a_dot_csv=b"1"), "found 0"),
        (zipped(a_dot_txt=b" " * 10_000_000), "too much"),
        (zipped(a_dot_txt=listed("combined", ANNA).encode())[:-30], "archive"),
        (zipped(a_dot_txt=listed("combined", ANNA).encode()).replace(b"ID Number", b"ID number", 1)[:60] + b"x" * 99, "archive"),
    ],
)
def test_what_is_no_fide_list(data: bytes, said: str) -> None:
    """Lists of federations, other files, and what would take too much, each in one sentence."""
    assert said in refused(data)


def test_damage_inside_an_archive() -> None:
    """The check sum finds it."""
    data = bytearray(zipped(a_dot_txt=listed("combined", *({**ANNA, "fide_id": n * n} for n in range(1, 400))).encode()))
    data[300] ^= 0xFF
    assert "archive" in refused(bytes(data))


def test_no_such_file(tmp_path: Path) -> None:
    """Nor a folder."""
    assert "no.txt" in refused(tmp_path / "no.txt")
    assert str(tmp_path) in refused(tmp_path)


def test_progress_is_told() -> None:
    """The share that is read, ending with all of it."""
    shares: list[float] = []
    list(read_list(listed("combined", ANNA).encode()).batches(shares.append))
    assert shares == sorted(shares) and shares[-1] == 1.0


def test_a_caller_s_own_error_stays_its_own() -> None:
    """What a callback raises is not taken for a broken file."""

    def stop(share: float) -> None:
        raise ValueError("stop")

    with pytest.raises(ValueError, match=r"^stop$"):
        list(read_list(listed("combined", ANNA).encode()).batches(stop))
