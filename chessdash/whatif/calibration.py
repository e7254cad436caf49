"""Whether stated chances come true: simulated events cut part of the way, what is stated there, and what became of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from chessdash.cells import FloatArray, IntArray
from chessdash.crosstable import Crosstable, Kind
from chessdash.sheet import Sheet
from chessdash.simulation import BYES, FIELDS, Field, Odds, one_of, swiss
from chessdash.simulation import strengths as drawn
from chessdash.tiebreaks.descriptor import parse
from chessdash.tiebreaks.ranking import final_ranks
from chessdash.tournament import Tournament
from chessdash.whatif.past import as_of
from chessdash.whatif.playing import Plan, part, plan
from chessdash.whatif.strength import Model, Strengths, strengths

if TYPE_CHECKING:
    import pandas as pd

EDGES = (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)
UNSURE = (0.02, 0.98)  # chances between which the slope is taken: beyond them some hundred runs do not tell how sure one is
LETTERS = {Kind.PAB: "U", Kind.FULL_BYE: "F", Kind.HALF_BYE: "H", Kind.ZERO_BYE: "Z"}
STEPS = 25  # of Newton's method


def trial(
    players: int = 40,
    rounds: int = 7,
    after: int = 4,
    field: str | Field = "club",
    *,
    events: int = 200,
    runs: int = 300,
    models: Mapping[str, Model] | None = None,
    order: str | Sequence[str] = "BH/C1,BH,SB",
    top: int = 3,
    prizes: int = 5,
    byes: str = "none",
    dutch: bool = False,
    seed: int = 1,
) -> "pd.DataFrame":
    """What is stated of simulated events after some round, and what became of them: one row an event, model and player.

    The events are those of ``chessdash.simulation``: true strengths, which nobody is told, and ratings that err (``field``, one
    of FIELDS or a Field). They are played to the end by the fold, or with ``dutch`` from the cut on by the Dutch system of 2025.
    Columns: event, model (its name among ``models``; None: the usual one), no, rank and points at the cut, and ``first``,
    ``top<top>``, ``prize``: the chance stated by ``runs`` simulated ends; each with ``<name>_came``: whether it was so in the
    end.
    """
    import pandas as pd

    kind = FIELDS[field] if isinstance(field, str) else field
    random = np.random.default_rng(seed)
    true, rating = drawn(events, players, kind, random)
    played = swiss(true, rating, rounds, kind.draws, BYES[byes], random)
    places = {"first": 1, f"top{top}": top, "prize": prizes}
    frames = []
    for e in range(events):
        one = one_of(played, e)
        known = event_of(one.through(after), rounds) if dutch else as_of(event_of(one, rounds), after)
        made = plan(known, runs, order=order, seed=seed + e)
        end = _truth(made, true[e], kind) if dutch else final_ranks(one, [parse(text) for text in made.order])
        for name, model in (models or {"usual": Model()}).items():
            stated = replace(made, model=model, strengths=strengths(made.rest.table, model))
            rank = np.concatenate([part(stated, k).rank for k in range(stated.parts)])
            columns: dict[str, Any] = {
                "event": e,
                "model": name,
                "no": made.numbers,
                "rank": made.today + 1,
                "points": made.score,
            }
            for what, place in places.items():
                columns[what], columns[f"{what}_came"] = (rank < place).mean(0), end < place
            frames.append(pd.DataFrame(columns))
    return pd.concat(frames, ignore_index=True)


def right(field: str | Field) -> Model:
    """The model by which the events of a field are made: what a simulation would know that knew all but the strengths."""
    kind = FIELDS[field] if isinstance(field, str) else field
    return Model(Odds(kind.draws), kind.rating_error, spread=kind.spread)


def _truth(made: Plan, strength: FloatArray, field: Field) -> IntArray:
    """Final ranks from 0 of an event that goes on with these strengths, exactly paired, (P,)."""
    exact = Strengths(np.asarray(strength, float), np.zeros((len(strength),) * 2))
    odds = replace(Model().odds, draws=field.draws, by_strength=0.0)
    goes_on = replace(
        made, strengths=exact, model=replace(made.model, odds=odds), runs=1, pairing="dutch", seed=made.seed + 2**32
    )
    rank: IntArray = part(goes_on, 0).rank[0]
    return rank


def event_of(table: Crosstable, planned: int) -> Tournament:
    """The tournament of so many planned rounds that has this crosstable, (P, R): simulated, without forfeits or open boards."""
    size = len(table.number)
    paired = table.opponent >= 0
    words = np.select([table.points > 0.5, table.points == 0.5], [ord("1"), ord("=")], ord("0"))
    for kind, letter in LETTERS.items():
        words[table.kind == kind] = ord(letter)
    texts = {name: [""] * size for name in ("sex", "title", "federation", "fide_id", "birth")}
    unknown = np.full(size, np.nan)
    players = {"no": table.number, "name": [f"P{no}" for no in table.number], "rating": table.rating, **texts}
    return Tournament(
        Sheet(
            info={"rounds": planned, "type": "Swiss"},
            players={**players, "points": unknown, "rank": unknown},
            opponent=np.where(paired, table.number[table.opponent], 0).astype(np.int32),
            colour=np.where(paired, np.where(table.black, ord("b"), ord("w")), ord("-")).astype(np.uint8),
            result=words.astype(np.uint8),
        )
    )


def calibration(stated: Any, came: Any, edges: Sequence[float] = EDGES) -> "pd.DataFrame":
    """Chances stated (N,) against what came of them (N,), one row a bin that has any: stated (mean), seen (share), n, se.

    ``se`` is the standard error that ``seen`` has where the chances are right, as if all were independent. Chances of one event
    exclude each other, so that they err less together.
    """
    import pandas as pd

    stated, came = np.asarray(stated, float), np.asarray(came, float)
    bins = np.clip(np.digitize(stated, edges[1:-1]), 0, len(edges) - 2)
    n = np.bincount(bins, minlength=len(edges) - 1)
    some = n > 0
    total, seen, variance = (
        np.bincount(bins, values, len(edges) - 1)[some] / n[some] for values in (stated, came, stated * (1 - stated))
    )
    return pd.DataFrame({"stated": total, "seen": seen, "n": n[some], "se": np.sqrt(variance / n[some])})


def brier(stated: Any, came: Any) -> float:
    """Brier's score: mean squared difference of the chances stated, (N,), from what came, 0 or 1; 0 is perfect."""
    return float(np.mean((np.asarray(stated, float) - np.asarray(came, float)) ** 2))


