"""What a link to What if asks for, what of it can be done, and the controls that change it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

import pandas as pd
import streamlit as st

from chessdash.errors import ChessdashError
from chessdash.pages import _links, _more, _shared, _view
from chessdash.pages._shared import Choice
from chessdash.shelf import Event
from chessdash.text import say
from chessdash.tournament import Tournament
from chessdash.whatif.boards import OTHER_SIDE, every_board
from chessdash.whatif.results import by_white

SHOWN = "view of what if"  # session: the parameters of what is shown, with all results
RULES_OF_TABLE = ("event", "order", "edition", "unrated")
TABS = ("end", "results", "rest")
MOST = 100  # changed results of one link
LONGEST_CODE = 2_000  # characters of a link that a QR code still holds
PAID = 3  # prizes where nobody has said how many
_RESULT = re.compile(r"(\d{1,3})\.(\d{1,5})\.(1|=|0|\+|-|x|\*)")

Results = Mapping[tuple[int, int], str]


@dataclass(frozen=True)
class Asked:
    """What a link asks for, as far as it was understood; the choice's order is None for the event's own."""

    choice: Choice
    own: str
    ranking: pd.DataFrame  # today's table
    round: int | None  # to end after; None: the last complete one
    results: tuple[tuple[int, int, str], ...]  # round, start number, code from that player's side
    prizes: int
    player: int | None  # the one that is asked about, alone or as the first of a pair
    pair: tuple[int, int] | None
    tab: str
    tabs: tuple[str, ...]  # those that there are, of an event that has not begun not all
    messages: tuple[str, ...]

    @property
    def changed(self) -> Results:
        """The changed results as ``with_results`` takes them."""
        return {(round, no): code for round, no, code in self.results}


def of(event: Event, played: Tournament, asked: dict[str, str], texts: list[str]) -> Asked:
    """What the parameters ask for; ``texts`` are the results, of which a link may hold several."""
    view = _view.of(event, played, {name: text for name, text in asked.items() if name in RULES_OF_TABLE})
    messages = list(view.messages)
    numbers = [_view._number(asked.get(name), view.ranking, messages) for name in ("player", "against")]
    one, other = numbers
    tabs = TABS if played.rounds_played else TABS[1:] if boards_of(event) else TABS[2:]
    tab = _view._among(asked.get("view"), TABS, "view_unknown", messages)
    pair = (one, other) if one is not None and other is not None and one != other else None
    return Asked(
        choice=view.choice,
        own=view.own,
        ranking=view.ranking,
        round=_after(asked.get("round"), played, messages),
        results=_results(texts, event, played, messages),
        prizes=_prizes(asked.get("prizes", ""), played, messages),
        player=one,
        pair=pair,
        tab=tab if tab is not None and tab in tabs else tabs[0],
        tabs=tabs,
        messages=tuple(messages),
    )


def _after(text: str | None, played: Tournament, messages: list[str]) -> int | None:
    """The round to end after; any that has results."""
    if not text:
        return None
    if text.isascii() and text.isdigit() and 1 <= int(text) <= played.rounds_played:
        return int(text)
    messages.append(say("round_unknown", value=text, rounds=played.rounds_played))
    return None


def _results(texts: list[str], event: Event, played: Tournament, messages: list[str]) -> tuple[tuple[int, int, str], ...]:
    """Results of the form round.number.code as White's, in the order in which they were set; the last one of a board holds.

    One that is the event's own is none; those that cannot be read, or of a board that is not there, are left out with a sentence.
    """
    known, found, refused = boards_of(event), dict[tuple[int, int], str](), list[str]()
    for text in texts[:MOST]:
        if not (match := _RESULT.fullmatch(text)):
            refused.append(say("result_unreadable", value=text[:40]))
            continue
        round, no, code = int(match[1]), int(match[2]), match[3]
        try:
            white, now = known.get((round, no)) or _refused(played, round, no, code)
        except ChessdashError as error:
            refused.append(say("result_left_out", reason=str(error)))
            continue
        found.pop((round, white), None)
        if (code := code if white == no else OTHER_SIDE[code]) != now:
            found[round, white] = code
    if refused:
        messages.append(refused[0] if len(refused) == 1 else say("results_left_out", n=len(refused), first=refused[0]))
    if len(texts) > MOST:
        messages.append(say("results_many", most=MOST))
    return tuple((round, no, code) for (round, no), code in found.items())


def _refused(played: Tournament, round: int, no: int, code: str) -> tuple[int, str]:
    """Raises the library's own sentence about a board that is not there."""
    ((_, white),) = by_white(played, {(round, no): code})
    return white, ""


def boards_of(event: Event) -> dict[tuple[int, int], tuple[int, str]]:
    """White's number and the result from White's side of every board, by round and the number of either player."""
    return _boards_of(event.digest, event)


