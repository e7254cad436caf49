"""FIDE rating lists that were loaded: Parquet files by year, sorted by player and month, so that a history comes back at once.

A folder holds ``year=2026/ratings.parquet`` and so on, which dataset readers take as one table with a column ``year``. A row is
a player in a month: the columns of ``ratinglist_rows.schema()`` with ``month`` (its first day) behind the id. Which months are
there stands in the metadata of a file, under the key ``chessdash``. A list belongs to one year, so that loading one writes one
file anew beside the old one and puts it in its place in one step: killed at any time, the folder is as before or as after.
"""

import datetime
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from chessdash.errors import FormatError, StoreError
from chessdash.formats.ratinglist import Progress, Source, read_list
from chessdash.formats.ratinglist_layout import CONTROLS, PARTS, RATINGS
from chessdash.formats.ratinglist_rows import schema
from chessdash.text import say

if TYPE_CHECKING:
    import pyarrow as pa

LISTS = "CHESSDASH_LISTS"  # environment variable: the folder of lists
FILE, LOCK, KEY, VERSION = "ratings.parquet", "loading.lock", b"chessdash", 1
GROUP = 1 << 14  # rows of a row group, which is the least that is read
STEP = 16  # row groups merged at a time
DAY = datetime.date(1970, 1, 1)


class Loaded(NamedTuple):
    """What loading a list did: its month, time controls, players, lines that could not be read, and the sentence about those."""

    month: datetime.date
    controls: tuple[str, ...]
    players: int
    unread: int
    note: str
    replaced: bool  # whether the month was there already


def default_folder() -> Path:
    """The folder that CHESSDASH_LISTS names, else ``lists`` in the user's data folder, where the club's database is too."""
    if given := os.environ.get(LISTS):
        return Path(given)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "chessdash" / "lists"


def load_list(
    source: Source,
    folder: str | os.PathLike[str] | None = None,
    *,
    date: str | datetime.date | None = None,
    control: str | None = None,
    progress: Progress | None = None,
) -> Loaded:
    """Reads a list and keeps it in a folder (None: ``default_folder()``); what of its month was there is replaced.

    A list of one time control replaces the ratings of that one; the others of its month stay. ``date`` and ``control`` as in
    ``read_list``; ``progress`` takes the share done, 0 to 1. FormatError for what is no list or has no month, StoreError where
    the folder cannot be written; then nothing has changed.
    """
    found = read_list(source, date=date, control=control)
    if found.month is None:
        raise FormatError(say("list_month", source=found.source))
    tell: Progress = progress or (lambda share: None)
    table = _by_id(_whole(found.batches(lambda share: tell(0.6 * share))))
    if not table.num_rows:
        raise FormatError(say("list_nobody", source=found.source))
    root = Path(folder) if folder is not None else default_folder()
    about = {
        "controls": list(found.controls),
        "players": table.num_rows,
        "unread": found.unread.count,
        "source": Path(found.source).name,
    }
    with _alone(root):
        replaced = _put(root, found.month, table, about, lambda share: tell(0.6 + 0.4 * share))
    tell(1.0)
    return Loaded(found.month, found.controls, table.num_rows, found.unread.count, found.note, replaced)


def _whole(batches: Iterable["pa.RecordBatch"]) -> "pa.Table":
    """All rows of a list."""
    import pyarrow as pa

    return pa.Table.from_batches(batches, schema()).unify_dictionaries()


def _by_id(table: "pa.Table") -> "pa.Table":
    """The rows by id, each id once: the first row of it."""
    ids = table.column("fide_id").to_numpy()
    order = np.argsort(ids, kind="stable")
    first = np.ones(len(ids), bool)
    first[1:] = ids[order][1:] != ids[order][:-1]
    return table.take(order[first])


@contextmanager
def _alone(root: Path) -> Iterator[None]:
    """Keeps others from loading into the folder meanwhile; StoreError where they do, or where the folder cannot be written."""
    try:
        root.mkdir(parents=True, exist_ok=True)
        with open(root / LOCK, "w") as file:
            _lock(file.fileno(), root)
            yield
    except OSError as error:
        raise StoreError(say("list_folder", folder=root, reason=error.strerror or error)) from error


def _lock(handle: int, root: Path) -> None:
    """Takes the lock, which the system gives back when the process ends, however it does."""
    with suppress(ImportError):  # where there is no such lock one may only hope
        import fcntl

        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError(say("list_busy", folder=root)) from None


def file_of(root: Path, year: int) -> Path:
    """The file of a year in a folder of lists."""
    return root / f"year={year}" / FILE


def months_of(metadata: Any, path: Path) -> dict[str, Any]:
    """What a file says of its months, by ``2026-10``; StoreError where it is of a newer version or not ours."""
    try:
        about = json.loads((metadata.metadata or {})[KEY])
        version, months = about["version"], dict(about["months"])
    except (KeyError, ValueError, TypeError) as error:
        raise StoreError(say("list_store_broken", file=path, reason=type(error).__name__)) from None
    if version > VERSION:
        raise StoreError(say("list_newer", file=path))
    return months


