"""The reader `tutorialvqa`: TutorialVQA's own files. Transcripts are lists of sentences, without times.

Source: acolas1/TutorialVQAData. videos.json holds the videos; dev.json, train.json and test.json are one pool
of questions about them, with gold as sentence numbers, 0-based, both inclusive.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from stages.core.artifacts import shown
from stages.core.errors import UserError
from stages.ingest.dataset import Dataset, Question, Video
from stages.ingest.naming import video_ids
from stages.ingest.tables import merge_repeats

VIDEOS = "videos.json"
QUESTIONS = ("dev.json", "test.json", "train.json")

Row = TypeVar("Row", bound=BaseModel)


class Tutorial(BaseModel):
    """A row of videos.json."""

    video_id: str
    video_title: str
    video_url: str | None = None
    transcript: list[str]


class Asked(BaseModel):
    """A row of a question file."""

    video_id: str
    question: str
    answer_start: int
    answer_end: int


def read_tutorialvqa(folder: Path, captions_prefix: str) -> Dataset:
    """Read the set.

    Args:
        folder: holds videos.json and one or more of the question files.
        captions_prefix: folder, from the project's root, into which `Dataset.captions` will be written.

    Raises: UserError naming a file that is missing or has another shape.
    """
    tutorials = read_rows(folder / VIDEOS, Tutorial)
    files = [folder / name for name in QUESTIONS if (folder / name).is_file()]
    if not files:
        raise UserError(f"{shown(folder)} has none of {', '.join(QUESTIONS)}: copy them there")
    ids = video_ids([tutorial.video_id for tutorial in tutorials])
    if len(ids) < len(tutorials):
        raise UserError(f"{shown(folder / VIDEOS)}: two rows have the same video_id: remove one")
    captions = {
        f"{ids[tutorial.video_id]}.json": captions_text(tutorial.transcript) for tutorial in tutorials
    }
    videos = [
        Video(
            video_id=ids[tutorial.video_id],
            title=" ".join(tutorial.video_title.split()),
            sha256=hashlib.sha256(captions[f"{ids[tutorial.video_id]}.json"].encode()).hexdigest(),
            captions=f"{captions_prefix}/{ids[tutorial.video_id]}.json",
            url=tutorial.video_url,
        )
        for tutorial in tutorials
    ]
    lengths = {tutorial.video_id: len(tutorial.transcript) for tutorial in tutorials}
    answerable: list[Question] = []
    dropped: Counter[str] = Counter()
    for asked in [row for file in files for row in read_rows(file, Asked)]:
        fault = fault_of(asked, lengths)
        if fault:
            dropped[fault] += 1
        else:
            answerable.append(as_question(asked, ids[asked.video_id]))
    questions, repeats = merge_repeats(answerable)
    return Dataset(
        videos=videos,
        questions=questions,
        captions=captions,
        dropped=dropped,
        repeats=repeats,
    )


def captions_text(sentences: Sequence[str]) -> str:
    r"""Sentences in the form of Whisper's JSON, without times: segment i is sentence i, even if it is empty.

    >>> captions_text(["One.", ""])
    '{"segments": [{"text": "One."}, {"text": ""}]}\n'
    """
    return json.dumps({"segments": [{"text": text} for text in sentences]}, ensure_ascii=False) + "\n"


def fault_of(asked: Asked, lengths: dict[str, int]) -> str | None:
    """Why a row cannot be used, or None."""
    if asked.video_id not in lengths:
        return "unknown video"
    if not asked.question.strip():
        return "empty question"
    if not 0 <= asked.answer_start <= asked.answer_end < lengths[asked.video_id]:
        return "sentences out of range"
    return None


def as_question(asked: Asked, video_id: str) -> Question:
    """A row with its sentence numbers as gold."""
    mark = {
        "kind": "segments",
        "segment_first": asked.answer_start,
        "segment_last": asked.answer_end,
    }
    return Question(
        text=" ".join(asked.question.split()),
        video_id=video_id,
        scope=video_id,
        answerable=True,
        gold=[[mark]],
    )


def read_rows(path: Path, kind: type[Row]) -> list[Row]:
    """A JSON list of rows of one kind."""
    try:
        return TypeAdapter(list[kind]).validate_json(path.read_bytes())  # type: ignore[valid-type]
    except FileNotFoundError:
        raise UserError(f"{shown(path)} is missing: copy TutorialVQA's files there") from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UserError(f"{shown(path)}: {where}: {first['msg']}: restore the file from its source") from None
