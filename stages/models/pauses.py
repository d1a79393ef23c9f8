"""Pauses are taken out of word times.

A decoder's attention tells words apart, not words from silence: after a pause the next word seems to begin
when the last one ended. In a speech with pauses of a second that is a second too early.
"""

import numpy as np
import numpy.typing as npt

from stages.models.audio import SAMPLE_RATE, Samples

FRAME_S = 0.01
QUIET_DB = 25.0
"""Frames that are quieter than the stretch's loud ones (their 95th percentile) by more than this are a pause.
Where noise is louder, there are none, and the times stay as they are."""
SHORTEST_S = 0.15
"""Shorter silences belong to speech: the closure of a plosive."""


def loudness_db(samples: Samples) -> npt.NDArray[np.float64]:
    """Level of each frame of FRAME_S in decibels (full scale 0), smoothed over three frames."""
    frame = round(FRAME_S * SAMPLE_RATE)
    count = len(samples) // frame
    power = np.square(samples[: count * frame], dtype=np.float64).reshape(count, frame).mean(axis=1)
    if count:
        power = np.convolve(power, np.full(3, 1 / 3), mode="same")
    level: npt.NDArray[np.float64] = 10 * np.log10(power + 1e-10)
    return level


def without_pauses(spans: list[tuple[float, float]], samples: Samples) -> list[tuple[float, float]]:
    """Cut each word's time at the pauses inside it, and keep the part in which most is heard.

    Args:
        spans: start and end of each word in seconds from the first sample.
        samples: mono, at SAMPLE_RATE.

    Returns: the spans, each inside its old one; a word that is quiet all through keeps its span.

    >>> tone = np.sin(np.arange(SAMPLE_RATE, dtype=np.float32))
    >>> silence = np.zeros(SAMPLE_RATE, dtype=np.float32)
    >>> without_pauses([(0.0, 3.0)], np.concatenate([silence, tone, silence]))
    [(0.99, 2.01)]
    """
    level = loudness_db(samples)
    if not len(level):
        return spans
    loud = level > np.quantile(level, 0.95) - QUIET_DB
    result = []
    for start_s, end_s in spans:
        first = round(start_s / FRAME_S)
        heard = np.flatnonzero(loud[first : max(round(end_s / FRAME_S), first + 1)])
        if len(heard):
            pauses = np.flatnonzero(np.diff(heard) * FRAME_S >= SHORTEST_S)
            part = max(np.split(heard, pauses + 1), key=len)
            begins_s, ends_s = (first + int(part[0])) * FRAME_S, (first + int(part[-1]) + 1) * FRAME_S
            if begins_s - start_s >= SHORTEST_S:
                start_s = round(begins_s, 3)
            if end_s - ends_s >= SHORTEST_S:
                end_s = round(ends_s, 3)
        result.append((start_s, end_s))
    return result
