"""Which event, round and part of Results is shown: the address, the controls, and what is said of the last thing done."""

from collections.abc import Callable
from datetime import UTC, tzinfo
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import pandas as pd
import streamlit as st

from chessdash.display import results_page as display
from chessdash.errors import ChessdashError
from chessdash.pages import _links, _shared
from chessdash.store import Store, events, rounds
from chessdash.store.program import Disagreement
from chessdash.text import say

TABS = ("boards", "players")
ROUND = "round of results "  # session, with the event: the round that is shown, so that a save does not turn to another one
SAID = "said on results"  # session: of the last thing that was done, whether it failed and sentences
MOST_SAID = 8  # sentences of one failure
BEAT = 3  # seconds between looks at what others saved
Drafts = Callable[[], bool]  # whether the viewer's drafts are others than those that are shown; ChessdashError


class Shown(NamedTuple):
    """What the parts of the page draw from."""

    store: Store
    key: str
    name: str
    names: dict[str, str]  # of all events by key, as they are listed
    finished: bool
    rounds: pd.DataFrame  # as ``rounds.rounds`` gives them
    coming: int | None  # the round that can be made next
    round: int  # 0: there is none, and none can be made
    tab: str
    messages: tuple[str, ...]

    @property
    def published(self) -> bool | None:
        """Whether the round is published; None where it is still to be made."""
        found = self.rounds.loc[self.rounds["round"] == self.round, "published"]
        return bool(found.iloc[0]) if len(found) else None


def of(store: Store, keys: list[str], asked: dict[str, str]) -> Shown:
    """What is asked for in the address, among the events that the viewer may enter; what is not there falls back, and is said."""
    messages = []
    before = str(st.session_state.get(_links.VIEW, {}).get("event", ""))
    key = asked.get("event", "")
    if key not in keys:
        if key:
            messages.append(say("results_event_gone", key=key))
        key = before if before in keys else keys[0]
    every = events.listing(store)
    listed: Any = every.set_index("key").loc[key]
    made = rounds.rounds(store, key)
    coming = _coming(made, int(listed["planned"]), str(listed["system"]))
    known = [*made["round"].tolist(), *([coming] if coming else [])]
    wanted = asked.get("round", "")
    round = int(wanted) if wanted.isdecimal() and len(wanted) < 4 else 0
    if round not in known:
        if wanted:
            messages.append(say("results_round_gone", round=wanted))
        round = st.session_state.get(ROUND + key, 0)
    if round not in known:
        round = display.first_round(made, coming)
    st.session_state[ROUND + key] = round
    tab = asked.get("view", "") if asked.get("view") in TABS else TABS[0]
    finished = bool(listed["state"] == "finished")
    return Shown(store, key, str(listed["name"]), event_names(every), finished, made, coming, round, tab, tuple(messages))


def _coming(made: pd.DataFrame, planned: int, system: str) -> int | None:
    """The round after all that are made, where one can be: a round robin's are made at once."""
    last = int(made["round"].max()) if len(made) else 0
    return last + 1 if last < planned and (last == 0 or system != "round-robin") else None


def parameters(shown: Shown) -> dict[str, Any]:
    """The parameters of a link to what is shown."""
    return {"event": shown.key, "round": shown.round, "view": None if shown.tab == TABS[0] else shown.tab}


def change(shown: Shown, **changes: object) -> None:
    """Changes some parameters of what is shown, in the address; what was said of the last thing is done with."""
    st.session_state.pop(SAID, None)
    _links.write({**parameters(shown), **changes})


# ---- controls


def controls(shown: Shown, keys: list[str]) -> None:
    """The event and the round; what else can be done with the round is drawn beside them by the caller."""
    st.session_state["results_event"] = shown.key
    st.selectbox(
        say("results_event"),
        keys,
        format_func=lambda key: shown.names[key],
        key="results_event",
        width=320,
        on_change=lambda: change(shown, event=st.session_state["results_event"], round=None),
    )
    if not shown.round or shown.tab == "players":
        return
    labels = {int(row.round): display.round_label(row.round, row.published, row.open) for row in _rows(shown.rounds)}
    if shown.coming:
        labels[shown.coming] = display.round_label(shown.coming, None, 0)
    st.session_state["results_round"] = shown.round
    st.selectbox(
        say("results_round"),
        list(labels),
        format_func=lambda round: labels[round],
        key="results_round",
        width=190,
        on_change=lambda: change(shown, round=st.session_state["results_round"]),
    )


def event_names(listed: pd.DataFrame) -> dict[str, str]:
    """Events by key as they are listed: no two alike, since the list of choices tells them by their words."""
    twice = set(listed.loc[listed["name"].duplicated(keep=False), "name"])
    found = {}
    for row in _rows(listed):
        name = say("results_event_key", name=row.name, key=row.key) if row.name in twice else str(row.name)
        found[str(row.key)] = say("results_event_done", name=name) if row.state == "finished" else name
    return found


def _rows(frame: pd.DataFrame) -> Any:
    return frame.itertuples()


def turned(shown: Shown) -> None:
    """Writes the tab that was opened into the address."""
    by_label = {say(f"tab_{name}"): name for name in TABS}
    name = by_label.get(st.session_state["results_tab"], TABS[0])
    change(shown, view=None if name == TABS[0] else name)


def zone() -> tzinfo:
    """The viewer's own time, as the browser says it."""
    try:
        return ZoneInfo(st.context.timezone or "UTC")
    except (KeyError, ValueError, OSError):
        return UTC


# ---- doing something


def act(function: Callable[[], object], said: str | Callable[[Any], str] = "") -> bool:
    """Does something in the store, and keeps what to say of it: ``said`` where it went well, else why not; whether it did."""
    try:
        result = function()
    except Disagreement as error:
        more = len(error.sentences) - MOST_SAID
        rest = [say("make_differences_more", n=more)] if more > 0 else []
        head = say("make_differences", n=len(error.sentences))
        st.session_state[SAID] = (True, [head, *error.sentences[:MOST_SAID], *rest])
        return False
    except ChessdashError as error:
        st.session_state[SAID] = (True, [str(error)])
        return False
    text = said(result) if callable(said) else said
    st.session_state[SAID] = (False, [text] if text else [])
    return True


def said() -> None:
    """What there is to say of the last thing that was done."""
    failed, texts = st.session_state.get(SAID, (False, []))
    if failed:
        _shared.state(texts[0], way=" ".join(texts[1:]), failed=True)
    elif texts:
        _shared.said(texts)


def clear() -> None:
    """The last thing is done with."""
    st.session_state.pop(SAID, None)


def beat(shown: Shown, revision: int, others: Drafts | None = None) -> None:
    """Looks every few seconds whether somebody else changed the event, or the viewer drafts elsewhere; then draws the page anew.

    It keeps the session alive too, and makes one after the server was away, so that the next edit counts.
    """

    @st.fragment(run_every=BEAT)
    def look() -> None:
        try:
            changed = events.revision(shown.store, shown.key) != revision or (others is not None and others())
        except ChessdashError:
            return
        if changed:
            st.rerun()

    look()
