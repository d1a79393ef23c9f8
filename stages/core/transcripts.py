"""A transcript as its readers need it: the document text, and when a span of it is said."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from stages.core.artifacts import read_rows, shown
from stages.core.errors import UserError
from stages.core.records import TRANSCRIPT

SEPARATOR = "\n"
"""Stands between the texts of two segments in the document text."""


@dataclass(frozen=True)
class Transcript:
    """One video's segments, in order: rows of `records.TRANSCRIPT`."""

    video_id: str
    segments: Sequence[Mapping[str, Any]]

    @cached_property
    def text(self) -> str:
        """The document text, which every character offset counts in."""
        return SEPARATOR.join(segment["text"] for segment in self.segments)

    @cached_property
    def words(self) -> list[Mapping[str, Any]]:
        """The words of all segments, in the order of the text."""
        return [word for segment in self.segments for word in segment["words"]]

    @cached_property
    def _edges(self) -> tuple[list[int], list[int]]:
        return [word["char_start"] for word in self.words], [word["char_end"] for word in self.words]

    def words_in(self, char_start: int, char_end: int) -> list[Mapping[str, Any]]:
        """The words that share a character with the span."""
        starts, ends = self._edges
        return self.words[bisect_right(ends, char_start) : bisect_left(starts, char_end)]

    def times(self, char_start: int, char_end: int) -> tuple[float | None, float | None]:
        """Earliest start and latest end, in seconds, of the words in the span; None if no word has a time."""
        words = self.words_in(char_start, char_end)
        starts = [word["start_s"] for word in words if word["start_s"] is not None]
        ends = [word["end_s"] for word in words if word["end_s"] is not None]
        return min(starts, default=None), max(ends, default=None)


def read_transcript(path: Path) -> Transcript:
    """Read data/transcripts/<video_id>.parquet; UserError if its offsets are not those of its own text."""
    transcript = Transcript(path.stem, read_rows(path, TRANSCRIPT))
    for segment in transcript.segments:
        if transcript.text[segment["char_start"] : segment["char_end"]] != segment["text"]:
            raise UserError(f"{shown(path)}: offsets do not match the text: run `dvc repro -f transcribe`")
    return transcript


def read_transcripts(folder: Path) -> dict[str, Transcript]:
    """All transcripts of a folder by video_id, in the order of the ids."""
    return {path.stem: read_transcript(path) for path in sorted(folder.glob("*.parquet"))}
