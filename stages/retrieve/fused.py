"""Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009)."""

from collections.abc import Sequence

import numpy as np

from stages.retrieve.order import Ranking, best


def fuse(rankings: Sequence[Ranking], rrf_k: int, depth: int) -> Ranking:
    """Rank by the sum over rankings of 1 / (rrf_k + rank), ranks from 1; absent from a ranking adds nothing.

    >>> one = Ranking(np.array([3, 8]), np.array([0.9, 0.1]))
    >>> two = Ranking(np.array([8]), np.array([4.2]))
    >>> fused = fuse([one, two], rrf_k=60, depth=10)
    >>> fused.rows.tolist(), fused.scores.tolist()
    ([8, 3], [0.032522, 0.016393])
    """
    sums: dict[int, float] = {}
    for ranking in rankings:
        for i, row in enumerate(ranking.rows.tolist()):
            sums[row] = sums.get(row, 0.0) + 1 / (rrf_k + i + 1)
    rows = np.fromiter(sums.keys(), dtype=np.int64, count=len(sums))
    return best(rows, np.fromiter(sums.values(), dtype=np.float64, count=len(sums)), depth)
