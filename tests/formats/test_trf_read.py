"""TRF as read: columns, records, and what is said of those that differ. Case numbers are those of the cases from practice."""

from typing import Any

import numpy as np
import pytest

from chessdash import faults
from chessdash.crosstable import Scoring
from chessdash.errors import FormatError
from chessdash.formats import sheet as read_sheet
from chessdash.sheet import Abnormal, Bye, Sheet
from chessdash.tournament import Tournament


def trf(*lines: str) -> Sheet:
    return read_sheet("\n".join(lines).encode(), format="trf")


def line(no: int, *cells: str, name: str = "Name", points: float = 0.0, rank: int = 0, head: str = "") -> str:
    """A player line with its cells, each in eight characters."""
    start = head or f"001 {no:4}      {name:<33}"
    return f"{start:<80}{points:4.1f} {rank or no:4}  {'  '.join(f'{cell:>8}' for cell in cells)}"


def codes(sheet: Sheet, *, judged: bool = False) -> list[str]:
    rows = [*sheet.notes, *(faults.of(sheet, faults.settle(sheet)) if judged else ())]
    return [row["code"] for row in rows]


def said(sheet: Sheet, code: str) -> list[str]:
    return [faults.message(row) for row in sheet.notes if row["code"] == code]


PLAYER = "001    7 w GM Someone, Somewhere                2345 NED     1234567 1990/02/03 10.5   12     3 w 1  0000 - H     4 b ="


def test_all_fields_of_a_player() -> None:
    sheet = trf(PLAYER)
    texts = ("name", "sex", "title", "federation", "fide_id", "birth")
    assert [sheet.players[name][0] for name in texts] == ["Someone, Somewhere", "w", "GM", "NED", "1234567", "1990-02-03"]
    assert [sheet.players[name][0] for name in ("no", "rating", "points", "rank")] == [7, 2345.0, 10.5, 12.0]
    assert sheet.opponent.tolist() == [[3, 0, 4]]
    assert bytes(sheet.colour) == b"w-b"
    assert bytes(sheet.result) == b"1H="
    assert sheet.lines is not None
    assert sheet.lines.tolist() == [1]


@pytest.mark.parametrize("rating", ["    ", "   0", "0000"])
def test_no_rating(rating: str) -> None:
    assert np.isnan(trf(f"001    1      {'Name':<33} {rating} NED").players["rating"][0])


def test_cells_in_any_writing() -> None:
    cells = ["   2 W 1", "0002 b w", "0000 - u", "       h", "        ", "   2 b  ", "0000   z", "2    w -", "       -"]
    sheet = trf(line(1, *cells))
    assert bytes(sheet.result) == b"1WUH *Z--"
    assert bytes(sheet.colour) == b"wb---b-w-"
    assert sheet.opponent.tolist() == [[2, 2, 0, 0, 0, 2, 0, 2, 0]]


@pytest.mark.parametrize(
    "head",
    ["001    1 m  g Player", "001    1 mGM  Player", "001    1 m gm Player", "001    1wwgm Player", "001    1 wwg  Player"],
)
def test_case_19_titles(head: str) -> None:
    sheet = trf(f"{head:<80} 0.0")
    assert sheet.players["title"] == ["WGM" if "wwg" in head else "GM"]
    assert sheet.players["name"] == ["Player"]
    assert codes(sheet) == (["shifted_line"] if head.startswith("001    1w") else [])


@pytest.mark.parametrize(
    ("written", "title"),
    [("g", "GM"), ("m", "IM"), ("gf", "WGM"), ("mf", "WIM"), ("wf", "WFM"), ("cf", "WCM"), ("1N", "1N"), ("w", "w")],
)
def test_title_variants(written: str, title: str) -> None:
    assert trf(f"001    1 m{written:>3} Player").players["title"] == [title]
    assert trf(f"001    1 m{written:<3} Player").players["title"] == [title]


def test_case_16_national_event() -> None:
    sheet = trf(
        "042 24/05/2025",
        "062 017",
        "102 N/D",
        "112",
        "001    4 M 1N Example, Carlo                    1874 ITA      825450 1975/01/01  2.5    4",
    )
    assert sheet.info["start"] == "2025-05-24"
    assert sheet.info["arbiter"] == "N/D"
    assert sheet.info["players"] == 17
    assert "deputies" not in sheet.info
    assert (sheet.players["sex"], sheet.players["title"]) == (["m"], ["1N"])
    assert {row["severity"] for row in sheet.notes} == {"note"}


