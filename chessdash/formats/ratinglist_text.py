"""FIDE rating lists in text: a chunk of lines at a time as a matrix of characters, columns cut out of it all at once.

Lines that do not fit are read one by one: those with letters beyond ASCII, and those where titles (``LSI,FI,SI,SLI,NA``) or a
name are longer than their column, so that what follows is shifted or written over.
"""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chessdash.cells import BoolArray, IntArray
from chessdash.errors import FormatError
from chessdash.formats.ratinglist_layout import CONTROLS, NUMBERS, WORDS, Layout
from chessdash.formats.ratinglist_rows import HIGHEST, Readable, Unread, batch, number, numbers, of_texts, words
from chessdash.text import say

if TYPE_CHECKING:
    import pyarrow as pa

Chars = NDArray[np.uint8]
CHUNK = 1 << 21  # bytes read at a time: what is made of them stays in cache
LINE = 2000  # characters of the longest line
FEW = 1000  # lines after which a list of which most cannot be read is given up
SHIFTS = 20  # characters that a name may be too long
BLANK, ZERO, CR, LF = 32, 48, 13, 10
FEDERATION = re.compile(r"(?:[A-Za-z]{3})?")
LETTERS = {"sex": re.compile(r"[A-Za-z]?"), "federation": FEDERATION, "flag": re.compile(r"[A-Za-z]{0,8}")}
TIGHT = ("other_titles", "foa_title", "flag")  # nothing may run into them from the column before
RUN = re.compile(r"[^\s\d]*?(?=A[GIFC]M(?:[\s\d]|$)|[\s\d]|$)")  # of titles; one of the Online Arena may follow


class Lines(NamedTuple):
    """Whole lines of a file: their bytes, the number of the first, where each starts, and its length without its end, (N,)."""

    data: bytes
    number: int
    start: NDArray[np.int64]
    length: NDArray[np.int64]

    def text(self, place: int) -> str:
        """One line as text: UTF-8, or cp1252 where it is none."""
        data = self.data[self.start[place] : self.start[place] + self.length[place]]
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            return data.decode("cp1252", "replace")


def chunks(stream: Readable, source: str, number: int = 1) -> Iterator[Lines]:
    """The lines of a stream, some thousand at a time; ``number`` is that of its first line. FormatError for one without end."""
    rest = b""
    while data := stream.read(CHUNK):
        whole, end, rest = (rest + data).rpartition(b"\n")
        if end:
            part = _lines(whole + end, number)
            yield part
            number += len(part.start)
        if len(rest) > LINE:
            raise FormatError(say("list_line_long", source=source, line=number, limit=LINE))
    if rest:
        yield _lines(rest + b"\n", number)


def _lines(data: bytes, number: int) -> Lines:
    """Where the lines of these bytes are."""
    buffer = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(buffer == LF)
    start = np.concatenate([[0], ends[:-1] + 1])
    length = ends - start
    length -= (length > 0) & (buffer[ends - 1] == CR)
    return Lines(data, number, start, length)


def batches(lines: Iterator[Lines], layout: Layout, source: str, unread: Unread) -> Iterator["pa.RecordBatch"]:
    """The rows of a list, batch by batch; ``unread`` takes what could not be read. FormatError where that is most of it."""
    for part in lines:
        made, odd = _regular(part, layout)
        if made.num_rows:
            yield made
        if odd.size:
            more = _irregular(part, odd, layout, unread)
            if more.num_rows:
                yield more
        unread.lines += len(part.start)
        if unread.count > FEW // 2 and 2 * unread.count > unread.lines:
            n, total, line, text = unread.count, unread.lines, unread.first[0], unread.text
            raise FormatError(say("list_hardly", source=source, n=n, lines=total, line=line, text=text))


