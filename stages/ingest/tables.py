"""A dataset becomes three tables: videos, queries that tell nothing, and labels apart from them."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from stages.core.records import MANIFEST
from stages.ingest.dataset import Question, Video
from stages.ingest.split import split_of, splits_of

SALT = "vidwise:query"
ID_CHARS = 16


def manifest_rows(videos: Iterable[Video]) -> list[dict[str, Any]]:
    """Rows of records.MANIFEST, by video_id."""
    return [
        {name: getattr(video, name) for name in MANIFEST.names}
        for video in sorted(videos, key=lambda video: video.video_id)
    ]


def merge_repeats(questions: Iterable[Question]) -> tuple[list[Question], int]:
    """Make one question of those that ask the same of the same video: their gold become alternatives.

    The first reference answer stays.

    Returns: the questions in first-seen order, and how many were merged away.
    """
    merged: dict[tuple[object, ...], Question] = {}
    repeats = 0
    for question in questions:
        key = (question.text, question.video_id, question.scope, question.answerable)
        first = merged.get(key)
        if first is None:
            merged[key] = question
            continue
        repeats += 1
        merged[key] = replace(
            first,
            gold=first.gold + [marks for marks in question.gold if marks not in first.gold],
            reference_answer=first.reference_answer or question.reference_answer,
        )
    return list(merged.values()), repeats


def query_id(question: Question, serial: int = 0) -> str:
    """An opaque id from what the system may know; `serial` tells apart what is equal in text and scope."""
    parts = [SALT, question.scope or "", question.text, str(serial)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:ID_CHARS]


def query_and_label_rows(
    questions: Iterable[Question], videos: Sequence[Video], dev_share: float
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Rows of records.QUERIES and records.LABELS, both by query_id, so that order tells nothing either."""
    splits = splits_of(videos, dev_share)
    queries: dict[str, dict[str, Any]] = {}
    labels: dict[str, dict[str, Any]] = {}
    for question in questions:
        serial = 0
        while (name := query_id(question, serial)) in queries:
            serial += 1
        about = question.video_id
        queries[name] = {"query_id": name, "text": question.text, "scope": question.scope}
        labels[name] = {
            "query_id": name,
            "split": split_of(question.text, dev_share) if about is None else splits[about],
            "label": "answerable" if question.answerable else "negative",
            "negative_kind": question.negative_kind,
            "video_id": question.video_id,
            "gold": question.gold,
            "reference_answer": question.reference_answer,
        }
    return [queries[name] for name in sorted(queries)], [labels[name] for name in sorted(labels)]
