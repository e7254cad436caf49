"""The rest of the event: simulated in the pool of processes, shown as it comes; who is certain or out, what hangs on a game."""

import uuid
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd
import streamlit as st

from chessdash import army, charts, jobs
from chessdash.display import outlook as display
from chessdash.errors import ChessdashError
from chessdash.pages import _compare_draw, _shared, _whatif_draw, _whatif_player
from chessdash.pages._whatif_view import Asked
from chessdash.shelf import Event
from chessdash.text import say
from chessdash.tournament import Tournament
from chessdash.whatif.certainty import certainty
from chessdash.whatif.outlook import Outlook, calls, outlook
from chessdash.whatif.past import as_of
from chessdash.whatif.playing import Plan, plan
from chessdash.whatif.results import with_results

if TYPE_CHECKING:
    from chessdash.pages._whatif import Shown
    from chessdash.ratings.rated import Basis

JOB, WISHES, HOLDER, IF = "rest job", "rest wishes ", "rest holder", "rest if "  # session
RUNS = {"fold": (1_000, 10_000, 40_000), "dutch": (100, 400, 2_000)}
USUAL_PAIRING = "fold"  # of army games too, whose rounds are drawn by lot
USUAL = {"fold": 10_000, "dutch": 400}
ROWS = 12  # players of the chart; the table has all
AGAIN = 1.5  # seconds between two looks at how far it is


class Wishes(NamedTuple):
    """What is simulated besides the event: how many runs, paired how, and after which round it begins (None: today)."""

    runs: int = USUAL[USUAL_PAIRING]
    pairing: str = USUAL_PAIRING
    start: int | None = None


def wishes(shown: "Shown") -> Wishes:
    """What the visitor wants of this event; a finished one is looked at two rounds before its end, but for an army game, which
    its rules end: of that it is said."""
    played: Tournament = shown.played
    if (kept := st.session_state.get(WISHES + shown.event.key)) is not None:
        wanted = Wishes(*kept)
        return wanted._replace(pairing=USUAL_PAIRING) if army.is_army(played, shown.view.choice.order) else wanted
    if _ended_by_rule(shown):
        return Wishes()
    over = played.rounds_played >= played.rounds_planned and not len(_open(played))
    return Wishes(start=max(played.rounds_planned - 2, 1) if over else None)


def _ended_by_rule(shown: "Shown") -> bool:
    """Whether it is an army game that is over."""
    played, order = shown.played, shown.view.choice.order
    try:
        return army.is_army(played, order) and army.state(played, order).over
    except ChessdashError:
        return False  # an order that cannot rank it, of which the simulation says so


def _open(played: Tournament) -> Any:
    """Boards of the rounds played without a result."""
    return (played.crosstable.kind == 9).nonzero()[0]


@st.cache_resource(max_entries=64, show_spinner=False)
def _situation(digest: str, results: tuple[tuple[int, int, str], ...], start: int | None, _event: Event) -> Tournament:
    played = _shared.tournament(_event)
    if results:
        played = with_results(played, {(round, no): code for round, no, code in results})
    return played if start is None or start >= played.rounds_played else as_of(played, start)


def planned(shown: "Shown", wanted: Wishes) -> Plan:
    """The simulation of a view; raises ChessdashError."""
    view: Asked = shown.view
    basis = shown.event.basis()
    return _plan(shown.event.digest, view.choice, view.results, view.prizes, wanted, repr(basis), shown.event, basis)


@st.cache_resource(max_entries=32, show_spinner=False)
def _plan(
    digest: str,
    choice: _shared.Choice,
    results: tuple[tuple[int, int, str], ...],
    prizes: int,
    wanted: Wishes,
    rated: str,
    _event: Event,
    _basis: "Basis | None",
) -> Plan:
    rules = {name: value for name, value in choice.rules().items() if name != "through"}
    played = _situation(digest, results, wanted.start, _event)
    return plan(played, wanted.runs, None, None, wanted.pairing, order=choice.order, prizes=prizes, rated=_basis, **rules)


def key_of(shown: "Shown", wanted: Wishes) -> tuple[Any, ...]:
    """What a simulation is known by: content of the event, the ratings that it changes, and every parameter."""
    view: Asked = shown.view
    return ("rest", shown.event.digest, view.choice, view.results, view.prizes, wanted, repr(shown.event.basis()))


def job_of(key: tuple[Any, ...]) -> "jobs.Job[Outlook] | None":
    """The computation of this simulation: the one that this visitor began, else anybody's."""
    held = st.session_state.get(JOB)
    return held if held is not None and held.key == key else jobs.pool().find(key)


