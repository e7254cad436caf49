"""Cases from practice, numbered as in the collection they were told in: what people stumbled over, with the right answer.

Cases 12 to 16, 18, 19 and 21 to 28 are about reading, teams, ratings and lists and have their tests there.
"""

from pathlib import Path

import numpy as np
import pytest

import chessdash
from chessdash import explain, standings, why
from tests.events import event

HALF_BYE = [
    "1990 -H 3w1 2b1 4w1 5b1",
    "1980 3b1 5w1 1w0 -U 4b1",
    "1970 2w0 1b0 4b1 5w= -U",
    "1960 5b= -U 3w0 1b0 2w0",
    "1950 4w= 2b0 -U 3b= 1w0",
]
FORFEIT_WIN = ["1990 2w1 3b1 4w+ 2b=", "1980 1b0 4w1 3w1 1w=", "1970 4w1 1w0 2b0 4b0", "1960 3b0 2b0 1b- 3w1"]
ONE_SIDED = ["1990 2w1 3b1", "1980 1b 4w1", "1970 4b1 1w0", "1960 3w0 2b0"]
TWO_THIRDS = ["2000 2w1 3b1 4w0", "1900 1b0 4w1 3w1", "1800 4b1 1w0 2b0", "1700 3w0 2b0 1b1"]
UNRATED = ["2100 2w1 3b1", "- 1b0 4w1", "2002 4b1 1w0", "1999 3w0 2b0"]
WITHDRAWAL = [
    "1990 2w1 3b= 4w1 5b1 6w1",
    "1980 1b0 4w1 5b1 6w= 3b0",
    "1970 4b0 1w= 6b1 -U 2w1",
    "1960 3w1 2b0 1b0 -Z -Z",
    "1950 6w0 -U 2w0 1w0 -Z",
    "1940 5b1 -H 3w0 2b= 1b0",
]
TEC = Path(__file__).parent / "conformance" / "tec"


def test_case_01_the_byes_addend_is_seen():
    rows = explain(event(HALF_BYE), "SB", 1)
    assert rows["contribution"].tolist() == [0.5 * 2.5, 2.5, 4.0, 1.5, 2.0]
    assert rows["counted"].all() and rows.attrs["value"] == 11.25 == rows["contribution"].sum()
    assert rows.loc[0, ["opponent", "result", "adjusted"]].tolist() == [0, "H", 2.5]
    assert "dummy" in rows.loc[0, "reason"] and rows.loc[0, "article"] == "16.4"


def test_case_02_voluntary_rounds_are_cut_first():
    table = event(HALF_BYE)
    assert standings(table, "BH,BH/C1").loc[1, ["BH", "BH/C1"]].tolist() == [12.5, 10.0]
    rows = explain(table, "BH/C1", 1)
    assert rows.loc[~rows["counted"], "contribution"].tolist() == [2.5]  # not the lowest opponent's 1.5
    assert rows.loc[0, "article"] == "16.5"
    assert explain(event(HALF_BYE, start="2026/02/28"), "BH", 1).attrs["value"] == 14.5


@pytest.mark.parametrize(
    ("players", "code", "before", "since"),
    [(HALF_BYE, "BH", 14.5, 12.5), (FORFEIT_WIN, "BH", 9.5, 7.0), (FORFEIT_WIN, "SB", 8.25, 5.75)],
)
def test_case_03_the_start_date_chooses_the_edition(players, code, before, since):
    for start, edition, value in (("2026/02/28", "2024", before), ("2026/03/01", "2026", since)):
        table = standings(event(players, start=start), code)
        assert (table.attrs["edition"], table.loc[1, code]) == (edition, value)
        assert standings(event(players), code, edition=edition).loc[1, code] == value  # unless the caller names one


def test_case_03_a_one_sided_result_is_not_scored():
    half = event(ONE_SIDED)
    (fault,) = half.faults.query("severity == 'error'").itertuples()
    assert "line 6" in fault.message and "line 7" in fault.message
    assert standings(half)["PTS"].to_dict() == {1: 1.0, 2: 1.0, 3: 1.0, 4: 0.0}
    assert explain(half, "BH", 1)["counted"].tolist() == [False, True]


@pytest.mark.parametrize(("no", "before", "since"), [(4, 15.0, 14.0), (11, 13.5, 12.5)])
def test_case_04_the_exercises_of_2023_under_both_editions(no, before, since):
    for edition, value in (("2024", before), ("2026", since)):
        assert standings(chessdash.read(TEC / f"tec-swiss-{edition}.trf"), "BH").loc[no, "BH"] == value


