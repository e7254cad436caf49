"""What goes into the store comes out of it: files as tournaments, tournaments as files, on both databases."""

import io
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from sqlalchemy import func, insert, select, update

import chessdash
from chessdash import Tournament
from chessdash.errors import StoreError
from chessdash.store import Store, entries, log
from chessdash.store.connect import reading, writing
from chessdash.store.importing import prepare, save
from chessdash.store.schema import board, bye, entry, event, member, metadata, round_
from chessdash.store.sheets import rows_of, sheet_of
from tests.events import event as made
from tests.events import text
from tests.laws.events import sheets

FOLDER = Path(__file__).parents[1] / "conformance" / "trf"
SWISS = sorted(path.name for path in FOLDER.glob("swiss-*.trf"))
TENTHS = [SWISS[start::10] for start in range(10)]
SOME = [f"{kind}-{n:03d}.trf" for kind, n in (("swiss", 0), ("swiss", 7), ("swiss", 9), ("swiss", 63), ("rr", 0), ("rr", 27))]
TEAMS = [f"{kind}-{n:03d}.trf" for kind, n in (("team", 0), ("team", 17), ("team", 31), ("teamrr", 0), ("teamrr", 7))]


def undeclared(tournament: Tournament) -> Tournament:
    """An event without the points and ranks that its file declares: the store computes them."""
    players = {name: values for name, values in tournament.sheet.players.items() if name not in ("points", "rank")}
    return Tournament(replace(tournament.sheet, players=players))


def same(one: Tournament, other: Tournament) -> bool:
    """Whether two tournaments are equal but for declared points and ranks."""
    return undeclared(one).equals(undeclared(other))


def stored(store: Store, tournament: Tournament, **settings: object) -> Tournament:
    """An event after it was saved and read again."""
    return store.tournament(store.import_(tournament, **settings))


def exported(tournament: Tournament) -> Tournament:
    """An event after it was written as TRF26 and read again."""
    file = io.BytesIO()
    chessdash.write(tournament, file, format="trf")
    return chessdash.read(file.getvalue())


def same_cells(one: Tournament, other: Tournament) -> bool:
    """Whether two crosstables are equal in every array and rule, and the facts around them: ``equals`` without its frames."""
    arrays = [
        (getattr(one.crosstable, name), getattr(other.crosstable, name)) for name in ("opponent", "points", "kind", "black")
    ]
    arrays += [(one.crosstable.rating, other.crosstable.rating), (one.crosstable.number, other.crosstable.number)]
    facts = [(e.name, e.order, e.crosstable.rules, e.crosstable.rounds_planned, e.crosstable.scoring) for e in (one, other)]
    names = [list(e.sheet.players["name"]) for e in (one, other)]
    return all(np.array_equal(*pair, equal_nan=True) for pair in arrays) and facts[0] == facts[1] and names[0] == names[1]


def keeps(store: Store, files: Sequence[str], every: int = 1) -> None:
    """These files of the conformance set come out as they went in; of ``every`` so many one is compared frame by frame, is read
    as the same again once it is written as TRF26, and has the same standings."""
    for i, file in enumerate(files):
        before = chessdash.read(FOLDER / file)
        after = stored(store, before)
        assert same_cells(before, after), file
        if i % every == 0:
            assert same(before, after), file
            assert same(after, exported(after)), file
            order = "TPN" if before.sheet.teams else "BH/C1,BH,SB,DE,WIN" if before.system == "swiss" else "DE,SB,WIN,KS"
            assert chessdash.standings(before, order).equals(chessdash.standings(after, order)), file


def test_all_of_the_swiss_events_are_there():
    assert len(SWISS) == 110 == sum(map(len, TENTHS))


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("files", TENTHS, ids=lambda files: files[0])
def test_every_swiss_event_comes_out_as_it_went_in(store, files):
    keeps(store, files, every=5)


def test_round_robins_and_team_events_too(store):
    keeps(store, SOME + TEAMS, every=2)


@settings(max_examples=30)
@given(sheets(most=7))
def test_any_event_whose_lines_agree_is_kept_by_its_rows(sheet):
    """The rows through JSON, as the database keeps them; a law over every kind of cell, lines in any order."""
    before = Tournament(sheet)
    rows = rows_of(sheet, before.rounds_played, before.rounds_planned, before.system)
    after = Tournament(sheet_of(replace(rows, event={**json.loads(json.dumps(rows.event)), "name": before.name})))
    ordered = [Tournament(replace(one.sheet, lines=None)) for one in (before, after)]
    for one in ordered:
        one.__dict__["players"] = one.players.sort_index()[["name", "rating", "first_round", "last_round"]]
    assert ordered[0].equals(ordered[1])
    scores = [dict(zip(one.crosstable.number.tolist(), one.crosstable.score.tolist(), strict=True)) for one in (before, after)]
    assert scores[0] == scores[1]


