"""What contradicting cells come to, and everything that records and results alone show. Case numbers are those of the cases."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chessdash import faults, frames
from chessdash.crosstable import Kind, Scoring
from chessdash.faults.settling import rows_of
from chessdash.sheet import Abnormal, Bye, Record, Sheet
from chessdash.text import templates
from chessdash.text.faults import SENTENCES

NAN = float("nan")


def event(*rows: str, points: list[float] | None = None, ranks: list[float] | None = None, **changes: Any) -> Sheet:
    """A sheet of players 1, 2, ...: a row has its cells, such as "2w1" or "-U", apart by blanks; "." is a blank cell."""
    cells = [[_cell(cell) for cell in row.split()] for row in rows]
    size = len(rows)
    players = {"no": np.arange(1, size + 1), "name": [f"P{row}" for row in range(size)], "birth": [""] * size}
    players |= {
        "rating": np.full(size, NAN),
        "points": np.array(points or [NAN] * size),
        "rank": np.array(ranks or range(1, size + 1), float),
    }
    players |= changes.pop("players", {})
    part = [np.array([[cell[at] for cell in row] for row in cells]).reshape(size, -1) for at in range(3)]
    sheet: dict[str, Any] = {"info": {"format": "trf"}, "lines": np.arange(size) + 10}
    return Sheet(
        players=players,
        opponent=part[0].astype(np.int32),
        colour=part[1].astype(np.uint8),
        result=part[2].astype(np.uint8),
        **sheet | changes,
    )


def _cell(text: str) -> tuple[int, int, int]:
    if text == ".":
        return 0, ord("-"), ord(" ")
    return int(text[:-2] or 0), ord(text[-2]), ord(text[-1].replace("?", " "))


def judged(sheet: Sheet) -> dict[str, dict[str, Any]]:
    """The faults by code, the last of each."""
    return {row["code"]: row for row in faults.of(sheet, faults.settle(sheet))}


def kinds(sheet: Sheet) -> list[list[int]]:
    return faults.settle(sheet).kind.tolist()


@pytest.mark.parametrize(
    ("own", "other", "kind", "points", "code"),
    [
        ("1", "0", (Kind.GAME, Kind.GAME), (1, 0), None),
        ("=", "=", (Kind.GAME, Kind.GAME), (0.5, 0.5), None),
        ("W", "L", (Kind.UNRATED_GAME, Kind.UNRATED_GAME), (1, 0), None),
        ("D", "D", (Kind.UNRATED_GAME, Kind.UNRATED_GAME), (0.5, 0.5), None),
        ("+", "-", (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS), (1, 0), None),
        ("-", "-", (Kind.FORFEIT_LOSS, Kind.FORFEIT_LOSS), (0, 0), None),
        ("0", "0", (Kind.GAME, Kind.GAME), (0, 0), "short_points"),
        ("=", "0", (Kind.GAME, Kind.GAME), (0.5, 0), "short_points"),
        ("1", "L", (Kind.GAME, Kind.UNRATED_GAME), (1, 0), "rated_and_not"),
        ("1", "1", (Kind.PENDING, Kind.PENDING), (0, 0), "contradiction"),
        ("1", "=", (Kind.PENDING, Kind.PENDING), (0, 0), "contradiction"),
        ("W", "D", (Kind.PENDING, Kind.PENDING), (0, 0), "contradiction"),
        ("+", "+", (Kind.PENDING, Kind.PENDING), (0, 0), "contradiction"),
        ("1", "-", (Kind.PENDING, Kind.PENDING), (0, 0), "contradiction"),
        ("+", "0", (Kind.PENDING, Kind.PENDING), (0, 0), "contradiction"),
        ("1", "*", (Kind.PENDING, Kind.PENDING), (0, 0), "half_result"),
        ("1", "?", (Kind.PENDING, Kind.PENDING), (0, 0), "half_result"),
        ("Z", "0", (Kind.PENDING, Kind.PENDING), (0, 0), "bye_with_opponent"),
        ("U", "*", (Kind.PENDING, Kind.PENDING), (0, 0), "bye_with_opponent"),
    ],
)
def test_two_cells_of_a_board(
    own: str, other: str, kind: tuple[Kind, Kind], points: tuple[float, float], code: str | None
) -> None:
    for swapped in (False, True):
        first, second = (other, own) if swapped else (own, other)
        settled = faults.settle(sheet := event(f"2w{first}", f"1b{second}", "4w1", "3b0"))
        assert tuple(settled.kind[:2, 0]) == (kind[::-1] if swapped else kind)
        assert tuple(settled.points[:2, 0]) == (points[::-1] if swapped else points)
        assert set(judged(sheet)) == ({code} if code else set())


def test_case_3_one_sided() -> None:
    sheet = event("2w1 3b1", "1b? 4w1", "4b1 1w0", "3w0 2b0", points=[2.0, 1.0, 1.0, 0.0])
    assert kinds(sheet)[0][0] == kinds(sheet)[1][0] == Kind.PENDING
    row = judged(sheet)["half_result"]
    assert (row["severity"], row["line"], row["column"], row["round"]) == ("error", 10, 92, 1)
    assert faults.message(row) == (
        "Round 1: no. 1 (line 10) has '2 w 1', but no. 2 (line 11) has '1 b'; a result needs both sides, the game is left open."
    )
    assert "points_differ" not in judged(sheet)  # the cell in doubt explains it


def test_who_is_named_is_in_doubt_unless_two_others_agree() -> None:
    sheet = event("2w1", "-Z", "2b1 ", ".")
    assert [row[0] for row in kinds(sheet)] == [Kind.PENDING] * 3 + [Kind.PENDING]
    sheet = event("2w1", "3b1", "2w0", ".")
    assert [row[0] for row in kinds(sheet)] == [Kind.PENDING, Kind.GAME, Kind.GAME, Kind.ZERO_BYE]
    assert set(judged(sheet)) == {"one_sided"}


@pytest.mark.parametrize(("cell", "code"), [("9w1", "opponent_unknown"), ("1w1", "plays_itself"), ("w1", "no_opponent")])
def test_a_game_that_cannot_be(cell: str, code: str) -> None:
    sheet = event(f"{cell} 2w1", "-Z 1b0")
    assert faults.settle(sheet).kind[0, 0] == Kind.PENDING
    assert judged(sheet)[code]["severity"] == "error"


def test_unplayed_results_without_opponent() -> None:
    sheet = event("-+ 2w1", "-- 1b0")
    assert faults.settle(sheet).kind[:, 0].tolist() == [Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS]
    assert faults.settle(sheet).points[:, 0].tolist() == [1.0, 0.0]


def test_case_8_games_in_progress_are_no_round() -> None:
    sheet = event("2w1 2b*", "1b0 1w*")
    settled = faults.settle(sheet)
    assert (settled.rounds_played, settled.rounds_planned) == (1, 2)
    assert settled.kind[:, 1].tolist() == [Kind.PENDING] * 2


def test_case_13_f_where_u_is_expected() -> None:
    sheet = event("2w1", "1b0", "-F")
    row = judged(sheet)["full_bye"]
    assert (row["severity"], row["no"], row["round"]) == ("warning", 3, 1)
    assert faults.settle(sheet).points[2, 0] == 1.0
    for fine in (
        event("2w1 -U", "1b0 3w1", "-F 2b0"),
        event("2w1", "1b0", "-F", byes=(Bye(1, 3, "F"),)),
        event("2w1", "1b0", "-U"),
    ):
        assert "full_bye" not in judged(fine)


def test_case_15_a_bye_with_an_opponent() -> None:
    sheet = event("2w0 2bZ", "1b1 .")
    row = judged(sheet)["bye_with_opponent"]
    assert (row["line"], row["column"], row["round"]) == (10, 102, 2)
    assert "'2 b Z'" in faults.message(row)


def test_case_17_a_round_with_nothing_but_absences() -> None:
    rows = ["2w1 3b1 -H", "1b0 4w= .", "4w1 1w0 .", "3b0 2b= ."]
    sheet = event(*rows, points=[2.5, 0.5, 1.0, 0.5])
    settled = faults.settle(sheet)
    assert settled.rounds_played == 2
    assert settled.points[:, 2].tolist() == [0.0] * 4
    assert judged(sheet) == {}
    assert "points_differ" in judged(event(*rows, points=[3.0, 0.5, 1.0, 0.5]))


def test_case_30_points_equal_the_sum_of_the_cells() -> None:
    sheet = event("2w1 2b1 -H 2w1", "1b0 1w0 -U 1b0", points=[3.0, 1.0])
    row = judged(sheet)["points_differ"]
    assert faults.message(row) == (
        "no. 1 (line 10) is declared with 3.0 points, but the results (1 1 H 1) give 3.5; the results count."
    )


def test_other_scorings() -> None:
    sheet = event("2w1 2b= -U", "1b0 1w= -H", ".  . .", scoring=Scoring(3.0, 1.0, 0.0, absence=0.5, pab=1.5))
    assert faults.settle(sheet).points.tolist() == [[3.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.5, 0.0]]
    sheet = event("2w1 -U 2b=", "1b0 -H 1w=", ". . -F", scoring=Scoring(3.0, 1.0, 0.0, absence=0.5, pab=1.5))
    assert faults.settle(sheet).points.tolist() == [[3.0, 1.5, 1.0], [0.0, 1.0, 1.0], [0.5, 0.5, 3.0]]


def test_abnormal_points_are_awarded_and_told_apart() -> None:
    paid = (Abnormal("", -0.5, 2, (1,)), Abnormal("H", 0.25, 0, ()), Abnormal("L", 0.1, 1, (2,)))
    sheet = event("2w1 2b1", "1b0 1w0", "-H -H", abnormal=paid, points=[1.5, 0.1, 0.5])
    settled = faults.settle(sheet)
    assert settled.bonus is not None
    np.testing.assert_allclose(settled.points, [[1.0, 0.5], [0.1, 0.0], [0.25, 0.25]])
    np.testing.assert_allclose(settled.bonus, [[0.0, -0.5], [0.1, 0.0], [-0.25, -0.25]])
    assert judged(sheet) == {}
    assert set(judged(event("2w1", "1b0", abnormal=(Abnormal("H", 1.0, 1, (1, 9)),)))) == {"not_paid", "number_unknown"}


def test_colours() -> None:
    sheet = event("2w1", "1w0")
    assert "same colour" in faults.message(judged(sheet)["same_colour"])
    assert faults.settle(sheet).points[:, 0].tolist() == [1.0, 0.0]
    assert faults.settle(event("2w1", "1-0")).black[:, 0].tolist() == [False, True]
    assert judged(event("2-1", "1-0"))["no_colour"]["values"]["n"] == 1
    assert judged(event("2-+", "1--")) == {}


def test_byes_given_twice() -> None:
    rows = ("-U -U 2w1", "-U -Z 1b0", "4w1 4w1 .", "3b0 3b0 .")
    assert set(judged(event(*rows))) == {"bye_twice", "two_byes"}
    assert judged(event(*rows, teams={"no": [1], "members": [(1, 2)]})) == {}


def test_rounds() -> None:
    assert judged(event("2w1 2b1", "1b0 1w0", info={"rounds": 1}))["surplus_rounds"]["severity"] == "warning"
    assert faults.settle(event("2w1 2b1", "1b0 1w0", info={"rounds": 1})).rounds_planned == 2
    assert judged(event("2w1", "1b0", info={"rounds": 5}))["rounds_to_come"]["severity"] == "note"
    assert judged(event("2w1 -Z 2b1", "1b0 -Z 1w0"))["empty_round"]["round"] == 2


def test_requested_byes_against_cells() -> None:
    byes = (Bye(1, 1, "H"), Bye(9, 2, "Z"), Bye(1, 7, "F"))
    found = judged(event("2w1", "1b0", byes=byes))
    assert (found["bye_not_taken"]["no"], found["number_unknown"]["no"]) == (1, 7)


def test_ranks() -> None:
    game = ("2w1", "1b0", "4w1", "3b0")
    assert set(judged(event(*game, ranks=[NAN] * 4))) == {"no_ranks"}
    assert judged(event(*game, ranks=[1, NAN, 3, NAN]))["no_rank"]["values"]["n"] == 2
    assert set(judged(event(*game, ranks=[1, 3, 1, 3]))) == {"rank_shared"}
    row = judged(event(*game, ranks=[1, 2, 5, 3]))["rank_gap"]
    assert (row["no"], row["values"]["rank"], row["values"]["expected"]) == (3, 5, 4)


def test_counts_and_numbers() -> None:
    info = {"format": "trf", "players": 3, "rated": 1, "teams": 2, "start": "2026-05-02", "end": "2026-05-01"}
    found = judged(event("3w1", "1b0", info=info, players={"no": np.array([1, 3]), "birth": ["1990-01-01", "1.1.90"]}))
    assert {"count_players", "count_rated", "count_teams", "number_gap", "ends_before_start", "unknown_birth"} <= set(found)
    assert faults.message(found["number_gap"]) == "Start number 2 is missing among 1 to 3."


def test_records_that_name_nobody() -> None:
    texts = ["XXA    9 1.0", "XXP 1 8", "260   1   3    1    7", "FRA    6    A", "250       1.0   1   2    1   99"]
    records = tuple(Record(row, text[:3], text) for row, text in enumerate(texts))
    sheet = event("2w1", "1b0", records=records)
    found = [(row["record"], row["no"]) for row in faults.of(sheet, faults.settle(sheet))]
    assert found == [("XXA", 9), ("XXP", 8), ("260", 7), ("FRA", 6)]


def test_members_of_teams() -> None:
    sheet = event("2w1", "1b0", teams={"no": [1, 2], "members": [(1, 2), (2, 5)]})
    assert set(judged(sheet)) == {"member_unknown", "member_twice"}


def test_many_of_a_kind_are_capped_and_counted() -> None:
    size = 1200
    rows = [f"{size + 5}w1"] * size
    sheet = event(*rows)
    found = faults.of(sheet, faults.settle(sheet))
    assert [row["code"] for row in found].count("opponent_unknown") == 1000
    assert next(row for row in found if row["code"] == "and_more")["values"]["n"] == 200


def test_the_frame_keeps_its_schema_even_when_empty() -> None:
    for rows in ([], [faults.fault("note", "no_ranks")], faults.of(event("2w1", "1b1"), faults.settle(event("2w1", "1b1")))):
        frames.checked("faults", faults.frame(rows))


def test_every_sentence_of_faults_is_one() -> None:
    for code, template in SENTENCES.items():
        for text in (template,) if isinstance(template, str) else template:
            assert text[-1] in ".}" or code in ("who", "who_in_line"), code
            assert "  " not in text, code
    assert set(SENTENCES) <= set(templates())


@given(st.lists(st.integers(1, 200_000), min_size=1, max_size=30, unique=True), st.lists(st.integers(0, 200_001), max_size=30))
def test_rows_of_any_numbers(numbers: list[int], asked: list[int]) -> None:
    found = rows_of(np.array(numbers), np.array([*asked, *numbers], np.int64))
    assert found.tolist() == [numbers.index(number) if number in numbers else -1 for number in [*asked, *numbers]]


@given(st.data())
def test_settling_is_fair(data: st.DataObject) -> None:
    """Whatever is written: what is scored is mutual, what is open has no points, and the order of the players changes nothing."""
    size, rounds = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 3))
    cells = st.tuples(st.integers(0, size + 1), st.sampled_from("wb-"), st.sampled_from("1=0WDL+-HFUZ* "))
    table = data.draw(st.lists(cells, min_size=size * rounds, max_size=size * rounds))
    rows = [
        " ".join(f"{no or ''}{colour}{result.replace(' ', '?')}" for no, colour, result in table[r::size]) for r in range(size)
    ]
    sheet = event(*rows)
    settled = faults.settle(sheet)
    scored = (settled.kind <= Kind.FORFEIT_LOSS) & (settled.opponent >= 0)
    for p, r in np.argwhere(scored):
        q = settled.opponent[p, r]
        assert settled.opponent[q, r] == p
        assert scored[q, r]
    games = scored & (settled.kind <= Kind.UNRATED_GAME)
    assert (settled.points[games].reshape(-1) <= 1).all()
    assert not settled.points[settled.kind == Kind.PENDING].any()
    errors = {(row["no"], row["round"]) for row in faults.of(sheet, settled) if row["severity"] == "error"}
    assert errors or (settled.kind[sheet.opponent > 0] <= Kind.FORFEIT_LOSS).all() or (np.isin(sheet.result, list(b"* "))).any()
    order = np.array(data.draw(st.permutations(range(size))))
    renumbered = np.append(np.append(0, np.argsort(order) + 1), size + 1)[sheet.opponent[order]]
    turned = Sheet(sheet.info, sheet.players, renumbered.astype(np.int32), sheet.colour[order], sheet.result[order])
    np.testing.assert_array_equal(faults.settle(turned).kind, settled.kind[order])
    np.testing.assert_array_equal(faults.settle(turned).points, settled.points[order])
