"""Results: saved against what was seen or not at all, logged after the first, drafts kept; the tournament shows exactly them."""

import numpy as np
import pytest

from chessdash.errors import AccessError, StoreError
from chessdash.store import drafts, entries, events, importing, results, rounds
from chessdash.whatif.results import boards, with_results
from tests import simulated
from tests.events import event
from tests.store.clubs import club_event, logged, pairs, play, someone, typed, versions

CODES = "1=0+-x*"


@pytest.fixture
def round_one(store):
    """Six players, round 1 published, no results."""
    key = club_event(store, 6, 4)
    typed(store, key, (1, 4), (5, 2), (3, 6))
    return key


def view(store, key, round=1):
    return results.board_view(store, key, round).set_index("board")


def test_the_page_shows_the_boards(store, round_one):
    shown = results.board_view(store, round_one, 1)
    assert shown["board"].tolist() == [1, 2, 3] and shown["white_name"].tolist() == ["P01", "P05", "P03"]
    assert shown["code"].tolist() == ["*"] * 3 and shown["by"].tolist() == [""] * 3 and not shown["outdated"].any()
    assert shown.attrs["rounds"] == [1] and shown.attrs["byes"] == [] and not shown.attrs["finished"]
    play(store, round_one, 1, "1=x")
    rounds.set_round(store, round_one, [(1, 2), (3, 4)], {5: "U", 6: "H"})
    rounds.publish(store, round_one, 2)
    after = results.board_view(store, round_one, 2)
    # 1 won, 5 and 2 drew, 3 and 6 lost by forfeit
    assert after[["white_points", "black_points"]].to_numpy().tolist() == [[1, 0.5], [0, 0]]
    assert after.attrs["byes"] == [(5, "P05", "U"), (6, "P06", "H")] and after.attrs["rounds"] == [1, 2]
    first = results.board_view(store, round_one, 1)
    assert first["by"].tolist() == ["Owner"] * 3 and (first["at"].str.len() == 20).all()


def test_only_changed_boards_are_saved_and_count_a_version_up(store, round_one):
    seen = versions(store, round_one, 1)
    changes = {board: ("1", seen[board]) for board in (1, 2)}
    assert results.save(store, round_one, 1, changes) == 2
    assert versions(store, round_one, 1) == {1: seen[1] + 1, 2: seen[2] + 1, 3: seen[3]}
    again = {1: ("1", seen[1] + 1), 2: ("0", seen[2] + 1)}
    assert results.save(store, round_one, 1, again) == 1
    assert versions(store, round_one, 1) == {1: seen[1] + 1, 2: seen[2] + 2, 3: seen[3]}
    assert results.save(store, round_one, 1, {}) == 0


def test_nothing_is_saved_where_somebody_else_was_first(store, round_one):
    seen = versions(store, round_one, 1)
    other = someone(store, "arbiter")
    results.save(other, round_one, 1, {2: ("=", seen[2])})
    before = view(store, round_one), events.revision(store, round_one)
    with pytest.raises(results.Conflict, match="Nothing was saved: the result of board 2") as refused:
        results.save(store, round_one, 1, {1: ("1", seen[1]), 2: ("0", seen[2]), 3: ("0", seen[3])})
    assert view(store, round_one).equals(before[0]) and events.revision(store, round_one) == before[1]
    (row,) = refused.value.frame.to_dict("records")
    assert row == {
        "board": 2, "white": 5, "black": 2, "white_name": "P05", "black_name": "P02", "stored": "=", "yours": "0",
        "by": "A. Visser", "at": before[0]["at"][2], "version": seen[2] + 1,
    }  # fmt: skip
    checked = {1: ("1", seen[1]), 2: ("0", row["version"]), 3: ("0", seen[3])}
    assert results.save(store, round_one, 1, checked) == 3
    assert "".join(view(store, round_one)["code"]) == "100"


def test_the_same_result_by_two_people_is_no_conflict(store, round_one):
    seen = versions(store, round_one, 1)
    assert results.save(someone(store, "arbiter"), round_one, 1, {1: ("1", seen[1])}) == 1
    assert results.save(store, round_one, 1, {1: ("1", seen[1])}) == 0
    assert view(store, round_one)["by"][1] == "A. Visser"


def test_a_page_from_before_the_round_was_made_anew_saves_nothing(store, round_one):
    """Board 1 has other players now, and a version that board 1 never had."""
    seen = versions(store, round_one, 1)
    rounds.unpublish(store, round_one, 1)
    rounds.set_round(store, round_one, [(2, 1), (3, 4), (5, 6)])
    rounds.publish(store, round_one, 1)
    with pytest.raises(results.Conflict):
        results.save(store, round_one, 1, {1: ("1", seen[1])})
    assert view(store, round_one)["code"].tolist() == ["*"] * 3


