"""The verdict: each sentence stands when its condition on the numbers holds, and only then; never a figure without its error."""

from dataclasses import replace

import pandas as pd
import pytest

from chessdash.compare import compare
from chessdash.explanation import why
from chessdash.formats import read
from chessdash.studies import Simulated
from chessdash.text import say
from chessdash.text.verdict import SENTENCES
from chessdash.verdict import PARTS, Figure, Pooled, paragraphs, verdict
from chessdash.verdict.figures import apart
from chessdash.verdict.said import amount, short_names
from chessdash.verdict.study import FEWEST_EVENTS, FEWEST_TIES, NEGLIGIBLE
from tests.pages.opened import ROOT, trf

BASE, OTHER = "BH/C1,BH,SB", "SB,BH,WIN"
STUDY = Simulated(60, 7, "club", "none", ((BASE, BASE), (OTHER, OTHER)), 400, 1)


def pooled(rows=(), *, orders=(BASE, OTHER), events=400):
    """Pooled rows of a study in which nothing differs, but for those given as (world, order, measure): column values."""
    plain = {
        "value": 0.6,
        "error": 0.005,
        "events": events,
        "difference": 0.0,
        "difference_error": 0.003,
        "events_needed": float("inf"),
    }
    keys = [(w, o, m) for w in ("rated", "blind") for o in orders for m in ("stronger",)]
    found = {key: dict(plain) for key in keys}
    for key, values in dict(rows).items():
        found[key] = {**plain, **values}
    return pd.DataFrame([{"world": w, "order": o, "measure": m, **v} for (w, o, m), v in found.items()])


@pytest.fixture(scope="module")
def comparison():
    return compare(read(ROOT / "data" / "tournaments" / "tec-swiss.trf"), [BASE, OTHER])


def codes(said):
    return [one.code for one in said]


def of_study(comparison, frame):
    return codes(verdict(comparison, frame, study=STUDY))


# ---- sentences on simulated events


@pytest.mark.parametrize(
    ("rated", "blind", "code"),
    [
        (0.02, 0.02, "study_better"),
        (-0.02, -0.02, "study_worse"),
        (0.0, 0.0, "study_same"),
        (0.007, -0.007, "study_same"),
        (0.02, 0.0, "study_borrowed"),
        (0.02, -0.02, "study_leans"),
        (0.0, -0.02, "study_lent"),
        (0.0, 0.02, "study_blind_better"),
        (-0.02, 0.0, "study_rated_worse"),
        (-0.02, 0.02, "study_rated_worse_blind_better"),
    ],
)
def test_clearly_takes_both_paired_intervals(comparison, rated, blind, code):
    frame = pooled({("rated", OTHER, "stronger"): {"difference": rated}, ("blind", OTHER, "stronger"): {"difference": blind}})
    said = of_study(comparison, frame)
    judged = [
        c for c in said if c in ("study_better", "study_worse", "study_same", "study_borrowed", "study_leans", "study_lent")
    ]
    judged += [c for c in said if c in ("study_blind_better", "study_rated_worse", "study_rated_worse_blind_better")]
    assert judged == [code]
    assert said[said.index(code) + 1] == "study_difference", "a conclusion is followed by its figures"


@pytest.mark.parametrize(("difference", "clear"), [(0.0078, 1), (0.0077, 0), (-0.0077, 0), (-0.0078, -1)])
def test_the_interval_is_the_one_of_99_percent(difference, clear):
    assert Figure(difference, 0.003, 400).clear == clear


@pytest.mark.parametrize(
    "figure", [Figure(0.5, float("nan"), 1), Figure(float("nan"), float("nan"), 0), Figure(0.5, 0.0, 400), Figure(0.5, 0.01, 29)]
)
def test_nothing_is_clear_without_an_error_or_from_few_events(figure):
    assert figure.clear == 0
    assert apart(figure, Figure(0.1, 0.01, 20)) == 0


def test_a_difference_on_which_all_events_agree_is_not_said_to_be_without_error():
    assert Figure(0.0, 0.0, 200).change == "0.0 ± 2.6"


