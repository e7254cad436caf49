"""A law: who left a round robin, and what was played, decide its boards, in whatever order people say so."""

import random
from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chessdash
from chessdash.errors import StoreError
from chessdash.store import Store, events, finishing, results, rounds, schema, withdrawal
from tests.store.clubs import club_event, play
from tests.store.rows import every_row

PLAYED, DECIDED = "1=0", "1=0+-x"
BOARDS = {(1, 1): (1, 4), (1, 2): (2, 3), (2, 1): (4, 3), (2, 2): (1, 2), (3, 1): (2, 4), (3, 2): (3, 1)}  # Berger, four players
Facts = tuple[dict[int, int], dict[tuple[int, int], str]]  # who left after which round; results by round and board


@st.composite
def facts(draw: st.DrawFn) -> Facts:
    """One or two of four leave; every board that is not after a withdrawal has a result."""
    left = draw(st.dictionaries(st.integers(1, 4), st.integers(0, 3), min_size=1, max_size=2))
    codes = {at: draw(st.sampled_from(DECIDED)) for at in BOARDS if not after(left, at)}
    return left, codes


def after(left: dict[int, int], at: tuple[int, int]) -> list[int]:
    """Who of a board had left before its round."""
    return [no for no in BOARDS[at] if left.get(no, 3) < at[0]]


def ruled(left: dict[int, int], codes: dict[tuple[int, int], str]) -> dict[tuple[int, int], str]:
    """The boards by the rule, from the facts alone: of three games fewer than half are none and one; otherwise two or three."""
    games = {no: sum(codes.get(at, "") in PLAYED and at in codes for at, both in BOARDS.items() if no in both) for no in left}
    annulled = {no for no, n in games.items() if n < 2}
    made = dict(codes)
    for at, both in BOARDS.items():
        if gone := after(left, at):
            won = "-" if gone == [both[0]] else "+"
            made[at] = "x" if len(gone) == 2 or annulled & set(both) else won
    return made


class Event:
    """An event to which people say the facts, each in steps of their own that keep their order."""

    def __init__(self, store: Store, rest: random.Random) -> None:
        self.store, self.rest = store, rest
        self.key = club_event(store, 4, 3, system="round-robin", rated=False)
        rounds.pair_round(store, self.key)
        self.public = 0

    def told(self, known: Facts, typed: dict[tuple[int, int], str]) -> None:
        """Rounds published, players gone and results entered, mixed at random; ``typed`` stands in for some of the results."""
        left, codes = known[0], known[1] | typed
        chains = [self._publishing(), *(self._leaving(no, last, codes) for no, last in left.items())]
        chains += [self._entering(at, code) for at, code in codes.items()]
        self._run(chains)

    def corrected(self, codes: dict[tuple[int, int], str], left: dict[int, int]) -> None:
        """Corrections of a finished event, mixed; a board after a withdrawal is taken for a game first, by mistake."""
        chains = [iter([lambda at=at, code=code: self._correct(at, code)]) for at, code in codes.items()]
        chains += [self._mistake(at) for at in BOARDS if after(left, at)]
        self._run(chains)

    def boards(self) -> dict[tuple[int, int], str]:
        """What is stored."""
        found = {}
        for round in (1, 2, 3):
            for row in results.board_view(self.store, self.key, round).itertuples():
                found[round, row.board] = row.code
        return found

    def _run(self, chains: list[Iterator]) -> None:
        """One step of one of the chains after the other; a chain that cannot go on yet gives None."""
        while chains:
            chain = self.rest.choice(chains)
            try:
                step = next(chain)
            except StopIteration:
                chains.remove(chain)
                continue
            if step is not None:
                step()

    def _publishing(self) -> Iterator:
        for round in (1, 2, 3):
            yield lambda round=round: rounds.publish(self.store, self.key, round)
            self.public = round

    def _leaving(self, no: int, last: int, codes: dict[tuple[int, int], str]) -> Iterator:
        """Somebody leaves, sometimes as it was understood wrongly at first, or comes back in between; then results are typed on
        boards after it. What is no game cannot be typed after a withdrawal, so no wrong one is before a forfeit that was one."""
        first = max([at[0] for at, code in codes.items() if no in BOARDS[at] and code not in PLAYED], default=0)
        if self.rest.random() < 0.5:
            yield lambda: self._tried(withdrawal.withdraw, no, self.rest.randint(first, 3))
            if self.rest.random() < 0.5:
                yield lambda: self._tried(withdrawal.come_back, no)
        yield lambda: withdrawal.withdraw(self.store, self.key, no, last)
        for at, both in BOARDS.items():
            if no in both and at[0] > last and self.rest.random() < 0.5:
                while self.public < at[0]:
                    yield None
                yield lambda at=at: self._typed(at, self.rest.choice(("1*", "+", "=-", "-", "*", "x")))

    def _entering(self, at: tuple[int, int], code: str) -> Iterator:
        """A result, sometimes another one before it, or taken back."""
        while self.public < at[0]:
            yield None
        if self.rest.random() < 0.5:
            yield lambda: self._typed(at, self.rest.choice("1=0+-x*"))
        yield lambda: self._enter(self.store, self.key, at, code)

    def _typed(self, at: tuple[int, int], codes: str) -> None:
        """Results one after the other, each of which may be refused."""
        for code in codes:
            self._tried(self._enter, at, code)

    def _mistake(self, at: tuple[int, int]) -> Iterator:
        if self.rest.random() < 0.5:
            for code in ("1", self.rest.choice("+-x")):
                yield lambda code=code: self._correct(at, code)

    @staticmethod
    def _enter(store: Store, key: str, at: tuple[int, int], code: str) -> None:
        play(store, key, at[0], {at[1]: code})

    def _correct(self, at: tuple[int, int], code: str) -> None:
        finishing.correct(self.store, self.key, *at, code, "read again")

    def _tried(self, act: Callable[..., object], *arguments: object) -> None:
        """Something that the store may refuse, as what is against the rule."""
        try:
            act(self.store, self.key, *arguments)
        except StoreError as error:
            assert "withdrawn" in str(error) or "has a board in round" in str(error), error


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(known=facts(), seed=st.integers(0, 2**32), late=st.sets(st.sampled_from(sorted(BOARDS))))
def test_the_same_facts_end_in_the_same_boards(store, known, seed, late):
    """Told in two orders; then with wrong results, finished and corrected: always the boards of the rule, and their table."""
    left, codes = known
    rest = random.Random(seed)
    wanted = ruled(left, codes)
    for _ in range(2):
        event = Event(store, rest)
        event.told(known, {})
        assert event.boards() == wanted
    wrong = {at: rest.choice([code for code in DECIDED if code != codes[at]]) for at in late & codes.keys()}
    event = Event(store, rest)
    event.told(known, wrong)
    assert event.boards() == ruled(left, codes | wrong)
    finishing.finish(store, event.key)
    event.corrected({at: codes[at] for at in wrong}, left)
    assert event.boards() == wanted
    table, fresh = finishing.final(store, event.key), chessdash.standings(events.tournament(store, event.key))
    assert table["rank"].to_dict() == fresh["rank"].to_dict() and table["PTS"].to_dict() == fresh["PTS"].to_dict()
    revisions = {row["id"]: row["revision"] for row in every_row(store, schema.event)}
    assert all(row["version"] <= revisions[row["event_id"]] for row in every_row(store, schema.board))
