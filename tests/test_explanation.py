"""Explanations: what each round brought, why it differs from the plain rule, and why one stands above another."""

import numpy as np
import pytest

import chessdash
from chessdash import DataError, TieBreakError, explain, frames, why
from tests.events import event

# worked in tests/tables/requested-bye-then-unplayed/SOURCE.md
BYES = ["2000 5w1 2b= -H", "1900 4w1 1w= -Z", "1800 -U -Z 4b-", "1700 2b0 -Z 3w+", "1600 1b0 -Z -U"]


def rows(players: list[str], code: str, no: int, **keywords: object) -> list[tuple[object, ...]]:
    """Opponent, result, own figure, figure used, contribution, whether counted, article: of each round, None for nan."""
    frame = explain(event(players), code, no, **keywords)  # type: ignore[arg-type]
    frames.checked("explanation", frame)
    columns = ["opponent", "result", "score", "adjusted", "contribution", "counted", "article"]
    return [tuple(None if value != value else value for value in row) for row in frame[columns].itertuples(index=False)]


def reasons(players: list[str], code: str, no: int, **keywords: object) -> list[str]:
    """The reason of each round."""
    return explain(event(players), code, no, **keywords)["reason"].tolist()  # type: ignore[arg-type]


def test_buchholz_with_byes():
    assert rows(BYES, "BH", 1) == [
        (5, "1", 1.0, 1.0, 1.0, True, ""),
        (2, "=", 1.5, 2.0, 2.0, True, "16.3"),
        (0, "H", None, 1.5, 1.5, True, "16.4"),
    ]
    assert rows(BYES, "BH/C1", 1)[2] == (0, "H", None, 1.5, 1.5, False, "16.5")
    assert rows(BYES, "SB", 1)[1:] == [(2, "=", 1.5, 2.0, 1.0, True, "16.3"), (0, "H", None, 1.5, 0.75, True, "16.4")]


def test_the_caps_are_told_apart():
    capped, own = reasons(BYES, "BH", 1)[2], reasons(BYES, "BH", 5)[1]
    assert "draw in each of 3 rounds" in capped and "1½" in capped
    assert "own 1 point" in own
    assert reasons(BYES, "BH", 3)[2].startswith("Not played")  # own 1, the scheduled opponent has 1 too
    lower = ["2000 2w1 3w+", "1900 1b0 -U", "1800 -U 1b-"]  # 1 has 2, 3 was due and has 1
    assert "opponent who was due" in reasons(lower, "BH", 1)[1] and rows(lower, "BH", 1)[1][3] == 1.0
    assert "own 2" in reasons(lower, "BH", 1, edition="2024")[1]


def test_forfeits_under_p_and_in_a_round_robin():
    assert rows(BYES, "BH/P", 4)[2] == (3, "+", 1.0, 1.5, 1.5, True, "")
    assert "/P" in reasons(BYES, "BH/P", 4)[2]
    assert "15.2" in reasons(["2000 2w+", "1900 1b-"], "SB", 1, system="round-robin")[0]
    free = ["2000 2w1 -Z 3b1", "1900 1b0 3w= -Z", "1800 -Z 2b= 1w0"]
    assert rows(free, "SB", 1, system="round-robin")[1] == (0, "Z", None, 0.0, None, False, "15.2")


def test_direct_encounter_says_which_meetings_count():
    players = ["2000 2w1 2b- 3w= -H", "1900 1b0 1w+ -H 3w=", "1800 -H -H 1b= 2b="]  # all on 2 points
    assert rows(players, "DE", 1, order="DE") == [
        (2, "1", None, None, 1.0, True, ""),
        (2, "-", None, None, None, False, "6"),
        (3, "=", None, None, 0.5, True, ""),
        (0, "H", None, None, None, False, ""),
    ]
    attrs = explain(event(players), "DE", 1, order="DE").attrs
    assert (attrs["value"], attrs["reduction"], attrs["parts"]) == (1.0, "place", {"tied": 3})
    assert [(row["no"], row["points"], row["games"], row["place"]) for row in attrs["table"]] == [
        (1, 1.5, 2, 1.0),
        (3, 1.0, 2, 2.0),
        (2, 0.5, 2, 3.0),
    ]
    assert rows(players, "DE/P", 1, order="DE/P")[1][4:] == (0.0, True, "")


def test_who_is_tied_depends_on_the_order():
    players = ["2000 2w0 3b1 4w=", "1900 1b1 4w= 3w0", "1800 4b0 1w0 2b1", "1700 3w1 2b= 1b="]
    assert explain(event(players), "DE", 1, order="TPN,DE").attrs["parts"]["tied"] == 1
    assert explain(event(players), "DE", 1, order="DE,TPN").attrs["parts"]["tied"] == 2
    assert explain(event(players), "DE", 1, order="WIN").attrs["parts"]["tied"] == 2  # not in the order: right after PTS


