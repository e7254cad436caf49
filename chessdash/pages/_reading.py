"""Opening a file: the uploader, pasted text, what was read, and every fault with its line and column."""

from html import escape

import pandas as pd
import streamlit as st

from chessdash.display.explanation import system_word
from chessdash.errors import ChessdashError
from chessdash.formats import LIMIT
from chessdash.pages import _links, _roles, _shared
from chessdash.pages._shared import Viewer
from chessdash.shelf import Event
from chessdash.text import say
from chessdash.tournament import Tournament

REFUSED = "refused files"  # session: what could not be read last, as (name, sentence)
FRESH = "uploads so far"  # session: counts up, so that the uploader is empty again after reading
FEW, MANY = 5, 300  # faults shown at once, and at most
OPEN = {
    "standings": "show_standings",
    "compare": "show_compare",
    "whatif": "show_whatif",
}  # pages, and the words of their buttons
ENCODINGS = {"utf-8": "UTF-8", "utf-8-sig": "UTF-8", "cp1252": "Windows-1252", "ascii": "ASCII"}


def panel(who: Viewer) -> None:
    """The right third of Events."""
    st.subheader(say("open_file"), anchor="open-a-file")
    key = f"upload {st.session_state.setdefault(FRESH, 0)}"
    st.file_uploader(
        say("open_file_kinds"),
        accept_multiple_files=True,
        max_upload_size=LIMIT // 1_000_000,
        key=key,
        on_change=_uploaded,
        args=(key,),
    )
    with st.expander(say("paste")):
        text = st.text_area(say("paste_label"), height=160, key="pasted", placeholder=say("paste_example"))
        st.button(say("paste_read"), on_click=_take, args=([(say("pasted_name"), (text or "").encode())],), disabled=not text)
    for name, sentence in st.session_state.get(REFUSED, []):
        _shared.state(say("cannot_be_read", name=name), sentence, way=say("cannot_be_read_way"), failed=True)
    for event in reversed(list(who.files.values())):
        _read(event)


def _uploaded(key: str) -> None:
    """Reads each upload once and empties the uploader; the files are in the session from here on."""
    _take([(file.name, file.getvalue()) for file in st.session_state.get(key) or []])
    st.session_state[FRESH] += 1


def _take(files: list[tuple[str, bytes]]) -> None:
    """Reads files into the session; a single one is open from here on, on every page."""
    refused, read = [], []
    for name, content in files:
        try:
            if len(content) > LIMIT:
                raise ChessdashError(say("file_too_large", size=len(content), limit=LIMIT // 1_000_000))
            read.append(_shared.accept(name, content))
        except ChessdashError as error:
            refused.append((name, str(error)))
    st.session_state[REFUSED] = refused
    if len(read) == 1:
        _links.keep({"event": read[0].key})


def _read(event: Event) -> None:
    """What was read from one file, its faults, and where to go from here."""
    played = _shared.tournament(event)
    with st.container(key=f"read {event.key}", gap="small"):
        st.subheader(say("read_file", name=_links.literal(event.name)), anchor=False)
        st.html(_terms(played))
        st.html(faults_list(played.faults))
        with st.container(horizontal=True):
            for page, words in OPEN.items():
                if st.button(say(words), key=f"show {page} {event.key}"):
                    st.switch_page(_links.page(page), query_params={"event": event.key})
            if "club" in _roles.pages() and st.button(say("save_in_club"), key=f"save {event.key}"):
                st.session_state[_links.TO_SAVE] = event.key
                st.session_state["club_tab"], st.session_state["club_events_tab"] = say("tab_club_events"), say("event_import")
                st.switch_page(_links.page("club"))
            st.button(say("remove"), key=f"drop {event.key}", type="tertiary", on_click=_shared.drop, args=(event.key,))


def _terms(played: Tournament) -> str:
    """What was read, as terms and values."""
    encoding = str(played.info.get("encoding") or "")
    terms = {
        "term_event": played.name,
        "head_players": str(played.size),
        "head_rounds": say("round_count", played=played.rounds_played, planned=played.rounds_planned),
        "term_system": system_word(played.system).capitalize(),
        "term_encoding": ENCODINGS.get(encoding.lower(), encoding),
        "term_rules": say("term_rules_by" if played.info.get("start") else "term_rules_default", edition=played.edition),
    }
    rows = (f"<dt>{escape(say(term))}</dt><dd>{escape(value)}</dd>" for term, value in terms.items() if value)
    return f'<dl class="terms">{"".join(rows)}</dl>'


def faults_list(faults: pd.DataFrame) -> str:
    """The faults as a list, the first few open and the rest folded; every text escaped."""
    count = len(faults)
    if not count:
        return f'<p class="quiet">{escape(say("no_faults"))}</p>'
    errors = int((faults["severity"] == "error").sum())
    meaning = say("faults_errors", n=errors) if errors else say("faults_harmless")
    notes = int((faults["severity"] == "note").sum())
    counts = ", ".join(say(head, n=n) for head, n in (("faults_head", count - notes), ("notes_head", notes)) if n)
    head = f"<p><b>{escape(counts)}.</b> {escape(meaning)}</p>"
    items = [_fault(*row) for row in zip(*(faults[c].head(MANY) for c in ("severity", "message", "line", "column")), strict=True)]
    more = ""
    if count > FEW:
        rest = "".join(items[FEW:]) + (
            f'<p class="quiet">{escape(say("faults_more", n=count - MANY))}</p>' if count > MANY else ""
        )
        more = f"<details><summary>{escape(say('faults_rest', n=count - FEW))}</summary>{rest}</details>"
    return head + "".join(items[:FEW]) + more


def _fault(severity: str, message: str, line: int, column: int) -> str:
    place = say("line_column", line=line, column=column) if line and column else say("line", line=line) if line else ""
    return f'<div class="fault {severity}">{escape(message)}<br><small>{escape(place)}</small></div>'
