"""Tables: heads, separators, encodings, whose numbers the cells give, what is refused, and our own layout in other hands."""

from typing import Any

import numpy as np
import pytest

import chessdash
from chessdash.errors import FormatError
from chessdash.faults import frame
from chessdash.formats import csv
from chessdash.formats.matrix import berger
from chessdash.sheet import Sheet
from chessdash.tournament import Tournament

# Three players, two rounds; typed for these tests.
SMALL = """No;Name;Rtg;1;2;Pts
1;Example, Anna;2100;2w1;-½;1,5
2;Sample, Bert;1900;1b0;3w1;1
3;Pattern, Chris;;-1;2b0;1
"""


def read(text: str, **how: Any) -> Sheet:
    """The sheet of a text."""
    return csv.sheet(text.encode(), **how)


def cells(sheet: Sheet) -> list[list[tuple[int, str, str]]]:
    """Opponent, colour and result of each player and round."""
    rows = zip(sheet.opponent.tolist(), sheet.colour.tolist(), sheet.result.tolist(), strict=True)
    return [[(no, chr(colour), chr(result)) for no, colour, result in zip(*row, strict=True)] for row in rows]


def codes(sheet: Sheet) -> list[str]:
    """Codes of the notes of reading."""
    return [note["code"] for note in sheet.notes]


def refused(text: str) -> str:
    """The one sentence by which a text is refused."""
    with pytest.raises(FormatError) as error:
        read(text, source="results.csv")
    assert "\n" not in str(error.value)
    return str(error.value)


SMALL_CELLS = [[(2, "w", "1"), (0, "-", "H")], [(1, "b", "0"), (3, "w", "1")], [(0, "-", "U"), (2, "b", "0")]]


