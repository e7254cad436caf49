"""What a simulation assumes, as sentences: who is there, how strong they are, how games end, what the fold may cost."""

from collections.abc import Iterable

import numpy as np

from chessdash.pace import pace
from chessdash.text import say
from chessdash.tournament import Tournament
from chessdash.whatif.fold_effect import FOUND, NEXT_FOLDED
from chessdash.whatif.remaining import Remaining, named
from chessdash.whatif.strength import USUAL, Model

SLOWER = ("rapid", "blitz")  # paces whose games are drawn less often than the line of draws says


def notes(tournament: Tournament, rest: Remaining, model: Model, *, chess: bool = True) -> list[str]:
    """What is particular to this event, as sentences: players without a rating, who stays away, open boards, pace of chess."""
    rated = ~np.isnan(rest.table.rating)
    said = []
    if not rated.any():
        said.append(say("rest_no_ratings"))
    elif not rated.all():
        said.append(say("rest_unrated", n=int((~rated).sum()), error=f"{model.unrated_error:.0f}"))
    left = "rest_left" if rest.table.rules.predetermined else "rest_withdrawn"
    for code, who in ((left, rest.withdrawn), ("rest_missing", rest.missing)):
        if who:
            said.append(say(code, n=len(who), names=named(tournament, who)))
    if rest.open:
        said.append(say("rest_open", n=len(rest.open)))
    if chess and model.odds == USUAL and (found := pace(tournament.sheet.info)) in SLOWER:
        said.append(say("rest_pace", pace=say(f"pace_{found}")))
    return said


def model_sentences(rest: Remaining, model: Model, *, chess: bool = True) -> list[str]:
    """What every simulation assumes, as sentences: strengths, draws, White's move, that all others play.

    The figures of the usual model are from docs/decisions/draws-and-strength.md.
    """
    odds, said = model.odds, []
    if (~np.isnan(rest.table.rating)).any():
        said.append(say("rest_strengths" if model.results else "rest_ratings_alone", error=f"{model.rating_error:.0f}"))
    values = {"draws": f"{100 * odds.draws:g}", "white": f"{odds.first_move:g}"}
    values |= {"at": f"{odds.at:g}", "more": f"{100 * odds.by_strength:.3g}"}
    said.append(say("rest_draw_line" if odds.by_strength else "rest_draws", **values))
    if odds == USUAL:
        said.append(say("rest_draw_source" if chess else "rest_draw_not_chess"))
    return [*said, say("rest_all_play"), say("rest_error_is_of_runs")]


def fold_effect(rest: Remaining, pairing: str) -> Iterable[str]:
    """How far chances were off where rounds were folded instead of paired exactly, if any round here is folded."""
    if pairing != "fold" or rest.table.rules.predetermined or all(fixed is not None for fixed in rest.fixed):
        return
    found = NEXT_FOLDED if rest.fixed[0] is None else FOUND
    yield say("rest_fold_effect", n=found.events, first=f"{100 * found.first:.1f}", top=f"{100 * found.top3:.1f}")
