"""The rows of data/rankings.parquet and data/features.parquet, one question at a time."""

from typing import Any

from stages.retrieve import bm25
from stages.retrieve.dense import cosine
from stages.retrieve.features import TOP, features
from stages.retrieve.fused import fuse
from stages.retrieve.index import Floats, Index
from stages.retrieve.order import SCORE_PLACES, Ranking
from stages.retrieve.question import Question
from stages.retrieve.settings import Settings


def chosen(settings: Settings, dense: Ranking, lexical: Ranking) -> Ranking:
    """The first `depth` of the retriever that the settings name; `fused` is of the first `depth` of both."""
    dense, lexical = dense.top(settings.depth), lexical.top(settings.depth)
    if settings.name == "fused":
        return fuse([dense, lexical], settings.rrf_k, settings.depth)
    return dense if settings.name == "dense" else lexical


def ranked(
    question: Question, nearest: Ranking, index: Index, settings: Settings
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """A question's rows of `records.RANKINGS`, and its row of `records.FEATURES`.

    Nothing but the question, the index and the settings goes in: asked alone it gets the same rows.

    Args:
        question: what is asked, and where.
        nearest: its passages by cosine, at least `settings.depth` and `features.TOP` where there are so many.
        index: the corpus.
        settings: retriever and depth.
    """
    scope = index.rows(question.scope)
    scores = index.lexicon.scores(question.terms)
    lexical = bm25.search(scores, scope, max(settings.depth, TOP))
    ranking = chosen(settings, nearest, lexical)
    rows = ranking_rows(question, ranking, index, scores)
    measured = features(nearest, lexical, ranking, question.terms, scope, index.lexicon)
    return rows, {"query_id": question.query_id, **measured}


def ranking_rows(question: Question, ranking: Ranking, index: Index, scores: Floats) -> list[dict[str, Any]]:
    """A row a rank, with the score of each retriever by itself."""
    cosines = cosine(index.vectors, question.vector, ranking.rows)
    return [
        {
            "query_id": question.query_id,
            "rank": i + 1,
            "chunk_id": index.chunk_ids[row],
            "video_id": index.video_ids[row],
            "char_start": index.char_starts[row],
            "char_end": index.char_ends[row],
            "score": float(ranking.scores[i]),
            "dense": round(float(cosines[i]), SCORE_PLACES),
            "bm25": round(float(scores[row]), SCORE_PLACES),
        }
        for i, row in enumerate(ranking.rows.tolist())
    ]
