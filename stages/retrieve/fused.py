"""Two rankings become one: by reciprocal ranks, or by the sum of standard scores."""

from collections.abc import Sequence

import numpy as np

from stages.retrieve.index import Floats, Rows
from stages.retrieve.order import Ranking, best


def by_ranks(rankings: Sequence[Ranking], rrf_k: int, depth: int) -> Ranking:
    """Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009).

    By the sum over rankings of 1 / (rrf_k + rank), ranks from 1; absent from a ranking adds nothing.

    >>> one = Ranking(np.array([3, 8]), np.array([0.9, 0.1]))
    >>> two = Ranking(np.array([8]), np.array([4.2]))
    >>> fused = by_ranks([one, two], rrf_k=60, depth=10)
    >>> fused.rows.tolist(), fused.scores.tolist()
    ([8, 3], [0.032522, 0.016393])
    """
    sums: dict[int, float] = {}
    for ranking in rankings:
        for i, row in enumerate(ranking.rows.tolist()):
            sums[row] = sums.get(row, 0.0) + 1 / (rrf_k + i + 1)
    rows = np.fromiter(sums.keys(), dtype=np.int64, count=len(sums))
    return best(rows, np.fromiter(sums.values(), dtype=np.float64, count=len(sums)), depth)


def by_standard_scores(rows: Rows, scores: Floats, depth: int) -> Ranking:
    """CombSUM of standard scores (Montague and Aslam, CIKM 2001): no scale need be common.

    Args:
        rows: the union of what the retrievers found.
        scores: of each retriever for all of them, shape (retrievers, rows).
        depth: how many to keep.
    """
    return best(rows, standard(scores).sum(axis=0), depth)


def standard(values: Floats) -> Floats:
    """Distance from the mean of the row in standard deviations; 0 where a row is constant or empty.

    >>> standard(np.array([[1.0, 3.0], [2.0, 2.0]])).tolist()
    [[-1.0, 1.0], [0.0, 0.0]]
    """
    if not values.shape[1]:
        return values
    centred = values - values.mean(axis=1, keepdims=True)
    spread = values.std(axis=1, keepdims=True)
    return np.where(spread > 1e-9, centred / np.maximum(spread, 1e-9), 0.0)
