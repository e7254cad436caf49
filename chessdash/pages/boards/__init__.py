"""Boards with their results: a line a board, its result as buttons, drawn in the browser by setting text."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st

from chessdash.display import boards
from chessdash.display.boards import Line
from chessdash.display.results_page import Entry, data, words

_HERE = Path(__file__).parent
_MOUNT = st.components.v2.component(
    "chessdash_boards",
    html=(_HERE / "boards.html").read_text(encoding="utf-8"),
    css="".join(path.read_text(encoding="utf-8") for path in (_HERE.parent / "tokens.css", _HERE / "boards.css")),
    js="\n".join((_HERE / name).read_text(encoding="utf-8") for name in ("enter.js", "boards.js")),
)
_HEARD = "last click on "  # session, with the key: the number of the click that was answered last
_SAVING = "last save on "  # session, with the key: the number of the click that last asked to save


class Pressed(NamedTuple):
    """What was pressed and not answered yet."""

    results: Mapping[str, tuple[str, int]]  # by key of the line: the code ("" takes it back), the version of the board seen
    save: bool = False  # whether to save, too
    later: frozenset[str] = frozenset()  # lines that were pressed only after that
    shown: Mapping[str, tuple[str, int]] | None = None  # where to save: the changed lines as the browser showed them then


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

    def pressed(asked: Pressed) -> None:
        on_set({line: code for line, (code, _) in asked.results.items()})

    shown = [boards.data(line, rounds=rounds) for line in lines]
    content = {"mode": mode, "caption": caption, "status": status, "lines": shown, "words": boards.words()}
    _mount(key, content, pressed)


def enter(
    lines: Sequence[Entry], *, key: str, scope: str, caption: str, status: str, on_press: Callable[[Pressed], None]
) -> None:
    """Draws the boards of a round whose results are entered; ``key`` has to be another one for every round.

    ``on_press`` gets everything that was pressed and not answered yet, perhaps once more. ``scope`` names who enters what, for
    the browser: it keeps what is not answered under this name.
    """
    shown = [data(line) for line in lines]
    content = {"mode": "enter", "scope": scope, "caption": caption, "status": status, "lines": shown, "words": words()}
    _mount(key, content, on_press)


def _mount(key: str, content: dict[str, Any], on_press: Callable[[Pressed], None]) -> None:
    """Puts the boards on the page. A click is answered once ``on_press`` has done with it: Streamlit may break off before, and
    the browser then sends it again."""

    _MOUNT(
        key=key,
        data={**content, "heard": st.session_state.get(_HEARD + key, 0)},
        on_set_change=lambda: hear(key, on_press),
    )


def hear(key: str, on_press: Callable[[Pressed], None]) -> None:
    """Answers what was pressed on the boards of a key, once: also for a button whose click came together with it, since Streamlit
    calls buttons first."""
    state = st.session_state.get(key)
    asked: Any = state.get("set") if state else None
    if not isinstance(asked, dict) or not isinstance(asked.get("results"), dict):
        return
    number, saving = _whole(asked.get("number")), _whole(asked.get("saving"))
    if number <= st.session_state.get(_HEARD + key, 0):
        return
    on_press(_pressed(asked, saving > st.session_state.get(_SAVING + key, 0)))
    st.session_state[_SAVING + key] = max(saving, st.session_state.get(_SAVING + key, 0))
    st.session_state[_HEARD + key] = number


def _pressed(asked: Mapping[str, Any], save: bool) -> Pressed:
    """What the browser says, as far as it is such a thing."""
    seen: Any = asked.get("seen")
    seen = seen if isinstance(seen, dict) else {}
    later = asked["later"] if isinstance(asked.get("later"), list) else []
    results = {str(line): (str(code), _whole(seen.get(line))) for line, code in asked["results"].items()}
    shown = None
    if isinstance(asked.get("shown"), dict):
        pairs = {str(line): one for line, one in asked["shown"].items() if isinstance(one, list) and len(one) == 2}
        shown = {line: (str(code), _whole(version)) for line, (code, version) in pairs.items()}
    return Pressed(results, save, frozenset(map(str, later)), shown)


def _whole(value: Any) -> int:
    return int(value) if isinstance(value, int | float) else 0
