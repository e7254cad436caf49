"""Why a round contributes what it does, as sentences with the article of C.07."""

from typing import Any

import numpy as np

from chessdash.crosstable import Crosstable, Kind
from chessdash.text import say
from chessdash.text.numbers import number
from chessdash.tiebreaks import scores
from chessdash.tiebreaks.descriptor import Descriptor
from chessdash.tiebreaks.terms import Terms

FROM_SCORES = ("BH", "FB", "SB")


def of_round(table: Crosstable, base: Crosstable, descriptor: Descriptor, row: int, r: int, counted: bool) -> str:
    """Why a round differs from the plain rule, "" where it does not."""
    kind, other = table.kind[row, r], int(table.opponent[row, r])
    if kind in (Kind.PENDING, Kind.ANNULLED):
        return say("pending" if kind == Kind.PENDING else "annulled")
    if descriptor.tiebreak.needs_ratings or descriptor.name == "AOB":
        return of_rating(table, descriptor, kind)
    if descriptor.name == "KS" and base.met(True)[row, r] and not scores.reaches_limit(base, descriptor)[other]:
        limit = scores.koya_limit(base, descriptor)
        return say("below_moved_limit" if descriptor.limit else "below_limit", limit=number(limit))
    if descriptor.name == "OTHER_MODMED" and not counted:
        return say("cut_modified_median")
    if descriptor.name == "OTHER_SOS":
        return say("schedule_forfeit") if table.forfeit[row, r] else "" if counted else say("schedule_no_opponent")
    if descriptor.name not in FROM_SCORES:
        return say("no_game") if not counted and table.rules.predetermined else ""
    if kind != base.kind[row, r] or (descriptor.name == "FB" and r == table.rounds_planned - 1 and base.met()[row, r]):
        return say("drawn_last")
    if not base.met(descriptor.forfeits)[row, r]:
        return say("no_game") if table.rules.predetermined else _dummy(base, row, r)
    if table.forfeit[row, r]:
        return say("forfeit_game" if table.rules.predetermined else "forfeit_played")
    late = scores.hanging(base)
    if scores.adjusted_score(base)[other] != base.score[other]:
        return say("opponent_absent", round=int(late.round[late.row == other].min()) + 1)
    if base.score[other] != table.score[other]:
        return say("opponent_drawn_last", real=number(table.score[other]))
    return ""


def of_encounter(table: Crosstable, descriptor: Descriptor, row: int, r: int) -> str:
    """Why a round against one who is tied does not count in DE, or counts though nobody played, "" for a plain game."""
    kind = table.kind[row, r]
    if kind in (Kind.PENDING, Kind.ANNULLED):
        return say("pending" if kind == Kind.PENDING else "annulled")
    if not table.forfeit[row, r]:
        return ""
    if table.rules.predetermined:
        return say("forfeit_game")
    return say("forfeit_played" if descriptor.forfeits else "forfeit_no_encounter")


def of_rating(table: Crosstable, descriptor: Descriptor, kind: int) -> str:
    """Why a round of this kind is no part of a code that is made of rated games; "" where it is."""
    if kind == Kind.UNRATED_GAME and descriptor.name != "AOB":
        return say("not_rated")
    return "" if kind <= Kind.UNRATED_GAME else say("not_over_the_board", article=descriptor.tiebreak.article)


def _dummy(table: Crosstable, row: int, r: int) -> str:
    """What the dummy of an unplayed round scored, and by which cap."""
    used, own = float(scores.faced_score(table)[row, r]), float(table.score[row])
    if used == own:
        return say("dummy_own", score=number(own))
    if table.forfeit[row, r]:
        return say("dummy_opponent", score=number(used))
    return say("dummy_draws", score=number(used), rounds=table.rounds_planned)


def of_cuts(one: Terms, descriptor: Descriptor) -> dict[int, str]:
    """Which round each cut took, and why, as the sentence for it."""
    reasons: dict[int, str] = {}
    kind = "_product" if one.significance is not None else ""
    steps = [(n, 0) for n in range(1, descriptor.low + 1)] + [(descriptor.low, n) for n in range(1, descriptor.high + 1)]
    before = one.counted
    for low, high in steps:
        after = one.cut(low, high).counted
        for r in np.flatnonzero(before[0] & ~after[0]):
            if high:
                reasons[int(r)] = say("cut_high" + kind)
            elif one.cut_first is not None and r in one.cut_first.round:
                reasons[int(r)] = say("cut_voluntary")
            else:
                reasons[int(r)] = say("cut_first_round" if descriptor.name == "PS" else "cut_low" + kind)
        before = after
    return reasons


def articles(descriptor: Descriptor, table: Crosstable, reasons: Any) -> str:
    """The articles of C.07 that the value rests on, for people: "Articles 8.1, 14.1 and 16."."""
    found = [descriptor.tiebreak.article] if descriptor.tiebreak.article else []
    found += ["14.1"] if descriptor.low else []
    found += ["14.3"] if descriptor.high else []
    if descriptor.name in FROM_SCORES and not table.rules.predetermined and any(reasons):
        found.append("16")
    if table.rules.predetermined and any(reasons):
        found.append("15")
    if not found:
        return ""
    listed = found[0] if len(found) == 1 else say("and", first=", ".join(found[:-1]), last=found[-1])
    return say("articles", n=len(found), list=listed)
