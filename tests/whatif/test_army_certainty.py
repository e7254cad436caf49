"""Certain and out in army games: every way that tiny events can go on by their own rules, and ends by hand."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import chessdash
from chessdash import army
from chessdash.tournament import Tournament
from chessdash.whatif.certainty import certainty
from tests.test_army import ALL_DRAWS, LAST_IS_UNDEFEATED, game

RESULTS = ("10", "==", "01")
LEVEL = ["- 2w=", "- 1b=", "- 4w=", "- 3b="]  # after round 1 all are undefeated


def pairings(rows: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to pair these rows, with one of an odd number free."""
    if not rows:
        yield []
        return
    first, rest = rows[0], rows[1:]
    if len(rows) % 2:
        for more in pairings(rest):
            yield [(first,), *more]
        if len(rows) == 1:
            return
    for other in rest:
        for more in pairings(tuple(row for row in rest if row != other)):
            yield [(first, other), *more]


def rounds_to_come(one: Tournament) -> Iterator[Tournament]:
    """The event with one more round, in every way: pairings and byes that it has stand, whoever has left stays away."""
    sheet, r = one.sheet, one.rounds_played
    numbers = np.asarray(sheet.players["no"])
    asked = {int(no): letter for round, no, letter in one.byes.itertuples(index=False) if round == r + 1}
    boards = []
    if r < sheet.result.shape[1]:
        boards = [(i, int(np.flatnonzero(numbers == no)[0])) for i, no in enumerate(sheet.opponent[:, r]) if no > 0]
    if boards:
        ways = [[pair for pair in boards if pair[0] < pair[1]]]
    else:
        here = army.still_there(one) & ~np.isin(numbers, list(asked))
        ways = list(pairings(tuple(np.flatnonzero(here).tolist())))
    for pairs in ways:
        games = [pair for pair in pairs if len(pair) == 2]
        for ends in product(RESULTS, repeat=len(games)):
            cells = {"opponent": np.zeros(one.size, np.int32), "colour": np.full(one.size, ord("-"), np.uint8)}
            cells["result"] = np.array([ord(asked.get(int(no), "Z")) for no in numbers], np.uint8)
            for pair in pairs:
                if len(pair) == 1:
                    cells["result"][pair[0]] = ord("U")
            for (a, b), end in zip(games, ends, strict=True):
                cells["opponent"][[a, b]] = numbers[[b, a]]
                cells["colour"][[a, b]] = list(b"wb")
                cells["result"][[a, b]] = list(end.encode())
            grown = {name: np.column_stack([getattr(sheet, name)[:, :r], cell]) for name, cell in cells.items()}
            for name, written in grown.items():  # rounds that the file has already
                grown[name] = np.column_stack([written, getattr(sheet, name)[:, r + 1 :]])
            yield Tournament(replace(sheet, **grown))


def every_end(one: Tournament) -> Iterator[Tournament]:
    """All ends of the planned rounds, each as soon as ``army.state`` says so."""
    for after in rounds_to_come(one):
        if army.state(after).over or after.rounds_played >= one.rounds_planned:
            yield after
        else:
            yield from every_end(after)


THREE = ["- 2w=", "- 1b=", "- -U"]
TWO_OF_THREE = ["- 2w1", "- 1b0", "- -U"]  # undefeated
CASES = {  # with whether some way to go on ends early
    "of two rounds the second always comes": (game(LEVEL, rounds=2), False),
    "three": (game(TWO_OF_THREE, rounds=3), True),
    "a full bye that may never come": (game(TWO_OF_THREE, rounds=3, records=["240 F   3    2"]), True),
    "a full bye of four": (game(["- 2w1 3w", "- 1b0 4w", "- 4w1 1b", "- 3b0 2b"], rounds=3, records=["240 F   3    4"]), True),
    "a bye in the next round, which is sure": (game(THREE, rounds=3, records=["240 F   2    2"]), False),
    "paired to the end": (game(["- 2w1 3w 4w", "- 1b0 4w 3b", "- 4w= 1b 2w", "- 3b= 2b 1b"], rounds=3), True),
    "before round 1": (game(["-", "-", "-"], rounds=2), False),
}


