"""A study of many played events: each by itself, resumable, on as many processes or machines as there are."""

import hashlib
import io
import os
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from chessdash import formats, jobs
from chessdash.compare import Orders, label_of, labels
from chessdash.crosstable import Crosstable
from chessdash.errors import ChessdashError, DataError, FormatError, TieBreakError
from chessdash.formats.rows import read_rows, write_rows
from chessdash.pooling import MEASURES
from chessdash.spread import Run, over
from chessdash.standings import choose, crosstable
from chessdash.studies import batch_rows, hanging_columns, labelled
from chessdash.text import say
from chessdash.tournament import Tournament

if TYPE_CHECKING:
    import pandas as pd

Events = str | os.PathLike[str] | Iterable[tuple[Any, "Tournament | ChessdashError"]]
AT_ONCE = 4  # events of one call
WAVE = 64  # events between two looks at whether to save
EVERY = 10.0  # seconds at least between two savings; they take a twentieth of the time at most
ABOUT = ("event", "order", "players", "rounds", "tied", "dropped", "digest")
HANGING = ("turning", "turned", "swapped")


@dataclass(frozen=True)
class Entry:
    """One event of a study: its name, the event or the bytes of its file, and a digest of the latter."""

    name: str
    event: Tournament | None = None
    data: bytes = b""
    source: str = ""
    digest: str = ""


@dataclass(frozen=True)
class Settings:
    """What the rows of a study depend on, apart from the events."""

    orders: tuple[tuple[str, str], ...]
    baseline: str
    edition: str | None
    hanging: bool
    redraws: int
    seed: int

    def said(self) -> dict[str, Any]:
        """By name, as JSON has it, with the version that computes."""
        from chessdash import __version__

        orders = [list(pair) for pair in self.orders]
        return {**vars(self), "orders": orders, "version": __version__}


@dataclass
class Found:
    """What is known so far: rows by event, those of an earlier run, and what failed."""

    rows: "dict[str, pd.DataFrame]" = field(default_factory=dict)
    before: "dict[str, pd.DataFrame]" = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)


def study(
    events: Events,
    orders: Orders,
    *,
    baseline: str | None = None,
    edition: str | None = None,
    hanging: bool = True,
    redraws: int = 200,
    seed: int = 1,
    out: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int, int | None], object] | None = None,
) -> "pd.DataFrame":
    """One row an event and order: event, order, players, rounds, tied (pairs), dropped (reasons), digest, and the columns of each
    measure (``x`` and ``x_of``), M5 and M6 too where ``hanging``. Pool them with ``studies.pool``.

    ``events`` is a folder of files or a Parquet data set, or pairs of a name and a tournament (or the error instead, as
    ``read_many`` gives them). ``baseline`` is the label of the order compared with, the first without it. An event that cannot
    be read or used is no row but stands in ``attrs["failed"]`` (name, sentence). ``out`` is a Parquet file to which rows are
    written now and then: those that it holds are not computed again, unless their file has changed; it is refused where it was
    made under other settings. ``workers`` are processes (None: as many as cores), ``cluster`` is the address of a Dask scheduler;
    the rows are the same whatever computes them. ``progress`` is called with the events done and their number, None unknown.
    """
    settings = _settings(orders, baseline, edition, hanging, redraws, seed)
    file = None if out is None else Path(out)
    entries, total = _entries(events, file)
    found = Found(before=_before(file, settings))
    with over(workers, cluster) as run:
        saved, cost = time.monotonic(), 0.0
        try:
            while wave := list(islice(entries, WAVE)):
                _compute(run, wave, settings, found, lambda done: progress and progress(done, total))
                if file is not None and time.monotonic() - saved > max(EVERY, 20 * cost):
                    began = time.monotonic()
                    write_rows(_kept(_frame(found, settings), found), file, settings.said())
                    saved = time.monotonic()
                    cost = saved - began
        finally:
            frame = _frame(found, settings)
            if file is not None and len(frame):
                write_rows(_kept(frame, found), file, settings.said())
    return frame


def _settings(orders: Orders, baseline: str | None, edition: str | None, hanging: bool, redraws: int, seed: int) -> Settings:
    """The settings, checked before the first event is read."""
    pairs = tuple((label, label_of(order)) for label, order in labels(orders))
    if not pairs:
        raise TieBreakError(say("empty_order"))
    labelled(pairs)
    names = [label for label, _ in pairs]
    base = next((name for name in (baseline, label_of(baseline) if baseline else names[0]) if name in names), None)
    if base is None:
        raise TieBreakError(say("no_such_order", order=baseline, known="; ".join(names)))
    return Settings(pairs, base, edition, hanging, redraws, seed)


def _entries(events: Events, out: Path | None) -> tuple[Iterator[tuple[str, Any]], int | None]:
    """Names with events, paths or errors, and how many there are where that is known."""
    if not isinstance(events, str | os.PathLike):
        total = len(events) if isinstance(events, Sequence) else None
        return ((os.fspath(name) if isinstance(name, os.PathLike) else str(name), event) for name, event in events), total
    root = Path(events)
    if not root.exists():
        raise FormatError(say("cannot_open", source=root, reason=os.strerror(2)))
    paths = [root]
    if root.is_dir():
        inside = (path for path in root.rglob("*") if formats.by_name(path.name) and path.is_file())
        paths = sorted(path for path in inside if out is None or path.resolve() != out.resolve())
    if not paths:
        raise DataError(say("study_no_files", folder=root))
    return ((path.relative_to(root).as_posix() if path != root else path.name, path) for path in paths), len(paths)


