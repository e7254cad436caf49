"""Which pages whoever looks has: those of organisers are in the navigation for organisers only, and check again themselves."""

from chessdash.errors import ChessdashError
from chessdash.pages import _club
from chessdash.store.rights import events_with, may

ORGANISERS = ("results", "finish", "club")  # pages; others reach them by their address, and are told who may


def pages() -> tuple[str, ...]:
    """The organisers' pages that the viewer has: Club whoever may make an event, the others whoever has one to work with."""
    try:
        store = _club.the_store()
        has = {
            "results": enters_results(),
            "finish": may(store, "members") or bool(events_with(store, "finish")),
            "club": may(store, "single"),
        }
    except ChessdashError:
        return ()
    return tuple(name for name in ORGANISERS if has[name])


def enters_results() -> bool:
    """Whether the viewer may enter results of any event; a store that cannot be read has no organisers."""
    try:
        store = _club.the_store()
        return may(store, "enter") or bool(events_with(store, "enter"))
    except ChessdashError:
        return False
