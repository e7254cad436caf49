"""A round that is made and not published, as plain data: boards, byes, and who sits nowhere, each player to be chosen."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from chessdash.display.results_page import bye_word
from chessdash.text import say

TYPES = ("U", "F", "H", "Z")


def seats(made: pd.DataFrame, names: Mapping[int, str], *, byes: bool = True) -> dict[str, Any]:
    """``rounds.round_made`` for the browser, ``names`` by start number; ``byes``: whether players can have one."""
    rows: Any = made.itertuples()
    last = len(made)
    boards = [_board(row, last) for row in rows]
    given: Mapping[int, str] = made.attrs["byes"]
    away = [
        {**_player(no, names[no], say("seats_place_bye", type=bye_word(kind))), "type": bye_word(kind)}
        for no, kind in given.items()
    ]
    left = [_player(no, names[no], say("seats_place_none")) for no in made.attrs["unseated"]]
    return {"boards": boards, "byes": away, "unseated": left, "words": words(byes)}


def _board(row: Any, last: int) -> dict[str, Any]:
    names = {"white": row.white_name, "black": row.black_name}
    labels = {name: say(f"seats_{name}_of", **names) for name in ("swap", "up", "down", "take")}
    return {
        "board": int(row.board),
        "white": _player(row.white, row.white_name, say("seats_place_white", board=row.board)),
        "black": _player(row.black, row.black_name, say("seats_place_black", board=row.board)),
        "note": say("seats_met", round=row.met) if row.met else "",
        "labels": labels,
        "last": int(row.board) == last,
    }


def _player(no: Any, name: str, place: str) -> dict[str, Any]:
    return {"no": int(no), "name": str(name), "said": say("seats_player_of", name=name, no=no, place=place)}


def words(byes: bool) -> dict[str, Any]:
    """The words around the boards; the name of who is chosen is put in by the browser."""
    plain = ("swap", "up", "down", "take", "byes", "unseated", "cancel")
    kinds = [[kind, say(f"seats_bye_{word}")] for kind, word in zip(TYPES, ("pairing", "full", "half", "zero"), strict=True)]
    said: dict[str, Any] = {name: say(f"seats_{name}") for name in plain}
    said["chosen"] = say("seats_chosen", name="{name}")
    said["chosen_alone"] = say("seats_chosen_alone", name="{name}")
    said["kinds"] = [*kinds, ["", say("seats_bye_none")]] if byes else []
    return said


def state(made: pd.DataFrame, round: int, published: int, robin: bool) -> str:
    """What is in the way of publishing a round, "" for nothing."""
    left = len(made.attrs["unseated"])
    if round != published + 1:
        return say("seats_bar_order", previous=published + 1)
    if not len(made):
        return say("seats_bar_empty")
    return say("seats_bar_unseated", n=left) if left and not robin else ""
