"""Where the dashboard and its samples lie: in an installed wheel under chessdash/_app, in a checkout beside the package."""

from pathlib import Path

from chessdash.errors import ChessdashError
from chessdash.text import say

PACKAGE = Path(__file__).parent


def dashboard() -> Path:
    """The dashboard's entry file, app.py; its configuration and fonts lie beside it."""
    for folder in (PACKAGE / "_app", PACKAGE.parent):
        if (folder / "app.py").is_file():
            return folder / "app.py"
    raise ChessdashError(say("no_dashboard", folder=PACKAGE))


def samples() -> list[Path]:
    """The sample events, by name."""
    return sorted((dashboard().parent / "data" / "tournaments").glob("*.trf"))
