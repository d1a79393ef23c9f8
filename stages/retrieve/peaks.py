"""The retriever `peaks`: each unit is scored by what stands in windows around it, and windows are delivered.

A sentence alone often does not say what it is about, and a long passage says too many things: what answers a
question scores high in a narrow window as well as in the wide ones around it. Nothing but the units is
embedded: the vector of a window is the sum of its units' vectors.
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
from stages.retrieve.units import Terms, Units, Windows, running, windows

SCALES = ((2 / 3, 1.0), (2.0, 1.0), (6.0, 1.0), (0.0, 0.1))
"""Widths of the windows in which evidence is looked for, as multiples of the delivered width, and how much
each counts: what is said here, around it, and what the talk is about there. A little of the unit by itself
orders units that have the same windows."""
NARROWEST = 0


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
        counting = np.array([weight for _, weight in SCALES])[:, None] / sum(weight for _, weight in SCALES)
        parts = ((self.dense, weights.dense), (self.bm25, weights.bm25), (self.ngrams, weights.ngrams))
        total = sum(weight * (standard(values) * counting).sum(axis=0) for values, weight in parts)
        scores: Floats = np.round(total / sum(weight for _, weight in parts), SCORE_PLACES) + 0.0
        return scores


class Sought(NamedTuple):
    """What a question has in common with the units of its scope, whatever windows are put around them."""

    units: Units
    cosines: Floats
    """Running sums, shape (units + 1,)."""
    words: "SoughtTerms"
    ngrams: "SoughtTerms"

    def evidence(self, width_words: int) -> Evidence:
        """Measure each unit, for passages of a width."""
        around = [windows(self.units, multiple * width_words) for multiple, _ in SCALES]
        return Evidence(
            np.stack([one.sums(self.cosines) / one.lengths for one in around]),
            np.stack([self.words.bm25(one) for one in around]),
            np.stack([self.ngrams.bm25(one) for one in around]),
        )


class SoughtTerms(NamedTuple):
    """The question's terms in the units."""

    frequencies: Floats
    """Running sums of the counts of each term, shape (units + 1, terms)."""
    totals: Floats
    """Running sums of the counts of all terms, shape (units + 1,)."""
    weights: Floats
    """Of each term: how often the question has it, times its idf among the units of the whole corpus."""
    k1: float
    b: float

    @classmethod
    def of(cls, asked: sparse.csr_matrix, terms: Terms) -> "SoughtTerms":
        """Look the terms of a question up: one row of `core.counts`."""
        counted = terms.counted
        inside = terms.columns[:, asked.indices].toarray().astype(np.float64)
        weights = counted.idf(asked.indices) * asked.data
        return cls(running(inside), running(terms.totals), weights, counted.k1, counted.b)

    def bm25(self, around: Windows) -> Floats:
        """BM25 of each window as if it were one text, shape (units,)."""
        frequency, length = around.sums(self.frequencies), around.sums(self.totals)
        mean = length.sum() / max(len(length), 1)
        saturation = self.k1 * (1 - self.b + self.b * length / max(mean, 1e-9))
        shares = frequency / np.maximum(frequency + saturation[:, None], 1e-9)  # 0 / 0 where k1 = 0
        scores: Floats = np.einsum("ij,j->i", shares, self.weights)
        return scores


def sought(question: Question, units: Units, index: Index) -> Sought:
    """Look a question up in the units of its scope."""
    return Sought(
        units,
        running(cosine(index.vectors, question.vector, units.rows)),
        SoughtTerms.of(question.words, units.words),
        SoughtTerms.of(question.ngrams, units.ngrams),
    )


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
