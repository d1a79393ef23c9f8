"""The chunks that a question searches, in the order of the text, and windows of them."""

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from scipy import sparse

from stages.retrieve.counted import Counted
from stages.retrieve.index import Floats, Index, Rows

APART_WORDS = 1_000_000
"""Added between units that do not follow one another: more than any window."""


@dataclass(frozen=True, eq=False)
class Units:
    """Chunks of one video, or of stretches of several."""

    rows: Rows
    """Index rows, by video and in the order of its text."""
    n_words: npt.NDArray[np.int32]
    follows: npt.NDArray[np.bool_]
    """Whether each is the next of the same video after the one before it."""
    vectors: Floats
    """Sums of the first 0, 1, ... vectors, shape (units + 1, dim)."""
    words: "Terms"
    ngrams: "Terms"
    made: dict[float, "Windows"] = field(default_factory=dict)
    """Windows by width, made when first asked for."""

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


@dataclass(frozen=True, eq=False)
class Windows:
    """Around each unit, the units whose middles are within half a width of its own."""

    first: Rows
    after: Rows
    """One past the last."""
    lengths: Floats
    """Length of the sum of the vectors of each window's units."""

    def sums(self, running: Floats) -> Floats:
        """What the units of each window have together, from the running sums of what each has."""
        together: Floats = running[self.after] - running[self.first]
        return together


@lru_cache(maxsize=4)
def units_of(index: Index, video_id: str) -> Units:
    """The units of a video."""
    return units(index, index.rows(video_id))


def units_near(index: Index, rows: Rows, near_words: int) -> Units:
    """The units within `near_words` of some rows, in the same video: for a search of the whole corpus."""
    order, centres = text_order(index)
    middle = centres[index.place[rows]]
    first = np.searchsorted(centres, middle - near_words, side="left")
    after = np.searchsorted(centres, middle + near_words, side="right")
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
    videos = np.array([index.video_ids[row] for row in rows.tolist()], dtype=np.str_)
    follows = np.zeros(len(rows), dtype=np.bool_)
    follows[1:] = (np.diff(index.place[rows]) == 1) & (videos[1:] == videos[:-1])
    return Units(
        rows,
        index.n_words[rows],
        follows,
        running(index.vectors[rows].astype(np.float64)),
        Terms.of(index.words, rows),
        Terms.of(index.ngrams, rows),
    )


def windows(units: Units, width_words: float) -> Windows:
    """Windows of a width around each of the units."""
    if width_words not in units.made:
        units.made[width_words] = make_windows(units, width_words)
    return units.made[width_words]


def make_windows(units: Units, width_words: float) -> Windows:
    """Find their edges, and how long the sums of their vectors are."""
    first, after = window_edges(units.n_words, units.follows, width_words)
    lengths = np.empty(len(units))
    for i, (low, high) in enumerate(zip(first.tolist(), after.tolist(), strict=True)):
        total = units.vectors[high] - units.vectors[low]
        lengths[i] = np.sqrt(total @ total)
    return Windows(first, after, np.where(lengths > 1e-9, lengths, 1.0))


def window_edges(
    n_words: npt.NDArray[np.int32], follows: npt.NDArray[np.bool_], width_words: float
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
