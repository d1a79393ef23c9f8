"""The retriever `peaks`: each unit is scored by what stands in windows around it, and windows are delivered.

A sentence alone often does not say what it is about, and a long passage says too many things: what answers a
question scores high in a narrow window as well as in the wide ones around it. Nothing but the units is
embedded: the vector of a window is the sum of its units'.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy import sparse

from stages.retrieve.dense import cosine
from stages.retrieve.fused import standard
from stages.retrieve.index import Floats, Index
from stages.retrieve.order import SCORE_PLACES
from stages.retrieve.question import Question
from stages.retrieve.settings import Weights
from stages.retrieve.units import Terms, Units, Windows, running


@dataclass(frozen=True, eq=False)
class Evidence:
    """What speaks for each unit, each of shape (scales, units)."""

    dense: Floats
    """Cosine of the question with the sum of a window's vectors."""
    bm25: Floats
    ngrams: Floats

    def scores(self, weights: Weights) -> Floats:
        """Weighted mean over the three, of means over scales, of standard scores within the scope.

        Cosines and BM25 have no common scale; their standard scores have (as in CombSUM after z-score
        normalisation: Montague and Aslam, CIKM 2001). Shape (units,), rounded.
        """
        parts = ((self.dense, weights.dense), (self.bm25, weights.bm25), (self.ngrams, weights.ngrams))
        total = sum(weight * standard(values).mean(axis=0) for values, weight in parts)
        scores: Floats = np.round(total / sum(weight for _, weight in parts), SCORE_PLACES) + 0.0
        return scores


def evidence(question: Question, units: Units, index: Index) -> Evidence:
    """Measure each unit of a scope."""
    summed = running(cosine(index.vectors, question.vector, units.rows))
    return Evidence(
        np.stack([(summed[one.after] - summed[one.first]) / one.lengths for one in units.windows]),
        windowed_bm25(question.words, units.words, units.windows),
        windowed_bm25(question.ngrams, units.ngrams, units.windows),
    )


def windowed_bm25(asked: sparse.csr_matrix, terms: Terms, windows: tuple[Windows, ...]) -> Floats:
    """BM25 of each window as if it were one text; idf is that of the units of the whole corpus.

    Args:
        asked: the question's terms and how often it has each, one row of `core.counts`.
        terms: of the units.
        windows: at each scale.
    """
    k1, b = terms.counted.k1, terms.counted.b
    inside = running(terms.columns[:, asked.indices].toarray().astype(np.float64))
    totals = running(terms.totals)
    weights = terms.counted.idf(asked.indices) * asked.data
    found = []
    for one in windows:
        frequency = inside[one.after] - inside[one.first]
        length = totals[one.after] - totals[one.first]
        saturation = k1 * (1 - b + b * length / max(length.sum() / max(len(length), 1), 1e-9))
        shares = frequency / np.maximum(frequency + saturation[:, None], 1e-9)  # 0 / 0 where k1 = 0
        found.append(np.einsum("ij,j->i", shares, weights))
    return np.stack(found)


class Peak(NamedTuple):
    """A unit, and the window around it: its first unit, and one past the last."""

    unit: int
    first: int
    after: int


def windows_around_peaks(scores: Floats, units: Units, width_words: int, depth: int) -> list[Peak]:
    """Disjoint windows of whole units, around the best units in turn.

    A window grows, unit by unit, towards the better of its two neighbours that is not delivered yet, as long
    as that brings it nearer to `width_words`.

    Args:
        scores: of the units.
        units: in the order of the text.
        width_words: how wide.
        depth: how many windows.
    """
    order = np.lexsort((units.rows, -scores)).tolist()
    score, n_words, follows = scores.tolist(), units.n_words.tolist(), [*units.follows.tolist(), False]
    free = [True] * len(units)
    found: list[Peak] = []
    for peak in order:
        if len(found) == depth:
            break
        if not free[peak]:
            continue
        first, after, words = peak, peak + 1, n_words[peak]
        while True:
            left = first - 1 if follows[first] and free[first - 1] else None
            right = after if follows[after] and free[after] else None
            if left is None and right is None:
                break
            leftwards = right is None or (left is not None and score[left] > score[right])
            more = n_words[first - 1 if leftwards else after]
            if words + more / 2 > width_words:
                break
            words += more
            first, after = (first - 1, after) if leftwards else (first, after + 1)
        free[first:after] = [False] * (after - first)
        found.append(Peak(peak, first, after))
    return found
