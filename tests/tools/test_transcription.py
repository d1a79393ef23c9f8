from pathlib import Path
from typing import Any

import pytest

from stages.core.artifacts import read_json
from stages.transcribe.parse import parse_file
from tools.transcription.__main__ import MEASURED, PAGE
from tools.transcription.chosen import section, settings
from tools.transcription.measure import recordings
from tools.transcription.page import captions, page, start_error, summary, word_error_rate
from tools.transcription.parsing import KINDS, made


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


PART = {"commit": "abc", "machine": "2 cores"}
SPEECH = {**PART, "every": 3, "rows": ROWS}


def test_errors_are_pooled_over_words_and_speed_is_a_ratio() -> None:
    lines = summary(SPEECH).splitlines()
    assert "| tiny.en, ours | .100 | .000 | 0.050 | 6.0 | 7.5 | 1.67 | 1.67 |" in lines
    assert "| tiny.en, faster-whisper | .300 | .200 | 0.200 | 3.6 | 4.5 | 1.00 | 1.00 |" in lines
    assert any("10 words; and real speech, 5 words" in line for line in lines)


def test_a_recording_without_a_text_has_no_errors() -> None:
    assert word_error_rate([row("ours", "call")]) == ""
    assert start_error([row("ours", "call")]) == ""


@pytest.mark.parametrize("with_long", [False, True])
def test_the_page_has_what_was_measured(with_long: bool) -> None:
    long = {
        **PART,
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
    text = page({"speech": SPEECH, **({"long": long} if with_long else {})})
    assert "| bog | 60 | .100 / 0.050 | .300 / 0.200 |" in text.splitlines()
    assert ("| peak memory, the sum over processes, MiB | 2500 |" in text) is with_long
    assert ("| times real time | 6.0 |" in text) is with_long
    assert page({}).startswith("# Transcription")


def test_the_page_says_what_was_measured_last() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(read_json(MEASURED))


def test_growth_is_against_the_first_of_a_kind() -> None:
    rows = [
        {"kind": kind, "bytes": size, "cues": 9, "cpu_s": cpu_s, "memory_mib": mib}
        for kind, size, cpu_s, mib in (("a", 2e6, 1.0, 50.0), ("b", 1e6, 2.0, 9.0), ("a", 4e6, 2.1, 90.0))
    ]
    assert "| a | 4.0 | 9 | 2.1 | 90 | 2.00 | 2.10 | 1.80 |" in captions(rows).splitlines()


@pytest.mark.parametrize("kind", KINDS)
def test_made_captions_are_as_long_as_asked_and_the_same_again(kind: str, tmp_path: Path) -> None:
    text = made(KINDS[kind], 20_000)
    assert text == made(KINDS[kind], 20_000)
    assert 20_000 <= len(text) < 20_500
    (tmp_path / "made.vtt").write_text(text)
    report = parse_file(tmp_path / "made.vtt").report
    assert report["cues_read"] == text.count("-->") > 50
    assert (report["warnings"], report["dropped"]) == ([], {})
    assert (report["characters"]["not_carried_over"].get("rolling", 0) > 0) is (kind != "voices")


def test_every_third_talk_and_the_beginning_of_a_long_one() -> None:
    talks = {one.name: one for one in recordings(every=1) if not one.real}
    some = {one.name: one for one in recordings(every=3) if not one.real}
    thirds = sorted(talks)[::3]
    assert {name: some[name] for name in thirds} == {name: talks[name] for name in thirds}
    assert sorted(some) == sorted([*thirds, "seed-bank"])
    begun, whole = some["seed-bank"], talks["seed-bank"]
    assert begun.until_s is not None and whole.until_s is None
    assert begun.words == [word for word in whole.words if word["start_s"] < begun.until_s]
    assert 200 < begun.words[-1]["end_s"] <= begun.until_s <= 300
    assert begun.text is not None and whole.text is not None and whole.text.startswith(begun.text)


def test_settings_are_those_of_conf() -> None:
    assert settings("tiny-en").model == section("transcribe", "tiny-en")["model"] != settings("base").model
    assert settings("tiny-en").engines["whisperx"]
