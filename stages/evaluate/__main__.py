"""evaluate: a split's rankings and answers meet its gold, in data/verdicts/ and metrics/<split>/."""

import sys
from collections.abc import Collection
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from stages.core.artifacts import (
    METRIC_PLACES,
    read_lines,
    read_rows,
    read_table,
    shown,
    write_json,
    write_table,
)
from stages.core.door import enter
from stages.core.paths import (
    ANSWERS,
    AUDITS,
    CHUNKS,
    GENERATIONS,
    GOLD,
    METRICS,
    RANKINGS,
    TRANSCRIPTS,
    VERDICTS,
)
from stages.core.records import ANSWERS as ANSWERS_SCHEMA
from stages.core.records import CHUNKS as CHUNKS_SCHEMA
from stages.core.records import GOLD as GOLD_SCHEMA
from stages.core.records import RANKINGS as RANKINGS_SCHEMA
from stages.core.records import VERDICTS as VERDICTS_SCHEMA
from stages.core.settings import load_settings
from stages.core.transcripts import read_transcripts
from stages.evaluate.answers import answers_of
from stages.evaluate.contamination import agreed, marks_of
from stages.evaluate.documents import documents_of
from stages.evaluate.evaluation import evaluate, verdicts
from stages.evaluate.generations import emitted_quotes, restored
from stages.evaluate.passages import chunk_spans, delivered
from stages.evaluate.questions import questions_of
from stages.evaluate.settings import SECTION, Settings
from stages.evaluate.support import lexical
from stages.models.entailment import Entailment

SPLITS = ("dev", "test")
GENERATOR = b"generator"
"""Metadata of answers.parquet: the name of what wrote it."""


def rows_of(table: pa.Table, query_ids: Collection[str]) -> list[dict[str, Any]]:
    """The rows of these questions: no other question's counts."""
    chosen = pc.is_in(table["query_id"], value_set=pa.array(query_ids, pa.string()))
    rows: list[dict[str, Any]] = table.filter(chosen).to_pylist()
    return rows


def main(split: str) -> None:
    """Read the split's gold and what was made of its questions, judge, write."""
    settings = load_settings(SECTION, Settings)
    documents = documents_of(read_transcripts(TRANSCRIPTS))
    questions = questions_of(read_rows(GOLD / f"{split}.parquet", GOLD_SCHEMA), documents)
    query_ids = [question.query_id for question in questions]
    columns = ["query_id", "rank", "video_id", "char_start", "char_end"]
    rankings = rows_of(read_table(RANKINGS, RANKINGS_SCHEMA).select(columns), query_ids)
    by_question = groupby(sorted(rankings, key=itemgetter("query_id")), itemgetter("query_id"))
    answers = read_table(ANSWERS, ANSWERS_SCHEMA)
    generator = (answers.schema.metadata or {}).get(GENERATOR)
    found = evaluate(
        questions,
        {query_id: delivered(rows, documents) for query_id, rows in by_question},
        restored(answers_of(rows_of(answers, query_ids)), emitted_quotes(read_lines(GENERATIONS))),
        chunk_spans(read_rows(CHUNKS, CHUNKS_SCHEMA)),
        documents,
        settings,
        generator.decode() if generator else None,
        agreed(marks_of(read_lines(path), shown(path)) for path in sorted(AUDITS.glob("*.jsonl"))),
        lexical if settings.support == "lexical" else Entailment(settings.support).supports,
    )
    write_table(VERDICTS / f"{split}.parquet", verdicts(found.values), VERDICTS_SCHEMA)
    for name, figures in found.metrics.items():
        write_json(METRICS / split / f"{name}.json", figures, places=METRIC_PLACES)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in SPLITS:
        sys.stderr.write(
            f"error: python -m stages.evaluate takes one word, {' or '.join(SPLITS)}; "
            f"got {' '.join(sys.argv[1:]) or 'none'}\n"
        )
        raise SystemExit(2)
    enter("evaluate", partial(main, sys.argv[1]), [sys.argv[1]])
