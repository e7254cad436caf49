"""The commands early-end, what-if, simulate and pair: what they print, what they write, and what they refuse in one line.

SMALL is an event of four players after 2 of 3 rounds. Round 1: 1 beats 2, 3 and 4 draw. Round 2: 1 and 3 draw, 2 beats 4. So 1
has 1½ points, 2 and 3 have 1, 4 has ½; by the number of wins 2 stands above 3. Round 3 is paired: 1 – 4 and 3 – 2.
"""

import io
import json
import os
import re
import sys

import pandas as pd
import pytest

import chessdash
from tests.events import text
from tests.test_cli import ROOT

SMALL = ["2000 2w1 3b= 4w", "1900 1b0 4w1 3b", "1800 4b= 1w= 2w", "1700 3w= 2b0 1b"]
UNPAIRED = [" ".join(line.split()[:3]) for line in SMALL]
LODZ = ROOT / "data" / "tournaments" / "lodz-winter-2026.trf"  # 5 of 7 rounds, the sixth is paired
WINS = ("--order", "WIN")
ARMY = ("162  W 3.0    D 1.0    L 0.0    P 3.0", "202 OTHER_SOS,OTHER_ARMY")
QUICK = ("--workers", "1", "--runs", "400")


@pytest.fixture
def small(tmp_path):
    """SMALL as a file."""
    path = tmp_path / "small.trf"
    path.write_text(text(SMALL))
    return path


@pytest.fixture
def file(tmp_path):
    """A function that makes a file of players as in tests/events.py."""

    def made(players, **options):
        path = tmp_path / "event.trf"
        path.write_text(text(players, **options))
        return path

    return made


@pytest.fixture
def table(cli):
    """Runs a command with --format csv: the frame that it prints."""

    def run(*arguments, index="no"):
        status, out, err = cli(*arguments, "--format", "csv")
        assert (status, err) == (0, "")
        return pd.read_csv(io.StringIO(out), index_col=index)

    return run


@pytest.fixture
def said(cli):
    """Runs a command with --format json: the document that it prints."""

    def run(*arguments):
        status, out, err = cli(*arguments, "--format", "json")
        assert (status, err) == (0, "")
        return json.loads(out)

    return run


# ---- early-end


def test_early_end_says_what_would_happen(cli):
    """Lodz: rounds 6 and 7 go, which have no result; its records 240 are byes of 6 and 19 in round 7 and of 10 in round 6; 28
    leaves from round 6."""
    status, out, err = cli("early-end", LODZ)
    assert (status, err) == (0, "")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[2] == "If the event ended after round 5:"
    assert lines[3:5] == [
        "7 → 5 rounds planned",
        "2 rounds without a result are deleted 6 and 7; the pairings of round 6 go with it",
    ]
    assert lines[5].startswith("3 requested byes lapse ") and lines[6] == "1 withdrawal is undone Schüler, from round 6"
    assert lines[7] == "Nothing else changes There are no results of later rounds or late entries."
    assert any(line.startswith("1 1 – 1 Wróbel, Oliwia 4½") for line in lines)


def test_early_end_beside_today(small, table, said):
    """After round 1 player 1 has 1 point, 3 and 4 share the next places with ½, 2 has none."""
    frame = table("early-end", small, "--after", "1", *WINS)
    assert frame["rank"].to_dict() == {1: 1, 3: 2, 4: 2, 2: 4}
    assert frame["rank_before"].to_dict() == {1: 1, 2: 2, 3: 3, 4: 4}
    assert frame["move"].to_dict() == {1: 0, 3: 1, 4: 2, 2: -2}
    assert frame["points"].to_dict() == {1: 1, 3: 0.5, 4: 0.5, 2: 0}
    document = said("early-end", small, "--after", "1", *WINS)
    assert (document["round"], document["offered"], document["blocked"]) == (1, False, True)
    effects = {row["effect"]: row for row in document["effects"]}
    assert effects["results_exist"]["n"] == 2 and effects["results_exist"]["blocks"]
    assert document["rows"][0]["no"] == 1 and document["order"] == ["PTS", "WIN"]