def test_a_share_on_which_all_events_agree_is_not_said_to_be_without_error():
    assert Figure(0.0, 0.0, 20).half == pytest.approx(0.2327, abs=1e-3)
    assert str(Figure(0.0, 0.0, 20)) == "0.0 ± 23.3"


@pytest.mark.parametrize(("events", "said"), [(FEWEST_EVENTS, "study_stronger"), (FEWEST_EVENTS - 1, "study_few")])
def test_few_events_say_nothing(comparison, events, said):
    found = of_study(comparison, pooled(events=events))
    assert said in found
    if said == "study_few":
        assert not [code for code in found if code.startswith("advice") or code in ("study_same", "study_stronger")]


def test_agreement_with_strength_never_without_the_blind_test(comparison):
    frame = pooled()
    assert of_study(comparison, frame[frame["world"] == "rated"]).count("study_stronger") == 0
    for one in verdict(comparison, frame, study=STUDY):
        if one.code in ("study_stronger", "study_difference", "study_difference_of"):
            assert one.values["rated"] and one.values["blind"] and "ratings say nothing" in str(one)


@pytest.mark.parametrize(
    ("rated", "blind", "expected"), [(0.05, 0.01, True), (0.012, 0.01, False), (0.05, 0.0, False), (0.0, 0.0, False)]
)
def test_a_lead_that_is_partly_borrowed(comparison, rated, blind, expected):
    frame = pooled({("rated", OTHER, "stronger"): {"difference": rated}, ("blind", OTHER, "stronger"): {"difference": blind}})
    assert ("study_partly_borrowed" in of_study(comparison, frame)) == expected


@pytest.mark.parametrize(
    ("difference", "needed", "expected"),
    [(0.001, 24_000.0, True), (0.0, float("inf"), False), (0.02, 60.0, False), (0.001, float("nan"), False)],
)
def test_events_that_it_would_take(comparison, difference, needed, expected):
    frame = pooled({("rated", OTHER, "stronger"): {"difference": difference, "events_needed": needed}})
    assert ("study_needed" in of_study(comparison, frame)) == expected


@pytest.mark.parametrize(
    ("events", "difference", "expected"),
    [
        (FEWEST_TIES, -0.2, ["study_hangs", "study_less"]),
        (FEWEST_TIES, 0.2, ["study_hangs", "study_more"]),
        (FEWEST_TIES, 0.0, ["study_hangs"]),
        (FEWEST_TIES - 1, -0.2, []),
    ],
)
def test_luck_of_the_last_round(comparison, events, difference, expected):
    base = {"value": 0.2, "error": 0.02, "events": events}
    other = {**base, "difference": difference, "difference_error": 0.02}
    found = of_study(comparison, pooled({("rated", BASE, "swapped"): base, ("rated", OTHER, "swapped"): other}))
    assert [c for c in found if c in ("study_hangs", "study_more", "study_less")] == expected


@pytest.mark.parametrize(
    ("strength", "difference", "said"),
    [(0.5, 0.1, True), (0.5, 0.0, True), (0.38, 0.0, False), (0.38, 0.1, True), (None, 0.1, False)],
)
def test_byes_are_held_against_what_strength_says(comparison, strength, difference, said):
    rows = {
        ("rated", BASE, "absent"): {"value": 0.38, "error": 0.01},
        ("rated", OTHER, "absent"): {"value": 0.48, "error": 0.01, "difference": difference, "difference_error": 0.01},
    }
    if strength:
        rows[("rated", BASE, "absent_stronger")] = {"value": strength, "error": 0.01}
    assert ("study_byes" in of_study(comparison, pooled(rows))) == said


@pytest.mark.parametrize(("difference", "expected"), [(-0.05, True), (-0.01, False)])
def test_an_early_stop_is_said_where_orders_clearly_differ(comparison, difference, expected):
    rows = {
        ("rated", BASE, "winner_kept_1"): {"value": 0.7, "error": 0.02},
        ("rated", OTHER, "winner_kept_1"): {"value": 0.65, "error": 0.02, "difference": difference, "difference_error": 0.01},
    }
    assert ("study_stop" in of_study(comparison, pooled(rows))) == expected


# ---- advice


