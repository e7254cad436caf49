"""Files in and out: the only place where the bytes of a tournament are read or written.

Each format is a module of its name with ``sheet(data, *, encoding, source) -> Sheet`` and ``dump(tournament) -> bytes``, imported
when first needed.
"""

import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO
from uuid import uuid4

from chessdash.errors import ChessdashError, FormatError
from chessdash.formats.encoding import decode
from chessdash.sheet import Sheet
from chessdash.text import say

if TYPE_CHECKING:
    from chessdash.tournament import Tournament

AnyPath = str | os.PathLike[str]
Source = AnyPath | bytes | BinaryIO | TextIO
Sources = Source | tuple[Source, Source]
LIMIT = 10_000_000  # bytes of one file
FORMATS = {
    "trf": (".trf", ".trfx", ".txt"),
    "csv": (".csv", ".tsv"),
    "excel": (".xlsx", ".zip"),
    "parquet": (".parquet",),
    "json": (".json",),
}
TRF = re.compile(rb"(?:^|[\r\n])(?:\xef\xbb\xbf)?(?:001|012|022|XXR|XXC)[ \d]")
SEPARATORS = (b";", b",", b"\t", b"|")


def read(source: Sources, *, format: str | None = None, encoding: str | None = None) -> "Tournament":
    """The tournament in a path, in bytes or in a file object; format and encoding are detected unless given.

    A pair of sources is two CSV files, players and their games, in any order; a zip archive with both does as well.
    FormatError where it is none, in one sentence. ``info["encoding"]`` says how the text was read, ``faults`` what is odd.
    """
    from chessdash.tournament import Tournament

    return Tournament(sheet(source, format=format, encoding=encoding))


def sheet(source: Sources, *, format: str | None = None, encoding: str | None = None) -> Sheet:
    """The sheet of a source, with the source, format and encoding in its info."""
    if isinstance(source, tuple | list):
        return _pair(source, encoding)
    data, name = _content(source)
    if len(data) > LIMIT:
        raise FormatError(say("too_large", source=name or say("unnamed"), size=len(data), limit=LIMIT))
    kind = _known(format) if format else detect(data, name)
    made: Sheet = _module(kind).sheet(data, encoding=encoding, source=name)
    object.__setattr__(made, "info", {**made.info, "source": name, "format": kind})  # it is nobody else's yet
    return made


def _pair(sources: Sequence[Source], encoding: str | None) -> Sheet:
    """The sheet of players and games in two CSV files."""
    if len(sources) != 2:
        raise FormatError(say("no_pair", n=len(sources)))
    (one, first), (other, second) = map(_content, sources)
    made: Sheet = import_module(f"{__name__}.csv").pair(one, other, encoding=encoding, sources=(first, second))
    object.__setattr__(made, "info", {**made.info, "source": first, "format": "csv"})
    return made


def read_many(
    paths: AnyPath | Iterable[AnyPath], *, progress: Callable[[int], object] | None = None
) -> "Iterator[tuple[AnyPath, Tournament | ChessdashError]]":
    """Each path with its tournament or with what was wrong with it; a folder stands for the tournament files in it.

    ``progress`` is called with the number of files done.
    """
    for done, path in enumerate(_inside(paths) if isinstance(paths, str | os.PathLike) else paths, 1):
        try:
            yield path, read(path)
        except ChessdashError as error:
            yield path, error
        if progress is not None:
            progress(done)


def write(tournament: "Tournament", target: AnyPath | BinaryIO, *, format: str | None = None) -> None:
    """Writes to a path or a binary file object, in the format given or of the path's ending.

    A file is there whole or as it was before, also where two write it at once.
    """
    name = str(target if isinstance(target, str | os.PathLike) else getattr(target, "name", ""))
    kind = _known(format) if format else by_name(name)
    if kind is None:
        raise FormatError(say("unknown_ending", name=name, known=", ".join(FORMATS)))
    data: bytes = _module(kind).dump(tournament)
    if not isinstance(target, str | os.PathLike):
        target.write(data)
        return
    try:
        _put(Path(os.path.realpath(target)), data)
    except (OSError, ValueError) as error:  # a path with a NUL is a ValueError
        raise FormatError(say("cannot_write", name=name, reason=getattr(error, "strerror", None) or error)) from error


def _put(path: Path, data: bytes) -> None:
    """Makes these the content of a file in one step: written beside it, then put in its place."""
    if path.exists() and not path.is_file():  # a pipe, a device; a folder is refused by the system
        path.write_bytes(data)
        return
    beside = path.with_name(f".{uuid4().hex}.part")
    try:
        beside.write_bytes(data)
        if path.exists():
            shutil.copymode(path, beside)
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


@lru_cache
def _module(kind: str) -> Any:
    """The module of a format."""
    return import_module(f"{__name__}.{kind}")


def detect(data: bytes, name: str = "") -> str:
    """The format of some bytes: by what they hold, then by the name of the file, then TRF, which says what it expects."""
    if data.startswith(b"PAR1"):
        return "parquet"
    if data.startswith(b"PK\x03\x04"):
        return "excel"
    if b"\0" in data[:100]:  # a text in UTF-16, or none at all
        data = decode(data[:20_000])[0].encode("utf-8", "replace")
    if data[:100].lstrip()[:1] == b"{":
        return "json"
    if TRF.search(data[:20_000]):
        return "trf"
    if by_name(name) in (None, "trf") and _table(data[:5_000]):
        return "csv"
    return by_name(name) or "trf"


def _table(data: bytes) -> bool:
    """Whether two lines or more have one separator."""
    lines = data.splitlines()
    return any(sum(separator in line for line in lines) > 1 for separator in SEPARATORS)


def by_name(name: str) -> str | None:
    """The format that the ending of a name stands for."""
    return next((kind for kind, endings in FORMATS.items() if name.lower().endswith(endings)), None)


def _known(format: str) -> str:
    """The format under its own name, refused with the known ones where there is no such."""
    kind = format.lower().removeprefix(".")
    kind = by_name(f".{kind}") or kind
    if kind not in FORMATS:
        raise FormatError(say("unknown_format", format=format, known=", ".join(FORMATS)))
    return kind


def _inside(folder: AnyPath) -> list[Path]:
    """The tournament files in a folder and those below, by path; the path itself where it is no folder."""
    if not os.path.isdir(folder):
        return [Path(folder)]
    return sorted(path for path in Path(folder).rglob("*") if by_name(path.name) and path.is_file())


def _content(source: Source) -> tuple[bytes, str]:
    """The bytes of a source, one more than the limit at most, and its name, "" where it has none."""
    if isinstance(source, bytes | bytearray | memoryview):
        return bytes(source), ""
    if isinstance(source, str | os.PathLike):
        name = os.fspath(source)
        try:
            with open(source, "rb") as file:
                size = os.fstat(file.fileno()).st_size  # 0 for what is no plain file
                return file.read(min(size, LIMIT) + 1 if size else LIMIT + 1), name
        except (OSError, ValueError) as error:  # a path with a NUL is a ValueError
            raise FormatError(say("cannot_open", source=name, reason=getattr(error, "strerror", None) or error)) from error
    content = source.read(LIMIT + 1)
    name = getattr(source, "name", "")
    return content if isinstance(content, bytes) else _encoded(content), name if isinstance(name, str) else ""


def _encoded(text: str) -> bytes:
    """A text as UTF-8; bytes that were decoded as surrogates as they were."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")
