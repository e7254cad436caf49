"""JSON: the documented layout, and what is refused."""

import json as plain_json
from typing import Any

import pytest

from chessdash.errors import FormatError
from chessdash.formats import csv, json
from chessdash.tournament import Tournament

EVENT = csv.sheet(b"Club night;;\nNo;Name;Rtg;1;2\n1;Anna;2100;2w1;-\xc2\xbd\n2;Bert;;1b0;3w\n3;Chris;1500;;2b\n")


def written() -> dict[str, Any]:
    """The event as written, parsed by somebody else."""
    data: dict[str, Any] = plain_json.loads(json.dump(Tournament(EVENT)))
    return data


def refused(data: bytes) -> str:
    """The one sentence by which a file is refused."""
    with pytest.raises(FormatError) as error:
        json.sheet(data, source="event.json")
    assert "\n" not in str(error.value)
    return str(error.value)


def test_the_layout_is_the_documented_one() -> None:
    """As the docstring of the module shows it."""
    data = written()
    assert data["chessdash"] == 1
    assert data["info"] == {"name": "Club night"}
    assert data["columns"]["no"] == "int32" and data["columns"]["name"] == "text" and data["columns"]["rating"] == "float64"
    second = data["players"][1]
    assert (second["no"], second["name"], second["rating"]) == (2, "Bert", None)
    assert second["rounds"] == [{"opponent": 1, "colour": "b", "result": "0"}, {"opponent": 3, "colour": "w", "result": "*"}]
    assert data["players"][2]["rounds"][0] is None
    assert data["scoring"] == {"win": 1.0, "draw": 0.5, "loss": 0.0, "absence": None, "pab": None, "pending": 0.0}
    assert (data["byes"], data["teams"], data["records"], data["lines"]) == ([], None, [], [3, 4, 5])
    assert set(data) == {
        *("chessdash", "info", "scoring", "columns", "players", "byes", "abnormal", "teams", "records", "lines", "notes"),
    }


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"", "line 1, column 1: expected JSON"),
        (b"{", "expected JSON"),
        (b"[]", 'expected an object with "chessdash": 1'),
        (b'{"chessdash": 2}', 'expected an object with "chessdash": 1'),
        (b'{"chessdash": NaN}', "NaN is no value that JSON has"),
        (b'{"chessdash": -Infinity}', "-Infinity is no value"),
        (b'{"chessdash": 1e999}', "1e999 is no value"),
        (b'{"chessdash": ' + b"9" * 5000 + b"}", "thousands of digits"),
        (b'{"chessdash": 1, "chessdash": 1}', "'chessdash' stands twice"),
        (b'{"chessdash": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested too deep"),
        (b'{"chessdash": "\xff"}', "UTF-8"),
        (b"{" + b" " * 10_000_000, "at most 10000000"),
    ],
)
def test_what_is_no_json_of_ours(data: bytes, part: str) -> None:
    """Refused in one sentence with the place or the value."""
    assert part in refused(data)


WRONG: list[tuple[list[Any], Any, str]] = [
    (["info"], [], "info"),
    (["info", "rounds"], "nine", "info: rounds"),
    (["info", "rounds"], 10**12, "info: rounds"),
    (["info", "order"], 5, "info: order"),
    (["info", "name"], 5, "info: name"),
    (["info", "annulled"], "1", "info: annulled"),
    (["info", "annulled"], [1, "2"], "info: annulled"),
    (["info", "due"], [1, 2], "info: due"),
    (["info", "due"], [[1, 2, 3]], "info: due"),
    (["info", "due"], [[1, True]], "info: due"),
    (["info", "edition"], "1999", "info: edition"),
    (["scoring", "win"], "x", "scoring: win"),
    (["scoring", "win"], None, "scoring: win"),
    (["columns", "no"], "text", "no"),
    (["columns", "no"], "object", "columns: no"),
    (["columns", "other"], "text", "players"),
    (["players"], {}, "players"),
    (["players"], [], "players"),
    (["players", 0, "no"], 2, "no"),
    (["players", 0, "no"], 0, "no"),
    (["players", 0, "no"], 1.5, "no"),
    (["players", 0, "no"], 10**20, "no"),
    (["players", 0, "no"], True, "no"),
    (["players", 0, "name"], None, "name"),
    (["players", 0, "name"], "\ud800", "name"),
    (["players", 0, "rating"], "2100", "rating"),
    (["players", 0, "rounds"], None, "rounds"),
    (["players", 0, "rounds"], [None], "rounds"),
    (["players", 0, "rounds", 0], {"opponent": 2}, "rounds"),
    (["players", 0, "rounds", 0], {"opponent": -2, "colour": "w", "result": "1"}, "rounds"),
    (["players", 0, "rounds", 0], {"opponent": 2, "colour": "x", "result": "1"}, "rounds"),
    (["players", 0, "rounds", 0], {"opponent": 2, "colour": "w", "result": "win"}, "rounds"),
    (["byes"], [{"round": 1}], "byes"),
    (["abnormal"], [{"type": "", "points": 1, "round": 0, "numbers": ["x"]}], "abnormal"),
    (["teams"], {"no": [1], "name": [2]}, "teams"),
    (["teams"], {"no": [1], "members": [[1], [2]]}, "teams"),
    (["records"], "x", "records"),
    (["lines"], [1], "lines"),
    (["notes"], [{"code": "no such sentence"}], "notes"),
]


@pytest.mark.parametrize(("path", "value", "where"), WRONG, ids=lambda value: str(value)[:30])
def test_a_part_that_is_not_as_written(path: list[Any], value: Any, where: str) -> None:
    """The part is named."""
    data = written()
    part: Any = data
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    assert f"but {where} is not so" in refused(plain_json.dumps(data).encode())


def test_names_are_data() -> None:
    """Nothing in a name ends the text or the page that shows it; a byte order mark is taken."""
    name = '"},<script>\u2028\\u0041 </script>'
    data = written()
    data["players"][0]["name"] = name
    sheet = json.sheet(b"\xef\xbb\xbf" + plain_json.dumps(data).encode())
    assert json.sheet(json.dump(Tournament(sheet))).players["name"][0] == name
