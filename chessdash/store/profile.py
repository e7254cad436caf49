"""What the ratings of a club rest on: its finished events, and a member's games by opponent and colour against what was expected.

``games`` reads; ``by_colour``, ``by_opponent`` and ``best_wins`` only count what it gave.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import ColumnElement, FromClause, and_, case, func, or_, select

from chessdash.ratings.club import caps
from chessdash.ratings.expected import expected_scores
from chessdash.store import access
from chessdash.store.connect import reading
from chessdash.store.events import other_game
from chessdash.store.ratings import RESULT
from chessdash.store.schema import board, club, entry, event, final_table, member, rating

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.store.handle import Store

GAME = (
    "event", "event_name", "date", "round", "colour", "opponent", "name", "own", "rating", "score", "expected",
)  # fmt: skip


def stamp(store: "Store") -> tuple[int, int, int]:
    """What changes whenever ratings, members or settings do: the club's revision, number and revisions of its finished events."""
    with reading(store.engine) as connection:
        access.see(connection, store.viewer)
        done = select(func.count(), func.coalesce(func.sum(event.c.revision), 0)).where(event.c.finished_as.is_not(None))
        events = connection.execute(done).one()
        revision = connection.execute(select(club.c.revision)).scalar_one()
    return int(revision), int(events[0]), int(events[1])


def event_of(store: "Store", key: str) -> dict[str, Any] | None:
    """An event of any kind and state: name, kind, control, state, ended (ISO, "" while running), other_game (whether it is one of
    another game than chess); None where there is none."""
    names = ("name", "kind", "control", "state", "ended")
    with reading(store.engine) as connection:
        access.see(connection, store.viewer)
        found = connection.execute(select(event).where(event.c.key == key)).mappings().first()
    return None if found is None else {name: found[name] for name in names} | {"other_game": other_game(dict(found))}


def fide_ids(store: "Store", numbers: Iterable[int]) -> dict[int, int]:
    """The FIDE ids of those of these members who have one, by the member's number."""
    query = select(member.c.id, member.c.fide_id).where(member.c.id.in_(list(numbers)), member.c.fide_id.is_not(None))
    with reading(store.engine) as connection:
        access.see(connection, store.viewer)
        return {int(number): int(fide_id) for number, fide_id in connection.execute(query)}


def finished(store: "Store", control: str) -> "pd.DataFrame":
    """Finished rated events of a time control, the last finished first; index event (key): name, date, finished_as, members (with
    a rating row), games, tables (editions of the final table: more than one after a correction), editions (of the ratings).
    """
    import pandas as pd

    tables = select(func.count()).where(final_table.c.event_id == event.c.id).scalar_subquery()
    counted = (
        select(
            rating.c.event_id,
            func.sum(case((rating.c.current, 1), else_=0)).label("members"),
            func.sum(case((rating.c.current, rating.c.games), else_=0)).label("sides"),
            func.max(rating.c.edition).label("editions"),
        )
        .group_by(rating.c.event_id)
        .subquery()
    )
    query = (
        select(
            event.c.key, event.c.name, event.c.ended.label("date"), event.c.finished_as, counted.c.members, counted.c.sides,
            tables.label("tables"), counted.c.editions,
        )
        .join(counted, counted.c.event_id == event.c.id)
        .where(event.c.control == control, event.c.finished_as.is_not(None))
        .order_by(event.c.finished_as.desc())
    )  # fmt: skip
    with reading(store.engine) as connection:
        access.see(connection, store.viewer)
        result = connection.execute(query)
        frame = pd.DataFrame(result.mappings().all(), columns=list(result.keys()))
    frame["games"] = frame.pop("sides").astype("int64") // 2
    whole = ["finished_as", "members", "games", "tables", "editions"]
    frame[whole] = frame[whole].astype("int64")
    return frame.set_index("key").rename_axis("event")


