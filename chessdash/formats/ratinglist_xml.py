"""FIDE rating lists in XML, as a stream: ``<playerslist>`` with ``<player>`` and its fields; document types are refused."""

from collections.abc import Iterator
from typing import TYPE_CHECKING
from xml.parsers import expat

from chessdash.errors import FormatError
from chessdash.formats.ratinglist_layout import CONTROLS, SINGLE
from chessdash.formats.ratinglist_rows import Readable, Unread, of_texts
from chessdash.text import say

if TYPE_CHECKING:
    import pyarrow as pa

CHUNK = 1 << 18  # bytes read at a time
PLAYERS = 20_000  # of a batch
DEEP, LONG = 3, 500  # of elements within each other, and characters of a field
FIELDS = {
    "fideid": "fide_id",
    "name": "name",
    "country": "federation",
    "sex": "sex",
    "title": "title",
    "w_title": "women_title",
    "o_title": "other_titles",
    "foa_title": "foa_title",
    **{f"{control}_{part}": f"{control}{tail}" for control in CONTROLS for part, tail in SINGLE.items()},
    "birthday": "birth_year",
    "flag": "flag",
}
ROOTS = ("playerslist", "players")


class Players:
    """What the parser has seen of a list; ``control`` is that of a field named ``rating``."""

    def __init__(self, source: str, control: str, unread: Unread) -> None:
        self.source, self.unread = source, unread
        self.fields = {**FIELDS, **{name: f"{control}{part}" for name, part in SINGLE.items()}}
        self.columns: dict[str, list[str]] = {name: [] for name in self.fields.values()}
        self.lines: list[int] = []
        self.depth, self.text, self.one = 0, "", dict[str, str]()
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.data
        self.parser.StartDoctypeDeclHandler = self.doctype

    @property
    def line(self) -> int:
        """The line in which the parser is, from 1."""
        return self.parser.CurrentLineNumber

    def doctype(self, *_: object) -> None:
        """Refuses the place where entities are declared."""
        raise FormatError(say("list_xml_doctype", source=self.source, line=self.line))

    def start(self, name: str, _: object) -> None:
        """An element begins."""
        self.depth += 1
        self.text = ""
        if self.depth == 1 and name.lower() not in ROOTS:
            raise FormatError(say("list_not_fide", source=self.source, text=f"<{name[:40]}>"))
        if self.depth > DEEP:
            raise FormatError(say("list_xml_deep", source=self.source, line=self.line))

    def data(self, text: str) -> None:
        """Text of a field, all at once or in parts."""
        if self.depth == DEEP:
            self.text += text
            if len(self.text) > LONG:
                raise FormatError(say("list_xml_deep", source=self.source, line=self.line))

    def end(self, name: str) -> None:
        """An element ends: a field, or a player."""
        if self.depth == DEEP and name in self.fields:
            self.one[self.fields[name]] = self.text
        elif self.depth == DEEP - 1 and name == "player":
            self.unread.lines += 1
            self.lines.append(self.line)
            for column, texts in self.columns.items():
                texts.append(self.one.get(column, ""))
            self.one = {}
        self.depth -= 1

    def taken(self) -> "pa.RecordBatch":
        """The players seen so far as a batch, after which they are forgotten."""
        made = of_texts(self.columns, self.lines, self.unread)
        self.columns, self.lines = {name: [] for name in self.columns}, []
        return made


def batches(stream: Readable, control: str, source: str, unread: Unread, *, whole: bool = True) -> Iterator["pa.RecordBatch"]:
    """The players of a list, batch by batch; ``unread`` takes what could not be read. FormatError for what is no such XML.

    ``whole`` is false for the beginning of a list.
    """
    players = Players(source, control, unread)
    try:
        while data := stream.read(CHUNK):
            players.parser.Parse(data, False)
            if len(players.lines) >= PLAYERS:
                yield players.taken()
        if whole:
            players.parser.Parse(b"", True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        if isinstance(error, FormatError):
            raise
        reason = expat.ErrorString(error.code) if isinstance(error, expat.ExpatError) else error
        raise FormatError(say("list_xml_broken", source=source, line=players.line, reason=reason)) from None
    if players.lines:
        yield players.taken()
