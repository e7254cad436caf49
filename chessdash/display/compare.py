"""What Compare shows as plain data: the players of the chart, tables beside each chart, and the cards that say why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from chessdash import hanging_on
from chessdash.display.codes import meaning, named, written
from chessdash.display.explanation import player_name
from chessdash.display.model import Cell, Column, Row, Table
from chessdash.display.numbers import initialled, quarters, rank_labels, surname
from chessdash.explanation import row_of, why
from chessdash.standings import choose, crosstable
from chessdash.text import say
from chessdash.text.numbers import number, parts
from chessdash.tiebreaks.descriptor import parse
from chessdash.tiebreaks.ranking import rank_by

if TYPE_CHECKING:
    from chessdash.compare import Comparison
    from chessdash.tournament import Tournament

TOP, MOST = 10, 60  # places that the chart always shows, and lines at most
PODIUM = 3


@dataclass(frozen=True)
class Card:
    """Why one of two players is above the other under one order."""

    order: str
    title: str
    table: Table
    sentences: tuple[str, ...]


def places(comparison: "Comparison", paid: int) -> pd.DataFrame:
    """The players of the bump chart, best first: the top ten and everyone within a prize under any order; names made short."""
    labels = list(comparison.stakes.index)
    ranks = comparison.ranks.sort_values([comparison.baseline], kind="stable")
    shown = ranks[(ranks[labels] <= max(TOP, paid)).any(axis=1)].head(MOST)
    names = [str(name) for name in shown["name"]]
    last = [surname(name) for name in names]
    short = [initialled(name) if last.count(one) > 1 else one for name, one in zip(names, last, strict=True)]
    columns = [comparison.baseline, *(label for label in labels if label != comparison.baseline)]
    frame: pd.DataFrame = shown[columns].copy()
    frame.insert(0, "name", short)
    return frame


def hanging_on_order(comparison: "Comparison") -> list[int]:
    """The players whose prize depends on the order, by start number; without prizes those whose place on the podium does."""
    labels = list(comparison.stakes.index)
    if comparison.prizes is not None:
        money = comparison.prizes[labels]
        return [int(no) for no in money.index[(money.max(axis=1) - money.min(axis=1)) > 0.005]]
    ranks = comparison.ranks[labels].clip(upper=PODIUM + 1)
    return [int(no) for no in ranks.index[ranks.max(axis=1) != ranks.min(axis=1)]]


# ---- a table beside each chart


def ranks_table(comparison: "Comparison", only: Sequence[int] | None = None) -> Table:
    """Everyone's place under each order with the change against the one compared with: those who move, or those named."""
    base = comparison.baseline
    labels = [base, *(label for label in comparison.stakes.index if label != base)]
    ranks: Any = comparison.ranks.sort_values([base], kind="stable")
    chosen = ranks[ranks.index.isin(only)] if only is not None else ranks[ranks[labels].nunique(axis=1) > 1]
    written_ranks = {
        label: dict(zip(ranks.index, ("".join(text) for text in rank_labels(ranks[label])), strict=True)) for label in labels
    }
    rows = []
    for no in chosen.index:
        cells = [Cell(str(chosen.at[no, "name"])), Cell(*parts(float(chosen.at[no, "points"])))]
        for label in labels:
            change = int(ranks.at[no, base]) - int(ranks.at[no, label])
            cells.append(Cell(written_ranks[label][no], after=_arrow(change), marks=_direction(change)))
        rows.append(Row(str(no), tuple(cells)))
    columns = (
        Column(say("head_player"), marks=("who",)),
        Column(say("points_short"), marks=("num", "slot")),
        *(order_column(label, base) for label in labels),
    )
    return Table("places", say("table_places"), columns, tuple(rows))


def order_column(order: str, baseline: str, *marks: str) -> Column:
    """The column of an order; the one compared with is marked."""
    return Column(_spaced(order), marks=("num", "order", *(("own",) if order == baseline else ()), *marks))


def _arrow(change: int) -> str:
    return f"{'▲' if change > 0 else '▼'} {abs(change)}" if change else ""


def _direction(change: int) -> tuple[str, ...]:
    return (("up",) if change > 0 else ("down",)) if change else ()


