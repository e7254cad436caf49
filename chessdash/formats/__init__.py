"""Files in and out: the only place where the bytes of a tournament are read or written."""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TextIO

from chessdash.errors import ChessdashError, FormatError
from chessdash.sheet import Sheet
from chessdash.text import say

if TYPE_CHECKING:
    from chessdash.tournament import Tournament

Source = str | os.PathLike[str] | bytes | BinaryIO | TextIO
TRF = re.compile(rb"(?:^|[\r\n])(?:\xef\xbb\xbf)?(?:001|012|022|XXR|XXC)[ \d]")
LIMIT = 10_000_000  # bytes of one file
FORMATS = {"trf": (".trf", ".trfx", ".txt"), "csv": (".csv", ".tsv"), "excel": (".xlsx",), "parquet": (".parquet",), "json": (".json",)}


def read(source: Source, *, format: str | None = None, encoding: str | None = None) -> "Tournament":
    """The tournament in a path, in bytes or in a file object; format and encoding are detected unless given."""
    from chessdash.tournament import Tournament

    return Tournament(sheet(source, format=format, encoding=encoding))


def sheet(source: Source, *, format: str | None = None, encoding: str | None = None) -> Sheet:
    """The sheet of a source, with the source, format and encoding in its info."""
    data, name = _content(source)
    if len(data) > LIMIT:
        raise FormatError(say("too_large", source=name, size=len(data), limit=LIMIT))
    kind = _known(format) if format else detect(data, name)
    made: Sheet = import_module(f"{__name__}.{kind}").sheet(data, encoding=encoding, source=name)
    object.__setattr__(made, "info", {**made.info, "source": name, "format": kind})  # it is nobody else's yet
    return made


def read_many(
    paths: Iterable[str | os.PathLike[str]], *, progress: Callable[[int], object] | None = None
) -> "Iterator[tuple[str | os.PathLike[str], Tournament | ChessdashError]]":
    """Each path with its tournament or with what was wrong with it; ``progress`` is called with the number of files done."""
    for done, path in enumerate(paths, 1):
        try:
            yield path, read(path)
        except ChessdashError as error:
            yield path, error
        if progress is not None:
            progress(done)


def write(tournament: "Tournament", target: str | os.PathLike[str] | BinaryIO, *, format: str | None = None) -> None:
    """Writes to a path or a binary file object, in the format given or of the path's ending."""
    name = target if isinstance(target, str | os.PathLike) else getattr(target, "name", "")
    kind = _known(format) if format else by_name(str(name))
    if kind is None:
        raise FormatError(say("unknown_ending", name=str(name), known=", ".join(FORMATS)))
    data: bytes = import_module(f"{__name__}.{kind}").dump(tournament)
    if isinstance(target, str | os.PathLike):
        Path(target).write_bytes(data)
    else:
        target.write(data)


def detect(data: bytes, name: str = "") -> str:
    """The format of some bytes, by what they hold, then by the name of the file."""
    if data.startswith(b"PAR1"):
        return "parquet"
    if data.startswith(b"PK\x03\x04"):
        return "excel"
    if data.lstrip()[:1] == b"{":
        return "json"
    if TRF.search(data[:20_000]):
        return "trf"
    return by_name(name) or "trf"


def by_name(name: str) -> str | None:
    """The format that the ending of a name stands for."""
    return next((kind for kind, endings in FORMATS.items() if name.lower().endswith(endings)), None)


def _known(format: str) -> str:
    """The format under its own name, refused with the known ones where there is no such."""
    if format.lower() not in FORMATS:
        raise FormatError(say("unknown_format", format=format, known=", ".join(FORMATS)))
    return format.lower()


def _content(source: Source) -> tuple[bytes, str]:
    """The bytes of a source and its name, "" where it has none."""
    if isinstance(source, bytes):
        return source, ""
    if isinstance(source, str | os.PathLike):
        with open(source, "rb") as file:
            return file.read(LIMIT + 1), os.fspath(source)
    content = source.read(LIMIT + 1)
    return content.encode() if isinstance(content, str) else content, str(getattr(source, "name", "") or "")
