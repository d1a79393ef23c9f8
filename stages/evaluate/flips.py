"""Sign flips by video: what chance alone could make of differences between runs on the same questions."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

EXACT_CLUSTERS = 14
"""Up to so many videos every flip is looked at."""
RANDOM_FLIPS = 9_999
"""For more videos; together with the data as they are, 10,000."""
SEED = 20_240_607
TIE = 1e-9
"""Sums that differ by less, relative to the largest possible, are one sum in another order of adding."""


class Summed(NamedTuple):
    """Values summed by cluster: all that the statistics need."""

    sums: Floats
    """Shape (clusters, columns)."""
    sizes: Floats
    """Questions of each cluster, shape (clusters,)."""


def by_cluster(values: Floats, clusters: Sequence[str]) -> Summed:
    """Sum values, shape (questions, columns), by cluster, in the order of the clusters' names.

    Raises: ValueError if there is not a cluster for each question.
    """
    if len(values) != len(clusters):
        raise ValueError(f"{len(values)} questions but {len(clusters)} clusters")
    names, index = np.unique(np.asarray(clusters, dtype=np.str_), return_inverse=True)
    sums = np.zeros((len(names), values.shape[1]))
    np.add.at(sums, index, values)
    return Summed(sums, np.bincount(index, minlength=len(names)).astype(np.float64))


def flips(clusters: int, draws: int = RANDOM_FLIPS) -> Floats:
    """Signs by which whole clusters are multiplied, shape (flips, clusters); the first row flips nothing.

    Every flip up to the sign of all, which no statistic here depends on; for many clusters a seeded draw.

    >>> flips(2)
    array([[ 1.,  1.],
           [ 1., -1.]])
    """
    if clusters <= EXACT_CLUSTERS:
        numbers = np.arange(2 ** (clusters - 1))
        bits = numbers[:, None] >> np.arange(clusters)[::-1] & 1
    else:
        bits = np.random.default_rng(SEED).integers(0, 2, (draws + 1, clusters))
        bits[0] = 0
    return np.asarray(1 - 2 * bits, dtype=np.float64)


def flipped(sums: Floats, signs: Floats) -> Floats:
    """Size of the studentised sum of each column under each flip, shape (flips, columns).

    sum(s T) / sqrt(sum(T^2)): the square root is the same under every flip, so that columns of different
    spread can be compared and a single column is ranked as by its plain mean. 0 for a column without
    differences.

    Args:
        sums: by cluster, shape (clusters, columns).
        signs: shape (flips, clusters).
    """
    roots = np.sqrt((sums**2).sum(axis=0))
    found: Floats = np.abs(signs @ sums) / np.where(roots > 0, roots, 1.0)
    return found


def share_reaching(statistics: Floats, value: float) -> float:
    """Share of flips whose statistic is at least `value`, ties among them."""
    return float((statistics >= value * (1 - TIE)).mean())


def rank_at(alpha: float, n: int) -> int:
    """How many of n flips may be as extreme at level alpha: alpha * n, rounded down.

    >>> rank_at(0.05, 32), rank_at(0.05, 10_000)
    (1, 500)
    """
    return int(alpha * n + TIE)
