"""Cells of crosstables: every spelling of the specification and of the files, and our own spelling."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chessdash.formats.cells import Cell, Style, is_date, read, spell, style, unspell

PLAIN = Style()

# Spellings named in the specification of the formats (CSV) or found in files of other programs.
SPELLINGS = {
    "12w1": (12, "w", "#1"),
    "12b½": (12, "b", "#0.5"),
    "5B0": (5, "b", "#0"),
    "12 w 1": (12, "w", "#1"),
    "161w1": (161, "w", "#1"),
    " 22w½": (22, "w", "#0.5"),
    "  4w ": (4, "w", "*"),
    "32b+": (32, "b", "+"),
    "7w-": (7, "w", "-"),
    "3z1": (3, "b", "#1"),
    "5zé": None,
    "5s0": (5, "b", "#0"),
    "68b2": (68, "b", "#2"),
    "2/14b": (14, "b", "#2"),
    "½/14w": (14, "w", "#0.5"),
    "12w0.5": (12, "w", "#0.5"),
    "12w0,5": (12, "w", "#0.5"),
    "12w1/2": (12, "w", "#0.5"),
    "12w=": (12, "w", "="),
    "12wr": (12, "w", "="),
    "12bd": (12, "b", "="),
    "12b\xa01": (12, "b", "#1"),
    "12w3": (12, "w", "#3"),
    "12(w)1": (12, "w", "#1"),
    "w12": (12, "w", "*"),
    "b12 ½": (12, "b", "#0.5"),
    "+w5": (5, "w", "1"),
    "=b5": (5, "b", "="),
    "-b5": (5, "b", "0"),
    "12½": (12, "-", "#0.5"),
    "12+": (12, "-", "+"),
    "12 1": (12, "-", "#1"),
    "-1": (0, "-", "#1"),
    "−1": (0, "-", "#1"),
    "   -½": (0, "-", "#0.5"),
    "-0": (0, "-", "#0"),
    "0": (0, "-", "#0"),
    "½": (0, "-", "#0.5"),
    "0,5": (0, "-", "#0.5"),
    "bye": (0, "-", "U"),
    "BYE": (0, "-", "U"),
    "½ bye": (0, "-", "#0.5"),
    "-": (0, "-", "Z"),
    "+": (0, "-", "+"),
    "": (0, "-", " "),
    "H": (0, "-", "H"),
    "0000 - H": (0, "-", "H"),
    "12": None,
    "x9": None,
    "12w7": None,
    "1234567w1": None,
    "05-Apr": None,
    "45296": None,
    "4/5": None,
    "=1+1": None,
}


@pytest.mark.parametrize("text", SPELLINGS)
def test_a_spelling_is_read(text: str) -> None:
    """What is not known is not guessed."""
    expected = SPELLINGS[text]
    assert read(text, PLAIN) == (None if expected is None else Cell(*expected))


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("+5", "=7", "-1"), {"+5": (5, "-", "1"), "=7": (7, "-", "="), "-1": (1, "-", "0")}),
        (("12w1", "3b½", "+w5"), {"+w5": (5, "w", "+"), "-1": (0, "-", "#1")}),
        (("W12", "L5", "D7", "H---"), {"W12": (12, "-", "1"), "L 5": (5, "-", "0"), "d7": (7, "-", "="), "H---": (0, "-", "H")}),
        (("W12", "B5"), {"W12": (12, "w", "*"), "B5": (5, "b", "*")}),
        (("12b1", "3n0"), {"12b1": (12, "w", "#1"), "3n0": (3, "b", "#0")}),
        (("12w1", "3n0"), {"12w1": (12, "w", "#1")}),
    ],
)
def test_the_table_says_what_a_cell_means(texts: tuple[str, ...], expected: dict[str, tuple[int, str, str]]) -> None:
    """Signs, letters and the colours of blancas and negras depend on the other cells."""
    known = style(texts)
    assert {text: read(text, known) for text in expected} == {text: Cell(*cell) for text, cell in expected.items()}


# Case 31: what spreadsheets make of 4/5, 1-0, 1/2.
@pytest.mark.parametrize(
    "text", ["05-Apr", "01-Jan", "45296", "05. Apr", "Apr 05", "1.1.2026", "2026-01-01 00:00:00", "01/02/26", "1-janv."]
)
def test_a_date_is_known_as_one(text: str) -> None:
    """And is no cell."""
    assert is_date(text)
    assert read(text, PLAIN) is None


@pytest.mark.parametrize("text", ["1-0", "½-½", "12w1", "0", "1234", "4/5", "12w", "x" * 100])
def test_a_result_is_no_date(text: str) -> None:
    """Nor is anything else that stands in a table."""
    assert not is_date(text)


@given(opponent=st.integers(0, 999_999), colour=st.sampled_from("wb-"), result=st.sampled_from("1=0WDL+-HFUZ* "))
def test_our_own_spelling_reads_back(opponent: int, colour: str, result: str) -> None:
    """Every cell of a sheet has a spelling of its own, which begins with nothing that a spreadsheet would run."""
    text = spell(opponent, colour, result)
    assert unspell(text) == Cell(opponent, colour, result)
    assert text[:1] not in tuple("=+-@\t") or text == ""
    assert not is_date(text)


@given(st.text(max_size=8))
def test_any_text_is_a_cell_or_none(text: str) -> None:
    """Whatever stands in a cell, reading it raises nothing."""
    cell = read(text, style([text]))
    assert cell is None or (0 <= cell.opponent < 10**6 and cell.colour in "wb-")
    assert unspell(text) is None or spell(*unspell(text)) == text  # type: ignore[misc]
