"""An event as ratings see it: which of its games count and why others do not, expected points, K."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from numbers import Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chessdash.arguments import choice
from chessdash.cells import BoolArray, FloatArray
from chessdash.crosstable import Kind
from chessdash.errors import DataError
from chessdash.ratings import club, fide
from chessdash.ratings.expected import expected_hundredths
from chessdash.text import say
from chessdash.tournament import Tournament

RULES = ("fide", "club")
MOST_K = 100
HIGHEST = 4000  # no rating is above, as in files
ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d")
YEAR = re.compile(r"\b(1[89]\d\d|20\d\d)\b")
OTHER_GAME = re.compile(r"\b(army|war)[\s_-]*games?\b", re.IGNORECASE)
HALVES = np.zeros(256, np.int64)  # half-points of a game, by its letter, whatever the event pays
HALVES[ord("1")], HALVES[ord("=")] = 2, 1


def other_game(tournament: Tournament, order: Sequence[str] | None = None) -> bool:
    """Whether an event is of another game than chess: its type says so, or it scores 3-1-0 and OTHER_SOS is its first tie-break.

    Such an event is never rated. ``order``: codes that stand in for the file's own; a table in CSV has none.
    """
    if tournament.system == "wargame" or OTHER_GAME.search(str(tournament.info.get("type", ""))):
        return True
    scoring, codes = tournament.sheet.scoring, (tournament.order or ()) if order is None else order
    first = next((name for code in codes if (name := code.strip().upper()) not in ("", "PTS")), "")
    return (scoring.win, scoring.draw, scoring.loss) == (3, 1, 0) and first == "OTHER_SOS"


class Known(NamedTuple):
    """What is known of a player before the event: rated games in the time control, highest rating ever in Elo; nan: not known."""

    games: float = np.nan
    peak: float = np.nan


@dataclass(frozen=True)
class Basis:
    """By what rules an event is rated, and what is known beside its file, by start number; DataError for an unknown choice.

    ``k``: one for all or by start number, else it follows from ``history`` and, with FIDE, from years of birth, else it is 10
    from 2400 on and 20 below. ``ratings`` take the place of the file's, nan for none; ``standard`` ratings are those that FIDE
    takes in rapid and blitz events for players who have no other.
    """

    rules: str = "fide"  # FIDE's B.02, or the club's own
    time_control: str = "standard"
    k: float | Mapping[int, float] | None = None
    ratings: Mapping[int, float] = field(default_factory=dict)
    standard: Mapping[int, float] = field(default_factory=dict)
    history: Mapping[int, Known] = field(default_factory=dict)

    def __post_init__(self) -> None:
        choice("rules", self.rules, RULES)
        choice("time control", self.time_control, fide.TIME_CONTROLS)


@dataclass(frozen=True, eq=False)
class RatedEvent:
    """An event as ratings see it: P players in the order of the file and R rounds; arrays of shape (P,) or (P, R)."""

    tournament: Tournament
    by: Basis

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
        """Ratings before the event, nan where there is none, (P,)."""
        rating = np.array(self.tournament.sheet.players["rating"], float)
        rating[self.rows(self.by.ratings)] = [_rating(no, given) for no, given in self.by.ratings.items()]
        if self.by.rules == "club":
            return rating
        standard = np.full(len(rating), np.nan)
        standard[self.rows(self.by.standard)] = [_rating(no, given) for no, given in self.by.standard.items()]
        return fide.rating_used(rating, standard, self.by.time_control)

    @cached_property
    def has_id(self) -> BoolArray:
        """Whether a FIDE id is known, which the club does not ask for, (P,)."""
        ids = self.tournament.sheet.players.get("fide_id", [""] * len(self.numbers))
        return np.array([self.by.rules == "club" or bool(str(one).strip("0 ")) for one in ids], bool)

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
        if self.by.rules == "fide":
            far = fide.too_far_apart(self.rating[:, None], rating, self.by.time_control, self.start)
        reasons = (~game, ~both, np.isnan(rating), ~self.has_id[opponent], far)
        return np.select(reasons, (-1, 1, 2, 3, 4), 0).astype(np.int8)

    @cached_property
    def counts(self) -> BoolArray:
        """The games that count for the player, whether the player has a rating or not, (P, R)."""
        counts: BoolArray = self.why == 0
        return counts

    @cached_property
    def games(self) -> NDArray[np.int64]:
        """Number of games that count, (P,)."""
        games: NDArray[np.int64] = self.counts.sum(-1)
        return games

    @cached_property
    def halves(self) -> NDArray[np.int64]:
        """Half-points of the games that count, 1 ½ 0 a game whatever the event pays, (P,)."""
        played = self.tournament.rounds_played
        halves: NDArray[np.int64] = np.where(self.counts, HALVES[self.tournament.sheet.result[:, :played]], 0).sum(-1)
        return halves

    @cached_property
    def expected(self) -> NDArray[np.int64]:
        """Sum of PD in hundredths, 0 without a rating, (P,)."""
        opponent = self.tournament.settled.opponent[:, : self.tournament.rounds_played]
        whole = np.rint(np.nan_to_num(self.rating)).astype(np.int64)
        chances = expected_hundredths(whole[:, None], whole[opponent], self.cap[:, None])
        rated = self.counts & ~np.isnan(self.rating)[:, None]
        expected: NDArray[np.int64] = np.where(rated, chances, 0).sum(-1)
        return expected

    @cached_property
    def cap(self) -> NDArray[np.int64]:
        """The greatest difference that counts for each player, Elo, (P,)."""
        whole = np.rint(np.nan_to_num(self.rating)).astype(np.int64)
        return club.caps(whole) if self.by.rules == "club" else fide.caps(whole, self.by.time_control, self.start)

    @cached_property
    def age(self) -> FloatArray:
        """Year of the event less year of birth, nan where either is not known, (P,)."""
        births = self.tournament.sheet.players.get("birth", [""] * len(self.numbers))
        years = [YEAR.search(str(birth)) for birth in births]
        born = np.array([float(year[1]) if year else np.nan for year in years])
        return float(self.start[:4]) - born if self.start else np.full(len(born), np.nan)

    @cached_property
    def k_before_limit(self) -> NDArray[np.int64]:
        """K as it is given, or as it follows from the rules, (P,)."""
        known = [self.by.history.get(no, Known()) for no in self.numbers]
        games, peak = (np.array([one[place] for one in known], float) for place in (0, 1))
        if self.by.rules == "club":
            k = club.k_factor(np.fmax(self.rating, peak) >= fide.STRONG, games)
        else:
            k = fide.k_factor(self.rating, games=games, peak=peak, age=self.age)
        if isinstance(self.by.k, Mapping):
            k[self.rows(self.by.k)] = [_k(given, no) for no, given in self.by.k.items()]
        elif self.by.k is not None:
            k[:] = _k(self.by.k)
        return k

    def k_note(self) -> str:
        """What K is taken to be where no history is known, as a sentence."""
        return say("rating_notes_k", strong=fide.K_STRONG, usual=fide.K_USUAL, from_=fide.STRONG)

    @cached_property
    def not_chess(self) -> bool:
        """Whether the event says that it is of another game."""
        return other_game(self.tournament)

    def between(self) -> NDArray[np.int16]:
        """PD of a game of each against each other, hundredths, (P, P); -1 where no game of theirs would count for the first."""
        rating, whole = self.rating, np.rint(np.nan_to_num(self.rating)).astype(np.int64)
        counts = ~np.isnan(rating)[:, None] & ~np.isnan(rating) & self.has_id
        if self.by.rules == "fide":
            counts &= ~fide.too_far_apart(rating[:, None], rating, self.by.time_control, self.start)
        chances = expected_hundredths(whole[:, None], whole, self.cap[:, None])
        return np.where(counts, chances, -1).astype(np.int16)

    def rows(self, by_number: Mapping[int, Any]) -> list[int]:
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
