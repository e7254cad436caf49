"""What the fold does to chances: of first and of the top three, against exact pairing, two rounds before the end.

    python -m benchmarks.fold_effect

takes simulated events of 32, 45 and 60 players without their last two rounds, made by the seeds that are the numbers of players,
and since in two of these the winner is all but known (leads of 1½ points), two more: the first seeds after those that leave half
a point between the first two. The next round is paired exactly, as ``simulate`` does it, and played many times; the last one is
then paired both ways *after the same results*, by the Dutch system of 2025 and by the fold, and its games are played ``TIMES``
times each. So a difference of chances is a mean of differences after the same round, which is less in error than two simulations
apart. Then once more with both rounds folded, in runs of their own.

The largest of many differences is large by chance alone. How large is said beside it: what the largest would be were every true
difference 0 and each figure only as wrong as its standard error, in the middle (``by chance``) and in 19 of 20 cases
(``by chance, 95 %``); ``beyond chance`` is the root of the mean squared difference less the mean squared error, over the players
of whom it is not certain either way. The result is kept in fold_effect.json, the largest in chessdash/whatif/fold_effect.py.
"""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from chessdash.cells import FloatArray
from chessdash.jobs import Call
from chessdash.simulation import Fixed, State, play_round
from chessdash.spread import over
from chessdash.tiebreaks.descriptor import parse
from chessdash.tiebreaks.ranking import final_ranks
from chessdash.tournament import Tournament
from chessdash.whatif import playing
from chessdash.whatif.outlook import outlook
from chessdash.whatif.playing import Plan, plan
from tests.events import event
from tests.simulated import lines, table

RESULT = Path(__file__).with_suffix(".json")
ORDER = "BH/C1,BH,SB"
LEFT = 2  # rounds to come
AT_ONCE = 25  # ways in which the next round ends, of one call
TIMES = 40  # that the last round is played after each of them
FOLDED = 60_000  # runs with both rounds folded
LUCK = 20_000  # draws of what chance alone would do
MEASURES = {"first": 1, "top3": 3}  # places
Arrays = dict[str, FloatArray]


@dataclass(frozen=True)
class Event:
    """A simulated event of the club field: its size, its rounds, its seed, and how many ends of its next round are looked at."""

    players: int
    rounds: int
    seed: int
    states: int = 1200


EVENTS = (Event(32, 7, 32), Event(45, 9, 45, 1500), Event(60, 9, 60, 1500), Event(45, 9, 49), Event(60, 9, 63))


class After(NamedTuple):
    """What came of S ways in which the next round ended: shares of the first and of the top 3 after each, (S, P), by pairing.

    ``same`` (S, 2): share of the boards of the last round that both pairings have, without and with their colours.
    """

    dutch: Arrays
    fold: Arrays
    same: FloatArray


def running(one: Event) -> Tournament:
    """The event before its last rounds, of which nothing is known."""
    return event(lines(table(one.players, one.rounds, one.seed).through(one.rounds - LEFT)), rounds=one.rounds)


def after(made: Plan, k: int, states: int, times: int) -> After:
    """The last round paired both ways after the same results before it, from a seed of the plan's and ``k``."""
    random = np.random.default_rng(np.random.SeedSequence(made.seed, spawn_key=(k,)))
    rest, order = made.rest, [parse(text) for text in made.order]
    luck = random.standard_normal((states, len(made.numbers)), np.float32)
    strength = (made.strengths.mean + luck @ made.strengths.root.T).astype(np.float32)
    options: dict[str, Any] = {"scoring": rest.table.scoring}
    state = playing._so_far(rest, states)
    for fixed, away in zip(rest.fixed[:-1], rest.away.T, strict=False):
        state = play_round(state, away, strength, made.model.odds, random, fixed=fixed, **options)
    exact = playing._each(made, state, rest.away[:, -1], random)
    many = Fixed(*(np.repeat(rows, times, 0) for rows in (exact.white, exact.black, exact.away)))
    shares, ends = [], []
    for fixed in (many, None):
        end = play_round(
            repeated(state, times),
            rest.away[:, -1],
            np.repeat(strength, times, 0),
            made.model.odds,
            random,
            fixed=fixed,
            **options,
        )
        rank = final_ranks(playing._table(rest.table, end), order).reshape(states, times, -1)
        shares.append({name: (rank < places).mean(1) for name, places in MEASURES.items()})
        ends.append(end)
    return After(shares[0], shares[1], same_boards(ends[0], ends[1], slice(None, None, times)))


def repeated(state: State, times: int) -> State:
    """Each event of a batch so many times, one after another; cells that are the same in every event stay so."""
    rounds = {
        name: tuple(cells if cells.ndim == 1 else np.repeat(cells, times, 0) for cells in getattr(state, name))
        for name in ("opponent", "points", "kind", "black")
    }
    others = {name: np.repeat(getattr(state, name), times, 0) for name in ("score", "met", "balance", "last", "free")}
    return State(**rounds, **others)  # type: ignore[arg-type]


def same_boards(one: State, other: State, events: slice) -> FloatArray:
    """Share of the boards of the round last paired of ``one`` that ``other`` has too, without and with colours, (S, 2)."""
    (a, b), (x, y) = ((state.opponent[-1][events], state.black[-1][events]) for state in (one, other))
    met = a >= 0
    both = met & (a == x)
    return np.stack([both.sum(1), (both & (b == y)).sum(1)], 1) / met.sum(1, keepdims=True)


