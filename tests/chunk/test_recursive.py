import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.chunk.recursive import cut
from stages.chunk.settings import Recursive
from tests.chunk.documents import (
    DOCUMENTS,
    LIMITS,
    MINILM,
    case_text,
    check,
    cues,
    document,
    expected,
    pieces_of,
    spoken,
    texts,
)


def settings(max_tokens: int, overlap: int = 0) -> Recursive:
    return Recursive(max_tokens, MINILM, "en", {}, "recursive", overlap)


@given(DOCUMENTS, LIMITS, st.integers(0, 2))
def test_chunks_of_any_text(segments, max_tokens, overlap):
    made = spoken(segments)
    spans = cut(made, settings(max_tokens, overlap))
    check(made, spans, max_tokens)
    assert cut(spoken(segments), settings(max_tokens, overlap)) == spans


def test_lines_are_packed_and_a_line_that_is_too_long_is_cut_at_sentences_then_words():
    made = document("a b", "c d", "One two. Three four. Five six seven eight nine.", "e f")
    assert texts(made, cut(made, settings(4))) == [
        "a b\nc d",
        "One two. Three four.",
        "Five six seven eight",
        "nine.",
        "e f",
    ]


def test_paragraphs_come_before_lines():
    made = document("a b\n \nc", "d e\n\nf")  # a line may hold line ends of its own
    assert texts(made, cut(made, settings(3))) == ["a b", "c\nd e", "f"]
    assert texts(made, cut(made, settings(5))) == ["a b\n \nc\nd e", "f"]


def test_whole_parts_up_to_the_overlap_are_repeated():
    made = document("a b", "c", "d", "e f")
    assert texts(made, cut(made, settings(4, 2))) == ["a b\nc\nd", "c\nd\ne f"]
    assert texts(made, cut(made, settings(4, 1))) == ["a b\nc\nd", "d\ne f"]


def test_a_sentence_that_ends_inside_a_word():
    made = document("Is it???Yes", counter=pieces_of)
    check(made, cut(made, settings(4)), 4)


def test_special_tokens_do_not_count_as_overlap():
    made = document("a b", "c", "d", "e f", counter=pieces_of)
    assert texts(made, cut(made, settings(6, 2))) == ["a b\nc\nd", "c\nd\ne f"]


@pytest.mark.parametrize("overlap", [0, 16])
def test_case_32_a_word_of_3000_characters(overlap):
    case = "32-very-long-word"
    expect = expected(case)
    made = document(
        *(cue.content for cue in cues(case, "in.vtt")), counter=lambda text: lambda start, end: end - start
    )
    spans = cut(made, settings(expect["size"], overlap))
    check(made, spans, expect["size"])
    assert all(any(must in text for text in texts(made, spans)) for must in expect["must_find"])


def test_case_28_offsets_after_white_space():
    made = document(case_text("28-offsets-after-whitespace", "in.txt"), counter=pieces_of)
    for max_tokens in (6, 10, 64):
        check(made, cut(made, settings(max_tokens, 2)), max_tokens)
