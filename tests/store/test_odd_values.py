"""Values that nobody means and somebody sends: one sentence on SQLite and on PostgreSQL, and nothing of them is saved."""

from datetime import date

import pytest

import chessdash
from chessdash import standings
from chessdash.errors import ChessdashError, StoreError
from chessdash.store import drafts, entries, events, finishing, members, profile, ratings, results, rounds
from chessdash.store.importing import prepare, save
from tests.events import text
from tests.store.clubs import club_event, play, typed
from tests.store.rows import every_row

HUGE = (2**31, 2**63, 2**70)  # beyond PostgreSQL's whole numbers, SQLite's, and both
TEXTS = ("\0", "a\0b", "half \udc80", "bell \a", "\x1b[31mred")  # no database, file or terminal should have these


def refused(store, act):
    """The sentence of a refusal that saved nothing and blames no database."""
    before = every_row(store)
    with pytest.raises(ChessdashError) as raised:
        act()
    sentence = str(raised.value)
    assert every_row(store) == before
    assert "\n" not in sentence and "CHESSDASH_DATABASE" not in sentence and 15 < len(sentence) < 400
    return sentence


def test_numbers_that_no_database_holds(store):
    key = club_event(store, 4, 3)
    typed(store, key, (1, 2), (3, 4))
    for n in HUGE:
        refused(store, lambda n=n: entries.add_entry(store, key, member=n))
        refused(store, lambda n=n: results.draft(store, key, 1, 1, "1", n))
        refused(store, lambda n=n: results.save(store, key, n, {1: ("1", 1)}))
        refused(store, lambda n=n: results.board_view(store, key, n))
        refused(store, lambda n=n: members.give_role(store, n, "arbiter"))
        refused(store, lambda n=n: members.set_initial(store, n, "standard", 1500))
    refused(store, lambda: drafts.discard(store, key, 2**70))
    refused(store, lambda: ratings.member_rows(store, "standard", 2**70))
    refused(store, lambda: profile.games(store, 2**70, "standard"))


@pytest.mark.parametrize("given", TEXTS)
def test_texts_that_no_database_holds(store, given):
    key = club_event(store, 2, 3)
    for act in (
        lambda: events.create(store, given),
        lambda: events.change(store, key, name=given),
        lambda: entries.add_entry(store, key, given),
        lambda: entries.add_entry(store, key, "N", birth=given[:10]),
        lambda: members.add_person(store, given, "issuer|subject"),
        lambda: members.change_club(store, name=given),
    ):
        assert given not in refused(store, act)


def test_names_that_are_none_or_too_long(store):
    refused(store, lambda: members.change_club(store, name=" \n "))
    refused(store, lambda: members.add_person(store, " ", "issuer|subject"))
    refused(store, lambda: members.add_person(store, "N", ""))
    members.change_club(store, name="Chess\n  club")
    assert members.the_club(store)["name"] == "Chess club"
    long = ",".join(f"BH/C{n}" for n in range(1, 90))  # 7 or 8 characters each
    assert "400" in refused(store, lambda: events.create(store, "Long", tie_breaks=long))


def test_settings_that_are_none(store):
    key = club_event(store, 2, 3)
    for rated in (None, "", "x", 1, 1.5, [], float("nan")):
        refused(store, lambda rated=rated: events.change(store, key, rated=rated))
    for scoring in ({"win": "x"}, {"gewonnen": 1}, {"win": float("nan")}, {"win": -1e308}, {"win": None}, {"win": True}, 3, "ab"):
        refused(store, lambda scoring=scoring: events.create(store, "S", scoring=scoring))
    made = events.create(store, "S", scoring={"win": 3, "draw": 1, "pab": None})
    scoring = store.tournament(made).sheet.scoring
    assert (scoring.win, scoring.draw, scoring.loss, scoring.pab) == (3.0, 1.0, 0.0, None)


def test_no_fewer_rounds_than_are_made(store):
    """Else a table of two rounds would be the final one of an event that says it has one."""
    key = club_event(store, 4, 3)
    typed(store, key, (1, 2), (3, 4), codes="10")
    rounds.set_round(store, key, [(1, 3), (2, 4)])
    sentence = refused(store, lambda: events.change(store, key, planned=1))
    assert "2 rounds" in sentence
    rounds.remove(store, key, 2)
    events.change(store, key, planned=1)
    finishing.finish(store, key)
    assert len(finishing.final(store, key)) == 4


def test_an_event_without_players_has_an_empty_table(store):
    for system in ("swiss", "round-robin"):
        assert standings(store.tournament(events.create(store, "Empty", system=system))).empty


def test_a_day_is_a_date_or_its_text(store):
    key = club_event(store, 2, 1)
    typed(store, key, (1, 2))
    play(store, key, 1, "1")
    refused(store, lambda: finishing.finish(store, key, 20260101))
    finishing.finish(store, key, date(2026, 3, 1))
    assert events.listing(store)["ended"].tolist() == ["2026-03-01"]
    with pytest.raises(StoreError):
        finishing.finish(store, key)


def test_members_that_nobody_is(store):
    """An import links to whole numbers only, and SQLite would take True for member 1."""
    members.add_member(store, "M")
    tournament = two_players()
    for number in (2**70, "x", 1.5, True, float("nan"), -1, 99):
        refused(store, lambda number=number: save(store, prepare(store, tournament), members={1: number}))
    save(store, prepare(store, tournament), members={1: 1})


def two_players():
    """Two players and a game."""
    return chessdash.read(text(["- 2w1", "- 1b0"]).encode())


def test_a_file_with_a_rating_that_nobody_has(store):
    """TRF has room for 9999; 4000 is the most that files of other kinds and rating lists may say."""
    for rating, fits in ((4000, True), (4001, False), (9999, False)):
        lines = text(["- 2w1", "- 1b0"]).splitlines()
        at = next(n for n, line in enumerate(lines) if line.startswith("001"))
        lines[at] = f"{lines[at][:48]}{rating}{lines[at][52:]}"
        tournament = chessdash.read("\n".join(lines).encode())
        assert tournament.players.loc[1, "rating"] == rating
        if fits:
            store.import_(tournament)
        else:
            assert f"is {rating}, and nobody has one above 4000" in refused(store, lambda t=tournament: store.import_(t))
