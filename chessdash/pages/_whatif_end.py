"""End after a round: what would happen, the table beside today's, what would stay open; and the tables of all rounds."""

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd
import streamlit as st

from chessdash import charts
from chessdash.display import whatif as display
from chessdash.errors import ChessdashError
from chessdash.pages import _compare_draw, _more, _shared, _whatif_draw, _whatif_view
from chessdash.pages._shared import Choice
from chessdash.shelf import Event
from chessdash.standings import standings
from chessdash.text import say
from chessdash.text.names import spoken
from chessdash.tournament import Tournament
from chessdash.whatif.effects import open_boards
from chessdash.whatif.ending import EarlyEnd, complete_rounds, end_after
from chessdash.whatif.flipping import listed
from chessdash.whatif.results import changes
from chessdash.whatif.retrospect import retrospect, table_by_round

if TYPE_CHECKING:
    from chessdash.pages._whatif import Shown

TOP = 10  # places that the chart by rounds shows
MOST_HEAVY = 4  # lines of it that are heavy, where many shared first place


class Ended(NamedTuple):
    """An event as ended after a round, its table beside today's, and what put the second below the first."""

    end: EarlyEnd
    table: pd.DataFrame
    decided_by: str


def tab(shown: "Shown") -> None:
    """The whole tab."""
    final = over(shown.played)
    round = shown.view.round or usual(shown.played)
    _without(len(shown.view.results))
    left, right = st.columns(2, gap="large")
    with left:
        _round(shown.played, round, final)
    try:
        made = ended(shown.event, shown.view.choice, round)
        back = looking_back(shown.event, shown.view.choice, shown.view.prizes)
    except ChessdashError as error:
        _shared.state(str(error), failed=True)
        return
    with left:
        _left(shown, made, back, final)
    with right:
        _beside(shown, made, final)
    if shown.played.rounds_played < 2:
        return
    if not final:
        st.subheader(say("rounds_head"), anchor="rounds")
        _whatif_draw.note(" ".join((say("rounds_head_note"), *back.attrs["notes"])))
        left, right = st.columns(2, gap="large")
    with left:
        _closeness(shown, back, *(back.attrs["notes"] if final else ()), final=final)
    with st.container() if final else right:
        _places(shown, back, round)


def _without(results: int) -> None:
    """That this tab is about the event as it is, and a way to the results that are changed."""
    if results:
        with st.container(horizontal=True, vertical_alignment="center", key="end_without"):
            st.markdown(f":gray[{say('end_without', n=results)}]", width="content")
            st.button(say("end_see_results"), type="tertiary", on_click=_whatif_view.change, kwargs={"view": "results"})


def over(played: Tournament) -> bool:
    """Whether every planned round is played and complete."""
    return complete_rounds(played) >= played.rounds_planned


def usual(played: Tournament) -> int:
    """The round to end after where nobody has said: the last complete one; of a finished event the one before its last."""
    complete = complete_rounds(played)
    return max(complete - 1, 1) if over(played) else complete or played.rounds_played


def _round(played: Tournament, round: int, final: bool) -> None:
    """The round to end after."""
    label = say("end_look" if final or played.system != "swiss" else "end_round")
    st.session_state["whatif_round"] = round
    if played.rounds_played < 2:
        st.selectbox(label, [1], key="whatif_round", width=120)
    else:
        st.slider(label, 1, played.rounds_played, key="whatif_round", on_change=_turned, args=(usual(played),))


def _turned(usual: int) -> None:
    wanted = int(st.session_state["whatif_round"])
    _whatif_view.change(round=None if wanted == usual else str(wanted))


