"""What a refusal can be decided on, known without any label: one row a question.

None depends on which retriever is chosen, nor on what `tune` chose on dev.
"""

import re
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from stages.core.counts import counts
from stages.core.records import FEATURE_NAMES
from stages.core.terms import terms
from stages.retrieve.index import Floats, Index
from stages.retrieve.order import SCORE_PLACES, Ranking
from stages.retrieve.question import Question
from stages.retrieve.units import Units, running, window_edges

TOP = 5
WINDOW_WORDS = 120
"""In a window of so many words what answers a question names most of what it asks about."""
BLOCK_ROWS = 4096
"""Vectors widened at a time."""
WORD = re.compile(r"[^\W_]+")


def features(question: Question, nearest: Ranking, units: Units, index: Index) -> dict[str, float]:
    """The features of one question.

    Args:
        question: what is asked.
        nearest: its chunks by cosine, at least `TOP` where the scope has them.
        units: the chunks that were searched; of the whole corpus, those near what was found.
        index: the corpus.

    Returns: `records.FEATURE_NAMES`, each finite; all zero where nothing is in scope.
    """
    if not len(nearest) or not len(units):
        return dict.fromkeys(FEATURE_NAMES, 0.0)
    cosines = nearest.scores[:TOP]
    held = units.ngrams.columns[:, question.ngrams.indices].toarray() > 0
    idf = index.ngrams.idf(question.ngrams.indices)
    found = {
        "dense_best": cosines[0],
        "dense_two": cosines[:2].mean(),
        "dense_above": above(cosines.mean(), question.vector, index),
        "ngrams_seen": share(held.any(axis=0).astype(np.float64), idf),
        "ngrams_together": in_a_window(held, idf, units),
        "ngrams_rarity": share(idf, idf),
        "names_unseen": len(unseen(question.text, units)),
    }
    return {name: round(float(value), SCORE_PLACES) + 0.0 for name, value in found.items()}


def above(cosine: float, vector: Floats, index: Index) -> float:
    """How many standard deviations a cosine lies above the mean of the question's with all of the corpus.

    Some questions are near to everything: a cosine of .5 means more for one that is seldom so near.
    """
    mean, covariance = moments(index)
    spread = max(float(vector @ covariance @ vector), 0.0) ** 0.5
    return (cosine - float(mean @ vector)) / spread if spread > 1e-6 else 0.0


@lru_cache(maxsize=1)
def moments(index: Index) -> tuple[Floats, Floats]:
    """Mean and covariance of the corpus's vectors, shapes (dim,) and (dim, dim)."""
    n, dim = index.vectors.shape
    total, products = np.zeros(dim), np.zeros((dim, dim))
    for i in range(0, n, BLOCK_ROWS):
        wide = index.vectors[i : i + BLOCK_ROWS].astype(np.float64)
        total += wide.sum(axis=0)
        products += wide.T @ wide
    mean = total / n
    return mean, products / n - np.outer(mean, mean)


def share(values: Floats, weights: Floats) -> float:
    """Weighted mean; 0 without weight.

    >>> share(np.array([True, False]), np.array([3.0, 1.0]))
    0.75
    """
    total = float(weights.sum())
    return float(values @ weights) / total if total else 0.0


def in_a_window(held: npt.NDArray[np.bool_], idf: Floats, units: Units) -> float:
    """Share of a question's n-grams, by squared idf, that the window with most of them has.

    Squared, since what is common is somewhere in every window.

    Args:
        held: whether each unit has each n-gram, shape (units, n-grams).
        idf: of each n-gram.
        units: in the order of the text.
    """
    first, after = window_edges(units.n_words, units.follows, WINDOW_WORDS)
    sums = running(held.astype(np.float64))
    inside = sums[after] - sums[first] > 0
    squared = idf**2
    total = float(squared.sum())
    return float((inside @ squared).max(initial=0.0)) / total if total else 0.0


def unseen(text: str, units: Units) -> list[str]:
    """Names and numbers of a question that are said nowhere in the units.

    A name is a word that begins with a capital letter, but for the first, which does so anyway.
    """
    words = WORD.findall(text)
    named = [word for word in words[1:] if word[0].isupper()] + [word for word in words if word[0].isdigit()]
    return [word for word in dict.fromkeys(named) if not is_said(word, units)]


def is_said(word: str, units: Units) -> bool:
    """Whether each term of a word is in some unit."""
    columns = counts([word], terms).indices
    return bool((units.words.columns[:, columns].getnnz(axis=0) > 0).all())
