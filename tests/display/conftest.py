"""A small event typed by hand, and its frames as the library's functions give them."""

from collections.abc import Callable

import pandas as pd
import pytest

from chessdash.formats import read
from chessdash.tournament import Tournament

PLAYERS = ("Álvarez, Ana", "Brandt, Bo", "Cruz, Cy", "Dorn, Di", "Ek, Eva")
# Round 1: 1-2 1-0, 3-4 ½-½, 5 bye. Round 2: 1-3 1-0, 5-2 forfeit to 5, 4 half-point bye.
ROUNDS = (
    ("   2 w 1", "   3 b 1"),
    ("   1 b 0", "   5 b -"),
    ("   4 w =", "   1 w 0"),
    ("   3 b =", "0000 - H"),
    ("0000 - U", "   2 w +"),
)
POINTS = (2.0, 0.0, 0.5, 1.0, 2.0)
TITLES = ("GM", "", "WFM", "", "")


@pytest.fixture(scope="session")
def event() -> Tournament:
    """Five players and two of three rounds, with a bye, a forfeit and a requested bye."""
    lines = ["012 Small <Cup>", "042 2026/05/01", "052 2026/05/03", "092 Individual: Swiss-System", "142 3", "202 BH,SB"]
    for no, (name, cells) in enumerate(zip(PLAYERS, ROUNDS, strict=True), 1):
        rating = f"{2400 - 100 * no}" if no != 5 else ""
        head = f"001 {no:4d} m{TITLES[no - 1]:>3s} {name:33s} {rating:>4s} NED {'':11s} {'':10s} {POINTS[no - 1]:4.1f} {'':4s}"
        lines.append(head + "".join(f"  {cell}" for cell in cells))
    return read(("\n".join(lines) + "\n").encode())


@pytest.fixture
def ranked() -> Callable[..., pd.DataFrame]:
    """Makes a standings frame from rows of (rank, name, values..., decided_by)."""

    def make(order: tuple[str, ...], *rows: tuple[object, ...]) -> pd.DataFrame:
        frame = pd.DataFrame(rows, columns=["rank", "name", *order, "decided_by"], index=range(1, len(rows) + 1))
        frame.attrs = {"order": order, "dropped": [], "notes": [], "edition": "2026", "system": "swiss"}
        frame.attrs |= {"through": 2, "rounds_planned": 3, "rounds_played": 2}
        return frame

    return make