def both_folded(made: Plan, runs: int) -> Plan:
    """The same with every round to come folded."""
    return replace(made, rest=replace(made.rest, fixed=(None,) * made.rest.rounds), known=(), runs=runs, pairing="fold")


def measured(one: Event, times: int = TIMES, folded: int = FOLDED, workers: int | None = None) -> dict[str, Any]:
    """One event measured: what it is, boards in common, and a row a player with chances all three ways."""
    made = plan(running(one), order=ORDER, seed=one.seed)
    every = both_folded(made, folded)
    first: list[Call] = [(after, (made, k, AT_ONCE, times)) for k in range(-(-one.states // AT_ONCE))]
    with over(workers) as run:
        found = run([*first, *((playing.part, (every, k)) for k in range(every.parts))], progress)
    parts, end = found[: len(first)], outlook(every, found[len(first) :])
    dutch, fold = (
        {name: np.concatenate([getattr(part, way)[name] for part in parts]) for name in MEASURES} for way in ("dutch", "fold")
    )
    rows: dict[str, Any] = {"no": made.numbers, "rank": made.today + 1, "points": made.score}
    for name, places in MEASURES.items():
        chance, error = end.share(end.rank < places)
        exact, off = dutch[name].mean(0), fold[name] - dutch[name]
        exact_error = spread(dutch[name])
        rows[name] = exact
        rows[f"{name} error"] = exact_error
        rows[f"{name} last folded"], rows[f"{name} last folded off"] = fold[name].mean(0), off.mean(0)
        rows[f"{name} last folded error"] = spread(off)
        rows[f"{name} both folded"], rows[f"{name} both folded off"] = chance, chance - exact
        rows[f"{name} both folded error"] = np.hypot(error, exact_error)
    pairs, coloured = np.concatenate([part.same for part in parts]).mean(0)
    return {
        "players": one.players,
        "rounds": one.rounds,
        "seed": one.seed,
        "exact pairings of the last round": len(dutch["first"]),
        "games after each": times,
        "runs with both folded": folded,
        "boards in common": {"next": next_in_common(made), "last": float(pairs), "last, with colours": float(coloured)},
        "rows": [dict(zip(rows, map(plain, row), strict=True)) for row in zip(*rows.values(), strict=True)],
    }


def spread(values: FloatArray) -> FloatArray:
    """Standard error of the mean over the first axis, (S, P) to (P,)."""
    error: FloatArray = values.std(0, ddof=1) / np.sqrt(len(values))
    return error


def next_in_common(made: Plan) -> float:
    """Share of the boards of the next round that fold and exact pairing have in common, whatever their colours."""
    fixed = made.rest.fixed[0]
    assert fixed is not None
    away, strength = made.rest.away[:, 0], np.zeros((1, len(made.numbers)), np.float32)
    random = np.random.default_rng(made.seed)
    one, other = (
        play_round(playing._so_far(made.rest, 1), away, strength, made.model.odds, random, fixed=boards)
        for boards in (fixed, None)
    )
    return float(same_boards(one, other, slice(None))[0, 0])


def plain(value: Any) -> Any:
    """A number as JSON has it, chances to five decimals."""
    return round(float(value), 5) if isinstance(value, float | np.floating) else int(value)


def largest(events: Sequence[dict[str, Any]], name: str, way: str) -> dict[str, Any]:
    """The largest difference of a chance over all players of all events, and what chance alone would make of so many figures."""
    rows = [(number, row) for number, one in enumerate(events) for row in one["rows"]]
    off = np.array([row[f"{name} {way} off"] for _, row in rows])
    error = np.array([row[f"{name} {way} error"] for _, row in rows])
    worst = int(np.abs(off).argmax())
    luck = np.abs(np.random.default_rng(1).standard_normal((LUCK, len(off))) * error).max(1)
    unsure = np.array([0.005 < row[name] < 0.995 for _, row in rows])
    beyond = np.mean(off[unsure] ** 2 - error[unsure] ** 2)
    number, row = rows[worst]
    return {
        "difference": plain(off[worst]),
        "error": plain(error[worst]),
        "players": events[number]["players"],
        "seed": events[number]["seed"],
        "no": row["no"],
        "exact": row[name],
        "by chance": plain(np.median(luck)),
        "by chance, 95 %": plain(np.quantile(luck, 0.95)),
        "not certain": int(unsure.sum()),
        "beyond chance": plain(np.sqrt(max(beyond, 0.0))),
    }


def progress(done: int, total: int) -> None:
    """How far it is, on the terminal."""
    print(f"\r{done} of {total}", end="", file=sys.stderr)


def main() -> int:
    """All events; prints the largest differences and keeps the result."""
    events = [measured(one) for one in EVENTS]
    found = {way: {name: largest(events, name, way) for name in MEASURES} for way in ("last folded", "both folded")}
    print(json.dumps(found, indent=1))
    for one in events:
        print(one["players"], one["boards in common"])
    result = {
        "date": date.today().isoformat(),
        "versions": {name: version(name) for name in ("py4swiss", "numpy")} | {"python": sys.version.split()[0]},
        "order": ORDER,
        "rounds left": LEFT,
        "largest": found,
        "events": events,
    }
    RESULT.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    from benchmarks import fold_effect  # processes that share the work have to find its functions under this name

    sys.exit(fold_effect.main())
