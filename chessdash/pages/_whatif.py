"""The three parts of What if, each drawn only while its tab is open."""

from collections.abc import Callable
from typing import NamedTuple

import streamlit as st

from chessdash import army as army_games
from chessdash.errors import ChessdashError
from chessdash.pages import _shared, _whatif_end, _whatif_rest, _whatif_results, _whatif_view
from chessdash.pages._whatif_view import Asked
from chessdash.shelf import Event
from chessdash.text import say
from chessdash.tournament import Tournament


class Shown(NamedTuple):
    """What a tab draws from."""

    event: Event
    played: Tournament
    view: Asked
    dark: bool


def turned() -> None:
    """Writes the tab that was opened into the address."""
    by_label = {say(f"tab_{name}"): name for name in _whatif_view.TABS}
    name = by_label.get(st.session_state["whatif_tab"], _whatif_view.TABS[0])
    _whatif_view.change(view=None if name == _whatif_view.TABS[0] else name)


def army(played: Tournament, order: str | None = None) -> None:
    """Of an army game: whether it is over, and why; of other events nothing."""
    if not army_games.is_army(played, order):
        return
    try:
        _shared.said([army_games.state(played, order).sentence])
    except ChessdashError as error:
        _shared.said([str(error)])


TABS: dict[str, Callable[[Shown], None]] = {"end": _whatif_end.tab, "results": _whatif_results.tab, "rest": _whatif_rest.tab}
