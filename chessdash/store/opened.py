"""Events of the club as everything that opens events takes them: beside the shelf's files, under the names of their links."""

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from chessdash.errors import AccessError
from chessdash.shelf import Event
from chessdash.store import events, ratings

if TYPE_CHECKING:
    from chessdash.ratings.rated import Basis
    from chessdash.store.handle import Store
    from chessdash.tournament import Tournament


@dataclass(frozen=True)
class Stored(Event):
    """An event of the club at one revision; what caches go by changes with every change of it."""

    store: Any = field(default=None, repr=False, compare=False)
    control: str = "standard"

    def read(self) -> "Tournament":
        """The tournament; raises StoreError where it is gone, AccessError where it may not be seen."""
        return events.tournament(self.store, self.key)

    def basis(self) -> "Basis | None":
        """The club's rules and ratings, None for an event that it does not rate."""
        return ratings.basis(self.store, self.key)


def opened(store: "Store") -> dict[str, Event]:
    """The club's events that the viewer may open, by key, the newest first; none in a private club that is not the viewer's."""
    where = store.engine.url.render_as_string(hide_password=True)
    try:
        listing: Any = events.listing(store).itertuples()
    except AccessError:
        return {}
    return {
        one.key: Stored(one.key, one.name, _digest(where, one.key, one.revision), b"", store=store, control=one.control)
        for one in listing
    }


def _digest(*parts: object) -> str:
    return hashlib.sha256(" ".join(map(str, parts)).encode()).hexdigest()
