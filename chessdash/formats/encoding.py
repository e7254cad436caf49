"""Bytes to text: which encoding a file was written in; the choice is reported, never silent."""

import codecs
import re

from chessdash.errors import FormatError
from chessdash.faults import Fault, fault
from chessdash.text import say

MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
MIXED = "utf-8 and cp1252"
EXPECTED = ("ascii", "utf-8", "utf-8-sig")
SAMPLE = 20_000  # bytes that a guess looks at
# What tournament programs write besides UTF-8 and cp1252; where many letters in a row are not ASCII also the second list.
OTHERS = ["cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1257", "cp850", "cp852", "cp866", "koi8_r"]
FAR_OTHERS = ["iso8859_5", "cp1255", "cp1256", "gb18030", "big5", "shift_jis", "euc_kr"]
# What cp1252 makes of letters of other encodings: a sign within or before a word, or four letters in a row beyond ASCII.
ODD = re.compile(r"[^\W\d_][¹³¿¯¾¼¥£©®²±¬¶§¦¤¢¡¨¸]|[¹³¯¾¼¥£©®²±¬¶§¦][^\W\d_]")
FOREIGN = re.compile(r"[^\x00-\x7f]{4}")


def decode(data: bytes, encoding: str | None = None) -> tuple[str, str]:
    """The text and the name of its encoding: as a byte order mark says, else UTF-8 (or ASCII) where it fits, else the likeliest.

    An ``encoding`` overrides all of it; bytes that do not belong to it are refused.
    """
    if encoding is not None:
        return _as_told(data, encoding)
    for mark, name in MARKS:
        if data.startswith(mark):
            return data.decode(name, "replace"), name
    if b"\0" in data[:2] and (wide := _wide(data)):
        return data.decode(wide, "replace"), wide
    if data.isascii():
        return data.decode("ascii"), "ascii"
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return _mixed(data) or _single_byte(data)


def noted(name: str, *, given: bool = False) -> list[Fault]:
    """The note on an encoding that is not the expected one, unless the caller gave it."""
    return [] if given or name in EXPECTED else [fault("note", "encoding", encoding=name)]


def _as_told(data: bytes, encoding: str) -> tuple[str, str]:
    """The text in the encoding that the caller names."""
    try:
        name = codecs.lookup(encoding).name
        text = data.decode(name)
    except UnicodeDecodeError as error:
        raise FormatError(say("not_in_encoding", encoding=encoding, position=error.start + 1)) from error
    except (LookupError, ValueError, TypeError) as error:
        raise FormatError(say("unknown_encoding", encoding=encoding)) from error
    return text.removeprefix("\ufeff"), name


def _wide(data: bytes) -> str:
    """UTF-16 without its mark, where every other byte is zero, by which of them; "" where it is not."""
    for first, name in ((1, "utf-16-le"), (0, "utf-16-be")):
        if data[first : first + 1] == b"\0" and data[first::2].count(0) > len(data) // 3:
            return name
    return ""


def _mixed(data: bytes) -> tuple[str, str] | None:
    """Line by line UTF-8 or cp1252, where some lines can only be UTF-8; None where all that is not ASCII is no UTF-8."""
    lines, seen = [], False
    for line in data.splitlines(keepends=True):
        try:
            lines.append(line.decode("utf-8"))
            seen = seen or not line.isascii()
        except UnicodeDecodeError:
            lines.append(_western(line)[0])
    return ("".join(lines), MIXED) if seen else None


def _western(data: bytes) -> tuple[str, str]:
    """The text in cp1252, and in Latin-1 where cp1252 has no such characters."""
    try:
        return data.decode("cp1252"), "cp1252"
    except UnicodeDecodeError:
        return data.decode("latin-1"), "latin-1"


def _single_byte(data: bytes) -> tuple[str, str]:
    """The text in cp1252 unless its letters then look wrong; then in what charset-normalizer takes it for."""
    text, name = _western(data)
    if name == "cp1252" and not ODD.search(text) and not FOREIGN.search(text):
        return text, name
    from charset_normalizer import from_bytes

    words = b"\n".join(line for line in data[: 50 * SAMPLE].splitlines() if not line.isascii())[:SAMPLE]
    best = from_bytes(words, cp_isolation=OTHERS + FAR_OTHERS * bool(FOREIGN.search(text))).best()
    if best is not None:
        try:
            return data.decode(best.encoding), codecs.lookup(best.encoding).name
        except UnicodeDecodeError:
            pass
    return text, name
