from hypothesis import given
from hypothesis import strategies as st

from stages.transcribe.segments import Piece, Segment
from stages.transcribe.sentences import cut, sentence_segments


def chunk(text: str, start_s: float = 0.0) -> Segment:
    """Word i is said from i to i + 0.8 s."""
    pieces = tuple(Piece(f" {word}", start_s + i, start_s + i + 0.8) for i, word in enumerate(text.split()))
    return Segment("", pieces, start_s, start_s + len(pieces), None, "decoder")


def test_sentences_have_the_times_of_their_words_and_are_numbered_over_chunks() -> None:
    segments = sentence_segments([chunk("Dr. Gray opens it. At nine."), chunk("Really? Yes.", 30.0)], "en")
    assert [(s.segment_id, s.text.strip(), s.start_s, s.end_s) for s in segments] == [
        ("00000", "Dr. Gray opens it.", 0.0, 3.8),
        ("00001", "At nine.", 4.0, 5.8),
        ("00002", "Really?", 30.0, 30.8),
        ("00003", "Yes.", 31.0, 31.8),
    ]
    assert {segment.time_source for segment in segments} == {"decoder"}


@given(st.lists(st.text("ab.?! éß👩農", min_size=1, max_size=8), max_size=20))
def test_no_text_is_lost_at_the_cuts(words: list[str]) -> None:
    whole = chunk(" ".join(words))
    assert "".join(segment.text for segment in sentence_segments([whole], "en")) == whole.text


def test_a_language_without_rules_of_its_own() -> None:
    assert len(sentence_segments([chunk("One. Two.")], "yue")) == 2


def test_nothing_heard() -> None:
    assert sentence_segments([], "en") == []


def test_a_piece_that_is_cut_shares_its_time() -> None:
    pieces = [Piece("abcd", 0.0, 4.0), Piece("ef", None, None)]
    assert cut(pieces, 0, 1) + cut(pieces, 1, 6) == [
        Piece("a", 0.0, 1.0),
        Piece("bcd", 1.0, 4.0),
        Piece("ef", None, None),
    ]
