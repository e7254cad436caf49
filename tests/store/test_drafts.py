"""Drafts of one person in two windows: what a window saves or throws away is what it showed, or nothing."""

from contextlib import nullcontext

import pytest

from chessdash.store import drafts, results
from tests.store.clubs import club_event, play, someone, typed, versions


@pytest.fixture
def key(store):
    """Six players; round 1 is published: three boards, the third won by Black."""
    made = club_event(store, 6, 3)
    typed(store, made, (1, 2), (3, 4), (5, 6))
    play(store, made, 1, {3: "0"})
    return made


def codes(store, key):
    return "".join(results.board_view(store, key, 1)["code"])


CASES = {  # codes by board: drafts that a window showed, drafts in the store by now, boards that are named (none: it is saved)
    "the same": ({1: "1", 2: "="}, {1: "1", 2: "="}, []),
    "another result": ({1: "1"}, {1: "0"}, [1]),
    "one more": ({1: "1"}, {1: "1", 2: "0"}, [2]),
    "one less": ({1: "1", 2: "="}, {2: "="}, [1]),
    "all gone": ({1: "1", 2: "="}, {}, [1, 2]),
    "another and one more": ({1: "1"}, {1: "0", 2: "0"}, [1, 2]),
    "none": ({}, {}, []),
    "what is stored is no draft": ({1: "1", 3: "0"}, {1: "1"}, []),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("what", ["save", "discard"])
def test_what_a_window_showed_or_nothing(store, key, what, case):
    showed, there, named = CASES[case]
    seen = versions(store, key, 1)
    drafts.keep(store, key, 1, {board: (code, seen[board]) for board, code in there.items()})
    shown = {board: (code, seen[board]) for board, code in showed.items()}
    before = drafts.mine(store, key, 1)
    assert before == {board: (code, seen[board]) for board, code in there.items()}
    with pytest.raises(drafts.Changed) if named else nullcontext() as caught:
        if what == "save":
            results.save(store, key, 1, shown, seen=shown)
        else:
            drafts.discard(store, key, 1, seen=shown)
    wanted = "".join(showed.get(board, "*") for board in (1, 2)) + "0" if what == "save" and not named else "**0"
    assert codes(store, key) == wanted
    assert drafts.mine(store, key, 1) == (before if named else {})
    if named:
        assert caught.value.boards == named
        assert str(caught.value).startswith(f"Board{'s' if len(named) > 1 else ''} {', '.join(map(str, named))} w")


def test_the_version_belongs_to_a_draft(store, key):
    """The other window has seen what somebody else stored, and has chosen again; this one has not."""
    seen = versions(store, key, 1)
    drafts.keep(store, key, 1, {1: ("1", seen[1])})
    shown = drafts.mine(store, key, 1)
    play(someone(store, "arbiter"), key, 1, {1: "="})
    drafts.keep(store, key, 1, {1: ("1", seen[1] + 1)})
    with pytest.raises(drafts.Changed) as caught:
        results.save(store, key, 1, shown, seen=shown)
    assert caught.value.boards == [1] and codes(store, key) == "=*0"
    shown = drafts.mine(store, key, 1)
    assert results.save(store, key, 1, shown, seen=shown) == 1 and codes(store, key) == "1*0"


def test_drafts_of_somebody_else_do_not_matter(store, key):
    other, seen = someone(store, "arbiter"), versions(store, key, 1)
    drafts.keep(other, key, 1, {1: ("0", seen[1])})
    drafts.keep(store, key, 1, {2: ("1", seen[2])})
    shown = drafts.mine(store, key, 1)
    assert results.save(store, key, 1, shown, seen=shown) == 1
    assert codes(store, key) == "*10" and drafts.mine(other, key, 1) == {1: ("0", seen[1])}


def test_a_draft_that_was_kept_and_is_not_saved_yet_stays(store, key):
    """Pressed after Enter: seen by the window, and not among what it saves."""
    seen = versions(store, key, 1)
    drafts.keep(store, key, 1, {1: ("1", seen[1]), 2: ("0", seen[2])})
    shown = drafts.mine(store, key, 1)
    assert results.save(store, key, 1, {1: shown[1]}, seen=shown) == 1
    assert codes(store, key) == "1*0" and drafts.mine(store, key, 1) == {2: ("0", seen[2])}
