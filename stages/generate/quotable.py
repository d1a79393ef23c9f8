"""The sentences that a passage offers for quoting."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from stages.core.folding import long_enough
from stages.core.spans import Span


def quotable(text: str, sentences: Sequence[Span], char_start: int, char_end: int) -> list[Span]:
    """The sentences that reach into text[char_start:char_end], clipped to it, that are long enough to quote.

    `sentences` are those of the whole text: in order, disjoint.

    >>> quotable("I dug. Then rain. Ok", [(0, 6), (7, 17), (18, 20)], 2, 20)
    [(2, 6), (7, 17)]
    """
    first = bisect_right(sentences, char_start, key=lambda span: span[1])
    last = bisect_left(sentences, char_end, key=lambda span: span[0])
    clipped = (
        stripped(text, max(start, char_start), min(end, char_end)) for start, end in sentences[first:last]
    )
    return [(start, end) for start, end in clipped if long_enough(text[start:end])]


def stripped(text: str, start: int, end: int) -> Span:
    """The span without the white space at its ends; empty if there is nothing else."""
    inside = text[start:end]
    start += len(inside) - len(inside.lstrip())
    return start, start + len(inside.strip())
