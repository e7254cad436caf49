"""Tables as they are shown: columns, rows and cells with their marks, in plain data that carries no markup."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Cell:
    """One cell: its text, what stands around it, and its marks (class names of the style sheet)."""

    text: str = ""
    fraction: str = ""  # ½ ¼ ¾, in a slot of their own so that whole numbers line up
    marks: tuple[str, ...] = ()
    before: str = ""  # in pencil before the text: a title
    after: str = ""  # in pencil after the text: the opponent in a crosstable
    below: str = ""  # a second line in pencil
    badge: str = ""  # words beside the text: "final", "playing now"
    tip: str = ""  # what the pointer and a screen reader are told besides
    squares: tuple[int, int] | None = None  # rounds played and planned, as a row of small squares
    picture: str = ""  # a small drawing as data URI, whose words are the tip
    bar: float | None = None  # a share from 0 to 1, as a bar behind nothing


@dataclass(frozen=True)
class Column:
    """One column: its head, what the head means, and its marks ("num" right-aligned, "slot" with a place for fractions)."""

    head: str = ""
    tip: str = ""
    marks: tuple[str, ...] = ()
    code: str = ""  # the tie-break of a column of values
    act: str = ""  # what a click on a cell asks for: "value", "name", "open"; "" = nothing


@dataclass(frozen=True)
class Row:
    """One row: its key (a start number or an event), the name that sentences use, its cells, and its marks ("rule" below it)."""

    key: str
    cells: tuple[Cell, ...]
    name: str = ""
    marks: tuple[str, ...] = ()
    link: str = ""  # the address that a cell of a column that opens has


@dataclass(frozen=True)
class Table:
    """A table of one kind ("standings", "crosstable", ...), which the style sheet and nothing else tells apart."""

    kind: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    head: str = ""  # a heading above the table, where several stand on a page


@dataclass(frozen=True)
class Panel:
    """What stands beside the table: a heading, sentences above and below, and a small table."""

    head: str
    above: tuple[str, ...] = ()
    table: Table | None = None
    below: tuple[str, ...] = ()
    kind: str = ""  # "player": one chosen, where a second choice is to follow


def data(thing: Column | Row | Table | Panel) -> dict[str, Any]:
    """The same as dicts and lists for JSON, without the fields that hold nothing."""
    return {name: _dense(value) for name, value in vars(thing).items() if value is not None and value not in EMPTY}


EMPTY: tuple[Any, ...] = ("", ())


def _dense(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_dense(item) for item in value]
    if isinstance(value, Cell):  # thousands of them: no call a field
        return {k: v for k, v in vars(value).items() if v is not None and v not in EMPTY}
    return data(value) if isinstance(value, Column | Row | Table | Panel) else value
