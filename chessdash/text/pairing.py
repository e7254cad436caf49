"""Sentences: pairings of the next round."""

SENTENCES: dict[str, str | tuple[str, str]] = {
    "system_dutch": "Dutch system of 2025",
    "system_berger": "Berger table",
    "system_known_table": "round robin",
    # who does not play the next round
    "away_bye_F": "asked for a full-point bye",
    "away_bye_H": "asked for a half-point bye",
    "away_bye_Z": "will be absent, as the file says",
    "away_bye_U": "has the pairing-allocated bye, as the file says",
    "away_left": "has withdrawn: absent from round {round} on, as the file says",
    "away_withdrawn": "absent in the last round, so taken to have withdrawn",
    "away_never_there": "absent in every round so far",
    "away_given": "left out by choice",
    # notes on a preview
    "pairing_edition": "Paired under the Dutch system of 2025, in force until 31 January 2026; the rules since then count floats and choose the "
    "pairing-allocated bye otherwise, which changes about one round in fifteen",
    "pairing_colour_guessed": "Nothing says which colour the first player has in round 1, so it is White",
    "pairing_fictitious": "The file has points that count for pairing alone (accelerated rounds); this preview leaves them out",
    "pairing_as_file": "The file's own pairings of this round are the same",
    "pairing_not_as_file": (
        "The file has its own pairings of this round; {n} board of this preview is not among them",
        "The file has its own pairings of this round; {n} boards of this preview are not among them",
    ),
    # refusals
    "pairing_board": "{white} – {black} in round {round}",
    "pairing_cells": (
        "the cell of {names} in round {round}, which no other agrees with",
        "the cells of {names} in round {round}, which contradict each other",
    ),
    "pairing_doubtful": (
        "round {round} can be paired once every board before it has a result, but {n} has none ({boards}); correct it first",
        "round {round} can be paired once every board before it has a result, but {n} have none ({boards}); enter or correct them first",
    ),
    "pairing_open": (
        "round {round} can be paired once every board before it has a result, but {n} has none ({boards}); enter it first",
        "round {round} can be paired once every board before it has a result, but {n} have none ({boards}); enter them first",
    ),
    "pairing_finished": (
        "expected a round still to come, but the only round planned is played; plan another to pair it",
        "expected a round still to come, but all {n} rounds planned are played; plan another to pair it",
    ),
    "pairing_impossible": (
        "round {round} cannot be paired under the Dutch system of 2025: there is no way to give {n} player a board or a bye; pair it by hand",
        "round {round} cannot be paired under the Dutch system of 2025: there is no way for {n} players without a rematch, a third game in a "
        "row with one colour or a second bye; pair it by hand, or leave out somebody else",
    ),
    "pairing_tenths": "expected points in whole tenths for pairing, found {points:g} in round {round}; change the scoring or the points",
    "pairing_teams": "expected an event of players to pair, but this is a team event; only players are paired here",
    "pairing_unknown": "expected start numbers of this event, but nobody has {no!r}; the largest is {largest}",
    "pairing_both": "expected {no} to be absent or present, but it is named as both; leave it out of one of them",
    "round_robin_players": "expected at least 2 players for a round robin, found {n}; add players, or correct the type of the tournament",
    "pairing_rounds": ("{n} round", "{n} rounds"),
    "round_robin_rounds": (
        "expected {once} for a round robin of {players} players, or {twice} for a double one, but {n} is planned; "
        "correct the planned rounds, or the type of the tournament",
        "expected {once} for a round robin of {players} players, or {twice} for a double one, but {n} are planned; "
        "correct the planned rounds, or the type of the tournament",
    ),
    "round_robin_left": (
        "expected the games that are left of this round robin to fit into the {n} round without pairings, but {games} games do not; write "
        "its pairings into the file",
        "expected the games that are left of this round robin to fit into the {n} rounds without pairings, but {games} games do not; write "
        "their pairings into the file",
    ),
}
