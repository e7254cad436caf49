"""Entering results as plain data: a line a board with what is stored, what is changed, and where two differ; the facts line."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from typing import Any

import pandas as pd

from chessdash.display import boards
from chessdash.display.boards import Line
from chessdash.display.results import PAIRS
from chessdash.text import say

BYE_WORDS = {"U": "pairing", "F": "full", "H": "half", "Z": "zero"}


@dataclass(frozen=True)
class Dispute:
    """A board that somebody else changed while the viewer had another result for it: who and when, both codes."""

    said: str
    stored: str
    yours: str


@dataclass(frozen=True)
class Entry:
    """A board whose result is entered: its line, the version of it that is shown, who stored it, what is in dispute."""

    line: Line
    version: int
    stored: str = ""
    dispute: Dispute | None = None

    @property
    def changed(self) -> bool:
        """Whether the viewer has another result for it that is not saved and that nobody contradicts."""
        return self.dispute is None and self.line.code != self.line.was


def entries(frame: pd.DataFrame, zone: tzinfo = UTC, today: date | None = None) -> list[Entry]:
    """The boards of ``results.board_view``; times are those of a zone."""
    round = int(frame.attrs["round"])
    return [_entry(row, round, zone, today or datetime.now(zone).date()) for row in frame.itertuples()]


def _entry(row: Any, round: int, zone: tzinfo, today: date) -> Entry:
    stored, draft = str(row.code), str(row.draft)
    differs = draft not in ("", stored)
    said = stored_by(str(row.by), str(row.at), zone, today) if stored != "*" or row.at else ""
    dispute = Dispute(said, stored, draft) if differs and row.outdated else None
    line = Line(
        key=str(row.board),
        round=round,
        board=int(row.board),
        white=str(row.white_name),
        black=str(row.black_name),
        code="" if dispute else draft if differs else stored,
        was=stored,
    )
    return Entry(line, int(row.version), said, dispute)


def stored_by(by: str, at: str, zone: tzinfo, today: date) -> str:
    """Who stored a result, and when; a file has neither."""
    if not at:
        return say("enter_stored_file")
    moment = when(at, zone, today)
    return say("enter_stored", by=by, at=moment) if by else say("enter_stored_somebody", at=moment)


def when(at: str, zone: tzinfo, today: date) -> str:
    """An instant of the store (UTC, ISO) at a place: the time, with its day where it was another one."""
    moment = datetime.fromisoformat(at).astimezone(zone)
    time = f"{moment:%H:%M}"
    if moment.date() == today:
        return say("when_today", time=time)
    return say("when_day", day=moment.day, month=say("months_short").split()[moment.month - 1], time=time)


def data(entry: Entry) -> dict[str, Any]:
    """A board for the browser, as texts, with what those who listen are told."""
    said = {**boards.data(entry.line), "version": entry.version, "stored": entry.stored}
    if entry.dispute is None:
        return said
    stored, yours = (_written(code) for code in (entry.dispute.stored, entry.dispute.yours))
    names = {"board": entry.line.board, "white": entry.line.white, "black": entry.line.black}
    question = say("enter_question")
    values = {"stored": entry.dispute.said, "result": stored, "yours": yours, "question": question}
    return said | {
        "conflict": {
            "by": entry.dispute.said,
            "stored": stored,
            "yours_head": say("enter_yours"),
            "yours": yours,
            "question": question,
            "keep": say("enter_keep_open") if entry.dispute.stored == "*" else say("enter_keep", result=stored),
            "take": say("enter_take_open") if entry.dispute.yours == "*" else say("enter_take", result=yours),
            "code": entry.dispute.yours,
            "said": say("enter_conflict", **names, **values),
        }
    }


def _written(code: str) -> str:
    """A result for people, also one that no code says."""
    return say("board_open") if code == "*" else PAIRS.get(code) or say("enter_other_code")


def words() -> dict[str, Any]:
    """The words around the boards: results as buttons and in the list, notes."""
    return {
        **boards.words(),
        "changed": say("enter_changed"),
        "unanswered": say("enter_unanswered"),
        "away": say("enter_away"),
        "blocked": say("enter_blocked"),
    }


def bye_word(type: str) -> str:
    """What a bye is called; a forfeit without an opponent has its sign."""
    return say(f"bye_{BYE_WORDS[type]}") if type in BYE_WORDS else type


def facts(name: str, every: list[Entry]) -> str:
    """The facts line of a published round: how many boards have a result that is stored, how many are open."""
    n, open = len(every), sum(entry.line.was == "*" for entry in every)
    if not open:
        return say("results_facts_all", name=name, n=n)
    if open == n:
        return say("results_facts_none", name=name, n=n)
    return say("results_facts", name=name, n=n, known=n - open, open=open)


def byes_line(byes: list[tuple[int, str, str]]) -> str:
    """Who has no board in a published round, and why; "" where everybody has."""
    said = ", ".join(say("enter_bye", name=name, type=bye_word(type)) for _, name, type in byes)
    return say("enter_byes", players=said) if said else ""


def round_label(round: int, published: bool | None, open: int) -> str:
    """A round in the list to choose from; ``published`` None: it is still to be made."""
    if published is None:
        return say("round_choice_next", round=round)
    if not published:
        return say("round_choice_draft", round=round)
    return say("round_choice_open", round=round, n=open) if open else say("round_choice", round=round)


def first_round(rounds: pd.DataFrame, coming: int | None) -> int:
    """The round that is shown where none is asked for: the first published one with an open board, else one that is made and not
    published, else the one that is to be made (``coming``), else the last. 0 where there is none at all."""
    waiting = rounds.loc[rounds["published"] & (rounds["open"] > 0), "round"]
    drafts = rounds.loc[~rounds["published"].astype(bool), "round"]
    for found in (waiting, drafts):
        if len(found):
            return int(found.iloc[0])
    return coming or (int(rounds["round"].max()) if len(rounds) else 0)


def roster_rows(roster: pd.DataFrame) -> list[tuple[int, str, str, int, str]]:
    """The players of ``roster.roster`` for a table: start number, name with its title, rating, games, what there is to say."""
    rows: Any = roster.itertuples()
    return [(int(row.Index), f"{row.title} {row.name}".strip(), _rating(row.rating), int(row.games), state(row)) for row in rows]


def listed_rows(found: pd.DataFrame) -> list[tuple[str, str, str]]:
    """Players of ``fidelist.listed`` for a table: name, with the list's where that is another one, rating now, rating there."""
    rows: Any = found.itertuples()
    return [(_named(row.name, row.list_name), _rating(row.rating), _rating(row.listed)) for row in rows]


def _named(name: str, listed: str) -> str:
    """A name, with that of a list behind it where not all its letters are the same."""
    same = not listed or "".join(filter(str.isalpha, name.casefold())) == "".join(filter(str.isalpha, listed.casefold()))
    return name if same else say("fide_list_other_name", name=name, listed=listed)


def _rating(value: float) -> str:
    return "" if pd.isna(value) else f"{value:.0f}"


def state(row: Any) -> str:
    """What there is to say of a player: joins later, has withdrawn, byes, a guest."""
    said = [say("players_guest")] if not row.member else []
    if row.first_round > 1:
        said.append(say("players_joins", round=row.first_round))
    byes: Mapping[int, str] = row.byes
    said += [say("players_bye", type=bye_word(type), round=round) for round, type in sorted(byes.items())]
    if row.withdrawn_after >= 0:
        said.append(say("players_gone" if row.withdrawn_after else "players_gone_start", round=row.withdrawn_after))
    return ", ".join(said)
