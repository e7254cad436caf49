"""How ranks, names and dates are written."""

import math
from collections import Counter
from collections.abc import Iterable
from datetime import date

from chessdash.text import say
from chessdash.text.names import spoken as spoken
from chessdash.text.numbers import number


def quarters(values: Iterable[float]) -> bool:
    """Whether every defined value is a multiple of a quarter, so that glyphs can write it."""
    return all(math.isnan(v) or (v * 4).is_integer() for v in map(float, values))


def signed(value: float) -> str:
    """A change with its sign: +5, −2, ±0."""
    return "±0" if value == 0 else ("+" if value > 0 else "") + number(value)


def rank_labels(ranks: Iterable[int]) -> list[tuple[str, str]]:
    """Each rank as its number and the sign "=" where it is shared: 15 15 17 is 15= 15= 17."""
    ranks = [int(rank) for rank in ranks]
    times = Counter(ranks)
    return [(str(rank), "=" if times[rank] > 1 else "") for rank in ranks]


def surname(name: str) -> str:
    """What stands before the comma, else the whole name."""
    return name.partition(",")[0].strip() or name.strip()


def initialled(name: str) -> str:
    """A name for narrow columns: "Petrenko, Olha" is "Petrenko, O."."""
    last, comma, first = name.partition(",")
    first = first.strip()
    return f"{last.strip()}, {first[0]}." if comma and first and last.strip() else name.strip()


def day(text: str) -> date | None:
    """A date from its ISO text; None where it is none."""
    try:
        return date.fromisoformat(text.strip())
    except (ValueError, AttributeError):
        return None


def dates(start: str, end: str, *, short: bool = False) -> str:
    """A span of dates in words: 12 to 20 September 2026, short 12–20 Sept 2026; texts that are no dates stay as written."""
    first, last = day(start), day(end)
    if first is None or last is None:
        return " – ".join(text for text in dict.fromkeys((start.strip(), end.strip())) if text)
    if last < first:
        first, last = last, first
    months = say("months_short" if short else "months").split()
    ends = [f"{d.day} {months[d.month - 1]} {d.year}" for d in (first, last)]
    if first == last:
        return ends[1]
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{ends[1]}" if short else say("from_to", first=str(first.day), last=ends[1])
    if first.year == last.year:
        ends[0] = ends[0].rsplit(" ", 1)[0]
    return f"{ends[0]} – {ends[1]}" if short else say("from_to", first=ends[0], last=ends[1])
