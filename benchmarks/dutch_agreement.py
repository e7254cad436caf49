"""How often the adapter pairs as an independent engine did: every round of every Swiss in tests/conformance.

    python -m benchmarks.dutch_agreement

pairs each round anew from the rounds before it, with those known who were not to be paired (byes, absences; who forfeited was),
and compares boards with colours and the pairing-allocated bye. The other engine follows the rules in force since February 2026,
the adapter those before. To tell what a difference comes from, the round is paired again with newer rules put in their places:
absences without points as no downfloat (2026, 1.4.3), and the other engine's choice of the pairing-allocated bye. What remains
are rounds in which the older rules collapse score groups. The result is kept in dutch_agreement.json; a test holds a part of it.
"""

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from py4swiss.engines.common import Float
from py4swiss.engines.dutch import Engine
from py4swiss.engines.dutch import player as engine_player
from py4swiss.engines.dutch.bracket.brackets import Brackets
from py4swiss.trf.results import ResultToken

import chessdash
from chessdash.cells import BoolArray
from chessdash.crosstable import Crosstable, Kind
from chessdash.errors import DataError
from chessdash.pairing import dutch_pairs, first_white
from tests.simulated import table as simulated

EVENTS = Path(__file__).parents[1] / "tests" / "conformance" / "trf"
RESULT = Path(__file__).with_suffix(".json")
WORTH_NOTHING = (ResultToken.FORFEIT_LOSS, ResultToken.ZERO_POINT_BYE)
Board = tuple[int, int]  # rows of White and Black


@dataclass(frozen=True)
class Round:
    """A pairing: boards, and the row of the pairing-allocated bye, -1 where none."""

    boards: frozenset[Board]
    bye: int

    @property
    def pairs(self) -> frozenset[frozenset[int]]:
        """The boards without their colours."""
        return frozenset(map(frozenset, self.boards))


def written(table: Crosstable, r: int) -> tuple[Round, BoolArray]:
    """The pairing of a round (from 0) in the file, and who was not to be paired, (P,)."""
    opponent, bye = table.opponent[:, r], table.kind[:, r] == Kind.PAB
    white = np.flatnonzero((opponent >= 0) & ~table.black[:, r]).tolist()
    boards = frozenset((row, int(opponent[row])) for row in white)
    return Round(boards, int(np.flatnonzero(bye)[0]) if bye.any() else -1), (opponent < 0) & ~bye


def paired(table: Crosstable, r: int, absent: BoolArray) -> Round | None:
    """The pairing of a round (from 0) by the adapter, None where it refuses."""
    try:
        white, black, bye = dutch_pairs(
            table.through(r), absent, table.rounds_planned, first_white=first_white(table) is not False
        )
    except DataError:
        return None
    return Round(frozenset(zip(white.tolist(), black.tolist(), strict=True)), bye)


def difference(theirs: Round, ours: Round | None) -> str:
    """How two pairings of a round differ, "" where they don't."""
    if ours is None:
        return "cannot be paired"
    if ours == theirs:
        return ""
    if ours.bye != theirs.bye:
        return "bye elsewhere"
    return "same pairs, other colours" if ours.pairs == theirs.pairs else "other pairs"


@contextmanager
def newer_floats() -> Iterator[None]:
    """The engine with the floats of 2026: an absence without points is none."""
    older = engine_player._get_floats

    def floats(section: Any, round_number: int, points: Any) -> Float:
        nothing = round_number >= 0 and section.results[round_number].result in WORTH_NOTHING
        return Float.NONE if nothing else older(section, round_number, points)

    engine_player._get_floats = floats
    try:
        yield
    finally:
        engine_player._get_floats = older


@contextmanager
def counting_collapses() -> Iterator[list[int]]:
    """A list that grows with each time the engine collapses score groups."""
    older, seen = Brackets.collapse, []

    def collapse(self: Brackets) -> None:
        seen.append(1)
        older(self)

    Brackets.collapse = collapse
    try:
        yield seen
    finally:
        Brackets.collapse = older


