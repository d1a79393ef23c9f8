"""What is too long for one chunk is split into as few pieces as will do, all of about one length."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from stages.chunk.document import Document
from stages.core.errors import UserError
from stages.core.spans import Span

LEEWAY = 1 / 3
"""How far from the balanced place, as a share of a piece, a cut may lie to meet a better border."""

MOST_TOKENS = 4
"""Of one character: its bytes, or what it decomposes into."""


def sentences(document: Document, max_tokens: int) -> list[Span]:
    """The sentences of a document, those split that are longer than `max_tokens`."""
    return [piece for span in document.sentences for piece in split(document, span, max_tokens)]


def split(document: Document, span: Span, max_tokens: int) -> list[Span]:
    """Pieces of a span, each of at most `max_tokens`; just the span where it fits.

    200 tokens cut at 96 become three pieces of about 67, not 96, 96 and 8. Cuts lie between words, at the
    best `Document.border` near the balanced place; inside a word only where the word alone is too long.

    Raises: UserError when not even one character fits.
    """
    start, end = span
    if fits(document, span, max_tokens):
        return [span]
    units: Sequence[Span] = document.words_in(span)
    if len(units) < 2:
        units = [(i, i + 1) for i in range(start, end) if not document.text[i].isspace()]
    if len(units) < 2:
        raise UserError(
            f"chunk.max_tokens = {max_tokens} is too small for one character: raise it in conf/chunk"
        )
    cut = place(document, span, units, max_tokens)
    left, right = (start, units[cut - 1][1]), (units[cut][0], end)
    return split(document, left, max_tokens) + split(document, right, max_tokens)


def fits(document: Document, span: Span, max_tokens: int) -> bool:
    """Whether a span has at most `max_tokens`."""
    start, end = span
    if MOST_TOKENS * (end - start) + document.special_tokens <= max_tokens:  # most words: not worth counting
        return True
    return document.count_tokens(start, end) <= max_tokens


def place(document: Document, span: Span, units: Sequence[Span], max_tokens: int) -> int:
    """Before which unit to cut a span that is too long, so that half of its pieces lie left of the cut."""
    special = document.special_tokens

    def left_of(cut: int) -> int:
        return document.count_tokens(span[0], units[cut - 1][1]) - special

    total = left_of(len(units))
    room = max(max_tokens - special, 1)
    pieces = max(-(-total // room), 2)
    on_left = pieces // 2
    length = total / pieces
    goal = on_left * length
    lowest = max(goal - LEEWAY * length, total - (pieces - on_left) * room)
    highest = min(goal + LEEWAY * length, on_left * room)
    cuts = range(1, len(units))
    near = cuts[bisect_left(cuts, lowest, key=left_of) : bisect_right(cuts, highest, key=left_of)]
    if not near:  # one long unit spans the whole stretch: beside it
        nearest = min(bisect_left(cuts, goal, key=left_of), len(cuts) - 1)
        near = cuts[max(nearest - 1, 0) : nearest + 1]
    return max(
        near,
        key=lambda cut: (document.border(units[cut - 1][1], units[cut][0]), -abs(left_of(cut) - goal)),
    )