def _regular(part: Lines, layout: Layout) -> tuple["pa.RecordBatch", IntArray]:
    """The rows of the lines that fit the columns, and the places of the others, (N,)."""
    cells = _matrix(part, layout)
    turned = _turned(cells, layout)
    good = part.length <= layout.columns[-1].end
    found: dict[str, Any] = {}
    for column in layout.columns:
        rows = turned[column.start : column.end]
        if column.name in NUMBERS:
            value, filled, fits = _numbers(rows)
            good &= fits & _possible(column.name, value)
            found[column.name] = value, filled
        elif column.name in WORDS:
            found[column.name] = codes, texts = _words(rows, cells[:, column.start : column.end])
            if plain := LETTERS.get(column.name):
                good &= np.array([plain.fullmatch(text.strip()) is not None for text in texts], bool)[codes]
        if column.name in NUMBERS or column.name in TIGHT:
            good &= (rows[0] == BLANK) | (turned[column.start - 1] == BLANK) | (column.start == 0)
    take: Callable[[Any], Any] = (lambda array: array) if good.all() else (lambda array: array[good])
    made: dict[str, Any] = {}
    for column in layout.columns:
        if column.name == "name":
            made["name"] = _trimmed(take(cells[:, column.start : column.end]))
        elif column.name in WORDS:
            made[column.name] = words(column.name, take(found[column.name][0]), found[column.name][1])
        else:
            made[column.name] = numbers(column.name, *map(take, found[column.name]))
    return batch(made, int(good.sum())), np.flatnonzero(~good)


def _matrix(part: Lines, layout: Layout) -> Chars:
    """The characters of the lines, blank behind their ends, as wide as the longest, shape (N, width); no line beyond ASCII."""
    least = next(column.end for column in layout.columns if column.name == "name")
    width = max(min(layout.columns[-1].end, int(part.length.max())), least)
    padded = np.frombuffer(part.data + b" " * width, np.uint8)
    cells: Chars = np.lib.stride_tricks.sliding_window_view(padded, width)[part.start]
    for length in np.unique(part.length[part.length < width]).tolist():
        cells[part.length == length, length:] = BLANK
    if not part.data.isascii():
        cells[cells.max(axis=1) > 127] = BLANK
    return cells


def _turned(cells: Chars, layout: Layout) -> Chars:
    """The same by columns, shape (width, N), up to the end of the last one; names are left out."""
    size, width = cells.shape
    turned: Chars = np.full((layout.columns[-1].end, size), BLANK, np.uint8)
    first = 0
    for column in layout.columns:
        if column.name == "name":
            turned[first : column.start] = cells[:, first : column.start].T
            first = column.end
    turned[first:width] = cells[:, first:].T
    return turned


def _possible(name: str, value: IntArray) -> BoolArray:
    """Whether a column may have these values, shape (N,)."""
    if name == "fide_id":
        return np.greater(value, 0)
    if name == "birth_year":  # two digits are read with the others that do not fit
        return np.equal(value, 0) | np.greater(value, 99)
    return np.less_equal(value, HIGHEST if name in CONTROLS else 9999)


def _numbers(rows: Chars) -> tuple[IntArray, BoolArray, BoolArray]:
    """Of characters, shape (width, N): the number of each row, whether there is one, and whether nothing else, (N,) each."""
    digits = rows - ZERO
    is_digit = digits < 10
    power = is_digit.view(np.uint8) * np.uint8(9) + np.uint8(1)
    digits *= is_digit
    value = np.zeros(rows.shape[1], np.int32)
    for place in np.flatnonzero(is_digit.any(axis=1)).tolist():
        value *= power[place]
        value += digits[place]
    count = is_digit.sum(axis=0, dtype=np.int8)
    runs = (is_digit[1:] > is_digit[:-1]).sum(axis=0, dtype=np.int8) + is_digit[0]
    return value, count > 0, (runs < 2) & (count < 10) & (count == (rows != BLANK).sum(axis=0, dtype=np.int8))


def _words(rows: Chars, cells: Chars) -> tuple[IntArray, list[str]]:
    """A column of few different words, by columns and by rows: the code of each row, shape (N,), and the words."""
    import pyarrow as pa

    used = np.flatnonzero((rows != BLANK).any(axis=1))
    if not used.size:
        return np.zeros(rows.shape[1], np.int32), [""]
    rows = rows[used[0] : used[-1] + 1]
    if len(rows) > 4:
        encoded = _trimmed(cells).dictionary_encode()
        return encoded.indices.to_numpy(), encoded.dictionary.to_pylist()
    packed = rows[0].astype(np.uint32)
    for place, row in enumerate(rows[1:], 1):
        packed |= row.astype(np.uint32) << np.uint32(8 * place)
    encoded = pa.array(packed).dictionary_encode()
    texts = [key.to_bytes(4, "little").rstrip(b"\0").decode("ascii") for key in encoded.dictionary.to_pylist()]
    return encoded.indices.to_numpy(), texts


