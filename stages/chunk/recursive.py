"""Paragraphs packed into chunks; one that is too long by lines, else sentences, else words, else characters.

The way of LangChain's RecursiveCharacterTextSplitter, with sentences between lines and words. Offsets are
carried along from the start, not searched for afterwards.
"""

import re
from bisect import bisect_left
from collections.abc import Callable

from stages.chunk.document import Document, trimmed
from stages.chunk.packing import pack
from stages.chunk.settings import Recursive
from stages.chunk.splitting import split
from stages.core.spans import Span
from stages.models.sentences import sentence_spans

Parts = Callable[[Document, Span], list[Span]]


def between(separator: str) -> Parts:
    """What stands between the matches of a pattern, without white space at the ends."""
    pattern = re.compile(separator)

    def parts(document: Document, span: Span) -> list[Span]:
        matches = [match.span() for match in pattern.finditer(document.text, *span)]
        starts = [span[0], *(end for _, end in matches)]
        ends = [*(start for start, _ in matches), span[1]]
        spans = [trimmed(document.text, *edges) for edges in zip(starts, ends, strict=True)]
        return [(start, end) for start, end in spans if start < end]

    return parts


def sentences_of(document: Document, span: Span) -> list[Span]:
    """The sentences of a stretch of text, as if it stood alone."""
    found = sentence_spans(document.text[span[0] : span[1]], document.language)
    return [(span[0] + start, span[0] + end) for start, end in found]


LEVELS: tuple[Parts, ...] = (between(r"\n\s*\n"), between("\n"), sentences_of, Document.words_in)


def cut(document: Document, settings: Recursive) -> list[Span]:
    """Cut into chunks of at most `max_tokens`.

    What is packed at one level repeats up to `overlap_tokens` of the chunk before it, whole parts of it.
    """
    return cut_span(document, (0, len(document.text)), settings, LEVELS)


def cut_span(document: Document, span: Span, settings: Recursive, levels: tuple[Parts, ...]) -> list[Span]:
    """Pack the parts of a span by the first of `levels`; what is too long is cut by the ones after it."""
    if not levels:
        return split(document, span, settings.max_tokens)
    pieces: list[Span] = []
    run: list[Span] = []
    for part in levels[0](document, span):
        if document.count_tokens(*part) <= settings.max_tokens:
            run.append(part)
        else:
            pieces += pack_run(document, run, settings)
            run = []
            pieces += cut_span(document, part, settings, levels[1:])
    return pieces + pack_run(document, run, settings)


def pack_run(document: Document, parts: list[Span], settings: Recursive) -> list[Span]:
    """Pack neighbouring parts, each of which fits."""

    def tokens(first: int, after: int) -> int:
        return document.count_tokens(parts[first][0], parts[after - 1][1])

    def following(first: int, after: int) -> int:
        repeated = settings.overlap_tokens + document.special_tokens
        later = range(first + 1, after)
        return first + 1 + bisect_left(later, True, key=lambda i: tokens(i, after) <= repeated)

    return pack(parts, lambda first, after: tokens(first, after) <= settings.max_tokens, following)
