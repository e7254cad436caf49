"""One sentence of the verdict, and how names, amounts and lists stand in it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from chessdash.display.codes import written
from chessdash.text import say

PARTS = ("event", "study", "further", "advice", "small")  # paragraphs: figures on strength, further figures
LEAST_MONEY = 0.005  # less than half of the smallest coin is rounding


@dataclass(frozen=True)
class Said:
    """One sentence: its code, its values, the paragraph it belongs to, and whether it is a conclusion."""

    code: str
    values: dict[str, Any] = field(default_factory=dict)
    part: str = "event"  # one of PARTS
    strong: bool = False

    def __str__(self) -> str:
        return say(self.code, **self.values)


def short_names(orders: Sequence[str]) -> dict[str, str]:
    """What sentences call each order: as many of its first codes as tell it from the others."""
    split = {order: [code.strip() for code in order.split(",")] for order in orders}
    names = {}
    for order, codes in split.items():
        lengths = (n for n in range(1, len(codes)) if sum(other[:n] == codes[:n] for other in split.values()) == 1)
        names[order] = written(codes[: next(lengths, len(codes))])
    return names


def amount(money: float) -> str:
    """An amount of money as a text: whole where it is whole, else with two decimals."""
    return f"{money:,.0f}" if abs(money - round(money)) < LEAST_MONEY else f"{money:,.2f}"


def orders_listed(names: Sequence[str], word: str = "and") -> str:
    """Orders as a list: with semicolons where one has a comma."""
    return listed(names, word, mark=";" if any("," in name for name in names) else ",")


def listed(parts: Sequence[str], word: str = "and", mark: str = ",") -> str:
    """Parts as a list that ends with this word: "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return say(f"list_{word}", first=f"{mark} ".join(parts[:-1]), last=parts[-1])
