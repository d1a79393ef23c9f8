import numpy as np
import pytest

from tools.talks.noise import add_noise
from tools.talks.speech import SAMPLE_RATE, Speech, rms


def tone(text):
    """A voice that hums each sentence at a pitch of its own."""
    time_s = np.arange(SAMPLE_RATE) / SAMPLE_RATE
    return Speech((0.1 * np.sin(2 * np.pi * 20 * len(text) * time_s)).astype(np.float32), [])


@pytest.fixture
def talk():
    """Ten seconds, of which the sentence fills the second half."""
    samples = np.zeros(10 * SAMPLE_RATE, dtype=np.float32)
    samples[5 * SAMPLE_RATE :] = tone("a sentence").samples.mean() + 0.05
    return samples, [(5 * SAMPLE_RATE, 10 * SAMPLE_RATE)]


@pytest.mark.parametrize("kind", ["hum", "rain", "keyboard", "babble"])
def test_the_ratio_is_of_the_sentences_to_the_noise_of_the_whole(talk, kind):
    samples, spoken = talk
    for snr_db in (20, 26):
        noise = add_noise(samples, spoken, kind, snr_db, "test", {"a": tone, "b": tone}) - samples
        ratio_db = 20 * np.log10(rms(samples[5 * SAMPLE_RATE :]) / rms(noise))
        assert ratio_db == pytest.approx(snr_db, abs=0.05)
        assert rms(noise[: 5 * SAMPLE_RATE]) > 0


@pytest.mark.parametrize("kind", ["hum", "rain", "keyboard", "babble"])
def test_the_seed_decides(talk, kind):
    samples, spoken = talk
    one, same, other = (
        add_noise(samples, spoken, kind, 10, seed, {"a": tone}) for seed in ("one", "one", "other")
    )
    assert np.array_equal(one, same)
    assert not np.allclose(one, other, atol=1e-3)


def test_rain_is_pink(talk):
    samples, spoken = talk
    noise = add_noise(samples, spoken, "rain", 10, "test", {}) - samples
    power = np.abs(np.fft.rfft(noise)) ** 2
    octaves = [power[10 * start : 20 * start].sum() for start in (100, 4000)]  # ten bins to the hertz
    assert octaves[0] > octaves[1] / 4  # pink noise has as much in each octave, white noise 40 times as much
