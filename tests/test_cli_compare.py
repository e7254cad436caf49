"""The commands compare and study: tables on stdout, progress and what was left out on stderr, exit statuses."""

import io
import json
import shutil

import pandas as pd
import pytest

from tests.test_cli import ROOT, SWISS

BOTH = ("--order", "BH/C1,BH,SB", "--order", "SB,BH")


def test_compare_prints_who_moves_and_why(cli):
    status, out, err = cli("compare", SWISS, *BOTH, "--prizes", "100, 50, 2x10", "--prize-rule", "hort")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[:3] == ["FIDE TEC exercise: Swiss-System", "", "Against BH/C1,BH,SB."]
    assert any(line.startswith("Order ") and "Same winner" in line and "Money moved" in line for line in lines)
    assert any(line.startswith("SB,BH ") for line in lines)
    assert lines[-1] == "Only 15 pairs of players are equal on points: too few to say much."


def test_compare_against_another_order_through_a_round(cli):
    _, out, _ = cli("compare", SWISS, *BOTH, "--baseline", "SB,BH", "--through", "2", "--edition", "2024")
    assert "Against SB,BH." in out


def test_compare_as_csv_and_json(cli):
    _, out, _ = cli("compare", SWISS, *BOTH, "--format", "csv")
    frame = pd.read_csv(io.StringIO(out), index_col="no")
    assert list(frame) == ["name", "points", "BH/C1,BH,SB", "SB,BH"]
    _, out, _ = cli("compare", SWISS, *BOTH, "--format", "json", "--prizes", "10")
    said = json.loads(out)
    assert said["baseline"] == "BH/C1,BH,SB"
    assert {row["order"] for row in said["stakes"]} == {"BH/C1,BH,SB", "SB,BH"}
    assert sum(row["places"] for row in said["decided"] if row["order"] == "SB,BH") == len(frame) - 1
    assert said["prizes"]


def test_prizes_that_do_not_parse_leave_the_rest_to_see(cli):
    status, out, err = cli("compare", SWISS, *BOTH, "--prizes", "100, lots")
    assert status == 2
    assert err == "chessdash: 'lots' is no amount; write amounts such as 500, 300, 2x100.\n"
    assert "Same winner" in out and "Money" not in out


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("compare", SWISS), "--order"),
        (("compare", SWISS, "--order", "BH"), "two different orders"),
        (("compare", SWISS, "--order", "BH", "--order", " BH"), "two different orders"),
        (("compare", SWISS, "--order", "BH", "--order", "XX"), "XX"),
        (("compare", SWISS, *BOTH, "--baseline", "FB"), "not among those given"),
        (("compare", SWISS, *BOTH, "--prizes", "5", "--prize-rule", "greed"), "greed"),
        (("study", "no-such-folder", *BOTH), "no-such-folder"),
        (("study", ROOT / "docs", *BOTH), "found none"),
        (("study", ROOT, "--order", "XX"), "XX"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_refused_in_one_line(cli, arguments, word):
    status, out, err = cli(*arguments)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1 and err.startswith("chessdash: ")
    assert word in err


@pytest.fixture
def folder(tmp_path):
    for name in ("tec-swiss.trf", "linden-spring-2026.trf"):
        shutil.copy(ROOT / "data" / "tournaments" / name, tmp_path)
    return tmp_path


def test_study_prints_figures_with_errors(cli, folder):
    status, out, err = cli("study", folder, *BOTH, "--workers", "1", "--no-hanging")
    assert status == 0
    assert err == "2 of 2 events\n"
    assert out.splitlines()[-3:] == [
        "2 events, 0 left out.",
        "± is one standard error over events.",
        "Fewer than 30 events are too few to tell orders apart.",
    ]
    assert any(line.startswith("ties broken by the first code") and "±" in line for line in out.splitlines())


def test_study_leaves_a_broken_file_out_and_says_so(cli, folder):
    (folder / "broken.trf").write_text("001 nothing\n")
    status, out, err = cli("study", folder, *BOTH, "--workers", "1", "--out", folder / "study.parquet")
    assert status == 1
    assert "2 events, 1 left out." in out.splitlines()
    assert "Left out: " in err and "broken.trf" in err
    status, out, _ = cli("study", folder, *BOTH, "--workers", "1", "--out", folder / "study.parquet", "--format", "json")
    assert status == 1
    said = json.loads(out)
    assert said["settings"]["baseline"] == "BH/C1,BH,SB" and said["events"] == 2
    assert said["failed"][0]["name"] == "broken.trf"
    status, out, err = cli("study", folder, *BOTH, "--seed", "2", "--out", folder / "study.parquet")
    assert (status, out) == (2, "")
    assert "seed 1, not 2" in err


def test_a_folder_of_broken_files_is_status_2(cli, tmp_path):
    (tmp_path / "broken.trf").write_text("001 nothing\n")
    status, out, _ = cli("study", tmp_path, *BOTH, "--workers", "1")
    assert status == 2
    assert out.splitlines()[-1] == "0 events, 1 left out."


def test_study_as_csv(cli, folder):
    _, out, _ = cli("study", folder, *BOTH, "--workers", "1", "--no-hanging", "--format", "csv")
    assert list(pd.read_csv(io.StringIO(out)))[:5] == ["world", "order", "id", "measure", "value"]
