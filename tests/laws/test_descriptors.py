"""Laws of descriptors: what is printed parses to the same, and nonsense is refused with a way out."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chessdash.errors import TieBreakError
from chessdash.tiebreaks.descriptor import MODIFIERS, Descriptor, parse, parse_order
from chessdash.tiebreaks.registry import ALIASES, CODES

OPTIONS = {
    "cut": st.builds(dict, low=st.integers(0, 99)),
    "median": st.integers(0, 99).map(lambda n: {"low": n, "high": n}),
    "limit": st.builds(dict, limit=st.integers(-99, 99)),
    "factor": st.builds(dict, factor=st.integers(0, 9999)),
    "played": st.builds(dict, forfeits=st.booleans()),
    "fore": st.builds(dict, fore=st.booleans()),
    "reverse": st.builds(dict, reverse=st.booleans()),
    "unrated": st.builds(dict, unrated=st.one_of(st.none(), st.integers(0, 9999))),
}
WORDS = st.text(st.sampled_from("BHSCDEKWINTPRAOFMLUG/:+-0123456789 ,½é"), max_size=12)


@st.composite
def descriptors(draw: st.DrawFn) -> Descriptor:
    """Any code with any of the modifiers that it takes."""
    code = draw(st.sampled_from([*CODES, "OTHER_ARMY"]))
    accepts = CODES[code].accepts if code in CODES else ("reverse",)
    fields: dict[str, object] = {}
    for option in (option for option in accepts if option in OPTIONS):
        given_now = draw(OPTIONS[option])
        if option != "median" or not fields.get("low"):  # a median is a cut too
            fields |= given_now
    return Descriptor(code, **fields)  # type: ignore[arg-type]


@given(descriptors(), st.booleans(), st.booleans())
def test_what_is_printed_parses_to_the_same(descriptor, lower, spaced):
    text = str(descriptor)
    assert str(parse(text)) == text and parse(text) == descriptor
    written = text.lower() if lower else text
    written = f"  {written.replace('/', ' / ')} " if spaced else written
    assert parse(written) == descriptor
    assert parse_order(f"PTS,{written},") == (("PTS", parse("PTS")), (written.strip(), descriptor))


@given(descriptors(), st.data())
def test_modifiers_stand_in_any_order(descriptor, data):
    head, *modifiers = str(descriptor).split("/")
    assert parse("/".join([head, *data.draw(st.permutations(modifiers))])) == descriptor


@given(st.one_of(WORDS, st.text(max_size=12)))
def test_nonsense_is_refused_with_a_way_out(text):
    try:
        descriptor = parse(text)
    except TieBreakError as error:
        message = str(error)
        names = set(re.findall(r"[A-Z_]+", message.removeprefix(f"'{text}'")))
        assert names & set(CODES) or "OTHER" in message or "still to come" in message, message
        assert len(message) < 300 and message.endswith((".", "keep one."))
    else:
        assert parse(str(descriptor)) == descriptor


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_code_takes_what_it_accepts_and_nothing_else(code):
    for modifier in MODIFIERS:
        text = code + modifier.example
        if modifier.option in CODES[code].accepts:
            assert str(parse(text)) == text
        else:
            with pytest.raises(TieBreakError) as refused:
                parse(text)
            assert f"'{text}'" in str(refused.value) and f"{code} does not take {modifier.example}" in str(refused.value)


@pytest.mark.parametrize(
    "text", ["WIN/C1", "BPG/P", "KS/C1", "WON/M1", "DE/C1", "TPR/P", "BH/F", "PS/M1", "PS/P", "TPN/U1500", "BH/R"]
)
def test_what_the_rules_do_not_define_is_refused(text):
    with pytest.raises(TieBreakError, match=text):
        parse(text)


@pytest.mark.parametrize(
    ("text", "nearest"),
    [("BUH", "BH"), ("BWW", "BWG"), ("SBB", "SB"), ("KOYA", "KS"), ("APPRO", "APRO"), ("WINS", "WIN"), ("PT", "PTS")],
)
def test_the_nearest_code_is_named(text, nearest):
    with pytest.raises(TieBreakError) as refused:
        parse(text)
    assert re.search(rf"\b{nearest}\b", str(refused.value)) or text == "KOYA"


@pytest.mark.parametrize("text", ["BH/C1/C1", "BH/C1/M1", "DE/P/P", "KS/L+1/L-1"])
def test_one_modifier_stands_once(text):
    with pytest.raises(TieBreakError):
        parse(text)


@pytest.mark.parametrize(
    "text", ["", " ", "/", "BH/", "BH//C1", "BH/C0", "BH/C", "BH/Cx", "KS/L1", "ARO/U", "BH:MP", "BH:", ":", "BH/C１"]
)
def test_half_written_ones_are_refused(text):
    with pytest.raises(TieBreakError):
        parse(text)


def test_the_former_name_of_rep():
    assert ALIASES == {"GE": "REP"} and parse("ge") == parse("REP")
