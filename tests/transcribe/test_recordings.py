"""Recordings with a recogniser that is told what to hear; the real one is in tests/models/test_asr.py."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from stages.models.asr import Chunk
from stages.models.audio import AudioError, Samples
from stages.transcribe import recordings
from stages.transcribe.recordings import chunk_segment, hear_all, key_of, segments_of
from stages.transcribe.settings import Settings

SETTINGS = Settings("model", "en", "pyannote", 8, "int8", {"whisperx": "1"})
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
}


class Told:
    """Hears the same in every recording."""

    language = "en"

    def hear(self, samples: Samples) -> list[Chunk]:
        return [CHUNK]


@pytest.fixture
def heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the files that were decoded; b.mp3 is broken and c.mp3 interrupts."""
    names: list[str] = []

    def read_audio(path: Path) -> tuple[list[float], float]:
        names.append(path.name)
        if path.name == "b.mp3":
            raise AudioError("has no audio track")
        if path.name == "c.mp3":
            raise KeyboardInterrupt
        return [0.0], 0.5

    (tmp_path / "weights").mkdir()
    monkeypatch.setenv("VIDWISE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(recordings, "asr_weights", lambda name: tmp_path / "weights")
    monkeypatch.setattr(recordings, "load", lambda folder, settings: Told())
    monkeypatch.setattr(recordings, "read_audio", read_audio)
    return names


def files(*names: str) -> dict[str, tuple[Path, str]]:
    return {name: (Path(f"{name}.mp3"), f"sha of {name}") for name in names}


def test_only_what_is_new_is_heard(heard: list[str]) -> None:
    first, failures = hear_all(files("a"), SETTINGS)
    assert failures == {} and heard == ["a.mp3"]
    second, _ = hear_all(files("a", "d"), SETTINGS)
    assert heard == ["a.mp3", "d.mp3"]
    assert second["a"] == first["a"] == second["d"]
    hear_all(files("a"), replace(SETTINGS, vad="silero"))
    assert heard == ["a.mp3", "d.mp3", "a.mp3"]


def test_a_copy_is_not_heard_again(heard: list[str]) -> None:
    both = {"a": (Path("a.mp3"), "sha"), "d": (Path("d.mp3"), "sha")}
    assert len(hear_all(both, SETTINGS)[0]) == 2
    assert heard == ["a.mp3"]


def test_a_broken_file_does_not_stop_the_others(heard: list[str]) -> None:
    found, failures = hear_all(files("b", "a"), SETTINGS)
    assert list(found) == ["a"]
    assert failures == {"b": "has no audio track"}


def test_an_interrupted_run_goes_on_where_it_was(heard: list[str]) -> None:
    with pytest.raises(KeyboardInterrupt):
        hear_all(files("a", "c"), SETTINGS)
    hear_all(files("a"), SETTINGS)
    assert heard == ["a.mp3", "c.mp3"]


def test_without_recordings_no_weights_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recordings, "asr_weights", None)
    assert hear_all({}, SETTINGS) == ({}, {})


def test_every_setting_and_the_weights_are_in_the_key() -> None:
    keys = {
        key_of("sha", "weights", SETTINGS),
        key_of("other", "weights", SETTINGS),
        key_of("sha", "other", SETTINGS),
        key_of("sha", "weights", replace(SETTINGS, model="m")),
        key_of("sha", "weights", replace(SETTINGS, language="de")),
        key_of("sha", "weights", replace(SETTINGS, vad="silero")),
        key_of("sha", "weights", replace(SETTINGS, batch_size=1)),
        key_of("sha", "weights", replace(SETTINGS, compute_type="float32")),
        key_of("sha", "weights", replace(SETTINGS, engines={"whisperx": "2"})),
    }
    assert len(keys) == 9


def test_sentences_in_the_recordings_own_time() -> None:
    raw = json.loads(json.dumps({"sound_starts_s": 0.5, "chunks": [CHUNK]}))
    assert [(s.text, s.start_s, s.end_s, s.time_source) for s in segments_of(raw, "en")] == [
        (" It opens. ", 1.5, 2.5, "decoder"),
        ("At nine.", 3.5, 4.5, "decoder"),
    ]


def test_words_that_are_missing_or_out_of_order_are_flagged() -> None:
    assert chunk_segment({**CHUNK, "words": []}, 0.0).time_source == "interpolated"
    words = [dict(word) for word in CHUNK["words"]]
    words[1]["start_s"] = 0.2
    words[1]["end_s"] = 0.1
    segment = chunk_segment({**CHUNK, "words": words}, 0.0)  # type: ignore[typeddict-item]
    assert segment.time_source == "interpolated"
    starts = [piece.start_s for piece in segment.pieces]
    assert starts == sorted(starts)
    assert segment.text == CHUNK["text"]


def test_english_only_weights_asked_for_another_language_are_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(recordings, "Recogniser", lambda *arguments: Told())
    recordings.load(tmp_path, replace(SETTINGS, language="de"))
    assert capsys.readouterr().err.count("hears English only, language is de") == 1
    recordings.load(tmp_path, SETTINGS)
    assert capsys.readouterr().err == ""
