"""An event as rows of the store, and as a sheet: the one is made from the other without a loss that a tournament would notice."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chessdash.crosstable import Scoring
from chessdash.pace import pace
from chessdash.sheet import Abnormal, Bye, Record, Sheet

TEXTS = ("name", "sex", "title", "federation", "fide_id", "birth")
OWN = ("no", *TEXTS, "rating", "points", "rank")
ELSEWHERE = ("name", "start", "rounds", "order", "system", "due", "annulled")  # of info: kept in columns, or computed from them
INFO = (*ELSEWHERE, "source", "format", "encoding")  # and what is said of the file alone
OPEN, BLANK = ord("*"), ord(" ")
BYES, AHEAD = "FHZU+-", "FHZU"
GAME = set("1=0WDL")  # played over the board


@dataclass(frozen=True)
class Rows:
    """Rows of one event by table, as dicts without the event's id."""

    event: dict[str, Any]
    entries: list[dict[str, Any]]
    rounds: list[dict[str, Any]]
    boards: list[dict[str, Any]]
    byes: list[dict[str, Any]]
    teams: list[dict[str, Any]] = field(default_factory=list)


def rows_of(sheet: Sheet, played: int, planned: int, system: str) -> Rows:
    """A sheet as rows; cells that name somebody who does not name them back are left out (``importing`` says so before)."""
    numbers = np.asarray(sheet.players["no"]).tolist()
    row = {no: i for i, no in enumerate(numbers)}
    boards, byes = [], [{"round": bye.round, "no": bye.no, "type": bye.type} for bye in sheet.byes if bye.round > played]
    asked = {(bye["round"], bye["no"]) for bye in byes}
    never = np.logical_and.reduce(_absent(sheet.opponent[:, :played], sheet.result[:, :played]), -1)
    due = sheet.info.get("due", ()) if system == "swiss" and played else ()
    late = {no: first for no, first in due if no in row and never[row[no]] and played < first <= planned}
    left = _left(sheet, numbers) if system == "round-robin" else {}
    rounds = []
    for r in range(sheet.result.shape[1]):
        found = list(_boards(sheet, r, numbers, row))
        boards += [{"round": r + 1, "board": place, **board} for place, board in enumerate(found, 1)]
        named = set(sheet.opponent[:, r].tolist())  # a bye of one whom somebody played counts nothing, as in the crosstable
        alone = [(no, chr(sheet.result[i, r])) for no, i in row.items() if not sheet.opponent[i, r] and no not in named]
        types = BYES if found or r < played else AHEAD  # a forfeit in a round to come is none yet
        byes += [
            {"round": r + 1, "no": no, "type": letter} for no, letter in alone if letter in types and (r + 1, no) not in asked
        ]
        if found or r < played:
            dates = sheet.info.get("round_dates", ())
            rounds.append({"round": r + 1, "published": True, "date": str(dates[r])[:10] if r < len(dates) else ""})
    return Rows(
        event={
            "system": system,
            "planned": planned,
            "start": iso_day(sheet.info.get("start")),
            "tie_breaks": ",".join(sheet.info.get("order") or ()),
            "scoring": asdict(sheet.scoring),
            "extra": _extra(sheet),
        },
        entries=[
            {**_entry(sheet, i, no), "first_round": late.get(no, 1), "withdrawn_after": left.get(no)}
            for i, no in enumerate(numbers)
        ],
        rounds=rounds,
        boards=boards,
        byes=byes,
        teams=[{"no": int(no), "name": str(name)} for no, name in zip(*_teams(sheet), strict=True)],
    )


def _left(sheet: Sheet, numbers: list[int]) -> dict[int, int]:
    """The last rounds of those whose games a sheet says are annulled: what that follows from in the store."""
    played = (sheet.opponent > 0) & np.isin(sheet.result, [ord(letter) for letter in GAME])
    last = played.shape[1] - np.argmax(played[:, ::-1], axis=1) if played.shape[1] else np.zeros(len(numbers), int)
    return {no: int(last[i]) if played[i].any() else 0 for i, no in enumerate(numbers) if no in sheet.info.get("annulled", ())}


def _boards(sheet: Sheet, r: int, numbers: list[int], row: Mapping[int, int]) -> Iterable[dict[str, Any]]:
    """The boards of a round, in the order of the file's rows, White first where that is known."""
    for i, no in enumerate(numbers):
        other = int(sheet.opponent[i, r])
        j = row.get(other)
        if j is None or j == i or sheet.opponent[j, r] != no or j < i:
            continue
        known = sheet.colour[i, r] != sheet.colour[j, r]
        white, black = (j, i) if known and sheet.colour[i, r] == ord("b") else (i, j)
        letters = (chr(sheet.result[k, r]).replace(" ", "*") for k in (white, black))
        yield {"white": numbers[white], "black": numbers[black], "colours": known} | dict(
            zip(("white_result", "black_result"), letters, strict=True)
        )


