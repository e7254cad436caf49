"""Other results: what they change in the table; and, from the modules beside, how they are set and which would swap whom."""

from typing import TYPE_CHECKING, Any

import numpy as np

from chessdash.standings import Order, standings
from chessdash.tournament import Tournament
from chessdash.whatif.boards import boards as boards
from chessdash.whatif.boards import result_of as result_of
from chessdash.whatif.flipping import flip_list as flip_list
from chessdash.whatif.setting import by_white as by_white
from chessdash.whatif.setting import with_results as with_results

if TYPE_CHECKING:
    import pandas as pd


def changes(before: Tournament, after: Tournament, order: Order | None = None, **rules: Any) -> "pd.DataFrame":
    """What differs between two tables of an event under the same order, by start number, sorted by the new rank.

    Columns: rank, rank_before, move (places, up is positive), name, points, points_before, for each code X of the order ``X`` and
    ``X before``, and changed: whether rank, points or any value differ (undefined equals undefined). Who is in one of them only
    is left out. ``order`` None is that of ``before``. ``attrs``: order, dropped as in ``standings``, left: how many are in the
    table before only.
    """
    import pandas as pd

    old = standings(before, order, **rules)
    codes_used, dropped = tuple(old.attrs["order"]), old.attrs["dropped"]
    new = standings(after, codes_used, **rules)
    new, left = new[new.index.isin(old.index)], int((~old.index.isin(new.index)).sum())
    old = old.reindex(new.index)
    first = "PTS" if "PTS" in codes_used else next(code for code in codes_used if code.strip().upper() == "PTS")
    columns: dict[str, Any] = {"rank": new["rank"], "rank_before": old["rank"], "move": old["rank"] - new["rank"]}
    columns |= {"name": new["name"], "points": new[first], "points_before": old[first]}
    changed = (columns["move"] != 0).to_numpy(bool)
    for code in codes_used:
        columns |= {code: new[code], f"{code} before": old[code]}
        now, then = new[code].to_numpy(float), old[code].to_numpy(float)
        changed = changed | ~((now == then) | (np.isnan(now) & np.isnan(then)))
    frame = pd.DataFrame({**columns, "changed": changed}, index=new.index)
    frame.attrs = {"order": codes_used, "dropped": dropped, "left": left}
    return frame
