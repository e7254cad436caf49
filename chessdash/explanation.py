"""Where a value comes from, round by round, and why one participant stands above another."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from chessdash import reasons
from chessdash.cells import BoolArray, Cells, FloatArray
from chessdash.crosstable import Crosstable, Kind
from chessdash.errors import DataError, TieBreakError
from chessdash.ratings.tables import expected_hundredths
from chessdash.standings import Order, choose, crosstable, refusal
from chessdash.text import say
from chessdash.text.numbers import number
from chessdash.tiebreaks import opposition, scores
from chessdash.tiebreaks.beyond import plain_mean
from chessdash.tiebreaks.descriptor import Descriptor, parse
from chessdash.tiebreaks.ranking import prepared, rank_by, value
from chessdash.tiebreaks.terms import Terms, mean_to_hundredths, total, whole_mean
from chessdash.tournament import Tournament

if TYPE_CHECKING:
    import pandas as pd

REDUCTIONS: dict[Callable[[Terms], FloatArray], str] = {total: "sum"}
REDUCTIONS |= dict.fromkeys((whole_mean, mean_to_hundredths, plain_mean), "mean")


class Line(NamedTuple):
    """What one round brings: the opponent's own figure, the one used, the contribution, whether it counts, and why."""

    score: float
    adjusted: float
    contribution: float
    counted: bool
    reason: str


def explain(
    tournament: Tournament,
    code: str,
    no: int,
    *,
    order: Order | None = None,
    edition: str | None = None,
    through: int | None = None,
    system: str | None = None,
    unrated: float | None = None,
) -> "pd.DataFrame":
    """The contributions to one value, one row a round (see ``frames.EXPLANATION``), in points or Elo as the code has it.

    ``attrs``: code, no, value, reduction ("sum", "mean", "performance", "place", "given"), meaning, articles, parts (figures
    beside the rounds) and, for DE, table: the small table of those who are tied. Counted rows sum to the value where the
    reduction is "sum", and their mean, rounded as the article says, is the value where it is "mean". ``order`` says who is
    tied for DE: by the codes before it. Raises TieBreakError for a code that the event cannot carry, DataError for a player
    who is not there.
    """
    import pandas as pd

    table = crosstable(tournament, edition=edition, through=through, system=system, unrated=unrated)
    descriptor, row = parse(code), row_of(table, no)
    if reason := refusal(table, descriptor):
        raise TieBreakError(reason)
    table = prepared(table, descriptor)
    shape = descriptor.tiebreak.shape
    parts: dict[str, Any] = {}
    if shape == "split":
        lines, figure, parts = _encounters(tournament, table, descriptor, row, order)
        reduction = "place"
    elif shape == "terms":
        lines, figure, reduction = _contributions(table, descriptor, row)
    elif shape == "performance":
        lines, figure, parts = _performance(table, descriptor, row)
        reduction = shape
    else:
        lines, figure, reduction = [], float(value(table, descriptor)[row]), shape
    frame = pd.DataFrame([_row(tournament, table, row, r, line) for r, line in enumerate(lines)], columns=_COLUMNS)
    frame = frame.astype(_TYPES)
    small = parts.pop("table", [])
    frame.attrs = {
        "code": code,
        "no": no,
        "value": figure,
        "reduction": reduction,
        "meaning": descriptor.tiebreak.meaning,
        "articles": reasons.articles(descriptor, table, frame["reason"]),
        "parts": parts,
        "table": small,
    }
    return frame


