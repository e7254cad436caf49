"""Lists of games: the sheet made of their rows, with the players of the rows or of a table of their own."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chessdash.crosstable import Scoring
from chessdash.errors import FormatError
from chessdash.faults import Fault, fault, folded
from chessdash.formats.crosstab import SCORINGS
from chessdash.formats.gamerows import Field, Game, GameHead, read
from chessdash.formats.headers import Row
from chessdash.formats.roster import HIGHEST, PLAYERS, RATING, TITLES, Roster, number
from chessdash.sheet import Sheet
from chessdash.text import say


def games(head: GameHead, rows: Sequence[Row], info: Mapping[str, Any], source: str, players: Roster | None = None) -> Sheet:
    """The sheet of a list of games; its players are those of the rows, or of a table of their own."""
    found, named = read(head, rows, source)
    if players is None and not named.players:
        raise FormatError(say("games_none", source=source, line=rows[head.place].line))
    if len(named.players) > PLAYERS:
        raise FormatError(say("table_too_many_players", source=source, n=len(named.players), limit=PLAYERS))
    numbers = _own_numbers(named) if players is None else _given_numbers(found, named, players, source)
    columns = _columns(named, numbers) if players is None else players.columns
    scoring = _scoring(found, source)
    opponent, colour, result = _cells(found, numbers, columns["no"], scoring, named, source)
    notes = [*(players.notes if players else ()), *named.notes, *_notes(head, named, scoring, players is None)]
    lines = np.array(list(named.lines.values()), np.int32) if players is None else None
    return Sheet(info, columns, opponent, colour, result, scoring, lines=lines, notes=tuple(folded(notes)))


def _own_numbers(named: Field) -> dict[str, int]:
    """Start numbers of the players: as written, else in the order in which they come."""
    if named.by == "no":
        return {key: int(key) for key in named.players}
    return {key: place for place, key in enumerate(named.players, 1)}


def _given_numbers(found: Sequence[Game], named: Field, players: Roster, source: str) -> dict[str, int]:
    """Start numbers of the players by their table; refused where somebody is not in it, or is in it twice."""
    texts = players.columns[named.by]
    keys = [str(text).casefold() for text in (texts.tolist() if isinstance(texts, np.ndarray) else texts)]
    known, times = dict(zip(keys, players.columns["no"].tolist(), strict=True)), Counter(keys)
    for key, line in named.lines.items():
        if key not in known:
            raise FormatError(say("games_unknown_player", source=source, line=line, name=named.name(key), n=len(keys)))
        if times[key] > 1:
            raise FormatError(say("games_two_players", source=source, line=line, name=named.name(key)))
    return {key: known[key] for key in named.players}


def _columns(named: Field, numbers: Mapping[str, int]) -> dict[str, Any]:
    """What the rows say of the players, as Sheet.players."""
    people = list(named.players.values())
    columns: dict[str, Any] = {"no": np.array(list(numbers.values()), np.int32)}
    columns |= {name: [one.get(name, "") for one in people] for name in ("name", "federation", "fide_id")}
    columns["title"] = [TITLES.get(one.get("title", "").lower(), one.get("title", "")) for one in people]
    columns |= {name: [""] * len(people) for name in ("sex", "birth")}
    matches = [RATING.fullmatch(one.get("rating", "")) for one in people]
    ratings = np.array([number(match[1]) if match else np.nan for match in matches])
    columns["rating"] = np.where((ratings > 0) & (ratings <= HIGHEST), ratings, np.nan)
    columns |= {name: np.full(len(people), np.nan) for name in ("points", "rank")}
    if any(one.get("club") for one in people):
        columns["club"] = [one.get("club", "") for one in people]
    return columns


def _scoring(found: Sequence[Game], source: str) -> Scoring:
    """What the numbers in the results stand for: 1-½-0, 2-1-0 or 3-1-0."""
    pairs = [tuple(float(mark[1:]) for mark in game.marks if mark[:1] == "#") for game in found]
    seen = sorted({value for pair in pairs for value in pair})
    fits = [one for one in SCORINGS if set(seen) <= {one.win, one.draw, one.loss}]
    if not fits:
        raise FormatError(say("table_scoring", source=source, values=", ".join(f"{value:g}" for value in seen)))
    draws = sum(pair == (1.0, 1.0) for pair in pairs)  # two ones on a board are a draw in 2-1-0
    wins = sum(sorted(pair) == [0.0, 1.0] for pair in pairs)
    return SCORINGS[1] if len(fits) > 1 and draws > wins else fits[0]


def _cells(
    found: Sequence[Game], numbers: Mapping[str, int], order: NDArray[np.int32], scoring: Scoring, named: Field, source: str
) -> tuple[NDArray[np.int32], NDArray[np.uint8], NDArray[np.uint8]]:
    """Opponents, colours and results, (P, R) each; nobody plays twice in a round (a second game would overwrite the first)."""
    shape = (len(order), max((game.round for game in found), default=0))
    opponent, colour = np.zeros(shape, np.int32), np.full(shape, ord("-"), np.uint8)
    result, line = np.full(shape, ord(" "), np.uint8), np.zeros(shape, np.int32)
    row = {no: place for place, no in enumerate(order.tolist())}
    for game in found:
        marks = _letters(game.marks, scoring)
        sides = ((game.white, game.black, "w", marks[0]), (game.black, game.white, "b", marks[1]))
        for key, other, side, mark in sides:
            if not key:
                continue
            place = row[numbers[key]], game.round - 1
            if line[place]:
                where = {"line": game.line, "first": int(line[place]), "round": game.round}
                raise FormatError(say("games_twice", source=source, name=named.name(key), **where))
            line[place] = game.line
            opponent[place] = numbers[other] if other else 0
            colour[place] = ord(side if other else "-")
            result[place] = ord(mark)
    return opponent, colour, result


def _letters(marks: tuple[str, str], scoring: Scoring) -> tuple[str, str]:
    """The results of White and Black as letters of a Sheet; where Black's is not told it is what White's leaves."""
    worth = {f"#{scoring.win:g}": "1", f"#{scoring.draw:g}": "=", f"#{scoring.loss:g}": "0"}
    white, black = (worth.get(mark, mark) for mark in marks)
    return white, black or {"1": "0", "=": "=", "0": "1"}[white]


def _notes(head: GameHead, named: Field, scoring: Scoring, own: bool) -> list[Fault]:
    """What a reader should know of the choices made."""
    notes = []
    if own and named.by != "no":
        notes.append(fault("note", "games_numbered"))
    if head.round < 0:
        notes.append(fault("note", "games_by_date" if head.date >= 0 else "games_one_round"))
    if scoring != SCORINGS[0]:
        notes.append(fault("note", "table_scored", win=scoring.win, draw=scoring.draw, loss=scoring.loss))
    used = {head.round, head.result, head.date, head.board, *(place for side in head.sides.values() for place in side.values())}
    ignored = [name for place, name in enumerate(head.names) if place not in used and name]
    if ignored:
        notes.append(fault("note", "games_ignored", n=len(ignored), columns=", ".join(ignored)[:200]))
    return notes
