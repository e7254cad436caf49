"""Writes data/club.json.gz, the sample club: invented members, two seasons in three time controls, corrections in its log.

The same rows on every run: everything is made through the store as people would make it, with chances from a fixed seed and a
clock of its own (`make club`).
"""

import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from samples.people import Player, bell, enrol, people, pick
from samples.play import outcome

from chessdash.store import Store, backup, entries, events, finishing, members, open_store, results, rounds, withdrawal
from chessdash.store.log import CLOCK

TARGET = Path(__file__).parent / "club.json.gz"
MEMBERS, SEED = 41, 20_260_901
NAME = "Schaakclub De Vuurtoren"
SEASONS = (2024, 2025)
TERM = (  # name, control, system, planned rounds, players, month, day
    ("Autumn Swiss", "standard", "swiss", 7, 28, 9, 12),
    ("Rapid evening I", "rapid", "swiss", 5, 22, 10, 3),
    ("Lighthouse blitz", "blitz", "round-robin", 9, 10, 10, 24),
    ("Club championship", "standard", "round-robin", 7, 8, 11, 7),
    ("Advent rapid", "rapid", "swiss", 7, 24, 12, 12),
    ("New Year blitz", "blitz", "swiss", 9, 26, 1, 9),
    ("Winter Swiss", "standard", "swiss", 7, 30, 1, 23),
    ("Rapid evening II", "rapid", "swiss", 5, 20, 3, 6),
    ("Spring Swiss", "standard", "swiss", 7, 26, 4, 3),
    ("Harbour blitz", "blitz", "swiss", 9, 24, 5, 22),
)
STAY, EARLY = "Winter Swiss", "Rapid evening II"  # somebody withdraws; an evening that ended early in the second season
GAP = {"standard": 7, "rapid": 0, "blitz": 0}  # days between rounds


