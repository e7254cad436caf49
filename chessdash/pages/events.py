"""Events: what can be opened, and opening a file of one's own."""

import streamlit as st

from chessdash.display.events import Summary, events_table, found
from chessdash.display.model import data
from chessdash.pages import _links, _reading, _shared, table
from chessdash.text import say

PACES = ("", "standard", "rapid", "blitz")
LIST = "events_table"


def opened() -> None:
    """Takes a click on an event to its standings, in the run that follows."""
    if ask := table.asked(LIST):
        st.session_state["open event"] = ask["key"]


who = _shared.viewer()
if chosen := st.session_state.pop("open event", None):
    st.switch_page(_links.page("standings"), query_params={"event": chosen})

st.title(say("page_events"), anchor=False)
st.markdown(say("choose_or_open"))
left, right = st.columns([2, 1], gap="large")

with left:
    with st.container(horizontal=True, key="controls"):
        search = st.text_input(say("search"), placeholder=say("search_event"), key="search", width=200, persist_state="session")
        pace = st.selectbox(
            say("time_control"),
            PACES,
            format_func=lambda code: say(f"pace_{code}").capitalize() if code else say("all"),
            key="pace",
            width=130,
            persist_state="session",
        )
        seasons = st.container(width=130)
    with st.skeleton(height=600):
        listed = _shared.summaries(who)
    whole = [summary for _, summary in listed if isinstance(summary, Summary)]
    years = sorted({summary.season for summary in whole if summary.season}, reverse=True)
    season = seasons.selectbox(
        say("season"), ["", *years], format_func=lambda year: year or say("all"), key="season", persist_state="session"
    )
    shown = [s for s in whole if found(s, search or "", pace or "") and season in ("", s.season)]
    groups = [(say("own_files"), [s for s in shown if s.key in who.files])]
    groups += [(year, [s for s in shown if s.season == year and s.key not in who.files]) for year in years]
    groups += [(say("undated"), [s for s in shown if not s.season and s.key not in who.files])]
    tables = [
        data(events_table(sorted(group, key=lambda s: s.start, reverse=True), _shared.today(), head))
        for head, group in groups
        if group
    ]
    if tables:
        table.draw(tables, key=LIST, version=_shared.version(tables), on_ask=opened)
    elif whole:
        _shared.state(say("nothing_found"), say("nothing_found_way"))
    else:
        _shared.state(say("no_events"), say("no_events_way"))
    for event, error in listed:
        if not isinstance(error, Summary):
            _shared.state(say("cannot_be_read", name=event.name), str(error), failed=True)

with right:
    _reading.panel(who)
