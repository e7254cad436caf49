"""The charts of Compare on the page, each with its table below it, and the verdict."""

from collections.abc import Sequence
from html import escape
from typing import Any

import streamlit as st

from chessdash import charts
from chessdash.compare import Comparison
from chessdash.display import compare as shown
from chessdash.display.codes import written
from chessdash.display.compare import Card
from chessdash.display.model import Table
from chessdash.documents import table_html
from chessdash.text import say
from chessdash.verdict import Pooled, Said, paragraphs

QUIET = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False, "responsive": True}
ROWS = 40  # rows of a table shown at once


def is_dark() -> bool:
    """Whether the visitor's page is dark, as far as the last run knew."""
    return bool(st.context.theme.type == "dark")


def verdict(said: Sequence[Said]) -> None:
    """The verdict in paragraphs: conclusions in 600, the small print in pencil."""
    html = []
    for part in paragraphs(said):
        marks = f' class="{part[0].part}"'
        texts = (f"<strong>{escape(str(one))}</strong>" if one.strong else escape(str(one)) for one in part)
        html.append(f"<p{marks}>{' '.join(texts)}</p>")
    st.html(f'<div class="verdict">{"".join(html)}</div>')


def chart(figure: Any, name: str, dark: bool, alt: str, *tables: Table) -> None:
    """A chart and its table; the key carries the theme, so that a switch of it draws anew."""
    st.plotly_chart(figure, theme=None, key=f"{name} {'dark' if dark else 'light'}", config=QUIET, alt=alt)
    with st.expander(say("as_table"), key=f"table of {name}", type="compact", on_change="rerun") as box:
        if box.open:
            for one in tables:
                table(one)


def table(made: Table) -> None:
    """A table as DOM; long ones show their first rows, the rest on a click."""
    first, rest = made.rows[:ROWS], made.rows[ROWS:]
    html = table_html(Table(made.kind, made.caption, made.columns, first))
    if rest:
        more = table_html(Table(made.kind, made.caption, made.columns, rest))
        html += f"<details><summary>{escape(say('moves_more', n=len(rest)))}</summary>{more}</details>"
    st.html(f'<div class="compare">{html}</div>')


def orders_text(comparison: Comparison) -> str:
    """The orders as a sentence says them."""
    return "; ".join(written(str(label).split(",")) for label in comparison.stakes.index)


def bump(comparison: Comparison, paid: int, dark: bool) -> None:
    """Places under each order."""
    heavy = shown.hanging_on_order(comparison)
    places = shown.places(comparison, paid)
    st.subheader(say("places_head"), anchor="places")
    note = say("places_heavy", n=paid) if paid else say("places_heavy_podium")
    st.caption(note if heavy else say("places_none_prize" if paid else "places_none"))
    figure = charts.bump(places, baseline=comparison.baseline, heavy=heavy, paid=paid, dark=dark)
    alt = say("alt_bump", n=len(places), orders=orders_text(comparison))
    chart(figure, "bump", dark, alt, shown.ranks_table(comparison, list(places.index)))


def decided(comparison: Comparison, dark: bool) -> None:
    """What decided the places."""
    st.subheader(say("chart_decided_head"), anchor="decided")
    st.caption(say("chart_decided_note", n=len(comparison.ranks) - 1))
    figure = charts.decided_by(comparison.decided, baseline=comparison.baseline, dark=dark)
    chart(figure, "decided", dark, say("alt_decided", orders=orders_text(comparison)), shown.decided_table(comparison))


def whiskers(pooled: Pooled, dark: bool) -> None:
    """Stronger player above, rated and blind."""
    orders = pooled.orders
    columns = {
        say("head_rated"): [str(pooled.value(order, "stronger")) for order in orders],
        say("head_blind"): [str(pooled.value(order, "stronger", "blind")) for order in orders],
        say("head_difference"): [
            "" if order == pooled.baseline else pooled.difference(order, "stronger").change for order in orders
        ],
    }
    alt = say("alt_stronger", orders="; ".join(written(order.split(",")) for order in orders))
    figures = shown.figures_table(say("chart_stronger_head"), orders, columns)
    chart(charts.whiskers(pooled, dark=dark), "stronger", dark, alt, figures)


def luck(pooled: Pooled, dark: bool) -> None:
    """What hangs on the last round elsewhere, against telling strength without ratings."""
    orders = pooled.orders
    columns = {
        say("head_swapped"): [str(pooled.value(order, "swapped")) for order in orders],
        say("head_blind"): [str(pooled.value(order, "stronger", "blind")) for order in orders],
    }
    alt = say("alt_luck", orders="; ".join(written(order.split(",")) for order in orders))
    chart(charts.luck(pooled, dark=dark), "luck", dark, alt, shown.figures_table(say("chart_luck_head"), orders, columns))


def repeats(comparison: Comparison, dark: bool) -> None:
    """Which codes repeat each other."""
    figure = charts.repeats(comparison.repeats, dark=dark)
    chart(figure, "repeats", dark, say("alt_repeats"), shown.repeats_table(comparison))


def cards(made: Sequence[Card]) -> None:
    """The cards of a pair, one an order, side by side where there is room."""
    html = []
    for card in made:
        sentences = "".join(f"<p>{escape(sentence)}</p>" for sentence in card.sentences)
        head = escape(written(card.order.split(",")))
        html.append(f"<section><h3>{head}</h3>{table_html(card.table)}{sentences}</section>")
    st.html(f'<div class="compare cards">{"".join(html)}</div>')