def test_a_version_from_the_future_saves_nothing(store, round_one):
    """As a page has it that was open while an older backup was restored."""
    seen = versions(store, round_one, 1)
    with pytest.raises(results.Conflict):
        results.save(store, round_one, 1, {1: ("1", seen[1] + 1)})
    assert view(store, round_one)["code"].tolist() == ["*"] * 3


def test_a_change_after_the_first_result_is_logged(store, round_one):
    play(store, round_one, 1, {1: "1", 2: "="})
    assert logged(store, "result") == []
    arbiter = someone(store, "arbiter")
    play(arbiter, round_one, 1, {1: "*", 2: "0", 3: "+"})
    play(store, round_one, 1, {1: "x"})
    assert logged(store, "result") == [
        ("A. Visser", "round 1, board 1", "1-0", ""),
        ("A. Visser", "round 1, board 2", "½-½", "0-1"),
        ("Owner", "round 1, board 1", "", "-/-"),
    ]


REFUSED = [
    ({4: ("1", 0)}, 1, "has no board 4; its boards are 1 to 3"),
    ({1: ("2", 0)}, 1, "'2' is no result of board 1; there are 1 = 0 \\+ - x \\*"),
    ({1: ("", 0)}, 1, "'' is no result"),
    ({1: (None, 0)}, 1, "'None' is no result"),
    ({1: ("1", None)}, 1, "needs the version"),
    ({1: ("1", "2")}, 1, "needs the version"),
    ({"1": ("1", 0)}, 1, "a mapping from boards"),
    ({1: "1"}, 1, "a mapping from boards"),
    ([(1, "1")], 1, "a mapping from boards"),
    ({1: ("1", 0)}, 2, "Round 2 of Test is not published"),
    ({1: ("1", 0)}, 3, "Round 3 of Test is not made yet"),
]


def test_what_cannot_be_saved_is_one_sentence(store, round_one):
    rounds.set_round(store, round_one, [(1, 2)])
    before = view(store, round_one)
    for changes, round, sentence in REFUSED:
        with pytest.raises(StoreError, match=sentence):
            results.save(store, round_one, round, changes)
    assert view(store, round_one).equals(before)
    with pytest.raises(StoreError, match="There is no event nowhere"):
        results.save(store, "nowhere", 1, {1: ("1", 0)})
    with pytest.raises(StoreError, match="not published"):
        results.board_view(store, round_one, 2)


def test_a_finished_event_takes_no_results(store, round_one):
    from sqlalchemy import update

    from chessdash.store import editing, withdrawal
    from chessdash.store.connect import writing
    from chessdash.store.schema import event as table

    play(store, round_one, 1, "111")
    with writing(store.engine) as connection:
        connection.execute(update(table).where(table.c.key == round_one).values(state="finished", ended="2026-05-01"))
    seen = versions(store, round_one, 1)
    for act in (
        lambda: results.save(store, round_one, 1, {1: ("0", seen[1])}),
        lambda: results.draft(store, round_one, 1, 1, "0", seen[1]),
        lambda: rounds.pair_round(store, round_one),
        lambda: rounds.set_round(store, round_one, [(1, 2)]),
        lambda: entries.add_entry(store, round_one, "X"),
        lambda: editing.set_bye(store, round_one, 2, 1, "H"),
        lambda: withdrawal.withdraw(store, round_one, 1),
    ):
        with pytest.raises(StoreError, match="Test is finished"):
            act()


def test_who_may_enter_results(store, round_one):
    seen = versions(store, round_one, 1)
    visitor = someone(store, None, "V. Isitor")
    for act in (
        lambda: results.save(visitor, round_one, 1, {1: ("1", seen[1])}),
        lambda: results.draft(visitor, round_one, 1, 1, "1", seen[1]),
        lambda: results.drafts(visitor, round_one, 1),
        lambda: results.discard(visitor, round_one, 1),
        lambda: results.board_view(visitor, round_one, 1),
    ):
        with pytest.raises(AccessError):
            act()
    for role in ("owner", "administrator", "arbiter"):
        play(someone(store, role, role), round_one, 1, {1: {"owner": "1", "administrator": "=", "arbiter": "0"}[role]})
    assert view(store, round_one)["by"][1] == "arbiter"


# Drafts


