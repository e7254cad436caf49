"""The crosstable and the rounds as they are shown: a result first, then the opponent; unplayed rounds as what they are."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from chessdash.cells import IntArray
from chessdash.display.model import Cell, Column, Row, Table
from chessdash.display.numbers import quarters, rank_labels, spoken
from chessdash.display.results import PAIRS, bye_word, sign
from chessdash.display.standings import score_groups
from chessdash.text import say
from chessdash.text.numbers import parts
from chessdash.whatif.boards import Boards, every_board

if TYPE_CHECKING:
    from chessdash.tournament import Tournament

COLUMNS = ("round", "no", "opponent", "colour", "result")


def crosstable(tournament: "Tournament", ranking: pd.DataFrame, *, by: str = "rank") -> Table:
    """Everyone against the rounds, in the order of rank or of start number, opponents named by the same."""
    through = int(ranking.attrs["through"])
    first = str(ranking.attrs["order"][0])
    frame = ranking if by == "rank" else ranking.sort_index()
    labels = rank_labels(frame["rank"]) if by == "rank" else [(str(no), "") for no in frame.index]
    shown = dict(zip(frame.index, (label for label, _ in labels), strict=True))
    cells = _cells(tournament, through, shown)
    points = frame[first].to_numpy(float)
    rules = score_groups(points) if by == "rank" else [False] * len(frame)
    slot = bool(np.any(np.nan_to_num(points) % 1)) and quarters(points)
    decimals = not quarters(points)
    columns = (
        Column(marks=("num", "rank")),
        Column(say("head_player"), marks=("who",)),
        *(Column(str(r), say("head_round_n", round=r), ("round",)) for r in range(1, through + 1)),
        Column(say("points_short"), marks=("num", "points", *(("slot",) if slot else ()))),
    )
    rows = tuple(
        Row(
            str(no),
            (
                Cell(label[0], after=label[1]),
                Cell(str(name), tip=str(name)),
                *(cells.get((no, r), Cell()) for r in range(1, through + 1)),
                Cell(*parts(score, decimals=decimals)),
            ),
            name=spoken(str(name)),
            marks=("rule",) if rule else (),
        )
        for no, name, label, score, rule in zip(frame.index, frame["name"], labels, points, rules, strict=True)
    )
    kind = "crosstable many" if through > 11 else "crosstable"
    return Table(kind, say(f"crosstable_by_{by}"), columns, rows)


def _cells(tournament: "Tournament", through: int, shown: dict[int, str]) -> dict[tuple[int, int], Cell]:
    """The cell of each start number and round."""
    results = tournament.results
    results = results[results["round"] <= through]
    last = _withdrawn(tournament)
    return {
        (no, r): _cell(opponent, colour, result, r > last.get(no, through), shown)
        for r, no, opponent, colour, result in zip(*(results[c].tolist() for c in COLUMNS), strict=True)
    }


def _cell(opponent: int, colour: str, result: str, out: bool, shown: dict[int, str]) -> Cell:
    text, pen = sign(result)
    if not opponent:
        return Cell(text, after=bye_word(result, out=out), marks=(*pen, "unplayed", "word"))
    ground = ("unplayed",) if result in "+-" else ("black",) if colour == "b" else ()
    return Cell(text, after=f"{shown.get(opponent, '?')}{colour}", marks=(*pen, *ground))


def _withdrawn(tournament: "Tournament") -> dict[int, int]:
    """The last round of each start number that withdrew, two or more rounds before the last one played."""
    last = tournament.players["last_round"]
    gone = last[last < tournament.rounds_played - 1]
    return {int(no): int(r) for no, r in zip(gone.index, gone, strict=True)}


def rounds_table(tournament: "Tournament", rounds: list[int], search: str = "") -> list[Table]:
    """One table a round: boards in the order of the points before it, then those who were not paired."""
    names, wanted = tournament.players["name"], search.casefold().strip()
    every, numbers = every_board(tournament), np.asarray(tournament.sheet.players["no"], np.int64)
    results = tournament.results
    before = results[["no", "round", "points"]]
    tables = []
    for r in rounds:
        score = before[before["round"] < r].groupby("no")["points"].sum().reindex(names.index).fillna(0.0)
        here = results[results["round"] == r]
        boards = every.only(every.round == r - 1)
        paired = set(numbers[[*boards.white, *boards.black]].tolist())
        rows = [*_boards(boards, numbers, here, names, score), *_unpaired(here[~here["no"].isin(paired)], names, score)]
        if wanted:
            rows = [row for row in rows if wanted in row.name.casefold()]
        if rows:
            tables.append(Table("rounds", say("rounds_caption", round=r), BOARDS, tuple(rows), head=say("round_n", round=r)))
    return tables


BOARDS = (
    Column(marks=("num", "pencil")),
    Column(marks=("right", "who")),
    Column(marks=("num", "slot", "pencil")),
    Column(marks=("middle",)),
    Column(marks=("num", "slot", "pencil")),
    Column(marks=("who",)),
)


def _boards(
    boards: Boards, numbers: IntArray, here: pd.DataFrame, names: "pd.Series[str]", score: "pd.Series[float]"
) -> Iterator[Row]:
    """The boards of a round, the result from White's side; where no code says it (0-0) as both cells have it."""
    written = dict(zip(here["no"].tolist(), here["result"].tolist(), strict=True))
    whites, blacks = numbers[boards.white].tolist(), numbers[boards.black].tolist()
    for board, white, black, code in zip(boards.board.tolist(), whites, blacks, boards.code.tolist(), strict=True):
        sides = [str(names.get(no, no)) for no in (white, black)]
        points = [Cell(*parts(float(score.get(no, 0.0)))) for no in (white, black)]
        result = PAIRS[code] if code else "-".join(sign(written[no])[0] for no in (white, black))
        cells = (
            Cell(str(board)),
            Cell(sides[0], tip=sides[0]),
            points[0],
            Cell(result, marks=("forfeit",) if code and code in "+-x" else ()),
            points[1],
            Cell(sides[1], tip=sides[1]),
        )
        yield Row(f"{white}-{black}", cells, name=f"{sides[0]} {sides[1]}")


def _unpaired(here: pd.DataFrame, names: "pd.Series[str]", score: "pd.Series[float]") -> list[Row]:
    """Who has no board that both players name."""
    rows = []
    for no, opponent, result in zip(*(here[column].tolist() for column in ("no", "opponent", "result")), strict=True):
        name = str(names.get(no, no))
        word = say({"U": "bye_pairing", "F": "bye_full", "H": "bye_half"}.get(result, "bye_zero"))
        if opponent:  # who is named here names somebody else: nothing is scored
            word, result = say("board_one_sided", name=names.get(opponent, opponent)), "*"
        points = Cell(*parts(float(score.get(no, 0.0))))
        cells = (Cell(), Cell(name, tip=name), points, Cell(sign(result)[0]), Cell(), Cell(word, marks=("pencil",)))
        rows.append(Row(str(no), cells, name=name, marks=("alone",)))
    return rows