def cause(table: Crosstable, r: int, theirs: Round, absent: BoolArray) -> str:
    """What makes a round differ, by pairing it again under single newer rules."""
    with counting_collapses() as collapses:
        ours = paired(table, r, absent)
    with newer_floats():
        if paired(table, r, absent) == theirs:
            return "2026: an absence without points is no downfloat"
    if ours is not None and ours.bye != theirs.bye and (why := _bye(table, r, theirs.bye, ours.bye)):
        without = absent.copy()
        without[theirs.bye] = True
        if paired(table, r, without) == Round(theirs.boards, -1):
            return why
    return "2026: score groups do not collapse" if collapses else "unknown"


def _bye(table: Crosstable, r: int, theirs: int, ours: int) -> str:
    """Why the pairing-allocated bye goes to somebody else under the newer rules, "" where these do not say so at once."""
    score, games = table.through(r).score, (table.kind[:, :r] <= Kind.UNRATED_GAME).sum(-1)
    if score[theirs] < score[ours]:
        return "2026: the bye goes to fewer points"
    fewer = score[theirs] == score[ours] and games[theirs] > games[ours]
    return "2026: the bye goes to fewer unplayed games" if fewer else ""


def of_event(path: Path) -> list[dict[str, Any]]:
    """One entry a round of an event: event, round, difference and cause, both "" where it agrees."""
    table = chessdash.read(path).crosstable
    found = []
    for r in range(table.rounds):
        theirs, absent = written(table, r)
        how = difference(theirs, paired(table, r, absent))
        why = cause(table, r, theirs, absent) if how else ""
        found.append({"event": path.stem, "round": r + 1, "difference": how, "cause": why})
    return found


def overhead(players: int, rounds: int = 6) -> dict[str, float]:
    """Seconds for one round of a simulated event: the engine, and the adapter around an engine that knows its answer; medians."""
    table, absent = simulated(players, rounds, 3), np.zeros(players, bool)
    engine = Engine.generate_pairings
    asked: list[Any] = []
    spent = []

    def timed(trf: Any) -> Any:
        start = time.process_time()
        asked.append(engine(trf))
        spent.append(time.process_time() - start)
        return asked[-1]

    try:
        Engine.generate_pairings = timed
        for _ in range(3):
            dutch_pairs(table, absent, rounds + 2)
        Engine.generate_pairings = lambda trf: asked[-1]
        around = []
        for _ in range(30):
            start = time.process_time()
            dutch_pairs(table, absent, rounds + 2)
            around.append(time.process_time() - start)
    finally:
        Engine.generate_pairings = engine
    return {"engine": round(median(spent), 4), "adapter": round(median(around), 5)}


def main() -> int:
    """All events; prints a table and keeps the result."""
    rounds = []
    for path in sorted(EVENTS.glob("swiss-*.trf")):
        rounds += of_event(path)
        print(f"\r{path.stem}", end="", file=sys.stderr)
    other = [one for one in rounds if one["difference"]]
    later = [one for one in rounds if one["round"] > 1]
    agree = len(rounds) - len(other)
    colours = sum(one["difference"] == "same pairs, other colours" for one in other)
    print(f"\n{agree} of {len(rounds)} rounds agree ({agree / len(rounds):.1%}), {agree + colours} without colours")
    for name in ("difference", "cause"):
        for kind, n in Counter(one[name] for one in other).most_common():
            print(f"{n:5d}  {name}: {kind}")
    spent = {str(players): overhead(players) for players in (60, 120)}
    for players, seconds in spent.items():
        print(f"{players} players: {seconds}")
    result = {
        "date": date.today().isoformat(),
        "versions": {name: version(name) for name in ("py4swiss", "numpy")} | {"python": sys.version.split()[0]},
        "rounds": len(rounds),
        "agree": agree,
        "agree without colours": agree + colours,
        "rounds after the first": len(later),
        "agree after the first": sum(not one["difference"] for one in later),
        "differences": dict(Counter(one["difference"] for one in other).most_common()),
        "causes": dict(Counter(one["cause"] for one in other).most_common()),
        "seconds a round": spent,
        "rounds that differ": other,
    }
    RESULT.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
