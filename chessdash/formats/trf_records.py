"""Records of a TRF about the event: what each says, where it is in its columns, and what is kept as it stands."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from chessdash.crosstable import Scoring
from chessdash.faults import Fault, fault
from chessdash.formats import trf_own
from chessdash.formats.dates import iso
from chessdash.formats.trf_points import Rates
from chessdash.formats.trf_teams import Team, individual, numbered, team
from chessdash.sheet import Abnormal, Bye, Record

TEXTS = {
    "012": "name", "022": "city", "032": "federation", "092": "type", "102": "arbiter", "122": "time_control",
    "172": "starting_rank", "182": "program", "192": "type_code", "222": "time_control_code",
}  # fmt: skip
DATES = {"042": "start", "052": "end"}
COUNTS = {"062": "players", "072": "rated", "082": "teams"}
KEPT = {"250", "260", "300", "320", "330", "352", "362", "801", "802", "XXA", "XXP"}
KEPT_ONCE = {"352", "362"}
MOST_ROUNDS, MOST_PLAYERS = 999, 9_999
MOST_BYES, MOST_ABNORMAL, MOST_TEAMS = 100_000, 300, 2_000
COUNT = re.compile(r"\d{1,6}(?!\d)", re.ASCII)
UP_TO_999 = re.compile(r"\d{1,3}", re.ASCII)
ROUND = re.compile(r"0*[1-9]\d{0,2}", re.ASCII)
POINTS = re.compile(r"-?\d+(?:\.\d+)?", re.ASCII)
START_NUMBER = re.compile(r"\d{1,4}", re.ASCII)
NATIONAL = re.compile(r"[A-Z]{3} (?: {3}\d| {2}\d\d| \d{3}|\d{4}) ", re.ASCII)  # a national rating of a start number
TRF_DATE = re.compile(r"(?:\d\d)?\d\d/\d\d/\d\d")


@dataclass
class Event:
    """What the records of an event say so far; all of it is ready after ``finish``."""

    info: dict[str, Any] = field(default_factory=dict)
    scoring: Scoring = field(default_factory=Scoring)
    byes: list[Bye] = field(default_factory=list)
    abnormal: list[Abnormal] = field(default_factory=list)
    teams: list[Team] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    notes: list[Fault] = field(default_factory=list)
    rates: Rates = field(default_factory=Rates)
    seen: dict[str, int] = field(default_factory=dict)  # the line in which a key of info, or a record, stands first
    read: set[int] = field(default_factory=set)  # lines of records that need not be kept in an individual event
    own: list[dict[str, Any]] = field(default_factory=list)
    lists: dict[str, list[str]] = field(default_factory=lambda: {"deputies": [], "round_dates": []})

    def note(self, severity: str, code: str, record: str, line: int, column: int = 0, **values: Any) -> None:
        """Adds a fault of a record."""
        self.notes.append(fault(severity, code, record=record, line=line, column=column, **values))

    def keep(self, code: str, text: str, line: int) -> None:
        """Keeps a line as it stands."""
        self.records.append(Record(line, code, text))

    def say(self, key: str, value: object, code: str, line: int) -> None:
        """Takes a value that stands once; the first stands."""
        first = self.seen.setdefault(key, line)
        if first != line and (code in self.seen or self.info.get(key) != value):
            self.note("error", "duplicate_record", code, line, first=first, value=value)
        elif first == line and value not in ("", None):
            self.info[key] = value
        self.seen[code] = line

    def finish(self) -> None:
        """Settles what only all records together tell: the scoring, and whether numbers are those of teams."""
        self.info |= {key: tuple(values) for key, values in self.lists.items() if values}
        self.scoring, further = self.rates.settle()
        self.teams = numbered(self.teams, self.notes)
        if self.teams:  # byes and abnormal points are then the teams'
            self.byes, self.abnormal = [], []
        else:
            self.records = [kept for kept in self.records if kept.line not in self.read]
        self.abnormal += further

    def team_columns(self) -> dict[str, Any] | None:
        """The teams as columns, None where there are none."""
        if not self.teams:
            return None
        columns = {key: [getattr(one, key) for one in self.teams] for key in Team.FIELDS}
        return {**columns, **trf_own.teams(self.own, columns)}


def record(event: Event, line: int, text: str) -> None:
    """Takes one record that is not a player's into the event."""
    code = text[:3]
    if "\t" in text:
        event.note("note", "tab", code, line, text.index("\t") + 1)
    if code in TEXTS:
        event.say(TEXTS[code], text[3:].strip(), code, line)
    elif handler := HANDLERS.get(code):
        handler(event, code, text, line)
    elif text.startswith("#"):
        _comment(event, code, text, line)
    else:
        _kept(event, code, text, line)


