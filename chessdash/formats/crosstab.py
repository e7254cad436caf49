"""Crosstables that name opponents: whose numbers the cells give, what their results are worth, and the sheet of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from chessdash.crosstable import Scoring
from chessdash.errors import FormatError
from chessdash.faults import Fault, fault, folded
from chessdash.faults.settling import rows_of
from chessdash.formats import cells
from chessdash.formats.headers import Head, Row
from chessdash.formats.roster import Roster, cell, roster
from chessdash.sheet import Sheet
from chessdash.text import say

SHOWN = 10  # cells that an error names
SCORINGS = (Scoring(1.0, 0.5, 0.0), Scoring(2.0, 1.0, 0.0), Scoring(3.0, 1.0, 0.0))
MARKS = ("#0", "#0.5", "#1", "#2", "#3", *"1=0WDL+-HFUZ* ")
VALUE = np.array([0, 0.5, 1, 2, 3, *[np.nan] * 14])  # points of each mark where it is a number


class Unread(NamedTuple):
    """A cell that cannot be read: where it stands, the head of its column, and what is in it."""

    line: int
    column: int
    head: str
    text: str


@dataclass(frozen=True, eq=False)
class Grid:
    """The cells as written, arrays of shape (P, R): number of the opponent, ord of the colour, place of the mark in MARKS."""

    named: NDArray[np.int32]
    colour: NDArray[np.uint8]
    mark: NDArray[np.uint8]


def crosstab(head: Head, body: Sequence[Row], info: Mapping[str, Any], source: str) -> Sheet:
    """The sheet of a table with one column a round."""
    players = roster(head, body, source)
    notes = list(players.notes)
    grid = _grid(head, body, notes, source)
    opponent = _opponents(grid, players, notes, source)
    spelled = _spelled(grid, rows_of(players.columns["no"], opponent), source)
    result = _results(grid, spelled, head, body, source)
    scoring = _scoring(result, spelled, players.columns["points"], notes)
    system = _system(opponent, players, notes) if "type" not in info else {}
    return Sheet(
        info={**info, **system},
        players=players.columns,
        opponent=opponent,
        colour=grid.colour,
        result=result,
        scoring=scoring,
        lines=np.array([row.line for row in body], np.int32),
        notes=tuple(folded(notes)),
    )


def _grid(head: Head, body: Sequence[Row], notes: list[Fault], source: str) -> Grid:
    """Every cell of the rounds, read; all that cannot be read are refused in one error."""
    texts = [[row.cells[place] if place < len(row.cells) else "" for place in head.rounds] for row in body]
    every = dict.fromkeys(text for row in texts for text in row)
    style = cells.style(every)
    if style.negras:
        notes.append(fault("note", "table_negras"))
    known = cells.read_all(every, style)
    if isinstance(known, set):
        refuse([one for one in _all_cells(head, body, texts) if one.text in known], source)
    codes = [(one.opponent, ord(one.colour), MARKS.index(one.mark)) for one in known]
    place = dict(zip(every, range(len(every)), strict=True))
    which = np.fromiter((place[text] for row in texts for text in row), np.int32).reshape(len(body), len(head.rounds))
    parts = np.array(codes, np.int32).reshape(-1, 3).T
    return Grid(parts[0][which], parts[1][which].astype(np.uint8), parts[2][which].astype(np.uint8))


def _all_cells(head: Head, body: Sequence[Row], texts: Sequence[Sequence[str]]) -> Iterator[Unread]:
    """Every cell of the rounds with its place."""
    for row, line in zip(body, texts, strict=True):
        for place, text in zip(head.rounds, line, strict=True):
            yield Unread(row.line, place + 1, head.names[place], text)


def refuse(unread: Sequence[Unread], source: str) -> NoReturn:
    """One error that names the cells that cannot be read, the first ten by line and column."""
    places = "; ".join(
        say("table_cell", line=one.line, column=one.column, head=one.head[:40], text=one.text.strip()[:40])
        for one in unread[:SHOWN]
    )
    if len(unread) > SHOWN:
        places += say("table_cells_more", n=len(unread) - SHOWN)
    dates = any(cells.is_date(one.text) for one in unread)
    raise FormatError(say("table_dates" if dates else "table_cells", source=source, n=len(unread), places=places))


def _opponents(grid: Grid, players: Roster, notes: list[Fault], source: str) -> NDArray[np.int32]:
    """Start numbers of the opponents, (P, R): the cells give start numbers or ranks, whichever agrees with itself."""
    numbers = players.columns["no"]
    ranks = players.ranks
    if len(set(ranks.tolist())) < len(ranks) or not ranks.all():
        ranks = np.arange(1, len(numbers) + 1)  # shared or missing ranks: the place in the table
    if not players.numbered:
        code = "table_numbered_by_rank" if np.array_equal(numbers, players.ranks) else "table_numbered_by_row"
        notes.append(fault("note", code))
        return grid.named
    if np.array_equal(numbers, ranks) or not grid.named.any():
        return grid.named
    by_number, by_rank = (_agreement(grid, rows_of(keys, grid.named)) for keys in (numbers, ranks))
    total = int((grid.named > 0).sum())
    if by_number == by_rank:
        notes.append(fault("warning", "table_opponents_either", agree=by_number, n=total))
    elif by_number > by_rank:
        notes.append(fault("note", "table_opponents_by_number", agree=by_number, against=by_rank, n=total))
    if by_number >= by_rank:
        return grid.named
    notes.append(fault("note", "table_opponents_by_rank", agree=by_rank, against=by_number, n=total))
    return _numbers_of_ranks(grid.named, ranks, numbers)


def _numbers_of_ranks(named: NDArray[np.int32], ranks: NDArray[np.int64], numbers: NDArray[np.int32]) -> NDArray[np.int32]:
    """The start numbers of these ranks; a rank that nobody has becomes a number that nobody has."""
    rows = rows_of(ranks, named)
    nobody = np.where(np.isin(named, numbers), named + int(numbers.max()), named)
    return np.where(rows >= 0, numbers[rows], nobody).astype(np.int32)


def _agreement(grid: Grid, row: NDArray[np.int32]) -> int:
    """How many cells are answered: the opponent's cell names this player, with another colour and not with two wins."""
    here = np.arange(row.shape[1])
    place = np.arange(len(row))[:, None]
    mutual = (row >= 0) & (row[row, here] == place) & (row != place)
    colours = (grid.colour != grid.colour[row, here]) | (grid.colour == ord("-"))
    most = np.nanmax(VALUE[grid.mark], initial=1.0)
    scores = np.nan_to_num(VALUE[grid.mark] + VALUE[grid.mark][row, here], nan=1.0)
    return int((mutual & colours & (scores <= most)).sum())


