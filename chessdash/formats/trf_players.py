"""Player lines (001) of a TRF read with care, one by one: lines whose columns are shifted, short or filled with something else."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from chessdash.faults import Fault, fault

# Fields of a 001 line: name -> (first column, last column), from 1 as in the rules.
FIELDS = {
    "no": (5, 8),
    "sex": (10, 10),
    "title": (11, 13),
    "name": (15, 47),
    "rating": (49, 52),
    "federation": (54, 56),
    "fide_id": (58, 68),
    "birth": (70, 79),
    "points": (81, 84),
    "rank": (86, 89),
}
BLANKS = (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91)  # columns between fields
CELLS = 92  # the first column of round 1
WIDTH = 10  # columns a round
TITLES = {
    "G": "GM", "M": "IM", "F": "FM", "C": "CM", "GF": "WGM", "MF": "WIM", "FF": "WFM", "CF": "WCM",
    "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM",
}  # fmt: skip
RESULTS = "1=0WDL+-HFUZ* "
SEXES = {"": "", "m": "m", "w": "w", "f": "w"}
POINTS = re.compile(r"\d+(?:[.,]\d*)?|[.,]\d+")
CELL = re.compile(r"(?P<opponent> {0,3}\d{1,4}|\d{1,4} {0,3}| {4}) (?P<colour>[wWbB -]) (?P<result>[10=wWdDlLhHfFuUzZ*+ -]) {2}")


@dataclass
class Player:
    """One line as read: its fields, its cells as (opponent, colour, result), and what could not be read."""

    fields: dict[str, object] = field(default_factory=dict)
    cells: list[tuple[int, str, str]] = field(default_factory=list)
    notes: list[Fault] = field(default_factory=list)


def player(text: str, line: int) -> Player:
    """A 001 line read field by field; its number (0 where unreadable), its cells and its oddities."""
    made = Player()
    text = _aligned(text.replace("\t", " "), line, made)
    for column in BLANKS:
        if text[column - 1 : column].strip():
            made.notes.append(fault("warning", "not_blank", record="001", line=line, column=column, value=text[column - 1]))
    raw = {name: text[first - 1 : last].strip() for name, (first, last) in FIELDS.items()}
    made.fields = {
        "no": _number(raw["no"], "no", line, made),
        "sex": SEXES.get(raw["sex"].lower(), raw["sex"].lower()),
        "title": TITLES.get(raw["title"].upper(), raw["title"].upper() if raw["title"].upper() in TITLES.values() else raw["title"]),
        "name": raw["name"],
        "rating": _number(raw["rating"], "rating", line, made) or None,
        "federation": raw["federation"],
        "fide_id": _number(raw["fide_id"], "fide_id", line, made),
        "birth": raw["birth"],
        "points": _points(raw["points"], line, made),
        "rank": _number(raw["rank"], "rank", line, made) or None,
    }
    made.cells = list(_cells(text, line, made))
    return made


def _aligned(text: str, line: int, made: Player) -> str:
    """The line with its fields in their columns: the start number ends in column 8, and the points have their point in column 83."""
    shift = next((s for s in (0, -1, 1) if text[7 + s : 9 + s].strip(" ") == text[7 + s : 8 + s] != " " and not text[8 + s].strip()), 0)
    if shift == -1 and text[81:82] == ".":
        made.notes.append(fault("warning", "shifted_line", record="001", line=line, column=7, shift=-1))
        return text[:3] + " " + text[3:]
    return text


def _number(raw: str, name: str, line: int, made: Player) -> int:
    """A whole number, 0 where blank or unreadable."""
    if not raw:
        return 0
    if raw.isascii() and raw.isdigit():
        return int(raw)
    made.notes.append(fault("warning", f"unreadable_{name}", record="001", line=line, column=FIELDS[name][0], value=raw))
    return 0


def _points(raw: str, line: int, made: Player) -> float | None:
    """Points as declared, None where blank or unreadable."""
    if not raw:
        return None
    if POINTS.fullmatch(raw):
        return float(raw.replace(",", "."))
    made.notes.append(fault("warning", "unreadable_points", record="001", line=line, column=FIELDS["points"][0], value=raw))
    return None


def _cells(text: str, line: int, made: Player) -> Iterator[tuple[int, str, str]]:
    """The cells of a line as opponent, colour and result, a blank one as (0, "-", " ")."""
    text = text.rstrip()
    start = CELLS - 1 + _cell_shift(text, line, made)
    for round_, first in enumerate(range(start, len(text), WIDTH), 1):
        raw = text[first : first + WIDTH].ljust(WIDTH)
        match = CELL.fullmatch(raw)
        if match is None:
            made.notes.append(
                fault("error", "unreadable_cell", record="001", line=line, column=first + 1, round=round_, value=raw.strip())
            )
            yield 0, "-", "*"
            continue
        colour = match["colour"].lower().replace(" ", "-")
        result = match["result"].upper()
        opponent = int(match["opponent"].strip() or 0)
        yield opponent, colour, "*" if opponent and result == " " else result


def _cell_shift(text: str, line: int, made: Player) -> int:
    """How many columns late all cells of the line are."""
    for shift in (0, 1, 2, 3, -1):
        start = CELLS - 1 + shift
        parts = [text[at : at + WIDTH].ljust(WIDTH) for at in range(start, len(text), WIDTH)]
        if not text[CELLS - 3 : start].strip() and all(CELL.fullmatch(part) for part in parts):
            if shift:
                made.notes.append(fault("warning", "shifted_cells", record="001", line=line, column=start + 1, shift=shift))
            return shift
    return 0
