"""The ratings that the store keeps: always what ``chessdash.ratings.history`` computes anew of all finished events."""

import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

import chessdash
from chessdash.errors import AccessError, StoreError
from chessdash.ratings.changes import rating_changes
from chessdash.ratings.history import EventGames, history
from chessdash.ratings.rated import Known
from chessdash.store import Store, entries, events, finishing, members, open_store, ratings, schema
from chessdash.store.connect import reading, writing
from chessdash.store.importing import prepare, save
from tests import rated_club
from tests.events import text
from tests.rated_club import FIRST, LIST, NAMES, SECOND
from tests.store.clubs import someone
from tests.store.rows import every_row

CODES = "1=0+-x"
SCORE = {"1": 1.0, "=": 0.5, "0": 0.0}
LETTERS = {"1": ("1", "0"), "=": ("=", "="), "0": ("0", "1"), "+": ("+", "-"), "-": ("-", "+"), "x": ("-", "-")}
PEOPLE = 5
PAIRS = [(a, b) for a in range(PEOPLE) for b in range(PEOPLE) if a != b]
COLUMNS = ["member", "before", "k", "games", "points", "expected", "change", "after"]

play = st.tuples(
    st.just("play"), st.lists(st.tuples(st.sampled_from(PAIRS), st.sampled_from(CODES)), min_size=1, max_size=6),
    st.sampled_from(["club", "club", "club", "single"]), st.sampled_from(["standard", "standard", "rapid"]),
)  # fmt: skip
correct = st.tuples(st.just("correct"), st.integers(0, 20), st.integers(0, 20), st.sampled_from(CODES))
change = st.tuples(st.just("initial"), st.integers(0, PEOPLE - 1), st.sampled_from([1000, 1395, 1800, 2390, 2405, 2650, 2700]))


