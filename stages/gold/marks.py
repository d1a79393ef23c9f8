"""Where a mark stands in a transcript: one character span, by time, quote, characters, segments or both."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from stages.core.spans import Span
from stages.core.transcripts import Transcript

SEGMENT_CHARS = ("segment_first", "char_start", "segment_last", "char_end")


class Unplaced(Exception):
    """A mark that cannot be placed; its text is the reason, which holds nothing of the gold itself."""


def place(mark: Mapping[str, Any], transcript: Transcript) -> Span:
    """Place one gold mark (`records.GOLD_MARK`) as a contiguous span of the document text.

    Returns: (char_start, char_end) with at least one non-space character.
    Raises: Unplaced with the reason.
    """
    if mark["kind"] == "time":
        span = at_time(transcript, mark["start_s"], mark["end_s"])
    elif mark["kind"] == "quote":
        span = at_quote(transcript.text, mark["quote"], mark["occurrence"])
    elif mark["kind"] == "chars":
        span = at_chars(transcript.text, mark["char_start"], mark["char_end"])
    elif mark["kind"] == "segments":
        span = at_segments(transcript, mark["segment_first"], mark["segment_last"])
    elif mark["kind"] == "segment_chars":
        span = at_segment_chars(transcript, *(mark[name] for name in SEGMENT_CHARS))
    else:
        raise Unplaced("unknown kind of mark")
    if not transcript.text[slice(*span)].strip():
        raise Unplaced("blank span")
    return span


def at_time(transcript: Transcript, start_s: float | None, end_s: float | None) -> Span:
    """From the first to the last word whose midpoint lies within [start_s, end_s].

    A midpoint gives each word to one side of a cut, where edges would give the words at a cut to both. An
    interval too short to hold a midpoint takes the words that it overlaps.
    """
    if start_s is None or end_s is None or not 0 <= start_s <= end_s:
        raise Unplaced("no such interval")
    units = list(timed_units(transcript))
    if not units:
        raise Unplaced("no times")
    chosen = [unit for unit in units if start_s <= (unit["start_s"] + unit["end_s"]) / 2 <= end_s]
    chosen = chosen or [unit for unit in units if overlaps(unit, start_s, end_s)]
    if not chosen:
        raise Unplaced("no words in the interval")
    return min(unit["char_start"] for unit in chosen), max(unit["char_end"] for unit in chosen)


def timed_units(transcript: Transcript) -> Iterator[Mapping[str, Any]]:
    """The words that have times; for a segment without any, the segment itself if it has them."""
    for segment in transcript.segments:
        words = [word for word in segment["words"] if has_times(word)]
        yield from words or [unit for unit in [segment] if has_times(unit)]


def has_times(unit: Mapping[str, Any]) -> bool:
    """Whether a word or segment says when it starts and ends."""
    return unit["start_s"] is not None and unit["end_s"] is not None


def overlaps(unit: Mapping[str, Any], start_s: float, end_s: float) -> bool:
    """Whether a word shares time with [start_s, end_s]; an interval of no length is a point in the word."""
    if start_s == end_s:
        return bool(unit["start_s"] <= start_s < unit["end_s"])
    return bool(unit["start_s"] < end_s and unit["end_s"] > start_s)


def at_quote(text: str, quote: str | None, occurrence: int | None) -> Span:
    r"""The only occurrence, or the one that `occurrence` (from 1) names; any white space equals any other.

    >>> at_quote("so it is. And so it\nis.", "so it is.", 2)
    (14, 23)
    """
    tokens = (quote or "").split()
    if not tokens:
        raise Unplaced("empty quote")
    # Looking ahead finds occurrences that overlap as well: "a a" stands twice in "a a a".
    spaced = r"\s+".join(map(re.escape, tokens))
    pattern = re.compile(f"(?=({spaced}))")
    found = [match.span(1) for match in pattern.finditer(text)]
    if not found:
        raise Unplaced("quote not found")
    if occurrence is None:
        if len(found) > 1:
            raise Unplaced(f"quote occurs {len(found)} times")
        return found[0]
    if not 1 <= occurrence <= len(found):
        raise Unplaced("no such occurrence of the quote")
    return found[occurrence - 1]


def at_chars(text: str, char_start: int | None, char_end: int | None) -> Span:
    """The offsets as given; out of bounds is no place, since slicing would clip them in silence."""
    if char_start is None or char_end is None or not 0 <= char_start < char_end <= len(text):
        raise Unplaced("characters out of bounds")
    return char_start, char_end


def at_segments(transcript: Transcript, first: int | None, last: int | None) -> Span:
    """From the first to the last segment of the source, 0-based and inclusive.

    A segment_id is the index in the source; segments that were empty there are missing, and are skipped. That
    the source reaches to `last` is for its reader to check: here a missing end may be an empty one.
    """
    if first is None or last is None or not 0 <= first <= last:
        raise Unplaced("no such segments")
    chosen = [
        segment
        for segment in transcript.segments
        if segment["segment_id"].isdecimal() and first <= int(segment["segment_id"]) <= last
    ]
    if not chosen:
        raise Unplaced("no such segments")
    return chosen[0]["char_start"], chosen[-1]["char_end"]


def at_segment_chars(
    transcript: Transcript, first: int | None, char_start: int | None, last: int | None, char_end: int | None
) -> Span:
    """From a character of one segment's text to one, half open, of the same or a later segment's text."""
    if char_start is None or char_end is None:
        raise Unplaced("no such characters of a segment")
    found = {int(row["segment_id"]): row for row in transcript.segments if row["segment_id"].isdecimal()}
    if first not in found or last not in found:
        raise Unplaced("no such segments")
    begin, end = found[first], found[last]
    if not (0 <= char_start < len(begin["text"]) and 0 < char_end <= len(end["text"])):
        raise Unplaced("no such characters of a segment")
    span = begin["char_start"] + char_start, end["char_start"] + char_end
    if span[0] >= span[1]:
        raise Unplaced("no such characters of a segment")
    return span
