"""JSON as Whisper, faster-whisper and whisperX write it: {"segments": [{"start", "end", "text", "words"}]}.

Every time may be missing, null or NaN. Segment i of the file keeps number i, so that gold by number finds it.
"""

import json
import math
from collections.abc import Mapping
from typing import Any

from stages.transcribe.segments import Piece, Segment, segment_id
from stages.transcribe.times import filled, joined_punctuation
from stages.transcribe.words import Timed, pieces_of


def parse_whisper_json(text: str) -> list[Segment]:
    """Read a file: one segment each, empty ones too. Raises ValueError saying what is wrong."""
    try:
        document = json.loads(text)
    except ValueError as error:
        raise ValueError(f"is not JSON ({error}): mend it there") from None
    rows = document.get("segments") if isinstance(document, dict) else document
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ValueError('is JSON without a list "segments", so not by Whisper: convert it, or take it away')
    duration_s = seconds(document.get("duration")) if isinstance(document, dict) else None
    starts = [*(seconds(row.get("start")) for row in rows), duration_s]
    return [segment(i, row, starts[i + 1]) for i, row in enumerate(rows)]


def segment(index: int, row: Mapping[str, Any], next_start_s: float | None) -> Segment:
    """One row; an end that is missing is that of its last word, else `next_start_s`, else its start."""
    words = timed_words(row.get("words"))
    text = row.get("text")
    if text is None and words:
        text = " ".join(word.strip() for word, _, _ in words)
    if not isinstance(text, str):
        raise ValueError(f"has no text in segment {index} (from 0): mend it there")
    starts = [start for _, start, _ in words if start is not None]
    ends = [end for _, _, end in words if end is not None]
    start_s = first_known(seconds(row.get("start")), min(starts, default=None))
    if start_s is None:
        return Segment(segment_id(index), (Piece(text, None, None),), None, None, speaker(row), "none")
    end_s = first_known(seconds(row.get("end")), max(ends, default=None), next_start_s)
    end_s = start_s if end_s is None else end_s
    pieces = joined_punctuation(pieces_of(text, words) or [])
    if not pieces or all(piece.timed is None for piece in pieces):
        return Segment(segment_id(index), (Piece(text, start_s, end_s),), start_s, end_s, speaker(row), "cue")
    placed, interpolated = filled(pieces, start_s, max(start_s, end_s))
    aligned = any("score" in word for word in row["words"])
    source = "interpolated" if interpolated else "aligned" if aligned else "decoder"
    return Segment(segment_id(index), tuple(placed), start_s, end_s, speaker(row), source)


def timed_words(words: Any) -> list[Timed]:
    """The row's words as (text, start, end); what is not a list of words is none."""
    rows = [word for word in words if isinstance(word, dict)] if isinstance(words, list) else []
    return [
        (word["word"], seconds(word.get("start")), seconds(word.get("end")))
        for word in rows
        if isinstance(word.get("word"), str)
    ]


def speaker(row: Mapping[str, Any]) -> str | None:
    """The speaker's name or label, if there is one."""
    name = row.get("speaker")
    return name.strip() or None if isinstance(name, str) else None


def seconds(value: Any) -> float | None:
    """A time in seconds, or None for what is no finite number; a time before 0 is 0.

    >>> seconds(float("nan")), seconds("1.5"), seconds(True), seconds(-0.02), seconds(3)
    (None, None, None, 0.0, 3.0)
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return None
    return max(0.0, float(value))


def first_known(*times: float | None) -> float | None:
    """The first that is not None."""
    return next((time for time in times if time is not None), None)
