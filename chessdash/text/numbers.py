"""How numbers are written for people: glyphs for halves and quarters, U+2212 for minus, two decimals for the rest."""

import math

from chessdash.text import say

GLYPHS = {0.25: "¼", 0.5: "½", 0.75: "¾"}
MINUS = "\u2212"
UNDEFINED = "–"
FEW = 100  # runs below which a share of 100 would say more than they do


def parts(value: float, *, decimals: bool = False) -> tuple[str, str]:
    """A value as its whole number and its glyph: 53.5 is ("53", "½"), 0.5 is ("", "½"); with decimals always two of them."""
    value = float(value)
    if math.isnan(value):
        return UNDEFINED, ""
    sign, size = (MINUS if value < 0 else ""), abs(value)
    if decimals or not (size * 4).is_integer():
        return f"{sign}{size:.2f}", ""
    glyph = GLYPHS.get(size % 1, "")
    whole = f"{int(size)}" if size >= 1 or not glyph else ""
    return f"{sign}{whole}", glyph


def number(value: float, *, decimals: bool = False) -> str:
    """A value as one text: 53½, ½, −1, 21.50."""
    return "".join(parts(value, decimals=decimals))


def chance(share: float, runs: int) -> str:
    """A simulated chance (0 to 1) in 100, as finely as so many runs say it; "3 of 10" where they are fewer than ``FEW``.

    Never 0 and never 100, for no number of runs proves either: what came in none of n may well come in 3 of n (19 of 20 cases).
    """
    if math.isnan(share) or runs < 1:
        return UNDEFINED
    if runs < FEW:
        return say("of_runs", seen=round(share * runs), n=runs)
    least = max(1, math.ceil(300 / runs))
    if share < least / 100 or share > 1 - least / 100:
        return f"<{least}" if share < 0.5 else f">{100 - least}"
    return f"{100 * share:.0f}"
