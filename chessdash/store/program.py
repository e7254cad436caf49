"""The next round from the file of a pairing program: the same event further on, compared before anything is taken over."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from chessdash.errors import StoreError
from chessdash.faults.settling import claims
from chessdash.formats import Source, read
from chessdash.store import access, events, rounds, seats
from chessdash.store.changing import Change, changing, running
from chessdash.store.connect import reading
from chessdash.store.importing import folded
from chessdash.store.making import Made
from chessdash.store.seats import Seats
from chessdash.store.sheets import Rows, sheet_of
from chessdash.text import say
from chessdash.tournament import Tournament
from chessdash.whatif.boards import boards

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.store.handle import Store

Cell = tuple[int, str, str]  # opponent (0: none), colour ("" where none is known), letter of the result


class Disagreement(StoreError):
    """The file is not this event as the store has it; nothing was taken over. ``sentences``: one for each difference."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__(say("program_differs", n=len(sentences), first=sentences[0]))
        self.sentences = tuple(sentences)


def from_program(store: "Store", key: str, source: "Source | Tournament") -> "pd.DataFrame":
    """Makes the round after the last published one as a pairing program has it in its file of the event (TRF and what ``read``
    reads), anew where it is not published; results of that round are left out.

    Start numbers, names, FIDE ids and all published rounds have to agree: Disagreement names each difference. Boards stand in the
    order of scores, as ``boards`` has them. Gives the boards as ``seats.frame``. FormatError where the file is none.
    """
    theirs = source if isinstance(source, Tournament) else read(source)
    with reading(store.engine) as connection:
        one = events.found(connection, key)
        access.allow(connection, store.viewer, "pair", one)
        running(one)
    with changing(store, key, "pair") as change:
        if found := list(differences(change.rows, theirs)):
            raise Disagreement(found)
        new = _next(change, theirs)
        rounds.put(change, new, Made([new], say("system_program")))
        return seats.frame(change.rows, [new])


def differences(rows: Rows, theirs: Tournament) -> Iterator[str]:
    """A sentence for each entry and each cell of a published round in which a file differs from the event."""
    yield from _entries(rows, theirs)
    last = seats.published(rows)
    here, there = (_cells(tournament, last) for tournament in (Tournament(sheet_of(rows)), theirs))
    names = {one["no"]: one["name"] for one in rows.entries}
    said: set[tuple[int, int]] = set()
    for round, no in sorted(here.keys() & there.keys()):
        own, other = here[round, no], there[round, no]
        if _same(own, other):
            continue
        partner = own[0] if own[0] == other[0] else 0
        if (round, partner) in said:  # the other side of a board that has been named
            continue
        said.add((round, no))
        cells = {"here": _words(own, names), "there": _words(other, names)}
        yield say("program_cell", round=round, no=no, name=names[no], **cells)


def _entries(rows: Rows, theirs: Tournament) -> Iterator[str]:
    """Who is in one of them only, or is somebody else there."""
    ours = {int(one["no"]): one for one in rows.entries}
    given: Any = theirs.players
    for no, name, fide_id in given[["name", "fide_id"]].itertuples():
        one = ours.get(no)
        if one is None:
            yield say("program_more", no=no, name=name)
        elif folded(one["name"]) != folded(name):
            yield say("program_name", no=no, here=one["name"], there=name)
        elif fide_id and one["fide_id"] and fide_id != one["fide_id"]:
            yield say("program_fide_id", no=no, name=name, here=one["fide_id"], there=fide_id)
    known = set(given.index.tolist())
    yield from (say("program_less", no=no, name=one["name"]) for no, one in ours.items() if no not in known)


def _cells(tournament: Tournament, last: int) -> dict[tuple[int, int], Cell]:
    """What rounds 1 to ``last`` have by round and start number; blank cells are absences, or boards without a result."""
    sheet = tournament.sheet
    numbers = np.asarray(sheet.players["no"]).tolist()
    found: dict[tuple[int, int], Cell] = {}
    for row, no in enumerate(numbers):
        for r in range(last):
            if r >= sheet.result.shape[1]:
                found[r + 1, no] = (0, "", "Z")
                continue
            opponent, letter = int(sheet.opponent[row, r]), chr(sheet.result[row, r])
            colour = chr(sheet.colour[row, r]).strip("-") if opponent else ""
            found[r + 1, no] = (opponent, colour, letter if letter != " " else "*" if opponent else "Z")
    return found


def _same(own: Cell, other: Cell) -> bool:
    """Whether two cells say the same; a colour that one of them does not know is no difference."""
    return own[::2] == other[::2] and (own[1] == other[1] or "" in (own[1], other[1]))


def _words(cell: Cell, names: dict[int, str]) -> str:
    """A cell in words."""
    opponent, colour, letter = cell
    if not opponent:
        return say("cell_nothing") if letter == "Z" else say("cell_alone", result=letter)
    code = {"w": "cell_board_white", "b": "cell_board_black"}.get(colour, "cell_board")
    who = say("player_of", no=opponent, name=names.get(opponent, ""))
    return say(code, result=say("cell_open") if letter == "*" else letter, opponent=who)


def _next(change: Change, theirs: Tournament) -> Seats:
    """The round that the file has after the last published one."""
    rows, round = change.rows, seats.published(change.rows) + 1
    sheet, r = theirs.sheet, round - 1
    if round > theirs.rounds_planned or r >= sheet.result.shape[1] or not (sheet.opponent[:, r] > 0).any():
        raise StoreError(say("program_rounds", round=round, name=change.one.name))
    numbers, claim = np.asarray(sheet.players["no"]), claims(sheet)
    doubt = numbers[claim.named[:, r] & ~claim.mutual[:, r]].tolist()
    if doubt:
        raise StoreError(say("program_contradicts", round=round, names=seats.players(rows, doubt)))
    found = boards(theirs, round)
    alone = [(int(no), chr(sheet.result[row, r])) for row, no in enumerate(numbers) if not sheet.opponent[row, r]]
    byes = {no: letter for no, letter in alone if letter in seats.BYES and seats.there(seats.entry_of(rows, no), round)}
    byes |= {no: kind for no, kind in seats.asked(rows, round).items() if no not in byes}
    pairs = zip(found["white"].tolist(), found["black"].tolist(), strict=True)
    new = Seats(round, tuple(pairs), byes)
    return Seats(round, new.boards, {**byes, **dict.fromkeys(seats.unseated(rows, new), "Z")})
