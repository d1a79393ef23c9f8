"""Where a span of a source's own text stands in the transcript that is made from its segments."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from stages.core.spans import Span
from stages.ingest.dataset import Mark


def mark_of(text: str, segments: Sequence[Span], start: int, end: int, first_segment: int = 0) -> Mark | None:
    r"""The mark of text[start:end], without the white space at its ends.

    Transcribe folds white space inside of a segment, so offsets are counted in the folded text.

    Args:
        text: the source's text.
        segments: its stretches that become segments, in order, with nothing but white space between them and
            none at their ends.
        start: of the span, in characters of `text`.
        end: the same, half open.
        first_segment: the number of the first of `segments`.

    Returns: a mark of kind segment_chars; None if there is no such span, or nothing but white space in it.

    >>> mark_of("So  it is.\nYes.", [(0, 10), (11, 15)], 4, 15, first_segment=7)["char_start"]
    3
    """
    if not 0 <= start < end <= len(text) or not text[start:end].strip():
        return None
    start += len(text[start:end]) - len(text[start:end].lstrip())
    starts = [first for first, _ in segments]
    first = bisect_right(starts, start) - 1
    last = bisect_left(starts, end) - 1
    return {
        "kind": "segment_chars",
        "segment_first": first_segment + first,
        "segment_last": first_segment + last,
        "char_start": folded_length(text[starts[first] : start + 1]) - 1,
        "char_end": folded_length(text[starts[last] : end]),
    }


def folded_length(text: str) -> int:
    """Characters of a text that neither begins nor ends with white space, each run of it counted as one."""
    return len(" ".join(text.split()))
