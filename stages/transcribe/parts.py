"""Long recordings are heard in parts, cut where it is quiet.

Memory then does not grow with the recording, several processes can hear one, and an interrupted run has only
the parts in work to hear again. Where the cuts are depends on the sound alone.
"""

import math
from collections.abc import Iterable, Iterator

import numpy as np

from stages.models.audio import SAMPLE_RATE, Pcm

LONGEST_S = 300
EARLIEST_S = 240
"""A part ends in the quietest place between these; the last part may be as long as both of their difference
and the longest."""
QUIET_S = 0.5
"""How long a place must be quiet: longer than the closure of a plosive, shorter than a breath."""


def parts(blocks: Iterable[Pcm]) -> Iterator[tuple[float, Pcm]]:
    """Cut a recording, given in blocks of samples of any length.

    Returns: the parts in order, each with when it starts, in seconds from the first sample.
    """
    waiting: list[Pcm] = []
    samples = start = 0
    for block in blocks:
        waiting.append(block)
        samples += len(block)
        while samples >= (2 * LONGEST_S - EARLIEST_S) * SAMPLE_RATE:
            whole = np.concatenate(waiting)
            cut = quietest(whole)
            yield start / SAMPLE_RATE, whole[:cut]
            start += cut
            samples -= cut
            waiting = [whole[cut:]]
    if samples:
        yield start / SAMPLE_RATE, np.concatenate(waiting)


def fewest_parts(duration_s: float) -> int:
    """How many parts a recording of that length has at least.

    >>> fewest_parts(0), fewest_parts(300), fewest_parts(301)
    (1, 1, 2)
    """
    return max(1, math.ceil(duration_s / LONGEST_S))


def quietest(pcm: Pcm) -> int:
    """The middle sample of the quietest QUIET_S between EARLIEST_S and LONGEST_S, the first of equals."""
    window = pcm[EARLIEST_S * SAMPLE_RATE : LONGEST_S * SAMPLE_RATE].astype(np.int64)
    energy = np.concatenate([[0], np.cumsum(np.square(window))])
    length = round(QUIET_S * SAMPLE_RATE)
    first = int(np.argmin(energy[length:] - energy[:-length]))
    return EARLIEST_S * SAMPLE_RATE + first + length // 2
