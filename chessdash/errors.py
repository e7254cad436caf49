"""What can go wrong, told apart by what the caller can do about it."""


class ChessdashError(ValueError):
    """Anything chessdash refuses, as one sentence: what was expected, where, the value, and the way out."""


class FormatError(ChessdashError):
    """The file is not readable as a tournament: fix the file."""


class DataError(ChessdashError):
    """The results contradict each other or the request: fix the results."""


class TieBreakError(ChessdashError):
    """A code, a modifier or an order that the rules or the event do not allow: fix the choice."""


class StoreError(ChessdashError):
    """The store cannot do what was asked: its state, its place or another person's change is in the way."""


class AccessError(ChessdashError):
    """The one who asks has no right to it: sign in, or ask somebody who has."""
