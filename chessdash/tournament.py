"""A tournament: what was written, what counts of it, and the frames and the crosstable made from that when asked for."""

import re
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from chessdash import faults
from chessdash.arguments import shown
from chessdash.cells import FloatArray
from chessdash.crosstable import Crosstable, Kind, Rules
from chessdash.errors import DataError
from chessdash.sheet import Sheet
from chessdash.text import say

if TYPE_CHECKING:
    import pandas as pd

SINCE_2026 = "2026-03-01"  # C.07 in its edition of 2026 holds for tournaments that start on this day or later
ROUND_ROBIN = re.compile(r"round[\s_-]*robin", re.IGNORECASE)
TEXT_COLUMNS = ("name", "sex", "title", "federation", "fide_id", "birth")
NUMBER_COLUMNS = ("rating", "points", "rank")
_NOT_FOR_TIES = {*TEXT_COLUMNS, *NUMBER_COLUMNS, "no", "first_round", "last_round"}


class Tournament:
    """An event of P participants: ``sheet`` is what was written; everything else is computed from it once, when asked for.

    Frames are described in ``chessdash.frames``. Two tournaments with equal frames are ``equals``; nothing here changes.
    """

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet

    @classmethod
    def from_frames(cls, players: "pd.DataFrame", results: "pd.DataFrame", **further: Any) -> "Tournament":
        """A tournament from frames as a notebook has them; see ``frames.sheet_of`` for what they hold and what may follow."""
        from chessdash.frames import sheet_of

        return cls(sheet_of(players, results, **further))

    def __repr__(self) -> str:
        rounds = f"{self.rounds_played} of {self.rounds_planned} rounds"
        return f"<Tournament {self.name!r}: {self.size} players, {rounds}, {self.system}, edition {self.edition}>"

    @property
    def name(self) -> str:
        """Name of the event, "" where the file has none."""
        return str(self.info.get("name", ""))

    @property
    def size(self) -> int:
        """Number of participants."""
        return len(self.sheet.players["no"])

    @property
    def info(self) -> Mapping[str, Any]:
        """What is said of the event and of the reading, by the names of ``Sheet.info``."""
        return MappingProxyType(dict(self.sheet.info))

    @cached_property
    def settled(self) -> faults.Settled:
        """What counts of the written cells, arrays of shape (P, R)."""
        return faults.settle(self.sheet)

    @property
    def rounds_played(self) -> int:
        """The last round in which at least one board is decided."""
        return self.settled.rounds_played

    @property
    def rounds_planned(self) -> int:
        """Rounds that the event is to have."""
        return self.settled.rounds_planned

    @property
    def system(self) -> str:
        """ "swiss" or "round-robin", as the file's type of tournament says."""
        if declared := self.sheet.info.get("system"):
            return str(declared)
        types = f"{self.sheet.info.get('type_code', '')} {self.sheet.info.get('type', '')}"
        return "round-robin" if ROUND_ROBIN.search(types) else "swiss"

    @property
    def edition(self) -> str:
        """The edition of C.07, "2024" or "2026": as declared, else by the start date, else the one in force."""
        if declared := self.sheet.info.get("edition"):
            return str(declared)
        start = str(self.sheet.info.get("start", ""))
        return "2024" if re.fullmatch(r"\d{4}-\d\d-\d\d", start) and start < SINCE_2026 else "2026"

    @property
    def order(self) -> tuple[str, ...] | None:
        """The file's own list of tie-breaks (record 202 or 212), None where it has none."""
        return tuple(self.sheet.info["order"]) if self.sheet.info.get("order") else None

    @cached_property
    def crosstable(self) -> Crosstable:
        """Rounds 1 to ``rounds_played`` as arrays of shape (P, R), under the edition and system of the file."""
        settled, played = self.settled, self.rounds_played
        return Crosstable(
            opponent=settled.opponent[:, :played],
            points=settled.points[:, :played],
            kind=settled.kind[:, :played],
            black=settled.black[:, :played],
            rating=np.asarray(self.sheet.players["rating"], float),
            scoring=self.sheet.scoring,
            rounds_planned=self.rounds_planned,
            number=np.asarray(self.sheet.players["no"]),
            rules=Rules(self.edition, self.system),
            bonus=None if settled.bonus is None else settled.bonus[:, :played],
            columns=self._columns(),
        )

    @cached_property
    def players(self) -> "pd.DataFrame":
        """One row a participant, indexed by start number, in the order of the file; see ``frames.PLAYERS``."""
        import pandas as pd

        columns = {name: self.sheet.players.get(name, [""] * self.size) for name in TEXT_COLUMNS}
        columns |= {name: np.asarray(self.sheet.players.get(name, np.full(self.size, np.nan)), float) for name in NUMBER_COLUMNS}
        columns["first_round"], columns["last_round"] = self._presence()
        columns |= {name: values for name, values in self.sheet.players.items() if name not in columns and name != "no"}
        frame = pd.DataFrame(columns, index=pd.Index(np.asarray(self.sheet.players["no"], np.int64), name="no"))
        return frame.astype(dict.fromkeys(TEXT_COLUMNS, "str"))

    @cached_property
    def results(self) -> "pd.DataFrame":
        """One row a participant and round that has been paired, long, by round and start number; see ``frames.RESULTS``."""
        import pandas as pd

        sheet, settled = self.sheet, self.settled
        open_pairing = (sheet.opponent > 0) & (np.arange(sheet.result.shape[1]) >= self.rounds_played)
        kept = open_pairing | (np.arange(sheet.result.shape[1]) < self.rounds_played)
        rows, rounds = np.nonzero(kept)
        numbers = np.asarray(sheet.players["no"], np.int64)
        written = sheet.result[rows, rounds]
        absent = (written == ord(" ")) & (sheet.opponent[rows, rounds] == 0)
        written = np.where(absent, ord("Z"), np.where(written == ord(" "), ord("*"), written))
        colour = np.where(sheet.opponent[rows, rounds] > 0, sheet.colour[rows, rounds], ord("-"))
        points = np.where(settled.kind == Kind.PENDING, np.nan, settled.points)[rows, rounds]
        points[rounds >= self.rounds_played] = np.nan
        frame = pd.DataFrame(
            {
                "round": rounds.astype(np.int64) + 1,
                "no": numbers[rows],
                "opponent": sheet.opponent[rows, rounds].astype(np.int64),
                "colour": _letters(colour, {"w": "w", "b": "b"}),
                "result": _letters(written),
                "points": points,
            }
        )
        return frame.astype({"colour": "str", "result": "str"}).sort_values(["round", "no"], ignore_index=True)

    @cached_property
    def byes(self) -> "pd.DataFrame":
        """Requested byes of rounds still to come, from record 240 and pre-set cells; see ``frames.BYES``."""
        import pandas as pd

        wanted = {(bye.round, bye.no): bye.type for bye in self.sheet.byes if bye.round > self.rounds_played}
        ahead = self.sheet.result[:, self.rounds_played :]
        unpaired = (self.sheet.opponent[:, self.rounds_played :] == 0) & np.isin(ahead, list(b"HFZU"))
        for row, later in np.argwhere(unpaired):
            key = (int(self.rounds_played + later + 1), int(self.sheet.players["no"][row]))
            wanted.setdefault(key, chr(ahead[row, later]))
        rows = [(*key, letter) for key, letter in sorted(wanted.items())]
        return pd.DataFrame(rows, columns=["round", "no", "type"]).astype({"round": "int64", "no": "int64", "type": "str"})

    @property
    def due(self) -> Mapping[int, int]:
        """By start number the round to come in which those who are absent now will be there; the club knows it, not a file."""
        return {no: round for no, round in self.sheet.info.get("due", ()) if round > self.rounds_played}

    @cached_property
    def teams(self) -> "pd.DataFrame":
        """One row a team, indexed by its number, with its members' start numbers; empty for individuals; see ``frames.TEAMS``."""
        import pandas as pd

        columns = ("no", "name", "nickname", "strength", "match_points", "game_points", "rank", "members")
        given = self.sheet.teams or {}
        frame = pd.DataFrame({name: list(given.get(name, [])) for name in columns})
        numbers = dict.fromkeys(("strength", "match_points", "game_points", "rank"), "float64")
        return frame.astype({"no": "int64", "name": "str", "nickname": "str", "members": "object", **numbers}).set_index("no")

    @cached_property
    def faults(self) -> "pd.DataFrame":
        """Every inconsistency that records and results alone show, by line; see ``frames.FAULTS``."""
        return faults.frame([*self.sheet.notes, *faults.of(self.sheet, self.settled)])

    def equals(self, other: "Tournament") -> bool:
        """Whether both hold the same event: frames, scoring, planned rounds, order and system, wherever they were read from."""
        frames = ("players", "results", "byes", "teams")
        facts = ("rounds_planned", "rounds_played", "order", "system", "edition", "name")
        return (
            all(getattr(self, name).equals(getattr(other, name)) for name in frames)
            and all(getattr(self, name) == getattr(other, name) for name in facts)
            and self.sheet.scoring.by_kind == other.sheet.scoring.by_kind
        )

    def _columns(self) -> Mapping[str, FloatArray]:
        """Further numeric columns of the players, for OTHER_<column>, each of shape (P,)."""
        names = [name for name in self.sheet.players if name not in _NOT_FOR_TIES]  # texts are not even cut from their lines
        further = {name: np.asarray(self.sheet.players[name]) for name in names}
        return MappingProxyType({name: values.astype(float) for name, values in further.items() if values.dtype.kind in "iuf"})

    def _presence(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """First and last round of each one, shape (P,): zero-point byes first are a late entry, last a withdrawal."""
        played = self.rounds_played
        here = self.settled.kind[:, :played] != Kind.ZERO_BYE
        present = here.any(-1)
        first = np.where(present, here.argmax(-1) if played else 0, 0) + 1
        last = np.where(present, played - (here[:, ::-1].argmax(-1) if played else 0), 0)
        return first.astype(np.int64), np.where(last == played, self.rounds_planned, last).astype(np.int64)


def checked(given: Any) -> Tournament:
    """The tournament that was handed over; DataError for anything else, such as the path of a file that is not read yet."""
    if not isinstance(given, Tournament):
        raise DataError(say("argument_event", given=shown(given)))
    return given


def _letters(codes: NDArray[np.uint8], known: Mapping[str, str] | None = None) -> list[str]:
    """The characters of these codes, shape (N,) to a list; those not in ``known`` become ""."""
    names = [chr(code) if known is None else known.get(chr(code), "") for code in range(256)]
    return [names[code] for code in codes.tolist()]
