"""The head of a table as programs and people write it: which column is what, and what stands above and below the table."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import islice
from typing import Any, NamedTuple

# Header names by what they head, in the order of preference; compared without case, blanks and punctuation.
ROLES: Mapping[str, tuple[str, ...]] = {
    "no": (
        *("no", "nr", "sno", "snr", "startno", "startnr", "stno", "stnr", "startnumber", "startingnumber", "startnummer"),
        *("startingrank", "initialrank", "startrang", "pairingnumber", "pairingno", "seed", "nummer", "num", "number", "№", "#"),
    ),
    "rank": ("rank", "rk", "rnk", "rang", "rg", "place", "pl", "platz", "pos", "position", "plaats", "plts", "puesto", "clas"),
    "name": (
        "name",
        "player",
        "playername",
        "spieler",
        "teilnehmer",
        "naam",
        "speler",
        "nom",
        "joueur",
        "nombre",
        "jugador",
        "nome",
    ),
    "surname": ("surname", "lastname", "familyname", "nachname", "achternaam", "apellido", "apellidos", "cognome"),
    "forename": ("firstname", "givenname", "forename", "vorname", "voornaam", "prénom", "prenom"),
    "title": ("title", "titel", "titre", "titulo", "título", "titolo", "tit", "ti"),
    "sex": ("sex", "gender", "geschlecht", "sexe", "sexo", "mf", "mw"),
    "rating": (
        *("rtgi", "eloi", "fideelo", "fiderating", "elofide", "rtg", "rating", "elo", "irtg", "ratingint", "fide", "rat", "rtng"),
        *("rtgn", "elon", "nrtg", "nationalrating", "dwz", "nwz", "twz", "knsb", "fmjd"),
    ),
    "federation": ("fed", "federation", "fédération", "land", "country", "nation", "nat", "pais", "país"),
    "fide_id": ("fideid", "fideno", "fidenr", "fidenumber", "idfide", "idnumber", "identnumber", "id"),
    "birth": (
        "birth",
        "born",
        "birthday",
        "birthdate",
        "dateofbirth",
        "dob",
        "yob",
        "yearofbirth",
        "geb",
        "geburtsdatum",
        "geboren",
    ),
    "club": ("club", "team", "clubcity", "clubteam", "verein", "vereinort", "vereniging", "mannschaft", "equipo", "circolo"),
    "points": ("pts", "pt", "points", "punkte", "pkt", "pkte", "pnt", "punten", "puntos", "punti", "total", "score"),
}
MEANING = {word: role for role, words in ROLES.items() for word in words}
ROUND = re.compile(
    r"(?:r|rd|rnd|round|runde|rde|ronde|ronda|tour|turno|kolo)?([0-9]{1,3})(?:rd|rnd|r|st|nd|th|round|runde|ronde|ronda|e)?"
)
NUMBERED = re.compile(r"[^0-9]*([0-9]{1,3})[^0-9]*")
TIEBREAK = re.compile(r"(tb|wtg|wrt|tie|buch|bh|sb|sonn|prog|aro|tpr|perf|rp|krtg|kts|vict|win|bl)")
URL = re.compile(r"\w{2,10}://|www\.|\w\.(?:com|org|net|aspx)\b", re.IGNORECASE)
PASSING = re.compile(
    r"(?:#|last update|letzte aktualisierung|tournament table$|.*crosstable after|.*ranking after|starting rank)", re.IGNORECASE
)
SYSTEM = re.compile(r"round[ -]?robin|rundenturnier|jeder gegen jeden|all-play-all|swiss|schweizer", re.IGNORECASE)
SAID = re.compile(r"([^:0-9]{3,40}?)\s*:\s*(\S.{0,200})")
DAY = re.compile(r"(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})|(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})")
KEYS = {
    **dict.fromkeys(("tournament", "turnier", "tournament name"), "name"),
    **dict.fromkeys(("city", "town", "ort", "place", "location"), "city"),
    **dict.fromkeys(("federation", "föderation"), "federation"),
    **dict.fromkeys(("chief arbiter", "hauptschiedsrichter"), "arbiter"),
    **dict.fromkeys(("time control", "bedenkzeit"), "time_control"),
    **dict.fromkeys(("tournament type", "turnierart"), "type"),
    **dict.fromkeys(("number of rounds", "rundenzahl"), "rounds"),
    **dict.fromkeys(("date", "datum"), "date"),
}


class Row(NamedTuple):
    """A row of a table: its line in the file (from 1) and its cells."""

    line: int
    cells: Sequence[str]


@dataclass(frozen=True)
class Head:
    """The columns of a table, from 0."""

    place: int  # of the head among the rows
    names: tuple[str, ...]  # as written, blanks made simple
    roles: Mapping[str, int]
    rounds: tuple[int, ...] = ()
    extras: Mapping[str, int] = field(default_factory=dict)  # further columns by their name
    cells: Sequence[str] = ()  # as written


def clean(text: str) -> str:
    """The text without marks that nobody sees, any space and control character as one blank."""
    if not text.isprintable():
        text = "".join(c if c.isprintable() else " " for c in text.replace("\ufeff", "").replace("\u200b", ""))
    return " ".join(text.split())


def word(text: str) -> str:
    """A header as it is compared: lower case letters and digits, "№", "#" and nothing else."""
    return "".join(c for c in clean(text).casefold() if c.isalnum() or c in "№#")


def find(rows: Sequence[Row], among: int = 200) -> Head | None:
    """The first row that heads a table of players: a name and at least one column more that is known."""
    for place, row in enumerate(rows[:among]):
        head = _head(place, row.cells)
        if ("name" in head.roles or "surname" in head.roles) and (len(head.roles) > 1 or head.rounds):
            return head
    return None


def _head(place: int, cells: Sequence[str]) -> Head:
    """The row read as a head."""
    words = [word(cell) for cell in cells]
    rounds = _rounds(words)
    roles: dict[str, int] = {}
    for column, heading in enumerate(words):
        role = MEANING.get(heading)
        if role and column not in rounds and (role not in roles or _preferred(role, heading, words[roles[role]])):
            roles[role] = column
    if roles.get("name", 0) > 0 and "title" not in roles and words[roles["name"] - 1] == "":
        roles["title"] = roles["name"] - 1  # chess-results leaves the head of the titles empty
    names = tuple(clean(cell) for cell in cells)
    return Head(place, names, roles, rounds, _extras(names, {*roles.values(), *rounds}), cells)


def _preferred(role: str, heading: str, other: str) -> bool:
    """Whether a heading says a role better than another does."""
    return ROLES[role].index(heading) < ROLES[role].index(other)


def _rounds(words: Sequence[str]) -> tuple[int, ...]:
    """The longest run of neighbouring columns that are numbered 1, 2, 3, ...; the first must look like a round."""
    runs: list[list[int]] = [[]]
    for column, heading in enumerate(words):
        match = NUMBERED.fullmatch(heading)
        number = int(match[1]) if match and not TIEBREAK.match(heading) else 0
        if number == 1 and ROUND.fullmatch(heading):
            runs.append([column])
        elif number > 1 and number == len(runs[-1]) + 1 and runs[-1][-1] == column - 1:
            runs[-1].append(column)
    return tuple(sorted(runs, key=len)[-1])


def _extras(names: Sequence[str], taken: set[int]) -> dict[str, int]:
    """Further columns by a name that no other has; an empty head is named by its column."""
    extras: dict[str, int] = {}
    for column, name in enumerate(names):
        if column not in taken:
            name = name or f"column {column + 1}"
            while name in extras or name in ROLES:
                name += "_"
            extras[name] = column
    return extras


def said(rows: Sequence[Row], head: Head) -> tuple[dict[str, Any], list[Row]]:
    """What stands around the table: info of the event, and the rows that are the table's."""
    info: dict[str, Any] = {}
    remarks = [text for row in rows[: head.place] if (text := _text(row))]
    for text in remarks:
        _understand(text, info)
    title = next((t for t in remarks if not (URL.search(t) or PASSING.match(t) or SAID.fullmatch(t))), None)
    if title is not None:
        info.setdefault("name", title)
    body: list[Row] = []
    for row in rows[head.place + 1 :]:
        if _is_row(row, head):
            body.append(row)
        elif text := _text(row):
            remarks.append(text)
    left = tuple(text for text in remarks if text != info.get("name"))
    return info | ({"remarks": left} if left else {}), body


