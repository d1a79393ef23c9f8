"""Recordings with a recogniser that is told what to hear; the real one is in test_hearing.py."""

import wave
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from stages.models.asr import Chunk, Engine, Heard
from stages.models.audio import SAMPLE_RATE, Samples
from stages.transcribe import listeners, parts, recordings
from stages.transcribe.listeners import process_count
from stages.transcribe.recordings import Outcome, Recording, hear_all, key_base
from stages.transcribe.settings import Settings

SETTINGS = Settings("model", "en", "pyannote", 8, "int8", "attention", None, "none", None, {"whisperx": "1"})


def chunk(text: str) -> Chunk:
    return {
        "start_s": 0.1,
        "end_s": 0.9,
        "text": text,
        "words": [{"text": text, "start_s": 0.1, "end_s": 0.9}],
        "avg_logprob": -0.2,
        "no_speech_prob": 0.01,
    }


class Told:
    """Says how loud a part's first sample is, and keeps what it was given; level 13 interrupts."""

    def __init__(self) -> None:
        self.calls: list[tuple[int, str | None]] = []
        self.interrupts = True

    def hear(self, samples: Samples, language: str | None) -> Heard:
        level = round(float(samples[0]) * 32768)
        self.calls.append((level, language))
        if level == 13 and self.interrupts:
            raise KeyboardInterrupt
        if level == 0:
            return {"language": language, "chunks": []}
        return {"language": language or f"l{level % 10}", "chunks": [chunk(f" Level {level}.")]}

    @property
    def levels(self) -> list[int]:
        return [level for level, _ in self.calls]


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    told = Told()
    (tmp_path / "weights").mkdir()
    monkeypatch.setenv("VIDWISE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(recordings, "asr_weights", lambda name: tmp_path / "weights")
    monkeypatch.setattr(recordings, "process_count", lambda parts, engine: 1)
    monkeypatch.setattr(listeners, "recogniser", lambda engine, threads: told)
    return told


@pytest.fixture
def record(tmp_path: Path) -> Callable[..., dict[str, Recording]]:
    """Write recordings of a constant level for as many seconds; a level of None is no recording."""

    def write(**levels: tuple[int | None, int]) -> dict[str, Recording]:
        found = {}
        for name, (level, seconds) in levels.items():
            path = tmp_path / f"{name}.wav"
            if level is None:
                path.write_bytes(b"no recording" * 99)
            else:
                with wave.open(str(path), "wb") as file:
                    file.setnchannels(1)
                    file.setsampwidth(2)
                    file.setframerate(SAMPLE_RATE)
                    file.writeframes(np.full(seconds * SAMPLE_RATE, level, dtype=np.int16).tobytes())
            found[name] = Recording(path, sha256(path.read_bytes()).hexdigest())
        return found

    return write


def texts(outcome: Outcome) -> dict[str, list[str]]:
    return {name: [segment.text for segment in found] for name, found in outcome.segments.items()}


Record = Callable[..., dict[str, Recording]]


def test_adding_one_of_many_hears_one(told: Told, record: Record) -> None:
    many = record(**{f"r{i}": (i, 1) for i in range(20, 30)})
    assert len(hear_all(many, SETTINGS).segments) == 10
    assert sorted(told.levels) == list(range(20, 30))
    more = many | record(new=(40, 1))
    told.calls.clear()
    assert texts(hear_all(more, SETTINGS))["new"] == [" Level 40."]
    assert told.levels == [40]


def test_renaming_one_of_many_hears_nothing(told: Told, record: Record, tmp_path: Path) -> None:
    many = record(a=(1, 1), b=(2, 1))
    first = hear_all(many, SETTINGS)
    told.calls.clear()
    path = many["a"].path.rename(tmp_path / "other.wav")
    renamed = hear_all({"other": Recording(path, many["a"].sha256), "b": many["b"]}, SETTINGS)
    assert told.calls == []
    assert renamed.segments["other"] == first.segments["a"]


def test_another_setting_hears_again_and_the_first_is_still_known(told: Told, record: Record) -> None:
    one = record(a=(1, 1))
    for settings in (SETTINGS, replace(SETTINGS, vad="silero"), replace(SETTINGS, language="de"), SETTINGS):
        hear_all(one, settings)
    assert told.calls == [(1, "en"), (1, "en"), (1, "de")]


def test_a_copy_is_not_heard_again(told: Told, record: Record) -> None:
    assert len(hear_all(record(a=(1, 1), b=(1, 1)), SETTINGS).segments) == 2
    assert told.levels == [1]


def test_the_same_sound_in_another_file_is_not_heard_again(told: Told, record: Record) -> None:
    one = record(a=(1, 1))
    hear_all(one, SETTINGS)
    other = hear_all({"b": Recording(one["a"].path, "another container's digest")}, SETTINGS)
    assert told.levels == [1] and texts(other) == {"b": [" Level 1."]}


def test_a_broken_file_does_not_stop_the_others(told: Told, record: Record) -> None:
    outcome = hear_all(record(bad=(None, 0), good=(1, 1), empty=(5, 0)), SETTINGS)
    assert list(outcome.segments) == ["good"]
    assert outcome.failures == {
        "bad": "cannot be decoded (Invalid data found when processing input)",
        "empty": "holds no sound that can be decoded",
    }


def test_the_longest_is_heard_first(told: Told, record: Record) -> None:
    hear_all(record(a=(1, 1), b=(2, 3), c=(3, 2)), SETTINGS)
    assert told.levels == [2, 3, 1]


def test_an_interrupted_run_goes_on_where_it_was(told: Told, record: Record) -> None:
    both = record(a=(1, 2), c=(13, 1))
    with pytest.raises(KeyboardInterrupt):
        hear_all(both, SETTINGS)
    hear_all({"a": both["a"]}, SETTINGS)
    assert told.levels == [1, 13]


def test_a_long_recording_goes_on_at_the_part_that_was_interrupted(
    told: Told, record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "LONGEST_S", 4)
    monkeypatch.setattr(parts, "EARLIEST_S", 3)
    pieces = {str(i): (level, 3) for i, level in enumerate((7, 8, 13, 9))}
    frames = b"".join(
        np.full(seconds * SAMPLE_RATE, level, dtype=np.int16).tobytes() for level, seconds in pieces.values()
    )
    path = tmp_path / "long.wav"
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, SAMPLE_RATE, 0, "NONE", ""))
        file.writeframes(frames)
    long = {"long": Recording(path, "sha")}
    with pytest.raises(KeyboardInterrupt):
        hear_all(long, SETTINGS)
    before = list(told.levels)
    assert before == [7, 8, 13]
    told.interrupts = False
    told.calls.clear()
    found = hear_all(long, SETTINGS).segments["long"]
    assert told.levels == [13, 9]
    assert [segment.text for segment in found] == [f" Level {level}." for level in (7, 8, 13, 9)]
    starts = [segment.start_s for segment in found]
    assert starts == sorted(starts) and starts[0] == pytest.approx(0.1)


