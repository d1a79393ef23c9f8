"""Runs against one run on the same questions: mean differences, intervals and p, by flipping whole videos."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy import stats

from stages.evaluate.flips import (
    TIE,
    Floats,
    by_cluster,
    flipped,
    flips,
    rank_at,
    share_reaching,
)
from stages.evaluate.intervals import LEVEL


class Difference(NamedTuple):
    """The mean of paired differences; None where it is undefined."""

    value: float | None
    low: float | None
    high: float | None
    p: float | None
    """Two-sided."""
    n: int
    clusters: int
    up: int
    """Questions whose value rose."""
    down: int
    flipped_clusters: int
    """Videos with such a question."""


def paired_together(columns: Floats, clusters: Sequence[str], level: float = LEVEL) -> list[Difference]:
    """The mean differences of several runs against one on the same questions.

    If a run is as good as the one, a video's sum of differences is as likely as its negative. So p is the
    share of sign flips of whole videos whose mean is at least as far from 0: a test that is exact for any
    number of videos, sizes and correlation within a video. The interval holds the means that the same test
    does not reject, and is never shorter than one for independent questions, which keeps it honest where few
    questions differ. Swapped runs give the mirror image, to the last bit.

    Of several runs all intervals hold together at `level`. Single-step, by the smallest p: the differences of
    all runs, each less its mean, are flipped together; as these are what chance does to them, how small their
    smallest p gets says at which level each interval must be taken, and how often chance gets a p as small
    (Westfall and Young 1993; runs that make the same mistakes cost less than Bonferroni's factor).

    Args:
        columns: differences in [-1, 1], shape (questions, runs).
        clusters: the video of each question.
        level: of all intervals together.

    Returns: without bounds where no flip is rare enough for them: at 95 % below 6 videos.
    Raises: ValueError for a difference outside [-1, 1] or NaN.

    >>> one_run = np.array([[1.0], [1], [1], [0], [1], [1], [0], [-1]])
    >>> paired_together(one_run, list("abcdefgh"))[0][:4]  # doctest: +ELLIPSIS
    (0.5, -0.0958..., 1.0, 0.21875)
    """
    if not (np.abs(columns) <= 1).all():
        raise ValueError("differences must lie in [-1, 1]")
    n, runs = columns.shape
    if not n:
        return [Difference(None, None, None, None, 0, 0, 0, 0, 0)] * runs
    sums, sizes = by_cluster(columns, clusters)
    signs = flips(len(sizes))
    changed, _ = by_cluster((columns != 0).astype(np.float64), clusters)
    statistics = flipped(sums, signs)
    p_values = [share_reaching(column, column[0]) for column in statistics.T]
    alpha = 1 - level
    if runs > 1:
        smallest = smallest_p(sums, sizes, signs)
        alpha = float(np.sort(smallest)[rank_at(alpha, len(signs))]) - 1 / len(signs)
        p_values = [max(p, float((smallest <= p + TIE).mean())) for p in p_values]
    found = []
    for i in range(runs):
        up, down = int((columns[:, i] > 0).sum()), int((columns[:, i] < 0).sum())
        low, high = interval(sums[:, i], sizes, signs, alpha)
        if low is not None and high is not None:
            least = independent(columns[:, i], alpha)
            low, high = max(-1.0, min(low, least[0])), min(1.0, max(high, least[1]))
        mean = float(sums[:, i].sum() / n)
        found.append(
            Difference(mean, low, high, p_values[i], n, len(sizes), up, down, int((changed[:, i] > 0).sum()))
        )
    return found


def smallest_p(sums: Floats, sizes: Floats, signs: Floats) -> Floats:
    """The smallest p over all columns under each flip, if no column differs but by chance; shape (flips,)."""
    means = sums.sum(axis=0) / sizes.sum()
    statistics = flipped(sums - sizes[:, None] * means, signs)
    smallest = np.ones(len(signs))
    for column in statistics.T:
        ascending = np.sort(column)
        reaching = len(column) - np.searchsorted(ascending, column * (1 - TIE))
        smallest = np.minimum(smallest, reaching / len(column))
    return smallest


def independent(differences: Floats, alpha: float) -> tuple[float, float]:
    """The interval of the mean difference, were all questions independent (Bonett and Price 2012).

    One question more is taken to rise and one to fall, so that it has a width where none does. Fractional
    differences count with their size, which bounds their variance from above.

    >>> [round(bound, 3) for bound in independent(np.zeros(48), 0.05)]
    [-0.055, 0.055]
    """
    n = len(differences) + 2
    up = (float(np.maximum(differences, 0).sum()) + 1) / n
    down = (float(np.maximum(-differences, 0).sum()) + 1) / n
    half = float(stats.norm.isf(alpha / 2)) * math.sqrt((up + down - (up - down) ** 2) / n)
    return (up - down) - half, (up - down) + half


def interval(sums: Floats, sizes: Floats, signs: Floats, alpha: float) -> tuple[float | None, float | None]:
    """The means that the flips do not reject at `alpha`.

    If the mean is t, a flip is as extreme as the data exactly if t lies between the mean of the clusters
    that it flips and the mean of the others (Hartigan 1969, "Using subsample values as typical values"; here
    with clusters of unequal sizes). So the bounds are order statistics of these means.

    Args:
        sums: of differences by cluster, shape (clusters,).
        sizes: shape (clusters,).
        signs: shape (flips, clusters).
        alpha: 1 - level.
    """
    kept = (1 + signs) / 2
    kept_sizes, other_sizes = kept @ sizes, (1 - kept) @ sizes
    whole = (kept_sizes == 0) | (other_sizes == 0)
    means = np.stack(
        [
            (kept @ sums) / np.where(whole, 1, kept_sizes),
            ((1 - kept) @ sums) / np.where(whole, 1, other_sizes),
        ]
    )
    lows = np.sort(np.where(whole, -np.inf, means.min(axis=0)))
    highs = np.sort(np.where(whole, np.inf, means.max(axis=0)))
    rank = rank_at(alpha, len(signs))
    low, high = float(lows[rank]), float(highs[-1 - rank])
    return (low if np.isfinite(low) else None), (high if np.isfinite(high) else None)
