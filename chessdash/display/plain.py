"""Tables and panels as aligned text, for terminals and for files that are read as they stand."""

import unicodedata
from collections.abc import Iterator, Sequence

from chessdash.display.model import Cell, Panel, Row, Table

GAP = "  "
COLOURS = {"white": "w ", "black": "b "}


def tame(text: str) -> str:
    """A text without the characters that would steer a terminal: control characters and overrides of direction go."""
    return "".join(c for c in str(text) if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Zl", "Zp"))


def width(text: str) -> int:
    """Places that a text takes in a terminal."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def lines(table: Table, *, key: str = "") -> Iterator[str]:
    """The lines of a table, head first; with ``key`` each row's key stands in a column of that head, after the first."""
    heads = [tame(column.head or column.tip) for column in table.columns]
    below = table.kind == "why"  # the verdict stands under the code
    right = ["num" in column.marks for column in table.columns]
    slots = ["slot" in column.marks for column in table.columns]
    body = [[_written(cell, slot, below) for cell, slot in zip(row.cells, slots, strict=False)] for row in table.rows]
    if key:
        heads.insert(1, key)
        right.insert(1, True)
        for row, texts in zip(table.rows, body, strict=True):
            texts.insert(1, tame(row.key))
    whole = [texts for texts in body if len(texts) == len(heads)]
    widths = [max([width(head), *(width(texts[i]) for texts in whole)]) for i, head in enumerate(heads)]
    if any(heads):
        yield _aligned(heads, widths, right)
        yield GAP.join("-" * size for size in widths)
    for row, texts in zip(table.rows, body, strict=True):
        yield _line(row, texts, widths, right)


def panel_lines(panel: Panel) -> Iterator[str]:
    """The lines of a panel: heading, sentences above, the table, sentences below."""
    yield tame(panel.head)
    yield from map(tame, panel.above)
    if panel.table is not None:
        yield ""
        yield from lines(panel.table)
    if panel.below:
        yield ""
        yield from map(tame, panel.below)


def columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Left-aligned columns under their heads."""
    tamed = [[tame(text) for text in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(heads, *tamed, strict=True)]
    left = [False] * len(widths)
    yield _aligned(heads, widths, left)
    yield GAP.join("-" * size for size in widths)
    yield from (_aligned(row, widths, left) for row in tamed)


def _line(row: Row, texts: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    """One row; one that has fewer cells than columns says its words behind the first column, its last cell in the last."""
    if len(texts) == len(widths):
        return _aligned([*texts[:-1], f"({texts[-1].strip()})"] if "cut" in row.marks else texts, widths, right)
    if "reason" in row.marks or len(texts) < 3:
        return " " * widths[0] + GAP + " ".join(text for text in texts if text).strip()
    words, last = GAP.join(text for text in texts[:-1] if text), texts[-1]
    room = sum(widths[1:-1]) + len(GAP) * (len(widths) - 3)
    return _aligned([texts[0], words, last], [widths[0], room, widths[-1]], [right[0], False, True])


def _aligned(texts: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    padded = (
        " " * (size - width(text)) + text if is_right else text + " " * (size - width(text))
        for text, size, is_right in zip(texts, widths, right, strict=True)
    )
    return GAP.join(padded).rstrip()


def _written(cell: Cell, slot: bool, below: bool) -> str:
    """The text of a cell with what stands around it, its second line in brackets or not; the slot keeps whole numbers in line."""
    colour = next((COLOURS[mark] for mark in cell.marks if mark in COLOURS), "")
    before = f"{cell.before} " if cell.before else ""
    behind = cell.after + (f" ({cell.below})" if below and cell.below else "")
    return colour + tame(before + cell.text + (cell.fraction or (" " if slot else "")) + behind)
