import pytest

from stages.core.artifacts import write_table
from stages.core.errors import UserError
from stages.core.records import TRANSCRIPT
from stages.core.transcripts import Transcript, read_transcripts


def word(text, char_start, start_s, end_s):
    return {
        "text": text,
        "start_s": start_s,
        "end_s": end_s,
        "char_start": char_start,
        "char_end": char_start + len(text),
        "speaker": None,
    }


def segment(text, char_start, words):
    return {
        "segment_id": f"s{char_start}",
        "start_s": 0.0,
        "end_s": 9.0,
        "speaker": None,
        "text": text,
        "char_start": char_start,
        "char_end": char_start + len(text),
        "words": words,
        "time_source": "aligned",
    }


SEGMENTS = [
    segment("Kelp grows.", 0, [word("Kelp", 0, 1.0, 1.4), word("grows.", 5, 1.5, 2.0)]),
    segment(
        "So do 農場.", 12, [word("So", 12, 3.0, 3.2), word("do", 15, None, None), word("農場.", 18, 3.5, 4.0)]
    ),
]


def test_text_joins_the_segments():
    assert Transcript("v", SEGMENTS).text == "Kelp grows.\nSo do 農場."


@pytest.mark.parametrize(
    ("span", "times"),
    [
        ((0, 4), (1.0, 1.4)),
        ((3, 6), (1.0, 2.0)),  # touches both words
        ((4, 5), (None, None)),  # the space between
        ((15, 17), (None, None)),  # a word without a time
        ((12, 21), (3.0, 4.0)),
        ((0, 21), (1.0, 4.0)),
    ],
)
def test_times_come_from_the_words_in_the_span(span, times):
    assert Transcript("v", SEGMENTS).times(*span) == times


def test_reading_checks_the_offsets(tmp_path):
    write_table(tmp_path / "b.parquet", SEGMENTS, TRANSCRIPT)
    write_table(tmp_path / "a.parquet", [], TRANSCRIPT)
    assert [t.text for t in read_transcripts(tmp_path).values()] == ["", "Kelp grows.\nSo do 農場."]
    write_table(tmp_path / "b.parquet", [SEGMENTS[1]], TRANSCRIPT)
    with pytest.raises(UserError, match=r"b\.parquet: offsets"):
        read_transcripts(tmp_path)
