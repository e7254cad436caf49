"""Lists of games, and players and games as a pair; the lists are typed for these tests."""

import io
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import chessdash
from chessdash.errors import FormatError
from chessdash.faults import frame
from chessdash.formats import csv
from chessdash.formats.gamerows import outcome
from chessdash.sheet import Sheet
from chessdash.tournament import Tournament

GAMES = """Round,Board,White,Black,Result
1,1,Anna,Bert,1-0
1,2,Chris,,
2,1,Chris,Anna,½-½
2,2,Bert,,½
"""
CELLS = {
    "Anna": [("Bert", "w", "1"), ("Chris", "b", "=")],
    "Bert": [("Anna", "b", "0"), ("", "-", "H")],
    "Chris": [("", "-", "U"), ("Anna", "w", "=")],
}


def read(text: str, **how: Any) -> Sheet:
    """The sheet of a text."""
    return csv.sheet(text.encode(), **how)


def cells(sheet: Sheet) -> dict[str, list[tuple[str, str, str]]]:
    """Each player's opponents by name, colours and results."""
    names = {0: "", **dict(zip(sheet.players["no"].tolist(), sheet.players["name"], strict=True))}
    rows = zip(sheet.opponent.tolist(), sheet.colour.tolist(), sheet.result.tolist(), strict=True)
    made = [[(names[no], chr(colour), chr(result)) for no, colour, result in zip(*row, strict=True)] for row in rows]
    return dict(zip(sheet.players["name"], made, strict=True))


def codes(sheet: Sheet) -> list[str]:
    """Codes of the notes of reading."""
    return [note["code"] for note in sheet.notes]


def refused(text: str) -> str:
    """The one sentence by which a text is refused."""
    with pytest.raises(FormatError) as error:
        read(text, source="games.csv")
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_list_by_name() -> None:
    """Players are numbered as they come; an empty opponent is a bye."""
    sheet = read(GAMES)
    assert cells(sheet) == CELLS
    assert sheet.players["no"].tolist() == [1, 2, 3]
    assert codes(sheet) == ["games_numbered"]


def test_a_list_by_number_with_ratings_and_points() -> None:
    """Numbers stay; Black's points tell what a half point each is; what is not read is said."""
    text = "Rd;White No;White;White Elo;White Points;Black Points;Black No;Black;Black Elo;ECO\n"
    sheet = read(text + "1;7;Anna;2100;1;0;5;Bert;1900;B12\n2;5;Bert;1900;0,5;0,5;7;Anna;2100;\n")
    assert dict(zip(sheet.players["no"].tolist(), sheet.players["rating"], strict=True)) == {7: 2100, 5: 1900}
    assert cells(sheet)["Anna"] == [("Bert", "w", "1"), ("Bert", "b", "=")]
    assert codes(sheet) == ["games_ignored"]


@pytest.mark.parametrize("head", ["Runde;Weiß;Schwarz;Ergebnis", "Ronde;Wit;Zwart;Uitslag", "Rd.;White Player;Black Player;Res."])
def test_heads_of_lists(head: str) -> None:
    """German, Dutch and English."""
    assert cells(read(f"{head}\n1;A;B;1-0\n"))["A"] == [("B", "w", "1")]


# Results of lists as programs and people write them (formats.md, cases 13, 31).
OUTCOMES = {
    "1-0": ("#1", "#0"), "0:1": ("#0", "#1"), "½-½": ("#0.5", "#0.5"), "1/2-1/2": ("#0.5", "#0.5"),
    "0,5-0,5": ("#0.5", "#0.5"),
    "1 - 0": ("#1", "#0"), "=": ("=", "="), "draw": ("=", "="), "+:-": ("+", "-"), "--+": ("-", "+"), "+-": ("+", "-"),
    "---": ("-", "-"),
    "1-0f": ("+", "-"), "0-1 ff": ("-", "+"), "*": ("*", "*"), "": ("*", "*"), "1": ("#1", ""), "0.5": ("#0.5", ""),
    "+": ("+", "-"),
    "½-0": ("#0.5", "#0"), "2-0": ("#2", "#0"), "0-0": ("#0", "#0"), "10": None, "01-jan": None, "1-2-3": None, "½-½f": None,
}  # fmt: skip


@pytest.mark.parametrize("text", OUTCOMES)
def test_results(text: str) -> None:
    """White's and Black's mark."""
    assert outcome(text) == OUTCOMES[text]


def test_the_same_pairing_twice_in_a_round_is_refused() -> None:
    """Case 12: nothing is overwritten; both lines are named."""
    message = refused(GAMES + "2,3,Anna,Chris,1-0\n")
    assert message.startswith("games.csv, line 6: Anna plays already in round 2, in line 4;")


def test_dates_in_the_column_of_results() -> None:
    """Case 31: refused with the row."""
    message = refused(GAMES.replace("1-0", "01-Jan").replace("½-½", "45296"))
    assert "2 cells" in message and "line 2, column 5 (Result): '01-Jan'" in message and "line 4" in message and "date" in message


