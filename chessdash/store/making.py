"""How the boards of the next round come about: Dutch, the table of a round robin, army games; from rows, nothing is stored."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from chessdash.army import is_army, next_round, state
from chessdash.errors import StoreError
from chessdash.pairing import dutch, follows_berger, remaining_round_robin
from chessdash.store.seats import ROUND_ROBIN, Seats, asked, present, published
from chessdash.store.sheets import Rows, sheet_of
from chessdash.text import say
from chessdash.tournament import Tournament

if TYPE_CHECKING:
    import pandas as pd

COLOURS = ("w", "b")
LARGEST = 10**9  # seed


@dataclass(frozen=True)
class Made:
    """Rounds as a way of pairing makes them: who paired (a sentence), notes (sentences), what was drawn."""

    rounds: Sequence[Seats]
    system: str
    notes: Sequence[str] = ()
    drawn: str = ""  # a sentence for the log
    info: Mapping[str, str] = field(default_factory=dict)  # what is known of the event now, as in ``Sheet.info``


def made_by(rows: Rows, system: str | None, seed: int | None) -> Made:
    """The next round by a system of ``WAYS``, None: the event's own; of a round robin all that are left. StoreError."""
    tournament = Tournament(sheet_of(rows))
    if system is None:
        own = "army" if is_army(tournament) else "dutch"
        system = "berger" if rows.event["system"] == ROUND_ROBIN else own
    if system not in WAYS:
        raise StoreError(say("round_system", given=system, known=", ".join(WAYS)))
    return WAYS[system](rows, tournament, seed)


def _dutch(rows: Rows, tournament: Tournament, seed: int | None) -> Made:
    """The Dutch system, as far as its adapter goes; ``seed`` draws the first player's colour in round 1."""
    coming, info, drawn = published(rows) + 1, dict[str, str](), ""
    _all_played(rows, tournament, coming)
    if seed is not None and coming == 1 and not tournament.sheet.info.get("first_colour"):
        info = {"first_colour": COLOURS[int(np.random.default_rng([seed, 1]).integers(2))]}
        tournament = Tournament(replace(tournament.sheet, info={**tournament.sheet.info, **info}))
        drawn = say("drawn_with", seed=seed)
    here = present(rows, coming)
    away = [one["no"] for one in rows.entries if one["no"] not in set(here)]
    found = dutch(tournament, absent=away, present=here)
    return Made([_seats(rows, coming, found)], str(found.attrs["system"]), found.attrs["notes"], drawn, info)


def _army(rows: Rows, tournament: Tournament, seed: int | None) -> Made:
    """At random, then by points; nothing is paired once one player alone is undefeated."""
    coming = published(rows) + 1
    _all_played(rows, tournament, coming)
    if coming > 1 and (now := state(tournament)).over:
        raise StoreError(say("round_army_over", sentence=now.sentence))
    seed = secrets.randbelow(LARGEST) if seed is None else seed
    here = present(rows, coming)
    away = [one["no"] for one in rows.entries if one["no"] not in set(here)]
    found = next_round(tournament, seed, absent=away, present=here)
    drawn = say("drawn_with", seed=seed)
    return Made([_seats(rows, coming, found)], say("system_army"), found.attrs["notes"], drawn)


def _berger(rows: Rows, tournament: Tournament, _seed: int | None) -> Made:
    """All rounds of a round robin that are not published yet."""
    last, numbers = published(rows), np.asarray(tournament.sheet.players["no"])
    left = list(enumerate(remaining_round_robin(tournament), tournament.rounds_played + 1))
    found = [
        Seats(round, tuple(zip(numbers[white].tolist(), numbers[black].tolist(), strict=True)))
        for round, (white, black) in left
        if round > last
    ]
    if not found:
        raise StoreError(say("round_robin_done", name=rows.event["name"]))
    return Made(found, say("system_berger" if follows_berger(tournament) else "system_known_table"))


WAYS = {"dutch": _dutch, "berger": _berger, "army": _army}


def _all_played(rows: Rows, tournament: Tournament, coming: int) -> None:
    """StoreError where the round before has no result at all: those who pair would take it for the one to be paired."""
    if tournament.rounds_played < coming - 1:
        n = sum(one["round"] == coming - 1 for one in rows.boards)
        raise StoreError(say("round_all_open", n=n, round=coming - 1, next=coming))


def _seats(rows: Rows, round: int, found: "pd.DataFrame") -> Seats:
    """A round from a frame with white and black, 0 for the opponent of whoever has the bye."""
    pairs = list(zip(found["white"].tolist(), found["black"].tolist(), strict=True))
    boards = tuple(pair for pair in pairs if pair[1])
    if not boards:
        raise StoreError(say("round_no_boards", round=round, name=rows.event["name"]))
    return Seats(round, boards, asked(rows, round) | {white: "U" for white, black in pairs if not black})