def _comment(event: Event, code: str, text: str, line: int) -> None:
    """A comment: kept, unless it is what chessdash itself could not write into columns."""
    own = trf_own.parsed(text)
    if own is None:
        event.keep(code, text, line)
    else:
        event.own.append(own)


def _kept(event: Event, code: str, text: str, line: int) -> None:
    """A record that is kept as it stands: one that this reader does not work with, or does not know."""
    event.keep(code, text, line)
    if code in KEPT_ONCE and (first := event.seen.setdefault(code, line)) != line:
        event.note("error", "duplicate_record", code, line, first=first, value=text[3:].strip())
    if code not in KEPT and not NATIONAL.match(text):
        event.note("note", "unknown_record", code, line)


def _date(event: Event, code: str, text: str, line: int) -> None:
    """First or last day of the event."""
    event.say(DATES[code], _day(event, code, text[3:].strip(), line, 5), code, line)


def _day(event: Event, code: str, text: str, line: int, column: int) -> str:
    """A date as ISO text, or as it is written where it is none."""
    day = iso(text)
    if text and day is None:
        event.note("warning", "unreadable_date", code, line, column, value=text)
    elif day and not TRF_DATE.fullmatch(text):
        event.note("note", "date_shape", code, line, column, value=text, date=day)
    return day or text


def _count(event: Event, code: str, text: str, line: int) -> None:
    """A declared count, the first number of its text."""
    rest = text[3:].strip()
    match = COUNT.match(rest)
    event.say(COUNTS[code], int(match[0]) if match else None, code, line)
    if rest and not (match and match[0] == rest):
        event.note("note", "count_text", code, line, 5, value=rest, count=int(match[0]) if match else "no number")


def _deputy(event: Event, code: str, text: str, line: int) -> None:
    """One more deputy arbiter."""
    if rest := text[3:].strip():
        event.lists["deputies"].append(rest)


def _round_dates(event: Event, code: str, text: str, line: int) -> None:
    """Dates of rounds: ten columns each from column 92; some programs write each in a record of its own."""
    if text[3:91].strip():
        parts = [(text.index(part) + 1, part) for part in text[3:].split()[:MOST_ROUNDS]]
    else:
        ends = range(91, min(len(text.rstrip()), 91 + 10 * MOST_ROUNDS), 10)
        parts = [(at + 1, text[at : at + 10].strip()) for at in ends]
    if parts:
        event.lists["round_dates"] += (_day(event, code, part, line, column) for column, part in parts)


def _rounds(event: Event, code: str, text: str, line: int) -> None:
    """Declared number of rounds."""
    rest = text[3:].strip()
    if UP_TO_999.fullmatch(rest):
        event.say("rounds", int(rest), code, line)
    elif rest:
        event.note("warning", "unreadable_rounds", code, line, 5, value=rest[:40], limit=MOST_ROUNDS)


def _first_colour(event: Event, code: str, text: str, line: int) -> None:
    """Colour of the first board: W or B, in older files white1 or black1; XXC also says "rank", which is kept."""
    words = text[3:].lower().split()
    colours = [word[0] for word in words if word in ("w", "b", "white", "black", "white1", "black1")]
    if colours:
        event.say("first_colour", colours[0], code, line)
    if len(colours) < len(words):
        event.keep(code, text, line)
    if words and not colours and "rank" not in words:
        event.note("warning", "unreadable_colour", code, line, 5, value=" ".join(words)[:40])


