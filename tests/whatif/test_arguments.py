"""What is no argument at all is refused in one sentence, by every function of What if, and never taken for something else."""

import inspect
from fractions import Fraction
from importlib import import_module

import numpy as np
import pandas as pd
import pytest

import chessdash
from chessdash import army, jobs, pairing
from chessdash.arguments import choice, flag, is_number, is_whole, number, numbers, shown, whole
from chessdash.errors import DataError, TieBreakError
from chessdash.simulation import Odds
from chessdash.spread import over
from chessdash.whatif import boards as boards_module
from chessdash.whatif.certainty import certainty
from chessdash.whatif.ending import complete_rounds, end_after
from chessdash.whatif.past import as_of
from chessdash.whatif.results import boards, by_white, changes, flip_list, result_of, with_results
from chessdash.whatif.retrospect import retrospect, table_by_round
from chessdash.whatif.strength import Model
from tests.events import event

NAN, INF = float("nan"), float("inf")
ARRAY = np.array([1, 2])


class Thing:
    """Nothing that anybody knows, under the same name in every worker."""

    def __repr__(self) -> str:
        return "a thing"


THING = Thing()
NO_WHOLE = ("3", "", NAN, INF, 1.5, 2.0, np.float64(2), True, np.bool_(True), [1], (1,), {}, ARRAY, np.array(1.0), THING, b"1")
NO_NUMBER = ("3", NAN, INF, -INF, True, [1], {}, ARRAY, THING, 1j, None)
NO_NUMBERS = (
    None,
    5,
    2.5,
    "3",
    "",
    b"\x01",
    {},
    {1: 2},
    [[1]],
    [True],
    [1.0],
    ["1"],
    [None],
    np.array(1),
    np.array([1.0]),
    THING,
)
NO_ORDER = (5, -1, 1.5, True, NAN, np.array(1), THING, len)
NO_EVENT = (None, "x.trf", b"012 Test", 5, [], THING, pd.DataFrame())


@pytest.fixture(scope="module")
def going():
    """Four players, two of three rounds played, the third paired."""
    return event(("2000 2w1 3b= 4w", "1900 1b0 4w1 3b", "1800 4w= 1w= 2w", "1700 3b= 2b0 1b"))


@pytest.fixture(scope="module")
def unpaired():
    """The same before the third round is paired."""
    return event(("2000 2w1 3b=", "1900 1b0 4w1", "1800 4w= 1w=", "1700 3b= 2b0"), rounds=3)


@pytest.fixture(scope="module")
def outlook(going):
    return chessdash.simulate(going, 50, workers=1)


def refused(kind, function, *given, **named):
    """The one sentence with which a call is refused."""
    with pytest.raises(kind) as error:
        function(*given, **named)
    said = str(error.value)
    assert said.strip() and "\n" not in said and len(said) < 400
    return said


def shorthand(values):
    return [shown(value) or "nothing" for value in values]


# ---- the checks themselves


@pytest.mark.parametrize("given", NO_WHOLE, ids=shorthand(NO_WHOLE))
def test_no_whole_numbers(given):
    assert not is_whole(given)
    assert refused(DataError, whole, "runs", given, 1, 9) == f"runs has to be a whole number from 1 to 9, not {shown(given)}."
    assert refused(DataError, whole, "runs", given, 1) == f"runs has to be a whole number from 1 on, not {shown(given)}."


@pytest.mark.parametrize("given", [1, 9, np.int8(4), np.uint64(9), np.array([4])[0]])
def test_whole_numbers(given):
    assert is_whole(given, 1, 9) and whole("runs", given, 1, 9) == given and type(whole("runs", given, 1, 9)) is int
    assert not is_whole(given, 10) and not is_whole(given, -5, 0)


def test_bounds_are_included():
    assert [n for n in range(-3, 12) if is_whole(n, 1, 9)] == list(range(1, 10))
    assert is_whole(10**400) and not is_whole(10**400, 0, 9) and not is_number(10**400, 0, 9)


@pytest.mark.parametrize("given", NO_NUMBER, ids=shorthand(NO_NUMBER))
def test_no_numbers(given):
    assert refused(DataError, number, "draws", given, 0, 1) == f"draws has to be a number from 0 to 1, not {shown(given)}."


