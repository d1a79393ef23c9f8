"""The chunks that a question searches, in the order of the text, and windows of them."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from scipy import sparse

from stages.retrieve.counted import Counted
from stages.retrieve.index import Floats, Index, Rows

SCALES_WORDS = (0, 40, 120, 360)
"""Widths of the windows in which a question's evidence is looked for: the unit itself, a few sentences, what
is said around them, and what the talk is about there."""
NEAR_WORDS = 200
"""How far from a chunk that dense search or BM25 found in the corpus passages are looked for."""
APART_WORDS = 1_000_000
"""Added between units that do not follow one another: more than any window."""


@dataclass(frozen=True, eq=False)
class Windows:
    """Around each unit, the units whose middles are within half a width of its own."""

    first: Rows
    after: Rows
    """One past the last."""
    lengths: Floats
    """Length of the sum of the vectors of each window's units."""


@dataclass(frozen=True, eq=False)
class Units:
    """Chunks of one video, or of stretches of several."""

    rows: Rows
    """Index rows, by video and in the order of its text."""
    n_words: npt.NDArray[np.int32]
    follows: npt.NDArray[np.bool_]
    """Whether each is the next of the same video after the one before it."""
    windows: tuple[Windows, ...]
    """At each of SCALES_WORDS."""
    words: "Terms"
    ngrams: "Terms"

    def __len__(self) -> int:
        return len(self.rows)


@dataclass(frozen=True, eq=False)
class Terms:
    """The terms of the units."""

    counted: Counted
    """Of the corpus."""
    columns: sparse.csc_matrix
    """Counts of the units, shape (units, terms)."""
    totals: Floats
    """Terms of each unit."""

    @classmethod
    def of(cls, counted: Counted, rows: Rows) -> "Terms":
        """Those of index rows."""
        matrix = counted.matrix[rows]
        return cls(counted, matrix.tocsc(), np.asarray(matrix.sum(axis=1, dtype=np.float64)).ravel())


@lru_cache(maxsize=4)
def units_of(index: Index, video_id: str) -> Units:
    """The units of a video."""
    return units(index, index.rows(video_id))


def units_near(index: Index, rows: Rows) -> Units:
    """The units that stand within NEAR_WORDS of some rows, in the same video: for a search of the corpus."""
    order, middles = text_order(index)
    centres = middles[index.place[rows]]
    first = np.searchsorted(middles, centres - NEAR_WORDS, side="left")
    after = np.searchsorted(middles, centres + NEAR_WORDS, side="right")
    near = {place for low, high in zip(first, after, strict=True) for place in range(low, high)}
    return units(index, order[np.array(sorted(near), dtype=np.int64)])


@lru_cache(maxsize=1)
def text_order(index: Index) -> tuple[Rows, Floats]:
    """All rows by video and text, and the middles of their units, in words, videos far apart."""
    order = np.argsort(index.place)
    videos = np.array(index.video_ids, dtype=np.str_)[order]
    follows = np.concatenate([np.zeros(1, dtype=np.bool_), videos[1:] == videos[:-1]])[: len(order)]
    return order, middles(index.n_words[order], follows)


def units(index: Index, rows: Rows) -> Units:
    """The units of some index rows."""
    rows = rows[np.argsort(index.place[rows])]
    place = index.place[rows]
    videos = np.array([index.video_ids[row] for row in rows.tolist()], dtype=np.str_)
    follows = np.zeros(len(rows), dtype=np.bool_)
    follows[1:] = (np.diff(place) == 1) & (videos[1:] == videos[:-1])
    n_words = index.n_words[rows]
    sums = running(index.vectors[rows].astype(np.float64))
    edges = [window_edges(n_words, follows, width) for width in SCALES_WORDS]
    return Units(
        rows,
        n_words,
        follows,
        tuple(Windows(first, after, lengths(sums, first, after)) for first, after in edges),
        Terms.of(index.words, rows),
        Terms.of(index.ngrams, rows),
    )


def window_edges(
    n_words: npt.NDArray[np.int32], follows: npt.NDArray[np.bool_], width_words: int
) -> tuple[Rows, Rows]:
    """First and one past the last unit of the window around each.

    >>> one = np.array([10, 10, 10, 10])
    >>> [edge.tolist() for edge in window_edges(one, np.array([False, True, True, False]), 20)]
    [[0, 0, 1, 3], [2, 3, 3, 4]]
    """
    centres = middles(n_words, follows)
    first = np.searchsorted(centres, centres - width_words / 2, side="left")
    return first, np.searchsorted(centres, centres + width_words / 2, side="right")


def middles(n_words: npt.NDArray[np.int32], follows: npt.NDArray[np.bool_]) -> Floats:
    """Where the middle of each unit is, in words; units that do not follow one another are far apart."""
    ends = np.cumsum(n_words, dtype=np.int64) + APART_WORDS * np.cumsum(~follows)
    found: Floats = ends - n_words / 2
    return found


def running(values: Floats) -> Floats:
    """Sums of the first 0, 1, ... rows.

    >>> running(np.array([[1.0], [2.0]])).tolist()
    [[0.0], [1.0], [3.0]]
    """
    return np.concatenate([np.zeros((1, *values.shape[1:])), np.cumsum(values, axis=0)])


def lengths(sums: Floats, first: Rows, after: Rows) -> Floats:
    """Length of the sum of each window's vectors; 1 where there is nothing to divide."""
    found = np.empty(len(first))
    for i, (low, high) in enumerate(zip(first.tolist(), after.tolist(), strict=True)):
        total = sums[high] - sums[low]
        found[i] = np.sqrt(total @ total)
    return np.where(found > 1e-9, found, 1.0)
