"""Player lines (001) of a TRF as one matrix: every field of all lines at once, where they keep to their columns."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chessdash.formats.dates import iso

CELLS = 91  # characters before round 1
WIDTH = 10  # characters a round
BLANKS = np.array([3, 8, 13, 47, 52, 56, 68, 79, 84, 89, 90])  # between the fields of the head, from 0
WORDS = {
    "no": 4,
    "rating": 48,
    "id_high": 56,
    "id_middle": 60,
    "id_low": 64,
    "points": 80,
    "rank": 85,
}  # four characters each, from 0
ID = slice(2, 5)  # the three parts of the FIDE id among the words
RATING, POINTS, RANK = (list(WORDS).index(name) for name in ("rating", "points", "rank"))
TEXTS = {"name": (14, 47), "sex": (9, 10), "title": (10, 13), "federation": (53, 56), "fide_id": (57, 68), "birth": (69, 79)}
NAMES = ("no", "name", "sex", "title", "rating", "federation", "fide_id", "birth", "points", "rank")
TITLES = {
    "g": "GM", "m": "IM", "f": "FM", "c": "CM", "gf": "WGM", "mf": "WIM", "ff": "WFM", "cf": "WCM",
    "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM", "gm": "GM", "im": "IM", "fm": "FM", "cm": "CM",
    "wgm": "WGM", "wim": "WIM", "wfm": "WFM", "wcm": "WCM",
}  # fmt: skip
SEXES = {"M": "m", "W": "w", "F": "w", "f": "w"}

# Four characters as one number, the first in the lowest byte.
BLANK, DIGIT, INNER_DIGIT = 0x20202020, 0x10101010, 0x00101010
NO_NUMBER, TOO_LARGE, NIBBLE = 0xE0E0E0E0, 0x06060606, 0x0F0F0F0F
PAIRS = 0x00FF00FF
UNREADABLE = 0
COLOURS = np.full(256, UNREADABLE, np.uint8)
COLOURS[np.frombuffer(b"wWbB- ", np.uint8)] = np.frombuffer(b"wwbb--", np.uint8)
RESULTS = np.full(256, UNREADABLE, np.uint8)
RESULTS[np.frombuffer(b"10=WwDdLlHhFfUuZz*+- ", np.uint8)] = np.frombuffer(b"10=WWDDLLHHFFUUZZ*+- ", np.uint8)


class Block(NamedTuple):
    """The P lines as far as they keep to their columns; ``misfits`` are the rows that do not, to be read with care."""

    columns: dict[str, NDArray[Any]]  # no, rating, points, rank, of length P
    opponent: NDArray[np.int32]  # (P, R)
    colour: NDArray[np.uint8]  # (P, R)
    result: NDArray[np.uint8]  # (P, R)
    misfits: NDArray[np.intp]


def block(lines: Sequence[str], width: int, *, equal: bool = False) -> Block:
    """All lines at once, blanks added up to ``width`` characters or the end of a round; ``equal`` where all are of one length."""
    rounds = max(0, -(-(width - CELLS) // WIDTH))
    raw = _same_length(lines, CELLS + WIDTH * rounds, equal).encode("latin-1", "replace")
    table = np.frombuffer(raw, layout(rounds))
    size, cells = len(table), table["cells"]
    words = np.empty((len(WORDS) + rounds, size), np.uint32)
    for place, name in enumerate(WORDS):
        words[place] = table[name]
    words[len(WORDS) :] = cells["opponent"].T
    points = words[POINTS]
    no_points = points == BLANK
    wrong_points = (((points >> 16) & 0xFF) != ord(".")) ^ no_points
    points[:] = (points & 0xFF000000) | ((points & 0xFFFF) << 8) | 0x20  # "12.5" as " 125"
    numbers, wrong, digits = whole_numbers(words)
    broken = (digits[ID][:2] >> 24) & ~digits[ID][1:] & 0x10  # a digit ends a part of the id and none begins the next
    colour, result, wrong_cells = _outcomes(cells)
    opponent = np.ascontiguousarray(numbers[len(WORDS) :].T, np.int32)
    result[(result == 32) & (opponent > 0)] = ord("*")
    wrong_heads = (
        np.frombuffer(raw, np.uint8).reshape(size, -1).take(BLANKS, axis=1) != 32,
        wrong_points,
        numbers[0] == 0,
        broken.T != 0,
    )
    columns = {
        "no": numbers[0].astype(np.int32),
        "rating": np.where(numbers[RATING], numbers[RATING], np.nan),
        "points": np.where(no_points, np.nan, numbers[POINTS] / 10),
        "rank": np.where(numbers[RANK], numbers[RANK], np.nan),
    }
    return Block(columns, opponent, colour, result, _misfits(wrong.T, wrong_cells, *wrong_heads))


def _misfits(*wrong: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The rows in which anything is wrong; each array has one row, or one value, for each of them."""
    found = [part.reshape(len(part), -1).any(axis=1) for part in wrong if np.count_nonzero(part)]
    return np.flatnonzero(np.logical_or.reduce(found)) if found else np.empty(0, np.intp)


