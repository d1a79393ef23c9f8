"""Intervals of a proportion, or a mean of values in [0, 1]: Wilson's, and one for clustered questions."""

from collections.abc import Sequence
from numbers import Integral
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import stats

Floats = npt.NDArray[np.float64]

LEVEL = 0.95
MIN_ICC = 0.2
"""Floor of the intra-cluster correlation. A constant: with few clusters the estimate is often 0 by chance."""
TINY = 1e-12
"""A variance below it is rounding, not spread: values are in [0, 1]."""


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

    Wilson's formula with n / deff in place of n, as Korn and Graubard (1998) do with Clopper-Pearson's, and
    the t quantile of clusters - 1 degrees of freedom in place of the normal one; deff is `design_effect`. For
    values between 0 and 1 the formula's variance p (1 - p) is the largest that they can have, so the interval
    is wide enough for means as well. docs/intervals.md has its coverage in simulation.

    Returns: no bounds for fewer than two clusters.
    Raises: ValueError for values outside [0, 1] or NaN, or if there is not a cluster for each value.
    """
    numbers = np.asarray(values, dtype=np.float64)
    if len(numbers) != len(clusters):
        raise ValueError(f"{len(numbers)} values but {len(clusters)} clusters")
    if not ((numbers >= 0) & (numbers <= 1)).all():
        raise ValueError("values must lie in [0, 1]")
    totals = totals_of(numbers, clusters)
    k = len(totals.sizes)
    if k < 2:
        return Clustered(None, None, k, None)
    deff = float(design_effect(totals))
    low, high = at_level(float(numbers.mean()), len(numbers), deff, k, level)
    return Clustered(low, high, k, deff)


def at_level(value: float, n: int, deff: float, clusters: int, level: float) -> tuple[float, float]:
    """The clustered interval at any level, from what a figure in the metrics files says of itself.

    >>> [round(bound, 3) for bound in at_level(0.5, 100, 4.0, 20, 0.95)]
    [0.307, 0.693]
    """
    low, high = score_interval(np.asarray(value), np.asarray(n / deff), t_quantile(clusters, level))
    return float(low), float(high)


def t_quantile(clusters: int, level: float) -> float:
    """Student's t quantile of a two-sided interval, clusters - 1 degrees of freedom."""
    return float(stats.t.ppf((1 + level) / 2, clusters - 1))


class Totals(NamedTuple):
    """What the interval needs to know of each cluster; shapes (..., clusters), a sample per leading index."""

    sizes: Floats
    sums: Floats
    squares: Floats


def totals_of(values: Floats, clusters: Sequence[str]) -> Totals:
    """The totals of each cluster, in the order of their names.

    >>> totals_of(np.array([1.0, 0.5, 0.0]), ["a", "b", "a"])
    Totals(sizes=array([2., 1.]), sums=array([1. , 0.5]), squares=array([1.  , 0.25]))
    """
    _, index = np.unique(np.asarray(clusters, dtype=np.str_), return_inverse=True)
    return Totals(
        sizes=np.bincount(index).astype(np.float64),
        sums=np.bincount(index, values).astype(np.float64),
        squares=np.bincount(index, values**2).astype(np.float64),
    )


def design_effect(totals: Totals) -> Floats:
    """How many times as large the mean's variance is as that of as many independent 0/1 values, or more.

    The larger of two estimates, since either can be low by chance or by what it takes for granted:
    `exchangeable_deff` with the ANOVA ICC, or MIN_ICC where that is larger; and `linearised_deff`, for which
    large clusters may well differ more than small ones.

    Args:
        totals: of two clusters or more.

    Returns: shape (...).
    """
    floored = np.maximum(anova_icc(totals), MIN_ICC)
    larger: Floats = np.maximum(exchangeable_deff(totals.sizes, floored), linearised_deff(totals))
    return larger


def exchangeable_deff(sizes: Floats, icc: Floats | float) -> Floats:
    """1 + (sum m^2 / n - 1) ICC for cluster sizes m (Kish 1965, for unequal sizes).

    >>> float(exchangeable_deff(np.array([1.0, 3.0]), 0.2))
    1.3
    """
    found: Floats = 1 + ((sizes**2).sum(-1) / sizes.sum(-1) - 1) * icc
    return found


def linearised_deff(totals: Totals) -> Floats:
    """The mean's linearised variance over that of independent 0/1 values, p (1 - p) / n.

    The variance is sum (S - m p)^2 / n^2 over the clusters' sums S and sizes m (Cochran 1977, chapter 9A).
    The ratio is 1 for one 0/1 value a cluster, and the size of clusters of one size in which all are alike.

    Returns: 1 where p is 0 or 1, since then nothing is known of the spread.
    """
    sizes, sums, _ = totals
    n = sizes.sum(-1)
    p = sums.sum(-1) / n
    missed = ((sums - sizes * p[..., None]) ** 2).sum(-1)
    found: Floats = np.divide(missed, n * p * (1 - p), out=np.ones_like(p), where=p * (1 - p) > TINY)
    return found


def anova_icc(totals: Totals) -> Floats:
    """Intra-cluster correlation by one-way ANOVA for unequal sizes (Donner 1986).

    ICC = (MSB - MSW) / (MSB + (m0 - 1) MSW), m0 = (n - sum m^2 / n) / (clusters - 1).

    Args:
        totals: of two clusters or more.

    Returns: at most 1, shape (...); 0 where it cannot be told (one question a cluster, or all values equal).
    """
    sizes, sums, squares = totals
    n, k = sizes.sum(-1), sizes.shape[-1]
    means = sums / sizes
    overall = sums.sum(-1) / n
    between = (sizes * (means - overall[..., None]) ** 2).sum(-1) / (k - 1)
    scatter = np.maximum((squares - sizes * means**2).sum(-1), 0)
    within = np.divide(scatter, n - k, out=np.zeros_like(scatter), where=n > k)
    m0 = (n - (sizes**2).sum(-1) / n) / (k - 1)
    spread = between + (m0 - 1) * within
    found: Floats = np.divide(
        between - within, spread, out=np.zeros_like(spread), where=(spread > TINY) & (n > k)
    )
    return found


def score_interval(p: Floats, n: Floats, quantile: float) -> tuple[Floats, Floats]:
    """Wilson's formula for any n above 0 and any quantile; exactly 0 at p = 0 and 1 at p = 1."""
    shrink = 1 + quantile**2 / n
    centre = (p + quantile**2 / (2 * n)) / shrink
    half = quantile / shrink * np.sqrt(p * (1 - p) / n + quantile**2 / (4 * n**2))
    low = np.where(p == 0, 0.0, np.maximum(0.0, centre - half))
    return low, np.where(p == 1, 1.0, np.minimum(1.0, centre + half))
