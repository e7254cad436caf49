"""Records of a TRF about the event: header, scoring, byes, abnormal points and teams, from their columns to what they say."""

import re
from dataclasses import dataclass, field, replace
from typing import Any

from chessdash.crosstable import Scoring
from chessdash.faults import Fault, fault
from chessdash.sheet import Abnormal, Bye, Record

TEXTS = {
    "012": "name", "022": "city", "032": "federation", "092": "type", "102": "arbiter", "122": "time_control",
    "172": "starting_rank", "182": "program", "192": "type_code", "222": "time_control_code",
}  # fmt: skip
COUNTS = {"062": "players", "072": "rated", "082": "teams"}
DATES = {"042": "start", "052": "end"}
KEPT = {"250", "260", "300", "320", "330", "352", "362", "801", "802", "XXA", "XXP", "###"}
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
YMD = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
DMY = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})")
SHORT = re.compile(r"(\d{2})[-/.](\d{1,2})[-/.](\d{1,2})")
WORDS = re.compile(r"([A-Za-z]{3})[a-z]* (\d{1,2}),? (\d{4})")


@dataclass
class Event:
    """What the records of an event say so far."""

    info: dict[str, Any] = field(default_factory=dict)
    scoring: Scoring = field(default_factory=Scoring)
    byes: list[Bye] = field(default_factory=list)
    abnormal: list[Abnormal] = field(default_factory=list)
    teams: list[dict[str, Any]] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    notes: list[Fault] = field(default_factory=list)
    seen: dict[str, int] = field(default_factory=dict)


def record(event: Event, line: int, text: str) -> None:
    """Takes one record that is not a player's into the event."""
    code, rest = text[:3], text[4:].strip()
    if code in TEXTS:
        _single(event, code, TEXTS[code], rest, line)
    elif code in COUNTS:
        _count(event, code, rest, line)
    elif code in DATES:
        _single(event, code, DATES[code], date(rest) or rest, line)
    elif code == "112":
        event.info["deputies"] = (*event.info.get("deputies", ()), *([rest] if rest else []))
    elif code == "132":
        _round_dates(event, text)
    elif code in ("142", "XXR"):
        _single(event, code, "rounds", int(rest) if rest.isdigit() else None, line)
    elif code in ("152", "XXC"):
        _single(event, code, "first_colour", rest[:1].lower(), line)
    elif code in ("202", "212"):
        _order(event, code, rest, line)
    elif code == "162":
        _scoring(event, text, line)
    elif code == "240":
        _byes(event, text, line)
    elif code == "299":
        _abnormal(event, text, line)
    elif code == "310":
        _team(event, text, line)
    else:
        event.records.append(Record(line, code, text))
        if code not in KEPT and not code.startswith("#"):
            event.notes.append(fault("note", "unknown_record", record=code, line=line))


def _single(event: Event, code: str, key: str, value: object, line: int) -> None:
    """A record that stands once: the first stands."""
    if key in event.seen and event.info.get(key) != value:
        event.notes.append(fault("error", "duplicate_record", record=code, line=line, first=event.seen[key]))
        return
    event.seen[key] = line
    if value not in ("", None):
        event.info[key] = value


def _count(event: Event, code: str, rest: str, line: int) -> None:
    """A declared count, the first number of its text."""
    match = re.match(r"\d+", rest)
    _single(event, code, COUNTS[code], int(match[0]) if match else None, line)


def date(text: str) -> str | None:
    """A date as ISO text, None where it is none: YYYY/MM/DD, DD/MM/YYYY, YY/MM/DD, May 29, 2020."""
    if match := YMD.fullmatch(text):
        year, month, day = map(int, match.groups())
    elif match := DMY.fullmatch(text):
        day, month, year = map(int, match.groups())
    elif match := SHORT.fullmatch(text):
        year, month, day = map(int, match.groups())
        year += 2000 if year < 70 else 1900
    elif (match := WORDS.fullmatch(text)) and match[1].lower() in MONTHS:
        month, day, year = MONTHS.index(match[1].lower()) + 1, int(match[2]), int(match[3])
    else:
        return None
    return f"{year:04}-{month:02}-{day:02}" if 1 <= month <= 12 and 1 <= day <= 31 else None


def _round_dates(event: Event, text: str) -> None:
    """Dates of rounds: ten columns each from column 92, or one in its own record."""
    if text[4:91].strip():
        parts = [text[4:].strip()]
    else:
        parts = [text[at : at + 10].strip() for at in range(91, len(text.rstrip()), 10)]
    if parts:
        event.info["round_dates"] = (*event.info.get("round_dates", ()), *(date(part) or part for part in parts))


def _order(event: Event, code: str, rest: str, line: int) -> None:
    """The tie-breaks in their order."""
    codes = tuple(part for part in re.split(r"[,;\s]+", rest) if part)
    if codes:
        _single(event, code, "order", codes, line)
        event.info["order_record"] = code


def _scoring(event: Event, text: str, line: int) -> None:
    """Points of each outcome: a letter in columns 6, 15, 24, ..., then four columns of points."""
    keys = {"W": "win", "D": "draw", "L": "loss", "A": "absence", "P": "pab", "X": "pending"}
    values = {}
    for letter, points in re.findall(r"([A-Z])\s*(\d+(?:[.,]\d*)?)", text[3:].upper()):
        if letter in keys:
            values[keys[letter]] = float(points.replace(",", "."))
        else:
            event.notes.append(fault("note", "unknown_points", record="162", line=line, letter=letter, value=points))
    event.scoring = replace(event.scoring, **values)


def _byes(event: Event, text: str, line: int) -> None:
    """Requested byes: type, round, start numbers."""
    kind, round_ = text[4:5].upper(), text[6:9].strip()
    numbers = text[9:].split()
    if kind in ("F", "H", "Z") and round_.isdigit() and all(part.isdigit() for part in numbers):
        event.byes.extend(Bye(int(round_), int(part), kind) for part in numbers)
    else:
        event.notes.append(fault("warning", "unreadable_record", record="240", line=line))


def _abnormal(event: Event, text: str, line: int) -> None:
    """Abnormal points: type, points, round (0 = all), start numbers."""
    game, match, round_ = text[13:17].strip(), text[7:11].strip(), text[19:22].strip()
    try:
        numbers = tuple(int(part) for part in text[22:].split())
        event.abnormal.append(Abnormal(text[4:5].upper().strip(), float(game or match), int(round_ or 0), numbers))
    except ValueError:
        event.notes.append(fault("warning", "unreadable_record", record="299", line=line))
    if event.teams or match:
        event.records.append(Record(line, "299", text))


def _team(event: Event, text: str, line: int) -> None:
    """A team with its players: number, name, nickname, strength, points, rank, members."""
    def number(first: int, last: int) -> float | None:
        raw = text[first - 1 : last].strip()
        return float(raw) if re.fullmatch(r"\d+(\.\d*)?", raw) else None

    members = [text[at : at + 5].strip() for at in range(72, len(text), 5)]
    event.teams.append({
        "no": int(number(5, 7) or 0), "name": text[8:40].strip(), "nickname": text[41:46].strip(), "strength": number(48, 53),
        "match_points": number(55, 60), "game_points": number(62, 67), "rank": number(69, 71),
        "members": tuple(int(part) for part in members if part.isdigit()),
    })  # fmt: skip
