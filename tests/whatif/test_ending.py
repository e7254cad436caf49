"""Ending early: what happens, what blocks it, and that the shortened event is that of a file which never had more rounds."""

import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chessdash
from chessdash.errors import DataError
from chessdash.sheet import Sheet
from chessdash.tournament import Tournament
from chessdash.whatif.ending import complete_rounds, end_after
from chessdash.whatif.results import with_results
from chessdash.whatif.shortened import shortened
from tests.events import event
from tests.laws.events import sheets

ROOT = Path(__file__).parents[2]
SWISS = sorted((ROOT / "tests/conformance/trf").glob("swiss-*.trf"))
CELLS = 91  # characters of a player line before round 1

# Three of six rounds are played and the fourth is paired. 3 is away from round 4 on, 4 left after round 2, 6 comes in round 4,
# 7 never came. Record 240 has byes of 2 in round 5 and of 5 in round 6.
RUNNING = (
    "2000 2w1 4b1 3w= 5w . .",
    "1900 1b0 3w1 5b= 6w . .",
    "1800 4w= 2b0 1b= -Z -Z -Z",
    "1700 3b= 1w0 -Z . . .",
    "1600 -U -H 2w= 1b . .",
    "1500 -Z -Z -Z 2b . .",
    "1400 -Z -Z -Z . . .",
)
BYES = ("240 H   5    2", "240 Z   6    5")

# A pairing-allocated bye (1), an absence before a game (2) and one at the end (5); three of six rounds are played.
ABSENCES = ("2000 -U 3w1 2b1", "1900 4w1 -Z 1w0", "1800 5w1 1b0 4w1", "1700 2b0 5w1 3b0", "1600 3b0 4b0 -Z")


def running(players=RUNNING, **options):
    return event(players, rounds=6, records=BYES, **options)


def rows(end):
    return end.effects.set_index("effect")


def as_read(tournament):
    """The event as a file of it is read."""
    written = BytesIO()
    chessdash.write(tournament, written, format="trf")
    return chessdash.read(written.getvalue())


def with_words(players, round, *words):
    """The players with other words in this round, None: as it is."""
    lines = [line.split() for line in players]
    return [" ".join([*line[:round], word or line[round], *line[round + 1 :]]) for line, word in zip(lines, words, strict=True)]


@pytest.mark.parametrize(
    ("players", "complete"),
    [
        (("2000 2w", "1900 1b"), 0),
        (("2000 2w1 2b1", "1900 1b0 1w0"), 2),
        (("2000 2w1 2b", "1900 1b0 1w"), 1),
        (("2000 2w1 2b 2w1", "1900 1b0 1w 1b0"), 1),  # round 2 is open though round 3 is decided
        (("2000 2w1 2b1", "1900 1b0 1w1"), 1),  # both claim the win of round 2
        (("2000 2w1 -Z", "1900 1b0 -H"), 1),  # no board in round 2
        (("2000 2w1 -Z 2w1", "1900 1b0 -H 1b0"), 3),
        (("2000 2w1 2b+", "1900 1b0 1w-"), 2),
        (RUNNING, 3),
    ],
)
def test_the_last_complete_round(players, complete):
    assert complete_rounds(event(players)) == complete


def test_what_happens():
    """Each effect once, derived from the comment above RUNNING."""
    end = end_after(running())
    assert (end.round, end.offered, end.blocked, end.notes) == (3, True, False, ())
    happens = rows(end)
    assert list(happens.index) == [
        "rounds_planned",
        "results_exist",
        "rounds_deleted",
        "byes_lapse",
        "withdrawals_undone",
        "late_entries_leave",
    ]
    assert happens["n"].tolist() == [3, 0, 3, 2, 1, 1]
    assert happens["before"].tolist() == [6, 0, 0, 0, 0, 0]
    assert not happens["blocks"].any()
    assert happens["detail"].tolist() == [
        "",
        "",
        "4, 5 and 6; the pairings of round 4 go with it",
        "P02 (round 5), P05 (round 6)",
        "P03, from round 4",
        "P06, from round 4",
    ]
    assert happens.at["withdrawals_undone", "sentence"] == "withdrawal is undone"
    assert end.effects.dtypes.astype(str).to_dict() == {
        **dict.fromkeys(("effect", "sentence", "detail"), "str"),
        **dict.fromkeys(("n", "before"), "int64"),
        "blocks": "bool",
    }


