"""FIDE rating lists: text of every year's layout, XML, or either in a zip archive; read as a stream into Arrow batches.

A list is never a tournament; ``formats.read`` does not know it. What FIDE publishes on ratings.fide.com is what is read; a list
of another federation is refused in one sentence. Lists are kept, by month, by ``ratinglist_store``.
"""

import codecs
import datetime
import io
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import PurePath
from typing import IO, TYPE_CHECKING, Any

from chessdash.errors import DataError, FormatError
from chessdash.formats import ratinglist_text, ratinglist_xml
from chessdash.formats.ratinglist_layout import CONTROLS, UNHEADED, Layout, layout, month_in
from chessdash.formats.ratinglist_rows import Unread
from chessdash.text import say

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

Source = str | os.PathLike[str] | bytes
Progress = Callable[[float], object]
UNPACKED = 3_000_000_000  # bytes of a list: XML of 1.5 million players has some 0.7 GB
RATIO = 100  # unpacked to packed
HEAD = 1 << 16  # bytes by which a list is told
SAMPLE = 50  # lines by which the layout of a list without a header is told
ENDINGS = (".txt", ".xml")
# what a file on a broken disk or a damaged, encrypted or oddly packed archive raises
BROKEN = (OSError, zipfile.BadZipFile, zlib.error, EOFError, RuntimeError)
WIDE = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


class RatingList:
    """A FIDE list that was recognised: its source, month (first day; None: unknown) and time controls; rows when asked for.

    ``unread`` tells, once the rows were read, what could not be; ``note`` is the sentence about it.
    """

    def __init__(self, source: Source, name: str, month: datetime.date | None, control: str, found: Layout | None) -> None:
        self.source, self.month, self.unread = name, month, Unread()
        self._data, self._control, self._layout = source, control, found
        self.controls: tuple[str, ...] = found.controls if found else CONTROLS if control == "all" else (control,)

    def batches(self, progress: Progress | None = None) -> Iterator["pa.RecordBatch"]:
        """The players, some thousand at a time, in about the order of the file; ``progress`` takes the share read, 0 to 1.

        The columns are those of ``ratinglist_rows.schema()``. FormatError, also in the middle, where the file is broken.
        """
        self.unread = Unread()
        with _opened(self._data) as (stream, _, size):
            counted = _Counted(stream, size, self.source, progress)
            if self._layout is None:
                control = "standard" if self._control == "all" else self._control
                yield from ratinglist_xml.batches(counted, control, self.source, self.unread)
                return
            lines = ratinglist_text.chunks(_plain(counted), self.source)
            yield from ratinglist_text.batches(_below(lines, self._layout), self._layout, self.source, self.unread)

    def table(self) -> "pa.Table":
        """All players as an Arrow table."""
        import pyarrow as pa

        from chessdash.formats.ratinglist_rows import schema

        return pa.Table.from_batches(self.batches(), schema()).unify_dictionaries()

    def to_frame(self) -> "pd.DataFrame":
        """All players as a frame on Arrow's arrays: ratings in Elo, null where there is none."""
        import pandas as pd

        frame: pd.DataFrame = self.table().to_pandas(types_mapper=pd.ArrowDtype)
        return frame

    @property
    def note(self) -> str:
        """What could not be read, in one sentence, "" where nothing; once the rows were read."""
        return self.unread.sentence(self.source)


def read_list(source: Source, *, date: str | datetime.date | None = None, control: str | None = None) -> RatingList:
    """The list in a path or in bytes: what it is, with its rows to follow; FormatError where it is no FIDE list.

    ``date`` is its month (2026-10, or any day of it), else its header or the name of the file tells; ``control`` that of a list
    with one rating, else told by the name of the file, else standard.
    """
    if control is not None and control not in CONTROLS:
        raise DataError(say("list_control", given=control))
    month = None if date is None else month_of(date)
    with _opened(source) as (stream, names, size):
        name = names[0] or say("unnamed")
        head = _Counted(stream, size, name).read(HEAD)
    inside = [PurePath(each).name.lower() for each in reversed(names)]
    named = control or next((word for each in inside for word in CONTROLS[1:] if word in each), "standard")
    month_named = next(filter(None, map(month_in, inside)), None)
    if not head.strip(b"\0 \r\n\t"):
        raise FormatError(say("list_empty", source=name))
    text = _text(head)
    if text.lstrip().startswith("<"):
        combined = "<rapid_rating" in text or "<blitz_rating" in text
        return _checked_xml(RatingList(source, name, month or month_named, "all" if combined else named, None), head)
    found = _layout(text, named)
    if found is None:
        raise FormatError(say("list_not_fide", source=name, text=text.strip()[:60].splitlines()[0]))
    return RatingList(source, name, month or found.month or month_named, named, found)


def month_of(date: str | datetime.date) -> datetime.date:
    """The first day of the month of a date, or of a text such as 2026-10 or OCT26; DataError where it is none."""
    if isinstance(date, datetime.date):
        return datetime.date(date.year, date.month, 1)
    found = month_in(date) if isinstance(date, str) and len(date) < 20 else None
    if found is None:
        raise DataError(say("list_date", given=date))
    return found