def test_early_end_marks_what_stands_in_the_way(cli, small):
    _, out, _ = cli("early-end", small, "--after", "1")
    lines = out.splitlines()
    assert lines[2] == "The event cannot end after round 1 as it stands:"
    assert [line[:1] for line in lines[3:6]] == [" ", "!", " "]


def test_early_end_gains_and_losses(cli, file):
    """Round 3 of SMALL as 4 beats 1 and 3 beats 2: it ends 3 first; after round 2 player 1 was."""
    played = file(["2000 2w1 3b= 4w0", "1900 1b0 4w1 3b0", "1800 4b= 1w= 2w1", "1700 3w= 2b0 1b1"])
    _, out, _ = cli("early-end", played, "--after", "2", "--prizes", "1", *WINS)
    assert out.splitlines()[-1].endswith("Among the first 1: Test P01 instead of Test P03.")


def test_each_round_looked_back(small, table, said):
    """After round 1, against today: 1 above all others is the same (3 pairs), 2 was below 3 and 4 (2 pairs), 3 and 4 level: tau
    (3 - 2) / 6. Of three prizes, 4 then had the one that 2 has now."""
    frame = table("early-end", small, "--by-round", *WINS, index="round")
    assert frame["tau"].tolist() == pytest.approx([1 / 6, 1])
    assert frame["moved"].tolist() == [3, 0] and frame["prizes_changed"].tolist() == [1, 0]
    assert frame["first"].tolist() == [1, 1] and frame["first_names"].tolist() == ["P01, Test"] * 2
    assert said("early-end", small, "--by-round", *WINS)["rows"][0]["first"] == [1]


def test_each_round_looked_back_in_words(cli, small):
    status, out, err = cli("early-end", small, "--by-round", *WINS)
    assert (status, err) == (0, "")
    assert [line.split()[:4] for line in out.splitlines()[6:8]] == [["1", "Test", "P01", "0.17"], ["2", "Test", "P01", "1.00"]]


def test_the_ended_event_is_written(cli, small, tmp_path):
    target = tmp_path / "ended.trf"
    status, out, err = cli("early-end", small, "--write", target)
    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == f"{target}: 4 players, 2 of 2 rounds."
    ended = chessdash.read(target)
    assert (ended.rounds_planned, ended.rounds_played) == (2, 2)
    assert not ended.faults["severity"].isin(["error", "warning"]).any()
    status, out, err = cli("early-end", small, "--write", target, "--format", "csv")
    assert (status, err) == (0, f"{target}: 4 players, 2 of 2 rounds.\n") and out.startswith("no,rank,")


def test_an_event_that_is_over_says_so(cli, file):
    """A Swiss and a round robin of which every round is played: nothing would happen, so nothing is listed."""
    for kind in ("Individual: Swiss-System", "Individual: Round-Robin"):
        _, out, _ = cli("early-end", file(["2000 2w1", "1900 1b0"], type=kind))
        assert out.splitlines()[2:5] == ["The event is over: its only round is played.", "", out.splitlines()[4]]
        assert "rounds planned" not in out and "Everybody stands where they stand in the final table." in out


def test_whole_numbers_are_written_as_such(cli, small):
    """As in the CSV of standings: 1 and 0.5, never 1.0."""
    _, out, _ = cli("early-end", small, *WINS, "--format", "csv")
    assert re.search(r'^1,1,1,0,"P01, Test",1\.5,1\.5,', out, re.MULTILINE) and re.search(r'"P02, Test",1,1,', out)
    assert not re.search(r"\d\.0\b", out)


