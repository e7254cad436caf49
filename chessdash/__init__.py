"""Chess standings by every FIDE tie-break, each number explained.

The names here load when they are first used, so that a command or a notebook pays only for what it needs. Three of them are also
names of modules: ``chessdash.compare``, ``chessdash.standings`` and ``chessdash.tiebreaks`` are the functions, and what lies in
the modules is had by ``from chessdash.standings import ...``.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chessdash.compare import Comparison as Comparison
    from chessdash.compare import compare as compare
    from chessdash.errors import ChessdashError as ChessdashError
    from chessdash.errors import DataError as DataError
    from chessdash.errors import FormatError as FormatError
    from chessdash.errors import TieBreakError as TieBreakError
    from chessdash.event_study import study as study
    from chessdash.explanation import explain as explain
    from chessdash.explanation import why as why
    from chessdash.formats import read as read
    from chessdash.formats import read_many as read_many
    from chessdash.formats import write as write
    from chessdash.ratings.changes import rating_changes as rating_changes
    from chessdash.standings import check as check
    from chessdash.standings import standings as standings
    from chessdash.studies import simulated_study as simulated_study
    from chessdash.tiebreaks.catalogue import tiebreaks as tiebreaks
    from chessdash.tournament import Tournament as Tournament
    from chessdash.whatif.ending import end_after as end_after
    from chessdash.whatif.outlook import simulate as simulate
    from chessdash.whatif.setting import with_results as with_results

__version__ = "0.1.0"

_HOME = {  # in which module each name lies
    "ChessdashError": "errors",
    "Comparison": "compare",
    "DataError": "errors",
    "FormatError": "errors",
    "TieBreakError": "errors",
    "Tournament": "tournament",
    "check": "standings",
    "compare": "compare",
    "end_after": "whatif.ending",
    "explain": "explanation",
    "rating_changes": "ratings.changes",
    "read": "formats",
    "read_many": "formats",
    "simulate": "whatif.outlook",
    "simulated_study": "studies",
    "standings": "standings",
    "study": "event_study",
    "tiebreaks": "tiebreaks.catalogue",
    "why": "explanation",
    "with_results": "whatif.setting",
    "write": "formats",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*_HOME, "__version__"])


class _Package(ModuleType):
    """This module; importing ``chessdash.standings`` does not hide the function of that name."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (isinstance(value, ModuleType) and name in _HOME):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
