"""The log as a table: what is said of each kind of row."""

import pandas as pd
import pytest

from chessdash.display.club import log_table

MEMBERS = pd.DataFrame({"name": ["Anders, Ada"]}, index=[1])


def line(what: str, place: str, before: str, after: str) -> list[str]:
    """What happened, where, and the change, of a log of one row."""
    row = {"at": "2026-05-05T20:00:00Z", "who": "Owner", "event": "cup", "what": what, "place": place}
    table = log_table(
        pd.DataFrame([{**row, "before": before, "after": after, "reason": ""}]), events={"cup": "Cup"}, members=MEMBERS
    )
    happened, change = table.rows[0].cells[2:]
    return [happened.text, happened.below, change.text]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (("result", "round 1, board 2", "1-0", ""), ["result changed", "Cup, round 1, board 2", "1-0 → ·"]),
        (("result", "round 1, board 2", "", "1-0"), ["result changed", "Cup, round 1, board 2", "· → 1-0"]),
        (("corrected", "round 1, board 2", "1-0", "½-½"), ["corrected", "Cup, round 1, board 2", "1-0 → ½-½"]),
        (("forfeit", "round 4, board 2", "", "-/-"), ["forfeit after a withdrawal", "Cup, round 4, board 2", "· → -/-"]),
        (("withdrawn", "2 P02", "", "0"), ["withdrawn after round", "Cup, 2 P02", "0"]),
        (("withdrawn", "2 P02", "3", ""), ["withdrawal undone, after round", "Cup, 2 P02", "3"]),
        (("bye", "round 4, 2 P02", "", "H"), ["bye asked for", "Cup, round 4, 2 P02", "H"]),
        (("bye", "round 4, 2 P02", "H", ""), ["bye taken back", "Cup, round 4, 2 P02", "H"]),
        (("entry_removed", "6 P06", "4", ""), ["player removed", "Cup, 6 P06", "from round 4"]),
    ],
)
def test_what_was_taken_back_is_not_said_as_what_was_done(row, said):
    assert line(*row) == said
