"""The four views of an event, each drawn only while its tab is open."""

from collections.abc import Callable
from html import escape
from typing import Any

import pandas as pd
import streamlit as st

from chessdash.display.crosstable import rounds_table
from chessdash.display.explanation import reading_panel
from chessdash.display.model import Panel, data
from chessdash.errors import ChessdashError
from chessdash.pages import _links, _shared, table
from chessdash.pages._view import View, of
from chessdash.shelf import Event
from chessdash.text import say

TABLE = "standings_table"
MANY = 60  # differences listed at most


def turned() -> None:
    """Writes the tab that was opened into the address."""
    by_label = {say(f"tab_{name}"): name for name in TABS}
    name = by_label.get(st.session_state["tab"], "standings")
    _links.change(view=None if name == "standings" else name)


def standings(event: Event, view: View) -> None:
    """The table, and the panel beside it."""
    with st.skeleton(height=640):
        tables = _shared.tables(event, view.choice, "standings")
    notes = _notes(event, view)
    version = _version(event, view, "standings")
    table.draw(tables, key=TABLE, version=version, rest=reading_panel(view.ranking), notes=notes, find=True)
    _panel(event)


@st.fragment
def _panel(event: Event) -> None:
    """What was chosen in the table; a click runs this function alone."""
    view = of(event, _shared.tournament(event), _links.read())
    _links.keep(view.parameters)
    shown = None
    if view.player is not None:
        try:
            shown = _shared.panel(event, view.choice, view.player, view.against, view.code)
        except ChessdashError as error:
            shown = Panel(say("not_explained"), (str(error),))
    names = [str(no) for no in (view.player, view.against) if no is not None and view.code is None]
    chosen = {"key": str(view.player), "code": view.code or "", "names": names}
    table.panel(shown, of=TABLE, version=f"{view.player} {view.against} {view.code}", chosen=chosen, on_ask=_asked)


def _asked() -> None:
    """Puts what was clicked into the address: a value, a first or a second name, or nothing."""
    ask = table.asked(f"{TABLE} panel")
    shown = st.session_state.get(_links.VIEW, {})
    player, against, code = (shown.get(name) for name in ("player", "against", "code"))
    kind, key = ask.get("kind"), ask.get("key")
    if kind == "value":
        _links.change(player=key, against=None, code=ask["code"])
    elif kind == "name":
        first, second = _pair(None if code else player, None if code else against, str(key))
        _links.change(player=first, against=second, code=None)
    elif kind == "close":
        _links.change(player=None, against=None, code=None)


def _pair(first: str | None, second: str | None, key: str) -> tuple[str | None, str | None]:
    """The chosen names after a click on one: chosen ones are given up, a third takes the place of the second."""
    if key == first:
        return second, None
    if key == second or first is None:
        return (first, None) if first else (key, None)
    return first, key


def _notes(event: Event, view: View) -> list[dict[str, Any]]:
    """What a reader of the table should know: dropped codes, notes of the computation, what the file declares otherwise."""
    attrs = view.ranking.attrs
    notes: list[dict[str, Any]] = [{"text": say("left_out", code=row["code"], reason=row["reason"])} for row in attrs["dropped"]]
    notes += [{"text": note} for note in attrs["notes"]]
    if view.choice.through is None:
        found = _shared.differences(event, view.choice)
        declared = [str(message) for message in found["message"]]
        declared += [str(message) for message in _points(_shared.tournament(event).faults)]
        if declared:
            shown = declared[:MANY] + ([say("faults_more", n=len(declared) - MANY)] if len(declared) > MANY else [])
            notes.append({"text": say("differences", n=len(declared)), "more": shown})
    return notes


def _points(faults: pd.DataFrame) -> list[str]:
    """The faults that say declared points differ from the results."""
    return list(faults[faults["code"].str.contains("points")]["message"]) if len(faults) else []


def crosstable(event: Event, view: View) -> None:
    """Everyone against the rounds, by rank or by start number."""
    by = st.segmented_control(
        say("crosstable_order"),
        ["rank", "number"],
        default="rank",
        format_func=lambda name: say(f"by_{name}"),
        key="crosstable_by",
        persist_state="page",
        label_visibility="collapsed",
    )
    st.html(_key())
    name = by or "rank"
    with st.skeleton(height=640):
        tables = _shared.tables(event, view.choice, name)
    table.draw(tables, key="crosstable_table", version=_version(event, view, name))


def _key() -> str:
    cell = f"<span><b>1</b> 12w: {escape(say('key_cell'))}</span>"
    swatches = (f'<span><i class="swatch {name}"></i>{escape(say(f"key_{name}"))}</span>' for name in ("black", "unplayed"))
    return f'<p class="key">{cell} {" ".join(swatches)}</p>'


def rounds(event: Event, view: View) -> None:
    """The boards of a round, or every board of those searched for."""
    through = int(view.ranking.attrs["through"])
    if not through:
        return _shared.state(say("no_rounds"), say("no_rounds_way"))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        r = st.selectbox(say("head_round"), list(range(through, 0, -1)), key=f"shown round {through}", width=112)
        search = st.text_input(say("search"), placeholder=say("search_player"), key="search_board", width=200)
    found = rounds_table(_shared.tournament(event), list(range(1, through + 1)) if search else [r], search)
    if not found:
        return _shared.state(say("nobody_found"), say("nobody_found_way"))
    st.caption(say("rounds_note"))
    tables = [data(one) for one in found]
    table.draw(tables, key="rounds_table", version=_shared.version(tables))
    return None


def figures(event: Event, view: View) -> None:
    """Shares of results, byes, ratings, what decided."""
    tables = _shared.tables(event, view.choice, "statistics")
    if not tables:
        return _shared.state(say("no_rounds"), say("no_rounds_way"))
    table.draw(tables, key="statistics_table", version=_version(event, view, "statistics"))
    return None


def _version(event: Event, view: View, name: str) -> str:
    return f"{event.digest[:16]} {name} {'/'.join(str(value) for value in view.choice)}"


TABS: dict[str, Callable[[Event, View], None]] = {
    "standings": standings,
    "crosstable": crosstable,
    "rounds": rounds,
    "statistics": figures,
}
