"""Sentences: army games and the like."""

SENTENCES: dict[str, str | tuple[str, str]] = {
    "army_players": "Expected a whole number of players from 2 on, found {given!r}; give how many take part.",
    "army_names": "Expected the names of at least 2 players as a list of texts, found {given}; give one name for each.",
    "army_numbers": "Expected at least 2 start numbers from 1 on, each once, found {given}; give one for each player.",
    "army_seed": "Expected a whole number from 0 on as the seed of the draw, found {given!r}; any such number will do.",
    "army_absent": "Number {no} cannot be left out of round {round}: nobody has it; name players by their start numbers.",
    "army_too_few": "Round {round} needs at least 2 players, but {n} of {size} will be there; see who is absent.",
    "army_incomplete": "Round {round} cannot be paired: {names} have no result in round {open} yet; enter it first.",
    "army_all_played": "All {planned} planned rounds are played; plan a further round first, which is proposed where first place is shared.",
    "army_no_further": "No further round is proposed. {sentence}",
    "army_bye": "{name} has the bye.",
    "army_bye_again": "{name} has a bye for the second time: all with as few points had one.",
    "army_rematches": (
        "A rematch cannot be avoided: {pairs}.",
        "{n} rematches cannot be avoided: {pairs}.",
    ),
    "army_versus": "{one} – {other}",
    "army_more": "{n} more",
    "army_none_played": "No round has been played yet; {planned} are planned.",
    "army_open": (
        "Round {round} is not complete: one player has no result.",
        "Round {round} is not complete: {n} players have no result.",
    ),
    "army_running": "The event goes on after round {round} of {planned}: {n} players are undefeated, {names}.",
    "army_running_none": "The event goes on after round {round} of {planned}: nobody is undefeated.",
    "army_alone": "The event is over: {name} is the only one undefeated after round {round}; no further round is played.",
    "army_done": "The event is over: all {planned} rounds are played.",
    "army_winner": "{names} is first.",
    "army_shared": "{names} share first place.",
    "army_further": "First place is shared by {names} after {level}: a further round {round} is proposed.",
    "army_missing": (
        "First place hangs on the army points left in the last game, and those of {names} are missing; enter them in the column {column}.",
        "First place hangs on the army points left in the last game, and those of {n} players are missing: {names}; enter them in the "
        "column {column}.",
    ),
    "army_left_out": "Left out as absent: {names}.",
    "army_points": "army points",
    "army_schedule": "strength of schedule",
}
