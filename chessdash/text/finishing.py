"""Sentences: finishing an event, correcting it, ratings."""

SENTENCES: dict[str, str | tuple[str, str]] = {
    "board_of_round": "round {round}, board {board}",
    "boards_of_round": ("round {round}, board {boards}", "round {round}, boards {boards}"),
    "check_entries": ("{n} player takes part.", "{n} players take part."),
    "check_rounds": ("{n} round has still to be made: {rounds}.", "{n} rounds have still to be made: {rounds}."),
    "check_published": ("{n} round has still to be published: {rounds}.", "{n} rounds have still to be published: {rounds}."),
    "check_results": ("{n} board has no result: {boards}.", "{n} boards have no result: {boards}."),
    "check_initial": (
        "{n} member has no initial rating in this time control: {names}.",
        "{n} members have no initial rating in this time control: {names}.",
    ),
    "check_army_over": "End it early after round {round}.",
    "check_army_where": "In the club that is on Results, under Players.",
    "check_army_further": "Set {planned} planned rounds in its settings on Club, or finish it with first place shared.",
    "army_points_chess": "{name} is no army game, and only these have army points.",
    "army_points_given": "The army points of {player} have to be a number from 0 to {most}, or none, not {given}.",
    "army_points_text": "The column {column} has '{given}' for {player}, which is no number; enter those army points too.",
    "correction_army_running": "{name} is not finished; enter army points on Results, under Players.",
    "log_army_points": "army points",
    "checked_rounds": "Every planned round is made.",
    "checked_published": "Every round is published.",
    "checked_results": "Every board has a result.",
    "checked_initial": "Every member has an initial rating.",
    "not_finished": "{name} cannot be finished yet: {first}",
    "no_final_table": "{name} has no final table of edition {edition}.",
    "end_blocked": "The event cannot end after round {round}: {reason}",
    "end_not_offered": "that is not its last complete round.",
    "correction_code": "'{code}' is no result that a finished board can have; write one of {known}. It cannot become empty.",
    "correction_reason": "A correction needs a reason; it stands in the log.",
    "correction_running": "{name} is not finished; enter the result on Results.",
    "correction_same": "Board {board} of round {round} is {result} already; nothing was corrected.",
    "correction_late": (
        "Board {board} of round {round} was changed in the meantime and is {result} now, so nothing was corrected; "
        "look at it and correct it again."
    ),
    "correction_late_by": (
        "{by} changed board {board} of round {round} in the meantime and it is {result} now, so nothing was corrected; "
        "look at it and correct it again."
    ),
    "ended_in_future": "{name} cannot have ended on {ended}, which is still to come: today is {today}; write that day or an earlier one.",
    "ended_before_start": "{name} cannot have ended on {ended}, since it began on {start}; write a later day, or change its first day on Club.",
    "no_such_board": "Round {round} has no board {board}.",
    "log_finished": "finished",
    "log_ended_early": "ended early",
    "log_corrected": "corrected",
    "ended_early_since": "The event ended after round {round}.",
}
