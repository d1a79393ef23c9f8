"""Places spoken sentences on one time axis and adds them up, sample by sample."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tools.talks.speech import PEAK, SAMPLE_RATE, Speech

EDGE_S, SENTENCE_PAUSE_S, TURN_PAUSE_S = 0.4, 0.3, 0.5


def origins(speeches: Sequence[Speech], speakers: Sequence[str], overlaps_s: Sequence[float]) -> list[int]:
    """Gives the sample at which each sentence begins.

    Args:
        speeches: the sentences in the order of the script.
        speakers: of each.
        overlaps_s: 0 where a sentence follows after a pause; else how long before the end of the last word so
            far its first word starts, in seconds.

    Returns:
        One sample number a sentence.

    Raises:
        ValueError: if a first word would start before the one of the sentence before it.
    """
    begins: list[int] = []
    end, last_word_end, first_word_start = _samples(EDGE_S), 0, 0
    for i, (speech, overlap_s) in enumerate(zip(speeches, overlaps_s, strict=True)):
        if overlap_s:
            begin = last_word_end - _samples(overlap_s) - speech.words[0].start
        else:
            new_turn = i > 0 and speakers[i] != speakers[i - 1]
            begin = end + (_samples(TURN_PAUSE_S if new_turn else SENTENCE_PAUSE_S) if i else 0)
        if begin + speech.words[0].start <= first_word_start:
            raise ValueError(f"sentence {i + 1} would start before the one before it: overlap less")
        begins.append(begin)
        first_word_start = begin + speech.words[0].start
        last_word_end = max(last_word_end, begin + speech.words[-1].end)
        end = max(end, begin + len(speech.samples))
    return begins


def mix(speeches: Sequence[Speech], begins: Sequence[int]) -> NDArray[np.float32]:
    """Gives the sum of all sentences, with silence at both edges; peaks where voices meet are clipped."""
    ends = [begin + len(speech.samples) for speech, begin in zip(speeches, begins, strict=True)]
    total = np.zeros(max(ends) + _samples(EDGE_S), dtype=np.float32)
    for speech, begin, end in zip(speeches, begins, ends, strict=True):
        total[begin:end] += speech.samples
    return np.clip(total, -PEAK, PEAK)


def _samples(seconds: float) -> int:
    return round(seconds * SAMPLE_RATE)
