import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.core.folding import cuts, fold, folded_occurrences, long_enough, same_folded

CASE = Path(__file__).parents[1] / "cases" / "44-quote-folding"
SOURCE = (CASE / "source.txt").read_text(encoding="utf-8")
EXPECT = json.loads((CASE / "expect.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("quote", EXPECT["pass"])
def test_case_44_typography_passes_and_slices_back(quote):
    (start, end), *_ = folded_occurrences(quote, SOURCE)
    assert same_folded(SOURCE[start:end], quote)


@pytest.mark.parametrize("quote", EXPECT["fail"])
def test_case_44_changed_words_and_numbers_fail(quote):
    assert folded_occurrences(quote, SOURCE) == []


@pytest.mark.parametrize(("quote", "span"), EXPECT["spans"].items())
def test_case_44_spans(quote, span):
    assert folded_occurrences(quote, SOURCE) == [tuple(span)]


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("Straße", "STRASSE", True),
        ("no\u00a0break", "no break", True),
        ("cafe\u0301", "café", True),  # combining accent
        ("\u1112\u1161\u11ab", "한", True),  # Hangul jamo
        ("«open»", '"open"', True),
        ("x\u2212y", "x-y", True),
        ("10²", "102", False),
        ("15", "１５", False),
        ("½ cup", "1⁄2 cup", False),
        ("it is not", "it is", False),
        ("cannot", "can", False),
        ("dont", "don't", False),
        ("ﬁred at oﬃce", "fired at office", True),  # ligatures
        ("co\u00adoper\u200bate", "cooperate", True),  # a soft hyphen and a space of no width
        ("\ufeffopen it", "open it", True),
        ("\u200fopen\u200e it", "open it", True),  # marks of direction
        ("wait \u200b then", "wait then", True),
        ("1\u200b5", "15", True),
        ("½", "1/2", False),
        ("x₂", "x2", False),
        ("①", "1", False),
        ("Ⅷ", "VIII", False),
        ("٣ minutes", "3 minutes", False),
        ("−5", "-5", True),
        ("−5", "5", False),
        ("10–15", "10-15", True),
        ("1.5", "15", False),
        ("1,500", "1.500", False),
        ("isn’t", "isn't", True),
        ("isn't", "is", False),
        ("isn't", "is not", False),
        ("not open", "now open", False),
        ("„heiß“…", '"HEISS"...', True),
        ("İ", "i", False),
    ],
)
def test_same_folded(first, second, same):
    assert same_folded(first, second) is same


def test_every_occurrence_and_none_that_cuts():
    assert folded_occurrences("wait", "wait, Wait, WAIT") == [(0, 4), (6, 10), (12, 16)]
    assert folded_occurrences("5 minutes", "in 15 minutes or 5 minutes") == [(17, 26)]
    assert folded_occurrences("so..", "so… on") == []  # would cut the ellipsis
    assert folded_occurrences("able to", "unable to, able to") == [(11, 18)]
    assert folded_occurrences("could", "It couldn't. It could.") == [(16, 21)]
    assert folded_occurrences("5 degrees", "at −5 degrees") == []
    assert folded_occurrences("cooperate", "They co\u00adoperate.") == [(5, 15)]


PARTED = """1|,500; 1,|500; 2|.5; 2.|5; 4|2; -|5; at −|5; at .|5; x|2; un|able; minute|s; can|'t;
can|’t; could|n't; CAN|'T; cafe|\u0301; на|до; दि|न"""
WHOLE = """5|. Then; a |5; 5|; |5; 5,| 6; 10-|15; 10|-15; e-|mail; l'|eau; kiln|'s; say |'no; 農|場; ok|農;
end|.; (|so; so |so; a| b"""


@pytest.mark.parametrize("parted", PARTED.replace("\n", " ").split("; "))
def test_edges_inside_a_number_or_word(parted):
    text, offset = parted.replace("|", ""), parted.index("|")
    assert cuts(text, offset)


@pytest.mark.parametrize("whole", WHOLE.replace("\n", " ").split("; "))
def test_edges_beside_a_number_or_word(whole):
    text, offset = whole.replace("|", ""), whole.index("|")
    assert not cuts(text, offset)


@pytest.mark.parametrize("quote", ["abc", "15 m", "it.", "農場の", "e\u0301té"])
def test_three_characters_are_evidence(quote):
    assert long_enough(quote)


NO_EVIDENCE = ["", " \n\t", "a b", "15", "...", "♪♪♪", "\u200b" * 3, "15\u200b", "1\u00ad5\ufeff", "1\u00a05"]


@pytest.mark.parametrize("quote", NO_EVIDENCE)
def test_what_nobody_sees_or_says_is_none(quote):
    assert not long_enough(quote)
    assert folded_occurrences(quote, f"so {quote} so") == []


@given(st.text())
def test_offsets_are_in_order_and_end_with_the_text(text):
    folded, offsets = fold(text)
    assert len(offsets) == len(folded) + 1
    assert offsets == sorted(offsets)
    assert offsets[-1] == len(text)


@given(st.text(), st.text(max_size=6), st.text(max_size=6))
def test_what_is_found_folds_to_the_quote(quote, before, after):
    for start, end in folded_occurrences(quote, before + quote + after):
        assert same_folded((before + quote + after)[start:end], quote)
