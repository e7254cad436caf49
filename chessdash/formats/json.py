"""JSON: one object with all of a sheet; the layout is stable, and reading gives back exactly what was written.

::

    {"chessdash": 1,
     "info": {"name": "Spring Open", "rounds": 9, ...},
     "scoring": {"win": 1.0, "draw": 0.5, "loss": 0.0, "absence": null, "pab": null, "pending": 0.0},
     "columns": {"no": "int32", "name": "text", "rating": "float64", ...},
     "players": [{"no": 1, "name": "Example, Anna", "rating": 2101.0, ...,
                  "rounds": [{"opponent": 12, "colour": "w", "result": "1"}, null, ...]}, ...],
     "byes": [{"round": 5, "no": 1, "type": "H"}, ...],
     "abnormal": [{"type": "", "points": 0.5, "round": 3, "numbers": [4]}, ...],
     "teams": null, "records": [{"line": 1, "code": "013", "text": "..."}, ...], "lines": [2, 3, ...], "notes": [...]}

``columns`` says of what kind each field of the players is; a number that is not known (unrated) is null. A round is null where
nothing is written; else opponent is a start number (0 none), colour "w", "b" or "-", and result as in TRF ("*": no result yet).
``teams`` is an object of columns. See ``chessdash.sheet`` for what each part means.
"""

import json
import math
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from chessdash.errors import FormatError
from chessdash.formats import plain
from chessdash.formats.plain import Misshapen
from chessdash.sheet import Sheet
from chessdash.text import say

if TYPE_CHECKING:
    from chessdash.tournament import Tournament

LIMIT = 10_000_000  # bytes of one file
OURS = r"rounds"  # a name that no column of the players has
BLANK = (0, ord("-"), ord(" "))


def sheet(data: bytes, *, encoding: str | None = None, source: str = "") -> Sheet:
    """The sheet of a JSON file in our layout."""
    source = source or say("unnamed")
    if len(data) > LIMIT:
        raise FormatError(say("too_large", source=source, size=len(data), limit=LIMIT))
    whole = _parsed(data, encoding, source)
    if not isinstance(whole, dict) or whole.get("chessdash") != plain.VERSION:
        raise FormatError(say("json_foreign", source=source, version=plain.VERSION))
    try:
        return _sheet(whole)
    except Misshapen as where:
        raise FormatError(say("json_shape", source=source, where=where)) from None
    except RecursionError:
        raise FormatError(say("json_deep", source=source)) from None


def _parsed(data: bytes, encoding: str | None, source: str) -> Any:
    """The data in a JSON text; FormatError where it is none, or more than JSON."""
    try:
        text = data.decode(encoding or json.detect_encoding(data)).removeprefix("\ufeff")
        return json.loads(text, parse_constant=_unknown, parse_float=_finite, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise FormatError(say("json_broken", source=source, reason=error.msg, line=error.lineno, column=error.colno)) from None
    except RecursionError:
        raise FormatError(say("json_deep", source=source)) from None
    except Twice as error:
        raise FormatError(say("json_twice", source=source, name=str(error))) from None
    except Unknown as error:
        raise FormatError(say("json_value", source=source, value=error)) from None
    except (UnicodeDecodeError, LookupError):
        raise FormatError(say("json_text", source=source)) from None
    except ValueError:  # a number of more than 4300 digits
        raise FormatError(say("json_value", source=source, value="a number of thousands of digits")) from None


class Unknown(ValueError):
    """A value that JSON does not know."""


class Twice(ValueError):
    """A name that stands twice in an object."""


def _unknown(name: str) -> Any:
    """Refuses NaN and infinities."""
    raise Unknown(name)


def _finite(text: str) -> float:
    """The number, where it is a finite one."""
    number = float(text)
    if not math.isfinite(number):
        raise Unknown(text[:40])
    return number


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these pairs, where no name stands twice."""
    made = dict(pairs)
    if len(made) < len(pairs):
        name, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise Twice(name[:40])
    return made


def _sheet(whole: dict[str, Any]) -> Sheet:
    """The sheet of a whole object; Misshapen where a part is not as it should be."""
    kinds, players = whole.get("columns"), whole.get("players")
    if not isinstance(kinds, dict) or not all(isinstance(kind, str) for kind in kinds.values()):
        raise Misshapen("columns")
    if not isinstance(players, list) or not all(isinstance(one, dict) and one.keys() == {*kinds, "rounds"} for one in players):
        raise Misshapen("players")
    columns = {
        plain.unmarked(name, OURS): plain.column(kind, [one[name] for one in players], name) for name, kind in kinds.items()
    }
    return plain.with_event(whole, columns, _cells([one["rounds"] for one in players]))


def _cells(rows: Sequence[Any]) -> list[NDArray[Any]]:
    """Opponents, colours and results, (P, R) each."""
    if not all(isinstance(row, list) for row in rows) or len({len(row) for row in rows}) > 1:
        raise Misshapen("rounds")
    cells = [BLANK if cell is None else _cell(cell) for row in rows for cell in row]
    table = np.array(cells, np.int32).reshape(len(rows), len(rows[0]) if rows else 0, 3)
    return [table[..., 0], table[..., 1].astype(np.uint8), table[..., 2].astype(np.uint8)]


def _cell(cell: Any) -> tuple[int, int, int]:
    """A cell as numbers."""
    if not isinstance(cell, dict) or cell.keys() != {"opponent", "colour", "result"}:
        raise Misshapen("rounds")
    opponent, colour, result = cell["opponent"], cell["colour"], cell["result"]
    if type(opponent) is not int or not 0 <= opponent < 2**31 or not (_letter(colour) and _letter(result)):
        raise Misshapen("rounds")
    return opponent, ord(colour), ord(result)


def _letter(value: Any) -> bool:
    """Whether a value is one ASCII character."""
    return isinstance(value, str) and len(value) == 1 and value.isascii()


def dump(tournament: "Tournament") -> bytes:
    """The tournament as JSON in UTF-8, in the layout above."""
    made = tournament.sheet
    kinds = {plain.marked(name, OURS): plain.kind(values) for name, values in made.players.items()}
    columns = [plain.listed(values) for values in made.players.values()]
    cells = zip(made.opponent.tolist(), made.colour.tolist(), made.result.tolist(), strict=True)
    players = [
        {**dict(zip(kinds, values, strict=True)), "rounds": [_written(cell) for cell in zip(*rows, strict=True)]}
        for values, rows in zip(zip(*columns, strict=True), cells, strict=True)
    ]
    whole = {"chessdash": plain.VERSION, **plain.event(made), "columns": kinds, "players": players}
    return json.dumps(whole, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")


def _written(cell: tuple[int, int, int]) -> dict[str, Any] | None:
    """A cell as an object, None where nothing is written."""
    opponent, colour, result = cell
    return None if cell == BLANK else {"opponent": opponent, "colour": chr(colour), "result": chr(result)}
