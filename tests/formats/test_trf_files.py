"""Files as other programs wrote them: each loads with nothing lost and its oddities reported, or is refused in one sentence."""

import csv
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import chessdash
from chessdash import faults
from chessdash.errors import FormatError
from chessdash.formats import sheet as read_sheet

# What of each file is reported, by code; from the notes of README.tsv beside the files.
REPORTED: dict[str, list[str]] = {
    "01": ["date_shape", "date_shape", "no_ranks"],
    "02": ["date_shape", "date_shape", "rounds_to_come"],
    "03": ["date_shape", "date_shape", "shifted_line", "rounds_to_come", "count_rated"],
    "04": ["encoding", "date_shape", "date_shape", "shifted_line", "rounds_to_come", "count_rated"],
    "05": ["tab", "tab"],
    "06": ["date_shape", "date_shape", "bye_twice", "rounds_to_come", "no_ranks"],
    "07": ["date_shape", "date_shape", "rounds_to_come"],
    "08": ["rounds_to_come"],
    "09": ["rounds_to_come"],
    "10": ["rounds_to_come"],
    "11": ["rounds_to_come"],
    "12": ["rounds_to_come"],
    "13": ["same_colour"],
    "14": ["points_differ"],
    "15": ["rounds_to_come", "number_gap"],
    "16": ["surplus_rounds"],
    "17": ["rounds_to_come"],
    "18": ["rounds_to_come"],
    "19": [],
    "20": ["rounds_to_come"],
    "21": ["rounds_to_come"],
    "22": ["rounds_to_come"],
    "23": ["rounds_to_come"],
    "24": ["rounds_to_come"],
    "25": ["rounds_to_come"],
    "26": ["rounds_to_come"],
    "27": [],
    "28": ["date_shape", "date_shape", "no_ranks"],
    "29": [],
    "30": [],
    "31": ["left_aligned", "open_mark", "rounds_to_come", "points_differ"],
    "32": ["left_aligned", "full_bye", "rounds_to_come", "count_rated"],
    "33": [
        *["count_text", "rank_gap", "count_players", "count_rated", "count_teams"],
        *["opponent_unknown"] * 44,
        *["member_unknown"] * 7,
    ],
    "34": [],
    "36": ["same_colour", "rounds_to_come", "no_ranks"],
    "37": [],
    "39": ["left_aligned", "shifted_cells", "rounds_to_come"],
}
REFUSED = {"35": "start number 5 to 8", "38": "none"}


def rows(folder: Path) -> list[dict[str, str]]:
    with open(folder / "trf" / "README.tsv", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def path_of(folder: Path, number: str) -> Path:
    return next((folder / "trf").glob(f"{number}-*.trf"))


def test_all_files_are_named_here(shared_files: Path) -> None:
    assert {row["file"][:2] for row in rows(shared_files)} == REPORTED.keys() | REFUSED.keys()


def test_players_and_rounds(shared_files: Path) -> None:
    for row in rows(shared_files):
        if row["file"][:2] in REFUSED:
            continue
        sheet = read_sheet(shared_files / "trf" / row["file"])
        lines = (shared_files / "trf" / row["file"]).read_bytes().replace(b"\r", b"\n").split(b"\n")
        assert len(sheet.players["no"]) == int(row["players"]) == sum(line.startswith(b"001") for line in lines), row["file"]
        assert sheet.result.shape[1] == {"36": 3}.get(row["file"][:2], int(row["rounds"])), row["file"]
        assert (sheet.teams is not None) == (row["kind"] == "team"), row["file"]


def test_reported(shared_files: Path) -> None:
    for number, codes in REPORTED.items():
        sheet = read_sheet(path_of(shared_files, number))
        found = [*sheet.notes, *faults.of(sheet, faults.settle(sheet))]
        assert Counter(fault["code"] for fault in found) == Counter(codes), number


@pytest.mark.parametrize("number", REFUSED)
def test_refused(shared_files: Path, number: str) -> None:
    with pytest.raises(FormatError, match=REFUSED[number]) as error:
        chessdash.read(path_of(shared_files, number))
    assert str(error.value).startswith(str(path_of(shared_files, number)))


def test_points_agree_where_nothing_is_reported(shared_files: Path) -> None:
    compared = 0
    for number, codes in REPORTED.items():
        tournament = chessdash.read(path_of(shared_files, number))
        if {"points_differ", "opponent_unknown"} & set(codes):
            continue
        totals = tournament.settled.points.sum(axis=1)
        ahead = tournament.byes.groupby("no").size() if len(tournament.byes) else {}
        for no, declared, total in zip(tournament.players.index, tournament.players["points"], totals, strict=True):
            assert declared == total or no in ahead, (number, no)
            compared += 1
    assert compared == 1814


def test_single_values(shared_files: Path) -> None:
    """One value each that only a careful reading gets right."""
    names = read_sheet(path_of(shared_files, "03")).players["name"]
    assert names[1] == "Gönut Rnöddpomv"
    single = read_sheet(path_of(shared_files, "04"))
    assert single.players["name"][1].startswith("Gövuw")
    assert single.players["rating"].tolist()[:3] == [1825.0, 1800.0, 1775.0]
    assert single.players["birth"][0] == "2978"
    assert single.opponent[0].tolist() == [8, 4, 2, 6]
    team = read_sheet(path_of(shared_files, "05"))
    assert team.teams is not None
    assert team.teams["name"][6] == "United States of America"
    assert team.teams["members"][15] == (242, 245, 243, 244, 246)
    assert [record.code for record in team.records].count("IND") == 15
    assert team.info["order"] == ("EDET/P", "EMGSB/C1/P", "BH:MP/C1/P", "MPvGP")
    assert team.info["round_dates"][5:7] == ("2024-12-06", "2024-12-06")
    utf8 = read_sheet(path_of(shared_files, "20"))
    assert utf8.teams is not None
    assert utf8.teams["name"][3] == "Évran D"
    assert utf8.teams["members"] == [(1, 2), (3, 4), (5, 6), (7, 8)]
    bonus = chessdash.read(path_of(shared_files, "25"))
    assert bonus.settled.points[:, 0].tolist() == [1.0, 0.0, 1.0, 2.0, 1.0]
    assert bonus.settled.bonus is not None
    assert bonus.settled.bonus[:, 0].tolist() == [0.0, 0.0, 0.0, 2.0, 0.0]
    byes = read_sheet(path_of(shared_files, "27")).byes
    assert [tuple(bye) for bye in byes] == [(2, 4, "H"), (3, 9, "H"), (4, 12, "Z"), (4, 14, "Z"), (5, 12, "Z")]
    blank = read_sheet(path_of(shared_files, "28"))
    assert (blank.result == ord("U")).sum() == 9
    assert blank.opponent[blank.result == ord("U")].tolist() == [0] * 9
    zeros = read_sheet(path_of(shared_files, "31"))
    assert zeros.opponent[0].tolist() == [5, 6, 0]
    assert zeros.players["fide_id"][0] == "0568834"
    greek = read_sheet(path_of(shared_files, "33"))
    assert greek.teams is not None
    assert greek.teams["members"][0] == (1, 2, 3, 4, 5, 6, 128)
    assert greek.info["players"] == 129
    shifted = read_sheet(path_of(shared_files, "39"))
    np.testing.assert_array_equal(shifted.opponent[:, 0], [4, 5, 6, 1, 2, 3, 0])
    assert shifted.scoring.pab == 1.0
