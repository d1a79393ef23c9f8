import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.chunk.fixed import cut
from stages.chunk.settings import Fixed
from stages.core.errors import UserError
from tests.chunk.documents import (
    DOCUMENTS,
    LIMITS,
    MINILM,
    case_text,
    check,
    document,
    expected,
    pieces_of,
    spoken,
    texts,
)


def settings(max_tokens: int, words: int | None = None, overlap: int = 0) -> Fixed:
    return Fixed(max_tokens, MINILM, "en", {}, "fixed", words, overlap)


@given(DOCUMENTS, LIMITS, st.sampled_from([None, 3, 7]), st.integers(0, 2))
def test_chunks_of_any_text(segments, max_tokens, words, overlap):
    made = spoken(segments)
    spans = cut(made, settings(max_tokens, words, overlap))
    check(made, spans, max_tokens)
    assert all(len(made.words_in(span)) <= (words or max_tokens) for span in spans)
    assert cut(spoken(segments), settings(max_tokens, words, overlap)) == spans


def test_a_number_of_words_wherever_sentences_end():
    made = document("One two. Three four", "five six seven.")
    assert texts(made, cut(made, settings(99, 3))) == ["One two. Three", "four\nfive six", "seven."]
    assert texts(made, cut(made, settings(99, 4, 2))) == [
        "One two. Three four",
        "Three four\nfive six",
        "five six seven.",
    ]


def test_fewer_words_where_they_have_too_many_tokens():
    made = document("kiln kiln kiln a a a a a a", counter=pieces_of)  # "kiln" has two pieces
    assert texts(made, cut(made, settings(6, 3))) == ["kiln kiln", "kiln a a", "a a a", "a"]


@pytest.mark.parametrize("row", expected("25-overlap-not-smaller-than-size")["rows"])
@pytest.mark.parametrize("unit", ["words", "tokens"])
def test_case_25_an_overlap_not_smaller_than_the_chunk(row, unit):
    made = document(case_text("25-overlap-not-smaller-than-size", "in.txt"), counter=pieces_of)
    size, overlap = row["size"], row["overlap"]

    def cut_so():
        # As the stage gets them: through the checks of conf/.
        from stages.chunk.settings import Settings
        from stages.core.settings import check_settings

        values = {
            "name": "fixed",
            "words": size if unit == "words" else None,
            "max_tokens": 256 if unit == "words" else size,
            "overlap_words": overlap,
            "tokenizer": MINILM,
            "language": "en",
            "engines": {},
        }
        return cut(made, check_settings(Settings, values, "conf/chunk/fixed.yaml", "chunk"))

    if row["want"] == "error" and not (unit == "words" and size == 0):
        with pytest.raises(UserError) as caught:
            cut_so()
        if size and overlap > 0:
            assert "overlap_words" in str(caught.value)
            assert ("words = 50" if unit == "words" else "max_tokens = 50") in str(caught.value)
    elif row["want"] == "error":
        with pytest.raises(UserError, match=r"chunk\.words = 0"):
            cut_so()
    else:
        spans = cut_so()
        check(made, spans, 256)
        assert len(spans) <= row["max_chunks"]
        assert spans[-1][1] == len(made.text.rstrip())


@pytest.mark.parametrize("file", ["in.txt", "tiny.txt", "exact.txt"])
@pytest.mark.parametrize("words", expected("27-last-short-chunk")["sizes_words"])
@pytest.mark.parametrize("overlap", expected("27-last-short-chunk")["overlaps"])
def test_case_27_the_last_short_piece_is_kept(file, words, overlap):
    case = "27-last-short-chunk"
    made = document(case_text(case, file))
    spans = cut(made, settings(99, words, overlap))
    check(made, spans, words)
    assert any(expected(case)["must_be_in_some_chunk"][file] in text for text in texts(made, spans))


def test_unspaced_text_is_counted_by_two_characters():
    made = document("農場の水は塩水です", language="ja", counter=pieces_of)
    assert texts(made, cut(made, settings(20, 2))) == ["農場の水", "は塩水で", "す"]