def decided_table(comparison: "Comparison") -> Table:
    """How many place boundaries each code of each order made, in all and for the first three places."""
    decided: Any = comparison.decided
    rows = tuple(
        Row(
            f"{row.order} {row.level}",
            (
                Cell(_spaced(str(row.order)) if row.level == 0 else ""),
                Cell(_level(str(row.code))),
                Cell(str(row.places)),
                Cell(f"{100 * row.share:.0f} %"),
                Cell(str(row.podium)),
            ),
            marks=("rule",) if row.code == "shared" else (),
        )
        for row in decided.itertuples()
    )
    columns = (
        Column(say("head_order"), marks=("order",)),
        Column(say("head_settled_by")),
        Column(say("head_places"), marks=("num",)),
        Column(say("head_share"), marks=("num",)),
        Column(say("head_podium"), marks=("num",)),
    )
    return Table("figures", say("chart_decided_head"), columns, rows)


def _level(code: str) -> str:
    return say({"PTS": "decided_points", "shared": "decided_shared"}[code]) if code in ("PTS", "shared") else code


def figures_table(caption: str, orders: Sequence[str], columns: Mapping[str, Sequence[str]]) -> Table:
    """One row an order with figures that are texts already."""
    heads = (Column(say("head_order"), marks=("order",)), *(Column(head, marks=("num",)) for head in columns))
    rows = tuple(
        Row(order, (Cell(_spaced(order)), *(Cell(texts[k]) for texts in columns.values()))) for k, order in enumerate(orders)
    )
    return Table("figures", caption, heads, rows)


def repeats_table(comparison: "Comparison") -> Table:
    """How far codes repeat each other, and which share of ties reaches each."""
    frame: Any = comparison.repeats
    codes = [str(code) for code in dict.fromkeys(frame["first"])]
    found = {(r.first, r.second): float(r.kendall) for r in frame.itertuples()}
    rows = tuple(
        Row(
            code,
            (Cell(code, tip=named(code)), Cell(_percent(found[code, code])), *(Cell(_kendall(found, code, c)) for c in codes)),
        )
        for code in codes
    )
    columns = (Column(say("head_code")), Column(say("head_reached"), marks=("num",)), *(Column(c, marks=("num",)) for c in codes))
    return Table("figures", say("chart_repeats_head"), columns, rows)


def _kendall(found: Mapping[tuple[Any, Any], float], first: str, second: str) -> str:
    return "" if first == second else number(round(found[first, second], 2) + 0.0, decimals=True)


def _percent(share: float) -> str:
    return number(share) if np.isnan(share) else f"{100 * share:.0f} %"


def orders_table(comparison: "Comparison") -> Table:
    """Each code of the orders: name, article, type, whether it is known before the last round, and what it says."""
    codes = dict.fromkeys(code for codes in comparison.orders["codes"] for code in codes if code != "PTS")
    rows = []
    for code in codes:
        entry = parse(code).tiebreak
        early = say("known_early" if entry.known_early else "known_late")
        cells = (Cell(code), Cell(named(code), below=meaning(code)), Cell(entry.article), Cell(entry.type or "–"), Cell(early))
        rows.append(Row(code, cells))
    columns = (
        Column(say("head_code")),
        Column(say("head_meaning"), marks=("wide",)),
        Column(say("head_article")),
        Column(say("head_type"), say("head_type_tip")),
        Column(say("head_known")),
    )
    return Table("codes", say("table_codes"), columns, tuple(rows))


def prizes_table(comparison: "Comparison") -> Table | None:
    """Money per player and order, for everyone who gets any; what differs from the order compared with is marked."""
    prizes: Any = comparison.prizes
    base = comparison.baseline
    if prizes is None:
        return None
    labels = [base, *(label for label in comparison.stakes.index if label != base)]
    rows = []
    for no in prizes.index:
        cells = [Cell(str(prizes.at[no, "name"]))]
        for label in labels:
            change = float(prizes.at[no, label] - prizes.at[no, base])
            moved = abs(change) > 0.005
            cells.append(
                Cell(
                    money(float(prizes.at[no, label])),
                    after=("▲ " if change > 0 else "▼ ") + money(abs(change)) if moved else "",
                    marks=_direction(1 if change > 0 else -1) if moved else (),
                )
            )
        rows.append(Row(str(no), tuple(cells)))
    columns = (Column(say("head_player"), marks=("who",)), *(order_column(label, base) for label in labels))
    return Table("places", say("table_prizes"), columns, tuple(rows))


def money(amount: float) -> str:
    """An amount as a text: whole where it is whole, else with two decimals."""
    return f"{amount:,.0f}" if abs(amount - round(amount)) < 0.005 else f"{amount:,.2f}"


# ---- why one is above the other, under each order


