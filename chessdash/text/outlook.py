"""Sentences: the rest of an event, simulated."""

SENTENCES: dict[str, str | tuple[str, str]] = {
    "past_round": "After round {given} nothing is known: rounds 1 to {played} are played; write one of these, or 0 for before them.",
    "simulate_until": "Round {given} cannot be simulated to: rounds 1 to {played} are played, {planned} are planned.",
    "simulate_finished": "Nothing remains to be simulated: all {played} rounds are played and every board has a result.",
    "simulate_number": "{what} has to be a whole number from {least} to {most}, not {given}.",
    "given_result": "'{code}' is no result of a game to come; write one of {known}: a win of the player named, a draw, a loss.",
    "given_board": "Player {no} has no board known beforehand in round {round}; boards are known of round {known}.",
    "given_player": "Start number {no} is not in this event; they go up to {last}.",
    "given_never": "In none of the {runs} runs did these games end so together; ask for fewer, or simulate more runs.",
    "rest_round_robin": "A round robin: the remaining games are known, no pairing is simulated.",
    "rest_fold": "Later rounds are paired by a fold inside the score groups, not by the {system}.",
    "rest_dutch": "Later rounds are paired by the {system}.",
    "rest_as_paired": "Round {round} is played as the file pairs it.",
    "rest_next_dutch": "Round {round} has no pairings yet: those that the {system} gives are played.",
    "rest_not_paired": "Round {round} is paired by a fold too: {reason}",
    "rest_open_first": "The next round is paired by a fold too, since boards before it are open.",
    "rest_open": ("{n} open board is played too.", "{n} open boards are played too."),
    "rest_no_ratings": "Nobody has a rating: all players start as equals, and the results so far alone tell them apart.",
    "rest_unrated": (
        "{n} player without a rating starts at the mean of the others, give or take {error} Elo.",
        "{n} players without a rating start at the mean of the others, give or take {error} Elo.",
    ),
    "rest_withdrawn": (
        "Absent in the last round and taken to stay away: {names}.",
        "Absent in the last round and taken to stay away: {names}.",
    ),
    "rest_missing": ("Never there so far and left out: {names}.", "Never there so far and left out: {names}."),
    "and_more": (" and {n} more", " and {n} more"),
}
