"""What was shown, generated and calibrated becomes one answer a question: answered, refused or failed."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
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


@dataclass(frozen=True)
class Decision:
    """What is known of a question before any generator sees it."""

    confidence: float | None
    refusal: str | None
    """Why the question is refused unasked; None: it goes to the generator."""


def decide(question: Question, features: Mapping[str, Any] | None, calibration: Calibration) -> Decision:
    """Whether to answer at all, by the calibrated threshold on a row of records.FEATURES."""
    if features is None:
        raise UserError(f"data/features.parquet has no row for question {question.query_id}: run `dvc repro`")
    confidence = calibration.confidence(features)
    return Decision(confidence, calibration.refusal(confidence) if question.passages else NOTHING_TO_SHOW)


def answer(
    question: Question,
    decision: Decision,
    generation: Generation | None,
    transcripts: Mapping[str, Transcript],
) -> dict[str, Any]:
    """One row of records.ANSWERS. A refusal shows what was found and cites nothing.

    Either refuses: the calibrated threshold, and then the generator was not asked (`generation` is None), or
    the generator. What failed is neither answered nor refused.
    """
    refusal = decision.refusal or (generation.refusal if generation else None)
    failure = generation.failure if generation else None
    said = generation if refusal is None and failure is None else None
    emitted = generation.citations if generation and refusal is None else ()
    return {
        "query_id": question.query_id,
        "state": "refused" if refusal else "failed" if failure else "answered",
        "text": said.text if said else None,
        "confidence": decision.confidence,
        "reason": refusal or failure,
        "shown": [
            {"video_id": passage.video_id, "char_start": passage.char_start, "char_end": passage.char_end}
            for passage in question.passages
        ],
        "citations": [timed(citation, transcripts) for citation in emitted],
    }


def timed(citation: Citation, transcripts: Mapping[str, Transcript]) -> dict[str, Any]:
    """A citation with the times of the words in its span; null where it has no place."""
    start_s = end_s = None
    if citation.video_id is not None and citation.char_start is not None and citation.char_end is not None:
        start_s, end_s = transcripts[citation.video_id].times(citation.char_start, citation.char_end)
    return asdict(citation) | {"start_s": start_s, "end_s": end_s}


def raw(question: Question, decision: Decision, generation: Generation | None) -> dict[str, Any]:
    """One line of data/generations.jsonl: what was asked, what was shown, what came back."""
    generated = generation or Generation("", ())
    return {
        "query_id": question.query_id,
        "question": question.text,
        "shown": [passage.passage_id for passage in question.passages],
        "asked": generation is not None,
        "text": generated.text,
        "quotes": [asdict(citation) for citation in generated.citations],
        "failure": generated.failure,
        "refusal": decision.refusal or generated.refusal,
        **generated.exchange,
    }