def advised(comparison, frame):
    return [one.code for one in verdict(comparison, frame, study=STUDY) if one.part == "advice"]


@pytest.mark.parametrize(
    ("rated", "blind", "error", "expected"),
    [
        (0.62, 0.50, 0.004, True),
        (0.62, 0.50, 0.03, False),  # too wide to say that it is lots
        (0.62, 0.53, 0.004, False),  # real information
        (0.505, 0.50, 0.004, False),  # no better than lots as rated either
    ],
)
def test_an_order_that_repeats_the_rating_list(comparison, rated, blind, error, expected):
    rows = {
        ("rated", OTHER, "stronger"): {"value": rated, "error": 0.004},
        ("blind", OTHER, "stronger"): {"value": blind, "error": error, "difference": -0.1},
    }
    assert ("advice_ratings" in advised(comparison, pooled(rows))) == expected


@pytest.mark.parametrize(
    ("order", "difference", "events", "expected"),
    [("FB,SB", -0.2, 40, True), ("FB,SB", 0.0, 40, False), ("FB,SB", -0.2, 10, False), (OTHER, -0.2, 40, False)],
)
def test_fore_buchholz_first(order, difference, events, expected):
    made = compare(read(ROOT / "data" / "tournaments" / "tec-swiss.trf"), [BASE, order])
    base = {"value": 0.2, "error": 0.02, "events": events}
    rows = {
        ("rated", BASE, "swapped"): base,
        ("rated", order, "swapped"): {**base, "difference": difference, "difference_error": 0.02},
    }
    assert ("advice_fore" in advised(made, pooled(rows, orders=(BASE, order)))) == expected


@pytest.mark.parametrize(
    ("strength", "difference", "order", "expected"),
    [(0.5, 0.1, OTHER, True), (0.5, 0.0, OTHER, False), (0.38, 0.1, OTHER, False), (0.5, 0.1, "WIN,BH", False)],
)
def test_sonneborn_berger_or_progressive_where_byes_are_common(strength, difference, order, expected):
    made = compare(read(ROOT / "data" / "tournaments" / "tec-swiss.trf"), [BASE, order])
    rows = {
        ("rated", BASE, "absent"): {"value": 0.38, "error": 0.01},
        ("rated", BASE, "absent_stronger"): {"value": strength, "error": 0.01},
        ("rated", order, "absent"): {"value": 0.48, "error": 0.01, "difference": difference, "difference_error": 0.01},
    }
    assert ("advice_byes" in advised(made, pooled(rows, orders=(BASE, order)))) == expected


@pytest.mark.parametrize(
    ("error", "expected"), [(0.003, True), (NEGLIGIBLE / 2.5, False)], ids=["a narrow interval", "one in which much may hide"]
)
def test_choose_the_one_that_you_can_explain(comparison, error, expected):
    rows = {(w, OTHER, "stronger"): {"difference": 0.0001, "difference_error": error} for w in ("rated", "blind")}
    assert ("advice_explain" in advised(comparison, pooled(rows))) == expected


def test_no_advice_against_a_clear_difference(comparison):
    rows = {(w, OTHER, "stronger"): {"difference": -0.02} for w in ("rated", "blind")}
    assert advised(comparison, pooled(rows)) == []


# ---- sentences on the event


def test_of_one_event_it_is_said_that_one_event_decides_nothing(comparison):
    assert "small_one_event" in codes(verdict(comparison))
    assert "small_one_event" not in codes(verdict(comparison, pooled(), study=STUDY))
    assert {"small_interval", "small_study"} <= set(codes(verdict(comparison, pooled(), study=STUDY)))


def test_an_event_without_ties():
    made = compare(read_bytes(trf("No ties", ["A", "B"])), [BASE, OTHER])
    said = verdict(made)
    assert codes(said)[0] == "found_no_ties" and said[0].strong and not [c for c in codes(said) if c.startswith("found_s")]


def test_orders_that_give_the_same_table():
    made = compare(read(ROOT / "data" / "tournaments" / "tec-swiss.trf"), [BASE, f"{BASE},WIN"])
    assert "found_nothing_moves" in codes(verdict(made)) and "found_moves" not in codes(verdict(made))


