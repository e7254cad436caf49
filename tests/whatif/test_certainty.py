"""Certain of a place and out of it: small events by hand, and every continuation of small events tried."""

from dataclasses import replace
from functools import lru_cache
from itertools import product

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chessdash.crosstable import Crosstable, Kind
from chessdash.errors import DataError
from chessdash.faults.settling import CODE, KINDS, awarded
from chessdash.standings import choose, crosstable, standings
from chessdash.tiebreaks.ranking import final_ranks
from chessdash.tournament import Tournament
from chessdash.whatif.boards import every_board
from chessdash.whatif.bounds import bounds
from chessdash.whatif.certainty import certainty
from tests import simulated
from tests.events import event
from tests.laws.events import sheets

ENDS = ("10", "==", "01", "+-", "-+", "--")
Ways = tuple[np.ndarray, np.ndarray]  # the ways a round can end: opponents' rows and letters, (N, P) each


# ---- every way an event can go on


def matchings(rows: tuple[int, ...]) -> list[list[tuple[int, ...]]]:
    """Every way to make pairs of some of these and leave out the others."""
    if not rows:
        return [[]]
    first, rest = rows[0], rows[1:]
    found = [[(first,), *more] for more in matchings(rest)]
    for other in rest:
        found += [[(first, other), *more] for more in matchings(tuple(row for row in rest if row != other))]
    return found


@lru_cache
def ways_to_end(size: int, boards: tuple, byes: tuple, alone: str, most_alone: int) -> Ways:
    """Every way a round can end with these boards and byes, others paired anyhow or left out with one of the letters."""
    taken = {row for board in boards for row in board} | {row for row, _ in byes}
    opponents, results = [], []
    for parts in matchings(tuple(row for row in range(size) if row not in taken)):
        out = [part[0] for part in parts if len(part) == 1]
        if len(out) > most_alone:
            continue
        pairs = [*boards, *(part for part in parts if len(part) == 2)]
        opponent, result = [-1] * size, ["Z"] * size
        for a, b in pairs:
            opponent[a], opponent[b] = b, a
        for row, letter in byes:
            result[row] = letter
        for ends in product(ENDS, repeat=len(pairs)):
            for letters in product(alone, repeat=len(out)):
                for row, letter in [
                    *zip(out, letters, strict=True),
                    *((p[k], e[k]) for p, e in zip(pairs, ends, strict=True) for k in (0, 1)),
                ]:
                    result[row] = letter
                opponents.append(opponent)
                results.append("".join(result))
    return np.array(opponents), np.array(results, f"S{size}").view(np.uint8).reshape(-1, size)


def continued(one: Tournament, ways: list[Ways]) -> Crosstable:
    """All continuations as a batch, (B, P, R): for each round to come the ways it can end, rounds played as they are."""
    table = one.crosstable
    places = np.stack(np.meshgrid(*(np.arange(len(way[0])) for way in ways), indexing="ij"), -1).reshape(-1, len(ways))
    opponent = np.stack([way[0][k] for way, k in zip(ways, places.T, strict=True)], -1)
    code = CODE[np.stack([way[1][k] for way, k in zip(ways, places.T, strict=True)], -1)]

    def with_past(past, future):
        return np.concatenate([np.broadcast_to(past, (len(places), *past.shape)), future], -1)

    return replace(
        table,
        opponent=with_past(table.opponent, opponent),
        kind=with_past(table.kind, KINDS[code]),
        points=with_past(table.points, awarded(one.sheet.scoring)[code]),
        black=with_past(table.black, (opponent >= 0) & (opponent < np.arange(one.size)[:, None])),
    )


def ranks(one: Tournament, batch: Crosstable, order: str | None) -> np.ndarray:
    """Final ranks from 0 in every continuation, (B, P)."""
    descriptors = choose(one, crosstable(one), order).descriptors
    return np.concatenate([final_ranks(replace(batch, **part), descriptors) for part in parts(batch)])


def parts(batch: Crosstable):
    """The arrays of a batch in chunks."""
    for start in range(0, len(batch.kind), 2000):
        yield {name: getattr(batch, name)[start : start + 2000] for name in ("opponent", "kind", "points", "black")}


