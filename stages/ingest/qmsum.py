"""The reader `qmsum`: QMSum's own files. Meetings as turns of named speakers, without times.

Source: Yale-LILY/QMSum. train.jsonl, val.jsonl and test.jsonl are one pool of meetings, one a line. The gold
of a specific query is a list of spans of turns, 0-based, both inclusive, together one answer. General queries
("summarize the whole meeting") have no spans and are not read.
"""

import hashlib
import json
import re
from collections import Counter
from pathlib import Path
from typing import Literal

from pydantic import BaseModel

from stages.core.artifacts import shown
from stages.core.errors import UserError
from stages.ingest.dataset import Dataset, Mark, Question, Video
from stages.ingest.own_files import captioned, captions_name, captions_text, read_json_lines_as
from stages.ingest.tables import merge_repeats

FILES = ("test.jsonl", "train.jsonl", "val.jsonl")

NOT_SAID = re.compile(r"\{\s*[a-z]+\s*\}")
"""{vocalsound}, {disfmarker}, {pause}, {gap} ...: marks of the transcribers, not speech."""
SPELLED = re.compile(r"(?<![^\W_])(?:[A-Z]_)+")
"""L_C_D_: AMI's transcribers' form of an abbreviation that is said letter by letter."""

ID_CHARS = 8

Domain = Literal["AMI", "ICSI", "committee"]
AMI_ROLES = frozenset({"Project Manager", "Marketing", "Industrial Designer", "User Interface"})
ICSI_SPEAKER = re.compile(r"(?:Undergrad|Grad|PhD|Postdoc|Professor) [A-Z]")


class Turn(BaseModel):
    """What one speaker says, until another does."""

    speaker: str
    content: str


class Asked(BaseModel):
    """A specific query."""

    query: str
    answer: str
    relevant_text_span: list[tuple[int, int]]


class Meeting(BaseModel):
    """A line of a file."""

    meeting_transcripts: list[Turn]
    specific_query_list: list[Asked]


def read_qmsum(folder: Path, captions_prefix: str) -> Dataset:
    """Read the set.

    Args:
        folder: holds one or more of the three files.
        captions_prefix: as for `captioned`.

    Raises: UserError naming a file that has another shape, or the folder if none is there.
    """
    files = [folder / name for name in FILES if (folder / name).is_file()]
    if not files:
        raise UserError(f"{shown(folder)} has none of {', '.join(FILES)}: copy them there")
    videos: dict[str, Video] = {}
    captions: dict[str, str] = {}
    answerable: list[Question] = []
    dropped: Counter[str] = Counter()
    for meeting in [row for file in files for row in read_json_lines_as(file, Meeting)]:
        video, text = as_video(meeting, captions_prefix)
        videos[video.video_id] = video
        captions[captions_name(video.video_id)] = text
        for asked in meeting.specific_query_list:
            fault = fault_of(asked, len(meeting.meeting_transcripts))
            if fault:
                dropped[fault] += 1
            else:
                answerable.append(as_question(asked, video.video_id))
    questions, repeats = merge_repeats(answerable)
    return Dataset(list(videos.values()), questions, captions=captions, dropped=dropped, repeats=repeats)


def as_video(meeting: Meeting, captions_prefix: str) -> tuple[Video, str]:
    """A meeting as a video, and the content of its captions: one segment a turn, also an empty one.

    The set names no meeting. The id is a hash of what was said, so that a meeting has the same id and lies in
    the same split whichever file of the set, or part of it, it is read from.
    """
    turns = [(turn.speaker, turn.content) for turn in meeting.meeting_transcripts]
    digest = hashlib.sha256(json.dumps(turns).encode()).hexdigest()[:ID_CHARS]
    domain = domain_of({speaker for speaker, _ in turns})
    text = captions_text([said(content) for _, content in turns], [speaker for speaker, _ in turns])
    video = captioned(
        f"{domain.lower()}-{digest}",
        f"{domain} meeting {digest}",
        text,
        captions_prefix,
        domain=domain,
        # All AMI meetings play the same scenario: a question about one can be answered by another.
        family="AMI" if domain == "AMI" else None,
    )
    return video, text


def domain_of(speakers: set[str]) -> Domain:
    """Product design (AMI), research (ICSI) or a committee of parliament: by how the speakers are named.

    >>> domain_of({"Marketing", "Project Manager"}), domain_of({"Grad A", "PhD B"}), domain_of({"Ann Lee AM"})
    ('AMI', 'ICSI', 'committee')
    """
    if 2 * len(speakers & AMI_ROLES) > len(speakers):
        return "AMI"
    if 2 * sum(ICSI_SPEAKER.fullmatch(speaker) is not None for speaker in speakers) > len(speakers):
        return "ICSI"
    return "committee"


def said(content: str) -> str:
    """A turn without the transcribers' marks; transcribe folds its white space.

    >>> said("{vocalsound} Um the L_C_D_s , anti-R_S_I_ {gap}")
    ' Um the LCDs , anti-RSI '
    """
    return SPELLED.sub(lambda found: found[0].replace("_", ""), NOT_SAID.sub("", content))


def fault_of(asked: Asked, turns: int) -> str | None:
    """Why a query cannot be used, or None."""
    if not asked.query.strip():
        return "empty question"
    if not asked.relevant_text_span:
        return "no span"
    if not all(0 <= first <= last < turns for first, last in asked.relevant_text_span):
        return "turns out of range"
    return None


def as_question(asked: Asked, video_id: str) -> Question:
    """A query with its spans, all of which together are its answer."""
    marks: list[Mark] = [
        {"kind": "segments", "segment_first": first, "segment_last": last}
        for first, last in asked.relevant_text_span
    ]
    return Question(
        text=" ".join(asked.query.split()),
        video_id=video_id,
        scope=video_id,
        answerable=True,
        gold=[marks],
        reference_answer=" ".join(asked.answer.split()) or None,
    )
