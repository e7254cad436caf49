"""Rates finished events one after the other by the club's rules; the loop goes over events alone.

What does not hang on ratings (who plays, games, points) is laid out for many events at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chessdash.cells import FloatArray, IntArray
from chessdash.errors import DataError
from chessdash.ratings import club
from chessdash.ratings.expected import CAP
from chessdash.ratings.fide import NEW_GAMES, REAL_FROM, STRONG
from chessdash.ratings.tables import PD, WIDEST
from chessdash.text import say

CHANCE = PD[WIDEST - CAP : WIDEST + CAP + 1].astype(float)  # PD in hundredths by the difference + 400
REAL = PD.astype(float)  # the same by the difference + 736, for players of 2650
NEVER = np.iinfo(np.int64).max  # a rating that nobody has
AT_ONCE = 128  # events that are laid out at once, few enough for all of it to stay in the cache ...
MARKS = 1 << 18  # ... with so many cells of event x member
# One hundredth, and so little more that halves go away from zero: K x n <= 700, so no other value comes near a half.
HUNDREDTH = 0.01 * (1 + 2.0**-40)


class EventGames(NamedTuple):
    """A finished event: its id and its rated games, one row a game, arrays of shape (G,)."""

    event: int
    white: IntArray  # row of the member, from 0
    black: IntArray
    result: FloatArray  # White's 1, 0.5 or 0


@dataclass(frozen=True, eq=False)
class Rows:
    """What events did to members, by event and member, arrays of shape (N,)."""

    member: NDArray[np.int64]
    before: NDArray[np.int64]  # Elo
    k: NDArray[np.int64]
    games: NDArray[np.int64]
    points: FloatArray
    expected: FloatArray  # points, to two decimals
    change: NDArray[np.int64]  # Elo
    after: NDArray[np.int64]

    def cut(self, part: slice) -> "Rows":
        """Some of the rows."""
        return Rows(*(getattr(self, name)[part] for name in COLUMNS))

    def joined(self, later: "Rows") -> "Rows":
        """These rows and then others."""
        return Rows(*(np.concatenate([getattr(self, name), getattr(later, name)]) for name in COLUMNS))


COLUMNS = tuple(field.name for field in fields(Rows))
TYPES = {name: np.float64 if name in ("points", "expected") else np.int64 for name in COLUMNS}


@dataclass(frozen=True, eq=False)
class Plan:
    """Some events laid out: E events, G games in all, N rows of an event and a member."""

    sides_at: NDArray[np.int64]  # (E + 1,) first of the 2 G sides of each event
    bounds: NDArray[np.int64]  # (E + 1,) first row of each event
    own: NDArray[np.int64]  # (2 G,) by event, its Whites and then its Blacks: the row within the event
    faced: NDArray[np.int64]  # (2 G,) that of the opponent
    member: NDArray[np.int64]  # (N,)
    games: NDArray[np.int64]  # (N,)
    games_before: NDArray[np.int64]  # (N,) exact below 30
    points: FloatArray  # (N,)


@dataclass(frozen=True, eq=False)
class Course:
    """Where members stand, shape (M,), written in place as events are rated."""

    rating: NDArray[np.int64]  # Elo
    games: NDArray[np.int64]
    reached: NDArray[np.bool_]  # 2400, ever


def run(events: Sequence[EventGames], course: Course) -> tuple[NDArray[np.int64], Rows]:
    """Rates all events from where members stand: the first row of each event, shape (E + 1,), and what each row says.

    DataError names the first game of nobody, of somebody with oneself, or with another result than 1, 0.5 or 0.
    """
    bounds, parts, known = [np.zeros(1, np.int64)], [], 0
    at_once = min(max(MARKS // max(len(course.rating), 1), 1), AT_ONCE)
    for first in range(0, len(events), at_once):
        plan, done = laid_out(events[first : first + at_once], course.games), 0
        while done < len(plan.bounds) - 1:
            done, rows = _advanced(plan, course, done)
            parts.append(rows)
        course.games[:] += np.bincount(plan.member, plan.games, len(course.games)).astype(np.int64)
        bounds.append(plan.bounds[1:] + known)
        known += len(plan.member)
    return np.concatenate(bounds), Rows(*(_joined([getattr(part, name) for part in parts], TYPES[name]) for name in COLUMNS))


def laid_out(events: Sequence[EventGames], games_before: IntArray) -> Plan:
    """The events' games as arrays; ``games_before`` of all members, shape (M,). DataError as in ``run``."""
    sizes = np.array([len(event.result) for event in events], np.int64)
    games_at = np.concatenate([[0], np.cumsum(sizes)])
    white = _joined([event.white for event in events], np.int64)
    black = _joined([event.black for event in events], np.int64)
    result = _joined([event.result for event in events], float)
    members, each = len(games_before), np.arange(len(events))
    _check(events, games_at, white, black, result, members)
    start = np.repeat(each * members, sizes)
    cells = white + start, black + start
    marks = np.zeros(len(events) * members, bool)
    for cell in cells:
        marks[cell] = True
    taken = np.flatnonzero(marks)
    bounds = np.searchsorted(taken, np.arange(len(events) + 1) * members)
    number = np.empty(len(marks), np.int64)
    number[taken] = np.arange(len(taken))
    of_white, of_black = (number.take(cell) for cell in cells)
    count, member = len(taken), taken - np.repeat(each * members, np.diff(bounds))
    games = np.bincount(of_white, minlength=count) + np.bincount(of_black, minlength=count)
    points = (np.bincount(of_white, result, count) + np.bincount(of_black, 1 - result, count)).astype(float, copy=False)
    first, own, faced = np.repeat(bounds[:-1], sizes), np.empty(2 * len(result), np.int64), np.empty(2 * len(result), np.int64)
    place = np.arange(len(result)) + np.repeat(games_at[:-1], sizes)
    own[place] = faced[place + np.repeat(sizes, sizes)] = of_white - first
    faced[place] = own[place + np.repeat(sizes, sizes)] = of_black - first
    return Plan(2 * games_at, bounds, own, faced, member, games, _before(member, games, games_before), points)


