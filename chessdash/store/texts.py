"""Texts that somebody gives the store: kept if there is room, and no character would break a file, a page or a database."""

import unicodedata

from chessdash.errors import StoreError
from chessdash.text import say


def checked(field: str, given: str, most: int) -> str:
    """The text if it has at most so many characters, none of them a control character or half of a pair; StoreError names it."""
    if len(given) > most or any(unicodedata.category(one) in ("Cc", "Cs") for one in given):
        raise StoreError(say("member_text", field=field, given=ascii(given)[:40], most=most))
    return given


def one_line(field: str, given: object, most: int) -> str:
    """The same of a name: spaces and line ends inside it become single spaces, a longer one is cut."""
    return checked(field, " ".join(str(given).split())[:most], most)
