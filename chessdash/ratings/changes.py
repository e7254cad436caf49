"""What an event does to its players' ratings, finished or running, with the reason where it does nothing."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chessdash.cells import BoolArray, FloatArray, IntArray
from chessdash.crosstable import Kind
from chessdash.errors import DataError
from chessdash.ratings import club, fide
from chessdash.ratings.expected import expected_hundredths, rounded_change
from chessdash.text import say
from chessdash.tournament import Tournament

if TYPE_CHECKING:
    import pandas as pd

RULES = ("fide", "club")
MOST_K = 100
HIGHEST = 4000  # no rating is above, as in files
ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d")
YEAR = re.compile(r"\b(1[89]\d\d|20\d\d)\b")
REGULATIONS = "2024-03-01"  # an older event was rated otherwise
OTHER_GAME = re.compile(r"\b(army|war)[\s_-]*games?\b", re.IGNORECASE)
HALVES = np.zeros(256, np.int64)  # half-points of a game, by its letter, whatever the event pays
HALVES[ord("1")], HALVES[ord("=")] = 2, 1
WHY = ("rating_game_less", "rating_game_no_rating", "rating_game_no_id", "rating_game_far")  # places in ``Games.why``, from 1


class Known(NamedTuple):
    """What is known of a player before the event: rated games in the time control, highest rating ever in Elo; nan: not known."""

    games: float = np.nan
    peak: float = np.nan


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
    choices = (("rules", rules, RULES), ("time control", time_control, fide.TIME_CONTROLS))
    for what, given, among in choices:
        if given not in among:
            raise DataError(say("unknown_choice", given=given, what=what, known=", ".join(among)))
    event = _Event(tournament, rules, time_control, ratings or {}, standard or {}, history or {}, k)
    return event.frame()


@dataclass(frozen=True, eq=False)
class _Event:
    """The event as ratings see it: P players and R rounds; arrays of shape (P,) or (P, R)."""

    tournament: Tournament
    rules: str
    time_control: str
    given_ratings: Mapping[int, float]
    given_standard: Mapping[int, float]
    history: Mapping[int, Known]
    given_k: float | Mapping[int, float] | None

    @cached_property
    def numbers(self) -> list[int]:
        """Start numbers."""
        return [int(no) for no in np.asarray(self.tournament.sheet.players["no"])]

    @cached_property
    def start(self) -> str:
        """The first day, ISO, "" where it is not known."""
        text = str(self.tournament.info.get("start", ""))
        return text if ISO_DAY.fullmatch(text) else ""

    @cached_property
    def rating(self) -> FloatArray:
        """Ratings before the event, nan where there is none."""
        rating = np.array(self.tournament.sheet.players["rating"], float)
        rating[self._rows(self.given_ratings)] = [_rating(no, given) for no, given in self.given_ratings.items()]
        if self.rules == "club":
            return rating
        standard = np.full(len(rating), np.nan)
        standard[self._rows(self.given_standard)] = [_rating(no, given) for no, given in self.given_standard.items()]
        return fide.rating_used(rating, standard, self.time_control)

    @cached_property
    def has_id(self) -> BoolArray:
        """Whether a FIDE id is known, which the club does not ask for."""
        ids = self.tournament.sheet.players.get("fide_id", [""] * len(self.numbers))
        return np.array([self.rules == "club" or bool(str(one).strip("0 ")) for one in ids], bool)

    @cached_property
    def why(self) -> NDArray[np.int8]:
        """-1 no game at the board, 0 a game that counts, else the place in WHY, from 1, of what is against it; (P, R)."""
        settled, played = self.tournament.settled, self.tournament.rounds_played
        kind, opponent = self.tournament.crosstable.kind, settled.opponent[:, :played]
        game = np.isin(kind, (Kind.GAME, Kind.UNRATED_GAME, Kind.ANNULLED)) & (opponent >= 0)
        rated = (kind != np.int8(Kind.UNRATED_GAME)) & game
        both = rated & np.take_along_axis(rated, np.maximum(opponent, 0), 0)
        rating = self.rating[opponent]
        far = np.zeros(game.shape, bool)
        if self.rules == "fide":
            far = fide.too_far_apart(self.rating[:, None], rating, self.time_control, self.start)
        reasons = (~game, ~both, np.isnan(rating), ~self.has_id[opponent], far)
        return np.select(reasons, (-1, 1, 2, 3, 4), 0).astype(np.int8)

    @cached_property
    def counts(self) -> BoolArray:
        """The games that count for the player, whether the player has a rating or not, (P, R)."""
        counts: BoolArray = self.why == 0
        return counts

    @cached_property
    def games(self) -> NDArray[np.int64]:
        """Number of games that count."""
        games: NDArray[np.int64] = self.counts.sum(-1)
        return games

    @cached_property
    def halves(self) -> NDArray[np.int64]:
        """Half-points of the games that count, 1 ½ 0 a game whatever the event pays."""
        played = self.tournament.rounds_played
        halves: NDArray[np.int64] = np.where(self.counts, HALVES[self.tournament.sheet.result[:, :played]], 0).sum(-1)
        return halves

    @cached_property
    def expected(self) -> NDArray[np.int64]:
        """Sum of PD in hundredths, 0 without a rating."""
        opponent = self.tournament.settled.opponent[:, : self.tournament.rounds_played]
        whole = np.rint(np.nan_to_num(self.rating)).astype(np.int64)
        cap = club.caps(whole) if self.rules == "club" else fide.caps(whole, self.time_control, self.start)
        chances = expected_hundredths(whole[:, None], whole[opponent], cap[:, None])
        rated = self.counts & ~np.isnan(self.rating)[:, None]
        expected: NDArray[np.int64] = np.where(rated, chances, 0).sum(-1)
        return expected

    @cached_property
    def age(self) -> FloatArray:
        """Year of the event less year of birth, nan where either is not known."""
        births = self.tournament.sheet.players.get("birth", [""] * len(self.numbers))
        years = [YEAR.search(str(birth)) for birth in births]
        born = np.array([float(year[1]) if year else np.nan for year in years])
        return float(self.start[:4]) - born if self.start else np.full(len(born), np.nan)

    @cached_property
    def k_before_limit(self) -> NDArray[np.int64]:
        """K as it is given, or as it follows from the rules."""
        known = [self.history.get(no, Known()) for no in self.numbers]
        games, peak = (np.array([one[place] for one in known], float) for place in (0, 1))
        if self.rules == "club":
            k = club.k_factor(np.fmax(self.rating, peak) >= fide.STRONG, games)
        else:
            k = fide.k_factor(self.rating, games=games, peak=peak, age=self.age)
        if isinstance(self.given_k, Mapping):
            k[self._rows(self.given_k)] = [_k(given, no) for no, given in self.given_k.items()]
        elif self.given_k is not None:
            k[:] = _k(self.given_k)
        return k

    @cached_property
    def not_chess(self) -> bool:
        """Whether the event says that it is of another game."""
        codes = (str(code) for code in self.tournament.order or ())
        said = OTHER_GAME.search(str(self.tournament.info.get("type", "")))
        return self.tournament.system == "wargame" or bool(said) or any(code.startswith("OTHER_SOS") for code in codes)

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
        frame.attrs = {"rules": self.rules, "time_control": self.time_control, "notes": self._notes(k, changes)}
        return frame

    def _reason(self, row: int) -> str:
        """Why this player's rating does not change, "" where it does."""
        why = self.why[row]
        if self.not_chess:
            return say("rating_not_chess")
        if not self.has_id[row]:
            return say("rating_no_id")
        if np.isnan(self.rating[row]):
            first = self._first(row) if self.rules == "fide" else None
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
        if self.rules != "fide" or self.not_chess or not self.has_id[row] or not self.counts[row].any():
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
        if self.rules == "club":
            notes.append(say("rating_notes_club"))
        elif not self.start:
            notes.append(say("rating_notes_date"))
        elif self.start < REGULATIONS:
            notes.append(say("rating_notes_old", start=self.start))
        if self.given_k is None:
            if any(no not in self.history for no in self.numbers):
                notes.append(say("rating_notes_k", strong=fide.K_STRONG, usual=fide.K_USUAL, from_=fide.STRONG))
            young = (self.age <= fide.ADULT) & (self.k_before_limit == fide.K_NEW) & changes
            if self.rules == "fide" and young.any():
                limits = {"k": fide.K_NEW, "age": fide.ADULT, "below": fide.JUNIOR}
                notes.append(say("rating_notes_junior", n=int(young.sum()), **limits))
        if (less := (k < self.k_before_limit) & changes).any():
            notes.append(say("rating_notes_limit", n=int(less.sum()), most=fide.MOST))
        if event.rounds_played < event.rounds_planned:
            notes.append(say("rating_notes_running", played=event.rounds_played, planned=event.rounds_planned))
        return notes

    def _rows(self, by_number: Mapping[int, Any]) -> list[int]:
        """The rows of these start numbers; DataError names one that nobody has."""
        row = {no: place for place, no in enumerate(self.numbers)}
        for no in by_number:
            if no not in row:
                first, last = min(self.numbers, default=0), max(self.numbers, default=0)
                raise DataError(say("no_such_player", no=no, first=first, last=last))
        return [row[no] for no in by_number]


def _k(given: Any, no: int | None = None) -> int:
    """K as it is given; DataError where it is none."""
    number = float(given) if isinstance(given, Real) and not isinstance(given, bool) else -1.0
    if not (0 <= number <= MOST_K and number == int(number)):
        whose = "" if no is None else say("rating_k_whose", no=no)
        raise DataError(say("rating_k", most=MOST_K, given=given, whose=whose))
    return int(number)


def _rating(no: int, given: Any) -> float:
    """A rating as it is given, nan for none; DataError where it is none."""
    number = float(given) if isinstance(given, Real) and not isinstance(given, bool) else -1.0
    if not np.isnan(number) and not (1 <= number <= HIGHEST and number == int(number)):
        raise DataError(say("rating_given", no=no, highest=HIGHEST, given=given))
    return number