def test_nothing_of_later_rounds_is_left():
    before, ended = running(), end_after(running()).tournament
    assert ended.rounds_planned == ended.rounds_played == 3
    assert list(ended.players.index) == [1, 2, 3, 4, 5, 7]  # numbers stay, 7 who never came too
    assert ended.byes.empty
    assert ended.order == before.order
    kept = before.results[(before.results["round"] <= 3) & (before.results["no"] != 6)].reset_index(drop=True)
    assert ended.results.equals(kept)
    assert ended.info["players"] == 6
    assert not ended.faults["code"].isin(["points_differ", "count_players", "number_unknown"]).any()


def test_the_event_itself_stays_as_it_was():
    event_ = running()
    end_after(event_, 2)
    assert event_.equals(running())


def test_a_later_result_blocks():
    """Two boards of round 3 have results; 4 has left from round 3 on, and 5 has a bye in round 6 alone."""
    end = end_after(running(), 2)
    assert end.blocked and not end.offered
    happens = rows(end)
    assert happens.at["results_exist", "n"] == 2
    assert happens["blocks"].to_dict() == {name: name == "results_exist" for name in happens.index}
    assert happens.at["results_exist", "sentence"] == "results of round 3 exist"
    assert "End after round 3" in happens.at["results_exist", "detail"]
    assert happens.at["rounds_deleted", "n"] == 3  # round 3 has results: 4, 5 and 6
    assert happens.at["withdrawals_undone", "detail"] == "P03, from round 4; P04, from round 3"
    assert end.tournament.rounds_planned == 2


def test_the_way_out_of_a_begun_round_leads_out():
    """What the sentence says is done: with these results cleared nothing stands in the way any more."""
    begun = running(with_words(RUNNING, 4, "5w1", None, None, None, "1b0", None, None))
    detail = str(rows(end_after(begun)).at["results_exist", "detail"])
    assert (
        "Complete it and end after round 4, or clear its results in the pairing program (or by chessdash what-if FILE -r"
        in detail
    )
    options = re.findall(r'-r "(\d+)\.(\d+)\.(\*)"', detail)
    cleared = with_results(begun, {(int(round), int(no)): code for round, no, code in options})
    end = end_after(cleared)
    assert (end.round, end.offered, end.blocked) == (3, True, False) and cleared.rounds_played == 3


def test_many_results_to_clear_are_named_in_short():
    """Two rounds of four boards each after round 1."""
    lines = [
        "1 5w1 6w1 7w1",
        "1 6b1 5b1 8b1",
        "1 7w1 8w1 5w1",
        "1 8b1 7b1 6b1",
        "1 1b0 2w0 3b0",
        "1 2w0 1b0 4w0",
        "1 3b0 4w0 1b0",
    ]
    played = event([*lines, "1 4w0 3b0 2w0"], rounds=4)
    detail = str(rows(end_after(played, 1)).at["results_exist", "detail"])
    assert "clear their results" in detail and '-r "2.1.*" -r "2.2.*" ... --write OUT' in detail