def why(
    tournament: Tournament,
    a: int,
    b: int,
    order: Order | None = None,
    *,
    edition: str | None = None,
    through: int | None = None,
    system: str | None = None,
    unrated: float | None = None,
) -> "pd.DataFrame":
    """Which code decided between two participants: one row a code with both values and "equal", "decides" or "not reached".

    ``attrs``: a, b, above, below, decided_by (a code or "shared"), sentence. DE's values are places among those tied when it
    came to it. Source: C.07 4.2.
    """
    import pandas as pd

    table = crosstable(tournament, edition=edition, through=through, system=system, unrated=unrated)
    left, right = row_of(table, a), row_of(table, b)
    if left == right:
        raise DataError(say("same_player", no=a))
    chosen = choose(tournament, table, order)
    ranking = rank_by(table, chosen.descriptors)
    apart = [bool(rank[left] != rank[right]) for rank in ranking.ranks]
    level = apart.index(True) if any(apart) else len(apart)
    verdicts = ["equal" if i < level else "decides" if i == level else "not reached" for i in range(len(apart))]
    sides = {name: [float(values[side]) for values in ranking.values] for name, side in (("a", left), ("b", right))}
    frame = pd.DataFrame({"code": list(chosen.codes), **sides, "verdict": verdicts})
    first = ranking.rank[left] <= ranking.rank[right]
    upper, lower = ("a", "b") if first else ("b", "a")
    frame.attrs = {
        "a": a,
        "b": b,
        "above": a if first else b,
        "below": b if first else a,
        "decided_by": chosen.codes[level] if level < len(apart) else "shared",
        "sentence": _verdict(chosen.codes, level, sides[upper], sides[lower]),
    }
    return frame


def row_of(table: Crosstable, no: int) -> int:
    """The row of a start number; DataError where nobody has it."""
    rows = np.flatnonzero(table.number == no)
    if not rows.size:
        raise DataError(say("no_such_player", no=no, first=min(table.number, default=0), last=max(table.number, default=0)))
    return int(rows[0])


_COLUMNS = ["round", "opponent", "name", "colour", "result", "score", "adjusted", "contribution", "counted", "reason", "article"]
_TYPES = {"round": "int64", "opponent": "int64", "counted": "bool"} | dict.fromkeys(
    ("score", "adjusted", "contribution"), "float64"
)
_TYPES |= dict.fromkeys(("name", "colour", "result", "reason", "article"), "str")


def _row(tournament: Tournament, table: Crosstable, row: int, r: int, line: Line) -> tuple[Any, ...]:
    """One row of the frame: the cell as it was written, and what it brings."""
    other = int(table.opponent[row, r])
    name = tournament.sheet.players["name"][other] if other >= 0 else ""
    colour = ("b" if table.black[row, r] else "w") if other >= 0 else ""
    written = chr(tournament.sheet.result[row, r])
    result = {" ": "*" if table.kind[row, r] == Kind.PENDING else "Z"}.get(written, written)
    article = line.reason[line.reason.rfind("(") + 1 : line.reason.rfind(")")] if line.reason.endswith(").") else ""
    return (r + 1, int(table.number[other]) if other >= 0 else 0, name, colour, result, *line, article)


def _contributions(table: Crosstable, descriptor: Descriptor, row: int) -> tuple[list[Line], float, str]:
    """Each round of a code that is made of contributions, its value, and how it is reduced."""
    uncut: Terms = descriptor.tiebreak.compute(table, descriptor)
    early = None if uncut.cut_first is None else Cells.where(uncut.cut_first.mask()[row : row + 1])
    one = replace(
        uncut,
        value=uncut.value[row : row + 1],
        counted=uncut.counted[row : row + 1],
        significance=None if uncut.significance is None else uncut.significance[row : row + 1],
        cut_first=early,
    )
    cuts = reasons.of_cuts(one, descriptor)
    base = scores.drawn_last(table) if descriptor.name == "FB" else table
    figures, met = _figures(base, descriptor), base.paired if descriptor.name == "OTHER_SOS" else base.met(descriptor.forfeits)
    final = one.cut(descriptor.low, descriptor.high)
    lines = []
    for r in range(table.rounds):
        own, used = figures[0][row, r], figures[1][row, r]
        if not met[row, r] and descriptor.name not in reasons.FROM_SCORES:
            own = used = np.nan
        elif not met[row, r]:
            own = np.nan
        counted = bool(final.counted[0, r])
        told = (reasons.of_round(table, base, descriptor, row, r, bool(one.counted[0, r])), cuts.get(r, ""))
        reason = " ".join(filter(None, told))
        lines.append(Line(float(own), float(used), float(one.value[0, r]) if one.counted[0, r] else np.nan, counted, reason))
    return lines, float(value(table, descriptor)[row]), REDUCTIONS[uncut.reduce]


