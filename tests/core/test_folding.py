import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.core.folding import cuts_number, fold, folded_occurrences, same_folded

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
    ],
)
def test_same_folded(first, second, same):
    assert same_folded(first, second) is same


def test_every_occurrence_and_none_that_cuts():
    assert folded_occurrences("wait", "wait, Wait, WAIT") == [(0, 4), (6, 10), (12, 16)]
    assert folded_occurrences("5 minutes", "in 15 minutes or 5 minutes") == [(17, 26)]
    assert folded_occurrences("so..", "so… on") == []  # would cut the ellipsis


@pytest.mark.parametrize(("text", "offset"), [("1,500", 1), ("1,500", 2), ("2.5", 1), ("2.5", 2), ("42", 1)])
def test_edges_inside_a_number(text, offset):
    assert cuts_number(text, offset)


@pytest.mark.parametrize(("text", "offset"), [("5. Then", 1), ("a 5", 2), ("5", 1), ("5", 0), ("5, 6", 3)])
def test_edges_beside_a_number(text, offset):
    assert not cuts_number(text, offset)


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
