"""What every source of speech is turned into: segments, made of pieces of text with times."""

from dataclasses import dataclass
from typing import NamedTuple


class Piece(NamedTuple):
    """A stretch of text with the time in which it is said, seconds; None where the source does not tell."""

    text: str
    start_s: float | None
    end_s: float | None
    speaker: str | None = None
    """Who says it, where that is not the segment's speaker."""

    @property
    def timed(self) -> tuple[float, float] | None:
        """Start and end, if both are known."""
        return None if self.start_s is None or self.end_s is None else (self.start_s, self.end_s)


@dataclass(frozen=True)
class Segment:
    """One cue, sentence or turn, as its source gives it: the text is not yet cleaned.

    `time_source` says where the word times come from (records.TIME_SOURCES):

    - aligned: a forced aligner (whisperX JSON, or `transcribe.alignment`).
    - decoder: each word's own time, by Whisper's attention or as captions have it inline.
    - cue: the segment's times are those of a caption cue; word times are interpolated in it, by characters.
    - interpolated: as aligned or decoder, but at least one word had no usable time and stands between its
      neighbours.
    - none: no times at all.
    """

    segment_id: str
    pieces: tuple[Piece, ...]
    start_s: float | None
    end_s: float | None
    speaker: str | None
    time_source: str

    @property
    def text(self) -> str:
        """The pieces' texts, joined with nothing between."""
        return "".join(piece.text for piece in self.pieces)


def segment_id(index: int) -> str:
    """Id of the source's segment `index`, from 0: a number, so that gold by segment number finds it.

    >>> segment_id(7)
    '00007'
    """
    return f"{index:05d}"
