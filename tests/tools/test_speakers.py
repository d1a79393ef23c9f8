"""Diarization errors, worked by hand."""

from typing import Any

import pytest
from pyannote.core import Annotation, Segment

from stages.models.speakers import Turn, Turns
from tools.transcription.page import who_speaks
from tools.transcription.speakers import errors, right_words

A, B = "SPEAKER_00", "SPEAKER_01"


def turns(*every: tuple[float, float, str]) -> Turns:
    both = [Turn(*one) for one in every]
    return {"turns": both, "main": both}


def truth(*every: tuple[float, float, str]) -> Annotation:
    found = Annotation()
    for i, (start_s, end_s, name) in enumerate(every):
        found[Segment(start_s, end_s), i] = name
    return found


def test_missed_false_and_confused_seconds() -> None:
    said = truth((0, 10, "Ann_Lee"), (10, 20, "Bo"))
    # Ann's first second is missed, Bo's first two are given to her, and nobody speaks from 20 to 23.
    row = errors(said, turns((1, 12, A), (12, 23, B)), 0.0)
    assert (row["speech_s"], row["missed_s"], row["false_s"], row["confused_s"]) == (20.0, 1.0, 3.0, 2.0)
    assert row["speakers_found"] == 2
    # A quarter of a second on both sides of 0, 10 and 20 is not scored.
    assert row["speech_s_collar"] == pytest.approx(19.0)
    assert row["missed_s_collar"] == pytest.approx(0.75)
    assert row["false_s_collar"] == pytest.approx(2.75)
    assert row["confused_s_collar"] == pytest.approx(1.75)


def test_one_of_two_at_once_that_is_not_heard_is_missed() -> None:
    row = errors(truth((0, 10, "Ann"), (4, 6, "Bo")), turns((0, 10, A)), 0.0)
    assert (row["speech_s"], row["missed_s"], row["false_s"], row["confused_s"]) == (12.0, 2.0, 0.0, 0.0)


def test_turns_are_moved_to_the_recordings_time() -> None:
    row = errors(truth((7, 9, "Ann")), turns((0, 2, A)), 7.0)
    assert (row["missed_s"], row["false_s"], row["confused_s"]) == (0.0, 0.0, 0.0)


def test_nothing_found_is_all_missed() -> None:
    row = errors(truth((0, 2, "Ann")), turns(), 0.0)
    assert (row["missed_s"], row["speakers_found"]) == (2.0, 0)


def line(speaker: str, *words: tuple[str, float, float]) -> dict[str, Any]:
    return {
        "speaker": speaker,
        "start_s": words[0][1],
        "end_s": words[-1][2],
        "words": [{"text": text, "start_s": start_s, "end_s": end_s} for text, start_s, end_s in words],
    }


def test_right_words() -> None:
    said = truth((0, 4, "Ann_Lee"), (4, 6, "Bo"))
    lines = [line("Ann Lee", ("a", 0, 1), ("b", 1, 2), ("c", 2, 3), ("d", 3, 4)), line("Bo", ("e", 4, 6))]
    assert right_words(said, turns((0, 4, A), (4, 6, B)), 0.0, lines) == {"words": 5, "words_right": 5}
    assert right_words(said, turns((0, 2, A), (2, 6, B)), 0.0, lines) == {"words": 5, "words_right": 3}
    assert right_words(said, turns((0, 4, A), (4, 6, B)), 0.0, []) == {"words": 0, "words_right": 0}


def test_rates_are_pooled_over_seconds() -> None:
    def row(name: str, group: str, speech_s: float, missed_s: float, **more: Any) -> dict[str, Any]:
        parts = {"speech_s": speech_s, "missed_s": missed_s, "false_s": 1.0, "confused_s": 0.0}
        return {
            "recording": name,
            "group": group,
            "audio_s": 100.0,
            "cpu_s": 10.0,
            "speakers": 2,
            "speakers_found": 2,
            "overlap_s": 0.0,
            "words": 10,
            "words_right": 9,
            **parts,
            **{f"{key}_collar": value for key, value in parts.items()},
            **more,
        }

    rows = [
        row("a", "test", 10.0, 1.0),
        row("b", "test", 30.0, 3.0, speakers_found=3, overlap_s=2.0),
        row("call", "real", 20.0, 0.0, words=0, words_right=0),
    ]
    lines = who_speaks(rows).splitlines()
    assert "| test talks | 40 | .150 | .100 | .050 | .000 | .150 | 1 of 2 right | .900 |" in lines
    assert "| several at once | 30 | .133 | .100 | .033 | .000 | .133 | 3 (2) | .900 |" in lines
    assert "| a real call, two speakers | 20 | .050 | .000 | .050 | .000 | .050 | 2 (2) |  |" in lines
    assert not any(line.startswith("| dev talks") for line in lines)
    assert "CPU seconds a second of sound: 0.10." in lines
