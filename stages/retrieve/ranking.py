"""The rows of data/rankings.parquet and data/features.parquet, one question at a time."""

from collections.abc import Callable
from typing import Any

from stages.retrieve import bm25
from stages.retrieve.features import WINDOW_WORDS, features
from stages.retrieve.index import Floats, Index
from stages.retrieve.order import SCORE_PLACES, Ranking
from stages.retrieve.passages import CANDIDATES, Passages, passages, searched
from stages.retrieve.question import Question
from stages.retrieve.settings import Settings

Rerank = Callable[[str, Passages], Passages]
"""Of a question's text and what was found for it."""


def needed(chosen: Settings) -> int:
    """How many chunks of dense search, and of BM25, a ranking and its features are made of."""
    return max(chosen.depth, CANDIDATES)


def ranked(
    question: Question, nearest: Ranking, index: Index, chosen: Settings, rerank: Rerank | None = None
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """A question's rows of `records.RANKINGS`, and its row of `records.FEATURES`.

    Nothing but the question, the index and the settings goes in: asked alone it gets the same rows.

    Args:
        question: what is asked, and where.
        nearest: its chunks by cosine, `needed` of them where there are so many.
        index: the corpus.
        chosen: retriever and depth; of `peaks`, with nothing left open.
        rerank: what orders the passages anew, if anything does.
    """
    scope = index.rows(question.scope)
    scores = index.lexicon.scores(question.terms)
    lexical = bm25.search(scores, scope, needed(chosen))
    found = passages(question, nearest, lexical, scores, index, chosen)
    if rerank is not None:
        found = rerank(question.text, found)
    units = searched(question, nearest, lexical, index, WINDOW_WORDS // 2)
    measured = features(question, nearest, units, index)
    return ranking_rows(question, found, index), {"query_id": question.query_id, **measured}


def ranking_rows(question: Question, found: Passages, index: Index) -> list[dict[str, Any]]:
    """A row a rank, with the score of each retriever by itself."""
    return [
        {
            "query_id": question.query_id,
            "rank": i + 1,
            "chunk_id": index.chunk_ids[row],
            "video_id": index.video_ids[row],
            "char_start": index.char_starts[found.first[i]],
            "char_end": index.char_ends[found.last[i]],
            "score": float(found.ranking.scores[i]),
            "dense": rounded(found.dense, i),
            "bm25": rounded(found.bm25, i),
            "ngrams": None if found.ngrams is None else rounded(found.ngrams, i),
        }
        for i, row in enumerate(found.ranking.rows.tolist())
    ]


def rounded(scores: Floats, i: int) -> float:
    """One score as it is written."""
    return round(float(scores[i]), SCORE_PLACES)
