"""What the verdict says of simulated events, and the advice where the evidence carries it."""

import math
from collections.abc import Iterable, Iterator

from chessdash.text import say
from chessdash.verdict.figures import WORLDS, Pooled, apart
from chessdash.verdict.said import Said, listed, orders_listed

FEWEST_EVENTS = 50  # simulated events below which nothing is said of orders
FEWEST_TIES = 30  # ties for first below which nothing is said of them
NEGLIGIBLE = 0.03  # a difference in stronger above that an organiser need not care about
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
        which = orders_listed([found.names[order] for order in orders])
        yield Said(code, {"n": len(orders), "orders": which, "base": name}, "study", strong=True)
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
            yield Said(code, {"parts": listed(parts)}, "further")


def _round(events: float) -> int:
    """A number of events to two figures, upwards."""
    size = int(10 ** max(int(math.log10(max(events, 1))) - 1, 0))
    return math.ceil(events / size) * size


# ---- advice


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
        yield Said("advice_byes", {"orders": orders_listed(fair, word="or")}, "advice", strong=True)
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
    """Whether an order is clearly better than lots as rated, and where ratings say nothing is not, by a narrow interval."""
    rated, blind = (found.value(order, "stronger", world) for world in WORLDS)
    known = all(math.isfinite(figure.error) and figure.events for figure in (rated, blind))
    nothing = blind.value - blind.half <= 0.5 and blind.value + blind.half <= 0.5 + NEGLIGIBLE
    return known and rated.value - rated.half > 0.5 and nothing


def starts(order: str, codes: Iterable[str]) -> bool:
    """Whether the first code of an order is one of these, with whatever modifiers."""
    return order.split(",")[0].strip().split("/")[0].split(":")[0] in tuple(codes)


def _alike(found: Pooled, order: str) -> bool:
    """No visible difference, and so narrow an interval that none that matters can hide in it, in both worlds."""
    differences = [found.difference(order, "stronger", world) for world in WORLDS]
    return all(
        d.events >= FEWEST_EVENTS and math.isfinite(d.error) and not d.clear and abs(d.value) + d.half <= NEGLIGIBLE
        for d in differences
    )
