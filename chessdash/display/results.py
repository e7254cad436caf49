"""Results as signs: 1 bold, ½ plain, 0 in pencil, + and − for forfeits, and a word for every bye."""

from chessdash.display.model import Cell
from chessdash.text import say
from chessdash.text.numbers import MINUS

Sign = tuple[str, tuple[str, ...]]
WON, DRAWN, LOST = ("won",), ("drawn",), ("lost",)
# The result of TRF as a sign and its pen; W D L are games of less than a move.
BOARD: dict[str, Sign] = {
    **dict.fromkeys("1W", ("1", WON)),
    **dict.fromkeys("=D", ("½", DRAWN)),
    **dict.fromkeys("0L", ("0", LOST)),
    "+": ("+", WON),
    "-": (MINUS, LOST),
    "*": ("·", LOST),
}
BYES: dict[str, Sign] = {"U": ("1", WON), "F": ("1", WON), "H": ("½", DRAWN), "Z": ("0", LOST)}
GAMES = tuple("1=0WDL")
# A board's code from White's side (whatif.boards) as people write it.
PAIRS = {"1": "1-0", "=": "½-½", "0": "0-1", "+": f"+/{MINUS}", "-": f"{MINUS}/+", "x": f"{MINUS}/{MINUS}", "*": "·"}


def sign(result: str) -> Sign:
    """The sign of a result and its pen."""
    return BOARD.get(result) or BYES.get(result) or (result, ())


def result_cell(result: str, opponent: bool) -> Cell:
    """A result as one sign in its pen; an unplayed round without opponent has its word."""
    text, pen = sign(result)
    return Cell(text, marks=pen if opponent else (*pen, "unplayed"), after="" if opponent else bye_word(result))


def bye_word(result: str, *, out: bool = False) -> str:
    """What an unplayed round without opponent is called: bye, full, out after a withdrawal."""
    if out:
        return say("cell_out")
    return {"F": say("cell_full"), "*": ""}.get(result, say("cell_bye"))