def test_case_18_members_have_four_columns() -> None:
    names = "\n".join(f"001 {no} {'':5}Player {no}" for no in range(1001, 1005))
    sheet = trf(names, f"310   1 {'Team':<32} {'NICK':<5}   2400    2.0    3.5   1  1001 1002 1003 1004")
    assert sheet.teams is not None
    assert sheet.teams["members"] == [(1001, 1002, 1003, 1004)]
    assert [sheet.teams[key][0] for key in ("nickname", "strength", "match_points", "game_points", "rank")] == [
        "NICK",
        2400,
        2.0,
        3.5,
        1,
    ]


def test_case_18_a_second_162() -> None:
    sheet = trf("162  W 3.0    D 1.0    L 0.0", line(1), "162  W 1.0")
    assert sheet.scoring == Scoring(win=3.0, draw=1.0, loss=0.0)
    assert said(sheet, "duplicate_record") == ["Line 3: record 162 says 'W 1.0', but line 1 has said it first; the first stands."]


@pytest.mark.parametrize("code", ["012", "042", "062", "102", "142", "152", "192", "202", "352"])
def test_duplicates_of_records_that_stand_once(code: str) -> None:
    values = {"042": ("2026/01/01", "2026/01/02"), "062": ("1", "2"), "142": ("5", "6"), "152": ("W", "B"), "202": ("BH", "SB")}
    one, two = values.get(code, ("WB", "BW"))
    sheet = trf(f"{code} {one}", line(1), f"{code} {two}")
    assert [(row["severity"], row["code"], row["line"], row["values"]["first"]) for row in sheet.notes] == [
        ("error", "duplicate_record", 3, 1)
    ]


def test_rounds_said_twice_alike_is_no_fault() -> None:
    assert codes(trf("142 5", "XXR 5", "152 W", "XXC white1", line(1))) == []
    assert codes(trf("142 5", "XXR 6", line(1))) == ["duplicate_record"]


def test_case_20_no_rounds() -> None:
    sheet = trf("XXR 5", line(1), line(2))
    assert sheet.result.shape == (2, 0)
    settled = faults.settle(sheet)
    assert (settled.rounds_played, settled.rounds_planned) == (0, 5)
    assert len(Tournament(sheet).results) == 0


@pytest.mark.parametrize("value", ["'34179178'", "Z56538", "11/01/1987", "12345-6"])
def test_case_21_what_is_no_fide_id(value: str) -> None:
    sheet = trf(f"001    1      {'Name':<33} 2000 NED {value:>11} 1990/01/01  1.0    1     1 w 1", line(2))
    assert sheet.players["fide_id"] == ["", ""]
    assert sheet.players["rating"][0] == 2000
    assert [(row["severity"], row["line"], row["column"]) for row in sheet.notes] == [("warning", 1, 58 + 11 - len(value))]
    assert repr(value)[1:-1] in faults.message(sheet.notes[0])


@pytest.mark.parametrize(
    ("text", "count", "code"), [("9", 9, []), ("129 (88)", 129, ["count_text"]), ("017", 17, []), ("none", None, ["count_text"])]
)
def test_case_22_062_counts_players(text: str, count: int | None, code: list[str]) -> None:
    sheet = trf(f"062 {text}", line(1))
    assert sheet.info.get("players") == count
    assert codes(sheet) == code
    assert faults.settle(sheet).rounds_planned == 0


def test_case_28_a_player_named_bye() -> None:
    sheet = trf(line(1, "   2 w 1", name="BYE"), line(2, "   1 b 0", name="Bye, Robert"))
    assert sheet.players["name"] == ["BYE", "Bye, Robert"]
    assert faults.settle(sheet).points.tolist() == [[1.0], [0.0]]


def test_a_line_one_column_left() -> None:
    whole = trf(PLAYER)
    for moved in (PLAYER[:3] + PLAYER[4:], PLAYER[:3] + PLAYER[4:84] + " " + PLAYER[84:]):
        sheet = trf(moved)
        assert [sheet.players[name][0] for name in sheet.players] == [whole.players[name][0] for name in whole.players]
        np.testing.assert_array_equal(sheet.opponent, whole.opponent)
        assert codes(sheet) == ["shifted_line"]


def test_a_line_one_column_right() -> None:
    sheet = trf(PLAYER[:3] + " " + PLAYER[3:])
    assert (sheet.players["no"][0], sheet.players["name"][0]) == (7, "Someone, Somewhere")
    assert said(sheet, "shifted_line") == [
        "Line 1: from column 5 everything stands 1 column too far to the right; it was read in its place.",
    ]


@pytest.mark.parametrize("late", [1, 2, 3, -1])
def test_cells_off_their_columns(late: int) -> None:
    text = PLAYER[:90] + " " * (1 + late) + PLAYER[91:]
    sheet = trf(text)
    assert sheet.opponent.tolist() == [[3, 0, 4]]
    assert codes(sheet) == ["shifted_cells"]
    assert sheet.notes[0]["column"] == 92 + late


