"""What the fold does to chances: what is kept of it, and once more on a small event."""

import json

import numpy as np
import pytest

from benchmarks import fold_effect
from chessdash import fold
from chessdash.whatif.fold_effect import FOUND, NEXT_FOLDED, FoldEffect

KEPT = json.loads(fold_effect.RESULT.read_text(encoding="utf-8"))
BEYOND = 3.3  # standard errors
SMALL = fold_effect.Event(24, 7, 30, 200)  # the first seed from 24 on that leaves half a point between the first two


@pytest.mark.parametrize(("way", "kept"), [("last folded", FOUND), ("both folded", NEXT_FOLDED)])
def test_what_the_package_says_is_what_was_found(way, kept):
    """The largest of all rows of the file, and the larger of their errors."""
    rows = [row for one in KEPT["events"] for row in one["rows"]]
    worst = {name: max(rows, key=lambda row: abs(row[f"{name} {way} off"])) for name in fold_effect.MEASURES}
    first, top3 = (abs(worst[name][f"{name} {way} off"]) for name in ("first", "top3"))
    error = max(worst[name][f"{name} {way} error"] for name in worst)
    assert kept == FoldEffect(len(KEPT["events"]), first, top3, error)


def test_the_figures_are_of_the_events_named():
    """Three sizes from 30 to 60, errors of a hundredth at most, and differences that are those of the chances beside them."""
    assert [(one["players"], one["rounds"], one["seed"]) for one in KEPT["events"]] == [
        (one.players, one.rounds, one.seed) for one in fold_effect.EVENTS
    ]
    for one, event in zip(KEPT["events"], fold_effect.EVENTS, strict=True):
        assert one["exact pairings of the last round"] == event.states
        assert [row["no"] for row in one["rows"]] == list(range(1, event.players + 1))
        for name in fold_effect.MEASURES:
            assert sum(row[name] for row in one["rows"]) >= fold_effect.MEASURES[name] - 1e-3
            for way in ("last folded", "both folded"):
                assert all(row[f"{name} {way} error"] <= 0.015 for row in one["rows"])
                assert all(abs(row[f"{name} {way}"] - row[name] - row[f"{name} {way} off"]) < 3e-5 for row in one["rows"])
        running = fold_effect.running(event)
        assert running.rounds_played == event.rounds - fold_effect.LEFT and running.rounds_planned == event.rounds


def small(**options):
    """The small event measured, with fewer games than the benchmark."""
    return fold_effect.measured(SMALL, times=30, folded=2000, workers=1, **options)


def test_a_small_event_is_not_further_off():
    """Tolerated is the largest difference of any chance that was found on the larger events, and what noise adds: 3.3 errors.

    By hand, with 300 ends of the next round: first 0.057 ± 0.010, top three 0.070 ± 0.010; 0.30 of the boards in common.
    """
    found = small()
    for name in fold_effect.MEASURES:
        worst = fold_effect.largest([found], name, "last folded")
        assert abs(worst["difference"]) < max(FOUND.first, FOUND.top3) + BEYOND * worst["error"]
    assert found["boards in common"]["last"] > 0.25


def test_a_fold_without_score_groups_is_seen(monkeypatch):
    """The same tolerance is passed where everybody is one score group."""
    monkeypatch.setattr(fold, "groups", lambda score: np.zeros(score.shape, np.int16))
    found = small()
    worst = fold_effect.largest([found], "top3", "last folded")
    assert abs(worst["difference"]) > max(FOUND.first, FOUND.top3) + BEYOND * worst["error"]
    assert found["boards in common"]["last"] < 0.15


def test_the_largest_of_made_up_rows():
    """Differences -0.2 and 0.1 with errors 0.01 and 0.02. The larger of two errors drawn by chance is below 0.0157 half of the
    time: P(|z| < 1.57) P(|z| < 0.785) = 0.884 x 0.568. Beyond chance: the root of (0.04 + 0.01 - 0.0001 - 0.0004) / 2; the third
    player is certain of it and is not counted."""
    rows = [{"no": no, "first": chance, "first last folded off": off, "first last folded error": error}
            for no, chance, off, error in ((1, 0.5, -0.2, 0.01), (2, 0.4, 0.1, 0.02), (3, 1.0, 0.0, 0.0))]  # fmt: skip
    found = fold_effect.largest([{"players": 3, "seed": 8, "rows": rows}], "first", "last folded")
    assert (found["difference"], found["error"], found["players"], found["seed"], found["no"]) == (-0.2, 0.01, 3, 8, 1)
    assert found["by chance"] == pytest.approx(0.0157, abs=0.0005)
    assert found["not certain"] == 2
    assert found["beyond chance"] == pytest.approx((0.0495 / 2) ** 0.5, abs=1e-5)
