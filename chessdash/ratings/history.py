"""The history of the club's ratings in one time control, as a pure function of its finished events in their order.

Members are rows 0 to M - 1; what an event does to a member is one of N rows, by event and member. Nothing is kept but these rows:
the state before any event is read off them, so that a correction recomputes from its event on and gives what all anew would give.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from chessdash.cells import BoolArray, FloatArray, IntArray
from chessdash.errors import DataError
from chessdash.ratings.fide import STRONG
from chessdash.ratings.run import COLUMNS, Course, EventGames, Rows, run
from chessdash.text import say

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["EventGames", "History", "Rows", "State", "history", "recomputed"]


@dataclass(frozen=True, eq=False)
class State:
    """Where all members stand between two events, arrays of shape (M,)."""

    rating: NDArray[np.int64]  # Elo
    games: NDArray[np.int64]  # rated games so far
    reached: NDArray[np.bool_]  # whether 2400 was ever reached

    @classmethod
    def of(cls, initial: FloatArray | IntArray, games: IntArray | None = None, peak: FloatArray | None = None) -> "State":
        """The state that initial ratings make, in Elo, shape (M,), with games and the highest rating before (nan: none).

        DataError names the first rating that is no whole number; a state in the middle of a history may be any.
        """
        given = np.asarray(initial, float)
        wrong = np.flatnonzero(~(np.isfinite(given) & (given == np.floor(given))))
        if len(wrong):
            raise DataError(say("rating_initial", member=int(wrong[0]), given=f"{given[wrong[0]]:g}"))
        before = np.zeros(len(given), np.int64) if games is None else np.array(games, np.int64)
        highest = given if peak is None else np.fmax(given, peak)
        return cls(given.astype(np.int64), before, highest >= STRONG)


@dataclass(frozen=True, eq=False)
class History:
    """What E events changed, N rows by event and member; row ``bounds[i]`` is the first of event i."""

    start: State
    events: NDArray[np.int64]  # (E,) ids, in the order of finishing
    bounds: NDArray[np.int64]  # (E + 1,)
    rows: Rows

    def part(self, index: int) -> slice:
        """The rows of one event, by its place in the order."""
        return slice(int(self.bounds[index]), int(self.bounds[index + 1]))

    def of_member(self, member: int) -> NDArray[np.int64]:
        """The rows of one member, in order, shape (N,)."""
        return np.flatnonzero(self.rows.member == member)

    def state_before(self, index: int) -> State:
        """Where all members stand before this event; the number of events: after all of them."""
        return _after(self.start, self.rows.cut(slice(int(self.bounds[index]))))

    @property
    def state(self) -> State:
        """Where all members stand now."""
        return self.state_before(len(self.events))

    def frame(self) -> "pd.DataFrame":
        """All rows: event, member, before, k, games, points, expected, change, after."""
        import pandas as pd

        event = np.repeat(self.events, np.diff(self.bounds))
        return pd.DataFrame({"event": event, **{name: getattr(self.rows, name) for name in COLUMNS}})

    def equals(self, other: "History") -> bool:
        """Whether both say the same, value for value."""
        return (
            np.array_equal(self.events, other.events)
            and np.array_equal(self.bounds, other.bounds)
            and all(np.array_equal(getattr(self.rows, name), getattr(other.rows, name)) for name in COLUMNS)
            and _differing(self.start, other.start).size == 0
        )


def history(
    initial: FloatArray | IntArray,
    events: Sequence[EventGames],
    *,
    games_before: IntArray | None = None,
    peak_before: FloatArray | None = None,
) -> History:
    """The whole history from initial ratings in Elo, shape (M,), and the events in the order of finishing.

    ``games_before`` and ``peak_before``: rated games and highest rating of each member before the first event.
    """
    return _from(State.of(initial, games_before, peak_before), events)


def recomputed(known: History, events: Sequence[EventGames], since: int, start: State | None = None) -> History:
    """The history of these events where those before place ``since`` are as they were, value for value what all anew gives.

    ``start``: the members' state before the first event where an initial rating changed or members came, new ones behind the
    known ones; it is then recomputed from the first event on in which one of them plays.
    """
    start = known.start if start is None else start
    if len(start.rating) < len(known.start.rating):
        raise DataError(say("rating_members_gone", n=len(known.start.rating), found=len(start.rating)))
    changed = _differing(known.start, start)
    if changed.size:
        first = np.flatnonzero(np.isin(known.rows.member, changed))[:1]
        since = min([since, *(np.searchsorted(known.bounds, first, side="right") - 1).tolist()])
    since = min(since, len(known.events), len(events))
    if [event.event for event in events[:since]] != known.events[:since].tolist():
        raise DataError(say("rating_order_changed", since=since + 1))
    kept = known.rows.cut(slice(int(known.bounds[since])))
    rest = _from(_after(start, kept), events[since:])
    return History(
        start,
        np.concatenate([known.events[:since], rest.events]),
        np.concatenate([known.bounds[:since], rest.bounds + known.bounds[since]]),
        kept.joined(rest.rows),
    )


def _from(start: State, events: Sequence[EventGames]) -> History:
    course = Course(start.rating.copy(), start.games.copy(), start.reached.copy())
    return History(start, np.array([event.event for event in events], np.int64), *run(events, course))


def _after(start: State, rows: Rows) -> State:
    """Where all stand after these rows, the last of a member being the one that counts."""
    rating, reached = start.rating.copy(), start.reached.copy()
    rating[rows.member] = rows.after
    reached[rows.member[rows.after >= STRONG]] = True
    return State(rating, start.games + np.bincount(rows.member, rows.games, len(rating)).astype(np.int64), reached)


def _differing(one: State, other: State) -> NDArray[np.intp]:
    """Members known to both of whom the states say something different."""
    size = min(len(one.rating), len(other.rating))
    pairs: list[tuple[NDArray[Any], NDArray[Any]]] = [
        (one.rating, other.rating),
        (one.games, other.games),
        (one.reached, other.reached),
    ]
    different: BoolArray = np.logical_or.reduce([first[:size] != second[:size] for first, second in pairs])
    return np.flatnonzero(different)
