from hypothesis import given
from hypothesis import strategies as st

from stages.transcribe.segments import Piece
from stages.transcribe.words import pieces_of

WORD = st.text(st.characters(exclude_categories=["Cs", "Z", "Cc"]), min_size=1, max_size=6)


@given(st.lists(WORD, min_size=1, max_size=8), st.sampled_from([" ", "", "  ", "\n"]))
def test_every_word_finds_its_characters(words: list[str], space: str) -> None:
    text = " " + space.join(words) + space
    pieces = pieces_of(text, [(word, float(i), i + 1.0) for i, word in enumerate(words)])
    assert pieces is not None
    assert "".join(piece.text for piece in pieces) == text
    assert [piece.text.strip() for piece in pieces] == words
    assert [piece.start_s for piece in pieces] == [float(i) for i in range(len(words))]


def test_a_word_of_white_space_is_none() -> None:
    assert pieces_of("a b", [("a", 0, 1), ("  ", 1, 2), ("b", 2, 3)]) == [Piece("a", 0, 1), Piece(" b", 2, 3)]


def test_other_words_than_the_text_has() -> None:
    assert pieces_of("two words", [("too", 0, 1), ("words", 1, 2)]) is None
    assert pieces_of("two words", [("two", 0, 1)]) is None
    assert pieces_of("two words", []) is None
