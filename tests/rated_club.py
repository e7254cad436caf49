"""A club of a few members with two finished events, one of them corrected; every figure of it is worked out here by hand.

Initial ratings, standard: Ada Anders 2000, Bo Berg 1800, Cy Cole 1800, Di Dahl 1600, and Eva Ek 1500, a former member. All are
new: K is 40. PD by table 8.1.2: D 0 .50, 200 and 202 .76 (197 < D <= 206), 222 .78 (215 < D <= 225), 400 .92 (391 < D <= 411).

First Cup: Ada expects .76 + .76 + .92 = 2.44 and makes 2½: 40 x .06 = 2.4, +2. Bo expects .24 + .76 + .50 = 1.50 and makes
1½: ±0. Cy expects .76 + .24 + .50 = 1.50 and makes 1: -20. Di expects .24 + .24 + .08 = 0.56 and makes 1: 40 x .44 = 17.6, +18.
Second Cup: Ada 2002 loses to Cy 1780: 40 x -.78 = -31.2, -31; Cy +31.

Corrected: Ada and Bo drew in round 1 of First Cup. Ada makes 2: 40 x -.44 = -17.6, -18, 1982; Bo makes 2: +20, 1820. In Second
Cup Ada 1982 loses to Cy 1780: 40 x -.76 = -30.4, -30, 1952; Cy 40 x .76 = 30.4, +30, 1810.
"""

from typing import Any

import chessdash
from chessdash.store import Store, events, finishing, members
from chessdash.store.importing import prepare, save
from tests.events import text

NAMES = {"ada": "Anders, Ada", "bo": "Berg, Bo", "cy": "Cole, Cy", "di": "Dahl, Di", "eva": "Ek, Eva"}
INITIAL = {"ada": 2000, "bo": 1800, "cy": 1800, "di": 1600, "eva": 1500}
FIRST, SECOND = "first-cup", "second-cup"
PLAYED = {
    FIRST: ("First Cup", "2026-01-10", ["ada", "bo", "cy", "di"],
            ["2000 2w1 3b1 4w=", "1800 1b0 4w1 3b=", "1800 4b= 1w0 2w=", "1600 3w= 2b0 1b="]),
    SECOND: ("Second Cup", "2026-03-01", ["ada", "cy"], ["2000 2b0", "1800 1w1"]),
}  # fmt: skip
LIST = {"ada": 1952, "bo": 1820, "cy": 1810, "di": 1618}  # after the correction


def people(store: Store, **names: str) -> dict[str, int]:
    """Adds the members, under other names where some are given; gives their numbers."""
    found = {}
    for who, initial in INITIAL.items():
        controls = {"standard": initial, **({"rapid": 1900} if who == "ada" else {})}
        title = {"title": "WFM"} if who == "ada" else {}
        found[who] = members.add_member(store, names.get(who, NAMES[who]), initial=controls, active=who != "eva", **title)
    return found


def play(store: Store, key: str, ids: dict[str, int], *, finish: bool = True, **settings: Any) -> str:
    """Imports one of the events, under its members' names, and finishes it; gives its key."""
    title, day, who, players = PLAYED[key]
    trf = text(players, start=day.replace("-", "/")).replace("012 Test", f"012 {title}")
    for no, one in enumerate(who, 1):
        trf = trf.replace(f"{f'P{no:02d}, Test':<33}", f"{NAMES[one]:<33}")
    linked = {no: ids[one] for no, one in enumerate(who, 1)}
    made = save(store, prepare(store, chessdash.read(trf.encode()), **settings), members=linked)
    if finish:
        finishing.finish(store, made, day)
    return made


def correct(store: Store) -> None:
    """The draw of Ada and Bo in round 1 of First Cup."""
    round1 = events.tournament(store, FIRST).results.query("round == 1 and no == 1")
    assert list(round1["opponent"]) == [2]
    finishing.correct(store, FIRST, 1, 1, "=", "both score sheets say a draw")


def build(store: Store, **names: str) -> dict[str, int]:
    """The whole club, corrected; gives the members' numbers."""
    ids = people(store, **names)
    play(store, FIRST, ids)
    play(store, SECOND, ids)
    correct(store)
    return ids