class Model:
    """The club as a list of events with their games: what the store is held to."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.initial = {c: [1500, 1800, 2380, 2395, 2660] for c in ("standard", "rapid")}
        self.people = [
            members.add_member(store, f"M{i}", initial={c: self.initial[c][i] for c in self.initial}) for i in range(PEOPLE)
        ]
        self.events: list[dict[str, Any]] = []

    def play(self, games: list[Any], kind: str, control: str) -> None:
        """An event of one game a round, so that any pairs can meet; finished at once."""
        key = events.create(self.store, "E", kind=kind, control=control, planned=len(games))
        with writing(self.store.engine) as connection:
            number = events.found(connection, key).id
            entry = {"event_id": number, "extra": {}, "first_round": 1}
            rows = [{**entry, "no": i + 1, "name": f"M{i}", "member_id": one} for i, one in enumerate(self.people)]
            connection.execute(schema.entry.insert(), rows)
            for r, ((white, black), code) in enumerate(games, 1):
                connection.execute(schema.round_.insert().values(event_id=number, round=r, published=True))
                letters = dict(zip(("white_result", "black_result"), LETTERS[code], strict=True))
                board = {"event_id": number, "round": r, "board": 1, "white": white + 1, "black": black + 1, **letters}
                connection.execute(schema.board.insert().values(board))
        finishing.finish(self.store, key, "2026-01-01")
        self.events.append({"key": key, "id": number, "games": [*games], "kind": kind, "control": control})

    def correct(self, which: int, place: int, code: str) -> None:
        """One game of one of the events comes out otherwise."""
        if not self.events:
            return
        one = self.events[which % len(self.events)]
        r = place % len(one["games"])
        if one["games"][r][1] == code:
            return
        finishing.correct(self.store, one["key"], r + 1, 1, code, "read again")
        one["games"][r] = (one["games"][r][0], code)

    def initial_rating(self, who: int, rating: int) -> None:
        """An initial rating of the standard list is set."""
        members.set_initial(self.store, self.people[who], "standard", rating)
        self.initial["standard"][who] = rating

    def fresh(self, control: str) -> pd.DataFrame:
        """All rows, computed from nothing."""
        found = []
        for one in self.events:
            if one["kind"] == "club" and one["control"] == control:
                counted = [(pair, SCORE[code]) for pair, code in one["games"] if code in SCORE]
                pairs = np.array([pair for pair, _ in counted], np.int64).reshape(-1, 2)
                found.append(EventGames(one["id"], pairs[:, 0], pairs[:, 1], np.array([s for _, s in counted], float)))
        frame = history(np.array(self.initial[control], float), found).frame()
        keys = {one["id"]: one["key"] for one in self.events}
        frame["event"] = [keys[one] for one in frame["event"]]
        frame["member"] = [self.people[i] for i in frame["member"]]
        return frame[["event", *COLUMNS]]


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(st.one_of(play, play, correct, correct, change), min_size=3, max_size=9))
def test_the_rows_are_always_those_of_a_fresh_computation(migrated_file, steps):
    """A law over finishing, correcting and changing initial ratings: current rows value for value, editions only added to."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "club.db"
        path.write_bytes(migrated_file.read_bytes())
        store = open_store(f"sqlite:///{path}", local=True)
        model = Model(store)
        known: dict[Any, dict[str, Any]] = {}
        tables: dict[Any, dict[str, Any]] = {}
        for what, *values in steps:
            {"play": model.play, "correct": model.correct, "initial": model.initial_rating}[what](*values)
            for control in ("standard", "rapid"):
                stored = ratings.member_rows(store, control)[["event", *COLUMNS]]
                fresh = model.fresh(control)
                assert len(stored) == len(fresh)
                if len(fresh):
                    order = list(dict.fromkeys(fresh["event"]))
                    assert list(dict.fromkeys(stored["event"])) == order
                    left = stored.sort_values(["event", "member"]).reset_index(drop=True)
                    right = fresh.sort_values(["event", "member"]).reset_index(drop=True)
                    pd.testing.assert_frame_equal(left, right, check_dtype=False, check_exact=True)
            now = {(r["event_id"], r["member_id"], r["edition"]): r for r in every_row(store, schema.rating)}
            assert known.keys() <= now.keys()
            for key, row in known.items():  # only whether it is current changes, and only to no longer
                assert {**row, "current": None} == {**now[key], "current": None} and row["current"] >= now[key]["current"]
            known = now
            final = {(r["event_id"], r["edition"]): r for r in every_row(store, schema.final_table)}
            assert tables == {key: final[key] for key in tables}
            tables = final
        for control in ("standard", "rapid"):
            assert ratings.recompute_all(store, control) == 0
        assert {(r["event_id"], r["member_id"], r["edition"]) for r in every_row(store, schema.rating)} == known.keys()
        store.close()


@pytest.fixture
def club(store: Store) -> dict[str, int]:
    """The members of ``rated_club`` with both events finished; their numbers."""
    ids = rated_club.people(store)
    for key in (FIRST, SECOND):
        rated_club.play(store, key, ids)
    return ids


def test_an_initial_rating_changed_in_the_middle_of_a_season(store, club):
    """Ada starts at 2100 in place of 2000: D 300 is .85 (291 to 302) twice, 500 counts as 400, .92: she expects 2.62 and makes
    2.5: 40 x -.12 = -4.8. Bo and Cy expect .15 + .76 + .50 = 1.41: Bo makes 1.5, 40 x .09 = 3.6; Cy 1, 40 x -.41 = -16.4. Di as
    before: +18. Then Ada 2095 loses to Cy 1784, D 311 .86 (303 to 315): 40 x -.86 = -34.4, Cy +34."""
    assert members.set_initial(store, club["ada"], "standard", 2100, "an older list") > 0
    assert ratings.changes(store, FIRST)["change"].to_dict() == {1: -5, 2: 4, 3: -16, 4: 18}
    assert ratings.changes(store, SECOND)["after"].to_dict() == {1: 2061, 2: 1818}
    assert ratings.changes(store, FIRST, 1)["change"].to_dict() == {1: 2, 2: 0, 3: -20, 4: 18}
    listed = ratings.rating_list(store)["rating"]
    assert {who: int(listed[club[who]]) for who in ("ada", "bo", "cy", "di", "eva")} == {
        "ada": 2061, "bo": 1804, "cy": 1818, "di": 1618, "eva": 1500,
    }  # fmt: skip
    assert [row["revision"] > 0 for row in every_row(store, schema.event)] == [True, True]