def _put(root: Path, month: datetime.date, table: "pa.Table", about: dict[str, Any], progress: Progress) -> bool:
    """Writes the file of the list's year anew with this month; whether the month was there already."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = file_of(root, month.year)
    path.parent.mkdir(exist_ok=True)
    beside = path.with_suffix(".part")
    old, months = None, dict[str, Any]()
    key = f"{month:%Y-%m}"
    try:
        if path.exists():
            old = pq.ParquetFile(path)
            months = months_of(old.metadata, path)
        if before := months.get(key):
            kept = [name for name in CONTROLS if name in before["controls"] and name not in about["controls"]]
            about = {**about, "controls": [name for name in CONTROLS if name in kept or name in about["controls"]]}
            if kept:
                table = _joined(table, _month(old, month), kept)
                about["players"] = table.num_rows
        months[key] = about
        meta = {KEY: json.dumps({"version": VERSION, "months": dict(sorted(months.items()))}).encode()}
        made = with_month().with_metadata(meta)
        table = table.add_column(
            1, made.field("month"), pa.array(np.full(table.num_rows, (month - DAY).days, np.int32)).cast(pa.date32())
        )
        with pq.ParquetWriter(beside, made, compression="zstd", write_statistics=["fide_id"]) as writer:
            for part in filter(len, _merged(old, table, month, progress)):
                writer.write_table(part.cast(made), row_group_size=GROUP)
        _replace(beside, path)
    except pa.ArrowException as error:
        raise StoreError(say("list_store_broken", file=path, reason=type(error).__name__)) from None
    finally:
        if old is not None:
            old.close()
        beside.unlink(missing_ok=True)
    return before is not None


def _replace(beside: Path, path: Path) -> None:
    """Puts a written file in its place, once it is on the disk."""
    with open(beside, "rb+") as file:
        os.fsync(file.fileno())
    os.replace(beside, path)


def with_month() -> "pa.Schema":
    """The columns of a file: those of a list, and the month behind the id."""
    import pyarrow as pa

    return schema().insert(1, pa.field("month", pa.date32()))


def _month(old: Any, month: datetime.date) -> "pa.Table":
    """The rows of one month, by id, without the column of the month."""
    import pyarrow as pa
    import pyarrow.compute as pc

    parts = [part.filter(pc.equal(part.column("month"), pa.scalar(month))) for part in _stored(old)]
    return pa.concat_tables(parts).drop_columns("month").cast(schema()).unify_dictionaries()


def _stored(old: Any) -> Iterator["pa.Table"]:
    """The rows of a file, some row groups at a time."""
    for first in range(0, old.metadata.num_row_groups, STEP):
        yield old.read_row_groups(range(first, min(first + STEP, old.metadata.num_row_groups)), use_threads=False).cast(
            with_month()
        )


def _joined(new: "pa.Table", old: "pa.Table", kept: list[str]) -> "pa.Table":
    """A list with those time controls of an older one of its month that it does not have; players of either, by id."""
    import pyarrow as pa

    columns = [f"{control}{part}" for control in kept for part in PARTS]
    theirs, ours = old.column("fide_id").to_numpy(), new.column("fide_id").to_numpy()
    place = np.searchsorted(theirs, ours)
    known = np.append(theirs, -1)[place] == ours
    index = pa.array(place, mask=~known)
    for name in columns:
        new = new.set_column(new.schema.get_field_index(name), name, old.column(name).take(index))
    gone = old.filter(pa.array(~np.isin(theirs, ours)))
    for name in set(RATINGS) - set(columns):
        gone = gone.set_column(gone.schema.get_field_index(name), name, pa.nulls(gone.num_rows, pa.int16()))
    return _by_id(pa.concat_tables([new, gone]).unify_dictionaries())


def _merged(old: Any, new: "pa.Table", month: datetime.date, progress: Progress) -> Iterator["pa.Table"]:
    """The rows of a file without those of a month, and the new ones of it: by id and month, in parts of whole row groups."""
    import pyarrow as pa
    import pyarrow.compute as pc

    rest = new.slice(0, 0)
    taken = 0
    ids = new.column("fide_id").to_numpy()
    total = old.metadata.num_rows if old is not None else 0
    done = 0
    for part in _stored(old) if old is not None else ():
        done += part.num_rows
        upto = part.column("fide_id")[-1].as_py()
        end = int(np.searchsorted(ids, upto))  # a player's rows may go on in the next part
        part = part.filter(pc.not_equal(part.column("month"), pa.scalar(month)))
        rest = _sorted([rest, part, new.slice(taken, end - taken)])
        taken = end
        ready = int(np.searchsorted(rest.column("fide_id").to_numpy(), upto)) // GROUP * GROUP
        yield rest.slice(0, ready)
        rest = rest.slice(ready)
        progress(done / (total + new.num_rows))
    yield _sorted([rest, new.slice(taken)])


def _sorted(parts: list["pa.Table"]) -> "pa.Table":
    """Rows by id and month."""
    import pyarrow as pa

    table = pa.concat_tables(parts).unify_dictionaries()
    ids, months = (table.column(name).cast(pa.int32()).to_numpy().astype(np.int64) for name in ("fide_id", "month"))
    return table.take(np.argsort(ids << 32 | months, kind="stable"))
