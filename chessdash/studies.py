"""Many events, played or simulated: one row an event and order, and what they say together, with errors over events.

A row holds numerators and denominators (columns ``x`` and ``x_of``), never shares alone, so that any set of rows can be pooled.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from chessdash import hanging_on, measures
from chessdash.cells import FloatArray, IntArray
from chessdash.crosstable import Crosstable
from chessdash.measures import Pairs, Share
from chessdash.simulation import BYES, FIELDS, strengths, swiss
from chessdash.tiebreaks.descriptor import Descriptor, parse_order
from chessdash.tiebreaks.ranking import final_ranks

if TYPE_CHECKING:
    import pandas as pd

Labelled = Sequence[tuple[str, tuple[Descriptor, ...]]]  # orders with PTS first
CHUNK = 50  # simulated events at once; a fixed number, so that figures do not depend on the number of workers
LEAST_PAIRS = 20  # tied pairs below which an event is skipped in shares of pairs


class Measure(NamedTuple):
    """A pooled figure: its id in the list of measures, its columns, and the least denominator that an event needs."""

    id: str
    name: str
    least: float = 0.0


MEASURES = (
    Measure("M1", "first_code"),
    Measure("M1", "resolved"),
    Measure("M3", "stronger", LEAST_PAIRS),
    Measure("M4", "seeded", LEAST_PAIRS),
    Measure("M5", "turning"),
    Measure("M5", "turned"),
    Measure("M6", "swapped"),
    Measure("M7", "absent"),
    Measure("M7", "absent_stronger"),  # what strength says of the same pairs
    Measure("M7", "withdrawn"),
    Measure("M7", "withdrawn_stronger"),
    Measure("M8", "whites"),
    Measure("M9", "winner_kept_1"),
    Measure("M9", "winner_kept_2"),
    Measure("M9", "podium_kept_1"),
    Measure("M9", "tau_1"),
    Measure("M11", "other_winner"),
    Measure("M11", "other_podium"),
    Measure("M11", "mean_move"),
    Measure("tau", "tau_strength"),
)


@dataclass(frozen=True)
class Simulated:
    """Simulated events like one's own: size, a field and absences by name, orders, how many events, and the seed of them all.

    ``hanging`` is the number of first events for which M5 and M6, which are dear, are computed; ``redraws`` those of M6.
    """

    players: int
    rounds: int
    field: str
    byes: str
    orders: tuple[tuple[str, str], ...]
    events: int
    seed: int
    blind: bool = False
    hanging: int = 200
    redraws: int = 200

    @property
    def chunks(self) -> int:
        """Number of parts that are computed apart from one another."""
        return -(-self.events // CHUNK)


def labelled(orders: Iterable[tuple[str, str]]) -> Labelled:
    """Orders by label with their descriptors, points first."""
    return [(label, tuple(d for _, d in parse_order(f"PTS,{order}" if order != "PTS" else order))) for label, order in orders]


def simulated_study(
    players: int,
    rounds: int,
    field: str = "club",
    byes: str = "none",
    orders: Sequence[str] = (),
    events: int = 2000,
    seed: int = 1,
    *,
    hanging: int = 200,
    redraws: int = 200,
) -> "pd.DataFrame":
    """Rows of simulated events, once with ratings that follow strength (world "rated") and once with blind ones ("blind").

    One row a world, event and order; columns as ``batch_rows``. The first order is the one compared with. The same arguments give
    the same rows on every machine and for any number of workers. Pool them with ``pool``.
    """
    import pandas as pd

    pairs = tuple((order, order) for order in orders)
    one = Simulated(players, rounds, field, byes, pairs, events, seed, hanging=hanging, redraws=redraws)
    return pd.concat([simulated_chunk(w, k) for w in (one, replace(one, blind=True)) for k in range(w.chunks)], ignore_index=True)


def simulated_chunk(what: Simulated, chunk: int) -> "pd.DataFrame":
    """The rows of one part of a simulated study, drawn from a seed of its own."""
    field = replace(FIELDS[what.field], blind=what.blind)
    random = np.random.default_rng(np.random.SeedSequence(what.seed, spawn_key=(int(what.blind), chunk)))
    events = min(CHUNK, what.events - chunk * CHUNK)
    strength, rating = strengths(events, what.players, field, random)
    table = swiss(strength, rating, what.rounds, field.draws, BYES[what.byes], random)
    orders = labelled(what.orders)
    frame = batch_rows(table, strength, orders)
    dear = 0 if what.blind else min(events, max(what.hanging - chunk * CHUNK, 0))
    for name, values in _hanging_columns(table, orders, dear, what.redraws, what.seed + chunk).items():
        frame[name] = values
    first = chunk * CHUNK
    frame.insert(0, "world", "blind" if what.blind else "rated")
    frame["event"] = [f"{first + e + 1}" for e in frame["event"]]
    return frame


def batch_rows(table: Crosstable, strength: FloatArray, orders: Labelled) -> "pd.DataFrame":
    """One row an event and order of a batch (B, P, R): event (from 0), order, players, rounds, and the columns of each measure.

    ``strength`` (B, P) in Elo is what "stronger" means: the true one in simulation, the rating in real events (nan unknown).
    """
    import pandas as pd

    score = np.atleast_2d(table.score)
    events, players = score.shape
    shares = batch_shares(table, np.broadcast_to(strength, score.shape), orders)
    columns: dict[str, Any] = {
        "event": np.tile(np.arange(events), len(orders)),
        "order": np.repeat(np.array([label for label, _ in orders], dtype=object), events),
        "players": players,
        "rounds": table.rounds,
    }
    for name in shares[0]:
        columns[name] = np.concatenate([share[name].part for share in shares])
        columns[f"{name}_of"] = np.concatenate([share[name].whole for share in shares])
    return pd.DataFrame(columns)


def batch_shares(table: Crosstable, strength: FloatArray, orders: Labelled) -> list[dict[str, Share]]:
    """The measures of each order on a batch, but for M5 and M6: shares of B events by name; strength (B, P) as in batch_rows."""
    score = np.atleast_2d(table.score)
    pairs = measures.tied_pairs(score)
    sides = _sides(table, score.shape)
    rating = np.broadcast_to(table.rating, score.shape)
    known = ~np.isnan(strength).any(-1)
    stronger = measures.compared(np.argsort(np.argsort(-np.nan_to_num(strength), -1), -1))
    truth = {f"{name}_stronger": _favoured(pairs, has, strength) for name, has in sides.items() if name != "whites"}
    final = Ranked.of(table, orders, score.shape)
    earlier = [Ranked.of(table.through(table.rounds - back), orders, score.shape) for back in (1, 2) if table.rounds > back]
    found = []
    for k in range(len(orders)):
        prefers = measures.preference(pairs, final.ranks[k])
        shares = {
            "stronger": measures.stronger_above(pairs, prefers, strength),
            "seeded": measures.stronger_above(pairs, prefers, rating),
        }
        shares |= {name: measures.one_sided(pairs, prefers, has) for name, has in sides.items()} | truth
        shares |= _resolved(final, k)
        shares |= _stability(final, earlier, k)
        shares |= _stakes(final.ranks[k], final.ranks[0])
        shares["tau_strength"] = _each(measures.agreement(final.compared[k], stronger), known)
        found.append(shares)
    return found


@dataclass(frozen=True, eq=False)
class Ranked:
    """K orders on a batch: the ranks by points and after the first code, and the final ones with all pairs compared, (B, P)."""

    points: IntArray
    first: tuple[IntArray, ...]
    ranks: tuple[IntArray, ...]
    compared: tuple[measures.Compared, ...]

    @classmethod
    def of(cls, table: Crosstable, orders: Labelled, shape: tuple[int, ...]) -> "Ranked":
        """Every order on this batch; what begins alike is ranked once."""

        @cache
        def after(order: tuple[Descriptor, ...]) -> IntArray:
            return np.broadcast_to(final_ranks(table, order), shape)

        ranks = tuple(after(order) for _, order in orders)
        first = tuple(after(order[:2]) for _, order in orders)
        seen = {id(rank): measures.compared(rank) for rank in ranks}
        points = orders[0][1][:1]
        return cls(after(points), first, ranks, tuple(seen[id(rank)] for rank in ranks))


def _sides(table: Crosstable, shape: tuple[int, ...]) -> dict[str, Any]:
    """M7 and M8: what one of two may have more of, by name, (B, P) each."""
    sides: dict[str, Any] = {"absent": measures.own_absence(table), "withdrawn": measures.met_withdrawn(table)}
    sides |= {"whites": measures.whites(table)} if table.rounds % 2 else {}
    return {name: np.broadcast_to(has, shape) for name, has in sides.items()}


def _favoured(pairs: Pairs, has: Any, strength: FloatArray) -> Share:
    """M7, what strength says: of the pairs of which one alone has something, how often that one is the stronger."""
    one, other = pairs.of(strength)
    return pairs.share(pairs.signs(has) * pairs.signs(strength), (pairs.signs(has) != 0) & ~np.isnan(one + other))


def _each(values: Any, kept: Any = True) -> Share:
    """A figure that every event has once, or every one that is kept, as a share of one, (B,)."""
    part = np.asarray(values, float)
    whole = np.broadcast_to(np.asarray(kept, float), part.shape)
    return Share(part * whole, whole)


def _resolved(final: Ranked, k: int) -> dict[str, Share]:
    """M1: adjacent places equal on points that the first code, and that the whole order, sets apart."""
    by_points = measures.groups(final.points)
    equal = (final.points.shape[-1] - by_points).astype(float)
    apart = {"first_code": final.first[k], "resolved": final.ranks[k]}
    return {name: Share((measures.groups(rank) - by_points).astype(float), equal) for name, rank in apart.items()}


def _stability(final: Ranked, earlier: Sequence[Ranked], k: int) -> dict[str, Share]:
    """M9: the winner and the podium of one and two rounds before, and tau-a between the tables."""
    shares = {}
    for back, before in enumerate(earlier, start=1):
        shares[f"winner_kept_{back}"] = _each(~measures.winner_differs(final.ranks[k], before.ranks[k]))
        shares[f"podium_kept_{back}"] = _each(~measures.podium_differs(final.ranks[k], before.ranks[k]))
        shares[f"tau_{back}"] = _each(measures.agreement(final.compared[k], before.compared[k]))
    return shares


def _stakes(rank: Any, baseline: Any) -> dict[str, Share]:
    """M11: another winner, another podium, the mean change of place."""
    return {
        "other_winner": _each(measures.winner_differs(rank, baseline)),
        "other_podium": _each(measures.podium_differs(rank, baseline)),
        "mean_move": _each(measures.mean_move(rank, baseline)),
    }


def _hanging_columns(table: Crosstable, orders: Labelled, dear: int, redraws: int, seed: int) -> dict[str, FloatArray]:
    """M5 and M6 of the first events of a batch, in the order of its rows; the rest has denominators of 0."""
    events = len(table.score)
    names = ("turning", "turned", "swapped")
    columns = {end: np.zeros((len(orders), events)) for name in names for end in (name, f"{name}_of")}
    for e in range(dear):
        for k, found in enumerate(hanging_on.of_first_place(one_of(table, e), [order for _, order in orders], redraws, seed + e)):
            for name, part in zip(names, found, strict=True):
                columns[name][k, e], columns[f"{name}_of"][k, e] = (0.0, 0.0) if np.isnan(part) else (part, 1.0)
    return {name: values.ravel() for name, values in columns.items()}


def one_of(table: Crosstable, event: int) -> Crosstable:
    """One event of a batch, (P, R)."""
    parts = {name: getattr(table, name)[event] for name in ("opponent", "points", "kind", "black")}
    rating = table.rating[event] if table.rating.ndim == 2 else table.rating
    return replace(table, **parts, rating=rating)


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
        base = by_order[baseline] if baseline else next(iter(by_order.values()))
        for label, group in by_order.items():
            for measure in (m for m in MEASURES if m.name in group):
                one = _share_of(group, measure.name)
                estimate = measures.pooled(one, measure.least)
                apart = measures.paired_difference(one, _share_of(base.reindex(group.index), measure.name), measure.least)
                needed = measures.events_needed(apart)
                found.append((name, label, measure.id, measure.name, *estimate, apart.value, apart.error, needed))
    columns = ["world", "order", "id", "measure", "value", "error", "events", "difference", "difference_error", "events_needed"]
    return pd.DataFrame(found, columns=columns)


def _share_of(group: "pd.DataFrame", name: str) -> Share:
    return Share(group[name].to_numpy(float), np.nan_to_num(group[f"{name}_of"].to_numpy(float)))
