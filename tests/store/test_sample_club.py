"""The sample club: what is in data/club.json.gz, that it is whole, and that its script makes the same rows."""

import sys
from datetime import date
from pathlib import Path

import pytest

import chessdash
from chessdash.store import backup, events, finishing, log, members, open_store, ratings, results, rounds, schema
from chessdash.store.log import CLOCK
from tests.store.rows import every_row

ROOT = Path(__file__).parents[2]
CLUB = ROOT / "data" / "club.json.gz"
CONTROLS = ("standard", "rapid", "blitz")


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """The sample club, restored."""
    url = f"sqlite:///{tmp_path_factory.mktemp('sample')}/club.db"
    assert backup.restore(CLUB, url) > 3000
    store = open_store(url, local=True)
    yield store
    store.close()


def test_it_is_the_club_that_the_issue_asks_for(club):
    """About 40 members, two seasons, some twenty finished events in three time controls, one that runs, corrections."""
    listing = events.listing(club)
    assert len(members.members(club)) == 41
    finished = listing[listing["state"] == "finished"]
    assert len(finished) == 20 and set(finished["control"]) == set(CONTROLS)
    assert sorted(finished["finished_as"].astype(int)) == list(range(1, 21))
    running = listing[listing["state"] == "running"]
    assert running["key"].tolist() == ["autumn-swiss-2026-27"]
    assert (finished["ended"] >= finished["start"]).all()
    seasons = {(date.fromisoformat(day).year - (date.fromisoformat(day).month < 8)) for day in finished["ended"]}
    assert seasons == {2024, 2025}
    said = log.newest(club, 10_000)["what"].value_counts()
    assert said["corrected"] == 2 and said["ended_early"] == 1 and said["finished"] == 20
    assert said["initial_rating"] == 3 * 41 + 1


def test_round_four_of_the_running_event_waits_for_five_boards(club):
    made = rounds.rounds(club, "autumn-swiss-2026-27")
    assert made["round"].tolist() == [1, 2, 3, 4] and made["published"].all()
    codes = results.board_view(club, "autumn-swiss-2026-27", 4)["code"]
    assert (codes == "*").sum() == 5 and (codes[-5:] == "*").all() and len(codes) == 13


def test_its_ratings_and_tables_are_those_of_a_fresh_computation(club):
    """Recomputing changes nothing; each newest table is the standings of its event; lists lie where initial ratings lie."""
    for control in CONTROLS:
        assert ratings.recompute_all(club, control) == 0
        lines = ratings.rating_list(club, control)
        assert len(lines) == 41 and lines["rating"].between(500, 2700).all()
        initial = members.members(club)[control]
        assert abs((lines["rating"] - initial.reindex(lines.index)).mean()) < 40
    listing = events.listing(club)
    for key in listing.loc[listing["state"] == "finished", "key"].iloc[::4]:
        table = chessdash.standings(club.tournament(key))
        stored = finishing.final(club, key)
        assert stored["rank"].tolist() == table["rank"].tolist() and stored.index.tolist() == table.index.tolist()
    editions = [row["edition"] for row in every_row(club, schema.final_table)]
    assert editions.count(1) == 20 and editions.count(2) == 2 and max(editions) == 2


def test_no_event_of_it_has_a_fault(club):
    for key in events.listing(club)["key"][::3]:
        faults = club.tournament(key).faults
        assert not (faults["severity"] == "error").any(), (key, faults["message"].tolist())


def stopped(*_):
    """In place of the corrections: the season goes no further."""
    raise InterruptedError


def untimed(row):
    """A row without its times: they hang on how often the store asks for the time."""
    return {name: value for name, value in row.items() if name not in ("at", "stored_at", "created")}


def test_the_script_makes_the_same_rows(club, tmp_path, monkeypatch):
    """Its members and first two events made anew: the rows of the file. All takes half a minute: `make club`."""
    monkeypatch.syspath_prepend(str(ROOT / "data"))
    import make_club

    monkeypatch.setattr(make_club, "SEASONS", make_club.SEASONS[:1])
    monkeypatch.setattr(make_club, "TERM", make_club.TERM[:2])
    monkeypatch.setattr(make_club, "_corrected", stopped)
    clock = make_club.Clock()
    token = CLOCK.set(clock)
    store = open_store(f"sqlite:///{tmp_path / 'club.db'}", local=True)
    try:
        with pytest.raises(InterruptedError):
            make_club.fill(store, clock)
    finally:
        CLOCK.reset(token)
        sys.modules.pop("make_club")
    for table in (
        schema.member,
        schema.event,
        schema.entry,
        schema.round_,
        schema.board,
        schema.rating,
        schema.final_table,
        schema.log,
    ):
        made = [untimed(row) for row in every_row(store, table)]
        assert made == [untimed(row) for row in every_row(club, table)[: len(made)]] and made, table.name
    assert [row["key"] for row in every_row(store, schema.event)] == ["autumn-swiss-2024-25", "rapid-evening-i-2024-25"]
    store.close()


def test_it_is_opened_once_and_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    url = backup.sample()
    store = open_store(url, local=True)
    members.change_club(store, name="Mine")
    store.close()
    assert backup.sample() == url and members.the_club(open_store(url))["name"] == "Mine"
    assert not [one.name for one in (tmp_path / "chessdash").iterdir() if "part" in one.name]