def refuted(one: Tournament, batch: Crosstable, order: str | None, places: int) -> tuple[list[str], dict[str, int]]:
    """What certainty says that some continuation contradicts, and how often it says what."""
    frame = certainty(one, order, places=places)
    final, wrong = ranks(one, batch, order), []
    score = np.round(batch.score, 6)
    for row, no in enumerate(one.sheet.players["no"]):
        verdict, inside = frame.loc[no, "verdict"], final[:, row] < places
        if (verdict == "certain" and not inside.all()) or (verdict == "out" and inside.any()):
            wrong.append(f"{no} {verdict}: {frame.loc[no, 'reason']}")
        if verdict == "tie-break":
            others = np.delete(score, row, 1)
            level = (others >= score[:, [row]]).sum(1) >= places  # never inside on points alone
            safe = (others > score[:, [row]]).sum(1) < places  # never outside on points alone
            if not (level.all() or safe.all()):
                wrong.append(f"{no} {verdict}: {frame.loc[no, 'reason']}")
        if score[:, row].max() > frame.loc[no, "most"] or score[:, row].min() < frame.loc[no, "least"]:
            wrong.append(f"{no} points")
    return wrong, frame["verdict"].value_counts().to_dict()


def cut(one: Tournament, played: int, *, paired: int = 0) -> Tournament:
    """The event after some rounds, with the pairings of a few more, whose boards have no result yet; byes there stay known."""
    sheet = one.sheet
    keep = slice(None, played + paired)
    result = sheet.result[:, keep].copy()
    later = np.arange(result.shape[1]) >= played
    result[(sheet.opponent[:, keep] > 0) & later] = ord("*")
    parts = {"opponent": sheet.opponent[:, keep], "colour": sheet.colour[:, keep], "result": result}
    info = {**sheet.info, "rounds": max(one.rounds_planned, sheet.result.shape[1])}
    return Tournament(replace(sheet, info=info, **parts))


def known(one: Tournament, r: int) -> tuple[list[tuple[int, int]], dict[int, str]]:
    """Boards and byes that the event has for a round (from 0)."""
    every = every_board(one)
    here = every.only(every.round == r)
    numbers = list(one.sheet.players["no"])
    byes = {numbers.index(no): letter for round, no, letter in one.byes.itertuples(index=False) if round == r + 1}
    return list(zip(here.white.tolist(), here.black.tolist(), strict=True)), byes


MOST = 6_000
SAMPLE = [(players, left, paired, seed) for players in (4, 5, 6) for left in (1, 2) for paired in (0, 1) for seed in (1, 2)]


def samples():
    """Small simulated events, one or two rounds before their end, the next one paired or not, with every way to go on."""
    for players, left, paired, seed in SAMPLE:
        played = 4 if players == 4 else 5
        one = cut(simulated.tournament(players, played + left, seed, byes="some"), played, paired=paired)
        ways = []
        for r in range(played, played + left):
            boards, byes = known(one, r)
            few = left == 2 and not boards  # else there are too many
            fixed = (tuple(boards), tuple(sorted(byes.items())))
            ways.append(ways_to_end(players, *fixed, "U" if few else "UH" if players == 6 else "UHZ", players % 2 if few else 2))
        if np.prod([len(way[0]) for way in ways]) > MOST:  # two rounds: some of the ways that each can end, all of them together
            random = np.random.default_rng(seed)
            chosen = [random.permutation(len(way[0]))[:60] for way in ways]
            ways = [(way[0][k], way[1][k]) for way, k in zip(ways, chosen, strict=True)]
        yield one, continued(one, ways)


@pytest.fixture(scope="module")
def tried():
    return list(samples())


@pytest.mark.parametrize(("order", "most"), [("BH,SB", 3), ("DE,WIN", 1)])
def test_no_continuation_contradicts_what_is_certain_or_out(tried, order, most):
    said: dict[str, int] = {}
    for one, batch in tried:
        for places in range(1, most + 1):
            wrong, verdicts = refuted(one, batch, order, places)
            assert not wrong
            said = {verdict: said.get(verdict, 0) + verdicts.get(verdict, 0) for verdict in {*said, *verdicts}}
    assert sum(said.values()) == most * sum(one.size for one, _ in tried)
    assert all(said.get(verdict, 0) >= 4 * most for verdict in ("certain", "out", "tie-break", "open")), (
        said
    )  # none of it is vacuous


