"""Background noises, each from a seed, at a level below the speech."""

import zlib
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from tools.talks.speech import PEAK, SAMPLE_RATE, Speech, rms

Noise = NDArray[np.float32]

CHATTER = (
    "We might as well sit over there, where it is a bit lighter.",
    "She said that she would come, but you know how she is.",
    "And then the whole lot fell off the back of the van.",
    "I would rather have it without, if that is all right with you.",
    "No, that was last week, and it rained all afternoon.",
    "He has been saying that for as long as I can remember.",
    "Could you pass me one of those, and a napkin, please?",
    "It is not so much the price, it is the way they ask for it.",
)
"""What the babble is made of: nothing in it answers a question."""


def add_noise(
    samples: Noise,
    spoken: Sequence[tuple[int, int]],
    kind: str,
    snr_db: float,
    seed: str,
    voices: Mapping[str, Callable[[str], Speech]],
) -> Noise:
    """Lays a noise below a talk, from its first sample to its last.

    Args:
        samples: the talk, mono, at ``SAMPLE_RATE``.
        spoken: first sample and end of each sentence: what counts as speech for the level.
        kind: hum, rain, keyboard or babble.
        snr_db: 20 log10 of the speech's root mean square over the noise's, in decibels.
        seed: any text; the same text gives the same noise.
        voices: for babble, those that chatter.

    Returns:
        The sum, peaks clipped.
    """
    rng = np.random.default_rng(zlib.crc32(seed.encode()))
    makers: dict[str, Callable[[], Noise]] = {
        "hum": lambda: hum(len(samples), rng),
        "rain": lambda: rain(len(samples), rng),
        "keyboard": lambda: keyboard(len(samples), rng),
        "babble": lambda: babble(len(samples), rng, list(voices.values())),
    }
    made = makers[kind]()
    speech = rms(np.concatenate([samples[start:end] for start, end in spoken]))
    gain = speech / rms(made) / 10 ** (snr_db / 20)
    return np.clip(samples + made * gain, -PEAK, PEAK).astype(np.float32)


def hum(count: int, rng: np.random.Generator) -> Noise:
    """An extractor fan: the mains' 50 Hz and its harmonics, which drift a little, over rushing air."""
    time_s = np.arange(count) / SAMPLE_RATE
    tones = np.zeros(count)
    for harmonic in range(1, 13):
        drift = 1 + 0.3 * np.sin(2 * np.pi * (rng.uniform(0.1, 0.5) * time_s + rng.random()))
        tones += drift * np.sin(2 * np.pi * (50 * harmonic * time_s + rng.random())) / harmonic**0.5
    return (tones / np.std(tones) + 0.7 * pink(count, rng)).astype(np.float32)


def rain(count: int, rng: np.random.Generator) -> Noise:
    """Rain on a roof: pink noise, and drops."""
    drops = rng.random(count) < 40 / SAMPLE_RATE
    drop = np.exp(-np.arange(300) / 60) * rng.standard_normal(300)
    falls = np.convolve(drops * rng.uniform(0.5, 2, count), drop)[:count]
    return (pink(count, rng) + falls).astype(np.float32)


def keyboard(count: int, rng: np.random.Generator) -> Noise:
    """Typing near by: bursts of clicks, seven a second, on a quiet floor."""
    total = 0.05 * pink(count, rng)
    at = 0
    while at < count:
        for _ in range(rng.integers(5, 40)):
            at += round(SAMPLE_RATE * max(0.05, rng.normal(0.14, 0.04)))
            length = round(SAMPLE_RATE * rng.uniform(0.015, 0.04))
            click = rng.standard_normal(length) * np.exp(-6 * np.arange(length) / length) * rng.uniform(1, 3)
            if at + length < count:
                total[at : at + length] += click
        at += round(SAMPLE_RATE * rng.uniform(0.3, 1.5))
    return total.astype(np.float32)


def babble(count: int, rng: np.random.Generator, voices: Sequence[Callable[[str], Speech]]) -> Noise:
    """Six people who talk at once, near and far, and never stop."""
    total = np.zeros(count, dtype=np.float32)
    for person in range(6):
        voice = voices[person % len(voices)]
        said = np.concatenate([voice(CHATTER[i]).samples for i in rng.permutation(len(CHATTER))])
        total += np.resize(np.roll(said, rng.integers(len(said))), count) * rng.uniform(0.5, 1)
    return total


def pink(count: int, rng: np.random.Generator) -> Noise:
    """Noise whose power falls as 1 / frequency, root mean square 1."""
    spectrum = np.fft.rfft(rng.standard_normal(count))
    spectrum[0] = 0
    spectrum[1:] /= np.sqrt(np.arange(1, len(spectrum)))
    made = np.fft.irfft(spectrum, count)
    return (made / np.std(made)).astype(np.float32)
