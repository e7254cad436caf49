"""The commands of a club, from an empty database to a correction, a backup and its restore."""

import json
from pathlib import Path

import pytest

import chessdash
from tests.events import text
from tests.formats.test_ratinglist_store import listed

ROOT = Path(__file__).parents[1]
OPEN = ROOT / "data" / "tournaments" / "linden-spring-2026.trf"


@pytest.fixture
def cli(cli, tmp_path, monkeypatch):
    """Runs a command on a club of its own: exit status, standard output, standard error."""
    monkeypatch.setenv("CHESSDASH_DATABASE", f"sqlite:///{tmp_path / 'club.db'}")
    monkeypatch.delenv("CHESSDASH_MODE", raising=False)
    return cli


@pytest.fixture
def event(cli, tmp_path):
    """Two members and their event of one round, imported by name, not finished; its key."""
    for name in ("P01, Test", "P02, Test"):
        assert cli("club", "members", "--add", name, "--initial", 1500)[0] == 0
    path = tmp_path / "cup.trf"
    path.write_text(text(["1500 2w1", "1500 1b0"]))
    status, out, err = cli("club", "import", path, "--link-names")
    assert (status, err) == (0, "")
    assert "Saved as" in out
    return json.loads(cli("club", "events", "--format", "json")[1])["rows"][0]["key"]


def test_a_second_import_is_said(cli, event, tmp_path):
    status, out, err = cli("club", "import", tmp_path / "cup.trf")
    assert (status, out) == (2, "") and f"The club has this event already, as {event}" in err and "--again" in err
    assert len(json.loads(cli("club", "events", "--format", "json")[1])["rows"]) == 1
    assert cli("club", "import", tmp_path / "cup.trf", "--again")[0] == 0
    assert len(json.loads(cli("club", "events", "--format", "json")[1])["rows"]) == 2


def test_an_event_from_import_to_correction(cli, event):
    """Equal ratings, K 40: +-20, after the correction to a draw nothing."""
    assert "✓" in cli("club", "finish", event, "--check")[1]
    assert cli("club", "finish", event, "--date", "2026-05-01")[0] == 0

    def ratings():
        return {row["member"]: row["rating"] for row in json.loads(cli("ratings", "list", "--format", "json")[1])["rows"]}

    assert ratings() == {1: 1520, 2: 1480}
    assert cli("club", "correct", event, 1, 1, "=", "--reason", "a draw")[0] == 0
    assert ratings() == {1: 1500, 2: 1500}
    status, out, _ = cli("ratings", "history", 1, "--format", "csv")
    assert status == 0 and out.splitlines()[0].startswith("member,event") and len(out.splitlines()) == 2
    status, out, _ = cli("ratings", "list")
    assert "P01, Test" in out and "not FIDE" in out
    out = cli("club", "log")[1]
    assert "a draw" in out and "corrected" in out
    assert "0" in cli("club", "recompute")[1]
    assert cli("club", "members", "--member", 1, "--initial", 1600)[0] == 0
    assert ratings()[1] == 1594  # D 100 .64 (99 to 106): 40 x (.5 - .64) = -5.6


def test_backup_restore_and_export(cli, event, tmp_path, monkeypatch):
    out = tmp_path / "club.json.gz"
    assert cli("club", "backup", out)[0] == 0
    assert cli("club", "export", event, tmp_path / "cup2.trf")[0] == 0
    assert "P01, Test" in (tmp_path / "cup2.trf").read_text()
    status, said, err = cli("club", "restore", out)
    assert (status, said) == (2, "") and len(err.splitlines()) == 1
    before = cli("club", "members", "--format", "csv")[1]
    monkeypatch.setenv("CHESSDASH_DATABASE", f"sqlite:///{tmp_path / 'other.db'}")
    assert cli("club", "restore", out)[0] == 0
    assert cli("club", "members", "--format", "csv")[1] == before


def test_what_cannot_be_is_one_line(cli, event, tmp_path):
    """Exit status 2 and one line on standard error, whatever is given."""
    there = tmp_path / "there.trf"
    there.write_text("mine")
    wrong = []
    for arguments in (
        ("finish", "nothing"), ("finish", event, "--date", "soon"), ("finish", event, "--after", 1),
        ("finish", event, "--after", 7), ("correct", event, 1, 1, "=", "--reason", "r"),
        ("correct", event, 10**30, 1, "=", "--reason", "r"), ("correct", event, 1, 1, "2-0", "--reason", "r"),
        ("members", "--add", "N", "--initial", 9999), ("members", "--initial", 1500), ("members", "--add", " "),
        ("members", "--add", "N", "--member", 1), ("ratings", "history", 77),
        ("members", "--member", 99, "--initial", 1500), ("members", "--member", 10**30, "--initial", 1500),
        ("members", "--add", "\udcff"), ("export", event, there), ("export", event, tmp_path / "x.nonsense"),
        ("export", "nothing", tmp_path / "y.trf"), ("export", "\udcff", tmp_path / "y.trf"), ("import", tmp_path / "no.trf"),
        ("import", there), ("backup", there), ("restore", there), ("restore", tmp_path / "no.gz"),
    ):  # fmt: skip
        try:
            status, _, err = cli("club", *arguments)
        except Exception as error:
            wrong.append((arguments, repr(error)))
            continue
        if status != 2 or len(err.splitlines()) != 1 or "Traceback" in err:
            wrong.append((arguments, status, err))
    assert wrong == []
    assert there.read_text() == "mine"
    assert not (tmp_path / "x.nonsense").exists() and not (tmp_path / "y.trf").exists()