def _is_row(row: Row, head: Head) -> bool:
    """Whether a row belongs to the table: not a remark, not the head once more, and more in it than one cell."""
    if row.cells[0].lstrip()[:1] == "#" or list(row.cells) == list(head.cells):
        return False
    filled = list(islice((column for column, cell in enumerate(row.cells) if cell and not cell.isspace()), 2))
    return len(filled) > 1 or (filled != [] and 0 < filled[0] == head.roles.get("name"))


def _text(row: Row) -> str:
    """All of a row as one text."""
    text = clean(" ".join(row.cells))[:500]
    return text if text.strip("#") else ""


def _understand(text: str, info: dict[str, Any]) -> None:
    """Adds to ``info`` what a line above the table says of the event."""
    if (match := SAID.fullmatch(text)) and (key := KEYS.get(match[1].casefold())):
        if key == "rounds":
            info.update({"rounds": int(match[2])} if re.fullmatch(r"[0-9]{1,3}", match[2]) else {})
        elif key == "date":
            days = filter(None, map(day, DAY.finditer(match[2])))
            info.update(zip(("start", "end"), days, strict=False))
        else:
            info[key] = match[2]
    elif SYSTEM.search(text):
        info.setdefault("type", text)


def day(match: re.Match[str]) -> str | None:
    """The day in a match of ``DAY`` as ISO text, None where the calendar has no such day."""
    year, month, day = (match[1], match[2], match[3]) if match[1] else (match[6], match[5], match[4])
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return None
