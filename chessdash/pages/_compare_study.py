"""Simulated events like the one that is shown: begun on demand in the pool of processes, shown as they come, stopped at will."""

import uuid
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import streamlit as st

from chessdash import jobs
from chessdash.compare import Comparison
from chessdash.errors import ChessdashError
from chessdash.pages import _compare_draw, _shared
from chessdash.simulation import FIELDS
from chessdash.studies import CHUNK, Simulated, pool, simulated_chunk
from chessdash.text import say
from chessdash.tournament import Tournament
from chessdash.verdict import Pooled

JOB, WISHES, HOLDER = "study job", "study wishes ", "study holder"  # session
EVENTS = (100, 200, 400, 1000, 2000)
SEED = 1
ELITE_SPREAD, OPEN_MEAN = 130.0, 1900.0  # Elo: below it a field is even, above it an open with rated players
SOME_BYES = 0.05  # share of players with an absence of their own from which byes count as common


class Found(NamedTuple):
    """What a study has brought so far: pooled figures, events of how many, whether it still runs."""

    pooled: pd.DataFrame | None
    events: int
    running: bool


def like(played: Tournament, comparison: Comparison, key: str) -> Simulated:
    """The study of events like this one, with what the visitor changed of it."""
    wishes: dict[str, Any] = st.session_state.get(WISHES + key, {})
    orders = tuple((str(label), ",".join(codes[1:]) or "PTS") for label, codes in comparison.orders["codes"].items())
    base = [pair for pair in orders if pair[0] == comparison.baseline]
    pairs = tuple(base + [pair for pair in orders if pair[0] != comparison.baseline])
    players = max(int(played.size), 4)
    made = Simulated(
        players=players,
        rounds=max(min(int(played.rounds_planned), players - 1), 2),
        field=field_of(played),
        byes=byes_of(played),
        orders=pairs,
        events=400 if players <= 100 else 200,
        seed=SEED,
    )
    return _sized(replace(made, **wishes))


def _sized(study: Simulated) -> Simulated:
    """What hangs on other boards is dear, so it is computed for a part of the events only."""
    return replace(study, hanging=min(study.events, 200 if study.players <= 100 else 50), redraws=100)


def field_of(played: Tournament) -> str:
    """Which field is most like this one's: an even one is "elite", one of rated players "open", else "club"."""
    rating = played.players["rating"].to_numpy(float)
    rating = rating[~np.isnan(rating) & (rating > 0)]
    if len(rating) < 2:
        return "club"
    if rating.std() < ELITE_SPREAD:
        return "elite"
    return "open" if rating.mean() >= OPEN_MEAN else "club"


def byes_of(played: Tournament) -> str:
    """Whether absences of players' own are common here: "some" or "none"."""
    table = played.crosstable
    absent = np.logical_or.reduce(table.happened & ~table.game, -1)
    return "some" if len(absent) and absent.mean() > SOME_BYES else "none"


def calls(study: Simulated) -> list[tuple[Any, tuple[Simulated, int]]]:
    """The parts of a study, events with and without telling ratings in turn, so that every partial result has both."""
    return [(simulated_chunk, (world, k)) for k in range(study.chunks) for world in (study, replace(study, blind=True))]


def together(parts: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """The rows of all parts."""
    return pd.concat(list(parts), ignore_index=True)


def job_of(study: Simulated) -> "jobs.Job[pd.DataFrame] | None":
    """The computation of this study: the one that this visitor began, else anybody's."""
    held = st.session_state.get(JOB)
    return held if held is not None and held.key == study else jobs.pool().find(study)


def found(study: Simulated) -> Found:
    """What is known of a study by now."""
    job = job_of(study)
    if job is None:
        return Found(None, 0, False)
    return Found(_pooled(study, job.done, job), job.done // 2 * CHUNK, not job.finished)


@st.cache_resource(max_entries=64, show_spinner=False)
def _pooled(study: Simulated, done: int, _job: "jobs.Job[pd.DataFrame]") -> pd.DataFrame | None:
    rows = _job.partial()
    return None if rows is None or not len(rows) else pool(rows, study.orders[0][0])


def begin(study: Simulated) -> bool:
    """Hands the study to the pool; says why where it is full, and returns whether it was taken."""
    try:
        holder = st.session_state.setdefault(HOLDER, uuid.uuid4().hex)
        st.session_state[JOB] = jobs.pool().submit(study, calls(study), together, holder=holder)
    except ChessdashError as error:
        _shared.state(say("study_failed"), str(error), failed=True)
        return False
    return True


def stop(study: Simulated) -> None:
    """Stops it for this visitor; what is computed by then stays shown."""
    if (job := job_of(study)) is not None:
        job.cancel(st.session_state.get(HOLDER, ""))


def section(study: Simulated, played: Tournament, key: str, dark: bool) -> None:
    """Stronger player above: the start, the progress with what is known by then, or the whole."""
    st.subheader(say("chart_stronger_head"), anchor="stronger")
    if played.system != "swiss":
        _shared.state(say("study_swiss_only"), say("study_swiss_only_way"))
        return
    now = found(study)
    st.fragment(_shown, run_every=1.5 if now.running else None)(study, key, dark, now.running)


def _shown(study: Simulated, key: str, dark: bool, was_running: bool) -> None:
    now, job = found(study), job_of(study)
    if was_running and not now.running:
        st.rerun()
    st.caption(say("study_needs") if now.pooled is None else say("chart_stronger_note"))
    if job is not None and now.running:  # above the chart, so that the button stays where it is while the chart is drawn anew
        queued = job.state == "queued"
        text = say("study_queued", n=job.position) if queued else say("study_progress", n=study.events, done=now.events)
        st.progress(job.done / max(job.total, 1), text=text)
        st.button(say("study_stop_button"), on_click=stop, args=(study,), key="study_stopping")
    if now.pooled is not None:
        _compare_draw.whiskers(Pooled(now.pooled, study.orders[0][0]), dark)
    if now.running:
        return
    if job is not None and job.state == "failed":
        _shared.state(say("study_failed"), job.error, failed=True)
    if job is not None and job.state == "cancelled":
        code = "study_stopped" if now.events else "study_stopped_none"
        st.caption(say(code, done=now.events, total=study.events))
    if job is None or job.state != "done":
        with st.container(horizontal=True):
            if st.button(say("study_start", n=study.events), key="study_starting") and begin(study):
                st.rerun()
            _change(study, key)
    else:
        _change(study, key)


def _change(study: Simulated, key: str) -> None:
    """What is simulated, and a change of it."""
    with st.popover(say("study_change"), width="content"):
        values: dict[str, Any] = {
            "players": st.number_input(say("study_players"), 4, 300, study.players, key="study_players"),
            "rounds": st.number_input(say("study_rounds"), 2, 15, study.rounds, key="study_rounds"),
            "field": st.segmented_control(
                say("study_field"), list(FIELDS), default=study.field, format_func=lambda f: say(f"field_{f}"), key="study_field"
            ),
            "byes": st.segmented_control(
                say("study_byes_choice"),
                ["none", "some"],
                default=study.byes,
                format_func=lambda b: say(f"byes_{b}"),
                key="study_byes",
            ),
            "events": st.select_slider(say("study_events"), EVENTS, value=study.events, key="study_events"),
        }
        wishes = {name: value for name, value in values.items() if value is not None and value != getattr(study, name)}
        if wishes and st.button(say("study_start", n=int(values["events"])), key="study_changing"):
            st.session_state[WISHES + key] = {**st.session_state.get(WISHES + key, {}), **wishes}
            if begin(_sized(replace(study, **wishes))):
                st.rerun()
