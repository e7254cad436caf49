"""Boards of a round as somebody types them: a board a line, White's start number and Black's; ``7 bye`` and the like for byes."""

import re

from chessdash.errors import StoreError
from chessdash.text import say

MOST_LINES = 2000
_BOARD = re.compile(r"(?:(?P<at>\d{1,4})\s*[.):]\s*)?(?P<white>\d{1,5})\s*(?:[-–—:,;]|\s)\s*(?P<black>\d{1,5})")
_BYE = re.compile(r"(?P<no>\d{1,5})\s*[-:,]?\s*(?P<word>[a-z½/12]+)", re.IGNORECASE)
WORDS = {
    "bye": "U",
    "u": "U",
    "full": "F",
    "f": "F",
    "half": "H",
    "h": "H",
    "½": "H",
    "1/2": "H",
    "none": "Z",
    "absent": "Z",
    "z": "Z",
}


def read_boards(text: str) -> tuple[list[tuple[int, int]], dict[int, str]]:
    """Boards (White, Black) in the order of the lines, and byes by start number (F H Z U); empty lines say nothing.

    A board: ``4 - 7``, also ``4 7`` and ``1. 4 - 7``. A bye: ``12 bye`` (of the pairing), ``12 full``, ``12 half``, ``12 none``.
    StoreError names the first line that is neither.
    """
    boards: list[tuple[int, int]] = []
    byes: dict[int, str] = {}
    for number, line in enumerate(text.splitlines()[:MOST_LINES], 1):
        if not (given := line.strip()):
            continue
        if (bye := _BYE.fullmatch(given)) and (kind := WORDS.get(bye["word"].casefold())):
            byes[int(bye["no"])] = kind
        elif board := _BOARD.fullmatch(given):
            boards.append((int(board["white"]), int(board["black"])))
        else:
            raise StoreError(say("typed_line", line=number, given=given[:40]))
    return boards, byes
