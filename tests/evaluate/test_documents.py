import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.core.words import word_spans
from stages.evaluate.documents import Document

TEXT = Document("The kiln is hot")


@pytest.mark.parametrize(
    ("span", "words"),
    [
        ((0, 15), (0, 4)),
        ((0, 3), (0, 1)),
        ((3, 4), (1, 1)),
        ((2, 5), (0, 2)),
        ((14, 15), (3, 4)),
        ((9, 11), (2, 3)),
    ],
)
def test_word_range(span, words):
    assert TEXT.word_range(*span) == words


@given(st.text(min_size=1, max_size=40), st.data())
def test_word_range_is_that_of_a_search(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    first, last = Document(text).word_range(start, end)
    touched = [i for i, (a, b) in enumerate(word_spans(text)) if max(a, start) < min(b, end)]
    assert list(range(first, last)) == touched


@pytest.mark.parametrize(
    ("span", "held"),
    [
        ((0, 15), True),
        ((0, 16), False),
        ((-1, 4), False),
        ((4, 4), False),
        ((5, 4), False),
        ((None, 4), False),
        ((4, None), False),
    ],
)
def test_holds(span, held):
    assert TEXT.holds(*span) is held
