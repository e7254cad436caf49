"""Sentences: errors."""

SENTENCES: dict[str, str | tuple[str, str]] = {
    # reading and writing of files
    "too_large": "{source}: {size} bytes or more, but a tournament file has at most {limit}; is this the right file?",
    "no_players": "{source}: expected player lines that begin with 001, found none; is this a tournament report?",
    "unknown_encoding": "{encoding!r} is no known encoding; try utf-8, cp1252 or latin-1, or leave it out to have it detected",
    "not_in_encoding": "byte {position} of the file does not belong to {encoding}; leave the encoding out to have it detected",
    "unknown_format": "{format!r} is no known format; expected one of {known}",
    "unknown_ending": "cannot tell the format from the name {name!r}; give one of {known}",
    # choices
    "unknown_choice": "{given!r} is no {what}; choose one of {known}.",
    "no_such_player": "There is no player with start number {no}; the numbers are {first} to {last}.",
    "frame_refused": ("The frame of {frame} has {n} fault: {first}.", "The frame of {frame} has {n} faults: {first}."),
}
