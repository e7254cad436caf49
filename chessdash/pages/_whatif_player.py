"""One player's rest of the event: what is proved, the chances, and the games of the next round that matter to them."""

from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from chessdash.display import outlook as display
from chessdash.pages import _compare_draw, _whatif_draw, _whatif_view
from chessdash.text import say
from chessdash.whatif.outlook import Outlook

if TYPE_CHECKING:
    from chessdash.pages._whatif import Shown

PICKED = "rest_player"
ROWS = 6  # games that matter


def find_me(shown: "Shown", found: Outlook, frame: pd.DataFrame, proved: dict[int, pd.DataFrame], *, before: bool) -> None:
    """A player to choose, by the parameter ``player``, and what the runs and the proofs say of that player.

    ``frame`` is of ``Outlook.to_frame``, ``proved`` of ``certainty`` by the number of places; ``before``: ranks are not of today.
    """
    names, places = frame["name"], frame["rank"]
    asked = st.session_state.get(_whatif_view.SHOWN, {}).get("player")
    if asked != (None if shown.view.player is None else str(shown.view.player)):  # so that the link to share follows
        st.rerun()
    now = shown.view.player if shown.view.player in frame.index else None
    st.session_state[PICKED] = now
    st.subheader(say("player_head"), anchor="player")
    st.selectbox(
        say("player_pick"),
        [int(no) for no in frame.index],
        index=None,
        format_func=lambda no: f"{places[no]}  {names[no]}",
        placeholder=say("player_none"),
        key=PICKED,
        width=360,
        on_change=_picked,
    )
    if now is None:
        return
    rows = display.one_player(frame, proved, now, found.runs, before=before)
    _whatif_draw.effects(str(names[now]), rows)
    if not found.plan.known:
        return
    games = found.depends(now)
    games = games[display.telling(games)].head(ROWS)
    if len(games):
        _whatif_draw.note(say("player_games", n=len(games)))
        _compare_draw.table(display.depends_table(games, found.plan, one=True))
    else:
        _whatif_draw.note(say("player_no_games"))


def _picked() -> None:
    picked: Any = st.session_state[PICKED]
    if picked is None:
        _whatif_view.change(player=None, against=None)
    else:
        _whatif_view.change(player=str(picked))
