"""The rows of a list of games: which column is what, who played whom in which round, and what both got."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from chessdash.errors import FormatError
from chessdash.faults import Fault, fault
from chessdash.formats import cells
from chessdash.formats.crosstab import Unread, refuse
from chessdash.formats.headers import DAY, Row, clean, day, word
from chessdash.formats.roster import cell
from chessdash.text import say

ROUNDS = 300
SIDES = {
    **dict.fromkeys(("white", "weiss", "weiß", "wit", "blancs", "blancas", "bianco", "brancas"), "w"),
    **dict.fromkeys(("black", "schwarz", "zwart", "noirs", "negras", "nero", "pretas"), "b"),
}
SIDE = re.compile("|".join(SIDES))
ASPECTS = {  # what a head says beside the side
    **dict.fromkeys(("", "player", "spieler", "speler"), "player"),
    "name": "name",
    **dict.fromkeys(("no", "nr", "number", "sno", "snr", "startno", "seed"), "no"),
    **dict.fromkeys(("id", "fideid", "fideno"), "fide_id"),
    **dict.fromkeys(("rating", "elo", "rtg"), "rating"),
    **dict.fromkeys(("title", "titel"), "title"),
    **dict.fromkeys(("fed", "federation", "land"), "federation"),
    **dict.fromkeys(("club", "team", "verein"), "club"),
    **dict.fromkeys(("point", "points", "pts", "score", "result"), "points"),
}
ROUND = ("round", "rd", "rnd", "r", "runde", "ronde", "ronda", "tour", "turno")
RESULT = ("result", "res", "ergebnis", "erg", "uitslag", "resultat", "résultat", "resultado", "risultato", "score")
DATE = ("date", "datum", "fecha", "data")
BOARD = ("board", "bo", "bd", "brett", "bord", "table", "tisch", "tafel")
MARK = r"(?:1/2|0?[.,]50?|½|[0123](?:[.,]00?)?|\+|-|=)"
PAIR = re.compile(rf"({MARK})\s*[-:/]\s*({MARK})|([+-])([+-])")
FORFEIT = re.compile(r"\s*\(?(?:f|ff|forfeit|wo)\)?$")
WHOLE = re.compile(r"[^0-9]{0,12}([0-9]{1,4})(?:[.,][0-9]{1,3})?")
MARKS = {"½": "#0.5", "1/2": "#0.5", "+": "+", "-": "-", "=": "="}
DRAWN = ("=", "draw", "drawn", "remis", "d", "r")
OPEN = ("", "*", "?", ":", "-:-?", "...")
NOBODY = ("", "-", "0", "0000")
BYE_NAMES = ("bye", "free", "spielfrei", "vrij", "exempt", "libre")
BYES = {
    **dict.fromkeys(("", "bye", "u", "1", "1-0", "1:0"), "U"),
    **dict.fromkeys(("h", "½", "1/2", "0.5", "0,5", "=", "½-½", "½-0", "1/2-1/2", "0.5-0.5"), "H"),
    **dict.fromkeys(("z", "0", "0-0", "0-1", "0:0", "-", "-:-", "---"), "Z"),
    **dict.fromkeys(("+", "+--", "+:-", "+-"), "+"),
    "f": "F",
}


@dataclass(frozen=True)
class GameHead:
    """The columns of a list of games, from 0; -1 where there is none."""

    place: int
    names: tuple[str, ...]
    sides: Mapping[str, Mapping[str, int]]  # "w", "b" -> aspect -> column
    round: int
    result: int
    date: int
    board: int


class Game(NamedTuple):
    """A row: keys of White and Black ("" for nobody), the round, and the marks of both as in a Cell; "" where one is not told."""

    line: int
    round: int
    white: str
    black: str
    marks: tuple[str, str]


@dataclass
class Field:
    """The players by their keys, in the order in which they come, with what the rows say of them."""

    by: str  # what tells players apart: no, fide_id or name
    players: dict[str, dict[str, str]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    notes: list[Fault] = field(default_factory=list)

    def name(self, key: str) -> str:
        """What to call a player: by name, and by FIDE id where that tells players apart."""
        name = self.players[key].get("name") or key
        return f"{name} ({key.upper()})" if self.by == "fide_id" else name


def find(rows: Sequence[Row], among: int = 200) -> GameHead | None:
    """The first row that heads a list of games: White, Black, and a result or the points of White."""
    for place, row in enumerate(rows[:among]):
        words = [word(text) for text in row.cells]
        sides = {side: _aspects(words, side) for side in "wb"}
        result = _first(words, RESULT)
        result = sides["w"].get("points", -1) if result < 0 else result
        if all(sides.values()) and result >= 0:
            names = tuple(clean(text) for text in row.cells)
            return GameHead(place, names, sides, _first(words, ROUND), result, _first(words, DATE), _first(words, BOARD))
    return None


def _aspects(words: Sequence[str], side: str) -> dict[str, int]:
    """Columns that speak of a side, by what they say."""
    found: dict[str, int] = {}
    for column, heading in enumerate(words):
        match = SIDE.search(heading)
        if match and SIDES[match[0]] == side:
            aspect = ASPECTS.get(heading[: match.start()] + heading[match.end() :])
            if aspect is not None:
                found.setdefault(aspect, column)
    return found


def _first(words: Sequence[str], names: Sequence[str]) -> int:
    """The first column with one of these heads, -1 where there is none."""
    return next((column for column, heading in enumerate(words) if heading in names), -1)


def read(head: GameHead, rows: Sequence[Row], source: str) -> tuple[list[Game], Field]:
    """The games in the rows below a head, and the players in them; all cells that cannot be read are refused in one error."""
    body = [row for row in rows[head.place + 1 :] if sum(bool(text.strip()) for text in row.cells) > 1]
    players = Field(_told_apart(head, body))
    unread: list[Unread] = []
    rounds = _rounds(head, body, unread, source)
    found = []
    for row, round in zip(body, rounds, strict=True):
        white, black = (_key(head, row, side, players, unread) for side in "wb")
        marks = _marks(head, row, bool(white and black), unread)
        if marks is not None and (white or black):
            found.append(Game(row.line, round, white, black, marks))
    if unread:
        refuse(unread, source)
    if head.round < 0:
        _one_game_a_round(head, found, players, source)
    return found, players


def _told_apart(head: GameHead, body: Sequence[Row]) -> str:
    """What tells players apart: start numbers, FIDE ids, or names, whichever stands on both sides."""
    both = head.sides["w"].keys() & head.sides["b"].keys()
    if "no" in both:
        return "no"
    if "player" in both and "name" not in both:
        texts = {cell(row, head.sides[side]["player"]) for row in body for side in "wb"}
        return "no" if all(text.isdecimal() for text in texts - {*NOBODY, *BYE_NAMES}) else "name"
    return "fide_id" if "fide_id" in both else "name"


def _key(head: GameHead, row: Row, side: str, players: Field, unread: list[Unread]) -> str:
    """The key of a side's player, "" for nobody; what the row says of a player is added where it is new."""
    said = {aspect: cell(row, place) for aspect, place in head.sides[side].items() if aspect != "points"}
    if "player" in said:
        said.setdefault("no" if players.by == "no" and "no" not in said else "name", said.pop("player"))
    text = said.get(players.by, "")
    if players.by == "no":
        key = _number_key(text, said.get("name", ""))
        if key is None:
            place = head.sides[side].get("no", head.sides[side].get("player", 0))
            unread.append(Unread(row.line, place + 1, head.names[place], text or said["name"]))
    else:
        key = "" if text in NOBODY else text.casefold()
    if key:
        _meet(key, said, row.line, players)
    return key or ""


