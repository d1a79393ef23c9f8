from dataclasses import replace
from typing import Any

import pytest

from stages.models.asr import Chunk, Heard
from stages.transcribe.heard import chunk_segment, heard_segments, language_of, notes_of
from stages.transcribe.known import Entry
from stages.transcribe.settings import Settings

SETTINGS = Settings("model", "en", "pyannote", 8, "int8", "attention", None, "none", None, {})
CHUNK: Chunk = {
    "start_s": 1.0,
    "end_s": 5.0,
    "text": " It opens. At nine.",
    "words": [
        {"text": " It", "start_s": 1.0, "end_s": 1.5},
        {"text": " opens", "start_s": 1.5, "end_s": 2.0},
        {"text": ".", "start_s": 2.0, "end_s": 3.0},
        {"text": " At", "start_s": 3.0, "end_s": 3.5},
        {"text": " nine", "start_s": 3.5, "end_s": 4.0},
        {"text": ".", "start_s": 4.0, "end_s": 5.0},
    ],
    "avg_logprob": -0.2,
    "no_speech_prob": 0.01,
}
PHANTOM: Chunk = {**CHUNK, "text": " Thank you.", "avg_logprob": -1.7, "no_speech_prob": 0.7}


def part(*chunks: Chunk, language: str | None = "en") -> Heard:
    return {"language": language, "chunks": list(chunks)}


def entry(heard_s: float = 60.0, broken_packets: int = 0, **sound: Any) -> Entry:
    return {
        "sound": {"track": 1, "tracks": 1, "starts_s": 0.0, "duration_s": 60.0} | sound,
        "heard_s": heard_s,
        "broken_packets": broken_packets,
        "parts": [],
    }


def test_sentences_of_all_parts_in_the_recordings_own_time() -> None:
    found = heard_segments([(0.0, part(CHUNK)), (300.0, part(CHUNK))], 0.5, SETTINGS)
    assert [(s.segment_id, s.text, s.start_s, s.end_s, s.time_source) for s in found] == [
        ("00000", " It opens. ", 1.5, 2.5, "decoder"),
        ("00001", "At nine.", 3.5, 4.5, "decoder"),
        ("00002", " It opens. ", 301.5, 302.5, "decoder"),
        ("00003", "At nine.", 303.5, 304.5, "decoder"),
    ]


def test_times_of_an_aligner_are_named_so() -> None:
    found = heard_segments([(0.0, part(CHUNK))], 0.0, replace(SETTINGS, alignment="some/wav2vec2"))
    assert {segment.time_source for segment in found} == {"aligned"}


def test_words_that_are_missing_or_out_of_order_are_placed_and_flagged() -> None:
    assert chunk_segment({**CHUNK, "words": []}, 0.0, "decoder").time_source == "interpolated"
    words = [dict(word) for word in CHUNK["words"]]
    words[1] |= {"start_s": 0.2, "end_s": 0.1}
    words[4] |= {"start_s": None, "end_s": None}  # a numeral that an aligner has no letters for
    segment = chunk_segment({**CHUNK, "words": words}, 0.0, "aligned")  # type: ignore[typeddict-item]
    assert segment.time_source == "interpolated"
    starts = [piece.start_s for piece in segment.pieces]
    assert None not in starts and starts == sorted(starts, key=lambda start_s: start_s or 0.0)
    assert segment.text == CHUNK["text"]


def test_what_nobody_said_is_left_out_and_said_so() -> None:
    heard = [(0.0, part(CHUNK)), (300.0, part(PHANTOM))]
    assert len(heard_segments(heard, 0.0, SETTINGS)) == 2
    assert notes_of(heard, entry(starts_s=0.5), SETTINGS) == [
        'left out as silence or noise: 301.5 to 305.5 s, "Thank you."'
    ]


@pytest.mark.parametrize(
    ("about", "settings", "note"),
    [
        (entry(), SETTINGS, None),
        (entry(heard_s=59.5), SETTINGS, None),
        (
            entry(heard_s=20.04),
            SETTINGS,
            "warning: its sound ends after 20.0 of 60.0 s: is the file cut short?",
        ),
        (entry(broken_packets=3), SETTINGS, "warning: 3 packets of its sound did not decode"),
        (
            entry(track=2, tracks=3),
            SETTINGS,
            "audio track 2 of 3 is heard (transcribe.audio_track chooses)",
        ),
        (entry(), replace(SETTINGS, language="detect"), "language: en (detected)"),
        (
            entry(),
            replace(SETTINGS, language="de"),
            "warning: model hears English only, transcribe.language is de: choose multilingual weights, such "
            "as transcribe: base",
        ),
    ],
)
def test_what_a_user_should_know(about: Entry, settings: Settings, note: str | None) -> None:
    assert notes_of([(0.0, part(CHUNK))], about, settings) == ([note] if note else [])


def test_a_recording_in_which_nobody_speaks_has_no_language() -> None:
    silent = [(0.0, part(language=None))]
    assert language_of(silent) is None and heard_segments(silent, 0.0, SETTINGS) == []
    assert notes_of(silent, entry(), replace(SETTINGS, language="detect")) == [
        "language: none, nobody speaks (detected)"
    ]
    assert language_of([(0.0, part(language=None)), (300.0, part(language="fr"))]) == "fr"