def test_a_begun_round_names_its_open_boards():
    begun = with_words(RUNNING, 4, "5w1", None, None, None, "1b0", None, None)
    end = end_after(running(begun))
    assert (end.round, end.offered, end.blocked) == (3, True, True)
    assert rows(end).at["results_exist", "n"] == 1
    assert "2 P02 – 6 P06" in rows(end).at["results_exist", "detail"]
    assert "1 P01" not in rows(end).at["results_exist", "detail"]
    looked = end_after(running(begun), 4)
    assert looked.blocked and not looked.offered
    assert looked.effects["effect"].iloc[0] == "boards_open"
    assert looked.effects["n"].iloc[0] == 1
    assert "2 P02 – 6 P06" in looked.effects["detail"].iloc[0]
    complete = with_words(begun, 4, None, "6w=", None, None, None, "2b=", None)
    end = end_after(running(complete))
    assert (end.round, end.offered, end.blocked) == (4, True, False)
    assert rows(end).at["late_entries_leave", "n"] == 0  # 6 has come
    assert 6 in end.tournament.players.index
    assert rows(end).at["withdrawals_undone", "n"] == 0  # 3 left after round 3


@pytest.mark.parametrize(("coming", "cell"), [("4w", "1b"), ("-U", "-H")])
def test_one_who_missed_the_last_round_and_is_down_for_the_next_has_not_withdrawn(coming, cell):
    """4 was away in round 2; round 3 is to come, in which the file pairs 4 or gives a bye."""
    whole = event([f"1 2w1 3b1 {coming}", "1 1b0 -U 3w", "1 4w1 1w0 2b", f"1 3b0 -Z {cell}"], rounds=6)
    assert rows(end_after(whole, 2)).at["withdrawals_undone", "n"] == 0


@pytest.mark.parametrize("round", [0, -1, 4, 99, "x", "2", 2.5, 2.0, True, (1,)])
def test_nonsense_rounds(round):
    with pytest.raises(DataError) as error:
        end_after(running(), round)
    assert repr(round) in str(error.value) and "1 to 3" in str(error.value)


def test_an_event_that_has_not_begun():
    for round in (None, 1):
        with pytest.raises(DataError, match="No round of this event is complete"):
            end_after(event(["2000 2w", "1900 1b"]), round)
    half = event(["2000 2w1 .", "1900 1b0 .", "1800 4w .", "1700 3b ."])
    with pytest.raises(DataError, match="No round of this event is complete"):
        end_after(half)
    assert end_after(half, np.int64(1)).blocked  # and can be looked at


def test_finished_and_round_robin():
    swiss = end_after(event(["2000 2w1 3b1", "1900 1b0 -U", "1800 -U 1w0"]))
    assert (swiss.round, swiss.offered, swiss.blocked) == (2, False, False)
    assert swiss.notes == ("The event is over: all 2 rounds are played.",)
    whole = end_after(event(["2000 2w1 .", "1900 1b0 ."], type="Individual: Round-Robin", rounds=1))
    assert whole.notes == ("The event is over: its only round is played.",)
    # who has the free round first has not come late
    robin = event(["2000 . 3b1 2w1", "1900 3w1 . 1b0", "1800 2b0 1w0 ."], type="Individual: Round-Robin")
    end = end_after(robin, 1)
    assert end.blocked and not end.offered and len(end.notes) == 1
    assert len(end.tournament.players) == 3
    assert rows(end).loc[["byes_lapse", "withdrawals_undone", "late_entries_leave"], "n"].tolist() == [0, 0, 0]


# Article 16, by hand. Points after round 3: 3 1 2 1 0. As opponents see them (16.3) 5 has a draw for round 3, where it is absent
# at the end, 2 nothing for round 2, after which it played. Opponents: 1: dummy 3 2; 2: 4 dummy 1; 3: 5 1 4; 4: 2 5 3;
# 5: 3 4 dummy. The dummies have one's own points, in 2026 capped by a draw a planned round (16.4): that of 1 has 3 of at most 3
# while six rounds are planned, at most 1.5 when the event ended after three.
BH_RUNNING = [3 + 2 + 1, 1 + 1 + 3, 0.5 + 3 + 1, 1 + 0.5 + 2, 2 + 1 + 0]
BH_ENDED = [1.5 + 2 + 1, 1 + 1 + 3, 0.5 + 3 + 1, 1 + 0.5 + 2, 2 + 1 + 0]
# Fore Buchholz counts round 3 as drawn where it is the last: points 2.5 1.5 1.5 1.5 0, as seen 2.5 1.5 1.5 1.5 0.5.
FB_ENDED = [1.5 + 1.5 + 1.5, 1.5 + 1.5 + 2.5, 0.5 + 2.5 + 1.5, 1.5 + 0.5 + 1.5, 1.5 + 1.5 + 0]


