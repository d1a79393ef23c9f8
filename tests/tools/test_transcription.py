from typing import Any

import pytest

from tools.transcription.page import page, start_error, summary, word_error_rate


def row(engine: str, recording: str, **more: Any) -> dict[str, Any]:
    return {
        "recording": recording,
        "real": recording == "jfk",
        "model": "tiny.en",
        "engine": engine,
        "audio_s": 60.0,
        "wall_s": 10.0,
        "cpu_s": 8.0,
        "start_error_s": None,
        "starts": 0,
    } | more


ROWS = [
    row("ours", "bog", errors=1, words=10, start_error_s=0.05, starts=9),
    row("faster-whisper", "bog", errors=3, words=10, start_error_s=0.2, starts=8, wall_s=25.0, cpu_s=24.0),
    row("ours", "jfk", errors=0, words=5),
    row("faster-whisper", "jfk", errors=1, words=5, wall_s=15.0, cpu_s=8.0),
    row("ours", "call"),
    row("faster-whisper", "call"),
]


def test_errors_are_pooled_over_words_and_speed_is_a_ratio() -> None:
    lines = summary(ROWS).splitlines()
    assert "| tiny.en, ours | .100 | .000 | 0.050 | 6.0 | 1.67 | 1.67 |" in lines
    assert "| tiny.en, faster-whisper | .300 | .200 | 0.200 | 3.6 | 1.00 | 1.00 |" in lines
    assert "Over 10 words of talks and 5 of real speech." in lines


def test_a_recording_without_a_text_has_no_errors() -> None:
    assert word_error_rate([row("ours", "call")]) == ""
    assert start_error([row("ours", "call")]) == ""


@pytest.mark.parametrize("with_long", [False, True])
def test_the_page_has_what_was_measured(with_long: bool) -> None:
    part = {"commit": "abc", "machine": "2 cores"}
    long = {
        **part,
        "row": {
            "model": "tiny.en",
            "audio_s": 10_800.0,
            "wall_s": 1800.0,
            "cpu_s": 3240.0,
            "processes": 2,
            "peak_mib": 2500.4,
            "segments": 2000,
            "last_end_s": 10_799.0,
        },
    }
    text = page({**part, "rows": ROWS}, None, long if with_long else None)
    assert "| bog | 60 | .100 / 0.050 | .300 / 0.200 |" in text.splitlines()
    assert ("| peak memory, the sum over processes, MiB | 2500 |" in text) is with_long
    assert ("| times real time | 6.0 |" in text) is with_long
    assert page(None, None, None).startswith("# Transcription")
