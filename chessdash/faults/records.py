"""Faults that declared numbers show against the players and results: points, ranks, counts, start numbers, byes, teams."""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from chessdash.faults.cells import Judged
from chessdash.faults.rows import Fault, fault
from chessdash.faults.settling import CLAIMS, awarded, covered

BIRTH = re.compile(r"(?:\d{4}(?:-\d\d-\d\d)?)?", re.ASCII)
COUNTED = {"players": "062", "rated": "072", "teams": "082"}
OF_PLAYERS = {"XXA": slice(4, 8), "XXP": slice(3, None), "260": slice(11, None)}  # start numbers in records that are kept
NATIONAL = re.compile(r"[A-Z]{3} (?: {3}\d| {2}\d\d| \d{3}|\d{4}) ", re.ASCII)


def of_records(judged: Judged) -> Iterator[Fault]:
    """All faults of what is declared, by kind."""
    yield from _points(judged)
    yield from _ranks(judged)
    yield from _counts(judged)
    yield from _numbers(judged)
    yield from _births(judged)
    yield from _requested(judged)
    yield from _paid(judged)
    yield from _named(judged)
    yield from _members(judged)
    info = judged.sheet.info
    if re.fullmatch(r"\d{4}-\d\d-\d\d", str(info.get("start"))) and str(info.get("end", "~")) < str(info["start"]):
        yield fault("warning", "ends_before_start", record="052", start=info["start"], end=info["end"])


def _player(judged: Judged, severity: str, code: str, p: int, column: int, **values: Any) -> Fault:
    """A fault of a field of row p; the column holds for a TRF only."""
    line = judged.line(p)
    trf = line and judged.sheet.info.get("format") == "trf"
    return fault(severity, code, record="001" if trf else "", line=line, column=column if trf else 0, no=judged.no(p), **values)


def _points(judged: Judged) -> Iterator[Fault]:
    """Declared points that neither the results, nor these with byes of rounds to come, nor what is in doubt make up."""
    sheet, settled = judged.sheet, judged.settled
    declared = np.asarray(sheet.players["points"], float)
    computed = settled.points.sum(axis=1)
    pays = awarded(sheet.scoring)
    claimed = np.where(judged.claims.named & (judged.claims.row < 0), 0.0, pays[judged.claims.code])
    ahead = claimed[:, settled.rounds_played :].sum(axis=1)
    bonus = 0.0 if settled.bonus is None else settled.bonus.sum(axis=1)
    unknown = (judged.claims.named & (judged.claims.row < 0)).any(axis=1)
    explained = [computed, computed + ahead, claimed.sum(axis=1) + bonus]
    differ = np.isfinite(declared) & ~unknown & ~np.any([np.abs(declared - one) < 1e-6 for one in explained], axis=0)
    for p in np.flatnonzero(differ).tolist():
        cells = " ".join(_outcome(judged, p, r) for r in range(settled.rounds_played))
        yield _player(
            judged, "warning", "points_differ", p, 81, declared=_number(declared[p]), computed=_number(computed[p]), cells=cells
        )


def _outcome(judged: Judged, p: int, r: int) -> str:
    """The result of a cell as one letter, a blank one as what it counts for."""
    return chr(CLAIMS[judged.claims.code[p, r]]).replace(" ", "Z")


def _number(value: float) -> str:
    """A number of points as people write it."""
    return f"{value:.1f}" if value * 2 == int(value * 2) else f"{value:g}"


def _ranks(judged: Judged) -> Iterator[Fault]:
    """Declared ranks that are missing, or that are not 1 to P with places shared."""
    ranks = np.asarray(judged.sheet.players["rank"], float)
    given = np.isfinite(ranks)
    if not given.any():
        yield fault("note", "no_ranks")
        return
    for p in np.flatnonzero(~given).tolist():
        yield _player(judged, "note", "no_rank", p, 86)
    ordered = np.sort(ranks[given])
    expected = np.searchsorted(ordered, ordered) + 1  # the first place of those who share one
    wrong = np.flatnonzero(ordered != expected)
    if len(wrong) and given.all():
        p = int(np.flatnonzero(ranks == ordered[wrong[0]])[0])
        yield _player(judged, "note", "rank_gap", p, 86, rank=int(ordered[wrong[0]]), expected=int(expected[wrong[0]]))
    shared = np.unique(ordered[1:][ordered[1:] == ordered[:-1]])
    if len(shared):
        p = int(np.flatnonzero(ranks == shared[0])[1])
        yield _player(judged, "note", "rank_shared", p, 86, n=len(shared), rank=int(shared[0]))


