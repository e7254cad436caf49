"""The presets: one list, with sources, that every part reads; and what the catalogue says of codes."""

import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import chessdash
from chessdash import orders
from chessdash.crosstable import Crosstable, Kind, Scoring
from chessdash.errors import TieBreakError
from chessdash.simulation import BYES, FIELDS, strengths, swiss
from chessdash.tiebreaks.descriptor import Descriptor, parse, parse_order
from chessdash.tiebreaks.ranking import value
from chessdash.tiebreaks.registry import CODES
from tests.events import event

ROWS = ("2000  2w1 3b= 4w1", "1900  1b0 4w1 3b=", "1800  4b1 1w= 2w=", "1700  3w0 2b0 1b0")


def test_keys_names_and_orders_stand_once():
    for part in ("key", "name"):
        values = [getattr(one, part) for one in orders.PRESETS]
        assert len(set(values)) == len(values)
    within = [(one.system, one.order) for one in orders.PRESETS]
    shared = {order for order in within if within.count(order) > 1}
    assert not shared


@pytest.mark.parametrize("preset", orders.PRESETS, ids=lambda one: one.key)
def test_every_preset_says_where_it_is_from_and_can_be_used(preset):
    assert preset.source and preset.date and re.fullmatch(r"[a-z0-9-]+", preset.key)
    assert preset.system in ("swiss", "round-robin", "wargame")
    assert ",".join(str(descriptor) for _, descriptor in parse_order(preset.text)) == preset.text
    assert orders.preset(preset.key) is preset
    if preset.system != "wargame":
        kind = "Swiss-System" if preset.system == "swiss" else "Round Robin"
        assert chessdash.standings(event(ROWS, type=f"Individual: {kind}"), preset.text).attrs["dropped"] == []


def test_the_standings_default_is_the_first_of_its_system():
    """As the specification names them."""
    assert orders.default("swiss") == ("BH/C1", "BH", "SB", "DE", "WIN")
    assert orders.default("round-robin") == ("DE", "SB", "WIN", "KS")
    assert orders.default("wargame") == ("OTHER_SOS", "OTHER_ARMY")
    assert chessdash.standings(event(ROWS)).attrs["order"] == ("PTS", *orders.default("swiss"))


def test_an_order_is_known_by_its_name():
    assert orders.named("BH/C1,BH,SB,DE,WIN,BWG") == "India 2020"
    assert orders.named("WIN") == ""
    with pytest.raises(TieBreakError, match=r"no preset 'fide'.*fide-2019"):
        orders.preset("fide")


def test_there_is_no_second_list():
    from chessdash import standings
    from chessdash.pages import _view

    assert not hasattr(standings, "PRESETS") and not hasattr(_view, "IN_USE")


def test_the_catalogue_says_of_each_code_what_an_organiser_asks():
    whole = chessdash.tiebreaks()
    assert list(whole.index) == list(CODES)
    assert (whole["meaning"].str.len() > 10).all()
    assert whole.loc["BH", ["article", "type", "known_early"]].tolist() == ["8.1", "C", False]
    of_order = chessdash.tiebreaks("BH/C1, FB, OTHER_army")
    assert list(of_order.index) == ["BH/C1", "FB", "OTHER_army"]
    assert of_order["known_early"].tolist() == [False, True, False]
    assert "army" in of_order.loc["OTHER_army", "meaning"].lower()


@cache
def last_round_again(seed: int, win: float) -> Crosstable:
    """An event of 30, byes and all, whose last round's pairings are played 60 times, (B, P, R); a draw pays 1 of 2 or 3."""
    random = np.random.default_rng(seed)
    field = FIELDS["club"]
    strength, rating = strengths(1, 30, field, random)
    batch = swiss(strength, rating, 5, field.draws, BYES["some"], random)
    parts = {name: getattr(batch, name)[0] for name in ("opponent", "kind", "black", "rating")}
    halves = np.repeat((batch.points * 2).astype(int), 60, 0)
    for i in np.flatnonzero(parts["kind"][:, -1] == Kind.GAME):
        if i < (other := parts["opponent"][i, -1]):
            halves[:, i, -1] = random.integers(3, size=60)
            halves[:, other, -1] = 2 - halves[:, i, -1]
    return replace(batch, points=np.choose(halves, (0.0, 1.0, win)), scoring=Scoring(win, 1, 0), **parts)


def settled(descriptor: Descriptor, table: Crosstable) -> bool:
    """Whether no two are ordered one way after one last round and another way after another, level on points after both."""
    values = np.broadcast_to(value(table, descriptor), table.score.shape)
    ahead = np.round(values[:, :, None] - values[:, None], 6)
    level = table.score[:, :, None] == table.score[:, None]
    signs = np.where(level, np.sign(ahead), np.nan)
    seen = level.any(0)
    return bool((np.nanmin(signs[:, seen], 0) == np.nanmax(signs[:, seen], 0)).all())


@pytest.mark.parametrize("code", [code for code, one in CODES.items() if one.shape != "split" and code != "PTS"])
def test_known_before_the_last_round_is_what_the_code_does(code):
    """Every flag: a code that is known early never changes its mind between those level on points, any other does at times."""
    kept = all(settled(parse(code), last_round_again(seed, win)) for seed in range(3) for win in (2.0, 3.0))
    assert kept == CODES[code].known_early