def test_who_has_reached_2400_keeps_k_10_below_it(store):
    """Two members of 2380. Thirty games, 17 won and 13 lost by the first: K 700 / 30 = 23, 23 x 2 = +46, 2426. Then ten, 2 won,
    against 2334: .63 each (92 to 98 Elo, table 8.1.2), 10 x (2 - 6.3) = -43, 2383; the other 20 x (8 - 3.7) = +86, 2420. One more
    game, and its correction: K 10 for the one who has 2400 no longer, too."""
    one, other = (members.add_member(store, name, initial={"standard": 2380}) for name in ("P01, Test", "P02, Test"))

    def played(name: str, results: str) -> str:
        mirrored = results.translate(str.maketrans("10", "01"))
        lines = [" ".join(["-", *(f"{no}{colour}{code}" for code in codes)]) for no, colour, codes in
                 ((2, "w", results), (1, "b", mirrored))]  # fmt: skip
        file = text(lines)
        key = save(store, prepare(store, chessdash.read(file.encode()), name=name), members={1: one, 2: other})
        finishing.finish(store, key, "2026-05-01")
        return key

    first = played("Thirty", "1" * 17 + "0" * 13)
    second = played("Ten", "1" * 2 + "0" * 8)
    third = played("One", "1")
    assert ratings.changes(store, first)["after"].tolist() == [2426, 2334]
    assert ratings.changes(store, second)["after"].tolist() == [2383, 2420]
    assert ratings.changes(store, third)["k"].tolist() == [10, 10]
    finishing.correct(store, third, 1, 1, "=", "a draw")
    assert ratings.changes(store, third)["k"].tolist() == [10, 10]
    assert ratings.recompute_all(store, "standard") == 0


def test_an_initial_rating_taken_away(store, club):
    """Without Ada's the game of Cy and Di counts alone, and those against Bo: as if she had been a guest from the start."""
    assert members.change_member(store, club["ada"], initial={"standard": None}) > 0
    listed = ratings.rating_list(store)
    assert club["ada"] not in listed.index
    assert 1 not in ratings.changes(store, FIRST).index and ratings.changes(store, SECOND).empty
    assert ratings.recompute_all(store, "standard") == 0
    assert ratings.changes(store, FIRST, 1)["change"].to_dict() == {1: 2, 2: 0, 3: -20, 4: 18}  # as it was published
    members.change_member(store, club["ada"], initial={"standard": 2000}, name="Ada again")
    assert ratings.changes(store, FIRST)["change"].to_dict() == {1: 2, 2: 0, 3: -20, 4: 18}
    assert ratings.recompute_all(store, "standard") == 0


@pytest.mark.parametrize("initial", [{"standard": 9999}, {"standard": 1900, "rapid": 9999}, {"bullet": 1500}])
def test_a_member_is_changed_wholly_or_not(store, club, initial):
    """A name beside an initial rating that cannot be is not saved either."""
    before = every_row(store)
    with pytest.raises(StoreError):
        members.change_member(store, club["ada"], name="Ada again", initial=initial)
    assert every_row(store) == before


def test_ratings_of_one_time_control_leave_the_others_alone(store, club):
    before = every_row(store, schema.rating)
    assert members.set_initial(store, club["ada"], "rapid", 2222) == 0
    assert members.set_initial(store, club["eva"], "standard", 1999) == 0  # she has not played
    assert members.set_initial(store, club["bo"], "standard", 1800) == 0  # as it was
    assert every_row(store, schema.rating) == before


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_initial_ratings_that_cannot_be(store, club):
    before = every_row(store)
    for rating in (9999, 99, 3501, 0, -1500, 1500.5, "1500", True, None, 10**30):
        with pytest.raises(StoreError) as raised:
            members.set_initial(store, club["ada"], "standard", rating)
        assert "100" in str(raised.value) and "3500" in str(raised.value) and "\n" not in str(raised.value)
        with pytest.raises(StoreError):
            members.add_member(store, "Nobody", initial={"standard": rating})
    for number, control in ((club["ada"], "bullet"), (999, "standard"), (-1, "standard")):
        with pytest.raises(StoreError):
            members.set_initial(store, number, control, 1500)
    for control in ("", "bullet"):
        with pytest.raises(StoreError):
            ratings.recompute_all(store, control)
        with pytest.raises(StoreError):
            ratings.member_rows(store, control)
    assert every_row(store) == before


