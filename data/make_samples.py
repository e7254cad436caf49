"""Writes data/tournaments: invented events that show what chessdash does, the same bytes on every run (`make samples`).

Names, games and events are made by chance from fixed seeds; the two exercise events of FIDE's Technical Commission are typed
from its published facts. Declared ranks are chessdash's own.
"""

from pathlib import Path

from samples.events import EVENTS
from samples.trf import text

TOURNAMENTS = Path(__file__).parent / "tournaments"


def samples() -> dict[str, bytes]:
    """The name and the bytes of every file."""
    return {f"{key}.trf": text(make()) for key, make in EVENTS.items()}


if __name__ == "__main__":
    TOURNAMENTS.mkdir(exist_ok=True)
    for name, content in samples().items():
        TOURNAMENTS.joinpath(name).write_bytes(content)
