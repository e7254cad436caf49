"""The frames' schemas: every column says what it is, and a frame that is none of them is refused with its faults."""

import pandas as pd
import pytest

from chessdash import frames
from chessdash.errors import DataError
from tests.events import event


@pytest.mark.parametrize("name", sorted(frames.SCHEMAS))
def test_every_column_has_a_meaning(name):
    schema = frames.SCHEMAS[name]
    assert schema.name == name and schema.description
    for column in schema.columns.values():
        assert column.description and column.dtype is not None, column.name


@pytest.mark.parametrize("name", ["players", "results", "byes", "teams", "faults"])
def test_what_a_tournament_gives_has_its_schema(name):
    full = event(["2000 2w1 -H 3w", "1900 1b0 3wD -Z", "1800 -U 2bD 1b"], rounds=5, records=["240 H   5    2"])
    empty = event(["2000"], rounds=5)
    for table in (full, empty):
        assert frames.checked(name, getattr(table, name)).equals(getattr(table, name))


def test_what_is_wrong_is_named():
    results = event(["2000 2w1", "1900 1b0"]).results
    with pytest.raises(DataError) as refused:
        frames.checked("results", results.assign(result="x", round=0))
    message = str(refused.value)
    assert "results" in message and "result" in message and "round" in message and "\n" not in message
    with pytest.raises(DataError):
        frames.checked("results", pd.concat([results, results]))
    with pytest.raises(DataError):
        frames.checked("players", event(["2000"]).players.drop(columns="rating"))