def _checked_xml(made: RatingList, head: bytes) -> RatingList:
    """The list, if its first bytes are those of a FIDE list in XML."""
    for _ in ratinglist_xml.batches(io.BytesIO(head), "standard", made.source, Unread(), whole=False):
        pass
    return made


def _layout(text: str, control: str) -> Layout | None:
    """The layout of a text: of its header, else of the header that its first lines have nowhere but would fit."""
    lines = [line for line in text.splitlines() if line.strip()]
    if found := layout(lines[0], control):
        return found
    sample = lines[:-1][:SAMPLE] or lines
    for header in UNHEADED:
        guess = layout(header, control)
        cells = [ratinglist_text.row(line, guess) for line in sample] if guess else []
        full = [each for each in cells if each and each["federation"] and each[control]]
        if guess and 10 * len(full) >= 9 * len(sample) and all(map(ratinglist_text.fits, full)):
            return guess._replace(month=None)
    return None


def _below(lines: Iterator[ratinglist_text.Lines], found: Layout) -> Iterator[ratinglist_text.Lines]:
    """The lines without the header, which is in the first of them."""
    for part in lines:
        if part.number == 1:
            place = next((k for k in range(min(len(part.start), SAMPLE)) if part.length[k] and layout(part.text(k))), -1)
            part = part._replace(number=place + 2, start=part.start[place + 1 :], length=part.length[place + 1 :])
        if len(part.start):
            yield part


def _text(head: bytes) -> str:
    """The first bytes as text, as far as they can be."""
    encoding = next((name for mark, name in WIDE.items() if head.startswith(mark)), "utf-8-sig")
    return head.decode(encoding, "replace").lstrip("\0")


def _plain(stream: "_Counted") -> Any:
    """The stream without a mark of its encoding; UTF-16 as UTF-8."""
    first = stream.peeked(3)
    if first[:2] in WIDE:
        return codecs.EncodedFile(stream, "utf-8", WIDE[first[:2]], "replace")  # type: ignore[arg-type]
    if first == codecs.BOM_UTF8:
        stream.read(3)
    return stream


class _Counted:
    """A stream that tells how much of it was read; FormatError where it cannot be."""

    def __init__(self, stream: IO[bytes], size: int, source: str, progress: Progress | None = None) -> None:
        self.stream, self.size, self.source, self.progress = stream, max(size, 1), source, progress
        self.done, self.ahead = 0, b""

    def peeked(self, size: int) -> bytes:
        """The next bytes, which stay to be read."""
        self.ahead = self.read(size)
        return self.ahead

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        try:
            data, self.ahead = self.ahead + self.stream.read(size - len(self.ahead)), b""
        except BROKEN as error:
            raise FormatError(say("list_zip_broken", source=self.source, reason=str(error) or type(error).__name__)) from None
        self.done += len(data)
        if self.progress is not None:
            self.progress(min(self.done / self.size, 1.0))
        return data


@contextmanager
def _opened(source: Source) -> Iterator[tuple[IO[bytes], tuple[str, ...], int]]:
    """The list as a stream, its name and that of the file in the archive, and its size in bytes; FormatError."""
    name = "" if isinstance(source, bytes) else os.fspath(source)
    with ExitStack() as stack:
        yield _streamed(source, name, name or say("unnamed"), stack)


def _streamed(source: Source, name: str, shown: str, stack: ExitStack) -> tuple[IO[bytes], tuple[str, ...], int]:
    """The stream, open as long as the stack is."""
    try:
        file: IO[bytes] = io.BytesIO(source) if isinstance(source, bytes) else open(source, "rb")  # noqa: SIM115
        stack.callback(file.close)
        packed = file.read(4) == b"PK\x03\x04"
        size = file.seek(0, os.SEEK_END)
        file.seek(0)
        if size > UNPACKED:
            raise FormatError(say("list_too_large", source=shown, limit=UNPACKED, size=size))
        if not packed:
            return file, (name,), size
        archive = stack.enter_context(zipfile.ZipFile(file))
        inner = _inner(archive, size, shown)
        return stack.enter_context(archive.open(inner)), (name, inner.filename), inner.file_size
    except FormatError:
        raise
    except BROKEN[1:] as error:
        raise FormatError(say("list_zip_broken", source=shown, reason=str(error) or type(error).__name__)) from None
    except (OSError, ValueError) as error:  # a path with a NUL is a ValueError
        raise FormatError(say("cannot_open", source=shown, reason=getattr(error, "strerror", None) or error)) from error


def _inner(archive: zipfile.ZipFile, packed: int, shown: str) -> zipfile.ZipInfo:
    """The one list in an archive, refused where unpacking it would take too much."""
    inside = [one for one in archive.infolist() if one.filename.lower().endswith(ENDINGS) and not one.filename.startswith("__")]
    if len(inside) != 1:
        raise FormatError(say("list_zip_files", source=shown, n=len(inside)))
    if inside[0].file_size > min(UNPACKED, RATIO * max(packed, 1)):
        raise FormatError(say("list_bomb", source=shown, packed=packed, unpacked=inside[0].file_size))
    return inside[0]