@pytest.mark.parametrize("given", [0, 1, 0.5, np.float32(0.25), Fraction(1, 3), np.int64(1)])
def test_numbers(given):
    assert number("draws", given, 0, 1) == float(given)


@pytest.mark.parametrize("given", NO_NUMBERS, ids=shorthand(NO_NUMBERS))
def test_no_start_numbers(given):
    said = refused(DataError, numbers, "absent", given)
    assert said == f"absent has to be a list of start numbers, such as [3, 12], not {shown(given)}."


@pytest.mark.parametrize("given", [[3, 12], (3, 12), np.array([3, 12]), pd.Series([3, 12]), iter([3, 12]), {3: 0, 12: 0}.keys()])
def test_start_numbers(given):
    assert numbers("absent", given) == [3, 12]


def test_choices_and_flags():
    assert choice("pairing", "fold", ("fold", "dutch")) == "fold"
    for given in ("swiss", None, ARRAY, 5, ["fold"], b"fold", ""):
        said = refused(DataError, choice, "pairing", given, ("fold", "dutch"))
        assert said == f"{shown(given)} is no pairing; choose one of fold, dutch."
    assert flag("double", True) is True and flag("double", False) is False
    for given in (None, 0, 1, "no", ARRAY, np.bool_(True)):
        assert refused(DataError, flag, "double", given) == f"double has to be True or False, not {shown(given)}."


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ("3", "'3'"), (3, "3"), (np.int64(3), "3"), (np.float64(0.5), "0.5"), (np.array([1, 2]), "array([1, 2])"), (None, "None"),
        ("x" * 99, "'" + "x" * 58 + "…"), (np.zeros((2, 2)), "array([[0., 0.], [0., 0.]])"),
    ],
)  # fmt: skip
def test_values_as_sentences_show_them(given, text):
    assert str(shown(given)) == text and f"{shown(given)!r}" == text


# ---- the functions


OF_EVENTS = {
    "simulate": chessdash.simulate,
    "end_after": end_after,
    "complete_rounds": complete_rounds,
    "certainty": certainty,
    "retrospect": retrospect,
    "table_by_round": table_by_round,
    "flip_list": flip_list,
    "with_results": lambda given: with_results(given, {(1, 1): "1"}),
    "by_white": lambda given: by_white(given, {}),
    "boards": lambda given: boards(given, 1),
    "result_of": lambda given: result_of(given, 1, 1),
    "as_of": lambda given: as_of(given, 1),
    "changes": lambda given: changes(given, given),
    "standings": chessdash.standings,
    "dutch": pairing.dutch,
    "state": army.state,
    "further_round": army.further_round,
    "is_army": army.is_army,
    "next_round": lambda given: army.next_round(given, 1),
}
INSIDE = {"every_board", "find", "checked_round", "named", "is_over"}  # they are handed what was looked at already


@pytest.mark.parametrize("given", NO_EVENT, ids=shorthand(NO_EVENT))
@pytest.mark.parametrize("call", OF_EVENTS.values(), ids=OF_EVENTS)
def test_no_event(call, given):
    assert (
        refused(DataError, call, given)
        == f"Expected a tournament, found {shown(given)}; read a file with chessdash.read() first."
    )


@pytest.mark.parametrize(
    "name", ["boards", "certainty", "ending", "flipping", "past", "results", "retrospect", "setting", "outlook"]
)
def test_every_function_of_an_event_is_among_them(name):
    module = import_module(f"chessdash.whatif.{name}")
    for called, function in inspect.getmembers(module, inspect.isfunction):
        first = next(iter(inspect.signature(function).parameters), "")
        if function.__module__ == module.__name__ and not called.startswith("_") and first in ("tournament", "before"):
            assert called in OF_EVENTS or called in INSIDE


