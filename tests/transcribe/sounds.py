"""Sounds that hold no speech, made from a seed, and talks cut to short recordings."""

import wave
from pathlib import Path

import numpy as np

from stages.core.artifacts import read_json
from stages.core.paths import DATA, ROOT
from stages.models.audio import SAMPLE_RATE, Samples, read_audio

SECONDS = 8


def without_speech() -> dict[str, Samples]:
    """Noise, hum and music of unit power, SECONDS long."""
    rng = np.random.default_rng(7)
    count = SECONDS * SAMPLE_RATE
    time_s = np.arange(count) / SAMPLE_RATE
    white = rng.standard_normal(count)
    spectrum = np.fft.rfft(rng.standard_normal(count))
    pink = np.fft.irfft(spectrum / np.sqrt(np.maximum(np.arange(len(spectrum)), 1)), count)
    hum = sum(np.sin(2 * np.pi * 50 * k * time_s) / k for k in (1, 2, 3))
    tune = np.zeros(count)
    for i in range(2 * SECONDS):  # two plucked notes a second
        begin = i * SAMPLE_RATE // 2
        note_s = np.arange(SAMPLE_RATE // 2) / SAMPLE_RATE
        hertz = 262 * 2 ** (int(rng.choice([0, 2, 4, 5, 7, 9, 11, 12])) / 12)
        tune[begin : begin + len(note_s)] = sum(
            np.sin(2 * np.pi * hertz * k * note_s) * np.exp(-3 * note_s) / k for k in range(1, 6)
        )
    wavering = np.sin(2 * np.pi * np.cumsum(200 + 8 * np.sin(2 * np.pi * 5.5 * time_s)) / SAMPLE_RATE)
    wavering *= 1 + np.sin(2 * np.pi * 1.3 * time_s)
    sounds = {
        "white": white,
        "pink": pink,
        "gusts": pink * (1 + np.sin(2 * np.pi * 4 * time_s)),
        "hum": hum,
        "tune": tune,
        "wavering": wavering,
    }
    return {name: (sound / np.std(sound)).astype(np.float32) for name, sound in sounds.items()}


def at_level(sound: Samples, decibels: float) -> Samples:
    """The sound at so many decibels of full scale."""
    return np.clip(sound * np.float32(10 ** (decibels / 20)), -1.0, 1.0).astype(np.float32)


def said(talk: str, words: str, margin_s: float = 0.25) -> Samples:
    """The sound of the first occurrence of `words` in a talk, with a margin around."""
    timeline = read_json(ROOT / "tools" / "talks" / "timelines" / f"{talk}.json")
    spoken = [word for line in timeline["lines"] for word in line["words"]]
    wanted = words.split()
    first = next(
        i for i in range(len(spoken)) if [word["text"] for word in spoken[i : i + len(wanted)]] == wanted
    )
    begin_s, end_s = spoken[first]["start_s"] - margin_s, spoken[first + len(wanted) - 1]["end_s"] + margin_s
    samples, _ = read_audio(DATA / "talks" / timeline["media"])
    return samples[int(begin_s * SAMPLE_RATE) : int(end_s * SAMPLE_RATE)]


def write_wav(path: Path, samples: Samples) -> Path:
    """Write samples as 16 bit WAV."""
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, SAMPLE_RATE, 0, "NONE", ""))
        file.writeframes(np.round(samples * 32767).astype("<i2").tobytes())
    return path