def games(store: "Store", number: int, control: str) -> "pd.DataFrame":
    """A member's rated games of a time control in the order of finishing, one row a game.

    event (key), event_name, date, round, colour ("w", "b", "" unknown), opponent (member), name, own and rating (Elo of both
    before the event), score (1, 0.5, 0), expected (PD). Their sums by event are those of the rating rows.
    """
    import pandas as pd

    mine, other, before, against = entry.alias(), entry.alias(), rating.alias(), rating.alias()
    white = board.c.white == mine.c.no
    letters = board.c.white_result + board.c.black_result
    query = (
        select(
            event.c.key.label("event"), event.c.name.label("event_name"), event.c.ended.label("date"), board.c.round,
            white.label("white"), board.c.colours, letters.label("letters"), other.c.member_id.label("opponent"),
            member.c.name, before.c.before.label("own"), against.c.before.label("rating"),
        )
        .select_from(mine)
        .join(event, event.c.id == mine.c.event_id)
        .join(board, and_(board.c.event_id == mine.c.event_id, or_(white, board.c.black == mine.c.no)))
        .join(other, and_(other.c.event_id == mine.c.event_id, other.c.no == case((white, board.c.black), else_=board.c.white)))
        .join(member, member.c.id == other.c.member_id)
        .join(before, _row_of(before, mine))
        .join(against, _row_of(against, other))
        .where(mine.c.member_id == number, event.c.control == control, letters.in_(RESULT))
        .order_by(event.c.finished_as, board.c.round)
    )  # fmt: skip
    with reading(store.engine) as connection:
        access.see(connection, store.viewer)
        result = connection.execute(query)
        frame = pd.DataFrame(result.mappings().all(), columns=list(result.keys()))
    held_white = frame.pop("white").astype(bool)
    scores = frame.pop("letters").map(RESULT).astype(float)
    frame["score"] = scores.where(held_white, 1.0 - scores)
    frame["colour"] = np.where(frame.pop("colours").astype(bool), np.where(held_white, "w", "b"), "")
    own, opponent = frame["own"].to_numpy(float), frame["rating"].to_numpy(float)
    frame["expected"] = expected_scores(own, opponent, cap=caps(own))
    return frame[list(GAME)]


def _row_of(rows: FromClause, one: FromClause) -> ColumnElement[bool]:
    """The current rating row of an entry."""
    return and_(rows.c.event_id == one.c.event_id, rows.c.member_id == one.c.member_id, rows.c.current)


def by_colour(played: "pd.DataFrame") -> "pd.DataFrame":
    """The games by the member's colour, White first; index colour: games, wins, draws, losses, points, expected."""
    figures = _figures(played, ["colour"])
    return figures.reindex([colour for colour in ("w", "b", "") if colour in figures.index])


def by_opponent(played: "pd.DataFrame") -> "pd.DataFrame":
    """The games by opponent, most games first; index opponent (member): name, games, wins, draws, losses, points, expected."""
    figures = _figures(played, ["opponent", "name"]).reset_index("name")
    return figures.sort_values(["games", "name"], ascending=[False, True], kind="stable")


def best_wins(played: "pd.DataFrame", most: int = 8) -> "pd.DataFrame":
    """The wins against the highest rated, at most so many, of equal ones the latest first; rows of ``games``."""
    wins = played[played["score"] == 1.0][::-1]
    return wins.sort_values("rating", ascending=False, kind="stable").head(most)


def _figures(played: "pd.DataFrame", by: list[str]) -> "pd.DataFrame":
    """Games, how they ended, points and expected points of each group."""
    score = played["score"]
    marked = played.assign(games=1, wins=score == 1.0, draws=score == 0.5, losses=score == 0.0, points=score)
    figures = marked.groupby(by)[["games", "wins", "draws", "losses", "points", "expected"]].sum()
    figures["expected"] = figures["expected"].round(2)  # PD has two decimals
    return figures.astype({"games": int, "wins": int, "draws": int, "losses": int})