def iso_day(given: object) -> str:
    """An ISO date as it stands, "" for a text that is none."""
    text = str(given or "")[:10]
    try:
        return date.fromisoformat(text).isoformat() if len(text) == 10 else ""
    except ValueError:
        return ""


def _entry(sheet: Sheet, i: int, no: int) -> dict[str, Any]:
    players = sheet.players
    rating = float(players["rating"][i])
    further = {name: _plain(values[i]) for name, values in players.items() if name not in OWN}
    return {
        "no": no,
        **{name: str(players[name][i]) if name in players else "" for name in TEXTS},
        "rating": None if np.isnan(rating) else rating,
        "extra": {name: value for name, value in further.items() if value is not None},
    }


def _plain(value: Any) -> Any:
    """A value of a column for JSON; None where it is not known."""
    value = value.item() if isinstance(value, np.generic) else value
    return None if isinstance(value, float) and np.isnan(value) else value


def _extra(sheet: Sheet) -> dict[str, Any]:
    """What a file says besides."""
    columns = {name: np.asarray(values).dtype.kind for name, values in sheet.players.items() if name not in OWN}
    teams = None if sheet.teams is None else {name: [_plain(v) for v in values] for name, values in sheet.teams.items()}
    return {
        "info": {name: list(v) if isinstance(v, tuple) else v for name, v in sheet.info.items() if name not in INFO},
        "columns": {name: "text" if kind in "OUST" else "number" for name, kind in columns.items()},
        "records": [list(record) for record in sheet.records],
        "abnormal": [[one.type, one.points, one.round, list(one.numbers)] for one in sheet.abnormal],
        "teams": teams,
    }


def _teams(sheet: Sheet) -> tuple[Sequence[Any], Sequence[Any]]:
    return ((), ()) if sheet.teams is None else (sheet.teams["no"], sheet.teams["name"])


def sheet_of(rows: Rows) -> Sheet:
    """The sheet of an event's rows: rounds that were published, byes of rounds to come as records 240."""
    event, extra = rows.event, rows.event["extra"]
    numbers = np.array([entry["no"] for entry in rows.entries], np.int32)
    row = {int(no): i for i, no in enumerate(numbers)}
    published = sorted(one["round"] for one in rows.rounds if one["published"])
    last = published[-1] if published else 0
    made = {one["round"] for one in rows.rounds if not one["published"]}
    byes = list(_byes(rows, last))
    cells = max([last, *(one["round"] for one in byes if one["type"] == "U" and one["round"] not in made)])
    shape = (len(numbers), cells)  # a bye of the pairing in a round to come is a cell: record 240 has those asked for only
    opponent = np.zeros(shape, np.int32)
    colour, result = np.full(shape, ord("-"), np.uint8), np.full(shape, BLANK, np.uint8)
    for board in rows.boards:
        if board["round"] not in published:
            continue
        r, white, black = board["round"] - 1, row[board["white"]], row[board["black"]]
        opponent[white, r], opponent[black, r] = board["black"], board["white"]
        result[white, r], result[black, r] = ord(board["white_result"]), ord(board["black_result"])
        if board["colours"]:
            colour[white, r], colour[black, r] = ord("w"), ord("b")
    later = []
    for bye in byes:
        if bye["round"] <= last or (bye["type"] == "U" and bye["round"] not in made):
            if not opponent[row[bye["no"]], bye["round"] - 1]:
                result[row[bye["no"]], bye["round"] - 1] = ord(bye["type"])
        elif bye["type"] in "FHZ":  # who has the bye of a round is known once it is published
            later.append(Bye(bye["round"], bye["no"], bye["type"]))
    absent = _absent(opponent[:, :last], result[:, :last])
    missed = absent[:, -1:].any(-1) & ~absent.all(-1)
    return Sheet(
        info=_info(event) | _counted(rows) | _known(rows, last, set(numbers[missed].tolist())),
        players=_players(rows, numbers),
        opponent=opponent,
        colour=colour,
        result=result,
        scoring=Scoring(**event["scoring"]),
        byes=tuple(sorted(later)),
        abnormal=tuple(Abnormal(one[0], one[1], one[2], tuple(one[3])) for one in extra.get("abnormal", ())),
        teams=_declared(extra["teams"]) if extra.get("teams") else None,
        records=tuple(Record(*record) for record in extra.get("records", ())),
    )


