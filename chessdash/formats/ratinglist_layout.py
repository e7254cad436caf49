"""The columns of a FIDE rating list in text, from its header line: layouts changed over the years, so nothing is fixed here.

Lists of 2001 have ``ID_NUMBER NAME TITLE COUNTRY JAN01 GAMES FLAG``, those up to 2012 labels that touch (``TitlFed``,
``GamesBorn``), later ones ``Fed Sex Tit WTit OTit`` and, since 2015, ``FOA``; one rating under its month (``OCT26``), or in a
combined list three (``SRtng RRtng BRtng``). A column reaches from its label to the next one.
"""

import datetime
import re
from typing import NamedTuple

CONTROLS = ("standard", "rapid", "blitz")
PARTS = ("", "_games", "_k")  # of a time control's columns: rating in Elo, rated games of the month, K
RATINGS = tuple(f"{control}{part}" for control in CONTROLS for part in PARTS)
WORDS = ("federation", "sex", "title", "women_title", "other_titles", "foa_title", "flag")
TEXTS = ("name", *WORDS)
NUMBERS = ("fide_id", *RATINGS, "birth_year")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
SINGLE = {"rating": "", "games": "_games", "k": "_k"}  # labels of a list of one time control
MONTH = rf"({'|'.join(MONTHS)})[a-z]{{0,6}}"
LABELS = {  # in the order in which they are tried, as they stand in headers of whatever case
    "fide_id": r"id[ _]?number|code",
    "name": r"name",
    "women_title": r"wtit",
    "other_titles": r"otit",
    "title": r"title?|tit",
    "federation": r"fed|country",
    "sex": r"sex",
    "foa_title": r"foa",
    "standard": r"srtng",
    "standard_games": r"sgm",
    "standard_k": r"sk\b",
    "rapid": r"rrtng",
    "rapid_games": r"rgm",
    "rapid_k": r"rk\b",
    "blitz": r"brtng",
    "blitz_games": r"bgm",
    "blitz_k": r"bk\b",
    "birth_year": r"b-?day|birthday|born",
    "rating": rf"{MONTH}\d{{0,4}}|rtng|rating",
    "games": r"games|gms?",
    "flag": r"flag",
    "k": r"k\b",
    "_": r"\S+?(?=\s|$)",  # whatever else: a column that is not read
}
LABEL = re.compile("|".join(f"(?P<{name}>{label})" for name, label in LABELS.items()), re.IGNORECASE)
IN_NAME = re.compile(rf"(?<![a-z]){MONTH}[ _-]?(\d{{4}}|\d\d)(?!\d)", re.IGNORECASE)
ISO = re.compile(r"(?<!\d)((?:19|20)\d\d)[-_]?(0[1-9]|1[0-2])(?:[-_]?\d\d)?(?!\d)")
# Some lists of 2002 to 2004 came without their header line; these are the layouts of their time.
UNHEADED = (
    "ID_NUMBER NAME                             TITLE COUNTRY JAN01 GAMES FLAG",
    "ID_NUMBER NAME                        TITLE COUNTRY JAN03 GAMES BIRTHDAY   FLAG",
    "ID number Name                              TitlFed  Mar11 GamesBorn  Flag",
)


class Column(NamedTuple):
    """A column of a list: its name here, and the characters from ``start`` up to ``end`` (exclusive)."""

    name: str
    start: int
    end: int


class Layout(NamedTuple):
    """The columns of a list in order, the month that its header names (None: none), and whether it has one time control."""

    columns: tuple[Column, ...]
    month: datetime.date | None
    single: bool

    @property
    def controls(self) -> tuple[str, ...]:
        """The time controls whose ratings are in the list."""
        return tuple(control for control in CONTROLS if any(column.name == control for column in self.columns))


LAST = 8  # characters of the last column, which has no label behind it


def layout(header: str, control: str = "standard") -> Layout | None:
    """The layout that a header line gives, None where it is none of a FIDE list; ``control`` is that of a single rating."""
    found = [(str(match.lastgroup), match) for match in LABEL.finditer(header) if match.group().strip()]
    ends = [*(match.start() for _, match in found[1:]), found[-1][1].start() + LAST] if found else []
    names = [name for name, _ in found]
    single = "rating" in names
    columns: list[Column] = []
    for (name, match), end in zip(found, ends, strict=True):
        known = f"{control}{SINGLE[name]}" if name in SINGLE else name
        start = match.start() if columns else 0
        if known != "_" and all(known != column.name for column in columns):
            columns.append(Column(known, start, end))
    needed = {"fide_id", "name", "federation"} <= {*names} and (single or "standard" in names)
    if not needed or names[:2] != ["fide_id", "name"]:
        return None
    label = next((match.group() for name, match in found if name == "rating"), "")
    return Layout(tuple(columns), month_in(label), single)


def month_in(text: str) -> datetime.date | None:
    """The first day of the month that a label or a file name names (``OCT26``, ``standard_oct26frl``, ``2026-10``), or None."""
    if match := IN_NAME.search(text):
        year = int(match[2])
        year += 0 if year > 99 else 1900 if year >= 70 else 2000  # FIDE's first list is of 1971
        return datetime.date(year, MONTHS.index(match[1].lower()) + 1, 1)
    if match := ISO.search(text):
        return datetime.date(int(match[1]), int(match[2]), 1)
    return None
