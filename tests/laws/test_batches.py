"""Laws of arrays over every registered code: batches, renumbering, precision, untouched inputs."""

from dataclasses import fields, replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from chessdash.crosstable import Crosstable, Kind
from chessdash.tiebreaks.ranking import final_ranks, rank_by, value
from tests.laws.events import EXACT, SPLITS, VALUES, tables, usable, with_ratings

ARRAYS = ("opponent", "points", "kind", "black")
PTS = next(descriptor for descriptor in VALUES if descriptor.name == "PTS")


def figures(table: Crosstable) -> dict[str, np.ndarray]:
    """Every value, and for splits every place among those level on points, by descriptor, each (..., P)."""
    table = with_ratings(replace(table))
    found = {str(one): value(table, one) for one in usable(table, VALUES)}
    return found | {str(one): rank_by(table, (PTS, one)).values[1] for one in usable(table, SPLITS)}


def rerun(draw: st.DrawFn, table: Crosstable) -> Crosstable:
    """The same participants, rules and number of rounds with rounds in another order: other results, other pairings."""
    order = draw(st.permutations(range(table.rounds)))
    cells = {name: getattr(table, name)[..., order] for name in (*ARRAYS, "bonus") if getattr(table, name) is not None}
    return replace(table, **cells)


def flipped(table: Crosstable, games: np.ndarray) -> np.ndarray:
    """Points (P, R) of the same pairings with the winners and losers of these rounds exchanged."""
    board = (table.kind == Kind.GAME) & games
    theirs = np.take_along_axis(table.points, np.where(table.opponent < 0, 0, table.opponent), 0)
    return np.where(board & (table.opponent >= 0), theirs, table.points)


@settings(max_examples=25)
@given(st.data())
def test_a_batch_is_its_single_runs(data):
    """With pairings of its own for each of a batch (points, kinds, opponents and colours of shape (B, P, R))."""
    first = data.draw(tables())
    single = [first, *(rerun(data.draw, first) for _ in range(2))]
    stacked = {name: np.stack([getattr(one, name) for one in single]) for name in ARRAYS}
    bonus = None if first.bonus is None else np.stack([one.bonus for one in single])
    batch, alone = figures(replace(first, **stacked, bonus=bonus)), [figures(one) for one in single]
    for code, values in batch.items():
        for b, one in enumerate(alone):
            np.testing.assert_array_equal(np.broadcast_to(values, (3, *one[code].shape))[b], one[code], err_msg=code)


@settings(max_examples=25)
@given(tables(), st.lists(st.booleans(), min_size=14, max_size=14))
def test_a_batch_of_results_is_its_single_runs(table, rounds):
    """With one set of pairings, kinds and colours for the whole batch: only points have the shape (B, P, R)."""
    if table.bonus is not None:
        table = replace(table, points=table.points - table.bonus, bonus=None)
    points = [table.points, *(flipped(table, np.array(rounds[at : at + 7] * 3)[: table.rounds]) for at in (0, 7))]
    batch, alone = figures(replace(table, points=np.stack(points))), [figures(replace(table, points=one)) for one in points]
    for code, values in batch.items():
        for b, one in enumerate(alone):
            np.testing.assert_array_equal(np.broadcast_to(values, (3, *one[code].shape))[b], one[code], err_msg=code)


@settings(max_examples=25)
@given(tables(scorings=EXACT))
def test_halves_are_exact_in_single_precision(table):
    single = replace(
        table, points=table.points.astype(np.float32), bonus=None if table.bonus is None else table.bonus.astype(np.float32)
    )
    double = figures(table)
    for code, values in figures(single).items():
        np.testing.assert_array_equal(values, double[code].astype(values.dtype), err_msg=code)
    order = [*usable(table, VALUES)[:6], *SPLITS]
    table, single = with_ratings(table), with_ratings(single)
    np.testing.assert_array_equal(final_ranks(table, order), final_ranks(single, order))


@settings(max_examples=25)
@given(tables(), st.data())
def test_the_order_of_the_rows_is_nothing(table, data):
    """Participants in another order, who keep their numbers: every value goes with its participant."""
    order = np.array(data.draw(st.permutations(range(len(table.number)))), int)
    place = np.argsort(order)
    moved = {name: getattr(table, name)[order] for name in ("points", "kind", "black", "rating", "number")}
    moved["opponent"] = np.where(table.opponent < 0, -1, place[table.opponent])[order]
    moved["bonus"] = None if table.bonus is None else table.bonus[order]
    moved["columns"] = {name: values[order] for name, values in table.columns.items()}
    ours, theirs = figures(table), figures(replace(table, **moved))
    for code, values in ours.items():
        np.testing.assert_array_equal(theirs[code], values[order], err_msg=code)


@settings(max_examples=25)
@given(tables())
def test_numbers_matter_to_their_own_code_alone(table):
    ours, theirs = figures(table), figures(replace(table, number=table.number[::-1] + 100))
    for code, values in ours.items():
        assert np.array_equal(theirs[code], values, equal_nan=True) != code.startswith("TPN"), code


def contents(table: Crosstable) -> dict[str, bytes]:
    """The bytes of every array of a table."""
    arrays = {field.name: getattr(table, field.name) for field in fields(table)}
    return {name: array.tobytes() + str(array.dtype).encode() for name, array in arrays.items() if isinstance(array, np.ndarray)}


@settings(max_examples=25)
@given(tables())
def test_tables_are_never_changed(table):
    table = with_ratings(table)
    before = contents(table)
    cells = [array.tobytes() for array in (table.game, table.paired, table.happened, table.voluntary, table.score)]
    figures(table)
    usable_here = usable(table)
    rank_by(table, usable_here)
    final_ranks(table, usable_here)
    assert contents(table) == before
    assert cells == [array.tobytes() for array in (table.game, table.paired, table.happened, table.voluntary, table.score)]
