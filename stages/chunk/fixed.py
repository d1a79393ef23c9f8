"""A fixed number of words, wherever sentences end: what everyone starts from."""

from stages.chunk.document import Document
from stages.chunk.packing import pack, repeating
from stages.chunk.settings import Fixed
from stages.chunk.splitting import split
from stages.core.spans import Span


def cut(document: Document, settings: Fixed) -> list[Span]:
    """Cut into chunks of `words` words, fewer where those have more than `max_tokens`.

    The next chunk repeats the last `overlap_words` of the one before it. A word that is too long by itself is
    split.
    """
    units = [piece for word in document.words for piece in split(document, word, settings.max_tokens)]
    most = settings.words or len(units)

    def fits(first: int, after: int) -> bool:
        return (
            after - first <= most
            and document.count_tokens(units[first][0], units[after - 1][1]) <= settings.max_tokens
        )

    return pack(units, fits, repeating(settings.overlap_words))
