"""Small events in a store, and people who look at it, for tests."""

from sqlalchemy import insert

from chessdash.store import Store, entries, events, log, results, rounds, schema
from chessdash.store.access import Viewer
from chessdash.store.connect import writing


def someone(store: Store, role: str | None = None, name: str = "A. Visser") -> Store:
    """The store as somebody with this role sees it."""
    values = {"name": name, "identity": f"test {name} {role}", "role": role, "created": log.now()}
    with writing(store.engine) as connection:
        number = connection.execute(insert(schema.person).values(values)).inserted_primary_key[0]
    return store.seen_by(Viewer(number, name))


def club_event(store: Store, players: int, planned: int, **settings: object) -> str:
    """A new event with players P01, P02, ... from the highest rating down; its key."""
    key = events.create(store, "Test", planned=planned, **settings)
    entries.add_entries(store, key, [{"name": f"P{no:02d}", "rating": 2400 - 10 * no} for no in range(1, players + 1)])
    return key


def play(store: Store, key: str, round: int, codes: str | dict[int, str]) -> None:
    """Saves results of a round: a text has one code a board, from board 1 on."""
    seen = versions(store, key, round)
    wanted = dict(enumerate(codes, 1)) if isinstance(codes, str) else codes
    results.save(store, key, round, {board: (code, seen[board]) for board, code in wanted.items()})


def versions(store: Store, key: str, round: int) -> dict[int, int]:
    """The version of each board of a round as the page has it."""
    return results.board_view(store, key, round).set_index("board")["version"].to_dict()


def typed(store: Store, key: str, *boards: tuple[int, int], byes: dict[int, str] | None = None, codes: str = "") -> int:
    """Types the next round, publishes it and, with codes, plays it; its number."""
    rounds.set_round(store, key, boards, byes)
    made = rounds.rounds(store, key)
    number = int(made["round"].max())
    rounds.publish(store, key, number)
    if codes:
        play(store, key, number, codes)
    return number


def pairs(store: Store, key: str, round: int) -> list[tuple[int, int]]:
    """White and Black of a round that is made."""
    frame = rounds.round_made(store, key, round)
    return list(zip(frame["white"].tolist(), frame["black"].tolist(), strict=True))


def logged(store: Store, *what: str) -> list[tuple[str, str, str, str]]:
    """Rows of the log with these codes, the oldest first: who, place, before, after."""
    with writing(store.engine) as connection:
        found = log.entries(connection)
    found = found[found["what"].isin(what)][::-1]
    return list(found[["who", "place", "before", "after"]].itertuples(index=False, name=None))
