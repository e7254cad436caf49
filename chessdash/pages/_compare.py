"""The parts of Compare: one cached call each, drawn only when open."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pandas as pd
import streamlit as st

from chessdash import explanation
from chessdash.compare import Comparison, compare
from chessdash.display import compare as display
from chessdash.display.codes import written
from chessdash.display.compare import Card
from chessdash.errors import ChessdashError
from chessdash.pages import _compare_draw, _compare_study, _compare_view, _links, _shared
from chessdash.pages._compare_view import TABS as NAMES
from chessdash.pages._compare_view import Asked
from chessdash.pages._shared import Choice
from chessdash.shelf import Event
from chessdash.store import events
from chessdash.store.opened import Stored
from chessdash.store.rights import may
from chessdash.studies import Simulated
from chessdash.text import say
from chessdash.tournament import Tournament
from chessdash.verdict import Pooled
from chessdash.verdict import verdict as verdict_of


class Shown(NamedTuple):
    """What a tab draws from."""

    event: Event
    played: Tournament
    view: Asked
    comparison: Comparison
    study: Simulated
    dark: bool


def missing(key: str, page: str = "compare") -> None:
    """The state of a page where no event is open, or the one asked for is not here; with links to the visitor's own files."""
    if not key:
        _shared.state(say("no_event_chosen"), say("no_event_chosen_way"))
    else:
        way = say("event_gone_own" if key.startswith("file-") else "event_gone_way", key=key)
        _shared.state(say("event_gone"), way, failed=True)
    _shared.own_files(_shared.viewer(), page)
    st.page_link(_links.page("events"), label=say("to_events"))


def facts(played: Tournament, view: Asked) -> str:
    """The facts line: the event, its state, how many orders against which."""
    through, planned = int(view.ranking.attrs["through"]), played.rounds_planned
    state = say("compare_final", round=through) if through >= planned else say("compare_after", round=through, planned=planned)
    n = max(len(view.orders) - 1, 0)
    values = {"n": n, "count": say("counts").split()[n], "name": played.name, "state": state}
    if view.orders[:1] == (view.own,) or not view.orders:
        return say("compare_facts", **values)
    return say("compare_facts_first", **values, base=written(view.orders[0].split(",")))


def one_order(view: Asked) -> None:
    """The state where there is nothing to compare: two suggested orders."""
    _shared.state(say("orders_one"), say("orders_one_way"))
    others = [order for order in view.offered if order not in view.orders][:2]
    with st.container(horizontal=True):
        for order in others:
            st.button(
                say("orders_try", order=written(order.split(","))),
                key=f"try {order}",
                on_click=_compare_view.change,
                kwargs={"order": [*view.orders, order]},
            )


def comparison(event: Event, view: Asked) -> Comparison:
    """The comparison of a view; to be read, never changed. Raises ChessdashError."""
    return _comparison(event.digest, view.choice._replace(order=None), view.orders, view.amounts, view.rule, event)


@st.cache_resource(max_entries=64, show_spinner=False)
def _comparison(
    digest: str, choice: Choice, orders: tuple[str, ...], amounts: tuple[float, ...], rule: str, _event: Event
) -> Comparison:
    played = _shared.tournament(_event)
    return compare(played, orders, baseline=orders[0], prizes=amounts or None, prize_rule=rule, **choice.rules())


def notes(made: Comparison) -> list[str]:
    """What bounds the comparison: codes left out, orders that cannot differ, too few ties."""
    left_out = [
        say("compare_left_out", order=written(str(order).split(",")), reason=reason)
        for order, reason in made.orders["dropped"].items()
        if reason
    ]
    return [*left_out, *(note for note in made.notes if note != say("no_ties"))]


def verdict(event: Event, played: Tournament, view: Asked, made: Comparison, study: Simulated) -> None:
    """The verdict, drawn anew while events are being simulated."""
    first = _first(event, view, made)
    running = played.system == "swiss" and _compare_study.found(study).running

    def draw() -> None:
        now = _compare_study.found(study) if played.system == "swiss" else _compare_study.Found(None, 0, False)
        _compare_draw.verdict(verdict_of(made, now.pooled, study=study, first=first))

    st.fragment(draw, run_every=3 if running else None)()


def _first(event: Event, view: Asked, made: Comparison) -> pd.DataFrame | None:
    """Why the first is above the second under the order compared with."""
    ranks = made.ranks.sort_values([made.baseline], kind="stable")
    if len(ranks) < 2:
        return None
    one, other = int(ranks.index[0]), int(ranks.index[1])
    return _why(event.digest, view.choice._replace(order=made.baseline), one, other, event)


@st.cache_resource(max_entries=256, show_spinner=False)
def _why(digest: str, choice: Choice, one: int, other: int, _event: Event) -> pd.DataFrame:
    return explanation.why(_shared.tournament(_event), one, other, choice.order, **choice.rules())