def test_case_05_a_forfeit_win_meets_the_scheduled_opponent():
    table = event(FORFEIT_WIN)
    frame = standings(table, "BH,SB")
    assert frame.loc[1, ["PTS", "BH", "SB"]].tolist() == [3.5, 7.0, 5.75]
    assert frame.attrs["edition"] == "2026"
    assert standings(table, "BH,SB", edition="2024").loc[1, ["BH", "SB"]].tolist() == [9.5, 8.25]
    assert "16.4" in explain(table, "BH", 1).loc[2, "reason"]


def test_case_06_direct_encounter_shows_its_table():
    # 1 and 2 have 1½ each and 2 beat 1 in round 1
    table = event(["2000 2w0 3b1 4w=", "1900 1b1 4w= 3w0", "1800 4b0 1w0 2b1", "1700 3w1 2b= 1b="])
    assert standings(table, "DE")["rank"].to_dict() == {4: 1, 2: 2, 1: 3, 3: 4}
    assert standings(table, "DE").loc[[2, 1], "DE"].tolist() == [1.0, 2.0]
    small = explain(table, "DE", 1, order="DE").attrs["table"]
    assert [(row["no"], row["points"], row["games"], row["against"]) for row in small] == [
        (2, 1.0, 1, {1: 1.0}),
        (1, 0.0, 1, {2: 0.0}),
    ]
    verdict = why(table, 1, 2, "DE")
    assert verdict.attrs["decided_by"] == "DE" and verdict.attrs["above"] == 2


def test_case_07_equals_share_the_place():
    # 1 and 2 draw with each other and with 3 and 4: level on everything but rating and start number
    table = event(["2500 2w= 3b= 4w=", "1500 1b= 4w= 3b=", "1800 4b= 1w= 2w=", "1700 3w= 2b= 1b="])
    frame = standings(table, "BH/C1,BH,SB,DE,WIN")
    assert frame["rank"].tolist() == [1, 1, 1, 1]
    assert frame["decided_by"].tolist() == ["", "shared", "shared", "shared"]
    assert why(table, 1, 2).attrs["decided_by"] == "shared"


def test_case_08_games_to_come_count_for_nothing():
    played = ["2000 2w1 3b1", "1900 1b0 4w1", "1800 4b0 1w0", "1700 3w1 2b0"]
    paired = [f"{line} {word}" for line, word in zip(played, ["4w", "3w", "2b", "1b"], strict=True)]
    codes = "PTS,BH,BH/C1,SB,ARO,TPR,PS,REP,WIN,BPG,DE"
    before, during = standings(event(played, rounds=3), codes), standings(event(paired, rounds=3), codes)
    assert during.equals(before)
    assert during.attrs["through"] == 2 and during.attrs["rounds_planned"] == 3


def test_case_09_performance_by_the_table():
    table = event(TWO_THIRDS)
    assert standings(table, "TPR,PTP").loc[1, ["TPR", "PTP"]].tolist() == [1925, 1926]  # the linear rule gives 1933
    parts = explain(table, "TPR", 1).attrs["parts"]
    assert parts == {"points": 2.0, "games": 3, "average": 1800.0, "difference": 125.0}


def test_case_10_performance_of_nothing_and_of_draws():
    seven = ["1900 " + " ".join(f"{no}w0" for no in range(2, 9)), *(f"{2476 + step} 1b1" for step in (-6, -4, -2, 0, 2, 4, 6))]
    rows = [row if not i else "{} {}{}".format(row.split()[0], "-Z " * (i - 1), row.split()[1]) for i, row in enumerate(seven)]
    assert standings(event(rows), "TPR").loc[1, "TPR"] == 1676
    results = ["2w1", "3w1", "4w1", "5w=", "6w=", "7w0"]
    six = ["1900 " + " ".join(results)]
    six += [f"1850 {'-Z ' * i}1b{ {'1': '0', '=': '=', '0': '1'}[word[-1]] }" for i, word in enumerate(results)]
    frame = standings(event(six), "TPR,WIN")
    assert frame.loc[1, ["PTS", "TPR", "WIN"]].tolist() == [4.0, 1975, 3]


def test_case_11_unrated_are_never_rated_silently():
    table = event(UNRATED)
    frame = standings(table, "ARO,TPR,APRO,PTP,APPO,BH")
    assert [entry["code"] for entry in frame.attrs["dropped"]] == ["ARO", "TPR", "APRO", "PTP", "APPO"]
    assert all("unrated" in entry["reason"] and "/U1400" in entry["reason"] for entry in frame.attrs["dropped"])
    assert list(frame.columns) == ["rank", "name", "PTS", "BH", "decided_by"]
    for with_rating in (standings(table, "ARO/U1400")["ARO/U1400"], standings(table, "ARO", unrated=1400)["ARO"]):
        assert with_rating.to_dict() == {1: 1701, 2: 2050, 3: 2050, 4: 1701}