def test_with_the_last_round_paired_the_verdict_is_all_that_points_can_say(tried):
    """Where only known boards are left, the bounds are reached: the verdict is what counting in every continuation says."""
    seen = set()
    for one, batch in tried:
        if every_board(one).round.max(initial=0) + 1 != one.rounds_planned or one.rounds_played + 1 != one.rounds_planned:
            continue
        boards, byes = known(one, one.rounds_played)
        if 2 * len(boards) + len(byes) < one.size:
            continue
        score = np.round(batch.score, 6)
        for places in (1, 2, 3):
            frame = certainty(one, "BH", places=places)
            for row, no in enumerate(one.sheet.players["no"]):
                others = np.delete(score, row, 1)
                level, above = (others >= score[:, [row]]).sum(1), (others > score[:, [row]]).sum(1)
                expected = "open"
                if level.max() < places:
                    expected = "certain"
                elif above.min() >= places:
                    expected = "out"
                elif level.min() >= places or above.max() < places:
                    expected = "tie-break"
                assert frame.loc[no, "verdict"] == expected
                assert (frame.loc[no, "least"], frame.loc[no, "most"]) == (score[:, row].min(), score[:, row].max())
                seen.add(expected)
    assert seen == {"certain", "out", "tie-break", "open"}


def test_the_enumeration_finds_a_wrong_claim(tried, monkeypatch):
    """A bound that forgets the last round's points is caught."""
    from chessdash.whatif import certainty as module

    def short(tournament, table, **options):
        found = bounds(tournament, table, **options)
        return replace(found, most=found.most - 1)

    monkeypatch.setattr(module, "bounds", short)
    assert any(refuted(one, batch, "BH,SB", places)[0] for one, batch in tried for places in (1, 2))


# ---- events by hand


def verdicts(one: Tournament, order: str = "BH", **options) -> dict[int, str]:
    return certainty(one, order, **options)["verdict"].to_dict()


# One round is left. Points: 1 has 3, 2 has 2, 3 has 1½, 4 has ½, 5 and 6 have 1 (rounds 1-3 as written).
LATE = [
    "2000 2w1 3b1 4w1",
    "1900 1b0 4w1 3b1",
    "1800 5w1 1w0 2w0",
    "1700 6w= 2b0 1b0",
    "1600 3b0 6w= 6b=",
    "1500 4b= 5b= 5w=",
]


def test_first_place_is_certain_once_nobody_can_draw_level():
    # 1 has 3, 2 has 2: one round left, so that 2 may draw level, and nobody can pass
    one = event(LATE, rounds=4)
    frame = certainty(one, "BH")
    assert frame.loc[1, ["verdict", "least", "most", "points"]].tolist() == ["tie-break", 3.0, 4.0, 3.0]
    assert (
        frame.loc[1, "reason"]
        == "At least 3 points; nobody else can reach more, but Test P02 can draw level: then the tie-break decides."
    )
    assert frame.loc[2, "reason"] == "At most 3 points; Test P01 is sure of as many: first place only by the tie-break."
    assert frame.loc[6, ["verdict", "reason"]].tolist() == ["out", "At most 2½ points; Test P01 is sure of 3."]
    # with a bye asked for by 2 (half a point) it is certain
    asked = event(LATE, rounds=4, records=["240 H   4    2"])
    frame = certainty(asked, "BH")
    assert frame.loc[1, ["verdict", "reason"]].tolist() == ["certain", "At least 3 points; nobody else can reach more than 2½."]
    assert frame.loc[2, ["verdict", "least", "most"]].tolist() == ["out", 2.5, 2.5]