@pytest.mark.parametrize("encode", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_separators_line_ends_and_encodings(separator: str, end: str, encode: str) -> None:
    """All give the same (case 32: with or without a byte order mark)."""
    text = (
        SMALL.replace("1,5", "1.5")
        .replace(";", "\0")
        .replace("Example, Anna", '"Example, Änna"' if separator == "," else "Example, Änna")
    )
    text = text.replace("Sample, Bert", '"Sample, Bert"').replace("Pattern, Chris", '"Pattern, Chris"').replace("\0", separator)
    sheet = csv.sheet(text.replace("\n", end).encode(encode))
    assert cells(sheet) == SMALL_CELLS
    assert list(sheet.players["name"]) == ["Example, Änna", "Sample, Bert", "Pattern, Chris"]
    assert sheet.players["points"].tolist() == [1.5, 1, 1]
    assert np.array_equal(sheet.players["rating"], [2100, 1900, np.nan], equal_nan=True)
    assert sheet.info["encoding"]


@pytest.mark.parametrize(
    "head",
    [
        "No;Name;Rtg;1;2;Pts",
        "no.;NAME;Elo;R1;R2;Points",
        "Nr.;Spieler;TWZ;1. Runde;2. Runde;Punkte",
        "SNo;Naam;Rating;Ronde 1;Ronde 2;Punten",
        "S.No.;Nom;RtgI;1.Rd;2.Rd;Total",
        "\ufeff\xa0No\xa0; Name\t;Elo-I;Rd.1;.2;Pts. ",
        "#;Player Name;FIDE;Round 1;Round 2;Pkt.",
        "Snr;Nombre;Rat.;X1.Rd;2nbsp\xa0;Puntos",
    ],
)
def test_heads_in_the_wild(head: str) -> None:
    """English, German, Dutch, French and Spanish, in any case, with blanks that nobody sees."""
    if head.startswith("Snr"):
        head = head.replace("X1.Rd", "1.Rd")  # the first column of rounds must look like one, the others only carry its number
    sheet = read(SMALL.replace("No;Name;Rtg;1;2;Pts", head))
    assert cells(sheet) == SMALL_CELLS
    assert sheet.players["points"].tolist() == [1.5, 1, 1]
    assert sheet.players["rating"][0] == 2100


def test_what_stands_around_a_table() -> None:
    """Title, date, place and remarks; nothing of it is lost, and none of it is a player."""
    text = "Spring Open 2026;;\nDate : 2026/04/03 to 2026/04/06\nCity: Utrecht\nTournament type : Round robin\n"
    text += "Last update 1.1.2027\n\n"
    sheet = read(text + SMALL + "\n# Annotation:;;\nYou find all details under;;;;;\n")
    assert {key: sheet.info[key] for key in ("name", "start", "end", "city", "type")} == {
        "name": "Spring Open 2026",
        "start": "2026-04-03",
        "end": "2026-04-06",
        "city": "Utrecht",
        "type": "Round robin",
    }
    assert {"Last update 1.1.2027", "# Annotation:", "You find all details under"} <= set(sheet.info["remarks"])
    assert len(sheet.players["no"]) == 3
    assert sheet.lines is not None and sheet.lines.tolist() == [8, 9, 10]


def test_further_columns_are_kept() -> None:
    """Numbers as numbers, text as text, a class letter before a rating."""
    sheet = read("No;;Name;FMJD;Club;TB1;Note;1\n1;wgm;A;A 2339;X;10,5;;2w1\n2;;B;;Y;9;abc;1b0\n")
    assert sheet.players["title"] == ["WGM", ""]
    assert (sheet.players["club"], sheet.players["Note"], sheet.players["FMJD"]) == (["X", "Y"], ["", "abc"], ["A 2339", ""])
    assert sheet.players["TB1"].tolist() == [10.5, 9]
    assert sheet.players["rating"][0] == 2339


# Start numbers 3, 1, 2 in the order of the ranks; once opponents are named by number, once by rank.
BY_NUMBER = "Rk;No;Name;1;2\n1;3;A;1w1;2b1\n2;1;B;3b0;-1\n3;2;C;-1;3w0\n"
BY_RANK = "Rk;No;Name;1;2\n1;3;A;2w1;3b1\n2;1;B;1b0;-1\n3;2;C;-1;1w0\n"


@pytest.mark.parametrize(("text", "code"), [(BY_NUMBER, "table_opponents_by_number"), (BY_RANK, "table_opponents_by_rank")])
def test_opponents_by_start_number_or_rank(text: str, code: str) -> None:
    """The reading that agrees with itself is taken, and said."""
    sheet = read(text)
    assert sheet.players["no"].tolist() == [3, 1, 2]
    assert [[no for no, _, _ in row] for row in cells(sheet)] == [[1, 2], [3, 0], [0, 3]]
    assert codes(sheet) == [code]
    assert not Tournament(sheet).faults["severity"].eq("error").any()
    assert "4 of 4 cells" in frame(sheet.notes)["message"][0]


def test_a_rank_that_nobody_has_stays_an_error() -> None:
    """It does not become the start number of somebody else."""
    sheet = read(BY_RANK.replace("3;2;C;-1", "3;2;C;9w1"))
    assert sheet.opponent[2, 0] not in (0, 1, 2, 3)
    assert Tournament(sheet).faults["severity"].eq("error").any()


def test_without_start_numbers_players_are_numbered_by_rank() -> None:
    """And this is said."""
    sheet = read("Rk.;Name;1\n1;A;2w1\n2;B;1b0\n")
    assert sheet.players["no"].tolist() == [1, 2]
    assert codes(sheet) == ["table_numbered_by_rank"]
    shared = read("Rk.;Name;1\n1;A;2w½\n1;B;1b½\n")
    assert shared.players["no"].tolist() == [1, 2]
    assert codes(shared) == ["table_numbered_by_row"]


@pytest.mark.parametrize(
    ("cells_", "scoring"),
    [
        (("2w1", "1b0", "1", "0"), (1, 0.5, 0)),
        (("2w½", "1b½", "½", "½"), (1, 0.5, 0)),
        (("2w2", "1b0", "2", "0"), (2, 1, 0)),
        (("2w1", "1b1", "1", "1"), (2, 1, 0)),
        (("2w3", "1b0", "3", "0"), (3, 1, 0)),
        (("2w1", "1b0", "3", "0"), (3, 1, 0)),
    ],
)
def test_scoring(cells_: tuple[str, ...], scoring: tuple[float, float, float]) -> None:
    """By the numbers in the cells, and by the declared points where all of them fit another scoring."""
    first, second, points, others = cells_
    sheet = read(f"No;Name;1;Pts\n1;A;{first};{points}\n2;B;{second};{others}\n")
    assert (sheet.scoring.win, sheet.scoring.draw, sheet.scoring.loss) == scoring
    assert Tournament(sheet).settled.points.sum(axis=1).tolist() == [
        float(points.replace("½", ".5")),
        float(others.replace("½", ".5")),
    ]


def test_values_of_two_scorings_are_refused() -> None:
    """Two points and half a point are no scoring."""
    assert "0.5, 2" in refused("No;Name;1;2\n1;A;2w2;2b½\n2;B;1b0;1w½\n")


def test_dates_in_a_column_of_results_are_refused_with_their_rows() -> None:
    """Case 31."""
    message = refused("No;Name;1;2\n1;A;05-Apr;2b½\n2;B;45296;01-Jan\n")
    for part in (
        "results.csv: 3 cells",
        "line 2, column 3 (1): '05-Apr'",
        "line 3, column 3 (1): '45296'",
        "line 3, column 4",
        "date",
    ):
        assert part in message


def test_all_unreadable_cells_are_listed_in_one_error() -> None:
    """The first ten by line and column, and how many more there are."""
    message = refused("No;Name;1\n" + "".join(f"{no};N{no};?!{no}\n" for no in range(1, 15)))
    assert "14 cells cannot be read" in message and "line 11, column 3 (1): '?!10'" in message
    assert "'?!11'" not in message and "; and 4 more" in message and "12w1" in message


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "expected a row of heads"),
        ("hello", "expected a row of heads"),
        ("a;b;c\n1;2;3\n", "expected a row of heads"),
        ("No;Name;1\n", "line 1: expected players below the heads"),
        ("No;Name;1\n1;;2w1\n2;B;1b0\n", "line 2: expected a name"),
        ("No;Name;1\nx;A;2w1\n2;B;1b0\n", "line 2: expected a start number from 1 to 9999, found 'x'"),
        ("No;Name;1\n1;" + "a" * 140_000 + ";\n", "field larger"),
        ("No;Name;" + "x;" * 2000, "at most 1020 columns"),
        ("\n" * 300_000, "at most 60000 lines"),
        ("No;Name\n" + "1;A\n" * 10_001, "at most 9999 players"),
    ],
)
def test_refused_in_one_sentence(text: str, part: str) -> None:
    """What was expected, where, and what was found."""
    assert part in refused(text)


