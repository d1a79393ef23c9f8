from hypothesis import given
from hypothesis import strategies as st

from stages.chunk.settings import Window
from stages.chunk.window import cut
from tests.chunk.documents import DOCUMENTS, LIMITS, MINILM, check, document, spoken, texts


def settings(max_tokens: int, words: int, step: int = 1) -> Window:
    return Window(max_tokens, MINILM, "en", {}, "window", words, step)


@given(DOCUMENTS, LIMITS, st.integers(1, 9), st.integers(1, 3))
def test_chunks_of_any_text(segments, max_tokens, words, step):
    made = spoken(segments)
    spans = cut(made, settings(max_tokens, words, step))
    check(made, spans, max_tokens)
    assert cut(spoken(segments), settings(max_tokens, words, step)) == spans


def test_each_window_starts_a_sentence_later():
    made = document("One two. Three four. Five six. Seven eight nine. Ten.")
    assert texts(made, cut(made, settings(99, 5))) == [
        "One two. Three four.",
        "Three four. Five six.",
        "Five six. Seven eight nine.",
        "Seven eight nine. Ten.",
    ]
    assert texts(made, cut(made, settings(99, 5, 2))) == [
        "One two. Three four.",
        "Five six. Seven eight nine.",
        "Ten.",
    ]


def test_a_step_wider_than_a_window_leaves_nothing_out():
    made = document("One two. Three four. Five six.")
    assert texts(made, cut(made, settings(99, 2, 9))) == ["One two.", "Three four.", "Five six."]


def test_a_long_sentence_is_a_window_by_itself():
    made = document("One two. Three four five six seven. Eight.")
    assert texts(made, cut(made, settings(99, 3))) == ["One two.", "Three four five six seven.", "Eight."]


def test_tokens_limit_too():
    made = document("One two. Three four. Five six.")
    assert texts(made, cut(made, settings(2, 99))) == ["One two.", "Three four.", "Five six."]
