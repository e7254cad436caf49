"""Many events, played or simulated: one row an event and order, and what they say together, with errors over events.

A row holds numerators and denominators (columns ``x`` and ``x_of``), never shares alone, so that any set of rows can be pooled.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from chessdash import hanging_on, measures
from chessdash.cells import FloatArray, IntArray
from chessdash.crosstable import Crosstable
from chessdash.errors import DataError
from chessdash.measures import Pairs, Share
from chessdash.pooling import LEAST_PAIRS as LEAST_PAIRS
from chessdash.pooling import MEASURES as MEASURES
from chessdash.pooling import Measure as Measure
from chessdash.pooling import pool as pool
from chessdash.simulation import BYES, FIELDS, one_of, strengths, swiss
from chessdash.spread import Progress, over
from chessdash.text import say
from chessdash.tiebreaks.descriptor import Descriptor, parse_order
from chessdash.tiebreaks.ranking import final_ranks

if TYPE_CHECKING:
    import pandas as pd

Labelled = Sequence[tuple[str, tuple[Descriptor, ...]]]  # orders with PTS first
CHUNK = 50  # simulated events at once; a fixed number, so that figures do not depend on the number of workers


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
    return [(label, tuple(d for _, d in parse_order(points_first(order)))) for label, order in orders]


def points_first(order: str) -> str:
    """An order with points before all else, wherever they were written."""
    return ",".join(["PTS", *(code for code in (text.strip() for text in order.split(",")) if code.upper() not in ("PTS", ""))])


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
    workers: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> "pd.DataFrame":
    """Rows of simulated events, once with ratings that follow strength (world "rated") and once with blind ones ("blind").

    One row a world, event and order; columns as ``batch_rows``. The first order is the one compared with. The same arguments give
    the same rows for any number of ``workers`` (processes; None: as many as cores) and on a Dask ``cluster`` (its address).
    ``progress`` is called with the parts done and their number. Pool the rows with ``pool``.
    """
    import pandas as pd

    _known("field", field, FIELDS)
    _known("byes", byes, BYES)
    if not orders or events < 1 or players < 2 or rounds < 1:
        raise DataError(say("simulated_none"))
    pairs = tuple((order, order) for order in orders)
    one = Simulated(players, rounds, field, byes, pairs, events, seed, hanging=hanging, redraws=redraws)
    calls = [(simulated_chunk, (world, k)) for world in (one, replace(one, blind=True)) for k in range(world.chunks)]
    with over(workers, cluster) as run:
        frames: list[pd.DataFrame] = run(calls, progress)
    return pd.concat(frames, ignore_index=True)


def _known(what: str, given: str, known: Iterable[str]) -> None:
    if given not in known:
        raise DataError(say("unknown_choice", what=what, given=given, known=", ".join(known)))


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
    seeds = [[what.seed, chunk, event] for event in range(dear)]
    for name, values in hanging_columns(table, orders, seeds, what.redraws).items():
        frame[name] = values
    first = chunk * CHUNK
    frame.insert(0, "world", "blind" if what.blind else "rated")
    frame["event"] = [f"{first + e + 1}" for e in frame["event"]]
    return frame


def batch_rows(table: Crosstable, strength: FloatArray, orders: Labelled, baseline: int = 0) -> "pd.DataFrame":
    """One row an event and order of a batch (B, P, R): event (from 0), order, players, rounds, tied (pairs), and the columns of
    each measure.

    ``strength`` (B, P) in Elo is what "stronger" means: the true one in simulation, the rating in real events (nan unknown).
    ``baseline`` is the place of the order with which winners, podiums and places are compared.
    """
    import pandas as pd

    score = np.atleast_2d(table.score)
    events, players = score.shape
    pairs = measures.tied_pairs(score)
    shares = batch_shares(table, pairs, np.broadcast_to(strength, score.shape), orders, baseline)
    columns: dict[str, Any] = {
        "event": np.tile(np.arange(events), len(orders)),
        "order": np.repeat(np.array([label for label, _ in orders], dtype=object), events),
        "players": players,
        "rounds": table.rounds,
        "tied": np.tile(np.bincount(pairs.event, minlength=events), len(orders)),
    }
    for name in shares[0]:
        columns[name] = np.concatenate([share[name].part for share in shares])
        columns[f"{name}_of"] = np.concatenate([share[name].whole for share in shares])
    return pd.DataFrame(columns)


def batch_shares(
    table: Crosstable, pairs: Pairs, strength: FloatArray, orders: Labelled, baseline: int
) -> list[dict[str, Share]]:
    """The measures of each order on a batch, but for M5 and M6: shares of B events by name; strength (B, P) as in batch_rows."""
    shape = strength.shape
    sides = _sides(table, shape)
    rating = np.broadcast_to(table.rating, shape)
    known = ~np.isnan(strength).any(-1)
    stronger = measures.compared(np.argsort(np.argsort(-np.nan_to_num(strength), -1), -1))
    truth = {f"{name}_stronger": _favoured(pairs, has, strength) for name, has in sides.items() if name != "whites"}
    final = Ranked.of(table, orders, shape)
    earlier = [Ranked.of(table.through(table.rounds - back), orders, shape) for back in (1, 2) if table.rounds > back]
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
        shares |= _stakes(final.ranks[k], final.ranks[baseline])
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


def hanging_columns(table: Crosstable, orders: Labelled, seeds: Sequence[hanging_on.Seed], redraws: int) -> dict[str, FloatArray]:
    """M5 and M6 of the first events of a batch, one a seed, a column of shape (orders x B,) each in the order of its rows.

    The rest has denominators of 0.
    """
    events = len(table.score)
    names = ("turning", "turned", "swapped")
    columns = {end: np.zeros((len(orders), events)) for name in names for end in (name, f"{name}_of")}
    for e, seed in enumerate(seeds):
        each = hanging_on.of_first_place(one_of(table, e), [order for _, order in orders], redraws, seed)
        for k, found in enumerate(each):
            for name, part in zip(names, found, strict=True):
                columns[name][k, e], columns[f"{name}_of"][k, e] = (0.0, 0.0) if np.isnan(part) else (part, 1.0)
    return {name: values.ravel() for name, values in columns.items()}
