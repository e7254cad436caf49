"""The sheet of an event that ends after a round: nothing of a later round is left in it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import compress
from typing import Any

import numpy as np

from chessdash.cells import BoolArray
from chessdash.faults.records import NATIONAL
from chessdash.sheet import Abnormal, Record, Sheet
from chessdash.tournament import Tournament
from chessdash.whatif.entries import number_at

ROUND_AT = {"240": (6, 9), "299": (19, 22), "300": (4, 7), "330": (7, 10)}  # characters from 0; kept for teams alone
TEAM_TABLES = ("801", "802")  # for people to read, with every round
TEAM_BYES_FROM = 14  # characters of record 320 before round 1, four a round
LISTS = {
    "013": (36, 1),
    "260": (12, 2),
    "XXP": (4, 2),
}  # lists of start numbers: characters before them, fewest that mean anything


def shortened(tournament: Tournament, round: int, leaving: BoolArray) -> Tournament:
    """The event as one of ``round`` rounds, without those of its players who leave, a mask of shape (P,).

    Declared points become those of the rounds that are left; declared ranks, and what teams declare, are no longer known.
    """
    sheet = tournament.sheet
    stays = ~leaving
    gone = frozenset(np.asarray(sheet.players["no"])[leaving].tolist())
    cut = replace(
        sheet,
        info=_info(sheet, round, leaving),
        players=_rows(sheet.players, stays),
        opponent=sheet.opponent[stays, :round],
        colour=sheet.colour[stays, :round],
        result=sheet.result[stays, :round],
        byes=tuple(bye for bye in sheet.byes if bye.round <= round and bye.no not in gone),
        abnormal=tuple(_abnormal(sheet.abnormal, round, gone)),
        teams=_teams(sheet.teams, gone, round < tournament.rounds_played),
        records=tuple(_records(tournament, round, gone)),
        lines=None if sheet.lines is None else sheet.lines[stays],
        notes=tuple(note for note in sheet.notes if note["round"] <= round and note["no"] not in gone),
    )
    points = np.asarray(sheet.players.get("points", np.full(len(stays), np.nan)), float)[stays]
    points = np.where(np.isnan(points), np.nan, Tournament(cut).settled.points.sum(-1))
    return Tournament(replace(cut, players={**cut.players, "points": points, "rank": np.full(len(points), np.nan)}))


def with_ranks(tournament: Tournament, ranks: Any) -> Tournament:
    """The event with these declared ranks, in the order of its rows, shape (P,)."""
    sheet = tournament.sheet
    return Tournament(replace(sheet, players={**sheet.players, "rank": np.asarray(ranks, float)}))


def _info(sheet: Sheet, round: int, leaving: BoolArray) -> dict[str, Any]:
    """What is said of the event: its rounds, their dates, and how many take part."""
    info = {key: value for key, value in sheet.info.items() if key != "due"} | {"rounds": round}
    if "round_dates" in info:
        days = tuple(info["round_dates"])
        info["round_dates"] = days[:round]
        if "end" in info and round < len(days) and days[round - 1]:
            info["end"] = days[round - 1]
    rated = leaving & ~np.isnan(np.asarray(sheet.players["rating"], float))
    for key, fewer in (("players", leaving), ("rated", rated)):
        if key in info:
            info[key] = max(int(info[key]) - int(fewer.sum()), 0)
    if "teams" in info and sheet.teams is not None and leaving.any():
        info["teams"] = max(int(info["teams"]) - _emptied(sheet, leaving), 0)
    return info


def _emptied(sheet: Sheet, leaving: BoolArray) -> int:
    """How many teams are left without a member."""
    gone = set(np.asarray(sheet.players["no"])[leaving].tolist())
    return sum(bool(members) and gone.issuperset(members) for members in (sheet.teams or {})["members"])


def _rows(columns: Mapping[str, Any], stays: BoolArray) -> Mapping[str, Any]:
    """The columns without the rows that leave."""
    if stays.all():
        return columns
    return {
        name: values[stays] if isinstance(values, np.ndarray) else list(compress(values, stays))
        for name, values in columns.items()
    }


def _abnormal(paid: Sequence[Abnormal], round: int, gone: frozenset[int]) -> Iterator[Abnormal]:
    """Abnormal points without later rounds and those who leave; a record that names nobody would be about everyone."""
    for one in paid:
        numbers = tuple(no for no in one.numbers if no not in gone)
        if one.round <= round and (numbers or not one.numbers):
            yield one._replace(numbers=numbers)


def _teams(teams: Mapping[str, Any] | None, gone: frozenset[int], earlier: bool) -> dict[str, Any] | None:
    """The teams without members who leave, and without those that have none left; ``earlier``: their points are not known."""
    if teams is None:
        return None
    members = [tuple(no for no in of if no not in gone) for of in teams["members"]]
    stays = np.array([bool(left) or not of for left, of in zip(members, teams["members"], strict=True)], bool)
    kept = dict(_rows({**teams, "members": members}, stays))
    if earlier:
        kept |= {name: np.full(int(stays.sum()), np.nan) for name in ("match_points", "game_points", "rank") if name in kept}
    return kept


def _records(tournament: Tournament, round: int, gone: frozenset[int]) -> Iterator[Record]:
    """The lines that are kept as they stand, without later rounds and those who leave."""
    for record in tournament.sheet.records:
        if record.code in ROUND_AT and number_at(record, *ROUND_AT[record.code]) > round:
            continue
        if record.code in TEAM_TABLES and round < tournament.rounds_played:
            continue
        if record.code == "320":
            record = record._replace(text=record.text[: TEAM_BYES_FROM + 4 * round].rstrip())
        if not gone:
            yield record
        elif (left := _without(record, gone)) is not None:
            yield left


def _without(record: Record, gone: frozenset[int]) -> Record | None:
    """The line without those who leave; None where it was about them alone."""
    if record.code in LISTS:
        at, least = LISTS[record.code]
        words = record.text[at:].split()
        kept = [word for word in words if not (word.isdecimal() and int(word) in gone)]
        if len(kept) == len(words):
            return record
        return record._replace(text=record.text[:at] + " ".join(f"{word:>4}" for word in kept)) if len(kept) >= least else None
    about_one = record.code == "XXA" or NATIONAL.match(record.text)
    return None if about_one and number_at(record, 4, 8) in gone else record
