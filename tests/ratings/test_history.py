"""The history of a time control: by hand, against a plain loop with fractions, and recomputed against all anew."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chessdash.errors import DataError
from chessdash.ratings import run
from chessdash.ratings.history import EventGames, History, State, history, recomputed
from chessdash.ratings.tables import PD, WIDEST

NUMBERS = ("member", "before", "k", "games", "points", "expected", "change", "after")
Game = tuple[int, int, float]


def finished(event: int, games: list[Game]) -> EventGames:
    white, black, result = zip(*games, strict=True) if games else ((), (), ())
    return EventGames(event, np.array(white, np.int64), np.array(black, np.int64), np.array(result, float))


def rows(found: History) -> list[tuple[float, ...]]:
    return list(found.frame()[["event", *NUMBERS]].itertuples(index=False, name=None))


FOUR = [
    (0, 3, 1.0),
    (1, 2, 0.5),
    (2, 0, 1.0),
    (3, 1, 0.5),
    (1, 0, 0.5),
    (2, 3, 1.0),
]  # tables/four-players, rows from 0 there and here


def test_two_events_by_hand():
    """Everybody is new: K 40. Event 5 is tables/four-players with -.82, -.42, 1.05, .19 points: -32.8, -16.8, 42, 7.6.

    Event 9: 2067 and 1942 draw, D 125 (122-129): .67, 40 x .17 = 6.8; 1608 beats 1983, D 375 (375-391): .09, 40 x .91 = 36.4.
    """
    found = history(np.array([2100, 2000, 1900, 1600]), [finished(5, FOUR), finished(9, [(0, 2, 0.5), (3, 1, 1.0)])])
    assert rows(found) == [
        (5, 0, 2100, 40, 3, 1.5, 2.32, -33, 2067),
        (5, 1, 2000, 40, 3, 1.5, 1.92, -17, 1983),
        (5, 2, 1900, 40, 3, 2.5, 1.45, 42, 1942),
        (5, 3, 1600, 40, 3, 0.5, 0.31, 8, 1608),
        (9, 0, 2067, 40, 1, 0.5, 0.67, -7, 2060),
        (9, 1, 1983, 40, 1, 0.0, 0.91, -36, 1947),
        (9, 2, 1942, 40, 1, 0.5, 0.33, 7, 1949),
        (9, 3, 1608, 40, 1, 1.0, 0.09, 36, 1644),
    ]
    assert found.state.rating.tolist() == [2060, 1947, 1949, 1644]
    assert found.state_before(1).games.tolist() == [3, 3, 3, 3]
    assert found.of_member(3).tolist() == [3, 7]


def test_k_falls_with_games_and_with_2400_for_good():
    """Equals, D 0: K x ½. 29 games: 40, then 20; the first to reach 2400 has 10 from the next event on, below 2400 too."""
    win, loss = [(0, 1, 1.0)], [(0, 1, 0.0)]
    found = history(
        [2380, 2380], [finished(1, win), finished(2, win), finished(3, loss), finished(4, loss)], games_before=[29, 30]
    )
    first = found.frame().query("member == 0")
    assert first["k"].tolist() == [40, 10, 10, 10]
    assert first["before"].tolist()[:2] == [2380, 2400]
    assert first["after"].tolist()[-1] < 2400
    assert found.frame().query("member == 1")["k"].tolist() == [20, 20, 20, 20]
    assert history([2000, 2000], [finished(1, win)], games_before=[30, 30], peak_before=[2400, np.nan]).rows.k.tolist() == [
        10,
        20,
    ]
    assert history([2450, 2000], [finished(1, win)], games_before=[29, 30]).rows.k.tolist() == [40, 20], "40 goes before 10"


def test_real_differences_from_the_event_after_2650():
    """D 5 (4-10): .51, 10 x .49 = 4.9: 2650. Then D 650 (620-735): .99, 10 x .01 = .1, where 400 would give 10 x .08 = .8."""
    found = history([2645, 2640, 2000], [finished(1, [(0, 1, 1.0)]), finished(2, [(0, 2, 1.0)])], games_before=[30, 30, 30])
    assert found.frame().query("member == 0")[["before", "expected", "change"]].values.tolist() == [
        [2645, 0.51, 5],
        [2650, 0.99, 0],
    ]
    assert found.frame().query("member == 2")["expected"].tolist() == [0.08]


def test_k_times_games():
    """18 draws of equals are 700 / 18 = 38.9: K 38."""
    assert history([2000, 2000], [finished(1, [(0, 1, 0.5)] * 18)]).rows.k.tolist() == [38, 38]


def plain(start: State, events: list[EventGames]) -> list[tuple[float, ...]]:
    """The club's rules word for word: one game after the other, in fractions."""
    rating, games, reached = (
        list(map(kind, side)) for kind, side in ((int, start.rating), (int, start.games), (bool, start.reached))
    )
    found = []
    for event in events:
        points, expected, played = {}, {}, {}
        for white, black, result in zip(event.white.tolist(), event.black.tolist(), event.result.tolist(), strict=True):
            for own, other, score in ((white, black, result), (black, white, 1 - result)):
                difference = rating[own] - rating[other]
                if rating[own] < 2650:
                    difference = max(-400, min(400, difference))
                chance = Fraction(int(PD[max(-WIDEST, min(WIDEST, difference)) + WIDEST]), 100)
                points[own] = points.get(own, 0) + Fraction(score)
                expected[own] = expected.get(own, 0) + chance
                played[own] = played.get(own, 0) + 1
        for one in sorted(played):
            k = min(40 if games[one] < 30 else 10 if reached[one] else 20, 700 // played[one])
            exact = k * (points[one] - expected[one])
            change = int(abs(exact) + Fraction(1, 2)) * (1 if exact > 0 else -1)
            before, after = rating[one], rating[one] + change
            row = (one, before, k, played[one], float(points[one]), float(expected[one]), change, after)
            found.append((event.event, *row))
            rating[one], games[one], reached[one] = after, games[one] + played[one], reached[one] or after >= 2400
    return found


@pytest.mark.parametrize("mean", [1700, 2380, 2640])
@pytest.mark.parametrize("at_once", [1, 7, 128])
def test_many_events_are_the_plain_loop(mean, at_once, monkeypatch):
    """Around 2400, where K changes, and up to 2649, from where real differences begin; laid out by one, seven and many."""
    monkeypatch.setattr(run, "AT_ONCE", at_once)
    random, members = np.random.default_rng(mean), 30
    events = []
    for number in range(150):
        who = random.choice(members, 8, replace=False)
        pairs = random.permuted(np.tile(who, (random.integers(0, 6), 1)), axis=1).reshape(-1, 2)
        events.append(EventGames(number, pairs[:, 0], pairs[:, 1], random.choice([0, 0.5, 1], len(pairs))))
    start = State.of(np.clip(random.normal(mean, 250, members).round(), 1000, 2649), random.integers(0, 40, members))
    found = history(start.rating, events, games_before=start.games)
    assert rows(found) == plain(start, events)


initial = st.one_of(st.integers(1000, 2800), st.integers(2380, 2410), st.integers(2630, 2660))
MEMBERS = 5


@st.composite
def a_game(draw: st.DrawFn) -> Game:
    white = draw(st.integers(0, MEMBERS - 1))
    black = draw(st.integers(0, MEMBERS - 2))
    return white, black + (black >= white), draw(st.sampled_from((1.0, 0.5, 0.0)))


games = st.lists(a_game(), max_size=24)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("finish"), games),
        st.tuples(st.just("correct"), st.integers(0, 99), st.integers(0, 99), st.sampled_from((1.0, 0.5, 0.0))),
        st.tuples(st.just("initial"), st.integers(0, MEMBERS - 1), initial),
    ),
    max_size=16,
)


