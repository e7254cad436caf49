"""How numbers are written for people: glyphs for halves and quarters, U+2212 for minus, two decimals for the rest."""

import math

GLYPHS = {0.25: "¼", 0.5: "½", 0.75: "¾"}
MINUS = "\u2212"
UNDEFINED = "–"


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


def chance(share: float) -> str:
    """A simulated chance (0 to 1) of 100 runs: never 0 and never 100, for no number of runs proves either."""
    if math.isnan(share):
        return UNDEFINED
    return "<1" if share < 0.01 else ">99" if share > 0.99 else f"{100 * share:.0f}"
