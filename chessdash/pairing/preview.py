"""The preview of the next round: who will be away and why, and who meets whom."""

import re
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from chessdash.arguments import numbers
from chessdash.cells import BoolArray, IntArray
from chessdash.crosstable import Crosstable, Kind
from chessdash.errors import DataError
from chessdash.pairing.berger import Boards, follows_berger, written_boards
from chessdash.pairing.dutch import dutch_pairs, first_white, refuse_open
from chessdash.pairing.schedule import remaining_round_robin
from chessdash.text import say
from chessdash.tournament import Tournament, checked

if TYPE_CHECKING:
    import pandas as pd

TEAM = re.compile("team", re.IGNORECASE)
FICTITIOUS = {"250", "XXA"}  # records of points that count for pairing alone


def dutch(tournament: Tournament, *, absent: Iterable[int] = (), present: Iterable[int] = ()) -> "pd.DataFrame":
    """The next round, one row a board: board, white, black (start numbers, black 0 for the pairing-allocated bye), white_name,
    black_name, white_points, black_points (nan without an opponent).

    A Swiss is paired under the Dutch system of 2025, a round robin has the boards of its table. ``absent`` are start numbers that
    will not play beside those of ``away``, ``present`` those that will although they are among them; the boards of a round robin
    stand for absent players too. attrs: system, round, absent (start number: why), notes (sentences). DataError for open boards,
    a finished event, a team event, numbers that nobody has, and where no pairing is possible.
    """
    table = checked(tournament).crosstable
    coming = tournament.rounds_played + 1
    kind = f"{tournament.sheet.info.get('type', '')} {tournament.sheet.info.get('type_code', '')}"
    if TEAM.search(kind):
        raise DataError(say("pairing_teams"))
    refuse_open(table)
    if coming > tournament.rounds_planned:
        raise DataError(say("pairing_finished", n=tournament.rounds_planned))
    if table.rules.predetermined:
        named = _chosen(tournament, {}, absent, present)
        boards = remaining_round_robin(tournament)[0]
        system = say("system_berger" if follows_berger(tournament) else "system_known_table")
        return _frame(tournament, table, boards, -1, {"system": system, "round": coming, "absent": named, "notes": []})
    missing = _chosen(tournament, away(tournament), absent, present)
    opening, guessed = initial_colour(tournament)
    gone: BoolArray = np.isin(table.number, list(missing))
    white, black, bye = dutch_pairs(
        table, gone, tournament.rounds_planned, first_white=opening, forbidden=prohibited(tournament, coming)
    )
    notes = list(_notes(tournament, guessed, (white, black)))
    attrs = {"system": say("system_dutch"), "round": coming, "absent": missing, "notes": notes}
    return _frame(tournament, table, (white, black), bye, attrs)


def away(tournament: Tournament) -> dict[int, str]:
    """Start numbers that will not play the next round, in order, and why.

    Who has asked for a bye; who was absent in the last round after having been there, or in every round so far, unless the file
    pairs them later or names a bye of theirs after the next round, other than for no points.
    """
    table, coming = tournament.crosstable, tournament.rounds_played + 1
    numbers = table.number.astype(int).tolist()
    byes = list(tournament.byes.itertuples(index=False, name=None))
    expected = {no for round_, no, letter in byes if round_ > coming and letter != "Z"} | tournament.due.keys()
    ahead = tournament.sheet.opponent[:, coming - 1 :] > 0
    paired = np.asarray(ahead.any(-1), bool)
    expected |= set(np.asarray(tournament.sheet.players["no"])[paired].astype(int).tolist())
    here = table.kind != Kind.ZERO_BYE
    found = {}
    for row, no in enumerate(numbers):
        if table.rounds and not here[row, -1] and no not in expected:
            found[no] = say("away_withdrawn" if here[row].any() else "away_never_there")
    paired_next = np.asarray(ahead[:, :1].any(-1), bool)
    for round_, no, letter in byes:
        if round_ == coming and not paired_next[numbers.index(no)]:
            gone = letter == "Z" and _left(tournament, no, coming)
            found[no] = say("away_left", round=coming) if gone else say(f"away_bye_{letter}")
    return dict(sorted(found.items()))


