"""The crosstable: what its cells are, what lies in memory how, and how it looks up opponents."""

from dataclasses import replace

import numpy as np
import pytest

from chessdash.cells import Cells, rounds_first
from chessdash.crosstable import Crosstable, Kind, Rules, Scoring
from chessdash.errors import DataError
from chessdash.tiebreaks.descriptor import parse
from chessdash.tiebreaks.ranking import value
from tests.events import event

# 1 beat 2, then had H; 2 then won a forfeit against 3; 3 had U, then lost it; 4 had F, and the game 4-1 of round 3 goes on
TABLE = event(
    [
        "2000 2w1 -H 4w",
        "1900 1b0 3w+ -Z",
        "1800 -U 2b- -Z",
        "1700 -F -Z 1b",
        "1600 6wD -Z -Z",
        "1500 5bD -Z 7w1",
        "1400 -Z -Z 6b0",
    ]
)


def test_kinds():
    kind = TABLE.crosstable.kind
    assert kind[:, 0].tolist() == [
        Kind.GAME,
        Kind.GAME,
        Kind.PAB,
        Kind.FULL_BYE,
        Kind.UNRATED_GAME,
        Kind.UNRATED_GAME,
        Kind.ZERO_BYE,
    ]
    assert kind[:4, 1].tolist() == [Kind.HALF_BYE, Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS, Kind.ZERO_BYE]
    assert kind[:, 2].tolist() == [Kind.PENDING, *[Kind.ZERO_BYE] * 2, Kind.PENDING, Kind.ZERO_BYE, Kind.GAME, Kind.GAME]


def test_masks():
    table = TABLE.crosstable
    expected = {  # (row, round) from 0
        "game": {(0, 0), (1, 0), (4, 0), (5, 0), (5, 2), (6, 2)},
        "forfeit": {(1, 1), (2, 1)},
        "paired": {(0, 0), (1, 0), (4, 0), (5, 0), (5, 2), (6, 2), (1, 1), (2, 1)},
        "voluntary": {(0, 1), (1, 2), (2, 1), (2, 2), (3, 1), (4, 1), (4, 2), (5, 1), (6, 0), (6, 1)},
    }
    for name, cells in expected.items():
        assert set(map(tuple, np.argwhere(getattr(table, name)).tolist())) == cells, name
    assert np.argwhere(~table.happened).tolist() == [[0, 2], [3, 2]]
    assert table.score.tolist() == [1.5, 1.0, 1.0, 1.0, 0.5, 1.5, 0.0]


def test_memory_lies_rounds_first_and_shapes_are_broadcast():
    table = TABLE.crosstable
    batch = replace(table, points=np.stack([table.points] * 4))
    assert batch.points.shape == (4, 7, 3) and batch.kind.shape == (7, 3)
    for array in (table.kind, table.opponent, batch.points):
        assert np.moveaxis(array, -1, 0).flags.c_contiguous
    whole = replace(table, kind=np.stack([table.kind] * 4))
    assert whole.opponent.shape == (4, 7, 3)
    assert rounds_first(np.arange(6).reshape(2, 3)).tolist() == [[0, 1, 2], [3, 4, 5]]


def test_opponents_values():
    table = TABLE.crosstable
    faced = table.of_opponent(np.arange(7.0))
    assert faced.shape == (7, 3) and (faced[0, 0], faced[1, 0], faced[5, 2]) == (1, 0, 6)
    assert table.of_opponent_then(table.points)[[0, 1], 0].tolist() == [0.0, 1.0]
    many = table.of_opponent(np.arange(14.0).reshape(2, 7))
    assert many.shape == (2, 7, 3) and many[:, 0, 0].tolist() == [1, 8]


@pytest.mark.parametrize("size", [3, 4])
def test_a_batch_of_as_many_as_players_and_rounds(size):
    """Values (B, P) look like (P, R) where B = P = R; they are never taken for one another."""
    opponent = np.array([[1] * size, [0] * size, *([-1] * size for _ in range(size - 2))])
    kind = np.where(opponent >= 0, Kind.GAME, Kind.PAB)
    one = np.zeros((size, size))
    one[0], one[2:] = 1, 1
    games = np.stack([one] * size)
    games[1, :2] = 0.5
    table = Crosstable(
        opponent, games, kind, kind == 99, np.full(size, 2000.0), Scoring(), size, np.arange(size) + 1, Rules("2024")
    )
    for code in ("BH", "SB", "STD", "ARO", "KS"):
        whole = value(table, parse(code))
        for b in range(size):
            alone = value(replace(table, points=games[b]), parse(code))
            np.testing.assert_array_equal(np.broadcast_to(whole, (size, size))[b], alone, err_msg=code)


def test_through_keeps_the_planned_rounds():
    table = TABLE.crosstable
    assert table.through(1).kind.shape == (7, 1) and table.through(1).rounds_planned == 3 and table.through(0).rounds == 0
    for round in (-1, 4):
        with pytest.raises(DataError, match="1 to 3"):
            table.through(round)


def test_scoring_by_kind():
    paid = Scoring(3, 1, 0, absence=0.5, pab=2).by_kind
    assert {kind.name: points for kind, points in paid.items()} == {
        "FORFEIT_WIN": 3, "FORFEIT_LOSS": 0.5, "PAB": 2, "FULL_BYE": 3, "HALF_BYE": 1, "ZERO_BYE": 0.5,
    }  # fmt: skip
    assert Scoring(3, 1, 0).by_kind[Kind.PAB] == 3 and Scoring(2, 1, 0.5).by_kind[Kind.ZERO_BYE] == 0.5


@pytest.mark.parametrize(
    ("scoring", "exact"), [(Scoring(), True), (Scoring(3, 1, 0), True), (Scoring(1, 0.4, 0), False), (Scoring(1, 1 / 3), False)]
)
def test_exactness(scoring, exact):
    assert replace(TABLE.crosstable, scoring=scoring).exact == exact


def test_cells_take_and_put_where_a_mask_is_set():
    mask = np.zeros((2, 3), bool)
    mask[0, 2] = mask[1, 0] = True
    cells = Cells.where(rounds_first(mask))
    assert len(cells) == 2 and cells.of(rounds_first(np.arange(6.0).reshape(2, 3))).tolist() == [3.0, 2.0]  # round by round
    assert (cells.round.tolist(), cells.row.tolist()) == ([0, 2], [1, 0])
    values = rounds_first(np.zeros((2, 3)))
    cells.put(values, [7, 8])
    assert values.tolist() == [[0, 0, 8], [7, 0, 0]]
    sums = np.zeros(2)
    cells.into_rows(np.add, sums, np.array([1.0, 2.0]))
    assert sums.tolist() == [2.0, 1.0] and np.array_equal(cells.mask(), mask)
    assert cells.of(np.arange(12.0).reshape(2, 2, 3)).tolist() == [[3.0, 2.0], [9.0, 8.0]]
    assert cells.only(np.array([True, False])).row.tolist() == [1]
