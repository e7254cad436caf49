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
    css=(_HERE / "table.css").read_text(encoding="utf-8"),
    js=(_HERE / "table.js").read_text(encoding="utf-8"),
)


def draw(
    tables: Sequence[dict[str, Any]],
    *,
    key: str,
    version: str,
    on_ask: Callable[[], None],
    rest: Panel | None = None,
    panel: Panel | None = None,
    panel_version: str = "",
    chosen: dict[str, Any] | None = None,
    notes: Sequence[dict[str, Any]] = (),
    find: bool = False,
) -> None:
    """Draws tables (as ``display.model.data`` gives them) and the panel beside them.

    The browser draws the tables anew only when ``version`` changes and the panel only when ``panel_version`` does. ``on_ask``
    is called on a click; what was asked is in ``asked(key)``.
    """
    _MOUNT(
        key=key,
        data={
            "id": version,
            "tables": list(tables),
            "rest": data(rest) if rest else None,
            "panel": data(panel) if panel else None,
            "panelId": panel_version + version,
            "chosen": chosen or {},
            "notes": list(notes),
            "find": find,
            "words": _words(),
        },
        on_ask_change=on_ask,
    )


def asked(key: str) -> dict[str, str]:
    """What the last click asked for: kind ("value", "name", "open", "close"), key of the row, code of the column."""
    state = st.session_state.get(key)
    ask = state.get("ask") if state else None
    return {str(name): str(value) for name, value in ask.items()} if isinstance(ask, dict) else {}


def _words() -> dict[str, str]:
    """The words that the browser puts around the values; those in braces stay for it to fill."""
    places = {name: f"{{{name}}}" for name in ("code", "name", "value")}
    return {"close": say("close"), "find": say("find_player"), "value": say("explain_value", **places)}