def test_drafts_outlive_the_page_and_end_with_the_save(store, round_one):
    seen = versions(store, round_one, 1)
    revision = events.revision(store, round_one)
    at = results.draft(store, round_one, 1, 1, "1", seen[1])
    results.draft(store, round_one, 1, 2, "0", seen[2])
    results.draft(store, round_one, 1, 2, "=", seen[2])
    kept = results.drafts(store, round_one, 1)
    assert kept[["board", "code", "version", "outdated"]].to_numpy().tolist() == [
        [1, "1", seen[1], False],
        [2, "=", seen[2], False],
    ]
    assert at == kept["at"][0] and events.revision(store, round_one) == revision
    assert view(store, round_one)["draft"].tolist() == ["1", "=", ""]
    assert results.drafts(someone(store, "arbiter"), round_one, 1).empty
    results.save(store, round_one, 1, {1: ("1", seen[1])})
    assert results.drafts(store, round_one, 1)["board"].tolist() == [2]
    assert results.discard(store, round_one, 1) == 1 and results.drafts(store, round_one, 1).empty


def test_the_stored_result_is_no_draft(store, round_one):
    play(store, round_one, 1, {1: "1"})
    seen = versions(store, round_one, 1)
    results.draft(store, round_one, 1, 1, "0", seen[1])
    results.draft(store, round_one, 1, 1, "1", seen[1])
    assert results.drafts(store, round_one, 1).empty


def test_a_draft_against_an_older_result_says_so(store, round_one):
    seen = versions(store, round_one, 1)
    results.draft(store, round_one, 1, 1, "1", seen[1])
    results.draft(store, round_one, 1, 2, "1", seen[2])
    play(someone(store, "arbiter"), round_one, 1, {1: "="})
    kept = results.drafts(store, round_one, 1)
    assert kept[["board", "code", "stored", "stored_version", "outdated"]].to_numpy().tolist() == [
        [1, "1", "=", seen[1] + 1, True],
        [2, "1", "*", seen[2], False],
    ]
    with pytest.raises(results.Conflict):
        results.save(store, round_one, 1, {row.board: (row.code, row.version) for row in kept.itertuples()})
    assert len(results.drafts(store, round_one, 1)) == 2
    assert results.discard(store, round_one, 1, [1]) == 1


def test_drafts_that_cannot_be(store, round_one):
    for arguments, sentence in (
        ((1, 9, "1", 0), "has no board 9"),
        ((1, 1, "2", 0), "is no result"),
        ((2, 1, "1", 0), "Round 2 of Test is not made"),
        ((1, 1, "1", None), "needs the version"),
    ):
        with pytest.raises(StoreError, match=sentence):
            results.draft(store, round_one, *arguments)


def test_drafts_go_with_their_boards(store, round_one):
    seen = versions(store, round_one, 1)
    drafts.draft(store, round_one, 1, 1, "1", seen[1])
    rounds.unpublish(store, round_one, 1)
    rounds.publish(store, round_one, 1)
    assert len(drafts.drafts(store, round_one, 1)) == 1  # the same boards
    rounds.unpublish(store, round_one, 1)
    rounds.set_round(store, round_one, [(1, 2), (3, 4), (5, 6)])
    rounds.publish(store, round_one, 1)
    assert drafts.drafts(store, round_one, 1).empty


# The tournament shows exactly these results


@pytest.mark.parametrize("seed", range(3))
def test_the_tournament_shows_exactly_the_results(store, seed):
    """Random results of random boards, in rounds that had results and in the next one, against ``with_results``."""
    random = np.random.default_rng(seed)
    table = simulated.table(11, 5, seed, byes="some")
    lines = [line.rsplit(" ", 1) for line in simulated.lines(table)]
    start = event([f"{head} {last[:-1] if last[0] != '-' else last}" for head, last in lines], rounds=6)  # round 5 is paired
    key = importing.save(store, importing.prepare(store, start, name="Test"))
    expected = events.tournament(store, key)
    for _ in range(8):
        round = int(random.integers(1, 6))
        seated = pairs(store, key, round)
        chosen = random.choice(len(seated), int(random.integers(1, len(seated) + 1)), replace=False)
        wanted = {int(at) + 1: str(random.choice(list(CODES))) for at in chosen}
        play(store, key, round, wanted)
        expected = with_results(expected, {(round, seated[board - 1][0]): code for board, code in wanted.items()})
        stored = events.tournament(store, key)
        assert stored.equals(expected)
        shown = view(store, key, round)
        by_white = boards(stored, round).set_index("white")["result"]
        assert dict(zip(shown["white"], shown["code"], strict=True)) == by_white.to_dict()


def test_a_game_of_less_than_a_move_stays_one(store):
    start = event(["2000 2wW", "1900 1bL", "1800 4w=", "1700 3b="], rounds=2)
    key = importing.save(store, importing.prepare(store, start, name="Test"))
    play(store, key, 1, "=0")
    assert events.tournament(store, key).results["result"].tolist() == ["D", "D", "0", "1"]
    assert logged(store, "result") == [
        ("Owner", "round 1, board 1", "1-0", "½-½"),
        ("Owner", "round 1, board 2", "½-½", "0-1"),
    ]