# Two rounds of three; in the last one 1 is known to stay away, 2 meets 3, 4 meets 5, and 6 has half a point.
MEETING = [
    "2000 2w1 3w1 -Z",
    "1900 1b0 6w1 3w",
    "1800 4w1 1b0 2b",
    "1700 3b0 5w1 5b",
    "1600 6w1 4b0 4w",
    "1500 5b0 2b0 -H",
]


def test_of_two_who_still_meet_and_need_a_win_one_is_counted():
    # 1 stays on 2; 2, 3, 4 and 5 have 1 and reach 2 by winning: one of each board
    frame = certainty(event(MEETING), places=3)
    assert frame.loc[1, ["least", "most", "verdict"]].tolist() == [2.0, 2.0, "certain"]
    assert frame.loc[1, "reason"] == "2 points; 4 others could reach that, but only 2 together, since they still meet each other."
    assert verdicts(event(MEETING), places=2)[1] == "tie-break"  # nobody can pass 2 points, two may draw level
    assert verdicts(event(MEETING), places=2)[6] == "out"  # ends with ½; 1 to 5 have more already


def test_of_two_who_need_a_draw_both_are_counted():
    # as above, but 6 drew with 2 and with 5: 2 and 5 have 1, 3 and 4 have 1, 1 has 1½ after a draw with 3
    lines = [line.replace("3w1 -Z", "3w= -Z").replace("1b0 2b", "1b= 2b") for line in MEETING]
    one = event(lines)  # points: 1 and 3 have 1½, 2, 4 and 5 have 1, 6 has 0
    assert standings(one)["PTS"].to_dict() == {1: 1.5, 3: 1.5, 2: 1.0, 4: 1.0, 5: 1.0, 6: 0.0}
    found, target = bounds(one, crosstable(one)), np.full(6, 1.5)
    # 1½ or more: 3 in any case, 2 and both of 4 and 5 with draws; more: 3 with a draw or 2 with a win, 4 or 5 with a win
    assert (found.together(target, beyond=False)[0], found.able(target, beyond=False)[0]) == (4, 4)
    assert (found.together(target, beyond=True)[0], found.able(target, beyond=True)[0]) == (2, 4)
    assert verdicts(one, places=4)[1] == "tie-break" and verdicts(one, places=5)[1] == "certain"


def test_who_was_absent_may_come_back_unless_the_file_says_otherwise():
    # after one round of two 3 is absent; 1 has 1 and 2 and 4 none
    lines = ["2000 2w1", "1900 1b0", "1800 -Z", "1700 -Z"]
    assert certainty(event(lines, rounds=2)).loc[3, ["least", "most"]].tolist() == [0.0, 1.0]
    gone = certainty(event(lines, rounds=2, records=["240 Z   2    3    4"]))
    assert gone.loc[3, ["least", "most", "verdict"]].tolist() == [0.0, 0.0, "out"]


def test_open_boards_and_points_that_the_file_announces():
    # 3-4 is open; 2 is to get half a point for round 2 whatever happens, 1 pays one there
    records = ["299           0.5    2    2", "299          -1.0    2    1"]
    one = event(["2000 2w1", "1900 1b0", "1800 4w", "1700 3b"], rounds=2, records=records)
    frame = certainty(one)
    assert frame[["least", "most"]].loc[[1, 2, 3, 4]].to_numpy().tolist() == [[0.0, 1.0], [0.5, 1.5], [0.0, 2.0], [0.0, 2.0]]


def test_other_scorings_have_their_own_bounds():
    # 3-1-0 and the bye pays 2: 1 has 6 and 2 has 3 before the last round, which is not paired
    one = event(
        ["2000 2w1 3w1", "1900 1b0 4w1", "1800 4w0 1b0", "1700 3b1 2b0"], rounds=3, records=["162 W 3.0 D 1.0 L 0.0 P 2.0"]
    )
    frame = certainty(one)
    assert frame.loc[[1, 2, 3], "most"].tolist() == [9.0, 6.0, 3.0]
    assert frame["verdict"].to_dict() == {1: "tie-break", 4: "tie-break", 2: "tie-break", 3: "out"}