def adopt(event: Event, view: Asked) -> None:
    """The chosen order as records of the file and as a paragraph of the regulations, to be copied."""
    with st.popover(say("adopt"), width="content"):
        order = st.selectbox(
            say("adopt_which"), view.orders or (view.own,), format_func=lambda o: o.replace(",", ", "), key="adopt_order"
        )
        st.caption(say("adopt_records"))
        for record in display.records(order):
            st.code(record, language=None, wrap_lines=True)
        st.caption(say("adopt_paragraph"))
        st.code(display.regulation(order, str(view.ranking.attrs["edition"])), language=None, wrap_lines=True)
        if isinstance(event, Stored) and order == view.own:
            st.caption(say("adopt_is"))
        elif isinstance(event, Stored) and may(event.store, "settings", event.key):
            _set_order(event, view, order)


def _set_order(event: Stored, view: Asked, order: str) -> None:
    """Makes an order the list of a club's event; once games are played, with a warning."""
    if view.ranking.attrs["rounds_played"]:
        st.caption(say("adopt_begun"))
    if st.button(say("adopt_set", order=written(order.split(","))), key="adopt_set"):
        try:
            events.change(event.store, event.key, tie_breaks=order)
        except ChessdashError as error:
            _shared.said([str(error)])
        else:
            st.rerun()


# ---- tabs


def turned() -> None:
    """Writes the tab that was opened into the address."""
    by_label = {say(f"tab_{name}"): name for name in NAMES}
    name = by_label.get(st.session_state["compare_tab"], NAMES[0])
    _compare_view.change(view=None if name == NAMES[0] else name)


def moves(shown: Shown) -> None:
    """Who stands elsewhere."""
    table = display.ranks_table(shown.comparison)
    if not table.rows:
        _shared.state(say("moves_none"), say("moves_none_way"))
        return
    _compare_draw.table(table)


def prizes(shown: Shown) -> None:
    """Money per player and order."""
    table = display.prizes_table(shown.comparison)
    if table is None:
        _shared.state(say("prizes_unset"), say("prizes_unset_way"))
        return
    _compare_view.rule_control(shown.view)
    _compare_draw.table(table)


def why(shown: Shown) -> None:
    """Two players under each order."""
    st.caption(say("why_choose"))
    ranks: Any = shown.comparison.ranks.sort_values([shown.comparison.baseline], kind="stable")
    numbers = [int(no) for no in ranks.index]
    one, other = shown.view.pair or _pair(shown.comparison, numbers)
    st.session_state["pair_one"], st.session_state["pair_other"] = one, other
    places = dict(zip(numbers, ranks[shown.comparison.baseline], strict=True))
    with st.container(horizontal=True):
        for name in ("one", "other"):
            st.selectbox(
                say(f"why_{name}"),
                [no for no in numbers if no != (other if name == "one" else one)],
                format_func=lambda no: f"{places[no]}  {ranks['name'][no]}",
                key=f"pair_{name}",
                width=260,
                on_change=_paired,
            )
    choice = shown.view.choice._replace(order=None)
    _compare_draw.cards(_cards(shown.event.digest, choice, shown.view.orders, one, other, shown.event, shown.comparison))


def _paired() -> None:
    _compare_view.change(player=str(st.session_state["pair_one"]), against=str(st.session_state["pair_other"]))


def _pair(made: Comparison, numbers: list[int]) -> tuple[int, int]:
    """The pair that one would ask about: two level on points where an order turns them, the higher the place the better."""
    labels = list(made.stakes.index)
    ranks: Any = made.ranks.loc[numbers, labels].to_numpy()
    points: Any = made.ranks.loc[numbers, "points"].to_numpy()
    for i in range(len(numbers) - 1):
        for j in range(i + 1, len(numbers)):
            if points[i] != points[j]:
                break
            if (ranks[i] > ranks[j]).any():
                return numbers[i], numbers[j]
    return numbers[0], numbers[1]


@st.cache_resource(max_entries=64, show_spinner=False)
def _cards(
    digest: str, choice: Choice, orders: tuple[str, ...], one: int, other: int, _event: Event, _made: Comparison
) -> list[Card]:
    return display.cards(_shared.tournament(_event), _made, one, other, **choice.rules())


def luck(shown: Shown) -> None:
    """The last round on other boards, from simulated events."""
    pooled = _compare_study.found(shown.study).pooled if shown.played.system == "swiss" else None
    if pooled is None:
        _shared.state(say("study_luck_needs"))
        return
    st.caption(say("chart_luck_note"))
    _compare_draw.luck(Pooled(pooled, shown.comparison.baseline), shown.dark)


def codes(shown: Shown) -> None:
    """What the codes are, and which repeat each other."""
    _compare_draw.table(display.orders_table(shown.comparison))
    if len(shown.comparison.repeats):
        st.subheader(say("chart_repeats_head"), anchor=False)
        st.caption(say("chart_repeats_note"))
        _compare_draw.repeats(shown.comparison, shown.dark)


TABS: dict[str, Callable[[Shown], None]] = {"moves": moves, "prizes": prizes, "why": why, "luck": luck, "codes": codes}
