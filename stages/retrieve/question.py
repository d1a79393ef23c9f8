"""Questions as retrieve reads them: text, scope and vector, never a label."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import sparse

from stages.core.artifacts import read_json, read_rows, read_table
from stages.core.counts import counts
from stages.core.errors import UserError
from stages.core.records import QUERIES
from stages.core.records import vectors as schema
from stages.core.terms import ngrams, terms
from stages.retrieve.index import Floats, Index, unit


@dataclass(frozen=True, eq=False)
class Question:
    """One row of data/queries.parquet, and what it is looked up by."""

    query_id: str
    terms: list[str]
    scope: str | None
    """The video to search, or None for the whole corpus."""
    vector: Floats
    """Of length 1, shape (dim,)."""
    text: str
    words: sparse.csr_matrix
    """`core.counts` of its terms, shape (1, columns)."""
    ngrams: sparse.csr_matrix


def read_questions(queries: Path, embeddings: Path, index: Index) -> list[Question]:
    """All questions by query_id; UserError where their vectors are of other questions or another encoder."""
    rows = sorted(read_rows(queries, QUERIES), key=lambda row: row["query_id"])
    made_by = read_json(embeddings / "manifest.json")
    if made_by["weights"] != index.weights:
        raise UserError("data/embeddings and data/index are of two encoders: run `dvc repro -f index`")
    table = read_table(embeddings / "queries.parquet", schema("query_id", made_by["dim"]))
    if table.column("query_id").to_pylist() != [row["query_id"] for row in rows]:
        raise UserError("data/embeddings is not of data/queries.parquet: run `dvc repro -f embed`")
    flat = np.asarray(table.column("vector").combine_chunks().flatten(), dtype=np.float32)
    vectors = unit(flat.reshape(len(rows), made_by["dim"]))
    texts = [row["text"] for row in rows]
    return [
        Question(row["query_id"], terms(text), row["scope"], vector, text, words, grams)
        for row, text, vector, words, grams in zip(
            rows, texts, vectors, counts(texts, terms), counts(texts, ngrams), strict=True
        )
    ]


def by_scope(questions: Sequence[Question]) -> dict[str | None, list[Question]]:
    """Questions by what they search, in order of first appearance."""
    groups: dict[str | None, list[Question]] = {}
    for question in questions:
        groups.setdefault(question.scope, []).append(question)
    return groups
