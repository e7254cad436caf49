"""What a link to Standings asks for, what of it can be done, and the controls that change it."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pandas as pd
import streamlit as st

from chessdash import orders
from chessdash.display.codes import written
from chessdash.errors import ChessdashError, TieBreakError
from chessdash.pages import _links, _shared
from chessdash.pages._shared import Choice
from chessdash.shelf import Event
from chessdash.standings import EDITIONS
from chessdash.text import say
from chessdash.tiebreaks.descriptor import parse_order
from chessdash.tournament import Tournament

REFUSED = "refused order"  # session: the sentence about an order that was typed and cannot be used
SYSTEM = "system of "  # session, with the event's key: an override of the file's system, which no link carries
TABS = ("standings", "crosstable", "rounds", "statistics")


@dataclass(frozen=True)
class View:
    """A view of one event as it is shown: parameters that were understood, what they mean, and what was not understood."""

    event: Event
    choice: Choice
    ranking: pd.DataFrame
    own: str  # the order that holds without a choice, as comma text
    tab: str
    player: int | None
    against: int | None
    code: str | None
    messages: tuple[str, ...] = ()
    parameters: dict[str, str] = field(default_factory=dict)


def of(event: Event, played: Tournament, asked: dict[str, str]) -> View:
    """The view that the parameters ask for; what is unknown falls back to the file's own, with a message."""
    messages: list[str] = []
    system = st.session_state.get(SYSTEM + event.key)
    own = comma(played.order or orders.default(system or played.system))
    choice = Choice(
        order=_order(asked.get("order"), own, messages),
        edition=_among(asked.get("edition"), EDITIONS, "edition_unknown", messages),
        through=_round(asked.get("round"), played, messages),
        system=system,
        unrated=_rating(asked.get("unrated"), messages),
    )
    try:
        ranking = _shared.ranking(event, choice)
    except ChessdashError as error:
        messages.append(str(error))
        choice = Choice(system=system)
        ranking = _shared.ranking(event, choice)
    player, against, code = _selection(asked, ranking, messages)
    tab = _among(asked.get("view"), TABS, "view_unknown", messages) or TABS[0]
    understood = {
        "event": event.key,
        "round": choice.through,
        "order": choice.order,
        "edition": choice.edition,
        "unrated": None if choice.unrated is None else int(choice.unrated),
        "player": player,
        "against": against,
        "code": code,
        "view": None if tab == TABS[0] else tab,
    }
    if refused := st.session_state.pop(REFUSED, None):
        messages.append(refused)
    return View(event, choice, ranking, own, tab, player, against, code, tuple(messages), _links.clean(understood))


def comma(codes: "tuple[str, ...]") -> str:
    """An order as links and widgets hold it: codes with commas, without the points that every order starts with."""
    return ",".join(codes[1:] if codes[:1] == ("PTS",) and len(codes) > 1 else codes)


def canonical(order: str) -> str:
    """A typed order in FIDE's spelling, as comma text; raises TieBreakError."""
    codes = tuple(str(descriptor) for _, descriptor in parse_order(order.replace(";", ",").replace(" ", ",")))
    if not codes:
        raise TieBreakError(say("empty_order"))
    return comma(codes)


def _order(text: str | None, own: str, messages: list[str]) -> str | None:
    if not text:
        return None
    try:
        order = canonical(text)
    except TieBreakError as error:
        messages.append(str(error))
        return None
    return None if order == own else order


def _among(value: str | None, known: tuple[str, ...], code: str, messages: list[str]) -> str | None:
    if not value or value in known:
        return value or None
    messages.append(say(code, value=value, known=", ".join(known)))
    return None


def _round(text: str | None, played: Tournament, messages: list[str]) -> int | None:
    if not text:
        return None
    if text.isascii() and text.isdigit() and 1 <= int(text) <= played.rounds_played:
        return None if int(text) == played.rounds_played else int(text)
    messages.append(say("round_unknown", value=text, rounds=played.rounds_played))
    return None


def _rating(text: str | None, messages: list[str]) -> float | None:
    if not text:
        return None
    if text.isascii() and text.isdigit() and 1 <= int(text) <= 4000:
        return float(text)
    messages.append(say("unrated_unknown", value=text))
    return None


def _selection(asked: dict[str, str], ranking: pd.DataFrame, messages: list[str]) -> tuple[int | None, int | None, str | None]:
    """The player, the second player and the code of the panel, as far as the table has them."""
    player, against = (_number(asked.get(name), ranking, messages) for name in ("player", "against"))
    code = asked.get("code")
    if code is not None and code not in ranking.attrs["order"]:
        messages.append(say("code_unknown", value=code, order=written(ranking.attrs["order"])))
        code = None
    if player is None or player == against:
        against = None
    return player, against, code if player is not None and against is None else None


def _number(text: str | None, ranking: pd.DataFrame, messages: list[str]) -> int | None:
    if not text:
        return None
    if text.isascii() and text.isdigit() and int(text) in ranking.index:
        return int(text)
    messages.append(say("player_unknown", value=text))
    return None


# ---- controls: the address holds the value, a change writes the address


def round_control(view: View, played: Tournament) -> None:
    """After round: the last one first; the final table says so."""
    rounds = list(range(played.rounds_played, 0, -1)) or [0]
    st.session_state["round_choice"] = view.choice.through or rounds[0]
    st.selectbox(
        say("after_round"),
        rounds,
        format_func=lambda r: _round_word(r, played),
        key="round_choice",
        width=98,
        on_change=lambda: _links.change(round=_other(st.session_state["round_choice"], rounds[0])),
    )


def _round_word(r: int, played: Tournament) -> str:
    if not r:
        return say("round_none")
    return say("round_final", round=r) if r >= played.rounds_planned else str(r)


def _other(value: object, default: object) -> object:
    return None if value == default else value


def order_control(view: View) -> None:
    """Order of tie-breaks of a view."""
    order_select("order_choice", view.choice.order, view.own, view.ranking.attrs["system"], _ordered)


def _ordered(order: str | None) -> None:
    _links.change(order=order, code=None)


def order_select(key: str, chosen: str | None, own: str, system: str, change: Callable[[str | None], None]) -> None:
    """Order of tie-breaks: the file's own (None) or the preset, others in use, or any codes that are typed."""
    current = chosen or own
    options = list(dict.fromkeys((own, *(one.text for one in orders.presets(system)), current)))
    st.session_state[key] = current
    st.selectbox(
        say("order_of"),
        options,
        format_func=lambda order: " · ".join(filter(None, (order.replace(",", ", "), orders.named(order)))),
        key=key,
        accept_new_options=True,
        width=170,
        on_change=_typed,
        args=(key, own, change),
    )


def _typed(key: str, own: str, change: Callable[[str | None], None]) -> None:
    try:
        order = canonical(st.session_state[key] or own)
    except TieBreakError as error:
        st.session_state[REFUSED] = str(error)
        return
    change(None if order == own else order)


def dropped(view: View, played: Tournament) -> None:
    """The codes of the order that this event cannot carry, with the reason; and the way out where it is a rating."""
    left_out = view.ranking.attrs["dropped"]
    if not left_out:
        return
    codes = ", ".join(row["code"] for row in left_out)
    _shared.said([say("codes_dropped", n=len(left_out), codes=codes, reason=left_out[0]["reason"])])
    unrated = int((played.players["rating"].isna()).sum())
    if unrated and view.choice.unrated is None:
        st.button(say("count_unrated", n=unrated, rating=1400), on_click=lambda: _links.change(unrated=1400), key="count_unrated")
