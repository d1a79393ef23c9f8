"""Dense search for many questions: exact, or by Chroma's candidates, which exact search checks."""

import sys
from collections.abc import Sequence

import numpy as np

from stages.core.progress import progress
from stages.retrieve.agreement import agreement, log_agreement
from stages.retrieve.dense import search
from stages.retrieve.index import Index
from stages.retrieve.order import Ranking
from stages.retrieve.question import Question, by_scope

CANDIDATES_PER_RANK = 4
"""Chroma is asked for this many times the depth."""
CHECKED_VECTORS = 200_000
"""Up to so many, exact search of all questions is affordable."""


def dense_rankings(
    engine: str, index: Index, questions: Sequence[Question], depth: int, server: str | None = None
) -> list[Ranking]:
    """The `depth` nearest passages of each question, in the order of the questions.

    Both engines give the same rankings up to `CHECKED_VECTORS`; above, Chroma's are approximate.
    """
    if engine == "exact":
        return exact_rankings(index, questions, depth)
    found = chroma_rankings(index, questions, depth, server)
    if is_approximate(engine, len(index.chunk_ids)):
        sys.stderr.write(
            f"retrieve: {len(index.chunk_ids)} vectors are more than {CHECKED_VECTORS}: rankings are "
            "approximate and cannot be claimed (retrieve.engine: exact makes them exact)\n"
        )
        return found
    exact = exact_rankings(index, questions, depth)
    log_agreement(index.digest, len(questions), agreement(found, exact), engine)
    return exact


def is_approximate(engine: str, vectors: int) -> bool:
    """Whether rankings are Chroma's own, since there are too many vectors for exact search to check them."""
    return engine == "chroma" and vectors > CHECKED_VECTORS


def exact_rankings(index: Index, questions: Sequence[Question], depth: int) -> list[Ranking]:
    """By the cosine of every vector in scope."""
    rankings = []
    with progress("retrieve: exact search", len(questions), "questions") as advance:
        for question in questions:
            rows = index.rows(question.scope)
            rankings.append(search(index.vectors, question.vector, rows, depth))
            advance(1)
    return rankings


def chroma_rankings(
    index: Index, questions: Sequence[Question], depth: int, server: str | None = None
) -> list[Ranking]:
    """By the cosine of Chroma's candidates, asked for scope by scope."""
    from stages.retrieve.chroma import open_store  # slow to import, and not needed by `exact`

    rankings: dict[str, Ranking] = {}
    with (
        open_store(index, server) as store,
        progress("retrieve: Chroma", len(questions), "questions") as advance,
    ):
        for scope, asked in by_scope(questions).items():
            vectors = np.stack([question.vector for question in asked])
            candidates = store.candidates(vectors, scope, CANDIDATES_PER_RANK * depth)
            for question, rows in zip(asked, candidates, strict=True):
                rankings[question.query_id] = search(index.vectors, question.vector, rows, depth)
            advance(len(asked))
    return [rankings[question.query_id] for question in questions]