def test_an_event_that_is_over_has_its_ranks():
    one = event([line.rsplit(" ", 1)[0] for line in MEETING], rounds=2)
    for places in (1, 3):
        frame, table = certainty(one, "SB", places=places), standings(one, "SB")
        assert (frame["verdict"] == np.where(table["rank"] <= places, "certain", "out")).all()
        assert frame.attrs["over"] and frame["least"].equals(frame["most"])
    assert certainty(one).loc[1, "reason"] == "The event is over: rank 1."
    level = certainty(event(["2000 2w=", "1900 1b="]), "SB")
    assert level["verdict"].tolist() == ["certain", "certain"]  # a shared first place is a first place


def test_a_round_robin_still_pairs_those_who_have_not_met():
    # four players, round 3 to come: 1-4 and 2-3 have not met. 1 stands on 2, 2 and 3 on 1, 4 on 0
    lines = ["2000 2w1 3w1", "1900 1b0 4w1", "1800 4w1 1b0", "1700 3b0 2b0"]
    swiss, robin = (event(lines, rounds=3, type=kind) for kind in ("Swiss", "Round-robin"))
    # 2 and 3 meet: one of them reaches 2 by a win
    assert bounds(robin, crosstable(robin)).together(np.full(4, 2.0), beyond=False)[0] == 1
    assert bounds(swiss, crosstable(swiss)).together(np.full(4, 2.0), beyond=False)[0] == 2
    assert (verdicts(robin, "SB", places=2)[1], verdicts(swiss, "SB", places=2)[1]) == ("certain", "tie-break")


def test_a_free_round_of_a_round_robin_brings_what_free_rounds_brought():
    # three players, odd: 1 has played both games and is free in round 3, 2 and 3 meet
    robin = event(["2000 2w1 3w1", "1900 1b0 -Z", "1800 -Z 1b0"], rounds=3, type="Round-robin")
    frame = certainty(robin, "SB")
    assert frame.loc[1, ["least", "most", "verdict"]].tolist() == [2.0, 2.0, "certain"]
    assert frame.loc[[2, 3], "most"].tolist() == [1.0, 1.0]


def test_games_of_a_round_robin_may_be_annulled_before_half_of_them():
    # five players: after one round of five anybody may still leave, and every game go out of the table
    robin = event(["2000 5w1", "1900 4w1", "1800 -Z", "1700 2b0", "1600 1b0"], rounds=5, type="Round-robin")
    assert certainty(robin, "SB").loc[1, "least"] == 0.0


def test_an_order_without_points_first_proves_nothing():
    frame = certainty(event(MEETING), "BH,PTS")
    assert set(frame["verdict"]) == {"open"} and "BH" in frame["reason"].iloc[0]


@pytest.mark.parametrize("places", [0, 7, 1.5, True, "1"])
def test_places_that_are_none_are_refused(places):
    with pytest.raises(DataError, match="is no number of places; give one from 1 to 6"):
        certainty(event(MEETING), places=places)


def test_before_the_first_round_all_is_open():
    frame = certainty(event(["2000", "1900", "1800", "1700"], rounds=3))
    assert set(frame["verdict"]) == {"open"}
    assert frame.loc[1, "reason"] == "From 0 to 3 points are possible; 3 others can reach 0."


def test_an_open_place_says_what_can_be_reached_and_what_others_are_sure_of():
    """After two of four rounds 1 has 2 points, 2 and 3 have 1, 4 has none and can only draw level with 1. For two places
    others are sure of 2, 1 and 1 as 4 sees it, of 2 and 1 as 2 does, who has as many as the second of these."""
    lines = ["2000 2w1 3b1", "1900 1b0 4w1", "1800 4w1 1w0", "1700 3b0 2b0"]
    frame = certainty(event(lines, rounds=4))
    assert frame["verdict"].to_dict() == {1: "open", 2: "open", 3: "open", 4: "tie-break"}
    assert frame.loc[1, "reason"] == "From 2 to 4 points are possible; 3 others can reach 2."
    assert frame.loc[2, "reason"] == "Can reach 3; Test P01 is sure of 2."
    two = certainty(event(lines, rounds=4), places=2)
    assert two.loc[4, "reason"] == "Can reach 2; 3 others are sure of 1."
    assert two.loc[2, "reason"].startswith("From 1 to 3 points are possible; ")


