"""A transcript's text, prepared for counting non-space characters and words in spans of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from stages.core.folding import fold
from stages.core.spans import nonspace_prefix
from stages.core.transcripts import Transcript
from stages.core.words import word_spans

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Document:
    """One video's document text."""

    text: str

    @cached_property
    def nonspace(self) -> Ints:
        """Prefix counts of non-space characters, shape (len(text) + 1,)."""
        return nonspace_prefix(self.text)

    @cached_property
    def words(self) -> Ints:
        """Spans of the budget words, in order, shape (words, 2)."""
        return np.array(word_spans(self.text), dtype=np.int64).reshape(-1, 2)

    @cached_property
    def folded(self) -> str:
        """The text without its typography, to look for misplaced quotes in."""
        return fold(self.text)[0]

    def holds(self, char_start: int | None, char_end: int | None) -> bool:
        """Whether the span is of this text; slicing would clip one that is not, in silence."""
        return (
            char_start is not None and char_end is not None and 0 <= char_start < char_end <= len(self.text)
        )

    def word_range(self, char_start: int, char_end: int) -> tuple[int, int]:
        """First and one past the last of the words that share a character with a non-empty span.

        >>> Document("The kiln is hot").word_range(5, 10)
        (1, 3)
        """
        first = int(np.searchsorted(self.words[:, 1], char_start, side="right"))
        return first, max(first, int(np.searchsorted(self.words[:, 0], char_end, side="left")))


def documents_of(transcripts: Mapping[str, Transcript]) -> dict[str, Document]:
    """The documents of all transcripts, by video_id."""
    return {video_id: Document(transcript.text) for video_id, transcript in transcripts.items()}
