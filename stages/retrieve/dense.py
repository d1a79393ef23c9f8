"""Exact search by cosine."""

import numpy as np

from stages.retrieve.index import Floats, Rows
from stages.retrieve.order import Ranking, best

BLOCK_ROWS = 4096
"""Rows copied at a time."""


def cosine(vectors: Floats, question: Floats, rows: Rows) -> Floats:
    """Cosine of a question's unit vector, shape (dim,), with those of `rows` of `vectors`; within [-1, 1].

    einsum adds up each row by itself, so that a cosine has the same bits whichever rows it is computed with
    (BLAS's have not).
    """
    cosines = np.empty(len(rows), dtype=np.float64)
    for i in range(0, len(rows), BLOCK_ROWS):
        block = slice(i, i + BLOCK_ROWS)
        cosines[block] = np.einsum("ij,j->i", vectors[rows[block]], question)
    return np.clip(cosines, -1.0, 1.0, out=cosines)


def search(vectors: Floats, question: Floats, rows: Rows, depth: int) -> Ranking:
    """The `depth` passages of `rows` nearest to the question."""
    return best(rows, cosine(vectors, question, rows), depth)
