"""Army games and the like: 3-1-0, a random first round, Swiss by points, an early end, further rounds where first is shared.

The rules are the club's (docs/decisions/army-games.md). Ties are broken by strength of schedule, then by the army points left in
the last game, a column of the players that the organiser fills in (ARMY).
"""

from chessdash.army.rounds import first_round, next_round
from chessdash.army.rules import (
    ARMY,
    ORDER,
    SCORING,
    TYPE,
    empty_event,
    is_army,
    points_column,
    recommended_rounds,
    still_there,
    undefeated,
)
from chessdash.army.state import ArmyState, further_round, state

__all__ = [
    "ARMY",
    "ORDER",
    "SCORING",
    "TYPE",
    "ArmyState",
    "empty_event",
    "first_round",
    "further_round",
    "is_army",
    "next_round",
    "points_column",
    "recommended_rounds",
    "state",
    "still_there",
    "undefeated",
]
