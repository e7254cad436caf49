"""The one component of the pages: tables with a panel beside them, drawn in the browser by setting text."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from chessdash.display.model import Panel, data
from chessdash.text import say

_HERE = Path(__file__).parent
_MOUNT = st.components.v2.component(
    "chessdash_table",
    html=(_HERE / "table.html").read_text(encoding="utf-8"),
    css="".join(path.read_text(encoding="utf-8") for path in (_HERE.parent / "tokens.css", _HERE / "table.css")),
    js=(_HERE / "table.js").read_text(encoding="utf-8"),
)
_PANEL = st.components.v2.component("chessdash_panel", js=(_HERE / "panel.js").read_text(encoding="utf-8"))


def draw(
    tables: Sequence[dict[str, Any]],
    *,
    key: str,
    version: str,
    on_ask: Callable[[], None] = lambda: None,
    rest: Panel | None = None,
    notes: Sequence[dict[str, Any]] = (),
    find: bool | str = False,
) -> None:
    """Draws tables, as ``display.model.data`` gives them, and where ``rest`` is given the place of a panel beside them.

    The browser draws the tables anew only when ``version`` changes. ``on_ask`` is called on a click; what was asked is in
    ``asked(key)``. ``find`` puts a field that finds names into the head of the first table, with these words in it.
    """
    words = _words() | ({"find": find} if isinstance(find, str) else {})
    shown = {"key": key, "id": version, "tables": list(tables), "notes": list(notes), "find": bool(find), "words": words}
    _MOUNT(key=key, data={**shown, "rest": data(rest) if rest else None}, on_ask_change=on_ask)


def panel(shown: Panel | None, *, of: str, version: str, chosen: dict[str, Any], on_ask: Callable[[], None]) -> None:
    """Fills the panel beside the table with key ``of``, None with its ``rest``; what was clicked is in ``asked(of + " panel")``.

    It is a mount of its own, so that a click sends the panel and not the table again.
    """
    content = {"of": of, "id": version, "panel": data(shown) if shown else None, "chosen": chosen}
    _PANEL(key=f"{of} panel", data=content, on_ask_change=on_ask)


def asked(key: str) -> dict[str, str]:
    """What the last click asked for: kind ("value", "name", "open", "close"), key of the row, code of the column."""
    state = st.session_state.get(key)
    ask = state.get("ask") if state else None
    return {str(name): str(value) for name, value in ask.items()} if isinstance(ask, dict) else {}


def _words() -> dict[str, str]:
    """The words that the browser puts around the values; those in braces stay for it to fill."""
    places = {name: f"{{{name}}}" for name in ("code", "name", "value")}
    return {"close": say("close"), "find": say("find_player"), "value": say("explain_value", **places)}
