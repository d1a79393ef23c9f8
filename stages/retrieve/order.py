"""One retriever's passages in order: by score rounded to 1e-6, highest first, then by chunk id."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

SCORE_PLACES = 6


@dataclass(frozen=True, eq=False)
class Ranking:
    """Index rows, best first, and their scores, rounded."""

    rows: npt.NDArray[np.int64]
    scores: npt.NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.rows)

    def top(self, depth: int) -> "Ranking":
        """The first `depth`, or all where there are fewer."""
        return Ranking(self.rows[:depth], self.scores[:depth])


def best(rows: npt.NDArray[np.int64], scores: npt.NDArray[np.float64], depth: int) -> Ranking:
    """The `depth` best of `rows`, or all where there are fewer. Index rows are in the order of the chunk ids.

    >>> best(np.array([4, 2, 7]), np.array([0.5, 0.5000001, 0.9]), depth=5).rows.tolist()
    [7, 2, 4]
    """
    rounded = np.round(scores, SCORE_PLACES) + 0.0  # no -0.0
    order = np.lexsort((rows, -rounded))[:depth]
    return Ranking(rows[order], rounded[order])
