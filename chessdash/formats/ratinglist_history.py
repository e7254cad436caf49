"""What the loaded FIDE lists say: a player's history over the years, and the ratings at an event's date."""

import datetime
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from chessdash.cells import IntArray
from chessdash.errors import DataError, StoreError
from chessdash.formats.ratinglist_layout import CONTROLS, RATINGS
from chessdash.formats.ratinglist_store import FILE, default_folder, file_of, months_of, with_month
from chessdash.text import say

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

Folder = str | os.PathLike[str] | None
PERSON = ("name", "federation", "sex", "title", "birth_year")


class Year(NamedTuple):
    """A file of lists: its path and metadata, its months, and the first and last id of each row group, (N,) each."""

    path: Path
    metadata: Any
    months: dict[str, Any]
    first: IntArray
    last: IntArray


def lists(folder: Folder = None) -> "pd.DataFrame":
    """The lists in a folder by month: month, controls, players, unread (lines), source (name of the file loaded last)."""
    import pandas as pd

    rows = [{"month": f"{key}-01", **about} for year in _years(folder) for key, about in year.months.items()]
    frame = pd.DataFrame(rows, columns=["month", "controls", "players", "unread", "source"])
    frame["month"] = pd.to_datetime(frame["month"])
    frame["controls"] = [", ".join(controls) for controls in frame["controls"]]
    return frame


def player_history(folder: Folder, fide_id: int) -> "pd.DataFrame":
    """One row a month in which a list has the player: month, standard, standard_games, standard_k, and so for rapid and blitz.

    Ratings in Elo, games of the month; <NA> where there is none. Empty for an id that no list has. DataError for what is no id.
    """
    wanted = _ids([fide_id])
    parts = [part for year in _years(folder) if (part := _rows(year, wanted, ("fide_id", "month", *RATINGS))).num_rows]
    return _frame(parts, ("month", *RATINGS))


def ratings_at(folder: Folder, fide_ids: Iterable[int], date: str | datetime.date, control: str = "standard") -> "pd.DataFrame":
    """Ratings at a date by FIDE id, in the order given: those of the newest list not after it that has this time control.

    Columns: name, federation, sex, title, birth_year; rating (Elo) and k of the control, standard (Elo, of the newest list with
    it), <NA> where there is none; used (rating, else standard: B.02, rapid and blitz 7.2.1) and used_from ("" where none is).
    ``attrs["month"]`` is the list's first day, ``attrs["notes"]`` says in sentences what was taken. StoreError without a list.
    """
    import pandas as pd

    if control not in CONTROLS:
        raise DataError(say("list_control", given=control))
    wanted, day = _ids(fide_ids), _day(date)
    years = list(_years(folder))
    month, own = _newest(years, day, control)
    if own is None:
        raise StoreError(say("list_none_before", control=say(f"list_{control}").lower(), date=day))
    frame = _at(own, wanted, month, (*PERSON, control, f"{control}_k"))
    frame = frame.rename(columns={control: "rating", f"{control}_k": "k"})
    base, standard = _newest(years, day, "standard")
    unknown = pd.Series(pd.NA, frame.index, pd.Int16Dtype())
    frame["standard"] = unknown if standard is None else _at(standard, wanted, base, ("standard",))["standard"]
    frame["used"] = frame["rating"].fillna(frame["standard"])
    lent = frame["rating"].isna() & frame["standard"].notna()
    frame["used_from"] = np.where(frame["used"].isna(), "", np.where(lent, "standard", control))
    notes = [say("list_taken", control=say(f"list_{control}"), month=f"{month:%Y-%m}")]
    if n := int(frame["name"].isna().sum()):
        notes.append(say("list_missing", n=n))
    if n := int(lent.sum()):
        notes.append(say("list_standard_used", n=n, control=say(f"list_{control}").lower(), month=f"{base:%Y-%m}"))
    frame.attrs = {"month": month, "control": control, "notes": notes}
    return frame


def _newest(years: list[Year], day: datetime.date, control: str) -> tuple[datetime.date, Year | None]:
    """The month and the file of the newest list with a time control not after a day; no file where there is none."""
    for year in reversed(years):
        for key in sorted(year.months, reverse=True):
            month = datetime.date(int(key[:4]), int(key[5:7]), 1)
            if month <= day and control in year.months[key]["controls"]:
                return month, year
    return day, None


