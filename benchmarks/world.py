"""A question set as the benchmarks see it: documents, questions, gold, and what this project ranks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from benchmarks.pipeline import CORPUS
from stages.core.artifacts import read_json, read_rows
from stages.core.records import GOLD, QUERIES
from stages.core.settings import read_yaml
from stages.core.transcripts import read_transcripts
from stages.evaluate.documents import Document, documents_of
from stages.evaluate.passages import Passage, delivered
from stages.evaluate.questions import Question, questions_of

Ranked = Mapping[str, Sequence[Passage]]
"""Passages by query_id, in the order in which they are delivered."""


@dataclass(frozen=True)
class World:
    """What one run of the pipeline knows of a set."""

    documents: Mapping[str, Document]
    questions: Mapping[str, Sequence[Question]]
    """The answerable ones by split, sorted by query_id."""
    texts: Mapping[str, str]
    """What is asked, by query_id."""
    scopes: Mapping[str, str | None]
    ours: Ranked
    ours_in_corpus: Ranked
    settings: Mapping[str, Any]
    """The sections of resolved.yaml that our rankings depend on, and what tune chose."""


def read_world(folder: Path) -> World:
    """Read what `pipeline.run_of` kept."""
    transcripts = read_transcripts(folder / "transcripts")
    documents = documents_of(transcripts)
    queries = read_rows(folder / "queries.parquet", QUERIES)
    resolved = read_yaml(folder / "resolved.yaml")
    return World(
        documents=documents,
        questions={
            split: [
                question
                for question in questions_of(read_rows(folder / "gold" / f"{split}.parquet", GOLD), documents)
                if question.answerable
            ]
            for split in ("dev", "test")
        },
        texts={row["query_id"]: row["text"] for row in queries},
        scopes={row["query_id"]: row["scope"] for row in queries},
        ours=rankings(folder / "rankings.parquet", documents),
        ours_in_corpus=rankings(folder / CORPUS, documents) if (folder / CORPUS).is_file() else {},
        settings={section: resolved[section] for section in ("chunk", "embed", "retrieve")}
        | {"tuning": read_json(folder / "tuning.json")},
    )


def rankings(path: Path, documents: Mapping[str, Document]) -> dict[str, list[Passage]]:
    """The passages that our rankings deliver."""
    columns = ["query_id", "rank", "video_id", "char_start", "char_end"]
    rows = sorted(pq.read_table(path, columns=columns).to_pylist(), key=itemgetter("query_id"))
    return {
        query_id: delivered(found, documents) for query_id, found in groupby(rows, itemgetter("query_id"))
    }
