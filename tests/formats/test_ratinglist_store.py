"""Lists that were loaded: histories against a dictionary of what every list says, ratings at a date, nothing half done."""

import os
import signal
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chessdash.errors import DataError, FormatError, StoreError
from chessdash.formats import ratinglist_store as store
from chessdash.formats.ratinglist_history import lists, player_history, ratings_at
from chessdash.formats.ratinglist_store import load_list

CONTROLS = ("standard", "rapid", "blitz")
FIELDS = [f"{control}{part}" for control in CONTROLS for part in ("", "_games", "_k")]
HEAD = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA "
Ratings = dict[int, tuple[int | None, ...]]  # by id: one rating, or one a time control


def listed(players: Ratings, *, many: bool = True) -> bytes:
    """A list with these ratings, everybody with three games and K 20 where there is one."""
    text = HEAD + ("SRtng SGm SK RRtng RGm Rk BRtng BGm BK " if many else "OCT26 Gms K  ") + "B-day Flag\n"
    for fide_id, ratings in players.items():
        cells = "".join(f"{rating:<6}3   20 " if rating else " " * 13 for rating in ratings)
        text += f"{fide_id:<15}{f'Name, N{fide_id}':<61}NOR M   {'':<29}{cells}1990\n"
    return text.encode()


def history(folder: Path, fide_id: int) -> dict[str, tuple[int | None, ...]]:
    """A history as month: ratings."""
    frame = player_history(folder, fide_id)
    ratings = frame[list(CONTROLS)].astype(object).where(frame[list(CONTROLS)].notna(), None)
    return {f"{month:%Y-%m}": tuple(row) for month, row in zip(frame["month"], ratings.itertuples(index=False), strict=True)}


def test_a_history_over_years(tmp_path: Path) -> None:
    """Every month once, in order, with its games and K."""
    for month, rating in (("2026-01", 2010), ("2024-12", 1990), ("2026-10", 2030), ("2025-06", 2000)):
        loaded = load_list(listed({7: (rating, None, 1900), 9: (1500, 1500, 1500)}), tmp_path, date=month)
        assert (loaded.players, loaded.unread, loaded.note, loaded.replaced) == (2, 0, "", False)
    frame = player_history(tmp_path, 7)
    assert list(frame.columns) == ["month", *FIELDS]
    assert frame["month"].tolist() == [pd.Timestamp(f"{month}-01") for month in ("2024-12", "2025-06", "2026-01", "2026-10")]
    assert frame["standard"].tolist() == [1990, 2000, 2010, 2030]
    assert frame["rapid"].isna().all() and frame["rapid_games"].isna().all()
    assert frame["blitz_games"].tolist() == [3] * 4 and frame["blitz_k"].tolist() == [20] * 4
    assert player_history(tmp_path, 8).empty and list(player_history(tmp_path, 8).columns) == list(frame.columns)
    assert player_history(tmp_path / "none", 8).empty
    known = lists(tmp_path)
    assert known["month"].dt.strftime("%Y-%m").tolist() == ["2024-12", "2025-06", "2026-01", "2026-10"]
    assert set(known["controls"]) == {"standard, rapid, blitz"} and known["players"].tolist() == [2] * 4


def test_the_layout_is_the_documented_one(tmp_path: Path) -> None:
    """Other readers see one table by year, sorted by player and month; the names of people are there once a month."""
    for month in ("2026-03", "2026-01", "2026-02"):
        load_list(listed({n: (n, None, None) for n in (30, 10, 20)}), tmp_path, date=month)
    table = ds.dataset(tmp_path, partitioning="hive", exclude_invalid_files=True).to_table(
        columns=["fide_id", "month", "name", "year"]
    )
    assert table.column("fide_id").to_pylist() == [10] * 3 + [20] * 3 + [30] * 3
    assert table.column("month").to_pylist() == [date(2026, month, 1) for month in (1, 2, 3)] * 3
    assert table.column("name").to_pylist()[:3] == ["Name, N10"] * 3 and set(table.column("year").to_pylist()) == {2026}
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == [store.LOCK, store.FILE]


