"""Rows of text to a sheet, whichever kind of table they are: crosstable, matrix, list of games, players and games."""

from collections.abc import Sequence

from chessdash.errors import FormatError
from chessdash.formats import gamerows, headers, layout_read
from chessdash.formats.crosstab import crosstab
from chessdash.formats.games import games
from chessdash.formats.headers import Row
from chessdash.formats.matrix import is_matrix, matrix
from chessdash.formats.roster import roster
from chessdash.sheet import Sheet
from chessdash.text import say

COLUMNS, CELLS = 1_020, 1_000_000  # of a table


def sheet(rows: Sequence[Row], *, source: str = "") -> Sheet:
    """The sheet of a table; FormatError where it is none."""
    too_large(rows, source)
    if layout_read.is_own(rows):
        return layout_read.sheet(rows, source=source)
    head, listed = headers.find(rows), gamerows.find(rows)
    if listed is not None and not (head and head.rounds):
        return games(listed, rows, _above(rows[: listed.place]), source)
    if head is None:
        raise FormatError(say("table_none", source=source))
    info, body = headers.said(rows, head)
    if not body:
        raise FormatError(say("table_empty", source=source, line=rows[head.place].line))
    return matrix(head, body, info, source) if is_matrix(head, body) else crosstab(head, body, info, source)


def pair(tables: Sequence[tuple[str, Sequence[Row]]]) -> Sheet:
    """The sheet of two tables with their sources, players and games, in any order."""
    for source, rows in tables:
        too_large(rows, source)
    for (source, rows), (other, others) in (tables, tables[::-1]):
        head, listed = headers.find(rows), gamerows.find(others)
        if head is not None and listed is not None:
            info, body = headers.said(rows, head)
            return games(listed, others, info, other, roster(head, body, source))
    raise FormatError(say("table_no_pair", source=tables[0][0]))


def too_large(rows: Sequence[Row], source: str) -> None:
    """Refuses a table with more columns than any tournament needs."""
    widest = max(rows, key=lambda row: len(row.cells), default=None)
    if widest is not None and len(widest.cells) > COLUMNS:
        raise FormatError(say("table_too_wide", source=source, line=widest.line, n=len(widest.cells), limit=COLUMNS))
    if sum(len(row.cells) for row in rows) > CELLS:
        raise FormatError(say("table_too_much", source=source, limit=CELLS))


def _above(rows: Sequence[Row]) -> dict[str, object]:
    """What stands above a list of games: the first line as the name, the rest as remarks."""
    texts = [text for row in rows if (text := headers.clean(" ".join(row.cells))[:500])]
    return ({"name": texts[0]} if texts else {}) | ({"remarks": tuple(texts[1:])} if texts[1:] else {})
