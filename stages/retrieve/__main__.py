"""retrieve: each question gets its passages in order, and the features that a refusal is decided on."""

from typing import Any

from stages.core.artifacts import write_table
from stages.core.door import enter
from stages.core.paths import EMBEDDINGS, FEATURES, INDEX, QUERIES, RANKINGS
from stages.core.records import FEATURES as FEATURES_SCHEMA
from stages.core.records import RANKINGS as RANKINGS_SCHEMA
from stages.core.settings import load_settings
from stages.retrieve.engine import dense_rankings
from stages.retrieve.features import TOP
from stages.retrieve.index import read_index
from stages.retrieve.question import read_questions
from stages.retrieve.ranking import ranked
from stages.retrieve.settings import SECTION, Settings


def main() -> None:
    """Read the index and the questions, search, write."""
    settings = load_settings(SECTION, Settings)
    index = read_index(INDEX)
    questions = read_questions(QUERIES, EMBEDDINGS, index)
    nearest = dense_rankings(settings.engine, index, questions, max(settings.depth, TOP))
    rankings: list[dict[str, Any]] = []
    measured: list[dict[str, Any]] = []
    for question, ranking in zip(questions, nearest, strict=True):
        rows, features = ranked(question, ranking, index, settings)
        rankings += rows
        measured.append(features)
    write_table(RANKINGS, rankings, RANKINGS_SCHEMA)
    write_table(FEATURES, measured, FEATURES_SCHEMA)


if __name__ == "__main__":
    enter("retrieve", main)
