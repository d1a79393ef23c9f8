"""The bootstrap by video: whole videos are drawn again, since their questions are not independent."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from stages.evaluate.intervals import LEVEL

Floats = npt.NDArray[np.float64]

BATCH = 100
"""Resamples held in memory at once."""


def resampled_counts(clusters: Sequence[str], samples: int, rng: np.random.Generator) -> Iterator[Floats]:
    """How often each question is drawn when as many videos as there are get drawn with replacement.

    Yields: batches of shape (at most BATCH, questions).
    """
    names, index = np.unique(np.asarray(clusters, dtype=np.str_), return_inverse=True)
    for start in range(0, samples, BATCH):
        draws = rng.multinomial(
            len(names), np.full(len(names), 1 / len(names)), size=min(BATCH, samples - start)
        )
        yield draws[:, index].astype(np.float64)


def bootstrap_interval(
    statistic: Callable[[Floats], Floats],
    clusters: Sequence[str],
    samples: int,
    rng: np.random.Generator,
    level: float = LEVEL,
) -> tuple[float | None, float | None]:
    """Percentile interval of a statistic of the counts.

    Args:
        statistic: from counts (resamples, questions) to (resamples,), NaN where a resample cannot tell.
        clusters: the video of each question.
        samples: how many resamples.
        rng: what draws them.
        level: of the interval.

    Returns: (None, None) for fewer than two clusters, or where no resample can tell.
    """
    if len(set(clusters)) < 2:
        return None, None
    found = np.concatenate([statistic(counts) for counts in resampled_counts(clusters, samples, rng)])
    found = found[np.isfinite(found)]
    if not len(found):
        return None, None
    low, high = np.quantile(found, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
