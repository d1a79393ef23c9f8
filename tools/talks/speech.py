"""What a voice gives: the samples of one sentence and the place of each of its words."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SAMPLE_RATE = 22_050
LOUDNESS = 0.08  # root mean square that every sentence is brought to, so that no voice is louder
PEAK = 0.97


@dataclass(frozen=True)
class Word:
    """A written word and its place in the sentence's samples."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Speech:
    """A spoken sentence: mono samples in [-1, 1] at ``SAMPLE_RATE``, and its words in order."""

    samples: NDArray[np.float32]
    words: list[Word]


def rms(samples: NDArray[np.float32]) -> float:
    """Root mean square."""
    return float(np.sqrt(np.mean(samples**2)))


def level(samples: NDArray[np.float32]) -> NDArray[np.float32]:
    """The samples brought to ``LOUDNESS``, peaks clipped."""
    return np.clip(samples * (LOUDNESS / rms(samples)), -PEAK, PEAK).astype(np.float32)