def test_an_unreadable_cell_is_open_and_named() -> None:
    sheet = trf(line(1, "   2 w 1", "   2 x 1", "   2 w ?"), line(2, "   1 b 0", "        ", "        "))
    assert bytes(sheet.result[0]) == b"1**"
    assert [(row["line"], row["column"], row["round"], row["no"]) for row in sheet.notes] == [(1, 102, 2, 1), (1, 112, 3, 1)]
    assert said(sheet, "unreadable_cell")[1] == (
        "Line 1, column 112: expected opponent, colour and result of round 3, found '2 w ?'; left open."
    )


def test_lines_of_different_lengths() -> None:
    sheet = trf(line(1, "   2 w 1", "   2 b 1").rstrip(), line(2, "   1 b 0"), "001    3      Late")
    assert bytes(sheet.result.ravel()) == b"110   "
    assert codes(sheet) == []


def test_duplicate_and_missing_start_numbers() -> None:
    sheet = trf(line(1, "   2 w 1"), line(2, "   1 b 0"), line(2, "   4 w 1"), line(0), line(5))
    assert sheet.players["no"].tolist() == [1, 2, 6, 7, 5]
    assert said(sheet, "duplicate_number") == [
        "Line 3: start number 2 stands already in line 2; this player is read as number 6."
    ]
    assert said(sheet, "no_number") == ["Line 4: expected a start number in columns 5 to 8; this player is read as number 7."]


RECORDS: dict[str, tuple[str, Any]] = {
    "012 The Event": ("name", "The Event"),
    "022 Town": ("city", "Town"),
    "032 NED": ("federation", "NED"),
    "042 2026/05/01": ("start", "2026-05-01"),
    "052 25/08/11": ("end", "2025-08-11"),
    "042 May 29, 2020": ("start", "2020-05-29"),
    "042 09/24/2010": ("start", "2010-09-24"),
    "042 soon": ("start", "soon"),
    "072 12": ("rated", 12),
    "082 3": ("teams", 3),
    "092 Individual: Swiss-System": ("type", "Individual: Swiss-System"),
    "102 Arbiter, A": ("arbiter", "Arbiter, A"),
    "122 90'+30\"": ("time_control", "90'+30\""),
    "142 9": ("rounds", 9),
    "XXR 9": ("rounds", 9),
    "152 W": ("first_colour", "w"),
    "XXC black1": ("first_colour", "b"),
    "172 IND FIDE": ("starting_rank", "IND FIDE"),
    "182 Program": ("program", "Program"),
    "192 FIDE_DUTCH_2026": ("type_code", "FIDE_DUTCH_2026"),
    "202 BH/C1, BH;SB": ("order", ("BH/C1", "BH", "SB")),
    "212 PTS,DE": ("order", ("PTS", "DE")),
    "222 5400+30": ("time_control_code", "5400+30"),
    "132 2026/03/01": ("round_dates", ("2026-03-01",)),
    "132" + " " * 88 + "24/12/01  24/12/02": ("round_dates", ("2024-12-01", "2024-12-02")),
}


@pytest.mark.parametrize("text", RECORDS)
def test_records_of_the_event(text: str) -> None:
    key, value = RECORDS[text]
    assert trf(text, line(1)).info[key] == value


def test_deputies_and_dates_in_several_records() -> None:
    sheet = trf("112 A", "112 B", "132 2026/03/01", "132 2026/03/02", line(1))
    assert sheet.info["deputies"] == ("A", "B")
    assert sheet.info["round_dates"] == ("2026-03-01", "2026-03-02")


POINTS: dict[str, Scoring] = {
    "162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0    X 0.5": Scoring(absence=0.0, pab=1.0, pending=0.5),
    "162  W 3.0    D 1.0    L 0.0": Scoring(3.0, 1.0, 0.0),
    "162  W 1.0    Z 0.0    P 0.5": Scoring(absence=0.0, pab=0.5),
    "162  A 0.5": Scoring(absence=0.5),
    "BBW  3.0": Scoring(win=3.0),
    "BBU  0.5": Scoring(pab=0.5),
    "XXS W=3 D=1 L=0 PAB=1.5 ZPB=0 FL=0": Scoring(3.0, 1.0, 0.0, absence=0.0, pab=1.5),
    "XXS WW=1.0 BW=1.0 WD=0.5 BD=0.5 WL=0.0 BL=0.0 ZPB=0.0 HPB=0.5 FPB=1.0 PAB=1.0 FW=1.0 FL=0.0": Scoring(absence=0.0, pab=1.0),
}


@pytest.mark.parametrize("text", POINTS)
def test_points_of_outcomes(text: str) -> None:
    sheet = trf(text, line(1))
    assert sheet.scoring == POINTS[text]
    assert (sheet.abnormal, codes(sheet)) == ((), [])


