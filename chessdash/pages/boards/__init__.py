"""The boards of *Other results*: a line a board, its result as buttons, drawn in the browser by setting text."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from chessdash.display import boards
from chessdash.display.boards import Line

_HERE = Path(__file__).parent
_MOUNT = st.components.v2.component(
    "chessdash_boards",
    html=(_HERE / "boards.html").read_text(encoding="utf-8"),
    css=(_HERE / "boards.css").read_text(encoding="utf-8"),
    js=(_HERE / "boards.js").read_text(encoding="utf-8"),
)
_HEARD = "last click on "  # session, with the key: the number of the click that was answered last


def draw(
    lines: Sequence[Line],
    *,
    key: str,
    caption: str,
    on_set: Callable[[dict[str, str]], None],
    mode: str = "set",
    rounds: bool = False,
    status: str = "",
) -> None:
    """Draws boards as a list that scrolls: ``mode`` "set" with buttons for the result, "changed" with the result and Undo.

    ``on_set`` gets the results that were pressed, by key of the line; "" undoes. ``status`` is read out when it changes.
    """
    shown = [boards.data(line, rounds=rounds) for line in lines]
    content = {"mode": mode, "caption": caption, "status": status, "lines": shown, "words": boards.words()}
    heard = st.session_state.get(_HEARD + key, 0)
    _MOUNT(key=key, data={**content, "heard": heard}, on_set_change=lambda: _heard(key, on_set))


def _heard(key: str, on_set: Callable[[dict[str, str]], None]) -> None:
    """Takes the results out of a click; what is no such thing is left alone."""
    state = st.session_state.get(key)
    asked: Any = state.get("set") if state else None
    if not isinstance(asked, dict) or not isinstance(asked.get("results"), dict):
        return
    number = asked.get("number")
    st.session_state[_HEARD + key] = number if isinstance(number, int) else 0
    on_set({str(line): str(code) for line, code in asked["results"].items()})
