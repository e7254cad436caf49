"""What happens when an event ends after a round, as rows for people: numbers, sentences, names, and what blocks it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from chessdash.cells import BoolArray
from chessdash.crosstable import Kind
from chessdash.text import say
from chessdash.tournament import Tournament
from chessdash.whatif.entries import Entries, is_team_event

if TYPE_CHECKING:
    import pandas as pd

DECIDED = (Kind.GAME, Kind.UNRATED_GAME, Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS)
COLUMNS = {"effect": "str", "n": "int64", "before": "int64", "sentence": "str", "detail": "str", "blocks": "bool"}
MOST_NAMES = 12  # of a kind, before a number stands for the others
MOST_OPTIONS = 4  # named one by one
LEAST_SPAN = 4  # rounds in a row from which they are "6 to 9"


def decided_cells(tournament: Tournament) -> BoolArray:
    """The cells of boards that have a result, (P, R)."""
    decided: BoolArray = np.isin(tournament.settled.kind, DECIDED) & (tournament.sheet.opponent > 0)
    return decided


def open_cells(tournament: Tournament) -> BoolArray:
    """The cells without a result, or with one that is contradicted, up to the last round that has a result, (P, R)."""
    still_open: BoolArray = tournament.settled.kind == Kind.PENDING
    still_open[:, tournament.rounds_played :] = False
    return still_open


def effects(tournament: Tournament, who: Entries, round: int, complete: int) -> "pd.DataFrame":
    """One row a kind of effect of an end after this round, as ``EarlyEnd`` says; ``complete`` is the last complete round."""
    import pandas as pd

    rows = [
        *_boards_open(tournament, round),
        _row("rounds_planned", round, before=tournament.rounds_planned),
        _results_exist(tournament, round, complete),
        _rounds_deleted(tournament, round),
        *_entries(tournament, who, round),
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS)).astype(COLUMNS)


def _row(effect: str, n: int, detail: str = "", *, before: int = 0, sentence: str = "", blocks: bool = False) -> dict[str, Any]:
    """One effect; its sentence is that of its name where none is given."""
    written = sentence or say(f"ending_{effect}", n=n)
    return {"effect": effect, "n": n, "before": before, "sentence": written, "detail": detail, "blocks": blocks}


def _boards_open(tournament: Tournament, round: int) -> Iterator[dict[str, Any]]:
    """The open boards of the rounds that would be left."""
    boards = open_boards(tournament, 1, round)
    if boards:
        detail = say("ending_boards_open_way", n=len(boards), rounds=rounds_text(list(boards)), boards=_boards_text(boards))
        yield _row("boards_open", sum(map(len, boards.values())), detail, blocks=True)


def _results_exist(tournament: Tournament, round: int, complete: int) -> dict[str, Any]:
    """The results of later rounds, and the way out: to complete those rounds and end after them, or to clear them."""
    decided = decided_cells(tournament)
    row = tournament.settled.opponent
    boards = decided & ((row < 0) | (row > np.arange(len(row))[:, None]))  # each board once
    later = [r for r in range(round + 1, tournament.rounds_played + 1) if decided[:, r - 1].any()]
    n, words = int(boards[:, round:].sum()), {"rounds": rounds_text(later), "last": tournament.rounds_played}
    if not later:
        return _row("results_exist", 0, sentence=say("ending_results_none"))
    clear = say("ending_clear", n=len(later), options=_clearing(tournament, boards, round))
    if still_open := open_boards(tournament, round + 1, tournament.rounds_played):
        detail = say("ending_results_open", n=len(later), **words, clear=clear, boards=_boards_text(still_open))
    elif complete == tournament.rounds_planned:
        detail = say("ending_results_over")
    else:
        detail = say("ending_results_way", n=len(later), **words, clear=clear)
    sentence = say("ending_results_exist" if len(later) == 1 else "ending_results_exist_many", n=n, **words)
    return _row("results_exist", n, detail, sentence=sentence, blocks=True)


def _clearing(tournament: Tournament, boards: BoolArray, round: int) -> str:
    """The options of what-if that clear the results of these boards, (P, R), after a round; in short where they are many."""
    rows, rounds = np.nonzero(boards[:, round:])
    numbers = np.asarray(tournament.sheet.players["no"])[rows].tolist()
    options = [f'-r "{r}.{no}.*"' for r, no in sorted(zip((rounds + round + 1).tolist(), numbers, strict=True))]
    return " ".join(options if len(options) <= MOST_OPTIONS else [*options[:2], "..."])


def _rounds_deleted(tournament: Tournament, round: int) -> dict[str, Any]:
    """Later rounds that have no result."""
    sheet = tournament.sheet
    decided = np.flatnonzero(decided_cells(tournament).any(0)) + 1
    gone = [r for r in range(round + 1, tournament.rounds_planned + 1) if r not in decided]
    paired = [r for r in gone if r <= sheet.opponent.shape[1] and (sheet.opponent[:, r - 1] > 0).any()]
    detail = rounds_text(gone)
    if paired:
        detail = say("ending_paired", rounds=detail, n=len(paired), paired=rounds_text(paired))
    return _row("rounds_deleted", len(gone), detail)


def _entries(tournament: Tournament, who: Entries, round: int) -> Iterator[dict[str, Any]]:
    """Byes that lapse, withdrawals that are undone, late entries that leave, each with names and rounds."""
    names = _names(tournament)
    lapsing, withdrawn, late = who.lapsing(round), who.withdrawn(round), who.late(round)
    asked = [(row, (np.flatnonzero(lapsing[row]) + 1).tolist()) for row in np.flatnonzero(lapsing.any(-1)).tolist()]
    byes = [say("ending_in_round", name=names[row], n=len(rounds), rounds=rounds_text(rounds)) for row, rounds in asked]
    yield _row("byes_lapse", int(lapsing.sum()), _listed(byes))
    leave = np.flatnonzero(withdrawn).tolist()
    gone = [say("ending_from_round", name=names[row], round=int(who.last[row]) + 1) for row in leave]
    yield _row("withdrawals_undone", len(gone), _listed(gone))
    first = round + 1 + np.pad(~who.away[:, round:], ((0, 0), (0, 1)), constant_values=True).argmax(-1)
    joining = [say("ending_from_round", name=names[row], round=int(first[row])) for row in np.flatnonzero(late).tolist()]
    yield _row("late_entries_leave", len(joining), _listed(joining))


def open_boards(tournament: Tournament, first: int, last: int) -> dict[int, list[str]]:
    """The open boards of these rounds as texts, "12 Visser – 7 Okonkwo" with White first, by round."""
    sheet, settled = tournament.sheet, tournament.settled
    rows, rounds = np.nonzero(open_cells(tournament)[:, first - 1 : last])
    numbers, texts = np.asarray(sheet.players["no"]).tolist(), _players(tournament)
    boards: dict[int, dict[frozenset[int], str]] = {}
    for row, r in sorted(zip(rows.tolist(), (rounds + first).tolist(), strict=True), key=lambda cell: cell[::-1]):
        number, other = numbers[row], int(sheet.opponent[row, r - 1])
        of_round = boards.setdefault(r, {})
        black = bool(settled.black[row, r - 1])
        at = int(settled.opponent[row, r - 1])
        there = texts[at] if at >= 0 else str(other)
        white, black_ = (there, texts[row]) if black else (texts[row], there)
        board = say("ending_board", white=white, black=black_) if other else say("ending_board_alone", name=texts[row])
        of_round.setdefault(frozenset((number, other)), board)
    return {r: list(of_round.values()) for r, of_round in boards.items()}


def _boards_text(boards: dict[int, list[str]]) -> str:
    """Boards by round, the round named where there is more than one."""
    if len(boards) == 1:
        return _listed(next(iter(boards.values())))
    return "; ".join(say("ending_board_round", round=r, boards=_listed(of_round)) for r, of_round in boards.items())


def rounds_text(rounds: Sequence[int]) -> str:
    """Rounds as a list: "7, 8 and 9", and "6 to 9" where four or more follow each other."""
    if len(rounds) >= LEAST_SPAN and rounds[-1] - rounds[0] == len(rounds) - 1:
        return say("ending_span", first=rounds[0], last=rounds[-1])
    return _joined([str(r) for r in rounds])


def _joined(parts: Sequence[str]) -> str:
    """Parts as a list that ends with "and"."""
    return "".join(parts) if len(parts) < 2 else say("list_and", first=", ".join(parts[:-1]), last=parts[-1])


def _listed(parts: Sequence[str]) -> str:
    """Names with rounds, the first of them where they are many; with semicolons where one has a comma."""
    shown = list(parts[:MOST_NAMES])
    more = len(parts) - len(shown)
    mark = "; " if any("," in part for part in shown) else ", "
    return mark.join([*shown, *([say("ending_more", n=more)] if more else [])])


def _names(tournament: Tournament) -> list[str]:
    """What sentences call each entry: the surname, the whole name where two have it; of teams their names."""
    players = _surnames([str(name) for name in tournament.sheet.players.get("name", [""] * tournament.size)])
    teams = tournament.sheet.teams
    return [*map(str, teams["name"]), *players] if teams is not None and is_team_event(tournament.sheet) else players


def _surnames(names: Sequence[str]) -> list[str]:
    short = [name.partition(",")[0].strip() or name.strip() for name in names]
    times = Counter(short)
    return [one if times[one] == 1 else name.strip() for one, name in zip(short, names, strict=True)]


def _players(tournament: Tournament) -> list[str]:
    """Each player as "12 Visser"."""
    names = [str(name).partition(",")[0].strip() for name in tournament.sheet.players.get("name", [""] * tournament.size)]
    return [f"{no} {name}".strip() for no, name in zip(np.asarray(tournament.sheet.players["no"]).tolist(), names, strict=True)]
