"""Files to open, and what a page shows when Streamlit's own test runner draws it."""

import json
from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "chessdash" / "pages"


def trf(title: str, names: list[str], *, extra: str = "") -> bytes:
    """A file of two rounds: in each, the players meet in pairs and the one with the lower number wins."""
    lines = [f"012 {title}", "042 2026/05/01", "052 2026/05/03", "142 3"]
    for no, name in enumerate(names, 1):
        cells = []
        for other in ((no + 1 if no % 2 else no - 1), (no + 2 if (no - 1) % 4 < 2 else no - 2)):
            cells.append(f"  {other:4d} {'w' if no < other else 'b'} {'1' if no < other else '0'}")
        points = sum(cell.endswith("1") for cell in cells)
        lines.append(
            f"001 {no:4d} m    {name[:33]:33s} {2000 - no:4d} NED {'':11s} {'':10s} {points:4.1f} {'':4s}{''.join(cells)}"
        )
    return ("\n".join(lines) + "\n" + extra).encode()


def shown(at: AppTest, key: str) -> dict[str, Any]:
    """What the component with this key was given."""
    element = next(element for element in at.get("bidi_component") if element.key == key)
    return json.loads(element.proto.mixed.json or element.proto.json)


def texts(at: AppTest) -> str:
    """Everything that was said in HTML and Markdown."""
    return "\n".join([element.proto.body for element in at.get("html")] + [element.value for element in at.markdown])