@pytest.mark.parametrize("given", NO_ORDER, ids=shorthand(NO_ORDER))
@pytest.mark.parametrize(
    "call",
    [
        certainty, retrospect, table_by_round, army.state, army.is_army, chessdash.standings,
        lambda event, order: flip_list(event, order=order), lambda event, order: changes(event, event, order),
        lambda event, order: chessdash.simulate(event, 10, order=order, workers=1),
    ],
)  # fmt: skip
def test_no_order(call, given):
    swords = event(("2000 2w1 3b=", "1900 1b0 4w1", "1800 4w= 1w=", "1700 3b= 2b0"), rounds=3, records=["162 W3 D1 L0"])
    said = refused(TieBreakError, call, swords, given)
    assert said == f"An order is a text such as 'BH/C1,BH' or a list of such codes, not {shown(given)}."


@pytest.mark.parametrize(
    ("rule", "given"),
    [(rule, given) for rule in ("edition", "system") for given in (ARRAY, 2026, 5.0, True, ["2026"], "", "x")]
    + [("unrated", given) for given in (True, "1500", NAN, INF, -1, 10_000, ARRAY, [1500])],
)
def test_no_rules(going, rule, given):
    for function in (certainty, retrospect, table_by_round, flip_list, chessdash.standings):
        assert str(shown(given)) in refused(DataError, function, going, **{rule: given})
    assert str(shown(given)) in refused(DataError, changes, going, going, **{rule: given})
    assert str(shown(given)) in refused(DataError, chessdash.simulate, going, 10, workers=1, **{rule: given})


OF_NUMBERS = (
    (end_after, "round"), (boards, "round"), (as_of, "round"), (certainty, "places"), (retrospect, "prizes"),
    (chessdash.standings, "through"), *((chessdash.simulate, name) for name in ("rounds", "top", "prizes")),
)  # fmt: skip


@pytest.mark.parametrize("given", [*NO_WHOLE, -1, 9, 10**30], ids=str)
def test_no_rounds_places_and_prizes(going, outlook, given):
    """Four players and three rounds, so that 9 is none of them either."""
    for function, name in OF_NUMBERS:
        refused(DataError, function, going, **{name: given})
    refused(DataError, result_of, going, given, 1)
    refused(DataError, result_of, going, 1, given)
    refused(DataError, outlook.depends, given)
    key = (3, given) if isinstance(given, int | float | str) else "a key that is none"
    refused(DataError, with_results, going, {key: "1"})
    refused(DataError, outlook.given, {key: "1"})


@pytest.mark.parametrize("given", [*NO_WHOLE, -1, 10**30], ids=str)
def test_no_runs_and_no_seed(going, given):
    for name in ("runs", "seed"):
        said = refused(DataError, chessdash.simulate, going, **{"runs": 10, name: given})
        assert said.startswith(f"{name} has to be a whole number from ") and said.endswith(f", not {shown(given)}.")


def test_prizes_of_looking_back_end_at_the_participants(going):
    """Four players; of two there can be the first three all the same, which is what nothing said means."""
    assert retrospect(going, prizes=4).attrs["prizes"] == 4
    said = refused(DataError, retrospect, going, prizes=5)
    assert said == "expected a whole number of prize places from 1 to 4, or 0 for the first three, found 5"
    assert retrospect(event(("2000 2w1", "1900 1b0")), prizes=3).attrs["prizes"] == 3


@pytest.mark.parametrize(
    ("results", "said"),
    [
        (None, "found NoneType"), ("3", "found str"), ([], "found list"), (5, "found int"),
        ({5: "1"}, "5 names no board"), ({None: "1"}, "None names no board"), ({(3,): "1"}, "(3,) names no board"),
        ({(3, "1"): "1"}, "(3, '1') names no board"), ({(3.0, 1): "1"}, "(3.0, 1) names no board"),
        ({(True, 1): "1"}, "(True, 1) names no board"), ({(3, 1): ["1"]}, "['1'] is no result"), ({(3, 1): 1}, "1 is no result"),
        ({(3, 1): None}, "None is no result"), ({(3, 1): ARRAY}, "array([1, 2]) is no result"),
        ({(3, 1): "1", (3, 4): "1"}, "Round 3, board 1 against 4: two results are given, '1' and '0' from White's side"),
        ({(3, 1): "=", (3, 4): "1"}, "two results are given, '=' and '0'"),
    ],
)  # fmt: skip
def test_no_results(going, outlook, results, said):
    assert said in refused(DataError, outlook.given, results)
    assert said in refused(DataError, with_results, going, results)


