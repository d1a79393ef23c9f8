"""Segments become the rows of a transcript: text cleaned once, every offset and time from then on exact."""

import math
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from unicodedata import category, east_asian_width

from stages.core.transcripts import SEPARATOR
from stages.core.words import word_spans
from stages.transcribe.segments import Segment
from stages.transcribe.times import character_times

PLACES = 3
"""Times are kept to the millisecond."""

DIRECTION_MARKS = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""They tell how to draw a line, and nobody types them into a quote."""

MARKS = "".join(sorted(DIRECTION_MARKS))
VISIBLE = re.compile(rf"[^\s{MARKS}]+")
NO_TEXT = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")


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
        speaker = folded(segment.speaker)[0] or None if segment.speaker else None
        starts, ends = character_times(segment.pieces)
        others = other_speakers(segment)
        words = [
            {
                "text": text[first:after],
                "start_s": seconds(starts[places[first]]),
                # Of pieces that overlap the later one may end before a word of both begins.
                "end_s": seconds(max(ends[places[after - 1]], starts[places[first]])),
                "char_start": offset + first,
                "char_end": offset + after,
                "speaker": others.get(places[first], speaker),
            }
            for first, after in word_spans(text)
        ]
        rows.append(
            {
                "segment_id": segment.segment_id,
                "start_s": seconds(segment.start_s),
                "end_s": seconds(segment.end_s),
                "speaker": speaker,
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
    r"""Fold runs of white space to one space and trim; take marks of direction out.

    A line break between two wide characters (Chinese, Japanese) is no space (CSS Text 3, 4.1.3). Lone
    surrogates, which are no text, become U+FFFD.

    Returns: the clean text, and for each of its characters where it stands in `text`.

    >>> folded("  a \n b ")
    ('a b', [2, 3, 6])
    >>> folded("農場\nの門")[0], folded("農場 の門")[0]
    ('農場の門', '農場 の門')
    """
    clean: list[str] = []
    places: list[int] = []
    end = 0  # of the run of visible characters before
    for run in VISIBLE.finditer(text):
        start = run.start()
        space = next((i for i in range(end, start) if text[i].isspace()), None)  # not so between two marks
        unspaced = "\n" in text[end:start] and is_wide(text[start]) and bool(clean) and is_wide(clean[-1])
        if clean and space is not None and not unspaced:
            clean.append(" ")
            places.append(space)
        end = run.end()
        clean += run[0]
        places += range(start, end)
    return "".join(clean).translate(NO_TEXT), places


def other_speakers(segment: Segment) -> dict[int, str]:
    """Characters of the segment that another than its speaker says -> that speaker."""
    others: dict[int, str] = {}
    offset = 0
    for piece in segment.pieces:
        name = folded(piece.speaker)[0] if piece.speaker else ""
        if name:
            others.update(dict.fromkeys(range(offset, offset + len(piece.text)), name))
        offset += len(piece.text)
    return others


def is_wide(character: str) -> bool:
    """Whether a line of text may be broken at the character without a space: wide letters and punctuation."""
    return (
        character > "\u2e7f"
        and east_asian_width(character) in "FWH"
        and category(character)[0] in "LMNP"
        and not "\uac00" <= character <= "\ud7ff"  # Hangul has spaces
    )


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
