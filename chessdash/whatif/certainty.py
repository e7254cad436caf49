"""Who is certain of a place and who is out of it: said only where bounds on points prove it."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from chessdash.arguments import is_whole, shown
from chessdash.army import is_army, state
from chessdash.cells import BoolArray
from chessdash.crosstable import Crosstable, Kind
from chessdash.errors import DataError
from chessdash.standings import Order, choose, crosstable
from chessdash.text import say
from chessdash.text.names import spoken
from chessdash.text.numbers import number
from chessdash.tiebreaks.ranking import final_ranks
from chessdash.tournament import Tournament
from chessdash.whatif.boards import named
from chessdash.whatif.bounds import Bounds, bounds, nothing_left

if TYPE_CHECKING:
    import pandas as pd


def certainty(tournament: Tournament, order: Order | None = None, *, places: int = 1, **rules: Any) -> "pd.DataFrame":
    """Whether each participant is certain of, or out of, the places 1 to ``places``, by start number, sorted by today's rank.

    Columns: rank, name, points (today), least and most (final points possible), verdict and reason (a sentence with its numbers).
    "certain": the final rank is one of these places however the event goes on; "out": it is not, however it goes on; a place that
    is shared counts. "tie-break": at best the player only draws level with those on these places, or at worst others only draw
    level with the player, so that points alone do not settle it. "open": none of this is proved, which does not mean that it is
    not so. An event that is over has its real ranks: everybody is certain or out. An army game is over where its rules end it;
    while it is not, rounds after the next may never be played, and of further rounds only one that is proposed already counts.

    Proved from the least and the most points that everybody can still get (``bounds``): results, known pairings, byes that are
    known beforehand, and the games of a round robin stand; anything else may happen, but nobody enters who is not in the file.
    Tie-breaks may go either way. Where the order does not begin with points nothing is proved. ``attrs``: order, places, over.
    DataError for places below 1 or beyond the participants.
    """
    import pandas as pd

    table = crosstable(tournament, **rules)
    if not is_whole(places, 1, max(tournament.size, 1)):
        raise DataError(say("places_out_of_range", places=shown(places), last=tournament.size))
    chosen = choose(tournament, table, order)
    rank = final_ranks(table, chosen.descriptors)
    found = _found(tournament, table, order)
    if found is None:
        least = most = table.score
        verdicts = np.where(rank < places, "certain", "out")
        reasons = [say("place_final", rank=one + 1) for one in rank.tolist()]
    else:
        least, most = found.least, found.most
        if chosen.descriptors[0].name == "PTS":
            verdicts, reasons = _judged(found, int(places), named(tournament))
        else:
            verdicts = np.full(len(rank), "open")
            reasons = [say("place_not_by_points", code=chosen.codes[0])] * len(rank)
    rows = np.lexsort((table.number, rank))
    columns: dict[str, Any] = {
        "rank": rank[rows] + 1,
        "name": named(tournament)[rows],
        "points": table.score[rows],
        "most": most[rows],
    }
    columns |= {"least": least[rows], "verdict": verdicts[rows], "reason": [reasons[row] for row in rows.tolist()]}
    frame = pd.DataFrame(columns, index=pd.Index(table.number[rows].astype(np.int64), name="no"))
    frame.attrs = {"order": chosen.codes, "places": int(places), "over": found is None}
    return frame.astype(dict.fromkeys(("name", "verdict", "reason"), "str"))


def _found(tournament: Tournament, table: Crosstable, order: Order | None) -> Bounds | None:
    """The bounds of an event, None where its ranks are final. An army game may end before any round but the next one, and one
    that is over is not settled while army points are missing."""
    if not is_army(tournament, order):
        return None if is_over(tournament, table) else bounds(tournament, table)
    now, open = state(tournament, order), bool((table.kind == Kind.PENDING).any())
    if now.over:
        return None if not now.missing else nothing_left(np.round(table.score, 6))
    table = replace(table, rounds_planned=max(now.proposed_rounds, table.rounds_planned))
    return bounds(tournament, table, sure=table.rounds + (now.reason == "running" and not open))


def is_over(tournament: Tournament, table: Crosstable) -> bool:
    """Whether all planned rounds are played and every board of them has a result, for the event's table (P, R)."""
    return 0 < table.rounds_planned <= table.rounds and not bool((table.kind == Kind.PENDING).any())


