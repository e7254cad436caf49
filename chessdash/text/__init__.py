"""Every sentence that a person reads: templates with named values over gettext, English as the source.

The tables beside this file hold the templates by subject, as ``code: template`` or ``code: (one, many)``, where ``n`` chooses.
Code that speaks names a sentence and gives its values; it never holds the words. A translation is a gettext catalogue
(``locale/<language>/LC_MESSAGES/chessdash.mo``) whose message ids are the English templates.
"""

import gettext
from contextvars import ContextVar
from functools import lru_cache
from importlib import import_module
from pathlib import Path

LANGUAGE: ContextVar[str] = ContextVar("LANGUAGE", default="en")
SUBJECTS = (
    "errors",
    "arguments",
    "faults",
    "reasons",
    "tiebreaks",
    "pages",
    "cli",
    "compare",
    "verdict",
    "ending",
    "changed",
    "certain",
    "pairing",
    "army",
    "outlook",
    "whatif",
    "ratings",
    "ratings_page",
    "results_page",
    "store",
    "rounds",
    "finishing",
    "members",
    "cli_club",
    "club_pages",
    "lists",
)

Template = str | tuple[str, str]


@lru_cache(maxsize=1)
def templates() -> dict[str, Template]:
    """All templates by their code; a code stands in one subject only."""
    table: dict[str, Template] = {}
    for subject in SUBJECTS:
        table.update(import_module(f"{__name__}.{subject}").SENTENCES)
    return table


@lru_cache(maxsize=16)
def catalogue(language: str) -> gettext.NullTranslations:
    """The gettext catalogue of a language, English where there is none."""
    return gettext.translation("chessdash", Path(__file__).parents[1] / "locale", [language], fallback=True)


def say(code: str, /, **values: object) -> str:
    """The sentence of this code in the current language, with its values; ``n`` chooses the plural."""
    template, words = templates()[code], catalogue(LANGUAGE.get())
    if isinstance(template, tuple):
        n = values["n"]
        return words.ngettext(*template, int(n) if isinstance(n, int | float) else 2).format(**values)
    return words.gettext(template).format(**values)