def _before(member: IntArray, games: IntArray, games_before: IntArray) -> NDArray[np.int64]:
    """Rated games of each row's member before its event, (N,), from those before all of these events, (M,).

    Counted on only while a member is new: K does not ask for more.
    """
    before = games_before.take(member)
    new = np.flatnonzero(before < NEW_GAMES)
    order = new[np.argsort(member[new], kind="stable")]
    played, opens = games[order], np.flatnonzero(np.diff(member[order], prepend=-1))  # each member's first row
    so_far = np.cumsum(played) - played
    so_far -= np.repeat(so_far[opens], np.diff(opens, append=len(order)))
    before[order] += so_far
    return before


def _advanced(plan: Plan, course: Course, first: int) -> tuple[int, Rows]:
    """Rates events from one on, K being as it is before it: how many are done by now, and the rows of those that are new.

    It ends with the event in which somebody first has 2400, which changes K, or 2650, from where on real differences count.
    """
    bounds, sides_at, rating = plan.bounds[first:].tolist(), plan.sides_at[first:].tolist(), course.rating.copy()
    real = bool(rating.max(initial=0) >= REAL_FROM)
    rest = slice(bounds[0], None)
    reached, points = course.reached.take(plan.member[rest]), 100 * plan.points[rest]
    k = club.k_of_event(reached, plan.games_before[rest], plan.games[rest])
    factor, at = k * HUNDREDTH, 0
    befores, chances, afters = [], [], []
    for a, z, start, stop in zip(bounds, bounds[1:], sides_at, sides_at[1:], strict=False):
        member, side, size = plan.member[a:z], plan.own[start:stop], z - a
        own = rating.take(member)
        difference = own.take(side)
        difference -= own.take(plan.faced[start:stop])
        chance = _real(own, side, difference) if real else CHANCE.take(np.add(difference, CAP, difference), None, None, "clip")
        expected = np.bincount(side, chance, size)
        change = points[at : at + size] - expected
        change *= factor[at : at + size]
        after = own + np.rint(change, change).astype(np.int64)
        rating[member] = after
        befores.append(own)
        chances.append(expected)
        afters.append(after)
        at += size
    before, after, expected = np.concatenate(befores), np.concatenate(afters), np.concatenate(chances)
    risen = after >= np.where(reached, NEVER if real else REAL_FROM, STRONG)
    done = int(np.searchsorted(plan.bounds, bounds[0] + risen.argmax(), side="right")) if risen.any() else len(plan.bounds) - 1
    count, over = int(plan.bounds[done]) - bounds[0], slice(bounds[0], int(plan.bounds[done]))
    member, before, after = plan.member[over], before[:count], after[:count]
    course.rating[member] = after
    course.reached[member[after >= STRONG]] = True
    rows = member, before, k[:count], plan.games[over], plan.points[over], expected[:count] / 100, after - before, after
    return done, Rows(*rows)


def _real(own: IntArray, side: IntArray, difference: IntArray) -> FloatArray:
    """PD in hundredths of each side, (2 G,), where the real difference counts for some; ``own`` ratings (M,)."""
    strong = own >= REAL_FROM
    capped = CHANCE.take(difference + CAP, None, None, "clip")
    return np.where(strong.take(side), REAL.take(difference + WIDEST, None, None, "clip"), capped) if strong.any() else capped


def _joined(parts: Sequence[NDArray[Any]], dtype: Any) -> NDArray[Any]:
    """The parts as one array of this type, (G,)."""
    return np.concatenate(parts).astype(dtype, copy=False) if parts else np.empty(0, dtype)


def _check(
    events: Sequence[EventGames],
    games_at: NDArray[np.int64],
    white: NDArray[np.int64],
    black: NDArray[np.int64],
    result: FloatArray,
    members: int,
) -> None:
    """DataError names the first game of nobody, of somebody with oneself, or with another result than 1, 0.5 or 0."""
    known = (result * result == result) | (result == 0.5)
    apart = white != black
    if not len(result) or (
        min(white.min(), black.min()) >= 0 and max(white.max(), black.max()) < members and (known & apart).all()
    ):
        return
    stranger = (np.minimum(white, black) < 0) | (np.maximum(white, black) >= members)
    game = int(np.argmax(stranger | ~apart | ~known))
    event = int(np.searchsorted(games_at, game, side="right")) - 1
    what = {"event": events[event].event, "game": game - int(games_at[event]) + 1, "white": white[game], "black": black[game]}
    code = "rating_game_stranger" if stranger[game] else "rating_game_self" if not apart[game] else "rating_game_result"
    raise DataError(say(code, **what, members=members, given=f"{result[game]:g}"))
