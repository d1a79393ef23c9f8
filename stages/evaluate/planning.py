"""How many videos and questions it takes to know a figure well enough, or to see a difference.

All of it takes as many questions of every video; of unequal numbers more are needed.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from scipy import stats

from stages.evaluate.intervals import LEVEL, MIN_ICC, anova_icc, at_level, exchangeable_deff, totals_of

POWER = 0.8
"""How likely the difference is to be seen."""
SURE = 30.0
"""Standard errors from which the power is 1: farther out scipy's noncentral t is not to be relied on."""


class Spread(NamedTuple):
    """How values, or differences of two runs, are spread over questions and videos."""

    mean: float
    variance: float
    """Of one question's value."""
    icc: float
    """By ANOVA, not below 0."""
    n: int
    clusters: int


def spread(values: Sequence[float], clusters: Sequence[str]) -> Spread:
    """The spread of the values of one question or more; an ICC of 0 if it cannot be told.

    >>> spread([1, 1, 0, 0], ["a", "a", "b", "b"])
    Spread(mean=0.5, variance=0.25, icc=1.0, n=4, clusters=2)
    """
    numbers = np.asarray(values, dtype=np.float64)
    totals = totals_of(numbers, clusters)
    icc = max(0.0, float(anova_icc(totals))) if len(totals.sizes) > 1 else 0.0
    return Spread(float(numbers.mean()), float(numbers.var()), icc, len(numbers), len(totals.sizes))


def half_width(found: Spread, videos: int, questions_per_video: int, level: float = LEVEL) -> float:
    """Half the width of the clustered interval that is to be expected.

    The interval's own formula at the mean and ICC found, or MIN_ICC: Wilson's, with n / deff for n and
    Student's t for z, deff = 1 + (questions_per_video - 1) * max(ICC, MIN_ICC). Its linearised deff is not
    foreseen; on average it adds a few percent.

    >>> round(half_width(Spread(0.7, 0.21, 0.1, 200, 20), videos=100, questions_per_video=5), 3)
    0.054
    """
    deff = float(exchangeable_deff(np.array([float(questions_per_video)]), max(found.icc, MIN_ICC)))
    low, high = at_level(found.mean, videos * questions_per_video, deff, videos, level)
    return (high - low) / 2


def power(
    difference: float, found: Spread, videos: int, questions_per_video: int, level: float = LEVEL
) -> float:
    """How likely a mean difference of two runs is to be told from 0, and seen on the side where it is.

    By the t test of paired differences with videos - 1 degrees of freedom: the share of Student's t, with
    noncentrality |difference| / sqrt(variance * deff / n), that lies beyond the quantile of `level`, where
    deff = 1 + (questions_per_video - 1) * ICC. The sign-flip test of `paired` has nearly that power.

    Args:
        difference: not 0.
        found: the spread of the differences; its mean plays no part.
        videos: two or more.
        questions_per_video: of each.
        level: of the test.

    >>> round(power(0.1, Spread(0.0, 0.25, 0.2, 200, 20), videos=50, questions_per_video=10), 3)
    0.745
    """
    deff = float(exchangeable_deff(np.array([float(questions_per_video)]), found.icc))
    error = math.sqrt(found.variance * deff / (videos * questions_per_video))
    if abs(difference) >= SURE * error:
        return 1.0
    quantile = float(stats.t.isf((1 - level) / 2, videos - 1))
    return float(stats.nct.sf(quantile, videos - 1, abs(difference) / error))


def fewest(enough: Callable[[int], bool], least: int) -> int:
    """The smallest number from `least` that is enough, if all above it are enough too.

    >>> fewest(lambda videos: videos**2 >= 50, least=2)
    8
    """
    if enough(least):
        return least
    low, high = least, 2 * least
    while not enough(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
