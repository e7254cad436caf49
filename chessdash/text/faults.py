"""Sentences: faults."""

SENTENCES: dict[str, str | tuple[str, str]] = {
    "encoding": "read as {encoding}, because the file is not UTF-8; give the encoding if names look wrong",
    "shifted_line": "line {line}: expected the start number to end in column 8, it ends in column {column}; read one column to the left",
    "shifted_cells": "line {line}: expected the rounds from column 92, they start in column {column}; read from there",
    "not_blank": "line {line}: expected a blank in column {column}, found {value!r}",
    "unreadable_no": "line {line}: expected the start number in columns 5 to 8, found {value!r}",
    "unreadable_rating": "line {line}: expected a rating in columns 49 to 52, found {value!r}; read as unrated",
    "unreadable_fide_id": "line {line}: expected a FIDE id (digits) in columns 58 to 68, found {value!r}; left blank",
    "unreadable_points": "line {line}: expected points in columns 81 to 84, found {value!r}; left blank",
    "unreadable_rank": "line {line}: expected a rank in columns 86 to 89, found {value!r}; left blank",
    "unreadable_cell": "line {line}, column {column}: expected opponent, colour and result of round {round}, found {value!r}; left open",
    "unknown_record": "line {line}: {record!r} is no known record; the line is kept as it stands",
    "duplicate_record": "line {line}: record {record} stands already in line {first}; the first stands",
    "unknown_points": "line {line}: {letter!r} is no outcome that record 162 knows (W D L A P X); its {value} points are ignored",
    "unreadable_record": "line {line}: record {record} is not in its columns; ignored",
    "duplicate_number": "line {line}: start number {no} stands already in line {first}; this player is read as number {given}",
    "no_number": "line {line}: expected a start number in columns 5 to 8; this player is read as number {given}",
    # declared against computed
    "declared_code_dropped": "The file's list of tie-breaks has {tiebreak}, which is left out: {reason}",
    "declared_rank": "Player {no} has rank {declared} in the file; by {order} it is {computed}.",
    "declared_rank_by_points": "Player {no} has rank {declared} in the file; the points alone allow {computed}.",
}
