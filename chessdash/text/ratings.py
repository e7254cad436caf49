"""Sentences: ratings, and why a rating does not change."""

SENTENCES: dict[str, str | tuple[str, str]] = {
    # why there is no change
    "rating_no_rating": "No change because no rating before the event is known.",
    "rating_no_id": "No change because no FIDE id is known.",
    "rating_no_game": "No change because no game was played at the board.",
    "rating_none_counts": (
        "No change because the one game does not count: {why}.",
        "No change because none of the {n} games counts: {why}.",
    ),
    "rating_k_zero": "No change because K is 0.",
    "rating_not_chess": "No change because games other than chess are not rated.",
    "rating_no_result": "No change because no game has a result yet.",
    # why a game does not count
    "rating_game_less": "less than a move was made",
    "rating_game_no_rating": "the opponent has no rating",
    "rating_game_no_id": "the opponent has no FIDE id",
    "rating_game_far": "600 Elo or more apart and a player above 2600 (7.3.1 of the rapid and blitz chapter)",
    # a first rating
    "rating_first": "No rating before: a first rating of {rating} from {n} games, {average} + {difference} (B.02 8.2).",
    "rating_first_zero": "No rating before, and a first event without a point is not counted (B.02 8.2.1).",
    "rating_first_few": (
        "No rating before; a first one needs {least} games against rated players, here is {n} (B.02 7.1.4).",
        "No rating before; a first one needs {least} games against rated players, here are {n} (B.02 7.1.4).",
    ),
    "rating_first_low": "No rating before; the first one would be {rating}, below {lowest}, and is not published (B.02 7.1.4).",
    # what the changes rest on
    "rating_notes_k": "K of those whose history is not known is {strong} from {from_} on and {usual} below.",
    "rating_notes_junior": (
        "{n} player has K {k} until the end of the year of the {age}th birthday, while below {below}.",
        "{n} players have K {k} until the end of the year of their {age}th birthday, while below {below}.",
    ),
    "rating_notes_limit": (
        "K of {n} player is less, since K times games is at most {most}.",
        "K of {n} players is less, since K times games is at most {most}.",
    ),
    "rating_notes_date": "The event's first day is not known: the rules in force today are taken, and nobody counts as a junior.",
    "rating_notes_old": "The event began on {start}, before the regulations of 1 March 2024 by which it is rated here.",
    "rating_notes_club": "These are the club's own ratings, not FIDE's.",
    "rating_notes_running": "{played} of {planned} rounds are played; changes are those of the games so far.",
    # what is refused
    "rating_k": "K has to be a whole number from 0 to {most}, not {given}{whose}.",
    "rating_k_whose": " for player {no}",
    "rating_given": "The rating of player {no} has to be a whole number from 1 to {highest}, not {given}.",
    "rating_initial": "The initial rating of member {member} has to be a whole number, not {given}.",
    "rating_members_gone": "{n} members were known before and only {found} are given; members stay, new ones come behind them.",
    "rating_order_changed": "Events before place {since} are not those that were rated before; recompute from the first one that differs.",
    "rating_game_stranger": "Event {event}, game {game}: expected two of the members 0 to {members} (exclusive), found {white} and {black}.",
    "rating_game_self": "Event {event}, game {game}: member {white} plays both sides; expected two members.",
    "rating_game_result": "Event {event}, game {game}: expected the result 1, 0.5 or 0 of White, found {given}.",
}