def _trimmed(field: Chars) -> "pa.Array":
    """Texts in ASCII, shape (N, width), without the blanks around them."""
    import pyarrow as pa
    import pyarrow.compute as pc

    size, width = field.shape
    ends = np.arange(size + 1, dtype=np.int32) * width
    buffers = [None, pa.py_buffer(ends.astype(np.int32)), pa.py_buffer(np.ascontiguousarray(field))]
    return pc.ascii_trim_whitespace(pa.Array.from_buffers(pa.string(), size, buffers))


def _irregular(part: Lines, places: IntArray, layout: Layout, unread: Unread) -> "pa.RecordBatch":
    """The rows of the lines at these places, (N,), read one by one."""
    columns: dict[str, list[str]] = {column.name: [] for column in layout.columns}
    lines: list[int] = []
    for place in places.tolist():
        text = part.text(place)
        if not text.strip(" \t\x1a\0"):  # an empty line; old files end with Ctrl-Z
            continue
        if cells := row(text, layout):
            lines.append(part.number + place)
            for name, cell in cells.items():
                columns[name].append(cell)
        else:
            unread.add(part.number + place, text)
    return of_texts(columns, lines, unread)


def row(text: str, layout: Layout) -> dict[str, str] | None:
    """The cells of one line by column, None where it is no line of a player.

    Tried in turn: other titles that are longer than their column and shift what follows, or are written over it; the columns as
    they are; a name that is too long; last the columns as they are with any word as a federation.
    """
    text = text.replace("\t", " ")
    if number("fide_id", text[: layout.columns[0].end]) is None:
        return None
    place = next((column for column in layout.columns if column.name == "other_titles"), None)
    if place and not text[place.end - 1 : place.end].isspace() and (longer := _run(text, place.end)):
        for over in (False, True):
            cells = _cut(text, layout, "other_titles", longer, over=over)
            if cells and fits(cells):
                return cells
    plain = _cut(text, layout)
    if plain and fits(plain):
        return plain
    for longer in range(1, SHIFTS + 1):
        cells = _cut(text, layout, "name", longer)
        if cells and fits(cells):
            return cells
    return plain if plain and fits(plain, strict=False) else None


def _run(text: str, start: int) -> int:
    """How many characters from here on belong to titles that began before."""
    run = RUN.match(text, start)
    return len(run[0]) if run else 0


def _cut(text: str, layout: Layout, wide: str = "", longer: int = 0, *, over: bool = False) -> dict[str, str] | None:
    """The cells where one column is so much longer, and the others are shifted or written over; None where a number is cut."""
    cells, shift, taken = {}, 0, 0
    for column in layout.columns:
        start, end = column.start + shift, column.end + shift
        if column.name in NUMBERS and (start < taken or (start != taken and _joined(text, start))):
            return None
        if column.name == wide:
            end += longer
            shift, taken = (0 if over else longer), end
        cells[column.name] = text[max(start, taken if column.name != wide else 0) : end].strip()
    last = layout.columns[-1]
    cells[last.name] = text[last.start + shift :].strip()
    return cells


def _joined(text: str, start: int) -> bool:
    """Whether something runs across this place."""
    around = text[max(start - 1, 0) : start + 1]
    return start > 0 and len(around) == 2 and not any(map(str.isspace, around))


def fits(cells: dict[str, str], *, strict: bool = True) -> bool:
    """Whether these are the cells of a player: an id, numbers where numbers belong, and letters where letters do."""
    if not all(number(name, cell) is not None for name, cell in cells.items() if name in NUMBERS):
        return False
    return all(plain.fullmatch(cells.get(name, "")) for name, plain in LETTERS.items() if strict or name == "flag")