def _left(tournament: Tournament, no: int, coming: int) -> bool:
    """Whether the file has somebody absent in every round from this one on, of two at least."""
    byes = tournament.byes
    absent = set(byes["round"][(byes["no"] == no) & (byes["type"] == "Z") & (byes["round"] >= coming)].tolist())
    return len(absent) > 1 and len(absent) == tournament.rounds_planned - coming + 1


def initial_colour(tournament: Tournament) -> tuple[bool, bool]:
    """Whether the first player has White in round 1, and whether that is a guess: as the file says, else as round 1 was."""
    said = str(tournament.sheet.info.get("first_colour", "")).lower()
    if said[:1] in ("w", "b"):
        return said[0] == "w", False
    known = first_white(tournament.crosstable)
    return (True, True) if known is None else (known, False)


def prohibited(tournament: Tournament, round: int) -> list[tuple[int, int]]:
    """Pairs of rows that may not meet in this round, by records 260 (rounds from, to, then numbers) and XXP (numbers)."""
    row = {int(no): i for i, no in enumerate(tournament.sheet.players["no"])}
    pairs: list[tuple[int, int]] = []
    for record in tournament.sheet.records:
        if record.code not in ("260", "XXP"):
            continue
        words = record.text[3:].split()
        if not all(word.isdecimal() for word in words):
            continue
        numbers = [int(word) for word in words]
        if record.code == "260":
            if len(numbers) < 2 or not numbers[0] <= round <= numbers[1]:
                continue
            numbers = numbers[2:]
        pairs.extend(combinations([row[no] for no in numbers if no in row], 2))
    return pairs


def _chosen(tournament: Tournament, missing: dict[int, str], absent: Iterable[int], present: Iterable[int]) -> dict[int, str]:
    """Those who will not play, with what the caller says of them."""
    absent, present = numbers("absent", absent), set(numbers("present", present))
    known = set(np.asarray(tournament.sheet.players["no"]).tolist())
    for no in (*absent, *present):
        if no not in known:
            raise DataError(say("pairing_unknown", no=no, largest=max(known, default=0)))
    if both := sorted(present.intersection(absent)):
        raise DataError(say("pairing_both", no=both[0]))
    kept = {no: why for no, why in missing.items() if no not in present}
    return dict(sorted((kept | {no: kept.get(no, say("away_given")) for no in absent}).items()))


def _notes(tournament: Tournament, guessed: bool, boards: Boards) -> Iterator[str]:
    """What whoever reads the pairings should know."""
    yield say("pairing_edition")
    if guessed:
        yield say("pairing_colour_guessed")
    if any(record.code in FICTITIOUS for record in tournament.sheet.records):
        yield say("pairing_fictitious")
    file = written_boards(tournament, tournament.rounds_played)
    if len(file[0]):
        own, made = (set(zip(*(rows.tolist() for rows in pair), strict=True)) for pair in (file, boards))
        yield say("pairing_as_file") if own == made else say("pairing_not_as_file", n=len(made - own))


def _frame(tournament: Tournament, table: Crosstable, boards: Boards, bye: int, attrs: dict[str, object]) -> "pd.DataFrame":
    """One row a board, the pairing-allocated bye last."""
    import pandas as pd

    names = np.asarray([*tournament.players["name"].tolist(), ""], object)  # the last one is nobody
    numbers = np.append(table.number, 0).astype(np.int64)
    points = np.append(table.score, np.nan)
    white, black = (rows.astype(np.intp) for rows in boards)
    if bye >= 0:
        white, black = np.append(white, bye), np.append(black, -1)
    frame = pd.DataFrame(
        {
            "board": np.arange(1, len(white) + 1),
            "white": _of(numbers, white),
            "black": _of(numbers, black),
            "white_name": pd.Series(_of(names, white), dtype="str"),
            "black_name": pd.Series(_of(names, black), dtype="str"),
            "white_points": _of(points, white),
            "black_points": _of(points, black),
        }
    )
    frame.attrs.update(attrs)
    return frame


def _of(values: NDArray[Any], rows: IntArray) -> NDArray[Any]:
    """The values (P + 1,) of these rows, (N,)."""
    return values[rows]
