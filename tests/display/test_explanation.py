"""The panel: where a value comes from, and why one player is above another."""

from pathlib import Path

import pytest

from chessdash.display.explanation import player_panel, reading_panel, value_panel, why_panel
from chessdash.errors import DataError
from chessdash.explanation import explain, why
from chessdash.formats import read
from chessdash.standings import standings

HARBOUR = Path(__file__).parents[2] / "data/tournaments/harbour-open-2026.trf"


def texts(panel):
    return [[cell.text + cell.fraction for cell in row.cells] for row in panel.table.rows]


def test_a_value_is_explained_round_by_round_to_its_sum(event):
    panel = value_panel(event, explain(event, "SB", 1))
    assert panel.head.startswith("SB of Ana Álvarez: ")
    assert panel.above[0].startswith("Sonneborn-Berger. ")
    lines = texts(panel)
    assert lines[0][:3] == ["1", "Brandt, B.", "1"]
    assert lines[-1][1] == "SB"
    assert panel.head.endswith(lines[-1][-1])


@pytest.mark.parametrize(
    "code", ["PTS", "BH", "BH/C1", "BH/M1", "SB", "WIN", "PS", "KS", "AOB", "ARO/U1400", "TPR/U1400", "PTP/U1400"]
)
@pytest.mark.parametrize("no", [1, 2, 3, 4, 5])
def test_every_row_has_a_cell_for_every_column(event, code, no):
    panel = value_panel(event, explain(event, code, no))
    assert panel.table is not None
    for row in panel.table.rows:
        assert len(row.cells) == len(panel.table.columns) or "reason" in row.marks


def test_unplayed_rounds_have_their_reason_below_them(event):
    panel = value_panel(event, explain(event, "BH", 5))
    reasons = [row.cells[1].text for row in panel.table.rows if "reason" in row.marks]
    assert len(reasons) == 2 and all("16.4" in reason for reason in reasons)


def test_a_cut_round_keeps_the_reason_of_its_figure():
    harbour = read(HARBOUR)
    reasons = [
        row.cells[1].text for row in value_panel(harbour, explain(harbour, "BH/C1", 9)).table.rows if "reason" in row.marks
    ]
    dummy = "Not played: a dummy with 4½ points, as many as a draw in each of 9 rounds (16.4)."
    assert reasons == [dummy + " Not played by own choice: cut first (16.5)."]


@pytest.mark.parametrize(
    ("code", "no", "sentence"),
    [
        ("TPR", 9, "6 from 8 games against an average of 2095 is worth 193 more: 2288."),
        ("TPR", 190, "1½ from 7 games against an average of 1733 is worth 230 less: 1503."),
        ("PTP", 9, "2338 is the lowest rating expected to make 6 from 8 games; it expects 6."),
        ("PTP", 199, "0 from 2 games: 800 less than the lowest rating among them, 947."),
    ],
)
def test_a_performance_says_what_it_is_made_of(code, no, sentence):
    harbour = read(HARBOUR)
    assert value_panel(harbour, explain(harbour, code, no)).below == (sentence,)


def test_why_tells_players_of_one_surname_apart():
    harbour = read(HARBOUR)
    panel = why_panel(harbour, standings(harbour), why(harbour, 11, 2))
    assert panel.head == "Why Arndt Hölscher is above Lukas Hölscher"


def test_why_refuses_one_player_twice(event):
    with pytest.raises(DataError, match="Number 1 is one player"):
        why(event, 1, 1)


def test_an_unknown_player_is_told_the_numbers_there_are(event):
    with pytest.raises(DataError, match="the numbers are 1 to 5"):
        explain(event, "BH", 99)


def test_a_cut_round_is_struck_out(event):
    panel = value_panel(event, explain(event, "BH/C1", 1))
    cut = [row for row in panel.table.rows if "cut" in row.marks]
    assert len(cut) == 1 and cut[0].cells[0].text in ("1", "2")


def test_direct_encounter_shows_the_small_table(event):
    panel = value_panel(event, explain(event, "DE", 1, order="DE"))
    assert [row.key for row in panel.table.rows] == ["1", "5"]
    assert [row.marks for row in panel.table.rows] == [("own",), ()]
    assert panel.below == ("2 are tied on what comes before; their mutual games settle nothing (6).",)


def test_direct_encounter_of_someone_who_is_not_tied_says_so(event):
    panel = value_panel(event, explain(event, "DE", 4, order="DE"))
    assert panel.table is None and "Nobody is tied" in panel.below[0]


def test_why_names_the_better_one_first_whoever_was_chosen_first(event):
    ranking = standings(event)
    for a, b in ((1, 5), (5, 1)):
        panel = why_panel(event, ranking, why(event, a, b))
        better, worse = (1, 5) if ranking.loc[1, "rank"] < ranking.loc[5, "rank"] else (5, 1)
        names = {1: "Álvarez", 5: "Ek"}
        assert panel.head == f"Why {names[better]} is above {names[worse]}"
        points = panel.table.rows[0]
        assert [points.cells[1].text, points.cells[1].below] == ["Points", "equal"]
        decides = [row for row in panel.table.rows if "decides" in row.marks]
        assert len(decides) == 1
        code = decides[0].key
        shown = [decides[0].cells[i].text + decides[0].cells[i].fraction for i in (0, 2)]
        values = [ranking.loc[no, code] for no in (better, worse)]
        assert [float(text.replace("½", ".5").replace("¼", ".25").replace("¾", ".75")) for text in shown] == values


def test_one_player_chosen_asks_for_a_second(event):
    panel = player_panel(event, explain(event, "PTS", 4))
    assert (panel.head, panel.kind) == ("Di Dorn", "player")
    assert panel.above == ("Choose a second name to see why one is above the other.",)


def test_the_empty_panel_names_every_code_with_its_meaning(event):
    ranking = standings(event)
    panel = reading_panel(ranking)
    codes = [row for row in panel.table.rows if "mark" not in row.marks]
    assert [row.key for row in codes] == list(ranking.attrs["order"])
    assert all(row.cells[1].below for row in codes)