@pytest.mark.parametrize(
    ("start", "bh_running", "bh_ended"), [("2026/05/01", BH_RUNNING, BH_ENDED), ("2025/05/01", BH_RUNNING, BH_RUNNING)]
)
def test_article_16_looks_to_the_end_of_the_table(start, bh_running, bh_ended):
    going_on = event(ABSENCES, rounds=6, start=start)
    running_ = chessdash.standings(going_on, "BH,FB", through=3).sort_index()
    ended = chessdash.standings(end_after(going_on).tournament, "BH,FB").sort_index()
    assert running_["BH"].tolist() == running_["FB"].tolist() == bh_running
    assert ended["BH"].tolist() == bh_ended
    if start.startswith("2026"):
        assert ended["FB"].tolist() == FB_ENDED
    assert running_.attrs["rounds_planned"] == 6 and ended.attrs["rounds_planned"] == 3


def test_article_16_after_round_2():
    """Points 2 1 1 1 0. Now 2 is absent at the end: its opponent 4 sees 1.5, where in the event that went on it sees 1. The
    dummy of 1 has 2 of at most 3 while six rounds are planned, at most 1 when two are."""
    going_on = event(ABSENCES, rounds=6)
    through = chessdash.standings(going_on, "BH", through=2).sort_index()["BH"].tolist()
    ended = chessdash.standings(end_after(going_on, 2).tournament, "BH").sort_index()["BH"].tolist()
    assert through == [2 + 1, 1 + 1, 0 + 2, 1.5 + 0, 1 + 1]
    assert ended == [1 + 1, 1 + 1, 0 + 2, 1.5 + 0, 1 + 1]


def cut_text(text, round):
    """The file as if no later round had been written, and how many of its players are only there later: their lines go."""
    kept, late = [], 0
    for line in text.splitlines():
        if line.startswith("001"):
            cells = [line[at : at + 8] for at in range(CELLS, len(line), 10)]
            absent = ["0000 - Z" in cell or not cell.strip() for cell in cells]
            if all(absent[:round]) and not all(absent):
                late += 1
                continue
            line = line[: CELLS + 10 * round]
        kept.append(f"142 {round}" if line.startswith("142") else line)
    return "\n".join(kept) + "\n", late


@pytest.mark.parametrize("path", SWISS, ids=lambda path: path.stem)
def test_as_if_the_file_ended_there(path):
    """The standings are those of the file cut by hand and survive writing: after round 1 where somebody joins later, else each
    round in turn."""
    text, order, place = path.read_text(), "BH/C1,BH,SB,FB,DE,WIN", int(path.stem[-3:])
    whole = chessdash.read(text.encode())
    round = 1 if cut_text(text, 1)[1] else place % whole.rounds_played + 1
    cut, late = cut_text(text, round)
    end = end_after(whole, round)
    ended = chessdash.standings(end.tournament, order)
    assert ended.equals(chessdash.standings(chessdash.read(cut.encode()), order))
    again = as_read(end.tournament)
    assert chessdash.standings(again, order).equals(ended)
    assert end.blocked == (round < whole.rounds_played)
    assert rows(end).at["late_entries_leave", "n"] == late == whole.size - end.tournament.size
    if round == whole.rounds_played == whole.rounds_planned:
        assert ended.equals(chessdash.standings(whole, order))
    if not place % 10:  # slow: frames of everything
        assert again.equals(end.tournament)
        assert chessdash.check(again).empty


