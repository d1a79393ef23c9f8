"""What the system said to a question: a state, and every citation that it emitted."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from stages.core.errors import UserError
from stages.core.records import STATES
from stages.evaluate.regions import VideoSpan


@dataclass(frozen=True)
class Citation:
    """A quote and where it is said to stand; offsets are None where it was not placed."""

    quote: str
    video_id: str | None
    char_start: int | None
    char_end: int | None


@dataclass(frozen=True)
class Answer:
    """One question's answer. A refusal is a state, never a phrase in the text."""

    state: str = "failed"
    text: str = ""
    confidence: float | None = None
    shown: tuple[VideoSpan, ...] = ()
    citations: tuple[Citation, ...] = ()


MISSING = Answer()
"""Stands for a question without a row: it failed, and stays in every denominator."""


def answers_of(rows: Iterable[Mapping[str, Any]]) -> dict[str, Answer]:
    """Rows of `records.ANSWERS` by query_id.

    An answer that says nothing is a failure, whatever it cites: there is nothing for a user to read.
    Raises: UserError for a question answered twice, an unknown state, or a confidence outside [0, 1].
    """
    answers: dict[str, Answer] = {}
    for row in rows:
        where = f"data/answers.parquet: question {row['query_id']}"
        confidence = row["confidence"]
        if row["query_id"] in answers:
            raise UserError(f"{where} stands there twice: run `dvc repro -f generate`")
        if row["state"] not in STATES:
            raise UserError(f"{where} has state {row['state']!r}, not one of {'/'.join(STATES)}")
        if confidence is not None and not 0 <= confidence <= 1:
            raise UserError(f"{where} has confidence {confidence}, not a probability: run `dvc repro`")
        text = (row["text"] or "").strip()
        answers[row["query_id"]] = Answer(
            state="failed" if row["state"] == "answered" and not text else row["state"],
            text=text,
            confidence=confidence,
            shown=tuple((span["video_id"], span["char_start"], span["char_end"]) for span in row["shown"]),
            citations=tuple(
                Citation(cited["quote"], cited["video_id"], cited["char_start"], cited["char_end"])
                for cited in row["citations"]
            ),
        )
    return answers