def _same_length(lines: Sequence[str], width: int, equal: bool) -> str:
    """The lines as one text, each filled with blanks up to the same width."""
    if equal and len(lines[0]) <= width:
        gap = " " * (width - len(lines[0]))
        return gap.join(lines) + gap
    return "".join([line.ljust(width)[:width] for line in lines])


@lru_cache(maxsize=64)
def layout(rounds: int) -> np.dtype[np.void]:
    """The columns of a line with so many rounds: four characters as one number, each cell as opponent, outcome and gap."""
    cell = np.dtype(
        {"names": ["opponent", "outcome", "gap"], "formats": ["<u4", "<u4", "<u2"], "offsets": [0, 4, 8], "itemsize": WIDTH}
    )
    return np.dtype({
        "names": [*WORDS, "cells"],
        "formats": ["<u4"] * len(WORDS) + [(cell, (rounds,))],
        "offsets": [*WORDS.values(), CELLS],
        "itemsize": CELLS + WIDTH * rounds,
    })  # fmt: skip


def whole_numbers(words: NDArray[np.uint32]) -> tuple[NDArray[Any], NDArray[np.bool_], NDArray[Any]]:
    """Values of four characters each, blanks then digits; which are anything else; where the digits are; all of shape (W, P).

    All four characters are worked on at once, the first in the lowest byte: after the exclusive or a blank is 0x00, a digit
    0x10 + its value, and everything else has another bit set or a value above 9.
    """
    marks = words ^ BLANK
    digits = marks & DIGIT
    values = marks & NIBBLE
    wrong = values + NIBBLE  # a value that is not 0 and has no digit bit
    wrong |= (digits & INNER_DIGIT) << 8  # a digit with none behind it
    wrong &= digits ^ DIGIT
    wrong |= marks & NO_NUMBER
    wrong |= (values + TOO_LARGE) & DIGIT
    pairs = values * 10
    pairs += values >> 8
    pairs &= PAIRS
    return (pairs & 0xFF) * 100 + (pairs >> 16), wrong != 0, digits


def _outcomes(cells: NDArray[np.void]) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.bool_]]:
    """Colours and results of all cells, and which have something else, or something between the columns."""
    outcome = np.ascontiguousarray(cells["outcome"])
    parts = outcome.view(np.uint8).reshape(*outcome.shape, 4)
    colour, result = COLOURS.take(parts[..., 1]), RESULTS.take(parts[..., 3])
    bad = (outcome & PAIRS != BLANK & PAIRS) | (cells["gap"] != 0x2020) | (colour == UNREADABLE) | (result == UNREADABLE)
    return colour, result, bad


class Columns(Mapping[str, Any]):
    """The players' columns by name; those of text are cut from the lines when they are first asked for."""

    def __init__(self, ready: Mapping[str, Any], lines: Sequence[str]) -> None:
        self._ready = dict(ready)
        self._lines = lines
        self._names = (*NAMES, *(name for name in ready if name not in NAMES))

    def __getitem__(self, name: str) -> Any:
        if name not in self._ready:
            first, last = TEXTS[name]
            self._ready[name] = [clean(name, line[first:last].strip()) for line in self._lines]
        return self._ready[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def clean(name: str, text: str) -> str:
    """A text as it is meant: titles, sexes and dates in one spelling, unknown ones as they stand."""
    if name == "title":
        return TITLES.get(text.lower(), text)
    if name == "birth":
        return text if len(text) < 10 else iso(text) or text
    return SEXES.get(text, text) if name == "sex" else text