def _number_key(text: str, name: str) -> str | None:
    """The start number as a key: "" where it is 0 or where nobody is there, None where it cannot be read."""
    if text in NOBODY or text.casefold() in BYE_NAMES:
        return "" if name in NOBODY or name.casefold() in BYE_NAMES else None
    match = WHOLE.fullmatch(text)
    return (str(int(match[1])) if int(match[1]) else "") if match else None


def _meet(key: str, said: Mapping[str, str], line: int, players: Field) -> None:
    """Adds a player, or what is new of one; the first telling stands and another one is noted once."""
    if key not in players.players:
        players.players[key] = dict(said)
        players.lines[key] = line
        if players.by == "name" and key in BYE_NAMES:
            players.notes.append(fault("warning", "games_bye_person", line=line, name=said["name"]))
        return
    known = players.players[key]
    for aspect, text in said.items():
        if text and not known.get(aspect):
            known[aspect] = text
        elif text and known[aspect].casefold() != text.casefold() and (mark := f"other {aspect}") not in known:
            known[mark] = text
            name, first, where = known.get("name") or key, known[aspect], players.lines[key]
            players.notes.append(
                fault("warning", "games_differ", line=line, what=aspect, where=where, name=name, first=first, found=text)
            )


def _rounds(head: GameHead, body: Sequence[Row], unread: list[Unread], source: str) -> list[int]:
    """The round of each row: as written, else by the order of the dates, else one round."""
    if head.round >= 0:
        texts = [cell(row, head.round) for row in body]
        matches = [WHOLE.fullmatch(text) for text in texts]
        rounds = [int(match[1]) if match else 0 for match in matches]
        for row, text, round in zip(body, texts, rounds, strict=True):
            if not 1 <= round <= ROUNDS:
                unread.append(Unread(row.line, head.round + 1, head.names[head.round], text))
        return rounds
    if head.date < 0:
        return [1] * len(body)
    days = [day(match) if (match := DAY.search(cell(row, head.date))) else None for row in body]
    for row, one in zip(body, days, strict=True):
        if one is None:
            unread.append(Unread(row.line, head.date + 1, head.names[head.date], cell(row, head.date)))
    order = {one: place for place, one in enumerate(sorted({one for one in days if one}), 1)}
    if len(order) > ROUNDS:
        raise FormatError(say("games_many_rounds", source=source, n=len(order), limit=ROUNDS))
    return [order.get(one or "", 0) for one in days]


