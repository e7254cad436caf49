"""What a cell of a crosstable says: opponent, colour and result, in the spellings of programs and people, and in our own."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple


class Cell(NamedTuple):
    """One cell as written: opponent as the table names it (0 none), "w", "b" or "-", and a mark.

    A mark is a result of a Sheet (``1 = 0 W D L + - F H U Z * blank``) or a number of points, "#" before it: "#1", "#0.5", ...
    What a number means depends on the scoring, which only the whole table shows.
    """

    opponent: int
    colour: str
    mark: str


NUMBER = r"1/2|0?[.,]50?|[0123](?:[.,]00?)?|½"
MARK = rf"{NUMBER}|=|r|d|w|l|\+|-|\*"
COLOUR = r"\(?([wbzsn?])\)?"
OPPONENT = r"([0-9]{1,6})"

COMMON = re.compile(r" *([0-9]{1,6})([wb])([10½=+-]?) *")  # nearly all cells there are
GAME = re.compile(rf"{OPPONENT}\.?\s*{COLOUR}\s*[:/]?\s*({MARK})?")  # 12w1, 12 b ½, 161w1, 4w
PLAIN = re.compile(rf"{OPPONENT}(?:\s*(=|½|r|d|\+|-|\*)|\s+({MARK}))")  # 12½, 12 1, 12+: no colour
COLOUR_FIRST = re.compile(rf"{COLOUR}\s*{OPPONENT}(?:\s*(=|½|r|d|\+|-|\*)|[\s:/]+({MARK}))?")  # w12, b12 1
LETTER_FIRST = re.compile(rf"([wdlxf])\s*{OPPONENT}\s*(?:\(?([wb])\)?)?")  # W12, L 5, D7
SIGN_FIRST = re.compile(rf"([+=½-])\s*(?:{COLOUR})?\s*{OPPONENT}")  # +w5, =b3, -7
POINTS_FIRST = re.compile(rf"({NUMBER})/{OPPONENT}\s*{COLOUR}")  # 2/14b
POINTS_ALONE = re.compile(rf"(?:bye)?\s*[-:(]?\s*({NUMBER})\)?(?:\s*-?\s*bye)?")  # -1, -½, 0, ½ bye
NOBODY = re.compile(r"0+\s*-\s*([fhuz+-])")  # 0000 - U

WORDS = {  # a whole cell without an opponent
    **dict.fromkeys(("", "."), " "),
    **dict.fromkeys(("-", "--", "---", "z", "zpb", "x", "abs", "absent", "u---"), "Z"),
    **dict.fromkeys(("bye", "u", "pab", "free", "frei", "spielfrei", "vrij", "exempt", "libre", "b---"), "U"),
    **dict.fromkeys(("h", "hpb", "h---"), "H"),
    **dict.fromkeys(("f", "fpb"), "F"),
    **dict.fromkeys(("+", "x---"), "+"),
    "f---": "-",
    "*": "*",
}
MARKS = {"½": "#0.5", "1/2": "#0.5", "=": "=", "r": "=", "d": "=", "w": "1", "l": "0", "+": "+", "-": "-", "*": "*", "": "*"}
MOST = 1000  # unread texts that are collected
SIGNS = str.maketrans("−‑–—⁄", "----/")
LETTERS = {"w": "1", "d": "=", "l": "0", "x": "+", "f": "-"}
DATES = re.compile(
    r"""\d{1,2}[-./\s]+[^\W\d]{3,9}\.?(?:[-./\s]+\d{2,4})?   # 05-Apr, 1. Jan 2026
      | [^\W\d]{3,9}\.?[-./\s]+\d{1,4}                         # Jan-01, Apr 2026
      | \d{1,2}[-./]\d{1,2}[-./](?:\d{2}|\d{4})                # 05.04.2026, 4/5/26
      | \d{4}[-./]\d{1,2}[-./]\d{1,2}(?:[T\s].*)?              # 2026-04-05 00:00:00
      | \d{1,2}:\d{2}(?::\d{2})?                               # 01:00
      | [1-9]\d{4}(?:[.,]\d+)?                                 # 45296, the day as a spreadsheet counts it
    """,
    re.VERBOSE,
)


@dataclass(frozen=True)
class Style:
    """How one table spells its cells, as its cells together show."""

    signs: bool = False  # "+5", "=5", "-5" are a win, a draw and a loss against 5; else "-1" is a bye
    forfeits: bool = False  # "+w5" is a forfeit, since played games stand as "12w1"; else it is a win
    letters: bool = False  # "W12", "L5", "D7" are results; else "W12" is a pairing with White
    negras: bool = False  # b is White and n is Black (blancas and negras, blancs and noirs)


def style(texts: Iterable[str]) -> Style:
    """The style of a table with these cells, as they come."""
    colours, marks, every = set(), set(), set()
    for text in islice(texts, 50_000):  # different cells: more than any table has
        if match := COMMON.fullmatch(text):
            colours.add(match[2])
            marks.add(match[3])
        else:
            every.add(_plain(text))
    games = [match for match in map(GAME.fullmatch, every) if match]
    colours.update(match[2] for match in games)
    marks.update(match[3] or "" for match in games)
    return Style(
        signs=any(re.fullmatch(r"[+=]\s*[0-9]+", text) for text in every),
        forfeits=not marks <= {"", "+", "-", "*"},
        letters=not any(re.match(r"b\s*[0-9]", text) for text in every)
        and any(re.fullmatch(r"[wdl]\s*[0-9]+\s*(\(?[wb]\)?)?", text) for text in every),
        negras="n" in colours and "w" not in colours,
    )


def read(text: str, style: Style) -> Cell | None:
    """The cell in this text, None where it cannot be read."""
    if not style.negras and (match := COMMON.fullmatch(text)):
        return Cell(int(match[1]), match[2], MARKS.get(match[3]) or f"#{match[3]}")
    text = _plain(text)
    if text in WORDS:
        return Cell(0, "-", WORDS[text])
    if match := GAME.fullmatch(text):
        return _cell(match[1], match[2], match[3] or "", style)
    if match := PLAIN.fullmatch(text):
        return _cell(match[1], "?", match[2] or match[3], style)
    if match := POINTS_FIRST.fullmatch(text):
        return _cell(match[2], match[3], match[1], style)
    if style.letters and (match := LETTER_FIRST.fullmatch(text)):
        return _cell(match[2], match[3] or "?", "", style)._replace(mark=LETTERS[match[1]])
    if match := COLOUR_FIRST.fullmatch(text):
        return _cell(match[2], match[1], match[3] or match[4] or "", style)
    return _sign_first(text, style) or _unpaired(text)


def read_all(texts: Iterable[str], style: Style) -> list[Cell] | set[str]:
    """The cells in these texts, or the texts that cannot be read (the first thousand, if there are so many)."""
    made = []
    unread: set[str] = set()
    for text in texts:
        cell = read(text, style)
        if cell is not None:
            made.append(cell)
        elif len(unread) < MOST:
            unread.add(text)
        else:
            break
    return unread or made


def is_date(text: str) -> bool:
    """Whether a spreadsheet made a date of what stood here."""
    return len(text) < 40 and DATES.fullmatch(text.strip()) is not None


def _sign_first(text: str, style: Style) -> Cell | None:
    """A cell such as "+w5" or, in a table that writes so throughout, "+5" and "-5"."""
    match = SIGN_FIRST.fullmatch(text)
    if match is None or not (match[2] or style.signs):
        return None
    cell = _cell(match[3], match[2] or "?", match[1], style)
    if style.forfeits or match[1] not in "+-":
        return cell
    return cell._replace(mark="1" if match[1] == "+" else "0")


def _unpaired(text: str) -> Cell | None:
    """A cell without an opponent: "-1" (a bye's points), "½", "0000 - U"."""
    if match := POINTS_ALONE.fullmatch(text):
        return Cell(0, "-", _mark(match[1]))
    if match := NOBODY.fullmatch(text):
        return Cell(0, "-", match[1].upper())
    return None


def _cell(opponent: str, colour: str, mark: str, style: Style) -> Cell:
    """The cell of these parts; "z" (zwart) and "s" (schwarz) are Black."""
    black = "n" if style.negras else "bzs"
    side = "-" if colour == "?" else "b" if colour in black else "w"
    return Cell(int(opponent), side, _mark(mark))


def _mark(text: str) -> str:
    """The mark in this text: a number of points with "#" before it, or a letter."""
    return MARKS[text] if text in MARKS else f"#{float(text.replace(',', '.')):g}"


def _plain(text: str) -> str:
    """Lower case, any space as one blank, any minus as a hyphen, any slash as a slash."""
    text = " ".join(text.split()).lower()
    return text.translate(SIGNS)


OWN = re.compile(r"([0-9]{1,6})([wb?])([1½0WDLFHUZ*+-]?)")


def spell(opponent: int, colour: str, result: str) -> str:
    """A cell in our own spelling, which no spreadsheet takes for a number, a date or a formula: "12w1", "12?½", "H"."""
    if opponent == 0 and colour == "-" and result in " FHUZ":
        return result.strip()
    return f"{opponent}{'?' if colour == '-' else colour}{'½' if result == '=' else result.strip()}"


def unspell(text: str) -> Cell | None:
    """What ``spell`` wrote, None for anything else."""
    if text in ("", "F", "H", "U", "Z"):
        return Cell(0, "-", text or " ")
    match = OWN.fullmatch(text)
    if match is None:
        return None
    return Cell(int(match[1]), "-" if match[2] == "?" else match[2], {"½": "=", "": " "}.get(match[3], match[3]))