def _at(year: Year, wanted: IntArray, month: datetime.date, columns: tuple[str, ...]) -> "pd.DataFrame":
    """The rows of one month as a frame by the ids wanted, in their order, shape (N,); <NA> for those that are not there."""
    import pandas as pd
    import pyarrow as pa
    import pyarrow.compute as pc

    rows = _rows(year, wanted, ("fide_id", "month", *columns))
    rows = rows.filter(pc.equal(rows.column("month"), pa.scalar(month)))
    return _frame([rows], ("fide_id", *columns)).set_index("fide_id").reindex(pd.Index(wanted, name="fide_id"))


def _ids(given: Iterable[int]) -> IntArray:
    """FIDE ids as an array, (N,)."""
    ids = list(given)
    for one in ids:
        if not isinstance(one, int | np.integer) or isinstance(one, bool) or not 0 < one < 10**9:
            raise DataError(say("list_id", given=one))
    return np.array(ids, np.int32)


def _day(date: str | datetime.date) -> datetime.date:
    """A date as one."""
    if isinstance(date, datetime.date):
        return datetime.date(date.year, date.month, date.day)
    try:
        return datetime.date.fromisoformat(date)
    except (ValueError, TypeError):
        raise DataError(say("list_day", given=date)) from None


def _years(folder: Folder) -> Iterator[Year]:
    """The files of a folder by year."""
    root = Path(folder) if folder is not None else default_folder()
    try:
        found = sorted(
            int(path.name[5:]) for path in root.glob("year=*") if path.name[5:].isdecimal() and (path / FILE).is_file()
        )
    except OSError as error:
        raise StoreError(say("list_folder", folder=root, reason=error.strerror or error)) from error
    for year in found:
        path = file_of(root, year)
        with _whole_file(path):
            now = path.stat()
            yield _year(path, now.st_mtime_ns, now.st_size, now.st_ino)


@contextmanager
def _whole_file(path: Path) -> Iterator[None]:
    """Says in one sentence what a damaged file makes pyarrow raise."""
    import pyarrow as pa

    try:
        yield
    except (OSError, pa.ArrowException) as error:
        raise StoreError(say("list_store_broken", file=path, reason=str(error).splitlines()[0][:80])) from None


@lru_cache(maxsize=64)
def _year(path: Path, *_: int) -> Year:
    """A file that is what it was, by its time, size and number."""
    import pyarrow.parquet as pq

    metadata = pq.read_metadata(path)
    bounds = [metadata.row_group(group).column(0).statistics for group in range(metadata.num_row_groups)]
    first, last = (np.array([getattr(bound, end) for bound in bounds], np.int32) for end in ("min", "max"))
    return Year(path, metadata, months_of(metadata, path), first, last)


def _rows(year: Year, wanted: IntArray, columns: tuple[str, ...]) -> "pa.Table":
    """The rows of some players in a file, (N,) ids: only the row groups that may have them are read."""
    import pyarrow.parquet as pq

    ids = np.unique(wanted)
    low, high = np.searchsorted(year.last, ids), np.searchsorted(year.first, ids, "right")
    groups = sorted({group for start, end in zip(low.tolist(), high.tolist(), strict=True) for group in range(start, end)})
    with _whole_file(year.path), pq.ParquetFile(year.path, metadata=year.metadata) as file:
        table = file.read_row_groups(groups, columns=list(columns), use_threads=False)
    there = table.column("fide_id").to_numpy()
    if len(ids) == 1:
        start, end = np.searchsorted(there, [ids[0], ids[0] + 1])
        return table.slice(start, end - start)
    return table.take(np.flatnonzero(np.isin(there, ids)))


def _frame(parts: "list[pa.Table]", columns: tuple[str, ...]) -> "pd.DataFrame":
    """Some columns of tables as a frame: months as days, numbers that may lack, words as texts."""
    import pandas as pd
    import pyarrow as pa

    kinds = {name: pa.string() if pa.types.is_dictionary(kind) else kind for name, kind in _fields()}
    wanted = pa.schema([(name, kinds[name]) for name in columns])
    tables = [part.select(columns).cast(wanted) for part in parts] or [wanted.empty_table()]
    types = {pa.int16(): pd.Int16Dtype(), pa.int32(): pd.Int32Dtype()}
    frame: pd.DataFrame = pa.concat_tables(tables).to_pandas(types_mapper=types.get, date_as_object=False)
    return frame


def _fields() -> "list[tuple[str, pa.DataType]]":
    """The columns of a file with their types."""
    return [(field.name, field.type) for field in with_month()]
