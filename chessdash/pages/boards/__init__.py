"""Boards with their results: a line a board, its result as buttons, drawn in the browser by setting text."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from chessdash.display import boards
from chessdash.display.boards import Line
from chessdash.display.results_page import Entry, data, words

_HERE = Path(__file__).parent
_MOUNT = st.components.v2.component(
    "chessdash_boards",
    html=(_HERE / "boards.html").read_text(encoding="utf-8"),
    css=(_HERE / "boards.css").read_text(encoding="utf-8"),
    js="\n".join((_HERE / name).read_text(encoding="utf-8") for name in ("enter.js", "boards.js")),
)
_HEARD = "last click on "  # session, with the key: the number of the click that was answered last
Seen = Mapping[str, tuple[str, int]]  # by key of the line: the code ("" takes it back), the version of the board that was seen


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

    def heard() -> None:
        if (pressed := _heard(key, "set")) is not None:
            on_set({line: code for line, (code, _) in pressed.items()})

    shown = [boards.data(line, rounds=rounds) for line in lines]
    content = {"mode": mode, "caption": caption, "status": status, "lines": shown, "words": boards.words()}
    _MOUNT(key=key, data={**content, "heard": st.session_state.get(_HEARD + key, 0)}, on_set_change=heard)


def enter(
    lines: Sequence[Entry],
    *,
    key: str,
    scope: str,
    caption: str,
    status: str,
    on_set: Callable[[Seen], None],
    on_save: Callable[[Seen], None],
) -> None:
    """Draws the boards of a round whose results are entered; ``key`` has to be another one for every round.

    ``on_set`` gets everything that was pressed and not answered yet, ``on_save`` the same where Enter was pressed. ``scope``
    names who enters what, for the browser: it keeps what is not answered under this name.
    """

    def heard() -> None:
        if (pressed := _heard(key, "set")) is not None:
            on_set(pressed)

    def saved() -> None:
        if (pressed := _heard(key, "save")) is not None:
            on_save(pressed)

    shown = [data(line) for line in lines]
    content = {"mode": "enter", "scope": scope, "caption": caption, "status": status, "lines": shown, "words": words()}
    number = st.session_state.get(_HEARD + key, 0)
    _MOUNT(key=key, data={**content, "heard": number}, on_set_change=heard, on_save_change=saved)


def _heard(key: str, name: str) -> dict[str, tuple[str, int]] | None:
    """Takes the results out of a click, and notes that it was answered; None for what is no such thing."""
    state = st.session_state.get(key)
    asked: Any = state.get(name) if state else None
    if not isinstance(asked, dict) or not isinstance(asked.get("results"), dict):
        return None
    number, seen = asked.get("number"), asked.get("seen")
    st.session_state[_HEARD + key] = number if isinstance(number, int) else 0
    versions = seen if isinstance(seen, dict) else {}
    return {str(line): (str(code), _whole(versions.get(line))) for line, code in asked["results"].items()}


def _whole(value: Any) -> int:
    return int(value) if isinstance(value, int | float) else 0
