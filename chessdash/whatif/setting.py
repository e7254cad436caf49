"""Setting results: the event with some of its boards ended otherwise."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from chessdash.arguments import is_whole, shown
from chessdash.errors import DataError
from chessdash.faults.settling import claims
from chessdash.sheet import Sheet
from chessdash.text import say
from chessdash.tournament import Tournament, checked
from chessdash.whatif.boards import LETTERS, OTHER_SIDE, codes, find, letters

Results = Mapping[tuple[int, int], str]


def with_results(tournament: Tournament, results: Results) -> Tournament:
    """The event with these boards ended so: ``{(round, no): code}``, the code from the side of the player named.

    Codes: "1" win, "=" draw, "0" loss, "+" and "-" win and loss by forfeit, "x" both lose by forfeit, "*" no result. Any board
    that is paired can be set, in rounds to come too: a round with a result is a round played, in which byes count. Colours stay,
    a game of less than a move stays one, and records 299 stand as they are: what they pay follows the new result. DataError for a
    round, player or board that is not there, an unknown code, a key that is no pair of numbers, and two results for one board.
    """
    sheet, claim = checked(tournament).sheet, claims(tournament.sheet)
    result = sheet.result.copy()
    for (round, no), code in by_white(tournament, results).items():
        row, other = find(tournament, claim, round, no)
        at = np.array([round - 1])
        if codes(claim, np.array([row]), np.array([other]), at)[0] != code:
            result[[row, other], at] = letters(code, int(result[row, at[0]]), int(result[other, at[0]]))
    changed = Tournament(replace(sheet, result=result))
    if changed.rounds_played <= tournament.rounds_played or not sheet.byes:
        return changed
    return Tournament(replace(sheet, result=_with_byes(sheet, result, tournament.rounds_played, changed.rounds_played)))


def by_white(tournament: Tournament, results: Results) -> dict[tuple[int, int], str]:
    """The same results named by White's start number and from White's side, as links have them, by round; errors as above."""
    claim, black = claims(checked(tournament).sheet), tournament.settled.black
    numbers = np.asarray(tournament.sheet.players["no"])
    found: dict[tuple[int, int], str] = {}
    for round, no, code in named_results(results):
        if not isinstance(code, str) or code not in LETTERS:
            raise DataError(say("result_code", code=shown(code), known=" ".join(LETTERS)))
        row, other = find(tournament, claim, round, no)
        first, second = black[row, round - 1], black[other, round - 1]
        if (numbers[other] < numbers[row]) if first == second else first:
            row, other, code = other, row, OTHER_SIDE[code]
        known = found.setdefault((round, int(numbers[row])), code)
        if known != code:
            sides = {"white": int(numbers[row]), "black": int(numbers[other])}
            raise DataError(say("result_twice", round=round, **sides, first=known, second=code))
    return dict(sorted(found.items()))


def named_results(results: Any) -> Iterator[tuple[int, int, Any]]:
    """Round, start number and code of each result; DataError for what is no mapping, and a key that is no pair of numbers."""
    if not isinstance(results, Mapping):
        raise DataError(say("results_no_mapping", given=type(results).__name__))
    for key, code in results.items():
        if not (isinstance(key, tuple) and len(key) == 2 and all(map(is_whole, key))):
            raise DataError(say("result_key", key=shown(key)))
        yield int(key[0]), int(key[1]), code


def _with_byes(sheet: Sheet, result: Any, before: int, played: int) -> Any:
    """The results with the byes of record 240 in the blank cells of rounds that are played now, as a reader puts them; (P, R)."""
    rows = {int(no): row for row, no in enumerate(sheet.players["no"])}
    for bye in sheet.byes:
        row, at = rows.get(bye.no), bye.round - 1
        if row is not None and before <= at < played and result[row, at] == ord(" ") and not sheet.opponent[row, at]:
            result[row, at] = ord(bye.type)
    return result