def _order(event: Event, code: str, text: str, line: int) -> None:
    """The tie-breaks in their order; 212 has PTS among them."""
    codes = tuple(part for part in re.split(r"[,;\s]+", text[3:]) if part)
    if codes:
        event.say("order", codes, code, line)
        if event.info["order"] == codes:
            event.info["order_record"] = code


def _byes(event: Event, code: str, text: str, line: int) -> None:
    """Requested byes: type, round, start numbers (of teams in a team event)."""
    event.keep(code, text, line)
    kind, round_, numbers = text[4:5].upper(), text[6:9].strip(), _numbers(text[9:])
    if len(event.byes) > MOST_BYES:
        event.note("warning", "too_many", code, line, limit=MOST_BYES)
    elif kind not in ("F", "H", "Z") or not ROUND.fullmatch(round_) or not numbers:
        event.note("warning", "unreadable_byes", code, line, 5, value=text[4:44].strip())
    else:
        event.read.add(line)
        event.byes.extend(Bye(int(round_), number, kind) for number in numbers)


def _abnormal(event: Event, code: str, text: str, line: int) -> None:
    """Abnormal points: type of result or blank, match points of teams, points, round (0 = all), start numbers (none = all)."""
    event.keep(code, text, line)
    kind, match, points, round_ = text[4:5].upper().strip(), text[7:11].strip(), text[13:17].strip(), text[19:22].strip()
    readable = (not points or POINTS.fullmatch(points)) and (not match or POINTS.fullmatch(match)) and (points or match)
    round_fits = not round_ or UP_TO_999.fullmatch(round_)
    numbers = _numbers(text[22:])
    if kind not in ("W", "D", "L", "F", "H", "Z", "+", "-", "") or not readable or not round_fits or numbers is None:
        event.note("warning", "unreadable_abnormal", code, line, 5, value=text[4:44].strip())
    elif len(event.abnormal) >= MOST_ABNORMAL:
        event.note("warning", "too_many", code, line, limit=MOST_ABNORMAL)
    elif points:
        event.read.add(line)
        event.abnormal.append(Abnormal(kind, float(points), int(round_ or 0), numbers))


def _numbers(text: str) -> tuple[int, ...] | None:
    """The start numbers of a record, None where anything else stands among them."""
    parts = text[: 5 * MOST_PLAYERS].split()
    if len(text.rstrip()) <= 5 * MOST_PLAYERS and all(map(START_NUMBER.fullmatch, parts)):
        return tuple(number for part in parts if (number := int(part)))
    return None


def _scoring(event: Event, code: str, text: str, line: int) -> None:
    """Points of the outcomes, in one of three ways to write them."""
    if code == "162" and (first := event.seen.setdefault(code, line)) != line:
        event.note("error", "duplicate_record", code, line, first=first, value=text[3:].strip())
    else:
        event.rates.take(code, text, line, event.notes)


def _team(event: Event, code: str, text: str, line: int) -> None:
    """A team: 310, or 013 where there is no 310."""
    if len(event.teams) >= MOST_TEAMS:
        event.note("warning", "too_many", code, line, limit=MOST_TEAMS)
        event.keep(code, text, line)
        return
    event.teams.append(team(text, line, event.notes) if code == "310" else individual(text, line, event.notes))
    if code == "013":
        event.keep(code, text, line)


Handler = Callable[[Event, str, str, int], None]
HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(DATES, _date),
    **dict.fromkeys(COUNTS, _count),
    "112": _deputy,
    "132": _round_dates,
    **dict.fromkeys(("142", "XXR"), _rounds),
    **dict.fromkeys(("152", "XXC"), _first_colour),
    **dict.fromkeys(("202", "212"), _order),
    "240": _byes,
    "299": _abnormal,
    **dict.fromkeys(("162", "XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"), _scoring),
    **dict.fromkeys(("013", "310"), _team),
}
