"""What was shown, generated and calibrated becomes one answer a question: answered, refused or failed."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from stages.core.errors import UserError
from stages.core.transcripts import Transcript
from stages.generate.confidence import Calibration
from stages.generate.generator import Citation, Generation, Passage, Question

NOTHING_TO_SHOW = "nothing to show"


def questions(
    queries: Iterable[Mapping[str, Any]], rankings: Iterable[Mapping[str, Any]], k: int
) -> list[Question]:
    """Each query, sorted by query_id, with its best k passages. Rows of records.QUERIES and RANKINGS."""
    best: dict[str, list[tuple[int, Passage]]] = {}
    for row in rankings:
        if row["rank"] <= k:
            span = (row["video_id"], row["char_start"], row["char_end"])
            passage = Passage(row["chunk_id"] or "{}:{}-{}".format(*span), *span)
            best.setdefault(row["query_id"], []).append((row["rank"], passage))
    return [
        Question(
            query["query_id"],
            query["text"],
            tuple(
                passage for _, passage in sorted(best.get(query["query_id"], []), key=lambda pair: pair[0])
            ),
        )
        for query in sorted(queries, key=lambda query: str(query["query_id"]))
    ]


def answer(
    question: Question,
    generation: Generation,
    features: Mapping[str, Any] | None,
    calibration: Calibration,
    transcripts: Mapping[str, Transcript],
) -> dict[str, Any]:
    """One row of records.ANSWERS. A refusal shows what was found and cites nothing."""
    if features is None:
        raise UserError(f"data/features.parquet has no row for question {question.query_id}: run `dvc repro`")
    confidence = calibration.confidence(features)
    refusal = calibration.refusal(confidence) if question.passages else NOTHING_TO_SHOW
    said = refusal is None and generation.failure is None
    return {
        "query_id": question.query_id,
        "state": "refused" if refusal else "answered" if said else "failed",
        "text": generation.text if said else None,
        "confidence": confidence,
        "reason": refusal or generation.failure,
        "shown": [
            {"video_id": passage.video_id, "char_start": passage.char_start, "char_end": passage.char_end}
            for passage in question.passages
        ],
        "citations": [] if refusal else [timed(citation, transcripts) for citation in generation.citations],
    }


def timed(citation: Citation, transcripts: Mapping[str, Transcript]) -> dict[str, Any]:
    """A citation with the times of the words in its span; null where it has no place."""
    start_s = end_s = None
    if citation.video_id is not None and citation.char_start is not None and citation.char_end is not None:
        start_s, end_s = transcripts[citation.video_id].times(citation.char_start, citation.char_end)
    return asdict(citation) | {"start_s": start_s, "end_s": end_s}


def raw(question: Question, generation: Generation) -> dict[str, Any]:
    """One line of data/generations.jsonl: what was asked, what was shown, what came back."""
    return {
        "query_id": question.query_id,
        "question": question.text,
        "shown": [passage.passage_id for passage in question.passages],
        "text": generation.text,
        "quotes": [asdict(citation) for citation in generation.citations],
        "failure": generation.failure,
    }
