"""Chunks of whole sentences: one, or as many as the limits allow, the next chunk some sentences back."""

from stages.chunk.document import Document
from stages.chunk.packing import pack, repeating
from stages.chunk.settings import Sentence
from stages.chunk.splitting import sentences
from stages.core.spans import Span


def cut(document: Document, settings: Sentence) -> list[Span]:
    """Cut into chunks of at most `max_sentences` and `max_tokens`; a sentence that is too long is split.

    The pieces of a sentence that was split count as sentences.
    """
    units = sentences(document, settings.max_tokens)
    if settings.max_sentences == 1:
        return units
    most = settings.max_sentences or len(units)

    def fits(first: int, after: int) -> bool:
        return (
            after - first <= most
            and document.count_tokens(units[first][0], units[after - 1][1]) <= settings.max_tokens
        )

    return pack(units, fits, repeating(settings.overlap_sentences))