def test_an_open_place_of_one_whose_points_are_settled():
    """5 has a half-point bye in round 3, the last one: 2½ in the end. 1 is sure of 2."""
    lines = ["2000 2w1 3b1", "1900 1b0 4w1", "1800 4w1 1w0", "1700 3b0 2b0", "1600 -F -F"]
    frame = certainty(event(lines, rounds=3, records=("240 H   3    5",)))
    assert frame.loc[5, "reason"] == "Will have 2½; 1 other can reach 2½."
    assert frame.loc[1, "reason"] == "Can reach 3; Test P05 is sure of 2½."


# ---- any event, one way to go on at a time


@st.composite
def going_on(draw: st.DrawFn) -> tuple[Tournament, list[Tournament]]:
    """Any event cut somewhere, and some ways it ends: scorings, records 299, round robins, open boards, cells that contradict."""
    whole = draw(sheets(most=6))
    written = whole.result.shape[1]
    if whole.info["system"] == "round-robin":  # it ends when everybody has met, and free rounds bring what they brought before
        result = np.where(whole.opponent > 0, whole.result, ord("Z")).astype(np.uint8)
        whole = replace(whole, result=result, info={**whole.info, "rounds": written})
    played = draw(st.integers(max(0, written - 2), written))
    before = cut(Tournament(whole), played, paired=draw(st.integers(0, written - played)))
    random = np.random.default_rng(draw(st.integers(0, 9999)))
    return before, [ended(before, Tournament(whole), random) for _ in range(8)]


def ended(before: Tournament, whole: Tournament, random: np.random.Generator) -> Tournament:
    """One way the event ends: a player wins or loses all that is left, the others anyhow; pairings that are shown stand."""
    size, planned, written = before.size, before.rounds_planned, whole.sheet.result.shape[1]
    hero, favoured = random.integers(size), random.integers(2)
    opponent, result = np.zeros((size, planned), np.int32), np.full((size, planned), ord(" "), np.uint8)
    opponent[:, :written], result[:, :written] = whole.sheet.opponent, whole.sheet.result
    numbers = np.asarray(whole.sheet.players["no"])
    for r in range(planned):
        if r >= before.sheet.result.shape[1] and whole.system == "swiss":  # anybody meets anybody, some stay out
            opponent[:, r], result[:, r] = 0, random.choice(list(b"UHFZ"), size)
            for a, b in random.permutation(size)[: size - size % 2 - random.choice([0, 0, 2])].reshape(-1, 2):
                opponent[a, r], opponent[b, r] = numbers[b], numbers[a]
        past = before.settled.kind[:, r] != Kind.PENDING if r < before.rounds_played else np.zeros(size, bool)
        for p in np.flatnonzero((opponent[:, r] > 0) & ~past):
            q = int(np.flatnonzero(numbers == opponent[p, r])[0])
            ends = [*ENDS, "00"] if hero not in (p, q) else ["10", "+-"] if (hero == p) == favoured else ["01", "-+"]
            if p < q:
                result[[p, q], r] = np.frombuffer(random.choice(ends).encode(), np.uint8)
    colour, info = np.full(result.shape, ord("-"), np.uint8), {**whole.sheet.info, "rounds": planned}
    return Tournament(replace(whole.sheet, opponent=opponent, result=result, colour=colour, info=info))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(going_on())
def test_no_way_to_go_on_contradicts_a_verdict(events):
    before, afters = events
    frames = {places: certainty(before, "WIN,DE", places=places) for places in {1, 2, before.size - 1}}
    for after in afters:
        if after.rounds_played < after.rounds_planned:  # nobody met in the last round: it never took place
            continue
        table = standings(after, "WIN,DE").sort_index()
        for places, unsorted in frames.items():
            frame = unsorted.sort_index()
            assert (table["rank"][frame["verdict"] == "certain"] <= places).all()
            assert (table["rank"][frame["verdict"] == "out"] > places).all()
            assert (frame["least"] <= table["PTS"] + 1e-6).all() and (table["PTS"] <= frame["most"] + 1e-6).all()