def test_an_end_that_is_blocked_is_not_written(cli, small, tmp_path):
    target = tmp_path / "ended.trf"
    status, out, err = cli("early-end", small, "--after", "1", "--write", target)
    assert (status, out) == (2, "") and err.count("\n") == 1
    assert err.startswith(f"chessdash: {target} is not written: Round 2 has results")
    assert not target.exists()


@pytest.mark.parametrize("how", ["itself", "another path", "a link"])
def test_the_source_is_not_written_over(cli, small, how):
    before, target = small.read_bytes(), small
    if how == "another path":
        target = small.parent / ".." / small.parent.name / small.name
    elif how == "a link":
        target = small.with_name("other.trf")
        os.link(small, target)
    for command in (("early-end", small), ("what-if", small, "-r", "2.1.0")):
        status, out, err = cli(*command, "--write", target)
        assert (status, out) == (2, "") and "not written over" in err
    assert small.read_bytes() == before


# ---- what-if


def test_other_results(cli, small, table):
    """3 beats 1 in round 2: 3 has 1½ and a win, 1 and 2 have 1 and a win each and share the second place."""
    frame = table("what-if", small, "-r", "2.1.0", *WINS)
    assert frame["rank"].to_dict() == {3: 1, 1: 2, 2: 2, 4: 4}
    assert frame["move"].to_dict() == {3: 2, 1: -1, 2: 0, 4: 0}
    assert frame["changed"].to_dict() == {3: True, 1: True, 2: False, 4: False}
    assert frame.loc[3, ["WIN", "WIN before"]].tolist() == [1, 0]
    assert table("what-if", small, "-r", "2.3.1", *WINS).equals(frame)  # the same board, named by the other player
    status, out, err = cli("what-if", small, "-r", "2.1.0", *WINS)
    assert (status, err) == (0, "")
    assert out.splitlines()[2] == "Round 2: P03, Test – P01, Test 1-0, was ½-½."
    assert "Test P03 would be first; today it is Test P01." in out
    assert re.search(r"^ *1 +3 +▲ 2 +3 +P03, Test +1 +→ +1½ +0 +→ +1", re.sub("→", " → ", out), re.MULTILINE)
    assert "P04" not in out.split("elsewhere")[1]


def test_results_of_the_next_round(cli, small, said):
    _, out, _ = cli("what-if", small, "-r", "3.4.=", *WINS)
    assert "Round 3: P01, Test – P04, Test ½-½, was open." in out
    assert "Round 3 has begun: its byes count now, and its other board is open." in out
    document = said("what-if", small, "-r", "3.4.=", "-r", "3.2.1", *WINS)
    assert document["results"] == [{"round": 3, "no": 4, "code": "="}, {"round": 3, "no": 2, "code": "1"}]
    assert {row["no"]: row["points"] for row in document["rows"]} == {1: 2, 2: 2, 3: 1, 4: 1}


def test_a_result_that_is_there_changes_nothing(cli, small):
    _, out, _ = cli("what-if", small, "-r", "2.1.=")
    assert "Round 2: P03, Test – P01, Test ½-½, already so." in out
    assert "These results change nothing in the table." in out


def test_flips(cli, small, table):
    """By points and wins, from White's side. Round 1: 1 – 2 a draw or lost puts 2 first; 4 – 3 lost puts 3 beside 1. Round 2: 3
    beating 1 puts 3 first, 4 beating 2 puts 4 beside 1. Round 3, one board at a time: 4 beating 1 puts 4 beside 1; any result of
    3 – 2 puts one of them first or, drawn, 2 beside 1."""
    frame = table("what-if", small, "--flips", *WINS, index=None)
    found = {
        (r, w, b, str(then)) for r, w, b, then in zip(frame["round"], frame["white"], frame["black"], frame["then"], strict=True)
    }
    assert found == {
        (1, 1, 2, "="), (1, 1, 2, "0"), (1, 4, 3, "0"), (2, 3, 1, "1"), (2, 2, 4, "0"),
        (3, 1, 4, "0"), (3, 3, 2, "1"), (3, 3, 2, "="), (3, 3, 2, "0"),
    }  # fmt: skip
    _, out, _ = cli("what-if", small, "--flips", *WINS)
    assert out.splitlines()[2] == "Test P01 is first. 6 boards could change that, each alone."
    assert len(out.splitlines()) == 4 + 2 + len(found)


