"""Rounds that are simulated: pairings, byes and absences as the file has them, and each end ranked as its file would be."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import chessdash
from chessdash.crosstable import Kind
from chessdash.pairing import dutch_pairs
from chessdash.tournament import Tournament
from chessdash.whatif.outlook import outlook
from chessdash.whatif.past import as_of
from chessdash.whatif.playing import plan
from tests.events import event
from tests.simulated import tournament
from tests.simulated_ends import (
    BONUS,
    BYES,
    LATE,
    OPEN,
    ROBIN,
    RUNNING,
    annulled,
    boards_of,
    no_row,
    planned,
    played_on,
    robin,
    running,
)

ROOT = Path(__file__).parents[2]

SWISS = sorted((ROOT / "tests/conformance/trf").glob("swiss-*.trf"))


def with_column(whole):
    """The event with a column of the players to break ties by."""
    return Tournament(
        replace(whole.sheet, players={**whole.sheet.players, "luck": np.arange(whole.size) * 7 % 5 + 0.0}),
    )


def turned(whole):
    """The event with its lines in another order."""
    sheet, rows = whole.sheet, np.argsort(np.arange(whole.size) * 5 % 7, kind="stable")
    players = {
        name: values[rows] if isinstance(values, np.ndarray) else [values[row] for row in rows]
        for name, values in sheet.players.items()
    }
    cells = {name: getattr(sheet, name)[rows] for name in ("opponent", "colour", "result")}
    return Tournament(replace(sheet, players=players, lines=None, **cells))


ENDS = {
    "plain": (tournament(12, 3, 2), "BH/C1,BH,SB,DE", {}),
    "many codes": (tournament(12, 3, 3), "DE,ARO,FB,WIN,BPG,KS,TPR", {}),
    "the file's own": (as_of(chessdash.read(SWISS[40]), 3), None, {}),
    "a late one": (as_of(chessdash.read(SWISS[102]), 2), "BH,SB", {}),
    "byes": (event(RUNNING, rounds=7, records=BYES), "BH/C1,BH,SB,DE", {}),
    "3-1-0": (event(RUNNING, rounds=7, records=[*BYES, "162  W  3.0    D  1.0    L  0.0"]), "BH/C1,SB,DE", {}),
    "tenths": (event(RUNNING, rounds=7, records=["162  W  1.3    D  0.6    L  0.1    P  0.7"]), "BH/C1,SB,DE", {}),
    "hundreds": (event(RUNNING, rounds=7, records=["162  W 900.0   D 450.0  L  0.0"]), "SB,BH", {}),
    "a bonus": (event(RUNNING, rounds=6, records=BONUS), "BH,SB,WIN,DE", {}),
    "a bonus on an open board": (event(OPEN, rounds=5, records=BONUS), "BH,SB,WIN,DE", {}),
    "ratings": (event(RUNNING, rounds=6), "ARO/U1400,FB,DE", {}),
    "ratings as asked": (event(RUNNING, rounds=6), "ARO,APRO,BH", {"unrated": 1300}),
    "a column": (with_column(event(RUNNING, rounds=6)), "OTHER_luck,SB", {}),
    "the edition of 2024": (event(RUNNING, rounds=6), "BH,FB", {"edition": "2024"}),
    "until a round": (event(RUNNING, rounds=7, records=BYES), "BH,FB", {"rounds": 5}),
    "open boards": (event(OPEN, rounds=5), "BH,SB,DE", {}),
    "open boards alone": (event(OPEN, rounds=5), "BH,SB,DE", {"rounds": 3}),
    "lines in another order": (turned(with_column(event(RUNNING, rounds=6, records=[*BYES, *BONUS]))), "OTHER_luck,BH,SB", {}),
    "open boards in another order": (turned(event(OPEN, rounds=5, records=BONUS)), "BH,SB,DE", {}),
    "a round robin in another order": (turned(robin(ROBIN, 6)), "DE,SB", {}),
    "a round robin": (robin(), "DE,SB,KS", {}),
    "one left a round robin": (robin(ROBIN, 6, records=LATE), "SB,KS,WON,BWG", {}),
    "one left a round robin early": (annulled(robin(ROBIN, 6, records=LATE), 4), "SB,KS,WON,BWG", {}),
}


@pytest.mark.parametrize("case", ENDS)
def test_every_end_is_ranked_as_its_file_would_be(case, ends):
    """Written into the sheet and read from there, each simulated end has the same points, ranks and rounds."""
    whole, order, options = ENDS[case]
    if case in ("plain", "many codes"):
        whole = planned(whole, 6)
    made = plan(whole, 8, order=order, **options)
    runs, tables = ends(made)
    rules = {name: options[name] for name in ("edition", "unrated") if name in options}
    for k, table in enumerate(tables):
        again = played_on(whole, table)
        assert again.rounds_played == table.rounds == options.get("rounds", whole.rounds_planned)
        assert again.rounds_planned == table.rounds_planned == whole.rounds_planned  # so that 16.4 is that of a running event
        standings = chessdash.standings(again, order, **rules).sort_index()
        np.testing.assert_array_equal(runs.rank[k], standings["rank"] - 1)
        np.testing.assert_allclose(runs.points[k], standings["PTS"], rtol=1e-6)
        if case in ("plain", "many codes"):
            assert all(len(set(row)) == 6 for row in table.opponent.tolist())  # no rematch
        for at, (round, _, white, black) in enumerate(made.known):
            of_round = again.results[again.results["round"] == round].set_index("no")
            assert of_round.at[white, "opponent"] == black
            assert "0=1"[runs.result[k, at]] == of_round.at[white, "result"]
    assert len(np.unique(runs.rank, axis=0)) > 1
    assert made.codes == tuple(chessdash.standings(whole, order, **rules).attrs["order"])


def test_those_bonuses_are_there():
    """The cases above would say nothing about them otherwise: 2 with 0 + ½ + 1 + ½, 1 with 1 + 2 + ½, 3 with 1 - ½."""
    assert ENDS["a bonus"][0].crosstable.score[:3].tolist() == [3.5, 2.0, 0.5]
    assert ENDS["a bonus on an open board"][0].crosstable.bonus[2].tolist() == [0, 0, -0.5]


def test_tenths_are_awarded_as_a_file_has_them(ends):
    """To the last bit: in single precision 0.6 is another number, and ties of sums and products of such points break."""
    records = ["162  W  1.3    D  0.6    L  0.1    P  0.7", *BYES]
    for table in ends(plan(event(RUNNING, rounds=7, records=records), 20, order="PTS"))[1]:
        assert table.points.dtype == float and set(np.unique(table.points)) <= {0.1, 0.6, 0.7, 1.3}
    assert ends(plan(running(), 2))[1][0].points.dtype == np.float32  # halves are the same there, and faster


@pytest.mark.parametrize("path", SWISS[5::25], ids=lambda path: path.stem)
def test_pairings_of_the_file_are_played(path, ends):
    whole = chessdash.read(path)
    before = as_of(whole, whole.rounds_played - 2)
    made = plan(before, 4, order="PTS")
    coming = before.rounds_played + 1
    written = boards_of(whole.crosstable, coming - 1)
    assert {(white, black) for round, _, white, black in made.known if round == coming} == written
    assert any(f"Round {coming} is played as the file pairs it" in note for note in made.notes)
    byes = {
        int(no): int(kind)
        for no, kind in zip(whole.crosstable.number, whole.crosstable.kind[:, coming - 1], strict=True)
        if kind in (Kind.PAB, Kind.HALF_BYE, Kind.FULL_BYE)
    }
    for table in ends(made)[1]:
        assert boards_of(table, coming - 1) == written
        assert {no: table.kind[no_row(table, no), coming - 1] for no in byes} == byes


def test_a_round_without_pairings_is_paired_as_the_preview_says():
    whole = event(RUNNING, rounds=6)
    made = plan(whole, 10)
    preview = chessdash.pairing.dutch(whole)
    games = preview[preview["black"] > 0]
    assert {board[2:] for board in made.known} == set(zip(games["white"], games["black"], strict=True))
    assert made.notes[1:3] == (
        "Round 4 has no pairings yet: those that the Dutch system of 2025 gives are played.",
        "Later rounds are paired by a fold inside the score groups, not by the Dutch system of 2025.",
    )


def test_open_boards_are_played(ends):
    """The board of round 3 is, the contradicted one of round 2 is none and stays as it is."""
    made = plan(event(OPEN, rounds=5), 40)
    assert made.known == ((3, 1, 1, 3),) and made.first_round == 3 and made.rest.open == ((2, 0, 2, 1),)
    assert any("1 open board is played too" in note for note in made.notes)
    runs, tables = ends(made)
    assert set(runs.result.ravel().tolist()) == {0, 1, 2}
    for result, table in zip(runs.result[:, 0], tables, strict=True):
        assert table.kind[[0, 2], 2].tolist() == [Kind.GAME] * 2
        assert table.points[[0, 2], 2].tolist() == [result / 2, 1 - result / 2]
        assert table.kind[[1, 2], 1].tolist() == [Kind.PENDING] * 2
        assert 2 not in table.opponent[0, 3:]
    found = outlook(made, [runs])
    assert found.rounds == (3, 5)
    assert (found.given({(3, 3): "1"}).points[:, 0] <= found.plan.score[0] + 2).all()


@pytest.mark.parametrize("words", [("3w", "1b"), ("3b", "1b"), ("3", "1"), ("3w", "1")])
def test_an_open_board_is_one_whatever_its_colours(words, ends):
    lines = (f"2000 2w1 {words[0]} 4w1", "1900 1b0 4w1 3w1", f"1800 4w1 {words[1]} 2b0", "1700 3b0 2b0 1b0")
    made = plan(event(lines), 20)
    assert [set(board[2:]) for board in made.known] == [{1, 3}]
    assert all((table.kind == Kind.GAME).all() for table in ends(made)[1])


def test_byes_absences_and_odd_numbers(ends):
    """Who asked for a bye has it with its points, and one of an odd number present is free, each time another one while that is
    possible; the allocated bye is worth 0.7 here. Present are 7, but 6 in rounds 5 and 6."""
    records = [*BYES, "162  W  1.0    D  0.5    L  0.0    P  0.7"]
    for table in ends(plan(event(RUNNING, rounds=7, records=records), 60))[1]:
        later = table.kind[:, 3:]
        assert (later == Kind.PAB).sum(0).tolist() == [1, 0, 0, 1]
        assert table.kind[1, 4] == Kind.HALF_BYE and table.points[1, 4] == 0.5
        assert table.kind[5, 5] == Kind.ZERO_BYE and table.points[5, 5] == 0
        assert (later == Kind.HALF_BYE).sum() == (later == Kind.ZERO_BYE).sum() == 1
        np.testing.assert_allclose(table.points[table.kind == Kind.PAB], 0.7)
        assert ((table.kind == Kind.PAB).sum(1) <= 1).all()  # 5, 6 and 7 had it
        games = table.kind[:, 3:] == Kind.GAME
        other = np.take_along_axis(table.opponent, np.maximum(table.opponent, 0), 0)
        assert (other[:, 3:][games] == np.nonzero(games)[0]).all()


def test_who_has_had_a_full_bye_is_not_free_as_well(ends):
    """5 has had the allocated bye, 7 a full one, 6 has one in round 2: others are free in rounds 3 and 4."""
    lines = ("2000 2w1", "1900 1b0", "1800 4w1", "1700 3b0", "1200 -U", "1100 -H", "1000 -F")
    for table in ends(plan(event(lines, rounds=4, records=("240 F   2    6",)), 30))[1]:
        assert (table.kind == Kind.PAB).sum(0).tolist() == [1, 0, 1, 1]
        assert (table.kind[4:] == Kind.PAB).sum(1).tolist() == [1, 0, 0]


def test_who_has_left_stays_away(ends):
    """2 was there and is absent in round 2, 6 never was; 3 is absent in round 2 but has a half-point bye in round 4."""
    lines = ("2000 2w1 4b1", "1900 1b0 -Z", "1800 4w= -Z", "1700 3b= 1w0", "1600 -U -H", "1500 -Z -Z")
    made = plan(event(lines, rounds=5, records=("240 H   4    3",)), 30)
    assert (made.rest.withdrawn, made.rest.missing) == ((2,), (6,))
    assert made.notes[:2] == (
        "Absent in the last round and taken to stay away: P02, Test.",
        "Never there so far and left out: P06, Test.",
    )
    for table in ends(made)[1]:
        assert (table.kind[[1, 5], 2:] == Kind.ZERO_BYE).all()
        assert (table.kind[[0, 2, 3, 4], 2:] != Kind.ZERO_BYE).all()
        assert table.kind[2, 3] == Kind.HALF_BYE


@pytest.mark.parametrize(
    ("cells", "records", "back"),
    [
        ("1b0 -Z -Z", (), False),  # absent now, and in the next round too, which is paired
        ("1b0 -Z -Z", ("240 Z   3    2",), True),  # has asked for it, so that it goes on afterwards
        ("1b0 -Z -H", (), True),
        ("1b0 4b= -Z", (), True),  # only the next round
        ("1b0 -Z -Z -Z 5b", (), True),  # round 5 is paired with it
    ],
)
def test_absent_now_and_in_the_next_round(cells, records, back, ends):
    fourth = "3b= 2w= 1b" if "4b" in cells else "3b= -U 1b"
    fifth = "-U -H 3b . 2w" if "5b" in cells else "-U -H 3b"
    whole = event(
        ("2000 2w1 3b1 4w", f"1900 {cells}", "1800 4w= 1w0 5w", f"1700 {fourth}", f"1600 {fifth}"), rounds=6, records=records
    )
    made = plan(whole, 10, order="PTS")
    kinds = np.array([table.kind[1, 2:] for table in ends(made)[1]])
    assert (kinds[:, 0] != Kind.GAME).all()
    assert ((kinds[:, -1] != Kind.ZERO_BYE) == back).all()
    assert made.rest.withdrawn == (() if back else (2,))


def test_a_late_entry_comes_after_its_byes(ends):
    """5 has zero-point byes until round 4 and plays from round 5 on."""
    lines = ("2000 2w1 3b1", "1900 1b0 4w1", "1800 4w1 1w0", "1700 3b0 2b0", "1600 -Z -Z")
    made = plan(event(lines, rounds=6, records=("240 Z   3    5", "240 Z   4    5")), 20)
    assert made.rest.withdrawn == made.rest.missing == ()
    for table in ends(made)[1]:
        assert (table.kind[4, 2:4] == Kind.ZERO_BYE).all() and (table.kind[4, 4:] != Kind.ZERO_BYE).all()
        assert (table.kind[:4, 2:4] == Kind.GAME).all()


def test_before_the_first_round(ends):
    whole = event(("2000 .", "1900 .", "- .", "1700 .", "1600 ."), rounds=3)
    runs, tables = ends(plan(whole, 30))
    assert all(table.rounds == 3 and ((table.kind == Kind.PAB).sum(0) == 1).all() for table in tables)
    np.testing.assert_allclose(runs.points.sum(1), 9)


@pytest.mark.parametrize(
    ("players", "rounds", "times"), [(ROBIN, 3, 1), (ROBIN, 6, 2), (("2000 2w1", "1900 1b0", "1800 -Z"), 6, 2)]
)
def test_a_round_robin_is_played_to_its_end(players, rounds, times, ends):
    """Everyone meets everyone as often as planned; in a double one once with each colour. The last one is of three players."""
    made = plan(robin(players, rounds), 20, order="SB")
    assert "A round robin: the remaining games are known, no pairing is simulated." in made.notes
    for table in ends(made)[1]:
        size = len(table.number)
        met, white = np.zeros((2, size, size), int)
        for row, r in zip(*np.nonzero(table.opponent >= 0), strict=True):
            met[row, table.opponent[row, r]] += 1
            white[row, table.opponent[row, r]] += not table.black[row, r]
        assert (met == times * (1 - np.eye(size, dtype=int))).all()
        assert times == 1 or (white == 1 - np.eye(size, dtype=int)).all()
        assert (table.kind[table.opponent >= 0] == Kind.GAME).all()


@pytest.mark.parametrize("nothing", [False, True])
def test_who_has_left_a_round_robin_plays_no_more(nothing, ends):
    """Games to come are forfeits, or annulled with the others; whoever is free has not left."""
    whole = robin(ROBIN, 6, records=LATE)
    made = plan(annulled(whole, 4) if nothing else whole, 20)
    assert made.rest.withdrawn == (4,) and 4 not in {no for board in made.known for no in board[2:]}
    assert any(note.startswith("Has left: games to come are forfeited") for note in made.notes)
    for table in ends(made)[1]:
        assert (table.kind[3, 2:] == (Kind.ANNULLED if nothing else Kind.FORFEIT_LOSS)).all()
        against = table.opponent[3, 2:]
        assert sorted(against.tolist()) == [0, 0, 1, 2]  # 2 and 3 once more
        given = table.kind[against, np.arange(2, 6)]
        assert (given == (Kind.ANNULLED if nothing else Kind.FORFEIT_WIN)).all()
        assert table.points[against, np.arange(2, 6)].sum() == (0 if nothing else 4)
        others = np.delete(table.kind[:, 2:], 3, 0)
        assert ((others == Kind.GAME).sum() == 8) and (table.score[3] == (0 if nothing else made.score[3]))
    assert plan(robin(("2000 2w1", "1900 1b0", "1800 -Z"), 6), 20).rest.withdrawn == ()


@pytest.mark.parametrize(("players", "records"), [(8, ()), (9, ("240 H   5    2",))])
def test_exact_pairings_are_those_of_the_dutch_system(players, records, ends):
    """Every simulated round is what the table before it gives, and nobody meets twice."""
    base = tournament(players, 3, 4)
    sheet = replace(base.sheet, info={**base.sheet.info, "rounds": 5})
    whole = Tournament(replace(sheet, byes=tuple(chessdash.read(text_of(record)).sheet.byes[0] for record in records)))
    made = plan(whole, 4, pairing="dutch")
    assert made.notes[-1].startswith("Later rounds are paired by the Dutch system of 2025")
    for table in ends(made)[1]:
        for r in (3, 4):
            absent = np.isin(table.kind[:, r], [Kind.HALF_BYE, Kind.ZERO_BYE])
            assert absent.sum() == (r == 4) * len(records)
            white, black, bye = dutch_pairs(table.through(r), absent, 5)
            rows = np.flatnonzero((table.opponent[:, r] >= 0) & ~table.black[:, r])
            assert dict(zip(white.tolist(), black.tolist(), strict=True)) == dict(
                zip(rows.tolist(), table.opponent[rows, r].tolist(), strict=True)
            )
            assert np.flatnonzero(table.kind[:, r] == Kind.PAB).tolist() == ([bye] if bye >= 0 else [])
        pairs = [(int(row), int(table.opponent[row, r])) for row, r in np.argwhere(table.opponent >= 0)]
        assert len(pairs) == len(set(pairs))


def text_of(record):
    from tests.events import text

    return text(("2000 2w", "1900 1b"), rounds=5, records=(record,)).encode()


def test_where_the_exact_system_has_no_pairing_the_fold_has_one(ends):
    """Four players in five rounds: everyone has met everyone after three, so that two rounds are rematches."""
    whole = event(("2000 2w1 3b1", "1900 1b0 4w1", "1800 4w1 1w0", "1700 3b0 2b0"), rounds=5)
    for table in ends(plan(whole, 4, pairing="dutch"))[1]:
        assert (table.kind == Kind.GAME).all() and table.rounds == 5
        assert (np.sort(table.opponent[:, :3], 1) == [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]]).all()


def test_open_boards_before_exact_pairings(ends):
    lines = ("2000 2w1 3w", "1900 1b0 4w1", "1800 4w1 1b", "1700 3b0 2b0")
    made = plan(event(lines, rounds=3), 6, pairing="dutch")
    assert not any("fold too" in note for note in made.notes)
    for table in ends(made)[1]:
        assert boards_of(table, 2) in ({(4, 1), (3, 2)}, {(4, 1), (2, 3)}, {(1, 4), (2, 3)}, {(1, 4), (3, 2)})
