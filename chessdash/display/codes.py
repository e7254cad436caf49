"""Tie-break codes in words: their names with modifiers, their meanings, an order as people write it."""

from collections.abc import Iterable

from chessdash.errors import TieBreakError
from chessdash.text import say
from chessdash.tiebreaks.descriptor import Descriptor, parse


def named(code: str) -> str:
    """The name of a code with its modifiers: "BH/C1" is "Buchholz, lowest cut"; what is no code stays as it is."""
    try:
        descriptor = parse(code)
    except TieBreakError:
        return code
    return ", ".join([descriptor.tiebreak.name, *_modifiers(descriptor)])


def meaning(code: str) -> str:
    """What a code says, in one sentence."""
    try:
        return parse(code).tiebreak.meaning
    except TieBreakError:
        return ""


def written(order: Iterable[str]) -> str:
    """An order as people write it, without the points that every order starts with: "BH/C1, BH, SB"."""
    codes = list(order)
    return ", ".join(codes[1:] if codes[:1] == ["PTS"] and len(codes) > 1 else codes)


def head(code: str) -> str:
    """What stands over the column of a code: FIDE's own spelling, and "Pts" for the points."""
    return say("points_short") if code == "PTS" else code


def _modifiers(d: Descriptor) -> list[str]:
    return [
        *([say("modifier_median", n=d.high)] if d.high else [say("modifier_cut", n=d.low)] if d.low else []),
        *([say("modifier_limit", moved=f"{d.limit:+d}".replace("-", "\u2212"))] if d.limit else []),
        *([say("modifier_factor", factor=d.factor)] if d.factor else []),
        *([say("modifier_forfeits")] if d.forfeits else []),
        *([say("modifier_fore")] if d.fore else []),
        *([say("modifier_reverse")] if d.reverse else []),
        *([say("modifier_unrated", rating=d.unrated)] if d.unrated is not None else []),
    ]
