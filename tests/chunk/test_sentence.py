import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.chunk.sentence import cut
from stages.chunk.settings import Sentence
from stages.core.errors import UserError
from tests.chunk.documents import (
    DOCUMENTS,
    LIMITS,
    MINILM,
    case_text,
    characters_of,
    check,
    cues,
    document,
    expected,
    pieces_of,
    spoken,
    texts,
)


def settings(max_tokens: int, max_sentences: int | None = None, overlap: int = 0) -> Sentence:
    return Sentence(max_tokens, MINILM, "en", {}, "sentence", max_sentences, overlap)


@given(DOCUMENTS, LIMITS, st.sampled_from([None, 5, 7]), st.integers(0, 4))
def test_chunks_of_any_text(segments, size, most, overlap):
    made = spoken(segments)
    overlap = min(overlap, size - 1)
    spans = cut(made, settings(size, most, overlap))
    check(made, spans, size)
    assert cut(spoken(segments), settings(size, most, overlap)) == spans


@given(DOCUMENTS, LIMITS)
def test_single_sentences_of_any_text(segments, size):
    made = spoken(segments)
    spans = cut(made, settings(size, 1))
    check(made, spans, size)
    for start, end in made.sentences:
        whole = made.count_tokens(start, end) <= size
        assert whole == ((start, end) in spans)


def test_sentences_are_packed_and_overlap_by_whole_sentences():
    made = document("One two. Three four. Five six. Seven eight nine.")
    assert texts(made, cut(made, settings(5, None, 1))) == [
        "One two. Three four.",
        "Three four. Five six.",
        "Five six. Seven eight nine.",
    ]
    assert texts(made, cut(made, settings(100, 3, 2))) == [
        "One two. Three four. Five six.",
        "Three four. Five six. Seven eight nine.",
    ]
    assert texts(made, cut(made, settings(100, 1))) == [
        "One two.",
        "Three four.",
        "Five six.",
        "Seven eight nine.",
    ]


@pytest.mark.parametrize("most", [1, None])
def test_case_26_the_end_of_a_long_run_is_in_a_chunk_that_is_read_whole(most):

    case = "26-longer-than-the-embedder"
    lines = [segment["text"].strip() for segment in json.loads(case_text(case, "in.json"))["segments"]]
    limit = expected(case)["max_tokens"]
    made = document(*lines, counter=pieces_of)
    spans = cut(made, settings(limit, most))
    check(made, spans, limit)
    assert any(expected(case)["answer"] in text for text in texts(made, spans))


@pytest.mark.parametrize("file", ["in.txt", "tiny.txt", "exact.txt"])
@pytest.mark.parametrize("size", [5, 12, 24])
@pytest.mark.parametrize("overlap", [0, 2])
def test_case_27_the_last_short_piece_is_kept(file, size, overlap):
    case = "27-last-short-chunk"
    made = document(case_text(case, file))
    spans = cut(made, settings(size, None, overlap))
    check(made, spans, size)
    assert any(expected(case)["must_be_in_some_chunk"][file] in text for text in texts(made, spans))


def test_case_28_offsets_after_white_space():
    made = document(case_text("28-offsets-after-whitespace", "in.txt"), counter=pieces_of)
    for size in (6, 10, 64):
        check(made, cut(made, settings(size, None, 1)), size)


@pytest.mark.parametrize("most", [1, None])
def test_case_30_no_cut_inside_numbers_and_abbreviations(most):
    expect = expected("30-sentence-split")
    made = document(expect["text"])
    chunks = texts(made, cut(made, settings(12, most)))
    assert all(any(piece in chunk for chunk in chunks) for piece in expect["never_cut"])


def test_case_31_ten_minutes_without_a_full_stop():
    case = "31-no-punctuation"
    expect = expected(case)
    captions = cues(case, "in.srt")
    lines = [cue.content for cue in captions]
    made = document(*lines)
    spans = cut(made, settings(expect["size_words"], 1))
    check(made, spans, expect["size_words"])
    assert len(spans) >= expect["min_chunks"]
    starts = [segment["char_start"] for segment in made.transcript.segments]
    ends = [segment["char_end"] for segment in made.transcript.segments]
    assert all(start in starts and end in ends for start, end in spans)
    for start, end in spans:
        first, last = captions[starts.index(start)], captions[ends.index(end)]
        assert (last.end - first.start).total_seconds() <= expect["max_chunk_s"]
        if expect["answer"] in made.text[start:end]:
            low, high = expect["answer_between_s"]
            assert first.start.total_seconds() <= low and high <= last.end.total_seconds()
            assert expect["query"] in made.text[start:end]
            break
    else:
        pytest.fail("the answer is in no chunk")


@pytest.mark.parametrize("overlap", [0, 16])
@pytest.mark.parametrize("counter", [pieces_of, characters_of])
def test_case_32_a_word_of_3000_characters(overlap, counter):
    case = "32-very-long-word"
    expect = expected(case)
    made = document(*(cue.content for cue in cues(case, "in.vtt")), counter=counter)
    spans = cut(made, settings(expect["size"], None, overlap))
    check(made, spans, expect["size"])
    assert all(any(must in text for text in texts(made, spans)) for must in expect["must_find"])


def test_unspaced_text_is_split_where_it_must():
    made = document("農場の水は塩水で" * 20, counter=pieces_of, language="ja")
    for most in (1, None):
        spans = cut(made, settings(34, most))
        check(made, spans, 34)
        assert len(spans) == 5


def test_a_limit_too_small_for_a_character():
    with pytest.raises(UserError, match=r"chunk.max_tokens = 3 is too small"):
        cut(document("ab", counter=lambda text: lambda start, end: 2 + 2 * (end > start)), settings(3))


def test_nothing_said():
    assert cut(document(""), settings(10)) == cut(document(" "), settings(10, 1)) == []