def skill(stated: Any, came: Any, reference: Any = None) -> float:
    """Share of the Brier score of a ``reference`` (N,) that the chances stated save; None: the same chance for everybody."""
    came = np.asarray(came, float)
    other = np.full(len(came), came.mean()) if reference is None else reference
    return 1.0 - brier(stated, came) / brier(other, came)


class Slope(NamedTuple):
    """How chances would have to be stretched to be right: log-odds of what came = intercept + slope x log-odds stated.

    A slope below 1 means chances too near to 0 and 1 (too sure), above 1 too near to the middle. ``z`` is the larger distance of
    the two from 0 and 1, in standard errors.
    """

    intercept: float
    slope: float
    intercept_se: float
    slope_se: float
    n: int

    @property
    def z(self) -> float:
        """The larger distance from what chances that are right have, in standard errors."""
        return max(abs(self.intercept) / self.intercept_se, abs(self.slope - 1) / self.slope_se)


def slope(stated: Any, came: Any, event: Any, between: tuple[float, float] = UNSURE) -> Slope:
    """The stretch of chances stated (N,) that would fit what came (N,) best, of those ``between`` two values.

    ``event`` (N,) says which belong together: the errors take events for independent, not players. Log-odds are taken from the
    middle of those looked at, so that intercept and slope do not hang together.
    """
    stated, came, event = np.asarray(stated, float), np.asarray(came, float), np.asarray(event)
    kept = (stated > between[0]) & (stated < between[1])
    given = np.log(stated[kept] / (1 - stated[kept]))
    middle = float(given.mean())
    x = np.stack([np.ones(len(given)), given - middle], 1)
    found = np.array([middle, 1.0])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-(x @ found)))
        information = np.linalg.inv((x * (chance * (1 - chance))[:, None]).T @ x)
        step = information @ (x.T @ (came[kept] - chance))
        found += step
        if np.abs(step).max() < 1e-9:
            break
    _, group = np.unique(event[kept], return_inverse=True)
    off = x * (came[kept] - chance)[:, None]
    together = np.stack([np.bincount(group, column) for column in off.T], 1)
    error = np.sqrt(np.diag(information @ (together.T @ together) @ information))
    return Slope(float(found[0] - middle), float(found[1]), float(error[0]), float(error[1]), int(kept.sum()))
