"""The frames that chessdash takes and gives: every column with its type, unit, meaning and check (pandera)."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
import pandera.pandas as pa

from chessdash.crosstable import Scoring
from chessdash.errors import DataError
from chessdash.sheet import Bye, Sheet
from chessdash.text import say

RESULT_LETTERS = tuple("1=0WDL+-HFUZ*")
ONCE = pa.Check(lambda frame: ~frame.duplicated(["round", "no"]), error="a participant stands once in a round")
NUMBER = pa.Index("int64", pa.Check.in_range(1, 9999), unique=True, name="no")


def _column(dtype: str, meaning: str, check: pa.Check | None = None, **options: Any) -> pa.Column:
    """A column with its meaning; text is never missing, a number that is not known is nan."""
    return pa.Column(dtype, check, description=meaning, nullable=dtype == "float64", **options)


PLAYERS = pa.DataFrameSchema(
    {
        "name": _column("str", "Surname, First name, as written"),
        "sex": _column("str", "m, w or empty"),
        "title": _column("str", "GM, IM, FM, CM, WGM, WIM, WFM, WCM, another word, or empty"),
        "federation": _column("str", "three letters, or empty"),
        "fide_id": _column("str", "FIDE number as digits, or empty"),
        "birth": _column("str", "ISO date or year, or as written"),
        "rating": _column("float64", "Elo; nan: unrated", pa.Check.in_range(1, 4000)),
        "points": _column("float64", "points as declared, in the event's own points"),
        "rank": _column("float64", "rank as declared, from 1", pa.Check.ge(0)),
        "first_round": _column("int64", "first round of the participant, above 1 for a late entry", pa.Check.ge(1)),
        "last_round": _column("int64", "last round, below the planned ones after a withdrawal; 0: never present", pa.Check.ge(0)),
    },
    index=NUMBER,
    name="players",
    description="One row a participant, in the order of the file, with any further columns of the file behind",
)

RESULTS = pa.DataFrameSchema(
    {
        "round": _column("int64", "round, from 1", pa.Check.ge(1)),
        "no": _column("int64", "start number", pa.Check.ge(1)),
        "opponent": _column("int64", "start number of the opponent, 0: none", pa.Check.ge(0)),
        "colour": _column("str", "w, b, or empty", pa.Check.isin(("w", "b", ""))),
        "result": _column("str", "as in TRF; *: paired, no result yet", pa.Check.isin(RESULT_LETTERS)),
        "points": _column("float64", "points as awarded, in the event's own points; nan: no round yet"),
    },
    checks=ONCE,
    name="results",
    description="One row a participant and round, by round and start number",
)

BYES = pa.DataFrameSchema(
    {
        "round": _column("int64", "round still to come", pa.Check.ge(1)),
        "no": _column("int64", "start number", pa.Check.ge(1)),
        "type": _column("str", "F full, H half, Z zero points, U pairing-allocated", pa.Check.isin(tuple("FHZU"))),
    },
    checks=ONCE,
    name="byes",
    description="Byes that are set for rounds still to come",
)

TEAMS = pa.DataFrameSchema(
    {
        "name": _column("str", "name of the team"),
        "nickname": _column("str", "short name, or empty"),
        "strength": _column("float64", "average or other strength, as declared"),
        "match_points": _column("float64", "match points, as declared"),
        "game_points": _column("float64", "game points, as declared"),
        "rank": _column("float64", "rank as declared, from 1"),
        "members": pa.Column("object", description="start numbers of the members, in the order of the boards"),
    },
    index=NUMBER,
    name="teams",
    description="One row a team; empty in an individual event",
)

FAULTS = pa.DataFrameSchema(
    {
        "severity": _column(
            "str", "error: left out of the table; warning: the results win; note", pa.Check.isin(("error", "warning", "note"))
        ),
        "code": _column("str", "name of the sentence"),
        "record": _column("str", "record of the file, such as 001, or empty"),
        "line": _column("int64", "line of the file, from 1; 0: does not apply", pa.Check.ge(0)),
        "column": _column("int64", "column of the file, from 1; 0: does not apply", pa.Check.ge(0)),
        "no": _column("int64", "start number; 0: does not apply", pa.Check.ge(0)),
        "round": _column("int64", "round; 0: does not apply", pa.Check.ge(0)),
        "values": pa.Column("object", description="the values that the message names"),
        "message": _column("str", "one sentence for people"),
    },
    name="faults",
    description="What the records and results alone show, by place in the file",
)

EXPLANATION = pa.DataFrameSchema(
    {
        "round": _column("int64", "round, from 1"),
        "opponent": _column("int64", "start number of the opponent, 0: none"),
        "name": _column("str", "name of the opponent, or empty"),
        "colour": _column("str", "w, b, or empty"),
        "result": _column("str", "as in TRF"),
        "score": _column("float64", "the opponent's own figure: score, or rating in rating codes"),
        "adjusted": _column("float64", "the figure that was used: adjusted or a dummy's score, or the rating"),
        "contribution": _column("float64", "what the round brings"),
        "counted": _column("bool", "whether it counts in the value"),
        "reason": _column("str", "why the round differs from the plain rule, or empty"),
        "article": _column("str", "article of C.07, or empty"),
    },
    name="explanation",
    description="The contributions of one value, one row a round",
)

SCHEMAS = {schema.name: schema for schema in (PLAYERS, RESULTS, BYES, TEAMS, FAULTS, EXPLANATION)}


def sheet_of(
    players: pd.DataFrame,
    results: pd.DataFrame,
    *,
    info: Mapping[str, Any] | None = None,
    scoring: Scoring | None = None,
    byes: pd.DataFrame | None = None,
) -> Sheet:
    """The sheet that frames describe: players as ``PLAYERS`` (name and any further column; the rest may be left out), results as
    ``RESULTS`` without points, byes as ``BYES``. DataError names what a frame lacks or who is not among the players.
    """
    needed = PLAYERS.columns
    blank = {name: np.nan if str(column.dtype) == "float64" else "" for name, column in needed.items()}
    full = players.assign(**{name: value for name, value in blank.items() if name not in players.columns}).rename_axis("no")
    whole = dict.fromkeys(("first_round", "last_round"), 1)
    checked("players", full.assign(**whole).astype({name: str(column.dtype) for name, column in needed.items()}))
    results = checked("results", results.assign(points=np.nan).astype({"points": "float64"}))
    rows = full.index.get_indexer(pd.Index(results["no"]))
    strangers = results["no"][rows < 0].tolist() + [no for no in results["opponent"] if no and no not in full.index]
    if strangers:
        raise DataError(say("stranger", no=strangers[0], n=len(full)))
    shape = (len(full), int(results["round"].max()) if len(results) else 0)
    opponent, colour, result = np.zeros(shape, np.int32), np.full(shape, ord("-"), np.uint8), np.full(shape, ord(" "), np.uint8)
    at = (rows, results["round"].to_numpy() - 1)
    opponent[at] = results["opponent"]
    colour[at] = [ord(letter or "-") for letter in results["colour"]]
    result[at] = [ord(letter) for letter in results["result"]]
    columns: dict[str, Any] = {name: full[name].tolist() for name in full.columns if name not in whole}
    columns |= {name: full[name].to_numpy(float) for name in ("rating", "points", "rank")}
    ahead = () if byes is None else tuple(Bye(int(b.round), int(b.no), str(b.type)) for b in checked("byes", byes).itertuples())
    return Sheet(
        dict(info or {}), {"no": full.index.to_numpy(np.int64), **columns}, opponent, colour, result, scoring or Scoring(), ahead
    )


def checked(name: str, frame: Any) -> Any:
    """The frame, where it has the shape that its schema says; DataError names every fault of it otherwise."""
    try:
        return SCHEMAS[name].validate(frame, lazy=True)
    except pa.errors.SchemaErrors as errors:
        cases = errors.failure_cases
        first = "; ".join(
            f"{row.column or row.schema_context}: {row.check} ({row.failure_case})" for row in cases.head(5).itertuples()
        )
        raise DataError(say("frame_refused", frame=name, n=len(cases), first=first)) from None