# Each is an event that says one thing which a plain Swiss does not.
ONE_THING = {
    "byes of rounds to come": text(
        ["- 2w1 . .", "- 1b0 . .", "- -U . ."], rounds=3, records=["240 H   2    1", "240 F   3    2    3"]
    ),
    "points that no result explains": text(
        ["- 2w1", "- 1b0"], records=["299          -0.5    1    1", "299           0.5    1    2"]
    ),
    "three points a win": text(["- 2w1", "- 1b0", "- -U"], records=["162  W 3.0    D 1.0    L 0.0    P 3.0"]),
    "army points": text(
        ["- 2w1", "- 1b0"], records=['### chessdash {"columns": {"ARMY": "number"}}', '### chessdash {"no": 2, "ARMY": 7}']
    ),
    "a late entry and a withdrawal": text(["- 2w1 3b=  . ", "- 1b0 .   .", "- .   1w= -U"]),
    "forfeits with and without an opponent": text(["- 2w+ 3b-", "- 1b- -+", "- -- 1w-"]),
    "games of less than a move": text(["- 2wW 3bD", "- 1bL -F", "- -H 1wD"]),
    "a round without results": text(["- 2w1 3b*", "- 1b0 -H", "- -U 1w*"], rounds=4),
    "nothing played": text(["2000 ", "1900 "], rounds=5),
    "numbers over a thousand": text(["- 1003w1", "- 1001b0", "- -U"], numbers=[1001, 1003, 9999]),
    "an own order": text(["- 2w1", "- 1b0"], records=["212 PTS,DE,BH/C1,OTHER_SOS"]),
    "a round robin": text(["- 2w1 -U 3b=", "- 1b0 3w1 -U", "- -U 2b0 1w="], type="Individual: Round-Robin"),
    "names in other letters": text(["- 2w1", "- 1b0"]).replace("P01, Test", "Łódź, Ñ’é").replace("P02, Test", "王小明, Ωμέγ"),
}


def test_what_an_event_may_say_besides(store):
    """All in one store: a database for each would only take longer. Which one differs, the message says."""
    for what, file in ONE_THING.items():
        before = chessdash.read(file.encode())
        after = stored(store, before)
        assert same(before, after), what
        assert same(after, exported(after)), what


def test_the_things_said_are_there():
    """The events above say what they are named for."""
    read = {what: chessdash.read(file.encode()) for what, file in ONE_THING.items()}
    assert read["byes of rounds to come"].byes.values.tolist() == [[2, 1, "H"], [3, 2, "F"], [3, 3, "F"]]
    assert read["points that no result explains"].crosstable.score.tolist() == [0.5, 0.5]
    assert read["three points a win"].crosstable.score.tolist() == [3, 0, 3]
    assert read["army points"].players["ARMY"].tolist()[1] == 7
    assert read["numbers over a thousand"].players.index.tolist() == [1001, 1003, 9999]
    assert read["nothing played"].rounds_played == 0 and read["a round without results"].rounds_played == 1


def test_a_column_of_words_and_one_of_numbers(store):
    players = pd.DataFrame({"no": [1, 2], "name": ["A", "B"], "CLUB": ["Łódź", ""], "ARMY": [3.5, float("nan")]}).set_index("no")
    results = pd.DataFrame({"round": [1, 1], "no": [1, 2], "opponent": [2, 1], "colour": ["w", "b"], "result": ["1", "0"]})
    before = Tournament.from_frames(players, results, info={"name": "Columns"})
    after = stored(store, before)
    assert after.equals(before)
    assert after.players["CLUB"].tolist() == ["Łódź", ""] and after.players["ARMY"].tolist()[0] == 3.5


def test_lines_of_a_file_in_another_order_are_sorted_by_start_number(store):
    file = text(["- 1b0", "- 3w1", "- -U"], numbers=[3, 1, 2])
    after = stored(store, chessdash.read(file.encode()))
    assert after.players.index.tolist() == [1, 2, 3]
    assert after.crosstable.score.tolist() == [1, 1, 0]


