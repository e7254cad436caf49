"""The verdict on orders in plain words: each sentence stands exactly when its condition on the numbers holds.

Figures from simulated events are shares of 100 with the half width of their 99 % interval. Agreement with strength never stands
without the same figure from events whose ratings say nothing; "clearly" only where the paired interval excludes zero.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from chessdash.display.codes import written
from chessdash.text import say
from chessdash.verdict.event import of_event
from chessdash.verdict.figures import Figure as Figure
from chessdash.verdict.figures import Pooled as Pooled
from chessdash.verdict.said import PARTS, short_names
from chessdash.verdict.said import Said as Said
from chessdash.verdict.study import advice, of_study

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.compare import Comparison
    from chessdash.studies import Simulated


def verdict(
    comparison: "Comparison",
    pooled: "pd.DataFrame | None" = None,
    *,
    study: "Simulated | None" = None,
    first: "pd.DataFrame | None" = None,
) -> list[Said]:
    """Everything that the numbers let one say, in the order in which it is read.

    ``pooled`` is ``studies.pool`` of simulated events, with ``study`` saying what was simulated; ``first`` is ``explanation.why``
    of first and second place under the order compared with.
    """
    said = list(of_event(comparison, first))
    if pooled is not None and len(pooled):
        found = Pooled(pooled, comparison.baseline)
        said += [*of_study(found), *advice(found)]
    return [*said, *small_print(comparison, pooled is not None and bool(len(pooled)), study)]


def paragraphs(said: Sequence[Said]) -> list[list[Said]]:
    """The sentences of each paragraph that has any, as PARTS."""
    parts = [[one for one in said if one.part == part] for part in PARTS]
    return [part for part in parts if part]


def small_print(comparison: "Comparison", simulated: bool, study: "Simulated | None") -> Iterator[Said]:
    """What the figures rest on."""
    if simulated:
        yield Said("small_interval", {}, "small")
        if study is not None:
            values = {"players": study.players, "rounds": study.rounds, "seed": study.seed}
            field, byes = say(f"field_{study.field}"), say(f"byes_{study.byes}")
            yield Said("small_study", {**values, "field": field, "byes": byes}, "small")
    else:
        yield Said("small_one_event", {}, "small")
    hanging: Any = comparison.hanging
    labels = [str(label) for label in comparison.stakes.index]
    if any(name != written(label.split(",")) for label, name in short_names(labels).items()):
        yield Said("small_names", {}, "small")
    if bool(((hanging["order"] == comparison.baseline) & (hanging["place"] == 1)).any()):
        yield Said("small_pairings", {}, "small")
