import json
from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from stages.models.sentences import sentence_spans

CASE = Path(__file__).parents[1] / "cases" / "30-sentence-split"

SPOKEN = st.text(alphabet=st.sampled_from("abcD. .?! \n\t\u00a0\u2028é😀農。\u0301،"), max_size=80)


def split(text: str, language: str = "en") -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text, language)]


def test_case_30_abbreviations_numbers_and_doubled_marks():
    expect = json.loads((CASE / "expect.json").read_text())
    text = expect["text"]
    sentences = split(text)
    assert "".join("".join(sentences).split()) == "".join(text.split())
    assert all(any(piece in sentence for sentence in sentences) for piece in expect["never_cut"])
    assert expect["min"] <= len(sentences) <= expect["max"]


def test_a_line_break_ends_no_sentence_but_a_full_stop_before_it_does():
    assert split("it was\nlate. So\nwe left.\nThe end") == ["it was\nlate.", "So\nwe left.", "The end"]


def test_offsets_are_code_points():
    assert split("Hi 😀👩\u200d👩\u200d👧 there. Cafe\u0301 next. End") == [
        "Hi 😀👩\u200d👩\u200d👧 there.",
        "Cafe\u0301 next.",
        "End",
    ]
    assert split("農場です。次です！はい", "ja") == ["農場です。", "次です！", "はい"]


def test_no_words_no_sentences():
    assert split("") == split(" \n\t ") == []


@given(SPOKEN)
def test_nothing_is_lost_and_spans_are_trimmed_and_in_order(text: str):
    spans = sentence_spans(text, "en")
    assert all(a_end <= b_start for (_, a_end), (b_start, _) in pairwise(spans))
    assert all(text[start:end] == text[start:end].strip() != "" for start, end in spans)
    assert "".join("".join(text[start:end] for start, end in spans).split()) == "".join(text.split())