def _judged(found: Bounds, places: int, names: NDArray[Any]) -> tuple[NDArray[np.str_], list[str]]:
    """The verdict of each one, (P,), and its reason."""
    level, above = (found.together(found.least, beyond=beyond) for beyond in (False, True))
    sure_level, sure_above = (found.sure(found.most, beyond=beyond) for beyond in (False, True))
    cases: list[tuple[str, str, BoolArray]] = [
        ("certain", "certain", level < places),
        ("out", "out", sure_above >= places),
        ("tie-break", "level_at_best", sure_level >= places),
        ("tie-break", "level_at_worst", above < places),
    ]
    which = np.select([holds for *_, holds in cases], range(len(cases)), len(cases))
    verdicts = np.array([*(verdict for verdict, *_ in cases), "open"])[which]
    sentences = [*(sentence for _, sentence, _ in cases), "open"]
    counts = {"certain": level, "out": sure_above, "level_at_best": sure_level, "level_at_worst": above}
    counts["open"] = alone = found.able(found.least, beyond=False)
    reasons = []
    for p, case in enumerate(which.tolist()):
        sentence = sentences[case]
        n, could = int(counts[sentence][p]), int(alone[p])
        reasons.append(_reason(sentence, found, p, n, could, names, places))
    return verdicts, reasons


def _reason(sentence: str, found: Bounds, p: int, n: int, could: int, names: NDArray[Any], places: int) -> str:
    """One reason: the player's bound, then what the others' bounds make of it; ``n`` others are meant, ``could`` could alone."""
    least, most = float(found.least[p]), float(found.most[p])
    low = sentence in ("certain", "level_at_worst", "open")
    own = counted(least if low else most)
    if sentence == "open":
        return _open(found, p, n, names, places)
    if least != most:
        own = say("points_at_least" if low else "points_at_most", points=own)
    others = np.where(np.arange(len(found.least)) == p, -np.inf, found.most if low else found.least)
    rival = int(others.argmax())
    values = {"own": own, "n": n, "name": spoken(str(names[rival])), "other": number(float(others[rival]))}
    if sentence == "certain":
        ending = "_first" if n == 0 and could == 0 else "_meeting" if could > n else ""
        return say("place_certain" + ending, **values, could=could) if len(others) > 1 else say("place_alone")
    if sentence == "level_at_worst" and n:
        return say("place_level_at_worst", **values)
    ending = "_first" if places == 1 or sentence == "level_at_worst" else ""
    return say(f"place_{sentence}{ending}", **values)


def _open(found: Bounds, p: int, n: int, names: NDArray[Any], places: int) -> str:
    """Why nothing is settled for a player: who has least what the places take can be overtaken by ``n`` others, who has less can
    still get more than others are sure of."""
    least, most = float(found.least[p]), float(found.most[p])
    others = np.where(np.arange(len(found.least)) == p, -np.inf, found.least)
    needed = float(np.sort(others)[-places])  # what as many others as there are places are sure of
    own = say("points_just" if least == most else "points_reach", points=number(most))
    if least >= needed:
        own = own if least == most else say("points_between", least=number(least), most=number(most))
        return say("place_open", own=own, n=n, least=number(least))
    sure = np.flatnonzero(others >= needed)
    if len(sure) == 1:
        return say("place_open_one", own=own, name=spoken(str(names[sure[0]])), needed=number(needed))
    return say("place_open_many", own=own, n=len(sure), needed=number(needed))


def counted(points: float) -> str:
    """Points with their word: ½ point, 7 points."""
    return say("so_many_points", n=1 if 0 < points <= 1 else 2, points=number(points))
