"""The club's store on the pages: opened once a server, and what is said where it cannot be read."""

import streamlit as st

from chessdash.errors import AccessError, StoreError
from chessdash.pages import _shared
from chessdash.store import Store, open_store
from chessdash.store.connect import default_url
from chessdash.store.handle import hosted
from chessdash.text import say


def the_store() -> Store:
    """The club's store for whoever looks: its owner locally, a visitor where CHESSDASH_MODE is "hosted". Raises StoreError."""
    return _opened(default_url(), hosted())


@st.cache_resource(max_entries=8, show_spinner=False)
def _opened(url: str, hosted: bool) -> Store:
    """An address and a mode; an error is not kept, so that a store that was repaired opens."""
    return open_store(url, local=not hosted)


def address_of(store: Store) -> str:
    """Where a store is, without its password: what caches go by, beside a revision."""
    return store.engine.url.render_as_string(hide_password=True)


def refused(error: StoreError | AccessError) -> None:
    """The state of a page whose store cannot be read, or not by this visitor."""
    if isinstance(error, AccessError):
        _shared.state(say("club_private"), say("club_private_way"))
    else:
        _shared.state(say("club_unreadable"), str(error), way=say("club_unreadable_way"), failed=True)
