"""Exact search by cosine."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from stages.retrieve.index import Floats, Rows, Vectors
from stages.retrieve.order import SCORE_PLACES, Ranking, best

BLOCK_ROWS = 4096
"""Rows copied at a time."""
SIFTED_FROM = 20_000
"""Rows from which most are left out by a quick look: for fewer, the look costs more than it saves."""


def blocks(count: int) -> Iterator[slice]:
    """Slices of at most BLOCK_ROWS."""
    return (slice(i, i + BLOCK_ROWS) for i in range(0, count, BLOCK_ROWS))


def cosine(vectors: npt.NDArray[np.floating], question: Floats, rows: Rows) -> Floats:
    """Cosine of a question's unit vector, shape (dim,), with those of `rows` of `vectors`; within [-1, 1].

    In float64. einsum adds up each row by itself, so that a cosine has the same bits whichever rows it is
    computed with (BLAS's have not).
    """
    cosines = np.empty(len(rows), dtype=np.float64)
    for block in blocks(len(rows)):
        wide = vectors[rows[block]].astype(np.float64)
        lengths = np.sqrt(np.einsum("ij,ij->i", wide, wide))
        lengths[lengths == 0] = 1.0
        cosines[block] = np.einsum("ij,j->i", wide, question) / lengths
    return np.clip(cosines, -1.0, 1.0, out=cosines)


def search(vectors: Vectors, question: Floats, rows: Rows, depth: int) -> Ranking:
    """The `depth` passages of `rows` nearest to the question."""
    if len(rows) >= SIFTED_FROM:
        rows = sifted(vectors, question, rows, depth)
    return best(rows, cosine(vectors, question, rows), depth)


def sifted(vectors: Vectors, question: Floats, rows: Rows, depth: int) -> Rows:
    """Those of `rows` that can be among the `depth` nearest, by one quick reading of the vectors.

    A dot product of unit vectors in float32 is off by no more than `margin`, in whatever order it is added
    up. So the `depth` rows that look nearest are at least as near as they look less the margin, and a row
    that looks two margins further away is further away than each of them: all others are kept.
    """
    narrow = question.astype(np.float32)
    if len(rows) == len(vectors):
        looks = vectors @ narrow
    else:
        looks = np.concatenate([vectors[rows[block]] @ narrow for block in blocks(len(rows))])
    if depth >= len(rows):
        return rows
    worst = np.partition(looks, len(looks) - depth)[len(looks) - depth]
    kept: Rows = rows[looks >= worst - 2 * margin(vectors.shape[1])]
    return kept


def margin(dim: int) -> float:
    """How far a float32 dot product of unit vectors can be from their cosine, rounded as scores are.

    n u / (1 - n u) bounds the sum of n products in any order (Higham, Accuracy and Stability of Numerical
    Algorithms, 2002, 3.1), with u = 2^-24; the other terms are for vectors and question having been rounded
    to float32, which also makes their lengths differ from 1, and for scores rounded to 1e-6.
    """
    u = 2.0**-24
    return (dim * u) / (1 - dim * u) * (1 + 4 * u) + 8 * u + 10.0**-SCORE_PLACES
