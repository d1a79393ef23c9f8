import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.generate.sentences import MIN_QUOTE_CHARACTERS, quotable, sentence_spans

CASE = Path(__file__).parents[1] / "cases" / "30-sentence-split" / "expect.json"
TEXT = st.text(st.sampled_from("ab 😀農.!?\n。\u00a0"), max_size=60)


@given(TEXT)
def test_spans_are_ordered_disjoint_and_lose_nothing_but_white_space(text):
    spans = sentence_spans(text, "en")
    assert all(start < end for start, end in spans)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
    assert "".join("".join(text[start:end] for start, end in spans).split()) == "".join(text.split())


@given(TEXT, st.integers(0, 60), st.integers(0, 60))
def test_what_can_be_quoted_lies_in_the_passage_and_is_no_fragment_of_nothing(text, a, b):
    start, end = sorted((min(a, len(text)), min(b, len(text))))
    for first, last in quotable(text, sentence_spans(text, "en"), start, end):
        quote = text[first:last]
        assert start <= first < last <= end
        assert quote == quote.strip()
        assert sum(not c.isspace() for c in quote) >= MIN_QUOTE_CHARACTERS


def test_case_30_no_cut_inside_abbreviations_and_numbers():
    if not CASE.exists():
        pytest.skip("tests/cases/30-sentence-split is not here")
    case = json.loads(CASE.read_text(encoding="utf-8"))
    sentences = [case["text"][start:end] for start, end in sentence_spans(case["text"], "en")]
    assert case["min"] <= len(sentences) <= case["max"]
    for string in case["never_cut"]:
        assert any(string in sentence for sentence in sentences), string
