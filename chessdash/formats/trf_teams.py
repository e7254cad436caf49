"""Teams of a TRF: records 310 and, before it, 013."""

import re
from dataclasses import dataclass, replace
from typing import ClassVar

from chessdash.faults import Fault, fault

TEAM_NUMBER = re.compile(r"\d{1,3}", re.ASCII)
START_NUMBER = re.compile(r"\d{1,4}", re.ASCII)
NUMBER = re.compile(r"-?\d+(?:[.,]\d*)?", re.ASCII)
MEMBERS, OLD_MEMBERS = 72, 36  # characters before the members
MOST_MEMBERS = 999
NAN = float("nan")


@dataclass(frozen=True)
class Team:
    """A team as declared; no is 0 where the record has none."""

    FIELDS: ClassVar = ("no", "name", "nickname", "strength", "match_points", "game_points", "rank", "members")

    line: int
    no: int
    name: str
    members: tuple[int, ...]
    nickname: str = ""
    strength: float = NAN
    match_points: float = NAN
    game_points: float = NAN
    rank: float = NAN


def team(text: str, line: int, notes: list[Fault]) -> Team:
    """A 310 record."""

    def number(name: str, first: int, last: int) -> float:
        raw = text[first - 1 : last].strip()
        if not raw:
            return NAN
        if NUMBER.fullmatch(raw):
            return float(raw.replace(",", "."))
        notes.append(
            fault("warning", "unreadable_team_field", record="310", line=line, column=first, field=name, last=last, value=raw)
        )
        return NAN

    raw = text[4:7].strip()
    no = int(raw) if TEAM_NUMBER.fullmatch(raw) else 0
    return Team(
        line,
        no,
        name=text[8:40].strip(),
        members=_members(text, MEMBERS, line, "310", notes),
        nickname=text[41:46].strip(),
        strength=number("strength", 48, 53),
        match_points=number("match points", 55, 60),
        game_points=number("game points", 62, 67),
        rank=number("rank", 69, 71),
    )


def individual(text: str, line: int, notes: list[Fault]) -> Team:
    """A 013 record: a name and its players."""
    return Team(line, -1, name=text[4:36].strip(), members=_members(text, OLD_MEMBERS, line, "013", notes))


def _members(text: str, first: int, line: int, record: str, notes: list[Fault]) -> tuple[int, ...]:
    """The start numbers of a team, in the order of the boards."""
    parts = text[first:].split()[:MOST_MEMBERS]
    for part in parts:
        if not START_NUMBER.fullmatch(part):
            at = {"line": line, "column": text.index(part, first) + 1}
            notes.append(fault("warning", "unreadable_member", record=record, **at, value=part[:40]))
    return tuple(int(part) for part in parts if START_NUMBER.fullmatch(part) and int(part))


def numbered(teams: list[Team], notes: list[Fault]) -> list[Team]:
    """The teams of the 310 records, or else of the 013 records in their order, each with a number of its own."""
    new = [one for one in teams if one.no >= 0]
    if not new:
        return [replace(one, no=place) for place, one in enumerate(teams, 1)]
    first: dict[int, int] = {}
    for one in new:
        first.setdefault(one.no, one.line)
    free, made = max(first) + 1, []
    for one in new:
        if one.no and first[one.no] == one.line:
            made.append(one)
            continue
        code = "duplicate_team" if one.no else "no_team_number"
        notes.append(fault("error", code, record="310", line=one.line, column=5, number=one.no, first=first[one.no], given=free))
        made.append(replace(one, no=free))
        free += 1
    return made