@pytest.mark.parametrize("case", CASES)
def test_no_end_by_its_rules_contradicts_a_verdict(case):
    one, ends_early = CASES[case]
    frames = {places: certainty(one, places=places) for places in (1, 2)}
    lengths, points = set(), []
    for after in every_end(one):
        table = chessdash.standings(after).sort_index()
        lengths.add(after.rounds_played)
        points.append(table["PTS"].to_numpy())
        for places, unsorted in frames.items():
            frame = unsorted.sort_index()
            assert (table["rank"][frame["verdict"] == "certain"] <= places).all()
            assert (table["rank"][frame["verdict"] == "out"] > places).all()
    frame = frames[1].sort_index()
    assert (frame["least"] <= np.min(points, 0)).all() and (frame["most"] >= np.max(points, 0)).all()
    assert len(points) >= 9 and (min(lengths) < one.rounds_planned) == ends_early and max(lengths) == one.rounds_planned


def test_a_bye_of_a_round_that_may_never_come_is_no_sure_points():
    """2 has no point and a full bye in round 3, of 3 points; the event may end before. With one point and a bye in round 2, the
    next one, 4 points are sure."""
    assert certainty(CASES["a full bye that may never come"][0]).loc[2, ["least", "most"]].tolist() == [0.0, 6.0]
    assert certainty(CASES["a bye in the next round, which is sure"][0]).loc[2, ["least", "most"]].tolist() == [4.0, 7.0]


def test_a_bye_of_the_next_round_is_not_sure_while_a_board_is_open():
    """Round 2: 1 beats 3 or loses to it. If 1 wins, it alone is undefeated, and the event is over before round 3."""
    one = game(["- 2w1 3w", "- 1b0 4w0", "- 4w1 1b", "- 3b0 2b1"], rounds=3, records=["240 F   3    4"])
    assert army.state(one).reason == "running"
    assert certainty(one).loc[4, ["least", "most"]].tolist() == [3.0, 6.0]


def test_an_event_that_its_rules_ended_has_its_ranks():
    """After round 2 of 4 only 1 is undefeated: 6 points, 2 and 3 have 3 each, with schedules of 6 + 0 and 0 + 6."""
    frame = certainty(game(["- 2w1 3b1", "- 1b0 4w1", "- 4w1 1w0", "- 3b0 2b0"], rounds=4))
    assert frame["verdict"].to_dict() == {1: "certain", 2: "out", 3: "out", 4: "out"}
    assert frame.loc[1, "reason"] == "The event is over: rank 1." and frame.attrs["over"]
    assert (frame["least"] == frame["most"]).all()
    # the one undefeated is last here, and the others share first place but for their army points
    frame = certainty(game(LAST_IS_UNDEFEATED, (1, 30, 20, 10), rounds=5))
    assert frame["verdict"].to_dict() == {2: "certain", 3: "out", 4: "out", 1: "out"}


def test_an_event_that_waits_for_army_points_is_not_settled():
    """2, 3 and 4 are level on 4 points and 11 of schedule; 1 has 3 points. No round is left, only the points are missing."""
    frame = certainty(game(LAST_IS_UNDEFEATED, (1, 30, None, 10), rounds=5))
    assert frame["verdict"].to_dict() == {2: "tie-break", 3: "tie-break", 4: "tie-break", 1: "out"}
    assert (frame["least"] == frame["most"]).all() and not frame.attrs["over"]


def test_a_further_round_that_is_proposed_is_still_to_come():
    """All four drew all three games: 3 points, 9 of schedule, the same army points. In round 4 each can win or lose."""
    one = game(ALL_DRAWS, (5, 5, 5, 5))
    assert army.state(one).reason == "further_round"
    frame = certainty(one)
    assert set(frame["verdict"]) == {"open"} and not frame.attrs["over"]
    assert (frame["least"] == 3).all() and (frame["most"] == 6).all()
