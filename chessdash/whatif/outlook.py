"""The rest of an event, simulated: every player's final ranks, chances and points, by the event's own tie-breaks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from chessdash.arguments import function, shown
from chessdash.cells import BoolArray, FloatArray, IntArray
from chessdash.errors import DataError
from chessdash.jobs import Call
from chessdash.ratings.rated import Basis
from chessdash.spread import Progress, over
from chessdash.text import say
from chessdash.tournament import Tournament
from chessdash.whatif.boards import OTHER_SIDE, row_of
from chessdash.whatif.playing import Plan, Runs, part, plan
from chessdash.whatif.setting import named_results
from chessdash.whatif.strength import Model

if TYPE_CHECKING:
    import pandas as pd

QUANTILES = {"low": 0.05, "lower": 0.25, "median": 0.5, "upper": 0.75, "high": 0.95}
RESULTS = {"1": 2, "=": 1, "0": 0}  # codes of a played game, as White's half-points


def simulate(
    tournament: Tournament,
    runs: int = 10_000,
    rounds: int | None = None,
    model: Model | None = None,
    pairing: str = "fold",
    seed: int = 1,
    *,
    order: str | Sequence[str] | None = None,
    top: int = 3,
    prizes: int = 0,
    edition: str | None = None,
    system: str | None = None,
    unrated: float | None = None,
    rated: Basis | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> "Outlook":
    """Plays the rest of an event many times, until after round ``rounds`` (None: the last one planned), and ranks each time.

    Pairings that the file has are used. A next round without any is paired by the Dutch system of 2025; those after it by a fold
    ("fold") or exactly ("dutch", about a thousand times as long). The same arguments give the same runs for any number of
    ``workers``. Rating changes are by the rules in ``rated``, None: FIDE's at the event's pace. ``progress`` is called with the
    parts done and their number. DataError where nothing remains.

    An army game is drawn by lot instead, and a run ends where its rules end it; "dutch" is refused there, since only the lot is
    its rule. DataError with the sentence of ``army.state`` where it is over.
    """
    progress = None if progress is None else function("progress", progress)
    made = plan(
        tournament, runs, rounds, model, pairing, seed,
        order=order, top=top, prizes=prizes, edition=edition, system=system, unrated=unrated,
        rated=rated,
    )  # fmt: skip
    with over(workers) as run:
        return outlook(made, run(calls(made), progress))


def calls(made: Plan) -> list[Call]:
    """The parts of a simulation, which may be computed apart from one another."""
    return [(part, (made, k)) for k in range(made.parts)]


def outlook(made: Plan, found: Sequence[Runs]) -> "Outlook":
    """What some parts of a simulation say together."""
    rank, points, result, change = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return Outlook(made, rank, points, result, change)


class Chance(NamedTuple):
    """A share of the runs and its standard error."""

    value: FloatArray
    error: FloatArray


@dataclass(frozen=True, eq=False)
class Outlook:
    """N simulated ends of an event of P players: final ranks (N, P) from 0, final points (N, P), results of known boards (N, K),
    rating changes over the event (N, P).

    Rows of players are in the order of pairing numbers; results are White's half-points, -1 where a run had ended before.
    """

    plan: Plan
    rank: IntArray
    points: FloatArray
    result: IntArray
    change: IntArray
    conditions: tuple[tuple[int, int, str], ...] = ()

    def __repr__(self) -> str:
        first, last = self.rounds
        given = f", conditions: {len(self.conditions)}" if self.conditions else ""
        return f"<Outlook: {self.runs} runs of rounds {first} to {last}, {len(self.plan.numbers)} players{given}>"

    @property
    def runs(self) -> int:
        """How many runs this rests on."""
        return len(self.rank)

    @property
    def rounds(self) -> tuple[int, int]:
        """First and last round that was simulated, from 1."""
        return self.plan.first_round, self.plan.last_round

    @property
    def order(self) -> tuple[str, ...]:
        """The codes that ranked, points first."""
        return self.plan.codes

    @property
    def notes(self) -> tuple[str, ...]:
        """What the figures rest on, as sentences: of this event first, then of any."""
        return (*self.plan.notes, *self.plan.assumes)

    def share(self, of: BoolArray) -> Chance:
        """How often something was so, (N, ...) to (...), with an error that is never 0: what was never seen is not impossible."""
        seen, n = np.add.reduce(of, 0, dtype=np.intp), self.runs
        shrunk = (seen + 1) / (n + 2)
        return Chance(seen / max(n, 1), np.sqrt(shrunk * (1 - shrunk) / max(n, 1)))

    @cached_property
    def _counts(self) -> IntArray:
        """How often each player ended on each rank, (P, P)."""
        players = self.rank.shape[1]
        flat = np.arange(players) * players + self.rank
        return np.bincount(flat.ravel(), minlength=players * players).reshape(players, players)

    def to_frame(self) -> "pd.DataFrame":
        """One row a player, by start number in the order of today's ranks.

        ``name``, ``rank`` and ``points`` today, then shares of the runs, each with its standard error in ``<name>_se``: ``first``
        (alone or shared), ``alone``, ``top3`` (named after ``top``), ``prize`` (where there are prizes); ``expected_points``,
        ``mean_rank``, ``rating_change`` (over the event, in Elo, nan for whom no rating changes); and the ranks not passed in 5,
        25, 50, 75 and 95 of 100 runs: ``low lower median upper high``.
        """
        import pandas as pd

        first = self.rank == 0
        chances = {
            "first": first,
            "alone": first & (np.add.reduce(first, 1, dtype=np.intp) == 1)[:, None],
            f"top{self.plan.top}": self.rank < self.plan.top,
        }
        if self.plan.prizes:
            chances["prize"] = self.rank < self.plan.prizes
        columns: dict[str, Any] = {"name": list(self.plan.names), "rank": self.plan.today + 1, "points": self.plan.score}
        for name, of in chances.items():
            columns[name], columns[f"{name}_se"] = self.share(of)
        for name, values in (("expected_points", self.points), ("mean_rank", self.rank + 1), ("rating_change", self.change)):
            columns[name] = values.mean(0, dtype=float)
            columns[f"{name}_se"] = values.std(0, dtype=float) / np.sqrt(self.runs)
        for name in ("rating_change", "rating_change_se"):
            columns[name] = np.where(self.plan.forecast.rated, columns[name], np.nan)
        cumulative = np.cumsum(self._counts, axis=1)
        for name, at in QUANTILES.items():
            columns[name] = (cumulative < at * self.runs - 1e-9).sum(1) + 1
        frame = pd.DataFrame(columns, index=pd.Index(self.plan.numbers, name="no"))
        frame.attrs = {
            "runs": self.runs,
            "rounds": self.rounds,
            "order": self.order,
            "pairing": self.plan.pairing,
            "seed": self.plan.seed,
            "notes": list(self.notes),
        }
        return frame.sort_values("rank", kind="stable")

    def ranks(self) -> "pd.DataFrame":
        """The share of the runs in which each player (index: start number) ended on each rank (columns 1 to P)."""
        import pandas as pd

        players = len(self._counts)
        return pd.DataFrame(
            self._counts / max(self.runs, 1), pd.Index(self.plan.numbers, name="no"), pd.RangeIndex(1, players + 1, name="rank")
        )

    def given(self, results: Mapping[tuple[int, int], str]) -> "Outlook":
        """Only the runs in which known boards, by (round, either player's start number), ended so for that player: 1, = or 0.

        DataError for a board that is not known, a code that is none, two results for one board, and where no run did.
        """
        kept = np.ones(self.runs, bool)
        asked = [*self.conditions, *named_results(results)]
        said: dict[int, str] = {}
        for round, no, code in asked:
            at, white = self._board(round, no)
            if not isinstance(code, str) or code not in RESULTS:
                raise DataError(say("given_result", code=shown(code), known=" ".join(RESULTS)))
            code = code if white else OTHER_SIDE[code]
            if said.setdefault(at, code) != code:
                _, _, one, other = self.plan.known[at]
                raise DataError(say("result_twice", round=round, white=one, black=other, first=said[at], second=code))
            kept &= self.result[:, at] == RESULTS[code]
        if not kept.any():
            raise DataError(say("given_never", n=self.runs))
        return replace(
            self,
            rank=self.rank[kept],
            points=self.points[kept],
            result=self.result[kept],
            change=self.change[kept],
            conditions=tuple(asked),
        )

    def depends(self, no: int | None = None) -> "pd.DataFrame":
        """How much hangs on each known board: round, board, white, black, and for one player (``no``; None: whom it moves most)
        ``player``, the chance of first ``if_white`` wins, ``if_draw``, ``if_black`` wins (nan where that never came), ``swing``
        (the greatest difference between these) with ``swing_se``, and how many runs each chance is of: ``runs_white``,
        ``runs_draw``, ``runs_black``; the greatest swing first.
        """
        import pandas as pd

        first = (self.rank == 0).astype(np.float32)
        numbers = np.asarray(self.plan.numbers)
        chosen = None if no is None else row_of(numbers, no)
        rows = []
        for k, (round, board, white, black) in enumerate(self.plan.known):
            ended = (self.result[:, k][:, None] == np.array([2, 1, 0])).astype(np.float32)  # (N, 3)
            times = ended.sum(0)
            with np.errstate(invalid="ignore", divide="ignore"):
                chance = (ended.T @ first) / times[:, None]  # (3, P)
            shrunk = (chance * times[:, None] + 1) / (times[:, None] + 2)
            error = np.sqrt(shrunk * (1 - shrunk) / np.maximum(times, 1)[:, None])
            if (times > 0).sum() < 2:
                continue
            most, least = np.nan_to_num(chance, nan=-1.0).argmax(0), np.nan_to_num(chance, nan=2.0).argmin(0)
            every = np.arange(len(numbers))
            swing = chance[most, every] - chance[least, every]
            swing_se = np.hypot(error[most, every], error[least, every])
            who = int(swing.argmax()) if chosen is None else chosen
            rows.append(
                (round, board, white, black, int(numbers[who]), *chance[:, who], swing[who], swing_se[who], *times.astype(int))
            )
        columns = ["round", "board", "white", "black", "player", "if_white", "if_draw", "if_black", "swing", "swing_se"]
        columns += ["runs_white", "runs_draw", "runs_black"]
        frame = pd.DataFrame(rows, columns=columns)
        return frame.sort_values("swing", ascending=False, kind="stable", ignore_index=True)

    def _board(self, round: int, no: int) -> tuple[int, bool]:
        """The place of a known board and whether the player named has White there."""
        for k, (when, _, white, black) in enumerate(self.plan.known):
            if when == round and no in (white, black):
                return k, no == white
        known = ", ".join(str(r) for r in sorted({board[0] for board in self.plan.known}))
        raise DataError(say("given_board" if known else "given_no_board", round=round, no=no, known=known))