def test_a_start_number_twice() -> None:
    """Both players stay; the second has the next free number, and both lines are named."""
    sheet = read("No;Name;1\n1;A;2w1\n2;B;1b0\n2;C;\n;D;\n")
    assert sheet.players["no"].tolist() == [1, 2, 3, 4]
    assert codes(sheet) == ["table_duplicate_number", "table_no_number"]
    assert "Line 4: start number 2 stands already in line 3; this player was read as no. 3." in list(
        frame(sheet.notes)["message"]
    )


def test_ratings_and_points_that_are_none() -> None:
    """They are left out and reported; the file is read."""
    sheet = read("No;Name;Rtg;1;Pts\n1;A;n/a;2w1;one\n2;B;0;1b0;0\n3;C;9999;;\n")
    assert np.isnan(sheet.players["rating"]).all()
    assert codes(sheet) == ["table_rating", "table_rating", "table_points"]


def test_a_person_called_bye_is_a_person() -> None:
    """Case 28: a bye has no opponent; a name says nothing."""
    sheet = read("No;Name;1\n1;A;2w1\n2;BYE;1b0\n3;Bye, Ann;bye\n")
    assert list(sheet.players["name"]) == ["A", "BYE", "Bye, Ann"]
    assert cells(sheet)[2] == [(0, "-", "U")]


def test_no_result_yet() -> None:
    """A pairing without a result is pending; a round of pairings is not a round played."""
    tournament = Tournament(read("No;Name;1;2\n1;A;2w1;3w\n2;B;1b0;0\n3;C;-1; 1b \n"))
    assert (tournament.rounds_played, tournament.rounds_planned) == (1, 2)
    assert cells(tournament.sheet)[0][1] == (3, "w", "*")


@pytest.mark.parametrize(
    ("text", "name"), [('1;Jo "Joe" Doe;', 'Jo "Joe" Doe'), ('1;"Joe" Doe;', "Joe Doe"), ('1;"Doe;', '"Doe')]
)
def test_quotes_used_badly(text: str, name: str) -> None:
    """Nothing is swallowed by a quote that is not closed."""
    sheet = read(f"No;Name;1\n{text}2w1\n2;B;1b0\n")
    assert list(sheet.players["name"]) == [name, "B"]


# C.05 Annex 1, tables for 4 and 6 players: pairs by round.
BERGER = {
    4: [{(1, 4), (2, 3)}, {(4, 3), (1, 2)}, {(2, 4), (3, 1)}],
    6: [
        {(1, 6), (2, 5), (3, 4)},
        {(6, 4), (5, 3), (1, 2)},
        {(2, 6), (3, 1), (4, 5)},
        {(6, 5), (1, 4), (2, 3)},
        {(3, 6), (4, 2), (5, 1)},
    ],
}


@pytest.mark.parametrize("size", BERGER)
def test_berger_tables(size: int) -> None:
    """As the handbook prints them; with one player less, whoever would meet the last is free."""
    rounds = berger(size)
    for round, pairs in enumerate(BERGER[size], 1):
        assert {frozenset(pair) for pair in pairs} == {
            frozenset((i + 1, j + 1)) for i, j in np.argwhere(rounds == round).tolist()
        }
    assert np.array_equal(berger(size - 1), rounds[:-1, :-1])