def begin(key: tuple[Any, ...], made: Plan) -> "jobs.Job[Outlook] | None":
    """Hands a simulation to the pool; says why where it is full."""
    try:
        holder = st.session_state.setdefault(HOLDER, uuid.uuid4().hex)
        job = jobs.pool().submit(key, calls(made), partial(outlook, made), holder=holder)
    except ChessdashError as error:
        _shared.state(say("study_failed"), str(error), failed=True)
        return None
    st.session_state[JOB] = job
    return job


def stop(key: tuple[Any, ...]) -> None:
    """Stops it for this visitor; what is computed by then stays shown."""
    if (job := job_of(key)) is not None:
        job.cancel(st.session_state.get(HOLDER, ""))


def tab(shown: "Shown") -> None:
    """The rest of the event."""
    wanted = wishes(shown)
    try:
        made = planned(shown, wanted)
    except ChessdashError as error:
        _shared.state(say("rest_nothing"), str(error))
        _change(shown, wanted)
        return
    st.subheader(say("rest_head"), anchor="rest")
    if wanted.start is not None:
        st.caption(say("rest_past", round=wanted.start))
    if shown.view.results:
        st.caption(say("rest_changed", n=len(shown.view.results)))
    key = key_of(shown, wanted)
    job = job_of(key) or begin(key, made)
    running = job is not None and not job.finished
    st.fragment(_simulated, run_every=AGAIN if running else None)(shown, wanted, key, made, running)
    _still(shown, wanted)


def _simulated(shown: "Shown", wanted: Wishes, key: tuple[Any, ...], made: Plan, was_running: bool) -> None:
    """The chances, drawn anew while runs are coming."""
    job = job_of(key)
    running = job is not None and not job.finished
    if was_running and not running:
        st.rerun()
    found: Outlook | None = None if job is None else job.partial()
    if job is not None and running:  # above the chart, so that the button stays where it is
        done = 0 if found is None else found.runs
        queued = job.state == "queued"
        text = say("study_queued", n=job.position) if queued else say("rest_progress", n=made.runs, done=done)
        st.progress(job.done / max(job.total, 1), text=text)
        st.button(say("study_stop_button"), on_click=stop, args=(key,), key="rest_stopping")
    if job is not None and job.state == "failed":
        _shared.state(say("study_failed"), job.error, failed=True)
    if found is not None:
        _chances(shown, wanted, found, made)
    if job is not None and job.state == "cancelled":
        st.caption(say("rest_stopped", n=made.runs, done=0 if found is None else found.runs))
        if st.button(say("rest_start", n=made.runs), key="rest_again"):
            begin(key, made)
            st.rerun()
    if not running:
        _change(shown, wanted)
    if found is not None and not running:
        _whatif_player.find_me(shown, found, found.to_frame(), _proofs(shown, wanted), before=_before(shown, wanted))
        if made.known:
            _hanging(shown, found)


def _chances(shown: "Shown", wanted: Wishes, found: Outlook, made: Plan) -> None:
    """Rank bands, with their table, and what they rest on."""
    prizes, before = found.plan.prizes, _before(shown, wanted)
    proofs = _proofs(shown, wanted)
    frame = display.joined(found.to_frame(), proofs[1], proofs[prizes] if prizes else None)
    rounds = display.rounds_text(*found.rounds)
    st.caption(say("rest_caption", n=found.runs, rounds=rounds, error=display.widest_error(frame)))
    rows = display.most_likely(frame, ROWS, prizes)
    figure = charts.bands(rows, runs=found.runs, prizes=prizes, among=frame["name"], before=before, dark=shown.dark)
    st.caption(say("rest_legend", n=len(rows), then=say("head_before" if before else "head_today")))
    table = display.outlook_table(frame, found.plan.top, found.runs, before=before)
    _compare_draw.chart(figure, "bands", shown.dark, say("alt_bands", n=len(rows), rounds=rounds), table)
    _shared.said(made.notes)
    with st.expander(say("rest_assumes"), key="rest_assumes", type="compact"):
        _whatif_draw.listed(made.assumes)


def _before(shown: "Shown", wanted: Wishes) -> bool:
    """Whether the ranks that it starts from are others than those of today: from a past round, or with results changed."""
    return wanted.start is not None or bool(shown.view.results)


