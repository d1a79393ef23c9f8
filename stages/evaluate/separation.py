"""Many runs on the same questions: which could still be the best one, and what could have been seen."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from stages.evaluate.flips import RANDOM_FLIPS, TIE, Floats, by_cluster, flips, rank_at
from stages.evaluate.intervals import LEVEL

BATCH = 4_000_000
"""Statistics held in memory at once."""


@dataclass(frozen=True)
class Standing:
    """One run beside the others."""

    behind: float
    """The best run's mean less this one's."""
    separated: bool
    """Whether some run is better than it beyond what chance does among so many runs."""
    p: float
    """Of that, corrected for all pairs of runs."""
    visible: float | None
    """How far behind the best it would have to be to be separated from it.

    None where no distance is enough with so few videos, and for the best and runs of the same verdicts.
    """


def standings(
    values: npt.ArrayLike, clusters: Sequence[str], level: float = LEVEL, draws: int = RANDOM_FLIPS
) -> list[Standing]:
    """Which runs are worse than another beyond chance, all pairs of runs judged together.

    Max-T over all pairs, studentised, by flipping the signs of whole videos' differences; step-down: runs
    found worse than another leave, and the rest are judged anew. All pairs count since the best run is only
    the best that was seen. So in at most 1 - level of leaderboards is any run marked that is as good as the
    best, however many runs there are (a confidence set of the best, as Hansen, Lunde and Nason 2011, but by
    Romano and Wolf's 2005 step-down and with flips, which hold for few videos).

    Args:
        values: in [0, 1], higher is better, shape (questions, runs); one question and one run at least.
        clusters: the video of each question.
        level: 1 - the chance that any run is marked that is as good as the best.
        draws: how many flips for many videos.

    Returns: one a run, in the order of the columns.

    >>> [run.separated for run in standings([[1, 1, 0]] * 12, list("abcdefghijkl"))]
    [False, False, True]
    """
    numbers = np.asarray(values, dtype=np.float64)
    # Runs of the same verdicts stand as one: they are neither more pairs nor different from each other.
    columns, twin = np.unique(numbers.T, axis=0, return_inverse=True)
    sums, sizes = by_cluster(np.ascontiguousarray(columns.T), clusters)
    signs = flips(len(sizes), draws)
    rank = rank_at(1 - level, len(signs))
    lead = leads(sums)
    p, critical = np.ones(len(columns)), np.zeros(len(columns))
    separated = np.zeros(len(columns), dtype=bool)
    left, p_so_far = np.arange(len(columns)), 0.0
    while len(left):
        largest = np.sort(largest_of_pairs(sums[:, left], signs))
        behind_by = lead[np.ix_(left, left)].max(axis=0)
        reaching = len(largest) - np.searchsorted(largest, behind_by * (1 - TIE))
        p[left] = np.maximum(p_so_far, reaching / len(largest))
        critical[left] = largest[-1 - rank]
        worse = left[reaching <= rank]
        separated[worse] = True
        p_so_far = float(p[worse].max(initial=p_so_far))
        left = np.setdiff1d(left, worse) if len(worse) else left[:0]
    means = sums.sum(axis=0) / sizes.sum()
    best = int(means.argmax())
    return [
        Standing(
            behind=float(means[best] - means[i]),
            separated=bool(separated[i]),
            p=float(p[i]),
            visible=visible(sums[:, best] - sums[:, i], sizes, float(critical[i])) if rank else None,
        )
        for i in twin.ravel()
    ]


def leads(sums: Floats) -> Floats:
    """Studentised lead of run i over run j, shape (runs, runs); 0 for equal ones."""
    differences = sums[:, :, None] - sums[:, None, :]
    roots = np.sqrt((differences**2).sum(axis=0))
    found: Floats = differences.sum(axis=0) / np.where(roots > 0, roots, 1.0)
    return found


def largest_of_pairs(sums: Floats, signs: Floats) -> Floats:
    """The largest studentised difference of any two runs under each flip, shape (flips,).

    Args:
        sums: of values by cluster, shape (clusters, runs).
        signs: shape (flips, clusters).
    """
    first, second = np.triu_indices(sums.shape[1], 1)
    totals = signs @ sums
    largest = np.zeros(len(signs))
    step = max(1, BATCH // len(signs))
    for start in range(0, len(first), step):
        i, j = first[start : start + step], second[start : start + step]
        roots = np.sqrt(((sums[:, i] - sums[:, j]) ** 2).sum(axis=0))
        statistics = np.abs(totals[:, i] - totals[:, j]) / np.where(roots > 0, roots, 1.0)
        largest = np.maximum(largest, statistics.max(axis=1))
    return largest


def visible(differences: Floats, sizes: Floats, critical: float) -> float | None:
    """The mean at which the studentised sum of differences of this spread reaches `critical`.

    With r the differences' sums less their mean, it is the positive root t of
    (N t)^2 = critical^2 * sum((r + t m)^2), for clusters of m questions and N in all.

    >>> round(visible(np.array([1.0, -1.0] * 10), np.full(20, 10.0), 3.0), 3)
    0.09
    """
    mean = differences.sum() / sizes.sum()
    rest = differences - mean * sizes
    if not rest.any():
        return None
    a = float(sizes.sum() ** 2 - critical**2 * (sizes**2).sum())
    b = float(critical**2 * (rest * sizes).sum())
    c = float(critical**2 * (rest**2).sum())
    return (b + float(np.sqrt(b**2 + a * c))) / a if a > 0 else None