def test_some_of_those_events_have_late_entries():
    """Two join later in swiss-102; the law above would hold nothing about them otherwise."""
    end = end_after(chessdash.read(ROOT / "tests/conformance/trf/swiss-102.trf"), 1)
    assert rows(end).at["late_entries_leave", "n"] == 2


@settings(max_examples=40)
@given(sheets(), st.data())
def test_any_event(sheet: Sheet, data):
    """Its crosstable is that of the rounds that are left, without those who leave, and it can be written."""
    whole = Tournament(sheet)
    if not whole.rounds_played:
        with pytest.raises(DataError):
            end_after(whole)
        return
    round = data.draw(st.integers(1, whole.rounds_played))
    end = end_after(whole, round)
    table, cut = end.tournament.crosstable, whole.crosstable.through(end.tournament.rounds_played)
    stays = np.isin(cut.number, table.number)
    assert end.tournament.rounds_planned == round >= table.rounds
    for name in ("points", "kind", "black"):
        np.testing.assert_array_equal(getattr(table, name), getattr(cut, name)[stays])
    number_of = [np.where(of.opponent >= 0, of.number[of.opponent], 0) for of in (table, cut)]
    np.testing.assert_array_equal(number_of[0], number_of[1][stays])
    assert stays.all() or whole.system == "swiss"
    own = cut.points if cut.bonus is None else cut.points - cut.bonus  # a bonus may be everybody's
    assert not own[~stays].any()
    assert end.blocked >= bool(rows(end).at["results_exist", "n"])
    assert complete_rounds(end.tournament) == min(complete_rounds(whole), table.rounds) or end.tournament.rounds_played < round


NATIONAL = "XXX {no:4d}      Name                               1500"


def test_records_that_name_who_leaves():
    """6 leaves: its national rating, its pairs that are prohibited and its bonus go; no record is about everyone for it."""
    records = (
        *BYES,
        f"299 W{'':8} 2.0    5    1",
        f"299{'':10} 1.0    1    6",
        f"299{'':10} 1.0    1    6    2",
        "260   1   6    1    6",
        "260   1   6    1    6    2",
        "XXP 2 6",
        "XXA    6  1.0  1.0",
        "XXA    2  1.0  1.0",
        NATIONAL.format(no=6).replace("XXX", "NED"),
        NATIONAL.format(no=2).replace("XXX", "NED"),
    )
    whole = event(RUNNING, rounds=6, records=records)
    ended = end_after(whole).tournament
    assert [(one.round, one.numbers) for one in ended.sheet.abnormal] == [(1, (2,))]
    assert [record.text[:4] + " ".join(record.text[4:21].split()) for record in ended.sheet.records] == [
        "260 1 6 1 2",
        "XXA 2 1.0 1.0",
        "NED 2 Name",
    ]
    assert whole.crosstable.score[1] == 2.5 and ended.crosstable.score[1] == 2.5  # 0 + 1 + ½ and a bonus of 1 in round 1
    assert not ended.faults["code"].isin(["number_unknown"]).any()
    assert as_read(ended).equals(ended)


def test_dates_and_declared_ranks():
    dates = f"132{'':88}" + "  ".join(f"26/05/0{day}" for day in range(1, 7))
    whole = event(RUNNING, rounds=6, records=[dates, *BYES])
    assert end_after(whole).tournament.info["round_dates"] == ("2026-05-01", "2026-05-02", "2026-05-03")
    until = event(RUNNING, rounds=6, records=[dates, "052 2026/05/06", *BYES])
    assert until.info["end"] == "2026-05-06" and end_after(until).tournament.info["end"] == "2026-05-03"
    assert end_after(whole).tournament.players["rank"].isna().all()  # none was declared
    lodz = end_after(chessdash.read(ROOT / "data/tournaments/lodz-winter-2026.trf"), 3).tournament
    table = chessdash.standings(lodz)
    assert lodz.players["rank"].to_dict() == table["rank"].to_dict()
    assert lodz.players["points"].to_dict() == table["PTS"].to_dict()


