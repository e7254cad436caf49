"""Sentences: ending early, and the table after each round."""

SENTENCES: dict[str, str | tuple[str, str]] = {
    # what happens when an event ends after a round; the number stands before the sentence
    "ending_boards_open": ("board is open", "boards are open"),
    "ending_boards_open_way": (
        "Round {rounds} is not complete: {boards}. Enter the results first, or end after an earlier round.",
        "Rounds {rounds} are not complete: {boards}. Enter the results first, or end after an earlier round.",
    ),
    "ending_rounds_planned": ("round planned", "rounds planned"),
    "ending_results_none": "results of later rounds exist",
    "ending_results_exist": ("result of round {rounds} exists", "results of round {rounds} exist"),
    "ending_results_exist_many": ("result of rounds {rounds} exists", "results of rounds {rounds} exist"),
    "ending_results_way": (
        "Round {rounds} has results and cannot be deleted. End after round {last}, or {clear}.",
        "Rounds {rounds} have results and cannot be deleted. End after round {last}, or {clear}.",
    ),
    "ending_results_open": (
        "Round {rounds} has results and cannot be deleted. Complete it and end after round {last}, or {clear}. Open: {boards}.",
        "Rounds {rounds} have results and cannot be deleted. Complete them and end after round {last}, or {clear}. Open: {boards}.",
    ),
    "ending_clear": (
        "clear its results in the pairing program (or by chessdash what-if FILE {options} --write OUT)",
        "clear their results in the pairing program (or by chessdash what-if FILE {options} --write OUT)",
    ),
    "ending_results_over": "All rounds have been played: this is a look back, and nothing is deleted.",
    "ending_rounds_deleted": ("round without a result is deleted", "rounds without a result are deleted"),
    "ending_paired": (
        "{rounds}; the pairings of round {paired} go with it",
        "{rounds}; the pairings of rounds {paired} go with them",
    ),
    "ending_byes_lapse": ("requested bye lapses", "requested byes lapse"),
    "ending_withdrawals_undone": ("withdrawal is undone", "withdrawals are undone"),
    "ending_late_entries_leave": ("late entry leaves", "late entries leave"),
    "ending_in_round": ("{name} (round {rounds})", "{name} (rounds {rounds})"),
    "ending_from_round": "{name}, from round {round}",
    "ending_board": "{white} – {black}",
    "ending_board_alone": "{name} (no opponent)",
    "ending_board_round": "round {round}: {boards}",
    "ending_more": ("{n} more", "{n} more"),
    "ending_span": "{first} to {last}",
    "ending_nothing_else": "Nothing else changes",
    "ending_nothing": "Nothing changes",
    "ending_no": "There are no {what}.",
    "ending_no_results_exist": "results of later rounds",
    "ending_no_rounds_deleted": "later rounds",
    "ending_no_byes_lapse": "byes asked for later rounds",
    "ending_no_withdrawals_undone": "withdrawals",
    "ending_no_late_entries_leave": "late entries",
    # notes
    "ending_round_robin": "A round robin is not ended early: all of its games belong to it. The table after round {round} can be looked at.",
    "ending_finished": "Round {round} is the last one planned: nothing is left to end.",
    "ending_over": ("The event is over: its only round is played.", "The event is over: all {n} rounds are played."),
    # errors
    "ending_no_round": "No round of this event is complete, so it cannot end early; enter results first.",
    "ending_round_unknown": "expected a round from 1 to {rounds} to end after, found {round!r}; an event ends after a round that has results",
    "ending_prizes": "expected a whole number of prize places from 1 to {most}, or 0 for the first three, found {prizes!r}",
    # the table after each round
    "retrospect_today": "The event is not over: each table is held against that of today.",
    "retrospect_open": (
        "Round {rounds} has open boards: its tables count decided ones only.",
        "Rounds {rounds} have open boards: their tables count decided ones only.",
    ),
    "retrospect_late": (
        "{n} player joined later and is left out of the tables before.",
        "{n} players joined later and are left out of the tables before.",
    ),
}