def _left(shown: "Shown", made: Ended, back: pd.DataFrame, final: bool) -> None:
    """What would happen, or, of an event that is over, how close the table was to its last; and what stays open."""
    end, played = made.end, shown.played
    swiss = played.system == "swiss"
    if swiss and not final:
        _whatif_draw.effects(say("end_what"), display.effects(end))
    else:
        records: Any = back.to_dict("records")
        rows = {row["round"]: row for row in records}
        said = display.looked_back(rows[end.round], rows[max(rows)], shown.view.prizes, final=final)
        _whatif_draw.effects(say("end_back"), said)
    if not end.blocked and not final and end.round < played.rounds_planned:
        st.download_button(
            say("end_download", round=end.round),
            partial(_more._written, end.tournament, "trf"),
            f"{shown.event.key}-after-round-{end.round}.trf",
            on_click="ignore",
            key="whatif_download",
        )
    if not final:
        boards = sum(map(len, open_boards(played, 1, end.round).values()))
        _whatif_draw.effects(say("end_open"), display.left_open(boards, made.table, made.decided_by))
    if not swiss and not final:
        _shared.said(end.notes)


def _beside(shown: "Shown", made: Ended, final: bool) -> None:
    """The table after the round beside today's."""
    table = display.after_table(made.table, made.end.round, final=final)
    _whatif_draw.head(table.caption, display.gains(made.table, shown.view.prizes, final=final))
    _whatif_draw.table(table)
    _whatif_draw.note(say("end_legend_final" if final else "end_legend"))


def _closeness(shown: "Shown", back: pd.DataFrame, *notes: str, final: bool) -> None:
    """Every round's table against the last, as a line."""
    end = "" if final else "_today"
    _whatif_draw.head(say(f"rounds_close{end}"), " ".join((say(f"rounds_close_note{end}"), *notes)))
    figure = charts.closeness(back, dark=shown.dark)
    _compare_draw.chart(figure, "closeness", shown.dark, say("alt_closeness", n=len(back)), display.rounds_table(back))


def _places(shown: "Shown", back: pd.DataFrame, round: int) -> None:
    """Places after each round: who was first after the one chosen, and who is first in the last, heavy."""
    ranks = places_by_round(shown.event, shown.view.choice)
    names: Any = shown.played.players["name"]
    called = {int(no): str(names[no]) for no in ranks.index}
    picked = display.firsts(back, round)[:MOST_HEAVY]
    _whatif_draw.head(say("rounds_places"), say("rounds_places_note", names=listed([spoken(called[no]) for no in picked])))
    figure = charts.by_round(ranks, called, picked=picked, top=TOP, dark=shown.dark)
    alt = say("alt_by_round", n=min(TOP, len(ranks)))
    _compare_draw.chart(figure, "by_round", shown.dark, alt, display.places_table(ranks, called, TOP))


# ---- one cached call each, by what the event holds and the parameters


def rules_of(choice: Choice) -> dict[str, Any]:
    """The rules that the functions of what if take: those of a table, without a round."""
    return {name: value for name, value in choice.rules().items() if name != "through"}


def ended(event: Event, choice: Choice, round: int) -> Ended:
    """The event as ended after a round; to be read, never changed. Raises ChessdashError."""
    return _ended(event.digest, choice, round, event)


@st.cache_resource(max_entries=64, show_spinner=False)
def _ended(digest: str, choice: Choice, round: int, _event: Event) -> Ended:
    played = _shared.tournament(_event)
    end = end_after(played, round)
    table = changes(played, end.tournament, choice.order, **rules_of(choice))
    ranked = standings(end.tournament, table.attrs["order"], **rules_of(choice))
    return Ended(end, table, str(ranked["decided_by"].iloc[1]) if len(ranked) > 1 else "")


def looking_back(event: Event, choice: Choice, prizes: int) -> pd.DataFrame:
    """The table after each round against the last; to be read, never changed. Raises ChessdashError."""
    return _looking_back(event.digest, choice, prizes, event)


@st.cache_resource(max_entries=64, show_spinner=False)
def _looking_back(digest: str, choice: Choice, prizes: int, _event: Event) -> pd.DataFrame:
    return retrospect(_shared.tournament(_event), choice.order, prizes=prizes, **rules_of(choice))


def places_by_round(event: Event, choice: Choice) -> pd.DataFrame:
    """The ranks after each round; to be read, never changed. Raises ChessdashError."""
    return _places_by_round(event.digest, choice, event)


@st.cache_resource(max_entries=64, show_spinner=False)
def _places_by_round(digest: str, choice: Choice, _event: Event) -> pd.DataFrame:
    return table_by_round(_shared.tournament(_event), choice.order, **rules_of(choice))
