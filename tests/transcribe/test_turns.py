"""Who says which word, worked by hand."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from stages.models.speakers import Turn, Turns
from stages.transcribe.segments import Piece, Segment
from stages.transcribe.transcript import transcript_rows
from stages.transcribe.turns import said_by

A, B = "SPEAKER_00", "SPEAKER_01"


def turns(*every: tuple[float, float, str], main: list[tuple[float, float, str]] | None = None) -> Turns:
    return {"turns": [Turn(*one) for one in every], "main": [Turn(*one) for one in main or every]}


def segment(
    *words: tuple[str, float | None, float | None], start_s: float = 0.0, end_s: float = 10.0
) -> Segment:
    return Segment("00007", tuple(Piece(*word) for word in words), start_s, end_s, None, "decoder")


def seconds(*texts: str) -> Segment:
    """Words that take a second each, from 0."""
    words = [(text, float(i), i + 1.0) for i, text in enumerate(texts)]
    return segment(*words, end_s=float(len(texts)))


def said(segments: list[Segment]) -> list[tuple[str | None, str]]:
    return [(one.speaker, one.text) for one in segments]


def test_a_segment_is_cut_where_the_speaker_changes() -> None:
    sentence = seconds(" Is", " it", " deep?", " Four", " metres.")
    found = said_by([sentence], turns((0, 3, A), (3, 5, B)), 0.0)
    assert said(found) == [(A, " Is it deep?"), (B, " Four metres.")]
    assert [(one.segment_id, one.start_s, one.end_s) for one in found] == [
        ("00000", 0.0, 3.0),
        ("00001", 3.0, 5.0),
    ]
    assert all(piece.speaker is None for one in found for piece in one.pieces)


def test_a_word_is_said_by_the_one_who_speaks_most_of_it() -> None:
    words = seconds(" a", " b", " c", " d")
    assert said(said_by([words], turns((0, 2.4, A), (2.4, 4, B)), 0.0)) == [(A, " a b"), (B, " c d")]
    assert said(said_by([words], turns((0, 1.6, A), (1.6, 4, B)), 0.0)) == [(A, " a b"), (B, " c d")]


def test_a_word_in_no_turn_goes_to_the_nearest() -> None:
    found = said_by([segment((" far", 5.0, 5.2), start_s=5.0, end_s=5.2)], turns((0, 4, A), (5.9, 7, B)), 0.0)
    assert said(found) == [(B, " far")]


def test_a_lone_word_at_a_sentences_edge_stays_with_its_sentence() -> None:
    three = seconds(" one", " two", " three")
    assert said(said_by([three], turns((0, 1, A), (1, 3, B)), 0.0)) == [(B, " one two three")]
    assert said(said_by([three], turns((0, 2, A), (2, 3, B)), 0.0)) == [(A, " one two three")]
    two = seconds(" Yes.", " No.")
    assert said(said_by([two], turns((0, 1, A), (1, 2, B)), 0.0)) == [(A, " Yes."), (B, " No.")]


def test_no_cut_inside_a_word() -> None:
    words = segment((" is", 0, 1), (" 4", 1, 2), (",000", 2, 3), (" metres", 3, 4), (" long", 4, 5))
    found = said_by([words], turns((0, 2.4, A), (2.4, 5, B)), 0.0)
    assert [text for _, text in said(found)] == [" is 4,000", " metres long"]
    edge = segment((" in", 0, 1), (" Jersey", 1, 2), (" though", 2, 3), (".", 3, 3))
    assert said(said_by([edge], turns((0, 2, A), (2, 4, B)), 0.0)) == [(A, " in Jersey though.")]


def test_scripts_without_spaces_are_cut_between_characters() -> None:
    words = segment(("深", 0, 1), ("い", 1, 2), ("四", 2, 3), ("米", 3, 4))
    assert said(said_by([words], turns((0, 2, A), (2, 4, B)), 0.0)) == [(A, "深い"), (B, "四米")]


def test_where_two_speak_at_once_both_are_named_the_main_one_first() -> None:
    sentence = seconds(" I", " mean", " the", " pump")
    found = turns((0, 4, A), (1, 2.6, B), main=[(0, 4, A)])
    [one] = said_by([sentence], found, 0.0)
    assert one.speaker == A
    assert [piece.speaker for piece in one.pieces] == [None, f"{A}+{B}", f"{A}+{B}", None]
    [row] = transcript_rows([one])
    assert [word["speaker"] for word in row["words"]] == [A, f"{A}+{B}", f"{A}+{B}", A]
    assert row["speaker"] == A


def test_a_short_touch_is_no_speaking_at_once() -> None:
    [one] = said_by([seconds(" a", " b", " c")], turns((0, 3, A), (2.6, 3, B), main=[(0, 3, A)]), 0.0)
    assert [piece.speaker for piece in one.pieces] == [None] * 3


def test_who_speaks_in_anothers_pause_says_the_word() -> None:
    words = segment((" deep", 0.0, 1.0), (" water", 1.0, 2.0), start_s=0.0, end_s=4.0)
    yes = segment((" Yes.", 2.1, 2.4), start_s=2.1, end_s=2.4)
    assert said(said_by([words, yes], turns((0, 4, B), (2, 2.5, A)), 0.0)) == [
        (B, " deep water"),
        (A, " Yes."),
    ]


def test_words_without_times_go_with_the_word_before() -> None:
    words = segment((" Level", 0.0, 0.9), (" 40", None, None), (" yes", 4.0, 4.5), (" yes", 4.5, 5.0))
    assert said(said_by([words], turns((0, 1, A), (4, 5, B)), 0.0)) == [(A, " Level 40"), (B, " yes yes")]
    first = segment((" 40", None, None), (" yes", 4.0, 4.5), (" yes", 4.5, 5.0))
    assert said(said_by([first], turns((0, 1, A), (4, 5, B)), 0.0)) == [(B, " 40 yes yes")]
    none = segment((" 40", None, None), start_s=4.1)
    assert said(said_by([none], turns((0, 1, A), (4, 5, B)), 0.0)) == [(B, " 40")]


def test_one_speaker_changes_nothing_but_the_name() -> None:
    sentences = [seconds(" a", " b"), segment((" c", 2.0, 3.0), start_s=2.0, end_s=3.0)]
    found = said_by(sentences, turns((0, 3, A)), 0.0)
    assert [(one.pieces, one.start_s, one.end_s) for one in found] == [
        (one.pieces, one.start_s, one.end_s) for one in sentences
    ]
    assert [one.speaker for one in found] == [A, A]


def test_nobody_was_told_apart() -> None:
    sentences = [seconds(" a", " b")]
    assert said_by(sentences, turns(), 0.0) == sentences
    assert said_by([], turns((0, 1, A)), 0.0) == []


def test_turns_count_from_the_first_sample() -> None:
    words = segment((" a", 7.0, 8.0), (" b", 8.0, 9.0), start_s=7.0, end_s=9.0)
    assert said(said_by([words], turns((0, 1, A), (1, 2, B)), 7.0)) == [(A, " a"), (B, " b")]


times = st.floats(0, 20).map(lambda time_s: round(time_s, 2))
spans = st.tuples(times, times).map(sorted)


@given(
    st.lists(st.tuples(spans, st.sampled_from([A, B, "SPEAKER_02"])), max_size=8),
    st.lists(spans | st.none(), min_size=1, max_size=12),
)
def test_no_text_is_lost_whoever_speaks(
    spoken: list[tuple[list[float], str]], words: list[list[float] | None]
) -> None:
    every = sorted(Turn(start_s, end_s, name) for (start_s, end_s), name in spoken)
    whole = segment(*((f" w{i}", *(span or (None, None))) for i, span in enumerate(words)))
    found = said_by([whole], {"turns": every, "main": every}, 0.0)
    assert "".join(one.text for one in found) == whole.text
    assert [piece[:3] for one in found for piece in one.pieces] == [piece[:3] for piece in whole.pieces]
    if every:
        assert {one.speaker for one in found} <= {turn.speaker for turn in every}
        assert all(a.speaker != b.speaker for a, b in pairwise(found))
        assert [one.segment_id for one in found] == [f"{i:05d}" for i in range(len(found))]