def _counts(judged: Judged) -> Iterator[Fault]:
    """Declared numbers of players, rated players and teams against the lines."""
    sheet = judged.sheet
    found = {"players": len(sheet.players["no"]), "rated": int(np.isfinite(np.asarray(sheet.players["rating"], float)).sum())}
    found["teams"] = 0 if sheet.teams is None else len(sheet.teams["no"])
    for key, record in COUNTED.items():
        declared = sheet.info.get(key)
        if declared is not None and declared != found[key]:
            yield fault("note", f"count_{key}", record=record, declared=declared, found=found[key])


def _numbers(judged: Judged) -> Iterator[Fault]:
    """Start numbers that are not 1 to P."""
    numbers = np.sort(np.asarray(judged.sheet.players["no"]))
    missing = np.setdiff1d(np.arange(1, min(int(numbers[-1]), 100_000) + 1), numbers)
    if len(missing):
        listed = ", ".join(map(str, missing[:5].tolist()))
        yield fault("note", "number_gap", n=len(missing), listed=listed, last=int(numbers[-1]))


def _births(judged: Judged) -> Iterator[Fault]:
    """Birth dates that are neither a date nor a year."""
    for p, birth in enumerate(judged.sheet.players.get("birth", ())):
        if not BIRTH.fullmatch(str(birth)):
            yield _player(judged, "note", "unknown_birth", p, 70, value=birth)


def _requested(judged: Judged) -> Iterator[Fault]:
    """Requested byes (record 240) of nobody, or of rounds in which the player's cell says something else."""
    sheet = judged.sheet
    rows = {int(no): p for p, no in enumerate(sheet.players["no"])} if sheet.byes else {}
    for bye in sheet.byes:
        p, r = rows.get(bye.no), bye.round - 1
        if p is None:
            yield fault("warning", "number_unknown", record="240", no=bye.no, round=bye.round)
        elif r < judged.settled.rounds_played and chr(sheet.result[p, r]) != bye.type:
            yield judged.cell("warning", "bye_not_taken", p, r, type=bye.type, cell=judged.text(p, r))


def _paid(judged: Judged) -> Iterator[Fault]:
    """Abnormal points (record 299) of nobody, or that no cell is paid by."""
    sheet, played = judged.sheet, judged.settled.rounds_played
    numbers = np.asarray(sheet.players["no"])
    known = set(numbers.tolist())
    for paid in sheet.abnormal:
        for number in paid.numbers:
            if number not in known:
                yield fault("warning", "number_unknown", record="299", no=number, round=paid.round)
        if paid.numbers and played and not len(covered(numbers, paid, judged.claims.code, played)[0]):
            yield fault(
                "warning", "not_paid", record="299", no=paid.numbers[0], round=paid.round, type=paid.type, points=paid.points
            )
        if paid.type == "" and paid.round == 0 and played > 1:
            yield fault("note", "bonus_each_round", record="299", points=paid.points, n=played)


def _named(judged: Judged) -> Iterator[Fault]:
    """Kept records about start numbers that nobody has."""
    known = set(np.asarray(judged.sheet.players["no"]).tolist())
    for record in judged.sheet.records:
        national = NATIONAL.match(record.text)
        if judged.sheet.teams is not None and not national:
            continue
        part = record.text[OF_PLAYERS[record.code]] if record.code in OF_PLAYERS else record.text[4:8] if national else ""
        for number in (int(word) for word in part.split() if re.fullmatch(r"\d{1,9}", word, re.ASCII)):
            if number and number not in known:
                yield fault("warning", "number_unknown", record=record.code, line=record.line, no=number)


def _members(judged: Judged) -> Iterator[Fault]:
    """Members of teams that nobody is, or who are in two teams."""
    teams: dict[str, Any] = dict(judged.sheet.teams or {"no": [], "members": []})
    known = set(np.asarray(judged.sheet.players["no"]).tolist())
    team_of: dict[int, int] = {}
    for team, members in zip(teams["no"], teams["members"], strict=True):
        for member in members:
            if member not in known:
                yield fault("warning", "member_unknown", record="310", no=member, team=team)
            elif team_of.setdefault(member, team) != team:
                yield fault("warning", "member_twice", record="310", no=member, team=team, first=team_of[member])