def test_a_row_that_was_spoilt_is_computed_again(store, club):
    """What somebody wrote into the database past the store comes out right, as a new edition, and only that."""
    right = ratings.member_rows(store).drop(columns="edition")
    with writing(store.engine) as connection:
        where = (schema.rating.c.member_id == club["cy"], schema.rating.c.games == 1)
        connection.execute(schema.rating.update().where(*where).values(after=2500))
    assert ratings.recompute_all(store, "standard") == 1
    pd.testing.assert_frame_equal(ratings.member_rows(store).drop(columns="edition"), right)
    assert ratings.recompute_all(store, "standard") == 0


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_arbiters_set_no_initial_ratings(store, club):
    before = every_row(store, schema.rating)
    for role in ("arbiter", None):
        who = someone(store, role, f"a {role}")
        with pytest.raises(AccessError):
            ratings.recompute_all(who, "standard")
        with pytest.raises(AccessError):
            members.set_initial(who, club["ada"], "standard", 1900)
    assert every_row(store, schema.rating) == before


def test_a_withdrawal_that_annuls_games_leaves_them_rated(store):
    """Round robin of four, three rounds; 4 plays one game and withdraws: the game is annulled for the table and still counts."""
    from chessdash.store import entries, rounds, withdrawal
    from tests.store.clubs import pairs
    from tests.store.clubs import play as entered

    ids = [members.add_member(store, f"R{i}", initial={"standard": 1500}) for i in range(4)]
    key = events.create(store, "Four", system="round-robin", planned=3)
    entries.add_entries(store, key, [{"member": one} for one in ids])
    rounds.pair_round(store, key)
    rounds.publish(store, key, 1)
    entered(store, key, 1, "11")
    withdrawal.withdraw(store, key, 4)
    for r in (2, 3):
        rounds.publish(store, key, r)
        waiting = [b for b, pair in enumerate(pairs(store, key, r), 1) if 4 not in pair]
        entered(store, key, r, dict.fromkeys(waiting, "="))
    finishing.finish(store, key, "2026-01-01")
    changes = ratings.changes(store, key)
    first = next(one for pair in pairs(store, key, 1) if 4 in pair for one in pair if one != 4)
    assert changes["games"].to_dict() == {no: 1 if no == 4 else 2 + (no == first) for no in (1, 2, 3, 4)}
    with reading(store.engine) as connection:
        assert connection.execute(select(schema.final_table)).one().edition == 1


def test_what_an_event_is_rated_by_gives_the_rows_that_the_store_has(store, club):
    """Of finished events it is what was known before them, of a running one what is known now; None where nothing is rated."""
    rated_club.correct(store)
    for key in (FIRST, SECOND):
        by, rows = ratings.basis(store, key), ratings.changes(store, key)
        assert by is not None and (by.rules, by.time_control) == ("club", "standard")
        made = rating_changes(events.tournament(store, key), rules="club", ratings=by.ratings, history=by.history)
        for name in ("before", "k", "games", "points", "expected", "change", "after"):
            np.testing.assert_allclose(made.loc[rows.index, name].to_numpy(float), rows[name].to_numpy(float), err_msg=name)
    key = events.create(store, "Third Cup", planned=1)
    entries.add_entries(store, key, [{"name": NAMES["di"], "member": club["di"]}, {"name": "Guest, Gil", "rating": 1900}])
    by = ratings.basis(store, key)
    assert by is not None and by.ratings[1] == LIST["di"] and np.isnan(by.ratings[2])  # whom the club does not rate
    assert by.history == {1: Known(3, LIST["di"])}  # three games in First Cup; the highest so far is what they led to
    assert ratings.basis(store, events.create(store, "Alone", kind="single", planned=1)) is None
