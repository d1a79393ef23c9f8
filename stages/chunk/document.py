"""A transcript as the chunkers need it: how many tokens a span has, and where the text may be cut."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from stages.core.spans import Span
from stages.core.transcripts import SEPARATOR, Transcript
from stages.core.words import word_spans
from stages.models.sentences import sentence_spans

SHORTEST_PAUSE_S = 0.3
"""Shorter ones part no thoughts: they are plosives, and the aligner's own error."""

CountTokens = Callable[[int, int], int]
"""Tokens of the text from char_start to char_end, special tokens included."""


@dataclass(frozen=True)
class Document:
    """One transcript to cut."""

    transcript: Transcript
    language: str
    """Whose sentence rules to use."""
    count_tokens: CountTokens

    @property
    def text(self) -> str:
        """The document text."""
        return self.transcript.text

    @cached_property
    def special_tokens(self) -> int:
        """Tokens that are put around any text."""
        return self.count_tokens(0, 0)

    @cached_property
    def sentences(self) -> list[Span]:
        """Its sentences, however long."""
        return sentence_spans(self.text, self.language)

    @cached_property
    def words(self) -> list[Span]:
        """Its words as budgets count them; two characters in a script without spaces."""
        return word_spans(self.text)

    @cached_property
    def _word_edges(self) -> tuple[list[int], list[int]]:
        return [start for start, _ in self.words], [end for _, end in self.words]

    def words_in(self, span: Span) -> list[Span]:
        """The words in the span, and the part of a word that the span cuts."""
        starts, ends = self._word_edges
        words = self.words[bisect_right(ends, span[0]) : bisect_left(starts, span[1])]
        if words:
            words[0] = max(words[0][0], span[0]), words[0][1]
            words[-1] = words[-1][0], min(words[-1][1], span[1])
        return words

    @cached_property
    def turns(self) -> list[Span]:
        """Runs of words of one speaker (or of nobody known), without white space at their ends, in order."""
        changes = [
            word["char_start"]
            for before, word in pairwise(self.transcript.words)
            if word["speaker"] != before["speaker"]
        ]
        spans = [trimmed(self.text, *edges) for edges in pairwise([0, *changes, len(self.text)])]
        return [(start, end) for start, end in spans if start < end]

    @cached_property
    def _turn_starts(self) -> frozenset[int]:
        return frozenset(start for start, _ in self.turns)

    @cached_property
    def _sentence_starts(self) -> frozenset[int]:
        return frozenset(start for start, _ in self.sentences)

    @cached_property
    def _pauses_s(self) -> Mapping[int, float]:
        """By the first character of a word: how long nothing is said before it, where that is a pause."""
        return {
            word["char_start"]: pause_s
            for before, word in pairwise(self.transcript.words)
            if word["start_s"] is not None
            and before["end_s"] is not None
            and (pause_s := word["start_s"] - before["end_s"]) >= SHORTEST_PAUSE_S
        }

    def border(self, before: int, start: int) -> tuple[bool, bool, bool, float]:
        """How good it is to cut between a word's end and the next one's start: the larger, the better.

        A change of speaker, else the end of a sentence, else of a segment, else the longer pause (seconds).
        """
        return (
            start in self._turn_starts,
            start in self._sentence_starts,
            SEPARATOR in self.text[before:start],
            self._pauses_s.get(start, 0.0),
        )


def trimmed(text: str, start: int, end: int) -> Span:
    """The span without the white space at its ends; empty where nothing else is in it.

    >>> trimmed("a  bc ", 1, 6)
    (3, 5)
    """
    part = text[start:end]
    left = len(part) - len(part.lstrip())
    return start + left, max(start + left, start + len(part.rstrip()))
