"""A round that is made and not published: players change places, colours and boards, in the browser by setting text."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

_HERE = Path(__file__).parent
_MOUNT = st.components.v2.component(
    "chessdash_seats",
    html=(_HERE / "seats.html").read_text(encoding="utf-8"),
    css="".join(path.read_text(encoding="utf-8") for path in (_HERE.parent / "tokens.css", _HERE / "seats.css")),
    js=(_HERE / "seats.js").read_text(encoding="utf-8"),
)
ACTS = {  # what can be asked for, and the whole numbers that go with it
    "swap": ("board",),
    "take": ("board",),
    "move": ("board", "to"),
    "exchange": ("one", "other"),
    "add": ("white", "black"),
    "bye": ("no",),
}


def draw(
    shown: dict[str, Any], *, key: str, caption: str, status: str, on_ask: Callable[[str, tuple[int, ...], str], None]
) -> None:
    """Draws a round as ``display.results_round.seats`` gives it; ``on_ask`` gets what to do, its numbers, the kind of a bye."""

    def heard() -> None:
        state = st.session_state.get(key)
        asked: Any = state.get("ask") if state else None
        if not isinstance(asked, dict) or asked.get("act") not in ACTS:
            return
        numbers = [asked.get(name) for name in ACTS[asked["act"]]]
        if all(isinstance(number, int | float) for number in numbers):
            on_ask(asked["act"], tuple(int(number) for number in numbers if number is not None), str(asked.get("kind", "")))

    _MOUNT(key=key, data={**shown, "caption": caption, "status": status}, on_ask_change=heard)
