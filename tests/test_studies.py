"""Studies of many events: resumable, the same whatever computes them, and not stopped by a bad file."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

import chessdash
from chessdash import formats, studies
from chessdash.compare import compare
from chessdash.errors import ChessdashError, DataError, FormatError, TieBreakError
from chessdash.event_study import event_seed, study
from chessdash.formats.parquet import write_many
from chessdash.studies import pool, simulated_study
from tests.events import event
from tests.simulated import tournament

ORDERS = {"Buchholz": "BH/C1,BH,SB", "Sonneborn": "SB,BH", "direct": "DE,WIN,BPG,ARO"}
FAST = {"redraws": 20}


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Nine events of several sizes in folders, one file that is none, and one without a result."""
    root = tmp_path_factory.mktemp("events")
    (root / "more").mkdir()
    for k in range(9):
        shape = ((24, 5), (30, 6), (17, 7))[k % 3]
        chessdash.write(tournament(*shape, k, byes="some"), root / ("more" if k % 2 else ".") / f"event-{k}.trf")
    (root / "broken.trf").write_bytes(b"001 this is no tournament\n")
    chessdash.write(event(["1800", "1700"], rounds=3), root / "unplayed.trf")
    (root / "readme.md").write_text("not one of them")
    return root


@pytest.fixture(scope="module")
def whole(folder) -> pd.DataFrame:
    return study(folder, ORDERS, workers=1, **FAST)


def test_one_row_an_event_and_order_and_one_bad_file_does_not_stop_it(whole):
    assert len(whole) == 9 * 3
    assert whole["order"].tolist() == list(ORDERS) * 9
    assert whole["event"].iloc[0] == "event-0.trf" and whole["event"].iloc[-1] == "more/event-7.trf"
    failed = {one["name"]: one["sentence"] for one in whole.attrs["failed"]}
    assert set(failed) == {"broken.trf", "unplayed.trf"}
    assert "nothing has been played yet" in failed["unplayed.trf"]
    assert all("\n" not in sentence for sentence in failed.values())
    assert whole.attrs["settings"]["baseline"] == "Buchholz"


def test_rows_are_the_same_for_any_number_of_processes(folder, whole):
    assert_frame_equal(study(folder, ORDERS, workers=2, **FAST), whole, check_exact=True)


