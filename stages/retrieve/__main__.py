"""retrieve: each question gets its passages in order, and the features that a refusal is decided on.

With the word `tune` it is the stage before it: dev's gold says how wide passages are, and what counts most.
"""

import sys
from typing import Any

from stages.core.artifacts import read_json, write_table
from stages.core.door import enter
from stages.core.paths import EMBEDDINGS, FEATURES, INDEX, QUERIES, RANKINGS, TUNING
from stages.core.progress import progress
from stages.core.records import FEATURES as FEATURES_SCHEMA
from stages.core.records import RANKINGS as RANKINGS_SCHEMA
from stages.core.settings import load_settings
from stages.retrieve.engine import dense_rankings
from stages.retrieve.index import read_index
from stages.retrieve.question import by_scope, read_questions
from stages.retrieve.ranking import needed, ranked
from stages.retrieve.settings import SECTION, Settings
from stages.retrieve.tuning import tuned


def main() -> None:
    """Read the index and the questions, search, write."""
    chosen = tuned(load_settings(SECTION, Settings), read_json(TUNING))
    index = read_index(INDEX)
    questions = read_questions(QUERIES, EMBEDDINGS, index)
    nearest = dense_rankings(chosen.engine, index, questions, needed(chosen), chosen.server)
    by_question = dict(zip((question.query_id for question in questions), nearest, strict=True))
    found: dict[str, tuple[list[dict[str, Any]], dict[str, Any]]] = {}
    with progress("retrieve", len(questions), "questions") as advance:
        for asked in by_scope(questions).values():
            for question in asked:
                found[question.query_id] = ranked(question, by_question[question.query_id], index, chosen)
            advance(len(asked))
    in_order = [found[question.query_id] for question in questions]
    write_table(RANKINGS, [row for rows, _ in in_order for row in rows], RANKINGS_SCHEMA)
    write_table(FEATURES, [features for _, features in in_order], FEATURES_SCHEMA)


if __name__ == "__main__":
    if sys.argv[1:] == ["tune"]:
        from stages.retrieve.tune import main as tune  # which alone reads gold

        enter("retrieve", tune, ["tune"])
    else:
        enter("retrieve", main)
