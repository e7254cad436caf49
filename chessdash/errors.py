"""What can go wrong, told apart by what the caller can do about it."""


class ChessdashError(ValueError):
    """Anything chessdash refuses, as one sentence: what was expected, where, the value, and the way out."""


class FormatError(ChessdashError):
    """The file is not readable as a tournament: fix the file."""


class DataError(ChessdashError):
    """The results contradict each other or the request: fix the results."""


class TieBreakError(ChessdashError):
    """A code, a modifier or an order that the rules or the event do not allow: fix the choice."""
