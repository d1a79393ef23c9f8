"""What the formats with cues share: one cue's text, times and speaker become one segment."""

from stages.transcribe.segments import Piece, Segment, segment_id


def cue_segment(index: int, text: str, start_s: float, end_s: float, speaker: str | None = None) -> Segment:
    """A cue is one piece: nothing is known of the times inside it."""
    return Segment(segment_id(index), (Piece(text, start_s, end_s),), start_s, end_s, speaker, "cue")


def in_seconds(hours: str | None, minutes: str, seconds: str, fraction: str | None) -> float:
    """A time stamp's fields in seconds; the fraction is decimal.

    >>> in_seconds(None, "1", "2", "5")
    62.5
    """
    whole = int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
    return whole + (int(fraction) / 10 ** len(fraction) if fraction else 0.0)