def test_by_passed_caches_hear_each_time(told: Told, record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIDWISE_CACHE", "off")
    one = record(a=(1, 1))
    assert hear_all(one, SETTINGS) == hear_all(one, SETTINGS)
    assert told.levels == [1, 1]


def test_without_recordings_no_weights_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recordings, "asr_weights", None)
    assert hear_all({}, SETTINGS) == Outcome()


def test_where_nothing_decodes_no_recogniser_is_loaded(
    told: Told, record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listeners, "recogniser", None)
    assert list(hear_all(record(bad=(None, 0)), SETTINGS).failures) == ["bad"]


def test_a_detected_language_is_that_of_the_first_speech_and_said(
    told: Told, record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "LONGEST_S", 4)
    monkeypatch.setattr(parts, "EARLIEST_S", 3)
    path = tmp_path / "long.wav"
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, SAMPLE_RATE, 0, "NONE", ""))
        for level in (0, 0, 27, 27, 28, 28):
            file.writeframes(np.full(2 * SAMPLE_RATE, level, dtype=np.int16).tobytes())
    outcome = hear_all({"long": Recording(path, "sha")}, replace(SETTINGS, language="detect"))
    asked = [language for _, language in told.calls]
    assert told.levels[0] == 0 and asked[0] is None
    first = next(i for i, level in enumerate(told.levels) if level)
    assert asked[: first + 1] == [None] * (first + 1)
    assert set(asked[first + 1 :]) == {f"l{told.levels[first] % 10}"}
    assert outcome.notes["long"] == [f"language: l{told.levels[first] % 10} (detected)"]


def test_all_that_a_result_depends_on_is_in_the_key(tmp_path: Path) -> None:
    for name in ("one", "two", "aligner"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "model.bin").write_text(name)
    engine = Engine(tmp_path / "one", "pyannote", "int8", 8, None)
    bases = [
        key_base(engine, SETTINGS),
        key_base(replace(engine, weights=tmp_path / "two"), SETTINGS),
        key_base(replace(engine, vad="silero"), SETTINGS),
        key_base(replace(engine, compute_type="float32"), SETTINGS),
        key_base(replace(engine, batch_size=1), SETTINGS),
        key_base(replace(engine, aligner=tmp_path / "aligner"), SETTINGS),
        key_base(engine, replace(SETTINGS, engines={"whisperx": "2"})),
    ]
    assert all(one != other for i, one in enumerate(bases) for other in bases[:i])


@pytest.mark.parametrize(
    ("cores", "memory", "weights", "parts", "count"),
    [
        (2, 64, 0, 9, 2),
        (16, 64, 0, 1, 1),
        (16, 64, 0, 9, 2),  # 4 GB in all
        (16, 5, 0, 9, 1),  # half of the memory
        (16, 64, 1, 9, 1),  # the weights count twice
        (1, 1, 0, 9, 1),
        (4, 64, 0, 0, 1),
    ],
)
def test_processes_are_as_many_as_cores_parts_and_memory_allow(
    cores: int,
    memory: int,
    weights: int,
    parts: int,
    count: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with (tmp_path / "model.bin").open("wb") as file:
        file.truncate(weights * 10**9)
    engine = Engine(tmp_path, "silero", "int8", 8, None)
    pages = {"SC_PHYS_PAGES": memory * 10**9 // 4096, "SC_PAGE_SIZE": 4096}
    monkeypatch.setattr(listeners.os, "sysconf", pages.get)
    monkeypatch.setattr(listeners, "cores", lambda: cores)
    assert process_count(parts, engine) == count
