"""Points of the outcomes as TRF files have written them: record 162, and before it XXS and BBW, BBD, ..."""

import re
from dataclasses import dataclass, field
from typing import Any

from chessdash.crosstable import Scoring
from chessdash.faults import Fault, fault
from chessdash.sheet import Abnormal

# Names of outcomes: W D L A P X as in 162, Z + - F H as in a cell; "WW" is a win with White, "BW" one with Black.
PLAIN = {"W": "W", "D": "D", "L": "L", "A": "A", "P": "P", "X": "X", "Z": "Z"}
OLD = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "Z", "BBF": "-", "BBU": "P"}
XXS = {
    "W": "W", "D": "D", "L": "L", "WW": "W", "WD": "D", "WL": "L", "BW": "BW", "BD": "BD", "BL": "BL",
    "ZPB": "Z", "HPB": "H", "FPB": "F", "PAB": "P", "FW": "+", "FL": "-", "X": "X",
}  # fmt: skip
MOST = 2_000  # characters of a record that are looked at
POINTS = r"(-?\d{1,3}(?:[.,]\d{0,4})?)"
IN_162 = re.compile(rf"([A-Za-z])\s*{POINTS}(?=\s|[A-Za-z]|$)", re.ASCII)
IN_XXS = re.compile(rf"([A-Z]+)\s*=\s*{POINTS}(?=\s|$)", re.ASCII)


@dataclass
class Rates:
    """Points by outcome, as far as a file says them, and the line that said it first."""

    points: dict[str, float] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def take(self, code: str, text: str, line: int, notes: list[Fault]) -> None:
        """Takes one record; what it says that is no outcome is reported."""
        rest = text[3:MOST].strip()
        if code in OLD:
            pairs = [(OLD[code], rest)] if re.fullmatch(POINTS, rest, re.ASCII) else []
        elif code == "XXS":
            pairs = [(XXS.get(name, name), points) for name, points in IN_XXS.findall(rest.upper())]
        else:
            pairs = [(letter.upper(), points) for letter, points in IN_162.findall(rest)]
        if rest and not pairs:
            notes.append(fault("warning", "unreadable_points_record", record=code, line=line, column=5, value=rest[:40]))
        known = set(PLAIN.values()) | set(XXS.values())
        for outcome, points in pairs:
            if outcome not in known:
                notes.append(fault("warning", "unknown_outcome", record=code, line=line, value=outcome, points=points))
            elif outcome not in self.points:
                self.points[outcome] = float(points.replace(",", "."))
                self.lines[outcome] = line
                self._compare(outcome, code, line, notes)

    def _compare(self, outcome: str, code: str, line: int, notes: list[Fault]) -> None:
        """Reports where Black is paid differently from White, which no table of points here can hold."""
        white = self.points.get(outcome[-1])
        if outcome in ("BW", "BD", "BL") and white is not None and white != self.points[outcome]:
            values: dict[str, Any] = {"white": white, "black": self.points[outcome], "outcome": outcome[-1]}
            notes.append(fault("warning", "points_by_colour", record=code, line=line, **values))

    def settle(self) -> tuple[Scoring, list[Abnormal]]:
        """The scoring, and as abnormal points of every round what it cannot say (a half-point bye worth less than a draw)."""
        points = self.points
        if not points:
            return Scoring(), []
        absence = points.get("A", points.get("Z", points.get("-")))
        scoring = Scoring(
            win=points.get("W", points.get("BW", 1.0)),
            draw=points.get("D", points.get("BD", 0.5)),
            loss=points.get("L", points.get("BL", 0.0)),
            absence=absence,
            pab=points.get("P"),
            pending=points.get("X", 0.0),
        )
        zero = scoring.loss if absence is None else absence
        usual = {"+": scoring.win, "F": scoring.win, "H": scoring.draw, "Z": zero, "-": zero}
        further = [Abnormal(letter, points[letter], 0, ()) for letter, paid in usual.items() if points.get(letter, paid) != paid]
        return scoring, further
