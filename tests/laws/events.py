"""Random events for laws: Swiss-like and round robins, every kind of cell, scorings, editions, odd fields, repeated opponents."""

from dataclasses import replace

import numpy as np
from hypothesis import strategies as st

from chessdash.crosstable import Crosstable, Kind, Rules, Scoring
from chessdash.sheet import Abnormal, Sheet
from chessdash.tiebreaks.descriptor import MODIFIERS, Descriptor, parse
from chessdash.tiebreaks.registry import CODES
from chessdash.tournament import Tournament

EXACT = (
    Scoring(),
    Scoring(3, 1, 0),
    Scoring(pab=0.5),
    Scoring(2, 1, 0, pab=1),
    Scoring(1, 0.5, 0, absence=0.5),
    Scoring(3, 2, 1, 0, 2),
)
ODD = (Scoring(1, 0.4, 0.1), Scoring(1, 1 / 3, 0))
BOARDS = ("10", "01", "==", "10", "01", "==", "WL", "DD", "+-", "-+", "--", "**")  # both cells, the usual ones more often
ALONE = "UFHZZHU+-"
LETTERS = np.array([ord(letter) for letter in "".join(BOARDS)], np.uint8).reshape(-1, 2)


@st.composite
def sheets(draw: st.DrawFn, *, scorings: tuple[Scoring, ...] = EXACT + ODD, most: int = 9, unrated: bool = True) -> Sheet:
    """Any event of 2 to 9 participants and up to 7 rounds, with planned rounds, ratings, abnormal points and odd numbers."""
    system = draw(st.sampled_from(("swiss", "round-robin")))
    size = draw(st.integers(2, most))
    opponent = draw(swiss_pairings(size)) if system == "swiss" else berger(size, draw(st.integers(1, 2)))
    rounds = opponent.shape[1]
    numbers = np.array(draw(st.permutations(range(1, size + 1)))) * draw(st.sampled_from((1, 1, 7)))
    result, colour = filled(draw, opponent)
    no_rating = st.just(np.nan) if unrated else st.nothing()
    ratings = draw(st.lists(st.one_of(st.integers(1400, 2800), no_rating), min_size=size, max_size=size))
    return Sheet(
        info={"rounds": rounds + draw(st.integers(0, 2)), "system": system, "edition": draw(st.sampled_from(("2024", "2026")))},
        players={"no": numbers.tolist(), "name": [f"P{no}" for no in numbers], "rating": np.array(ratings, float)},
        opponent=np.where(opponent >= 0, numbers[opponent], 0).astype(np.int32),
        colour=colour,
        result=result,
        scoring=draw(st.sampled_from(scorings)),
        abnormal=draw(st.lists(abnormal(numbers.tolist(), rounds), max_size=2)) if draw(st.booleans()) else (),
    )


def filled(draw: st.DrawFn, opponent: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Results and colours for these opponents' rows, each of shape (P, R)."""
    size, rounds = opponent.shape
    lots = draw(st.lists(st.integers(0, 35), min_size=size * rounds, max_size=size * rounds))
    result, colour = np.full(opponent.shape, ord("Z"), np.uint8), np.full(opponent.shape, ord("-"), np.uint8)
    for (p, r), lot in zip(np.ndindex(size, rounds), lots, strict=True):
        q = opponent[p, r]
        if q < 0:
            result[p, r] = ord(ALONE[lot % len(ALONE)])
        elif p < q:
            result[[p, q], r] = LETTERS[lot % len(BOARDS)]
            colour[[p, q], r] = np.frombuffer(b"wb" if lot % 2 else b"bw", np.uint8)
    return result, colour


@st.composite
def swiss_pairings(draw: st.DrawFn, size: int) -> np.ndarray:
    """Opponents' rows, -1 where none, shape (P, R): any pairs, also again, with more or fewer left out."""
    rounds = draw(st.integers(0, 6))
    opponent = np.full((size, rounds), -1)
    for r in range(rounds):
        order = draw(st.permutations(range(size)))
        for a, b in zip(*[iter(order[: len(order) - draw(st.sampled_from((0, 0, 1, 2, 3)))])] * 2, strict=False):
            opponent[a, r], opponent[b, r] = b, a
    return opponent


def berger(size: int, cycles: int) -> np.ndarray:
    """Opponents' rows of a round robin, -1 in the free round of an odd field, shape (P, R)."""
    even = size + size % 2
    ring = list(range(1, even))
    rounds = []
    for _ in range(even - 1):
        row = [0, *ring]
        pairs = dict(zip(row, row[::-1], strict=True))
        rounds.append([pairs[p] if pairs[p] < size else -1 for p in range(size)])
        ring = ring[1:] + ring[:1]
    return np.tile(np.array(rounds).T, cycles)


def abnormal(numbers: list[int], rounds: int) -> st.SearchStrategy[Abnormal]:
    """Points that results do not explain (record 299), in halves."""
    return st.builds(
        Abnormal,
        st.sampled_from(("", "", "W", "D", "U", "+")),
        st.integers(-2, 4).map(lambda halves: halves / 2),
        st.integers(0, rounds),
        st.lists(st.sampled_from(numbers), max_size=3, unique=True).map(tuple),
    )


def tournaments(**options: object) -> st.SearchStrategy[Tournament]:
    """As ``sheets``, as a file of it would be read."""
    return sheets(**options).map(Tournament)  # type: ignore[arg-type]


@st.composite
def tables(draw: st.DrawFn, **options: object) -> Crosstable:
    """As ``sheets``, as arrays; some games are annulled, which no file says yet."""
    table = draw(tournaments(**options)).crosstable
    if table.kind.size and draw(st.booleans()):
        kind = table.kind.copy()
        p, r = draw(st.integers(0, kind.shape[0] - 1)), draw(st.integers(0, kind.shape[1] - 1))
        if kind[p, r] <= Kind.UNRATED_GAME:
            kind[p, r] = kind[table.opponent[p, r], r] = Kind.ANNULLED
        table = replace(table, kind=kind)
    return table


def examples(code: str) -> list[str]:
    """A code alone, with each modifier that it takes, and with the cuts and /P or /F together."""
    accepts = CODES[code].accepts
    alone = [modifier.example for modifier in MODIFIERS if modifier.option in accepts]
    cuts = [cut for option, cut in (("cut", "/C2"), ("median", "/M2")) if option in accepts]
    also = [flag for option, flag in (("played", "/P"), ("fore", "/F")) if option in accepts]
    return [
        code,
        *(code + modifier for modifier in alone + cuts),
        *(code + cut + flag for cut in ["/C1", *cuts] for flag in also if cuts),
    ]


EVERY = tuple(parse(text) for code in CODES for text in examples(code))
VALUES = tuple(descriptor for descriptor in EVERY if descriptor.tiebreak.shape != "split")
SPLITS = tuple(descriptor for descriptor in EVERY if descriptor.tiebreak.shape == "split")


def usable(table: Crosstable, descriptors: tuple[Descriptor, ...] = EVERY) -> list[Descriptor]:
    """Those that this event can carry: no Buchholz in a round robin; the unrated count as 1500."""
    return [one for one in descriptors if not (table.rules.predetermined and one.tiebreak.swiss_only)]


def with_ratings(table: Crosstable) -> Crosstable:
    """The table with a rating to use for the unrated."""
    return replace(table, rules=replace(table.rules, unrated=1500.0))


def rules(table: Crosstable, **changed: object) -> Crosstable:
    """The table under other rules."""
    return replace(table, rules=Rules(**{**vars(table.rules), **changed}))  # type: ignore[arg-type]