@st.cache_resource(max_entries=64, show_spinner=False)
def _boards_of(digest: str, _event: Event) -> dict[tuple[int, int], tuple[int, str]]:
    played = _shared.tournament(_event)
    numbers, found = played.sheet.players["no"], every_board(played)
    every = zip(found.round.tolist(), found.white.tolist(), found.black.tolist(), found.code.tolist(), strict=True)
    return {
        (round + 1, int(numbers[row])): (int(numbers[white]), str(code))
        for round, white, black, code in every
        for row in (white, black)
    }


def _prizes(text: str, played: Tournament, messages: list[str]) -> int:
    if not text:
        return min(PAID, played.size)
    if text.isascii() and text.isdigit() and 1 <= int(text) <= played.size:
        return int(text)
    messages.append(say("prizes_unknown", value=text[:40], most=played.size))
    return min(PAID, played.size)


# ---- the address


def parameters(event: Event, asked: Asked) -> dict[str, str | list[str]]:
    """The parameters of what is shown, in the order of the vocabulary; every result once."""
    one, other = asked.pair or (asked.player, None)
    values: dict[str, object] = {
        "event": event.key,
        "round": asked.round,
        "order": asked.choice.order,
        "edition": asked.choice.edition,
        "unrated": None if asked.choice.unrated is None else int(asked.choice.unrated),
        "player": one,
        "against": other,
        "prizes": None if asked.prizes == PAID else asked.prizes,
        "view": None if asked.tab == TABS[0] else asked.tab,
    }
    kept: dict[str, str | list[str]] = dict(_links.clean(values))
    if asked.results:
        kept["result"] = [f"{round}.{no}.{code}" for round, no, code in asked.results]
    return kept


def change(**changes: str | list[str] | None) -> None:
    """Changes some parameters of what is shown, in the address."""
    shown: dict[str, str | list[str]] = {**st.session_state.get(SHOWN, {}), **{k: v for k, v in changes.items() if v is not None}}
    gone = [name for name, value in changes.items() if value is None]
    st.session_state[SHOWN] = {
        name: value for name, value in shown.items() if name not in gone
    }  # for a next click before the page ran
    st.query_params.from_dict(st.session_state[SHOWN])


def set_results(results: Results) -> None:
    """Makes these the changed results of the address."""
    change(result=[f"{round}.{no}.{code}" for (round, no), code in results.items()] or None)


def address(shown: dict[str, str | list[str]]) -> str:
    """The whole address of what is shown, as the visitor's browser reaches this server."""
    base = (st.context.url or "").split("?")[0].removesuffix("/what-if").rstrip("/")
    return f"{base}/what-if?{urlencode(shown, doseq=True, safe='/,')}"


def remember(event: Event, asked: Asked) -> None:
    """Keeps what is shown, so that changes start from it and a move to Standings keeps the event and its order."""
    st.session_state[SHOWN] = parameters(event, asked)
    before = st.session_state.get(_links.VIEW, {})
    same = before if before.get("event") == event.key else {}
    rules = {name: value for name, value in st.session_state[SHOWN].items() if name in RULES_OF_TABLE}
    kept = {name: value for name, value in same.items() if name not in (*RULES_OF_TABLE, "view")}
    _links.keep({**kept, **rules})


def facts(played: Tournament) -> str:
    """The facts line: the event, how much of it is played, and that nothing here changes it."""
    done = played.rounds_played >= played.rounds_planned
    code = "whatif_facts_final" if done else "whatif_facts"
    return say(code, name=played.name, played=played.rounds_played, n=played.rounds_planned, planned=played.rounds_planned)


# ---- controls


def order_control(asked: Asked) -> None:
    """The order of tie-breaks that ranks here."""
    _view.order_select("whatif_order", asked.choice.order, asked.own, asked.ranking.attrs["system"], _ordered)


def _ordered(order: str | None) -> None:
    change(order=order)


def prizes_control(asked: Asked) -> None:
    """How many places have a prize."""
    st.session_state["whatif_prizes"] = asked.prizes
    st.number_input(
        say("prize_places"),
        1,
        max(len(asked.ranking), 1),
        key="whatif_prizes",
        width=170,
        on_change=_priced,
        help=say("prize_places_help"),
    )


def _priced() -> None:
    wanted = int(st.session_state["whatif_prizes"])
    change(prizes=None if wanted == PAID else str(wanted))


def share(event: Event, asked: Asked) -> None:
    """The link to what is shown."""
    with st.popover(say("share_compare"), width="content"):
        if event.own:
            st.caption(say("share_own"))
            return
        if asked.tab == "rest":
            st.caption(say("share_rest"))
        link = address(parameters(event, asked))
        st.code(link, language=None, wrap_lines=True)
        if len(link) <= LONGEST_CODE:
            st.image(_more._code(link), width=148, alt=say("share_code"))