def test_a_late_entry_and_a_withdrawal_that_the_store_knows(store):
    """Four players and four rounds; no. 3 joins in round 2, no. 4 stays until round 1: the rounds away are zero-point byes."""
    key = store.import_(made(["- 2w1", "- 1b0", "- .", "- -U"], rounds=4))
    with writing(store.engine) as connection:
        connection.execute(update(entry).where(entry.c.no == 3).values(first_round=2))
        connection.execute(update(entry).where(entry.c.no == 4).values(withdrawn_after=1))
    after = store.tournament(key)
    assert after.byes.values.tolist() == [[2, 4, "Z"], [3, 4, "Z"], [4, 4, "Z"]]
    assert after.results["result"].tolist() == ["1", "0", "Z", "U"]
    assert same(after, exported(after))


def test_what_a_file_declared_the_count_of_is_counted(store):
    """Records 062 and 072 of the file are of two players with one rating; then one more comes in, with a rating."""
    key = store.import_(made(["1500 2w1", "- 1b0"], rounds=3, records=["072 1"]))
    entries.add_entry(store, key, "Third, T", rating=1600)
    whole = store.tournament(key)
    assert (whole.info["players"], whole.info["rated"]) == (3, 2)
    assert not whole.faults["code"].isin(["count_players", "count_rated"]).any()


def test_a_round_that_is_not_published_is_not_seen(store):
    key = store.import_(made(["- 2w1 2b1", "- 1b0 1w0", "- -U -H"]))
    with writing(store.engine) as connection:
        connection.execute(update(round_).where(round_.c.round == 2).values(published=False))
    after = store.tournament(key)
    assert (after.rounds_played, after.rounds_planned) == (1, 2)
    assert after.results["round"].unique().tolist() == [1]
    assert after.byes.values.tolist() == [[2, 3, "H"]]


FAULTY = text(["- 2w1 3b1", "- 1b0 -U", "- -U 2w0", "- 5w= 5b1", "- 4b= 4w0"])  # round 2: 1 names 3, 3 names 2, and 2 has a bye


def counted(store: Store) -> dict[str, int]:
    """How many rows each table has."""
    with reading(store.engine) as connection:
        return {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in metadata.sorted_tables
        }


def test_a_file_with_errors_is_shown_and_saves_nothing(store):
    before = counted(store)
    incoming = prepare(store, chessdash.read(FAULTY.encode()))
    assert len(incoming.errors) >= 2 and set(incoming.errors["severity"]) == {"error"}
    with pytest.raises(StoreError, match=r"so nothing was saved: Round 2.*Correct the file, or accept"):
        save(store, incoming)
    assert counted(store) == before


def test_accepted_what_counts_of_it_is_saved(store):
    """Round 1 gives 1, 0, 1, ½, ½; of round 2 only the game of 4 and 5 counts, the cells of the others contradict one another."""
    before = chessdash.read(FAULTY.encode())
    after = store.tournament(save(store, prepare(store, before), accept_faults=True))
    assert before.crosstable.score.tolist() == [1, 0, 1, 1.5, 0.5]
    assert after.crosstable.score.tolist() == [1, 0, 1, 1.5, 0.5]
    assert not [one for one in after.faults["severity"] if one == "error"]
    assert same(after, exported(after))


def test_both_with_the_same_colour_is_kept_as_not_known(store):
    """What both lines say cannot be true, and the warning says so before; result and points stay."""
    before = made(["- 2w1", "- 1w0"])
    assert "same_colour" in set(prepare(store, before).faults["code"])
    after = stored(store, before)
    assert after.results["colour"].tolist() == ["", ""] and after.results["result"].tolist() == ["1", "0"]


def test_an_import_is_logged_and_the_same_file_twice_is_two_events(store):
    one = made(["- 2w1", "- 1b0"])
    keys = [store.import_(one, name="Łódź – Open!"), store.import_(one, name="Łódź – Open!", control="rapid", rated=False)]
    assert keys[0] != keys[1] and keys[1].startswith(keys[0])
    with reading(store.engine) as connection:
        seen = log.entries(connection)
        settings = connection.execute(select(event.c.control, event.c.rated, event.c.state).order_by(event.c.id)).all()
        boards = connection.execute(select(func.count()).select_from(board)).scalar_one()
        byes = connection.execute(select(func.count()).select_from(bye)).scalar_one()
    assert seen["what"].tolist() == ["event_imported"] * 2 and seen["event"].tolist() == keys[::-1]
    assert (
        seen["who"].unique().tolist() == [store.viewer.name]
        and seen["at"].str.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ").all()
    )
    assert [tuple(one) for one in settings] == [("standard", True, "running"), ("rapid", False, "running")]
    assert (boards, byes) == (2, 0)


