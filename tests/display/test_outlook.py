"""The rest of an event as plain data: each value under its heading, what chance alone may do, one player's lines."""

from types import SimpleNamespace

import pandas as pd
import pytest

from chessdash.display import outlook as display

PLAN = SimpleNamespace(numbers=(4, 7, 9), names=("Ek, Ada", "Ek, Bo", "Lind, Cy"))


def hanging():
    """Rows as ``Outlook.depends`` gives them: a swing of 60 in 100 with an error of 5, one of 6 with an error of 3."""
    rows = [
        (6, 2, 4, 9, 4, 0.81, 0.5, 0.21, 0.6, 0.05, 500, 200, 50),
        (6, 1, 7, 9, 7, 0.12, 0.1, 0.06, 0.06, 0.03, 500, 300, 300),
    ]
    columns = ["round", "board", "white", "black", "player", "if_white", "if_draw", "if_black", "swing", "swing_se"]
    return pd.DataFrame(rows, columns=[*columns, "runs_white", "runs_draw", "runs_black"])


def outlook(**columns):
    """Rows as ``Outlook.to_frame`` gives them."""
    rows = {
        "name": PLAN.names,
        "rank": [1, 2, 3],
        "points": [4.5, 4.0, 3.0],
        "first": [0.8, 0.2, 0.0],
        "first_se": [0.004, 0.004, 0.0001],
        "top2": [0.99, 0.9, 0.11],
        "top2_se": [0.001, 0.003, 0.006],
        "prize": [0.8, 0.2, 0.0],
        "prize_se": [0.004, 0.004, 0.0001],
        "expected_points": [5.87, 4.5, 3.25],
        "expected_points_se": [9.0, 9.0, 9.0],
        "rating_change": [12.6, -0.4, float("nan")],
        "rating_change_se": [0.31, 0.2, float("nan")],
        "low": [1, 1, 3],
        "lower": [1, 2, 3],
        "median": [1, 2, 3],
        "mean_rank": [1.2, 1.8, 3.0],
        "upper": [1, 2, 3],
        "high": [2, 3, 3],
    }
    return pd.DataFrame({**rows, **columns}, index=pd.Index(PLAN.numbers, name="no"))


def proof(places, verdicts):
    rows = {"verdict": verdicts, "reason": [f"Reason {no} of {places}." for no in PLAN.numbers], "points": [4.5, 4.0, 3.0]}
    return pd.DataFrame({**rows, "least": [4.5, 4.0, 3.0], "most": [6.5, 6.0, 5.0]}, index=pd.Index(PLAN.numbers, name="no"))


def cells(table, row=0):
    """The texts of a row by their headings."""
    assert len(table.rows[row].cells) == len(table.columns)
    return {column.head: cell.text for column, cell in zip(table.columns, table.rows[row].cells, strict=True)}


# ---- what hangs on the next round


def test_what_hangs_on_a_game_stands_under_its_headings():
    table = display.depends_table(hanging(), PLAN)
    assert cells(table) == {
        "Board": "2",
        "Game": "Ek, Ada – Lind, Cy",
        "moves most": "Ek, Ada",
        "swing": "60",
        "1-0": "81",
        "½-½": "50",
        "0-1": "10 of 50",  # 0.21 of 50 runs; fewer than 100 are counted
    }
    assert cells(display.depends_table(hanging(), PLAN, one=True), 1) == {
        "Board": "1", "Game": "Ek, Bo – Lind, Cy", "swing": "6", "1-0": "12", "½-½": "10", "0-1": "6",
    }  # fmt: skip


def test_a_swing_that_chance_may_make_is_marked():
    """60 is 12 of its errors, 6 only 2."""
    frame = hanging()
    assert display.telling(frame).tolist() == [True, False]
    sure, noise = (row.cells[3] for row in display.depends_table(frame, PLAN).rows)
    assert (sure.after, sure.marks) == ("", ()) and (noise.after, noise.marks) == ("*", ("pencil",))


# ---- everybody


def test_chances_stand_under_their_headings():
    """The prize is first place here; the first two are a column of their own."""
    table = display.outlook_table(outlook(verdict=["open", "open", "out"]), 2, 10_000)
    assert cells(table) == {
        "today": "1", "Player": "Ek, Ada", "Pts": "4", "first": "80", "prize": "80", "top 2": "99", "points": "5.87",
        "rating": "+13", "half": "1", "9 of 10": "1–2",
    }  # fmt: skip
    assert cells(table, 2)["first"] == "out" and cells(table, 1)["half"] == "2"
    assert cells(table, 1)["rating"] == "±0" and cells(table, 2)["rating"] == ""  # -0.4, and no rating to change
    assert "rating" not in cells(display.outlook_table(outlook(rating_change=[float("nan")] * 3), 2, 10_000))
    assert "before" in cells(display.outlook_table(outlook(), 2, 10_000, before=True))
    assert cells(display.outlook_table(outlook(), 2, 10))["first"] == "8 of 10"