def _proofs(shown: "Shown", wanted: Wishes) -> dict[int, pd.DataFrame]:
    """What is proved of first place and of a prize, by the number of places."""
    return {places: _proved(shown, wanted, places) for places in sorted({1, shown.view.prizes or 1})}


def _hanging(shown: "Shown", found: Outlook) -> None:
    """What hangs on each game of the next round, and the table if one of them ends in a certain way."""
    frame = found.depends()
    if not len(frame):
        return
    telling = frame[display.telling(frame)].head(ROWS)
    st.subheader(say("depends_head"), anchor="depends")
    st.caption(say("depends_note"))
    if len(telling):
        _compare_draw.table(display.depends_table(telling, found.plan))
    else:
        st.caption(say("depends_nothing"))
    games: Any = frame.itertuples()
    boards: dict[str, Any] = {f"{row.round}.{row.white}": row for row in games}
    names = dict(zip(found.plan.numbers, found.plan.names, strict=True))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        board = st.selectbox(
            say("if_board"),
            list(boards),
            format_func=lambda k: f"{names[boards[k].white]} – {names[boards[k].black]}",
            key=f"{IF}board",
            width=360,
        )
        code = st.segmented_control(
            say("if_result"), ["1", "=", "0"], default="1", format_func=lambda c: say(f"if_{RESULT_WORDS[c]}"), key=f"{IF}code"
        )
    if board is None or code is None:
        return
    chosen = boards[board]
    try:
        given = found.given({(int(chosen.round), int(chosen.white)): code})
    except ChessdashError as error:
        st.caption(str(error))
        return
    then = given.to_frame()
    st.caption(say("if_note", n=given.runs, of=found.runs, error=display.widest_error(then)))
    _compare_draw.table(display.given_table(found.to_frame(), then, found.plan.top, given.runs))


RESULT_WORDS = {"1": "white", "=": "draw", "0": "black"}


def _still(shown: "Shown", wanted: Wishes) -> None:
    """Who still can be first, proved from points and pairings."""
    frame = _proved(shown, wanted, 1)
    st.subheader(say("still_head"), anchor="still")
    can = int((frame["verdict"] != "out").sum())
    rows = frame[(frame["verdict"] != "out").to_numpy() | (frame["rank"] <= can + 3).to_numpy()].head(2 * ROWS)
    st.caption(" ".join((say("still_note"), *display.not_shown(frame, rows))))
    st.caption(say("still_legend"))
    figure = charts.still_can(rows, among=frame["name"], dark=shown.dark)
    _compare_draw.chart(figure, "still", shown.dark, say("alt_still", n=len(rows)), display.certainty_table(frame))


def _proved(shown: "Shown", wanted: Wishes, places: int) -> pd.DataFrame:
    """What is proved about reaching the first ``places``."""
    return _certainty(shown.event.digest, shown.view.choice, shown.view.results, places, wanted.start, shown.event)


@st.cache_resource(max_entries=64, show_spinner=False)
def _certainty(
    digest: str,
    choice: _shared.Choice,
    results: tuple[tuple[int, int, str], ...],
    places: int,
    start: int | None,
    _event: Event,
) -> pd.DataFrame:
    rules = {name: value for name, value in choice.rules().items() if name != "through"}
    return certainty(_situation(digest, results, start, _event), choice.order, places=places, **rules)


def _change(shown: "Shown", wanted: Wishes) -> None:
    """What is simulated, and a change of it."""
    played: Tournament = shown.played
    with st.popover(say("study_change"), width="content"):
        pairing = wanted.pairing
        if not army.is_army(played, shown.view.choice.order):
            chosen = st.segmented_control(
                say("rest_pairing"), list(RUNS), default=pairing, format_func=lambda p: say(f"pairing_{p}"), key="rest_pairing"
            )
            pairing = chosen or pairing
        runs = wanted.runs if wanted.runs in RUNS[pairing] else USUAL[pairing]
        runs = st.select_slider(
            say("rest_runs"), RUNS[pairing], value=runs, key=f"rest_runs {pairing}", format_func=display.thousands
        )
        rounds = [*range(played.rounds_played, 0, -1)] or [0]
        start = st.selectbox(
            say("rest_from"), rounds, index=rounds.index(wanted.start) if wanted.start in rounds else 0, key="rest_from"
        )
        fresh = Wishes(int(runs), pairing, None if start == played.rounds_played else int(start))
        if fresh != wanted and st.button(say("rest_start", n=fresh.runs), key="rest_changing"):
            st.session_state[WISHES + shown.event.key] = tuple(fresh)
            st.rerun()