def people(store: Store, *rows: tuple[str, str | None]) -> list[int]:
    """Members with these names and FIDE ids: their numbers."""
    with writing(store.engine) as connection:
        for name, fide_id in rows:
            connection.execute(insert(member).values(name=name, fide_id=fide_id, active=True, created=log.now()))
        return list(connection.execute(select(member.c.id).order_by(member.c.id)).scalars())


def test_members_are_found_by_fide_id_then_by_name_and_nobody_is_merged_silently(store):
    """Of five players one has a member's FIDE id under another name, one a member's name, one a name that two members have."""
    by_id, by_name, *_ = people(
        store, ("Married Now", "1503014"), ("ruy  LOPEZ", None), ("Lee, Kim", None), ("Kim Lee", None), ("Lee Kim", None)
    )
    names = ["Born, Before", "Ruy Lopez", "Lee, Kim", "Kim, Lee", "Nobody"]
    players = pd.DataFrame({"no": range(1, 6), "name": names, "fide_id": ["1503014", "", "", "", "99"]}).set_index("no")
    results = pd.DataFrame({"round": [1], "no": [1], "opponent": [2], "colour": ["w"], "result": ["*"]})
    results = pd.concat([results, results.assign(no=2, opponent=1, colour="b")])
    incoming = prepare(store, Tournament.from_frames(players, results, info={"name": "Who"}))
    assert incoming.matches["by"].tolist() == ["fide_id", "name", "", "name", ""]
    assert incoming.matches["sure"].tolist() == [True, False, False, False, False]
    assert incoming.matches["member"].tolist()[:2] == [by_id, by_name]
    key = save(store, incoming)
    with reading(store.engine) as connection:
        links = connection.execute(select(entry.c.member_id).order_by(entry.c.no)).scalars().all()
    assert links == [by_id, None, None, None, None]
    save(store, incoming, members={2: by_name, 1: None})
    with reading(store.engine) as connection:
        chosen = select(entry.c.member_id).join(event).where(event.c.key != key).order_by(entry.c.no)
        assert connection.execute(chosen).scalars().all() == [None, by_name, None, None, None]


def test_links_that_cannot_be(store):
    (one,) = people(store, ("A", None))
    incoming = prepare(store, made(["- 2w1", "- 1b0"]))
    before = counted(store)
    for links, sentence in (
        ({1: one, 2: one}, f"Two players would be the member {one}"),
        ({3: one}, "Nobody in the file has the start number 3"),
        ({1: one + 7}, f"no member {one + 7}"),
    ):
        with pytest.raises(StoreError, match=sentence):
            save(store, incoming, members=links)
    assert counted(store) == before


@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
def test_what_has_no_room_is_refused_alike_on_both(store):
    """The widths of schema.py: 200 characters of a name, 3 of a federation; NUL no text of PostgreSQL can hold."""
    results = pd.DataFrame({"round": [1], "no": [1], "opponent": [0], "colour": [""], "result": ["U"]})
    before = counted(store)
    for column, value, most in (
        ("name", "x" * 201, 200),
        ("federation", "Germany", 3),
        ("name", "a\0b", 200),
    ):
        players = pd.DataFrame({"no": [1], "name": ["A"]} | {column: [value]}).set_index("no")
        with pytest.raises(StoreError, match=f"number 1 the {column} is .*at most {most} characters"):
            store.import_(Tournament.from_frames(players, results, info={"name": "Wide"}))
    assert counted(store) == before


@pytest.mark.parametrize("rounds", [0, 100])
def test_planned_rounds_that_an_event_cannot_have(store, rounds):
    sheet = replace(made(["-", "-"], rounds=1).sheet, info={"name": "Rounds", "rounds": rounds})
    with pytest.raises(StoreError, match=f"from 1 to 99, not {rounds}"):
        store.import_(Tournament(sheet))


def test_an_event_that_the_club_has_already_is_said(store):
    """The same name, first day and players; the order of the lines and capitals do not matter, another player does."""
    first = made(["2000 2w1", "1900 1b0"])
    key = store.import_(first)
    assert prepare(store, first).known == key
    assert prepare(store, first, name="Another Cup").known == ""
    assert prepare(store, made(["2000 2w1 3b1", "1900 1b0 -", "1800 - 1w0"])).known == ""