def test_nothing_is_known_beforehand(unpaired):
    """All four have met: the exact system finds no pairing, each run has a fold of its own, nobody has a board beforehand."""
    blocked = event(("2000 2w1 3b= 4w1", "1900 1b0 4w1 3b=", "1800 4w= 1w= 2w=", "1700 3b= 2b0 1b0"), rounds=4)
    found = chessdash.simulate(blocked, 20, workers=1)
    assert found.plan.known == () and found.depends().empty
    assert refused(DataError, found.given, {(4, 1): "1"}).startswith("Player 1 has no board known beforehand in round 4, nor has")


@pytest.mark.parametrize(
    "pair", [5, "12", ["1", "2"], (1,), (1, 2, 3), (1, 1), (1, True), (1.0, 2), {1: 2}, (1, None), (1, 9), ()]
)
def test_no_pair(going, pair):
    refused(DataError, flip_list, going, pair)


def test_pairs(going):
    assert flip_list(going, np.array([1, 2])).equals(flip_list(going, (1, 2))) and len(flip_list(going, (1, 2)))


@pytest.mark.parametrize("model", [5, "usual", {}, [Model()], Odds(), Model, np.array(1)])
def test_no_model(going, model):
    assert refused(DataError, chessdash.simulate, going, 10, model=model, workers=1).startswith("model has to be made by Model()")


@pytest.mark.parametrize("given", NO_NUMBER, ids=shorthand(NO_NUMBER))
def test_models_are_of_numbers(given):
    for name in ("rating_error", "unrated_error", "spread"):
        if not (name == "spread" and given is None):
            assert refused(DataError, Model, **{name: given}).startswith(f"{name} has to be a number from 0 to 10000, not ")
    for name in ("draws", "first_move", "by_strength", "at", "least", "most"):
        assert refused(DataError, Odds, **{name: given}).startswith(f"{name} has to be a number from ")
    if given is not True:
        refused(DataError, Model, results=given)
    refused(DataError, Model, odds=given)


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        (Model, {"rating_error": -1}), (Model, {"unrated_error": 1e9}), (Model, {"spread": -80.0}), (Odds, {"draws": -0.1}),
        (Odds, {"draws": 1.1}), (Odds, {"first_move": 501}), (Odds, {"first_move": -501}), (Odds, {"by_strength": 2}),
        (Odds, {"least": 0.6, "most": 0.4}), (Odds, {"most": 1.5}), (Odds, {"at": 1e9}),
    ],
)  # fmt: skip
def test_models_within_bounds(kind, given):
    refused(DataError, kind, **given)


@pytest.mark.parametrize("given", [*NO_WHOLE, 0, -3], ids=str)
def test_no_number_of_workers(going, given):
    said = f"workers has to be a whole number from 1 on, not {shown(given)}."
    assert refused(DataError, jobs.workers_wanted, given) == said
    assert refused(DataError, jobs.Pool, given) == said
    assert refused(DataError, chessdash.simulate, going, 10, workers=given) == said
    with pytest.raises(DataError), over(given):
        pass


@pytest.mark.parametrize("given", [5, "yes", True, []])
def test_no_progress(going, given):
    said = refused(DataError, chessdash.simulate, going, 10, workers=1, progress=given)
    assert said == f"progress has to be a function of the parts done and their number, not {shown(given)}."


@pytest.mark.parametrize("given", NO_NUMBERS, ids=shorthand(NO_NUMBERS))
def test_nobody_is_absent(unpaired, given):
    for name in ("absent", "present"):
        assert refused(DataError, pairing.dutch, unpaired, **{name: given}).startswith(
            f"{name} has to be a list of start numbers"
        )
    assert refused(DataError, army.next_round, unpaired, 1, absent=given).startswith("absent has to be a list of start numbers")
    assert "start numbers" in refused(DataError, army.first_round, given, 1)


@pytest.mark.parametrize("given", [[1], [1, 1], [0, 1], [-1, 2], [1, 2**31], [1, 10**30], []])
def test_nobody_to_draw(given):
    assert "at least 2 start numbers" in refused(DataError, army.first_round, given, 1)


