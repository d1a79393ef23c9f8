"""What every generator is given and gives back: a batch of questions with passages, a generation for each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True)
class Passage:
    """A span of one video's document text that the generator is shown: text[char_start:char_end]."""

    passage_id: str
    video_id: str
    char_start: int
    char_end: int


@dataclass(frozen=True)
class Question:
    """A question and its passages, best first."""

    query_id: str
    text: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True)
class Citation:
    """A quote and where it stands; the span is None where it could not be placed."""

    quote: str
    level: str  # exact | normalised | repaired | unplaced
    video_id: str | None = None
    char_start: int | None = None
    char_end: int | None = None


@dataclass(frozen=True)
class Generation:
    """What a generator said: an answer with every citation it emitted, a refusal, or why it has neither."""

    text: str
    citations: tuple[Citation, ...]
    failure: str | None = None
    refusal: str | None = None
    """Why the generator itself refuses."""
    exchange: Mapping[str, Any] = field(default_factory=dict)
    """What went to a language model and came back, raw."""


class Generator(Protocol):
    """Answers questions from the passages they come with, and from nothing else."""

    def generate(self, questions: Sequence[Question]) -> list[Generation]:
        """One generation a question, in order; a question's is the same alone as in any batch."""
        ...
