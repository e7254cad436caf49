"""The colours of the charts, and what all of them share: paper, type, labels, rows of orders."""

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

FONT = "Fira Sans, Segoe UI, Helvetica Neue, Arial, sans-serif"


@dataclass(frozen=True)
class Pens:
    """The colours of one paper: the tokens of the look, and its lists."""

    paper: str
    ink: str
    pencil: str
    hair: str
    band: str
    levels: tuple[str, ...]  # points, first code, second, third, later
    on_levels: tuple[str, ...]  # text on each of them
    steps: tuple[str, ...]  # the sequential list
    series: tuple[str, ...]  # the categorical list


LIGHT = Pens(
    paper="#ffffff",
    ink="#1b1c1a",
    pencil="#62645d",
    hair="#dcddd8",
    band="#e0e1db",
    levels=("#e0e1db", "#1b1c1a", "#676962", "#999b93", "#cbccc5"),
    on_levels=("#1b1c1a", "#ffffff", "#ffffff", "#1b1c1a", "#1b1c1a"),
    steps=("#f3f3f0", "#e0e1db", "#cbccc5", "#b3b5ad", "#999b93", "#80827a", "#676962", "#4f514b", "#373935", "#1b1c1a"),
    series=("#1b1c1a", "#1c3fd8", "#b8763b", "#1c9cb4", "#6d219a", "#4c430a", "#7b0459", "#7b7d76"),
)
DARK = Pens(
    paper="#171816",
    ink="#e9e8e2",
    pencil="#a6a89f",
    hair="#383a35",
    band="#34362f",
    levels=("#34362f", "#e9e8e2", "#a4a69d", "#74766d", "#484a43"),
    on_levels=("#e9e8e2", "#171816", "#171816", "#ffffff", "#e9e8e2"),
    steps=("#232522", "#34362f", "#484a43", "#5d5f57", "#74766d", "#8c8e85", "#a4a69d", "#bcbeb5", "#d3d4cc", "#e9e8e2"),
    series=("#e9e8e2", "#4482d4", "#eba588", "#25d6ee", "#a94df0", "#fcd658", "#ee76c2", "#8f9189"),
)
MARKS = ("circle", "square", "diamond", "triangle-up", "circle-open", "square-open", "diamond-open", "x")


def pens(dark: bool) -> Pens:
    """The colours for light or dark paper."""
    return DARK if dark else LIGHT


def broken(order: str, room: int = 9) -> str:
    """An order over several lines, each at most about ``room`` characters, broken only after a comma."""
    lines: list[str] = []
    for code in order.split(","):
        code = code.strip()
        if lines and len(lines[-1]) + len(code) + 2 <= room:
            lines[-1] += f", {code}"
        else:
            lines.append(code)
    return ",<br>".join(map(literal, lines))


def literal(text: str) -> str:
    """A text that plotly shows as it is: its labels know some HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def order_rows(figure: go.Figure, orders: Sequence[str], baseline: str, ink: Pens, below: str = "") -> None:
    """Orders as the rows of a chart, the first on top, the one in force in 600."""
    texts = [f"<b>{broken(o, 13)}</b>" if o == baseline else broken(o, 13) for o in orders]
    values: list[float] = list(range(len(orders)))
    if below:
        values += [k + 0.37 for k in range(len(orders))]
        texts += [f'<span style="color:{ink.pencil};font-size:11px">{below}</span>'] * len(orders)
    figure.update_yaxes(
        range=[len(orders) - 0.36, -0.64], tickvals=values, ticktext=texts, showticklabels=True,
        tickfont={"size": 12, "color": ink.ink}, ticklabelstandoff=5,
    )  # fmt: skip


def settle(figure: go.Figure, ink: Pens, *, height: float) -> None:
    """What all charts share: paper, type, no grid, nothing that a finger could drag."""
    figure.update_layout(
        template=None,
        height=int(height),
        paper_bgcolor=ink.paper,
        plot_bgcolor=ink.paper,
        font={"family": FONT, "size": 13, "color": ink.ink},
        showlegend=False,
        dragmode=False,
        hovermode="closest",
        hoverlabel={"bgcolor": ink.paper, "bordercolor": ink.ink, "font": {"family": FONT, "size": 13, "color": ink.ink}},
    )
    plain = {"showgrid": False, "zeroline": False, "fixedrange": True, "showticklabels": True, "ticks": "", "showline": False}
    figure.update_xaxes(**plain)
    figure.update_yaxes(**plain)
