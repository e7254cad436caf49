"""What a link to Compare asks for, what of it can be done, and the controls that change it."""

from dataclasses import dataclass
from urllib.parse import urlencode

import pandas as pd
import streamlit as st

from chessdash import orders as known
from chessdash.display.codes import written
from chessdash.errors import ChessdashError, TieBreakError
from chessdash.pages import _links, _more, _view
from chessdash.pages._shared import Choice
from chessdash.prizes import RULES, parse_prizes
from chessdash.shelf import Event
from chessdash.text import say
from chessdash.tournament import Tournament

SHOWN = "view of compare"  # session: the parameters of what is shown, with all orders
REFUSED = "refused by compare"  # session: the sentence about what was typed and cannot be used
MOST, PILLS = 6, 8  # orders compared at most, and offered at least
RULES_OF_TABLE = ("event", "round", "edition", "unrated")
TABS = ("moves", "prizes", "why", "luck", "codes")
FURTHER = ("SB,BH,WIN", "FB,BH/C1,SB", "PS,BH/C1")  # first codes of other families, beside the orders in use
FIRST = 2  # orders beside the event's own that are chosen where a link names none


@dataclass(frozen=True)
class Asked:
    """A comparison as a link asks for it, as far as it was understood: orders as comma text, the first compared with."""

    choice: Choice  # round, edition, system and rating of the unrated; its order is the event's own
    own: str
    ranking: pd.DataFrame
    orders: tuple[str, ...]
    offered: tuple[str, ...]
    amounts: tuple[float, ...]
    prizes: str
    rule: str
    pair: tuple[int, int] | None
    tab: str
    messages: tuple[str, ...]


def of(event: Event, played: Tournament, asked: dict[str, str], texts: list[str]) -> Asked:
    """What the parameters ask for; ``texts`` are the orders, of which a link may hold several."""
    rules: dict[str, str] = {name: text for name, text in asked.items() if name in RULES_OF_TABLE}
    view = _view.of(event, played, rules)
    messages = list(view.messages)
    own = _view.comma(tuple(view.ranking.attrs["order"]))
    orders = _orders(texts, messages) if texts else ()
    offered = suggestions(own, played.system, orders)
    if not texts:
        before = _links.clean(st.session_state.get(_links.VIEW, {}))
        seen = (before["order"],) if before.get("event") == event.key and "order" in before else ()
        orders = tuple(dict.fromkeys((own, *seen, *offered[1:])))[: 1 + FIRST]
    if len(orders) > MOST:
        messages.append(say("orders_many", order=written(orders[MOST].split(","))))
        orders = orders[:MOST]
    amounts, prizes, rule = _prizes(asked.get("prizes", ""), messages)
    if refused := st.session_state.pop(REFUSED, None):
        messages.append(refused)
    tab = _view._among(asked.get("view"), TABS, "view_unknown", messages) or TABS[0]
    pair = _pair(asked, view.ranking, messages)
    offered = suggestions(own, played.system, orders)
    return Asked(view.choice, own, view.ranking, orders, offered, amounts, prizes, rule, pair, tab, tuple(messages))