def test_flips_of_a_pair_after_other_results(cli, small, said):
    """Once 1 has beaten 3 and 4, it has 3 points and 2 has 1: no single game of either gives two points."""
    results = ("-r", "2.1.1", "-r", "3.1.1", "-r", "3.2.=")
    document = said("what-if", small, *results, "--pair", "1", "2", *WINS)
    assert document["pair"] == [1, 2]
    assert [(row["round"], row["then"]) for row in document["rows"]] == [(1, "0")]  # 2 to 2½ against 1½ to 2½: more wins of 1
    _, out, _ = cli("what-if", small, *results, "--pair", "1", "4", *WINS)
    assert "No single result would swap these two" in out


def test_certainty(cli, small, table):
    """4 can reach 1½, which 1 has: at best level. 1, 2 and 3 can each be first on points. All four are among the first four."""
    frame = table("what-if", small, "--certain")
    assert frame["verdict"].to_dict() == {1: "open", 2: "open", 3: "open", 4: "tie-break"}
    assert frame[["least", "most"]].loc[4].tolist() == [0.5, 1.5]
    assert set(table("what-if", small, "--places", "4")["verdict"]) == {"certain"}
    _, out, _ = cli("what-if", small, "--certain")
    assert out.splitlines()[2].startswith("First place, as far as") and "Test P01 is sure of as many" in out
    assert "Places 1 to 2," in cli("what-if", small, "--places", "2")[1]


def test_the_changed_event_is_written_without_a_contradiction(cli, tmp_path):
    target = tmp_path / "other.trf"
    status, _, err = cli("what-if", LODZ, "-r", "5.1.0", "--write", target, "--format", "csv")
    assert (status, err) == (0, f"{target}: 36 players, 5 of 7 rounds.\n")
    status, out, _ = cli("check", target)
    assert status == 0 and out.splitlines()[-1] == "1 note"  # that rounds are still to come
    assert chessdash.standings(chessdash.read(target)).loc[1, "PTS"] == 3.5


# ---- simulate


def test_simulated_points_add_up(table, said, small):
    """Four games give 4 points, two more give 2; who has 1½ gets 1½ to 2½."""
    frame = table("simulate", small, *QUICK, *WINS, "--prizes", "1", "--top", "2")
    assert frame["expected_points"].sum() == pytest.approx(6)
    assert frame.index.tolist() == [1, 2, 3, 4] and frame["rank"].tolist() == [1, 2, 3, 4]
    assert (frame["prize"] == frame["first"]).all() and (frame["first"] <= frame["top2"]).all()
    assert 1.5 < frame.loc[1, "expected_points"] < 2.5
    document = said("simulate", small, *QUICK, *WINS)
    assert (document["runs"], document["of"], document["rounds"], document["seed"]) == (400, 400, [3, 3], 1)
    assert [row["no"] for row in document["rows"]] == [1, 2, 3, 4] and document["notes"]


def test_simulated_if_a_game_ends_so(cli, small, said):
    """If 4 beats 1 both end with 1½, in every run that is counted."""
    document = said("simulate", small, *QUICK, "--if", "3.4.1")
    assert 0 < document["runs"] < document["of"] == 400
    assert document["if"] == [{"round": 3, "no": 4, "code": "1"}]
    rows = {row["no"]: row for row in document["rows"]}
    assert [(rows[no]["expected_points"], rows[no]["expected_points_se"]) for no in (1, 4)] == [(1.5, 0), (1.5, 0)]
    status, out, err = cli("simulate", small, *QUICK, "--if", "3.4.1")
    assert (status, err) == (0, "")
    of = rf"If so, as in {document['runs']} of 400 runs, counting error ± [\d.]+ in 100 at most:"
    assert re.search(rf"^{of}\nRound 3: P01, Test – P04, Test 0-1\.\n", out, re.MULTILINE)
    assert re.search(r"P01, Test +1 +(<?\d+|\d+ of \d+) +▼ \d+", out)


