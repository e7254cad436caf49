"""Orders of tie-breaks against each other, on one event, exactly: who moves, what decided, what it hung on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, takewhile
from typing import TYPE_CHECKING, Any

import numpy as np

from chessdash import hanging_on, measures
from chessdash import prizes as prize_rules
from chessdash.cells import IntArray
from chessdash.crosstable import Crosstable
from chessdash.errors import TieBreakError
from chessdash.measures import Pairs
from chessdash.standings import Chosen, choose, crosstable
from chessdash.text import say
from chessdash.tiebreaks.descriptor import Descriptor, parse
from chessdash.tiebreaks.ranking import Ranking, final_ranks, rank_by
from chessdash.tournament import Tournament

if TYPE_CHECKING:
    import pandas as pd

Orders = Mapping[str, str | Sequence[str]] | Iterable[str | Sequence[str]]
FEWEST_PAIRS = 20  # tied pairs below which an event is skipped in pooled shares


@dataclass(frozen=True, eq=False)
class Ranked:
    """One order on one event: its label, what was chosen of it, and the ranking."""

    label: str
    chosen: Chosen
    ranking: Ranking

    @property
    def rank(self) -> IntArray:
        """Final ranks from 0, shape (P,)."""
        return self.ranking.rank


@dataclass(frozen=True, eq=False)
class Comparison:
    """Orders against each other on one event; every part is a frame, its columns said in the docstring of its function."""

    orders: "pd.DataFrame"
    ranks: "pd.DataFrame"
    moves: "pd.DataFrame"
    decided: "pd.DataFrame"
    resolved: "pd.DataFrame"
    hanging: "pd.DataFrame"
    absences: "pd.DataFrame"
    repeats: "pd.DataFrame"
    stakes: "pd.DataFrame"
    prizes: "pd.DataFrame | None"
    baseline: str
    notes: tuple[str, ...] = field(default=())

    def __repr__(self) -> str:
        return f"<Comparison of {len(self.orders)} orders against {self.baseline}>\n{self.stakes.to_string()}"

    def _repr_html_(self) -> str:
        return f"<p>{len(self.orders)} orders against {self.baseline}</p>{self.stakes.to_html()}"


def compare(
    tournament: Tournament,
    orders: Orders,
    *,
    baseline: str | None = None,
    prizes: Sequence[float] | str | None = None,
    prize_rule: str = "places",
    edition: str | None = None,
    through: int | None = None,
    system: str | None = None,
    unrated: float | None = None,
    redraws: int = 200,
    seed: int = 1,
) -> Comparison:
    """Two or more orders on one event, against ``baseline``: a label, else the file's own order if it is there, else the first.

    ``orders`` are texts as in record 212, or a mapping from label to order. ``prizes`` are amounts from the first place on, or a
    text of them. Everything is exact but the luck of the last round, which is drawn ``redraws`` times from rating odds with this
    seed and carries its error. Raises TieBreakError for an order that cannot be read and for fewer than two orders, DataError for
    prizes that cannot be read, are below 0 or rise.
    """
    table = crosstable(tournament, edition=edition, through=through, system=system, unrated=unrated)
    ranked = rank_all(tournament, table, orders)
    if len(ranked) < 2:
        raise TieBreakError(say("two_orders"))
    base = _baseline(tournament, ranked, baseline)
    amounts = prize_rules.parse_prizes(prizes) if isinstance(prizes, str) else prize_rules.checked(prizes or ())
    tied = measures.tied_pairs(table.score[None])
    names = np.array(tournament.sheet.players["name"], dtype=object)
    return Comparison(
        orders=described(ranked),
        ranks=_ranks(table, names, ranked),
        moves=_moves(table, names, ranked, base),
        decided=decided(table, ranked),
        resolved=resolved(table, ranked),
        hanging=hanging_on.frame(table, names, [(one.label, one.ranking.order) for one in ranked], len(amounts), redraws, seed),
        absences=absences(table, tied, ranked),
        repeats=repeats(table, tied, ranked),
        stakes=stakes(table, ranked, base, amounts, prize_rule),
        prizes=_prizes(table, names, ranked, amounts, prize_rule) if amounts else None,
        baseline=base.label,
        notes=_notes(tied, ranked),
    )


def rank_all(tournament: Tournament, table: Crosstable, orders: Orders) -> list[Ranked]:
    """Every order ranked on the event, labelled with its text, or as the mapping names it; an order given twice stands once."""
    ranked: dict[str, Ranked] = {}
    for label, order in labels(orders):
        text = label_of(order)
        chosen = choose(tournament, table, order if text == "PTS" else text)  # points first, wherever they are written
        ranked.setdefault(label, Ranked(label, chosen, rank_by(table, chosen.descriptors)))
    return list(ranked.values())


def labels(orders: Orders) -> list[tuple[str, str | Sequence[str]]]:
    """Orders by label, each label once."""
    if isinstance(orders, Mapping):
        return list(orders.items())
    each = [orders] if isinstance(orders, str) else orders
    return list({label_of(order): order for order in each}.items())


def label_of(order: str | Sequence[str]) -> str:
    """An order as one comma text, without points."""
    texts = order.split(",") if isinstance(order, str) else order
    return ",".join(text.strip() for text in texts if text.strip() and text.strip().upper() != "PTS") or "PTS"


def _baseline(tournament: Tournament, ranked: Sequence[Ranked], wanted: str | None) -> Ranked:
    own = label_of(tournament.order) if tournament.order else ""
    for label in (wanted, label_of(wanted) if wanted else None, own):
        for one in ranked:
            if label == one.label:
                return one
        if wanted is not None and label == label_of(wanted):
            raise TieBreakError(say("no_such_order", order=wanted, known="; ".join(one.label for one in ranked)))
    return ranked[0]


def described(ranked: Sequence[Ranked]) -> "pd.DataFrame":
    """M12, one row an order: codes used, type (A to D) of each, known_early (before the last round), dropped with reasons."""
    import pandas as pd

    rows = []
    for one in ranked:
        entries = [d.tiebreak for d in one.chosen.descriptors if d.name != "PTS"]
        rows.append(
            {
                "order": one.label,
                "codes": one.chosen.codes,
                "types": " ".join(e.type or "–" for e in entries),
                "known_early": all(e.known_early for e in entries),
                "dropped": "; ".join(reason for _, reason in one.chosen.dropped),
            }
        )
    return pd.DataFrame(rows).set_index("order")


def _ranks(table: Crosstable, names: Any, ranked: Sequence[Ranked]) -> "pd.DataFrame":
    """By start number: name, points, and the rank under each order, from 1; in the order of the first."""
    import pandas as pd

    columns = {one.label: one.rank + 1 for one in ranked}
    frame = pd.DataFrame({"name": names, "points": table.score, **columns}, index=pd.Index(table.number, name="no"))
    return frame.iloc[np.lexsort((table.number, ranked[0].rank))]


def _moves(table: Crosstable, names: Any, ranked: Sequence[Ranked], base: Ranked) -> "pd.DataFrame":
    """Who stands elsewhere than under the baseline: order, no, name, rank, baseline (ranks from 1), change (places, + is up)."""
    import pandas as pd

    rows = []
    for one in ranked:
        moved = np.flatnonzero(one.rank != base.rank)
        for i in moved[np.argsort(one.rank[moved], kind="stable")]:
            ranks = (int(one.rank[i]) + 1, int(base.rank[i]) + 1)
            rows.append((one.label, int(table.number[i]), names[i], *ranks, ranks[1] - ranks[0]))
    return pd.DataFrame(rows, columns=["order", "no", "name", "rank", "baseline", "change"])


def decided(table: Crosstable, ranked: Sequence[Ranked]) -> "pd.DataFrame":
    """M2, one row an order and level: order, level (0 points, 1 first code), code, places (boundaries), share, podium (1 to 3).

    Shares of an order sum to one.
    """
    import pandas as pd

    rows = []
    for one in ranked:
        level = measures.levels(np.stack(one.ranking.ranks))
        codes = (*one.chosen.codes, "shared")
        count, podium = np.bincount(level, minlength=len(codes)), np.bincount(level[:3], minlength=len(codes))
        whole = max(len(level), 1)
        rows += [(one.label, k, code, int(count[k]), count[k] / whole, int(podium[k])) for k, code in enumerate(codes)]
    return pd.DataFrame(rows, columns=["order", "level", "code", "places", "share", "podium"])


def resolved(table: Crosstable, ranked: Sequence[Ranked]) -> "pd.DataFrame":
    """M1, one row an order and code: order, level, code, the share of adjacent places equal on points that are apart then.

    ``all`` over the whole table, ``podium`` over the boundaries of places 1 to 3, ``first`` between 1 and 2; nan where none.
    """
    import pandas as pd

    rows = []
    for one in ranked:
        level = measures.levels(np.stack(one.ranking.ranks))
        for k, code in enumerate(one.chosen.codes[1:], start=1):
            shares = [_share(level[:n], k) for n in (len(level), 3, 1)]
            rows.append((one.label, k, code, *shares))
    return pd.DataFrame(rows, columns=["order", "level", "code", "all", "podium", "first"])


def _share(level: IntArray, k: int) -> float:
    equal = level > 0
    return float((level[equal] <= k).mean()) if equal.any() else float("nan")


def absences(table: Crosstable, tied: Pairs, ranked: Sequence[Ranked]) -> "pd.DataFrame":
    """M7 and M8, one row an order: share placed above, and pairs, of tied pairs where exactly one has an own unplayed round
    (``absent``), has met one who withdrew (``met_withdrawn``), or had more Whites (``whites``; nan in an even number of rounds).
    """
    import pandas as pd

    sides: dict[str, Any] = {"absent": measures.own_absence(table), "met_withdrawn": measures.met_withdrawn(table)}
    sides |= {"whites": measures.whites(table)} if table.rounds % 2 else {}
    rows = []
    for one in ranked:
        prefers = measures.preference(tied, one.rank[None])
        row: dict[str, Any] = {"order": one.label, "whites": float("nan"), "whites_pairs": 0}
        for name, has in sides.items():
            share = measures.one_sided(tied, prefers, has[None])
            row |= {name: float(share.value()[0]), f"{name}_pairs": int(share.whole[0])}
        rows.append(row)
    columns = [f"{name}{end}" for name in ("absent", "met_withdrawn", "whites") for end in ("", "_pairs")]
    return pd.DataFrame(rows).set_index("order")[columns]


def repeats(table: Crosstable, tied: Pairs, ranked: Sequence[Ranked]) -> "pd.DataFrame":
    """M10, one row a pair of codes used by any order: first, second, kendall on tied pairs that both resolve, pairs.

    A code with itself has in ``kendall`` the share of tied pairs that reach it in the first order that has it.
    """
    import pandas as pd

    codes: dict[str, IntArray] = {}
    reached: dict[str, float] = {}
    pairs = max(len(tied.one), 1)
    for one in ranked:
        level = np.ones(len(tied.one), bool)
        for code, descriptor, ranks in zip(one.chosen.codes, one.chosen.descriptors, one.ranking.ranks, strict=True):
            if descriptor.name == "PTS":
                continue
            reached.setdefault(code, float(level.sum() / pairs) if len(tied.one) else float("nan"))
            codes.setdefault(code, _alone(table, descriptor))
            level = level & (ranks[tied.one] == ranks[tied.other])
    signs = {code: tied.signs(-rank[None]).astype(np.int64) for code, rank in codes.items()}
    rows = []
    for first, a in signs.items():
        for second, b in signs.items():
            both = (a != 0) & (b != 0)
            same = reached[first] if first == second else float((a * b)[both].mean()) if both.any() else float("nan")
            rows.append((first, second, same, int(both.sum())))
    return pd.DataFrame(rows, columns=["first", "second", "kendall", "pairs"])


def _alone(table: Crosstable, descriptor: Descriptor) -> IntArray:
    """Ranks by points and then by a code alone, shape (P,)."""
    return final_ranks(table, (parse("PTS"), descriptor))


def stakes(table: Crosstable, ranked: Sequence[Ranked], base: Ranked, amounts: Sequence[float], rule: str) -> "pd.DataFrame":
    """M11, one row an order against the baseline: winner (first place as there), podium (places 1 to 3 as there), moved (players
    who stand elsewhere), mean_move (places), tau (tau-a of the tables), money (sum that changes hands, nan without prizes).
    """
    import pandas as pd

    rows = []
    for one in ranked:
        paid = [prize_rules.money(x.rank, table.score, amounts, rule) for x in (one, base)] if amounts else []
        rows.append(
            {
                "order": one.label,
                "winner": not bool(measures.winner_differs(one.rank, base.rank)),
                "podium": not bool(measures.podium_differs(one.rank, base.rank)),
                "moved": int((one.rank != base.rank).sum()),
                "mean_move": float(measures.mean_move(one.rank, base.rank)),
                "tau": float(measures.kendall(one.rank[None], base.rank[None])[0]),
                "money": float(np.abs(paid[0] - paid[1]).sum() / 2) if paid else float("nan"),
            }
        )
    return pd.DataFrame(rows).set_index("order")


def _prizes(table: Crosstable, names: Any, ranked: Sequence[Ranked], amounts: Sequence[float], rule: str) -> "pd.DataFrame":
    """By start number: name and the money under each order, for everyone who gets any under one of them."""
    import pandas as pd

    columns = {one.label: prize_rules.money(one.rank, table.score, amounts, rule) for one in ranked}
    frame = pd.DataFrame({"name": names, **columns}, index=pd.Index(table.number, name="no"))
    paid = (frame[list(columns)] > 0).any(axis=1)
    return frame.iloc[np.lexsort((table.number, ranked[0].rank))].loc[lambda sorted_frame: paid.loc[sorted_frame.index]]


def _notes(tied: Pairs, ranked: Sequence[Ranked]) -> tuple[str, ...]:
    """What bounds the comparison, as sentences."""
    notes = [say("order_without", order=one.label, reason=reason) for one in ranked for _, reason in one.chosen.dropped]
    pairs = len(tied.one)
    if not pairs:
        return (*notes, say("no_ties"))
    if pairs < FEWEST_PAIRS:
        notes.append(say("few_ties", n=pairs))
    for one, other in combinations(ranked, 2):
        if one.chosen.descriptors == other.chosen.descriptors:
            notes.append(say("same_order", first=one.label, second=other.label))
        elif _nothing_left(one, other):
            notes.append(say("cannot_differ", first=one.label, second=other.label))
    return tuple(notes)


def _nothing_left(one: Ranked, other: Ranked) -> bool:
    """Whether what two orders have in common at their beginning leaves nobody tied."""
    sides = zip(one.chosen.descriptors, other.chosen.descriptors, strict=False)
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], sides))
    rank = one.ranking.ranks[alike - 1]
    return len(np.unique(rank)) == len(rank)
