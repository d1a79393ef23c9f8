"""The reader `chroma_chunking`: the documents of Chroma's report on chunking. Text, no times.

Source: brandonstarxel/chunking_evaluation. corpora/<corpus_id>.md are the documents, each a video, each line
that is not blank a segment. questions_df.csv holds questions with references: passages that together are the
answer, with their offsets in the document.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, Json, ValidationError

from stages.core.artifacts import shown
from stages.core.errors import UserError
from stages.core.spans import Span
from stages.ingest.dataset import Dataset, Mark, Question
from stages.ingest.own_files import (
    captioned,
    captions_name,
    captions_text,
    first_fault,
    ids_of,
    read_text,
)
from stages.ingest.source_offsets import mark_of
from stages.ingest.tables import merge_repeats

CORPORA = "corpora"
QUESTIONS = "questions_df.csv"

LINE = re.compile(r"\S(?:[^\n]*\S)?")


class Reference(BaseModel):
    """A passage of a document."""

    content: str
    start_index: int
    end_index: int


class Asked(BaseModel):
    """A row of questions_df.csv."""

    question: str
    references: Json[list[Reference]]
    corpus_id: str


def read_chroma_chunking(folder: Path, captions_prefix: str) -> Dataset:
    """Read the set.

    Args:
        folder: holds corpora/ and questions_df.csv.
        captions_prefix: as for `captioned`.

    Raises: UserError naming a file that is missing or has another shape.
    """
    documents = {path.stem: read_text(path) for path in sorted((folder / CORPORA).glob("*.md"))}
    if not documents:
        raise UserError(
            f"{shown(folder / CORPORA)} has no documents: copy the set's files there (docs/datasets.md)"
        )
    lines = {name: line_spans(text) for name, text in documents.items()}
    ids = ids_of(list(documents))
    texts = {
        ids[name]: captions_text([text[slice(*span)] for span in lines[name]])
        for name, text in documents.items()
    }
    answerable: list[Question] = []
    dropped: Counter[str] = Counter()
    for asked in read_questions(folder / QUESTIONS):
        name = asked.corpus_id
        if name not in documents:
            dropped["unknown document"] += 1
            continue
        gold = marks_of(asked.references, documents[name], lines[name])
        if gold is None:
            dropped["reference not where the set says"] += 1
        else:
            answerable.append(as_question(asked, ids[name], gold))
    questions, repeats = merge_repeats(answerable)
    return Dataset(
        [captioned(video_id, name, texts[video_id], captions_prefix) for name, video_id in ids.items()],
        questions,
        captions={captions_name(video_id): text for video_id, text in texts.items()},
        dropped=dropped,
        repeats=repeats,
    )


def read_questions(path: Path) -> list[Asked]:
    """The rows of the question file."""
    asked = []
    try:
        rows = list(csv.DictReader(io.StringIO(read_text(path), newline="")))
    except csv.Error as error:
        raise UserError(f"{shown(path)} is no CSV ({error}): restore the file from its source") from None
    for number, row in enumerate(rows, start=1):
        try:
            asked.append(Asked.model_validate(row))
        except ValidationError as error:
            raise UserError(
                f"{shown(path)}: row {number}: {first_fault(error)}: restore the file from its source"
            ) from None
    return asked


def line_spans(text: str) -> list[Span]:
    r"""Where the lines of a document stand that are not blank, without white space at their ends.

    >>> line_spans(" one \n\n two three\n")
    [(1, 4), (8, 17)]
    """
    return [found.span() for found in LINE.finditer(text)]


def marks_of(references: Sequence[Reference], text: str, lines: Sequence[Span]) -> list[Mark] | None:
    """The marks of a question's passages; None if there are none, or one does not stand where it should."""
    marks = [
        mark_of(text, lines, reference.start_index, reference.end_index)
        for reference in references
        if text[reference.start_index : reference.end_index] == reference.content
    ]
    placed = [mark for mark in marks if mark is not None]
    return placed if placed and len(placed) == len(references) else None


def as_question(asked: Asked, video_id: str, gold: list[Mark]) -> Question:
    """A row with its passages, all of which together are its answer."""
    return Question(
        text=" ".join(asked.question.split()),
        video_id=video_id,
        scope=video_id,
        answerable=True,
        gold=[gold],
    )
