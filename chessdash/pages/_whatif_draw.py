"""What the tabs of What if draw alike: lists of effects and tables, as static HTML in which every text is escaped."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from chessdash.display.model import Table
from chessdash.display.whatif import Effect
from chessdash.documents import table_html
from chessdash.text import say

ROWS = 40  # rows of a table shown at once


def effects(head: str, rows: Sequence[Effect]) -> None:
    """A list: the number at the left, what it counts, who and which in pencil; what stands in the way has a bar."""
    items = "".join(_item(row) for row in rows)
    st.html(f'<section class="whatif-list"><h3>{escape(head)}</h3><ul>{items}</ul></section>')


def _item(row: Effect) -> str:
    detail = f"<small>{escape(row.detail)}</small>" if row.detail else ""
    marks = ' class="blocks"' if row.blocks else ""
    alone = "" if row.number else ' class="whole"'
    number = f"<b>{escape(row.number)}</b>" if row.number else ""
    return f"<li{marks}>{number}<span{alone}>{escape(row.sentence)}{detail}</span></li>"


def head(title: str, *sentences: str) -> None:
    """A heading, and sentences in pencil below it."""
    texts = "".join(f"<p>{escape(text)}</p>" for text in sentences if text)
    st.html(f'<div class="whatif-head"><h3>{escape(title)}</h3>{texts}</div>')


def note(text: str) -> None:
    """A sentence in pencil."""
    st.html(f'<div class="whatif-head"><p>{escape(text)}</p></div>')


def listed(sentences: Sequence[str]) -> None:
    """Sentences in pencil, one below the other."""
    st.html(f'<div class="whatif-head">{"".join(f"<p>{escape(text)}</p>" for text in sentences)}</div>')


def table(made: Table, rest: Table | None = None, more: str = "") -> None:
    """A table as DOM: its first rows, then what is left of it on a click; ``rest`` is a table below it that a click opens."""
    html = table_html(Table(made.kind, made.caption, made.columns, made.rows[:ROWS])) if made.rows else ""
    if len(made.rows) > ROWS:
        html += _folded(
            Table(made.kind, made.caption, made.columns, made.rows[ROWS:]), say("moves_more", n=len(made.rows) - ROWS)
        )
    if rest is not None and rest.rows:
        html += _folded(rest, more)
    st.html(f'<div class="compare whatif">{html}</div>')


def _folded(made: Table, words: str) -> str:
    return f"<details><summary>{escape(words)}</summary>{table_html(made)}</details>"
