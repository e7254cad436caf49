"""What makes an army event: its scoring and order, how many rounds, who is undefeated, who is still there."""

from collections.abc import Sequence

import numpy as np

from chessdash.arguments import is_whole, listed, shown, whole
from chessdash.cells import BoolArray, IntArray
from chessdash.crosstable import Crosstable, Kind, Scoring
from chessdash.errors import DataError
from chessdash.orders import default
from chessdash.ratings.rated import other_game
from chessdash.sheet import Sheet
from chessdash.standings import Order, asked_for
from chessdash.text import say
from chessdash.tiebreaks.record import outcome
from chessdash.tiebreaks.registry import CODES
from chessdash.tournament import NUMBER_COLUMNS, TEXT_COLUMNS, Tournament, checked

SCORING = Scoring(win=3.0, draw=1.0, loss=0.0, pab=3.0)
ORDER = default("wargame")
TYPE = "Army game: Swiss-System"
ARMY = "ARMY"  # the column of the army points left in the last game
OWN = {"no", *TEXT_COLUMNS, *NUMBER_COLUMNS, "first_round", "last_round"}  # columns that every event has, none for ties
FEWEST_ROUNDS = 3
MOST_ROUNDS = 999  # as many as a file can have


def recommended_rounds(players: int) -> int:
    """Number of rounds for so many players: 3 up to 8, 4 up to 16, 5 up to 32, each doubling one more; DataError below 2."""
    if not is_whole(players, 2):
        raise DataError(say("army_players", given=shown(players)))
    return max(FEWEST_ROUNDS, (int(players) - 1).bit_length())


def empty_event(names: Sequence[str], *, name: str = "", rounds: int | None = None) -> Tournament:
    """An army event of these players, numbered from 1, before round 1; ``rounds`` None: as many as are recommended.

    DataError for fewer than two names, for what is no list of texts, and for rounds that are no whole number from 1 to 999.
    """
    written = listed(names) or []
    if len(written) < 2 or not all(isinstance(one, str) for one in written):
        raise DataError(say("army_names", given=shown(names)))
    size = len(written)
    planned = recommended_rounds(size) if rounds is None else whole("rounds", rounds, 1, MOST_ROUNDS)
    players = {"no": np.arange(1, size + 1), "name": written}
    players |= {column: np.full(size, np.nan) for column in ("rating", "points", "rank")}
    info = {"name": name, "type": TYPE, "rounds": planned}
    info |= {"order": ORDER, "order_record": "202"}
    none = np.zeros((size, 0))
    return Tournament(Sheet(info, players, none.astype(np.int32), none.astype(np.uint8), none.astype(np.uint8), SCORING))


def is_army(tournament: Tournament, order: Order | None = None) -> bool:
    """Whether these rules are the event's: its type says so, or it scores 3-1-0 and the first tie-break is OTHER_SOS.

    ``order`` stands in for the file's own: a table in CSV has none. Whether an event is rated hangs on it (``other_game``).
    """
    return other_game(checked(tournament), codes(tournament, order))


def points_column(tournament: Tournament, order: Order | None = None) -> str:
    """The players' column of the army points left in the last game: that of the first OTHER_<column> of the order which is no
    tie-break of its own, as the players have it; ARMY where the order has none."""
    given = next((one for one in (order, None) if by_schedule(codes(tournament, one))), ORDER)
    columns = (code.partition("/")[0].upper().removeprefix("OTHER_") for code in codes(tournament, given) if is_column(code))
    name = next(columns, ARMY)
    return next((one for one in tournament.sheet.players if one.upper() == name), name)


def is_column(code: str) -> bool:
    """Whether a code is a column of the players, such as OTHER_ARMY."""
    name = code.upper().partition("/")[0]
    return name.startswith("OTHER_") and name not in CODES and name.removeprefix("OTHER_").lower() not in OWN


def codes(tournament: Tournament, order: Order | None) -> tuple[str, ...]:
    """The codes of an order, of the file's where None, without the points."""
    asked = asked_for(order)
    texts = (code.strip() for code in ((tournament.order or ()) if asked is None else asked))
    return tuple(text for text in texts if text and text.upper() != "PTS")


def by_schedule(codes: Sequence[str]) -> bool:
    """Whether strength of schedule comes first."""
    return bool(codes) and codes[0].upper() == "OTHER_SOS"


def undefeated(table: Crosstable) -> BoolArray:
    """Who has lost no game, over the board or by forfeit, shape (..., P): draws, byes, absences and open games are no loss."""
    lost = (table.game & (outcome(table) == 0)) | (table.kind == np.int8(Kind.FORFEIT_LOSS))
    never: BoolArray = ~lost.any(-1)
    return never


def still_there(tournament: Tournament) -> BoolArray:
    """Who has not left, shape (P,): absent in the last round that was played is gone, unless a later round pairs them or has
    a bye of theirs, or the club knows that they are there in the next."""
    sheet, played = tournament.sheet, tournament.rounds_played
    if not played:
        return np.ones(tournament.size, bool)
    asked = tournament.byes.loc[tournament.byes["type"] != "Z", "no"]
    absent = tournament.byes.loc[(tournament.byes["type"] == "Z") & (tournament.byes["round"] == played + 1), "no"]
    due = [no for no, round in tournament.due.items() if round == played + 1 and no not in set(absent)]
    expected = (sheet.opponent[:, played:] > 0).any(-1) | np.isin(np.asarray(sheet.players["no"]), [*asked, *due])
    there: BoolArray = (tournament.crosstable.kind[:, -1] != Kind.ZERO_BYE) | expected
    return there


def open_rounds(table: Crosstable) -> IntArray:
    """Rounds (from 0) in which somebody has no result yet, shape (N,)."""
    return np.flatnonzero((table.kind == np.int8(Kind.PENDING)).any(0))