def _spelled(grid: Grid, row: NDArray[np.int32], source: str) -> Scoring:
    """What the numbers in the cells of games stand for: 1-½-0, 2-1-0 or 3-1-0."""
    values = VALUE[grid.mark[grid.named > 0]]
    seen = set(np.unique(values[~np.isnan(values)]).tolist())
    fits = [one for one in SCORINGS if seen <= {one.win, one.draw, one.loss}]
    if not fits:
        raise FormatError(say("table_scoring", source=source, values=", ".join(f"{value:g}" for value in sorted(seen))))
    if len(fits) == 1 or len(row) == 0:
        return fits[0]
    other = VALUE[grid.mark][row, np.arange(row.shape[1])]  # only 0 and 1: two ones on a board are a draw in 2-1-0
    ones = (row >= 0) & (VALUE[grid.mark] == 1)
    return SCORINGS[1] if (ones & (other == 1)).sum() > (ones & (other == 0)).sum() else SCORINGS[0]


def _scoring(result: NDArray[np.uint8], spelled: Scoring, declared: NDArray[np.float64], notes: list[Fault]) -> Scoring:
    """How the event scores: as its cells are spelled, or the scoring by which all declared points come out, unlike by 1-½-0."""
    known = ~np.isnan(declared)
    chosen = spelled
    if spelled == SCORINGS[0] and known.any():
        wins, draws = (np.isin(result, list(letters)).sum(1) for letters in (b"1+UF", b"=H"))
        right = [(wins * one.win + draws * one.draw == declared)[known].mean() for one in SCORINGS]
        best = int(np.argmax(right))
        chosen = SCORINGS[best] if right[best] == 1 else spelled  # the first of the best
    if chosen != SCORINGS[0]:
        notes.append(fault("note", "table_scored", win=chosen.win, draw=chosen.draw, loss=chosen.loss))
    return chosen


def _results(grid: Grid, scoring: Scoring, head: Head, body: Sequence[Row], source: str) -> NDArray[np.uint8]:
    """Results as the letters of a Sheet, (P, R); a number without an opponent is a bye that brings so much."""
    game = np.array([ord(mark) if len(mark) == 1 else _letter(VALUE[place], scoring, "1=0") for place, mark in enumerate(MARKS)])
    bye = np.array([ord(mark) if len(mark) == 1 else _letter(VALUE[place], scoring, "UHZ") for place, mark in enumerate(MARKS)])
    result = np.where(grid.named > 0, game[grid.mark], bye[grid.mark]).astype(np.uint8)
    wrong = np.argwhere(result == 0)
    if len(wrong):
        refuse([_unread(head, body, p, r) for p, r in wrong.tolist()], source)
    return result


def _unread(head: Head, body: Sequence[Row], player: int, round: int) -> Unread:
    """The cell of a player in a round (both from 0) as one that cannot be read."""
    place = head.rounds[round]
    return Unread(body[player].line, place + 1, head.names[place], cell(body[player], place))


def _letter(value: float, scoring: Scoring, letters: str) -> int:
    """The letter for a win, a draw or a loss of so many points, 0 for any other number."""
    return next(
        (ord(c) for c, points in zip(letters, (scoring.win, scoring.draw, scoring.loss), strict=True) if points == value), 0
    )


def _system(opponent: NDArray[np.int32], players: Roster, notes: list[Fault]) -> dict[str, str]:
    """Round robin where everybody met everybody equally often in as many rounds as that takes, from four players on."""
    size, rounds = opponent.shape
    cycle = size - 1 + size % 2
    if size < 4 or rounds == 0 or rounds % cycle:
        return {}
    met = np.zeros((size, size), np.int32)
    row = rows_of(players.columns["no"], opponent)
    place = np.broadcast_to(np.arange(size)[:, None], row.shape)
    np.add.at(met, (place[row >= 0], row[row >= 0]), 1)
    if not (met[~np.eye(size, dtype=bool)] == rounds // cycle).all():
        return {}
    notes.append(fault("note", "table_round_robin", n=rounds // cycle))
    return {"system": "round-robin"}
