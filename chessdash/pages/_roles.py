"""Which pages whoever looks has: those of organisers are in the navigation for organisers only, and check again themselves."""

from chessdash.errors import ChessdashError
from chessdash.pages import _club
from chessdash.store.rights import events_with, may


def pages() -> tuple[str, ...]:
    """The organisers' pages that the viewer has."""
    try:
        store = _club.the_store()
        leads = ("finish", "club") if may(store, "members") else ("finish",) if events_with(store, "finish") else ()
    except ChessdashError:
        return ()
    return (*(("results",) if enters_results() else ()), *leads)


def enters_results() -> bool:
    """Whether the viewer may enter results of any event; a store that cannot be read has no organisers."""
    try:
        store = _club.the_store()
        return may(store, "enter") or bool(events_with(store, "enter"))
    except ChessdashError:
        return False
