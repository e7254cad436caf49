"""The shelf: the events of a folder that everyone may open, each under the name of its file, and what one of them is."""

import hashlib
import io
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from chessdash.formats import FORMATS, read

if TYPE_CHECKING:
    from chessdash.ratings.rated import Basis
    from chessdash.tournament import Tournament

FOLDER = "CHESSDASH_EVENTS"  # environment variable: a folder of events in place of the samples
ENDINGS = tuple(ending for endings in FORMATS.values() for ending in endings)


@dataclass(frozen=True)
class Event:
    """One event that can be opened: its key in links, the file's name, the hash of its content, and the content."""

    key: str
    name: str
    digest: str  # SHA-256 of the content, hexadecimal: what caches go by
    content: bytes = field(repr=False, compare=False)
    own: bool = False  # whether it belongs to one visitor's session only

    def read(self) -> "Tournament":
        """The tournament in the content; raises FormatError where there is none."""
        file = io.BytesIO(self.content)
        file.name = self.name
        return read(file)

    def basis(self) -> "Basis | None":
        """By what its games are rated, None: FIDE's rules at the event's pace."""
        return None


def event(name: str, content: bytes, *, own: bool = False) -> Event:
    """An event from a file's name and content; one of a visitor's own is keyed by its content."""
    digest = hashlib.sha256(content).hexdigest()
    return Event(f"file-{digest[:12]}" if own else key_of(name), name, digest, content, own)


def key_of(name: str) -> str:
    """The key of a file in links: its name without the ending, letters and digits joined by hyphens."""
    return re.sub(r"[\W_]+", "-", Path(name).stem.casefold()).strip("-") or "event"


def app_folder() -> Path:
    """The folder of app.py: the project's in a checkout, chessdash/_app in an installed package."""
    package = Path(__file__).parent
    return next((folder for folder in (package / "_app", package.parent) if (folder / "app.py").is_file()), package.parent)


def events_folder() -> Path:
    """The folder of the events that everyone may open: the one in CHESSDASH_EVENTS, else the samples beside app.py."""
    return Path(os.environ.get(FOLDER) or app_folder() / "data" / "tournaments")


def shelved(folder: Path | None = None) -> Mapping[str, Event]:
    """The events of a folder by key, in the order of their names; a key is only ever looked up here, never made a path."""
    folder = events_folder() if folder is None else folder
    paths = sorted(folder.iterdir()) if folder.is_dir() else []
    found: dict[str, Event] = {}
    for path in paths:
        if path.is_file() and path.name.lower().endswith(ENDINGS):
            state = path.stat()
            made = _event(path, state.st_mtime_ns, state.st_size)
            found.setdefault(made.key, made)
    return found


@lru_cache(maxsize=256)
def _event(path: Path, changed: int, size: int) -> Event:
    return event(path.name, path.read_bytes())