def test_simulated_table(cli, small):
    status, out, err = cli("simulate", small, *QUICK, *WINS)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[2] == "400 runs of round 3, ranked by WIN, seed 1."
    assert re.match(r"Chances are in 100\. Counting error: ± \d+ at most \(two standard errors\); ", lines[3])
    assert "Round 3 is played as the file pairs it." in lines
    assert lines[-1].startswith("Errors stated are those of counting runs alone")
    assert out == cli("simulate", small, *QUICK, *WINS)[1] != cli("simulate", small, *QUICK, *WINS, "--seed", "2")[1]


def test_what_is_proved_stands_instead_of_a_chance(cli, small):
    """Had 1 beaten 3 in round 2, it would have 2 points, and 4, with ½ and one game to play, could not get there."""
    _, out, _ = cli("simulate", small, *QUICK, "-r", "2.1.1")
    row = next(line for line in out.splitlines() if "P04" in line)
    assert row.split()[5] == "out"
    _, out, _ = cli("simulate", small, *QUICK, "--from", "1", "--until", "2")
    assert " out " not in out  # what is proved is about the end, not about round 2


def test_what_hangs_on_each_game(cli, small, table):
    frame = table("simulate", small, *QUICK, "--depends", index=None)
    assert {frozenset(pair) for pair in zip(frame["white"], frame["black"], strict=True)} == {
        frozenset((1, 4)),
        frozenset((2, 3)),
    }
    assert frame["swing"].is_monotonic_decreasing and frame["swing"].gt(0).all()
    assert (frame[["runs_white", "runs_draw", "runs_black"]].sum(axis=1) == 400).all()
    status, out, err = cli("simulate", small, *QUICK, "--depends")
    assert (status, err) == (0, "") and "P01, Test – P04, Test" in out


def test_a_swing_within_chance_is_marked(cli):
    """Of 30 runs no game of round 6 of Lodz but that on board 1 tells anything; a note says what the asterisk is."""
    _, out, _ = cli("simulate", LODZ, "--workers", "1", "--runs", "120", "--depends")
    rows = [line for line in out.splitlines() if re.match(r" +\d+  .* – ", line)]
    marked = [line for line in rows if re.search(r"\d\*", line)]
    assert 0 < len(marked) < len(rows) == 16 and "Błaszczyk, Bartłomiej – Wróbel, Oliwia" not in "".join(marked)
    assert "* below three standard errors: chance alone may do that." in out.splitlines()


def test_few_runs_are_counted(cli, small):
    _, out, _ = cli("simulate", small, "--workers", "1", "--runs", "10", *WINS)
    assert out.splitlines()[3].startswith("Chances are counts of so few runs. Counting error: ± ")
    row = next(line for line in out.splitlines() if "P01" in line)
    assert re.search(r" \d+ of 10 ", row) and not re.search(r"[<>]\d", row)


def test_places_that_are_not_of_today_are_called_before(cli, small):
    for options, head in (((), "today"), (("--from", "1"), "before"), (("-r", "2.1.1"), "before")):
        _, out, _ = cli("simulate", small, *QUICK, *WINS, *options)
        assert any(line.startswith(head) for line in out.splitlines())