def test_a_matrix_of_a_double_round_robin_under_way() -> None:
    """Two results in a cell are two games, the second in the second cycle; what is not played is pending."""
    sheet = read("No;Name;1;2;3;Pts\n1;A;*;1½;1;2½\n2;B;0½;*;=;1\n3;C;0;½;*;½\n")
    assert sheet.result.shape == (3, 6)
    assert sheet.players["points"].tolist() == [2.5, 1, 0.5]
    tournament = Tournament(sheet)
    assert tournament.settled.points.sum(axis=1).tolist() == [2.5, 1, 0.5]
    assert (tournament.system, tournament.rounds_planned) == ("round-robin", 6)
    assert (sheet.result == ord("*")).sum() == 4
    assert not tournament.faults["severity"].eq("error").any()


def test_our_own_layout_after_a_spreadsheet() -> None:
    """Saved again with semicolons and decimal commas, padded, and with a column more: it reads equal."""
    made = Tournament(read("Club;;\n" + SMALL.replace("2100", "2100,5")))
    text = csv.dump(made).decode("utf-8-sig")
    rows = [line.split(",") for line in text.replace(", ", " ").replace('"', "").splitlines()]
    width = max(map(len, rows)) + 2
    changed = "\n".join(";".join(cell.replace(".", ",") for cell in row) + ";" * (width - len(row)) for row in rows)
    again = read(changed)
    assert cells(again) == SMALL_CELLS
    assert again.players["rating"][0] == 2100.5
    assert again.info["name"] == "Club"


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("# bye,x,1,H", "line 2: expected a line as chessdash writes it, found '# bye x 1 H'"),
        ("# rounds,many", "line 2"),
        ('# json,rounds,"[1]"', "line 2"),
        ("# json,a," + "[" * 50_000, "line 2"),
        ("# scoring,nan,1,0", "line 2"),
    ],
)
def test_our_own_layout_with_a_wrong_line(line: str, part: str) -> None:
    """The line is named."""
    assert part in refused(f"# chessdash,1\n{line}\nNo,Name,R1\n1,A,2w1\n2,B,1b0\n")


def test_our_own_layout_with_wrong_cells_and_numbers() -> None:
    """They are refused as in any table."""
    head = "# chessdash,1\nNo,Name,Rating,R1\n"
    assert "line 3, column 3 (Rating): 'x'" in refused(head + "1,A,x,2w1\n2,B,1,1b0\n")
    assert "line 3, column 4 (R1): '2w9'" in refused(head + "1,A,,2w9\n2,B,,1b0\n")
    assert "1 is not, or stands twice" in refused(head + "1,A,,\n1,B,,\n")


# Hostile files, and texts that a spreadsheet would take for formulas.
HOSTILE = (
    "=HYPERLINK(\"http://x.test\",\"click\")", "+1", "-1", "@SUM(1)", "\t=1", "<script>alert(1)</script>", "![x](http://x.test/a.png)",
    "'); DROP TABLE players;--", "../../etc/passwd", "\u202egnp.exe", "a" * 5000, "$E=mc^2$ :red[x]", "{0.__class__}", "%s%n",
)  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_only_names(name: str) -> None:
    """They are kept as they are, run nowhere, and come back."""
    table = f"No\tName\t1\n1\t{name.strip()}\t2w1\n2\tB\t1b0\n"
    sheet = read(table)
    assert sheet.players["name"][0] == " ".join(name.replace("\u202e", " ").split())
    dumped = csv.dump(Tournament(sheet))
    assert csv.sheet(dumped).players["name"] == sheet.players["name"]
    assert all(
        not cell.startswith(("=", "+", "-1,", "@"))
        for line in dumped.decode("utf-8-sig").splitlines()
        for cell in line.split(",")
    )


def test_written_with_a_byte_order_mark() -> None:
    """So that Excel shows names right (case 32)."""
    dumped = csv.dump(Tournament(read(SMALL.replace("Anna", "Ännå"))))
    assert dumped.startswith(b"\xef\xbb\xbf") and "Ännå".encode() in dumped


def test_a_file_read_with_an_encoding_that_the_caller_names() -> None:
    """It is taken, and no note is needed."""
    sheet = csv.sheet(SMALL.replace("Anna", "Łucja").replace("½", "0.5").encode("cp1250"), encoding="cp1250")
    assert sheet.players["name"][0] == "Example, Łucja"
    assert codes(sheet) == []


def test_detected_by_content() -> None:
    """Bytes without a name are told apart by what they hold."""
    assert chessdash.read(SMALL.encode()).info["format"] == "csv"
