"""What many events say together: ratios of sums over events, with errors over events, and differences on the same events."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from chessdash import measures
from chessdash.errors import TieBreakError
from chessdash.measures import Share
from chessdash.text import say

if TYPE_CHECKING:
    import pandas as pd

LEAST_PAIRS = 20  # tied pairs below which an event is skipped in shares of pairs


class Measure(NamedTuple):
    """A pooled figure: its id in the list of measures, its columns, and the fewest tied pairs that an event needs."""

    id: str
    name: str
    least: int = 0


MEASURES = (
    Measure("M1", "first_code"),
    Measure("M1", "resolved"),
    Measure("M3", "stronger", LEAST_PAIRS),
    Measure("M4", "seeded", LEAST_PAIRS),
    Measure("M5", "turning"),
    Measure("M5", "turned"),
    Measure("M6", "swapped"),
    Measure("M7", "absent", LEAST_PAIRS),
    Measure("M7", "absent_stronger", LEAST_PAIRS),  # what strength says of the same pairs
    Measure("M7", "withdrawn", LEAST_PAIRS),
    Measure("M7", "withdrawn_stronger", LEAST_PAIRS),
    Measure("M8", "whites", LEAST_PAIRS),
    Measure("M9", "winner_kept_1"),
    Measure("M9", "winner_kept_2"),
    Measure("M9", "podium_kept_1"),
    Measure("M9", "tau_1"),
    Measure("M11", "other_winner"),
    Measure("M11", "other_podium"),
    Measure("M11", "mean_move"),
    Measure("tau", "tau_strength"),
)


def pool(rows: "pd.DataFrame", baseline: str | None = None) -> "pd.DataFrame":
    """What rows say together: world, order, measure, value, error, events, and the difference from ``baseline`` on the same
    events, with its error and the number of events that it would take to tell it from none (p < 0.01).

    Values are ratios of sums over events, errors are the delta method's over events, never over pairs.
    """
    import pandas as pd

    world = rows["world"] if "world" in rows else pd.Series("real", index=rows.index)
    found = []
    for name, part in rows.groupby(world, sort=False):
        by_order = {label: group.set_index("event") for label, group in part.groupby("order", sort=False)}
        base = by_order[_base(by_order, baseline or rows.attrs.get("settings", {}).get("baseline"))]
        for label, group in by_order.items():
            for measure in (m for m in MEASURES if m.name in group):
                one, other = (_share_of(frame, measure) for frame in (group, base.reindex(group.index)))
                estimate, apart = measures.pooled(one), measures.paired_difference(one, other)
                needed = measures.events_needed(apart)
                found.append((name, label, measure.id, measure.name, *estimate, apart.value, apart.error, needed))
    columns = ["world", "order", "id", "measure", "value", "error", "events", "difference", "difference_error", "events_needed"]
    return pd.DataFrame(found, columns=columns)


def _base(by_order: Mapping[Any, Any], wanted: str | None) -> str:
    """The label of the order to compare with: the one wanted, else the first."""
    if wanted is not None and wanted not in by_order:
        raise TieBreakError(say("no_such_order", order=wanted, known="; ".join(by_order)))
    return wanted or str(next(iter(by_order)))


def _share_of(group: "pd.DataFrame", measure: Measure) -> Share:
    """The share of each event, nothing to count where fewer pairs are tied than the measure needs."""
    enough = group["tied"].to_numpy(float) >= measure.least
    return Share(
        group[measure.name].to_numpy(float), np.where(enough, np.nan_to_num(group[f"{measure.name}_of"].to_numpy(float)), 0.0)
    )
