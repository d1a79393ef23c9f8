import itertools

from hypothesis import assume, given
from hypothesis import strategies as st

from stages.chunk.settings import Turn
from stages.chunk.turn import cut
from tests.chunk.documents import (
    DOCUMENTS,
    LIMITS,
    MINILM,
    case_text,
    check,
    document,
    document_of,
    pieces_of,
    spoken,
    texts,
)
from tests.chunk.transcript import transcript


def settings(max_tokens: int, min_tokens: int) -> Turn:
    return Turn(max_tokens, MINILM, "en", {}, "turn", min_tokens)


@given(DOCUMENTS, LIMITS, st.integers(1, 6))
def test_chunks_of_any_text(segments, max_tokens, min_tokens):
    assume(min_tokens < max_tokens)
    made = spoken(segments)
    spans = cut(made, settings(max_tokens, min_tokens))
    check(made, spans, max_tokens)
    assert all(a <= b for (_, a), (b, _) in itertools.pairwise(spans))
    assert cut(spoken(segments), settings(max_tokens, min_tokens)) == spans


def test_a_turn_goes_on_over_segments_and_nobody_shares_a_chunk():
    made = document("a b c", "d e f", "g h i", speakers=("Ann", "Ann", "Bo"))
    assert texts(made, cut(made, settings(9, 3))) == ["a b c\nd e f", "g h i"]


def test_a_short_turn_goes_with_the_one_after_it_and_the_last_with_the_one_before():
    made = document("a b c", "why?", "d e f", "yes", speakers=("Ann", "Bo", "Ann", "Bo"))
    assert texts(made, cut(made, settings(9, 3))) == ["a b c", "why?\nd e f\nyes"]
    assert texts(made, cut(made, settings(9, 1))) == ["a b c", "why?", "d e f", "yes"]


def test_a_quick_exchange_is_a_chunk_of_its_own():
    made = document("a b c d", "why?", "so", "oh", "e f g h", speakers=("Ann", "Bo", "Ann", "Bo", "Ann"))
    assert texts(made, cut(made, settings(9, 3))) == ["a b c d", "why?\nso\noh", "e f g h"]


def test_words_of_people_who_talk_at_once_stay_together():
    talk = transcript("a b c d e", "f 1 g 2 h 3", "4 5 6 7 8")
    for word in talk.words:
        word["speaker"] = "Bo" if word["text"].isdigit() else "Ann"
    made = document_of(talk)
    # The turns of Ann and of Bo go on into the stretch where both talk, and end there.
    assert texts(made, cut(made, settings(20, 3))) == ["a b c d e\nf", "1 g 2 h", "3\n4 5 6 7 8"]


def test_a_long_turn_is_split_at_the_ends_of_sentences_into_even_pieces():
    made = document("Now one. Now two three. Now four five six. Now end.", speakers=("Ann",))
    assert texts(made, cut(made, settings(7, 2))) == [
        "Now one. Now two three.",
        "Now four five six. Now end.",
    ]


def test_without_speakers_all_is_one_turn():
    made = document("Now a b.", "Now c d.", "Now e f.")
    assert texts(made, cut(made, settings(4, 2))) == ["Now a b.", "Now c d.", "Now e f."]


def test_case_28_offsets_after_white_space():
    made = document(case_text("28-offsets-after-whitespace", "in.txt"), counter=pieces_of)
    for max_tokens in (6, 10, 64):
        check(made, cut(made, settings(max_tokens, 5)), max_tokens)


def test_nothing_said():
    assert cut(document(""), settings(9, 3)) == []
