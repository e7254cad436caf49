"""A tournament as it was written: what every reader makes and every writer takes, before anything is judged."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chessdash.crosstable import Scoring


class Record(NamedTuple):
    """A line that is kept as it stands: its number in the file (from 1), its code, the whole text without line end."""

    line: int
    code: str
    text: str


class Bye(NamedTuple):
    """A requested or pre-set bye (record 240): round, start number, type F, H or Z."""

    round: int
    no: int
    type: str


class Abnormal(NamedTuple):
    """Points that the result does not explain (record 299): its type column, points, round (0 = all), start numbers."""

    type: str
    points: float
    round: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Sheet:
    """P participants, one row each in the order of the file, and R rounds of which any cell is written.

    ``info`` holds what is said of the event, keys present only where the file says them: name city federation start end
    (ISO dates where they could be read, else the text), players rated teams (declared counts), type, type_code, arbiter,
    deputies (tuple), time_control, time_control_code, round_dates (tuple), rounds (declared number), first_colour,
    starting_rank, program, order (tuple of codes, PTS first when 212), order_record ("202" or "212"), and of the reading itself:
    source, format, encoding. Only of events kept here: annulled (tuple of start numbers whose games count for ratings alone),
    due (tuple of start number and round, of those who are absent now and come, or come back, in a round to come).
    """

    info: Mapping[str, Any]
    players: Mapping[str, Any]  # columns of length P: no, name, sex, title, rating (nan), federation, fide_id, birth,
    #                             points and rank as declared (nan where not), and any further column of the file
    opponent: NDArray[np.int32]  # (P, R) start number of the opponent, 0 = none
    colour: NDArray[np.uint8]  # (P, R) ord of "w", "b" or "-"
    result: NDArray[np.uint8]  # (P, R) ord of one of 1 = 0 W D L + - H F U Z, "*" = paired, no result yet, " " = blank
    scoring: Scoring = field(default=Scoring())
    byes: Sequence[Bye] = ()
    abnormal: Sequence[Abnormal] = ()
    teams: Mapping[str, Any] | None = None  # columns: no, name, nickname, strength, match_points, game_points, rank, members
    records: Sequence[Record] = ()  # lines that are kept as they stand, in the order of the file
    lines: NDArray[np.int32] | None = None  # (P,) line of each participant in the file
    notes: Sequence[Mapping[str, Any]] = field(default=())  # faults seen in reading, rows of faults.fault()
