"""Chess standings by every FIDE tie-break, each number explained.

The names here load when they are first used, so that a command or a notebook pays only for what it needs. Two of them are also
names of modules: ``chessdash.standings`` and ``chessdash.tiebreaks`` are the functions, and what lies in the modules is had by
``from chessdash.standings import ...``.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pandas import DataFrame

    from chessdash.errors import ChessdashError as ChessdashError
    from chessdash.errors import DataError as DataError
    from chessdash.errors import FormatError as FormatError
    from chessdash.errors import TieBreakError as TieBreakError
    from chessdash.explanation import explain as explain
    from chessdash.explanation import why as why
    from chessdash.formats import read as read
    from chessdash.formats import read_many as read_many
    from chessdash.formats import write as write
    from chessdash.standings import check as check
    from chessdash.standings import standings as standings
    from chessdash.tournament import Tournament as Tournament

__version__ = "0.1.0"

_HOME = {  # in which module each name lies
    "ChessdashError": "errors",
    "DataError": "errors",
    "FormatError": "errors",
    "TieBreakError": "errors",
    "Tournament": "tournament",
    "check": "standings",
    "explain": "explanation",
    "read": "formats",
    "read_many": "formats",
    "standings": "standings",
    "why": "explanation",
    "write": "formats",
}


def tiebreaks() -> "DataFrame":
    """The catalogue of tie-breaks, one row a code in the order of the rule book: name, article of C.07, type, modifiers, meaning."""
    from pandas import DataFrame

    registry = import_module("chessdash.tiebreaks.registry")
    rows = [(t.code, t.name, t.article, t.type, " ".join(t.accepts), t.meaning) for t in registry.CODES.values()]
    return DataFrame(rows, columns=["code", "name", "article", "type", "accepts", "meaning"]).set_index("code")


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*_HOME, "tiebreaks", "__version__"})


class _Package(ModuleType):
    """This module; importing ``chessdash.standings`` does not hide the function of that name."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (isinstance(value, ModuleType) and (name in _HOME or name == "tiebreaks")):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
