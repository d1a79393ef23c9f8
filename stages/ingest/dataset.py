"""What every reader returns: the videos of a dataset and the questions about them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Mark = Mapping[str, Any]
"""Where an answer stands, as the dataset says it: a row of records.GOLD_MARK."""

Gold = list[list[Mark]]
"""Alternatives, each a list of marks."""


@dataclass(frozen=True)
class Video:
    """One video; paths from the project's root, with "/"."""

    video_id: str
    title: str
    sha256: str
    """Of the file that the transcript is made from: the captions where there are any, else the media."""
    media: str | None = None
    captions: str | None = None
    url: str | None = None
    domain: str | None = None
    """Where the set has domains: dev and test get the same share of each."""
    family: str | None = None
    """Videos of a family may answer each other's questions: none is made a negative of another."""


@dataclass(frozen=True)
class Question:
    """One question and its label."""

    text: str
    video_id: str | None
    """Where the gold lies, or the video that is asked about; None: about no video in particular."""
    scope: str | None
    """The video to search; None: the whole corpus."""
    answerable: bool
    gold: Gold = field(default_factory=list)
    negative_kind: str | None = None
    reference_answer: str | None = None


@dataclass(frozen=True)
class Dataset:
    """All that a reader found."""

    videos: list[Video]
    questions: list[Question]
    captions: Mapping[str, str] = field(default_factory=dict)
    """Files to write into data/captions, name -> text: for sets with a form of their own."""
    dropped: Mapping[str, int] = field(default_factory=dict)
    """Reason -> how many questions of the source are not in `questions`."""
    repeats: int = 0
    """How many asked the same of the same video as another: their gold is an alternative there."""
    notes: list[str] = field(default_factory=list)
    """What the user should know: files passed over, captions that were not chosen. One line each."""
