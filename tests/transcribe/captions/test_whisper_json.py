import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.transcribe.captions.losses import Losses
from stages.transcribe.captions.whisper_json import parse_whisper_cpp, parse_whisper_json
from stages.transcribe.segments import Segment
from stages.transcribe.transcript import transcript_rows


def parse(*rows: Any, **more: Any) -> list[Segment]:
    return parse_whisper_json(json.loads(json.dumps({"segments": rows, **more})), Losses())


def test_sources_of_times() -> None:
    timed = {"start": 0.0, "end": 1.0}
    word = {"word": " Yes.", "start": 0.2, "end": 0.9}
    segments = parse(
        {"text": " Yes.", **timed, "words": [word | {"probability": 0.9}]},
        {"text": " Yes.", **timed, "words": [word | {"score": 0.9}]},
        {"text": " Yes.", **timed, "words": [{"word": "Yes."}]},
        {"text": " Oh yes.", **timed, "words": [word, {"word": " indeed"}]},
        {"text": " Yes."},
    )
    assert [segment.time_source for segment in segments] == ["decoder", "aligned", "cue", "cue", "none"]
    assert segments[0].pieces[0].timed == (0.2, 0.9)
    assert segments[4].start_s is None


def test_what_is_no_word_among_words_is_passed_over() -> None:
    word = {"word": "Hi.", "start": 0.2, "end": 0.9}
    (segment,) = parse({"text": "Hi.", "start": 0.0, "end": 1.0, "words": [word, None, 3, {"word": None}]})
    assert (segment.time_source, segment.pieces[0].timed) == ("decoder", (0.2, 0.9))


def test_segments_without_times_keep_their_numbers() -> None:
    rows = transcript_rows(parse({"text": "One."}, {"text": ""}, {"text": "Three."}))
    assert [row["segment_id"] for row in rows] == ["00000", "00002"]


def test_a_missing_end_is_the_last_words_or_the_next_start() -> None:
    word = {"word": "a", "start": 0.0, "end": 0.7}
    segments = parse(
        {"text": "a", "start": 0, "words": [word]}, {"text": "b", "start": 2.0}, {"text": "c", "start": 5.0}
    )
    assert [segment.end_s for segment in segments] == [0.7, 5.0, 5.0]


def test_words_outside_of_their_segment_are_brought_inside() -> None:
    (segment,) = parse(
        {
            "text": "a b",
            "start": 1.0,
            "end": 2.0,
            "words": [{"word": "a", "start": 0.5, "end": 1.5}, {"word": " b", "start": 1.5, "end": 99.0}],
        }
    )
    assert [piece.timed for piece in segment.pieces] == [(1.0, 1.5), (1.5, 2.0)]


def test_speakers_and_lists_without_a_head() -> None:
    row = {"text": "Hi", "start": 0, "end": 1, "speaker": " SPEAKER_00 "}
    (segment,) = parse_whisper_json([row], Losses())
    assert segment.speaker == "SPEAKER_00"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"transcription": []}', "without a list"),
        ('{"segments": [1]}', "without a list"),
        ('{"segments": [{"text": 5}]}', "no text in segment 0"),
        ("3", "without a list"),
    ],
)
def test_other_json_is_named_as_such(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        parse_whisper_json(json.loads(text), Losses())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.floats(allow_nan=True) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["word", "start", "end", "x"]), inner, max_size=4)
    ),
    max_leaves=8,
)
ROW = st.fixed_dictionaries(
    {"text": st.text("ab .", max_size=9)},
    optional={"start": JSON, "end": JSON, "words": JSON, "speaker": JSON},
)


@given(st.lists(ROW, max_size=5))
def test_whatever_the_times_are_the_text_is_kept(rows: list[dict[str, Any]]) -> None:
    segments = parse(*rows)
    said = {f"{i:05d}": row["text"] for i, row in enumerate(rows) if row["text"].strip()}
    assert {segment.segment_id: segment.text for segment in segments} == said
    for row in transcript_rows(segments):
        for word in row["words"]:
            assert word["start_s"] is None or word["start_s"] <= word["end_s"]


def test_whisper_cpp_has_milliseconds_and_parts_of_words() -> None:
    tokens = [
        {"text": "[_BEG_]", "offsets": {"from": 0, "to": 0}},
        {"text": " Bl", "offsets": {"from": 0, "to": 300}},
        {"text": "anda", "offsets": {"from": 300, "to": 700}},
        {"text": "[_TT_125]", "offsets": {"from": 2500, "to": 2500}},
    ]
    row = {"text": " Blanda", "offsets": {"from": 0, "to": 2500}, "tokens": tokens}
    (segment,) = parse_whisper_cpp({"transcription": [row]}, Losses())
    assert (segment.start_s, segment.end_s, segment.time_source) == (0.0, 2.5, "decoder")
    assert [(piece.text, piece.timed) for piece in segment.pieces] == [
        (" Bl", (0.0, 0.3)),
        ("anda", (0.3, 0.7)),
    ]


@pytest.mark.parametrize("rows", [3, None, [1], {"a": 1}])
def test_whisper_cpp_of_another_shape_is_named(rows: Any) -> None:
    with pytest.raises(ValueError, match=r"whisper\.cpp"):
        parse_whisper_cpp({"transcription": rows}, Losses())


def test_sounds_are_no_speech_and_keep_their_number() -> None:
    segments = parse({"text": "[Music]"}, {"text": " [BLANK_AUDIO]"}, {"text": "Hello."})
    assert [segment.segment_id for segment in segments] == ["00002"]


def test_a_word_that_another_speaker_says_keeps_its_speaker() -> None:
    words = [
        {"word": "So", "start": 0.0, "end": 0.4, "speaker": "A"},
        {"word": "yes", "start": 0.5, "end": 0.9, "speaker": "B"},
        {"word": ",", "start": 0.9, "end": 1.0, "speaker": "B"},
        {"word": "we", "speaker": "A"},
        {"word": "go", "start": 1.5, "end": 2.0},
    ]
    (row,) = transcript_rows(
        parse({"text": "So yes, we go", "start": 0, "end": 2, "speaker": "A", "words": words})
    )
    assert [(word["text"], word["speaker"]) for word in row["words"]] == [
        ("So", "A"),
        ("yes,", "B"),
        ("we", "A"),
        ("go", "A"),
    ]
