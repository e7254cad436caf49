"""How numbers, ranks, names and dates are written."""

import math

import pytest

from chessdash.display.numbers import dates, initialled, quarters, rank_labels, signed, spoken, surname
from chessdash.text.numbers import number, parts


@pytest.mark.parametrize(
    ("value", "decimals", "written"),
    [
        (53.5, False, ("53", "½")),
        (0.5, False, ("", "½")),
        (0.25, False, ("", "¼")),
        (43.75, False, ("43", "¾")),
        (0.0, False, ("0", "")),
        (9.0, False, ("9", "")),
        (-1.0, False, ("\u22121", "")),
        (-0.5, False, ("\u2212", "½")),
        (21.5, True, ("21.50", "")),
        (21.333, False, ("21.33", "")),
        (math.nan, False, ("–", "")),
    ],
)
def test_a_value_is_a_whole_number_and_a_glyph(value, decimals, written):
    assert parts(value, decimals=decimals) == written
    assert number(value, decimals=decimals) == "".join(written)


def test_glyphs_write_quarters_only():
    assert quarters([1.0, 2.25, math.nan])
    assert not quarters([1.0, 2.3])


def test_changes_have_their_sign():
    assert [signed(v) for v in (5, -2, 0)] == ["+5", "\u22122", "±0"]


def test_shared_ranks_are_marked_and_the_next_one_skips():
    assert ["".join(label) for label in rank_labels([14, 15, 15, 17])] == ["14", "15=", "15=", "17"]


@pytest.mark.parametrize(
    ("name", "in_sentences", "narrow", "short"),
    [
        ("Petrenko, Olha", "Olha Petrenko", "Petrenko, O.", "Petrenko"),
        ("Halvorsen, Ingrid Marie", "Ingrid Marie Halvorsen", "Halvorsen, I.", "Halvorsen"),
        ("Alyx", "Alyx", "Alyx", "Alyx"),
        ("Smit,", "Smit,", "Smit,", "Smit"),
        ("", "", "", ""),
    ],
)
def test_names(name, in_sentences, narrow, short):
    assert (spoken(name), initialled(name), surname(name)) == (in_sentences, narrow, short)


@pytest.mark.parametrize(
    ("start", "end", "in_words", "short"),
    [
        ("2026-09-12", "2026-09-20", "12 to 20 September 2026", "12–20 Sept 2026"),
        ("2026-03-30", "2026-04-02", "30 March to 2 April 2026", "30 March – 2 April 2026"),
        ("2026-10-05", "2027-05-10", "5 October 2026 to 10 May 2027", "5 Oct 2026 – 10 May 2027"),
        ("2026-05-01", "2026-05-01", "1 May 2026", "1 May 2026"),
        ("spring", "", "spring", "spring"),
        ("", "", "", ""),
        ("2026-09-20", "2026-09-12", "12 to 20 September 2026", "12–20 Sept 2026"),
    ],
)
def test_dates(start, end, in_words, short):
    assert dates(start, end) == in_words
    assert dates(start, end, short=True) == short
