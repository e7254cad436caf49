"""The command line: what it prints, its exit status, and that nothing but one line is said where something cannot be used."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SWISS = ROOT / "data" / "tournaments" / "tec-swiss.trf"
OPEN = ROOT / "data" / "tournaments" / "harbour-open-2026.trf"


def test_standings_are_an_aligned_table(cli):
    status, out, err = cli("standings", SWISS)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "FIDE TEC exercise: Swiss-System"
    head = next(i for i, line in enumerate(lines) if set(line) <= {"-", " "} and "-" in line)
    rule = lines[head]
    assert lines[head + 1].split()[:3] == ["1", "2", "Bruno"]
    stops = [i for i, c in enumerate(rule) if c == " " and rule[i - 1] == " "]
    for line in lines[head + 1 : head + 17]:  # no value crosses from one column into the next
        assert all(line[stop : stop + 1] in ("", " ") for stop in stops)
    assert "3½" in out
    assert "BH/C1, BH, SB, DE, WIN" in out


def test_shared_ranks_are_marked(cli):
    _, out, _ = cli("standings", SWISS, "--order", "WIN")
    ranks = [line.split()[0] for line in out.splitlines() if line[:1] in " 123456789" and line.strip()[:1].isdigit()]
    assert len([rank for rank in ranks if rank.endswith("=")]) > 1


def test_options_reach_the_library(cli):
    _, out, _ = cli("standings", SWISS, "--format", "json", "--order", "BH,SB", "--edition", "2024", "--through", 3)
    said = json.loads(out)
    assert said["order"] == ["PTS", "BH", "SB"]
    assert (said["edition"], said["through"], said["rounds_planned"]) == ("2024", 3, 5)
    assert len(said["standings"]) == 16
    assert set(said["standings"][0]["values"]) == {"PTS", "BH", "SB"}


def test_csv_is_the_frame(cli):
    _, out, _ = cli("standings", SWISS, "--format", "csv")
    lines = out.splitlines()
    assert lines[0] == "rank,no,title,name,federation,rating,PTS,BH/C1,BH,SB,DE,WIN,decided_by"
    assert len(lines) == 17
    assert lines[1].startswith("1,2,,Bruno,FID,2150,4,")


def test_explain_sums_to_the_value(cli):
    status, out, err = cli("explain", SWISS, "BH", 4, "--edition", "2024")
    assert (status, err) == (0, "")
    assert "David" in out.splitlines()[0]
    assert "15" in out.splitlines()[0]  # the exercise sheet's value
    status, out, _ = cli("explain", SWISS, "BH", 4, "--edition", "2026")
    assert out.splitlines()[0].endswith("14")  # capped under 16.4 of 2026


def test_why_names_the_code(cli):
    status, out, err = cli("why", SWISS, 2, 1)
    assert (status, err) == (0, "")
    assert "decides" in out
    status, out, _ = cli("why", SWISS, 2, 1, "--format", "json")
    assert json.loads(out)["decided_by"] == "PTS"


def test_check_tells_a_wrong_file_by_its_status(cli, tmp_path):
    assert cli("check", SWISS)[0] == 0
    text = SWISS.read_text()
    line = next(line for line in text.splitlines() if " David " in line)
    wrong = tmp_path / "wrong.trf"
    wrong.write_text(text.replace(line, line.replace(" 3.5 ", " 4.5 ")))
    status, out, err = cli("check", wrong)
    assert (status, err) == (1, "")
    assert "4.5" in out and "3.5" in out
    wrong.write_text(text.replace(line, line[:85] + "  16" + line[89:]))
    status, out, _ = cli("check", wrong)
    assert status == 1
    assert "16" in out


def test_strict_counts_notes(cli, tmp_path):
    noted = tmp_path / "noted.trf"
    noted.write_text(SWISS.read_text() + "999 what is this\n")
    assert cli("check", noted)[0] in (0, 1)
    assert cli("check", noted, "--strict")[0] == 1


def test_without_a_command_it_helps(cli):
    status, out, err = cli()
    assert (status, err) == (0, "")
    assert out.startswith("Usage: chessdash")
    assert cli("--version")[1].strip() == "0.1.0"


@pytest.mark.parametrize("ending", ["trf", "csv", "xlsx", "parquet", "json"])
def test_convert_writes_what_reads_as_the_same(cli, tmp_path, ending):
    target = tmp_path / f"out.{ending}"
    status, out, err = cli("convert", SWISS, target)
    assert (status, err) == (0, "")
    assert "16 players" in out
    again = cli("standings", target)[1]
    assert again == cli("standings", SWISS)[1]


def test_tiebreaks_lists_the_registry(cli):
    from chessdash.tiebreaks.registry import CODES

    _, out, _ = cli("tiebreaks")
    assert {line.split()[0] for line in out.splitlines()[2:]} == set(CODES)
    _, out, _ = cli("tiebreaks", "--format", "csv")
    assert len(out.splitlines()) == len(CODES) + 1


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("standings", "no-such-file.trf"), "no-such-file.trf"),
        (("standings", ROOT), str(ROOT)),
        (("standings", ROOT / "Makefile"), "Makefile"),
        (("standings", SWISS, "--order", "BHX"), "BHX"),
        (("standings", SWISS, "--order", "WON/C1"), "WON"),
        (("standings", SWISS, "--edition", "1999"), "1999"),
        (("standings", SWISS, "--through", "77"), "77"),
        (("standings", SWISS, "--format", "yaml"), "yaml"),
        (("standings", SWISS, "--encoding", "no-such"), "no-such"),
        (("standings",), "FILE"),
        (("standings", SWISS, "--no-such"), "--no-such"),
        (("explain", SWISS, "BH", "99"), "99"),
        (("explain", SWISS, "BH", "x"), "no"),
        (("why", SWISS, "1", "99"), "99"),
        (("convert", SWISS, "out.nothing"), "nothing"),
        (("no-such-command",), "no-such-command"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_refused_in_one_line(cli, arguments, word):
    status, out, err = cli(*arguments)
    assert status == 2
    assert out == ""
    assert err.count("\n") == 1 and err.startswith("chessdash: ")
    assert word in err
    assert "Traceback" not in err


def test_names_do_not_steer_the_terminal(cli, tmp_path):
    hostile = tmp_path / "hostile.trf"
    hostile.write_text(SWISS.read_text().replace("Bruno     ", "B\x1b[31m\u202e"))
    status, out, _ = cli("standings", hostile)
    assert status == 0
    assert "\x1b" not in out and "\u202e" not in out


def test_a_spreadsheet_does_not_run_a_name(cli, tmp_path):
    hostile = tmp_path / "hostile.trf"
    hostile.write_text(SWISS.read_text().replace("Bruno  ", "=1+1   "))
    _, out, _ = cli("standings", hostile, "--format", "csv")
    assert ",=1+1" not in out


def test_standard_input(tmp_path):
    said = subprocess.run([sys.executable, "-m", "chessdash", "standings", "-"], input=SWISS.read_bytes(), capture_output=True)
    assert said.returncode == 0
    assert "Bruno" in said.stdout.decode()


def test_a_closed_pipe_is_quiet():
    said = subprocess.run(f"{sys.executable} -m chessdash standings {OPEN} | head -n 1", shell=True, capture_output=True)
    assert said.stderr == b""


@pytest.mark.parametrize(("mode", "said"), [(None, True), ("local", False)])
def test_whoever_comes_from_another_machine_is_a_visitor(tmp_path, mode, said):
    """The server itself is not started: an option that Streamlit does not have ends it."""
    environment = {**os.environ, "CHESSDASH_DATABASE": f"sqlite:///{tmp_path / 'club.db'}"}
    environment.pop("CHESSDASH_MODE", None)
    environment |= {} if mode is None else {"CHESSDASH_MODE": mode}
    command = [sys.executable, "-m", "chessdash", "run", "--address", "0.0.0.0", "--", "--no.such.option=1"]
    ended = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert ended.returncode and "no.such.option" in ended.stderr
    assert ("whoever comes is a visitor (CHESSDASH_MODE=hosted)" in ended.stderr) == said


def test_help_has_every_command():
    """The commands of `chessdash --help` come with their sentences; that it is quick hangs on what it loads, see below."""
    said = subprocess.run([sys.executable, "-m", "chessdash", "--help"], capture_output=True, text=True, check=True)
    for command in ("standings", "explain", "why", "check", "convert", "tiebreaks", "compare", "study", "run", "club", "rate"):
        assert f"\n  {command} " in said.stdout


def test_help_loads_no_frames():
    code = "import sys, chessdash.cli\nprint(sorted({'numpy', 'pandas', 'pyarrow', 'streamlit'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"
