"""Overlapping windows of whole sentences, each starting a few sentences after the one before."""

from stages.chunk.document import Document
from stages.chunk.packing import pack, stepping
from stages.chunk.settings import Window
from stages.chunk.splitting import sentences
from stages.core.spans import Span


def cut(document: Document, settings: Window) -> list[Span]:
    """Cut into windows of as many sentences as `words` and `max_tokens` allow, `step_sentences` apart.

    A sentence of more than `words` words is a window by itself; one of more than `max_tokens` is split. A
    window that would lie inside the one before it is left out, and none starts beyond the end of that one.
    """
    units = sentences(document, settings.max_tokens)

    def fits(first: int, after: int) -> bool:
        span = units[first][0], units[after - 1][1]
        return after - first == 1 or (
            len(document.words_in(span)) <= settings.words
            and document.count_tokens(*span) <= settings.max_tokens
        )

    return pack(units, fits, stepping(settings.step_sentences))
