"""The first passages in the order of a cross-encoder, which reads each together with the question."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from stages.retrieve.index import Floats, Index
from stages.retrieve.order import SCORE_PLACES, Ranking
from stages.retrieve.passages import Passages
from stages.retrieve.units import text_order

Score = Callable[[str, Sequence[str]], Floats]
"""Of a question's text and passages."""


def reranked(
    question: str, found: Passages, first: int, texts: Sequence[str], index: Index, score: Score
) -> Passages:
    """The first passages by a cross-encoder's score, rounded, then by chunk id; the others are left out.

    Args:
        question: its text.
        found: what a retriever found.
        first: how many of it to read.
        texts: of all chunks, by index row.
        index: the corpus.
        score: the cross-encoder.
    """
    in_order, _ = text_order(index)
    spans = zip(found.first[:first].tolist(), found.last[:first].tolist(), strict=True)
    passages = [
        " ".join(texts[row] for row in in_order[index.place[start] : index.place[end] + 1])
        for start, end in spans
    ]
    scores = np.round(score(question, passages), SCORE_PLACES) + 0.0
    order = np.lexsort((found.ranking.rows[:first], -scores))
    return replace(
        found,
        ranking=Ranking(found.ranking.rows[order], scores[order]),
        first=found.first[order],
        last=found.last[order],
        dense=found.dense[order],
        bm25=found.bm25[order],
        ngrams=None if found.ngrams is None else found.ngrams[order],
    )