@settings(max_examples=60)
@given(
    st.lists(initial, min_size=MEMBERS, max_size=MEMBERS), st.lists(st.integers(0, 40), min_size=MEMBERS, max_size=MEMBERS), steps
)
def test_recomputing_is_computing_anew(ratings, before, sequence):
    """After every finish, correction and change of an initial rating the rows are, value for value, those of all anew."""
    events: list[list[Game]] = []
    known = history(ratings, [], games_before=before)
    for what, *given_ in sequence:
        since, start = len(events), None
        if what == "finish":
            events.append(given_[0])
        elif what == "correct":
            since = given_[0] % len(events) if events else 0
            if events and events[since]:
                board = given_[1] % len(events[since])
                events[since] = [*events[since]]
                events[since][board] = (*events[since][board][:2], given_[2])
        else:
            ratings = [*ratings]
            ratings[given_[0]] = given_[1]
            start = State.of(ratings, before)
        told = [finished(number, one) for number, one in enumerate(events)]
        known = recomputed(known, told, since, start)
        anew = history(ratings, told, games_before=before)
        assert known.equals(anew)
        assert rows(known) == plain(anew.start, told)


@settings(max_examples=40)
@given(st.lists(initial, min_size=MEMBERS, max_size=MEMBERS), st.lists(games, min_size=1, max_size=8), st.data())
def test_the_state_before_an_event_carries_on(ratings, events, data):
    """History from the middle, from ratings, games and 2400 alone, has the rows of the whole from there on."""
    told = [finished(number, one) for number, one in enumerate(events)]
    whole = history(ratings, told)
    at = data.draw(st.integers(0, len(told)))
    state = whole.state_before(at)
    rest = history(state.rating, told[at:], games_before=state.games, peak_before=np.where(state.reached, 2400.0, np.nan))
    assert rows(rest) == rows(whole)[int(whole.bounds[at]) :]
    assert (rest.state.rating == whole.state.rating).all() and (rest.state.reached == whole.state.reached).all()


