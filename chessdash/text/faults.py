"""Sentences: faults. ``who`` and ``whom`` are a player and the other one; {n} chooses between one and many."""

SENTENCES: dict[str, str | tuple[str, str]] = {
    "who": "no. {no}",
    "who_in_line": "no. {no} (line {line})",
    "and_more": ("{n} more is like this: {like}", "{n} more are like this: {like}"),
    # the file
    "encoding": "The file is not UTF-8; it was read as {encoding}. Name the encoding if names look wrong.",
    "tab": (
        "Line {line}, column {column}: expected blanks, found a tab; read as one blank.",
        "{n} lines have tabs where blanks are expected, the first is line {line}, column {column}; each was read as one blank.",
    ),
    # lines of players
    "shifted_line": (
        "Line {line}: from column {column} everything stands {by} column too far to the {side}; it was read in its place.",
        "{n} lines stand {by} column too far to the {side}, the first is line {line} from column {column}; they were read in place.",
    ),
    "shifted_cells": (
        "Line {line}: expected round 1 in column 92, it starts in column {column}; all rounds were read {late} columns off.",
        "{n} lines have round 1 not in column 92, the first is line {line} with column {column}; their rounds were read {late} columns off.",
    ),
    "left_aligned": (
        "Line {line}: {value!r} does not end in column {last}, as the number there should; it was read all the same.",
        "{n} numbers do not end in their last column, the first is {value!r} in line {line} (column {last}); they were read all the same.",
    ),
    "decimal_comma": (
        "Line {line}: expected points with a point, found {value!r}; it was read as a decimal comma.",
        "{n} lines have a decimal comma, the first is line {line} with {value!r}; they were read so.",
    ),
    "not_blank": "Line {line}, column {column}: expected a blank between two fields, found {value!r}; a field before or behind it may be cut.",
    "unreadable_no": "Line {line}, column {column}: expected a start number in columns 5 to 8, found {value!r}.",
    "unreadable_rating": "Line {line}, column {column}: expected a rating in columns 49 to 52, found {value!r}; read as unrated.",
    "unreadable_fide_id": "Line {line}, column {column}: expected the digits of a FIDE id in columns 58 to 68, found {value!r}; left out.",
    "unreadable_points": "Line {line}, column {column}: expected points in columns 81 to 84, found {value!r}; left out.",
    "unreadable_rank": "Line {line}, column {column}: expected a rank in columns 86 to 89, found {value!r}; left out.",
    "unreadable_cell": "Line {line}, column {column}: expected opponent, colour and result of round {round}, found {value!r}; left open.",
    "unreadable_cells": (
        "Line {line}: {n} more cell is unreadable; left open.",
        "Line {line}: {n} more cells are unreadable; left open.",
    ),
    "duplicate_number": "Line {line}: start number {number} stands already in line {first}; this player is read as number {no}.",
    "no_number": "Line {line}: expected a start number in columns 5 to 8; this player is read as number {no}.",
    "open_mark": (
        "Line {line}, column {column}: '*' is no result of TRF; read as not played yet.",
        "{n} cells have '*', which is no result of TRF; read as not played yet. The first is in line {line}, column {column}.",
    ),
    "unknown_birth": (
        "Line {line}: expected a birth date YYYY/MM/DD or a year, found {value!r}; kept as it stands.",
        "{n} birth dates are neither YYYY/MM/DD nor a year, the first is {value!r} of {who}; kept as they stand.",
    ),
    # other records
    "unknown_record": (
        "Line {line}: {record!r} is no record that is known here; the line is kept as it stands.",
        "{n} lines have the record {record!r}, which is not known here, the first is line {line}; they are kept as they stand.",
    ),
    "duplicate_record": "Line {line}: record {record} says {value!r}, but line {first} has said it first; the first stands.",
    "unreadable_date": "Line {line}, column {column}: expected a date YYYY/MM/DD in record {record}, found {value!r}; kept as text.",
    "date_shape": "Line {line}, column {column}: expected a date YYYY/MM/DD in record {record}, found {value!r}; read as {date}.",
    "count_text": "Line {line}: expected one number in record {record}, found {value!r}; read as {count}.",
    "unreadable_rounds": "Line {line}: expected a number of rounds up to {limit} in record {record}, found {value!r}; left out.",
    "unreadable_colour": "Line {line}: expected W or B in record {record}, found {value!r}; left out.",
    "unreadable_byes": "Line {line}: expected F, H or Z, a round and start numbers in record 240, found {value!r}; the line is kept, unread.",
    "unreadable_abnormal": (
        "Line {line}: expected a type of result, points, a round and start numbers in record 299, found {value!r}; the line is kept, unread."
    ),
    "too_many": (
        "Line {line}: expected at most {limit} entries of record {record}; the line is kept, unread.",
        "{n} lines are beyond {limit} entries of record {record}, the first is line {line}; they are kept, unread.",
    ),
    "unreadable_points_record": "Line {line}: expected outcomes and their points in record {record}, found {value!r}; left out.",
    "unknown_outcome": "Line {line}: record {record} gives {points} for {value!r}, which is no outcome known here; left out.",
    "points_by_colour": (
        "Line {line}: record {record} pays {white} for {outcome} with White and {black} with Black; both are paid {white} here."
    ),
    "unreadable_team_field": (
        "Line {line}: expected a number as {field} in columns {column} to {last} of record 310, found {value!r}; left out."
    ),
    "unreadable_member": "Line {line}, column {column}: expected the start number of a player in record {record}, found {value!r}; left out.",
    "duplicate_team": "Line {line}: team number {number} stands already in line {first}; this team is read as number {given}.",
    "no_team_number": "Line {line}: expected a team number in columns 5 to 7; this team is read as number {given}.",
    # cells against each other
    "opponent_unknown": "Round {round}: {who} has {cell!r}, but nobody has start number {opponent}; the game is left open.",
    "plays_itself": "Round {round}: {who} is its own opponent; the game is left open.",
    "no_opponent": "Round {round}: {who} has {cell!r}, the result of a game without an opponent; it is left open.",
    "bye_with_opponent": "Round {round}: {who} has {cell!r}, a bye and an opponent at once; both sides are left open.",
    "one_sided": "Round {round}: {who} has {cell!r}, but {whom} has {other_cell!r}; the game is left open.",
    "half_result": "Round {round}: {who} has {cell!r}, but {whom} has {other_cell!r}; a result needs both sides, the game is left open.",
    "contradiction": "Round {round}: {who} has {cell!r} and {whom} has {other_cell!r}, which cannot both be; the game is left open.",
    "short_points": "Round {round}: {who} has {cell!r} and {whom} has {other_cell!r}, together less than a whole game; scored as written.",
    "rated_and_not": "Round {round}: {who} has {cell!r} and {whom} has {other_cell!r}, one rated and one not; scored as written.",
    "same_colour": "Round {round}: {who} has {cell!r} and {whom} has {other_cell!r}, the same colour; scored as written.",
    "no_colour": (
        "Round {round}: {who} and {whom} have played without colours.",
        "{n} games have no colours, the first is that of {who} and {whom} in round {round}.",
    ),
    "open_game": (
        "Round {round}: the game of {who} and {whom} has no result yet; it counts for nothing.",
        "{n} games of played rounds have no result yet and count for nothing, the first is that of {who} and {whom} in round {round}.",
    ),
    "bye_twice": "Round {round}: {who} has a pairing-allocated bye, and had one in round {first}; expected at most one.",
    "two_byes": "Round {round}: {who} and {whom} both have a pairing-allocated bye; expected at most one in a round, found {count}.",
    "full_bye": "Round {round}: {who} has F (full-point bye) where a pairing-allocated bye (U) is expected; scored as F.",
    "bye_of_record": (
        "Line {line}: round {round} of {who} is blank and record 240 gives a bye; read as {type}.",
        "{n} cells are blank and record 240 gives a bye, the first is round {round} of {who}; read as the byes.",
    ),
    "bye_not_taken": "Round {round}: record 240 gives {who} the bye {type}, but the cell is {cell!r}; the cell stands.",
    "surplus_rounds": "{declared} rounds are declared, but {written} are written; all of them count.",
    "rounds_to_come": "{played} of {declared} rounds are played.",
    "empty_round": "Round {round}: expected results, since round {played} has some; found none.",
    # what is declared
    "points_differ": "{who} is declared with {declared} points, but the results ({cells}) give {computed}; the results count.",
    "no_ranks": "The file declares no ranks, so there are none to compare the standings with.",
    "no_rank": ("{who} has no declared rank.", "{n} players have no declared rank, the first is {who}."),
    "rank_gap": "The declared ranks do not run from 1 without a gap: {who} has {rank}, expected {expected}.",
    "rank_shared": (
        "Rank {rank} is declared for several players, the second is {who}.",
        "{n} ranks are declared for several players, the first is rank {rank}.",
    ),
    "count_players": "Record 062 declares {declared} players, but there are {found}.",
    "count_rated": "Record 072 declares {declared} rated players, but {found} have a rating.",
    "count_teams": "Record 082 declares {declared} teams, but there are {found}.",
    "number_gap": (
        "Start number {listed} is missing among 1 to {last}.",
        "{n} start numbers are missing among 1 to {last}: {listed} and so on.",
    ),
    "number_unknown": "Record {record} names start number {no}, but nobody has it.",
    "not_paid": "Record 299 pays no. {no} {points} points for {type!r}, but there is no such result; nothing was added.",
    "bonus_each_round": (
        "Record 299 adds {points} points and names no round; added in the one round played.",
        "Record 299 adds {points} points and names no round; added in each of the {n} rounds played.",
    ),
    "member_unknown": "Team {team} names start number {no}, but nobody has it.",
    "member_twice": "Start number {no} is in team {team} and in team {first}; expected one.",
    "ends_before_start": "The event ends on {end}, before it starts on {start}.",
    # tables: CSV, XLSX, Parquet
    "table_duplicate_number": "Line {line}: start number {no} stands already in line {first}; this player was read as no. {given}.",
    "table_no_number": "Line {line}: expected a start number, found none; this player was read as no. {given}.",
    "table_rating": "Line {line}, column {column}: expected a rating up to 4000, found {value!r}; read as unrated.",
    "table_points": "Line {line}, column {column}: expected points, found {value!r}; left blank.",
    "table_negras": "The colours were read as b = White and n = Black (blancas, negras).",
    "table_numbered_by_rank": "The table has no column of start numbers: players are numbered by their ranks, which name the opponents.",
    "table_numbered_by_row": "The table has no column of start numbers: players are numbered by their rows, which name the opponents.",
    "table_opponents_by_rank": "Opponents are named by rank: read so, {agree} of {n} cells agree with the opponent's cell, by start "
    "number {against}.",
    "table_opponents_by_number": "Opponents are named by start number: read so, {agree} of {n} cells agree with the opponent's cell, by "
    "rank {against}.",
    "table_opponents_either": "Opponents may be named by start number or by rank, since {agree} of {n} cells agree in either reading; "
    "start numbers were taken.",
    "table_scored": "The results were read as {win:g}-{draw:g}-{loss:g} points for a win, a draw and a loss.",
    "table_round_robin": (
        "Everybody met everybody once: read as a round robin.",
        "Everybody met everybody {n} times: read as a round robin.",
    ),
    "table_matrix": "The table names neither rounds nor colours: its {n} rounds are those of the Berger tables, the colours are unknown.",
    "games_bye_person": "Line {line}: {name!r} was read as a person; leave the opponent empty for a bye.",
    "games_differ": "Line {line}: the {what} of {name} is {found!r} here and {first!r} in line {where}; the first counts.",
    "games_numbered": "The list has no start numbers: players are numbered in the order in which they come.",
    "games_by_date": "The list has no rounds: each day was read as a round, in order.",
    "games_one_round": "The list has no rounds and nobody plays twice: read as one round.",
    "games_ignored": ("The column {columns} was not read.", "The columns {columns} were not read."),
    # declared against computed
    "declared_code_dropped": "The file's list of tie-breaks has {tiebreak}, which is left out: {reason}",
    "declared_rank": "Player {no} has rank {declared} in the file; by {order} it is {computed}.",
    "declared_rank_by_points": "Player {no} has rank {declared} in the file; the points alone allow {computed}.",
}
