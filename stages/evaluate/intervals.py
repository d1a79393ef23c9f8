"""Intervals of a proportion, or a mean of values in [0, 1]: Wilson's, and one for clustered questions."""

import math
from collections.abc import Sequence
from numbers import Integral
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import stats

LEVEL = 0.95
MIN_ICC = 0.2
"""Floor of the intra-cluster correlation. A constant: with few clusters the estimate is often 0 by chance."""


def wilson(hits: int, n: int, level: float = LEVEL) -> tuple[float | None, float | None]:
    """Wilson's score interval of a proportion, from scipy; exactly 0 for no hits and 1 for all.

    It takes the questions to be independent, which those of one video are not: see `clustered`.
    Returns: (low, high), or (None, None) where n is 0.
    Raises: ValueError unless hits and n are whole numbers with 0 <= hits <= n.

    >>> wilson(0, 10)  # doctest: +ELLIPSIS
    (0.0, 0.2775...)
    """
    if not all(isinstance(count, Integral) for count in (hits, n)) or not 0 <= hits <= n:
        raise ValueError(f"no proportion: {hits} of {n}")
    if n == 0:
        return None, None
    found = stats.binomtest(int(hits), int(n)).proportion_ci(level, method="wilson")
    return (0.0 if hits == 0 else float(found.low)), (1.0 if hits == n else float(found.high))


class Clustered(NamedTuple):
    """An interval over clusters; low, high and deff are None where it is undefined."""

    low: float | None
    high: float | None
    clusters: int
    deff: float | None


def clustered(values: Sequence[float], clusters: Sequence[str], level: float = LEVEL) -> Clustered:
    """Interval of the mean of values in [0, 1] that come in clusters, such as the questions of one video.

    Wilson's formula with n / deff in place of n, and the t quantile of clusters - 1 degrees of freedom in
    place of the normal one. deff = 1 + (sum m^2 / n - 1) * max(ICC, MIN_ICC) for cluster sizes m (Kish 1965,
    with the size-weighted mean size, which unequal sizes need). For values between 0 and 1 the formula's
    variance p (1 - p) is the largest that they can have, so the interval is wide enough for means as well.

    Returns: no bounds for fewer than two clusters.
    Raises: ValueError for values outside [0, 1] or NaN, or if there is not a cluster for each value.
    """
    numbers = np.asarray(values, dtype=np.float64)
    if len(numbers) != len(clusters):
        raise ValueError(f"{len(numbers)} values but {len(clusters)} clusters")
    if not ((numbers >= 0) & (numbers <= 1)).all():
        raise ValueError("values must lie in [0, 1]")
    names, index = np.unique(np.asarray(clusters, dtype=np.str_), return_inverse=True)
    if len(names) < 2:
        return Clustered(None, None, len(names), None)
    sizes = np.bincount(index)
    n, k = len(numbers), len(names)
    deff = 1 + (float((sizes**2).sum()) / n - 1) * max(anova_icc(numbers, index), MIN_ICC)
    low, high = at_level(float(numbers.mean()), n, deff, k, level)
    return Clustered(low, high, k, deff)


def at_level(value: float, n: int, deff: float, clusters: int, level: float) -> tuple[float, float]:
    """The clustered interval at any level, from what a figure in the metrics files says of itself.

    >>> [round(bound, 3) for bound in at_level(0.5, 100, 4.0, 20, 0.95)]
    [0.307, 0.693]
    """
    return score_interval(value, n / deff, float(stats.t.ppf((1 + level) / 2, clusters - 1)))


def anova_icc(values: npt.NDArray[np.float64], index: npt.NDArray[np.int64]) -> float:
    """Intra-cluster correlation by one-way ANOVA for unequal sizes (Donner 1986).

    ICC = (MSB - MSW) / (MSB + (m0 - 1) MSW), m0 = (n - sum m^2 / n) / (clusters - 1).

    Args:
        values: shape (n,).
        index: the number of each value's cluster, from 0, shape (n,); two clusters or more.

    Returns: at most 1; 0 where it cannot be told (one question a cluster, or all values equal).
    """
    sizes = np.bincount(index)
    n, k = len(values), len(sizes)
    if n == k:
        return 0.0
    means = np.bincount(index, values) / sizes
    between = float((sizes * (means - values.mean()) ** 2).sum()) / (k - 1)
    within = float(((values - means[index]) ** 2).sum()) / (n - k)
    m0 = (n - float((sizes**2).sum()) / n) / (k - 1)
    spread = between + (m0 - 1) * within
    return (between - within) / spread if spread > 0 else 0.0


def score_interval(p: float, n: float, quantile: float) -> tuple[float, float]:
    """Wilson's formula for any n above 0 and any quantile; exactly 0 at p = 0 and 1 at p = 1."""
    shrink = 1 + quantile**2 / n
    centre = (p + quantile**2 / (2 * n)) / shrink
    half = quantile / shrink * math.sqrt(p * (1 - p) / n + quantile**2 / (4 * n**2))
    low = 0.0 if p == 0 else max(0.0, centre - half)
    return low, 1.0 if p == 1 else min(1.0, centre + half)