def test_a_bye_and_a_withdrawal_have_their_names(cli):
    """Lodz, round 6: 10 asked for half a point, 28 is away from it on, 30 has the bye."""
    _, out, _ = cli("pair", LODZ)
    assert "Not paired: 10 Jabłoński, Jakub, asked for a half-point bye." in out
    assert "Not paired: 28 Schüler, Uwe, has withdrawn: absent from round 6 on, as the file says." in out
    assert "Not paired: 30 Wróbel, Michał, has the pairing-allocated bye, as the file says." in out


def test_the_default_of_places_is_in_words(cli):
    _, out, _ = cli("what-if", "--help")
    assert "(1)" not in out and "without it of first place" in " ".join(out.split())


def test_simulated_from_an_earlier_round(small, said):
    document = said("simulate", small, *QUICK, "--from", "1", "--until", "2", "-r", "2.2.1", *WINS)
    assert document["rounds"] == [2, 2]
    rows = {row["no"]: row for row in document["rows"]}
    assert (rows[2]["points"], rows[2]["expected_points"], rows[2]["expected_points_se"]) == (1, 1, 0)  # set: 2 beats 4
    assert rows[1]["points"] == 1 and 1 < rows[1]["expected_points"] < 2  # the other board is played anew


def test_simulated_by_exact_pairings(said):
    """Lodz: 28 is away for good with 2 points; 10 has a half-point bye in round 6, so 3½ and at most 4½."""
    document = said("simulate", LODZ, "--workers", "1", "--runs", "3", "--pairing", "dutch")
    assert (document["pairing"], document["rounds"], len(document["rows"])) == ("dutch", [6, 7], 36)
    rows = {row["no"]: row for row in document["rows"]}
    assert rows[28]["expected_points"] == 2 and 3.5 <= rows[10]["expected_points"] <= 4.5
    assert any(note.startswith("Later rounds are paired by the Dutch system of 2025") for note in document["notes"])
    assert not any("A fold is not" in note for note in document["notes"])


