"""Sentences: what callers hand over."""

SENTENCES: dict[str, str | tuple[str, str]] = {
    "argument_whole": "{name} has to be a whole number from {least} to {most}, not {given}.",
    "argument_whole_on": "{name} has to be a whole number from {least} on, not {given}.",
    "argument_number": "{name} has to be a number from {least:g} to {most:g}, not {given}.",
    "argument_numbers": "{name} has to be a list of start numbers, such as [3, 12], not {given}.",
    "argument_flag": "{name} has to be True or False, not {given}.",
    "argument_function": "{name} has to be a function of the parts done and their number, not {given}.",
    "argument_event": "Expected a tournament, found {given}; read a file with chessdash.read() first.",
    "argument_made_by": "{name} has to be made by {kind}(), not {given}.",
    "order_unreadable": "An order is a text such as 'BH/C1,BH' or a list of such codes, not {given}.",
}