def test_case_11_koya_and_fore_buchholz_with_the_absent():
    # 4 never played, and the last round's 1-2 is a forfeit: it is drawn for Fore Buchholz, 4's last bye stays
    table = event(["2000 3w1 2b-", "1900 -U 1w+", "1800 1b0 -U", "1700 -Z -Z"])
    # by hand: drawn, they have 1½, 1½ (U paid 1), 1 and 0, and a dummy at most a draw a round, 1;
    # 1: 3's 1 and 2's 1½; 2: a dummy's 1 and 1½; 3: 1½ and a dummy's 1; 4: dummies of 0
    assert standings(table, "FB")["FB"].to_dict() == {1: 2.5, 2: 2.5, 3: 2.5, 4: 0.0}
    round_robin = event(["2000 2w1 3b= -Z", "1900 1b0 -Z 3w-", "1800 -Z 1w= 2b+"], type="Round Robin")
    # three players, three rounds, two games each: half of 2 points is 1, which 1 and 3 have
    assert standings(round_robin, "KS")["KS"].to_dict() == {1: 0.5, 3: 0.5, 2: 0.0}


def test_case_17_a_bye_to_come_is_no_fault_and_no_round():
    players = ["2000 2w1 3b= -H", "1900 1b0 4w1", "1800 4b0 1w=", "1700 3w1 2b0"]
    table = event(players, rounds=3)
    assert table.rounds_played == 2 and table.byes.to_numpy().tolist() == [[3, 1, "H"]]
    assert standings(table).loc[1, "PTS"] == 1.5
    assert not table.faults["code"].str.contains("points").any()


def test_case_20_a_starting_list_has_no_rounds():
    frame = standings(event(["2000", "1900"], rounds=5), "BH,AOB,ARO,TPR,PTP,APRO,APPO,PS,STD,DE,TPN")
    assert frame["rank"].to_dict() == {1: 1, 2: 2} and frame["decided_by"].tolist() == ["", "TPN"]
    assert frame[["ARO", "TPR", "PTP", "APRO", "APPO", "AOB"]].isna().all(axis=None)
    assert frame.attrs["rounds_played"] == 0


def test_case_29_standings_after_a_round_do_not_know_the_later_ones():
    table = event(WITHDRAWAL)
    cut = event([" ".join(line.split()[:4]) for line in WITHDRAWAL], rounds=5)
    codes = "PTS,BH/C1,BH,FB,SB,KS,REP,PS,DE"
    early = standings(table, codes, through=3)
    assert early.equals(standings(cut, codes))
    assert early.attrs["through"] == 3 and early.attrs["rounds_planned"] == 5 and "round 3 of 5" in early.attrs["notes"][-1]
    # 4 then left: 1 met 4 and sees 1 + ½ + ½, and not the 1 of before (16.3)
    assert explain(table, "BH", 1, through=3).loc[2, "adjusted"] == 1.0
    assert explain(table, "BH", 1).loc[2, ["score", "adjusted"]].tolist() == [1.0, 2.0]


def test_case_30_points_are_the_sum_of_the_cells():
    table = event(["2000 -H 2w1 3b1", "1900 3w1 1b0 -U", "1800 2b0 -U 1w0"])
    rows = explain(table, "PTS", 1)
    assert rows["contribution"].tolist() == [0.5, 1.0, 1.0] and rows.attrs["value"] == 2.5
    totals = table.results.groupby("no")["points"].sum()
    assert totals.to_dict() == standings(table)["PTS"].to_dict()
    assert np.array_equal(table.crosstable.score, totals.to_numpy())


def test_case_10_a_loss_is_none_where_a_draw_pays_as_little():
    players = ["2000 2w1 3b0", "2000 1b0 -Z", "2000 -Z 1w1"]
    table = standings(event(players, records=["162  W 1.0    D 0.0    L 0.0"]), "TPR,WON")
    assert table["TPR"].to_dict() == {3: 2800, 1: 2000, 2: 1200}
    drawn = standings(event(["2000 2w=", "2000 1b="], records=["162  W 1.0    D 0.0    L 0.0"]), "TPR")
    assert drawn["TPR"].to_list() == [2000, 2000]
