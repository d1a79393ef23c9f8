"""What a refusal can be decided on, known without any label: one row a question."""

from collections.abc import Sequence

import numpy as np

from stages.core.records import FEATURE_NAMES
from stages.retrieve.index import Rows
from stages.retrieve.lexicon import Lexicon
from stages.retrieve.order import Ranking

TOP = 5


def features(
    dense: Ranking, bm25: Ranking, best: Rows, terms: Sequence[str], scope: Rows, lexicon: Lexicon
) -> dict[str, float]:
    """The features of one question.

    Args:
        dense: its chunks by cosine, at least `TOP` where the scope has them.
        bm25: by BM25.
        best: the chunks of the chosen retriever's first passage.
        terms: the question's terms.
        scope: the rows that were searched.
        lexicon: of the whole corpus.

    Returns: `records.FEATURE_NAMES`, each finite; all zero where nothing is in scope.
    """
    if not len(scope):
        return dict.fromkeys(FEATURE_NAMES, 0.0)
    words = max(1, len(terms))
    shared = set(dense.rows[:TOP].tolist()) & set(bm25.rows[:TOP].tolist())
    return {
        "dense_best": float(dense.scores[0]),
        "dense_margin": margin(dense),
        "bm25_best": float(bm25.scores[0]) / words if len(bm25) else 0.0,
        "bm25_margin": margin(bm25) / words,
        "words_seen": share_seen(terms, scope, lexicon),
        "words_in_best": share_seen(terms, best, lexicon),
        "agreement": len(shared) / min(TOP, len(scope)),
    }


def margin(ranking: Ranking) -> float:
    """The best score's lead over the mean of the next four; 0 where there is no next.

    >>> margin(Ranking(np.arange(3), np.array([0.9, 0.5, 0.3])))
    0.5
    """
    if len(ranking) < 2:
        return 0.0
    return float(ranking.scores[0] - ranking.scores[1:TOP].mean())


def share_seen(terms: Sequence[str], rows: Rows, lexicon: Lexicon) -> float:
    """Share of a question's distinct terms, weighted by idf, that occur in one of `rows`; 0 without terms."""
    searched = np.zeros(lexicon.chunks, dtype=np.bool_)
    searched[rows] = True
    total = seen = 0.0
    for term in dict.fromkeys(terms):
        weight = lexicon.idf(term)
        total += weight
        seen += weight * bool(searched[lexicon.holders(term)].any())
    return seen / total if total else 0.0
