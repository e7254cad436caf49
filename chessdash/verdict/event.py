"""What the verdict says of the event itself: ties, who moves, money, what first place hung on."""

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from chessdash.display.codes import written
from chessdash.display.numbers import spoken, surname
from chessdash.text import say
from chessdash.text.numbers import number
from chessdash.verdict.figures import Z
from chessdash.verdict.said import LEAST_MONEY, Said, amount, listed, orders_listed, short_names

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.compare import Comparison


def of_event(comparison: "Comparison", first: "pd.DataFrame | None" = None) -> Iterator[Said]:
    """Ties and what settled them, the winner, who moves, money, what first place hung on."""
    levels = comparison.decided[comparison.decided["order"] == comparison.baseline]
    tied = levels[levels["level"] > 0]
    places, level = int(levels["places"].sum()), int(tied["places"].sum())
    if not level:
        yield Said("found_no_ties", strong=True)
        return
    yield Said("found_ties", {"n": level, "of": places})
    yield Said("found_settled", {"order": written(comparison.baseline.split(",")), "how": _settled(tied)})
    names = short_names([str(label) for label in comparison.stakes.index])
    if not int(comparison.stakes["moved"].sum()):
        yield Said("found_nothing_moves", {"n": len(comparison.stakes)}, strong=True)
    else:
        yield _winner(comparison, names)
        yield _moved(comparison, names)
        yield from _money(comparison, names)
    yield from _first_place(comparison, names, first)


def _settled(tied: Any) -> str:
    parts, first = [], True
    for row in tied.itertuples():
        if row.places:
            code = "found_shared" if row.code == "shared" else "found_by_first" if first else "found_by"
            parts.append(say(code, n=int(row.places), code=row.code))
            first = False
    return ", ".join(parts)


def _winner(comparison: "Comparison", names: Mapping[str, str]) -> Said:
    ranks: Any = comparison.ranks
    if comparison.stakes["winner"].all():
        top = ranks[ranks["points"] == ranks["points"].max()]
        code = "found_first_points" if len(top) == 1 else "found_same_winner"
        return Said(code, {"n": len(names), "name": spoken(str(top["name"].iloc[0]))}, strong=True)
    winners: dict[str, list[str]] = {}
    for label, name in names.items():
        winners.setdefault(listed([spoken(str(one)) for one in ranks["name"][ranks[label] == 1]]), []).append(name)
    who = "; ".join(say("found_under", name=found, orders=orders_listed(under)) for found, under in winners.items())
    return Said("found_other_winner", {"who": who}, strong=True)


def _moved(comparison: "Comparison", names: Mapping[str, str]) -> Said:
    moved: Any = comparison.stakes["moved"].drop(comparison.baseline)
    base = names[comparison.baseline]
    low, high = int(moved.min()), int(moved.max())
    if len(moved) == 1:
        return Said("found_moves", {"n": high, "order": names[str(moved.index[0])], "base": base})
    if low == high:
        return Said("found_moves_each", {"n": low, "base": base})
    return Said("found_moves_range", {"n": high, "low": low, "high": high, "base": base})


def _money(comparison: "Comparison", names: Mapping[str, str]) -> Iterator[Said]:
    """What the order is worth: money where prizes are given, else whether the first three are the same."""
    prizes: Any = comparison.prizes
    stakes: Any = comparison.stakes
    base = comparison.baseline
    if prizes is None:
        others = [names[str(label)] for label, same in stakes["podium"].items() if not same]
        if others:
            yield Said("found_other_podium", {"orders": orders_listed(others)})
        return
    changed = {str(label): float(money) for label, money in stakes["money"].items() if money > LEAST_MONEY}
    if not changed:
        yield Said("found_no_money")
        return
    parts = [say("found_money_part", money=amount(money), order=names[label]) for label, money in changed.items()]
    yield Said("found_money", {"parts": listed(parts), "total": amount(float(prizes[base].sum()))}, strong=True)
    gaps = {(no, label): float(prizes.at[no, label] - prizes.at[no, base]) for label in changed for no in prizes.index}
    no, label = max(gaps, key=lambda key: abs(gaps[key]))
    amounts = {"amount": amount(float(prizes.at[no, label])), "instead": amount(float(prizes.at[no, base]))}
    yield Said("found_money_who", {"name": spoken(str(prizes.at[no, "name"])), "order": names[label], **amounts})


def _first_place(comparison: "Comparison", names: Mapping[str, str], first: Any) -> Iterator[Said]:
    """What decided first place, by how little, and what would have turned it."""
    if first is not None and str(first.attrs["decided_by"]) == "shared":
        yield Said("found_first_shared", {"order": names[comparison.baseline]})
    hanging: Any = comparison.hanging
    row = hanging[(hanging["order"] == comparison.baseline) & (hanging["place"] == 1)]
    if row.empty:
        return
    found, players = row.iloc[0], comparison.ranks["name"]
    if first is not None and len(decides := first[first["verdict"] == "decides"]):
        one = decides.iloc[0]
        above, below = ("a", "b") if first.attrs["a"] == first.attrs["above"] else ("b", "a")
        values = {"a": number(float(one[above])), "b": number(float(one[below]))}
        yield Said("found_first_by", {"code": str(one["code"]), "name": spoken(str(players[found["above"]])), **values})
    nearest = found["nearest"]
    if nearest is None or not found["any"]:
        yield Said("found_first_safe")
    else:
        sides = {"white": surname(str(players[nearest[1]])), "black": surname(str(players[nearest[2]]))}
        games = float(found["games"])
        yield Said("found_first_hangs", {"n": 1 if games <= 1 else 2, "games": number(games), "round": int(nearest[0]), **sides})
    swap, error = float(found["swap"]), float(found["swap_se"])
    if math.isfinite(swap) and math.isfinite(error):
        yield Said("found_first_luck", {"share": f"{100 * swap:.0f} ± {100 * Z * error:.0f}"})