def test_hosted_nobody_changes_anything_by_command(cli, event, monkeypatch):
    monkeypatch.setenv("CHESSDASH_MODE", "hosted")
    for arguments in (
        ("finish", event),
        ("members", "--add", "N"),
        ("recompute",),
        ("log",),
        ("correct", event, 1, 1, "=", "--reason", "r"),
    ):
        status, _, err = cli("club", *arguments)
        assert status == 2 and len(err.splitlines()) == 1, arguments


def test_ratings_of_an_event_from_a_list(cli, event, tmp_path, monkeypatch):
    """Nothing is taken before it is asked for; without a list one sentence says how to load one."""
    monkeypatch.setenv("CHESSDASH_LISTS", str(tmp_path / "lists"))
    status, out, err = cli("fide-list", "fill", event)
    assert (status, out) == (2, "") and "load one with chessdash fide-list load FILE" in err and err.count("\n") == 1
    path = tmp_path / "standard_may26frl.txt"
    path.write_bytes(listed({7: (2010, None, None)}))
    assert cli("fide-list", "load", path)[0] == 0
    known = tmp_path / "known.trf"
    known.write_text(with_id(text(["1500 2w1", "1500 1b0"]), 7))
    assert cli("club", "import", known, "--kind", "single", "--again")[0] == 0
    key = json.loads(cli("club", "events", "--format", "json")[1])["rows"][0]["key"]

    def rows(*arguments):
        return {row["no"]: (row["rating"], row["listed"]) for row in json.loads(cli(*arguments, "--format", "json")[1])["rows"]}

    assert rows("fide-list", "fill", key) == {1: (1500, 2010), 2: (1500, None)}
    assert rows("fide-list", "fill", key) == {1: (1500, 2010), 2: (1500, None)}
    status, out, _ = cli("fide-list", "fill", key, "--save")
    assert status == 0 and "1 rating taken from the list of 2026-05." in out
    assert rows("fide-list", "fill", key) == {1: (2010, 2010), 2: (1500, None)}


def test_an_army_game_from_a_file_to_its_table(cli, tmp_path):
    """Ratings stay, though all players are members; the army points go from file to file. Values: SOURCE.md of the event."""
    for no in range(1, 6):
        cli("club", "members", "--add", f"P{no:02d}, Test", "--initial", 1500)
    event = ROOT / "tests" / "tables" / "army-game-finished" / "event.trf"
    status, out, _ = cli("club", "import", event, "--link-names")
    assert status == 0 and "Events of other games than chess are never rated." in out
    assert cli("club", "finish", "army-game-finished")[0] == 0
    ratings = json.loads(cli("ratings", "list", "--format", "json")[1])["rows"]
    assert [(row["rating"], row["games"]) for row in ratings] == [(1500, 0)] * 5
    for form in ("trf", "xlsx"):
        path = tmp_path / f"army.{form}"
        assert cli("club", "export", "army-game-finished", path)[0] == 0
        table = chessdash.standings(chessdash.read(path), order=["OTHER_SOS", "OTHER_ARMY"])
        assert table.index.tolist() == [1, 2, 4, 3, 5]
        assert table["OTHER_SOS"].tolist() == [15, 10, 14, 12, 11]
        assert table["OTHER_ARMY"].tolist()[:4] == [12.5, 20, 12, 4] and table["OTHER_ARMY"].isna().tolist()[4]


def test_the_check_of_an_army_game_that_is_over_says_how_it_ends(cli, tmp_path):
    """1 beat 2 in the first of three rounds, 3 was absent: 1 alone is undefeated and still there."""
    path = tmp_path / "army.trf"
    path.write_text(text(["- 2w1", "- 1b0", "- -Z"], rounds=3, type="Army game: Swiss-System"))
    assert cli("club", "import", path)[0] == 0
    key = json.loads(cli("club", "events", "--format", "json")[1])["rows"][0]["key"]
    out = cli("club", "finish", key, "--check")[1]
    assert "· The event is over" in out and "End it early after round 1." in out
    assert cli("club", "finish", key, "--after", 1)[0] == 0


def with_id(trf, number):
    """The TRF with this FIDE id of its first player, in columns 58 to 68."""
    lines = trf.splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if line.startswith("001"))
    lines[at] = f"{lines[at][:57]}{number:>11}{lines[at][68:]}"
    return "".join(lines)