@pytest.mark.parametrize("given", [*NO_WHOLE, -1], ids=str)
def test_no_seed_of_a_draw(unpaired, given):
    assert "seed" in refused(DataError, army.first_round, [1, 2, 3], given)
    assert "seed" in refused(DataError, army.next_round, unpaired, given)


@pytest.mark.parametrize("names", [None, 5, "abc", [], ["A"], [1, 2], ["A", None], {"A": 1, "B": 2}, np.array(1), True])
def test_no_names(names):
    assert refused(DataError, army.empty_event, names).startswith("Expected the names of at least 2 players as a list of texts")


@pytest.mark.parametrize("rounds", [*NO_WHOLE, -3, 0, 10**9], ids=str)
def test_no_rounds_of_an_army_game(rounds):
    assert refused(DataError, army.empty_event, ["A", "B"], rounds=rounds).startswith(
        "rounds has to be a whole number from 1 to 999"
    )
    assert army.empty_event(np.array(["A", "B"]), rounds=999).rounds_planned == 999


@pytest.mark.parametrize("given", [*NO_WHOLE, None, 1, 0, -4, 10**9], ids=str)
def test_no_berger_table(given):
    assert refused(DataError, pairing.berger, given).startswith("players has to be a whole number from 2 to 1000, not ")
    if not is_whole(given, 2):
        refused(DataError, army.recommended_rounds, given)


@pytest.mark.parametrize("given", [None, "no", 1, ARRAY])
def test_no_double_round_robin(given):
    assert refused(DataError, pairing.berger, 4, double=given) == f"double has to be True or False, not {shown(given)}."


@pytest.mark.parametrize(
    ("lines", "rounds", "said"),
    [
        (["2000 ."], 1, "expected at least 2 players for a round robin, found 1; add players, or correct the type"),
        (["2000 .", "1900 ."], 3, "expected 1 round for a round robin of 2 players, or 2 for a double one, but 3 are planned"),
        (
            ["2000 .", "1900 .", "1800 ."],
            1,
            "expected 3 rounds for a round robin of 3 players, or 6 for a double one, but 1 is planned",
        ),
    ],
)
def test_round_robins_that_are_none(lines, rounds, said):
    robin = event(lines, rounds=rounds, type="Individual: Round-Robin")
    assert said in refused(DataError, pairing.dutch, robin)
    assert said in refused(DataError, chessdash.simulate, robin, 10, workers=1)


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        (("2w1", ".", "-U"), "1 has none (the cells of 1 and 2 in round 1, which contradict each other)"),
        (("2w1", "4w1", "-U"), "1 has none (the cell of 1 in round 1, which no other agrees with)"),
        (("1w1", "-H", "-U"), "1 has none (the cell of 1 in round 1, which no other agrees with)"),
        (("2w1", "3w1", "1w1"), "1 has none (the cells of 1, 2 and 3 in round 1, which contradict each other)"),
        (("2w", "1b", "9b1"), "2 have none (1 – 2 in round 1; the cell of 3 in round 1, which no other agrees with)"),
    ],
)
def test_cells_that_contradict_each_other_are_named_as_such(cells, said):
    """One-sided, beside a board of two others, with oneself, in a ring, with nobody; none counts twice, nobody is number 0."""
    rest = ("1700 2b0", "1600 -H") if "4w1" in cells else ("1700 5w1", "1600 4b0")
    doubtful = event((*(f"{2000 - 50 * k} {cell}" for k, cell in enumerate(cells)), *rest), rounds=3)
    assert doubtful.rounds_played == 1 and said in refused(DataError, pairing.dutch, doubtful)
    if "have" not in said:  # an open board is played first
        assert any(said in note for note in chessdash.simulate(doubtful, 10, workers=1).notes)


def test_every_function_of_boards_says_who_is_not_there(going):
    assert boards_module.row_of(np.array([4, 7]), np.int64(7)) == 1
    assert refused(DataError, result_of, going, 1, "2") == "There is no player with start number '2'; the numbers are 1 to 4."


def test_a_number_of_thousands_of_digits(going):
    """Python itself does not write it out: the sentence has the word for it."""
    assert str(shown(10**5000)) == "int"
    assert refused(DataError, retrospect, going, prizes=10**5000).endswith("found int")