def test_bye_as_a_name() -> None:
    """Case 28: by name Bye is a person, which is said; by number an empty one is a bye."""
    by_name = read("Round,White,Black,Result\n1,Anna,BYE,1-0\n")
    assert cells(by_name)["BYE"] == [("Anna", "b", "0")]
    assert codes(by_name) == ["games_bye_person", "games_numbered"]
    by_number = read("Round,White No,White,Black No,Black,Result\n1,1,Anna,,BYE,1-0\n1,2,Bye,3,Chris,0-1\n")
    assert cells(by_number) == {"Anna": [("", "-", "U")], "Bye": [("Chris", "w", "0")], "Chris": [("Bye", "b", "1")]}


def test_rounds_by_date() -> None:
    """Where everybody has one game a day each day is a round, and this is said; else the list is refused."""
    text = "Date,White,Black,Result\n2026-05-09,Anna,Bert,1-0\n2026-05-02,Bert,Anna,½-½\n"
    sheet = read(text)
    assert cells(sheet)["Anna"] == [("Bert", "b", "="), ("Bert", "w", "1")]
    assert "games_by_date" in codes(sheet)
    assert "line 4: Anna plays here and in line 2 on the same day" in refused(text + "2026-05-09,Anna,Chris,1-0\n")


def test_no_rounds_and_no_dates() -> None:
    """One round, or refused."""
    text = "White,Black,Result\nAnna,Bert,1-0\n"
    assert "games_one_round" in codes(read(text))
    assert "line 3: Bert plays here and in line 2, and the list has no column Round" in refused(text + "Chris,Bert,1-0\n")


def test_two_scorings() -> None:
    """2-1-0 is known by its numbers."""
    assert read("Round,White,Black,Result\n1,A,B,2-0\n2,A,B,1-1\n").scoring.win == 2
    assert read("Round,White,Black,Result\n1,A,B,1-1\n").scoring.win == 2
    assert "0.5, 2" in refused("Round,White,Black,Result\n1,A,B,2-0\n2,A,B,½-½\n")


def test_what_rows_say_differently_is_said_once() -> None:
    """The first rating counts."""
    sheet = read("Round,White,White Elo,Black,Black Elo,Result\n1,A,2000,B,,1-0\n2,A,2010,B,1900,1-0\n3,B,1900,A,2010,*\n")
    assert sheet.players["rating"].tolist() == [2000, 1900]
    assert [message for message in frame(sheet.notes)["message"] if "rating" in message] == [
        "Line 3: the rating of A is '2010' here and '2000' in line 2; the first counts."
    ]


PLAYERS = "No;Name;Rtg;Fed\n3;Anna;2100;NED\n1;Bert;1900;BEL\n2;Chris;;GER\n4;Dana;1500;FRA\n"


@pytest.mark.parametrize(
    "games",
    [GAMES, "Round;White No;Black No;Result\n1;3;1;1-0\n1;2;0;\n2;2;3;½-½\n2;1;;½\n"],
    ids=["by name", "by number"],
)
def test_players_and_games(games: str, tmp_path: Path) -> None:
    """In any order, as bytes, as paths, or both in one zip archive; players without a game stay."""
    tournament = chessdash.read((PLAYERS.encode(), games.encode()))
    assert cells(tournament.sheet) == {**CELLS, "Dana": [("", "-", " "), ("", "-", " ")]}
    assert tournament.players["federation"].to_dict() == {3: "NED", 1: "BEL", 2: "GER", 4: "FRA"}
    (tmp_path / "players.csv").write_text(PLAYERS, encoding="utf-8")
    (tmp_path / "results.csv").write_text(games, encoding="utf-8")
    assert tournament.equals(chessdash.read((tmp_path / "results.csv", tmp_path / "players.csv")))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(tmp_path / "results.csv", "event/results.csv")
        archive.write(tmp_path / "players.csv", "event/players.csv")
    assert tournament.equals(chessdash.read(packed.getvalue()))


def test_a_game_of_somebody_who_is_not_among_the_players() -> None:
    """The line, the value, and how many players there are."""
    with pytest.raises(FormatError, match=r"results.csv, line 2: 31 is not among the 4 players"):
        csv.pair(PLAYERS.encode(), b"Round;White No;Black No;Result\n1;31;1;1-0\n", sources=("players.csv", "results.csv"))
    with pytest.raises(FormatError, match="line 2: Bert stands twice among the players"):
        csv.pair(PLAYERS.replace("Dana", "Bert").encode(), b"Round;White;Black;Result\n1;Bert;Anna;1-0\n")


def test_two_files_that_are_no_pair() -> None:
    """Both kinds of table are needed, and no more than two sources."""
    with pytest.raises(FormatError, match="expected a table of players"):
        chessdash.read((PLAYERS.encode(), PLAYERS.encode()))
    with pytest.raises(FormatError, match="found 3"):
        chessdash.read((PLAYERS.encode(),) * 3)  # type: ignore[arg-type]


def test_points_come_out() -> None:
    """Through to the sums: Anna 1½, Bert ½, Chris 1½."""
    assert np.array_equal(Tournament(read(GAMES)).settled.points.sum(axis=1), [1.5, 0.5, 1.5])
