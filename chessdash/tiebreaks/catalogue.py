"""The registry as a frame, for people who look for a code."""

from typing import TYPE_CHECKING

from chessdash.tiebreaks.descriptor import allowed
from chessdash.tiebreaks.registry import CODES

if TYPE_CHECKING:
    import pandas as pd


def tiebreaks() -> "pd.DataFrame":
    """One row a code, in the order of the rule book: name, article of C.07, type, the modifiers it takes, and its meaning."""
    import pandas as pd

    rows = [(t.code, t.name, t.article, t.type, allowed(t) if t.accepts else "", t.meaning) for t in CODES.values()]
    return pd.DataFrame(rows, columns=["code", "name", "article", "type", "accepts", "meaning"]).set_index("code")