def suggestions(own: str, system: str, chosen: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The orders on offer: the event's own, one of each other family, those in use elsewhere, and what was chosen besides."""
    presets = [one.text for one in known.presets(system) if "OTHER_" not in one.text]
    further = FURTHER if system == "swiss" else ("SB,DE,WIN", "KS,DE,SB")
    offered = list(dict.fromkeys((own, *further, *presets)))[:PILLS]
    return tuple(dict.fromkeys((*offered, *chosen)))


def _orders(texts: list[str], messages: list[str]) -> tuple[str, ...]:
    found = []
    for text in texts:
        try:
            found.append(_view.canonical(text[: _links.LONGEST]))
        except TieBreakError as error:
            messages.append(str(error))
    return tuple(dict.fromkeys(found))


def _prizes(text: str, messages: list[str]) -> tuple[tuple[float, ...], str, str]:
    """Amounts and rule from a text such as "500,300:hort"."""
    amounts, _, rule = text.partition(":")
    if rule and rule not in RULES:
        messages.append(say("rule_unknown", value=rule, known=", ".join(RULES)))
    rule = rule if rule in RULES else RULES[0]
    try:
        return parse_prizes(amounts), amounts, rule
    except ChessdashError as error:
        messages.append(str(error))
        return (), amounts, rule


def _pair(asked: dict[str, str], ranking: pd.DataFrame, messages: list[str]) -> tuple[int, int] | None:
    numbers = [_view._number(asked.get(name), ranking, messages) for name in ("player", "against")]
    one, other = numbers
    return (one, other) if one is not None and other is not None and one != other else None


# ---- the address


def parameters(event: Event, asked: Asked) -> dict[str, str | list[str]]:
    """The parameters of what is shown, in the order of the vocabulary; every order once."""
    one, other = asked.pair or (None, None)
    rule = "" if asked.rule == RULES[0] else f":{asked.rule}"
    values: dict[str, object] = {
        "event": event.key,
        "round": asked.choice.through,
        "edition": asked.choice.edition,
        "unrated": None if asked.choice.unrated is None else int(asked.choice.unrated),
        "player": one,
        "against": other,
        "prizes": asked.prizes + rule if asked.prizes or rule else None,
        "view": None if asked.tab == TABS[0] else asked.tab,
    }
    kept: dict[str, str | list[str]] = dict(_links.clean(values))
    if asked.orders:
        kept["order"] = list(asked.orders)
    return kept


def change(**changes: str | list[str] | None) -> None:
    """Changes some parameters of what is shown, in the address."""
    shown: dict[str, str | list[str]] = {**st.session_state.get(SHOWN, {}), **{k: v for k, v in changes.items() if v is not None}}
    gone = [name for name, value in changes.items() if value is None]
    st.query_params.from_dict({name: value for name, value in shown.items() if name not in gone})


def address(shown: dict[str, str | list[str]]) -> str:
    """The whole address of a comparison, as the visitor's browser reaches this server."""
    base = (st.context.url or "").split("?")[0].removesuffix("/compare").rstrip("/")
    return f"{base}/compare?{urlencode(shown, doseq=True, safe='/,:')}"


# ---- controls


def orders_control(asked: Asked) -> None:
    """The orders as pills, and a field for any other."""
    st.session_state["orders_choice"] = list(asked.orders)
    st.pills(
        say("orders"),
        list(asked.offered),
        selection_mode="multi",
        format_func=lambda order: order.replace(",", ", "),
        key="orders_choice",
        on_change=_chosen,
        args=(asked.offered,),
        help=say("orders_help"),
    )


def _chosen(offered: tuple[str, ...]) -> None:
    chosen = set(st.session_state["orders_choice"] or [])
    change(order=[order for order in offered if order in chosen] or [offered[0]])


def add_control(asked: Asked) -> None:
    """A field for an order by its codes."""
    st.text_input(
        say("order_add"), key="order_added", placeholder=say("order_add_example"), width=200, on_change=_added, args=(asked,)
    )


def _added(asked: Asked) -> None:
    text = st.session_state["order_added"].strip()
    st.session_state["order_added"] = ""
    if not text:
        return
    try:
        order = _view.canonical(text)
    except TieBreakError as error:
        st.session_state[REFUSED] = str(error)
        return
    change(order=list(dict.fromkeys((*asked.orders, order))))


def prizes_control(asked: Asked) -> None:
    """Prize money by place, and what a shared place gets."""
    st.session_state["prizes_text"] = asked.prizes
    st.text_input(
        say("prizes"),
        key="prizes_text",
        placeholder=say("prizes_example"),
        width=200,
        help=say("prizes_help"),
        on_change=_priced,
    )


def rule_control(asked: Asked) -> None:
    """What a shared place gets."""
    st.session_state["prizes_rule"] = asked.rule
    st.pills(
        say("prizes_rule"),
        RULES,
        format_func=lambda rule: say(f"rule_{rule}"),
        key="prizes_rule",
        on_change=_priced,
        required=True,
    )


def _priced() -> None:
    shown = str(st.session_state.get(SHOWN, {}).get("prizes", ""))
    amounts = st.session_state.get("prizes_text", shown.partition(":")[0]) or ""
    rule = st.session_state.get("prizes_rule") or shown.partition(":")[2] or RULES[0]
    text = amounts.replace(":", "").strip()[:200]
    change(prizes=(text + ("" if rule == RULES[0] else f":{rule}")) or None)


def share(event: Event, asked: Asked) -> None:
    """The link to what is shown."""
    with st.popover(say("share_compare"), width="content"):
        if event.own:
            st.caption(say("share_own"))
            return
        link = address(parameters(event, asked))
        st.code(link, language=None, wrap_lines=True)
        st.image(_more._code(link), width=148, alt=say("share_code"))


def remember(event: Event, asked: Asked) -> None:
    """Keeps what is shown, so that changes start from it and a move to Standings keeps event and round."""
    st.session_state[SHOWN] = parameters(event, asked)
    before = st.session_state.get(_links.VIEW, {})
    same = before if before.get("event") == event.key else {}
    rules = {name: value for name, value in st.session_state[SHOWN].items() if name in RULES_OF_TABLE}
    kept = {name: value for name, value in same.items() if name not in ("round", "edition", "unrated", "view")}
    _links.keep({**kept, **rules})
