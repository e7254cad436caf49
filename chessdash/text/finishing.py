"""Sentences: finishing an event, correcting it, ratings."""

SENTENCES: dict[str, str | tuple[str, str]] = {
    "board_of_round": "round {round}, board {board}",
    "check_entries": ("{n} player takes part.", "{n} players take part."),
    "check_rounds": ("{n} round has still to be made: {rounds}.", "{n} rounds have still to be made: {rounds}."),
    "check_published": ("{n} round has still to be published: {rounds}.", "{n} rounds have still to be published: {rounds}."),
    "check_results": ("{n} board has no result: {boards}.", "{n} boards have no result: {boards}."),
    "check_initial": (
        "{n} member has no initial rating in this time control: {names}.",
        "{n} members have no initial rating in this time control: {names}.",
    ),
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
    "no_such_board": "Round {round} has no board {board}.",
    "log_finished": "finished",
    "log_ended_early": "ended early",
    "log_corrected": "corrected",
}
