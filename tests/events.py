"""Small events for tests, from a line a player: the rating and a word a round, as in "2000  2w1 3b= -H -U 4w"."""

import re
from collections.abc import Iterable

import chessdash
from chessdash.tournament import Tournament

WORD = re.compile(r"(\d+|-)([wb]?)(.?)")


def cell(word: str) -> str:
    """One cell of a TRF, 8 characters: "2w1", "-H", "4w" (paired, no result yet), "." (blank)."""
    if word == ".":
        return " " * 8
    match = re.fullmatch(WORD, word)
    assert match, word
    opponent, colour, result = match.groups()
    return f"{'0000' if opponent == '-' else opponent:>4} {colour or '-'} {result or ' '}"


def text(
    players: Iterable[str],
    *,
    rounds: int | None = None,
    start: str = "2026/05/01",
    type: str = "Individual: Swiss-System",
    records: Iterable[str] = (),
    numbers: Iterable[int] | None = None,
) -> str:
    """A TRF: one player a line (a rating or "-", then a word a round), planned rounds (as many as words), further records."""
    rows = [line.split() for line in players]
    planned = max(len(row) - 1 for row in rows) if rounds is None else rounds
    lines = ["012 Test", f"042 {start}", f"062 {len(rows)}", f"092 {type}", f"142 {planned}", *records]
    for no, (rating, *words) in zip(numbers or range(1, len(rows) + 1), rows, strict=False):
        head = f"001 {no:4d}      {f'P{no:02d}, Test':<33} {rating.strip('-'):>4} {'':3} {'':11} {'':10} {'':4} {'':4}"
        lines.append(head + "".join(f"  {cell(word)}" for word in words))
    return "\n".join(lines) + "\n"


def event(players: Iterable[str], **options: object) -> Tournament:
    """The tournament of ``text``, read as a file is."""
    return chessdash.read(text(players, **options).encode())  # type: ignore[arg-type]
