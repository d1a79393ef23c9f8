"""Which function cuts, by the name of the choice."""

from stages.chunk import fixed, recursive, sentence, turn, window
from stages.chunk.document import Document
from stages.chunk.settings import Fixed, Recursive, Sentence, Settings, Turn
from stages.core.spans import Span


def cut(document: Document, settings: Settings) -> list[Span]:
    """Where a document is cut, as the settings say.

    Returns: chunks in the order of their starts and of their ends, without white space at their ends, none of
    more than `max_tokens`; together they hold every non-space character.
    Raises: UserError when `max_tokens` is too small for one character.
    """
    match settings:
        case Fixed():
            return fixed.cut(document, settings)
        case Recursive():
            return recursive.cut(document, settings)
        case Sentence():
            return sentence.cut(document, settings)
        case Turn():
            return turn.cut(document, settings)
        case _:
            return window.cut(document, settings)