def test_a_first_place_on_points_alone(comparison):
    said = codes(verdict(comparison))
    assert "found_first_points" in said and "found_same_winner" not in said and "found_first_by" not in said


def test_another_winner_and_what_decided():
    played = read_bytes(four())
    made = compare(played, ["BH,SB", "WIN,BH", "TPN"], prizes=[100, 50])
    top = made.ranks.sort_values(["BH,SB"])
    first = why(played, int(top.index[0]), int(top.index[1]), "BH,SB")
    said = verdict(made, first=first)
    same = bool(made.stakes["winner"].all())
    assert ("found_other_winner" in codes(said)) != same
    assert ("found_first_shared" in codes(said)) == (first.attrs["decided_by"] == "shared")


@pytest.mark.parametrize(("prizes", "code"), [([500, 300, 200, 100, 50], "found_money"), ([500], "found_no_money")])
def test_money(prizes, code):
    played = read(ROOT / "data" / "tournaments" / "tec-swiss.trf")
    made = compare(played, [BASE, "PS,BH/C1"], prizes=prizes)
    said = codes(verdict(made))
    assert code in said and ("found_money_who" in said) == (code == "found_money")
    assert "found_other_podium" not in said


def test_the_luck_of_the_last_round_stands_with_its_error():
    made = compare(read(ROOT / "data" / "tournaments" / "six-twice-2026.trf"), ["DE,SB,WIN,KS", "KS,DE,SB"])
    luck = [one for one in verdict(made) if one.code == "found_first_luck"]
    assert luck and all("±" in one.values["share"] for one in luck)
    assert "small_pairings" in codes(verdict(made))


def test_without_a_tie_for_first_nothing_is_said_of_what_would_turn_it(comparison):
    assert not {"found_first_hangs", "found_first_safe", "found_first_luck", "small_pairings"} & set(codes(verdict(comparison)))


# ---- the whole


def test_every_sentence_that_is_a_figure_of_a_study_carries_its_error(comparison):
    rows = {("rated", o, m): {} for o in (BASE, OTHER) for m in ("swapped", "absent", "absent_stronger", "winner_kept_1")}
    rows |= {
        (w, OTHER, m): {"difference": 0.05} for w, m in (("rated", "stronger"), ("rated", "swapped"), ("rated", "winner_kept_1"))
    }
    for one in verdict(comparison, pooled(rows), study=STUDY):
        if one.part in ("study", "further") and not one.strong and one.code != "study_needed":
            assert "±" in str(one), one.code


def test_paragraphs_keep_the_order_of_reading(comparison):
    parts = [part[0].part for part in paragraphs(verdict(comparison, pooled(), study=STUDY))]
    assert parts == [part for part in PARTS if part in parts] and parts[0] == "event" and parts[-1] == "small"


def test_every_sentence_can_be_said(comparison):
    for study in (STUDY, replace(STUDY, byes="some", field="elite")):
        for one in verdict(comparison, pooled(), study=study):
            assert str(one) and "{" not in str(one)
    assert all(say(code) for code, text in SENTENCES.items() if isinstance(text, str) and "{" not in text)


def test_short_names_tell_orders_apart():
    assert short_names([BASE, OTHER]) == {BASE: "BH/C1", OTHER: "SB"}
    assert short_names(["BH,SB,WIN", "BH,DE", "BH"]) == {"BH,SB,WIN": "BH, SB", "BH,DE": "BH, DE", "BH": "BH"}


def test_amounts():
    assert [amount(money) for money in (0, 50, 1234.5, 33.333333, 99.999)] == ["0", "50", "1,234.50", "33.33", "100"]


def test_a_figure_is_looked_up_by_world_order_and_measure():
    found = Pooled(pooled({("blind", OTHER, "stronger"): {"value": 0.5}}), BASE)
    assert found.others == [OTHER] and found.value(OTHER, "stronger", "blind").value == 0.5
    assert found.value(OTHER, "turned").events == 0


def read_bytes(content):
    import io

    file = io.BytesIO(content)
    file.name = "made.trf"
    return read(file)


def four():
    return trf("Four", ["A, a", "B, b", "C, c", "D, d"])
