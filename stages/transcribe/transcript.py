"""Segments become the rows of a transcript: text cleaned once, every offset and time from then on exact."""

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from stages.core.transcripts import SEPARATOR
from stages.core.words import word_spans
from stages.transcribe.segments import Segment
from stages.transcribe.times import character_times

PLACES = 3
"""Times are kept to the millisecond."""


def transcript_rows(segments: Iterable[Segment]) -> list[dict[str, Any]]:
    """Rows of records.TRANSCRIPT, by start where every segment has one, else in the source's order.

    Segments without text are dropped; the others keep their ids. Offsets count in the document text, which is
    the rows' texts joined by a line break.
    """
    rows: list[dict[str, Any]] = []
    offset = 0
    for segment in in_order(list(segments)):
        text, places = folded(segment.text)
        if not text:
            continue
        starts, ends = character_times(segment.pieces)
        words = [
            {
                "text": text[first:after],
                "start_s": seconds(starts[places[first]]),
                "end_s": seconds(ends[places[after - 1]]),
                "char_start": offset + first,
                "char_end": offset + after,
                "speaker": segment.speaker,
            }
            for first, after in word_spans(text)
        ]
        rows.append(
            {
                "segment_id": segment.segment_id,
                "start_s": seconds(segment.start_s),
                "end_s": seconds(segment.end_s),
                "speaker": segment.speaker,
                "text": text,
                "char_start": offset,
                "char_end": offset + len(text),
                "words": words,
                "time_source": segment.time_source,
            }
        )
        offset += len(text) + len(SEPARATOR)
    return rows


def folded(text: str) -> tuple[str, list[int]]:
    r"""Fold runs of white space to one space and trim; lone surrogates, which are no text, become U+FFFD.

    Returns: the clean text, and for each of its characters where it stands in `text`.

    >>> folded("  a \n b ")
    ('a b', [2, 3, 6])
    """
    clean: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        if character.isspace():
            if clean and clean[-1] != " ":
                clean.append(" ")
                places.append(place)
        else:
            clean.append("\ufffd" if "\ud800" <= character <= "\udfff" else character)
            places.append(place)
    if clean and clean[-1] == " ":
        clean.pop()
        places.pop()
    return "".join(clean), places


def in_order(segments: list[Segment]) -> list[Segment]:
    """By start, where all have one; those that start together stay in the source's order."""
    if any(segment.start_s is None for segment in segments):
        return segments
    return sorted(segments, key=lambda segment: segment.start_s or 0.0)


def mended(segments: Iterable[Segment]) -> tuple[list[Segment], int]:
    """Let segments that end before they start end where they start; also how many did."""
    result = []
    repairs = 0
    for segment in segments:
        if segment.start_s is not None and segment.end_s is not None and segment.end_s < segment.start_s:
            repairs += 1
            result.append(
                replace(
                    segment,
                    end_s=segment.start_s,
                    pieces=tuple(
                        piece._replace(start_s=segment.start_s, end_s=segment.start_s)
                        for piece in segment.pieces
                    ),
                )
            )
        else:
            result.append(segment)
    return result, repairs


def seconds(time_s: float | None) -> float | None:
    """To the millisecond; NaN is null.

    >>> seconds(1.23456), seconds(float("nan")), seconds(None)
    (1.235, None, None)
    """
    return None if time_s is None or math.isnan(time_s) else round(float(time_s), PLACES)
