"""Words and numbers beside the marks of a chart: short names, chances of 100, points."""

from collections import Counter
from collections.abc import Iterable

from chessdash.charts.pens import literal
from chessdash.text.numbers import chance as chance

CERTAIN, OUT = "certain", "out"


def surnames(names: Iterable[str], longest: int = 13) -> list[str]:
    """Names as narrow as they can be told apart: the surname, with an initial where two share it; at most ``longest`` characters.

    A name without a comma stays whole until it is too long. Plotly shows them as they are.
    """
    split = [(surname.strip(), first.strip()) for surname, _, first in (str(name).partition(",") for name in names)]
    shared = Counter(surname for surname, _ in set(split))
    short = [f"{surname}, {first[0]}." if shared[surname] > 1 and first else surname for surname, first in split]
    return [literal(name if len(name) <= longest else name[: longest - 1].rstrip(" ,") + "…") for name in short]


def margin(labels: Iterable[str], *, least: int = 44) -> int:
    """Room for these labels in 13 px type, px."""
    return max([least, *(round(7.0 * len(label.replace("&amp;", "&")) + 16) for label in labels)])


def one(points: float) -> int:
    """What chooses between *point* and *points*: 1 for one, 2 for any other number, halves too."""
    return 1 if points == 1 else 2
