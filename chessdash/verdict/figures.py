"""Pooled figures of a study with their 99 % intervals, looked up by order and measure."""

import math
from typing import TYPE_CHECKING, NamedTuple

from chessdash.measures import FEWEST_EVENTS
from chessdash.text.numbers import MINUS
from chessdash.verdict.said import short_names

if TYPE_CHECKING:
    import pandas as pd

Z = 2.576  # errors on either side of a 99 % interval
WORLDS = ("rated", "blind")


class Figure(NamedTuple):
    """A pooled figure, or the difference of two, with its standard error and the number of events that it rests on."""

    value: float
    error: float
    events: int
    needed: float = float("nan")

    @property
    def half(self) -> float:
        """Half the width of the 99 % interval; where all events agree, the most that the rest of the world may differ."""
        if self.error == 0 and self.events:
            return float(1 - 0.005 ** (1 / self.events))
        return Z * self.error

    @property
    def clear(self) -> int:
        """+1 or -1 where the 99 % interval lies wholly above or below zero, else 0; 0 of few events, or without an error."""
        known = self.events >= FEWEST_EVENTS and math.isfinite(self.error) and self.error > 0
        if not known or abs(self.value) <= self.half:
            return 0
        return 1 if self.value > 0 else -1

    def __str__(self) -> str:
        return f"{100 * self.value:.1f} ± {100 * self.half:.1f}"

    @property
    def change(self) -> str:
        """A difference with its sign."""
        text = f"{100 * abs(self.value):.1f}"
        sign = "" if float(text) == 0 else "+" if self.value > 0 else MINUS
        return f"{sign}{text} ± {100 * self.half:.1f}"


class Pooled:
    """Pooled rows of a study, looked up by world, order and measure."""

    def __init__(self, rows: "pd.DataFrame", baseline: str) -> None:
        self.baseline = baseline
        self.orders = [str(order) for order in dict.fromkeys(rows["order"])]
        self.names = short_names(self.orders)
        self._rows = {(r["world"], r["order"], r["measure"]): r for r in rows.to_dict("records")}

    @property
    def others(self) -> list[str]:
        """The orders beside the one compared with."""
        return [order for order in self.orders if order != self.baseline]

    def value(self, order: str, measure: str, world: str = "rated") -> Figure:
        """A figure of an order."""
        return self._figure(order, measure, world, "value", "error")

    def difference(self, order: str, measure: str, world: str = "rated") -> Figure:
        """The difference from the order compared with, on the same events."""
        return self._figure(order, measure, world, "difference", "difference_error")

    def _figure(self, order: str, measure: str, world: str, value: str, error: str) -> Figure:
        row = self._rows.get((world, order, measure))
        if row is None:
            return Figure(math.nan, math.nan, 0)
        return Figure(float(row[value]), float(row[error]), int(row["events"]), float(row["events_needed"]))


def apart(one: Figure, other: Figure) -> int:
    """+1 or -1 where the 99 % intervals of two figures do not meet and the one lies above or below, else 0."""
    if min(one.events, other.events) < FEWEST_EVENTS or not (math.isfinite(one.error) and math.isfinite(other.error)):
        return 0
    gap = one.value - other.value
    return 0 if abs(gap) <= one.half + other.half else 1 if gap > 0 else -1