ratings = st.one_of(st.none(), st.integers(1000, 2900))
loads = st.lists(
    st.tuples(
        st.sampled_from(("2025-12", "2026-01", "2026-02")),
        st.sampled_from((None, *CONTROLS)),
        st.dictionaries(st.integers(1, 30), st.tuples(ratings, ratings, ratings), min_size=1, max_size=20),
    ),
    max_size=8,
)


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(loads=loads)
def test_any_lists_in_any_order(
    loads: list[Any], tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the lists say, as a dictionary; a list of one time control replaces that one only. Row groups of four players."""
    monkeypatch.setattr(store, "GROUP", 4)
    monkeypatch.setattr(store, "STEP", 2)
    folder = tmp_path_factory.mktemp("lists")
    there: dict[str, set[str]] = {}
    said: dict[tuple[int, str], dict[str, int | None]] = {}
    for month, control, players in loads:
        given = CONTROLS if control is None else (control,)
        rows = players if control is None else {one: (found[0],) for one, found in players.items()}
        load_list(listed(rows, many=control is None), folder, date=month, control=control)
        left = there.get(month, set()) - set(given)
        there[month] = left | set(given)
        for one, when in [key for key in said if key[1] == month and key[0] not in players]:
            kept = {name: rating for name, rating in said.pop((one, when)).items() if name in left}
            if left:
                said[one, when] = kept
        for one, found in rows.items():
            old = said.get((one, month), {})
            said[one, month] = {name: old.get(name) for name in left} | dict(zip(given, found, strict=True))
    expected = {key: tuple(found.get(name) for name in CONTROLS) for key, found in said.items()}
    for one in (1, 15, 30):
        assert history(folder, one) == {when: found for (who, when), found in sorted(expected.items()) if who == one}
    kept: list[Any] = []
    for path in sorted(folder.rglob(store.FILE)):
        found = pq.read_table(path, columns=["fide_id", "month", *CONTROLS]).to_pylist()
        rows = [(row["fide_id"], f"{row['month']:%Y-%m}", tuple(row[name] for name in CONTROLS)) for row in found]
        assert [row[:2] for row in rows] == sorted({row[:2] for row in rows})
        kept += rows
    assert {row[:2]: row[2] for row in kept} == expected


def test_loading_twice_changes_nothing(tmp_path: Path) -> None:
    """A month is there once, and what a later list has not is gone."""
    players: Ratings = {n: (1000 + n, 1100 + n, None) for n in range(1, 60)}
    load_list(listed(players), tmp_path, date="2026-10")
    before = pq.read_table(store.file_of(tmp_path, 2026))
    assert load_list(listed(players), tmp_path, date="2026-10").replaced
    assert pq.read_table(store.file_of(tmp_path, 2026)).equals(before)
    load_list(listed({1: (1500, None, None)}), tmp_path, date="2026-10")
    assert history(tmp_path, 2) == {} and history(tmp_path, 1) == {"2026-10": (1500, None, None)}


def test_an_id_that_stands_twice_counts_once(tmp_path: Path) -> None:
    """By its first line."""
    data = listed({5: (1500, None, None)}) + listed({5: (1600, None, None)}).split(b"\n", 1)[1]
    assert load_list(data, tmp_path, date="2026-10").players == 1
    assert history(tmp_path, 5) == {"2026-10": (1500, None, None)}


def test_ratings_at_a_date(tmp_path: Path) -> None:
    """The newest list not after it; a rapid rating that is missing is lent by the standard one, and said so (R&B 7.2.1)."""
    load_list(listed({1: (1800, None, None), 2: (1900, 1850, None), 3: (None, None, None)}), tmp_path, date="2026-09")
    load_list(listed({1: (1810, None, None), 2: (1910, 1860, None)}), tmp_path, date="2026-10")
    frame = ratings_at(tmp_path, [2, 1, 3], "2026-09-30", "rapid")
    assert frame.index.tolist() == [2, 1, 3]
    assert frame["rating"].tolist()[0] == 1850 and frame["rating"].isna().tolist() == [False, True, True]
    assert frame["used"].tolist()[:2] == [1850, 1800] and frame["used"].isna().tolist() == [False, False, True]
    assert frame["used_from"].tolist() == ["rapid", "standard", ""]
    assert frame["name"].tolist() == ["Name, N2", "Name, N1", "Name, N3"] and frame["k"].tolist()[0] == 20
    assert frame["birth_year"].tolist() == [1990] * 3 and frame["federation"].tolist() == ["NOR"] * 3
    assert frame.attrs["month"] == date(2026, 9, 1)
    assert frame.attrs["notes"] == [
        "Rapid ratings are those of FIDE's list of 2026-09.",
        "One player without a rapid rating has the standard rating of the list of 2026-09 instead (B.02, rapid and blitz 7.2.1).",
    ]
    later = ratings_at(tmp_path, [1, 3, 99], date(2027, 5, 1))
    assert later["used"].tolist()[0] == 1810 and later["name"].isna().tolist() == [False, True, True]
    assert later["used_from"].tolist() == ["standard", "", ""]
    assert later.attrs["notes"] == ["Standard ratings are those of FIDE's list of 2026-10.", "2 of the ids are not in that list."]
    assert ratings_at(tmp_path, [], "2026-10-01").empty
    assert ratings_at(tmp_path, [1, 1], "2026-10-01")["used"].tolist() == [1810, 1810]
    with pytest.raises(StoreError, match="2026-08-31"):
        ratings_at(tmp_path, [1], "2026-08-31")


def test_each_time_control_has_its_own_newest_list(tmp_path: Path) -> None:
    """Rapid of September where October has standard ratings only; the standard ones lent are October's."""
    load_list(listed({1: (1800, 1700, None), 2: (1900, None, None)}), tmp_path, date="2026-09")
    load_list(listed({1: (1810,), 2: (1910,)}, many=False), tmp_path, date="2026-10")
    frame = ratings_at(tmp_path, [1, 2], "2026-10-18", "rapid")
    assert frame["used"].tolist() == [1700, 1910] and frame["standard"].tolist() == [1810, 1910]
    assert frame.attrs["month"] == date(2026, 9, 1) and "list of 2026-10 instead" in frame.attrs["notes"][1]
    load_list(listed({1: (1750,)}, many=False), tmp_path, date="2026-10", control="blitz")
    assert history(tmp_path, 1)["2026-10"] == (1810, None, 1750)
    only = tmp_path / "only"
    load_list(listed({1: (1750,)}, many=False), only, date="2026-10", control="blitz")
    assert ratings_at(only, [1], "2026-10-18", "blitz")["standard"].isna().all()


def test_lists_of_the_real_layouts(shared_files: Path, tmp_path: Path) -> None:
    """The excerpts in one folder; a list that names no month needs it given."""
    for name, month in (("fide-2011.txt", None), ("fide-standard-2023.txt", None), ("fide-combined-2026.txt", "2026-10")):
        load_list(shared_files / "lists" / name, tmp_path, date=month)
    assert history(tmp_path, 1500014) == {"2026-10": (2823, 2801, 2860)}
    assert history(tmp_path, 4150014) == {"2011-03": (2686, None, None)}
    assert history(tmp_path, 5040086) == {"2023-01": (2201, None, None)}
    with pytest.raises(FormatError, match="give it as 2026-10"):
        load_list(shared_files / "lists" / "fide-legacy-combined.txt", tmp_path)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file that readers look at."""
    return {str(path): path.read_bytes() for path in folder.rglob(store.FILE)}


KILLED = """
import os, signal, sys
from chessdash.formats.ratinglist_store import load_list
def stop(share):
    if share >= float(sys.argv[3]):
        os.kill(os.getpid(), signal.SIGKILL)
load_list(sys.argv[1], sys.argv[2], date="2026-10", progress=stop)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_killed_in_the_middle(tmp_path: Path) -> None:
    """As before while it reads or writes, as after when it is done; what was left lying is no hindrance."""
    folder, path = tmp_path / "lists", tmp_path / "list.txt"
    load_list(listed({n: (1500 + n, None, None) for n in range(1, 50)}), folder, date="2026-09")
    path.write_bytes(listed({n: (1600 + n, None, None) for n in range(1, 50)}))
    before = contents(folder)
    run = subprocess.run([sys.executable, "-c", KILLED, str(path), str(folder), "0.61"], check=False)
    assert run.returncode == -signal.SIGKILL
    assert contents(folder) == before and list(folder.rglob("*.part"))  # it was writing
    subprocess.run([sys.executable, "-c", KILLED, str(path), str(folder), "1.0"], check=False)
    assert history(folder, 1) == {"2026-09": (1501, None, None), "2026-10": (1601, None, None)}
    load_list(path, folder, date="2026-11")
    assert list(history(folder, 1)) == ["2026-09", "2026-10", "2026-11"]


def test_a_broken_list_changes_nothing(tmp_path: Path) -> None:
    """One that ends in the middle, and one in which nobody is."""
    load_list(listed({1: (1500, None, None)}), tmp_path, date="2026-09")
    before = contents(tmp_path)
    cut = b"<playerslist><player><fideid>1</fideid><rating>1600</rating></player>"
    for data in (cut, cut[:13] + b"</playerslist>", listed({})):
        with pytest.raises(FormatError):
            load_list(data, tmp_path, date="2026-09")
    assert contents(tmp_path) == before


def test_what_is_in_the_way(tmp_path: Path) -> None:
    """A file where the folder should be, a damaged or newer file, another who loads: one sentence each."""
    data = listed({1: (1500, None, None)})
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="file"):
        load_list(data, tmp_path / "file", date="2026-09")
    load_list(data, tmp_path, date="2026-09")
    path = store.file_of(tmp_path, 2026)
    whole = path.read_bytes()
    table = pq.read_table(path)
    newer = table.replace_schema_metadata({b"chessdash": b'{"version": 99, "months": {}}'})
    for make, said in (
        (lambda: path.write_bytes(whole[: len(whole) // 2]), "delete it"),
        (lambda: path.write_bytes(b"no parquet"), "delete it"),
        (lambda: pq.write_table(table.replace_schema_metadata({}), path), "delete it"),
        (lambda: pq.write_table(newer, path), "newer version"),
    ):
        make()
        for work in (lambda: player_history(tmp_path, 1), lambda: load_list(data, tmp_path, date="2026-10")):
            with pytest.raises(StoreError, match=said) as error:
                work()
            assert "\n" not in str(error.value)
    path.write_bytes(whole)
    assert history(tmp_path, 1) == {"2026-09": (1500, None, None)}


@pytest.mark.skipif(os.name == "nt", reason="no such lock on this system")
def test_two_who_load_at_once(tmp_path: Path) -> None:
    """The second is told to wait, and may when the first is done."""
    import fcntl

    data = listed({1: (1500, None, None)})
    with open(tmp_path / store.LOCK, "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(StoreError, match="being loaded"):
            load_list(data, tmp_path, date="2026-09")
    load_list(data, tmp_path, date="2026-09")


@pytest.mark.parametrize("fide_id", [0, -1, 10**9, 1.5, "7", True, None])
def test_ids_that_are_none(fide_id: Any, tmp_path: Path) -> None:
    """Said with the value."""
    for work in (lambda: player_history(tmp_path, fide_id), lambda: ratings_at(tmp_path, [fide_id], "2026-10-01")):
        with pytest.raises(DataError, match="FIDE ids"):
            work()


def test_other_questions_that_are_none(tmp_path: Path) -> None:
    """A day, a time control."""
    with pytest.raises(DataError, match="someday"):
        ratings_at(tmp_path, [1], "someday")
    with pytest.raises(DataError, match="bullet"):
        ratings_at(tmp_path, [1], "2026-10-01", "bullet")
    assert player_history(tmp_path, np.int64(7)).empty  # type: ignore[arg-type]


def test_the_folder_is_the_environment_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CHESSDASH_LISTS, else the user's data folder."""
    monkeypatch.setenv("CHESSDASH_LISTS", str(tmp_path / "mine"))
    load_list(listed({1: (1500, None, None)}), date="2026-09")
    assert history(tmp_path / "mine", 1) and len(player_history(None, 1)) == len(lists()) == 1
    monkeypatch.delenv("CHESSDASH_LISTS")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert store.default_folder() == tmp_path / "chessdash" / "lists"
