"""Player lines (001) of a TRF read with care, one by one: what the columns do not hold, where, and what was expected there."""

import re
from dataclasses import dataclass, field
from typing import Any

from chessdash.faults import Fault, fault
from chessdash.formats.trf_block import CELLS, WIDTH

Cell = tuple[int, str, str]  # opponent (0 = none), colour, result; as in a Sheet

NUMBER = re.compile(r" {0,3}\d{1,4}", re.ASCII)
POINTS = re.compile(r" {4}| *(?:\d+(?:[.,]\d*)?|[.,]\d+) *", re.ASCII)
RANK = re.compile(r" {0,4}\d{0,4}", re.ASCII)
ID = re.compile(r"\d{1,11}", re.ASCII)
ONE_CELL = r"(?: {0,3}[0-9]{1,4}|[0-9]{1,4} {0,3}| {4}) [wWbB -] [10=wWdDlLhHfFuUzZ*+ -]  "
CELL = re.compile(ONE_CELL)
ALL_CELLS = re.compile(f"(?:{ONE_CELL})*")
GAPS = (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91)  # columns that are blank, from 1
FIELDS = {"no": (5, 8), "rating": (49, 52), "fide_id": (58, 68), "points": (81, 84), "rank": (86, 89)}
LATE = (0, 1, 2, 3, -1)  # columns that all rounds of a line may be late
UNREADABLE_CELLS = 20  # of one line; the rest of it is reported as one


@dataclass
class Player:
    """One line as read: the line with its fields in their columns, its numbers (None where there is none), its cells."""

    text: str
    laid_out: bool = True  # whether the fields up to the name stand in columns
    numbers: dict[str, float | None] = field(default_factory=dict)
    cells: list[Cell] = field(default_factory=list)
    notes: list[Fault] = field(default_factory=list)

    def note(self, severity: str, code: str, line: int, column: int, **values: Any) -> None:
        """Adds a fault of this line; column from 1."""
        no = int(self.numbers.get("no") or 0)
        self.notes.append(fault(severity, code, record="001", line=line, column=column, no=no, **values))


def player(text: str, line: int) -> Player:
    """A line read field by field."""
    made = Player(text)
    if "\t" in text:
        made.note("note", "tab", line, text.index("\t") + 1)
        made.text = text.replace("\t", " ")
    made.numbers["no"] = None
    _align(made, line)
    for name in FIELDS:
        made.numbers[name] = _number(made, name, line)
    for column in GAPS:
        if made.text[column - 1 : column].strip():
            made.note("warning", "not_blank", line, column, value=made.text[column - 1])
            made.laid_out = made.laid_out and column > 14
    made.cells = _cells(made, line)
    return made


def _align(made: Player, line: int) -> None:
    """Puts a line into its columns that as a whole, up to the points, or from the sex on stands one column off."""
    text = made.text
    to_points = f"{text[:3]} {text[3:83]}{text[84:]}" if text[83:84] == " " else text
    to_name = f"{text[:8]} {text[8:46]}{text[47:]}" if text[46:47] == " " else text
    for moved in (text, f"{text[:3]} {text[3:]}", to_points, f"{text[:8]} {text[8:]}", to_name, text[:3] + text[4:]):
        if _fits(moved):
            break
    else:
        return
    if moved is text:
        return
    by = len(text) - len(moved) or -1
    made.text = moved
    made.numbers["no"] = int(moved[4:8])
    made.note("warning", "shifted_line", line, 5 if moved[:8] != text[:8] else 10, by=abs(by), side="left" if by < 0 else "right")


def _fits(text: str) -> bool:
    """Whether the start number ends in column 8, and sex, name, points and rank stand where they should."""
    gaps = text[3:4] + text[8:9] + text[13:14] + text[79:80] + text[84:85] + text[89:91]
    points, rank = text[80:84].ljust(4), text[85:89].ljust(4)
    return bool(NUMBER.fullmatch(text[4:8]) and not gaps.strip() and POINTS.fullmatch(points) and RANK.fullmatch(rank))


def _number(made: Player, name: str, line: int) -> float | None:
    """A number field, None where it is blank or, with a note, where it is no number."""
    first, last = FIELDS[name]
    raw = made.text[first - 1 : last]
    value = raw.strip()
    if not value:
        return None
    if name == "points" and POINTS.fullmatch(raw):
        if "," in value:
            made.note("note", "decimal_comma", line, first, value=value)
        return float(value.replace(",", "."))
    if name != "points" and ID.fullmatch(value):
        if raw[-1:].isspace() or len(made.text) < last:
            made.note("note", "left_aligned", line, first, field=name, value=value, last=last)
        return int(value) or None
    made.note("warning", f"unreadable_{name}", line, first + len(raw) - len(raw.lstrip()), value=value)
    made.text = made.text[: first - 1] + " " * len(raw) + made.text[last:]
    return None


def _cells(made: Player, line: int) -> list[Cell]:
    """The cells of a line; one that is unreadable is open, (0, "-", "*")."""
    text = made.text.rstrip()
    late = _late(text)
    start = CELLS + late
    if late:
        made.note("warning", "shifted_cells", line, start + 1, late=late)
    cells: list[Cell] = []
    unreadable = 0
    for at in range(start, len(text), WIDTH):
        raw = text[at : at + WIDTH].ljust(WIDTH)
        if CELL.fullmatch(raw):
            cells.append(_cell(raw))
            continue
        cells.append((0, "-", "*"))
        unreadable += 1
        if unreadable <= UNREADABLE_CELLS:
            made.note("error", "unreadable_cell", line, at + 1, round=len(cells), value=raw.strip())
    if unreadable > UNREADABLE_CELLS:
        made.note("error", "unreadable_cells", line, start + 1, n=unreadable - UNREADABLE_CELLS)
    return cells


def _cell(raw: str) -> Cell:
    """A cell that keeps to its columns."""
    opponent, result = int(raw[:4].strip() or 0), raw[7].upper()
    return opponent, raw[5].lower().replace(" ", "-"), "*" if opponent and result == " " else result


def _late(text: str) -> int:
    """How many columns late all rounds of a line are: 0 unless another reading alone makes every cell readable."""
    for late in LATE:
        start = CELLS + late
        rest = text[start:]
        filled = rest.ljust(-(-len(rest) // WIDTH) * WIDTH)
        if not text[CELLS - 2 : start].strip() and ALL_CELLS.fullmatch(filled):
            return late
    return 0