def test_progress_on_a_terminal(cli, small, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    _, _, err = cli("simulate", small, *QUICK)
    assert err.endswith("\r400 of 400 runs\n")


# ---- pair


def test_the_next_round(cli, file, said):
    """1 has met 2 and 3, so 1 and 4 meet, and 2 and 3."""
    event = file(UNPAIRED, rounds=3)
    document = said("pair", event)
    assert (document["system"], document["round"], document["absent"]) == ("Dutch system of 2025", 3, [])
    assert {frozenset((row["white"], row["black"])) for row in document["rows"]} == {frozenset((1, 4)), frozenset((2, 3))}
    status, out, err = cli("pair", event)
    assert (status, err) == (0, "") and out.splitlines()[0] == "Test, round 3: Dutch system of 2025."
    assert "in force until 31 January 2026" in out


def test_who_is_absent(cli, file, said):
    """Without 4, player 1 has met both others and gets the bye."""
    event = file(UNPAIRED, rounds=3)
    document = said("pair", event, "--absent", "4")
    assert document["absent"] == [{"no": 4, "reason": "left out by choice"}]
    assert (document["rows"][-1]["white"], document["rows"][-1]["black"], document["rows"][-1]["black_points"]) == (1, 0, None)
    _, out, _ = cli("pair", event, "--absent", "4")
    assert "Not paired: 4 P04, Test, left out by choice." in out and re.search(r"1 +P01, Test +1½ +bye$", out, re.MULTILINE)


def test_who_is_there_again(file, said):
    """2 and 3 were absent in round 2, so they are taken to have left, but 2 is said to be there."""
    event = file(["2000 2w1 4b1", "1900 1b0 -Z", "1800 4b= -Z", "1700 3w= 1w0"], rounds=4)
    assert [one["no"] for one in said("pair", event, "--present", "2")["absent"]] == [3]


def test_the_next_round_of_an_army_game(cli, file, said):
    """Winners meet, and losers; both pairs are new."""
    event = file(["- 2w1", "- 1b0", "- 4w1", "- 3b0"], rounds=3, records=ARMY)
    document = said("pair", event, "--seed", "5")
    assert {frozenset((row["white"], row["black"])) for row in document["rows"]} == {frozenset((1, 3)), frozenset((2, 4))}
    assert document["system"] == "army game, Swiss by points, drawn with seed 5"
    assert {row["white_points"] for row in document["rows"]} == {3, 0}
    assert "--present" in cli("pair", event, "--present", "1")[2]


def test_an_army_game_that_is_over_is_not_paired(cli, file):
    """1 alone has lost no game after round 2."""
    event = file(["- 2w1 3b1", "- 1b0 4w1", "- 4w1 1w0", "- 3b0 2b0"], rounds=3, records=ARMY)
    status, out, err = cli("pair", event)
    assert (status, out) == (2, "") and err.startswith("chessdash: The event is over: ")


@pytest.mark.parametrize(
    "arguments",
    [("early-end",), ("early-end", "--by-round"), ("what-if", "--certain"), ("what-if", "--flips"), ("what-if", "-r", "1.3.=")],
)
def test_that_an_army_game_is_over_is_said(cli, file, said, arguments):
    """1 alone has lost no game after round 2 of 4, whatever 3 and 4 did in round 1; while two have not, nothing is said."""
    command, *options = arguments
    event = file(["- 2w1 3b1", "- 1b0 4w1", "- 4w1 1w0", "- 3b0 2b0"], rounds=4, records=ARMY)
    over = "The event is over: Test P01 is the only one undefeated after round 2; no further round is played. Test P01 is first."
    status, out, _ = cli(command, event, *options)
    assert status == 0 and out.count(over) == 1 and "is not over" not in out
    assert over in said(command, event, *options)["notes"]
    on = file(["- 2w1 3b=", "- 1b0 4w1", "- 4w1 1w=", "- 3b0 2b0"], rounds=4, records=ARMY)
    assert "The event is over" not in cli(command, on, *options)[1]


def test_an_army_game_is_simulated_by_lot_or_not_at_all(cli, file, said):
    """After round 1 two are undefeated; after round 2 of the other event 1 alone."""
    on = file(["- 2w1", "- 1b0", "- 4w1", "- 3b0"], rounds=3, records=ARMY)
    document = said("simulate", on, *QUICK)
    assert document["pairing"] == "lot" and any("drawn by lot" in note for note in document["notes"])
    assert "not paired by the Dutch system" in cli("simulate", on, *QUICK, "--pairing", "dutch")[2]
    over = file(["- 2w1 3b1", "- 1b0 4w1", "- 4w1 1w0", "- 3b0 2b0"], rounds=4, records=ARMY)
    status, out, err = cli("simulate", over)
    assert (status, out) == (2, "") and err.startswith("chessdash: The event is over: Test P01 is the only one undefeated")


def test_a_further_round_of_an_army_game(file, said):
    """All games drawn: everybody has 3 points and as strong opponents, and no army points say more than that."""
    players = ["- 2w= 3w= 4b=", "- 1b= 4w= 3b=", "- 4w= 1b= 2w=", "- 3b= 2b= 1w="]
    army = ['### chessdash {"columns": {"ARMY": "number"}}', *(f'### chessdash {{"no": {no}, "ARMY": 5}}' for no in range(1, 5))]
    document = said("pair", file(players, records=(*ARMY, *army)))
    assert document["round"] == 4 and "a further round 4 is proposed" in document["notes"][0]


# ---- all of them


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("early-end", "no-such.trf"), "no-such.trf"),
        (("early-end", LODZ, "--after", "6"), "from 1 to 5"),
        (("early-end", LODZ, "--after", "3", "--by-round"), "--by-round and --after"),
        (("early-end", LODZ, "--prizes", "0"), "--prizes"),
        (("early-end", LODZ, "--order", "BHX"), "BHX"),
        (("early-end", LODZ, "--write", "ended.nothing"), "nothing"),
        (("early-end", ROOT / "data" / "tournaments" / "tec-round-robin.trf", "--write", "x.trf"), "The event is over"),
        (("what-if", LODZ), "-r"),
        (("what-if", LODZ, "-r", "5.1"), "round.number.code"),
        (("what-if", LODZ, "-r", "5.1.1-0"), "round.number.code"),
        (("what-if", LODZ, "-r", "5.1.w"), "'w'"),
        (("what-if", LODZ, "-r", "7.1.1"), "Round 7 is not paired"),
        (("what-if", LODZ, "-r", "5.99.1"), "99"),
        (("what-if", LODZ, "-r", "5.1.1", "-r", "5.1.="), "two results"),
        (("what-if", LODZ, "-r", "5.1.1", "-r", "5.7.1"), "two results"),
        (("what-if", LODZ, "--flips", "--certain"), "--flips and --certain"),
        (("what-if", LODZ, "--pair", "1", "1"), "two different"),
        (("what-if", LODZ, "--places", "99"), "99"),
        (("what-if", LODZ, "--flips", "--write", "x.trf"), "nothing to write"),
        (("early-end", LODZ, "--by-round", "--prizes", "1000000000000000000000000000000"), "prize places from 1 to"),
        (("simulate", LODZ, "--runs", "0"), "runs"),
        (("simulate", LODZ, "--until", "9"), "Round 9"),
        (("simulate", LODZ, "--from", "7"), "After round 7"),
        (("simulate", LODZ, "--pairing", "guess"), "guess"),
        (("simulate", LODZ, *QUICK, "--if", "6.1.+"), "'+'"),
        (("simulate", LODZ, *QUICK, "--if", "7.1.1"), "round 7"),
        (("simulate", LODZ, *QUICK, "--if", "six"), "'six'"),
        (("simulate", LODZ, "--workers", "0"), "workers"),
        (("simulate", ROOT / "data" / "tournaments" / "tec-swiss.trf"), "Nothing remains"),
        (("pair", LODZ, "--absent", "99"), "99"),
        (("pair", ROOT / "data" / "tournaments" / "tec-swiss.trf"), "still to come"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_refused_in_one_line(cli, tmp_path, monkeypatch, arguments, word):
    monkeypatch.chdir(tmp_path)
    status, out, err = cli(*arguments)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1 and err.startswith("chessdash: ") and word in err
    assert not list(tmp_path.iterdir())


COMMANDS = [
    ("early-end",),
    ("early-end", "--by-round"),
    ("what-if", "-r", "2.1.0"),
    ("what-if", "--flips"),
    ("what-if", "--certain"),
    ("simulate", *QUICK, "--prizes", "2"),
    ("simulate", *QUICK, "--if", "3.4.1"),
    ("simulate", *QUICK, "--depends"),
    ("pair",),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_names_steer_nothing(cli, small, command):
    """No control character reaches a terminal, no formula a spreadsheet."""
    small.write_text(small.read_text().replace("P01, Test   ", "=1+1\x1b[31m\u202e  ").replace("P03, Test", "@SUM(A1) "))
    name, *options = command
    status, out, err = cli(name, small, *options)
    assert (status, err) == (0, "")
    assert "\x1b" not in out and "\u202e" not in out
    _, out, _ = cli(name, small, *options, "--format", "csv")
    assert not re.search(r"(^|,)\"?[=@]", out.replace(",=,", ",,"), re.MULTILINE)  # = alone is a draw


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_names_every_column(cli, small, table, command):
    name, *options = command
    index = None if {"--flips", "--depends", "--by-round"} & {*command} or name == "pair" else "no"
    columns = set(table(name, small, *options, *(() if name == "pair" else WINS), index=index))
    _, out, _ = cli(name, "--help")
    described = set(re.findall(r"\w+", out))
    shown = {column.removesuffix(" before") for column in columns if not column.endswith("_se")}
    assert shown - {"PTS", "WIN"} <= described