def _before(file: Path | None, settings: Settings) -> "dict[str, pd.DataFrame]":
    """The rows of an earlier run by event; DataError where it had other settings."""
    if file is None or not file.exists():
        return {}
    frame, said = read_rows(file)
    for name, asked in settings.said().items():
        if said.get(name) != asked:
            raise DataError(say("study_settings", file=file, setting=name, there=_short(said.get(name)), asked=_short(asked)))
    return {str(name): rows.reset_index(drop=True) for name, rows in frame.groupby("event", sort=False)}


def _short(value: Any) -> str:
    return "; ".join(label for label, _ in value) if isinstance(value, list) else str(value)


def _compute(run: Run, wave: Sequence[tuple[str, Any]], settings: Settings, found: Found, tell: Callable[[int], object]) -> None:
    """The rows of some events, those that are not there already, into ``found``."""
    start = len(found.names)
    todo: list[Entry] = []
    for name, event in wave:
        if name in found.names:
            again = f"{name} ({len(found.names) + 1})"
            found.names.append(again)
            found.failed[again] = say("study_twice", name=name)
            continue
        found.names.append(name)
        try:
            entry = _entry(name, event)
        except ChessdashError as error:
            found.failed[name] = str(error)
            continue
        before = found.before.get(name)
        if before is not None and before["digest"].iloc[0] == entry.digest:
            found.rows[name] = before
        else:
            todo.append(entry)
    ready = len(found.names) - len(todo)
    tell(ready)
    calls = [(study_chunk, (todo[k : k + AT_ONCE], settings)) for k in range(0, len(todo), AT_ONCE)]
    results = run(calls, lambda done, _: tell(ready + min(done * AT_ONCE, len(todo)))) if calls else []
    for name, rows, sentence in (one for result in results for one in result):
        if rows is None:
            found.failed[name] = sentence
        else:
            found.rows[name] = rows
    tell(start + len(wave))


def _entry(name: str, event: Any) -> Entry:
    """An event as it is sent to where it is computed; a file as its bytes, since a machine of a cluster may not see it."""
    if isinstance(event, ChessdashError):
        raise event
    if isinstance(event, Tournament):
        return Entry(name, event)
    try:
        with open(event, "rb") as opened:
            data = opened.read(formats.LIMIT + 1)
    except OSError as error:
        raise FormatError(say("cannot_open", source=event, reason=error.strerror or error)) from error
    return Entry(name, None, data, os.fspath(event), hashlib.sha256(data).hexdigest()[:16])


def study_chunk(entries: Sequence[Entry], settings: Settings) -> "list[tuple[str, pd.DataFrame | None, str]]":
    """For each event its name, its rows, and where there are none the sentence that says why."""
    found: list[tuple[str, pd.DataFrame | None, str]] = []
    for entry in entries:
        try:
            found.append((entry.name, event_rows(entry, settings), ""))
        except Exception as error:  # one bad file does not stop the others
            found.append((entry.name, None, jobs.sentence(error)))
    return found


def event_rows(entry: Entry, settings: Settings) -> "pd.DataFrame":
    """One row an order of one event; columns as ``study``."""
    tournament = entry.event or formats.read(_named(entry))
    table = crosstable(tournament, edition=settings.edition)
    if not table.rounds or len(table.number) < 2:
        raise DataError(say("study_unplayed", name=entry.name))
    chosen = [(label, choose(tournament, table, order)) for label, order in settings.orders]
    orders = [(label, one.descriptors) for label, one in chosen]
    batch = batch_of(table)
    base = [label for label, _ in orders].index(settings.baseline)
    frame = batch_rows(batch, np.asarray(table.rating, float)[None], orders, base)
    seeds = [event_seed(settings.seed, entry.name)] if settings.hanging else []
    for name, values in hanging_columns(batch, orders, seeds, settings.redraws).items():
        frame[name] = values
    frame["event"] = entry.name
    frame["dropped"] = ["; ".join(reason for _, reason in one.dropped) for _, one in chosen]
    frame["digest"] = entry.digest
    measured = [f"{m.name}{end}" for m in MEASURES for end in ("", "_of")]
    text = dict.fromkeys(("event", "order", "dropped", "digest"), "str")
    return frame.reindex(columns=[*ABOUT, *measured]).fillna(dict.fromkeys(measured, 0.0)).astype(text)


def event_seed(seed: int, name: str) -> tuple[int, int]:
    """The seed of an event's redraws, its own whatever the order in which events are computed."""
    return seed, zlib.crc32(name.encode())


def batch_of(table: Crosstable) -> Crosstable:
    """One event as a batch of one, (1, P, R)."""
    parts = {name: getattr(table, name)[None] for name in ("opponent", "points", "kind", "black")}
    return replace(table, **parts, bonus=None if table.bonus is None else table.bonus[None])


def _named(entry: Entry) -> io.BytesIO:
    file = io.BytesIO(entry.data)
    file.name = entry.source  # what sentences call it
    return file


def _frame(found: Found, settings: Settings) -> "pd.DataFrame":
    """All rows so far in the order of the events, with the settings and what failed in ``attrs``."""
    import pandas as pd

    rows = [found.rows[name] for name in found.names if name in found.rows]
    frame = pd.concat(rows, ignore_index=True) if rows else pd.DataFrame(columns=list(ABOUT))
    frame.attrs = {
        "settings": settings.said(),
        "failed": [{"name": name, "sentence": sentence} for name, sentence in found.failed.items()],
    }
    return frame


def _kept(frame: "pd.DataFrame", found: Found) -> "pd.DataFrame":
    """The rows to write: those computed, and after an interruption those of the earlier run that were not reached."""
    import pandas as pd

    rest = [rows for name, rows in found.before.items() if name not in found.rows and name not in found.failed]
    return pd.concat([frame, *rest], ignore_index=True) if rest else frame