@pytest.fixture(scope="module")
def scheduler():
    """A Dask scheduler with two workers, each a process of its own, on loopback."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address


def test_rows_are_the_same_on_a_cluster(folder, whole, scheduler):
    seen = []
    rows = study(folder, ORDERS, cluster=scheduler, progress=lambda done, total: seen.append((done, total)), **FAST)
    assert_frame_equal(rows, whole, check_exact=True)
    assert rows.attrs == whole.attrs
    assert seen[-1] == (11, 11) and seen == sorted(seen)


def test_simulated_rows_are_the_same_on_processes_and_a_cluster(scheduler):
    asked = (20, 5, "club", "some", ("BH,SB", "SB,BH"), 120, 3)
    few = {"hanging": 3, "redraws": 10}
    here = simulated_study(*asked, workers=1, **few)
    assert len(here) == 2 * 120 * 2
    assert_frame_equal(simulated_study(*asked, workers=2, **few), here, check_exact=True)
    assert_frame_equal(simulated_study(*asked, cluster=scheduler, **few), here, check_exact=True)


def test_an_error_on_a_cluster_is_a_sentence(folder, scheduler):
    with pytest.raises(TieBreakError, match="XYZ"):
        study(folder, ["XYZ"], cluster=scheduler)


def test_no_scheduler_is_a_sentence(folder, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("chessdash.spread.PATIENCE", 0.5)
    with pytest.raises(ChessdashError, match=r"^No scheduler answers at tcp://127\.0\.0\.1:9"):
        study(folder, ORDERS, cluster="tcp://127.0.0.1:9")
    with pytest.raises(ChessdashError, match="No scheduler answers at nonsense"):
        study(folder, ORDERS, cluster="nonsense://x")


def test_without_the_extra_a_cluster_is_refused_in_a_sentence(folder, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(ChessdashError, match=r"pip install 'chessdash\[cluster\]'"):
        study(folder, ORDERS, cluster="tcp://127.0.0.1:8786")


def test_a_study_goes_on_where_it_stopped(folder, whole, tmp_path, monkeypatch):
    out = tmp_path / "study.parquet"
    names = sorted(folder.rglob("*.trf"))
    some = [(path.relative_to(folder).as_posix(), path) for path in names[:5]]

    def interrupted():
        yield from some
        raise KeyboardInterrupt

    monkeypatch.setattr("chessdash.event_study.WAVE", 5)
    with pytest.raises(KeyboardInterrupt):
        study(interrupted(), ORDERS, out=out, workers=1, **FAST)
    kept = pd.read_parquet(out)
    assert kept["event"].nunique() == 4  # broken.trf is the fifth
    computed = []
    actual = studies.batch_rows
    monkeypatch.setattr("chessdash.event_study.batch_rows", lambda *given: computed.append(1) or actual(*given))
    assert_frame_equal(study(folder, ORDERS, out=out, workers=1, **FAST), whole, check_exact=True)
    assert len(computed) == 5
    assert_frame_equal(study(folder, ORDERS, out=out, workers=1, **FAST), whole, check_exact=True)
    assert len(computed) == 5
    assert not list(tmp_path.glob(".*"))


def test_a_file_that_has_changed_is_computed_again(folder, tmp_path):
    copy = tmp_path / "events"
    shutil.copytree(folder, copy)
    first = study(copy, ORDERS, out=copy / "study.parquet", workers=1, hanging=False)
    shutil.copy(copy / "event-2.trf", copy / "event-0.trf")
    second = study(copy, ORDERS, out=copy / "study.parquet", workers=1, hanging=False)
    assert second["event"].tolist() == first["event"].tolist()  # the study itself is none of its events
    changed = second[second["event"] == "event-0.trf"].drop(columns="event").reset_index(drop=True)
    assert_frame_equal(changed, second[second["event"] == "event-2.trf"].drop(columns="event").reset_index(drop=True))


@pytest.mark.parametrize(
    ("other", "word"),
    [({"seed": 2}, "seed 1, not 2"), ({"edition": "2024"}, "edition None, not 2024"), ({"redraws": 21}, "redraws 20, not 21")],
)
def test_other_settings_are_refused(folder, tmp_path, other, word):
    out = tmp_path / "study.parquet"
    some = [("one", tournament(12, 3))]
    study(some, ORDERS, out=out, workers=1, **FAST)
    with pytest.raises(DataError, match=word):
        study(some, ORDERS, out=out, workers=1, **(FAST | other))
    with pytest.raises(DataError, match="with orders Buchholz; Sonneborn; direct, not BH"):
        study(some, ["BH"], out=out, workers=1, **FAST)


def test_a_file_that_is_no_study_is_not_written_over(tmp_path):
    out = tmp_path / "mine.parquet"
    pd.DataFrame({"a": [1]}).to_parquet(out)
    with pytest.raises(FormatError, match="expected the rows of a study"):
        study([("one", tournament(12, 3))], ORDERS, out=out)
    out.write_bytes(b"PAR1 not really")
    with pytest.raises(FormatError, match="expected the rows of a study"):
        study([("one", tournament(12, 3))], ORDERS, out=out)


def test_a_study_of_one_event_equals_compare():
    one = tournament(30, 7, 5, byes="some")
    rows = study([("it", one)], ORDERS, redraws=60, seed=4, workers=1).set_index("order")
    alone = compare(one, ORDERS, redraws=60, seed=event_seed(4, "it"))
    for label in ORDERS:
        row = rows.loc[label]
        resolved = alone.resolved[alone.resolved["order"] == label]
        assert row["first_code"] / row["first_code_of"] == resolved["all"].iloc[0]
        assert row["resolved"] / row["resolved_of"] == resolved["all"].iloc[-1]
        for name, column in (("absent", "absent"), ("withdrawn", "met_withdrawn"), ("whites", "whites")):
            assert row[f"{name}_of"] == alone.absences.loc[label, f"{column}_pairs"]
            if row[f"{name}_of"]:
                assert row[name] / row[f"{name}_of"] == alone.absences.loc[label, column]
        stakes = alone.stakes.loc[label]
        assert bool(row["other_winner"]) is not stakes["winner"]
        assert bool(row["other_podium"]) is not stakes["podium"]
        assert row["mean_move"] == stakes["mean_move"]
        hanging = alone.hanging[(alone.hanging["order"] == label) & (alone.hanging["place"] == 1)]
        assert row["turning_of"] == len(hanging)
        if len(hanging):
            assert (row["turning"], bool(row["turned"]), row["swapped"]) == tuple(hanging[["games", "any", "swap"]].iloc[0])


def test_a_parquet_data_set_is_a_folder_too(tmp_path):
    events = [tournament(16, 5, k) for k in range(3)]
    write_many(events, tmp_path / "set")
    rows = study(tmp_path / "set", ORDERS, workers=1, hanging=False)
    assert rows["event"].unique().tolist() == [f"event=000{k}/players.parquet" for k in (1, 2, 3)]
    named = study(zip("abc", events, strict=True), ORDERS, workers=1, hanging=False)
    assert_frame_equal(rows.drop(columns=["event", "digest"]), named.drop(columns=["event", "digest"]))


def test_what_read_many_gives_can_be_studied(folder, whole):
    rows = study(formats.read_many(folder), ORDERS, workers=1, **FAST)
    assert len(rows) == len(whole)
    assert {Path(one["name"]).name for one in rows.attrs["failed"]} == {"broken.trf", "unplayed.trf"}


def test_names_stand_once(tmp_path):
    rows = study([("same", tournament(12, 3)), ("same", tournament(12, 3, 2))], ORDERS, workers=1, hanging=False)
    assert len(rows) == 3
    assert rows.attrs["failed"] == [
        {"name": "same (2)", "sentence": "same: an event of this name stands above; give each its own."}
    ]


def test_codes_that_an_event_cannot_carry_are_said():
    unrated = event(["- 2w1 3w=", "- 1b0 4w1", "- 4b1 1b=", "- 3w0 2b0"])
    rows = study([("unrated", unrated)], ["ARO,BH", "BH"], workers=1)
    assert rows["dropped"].str.contains("ARO").tolist() == [True, False]
    assert (rows["stronger_of"] == 0).all() and (rows["tau_strength_of"] == 0).all()


def test_what_cannot_be_studied_is_refused_before_anything_is_read(tmp_path):
    with pytest.raises(FormatError, match="cannot be opened"):
        study(tmp_path / "nowhere", ORDERS)
    with pytest.raises(DataError, match="found none"):
        study(tmp_path, ORDERS)
    with pytest.raises(TieBreakError):
        study(tmp_path, [])
    with pytest.raises(TieBreakError, match="not among those given: BH; SB"):
        study([("a", tournament(12, 3))], ["BH", "SB"], baseline="FB")


def test_a_folder_of_broken_files_alone_says_so(tmp_path):
    (tmp_path / "a.trf").write_text("001 nothing\n")
    (tmp_path / "b.xlsx").write_bytes(b"PK\x03\x04")
    rows = study(tmp_path, ORDERS, workers=1)
    assert rows.empty and len(rows.attrs["failed"]) == 2
    assert pool(rows).empty


def test_the_baseline_is_what_others_differ_from(folder):
    rows = study(folder, ORDERS, baseline="Sonneborn", workers=1, hanging=False)
    assert rows.loc[rows["order"] == "Sonneborn", ["other_winner", "other_podium", "mean_move"]].to_numpy().sum() == 0
    assert rows.loc[rows["order"] == "Buchholz", "mean_move"].sum() > 0
    pooled = pool(rows)
    assert (pooled.loc[pooled["order"] == "Sonneborn", "difference"].dropna() == 0).all()
    with pytest.raises(TieBreakError, match="not among those given"):
        pool(rows, "nobody's")


def test_pooled_by_hand():
    events = [f"{k}" for k in range(6)]
    a, b = np.array([12.0, 15, 11, 18, 3, 20]), np.array([10.0, 15, 9, 19, 3, 18])
    whole, tied = np.array([20.0, 24, 21, 30, 5, 30]), np.array([20, 24, 21, 30, 5, 30])
    rows = pd.concat(
        pd.DataFrame({"event": events, "order": label, "tied": tied, "stronger": part, "stronger_of": whole})
        for label, part in (("A", a), ("B", b))
    )
    pooled = pool(rows, "A").set_index("order")
    keep = tied >= 20
    ratio = [x[keep].sum() / whole[keep].sum() for x in (a, b)]
    assert pooled["value"].tolist() == ratio
    assert pooled["events"].tolist() == [5, 5]
    residual = (a - ratio[0] * whole)[keep]
    assert pooled.loc["A", "error"] == pytest.approx(np.sqrt(5 / 4 * (residual**2).sum()) / whole[keep].sum())
    apart = ((b - ratio[1] * whole) - (a - ratio[0] * whole))[keep]
    error = np.sqrt(5 / 4 * (apart**2).sum()) / whole[keep].sum()
    assert pooled.loc["B", "difference"] == pytest.approx(ratio[1] - ratio[0])
    assert pooled.loc["B", "difference_error"] == pytest.approx(error)
    assert pooled["events_needed"].isna().all(), "five events are too few to say how many it would take"
