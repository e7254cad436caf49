"""Dates as tournament files write them."""

import re
from datetime import date

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})", re.ASCII)
YEAR_LAST = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4})", re.ASCII)
SHORT_YEAR = re.compile(r"(\d{2})([-/.])(\d{1,2})\2(\d{1,2})", re.ASCII)
IN_WORDS = re.compile(r"([A-Za-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})", re.ASCII)


def iso(text: str) -> str | None:
    """A date as YYYY-MM-DD, None where it is none.

    Written as YYYY/MM/DD, DD/MM/YYYY, YY/MM/DD (before 70 in this century) or "May 29, 2020"; also with dots or hyphens.
    The month goes before the day where the other way there is no such date (09/24/2010).
    """
    if not text:
        return None
    if match := YEAR_FIRST.fullmatch(text):
        return _date(match[1], match[3], match[4])
    if match := YEAR_LAST.fullmatch(text):
        return _date(match[4], match[3], match[1]) or _date(match[4], match[1], match[3])
    if match := SHORT_YEAR.fullmatch(text):
        return _date(f"{'20' if match[1] < '70' else '19'}{match[1]}", match[3], match[4])
    if (match := IN_WORDS.fullmatch(text)) and match[1].lower() in MONTHS:
        return _date(match[3], str(MONTHS.index(match[1].lower()) + 1), match[2])
    return None


def _date(year: str, month: str, day: str) -> str | None:
    """The date of these parts, None where the calendar has none."""
    try:
        return str(date(int(year), int(month), int(day)))
    except ValueError:
        return None
