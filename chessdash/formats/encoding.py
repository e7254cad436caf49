"""Bytes to text: which encoding a file was written in, without guessing silently."""

import codecs

from chessdash.errors import FormatError
from chessdash.text import say

MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def decode(data: bytes, encoding: str | None = None) -> tuple[str, str]:
    """The text and the name of its encoding: a byte order mark decides, then UTF-8 (or ASCII) where it fits, then what it looks like.

    An ``encoding`` overrides all of it; bytes that do not belong to it are refused.
    """
    if encoding is not None:
        return _as_told(data, encoding)
    for mark, name in MARKS:
        if data.startswith(mark):
            return data.decode(name, "replace").lstrip("\ufeff"), name
    if data.isascii():
        return data.decode("ascii"), "ascii"
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return _single_byte(data)


def _as_told(data: bytes, encoding: str) -> tuple[str, str]:
    """The text in the encoding that the caller names."""
    try:
        name = codecs.lookup(encoding).name
        text = data.decode(name)
    except (LookupError, ValueError) as error:
        if isinstance(error, UnicodeDecodeError):
            raise FormatError(say("not_in_encoding", encoding=encoding, position=error.start + 1)) from error
        raise FormatError(say("unknown_encoding", encoding=encoding)) from error
    return text.lstrip("\ufeff"), name


def _single_byte(data: bytes) -> tuple[str, str]:
    """The text in cp1252, and in Latin-1 where cp1252 has no such characters."""
    try:
        return data.decode("cp1252"), "cp1252"
    except UnicodeDecodeError:
        return data.decode("latin-1"), "latin-1"
