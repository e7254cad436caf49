"""Words and numbers beside the marks of a chart: short names, chances of 100, points."""

from collections import Counter
from collections.abc import Iterable

from chessdash.charts.pens import literal
from chessdash.text.numbers import chance as chance

CERTAIN, OUT = "certain", "out"


def surnames(names: Iterable[str], longest: int = 13, among: Iterable[str] = ()) -> list[str]:
    """Names as narrow as they can be told apart, from those of ``among`` as well; at most ``longest`` characters.

    The surname; where two share it, or what is left of it, as much of the first name as tells them apart. A name without a comma
    stays whole until it is too long, then with as much of its end. Plotly shows them as they are.
    """
    shown = [str(name) for name in names]
    every = list(dict.fromkeys((*shown, *map(str, among))))
    letters = dict.fromkeys(every, 0)  # of the first name
    while True:
        short = {name: _short(name, letters[name], longest) for name in every}
        times = Counter(short.values())
        further = [name for name in every if times[short[name]] > 1 and letters[name] < min(_more(name), longest - 4)]
        if not further:
            return [literal(short[name]) for name in shown]
        for name in further:
            letters[name] += 1


def _more(name: str) -> int:
    """How many letters may stand behind the beginning of a name: those of the first name, of a name without a comma all."""
    return len(name.partition(",")[2].strip()) if "," in name else len(name)


def _short(name: str, letters: int, longest: int) -> str:
    """A surname with so many letters of the first name, which stay where it is cut; of a name without a comma its last ones."""
    surname, first = (part.strip() for part in name.partition(",")[::2])
    if "," not in name and letters and len(surname) > longest:
        return f"{surname[: longest - 1 - letters].rstrip()}…{surname[-letters:].lstrip()}"
    kept = first[:letters].strip()
    behind = kept + ("." if letters < len(first) else "") if kept else ""
    whole = f"{surname}, {behind}" if behind else surname
    if len(whole) <= longest:
        return whole
    room = longest - 1 - (len(behind) + 1 if behind else 0)
    return f"{surname[:room].rstrip(' ,')}…{' ' if behind else ''}{behind}"


def margin(labels: Iterable[str], *, least: int = 44) -> int:
    """Room for these labels in 13 px type, px."""
    return max([least, *(round(7.0 * len(label.replace("&amp;", "&")) + 16) for label in labels)])


def one(points: float) -> int:
    """What chooses between *point* and *points*: 1 for one, 2 for any other number, halves too."""
    return 1 if points == 1 else 2