def cards(tournament: "Tournament", comparison: "Comparison", one: int, other: int, **rules: Any) -> list[Card]:
    """The card of a pair under each order, with how many games of others would have reversed it and the nearest."""
    table = crosstable(tournament, **rules)
    turned = hanging_on.flips(table)
    rows = (row_of(table, one), row_of(table, other))
    made = []
    for label in comparison.stakes.index:
        frame = why(tournament, one, other, label, **rules)
        chosen = choose(tournament, table, label)
        sides = rows if int(frame.attrs["above"]) == one else rows[::-1]
        sentences = [str(frame.attrs["sentence"])]
        rank = rank_by(table, chosen.descriptors).rank
        if table.score[rows[0]] == table.score[rows[1]] and rank[rows[0]] != rank[rows[1]]:
            found = np.flatnonzero(hanging_on.reversing(table, turned, [(chosen.descriptors, sides)])[0])
            sentences.append(_reversed_by(tournament, table, turned, found))
        made.append(Card(str(label), "", _why_table(tournament, comparison, frame, str(label)), tuple(sentences)))
    return made


def _why_table(tournament: "Tournament", comparison: "Comparison", frame: pd.DataFrame, order: str) -> Table:
    """Two columns of values towards a middle column of codes."""
    above, below = int(frame.attrs["above"]), int(frame.attrs["below"])
    left, right = ("a", "b") if int(frame.attrs["a"]) == above else ("b", "a")
    ranks: Any = comparison.ranks[order]
    labels = dict(zip(ranks.index, ("".join(text) for text in rank_labels(ranks)), strict=True))
    heads = [f"{labels[no]} {surname(player_name(tournament, no))}" for no in (above, below)]
    rows = []
    for line in frame.to_dict("records"):
        upper, lower, verdict, code = float(line[left]), float(line[right]), str(line["verdict"]), str(line["code"])
        decimals = not quarters([upper, lower])
        marks = {"decides": ("decides",), "not reached": ("pencil",)}.get(verdict, ())
        middle = Cell(say("points_word") if code == "PTS" else code, below=say(f"verdict_{verdict.replace(' ', '_')}"))
        cells = (Cell(*parts(upper, decimals=decimals)), middle, Cell(*parts(lower, decimals=decimals)))
        rows.append(Row(code, cells, marks=marks))
    columns = (Column(heads[0], marks=("num",)), Column(marks=("middle",)), Column(heads[1]))
    return Table("why", say("table_why", order=_spaced(order)), columns, tuple(rows))


def _reversed_by(tournament: "Tournament", table: Any, turned: hanging_on.Flips, found: Any) -> str:
    """How many single games of others would have reversed two players, and the nearest with the result that would have."""
    if not len(found):
        return say("reversed_none")
    strongest = np.maximum(table.score[turned.row[found]], table.score[turned.other[found]])
    k = found[np.lexsort((-strongest, -turned.round[found]))[0]]
    row, other, r = int(turned.row[k]), int(turned.other[k]), int(turned.round[k])
    swap = bool(table.black[row, r])
    white, black = (other, row) if swap else (row, other)
    before = _result(table, table.points[row, r], table.points[other, r], swap)
    after = _result(table, turned.points[k], turned.others_points[k], swap)
    names = [surname(player_name(tournament, int(table.number[i]))) for i in (white, black)]
    games = float(turned.weight[found].sum())
    values = {"games": number(games), "white": names[0], "black": names[1], "round": r + 1, "after": after, "before": before}
    return say("reversed_by", n=1 if games <= 1 else 2, **values)


def _result(table: Any, first: float, second: float, swap: bool) -> str:
    """A result as White's and Black's points: 1-0, ½-½, 0-1."""
    text = "½-½" if first == second else "1-0" if first > second else "0-1"
    return text[::-1] if swap else text


# ---- adopting an order


def records(order: str) -> tuple[str, str]:
    """The order as TRF26 records it: 202 without points, 212 with them."""
    codes = [code.strip() for code in order.split(",")]
    return f"202 {','.join(c for c in codes if c != 'PTS')}", f"212 {','.join(['PTS', *(c for c in codes if c != 'PTS')])}"


def regulation(order: str, edition: str) -> str:
    """A paragraph for the tournament regulations: the codes by name with their articles."""
    codes = [code.strip() for code in order.split(",") if code.strip() != "PTS"]
    listed = "; ".join(f"{k}. {_regulated(code)}" for k, code in enumerate(codes, start=1))
    return say("regulation", listed=listed, edition=edition)


def _regulated(code: str) -> str:
    article = parse(code).tiebreak.article
    return say("regulation_code" if article else "regulation_own", name=named(code), code=code, article=article)


def _spaced(order: str) -> str:
    return written(order.split(","))
