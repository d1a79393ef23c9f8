"""The questions of a split with their gold: what every denominator is taken from."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from stages.core.errors import UserError
from stages.evaluate.documents import Document
from stages.evaluate.regions import Region, region, size

LABELS = ("answerable", "negative")


@dataclass(frozen=True)
class Question:
    """One question and what is known about it."""

    query_id: str
    answerable: bool
    negative_kind: str | None
    """Why it has no answer; None for an answerable one."""
    cluster: str
    """The video whose questions it stands with in every interval."""
    alternatives: tuple[Region, ...] = ()
    """Each is gold on its own; none for a question whose gold was lost: nothing can hit it."""
    reference_answer: str | None = None


def questions_of(rows: Iterable[Mapping[str, Any]], documents: Mapping[str, Document]) -> list[Question]:
    """Rows of `records.GOLD` as questions, sorted by query_id.

    A question of no one video is a cluster of its own.
    Raises: UserError if a query_id stands twice, a label is unknown, or a gold span is not of its transcript.
    """
    questions: dict[str, Question] = {}
    for row in rows:
        query_id = row["query_id"]
        if query_id in questions:
            raise UserError(f"the gold has question {query_id} twice: run `dvc repro -f gold`")
        if row["label"] not in LABELS:
            raise UserError(f"the gold of question {query_id} has label {row['label']!r}, not {LABELS}")
        answerable = row["label"] == "answerable"
        questions[query_id] = Question(
            query_id=query_id,
            answerable=answerable,
            negative_kind=None if answerable else row["negative_kind"] or "negative",
            cluster=row["video_id"] or f"question {query_id}",
            alternatives=tuple(gold_region(row, spans, documents) for spans in row["alternatives"]),
            reference_answer=(row["reference_answer"] or "").strip() or None,
        )
    return [questions[query_id] for query_id in sorted(questions)]


def gold_region(
    row: Mapping[str, Any], spans: Iterable[Mapping[str, Any]], documents: Mapping[str, Document]
) -> Region:
    """One alternative as a region that has characters to cover."""
    found = [(span["video_id"], span["char_start"], span["char_end"]) for span in spans]
    for video_id, *span in found:
        if video_id not in documents or not documents[video_id].holds(*span):
            raise UserError(
                f"the gold of question {row['query_id']} lies outside transcript {video_id}: run `dvc repro`"
            )
    gold = region(found)
    if not size(gold, documents):
        raise UserError(f"the gold of question {row['query_id']} has a blank alternative: run `dvc repro`")
    return gold