def _figures(base: Crosstable, descriptor: Descriptor) -> tuple[FloatArray, FloatArray]:
    """The opponent's own figure and the one used in each round, shape (P, R): scores, or ratings in rating codes."""
    if descriptor.tiebreak.needs_ratings:
        ratings = base.of_opponent(base.rating)
        return ratings, ratings
    score = base.of_opponent(base.score)
    return score, scores.faced_score(base, descriptor.forfeits) if descriptor.name in reasons.FROM_SCORES else score


def _performance(table: Crosstable, descriptor: Descriptor, row: int) -> tuple[list[Line], float, dict[str, Any]]:
    """TPR: the opponents' ratings; PTP: the points that the value is expected to make against each."""
    games = opposition.rated(table)[row]
    ratings = opposition.opponents_ratings(table)[row]
    figure = float(value(table, descriptor)[row])
    made, played = float(opposition.points_over_the_board(table)[row]), int(games.sum())
    parts: dict[str, Any] = {"points": made, "games": played}
    brings = ratings
    if descriptor.name == "TPR":
        parts |= {"average": float(opposition.total_mean(table)[row])}
        parts["difference"] = figure - parts["average"]
    elif played:
        brings = expected_hundredths(np.int64(figure) - ratings.astype(np.int64)) / 100
        parts |= {"expected": float(brings[games].sum())}
    lines = []
    for r in range(table.rounds):
        reason = (
            say("pending") if table.kind[row, r] == Kind.PENDING else reasons.of_rating(table, descriptor, table.kind[row, r])
        )
        shown = float(ratings[r]) if games[r] else np.nan
        lines.append(Line(shown, shown, float(brings[r]) if games[r] else np.nan, bool(games[r]), reason))
    return lines, figure, parts


def _encounters(
    tournament: Tournament, table: Crosstable, descriptor: Descriptor, row: int, order: Order | None
) -> tuple[list[Line], float, dict[str, Any]]:
    """The games against those who are tied when it comes to DE, and the small table of them all."""
    chosen = choose(tournament, table, order).descriptors
    before = chosen[: chosen.index(descriptor)] if descriptor in chosen else chosen[:1]
    rank = rank_by(table, before).rank
    finer, place = descriptor.tiebreak.compute(table, descriptor, rank)
    tied = np.flatnonzero(rank == rank[row])
    mutual = np.isin(table.opponent, tied) & (len(tied) > 1)
    met = table.met(descriptor.forfeits) & mutual
    lines = []
    for r in range(table.rounds):
        brings = float(table.points[row, r]) if met[row, r] else np.nan
        reason = reasons.of_encounter(table, descriptor, row, r) if mutual[row, r] else ""
        lines.append(Line(np.nan, np.nan, brings, bool(met[row, r]), reason))
    return lines, float(place[row]), {"tied": len(tied), "table": _small_table(tournament, table, tied, met, place, finer)}


def _small_table(
    tournament: Tournament, table: Crosstable, tied: Any, met: BoolArray, place: FloatArray, finer: Any
) -> list[dict[str, Any]]:
    """One entry for each one tied, best first: no, name, points (means of repeated meetings), games, place, against (by no)."""
    entries = []
    for i in tied if len(tied) > 1 else []:
        results: dict[int, list[float]] = {}
        for r in np.flatnonzero(met[i]):
            results.setdefault(int(table.number[table.opponent[i, r]]), []).append(float(table.points[i, r]))
        against = {no: sum(points) / len(points) for no, points in results.items()}
        entry = {"no": int(table.number[i]), "name": tournament.sheet.players["name"][i], "place": float(place[i])}
        entries.append((int(finer[i]), {**entry, "points": sum(against.values()), "games": len(against), "against": against}))
    return [entry for _, entry in sorted(entries, key=lambda pair: (pair[0], pair[1]["no"]))]


def _verdict(codes: tuple[str, ...], level: int, upper: list[float], lower: list[float]) -> str:
    """The sentence below the card: what they are level on, and what settled it."""
    if level == len(codes):
        return say("why_shared")
    words = [say("points") if code == "PTS" else code for code in codes]
    values = {"code": words[level].capitalize() if codes[level] == "PTS" else codes[level]}
    values |= {"above": number(upper[level]), "below": number(lower[level])}
    if not level:
        return say("why_first", **values)
    before = words[:level]
    return say(
        "why_decided", level=before[0] if level == 1 else say("and", first=", ".join(before[:-1]), last=before[-1]), **values
    )
