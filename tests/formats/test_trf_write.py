"""TRF26 as written: column-exact, and equal when read again, whatever a sheet holds."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chessdash
from chessdash.crosstable import Scoring
from chessdash.errors import FormatError
from chessdash.formats import trf
from chessdash.sheet import Abnormal, Bye, Record, Sheet
from chessdash.tournament import Tournament

CONFORMANCE = sorted((Path(__file__).parents[1] / "conformance" / "trf").glob("*.trf"))
UNSAID = {"source", "format", "encoding"}
RESULTS = "1=0WDL+-HFUZ* "


def written(sheet: Sheet) -> str:
    return trf.dump(Tournament(sheet)).decode()


def assert_same(one: Sheet, other: Sheet) -> None:
    """Two sheets hold the same event, part by part."""
    assert {key: value for key, value in one.info.items() if key not in UNSAID} == {
        key: value for key, value in other.info.items() if key not in UNSAID
    }
    assert list(one.players) == list(other.players)
    for name, values in one.players.items():
        np.testing.assert_array_equal(np.asarray(values), np.asarray(other.players[name]), err_msg=name)
    for name in ("opponent", "colour", "result"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), err_msg=name)
    assert one.scoring == other.scoring
    assert tuple(one.byes) == tuple(other.byes)
    assert tuple(one.abnormal) == tuple(other.abnormal)
    assert repr(_plain(one.teams)) == repr(_plain(other.teams))
    assert [record[1:] for record in one.records] == [record[1:] for record in other.records]


def _plain(columns: Any) -> Any:
    return columns and {
        name: np.asarray(values).tolist() if name != "members" else list(values) for name, values in columns.items()
    }


@pytest.mark.parametrize("path", CONFORMANCE, ids=lambda path: path.stem)
def test_conformance_files_read_back_equal(path: Path) -> None:
    sheet = trf.sheet(path.read_bytes())
    text = written(sheet)
    again = trf.sheet(text.encode())
    assert_same(sheet, again)
    assert not again.notes
    assert written(again) == text
    assert Tournament(sheet).equals(Tournament(again))


def test_real_files_read_back_equal(shared_files: Path) -> None:
    read = 0
    for path in sorted((shared_files / "trf").glob("*.trf")):
        try:
            sheet = trf.sheet(path.read_bytes())
        except FormatError:
            continue
        again = trf.sheet(written(sheet).encode())
        assert_same(sheet, again)
        assert {note["code"] for note in again.notes} <= {"tab", "open_mark"}, path.name
        read += 1
    assert read == 37


words = st.text(st.characters(exclude_categories=("Cs",)), max_size=45)
numbers = st.one_of(st.just(float("nan")), st.integers(0, 12_000).map(float), st.integers(-40, 4000).map(lambda n: n / 4))
scorings = st.builds(
    Scoring,
    win=st.sampled_from((1.0, 3.0, 2.0, 10.0)),
    draw=st.sampled_from((0.5, 1.0, 0.25)),
    loss=st.sampled_from((0.0, 1.0, 0.5)),
    absence=st.sampled_from((None, 0.0, -1.0)),
    pab=st.sampled_from((None, 0.5, 1.0)),
    pending=st.sampled_from((0.0, 0.5)),
)
infos = st.dictionaries(
    st.sampled_from(
        ("name", "city", "federation", "type", "arbiter", "time_control", "program", "type_code", "starting_rank", "motto")
    ),
    words.filter(lambda text: text != ""),
)


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """Any sheet that a reader could make, sense or not."""
    numbers_ = draw(st.lists(st.integers(1, 9999), min_size=1, max_size=8, unique=True))
    size, rounds = len(numbers_), draw(st.integers(0, 4))
    whom = st.sampled_from([*numbers_, 0, 0, 9998])
    opponent = np.array(draw(st.lists(whom, min_size=size * rounds, max_size=size * rounds)), np.int32).reshape(size, rounds)
    letters = st.lists(st.sampled_from(RESULTS), min_size=size * rounds, max_size=size * rounds)
    result = np.array([ord(letter) for letter in draw(letters)], np.uint8).reshape(size, rounds)
    colours = st.lists(st.sampled_from("wb-"), min_size=size * rounds, max_size=size * rounds)
    colour = np.array([ord(letter) for letter in draw(colours)], np.uint8).reshape(size, rounds)
    result[(result == 32) & (opponent > 0)] = ord("*")
    if rounds:
        result[0, -1] = ord("Z") if opponent[0, -1] == 0 else result[0, -1]

    def column(values: st.SearchStrategy[Any]) -> list[Any]:
        return draw(st.lists(values, min_size=size, max_size=size))

    players: dict[str, Any] = {"no": np.array(numbers_, np.int32)}
    players |= {name: column(words) for name in ("name",)}
    players |= {
        "sex": column(st.sampled_from(("", "m", "w", "x"))),
        "title": column(st.sampled_from(("", "GM", "WFM", "1N", "Meister"))),
        "rating": np.array(column(numbers)),
        "federation": column(st.sampled_from(("", "NED", "Nederland"))),
        "fide_id": column(st.sampled_from(("", "1000001", "00345", "Z77"))),
        "birth": column(st.sampled_from(("", "1990", "1990-01-31", "31.1.90", "1990/01/31"))),
        "points": np.array(column(numbers)),
        "rank": np.array(column(numbers)),
    }
    if draw(st.booleans()):
        players |= {"club": column(words), "k": np.array(column(st.integers(0, 40))), "average": np.array(column(numbers))}
    info: dict[str, Any] = draw(infos)
    info |= {"rounds": draw(st.integers(1, 30)), "start": "2026-05-01", "end": draw(st.sampled_from(("2026-05-09", "in May")))}
    info |= {"deputies": tuple(draw(st.lists(words, min_size=1, max_size=3))), "players": draw(st.integers(0, 300))}
    info |= {
        "round_dates": ("2026-05-01", "1950-01-01", "later"),
        "order": ("PTS", "BH/C1"),
        "order_record": "212",
        "first_colour": "w",
    }
    byes = tuple(Bye(draw(st.integers(1, 12)), draw(st.sampled_from(numbers_)), draw(st.sampled_from("FHZ"))) for _ in range(2))
    blank = np.isin(np.array(numbers_), [bye.no for bye in byes])
    result[blank] = np.where(
        (result[blank] == 32) & (opponent[blank] == 0), ord("Z"), result[blank]
    )  # a reader has put byes there
    return Sheet(
        info=info,
        players=players,
        opponent=opponent,
        colour=colour,
        result=result,
        scoring=draw(scorings),
        byes=byes,
        abnormal=(Abnormal("", -0.5, 2, (numbers_[0],)), Abnormal("+", 0.5, 0, ())) if draw(st.booleans()) else (),
        records=(
            Record(1, "###", "### note"),
            Record(99, "XYZ", "XYZ kept"),
            Record(99, "250", "250       1.0   1   2    1    4"),
        ),
    )


@given(sheets())
@settings(max_examples=80)
def test_any_sheet_reads_back_equal(sheet: Sheet) -> None:
    assert_same(sheet, trf.sheet(written(sheet).encode()))


@given(sheets())
@settings(max_examples=20)
def test_lines_are_laid_out(sheet: Sheet) -> None:
    lines = [line for line in written(sheet).split("\n") if line.startswith("001")]
    assert len(lines) == len(sheet.players["no"])
    for line, number in zip(lines, sheet.players["no"], strict=True):
        assert int(line[4:8]) == number
        assert all(line[at] == " " for at in (3, 8, 13, 47, 52, 56, 68, 79, 84))
        assert len(line) == (91 + 10 * sheet.result.shape[1] - 2 if sheet.result.shape[1] else 89)


def minimal(**changes: Any) -> Sheet:
    players = {
        "no": np.array([1, 2]),
        "name": ["A", "B"],
        "sex": ["", ""],
        "title": ["", ""],
        "federation": ["", ""],
        "fide_id": ["", ""],
    }
    players |= {
        "birth": ["", ""],
        "rating": np.array([2000.0, np.nan]),
        "points": np.array([1.0, 0.0]),
        "rank": np.array([1.0, 2.0]),
    }
    players |= changes.pop("players", {})
    cells = {"opponent": np.array([[2], [1]], np.int32), "colour": np.array([[119], [98]], np.uint8)}
    return Sheet(info={}, players=players, **{**cells, "result": np.array([[49], [48]], np.uint8), **changes})


def test_the_columns_of_a_player() -> None:
    players = {"name": ["Müller, Jürgen", "B"], "sex": ["m", ""], "title": ["GM", "WGM"], "federation": ["GER", ""]}
    players |= {"fide_id": ["4610001", ""], "birth": ["1980-02-03", "1999"]}
    lines = written(minimal(players=players)).split("\n")
    assert lines[0] == "001    1 m GM Müller, Jürgen                    2000 GER     4610001 1980/02/03  1.0    1     2 w 1"
    assert lines[1] == "001    2  WGM B                                                      1999        0.0    2     1 b 0"


def test_a_long_name_is_cut_for_others_and_whole_for_us() -> None:
    name = "Extraordinarily-Longname, Maximiliane Wilhelmina"
    text = written(minimal(players={"name": [name, "B"]}))
    assert text.startswith("001    1      Extraordinarily-Longname, Maximil")
    assert f'### chessdash {{"no": 1, "name": "{name}"}}' in text
    assert trf.sheet(text.encode()).players["name"][0] == name


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"players": {"no": np.array([1, 10_000])}}, "start numbers from 1 to 9999"),
        ({"scoring": Scoring(win=1.125)}, "four columns for points in record 162"),
        ({"abnormal": (Abnormal("", 1000.5, 0, ()),)}, "four columns for points in record 299"),
        (
            {"teams": {"no": [1000], "name": ["T"], "members": [()], **{key: [1.0] for key in ("strength", "rank")}}},
            "team numbers from 1 to 999",
        ),
    ],
)
def test_what_has_no_place_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(FormatError, match=said):
        written(minimal(**changes))


def test_write_takes_paths_and_files(tmp_path: Path) -> None:
    tournament = Tournament(minimal())
    chessdash.write(tournament, tmp_path / "event.trf")
    target = io.BytesIO()
    chessdash.write(tournament, target, format="trf")
    assert (tmp_path / "event.trf").read_bytes() == target.getvalue()
    assert chessdash.read(tmp_path / "event.trf").equals(tournament)
    with pytest.raises(FormatError, match="cannot be written"):
        chessdash.write(tournament, tmp_path / "no" / "such" / "folder.trf")
    with pytest.raises(FormatError, match="cannot tell the format"):
        chessdash.write(tournament, tmp_path / "event.pgn")
    with pytest.raises(FormatError, match="no known format"):
        chessdash.write(tournament, target, format="pgn")
