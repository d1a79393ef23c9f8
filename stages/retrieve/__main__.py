"""retrieve: each question gets its passages in order, and the features that a refusal is decided on.

With the word `tune` it is the stage before it: dev's gold says how wide passages are, and what counts most.
"""

import sys
from typing import Any

from stages.core.artifacts import read_json, read_rows, write_table
from stages.core.door import enter
from stages.core.paths import CHUNKS, EMBEDDINGS, FEATURES, INDEX, QUERIES, RANKINGS, TUNING
from stages.core.progress import progress
from stages.core.records import CHUNKS as CHUNKS_SCHEMA
from stages.core.records import FEATURES as FEATURES_SCHEMA
from stages.core.records import RANKINGS as RANKINGS_SCHEMA
from stages.core.settings import load_settings
from stages.models.reranker import Reranker
from stages.retrieve.engine import dense_rankings
from stages.retrieve.index import Index, read_index
from stages.retrieve.question import by_scope, read_questions
from stages.retrieve.ranking import Rerank, needed, ranked
from stages.retrieve.rerank import reranked
from stages.retrieve.settings import SECTION, Settings
from stages.retrieve.tuning import tuned


def main() -> None:
    """Read the index and the questions, search, write."""
    chosen = tuned(load_settings(SECTION, Settings), read_json(TUNING))
    index = read_index(INDEX)
    questions = read_questions(QUERIES, EMBEDDINGS, index)
    nearest = dense_rankings(chosen.engine, index, questions, needed(chosen), chosen.server)
    rerank = reranker(chosen, index)
    by_question = dict(zip((question.query_id for question in questions), nearest, strict=True))
    found: dict[str, tuple[list[dict[str, Any]], dict[str, Any]]] = {}
    with progress("retrieve", len(questions), "questions") as advance:
        for asked in by_scope(questions).values():
            for question in asked:
                nearest_to_it = by_question[question.query_id]
                found[question.query_id] = ranked(question, nearest_to_it, index, chosen, rerank)
            advance(len(asked))
    in_order = [found[question.query_id] for question in questions]
    write_table(RANKINGS, [row for rows, _ in in_order for row in rows], RANKINGS_SCHEMA)
    write_table(FEATURES, [features for _, features in in_order], FEATURES_SCHEMA)


def reranker(chosen: Settings, index: Index) -> Rerank | None:
    """What orders passages anew, where the settings name it."""
    if chosen.rerank is None:
        return None
    text_of = {row["chunk_id"]: row["text"] for row in read_rows(CHUNKS, CHUNKS_SCHEMA)}
    texts = [text_of[chunk_id] for chunk_id in index.chunk_ids]
    score, first = Reranker(chosen.rerank.model).scores, chosen.rerank.first
    return lambda question, found: reranked(question, found, first, texts, index, score)


if __name__ == "__main__":
    if sys.argv[1:] == ["tune"]:
        from stages.retrieve.tune import main as tune  # which alone reads gold

        enter("retrieve", tune, ["tune"])
    else:
        enter("retrieve", main)
