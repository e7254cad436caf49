"""Laws of army games' pairings: everybody once, the bye to one of the fewest, no needless rematch, one draw a seed."""

from dataclasses import replace
from functools import cache

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from chessdash import army
from chessdash.army.rounds import meetings
from chessdash.matching import maximum, pair_off, size
from chessdash.tournament import Tournament

WON = {"1": "10", "=": "==", "0": "01", "+": "+-", "-": "-+"}


def played(tournament, frame, results, absent=()):
    """The event with this round: a result for each game from White's side, a bye as U, absence as Z."""
    sheet = tournament.sheet
    row = {int(no): i for i, no in enumerate(sheet.players["no"])}
    opponent = np.zeros(tournament.size, np.int32)
    colour, result = (np.full(tournament.size, ord(letter), np.uint8) for letter in "-Z")
    games = iter(results)
    for white, black in frame[["white", "black"]].to_numpy().tolist():
        if not black:
            result[row[white]] = ord("U")
            continue
        for no, other, side, mark in zip((white, black), (black, white), "wb", WON[next(games)], strict=True):
            opponent[row[no]], colour[row[no]], result[row[no]] = other, ord(side), ord(mark)
    new = {"opponent": opponent, "colour": colour, "result": result}
    return Tournament(replace(sheet, **{name: np.column_stack([getattr(sheet, name), one]) for name, one in new.items()}))


def fewest_rematches(present, times):
    """The fewest rematches of any pairing of these start numbers, an even number, by trying all."""

    @cache
    def least(left):
        if not left:
            return 0
        one, *rest = left
        return min((times[one - 1, no - 1] > 0) + least(tuple(n for n in rest if n != no)) for no in rest)

    return least(tuple(present))


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_every_round_of_an_event(data):
    size_ = data.draw(st.integers(2, 8))
    rounds = data.draw(st.integers(1, 6))
    tournament = army.empty_event([f"P{n}" for n in range(size_)], rounds=rounds)
    for _ in range(rounds):
        seed = data.draw(st.integers(0, 9))
        there = {int(no) for no in tournament.crosstable.number[army.still_there(tournament)]}
        absent = set() if len(there) < 4 else data.draw(st.sets(st.sampled_from(sorted(there)), max_size=1))
        frame = army.next_round(tournament, seed, absent=absent)
        assert frame.equals(army.next_round(tournament, seed, absent=absent))
        holds(tournament, frame, there - absent)
        games = int((frame["black"] > 0).sum())
        tournament = played(tournament, frame, data.draw(st.lists(st.sampled_from("1=0+-"), min_size=games, max_size=games)))
    assert tournament.faults.query("severity == 'error'").empty


def holds(tournament, frame, present):
    """What every pairing must keep."""
    pairs = frame[["white", "black"]].to_numpy()
    assert sorted(pairs[pairs > 0]) == sorted(present)
    assert (pairs[:-1] > 0).all() and (pairs[-1, 1] == 0) == (len(present) % 2 == 1)
    table = tournament.crosstable
    score, times = table.score, meetings(table)
    free = int(pairs[-1, 0]) if len(present) % 2 else 0
    byes = [0]
    if free:
        least = min(score[no - 1] for no in present)
        assert score[free - 1] == least
        lowest = [no for no in present if score[no - 1] == least]
        had = {no for no in lowest if (tournament.sheet.result[no - 1] == ord("U")).any()}
        byes = [no for no in lowest if no not in had] or lowest
        assert free in byes
    need = min(fewest_rematches(sorted(present - {bye}), times) for bye in byes)
    games = pairs[pairs[:, 1] > 0]
    again = [(w, b) for w, b in games.tolist() if times[w - 1, b - 1]]
    if table.rounds:
        assert len(again) == need == len(frame.attrs["rematches"])
    assert (frame.attrs["notes"] != []) == bool(free or again) or not table.rounds


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 9), st.randoms(use_true_random=False))
def test_a_maximum_matching_has_as_many_pairs_as_any(n, random):
    share = random.random()
    allowed = np.zeros((n, n), bool)
    for one in range(n):
        for other in range(one):
            allowed[one, other] = allowed[other, one] = random.random() < share
    mates = maximum(allowed)
    assert all(mate == -1 or (mates[mate] == one and allowed[one, mate]) for one, mate in enumerate(mates))

    @cache
    def most(left):
        if not left:
            return 0
        one, *rest = left
        met = (1 + most(tuple(k for k in rest if k != other)) for other in rest if allowed[one, other])
        return max([most(tuple(rest)), *met])

    assert size(mates) == most(tuple(range(n)))


def test_large_fields_after_many_rounds():
    """300 players of whom each has met 280 others (round robin by circle): a pairing without rematch exists and is found."""
    players, rounds = 300, 280
    met = np.zeros((players, players), int)
    circle = list(range(1, players))
    for _ in range(rounds):
        line = [0, *circle]
        for one, other in zip(line[: players // 2], reversed(line[players // 2 :]), strict=True):
            met[one, other] = met[other, one] = 1
        circle = circle[-1:] + circle[:-1]
    pairs = pair_off(met)
    assert sorted(np.ravel(pairs)) == list(range(players))
    assert not any(met[one, other] for one, other in pairs)


def test_the_top_meets_the_nearest_it_has_not_met():
    """Two blocks of three, who met inside each: every pair joins the blocks; the first of one meets the first of the other."""
    met = np.kron(np.eye(2, dtype=int), 1 - np.eye(3, dtype=int))
    assert pair_off(met) == [(0, 3), (1, 4), (2, 5)]
    # nobody met: by place; all met once but 0 and 1 twice: three rematches, the double one avoided
    assert pair_off(np.zeros((6, 6), int)) == [(0, 1), (2, 3), (4, 5)]
    everyone = 1 - np.eye(4, dtype=int)
    everyone[0, 1] = everyone[1, 0] = 2
    assert pair_off(everyone) == [(0, 2), (1, 3)]
