"""What one question is given: passages in order, each with every retriever's own score."""

from dataclasses import dataclass

import numpy as np

from stages.retrieve import fused, peaks
from stages.retrieve.dense import cosine
from stages.retrieve.index import Floats, Index, Rows
from stages.retrieve.order import Ranking
from stages.retrieve.question import Question
from stages.retrieve.settings import Dense, Fused, Peaks, Settings
from stages.retrieve.units import Units, units_near, units_of

CANDIDATES = 100
"""Chunks of each kind of search around which `peaks` looks where the whole corpus is searched."""


@dataclass(frozen=True, eq=False)
class Passages:
    """Best first; arrays have one entry a passage."""

    ranking: Ranking
    """Their chunks; of `peaks` those that the passages were grown from."""
    first: Rows
    """Index row of the chunk that each starts with."""
    last: Rows
    """Index row of the chunk that each ends with."""
    dense: Floats
    bm25: Floats
    ngrams: Floats | None


def passages(
    question: Question, nearest: Ranking, lexical: Ranking, bm25: Floats, index: Index, chosen: Settings
) -> Passages:
    """The first `depth` passages of the retriever that the settings name.

    Args:
        question: what is asked, and where.
        nearest: its chunks by cosine, `needed` of them or all of its scope.
        lexical: by BM25, as many.
        bm25: of every chunk of the corpus.
        index: the corpus.
        chosen: the retriever; of `peaks`, with nothing left open.
    """
    if isinstance(chosen, Peaks):
        return peak_passages(question, nearest, lexical, index, chosen)
    dense, words = nearest.top(chosen.depth), lexical.top(chosen.depth)
    ranking = dense if isinstance(chosen, Dense) else words
    if isinstance(chosen, Fused) and chosen.fusion == "rrf":
        ranking = fused.by_ranks([dense, words], chosen.rrf_k, chosen.depth)
    elif isinstance(chosen, Fused):
        rows = np.union1d(dense.rows, words.rows)
        scores = np.stack([cosine(index.vectors, question.vector, rows), bm25[rows]])
        ranking = fused.by_standard_scores(rows, scores, chosen.depth)
    return Passages(
        ranking=ranking,
        first=ranking.rows,
        last=ranking.rows,
        dense=cosine(index.vectors, question.vector, ranking.rows),
        bm25=bm25[ranking.rows],
        ngrams=None,
    )


def peak_passages(
    question: Question, nearest: Ranking, lexical: Ranking, index: Index, chosen: Peaks
) -> Passages:
    """Windows around the units with the most evidence, in a video or near what was found in the corpus."""
    if chosen.width_words is None or chosen.weights is None:
        raise ValueError("width_words and weights must be filled in from data/tuning.json")
    near_words = widest_words(chosen.width_words) // 2
    units = searched(question, nearest, lexical, index, near_words)
    evidence = peaks.sought(question, units, index).evidence(chosen.width_words)
    scores = evidence.scores(chosen.weights)
    windows = peaks.windows_around_peaks(scores, units, chosen.width_words, chosen.depth)
    at = np.array([window.unit for window in windows], dtype=np.int64)
    return Passages(
        ranking=Ranking(units.rows[at], scores[at]),
        first=units.rows[[window.first for window in windows]] if windows else at,
        last=units.rows[[window.after - 1 for window in windows]] if windows else at,
        dense=evidence.dense[peaks.NARROWEST, at],
        bm25=evidence.bm25[peaks.NARROWEST, at],
        ngrams=evidence.ngrams[peaks.NARROWEST, at],
    )


def searched(question: Question, nearest: Ranking, lexical: Ranking, index: Index, near_words: int) -> Units:
    """The chunks in scope: a video's, or of the whole corpus those near what was found by itself."""
    if question.scope is not None:
        return units_of(index, question.scope)
    found = np.union1d(nearest.top(CANDIDATES).rows, lexical.top(CANDIDATES).rows)
    return units_near(index, found, near_words)


def widest_words(width_words: int) -> int:
    """The widest window of evidence that belongs to a width of passages."""
    return round(max(multiple for multiple, _ in peaks.SCALES) * width_words)