def _absent(opponent: NDArray[Any], result: NDArray[Any]) -> NDArray[np.bool_]:
    """Cells of nobody who is there, (P, R)."""
    absent: NDArray[np.bool_] = np.isin(result, (BLANK, ord("Z"))) & (opponent == 0)
    return absent


def _known(rows: Rows, last: int, missed: Collection[int]) -> dict[str, tuple[Any, ...]]:
    """What no file says: whose games are annulled; and in a Swiss who comes after the last published round, or comes back."""
    planned, due = rows.event["planned"], []
    swiss = rows.event["system"] == "swiss" and 0 < last < planned
    absent = {(bye["round"], bye["no"]) for bye in rows.byes if bye["type"] == "Z"}
    for one in rows.entries if swiss else ():
        no, first = one["no"], int(one.get("first_round") or 1)
        if first > last or (no in missed and one.get("withdrawn_after") is None):
            to_come = range(min(max(first, last + 1), planned), planned + 1)
            due += [(no, round) for round in to_come if (round, no) not in absent][:1]
    known = {"annulled": tuple(annulled(rows)), "due": tuple(due)}
    return {name: value for name, value in known.items() if value}


def _declared(columns: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The columns of the teams as a file has them: members as tuples, figures that it does not declare as nan."""
    made: dict[str, list[Any]] = {}
    for name, values in columns.items():
        made[name] = [np.nan if value is None else value for value in values]
    return made if "members" not in made else {**made, "members": [tuple(one) for one in made["members"]]}


def _byes(rows: Rows, last: int) -> Iterable[dict[str, Any]]:
    """Byes asked for or given, and the rounds before a late entry and after a withdrawal."""
    yield from rows.byes
    known = {(bye["round"], bye["no"]) for bye in rows.byes}
    for entry in rows.entries:
        first, gone = int(entry.get("first_round") or 1), entry.get("withdrawn_after")
        away = [
            *range(1, min(first, rows.event["planned"] + 1)),
            *(range(int(gone) + 1, rows.event["planned"] + 1) if gone is not None else ()),
        ]
        yield from ({"round": r, "no": entry["no"], "type": "Z"} for r in away if (r, entry["no"]) not in known)


def annulled(rows: Rows) -> list[int]:
    """Start numbers of those who left a round robin before half of their games were played over the board."""
    if rows.event["system"] != "round-robin":
        return []
    size, planned = len(rows.entries), rows.event["planned"]
    due = (size - 1) * max(1, planned // max(1, size - 1 + size % 2))  # once against everybody, or twice
    public = {one["round"] for one in rows.rounds if one["published"]}
    played: dict[int, int] = {}
    for board in rows.boards:
        if board["round"] in public and {board["white_result"], board["black_result"]} <= GAME:
            for no in (board["white"], board["black"]):
                played[no] = played.get(no, 0) + 1
    left = [one["no"] for one in rows.entries if one.get("withdrawn_after") is not None]
    return [no for no in left if 2 * played.get(no, 0) < due]


def _info(event: Mapping[str, Any]) -> dict[str, Any]:
    """What is said of the event."""
    kept = {name: tuple(v) if isinstance(v, list) else v for name, v in event["extra"].get("info", {}).items()}
    info = {"name": event["name"], "rounds": event["planned"], "system": event["system"], **kept}
    if event["start"]:
        info["start"] = event["start"]
    if event["tie_breaks"]:
        info["order"] = tuple(event["tie_breaks"].split(","))
    if event.get("control", "standard") != "standard" and not pace(info):
        info["time_control"] = event["control"]
    return info


def _counted(rows: Rows) -> dict[str, int]:
    """What a file declared how many there are of, as it is now."""
    rated = sum(one["rating"] is not None for one in rows.entries)
    found = {"players": len(rows.entries), "rated": rated, "teams": len(rows.teams)}
    return {name: n for name, n in found.items() if name in rows.event["extra"].get("info", {})}


def _players(rows: Rows, numbers: "np.ndarray[Any, Any]") -> dict[str, Any]:
    """The columns of the participants, each of length P."""
    columns: dict[str, Any] = {"no": numbers}
    columns |= {name: [entry[name] for entry in rows.entries] for name in TEXTS}
    columns["rating"] = np.array([np.nan if entry["rating"] is None else entry["rating"] for entry in rows.entries], float)
    columns |= {name: np.full(len(numbers), np.nan) for name in ("points", "rank")}  # nothing is declared: they are computed
    for name, kind in rows.event["extra"].get("columns", {}).items():
        values = [entry["extra"].get(name) for entry in rows.entries]
        columns[name] = (
            [value or "" for value in values]
            if kind == "text"
            else np.array([np.nan if value is None else value for value in values], float)
        )
    return columns
