"""The parameters of links: one vocabulary, and one place that reads and writes it. The address alone holds a view's state."""

import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlencode

import streamlit as st

PARAMETERS = (
    "event", "round", "order", "edition", "unrated", "player", "against", "code",
    "result", "prizes", "control", "member", "view", "lang",
)  # fmt: skip
VIEW = "view of standings"  # session: the parameters of the last view, so that a move between pages keeps it
TO_SAVE = "event to save"  # session: the key of the visitor's own file that an organiser wants to save in the club
LONGEST = 400  # characters of one parameter; nobody types more
_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+\-.!|~$:<>&])")


def read() -> dict[str, str]:
    """The parameters of the address that are in the vocabulary, each once."""
    return {name: st.query_params[name][:LONGEST] for name in PARAMETERS if name in st.query_params}


def write(parameters: Mapping[str, object]) -> None:
    """Makes these the parameters of the address; None and "" are left out."""
    kept = clean(parameters)
    if kept != read():
        st.query_params.from_dict(kept)


def clean(parameters: Mapping[str, object]) -> dict[str, str]:
    """The parameters that say something, in the order of the vocabulary."""
    return {name: str(parameters[name]) for name in PARAMETERS if parameters.get(name) not in (None, "")}


def change(**changes: object) -> None:
    """Changes some parameters of the view that is shown; what was not understood in the address is dropped."""
    write({**st.session_state.get(VIEW, {}), **changes})


def keep(parameters: Mapping[str, object]) -> None:
    """Remembers what is shown, so that changes and moves start from it."""
    st.session_state[VIEW] = clean(parameters)


def address(page: str, parameters: Mapping[str, object]) -> str:
    """The whole address of a view, as the visitor's browser reaches this server."""
    base = (st.context.url or "").split("?")[0]
    for known in ("standings", "events", "compare", "what-if", "ratings"):
        base = base.removesuffix(f"/{known}")
    return f"{base.rstrip('/')}/{page}?{urlencode(clean(parameters), safe='/,')}"


def literal(text: str) -> str:
    """A text that Streamlit's Markdown shows as it is: no emphasis, links, icons, formulas or pictures."""
    return _MARKDOWN.sub(r"\\\1", text).replace(":", ":\u2060").replace("\n", " ")


def page(name: str) -> Path:
    """The file of a page, for moves between pages."""
    return Path(__file__).parent / f"{name}.py"
