"""Recordings with a diariser that is told who speaks; the real one is in tests/models/test_speakers.py."""

import wave
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from stages.models.audio import SAMPLE_RATE, Samples, Sound
from stages.models.speakers import Turn, Turns
from stages.transcribe import diarised as module
from stages.transcribe.diarised import diarised
from stages.transcribe.recordings import Outcome, Recording
from stages.transcribe.segments import Piece, Segment
from stages.transcribe.settings import Settings

NONE = Settings(
    "model", "en", "pyannote", 8, "int8", "attention", None, "none", None, {"torch": "1", "av": "2"}
)
OFFLINE = replace(NONE, diarize="offline")


class Told:
    """Finds two speakers, one after the other, and keeps how long what it was given is."""

    def __init__(self) -> None:
        self.loaded: list[str] = []
        self.lengths_s: list[float] = []

    def load(self, name: str) -> "Told":
        self.loaded.append(name)
        return self

    def turns(self, samples: Samples, speakers: int | None) -> Turns:
        self.lengths_s.append(len(samples) / SAMPLE_RATE)
        both = [Turn(0.0, 1.0, "SPEAKER_00"), Turn(1.0, 2.0, "SPEAKER_01")][:speakers]
        return {"turns": both, "main": both}


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    told = Told()
    monkeypatch.setenv("VIDWISE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(module, "Diariser", told.load)
    monkeypatch.setattr(module, "diariser_digest", lambda name: f"digest of {name}")
    return told


def record(folder: Path, **seconds: int) -> dict[str, Recording]:
    found = {}
    for name, length_s in seconds.items():
        path = folder / f"{name}.wav"
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(SAMPLE_RATE)
            file.writeframes(np.zeros(length_s * SAMPLE_RATE, dtype=np.int16).tobytes())
        found[name] = Recording(path, sha256(path.read_bytes()).hexdigest())
    return found


def heard(*names: str, silent: tuple[str, ...] = (), starts_s: float = 0.0) -> Outcome:
    pieces = (
        Piece(" Deep?", starts_s + 0.1, starts_s + 0.9),
        Piece(" Very.", starts_s + 1.1, starts_s + 1.9),
    )
    said = Segment("00000", pieces, starts_s, starts_s + 2, None, "decoder")
    every = (*names, *silent)
    return Outcome(
        {name: [said] if name in names else [] for name in every},
        {"broken": "is no recording"},
        {name: ["a note"] for name in every},
        dict.fromkeys(every, Sound(1, 1, starts_s, 2.0)),
    )


def test_nobody_is_told_apart_where_none_asks_for_it(told: Told, tmp_path: Path) -> None:
    assert diarised(heard("a"), record(tmp_path, a=2), NONE) == heard("a")
    assert told.loaded == []


def test_segments_get_speakers_and_their_number_is_told(told: Told, tmp_path: Path) -> None:
    outcome = diarised(heard("a"), record(tmp_path, a=2), OFFLINE)
    assert [(one.speaker, one.text) for one in outcome.segments["a"]] == [
        ("SPEAKER_00", " Deep?"),
        ("SPEAKER_01", " Very."),
    ]
    assert outcome.notes == {"a": ["a note", "speakers: 2 (estimated)"]}
    assert outcome.failures == {"broken": "is no recording"}
    one = diarised(heard("a"), record(tmp_path, a=2), replace(OFFLINE, speakers=1))
    assert one.notes["a"][-1] == "speakers: 1 (transcribe.speakers is 1)"


def test_turns_are_in_the_time_of_a_sound_that_sets_in_late(told: Told, tmp_path: Path) -> None:
    found = diarised(heard("a", starts_s=7.0), record(tmp_path, a=2), OFFLINE).segments["a"]
    assert [(one.speaker, one.start_s) for one in found] == [("SPEAKER_00", 7.1), ("SPEAKER_01", 8.1)]


def test_a_recording_without_speech_is_not_listened_to(told: Told, tmp_path: Path) -> None:
    outcome = diarised(heard("a", silent=("silent",)), record(tmp_path, silent=3, a=2), OFFLINE)
    assert outcome.segments["silent"] == []
    assert outcome.notes["silent"] == ["a note"]
    assert told.lengths_s == [2.0]


def test_without_any_speech_no_weights_are_loaded(told: Told, tmp_path: Path) -> None:
    nothing = heard(silent=("silent",))
    assert diarised(nothing, record(tmp_path, silent=3), OFFLINE) == nothing
    assert told.loaded == []


def test_one_that_cannot_be_decoded_any_more_does_not_stop_the_others(told: Told, tmp_path: Path) -> None:
    files = record(tmp_path, a=2, gone=2, b=2)
    files["gone"].path.unlink()
    files["gone"] = files["gone"]._replace(sha256="another's")
    outcome = diarised(heard("a", "gone", "b"), files, OFFLINE)
    assert sorted(outcome.segments) == ["a", "b"]
    assert outcome.failures == {"broken": "is no recording", "gone": "is missing"}


def test_adding_one_costs_one_and_a_new_name_nothing(told: Told, tmp_path: Path) -> None:
    many = record(tmp_path, a=2, b=3)
    first = diarised(heard("a", "b"), many, OFFLINE)
    assert diarised(heard("a", "b"), many, OFFLINE) == first
    diarised(heard("a", "b", "c"), many | record(tmp_path, c=4), OFFLINE)
    diarised(heard("other"), {"other": many["a"]}, OFFLINE)
    assert told.lengths_s == [2.0, 3.0, 4.0]


def test_settings_that_matter_are_part_of_the_key(told: Told, tmp_path: Path) -> None:
    one = record(tmp_path, a=2)
    for settings in (
        OFFLINE,
        replace(OFFLINE, speakers=1),
        replace(OFFLINE, diarize="pyannote"),
        replace(OFFLINE, engines={"torch": "2"}),
        replace(OFFLINE, audio_track=1),
    ):
        diarised(heard("a"), one, settings)
    assert len(told.lengths_s) == 5
    for settings in (
        replace(OFFLINE, model="other"),
        replace(OFFLINE, engines={**OFFLINE.engines, "whisperx": "9"}),
    ):
        diarised(heard("a"), one, settings)
    assert len(told.lengths_s) == 5


def test_a_cache_that_is_off_asks_again(told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIDWISE_CACHE", "off")
    one = record(tmp_path, a=2)
    assert diarised(heard("a"), one, OFFLINE) == diarised(heard("a"), one, OFFLINE)
    assert told.lengths_s == [2.0, 2.0]
