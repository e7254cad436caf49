"""Fifteen tie-breaks of one event, and rankings of batches of events, against tiebreak-core."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from benchmarks.harness import FIFTEEN, Row, batch, fresh, peer_ranks, seconds, single
from chessdash.crosstable import Crosstable
from chessdash.standings import standings
from chessdash.tiebreaks.descriptor import parse, parse_order
from chessdash.tiebreaks.ranking import final_ranks, value
from tests.events import event
from tests.simulated import lines

BATCH = 200  # events at once
STUDY = 50  # events at once, as studies take them
SIZES = ((120, 9, 25, 6, 7), (500, 10, 55, 25, 5), (2000, 11, 85, 60, 5))


def rows() -> Iterator[Row]:
    """Every row of this subject."""
    codes = [parse(code) for code in FIFTEEN]
    for players, rounds, on_arrays, with_frame, times in SIZES:
        table = single(players, rounds)
        peer = seconds(lambda p=players, r=rounds: peer_ranks(p, r), times)
        ours = seconds(lambda t=table: _values(fresh(t), codes), 15)
        yield Row(f"fifteen tie-breaks on arrays, {players} x {rounds}", ours, peer, on_arrays)
        tournament = event(lines(table), rounds=rounds)
        order = list(FIFTEEN)
        ours = seconds(lambda t=tournament, o=order: _standings(t, o), 7)
        yield Row(f"standings() with its frame, {players} x {rounds}", ours, peer, with_frame)
    many, study = halves(batch(BATCH, 120, 9)), batch(STUDY, 120, 9)
    order = [descriptor for _, descriptor in parse_order("PTS,BH/C1,BH,SB")]
    every = seconds(lambda: peer_ranks(120, 9), 7)
    ours = seconds(lambda: final_ranks(fresh(many), order), 25) / BATCH
    yield Row("ranks on PTS, BH/C1, BH, SB, batch of 120 x 9, an event; the peer with its fifteen", ours, every, 60_000 / 47)
    peer = seconds(lambda: peer_ranks(120, 9, ("buchholz_cut1", "buchholz", "sonneborn_berger")), 7)
    yield Row("the same, the peer with these three", ours, peer, None)
    ours = seconds(lambda: final_ranks(fresh(study), order), 25) / STUDY
    yield Row(f"the same by {STUDY} in double precision; the peer with its fifteen", ours, every, None)
    ours = seconds(lambda: _values(fresh(many), codes), 15) / BATCH
    yield Row("fifteen tie-breaks, batch of 120 x 9, an event", ours, every, 4_000 / 47)


def halves(table: Crosstable) -> Crosstable:
    """The table with its points in single precision, which has every half: less memory to go through."""
    return replace(table, points=table.points.astype(np.float32))


def _values(table: object, codes: list[object]) -> None:
    for code in codes:
        value(table, code)  # type: ignore[arg-type]


def _standings(tournament: object, order: list[str]) -> None:
    tournament.__dict__.pop("crosstable", None)  # type: ignore[attr-defined]  computed anew, with all that it remembers
    standings(tournament, order)  # type: ignore[arg-type]
