"""The verdict on orders in plain words: each sentence stands exactly when its condition on the numbers holds.

Figures from simulated events are shares of 100 with the half width of their 99 % interval. Agreement with strength never stands
without the same figure from events whose ratings say nothing; "clearly" only where the paired interval excludes zero.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from chessdash.display.codes import written
from chessdash.display.numbers import spoken, surname
from chessdash.text import say
from chessdash.text.numbers import MINUS, number

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.compare import Comparison
    from chessdash.studies import Simulated

PARTS = ("event", "study", "further", "advice", "small")  # paragraphs: figures on strength, further figures
Z = 2.576  # errors on either side of a 99 % interval
FEWEST_EVENTS = 50  # simulated events below which nothing is said of orders
FEWEST_TIES = 20  # ties for first below which nothing is said of them
NEGLIGIBLE = 0.03  # a difference in stronger above that an organiser need not care about
WORLDS = ("rated", "blind")
LEAST_MONEY = 0.005  # less than half of the smallest coin is rounding
STRENGTH = {  # what the paired differences in stronger above say, as rated and where ratings say nothing
    (1, 1): "study_better",
    (-1, -1): "study_worse",
    (0, 0): "study_same",
    (1, 0): "study_borrowed",
    (1, -1): "study_leans",
    (0, -1): "study_lent",
    (0, 1): "study_blind_better",
    (-1, 0): "study_rated_worse",
    (-1, 1): "study_rated_worse_blind_better",
}
BUCHHOLZ, FORE, FAIR_TO_BYES = ("BH", "AOB", "FB"), ("FB",), ("SB", "PS")


@dataclass(frozen=True)
class Said:
    """One sentence: its code, its values, the paragraph it belongs to, and whether it is a conclusion."""

    code: str
    values: dict[str, Any] = field(default_factory=dict)
    part: str = "event"  # one of PARTS
    strong: bool = False

    def __str__(self) -> str:
        return say(self.code, **self.values)


class Figure(NamedTuple):
    """A pooled figure, or the difference of two, with its standard error and the number of events that it rests on."""

    value: float
    error: float
    events: int
    needed: float = float("nan")

    @property
    def half(self) -> float:
        """Half the width of the 99 % interval; where all events agree, the most that the rest of the world may differ."""
        if self.error == 0 and self.events:
            return float(1 - 0.005 ** (1 / self.events))
        return Z * self.error

    @property
    def clear(self) -> int:
        """+1 or -1 where the 99 % interval lies wholly above or below zero, else 0."""
        if not self.events or not math.isfinite(self.error) or abs(self.value) <= Z * self.error:
            return 0
        return 1 if self.value > 0 else -1

    def __str__(self) -> str:
        return f"{100 * self.value:.1f} ± {100 * self.half:.1f}"

    @property
    def change(self) -> str:
        """A difference with its sign."""
        text = f"{100 * abs(self.value):.1f}"
        sign = "" if float(text) == 0 else "+" if self.value > 0 else MINUS
        return f"{sign}{text} ± {100 * Z * self.error:.1f}"


def short_names(orders: Sequence[str]) -> dict[str, str]:
    """What sentences call each order: as many of its first codes as tell it from the others."""
    split = {order: [code.strip() for code in order.split(",")] for order in orders}
    names = {}
    for order, codes in split.items():
        lengths = (n for n in range(1, len(codes)) if sum(other[:n] == codes[:n] for other in split.values()) == 1)
        names[order] = written(codes[: next(lengths, len(codes))])
    return names


class Pooled:
    """Pooled rows of a study, looked up by world, order and measure."""

    def __init__(self, rows: "pd.DataFrame", baseline: str) -> None:
        self.baseline = baseline
        self.orders = [str(order) for order in dict.fromkeys(rows["order"])]
        self.names = short_names(self.orders)
        self._rows = {(r["world"], r["order"], r["measure"]): r for r in rows.to_dict("records")}

    @property
    def others(self) -> list[str]:
        """The orders beside the one compared with."""
        return [order for order in self.orders if order != self.baseline]

    def value(self, order: str, measure: str, world: str = "rated") -> Figure:
        """A figure of an order."""
        return self._figure(order, measure, world, "value", "error")

    def difference(self, order: str, measure: str, world: str = "rated") -> Figure:
        """The difference from the order compared with, on the same events."""
        return self._figure(order, measure, world, "difference", "difference_error")

    def _figure(self, order: str, measure: str, world: str, value: str, error: str) -> Figure:
        row = self._rows.get((world, order, measure))
        if row is None:
            return Figure(math.nan, math.nan, 0)
        return Figure(float(row[value]), float(row[error]), int(row["events"]), float(row["events_needed"]))


def verdict(
    comparison: "Comparison",
    pooled: "pd.DataFrame | None" = None,
    *,
    study: "Simulated | None" = None,
    first: "pd.DataFrame | None" = None,
) -> list[Said]:
    """Everything that the numbers let one say, in the order in which it is read.

    ``pooled`` is ``studies.pool`` of simulated events, with ``study`` saying what was simulated; ``first`` is ``explanation.why``
    of first and second place under the order compared with.
    """
    said = list(of_event(comparison, first))
    if pooled is not None and len(pooled):
        found = Pooled(pooled, comparison.baseline)
        said += [*of_study(found), *advice(found)]
    return [*said, *small_print(comparison, pooled is not None and bool(len(pooled)), study)]


def paragraphs(said: Sequence[Said]) -> list[list[Said]]:
    """The sentences of each paragraph that has any, as PARTS."""
    parts = [[one for one in said if one.part == part] for part in PARTS]
    return [part for part in parts if part]


# ---- what happened in the event


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
        winners.setdefault(_listed([spoken(str(one)) for one in ranks["name"][ranks[label] == 1]]), []).append(name)
    who = "; ".join(say("found_under", name=found, orders=_orders(under)) for found, under in winners.items())
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
            yield Said("found_other_podium", {"orders": _orders(others)})
        return
    changed = {str(label): float(money) for label, money in stakes["money"].items() if money > LEAST_MONEY}
    if not changed:
        yield Said("found_no_money")
        return
    parts = [say("found_money_part", money=amount(money), order=names[label]) for label, money in changed.items()]
    yield Said("found_money", {"parts": _listed(parts), "total": amount(float(prizes[base].sum()))}, strong=True)
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


# ---- what simulated events say


def of_study(found: Pooled) -> Iterator[Said]:
    """Stronger above with and without ratings, each order against the one compared with, then luck, byes and an early stop."""
    base = found.baseline
    rated, blind = (found.value(base, "stronger", world) for world in WORLDS)
    if min(rated.events, blind.events) < FEWEST_EVENTS:
        yield Said("study_few", {"n": max(rated.events, blind.events)}, "study")
        return
    name = found.names[base]
    yield Said("study_stronger", {"n": rated.events, "order": name, "rated": str(rated), "blind": str(blind)}, "study")
    groups: dict[str, list[str]] = {}
    for order in found.others:
        groups.setdefault(strength_sentence(found, order), []).append(order)
    for code, orders in groups.items():
        listed = _orders([found.names[order] for order in orders])
        yield Said(code, {"n": len(orders), "orders": listed, "base": name}, "study", strong=True)
        for order in orders:
            yield from _difference(found, order, several=len(orders) > 1)
    yield from _luck(found)
    yield from _byes(found)
    yield from _stop(found)


def strength_sentence(found: Pooled, order: str) -> str:
    """Which sentence says how an order compares as a judge of strength: both intervals have to agree for "clearly"."""
    rated, blind = (found.difference(order, "stronger", world).clear for world in WORLDS)
    return STRENGTH[rated, blind]


def _difference(found: Pooled, order: str, *, several: bool) -> Iterator[Said]:
    """The figures behind a conclusion: both differences with their intervals, and the events that it would take where unclear."""
    rated, blind = (found.difference(order, "stronger", world) for world in WORLDS)
    code = "study_difference_of" if several else "study_difference"
    yield Said(code, {"rated": rated.change, "blind": blind.change, "order": found.names[order]}, "study")
    if rated.clear > 0 and blind.clear > 0 and apart(rated, blind) > 0:
        yield Said("study_partly_borrowed", {}, "study")
    if not rated.clear and math.isfinite(rated.needed) and rated.needed > rated.events:
        needed = _round(rated.needed)
        yield Said("study_needed", {"n": needed, "needed": f"{needed:,}"}, "study")


def _luck(found: Pooled) -> Iterator[Said]:
    """M6: how often other boards of the last round swap first and second, where there were ties enough."""
    base = found.value(found.baseline, "swapped")
    if base.events < FEWEST_TIES or not math.isfinite(base.error):
        return
    yield Said("study_hangs", {"n": base.events, "order": found.names[found.baseline], "share": str(base)}, "further")
    yield from _clearly(found, "swapped", FEWEST_TIES)


def _byes(found: Pooled) -> Iterator[Said]:
    """M7, beside what strength says of the same pairs: said where an order clearly departs from that or from the others."""
    base, strength = found.value(found.baseline, "absent"), found.value(found.baseline, "absent_stronger")
    if min(base.events, strength.events) < FEWEST_EVENTS or not math.isfinite(base.error):
        return
    differ = [order for order in found.others if found.difference(order, "absent").clear]
    if differ or apart(base, strength):
        values = {"order": found.names[found.baseline], "share": str(base), "strength": str(strength)}
        yield Said("study_byes", values, "further")
        yield from _clearly(found, "absent", FEWEST_EVENTS)


def _stop(found: Pooled) -> Iterator[Said]:
    """M9, only where orders clearly differ in it."""
    base = found.value(found.baseline, "winner_kept_1")
    clearly = list(_clearly(found, "winner_kept_1", FEWEST_EVENTS))
    if clearly and base.events >= FEWEST_EVENTS:
        yield Said("study_stop", {"order": found.names[found.baseline], "share": str(base)}, "further")
        yield from clearly


def _clearly(found: Pooled, measure: str, least: int) -> Iterator[Said]:
    """The orders that clearly differ in a figure from the one compared with, with theirs."""
    for sign, code in ((1, "study_more"), (-1, "study_less")):
        differences = {order: found.difference(order, measure) for order in found.others}
        orders = [order for order, figure in differences.items() if figure.clear == sign and figure.events >= least]
        if orders:
            parts = [say("study_share", order=found.names[order], share=str(found.value(order, measure))) for order in orders]
            yield Said(code, {"parts": _listed(parts)}, "further")


def apart(one: Figure, other: Figure) -> int:
    """+1 or -1 where the 99 % intervals of two figures do not meet and the one lies above or below, else 0."""
    if not (math.isfinite(one.error) and math.isfinite(other.error)):
        return 0
    gap = one.value - other.value
    return 0 if abs(gap) <= one.half + other.half else 1 if gap > 0 else -1


# ---- advice, only where the evidence carries it


def advice(found: Pooled) -> Iterator[Said]:
    """What an organiser may conclude; nothing where the figures are too few or say nothing."""
    base = found.baseline
    if min(found.value(base, "stronger", world).events for world in WORLDS) < FEWEST_EVENTS:
        return
    for order in found.orders:
        if repeats_ratings(found, order):
            values = {"order": found.names[order], "blind": str(found.value(order, "stronger", "blind"))}
            yield Said("advice_ratings", values, "advice", strong=True)
    if any(starts(o, FORE) and _clear(found, o, "swapped", FEWEST_TIES) < 0 for o in found.others):
        yield Said("advice_fore", {}, "advice", strong=True)
    fair = [found.names[o] for o in found.others if starts(o, FAIR_TO_BYES) and fairer_to_byes(found, o)]
    if fair and starts(base, BUCHHOLZ):
        yield Said("advice_byes", {"orders": _orders(fair, word="or")}, "advice", strong=True)
    if found.others and all(_alike(found, order) for order in found.others):
        yield Said("advice_explain", {}, "advice", strong=True)


def _clear(found: Pooled, order: str, measure: str, least: int) -> int:
    figure = found.difference(order, measure)
    return figure.clear if figure.events >= least else 0


def fairer_to_byes(found: Pooled, order: str) -> bool:
    """Whether the order compared with puts those with byes clearly lower than strength does, and this one clearly higher."""
    base, strength = found.value(found.baseline, "absent"), found.value(found.baseline, "absent_stronger")
    return apart(base, strength) < 0 and _clear(found, order, "absent", FEWEST_EVENTS) > 0


def repeats_ratings(found: Pooled, order: str) -> bool:
    """Whether an order is better than lots only as far as ratings are: clear as rated, not clear where they say nothing."""
    rated, blind = (found.value(order, "stronger", world) for world in ("rated", "blind"))
    known = all(math.isfinite(figure.error) and figure.events for figure in (rated, blind))
    return known and rated.value - rated.half > 0.5 >= blind.value - blind.half


def starts(order: str, codes: Iterable[str]) -> bool:
    """Whether the first code of an order is one of these, with whatever modifiers."""
    return order.split(",")[0].strip().split("/")[0].split(":")[0] in tuple(codes)


def _alike(found: Pooled, order: str) -> bool:
    """No visible difference, and so narrow an interval that none that matters can hide in it, in both worlds."""
    differences = [found.difference(order, "stronger", world) for world in ("rated", "blind")]
    return all(
        d.events >= FEWEST_EVENTS and not d.clear and abs(d.value) + Z * d.error <= NEGLIGIBLE
        for d in differences
        if math.isfinite(d.error)
    ) and all(math.isfinite(d.error) for d in differences)


# ---- the small print


def small_print(comparison: "Comparison", simulated: bool, study: "Simulated | None") -> Iterator[Said]:
    """What the figures rest on."""
    if simulated:
        yield Said("small_interval", {}, "small")
        if study is not None:
            values = {"players": study.players, "rounds": study.rounds, "seed": study.seed}
            field, byes = say(f"field_{study.field}"), say(f"byes_{study.byes}")
            yield Said("small_study", {**values, "field": field, "byes": byes}, "small")
    else:
        yield Said("small_one_event", {}, "small")
    hanging: Any = comparison.hanging
    labels = [str(label) for label in comparison.stakes.index]
    if any(name != written(label.split(",")) for label, name in short_names(labels).items()):
        yield Said("small_names", {}, "small")
    if bool(((hanging["order"] == comparison.baseline) & (hanging["place"] == 1)).any()):
        yield Said("small_pairings", {}, "small")


def amount(money: float) -> str:
    """An amount of money as a text: whole where it is whole, else with two decimals."""
    return f"{money:,.0f}" if abs(money - round(money)) < LEAST_MONEY else f"{money:,.2f}"


def _round(events: float) -> int:
    """A number of events to two figures, upwards."""
    size = int(10 ** max(int(math.log10(max(events, 1))) - 1, 0))
    return math.ceil(events / size) * size


def _orders(names: Sequence[str], word: str = "and") -> str:
    return _listed(names, word, mark=";" if any("," in name for name in names) else ",")


def _listed(parts: Sequence[str], word: str = "and", mark: str = ",") -> str:
    if len(parts) < 2:
        return "".join(parts)
    return say(f"list_{word}", first=f"{mark} ".join(parts[:-1]), last=parts[-1])
