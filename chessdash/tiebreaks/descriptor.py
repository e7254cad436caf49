"""Descriptors such as BH/C1 or DE/P: how FIDE's list of tie-breaks names a code with its modifiers."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from chessdash.errors import TieBreakError
from chessdash.text import say
from chessdash.tiebreaks.record import column
from chessdash.tiebreaks.registry import ALIASES, CODES, TieBreak


@dataclass(frozen=True)
class Descriptor:
    """A tie-break with its modifiers, as NAME[:MP|:GP][/Cn|/Mn][/L±n][/Kx][/P][/F][/R][/Unnnn] says them."""

    name: str
    plane: str = ""  # "MP" or "GP", for teams
    low: int = 0  # cuts of the least significant contributions
    high: int = 0  # cuts of the most significant contributions
    limit: int = 0  # half points that the Koya limit is moved
    factor: int = 0  # of SSSC, 0 = by rule
    forfeits: bool = False  # forfeits count as games played
    fore: bool = False  # Fore Buchholz instead of Buchholz
    reverse: bool = False
    unrated: int | None = None  # Elo, rating to use for unrated players

    def __str__(self) -> str:
        modifiers = (
            f"/M{self.high}" if self.high else f"/C{self.low}" if self.low else "",
            f"/L{self.limit:+d}" if self.limit else "",
            f"/K{self.factor}" if self.factor else "",
            "/P" if self.forfeits else "",
            "/F" if self.fore else "",
            "/R" if self.reverse else "",
            "" if self.unrated is None else f"/U{self.unrated}",
        )
        return self.name + (f":{self.plane}" if self.plane else "") + "".join(modifiers)

    @property
    def tiebreak(self) -> TieBreak:
        """The registry's entry of the code."""
        return CODES[self.name] if self.name in CODES else column_code(self.name)


@dataclass(frozen=True)
class Modifier:
    """A modifier's pattern, the option that a code must accept for it, and what it sets."""

    pattern: str
    option: str
    example: str
    fields: tuple[tuple[str, str], ...]


MODIFIERS = (
    Modifier(r"C([1-9]\d?)", "cut", "/C1", (("low", r"\1"),)),
    Modifier(r"M([1-9]\d?)", "median", "/M1", (("low", r"\1"), ("high", r"\1"))),
    Modifier(r"L([+-]\d{1,2})", "limit", "/L+1", (("limit", r"\1"),)),
    Modifier(r"K([1-9]\d{0,3})", "factor", "/K4", (("factor", r"\1"),)),
    Modifier(r"P", "played", "/P", (("forfeits", "1"),)),
    Modifier(r"F", "fore", "/F", (("fore", "1"),)),
    Modifier(r"R", "reverse", "/R", (("reverse", "1"),)),
    Modifier(r"U(\d{1,4})", "unrated", "/U1400", (("unrated", r"\1"),)),
)
TEAM_CODES = (  # of FIDE's list, for teams only: named as what they are until teams are ranked
    *("MPTS", "GPTS", "MPVGP", "ESB", "EMMSB", "EMGSB", "EGMSB", "EGGSB", "SSSC"),
    *("EDE", "EDET", "EDEB", "EDEBT", "EDEBB", "EDEC", "BC", "TBR", "BBE"),
)
_FLAGS = ("forfeits", "fore", "reverse")


@lru_cache(maxsize=4096)
def parse(text: str) -> Descriptor:
    """The descriptor that a text means, in any case; TieBreakError names the nearest valid one where it is none."""
    head, *modifiers = (part.strip() for part in text.strip().split("/"))
    name, _, plane = head.partition(":")
    tiebreak = _tiebreak(name.strip(), text)
    plane = plane.strip().upper()
    if ":" in head and (plane not in ("MP", "GP") or "plane" not in tiebreak.accepts):
        raise TieBreakError(
            say("modifier_refused", text=text, modifier=f":{plane}", code=tiebreak.code, allowed=allowed(tiebreak))
        )
    given: dict[str, int] = {}
    for modifier in modifiers:
        for field, value in _fields(modifier.upper(), tiebreak, text).items():
            if field in given:
                raise TieBreakError(say("modifier_twice", text=text, modifier=f"/{modifier}"))
            given[field] = value
    return Descriptor(tiebreak.code, plane, **{key: bool(v) if key in _FLAGS else v for key, v in given.items()})  # type: ignore[arg-type]


def parse_order(order: str | Iterable[str | Descriptor]) -> tuple[tuple[str, Descriptor], ...]:
    """An order as text with commas or as a list: each code as it was written, with its descriptor."""
    texts = order.split(",") if isinstance(order, str) else [str(code) for code in order]
    return tuple((text.strip(), parse(text)) for text in texts if text.strip())


def allowed(tiebreak: TieBreak) -> str:
    """The modifiers that a code takes, for people: "/C1 /M1 /P", or the word for none."""
    plane = ":MP :GP " if "plane" in tiebreak.accepts else ""
    return (plane + " ".join(m.example for m in MODIFIERS if m.option in tiebreak.accepts)).strip() or say("no_modifier")


def column_code(code: str) -> TieBreak:
    """The entry of a self-defined tie-break OTHER_<column>: a numeric column of the participants, higher first."""
    return TieBreak(code, code.removeprefix("OTHER_"), "", "", ("reverse",), "given", column)


def _tiebreak(name: str, text: str) -> TieBreak:
    upper = name.upper()
    code = ALIASES.get(upper, upper)
    by_upper = {known.upper(): known for known in CODES}
    if code in by_upper:
        return CODES[by_upper[code]]
    if re.fullmatch(r"OTHER_\w{1,40}", code):
        return column_code(code)
    if code in TEAM_CODES:
        raise TieBreakError(say("team_code", code=text[:60]))
    near = get_close_matches(upper, by_upper, n=1, cutoff=0) or ["BH"]
    raise TieBreakError(say("unknown_code", text=text[:60], near=by_upper[near[0]]))


def _fields(modifier: str, tiebreak: TieBreak, text: str) -> dict[str, int]:
    for known in MODIFIERS:
        if match := re.fullmatch(known.pattern, modifier, re.ASCII):
            if known.option in tiebreak.accepts:
                return {field: int(match.expand(value)) for field, value in known.fields}
            break
    raise TieBreakError(
        say("modifier_refused", text=text[:60], modifier=f"/{modifier[:20]}", code=tiebreak.code, allowed=allowed(tiebreak))
    )