def test_performances():
    players = ["2000 2w1 3b1 4w0", "1900 1b0 4w1 3w1", "1800 4b1 1w0 2b0", "1700 3w0 2b0 1b1"]
    frame = explain(event(players), "PTP", 1)
    # at 1926 PD of 26, 126 and 226 is .54, .67 and .79
    assert frame["contribution"].tolist() == [0.54, 0.67, 0.79] and frame.attrs["value"] == 1926
    assert frame.attrs["parts"] == {"points": 2.0, "games": 3, "expected": pytest.approx(2.0)}
    assert np.isnan(explain(event(["2000 -H", "1900 -H", "1800 4w1", "1700 3b0"]), "TPR", 1).attrs["value"])


def test_ratings_leave_out_what_was_not_played():
    players = ["2000 2wW 3w1 -U", "1900 1bL -Z 3w+", "1800 -H 1b0 2b-"]
    assert ["rated" in reason for reason in reasons(players, "ARO", 1)] == [True, False, False]
    assert "10.1" in reasons(players, "ARO", 1)[2]
    assert [row[4:6] for row in rows(players, "ARO", 1)] == [(None, False), (1800.0, True), (None, False)]
    assert rows(players, "AOB", 1)[0][5] is True  # less than a move is a game over the board everywhere else


@pytest.mark.parametrize(("code", "value"), [("TPN", 2.0), ("RTNG", 1900.0)])
def test_what_is_given_has_no_rounds(code, value):
    frame = explain(event(BYES), code, 2)
    assert frame.empty and frame.attrs["value"] == value and frame.attrs["reduction"] == "given"
    frames.checked("explanation", frame)


def test_cuts_by_product_and_of_the_first_round():
    players = ["2000 2w1 3b= 4w0", "1900 1b0 4w1 3w1", "1800 4w1 1w= 2b0", "1700 3b0 2b0 1b1"]  # 1½, 2, 1½, 1
    assert [row[4:6] for row in rows(players, "SB/C1", 1)] == [(2.0, True), (0.75, True), (0.0, False)]
    assert "scoring" in reasons(players, "SB/C1", 1)[2]
    assert [row[4:6] for row in rows(players, "PS/C1", 1)] == [(1.0, False), (1.5, True), (1.5, True)]
    assert "First round" in reasons(players, "PS/C1", 1)[0]
    assert "Highest" in reasons(players, "BH/M1", 1)[0] and "Lowest" in reasons(players, "BH/M1", 1)[2]


def test_articles_and_meaning():
    attrs = explain(event(BYES), "BH/M1", 1).attrs
    assert attrs["articles"] == "Articles 8.1, 14.1, 14.3 and 16." and attrs["meaning"].endswith(".")
    assert explain(event(BYES), "WON", 1).attrs["articles"] == "Article 7.2."


def test_what_cannot_be_explained_is_refused():
    table = event(["- 2w1", "1900 1b0"])
    with pytest.raises(DataError, match="1 to 2"):
        explain(table, "BH", 3)
    with pytest.raises(TieBreakError, match="unrated"):
        explain(table, "ARO", 1)
    with pytest.raises(TieBreakError, match="round robins"):
        explain(table, "BH", 1, system="round-robin")
    with pytest.raises(TieBreakError, match="nearest"):
        explain(table, "FOO", 1)


def test_why():
    players = ["2000 4w1 3b1 2w0", "1900 3w= 4b= 1b1", "1800 2b= 1w0 4w=", "1700 1b0 2w= 3b="]
    verdict = why(event(players), 1, 2, "BH,DE,WIN")
    assert verdict["code"].tolist() == ["PTS", "BH", "DE", "WIN"]
    assert verdict["verdict"].tolist() == ["equal", "equal", "decides", "not reached"]
    assert verdict[["a", "b"]].to_numpy().tolist() == [[2, 2], [4, 4], [2, 1], [2, 1]]
    assert (verdict.attrs["above"], verdict.attrs["below"], verdict.attrs["decided_by"]) == (2, 1, "DE")
    assert "points and BH" in verdict.attrs["sentence"] and "1 against 2" in verdict.attrs["sentence"]
    assert why(event(players), 2, 1, "BH,DE,WIN").attrs["above"] == 2
    assert why(event(players), 3, 1).attrs["sentence"].startswith("Points")
    assert why(event(players), 3, 4).attrs["decided_by"] == "shared"
    with pytest.raises(chessdash.DataError):
        why(event(players), 1, 9)


def test_fore_buchholz_says_whose_last_round_was_drawn():
    # four players, the last round decisive: every score that others see is half a point nearer to a draw (C.07 8.3)
    players = ["2000 2w1 3b1", "1900 1b0 4w1", "1800 4b0 1w0", "1700 3w1 2b0"]
    frame = explain(event(players), "FB", 1)
    assert frame["contribution"].tolist() == [0.5, 0.5] and frame.attrs["value"] == 1.0
    assert frame["reason"].tolist() == [
        "The opponent's last round counts as drawn; the real score is 1 (8.3).",
        "Last round: counts as drawn (8.3).",
    ]