def _one_game_a_round(head: GameHead, found: Sequence[Game], players: Field, source: str) -> None:
    """Refuses a list without rounds in which somebody plays twice on a day, or twice at all where there are no dates."""
    first: dict[tuple[str, int], int] = {}
    for game in found:
        for key in filter(None, (game.white, game.black)):
            other = first.setdefault((key, game.round), game.line)
            if other != game.line:
                code = "games_no_rounds" if head.date < 0 else "games_same_day"
                raise FormatError(say(code, source=source, name=players.name(key), line=game.line, first=other))


def _marks(head: GameHead, row: Row, both: bool, unread: list[Unread]) -> tuple[str, str] | None:
    """What both sides got, None where it cannot be read."""
    text = cell(row, head.result).translate(cells.SIGNS).casefold()
    other = head.sides["b"].get("points", -1)
    if other >= 0 and head.result == head.sides["w"].get("points"):
        text = f"{text}-{cell(row, other).translate(cells.SIGNS).casefold()}".strip("-")
    made = outcome(text) if both else ((BYES[text],) * 2 if text in BYES else None)
    if made is None:
        unread.append(Unread(row.line, head.result + 1, head.names[head.result], cell(row, head.result)))
    return made


@lru_cache(maxsize=1000)
def outcome(text: str) -> tuple[str, str] | None:
    """The marks of White and Black in a result such as 1-0, ½-½, +:-, 0.5 or *; "" for Black where only White's is told."""
    if text in OPEN:
        return "*", "*"
    if text in DRAWN:
        return "=", "="
    plain = FORFEIT.sub("", text)
    if match := re.fullmatch(MARK, plain):
        return ("+", "-") if plain == "+" else ("-", "+") if plain == "-" else (_mark(match[0]), "")
    match = PAIR.fullmatch(plain)
    if match is None:
        return None
    white, black = (_mark(mark) for mark in (match[1] or match[3], match[2] or match[4]))
    if plain == text:
        return white, black
    forfeit = {"#1": "+", "#0": "-", "+": "+", "-": "-"}
    return (forfeit[white], forfeit[black]) if white in forfeit and black in forfeit else None


def _mark(text: str) -> str:
    """A mark as in a Cell: a number of points with "#" before it, or a letter."""
    return MARKS[text] if text in MARKS else f"#{float(text.replace(',', '.')):g}"
