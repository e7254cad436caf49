"""The list of events: what a line says, what finds it, the pace of an event."""

from datetime import date
from pathlib import Path

import pytest

from chessdash.display.events import Summary, events_table, facts_line, found, summary
from chessdash.formats import read
from chessdash.pace import pace
from chessdash.standings import standings


def line(**changes):
    values = {
        "key": "cup", "name": "Spring Cup", "start": "2026-04-03", "end": "2026-04-11", "system": "swiss", "pace": "rapid",
        "players": 40, "played": 5, "planned": 9, "leader": "Smit, Jo", "points": 4.5, "names": "smit, jo vos, al",
    }  # fmt: skip
    return Summary(**{**values, **changes})


def shown(event, today=date(2026, 12, 1)):
    (row,) = events_table([event], today, "2026").rows
    return row


def test_an_unfinished_event_leads_and_a_finished_one_is_won():
    row = shown(line())
    assert row.cells[0].below == "3–11 April 2026. Swiss, rapid."
    assert (row.cells[1].text, row.cells[1].below) == ("40", "players")
    assert (row.cells[2].squares, row.cells[2].below) == ((5, 9), "round 5 of 9")
    assert (row.cells[3].text, row.cells[3].below) == ("Smit, Jo", "leads with 4½")
    final = shown(line(played=9))
    assert (final.cells[0].badge, final.cells[3].below) == ("final", "won with 4½")


def test_only_an_event_of_today_is_live():
    assert shown(line(), date(2026, 4, 5)).cells[0].badge == "playing now"
    assert shown(line(), date(2026, 4, 12)).cells[0].badge == ""
    assert shown(line(played=9), date(2026, 4, 5)).cells[0].badge == "final"


def test_a_starting_list_has_no_leader():
    row = shown(line(played=0, leader=""))
    assert (row.cells[2].below, row.cells[3].text, row.cells[3].below) == ("9 rounds to play", "", "")


def test_more_rounds_than_planned_are_all_shown():
    assert shown(line(played=10)).cells[2].squares == (10, 10)


def test_search_finds_names_of_events_and_players_and_pace_filters():
    event = line()
    assert found(event, "spring", "") and found(event, "VOS", "") and found(event, "", "rapid")
    assert not found(event, "winter", "") and not found(event, "", "blitz")


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        ({"time_control_code": "40/5400+30:1800+30"}, "standard"),
        ({"time_control_code": "600+5"}, "rapid"),
        ({"time_control_code": "180+2"}, "blitz"),
        ({"time_control_code": "3600"}, "standard"),
        ({"time_control": "90 minutes and 30 seconds a move"}, "standard"),
        ({"time_control": "10 minutes and 5 seconds a move"}, "rapid"),
        ({"time_control": "not given"}, ""),
        ({"type": "Individual: Swiss-System (BLITZ)"}, "blitz"),
        ({}, ""),
    ],
)
def test_pace(info, expected):
    assert pace(info) == expected


def test_summary_of_a_tournament(event):
    made = summary("small-cup", event, standings(event), "standings?event=small-cup")
    assert (made.players, made.played, made.planned, made.season) == (5, 2, 3, "2026")
    assert made.leader in ("Álvarez, Ana", "Ek, Eva") and made.points == 2.0


def test_an_event_without_a_name_is_called_by_its_file(event):
    sample = Path(__file__).parents[2] / "data/tournaments/tec-swiss.trf"
    nameless = read(sample.read_bytes().partition(b"012 ")[2].partition(b"\n")[2])
    assert summary("file-1", nameless, None, title="cup.trf").name == "cup.trf"
    assert summary("file-1", event, None, title="cup.trf").name == event.name


def test_facts_say_the_state_in_a_sentence(event):
    assert facts_line(event, standings(event)) == "Standings after round 2 of 3. 5 players, Swiss, 1 to 3 May 2026."
    earlier = facts_line(event, standings(event, through=1))
    assert earlier.startswith("Standings as they were after round 1 of 3; 2 rounds have been played.")
