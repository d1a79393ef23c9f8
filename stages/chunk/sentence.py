"""Chunks of whole sentences: as many as the token limit allows, the next one some sentences back."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stages.chunk.packing import Fits, pack
from stages.core.errors import UserError
from stages.core.spans import Span
from stages.models.sentences import sentence_spans

Pattern = re.Pattern[str]

LEVELS: tuple[Pattern, ...] = tuple(re.compile(pattern) for pattern in (r"\S(?:.*\S)?", r"\S+", r"\S"))
"""Lines (a caption or segment each), words, characters: where a sentence that is too long is split."""

CountTokens = Callable[[Sequence[str]], Sequence[int]]


@dataclass(frozen=True)
class Cut:
    """Where a text is cut."""

    spans: list[Span]
    """Chunks, in order, without white space at their ends; together they hold every non-space character."""
    split_sentences: int
    """Sentences that were too long for one chunk."""


def cut(text: str, language: str, max_tokens: int, overlap_sentences: int, count_tokens: CountTokens) -> Cut:
    """Cut a document text into chunks of at most `max_tokens`, special tokens included.

    A sentence that is too long by itself is split at line ends, then at words, then at characters.

    >>> words = lambda texts: [len(text.split()) for text in texts]
    >>> cut("Cut it. Dry it well. Fire it.", "en", 5, 0, words)
    Cut(spans=[(0, 20), (21, 29)], split_sentences=0)
    """

    def fits(span: Span) -> bool:
        return count_tokens([text[span[0] : span[1]]])[0] <= max_tokens

    units: list[Span] = []
    split = 0
    for sentence in sentence_spans(text, language):
        if fits(sentence):
            units.append(sentence)
        else:
            split += 1
            units.extend(split_sentence(text, sentence, max_tokens, fits, LEVELS))
    return Cut(pack(units, fits, overlap_sentences), split)


def split_sentence(
    text: str, span: Span, max_tokens: int, fits: Fits, levels: Sequence[Pattern]
) -> list[Span]:
    """Pieces of a span that is too long, cut as coarsely as they fit."""
    if not levels:
        raise UserError(
            f"chunk.max_tokens = {max_tokens} is too small for one character: raise it in conf/chunk"
        )
    units: list[Span] = []
    for match in levels[0].finditer(text, *span):
        if fits(match.span()):
            units.append(match.span())
        else:
            units.extend(split_sentence(text, match.span(), max_tokens, fits, levels[1:]))
    return pack(units, fits)