class Clock:
    """The time of the club: it stands still until it is moved on, so that it does not matter how often it is asked."""

    def __init__(self) -> None:
        self.at = datetime(2024, 9, 1, 18, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.at

    def to(self, year: int, month: int, day: int, hour: int = 18) -> None:
        """Moves to the evening of a day."""
        self.at = datetime(year, month, day, hour, 30, tzinfo=UTC)


def fill(store: Store, clock: Clock) -> None:
    """Makes the club: members, two seasons, corrections, and an event that is being played."""
    rng = random.Random(SEED)
    members.change_club(store, name=NAME)
    folk = enrol(people(rng, MEMBERS, "NED", away=0.25, mean=1650, spread=260), 990_500_001)
    ids = {}
    for one in folk:
        initial = {control: _round(one.strength + bell(rng, 0, 60)) for control in ("standard", "rapid", "blitz")}
        fide_id = str(one.fide_id) if one.fide_id else ""
        number = members.add_member(
            store,
            one.name,
            initial=initial,
            sex=one.sex,
            title=one.title,
            federation=one.federation,
            fide_id=fide_id,
            birth=one.birth,
        )
        ids[number] = one
    for season in SEASONS:
        for name, control, system, planned, size, month, day in TERM:
            year = season if month > 8 else season + 1
            clock.to(year, month, day)
            key = _entered(store, rng, f"{name} {season}–{(season + 1) % 100}", control, system, planned, size, clock, ids)
            _played(store, rng, key, planned, clock, ids, name, season)
    _corrected(store, clock)
    clock.to(2026, 9, 11)
    key = _entered(store, rng, "Autumn Swiss 2026–27", "standard", "swiss", 7, 26, clock, ids)
    _rounds(store, rng, key, 4, clock, ids, last_open=5)


def _round(rating: float) -> int:
    """An initial rating as clubs give them."""
    return int(min(max(round(rating / 5) * 5, 700), 2400))


def _entered(
    store: Store,
    rng: random.Random,
    name: str,
    control: str,
    system: str,
    planned: int,
    size: int,
    clock: Clock,
    ids: dict[int, Player],
) -> str:
    """A new event with its players, the highest rating first."""
    start = clock.at.date().isoformat()
    key = events.create(store, name, control=control, system=system, planned=planned, start=start)
    if system == "round-robin":
        lowest = int(rng.random() * 12)
        chosen = list(ids)[lowest : lowest + size]
    else:
        chosen = [one for _, one in sorted((rng.random(), one) for one in ids)][:size]
    entries.add_entries(store, key, [{"member": one} for one in chosen])
    entries.number_entries(store, key)
    return key


def _played(
    store: Store, rng: random.Random, key: str, planned: int, clock: Clock, ids: dict[int, Player], name: str, season: int
) -> None:
    """All rounds of an event, and its end."""
    if name == EARLY and season == SEASONS[-1]:
        _rounds(store, rng, key, planned - 1, clock, ids)
        finishing.end_early(store, key, planned - 1, clock.at.date().isoformat(), "The hall had to close at ten.")
        return
    _rounds(store, rng, key, planned, clock, ids, leaves=name == STAY)
    finishing.finish(store, key, clock.at.date().isoformat())


def _rounds(
    store: Store,
    rng: random.Random,
    key: str,
    last: int,
    clock: Clock,
    ids: dict[int, Player],
    *,
    leaves: bool = False,
    last_open: int = 0,
) -> None:
    """Rounds made, published and entered; of the last one some boards stay open where that is asked for."""
    event = events.tournament(store, key)
    control = str(events.listing(store).set_index("key").at[key, "control"])
    with_members = {one["no"]: ids[one["member_id"]] for one in _rows(store, key).entries if one["member_id"] is not None}
    for r in range(1, last + 1):
        if r > 1:
            clock.at += timedelta(days=GAP[control], minutes=20 if not GAP[control] else 0)
        if leaves and r == 4:
            withdrawal.withdraw(store, key, event.size - 2)
        if event.system == "swiss" or r == 1:
            rounds.pair_round(store, key, seed=1)
        rounds.publish(store, key, r)
        boards = results.board_view(store, key, r)
        entered = {}
        for board in boards.itertuples():
            if last_open and r == last and board.board > len(boards) - last_open:
                continue
            code = _code(rng, with_members[board.white], with_members[board.black])
            entered[int(board.board)] = (code, int(board.version))
        results.save(store, key, r, entered)


def _rows(store: Store, key: str) -> events.Rows:
    from chessdash.store.connect import reading

    with reading(store.engine) as connection:
        return events.rows(connection, events.found(connection, key))


def _code(rng: random.Random, white: Player, black: Player) -> str:
    """How a game ends; one in sixty is a forfeit."""
    if rng.random() < 1 / 60:
        return pick(rng, "+-")
    return {"1": "1", "=": "=", "0": "0"}[outcome(rng, white, black)]


def _corrected(store: Store, clock: Clock) -> None:
    """Two mistakes that were found later, and an initial rating that was too low."""
    listing = events.listing(store).sort_values("finished_as").dropna(subset="finished_as")
    first, second = listing["key"].iloc[8], listing["key"].iloc[16]
    clock.to(2026, 6, 5)
    for key, round, reason in ((first, 3, "Scoresheet read again"), (second, 5, "Result entered the wrong way round")):
        board = results.board_view(store, key, round).iloc[2]
        finishing.correct(store, key, round, int(board["board"]), "0" if board["code"] == "1" else "1", reason)
    someone = members.members(store).index[7]
    rating = int(members.members(store).at[someone, "rapid"])
    members.set_initial(store, int(someone), "rapid", rating + 60, "FIDE rating of 2024 was overlooked")


@contextmanager
def made() -> Iterator[Store]:
    """The sample club in a database of its own, as long as the block."""
    clock = Clock()
    token = CLOCK.set(clock)
    try:
        with tempfile.TemporaryDirectory() as folder:
            store = open_store(f"sqlite:///{folder}/club.db", local=True)
            fill(store, clock)
            yield store
            store.close()
    finally:
        CLOCK.reset(token)


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    target.unlink(missing_ok=True)
    with made() as sample:
        print(f"{backup.backup(sample, target)} rows in {target}")
