"""Speaker turns: short ones merged, long ones split, and otherwise nobody shares a chunk."""

from stages.chunk.document import Document
from stages.chunk.settings import Turn
from stages.chunk.splitting import split
from stages.core.spans import Span


def cut(document: Document, settings: Turn) -> list[Span]:
    """Cut at changes of speaker.

    Turns shorter than `min_tokens` that follow each other are one exchange, such as a quick back and forth,
    or words of people who talk at once; an exchange that is itself still shorter goes with the turn after it
    (the last one with the turn before it). What is longer than `max_tokens` is split: at a change of speaker
    where one is near the balanced place, else at the end of a sentence.
    """
    return [
        piece
        for span in exchanges(document, settings.min_tokens)
        for piece in split(document, span, settings.max_tokens)
    ]


def exchanges(document: Document, min_tokens: int) -> list[Span]:
    """Turns, with the short ones merged."""
    merged: list[Span] = []
    waiting: list[Span] = []  # short turns so far
    for turn in document.turns:
        if document.count_tokens(*turn) < min_tokens:
            waiting.append(turn)
            continue
        if waiting:
            exchange = waiting[0][0], waiting[-1][1]
            if document.count_tokens(*exchange) < min_tokens:
                turn = exchange[0], turn[1]
            else:
                merged.append(exchange)
            waiting = []
        merged.append(turn)
    if waiting:
        exchange = waiting[0][0], waiting[-1][1]
        if merged and document.count_tokens(*exchange) < min_tokens:
            exchange = merged.pop()[0], exchange[1]
        merged.append(exchange)
    return merged