def test_new_members_and_a_changed_one_who_never_played():
    """Members come behind the known ones; a changed initial rating of one who plays later only changes what is later."""
    told = [finished(1, [(0, 1, 1.0)]), finished(2, [(1, 2, 1.0)])]
    known = history([2000, 1900, 1800], told)
    more = [*told, finished(3, [(3, 0, 0.5)])]
    start = State.of([2000, 1900, 1500, 1700])
    assert recomputed(known, more, 2, start).equals(history([2000, 1900, 1500, 1700], more))


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ((0, 2, 1.0), "Event 7, game 2: expected two of the members"),
        ((-1, 1, 1.0), "Event 7, game 2: expected two of the members"),
        ((1, 1, 1.0), "Event 7, game 2: member 1 plays both sides"),
        ((0, 1, 0.7), "Event 7, game 2: expected the result 1, 0.5 or 0 of White, found 0.7."),
        ((0, 1, float("nan")), "found nan"),
    ],
)
def test_games_that_cannot_be(game, sentence):
    with pytest.raises(DataError, match=sentence):
        history([2000, 1900], [finished(3, []), finished(7, [(0, 1, 1.0), game])])


def test_what_is_refused():
    with pytest.raises(DataError, match="member 1 has to be a whole number, not nan"):
        history([2000, np.nan], [])
    known = history([2000, 1900], [finished(1, [(0, 1, 1.0)])])
    with pytest.raises(DataError, match="2 members were known before and only 1"):
        recomputed(known, [], 0, State.of([2000]))
    with pytest.raises(DataError, match="Events before place 2"):
        recomputed(known, [finished(2, []), finished(1, [])], 1)


def test_nothing_at_all():
    empty = history([], [])
    assert len(empty.frame()) == 0 and empty.state.rating.shape == (0,)
    assert rows(history([1500], [finished(1, []), finished(2, [])])) == []