def test_points_that_a_scoring_cannot_say_are_abnormal() -> None:
    sheet = trf("XXS HPB=0.25 FW=0.5", line(1, "0000 - H", "   2 w +"), line(2, "0000 - Z", "   1 b -"))
    assert sheet.abnormal == (Abnormal("+", 0.5, 0, ()), Abnormal("H", 0.25, 0, ()))
    assert faults.settle(sheet).points.tolist() == [[0.25, 0.5], [0.0, 0.0]]


def test_points_that_differ_by_colour_are_reported() -> None:
    assert codes(trf("XXS WW=1 BW=2", line(1))) == ["points_by_colour"]
    assert codes(trf("162  W 1.0    Q 9.0", line(1))) == ["unknown_outcome"]


def test_byes_of_240_fill_blank_cells() -> None:
    sheet = trf("240 H   1    2    3", "240 Z   2    2", line(1, "0000 - U"), line(2, "        "), line(3, "0000 - Z"))
    assert sheet.byes == (Bye(1, 2, "H"), Bye(1, 3, "H"), Bye(2, 2, "Z"))
    assert bytes(sheet.result.ravel()) == b"UHZ"
    assert codes(sheet) == ["bye_of_record"]


def test_teams_keep_what_names_teams() -> None:
    sheet = trf("240 H   1    1", "299      1.0   2.0       1", "320  1.0  2.0    1", line(1), f"310   1 {'Team':<65}   1")
    assert sheet.teams is not None
    assert (sheet.byes, sheet.abnormal) == ((), ())
    assert [record.code for record in sheet.records] == ["240", "299", "320"]


def test_abnormal_points() -> None:
    sheet = trf("299 H         0.3    2    1    4", "299          -0.5         1", "299 -         1.0", line(1), line(4))
    assert sheet.abnormal == (Abnormal("H", 0.3, 2, (1, 4)), Abnormal("", -0.5, 0, (1,)), Abnormal("-", 1.0, 0, ()))
    assert codes(trf("299 Q         1.0", line(1))) == ["unreadable_abnormal"]


def test_old_team_records() -> None:
    sheet = trf(line(1), line(2), f"013 {'Alpha':<32}   1    2", f"013 {'Beta':<32}   3  x")
    assert sheet.teams is not None
    assert (sheet.teams["no"], sheet.teams["name"], sheet.teams["members"]) == ([1, 2], ["Alpha", "Beta"], [(1, 2), (3,)])
    assert codes(sheet) == ["unreadable_member"]


def test_kept_and_unknown_records() -> None:
    kept = ["XXA    1 1.0", "XXP 1 2", "250       1.0   1   2    1    2", "### comment", "# Another", "FRA    1    A"]
    sheet = trf(*kept, "DAT 1 x", line(1), "DAT 2 y")
    assert [record.text for record in sheet.records] == [*kept, "DAT 1 x", "DAT 2 y"]
    assert [(row["code"], row["record"], row["values"]["n"]) for row in sheet.notes] == [("unknown_record", "DAT", 2)]


@pytest.mark.parametrize(
    "text", ["142 1000000000", "142 many", "152 green", "240 Q   1    1", "240 H   0    1", "042 2026/13/45"]
)
def test_what_cannot_be_read_is_reported(text: str) -> None:
    sheet = trf(text, line(1))
    assert len(sheet.notes) == 1
    assert sheet.notes[0]["severity"] == "warning"
    assert "rounds" not in sheet.info


@pytest.mark.parametrize("text", ["", "\n\n", "hello", "012 Event\n022 Town", "002    1 Name"])
def test_no_players(text: str) -> None:
    with pytest.raises(FormatError, match="expected player lines that begin with 001"):
        read_sheet(text.encode(), format="trf")


def test_columns_are_cut_lazily_and_are_all_there() -> None:
    sheet = trf(PLAYER)
    names = ["no", "name", "sex", "title", "rating", "federation", "fide_id", "birth", "points", "rank"]
    assert list(sheet.players) == names
    assert len(sheet.players) == len(names)
    assert "club" not in sheet.players


def test_own_comments_that_fit_nothing_are_harmless() -> None:
    own = [
        '{"no": 99, "name": "x"}',
        '{"no": 1, "name": 5, "rating": "y", "rank": true}',
        '{"columns": 3}',
        '{"info": {"rounds": "x", "source": "y"}}',
        "[1]",
        "{",
    ]
    sheet = trf(line(1, name="A"), *(f"### chessdash {text}" for text in own))
    assert sheet.players["name"] == ["A"]
    assert "rounds" not in sheet.info
    assert [record.text for record in sheet.records] == ["### chessdash [1]", "### chessdash {"]
