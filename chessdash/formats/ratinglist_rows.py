"""Rows of a FIDE rating list as Arrow batches of one schema, from texts; and what was left out."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from chessdash.cells import BoolArray, IntArray
from chessdash.formats.ratinglist_layout import CONTROLS, NUMBERS, RATINGS, TEXTS, WORDS
from chessdash.text import say

if TYPE_CHECKING:
    import pyarrow as pa

HIGHEST = 4000  # no rating is above
NAMED = 20  # line numbers that a sentence names
BORN = range(1850, 2101)
OLD_TITLES = {"g": "GM", "m": "IM", "f": "FM", "c": "CM"}  # of lists up to 2012, with w before them for women's titles
ID = re.compile(r"0*[1-9][0-9]{0,8}")
YEAR = re.compile(r"(?<![0-9])[0-9]{4}(?![0-9])|[0-9]{2}$")


class Readable(Protocol):
    """What bytes are read from."""

    def read(self, size: int, /) -> bytes:
        """At most so many of the next bytes."""


@dataclass
class Unread:
    """What could not be read: how many lines of how many, and the numbers of the first of them."""

    lines: int = 0
    count: int = 0
    first: list[int] = field(default_factory=list)
    text: str = ""

    def add(self, line: int, text: str) -> None:
        """One more line, by its number in the file from 1 and what it says."""
        self.count += 1
        self.text = self.text or text.strip()[:60]
        if len(self.first) < NAMED:
            self.first.append(line)

    def sentence(self, source: str) -> str:
        """The sentence about them, "" where everything was read."""
        if not self.count:
            return ""
        lines = ", ".join(map(str, self.first))
        if more := self.count - len(self.first):
            lines = say("list_unread_more", lines=lines, n=more)
        return say("list_unread", source=source, n=self.count, lines=lines)


@cache
def schema() -> "pa.Schema":
    """The columns of every batch: ids, names and words as written ("" where blank), numbers with null where there is none."""
    import pyarrow as pa

    word = pa.dictionary(pa.int32(), pa.string())
    kinds = {"fide_id": pa.int32(), "name": pa.string()}
    order = ("fide_id", "name", *WORDS[:-1], *RATINGS, "birth_year", "flag")
    return pa.schema([(name, kinds.get(name, word if name in WORDS else pa.int16())) for name in order])


def numbers(name: str, values: IntArray, filled: BoolArray) -> "pa.Array":
    """A column of numbers, shape (N,): null where nothing is written, and where 0 stands for nothing (ratings, K, years)."""
    import pyarrow as pa

    if not name.endswith("_games"):
        filled = filled & (values != 0)
    if name == "birth_year":
        filled = filled & (values >= BORN.start) & (values < BORN.stop)
    return pa.array(values.astype(np.int32 if name == "fide_id" else np.int16), mask=~filled)


def words(name: str, codes: IntArray, texts: Sequence[str]) -> "pa.Array":
    """A column of few different words as codes, shape (N,), of the texts; titles in today's letters."""
    import pyarrow as pa

    plain: Callable[[str], str] = _title if name in ("title", "women_title") else str.strip
    made = [plain(text) for text in texts]
    distinct = list(dict.fromkeys(made))
    if len(distinct) < len(made):
        codes = np.array([distinct.index(word) for word in made], np.int32)[codes]
    return pa.DictionaryArray.from_arrays(pa.array(codes, pa.int32()), pa.array(distinct, pa.string()))


def _title(text: str) -> str:
    """A title as FIDE writes it now: "wg" of the old lists is "WGM"."""
    text = text.strip()
    women = text.startswith("w")
    return "W" * women + OLD_TITLES[text[women:]] if text[women:] in OLD_TITLES else text


def empty(name: str, size: int) -> "pa.Array":
    """A column that a list does not have."""
    import pyarrow as pa

    return words(name, np.zeros(size, np.int32), [""]) if name in WORDS else pa.nulls(size, schema().field(name).type)


def batch(columns: Mapping[str, Any], size: int) -> "pa.RecordBatch":
    """A batch of all columns, those that the list does not have as empty ones; women by their flag where it has no sex."""
    import pyarrow as pa

    made = dict(columns)
    if "sex" not in made and "flag" in made:
        flags = made["flag"].dictionary.to_pylist()
        made["sex"] = words("sex", made["flag"].indices.to_numpy(), ["F" if "w" in flag else "" for flag in flags])
    return pa.record_batch([made.get(name) if name in made else empty(name, size) for name in schema().names], schema=schema())


def of_texts(columns: Mapping[str, Sequence[str]], lines: Sequence[int], unread: Unread) -> "pa.RecordBatch":
    """A batch of the texts of its columns, all of one length; rows without an id or with a number that is none are left out."""
    import pyarrow as pa
    import pyarrow.compute as pc

    size = len(lines)
    good = np.ones(size, bool)
    found: dict[str, tuple[IntArray, BoolArray]] = {}
    for name in NUMBERS:
        if name in columns:
            values = [number(name, text) for text in columns[name]]
            good &= np.array([value is not None for value in values], bool)
            filled = np.array([text != "" and not text.isspace() for text in columns[name]], bool)
            found[name] = np.array([value or 0 for value in values], np.int32), filled
    for place in np.flatnonzero(~good).tolist():
        unread.add(lines[place], " ".join(texts[place] for texts in columns.values()))
    made = {name: numbers(name, values[good], filled[good]) for name, (values, filled) in found.items()}
    kept = np.flatnonzero(good)
    for name in TEXTS:
        if name in columns:
            texts = pa.array(columns[name], pa.string()).take(kept)
            if name == "name":
                made[name] = pc.utf8_trim_whitespace(texts)
            else:
                encoded = texts.dictionary_encode()
                made[name] = words(name, encoded.indices.to_numpy(), encoded.dictionary.to_pylist())
    return batch(made, len(kept))


def number(name: str, text: str) -> int | None:
    """The number of a cell, 0 where it is blank, None where it is none; a year out of a date (``00.00.57``, ``1987-12-09``)."""
    if name == "fide_id":
        text = text.strip()
        return int(text) if ID.fullmatch(text) else None
    return _figure(name, text)


@lru_cache(maxsize=1 << 14)  # there are few different ones
def _figure(name: str, text: str) -> int | None:
    """The same for all but ids."""
    text = text.strip()
    if name == "birth_year":
        year = YEAR.search(text)
        value = int(year.group()) if year else 0
        return 1900 + value if 0 < value < 100 else value if value in BORN else 0
    if not text:
        return 0
    if not (text.isascii() and text.isdecimal() and len(text) < 5):
        return None
    return None if name in CONTROLS and int(text) > HIGHEST else int(text)