def test_the_error_is_of_every_chance_that_a_table_shows():
    """The largest is that of the first two, 0.006; points are no chances."""
    assert display.widest_error(outlook()) == "1"
    assert display.widest_error(outlook(top2_se=[0.0] * 3)) == "0.8"


def test_the_chart_shows_those_with_chances():
    frame = pd.DataFrame(
        {"first": [0.7, 0.3, 0.0, 0.0, 0.0], "prize": [0.9, 0.8, 0.004, 0.3, 0.009], "mean_rank": [1.4, 2, 3, 4, 5]},
        index=[1, 2, 3, 4, 5],
    )
    assert display.most_likely(frame, 12, 3).index.tolist() == [1, 2, 4], "by mean rank; 3 and 5 have less than 1 in 100"
    assert display.most_likely(frame, 2, 3).index.tolist() == [1, 2]
    assert display.most_likely(frame, 12, 0).index.tolist() == [1, 2, 3], "three at least"


def test_changes_within_the_error_have_no_arrow():
    """First place of the first moves by 10 in 100 with an error of 1 (an arrow), of the second by 1 (none)."""
    then = outlook(first=[0.9, 0.19, 0.0], first_se=[0.01] * 3)
    table = display.given_table(outlook(), then, 2, 1000)
    by_name = {row.cells[0].text: row.cells[1] for row in table.rows}
    assert (by_name["Ek, Ada"].text, by_name["Ek, Ada"].after) == ("90", "▲ 10")
    assert (by_name["Ek, Bo"].text, by_name["Ek, Bo"].after) == ("19", "")


def test_who_is_not_on_the_chart_is_counted():
    frame = proof(1, ["open", "out", "out"])
    assert display.not_shown(frame, frame.head(1)) == ["2 more players are out, see the table."]
    assert display.not_shown(proof(1, ["open", "open", "out"]), frame.head(1)) == [
        "1 more player is in the table.",
        "1 more player is out, see the table.",
    ]
    assert display.not_shown(frame, frame) == []


# ---- one player


def test_one_player_in_lines():
    proved = {1: proof(1, ["open", "tie-break", "out"]), 2: proof(2, ["certain", "open", "open"])}
    first, prize, points, rated, places = display.one_player(outlook(), proved, 7, 10_000)
    assert (first.number, first.sentence) == ("20", "in 100 runs: first place")
    assert first.detail == "± 0.8 by counting. Not settled by points: Reason 7 of 1."
    assert (prize.number, prize.sentence) == ("20", "in 100 runs: one of the first 2 places")
    assert prize.detail.endswith("Not settled: Reason 7 of 2.")
    assert (points.number, points.detail) == ("4.50", "4 today; from 4 to 6 are possible.")
    assert (rated.number, rated.detail) == ("±0", "Standard error 0.2.")
    assert (places.number, places.detail) == ("2", "1–3 in 9 of 10 runs.")


def test_one_player_who_is_out_or_certain_has_no_chance():
    proved = {1: proof(1, ["open", "open", "out"]), 2: proof(2, ["certain", "open", "open"])}
    out = display.one_player(outlook(), proved, 9, 10_000)[0]
    assert (out.number, out.sentence, out.detail) == ("", "Can no longer be first", "Reason 9 of 1.")
    certain = display.one_player(outlook(), proved, 4, 10_000)[1]
    assert (certain.number, certain.sentence) == ("", "Certain of one of the first 2 places")


def test_one_player_of_few_runs_and_from_before():
    first, points, _, _ = display.one_player(outlook(), {1: proof(1, ["open"] * 3)}, 4, 10, before=True)
    assert (first.number, first.sentence, first.detail) == ("8 of 10", "runs: first place", "Not settled: Reason 4 of 1.")
    assert points.detail == "4½ before; from 4½ to 6½ are possible."


@pytest.mark.parametrize(("n", "words"), [(1, "round 6"), (2, "rounds 6 to 7")])
def test_rounds_are_named(n, words):
    assert display.rounds_text(6, 5 + n) == words
