"""Rating changes of many games against the plain NumPy expression, and a club's history against a plain loop in Python."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from benchmarks.harness import Row, seconds
from chessdash.ratings.expected import game_changes
from chessdash.ratings.history import EventGames, History, history
from chessdash.ratings.tables import PD, WIDEST

GAMES = 10_000_000
EVENTS, MEMBERS, PLAYERS, ROUNDS = 20_000, 500, 40, 7
CAPPED = PD[WIDEST - 400 : WIDEST + 401] / 100  # PD in points by the difference + 400
Loop = tuple[int, list[int], list[int], list[float]]


def rows() -> Iterator[Row]:
    """Every row of this subject."""
    own, opponent, score, k = _games()
    halves = (2 * score).astype(np.int8)
    peer = seconds(lambda: plain_changes(own, opponent, score, k), 5)
    packed = own.astype(np.int16), opponent.astype(np.int16), halves, k.astype(np.int16)
    assert np.array_equal(game_changes(*packed), np.rint(100 * plain_changes(own, opponent, score, k)))
    yield Row("10 million rating changes, from ratings in 16 bits", seconds(lambda: game_changes(*packed), 5), peer, 2.5)
    wide = own, opponent, 2 * score.astype(np.int64), k
    yield Row("the same from ratings in 64 bits, as the peer has them", seconds(lambda: game_changes(*wide), 5), peer, None)
    for work, mean, goal in (("", 1700, 4), (", where many pass 2400 and 2650", 2400, None)):
        initial, events, loop = _events(mean)
        assert _same(plain_history(initial, loop), history(initial, events))
        peer = seconds(lambda i=initial, e=loop: plain_history(i, e), 3)
        ours = seconds(lambda i=initial, e=events: history(i, e), 5)
        yield Row(f"history of 20,000 events of 40 players and 7 rounds{work}", ours, peer, goal)


def plain_changes(own: Any, opponent: Any, score: Any, k: Any) -> Any:
    """K x (score - PD) as one writes it, arrays of shape (N,) in 64 bits."""
    return k * (score - CAPPED[np.clip(own - opponent, -400, 400) + 400])


def plain_history(initial: list[int], events: list[Loop]) -> list[tuple[int, int, int, int, int, int, int]]:
    """The club's rules as a plain loop over games and players: event, member, hundredths gained, before, k, games, after."""
    table, whole = (100 * CAPPED).round().astype(int).tolist(), PD.tolist()
    rating, games, reached = list(initial), [0] * len(initial), [one >= 2400 for one in initial]
    found = []
    for event, whites, blacks, results in events:
        gained: dict[int, float] = {}
        played: dict[int, int] = {}
        for white, black, result in zip(whites, blacks, results, strict=True):
            difference = rating[white] - rating[black]
            if -400 <= difference <= 400:
                by_white = by_black = table[difference + 400]
            else:
                real, capped = max(-WIDEST, min(WIDEST, difference)), max(-400, min(400, difference))
                by_white = whole[(real if rating[white] >= 2650 else capped) + WIDEST]
                by_black = whole[(real if rating[black] >= 2650 else capped) + WIDEST]
            gained[white] = gained.get(white, 0) + 100 * result - by_white
            gained[black] = gained.get(black, 0) + by_black - 100 * result
            played[white] = played.get(white, 0) + 1
            played[black] = played.get(black, 0) + 1
        for member, count in played.items():
            k = min(40 if games[member] < 30 else 10 if reached[member] else 20, 700 // count)
            exact = int(k * gained[member])
            before = rating[member]
            after = before + ((exact + 50) // 100 if exact >= 0 else -((50 - exact) // 100))
            rating[member], games[member] = after, games[member] + count
            reached[member] = reached[member] or after >= 2400
            found.append((event, member, int(gained[member]), before, k, count, after))
    return found


def _same(plain: list[tuple[int, int, int, int, int, int, int]], ours: History) -> bool:
    """Whether both have done the same."""
    table, rows = np.array(sorted(plain)).T, ours.rows
    gained = np.rint(100 * (rows.points - rows.expected))
    return all(map(np.array_equal, table[1:], (rows.member, gained, rows.before, rows.k, rows.games, rows.after)))


def _games() -> tuple[Any, Any, Any, Any]:
    """Own and opponents' ratings, points and K of many games, (N,) each."""
    random = np.random.default_rng(1)
    own = random.integers(1400, 2600, GAMES)
    opponent = np.clip(own + random.normal(0, 250, GAMES).astype(int), 1000, 2850)
    return own, opponent, random.choice([0, 0.5, 1], GAMES), random.choice([10, 20, 40], GAMES)


@lru_cache(maxsize=1)
def _events(mean: int) -> tuple[list[int], list[EventGames], list[Loop]]:
    """Initial ratings around a mean, and events of a club as arrays and as lists."""
    random = np.random.default_rng(1)
    initial = np.clip(np.rint(random.normal(mean, 280, MEMBERS)), 1000, 2900).astype(int)
    events = []
    for event in range(EVENTS):
        who = random.choice(MEMBERS, PLAYERS, replace=False)
        pairs = random.permuted(np.tile(who, (ROUNDS, 1)), axis=1).reshape(-1, 2)
        stronger = 1 / (1 + 10 ** ((initial[pairs[:, 1]] - initial[pairs[:, 0]]) / 400))
        luck = random.random(len(pairs))
        result = np.where(luck < stronger - 0.15, 1, np.where(luck < stronger + 0.15, 0.5, 0.0))
        events.append(EventGames(event, pairs[:, 0].copy(), pairs[:, 1].copy(), result))
    lists: list[Loop] = [(one.event, one.white.tolist(), one.black.tolist(), one.result.tolist()) for one in events]
    return initial.tolist(), events, lists
