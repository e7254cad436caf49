"""The registry as a frame, for people who look for a code."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from chessdash.tiebreaks.descriptor import allowed, parse_order
from chessdash.tiebreaks.registry import CODES

if TYPE_CHECKING:
    import pandas as pd


def tiebreaks(order: str | Iterable[str] | None = None) -> "pd.DataFrame":
    """One row a code, in the order of the rule book, or of ``order`` as it is written there.

    Columns: name, article of C.07 (empty beyond FIDE), type (A to D), accepts (modifiers), meaning, and known_early: whether,
    once the last round is paired, it is known how the code sets two apart who will end level on points (forfeits apart).
    """
    import pandas as pd

    entries = CODES.items() if order is None else ((text, d.tiebreak) for text, d in parse_order(order))
    rows = [(c, t.name, t.article, t.type, allowed(t) if t.accepts else "", t.meaning, t.known_early) for c, t in entries]
    columns = ["code", "name", "article", "type", "accepts", "meaning", "known_early"]
    return pd.DataFrame(rows, columns=columns).set_index("code")
