"""The reader `tutorialvqa`: TutorialVQA's own files. Transcripts are lists of sentences, without times.

Source: acolas1/TutorialVQAData. videos.json holds the videos; dev.json, train.json and test.json are one pool
of questions about them, with gold as sentence numbers, 0-based, both inclusive.
"""

from collections import Counter
from pathlib import Path

from pydantic import BaseModel

from stages.core.artifacts import shown
from stages.core.errors import UserError
from stages.ingest.dataset import Dataset, Question
from stages.ingest.own_files import captioned, captions_name, captions_text, ids_of, read_json_as
from stages.ingest.tables import merge_repeats

VIDEOS = "videos.json"
QUESTIONS = ("dev.json", "test.json", "train.json")


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
        captions_prefix: as for `captioned`.

    Raises: UserError naming a file that is missing or has another shape.
    """
    tutorials = read_json_as(folder / VIDEOS, list[Tutorial])
    files = [folder / name for name in QUESTIONS if (folder / name).is_file()]
    if not files:
        raise UserError(f"{shown(folder)} has none of {', '.join(QUESTIONS)}: copy them there")
    ids = ids_of([tutorial.video_id for tutorial in tutorials])
    if len(ids) < len(tutorials):
        raise UserError(f"{shown(folder / VIDEOS)}: two rows have the same video_id: remove one")
    texts = {ids[tutorial.video_id]: captions_text(tutorial.transcript) for tutorial in tutorials}
    videos = [
        captioned(
            ids[tutorial.video_id],
            tutorial.video_title,
            texts[ids[tutorial.video_id]],
            captions_prefix,
            url=tutorial.video_url,
        )
        for tutorial in tutorials
    ]
    lengths = {tutorial.video_id: len(tutorial.transcript) for tutorial in tutorials}
    answerable: list[Question] = []
    dropped: Counter[str] = Counter()
    for asked in [row for file in files for row in read_json_as(file, list[Asked])]:
        fault = fault_of(asked, lengths)
        if fault:
            dropped[fault] += 1
        else:
            answerable.append(as_question(asked, ids[asked.video_id]))
    questions, repeats = merge_repeats(answerable)
    return Dataset(
        videos=videos,
        questions=questions,
        captions={captions_name(video_id): text for video_id, text in texts.items()},
        dropped=dropped,
        repeats=repeats,
    )


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
