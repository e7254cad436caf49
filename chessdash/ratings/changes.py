"""What an event does to its players' ratings, finished or running, with the reason where it does nothing."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from chessdash.cells import BoolArray, IntArray
from chessdash.crosstable import Kind
from chessdash.ratings import fide
from chessdash.ratings.expected import rounded_change
from chessdash.ratings.rated import Basis, Known, RatedEvent
from chessdash.text import say
from chessdash.tournament import Tournament

if TYPE_CHECKING:
    import pandas as pd

REGULATIONS = "2024-03-01"  # an older event was rated otherwise
WHY = ("rating_game_less", "rating_game_no_rating", "rating_game_no_id", "rating_game_far")  # places in ``Games.why``, from 1


def rating_changes(
    tournament: Tournament,
    *,
    rules: str = "fide",
    time_control: str = "standard",
    k: float | Mapping[int, float] | None = None,
    ratings: Mapping[int, float] | None = None,
    standard: Mapping[int, float] | None = None,
    history: Mapping[int, Known] | None = None,
) -> "pd.DataFrame":
    """Rating changes of the games so far, one row a player, by start number, in the order of the file.

    Columns: before (Elo, nan unrated), k (after the limit of 700 / games), games, points and expected (of the games that count),
    change, after (Elo; a first rating where there was none), left_out (games at the board that do not count) and reason (why
    there is no change, "" where there is one). No change is nan, never 0: 0 is what a calculation gave. ``attrs``: rules,
    time_control, notes (sentences on what the calculation rests on).

    ``rules``: FIDE's B.02, or the club's own. ``k``: one for all or by start number; else it follows from ``history`` and, with
    FIDE, from years of birth, else it is 10 from 2400 on and 20 below. ``ratings`` take the place of the file's; ``standard``
    ratings are those that FIDE takes in rapid and blitz events for players who have no other. All by start number; DataError for
    what cannot be.
    """
    by = Basis(rules, time_control, k, ratings or {}, standard or {}, history or {})
    return _Table(tournament, by).frame()


class _Table(RatedEvent):
    """The event's table of changes, with sentences where a rating does not change."""

    def frame(self) -> "pd.DataFrame":
        """The table of ``rating_changes``."""
        import pandas as pd

        k = fide.limited(self.k_before_limit, self.games)
        reasons = [self._reason(row) for row in range(len(self.numbers))]
        changes = np.array([not reason for reason in reasons], bool)
        change = np.where(changes, rounded_change(k, 50 * self.halves - self.expected), np.nan)
        rated = ~np.isnan(self.rating)
        after = np.where(changes, self.rating + change, self.rating)
        for row in np.flatnonzero(~rated).tolist():
            if (first := self._first(row)) and not first.missing:
                after[row] = first.rating
        columns = {
            "before": self.rating,
            "k": np.where(rated, k, np.nan),
            "games": self.games,
            "points": self.halves / 2,
            "expected": np.where(rated, self.expected / 100, np.nan),
            "change": change,
            "after": after,
            "left_out": (self.why > 0).sum(-1),
        }
        frame = pd.DataFrame(columns, index=pd.Index(self.numbers, name="no", dtype="int64")).assign(reason=reasons)
        frame = frame.astype({"reason": "str", "games": "int64", "left_out": "int64"})
        frame.attrs = {"rules": self.by.rules, "time_control": self.by.time_control, "notes": self._notes(k, changes)}
        return frame

    def _reason(self, row: int) -> str:
        """Why this player's rating does not change, "" where it does."""
        why = self.why[row]
        if self.not_chess:
            return say("rating_not_chess")
        if not self.has_id[row]:
            return say("rating_no_id")
        if np.isnan(self.rating[row]):
            first = self._first(row) if self.by.rules == "fide" else None
            return say("rating_no_rating") if first is None else self._said(first, row)
        if (why == 0).any():
            return say("rating_k_zero") if self.k_before_limit[row] == 0 else ""
        against = [say(WHY[place - 1]) for place in np.unique(why[why > 0]).tolist()]
        if against:
            return say("rating_none_counts", n=int((why > 0).sum()), why="; ".join(against))
        pending = (self.tournament.settled.kind[row] == Kind.PENDING) & (self.tournament.settled.opponent[row] >= 0)
        return say("rating_no_result" if pending.any() else "rating_no_game")

    def _first(self, row: int) -> fide.First | None:
        """What the event alone gives as a first FIDE rating; None without a game that counts."""
        if self.by.rules != "fide" or self.not_chess or not self.has_id[row] or not self.counts[row].any():
            return None
        opponents = self.tournament.settled.opponent[row, : self.tournament.rounds_played][self.counts[row]]
        return fide.first_rating(np.rint(self.rating[opponents]).astype(int).tolist(), int(self.halves[row]))

    def _said(self, first: fide.First, row: int) -> str:
        values = {"rating": first.rating, "average": f"{first.average:.2f}", "difference": first.difference}
        limits = {"least": fide.FEWEST_GAMES, "lowest": fide.LOWEST_FIRST}
        return say(first.missing or "rating_first", n=int(self.games[row]), **values, **limits)

    def _notes(self, k: IntArray, changes: BoolArray) -> list[str]:
        """What the calculation rests on."""
        notes, event = [], self.tournament
        if self.by.rules == "club":
            notes.append(say("rating_notes_club"))
        elif not self.start:
            notes.append(say("rating_notes_date"))
        elif self.start < REGULATIONS:
            notes.append(say("rating_notes_old", start=self.start))
        if self.by.k is None:
            if any(no not in self.by.history for no in self.numbers):
                notes.append(self.k_note())
            young = (self.age <= fide.ADULT) & (self.k_before_limit == fide.K_NEW) & changes
            if self.by.rules == "fide" and young.any():
                limits = {"k": fide.K_NEW, "age": fide.ADULT, "below": fide.JUNIOR}
                notes.append(say("rating_notes_junior", n=int(young.sum()), **limits))
        if (less := (k < self.k_before_limit) & changes).any():
            notes.append(say("rating_notes_limit", n=int(less.sum()), most=fide.MOST))
        if event.rounds_played < event.rounds_planned:
            notes.append(say("rating_notes_running", played=event.rounds_played, planned=event.rounds_planned))
        return notes
