"""How players are named in the sentences about army events."""

from collections.abc import Sequence

import numpy as np

from chessdash.text import say
from chessdash.text.names import spoken
from chessdash.tournament import Tournament

NAMED = 6  # players that a sentence names


def name_of(tournament: Tournament, no: int) -> str:
    """The name of a start number, the number where there is none."""
    row = np.flatnonzero(np.asarray(tournament.sheet.players["no"]) == no)[0]
    return spoken(str(tournament.sheet.players["name"][row])) or str(no)


def names_of(tournament: Tournament, numbers: Sequence[int]) -> str:
    """The names of start numbers as one text, the first few where they are many."""
    names = [name_of(tournament, no) for no in numbers[:NAMED]]
    return joined([*names, say("army_more", n=len(numbers) - NAMED)] if len(numbers) > NAMED else names)


def joined(words: Sequence[str]) -> str:
    """Words as a list for people."""
    return say("and", first=", ".join(words[:-1]), last=words[-1]) if len(words) > 1 else "".join(words)