# Two boards: teams 1 (players 1 2 and the reserve 3), 2 (4 5), 3 (6 7) and 4 (8 9). Team 3 has the bye of round 1 (record 320),
# team 4 comes in round 2. The reserve plays from round 2 on.
TEAMS = (
    "2000 4w1 . .",
    "1900 5b1 6b1 .",
    "1800 . 7w1 .",
    "1700 1b0 8w1 .",
    "1600 2w0 9b1 .",
    "1500 . 2w0 .",
    "1400 . 3b0 .",
    "1300 . 4b0 .",
    "1200 . 5w0 .",
)
MEMBERS = ((1, 2, 3), (4, 5), (6, 7), (8, 9))


def test_entries_of_a_team_event_are_teams():
    teams = [f"310 {no:3}{f' Team {no}':65}  {' '.join(f'{one:4}' for one in members)}" for no, members in enumerate(MEMBERS, 1)]
    records = [*teams, "320  1.0  1.0   3   0", "300   2   1   3    2    3", "300   1   1   2    1    2", "240 H   3    2"]
    whole = event(TEAMS, rounds=3, records=records, type="Team: Swiss-System")
    end = end_after(whole, 1)
    assert rows(end).at["late_entries_leave", "n"] == 1
    assert rows(end).at["late_entries_leave", "detail"] == "Team 4, from round 2"
    assert list(end.tournament.players.index) == [1, 2, 3, 4, 5, 6, 7]
    assert list(end.tournament.teams.index) == [1, 2, 3]
    assert [record.text for record in end.tournament.sheet.records] == ["320  1.0  1.0   3", "300   1   1   2    1    2"]
    assert rows(end).at["byes_lapse", "detail"] == "Team 2 (round 3)"
    assert as_read(end.tournament).equals(end.tournament)


def test_lists_of_clubs_in_an_individual_event():
    """Players of a club (record 013) enter one by one."""
    clubs = ("013 Club A                             5    6", "013 Club B                             1    2    3")
    ended = end_after(event(RUNNING, rounds=6, records=clubs)).tournament
    assert list(ended.players.index) == [1, 2, 3, 4, 5, 7]
    assert [tuple(members) for members in ended.teams["members"]] == [(5,), (1, 2, 3)]
    assert as_read(ended).equals(ended)


def test_many_names_and_the_same_name():
    """Fourteen byes are twelve names and two more; two players of one surname are named in full."""
    pairs = [f"2000 {no + 1 if no % 2 else no - 1}{'w1' if no % 2 else 'b0'} . ." for no in range(1, 17)]
    byes = ["240 H   2 " + " ".join(f"{no:4}" for no in range(1, 15))]
    whole = event(pairs, rounds=3, records=byes)
    detail = rows(end_after(whole)).at["byes_lapse", "detail"]
    assert detail.startswith("P01 (round 2), P02 (round 2), ") and detail.endswith("P12 (round 2), 2 more")
    names = ["Berg, Anna", "Berg, Olaf", *whole.players["name"].tolist()[2:]]
    same = Tournament(replace(whole.sheet, players={**whole.sheet.players, "name": names}))
    assert (
        rows(end_after(same)).at["byes_lapse", "detail"].startswith("Berg, Anna (round 2); Berg, Olaf (round 2); P03 (round 2)")
    )


def test_a_shortened_event_is_shortened_again_alike():
    whole = chessdash.read(SWISS[3])
    nobody = np.zeros(whole.size, bool)
    last = whole.rounds_played
    assert shortened(shortened(whole, last - 1, nobody), last - 2, nobody).equals(shortened(whole, last - 2, nobody))
