"""The extractive generator: quotes, verbatim, the sentences shown that are nearest to the question."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from stages.core.spans import Span
from stages.core.terms import ngrams, runs, terms
from stages.core.transcripts import Transcript
from stages.core.words import word_spans
from stages.generate.asked_for import has_asked_for
from stages.generate.generator import Citation, Generation, Question
from stages.generate.overlap import Rarity
from stages.generate.quotable import quotable
from stages.models.sentences import sentence_spans

OVERLAP_WEIGHT = 0.25
"""Of the question's words that the sentence has, and of its n-grams: a rare word in common says more than
nearness of sense alone."""
AROUND_WEIGHT = 0.75
"""Of the question's n-grams that stand around: a sentence seldom says again what the talk is about there."""
AROUND_WORDS = 60
"""So many on either side of the middle of the sentence."""
ASKED_FOR_WEIGHT = 0.1
"""Of a number, a time, a name or a reason, where one is asked for."""
MIN_WORDS = 4
"""Shorter sentences ("Click OK.") are quoted only where there is no other: they say nothing by themselves."""

SCORE_PLACES = 5
"""Scores are compared to this many places: the last bits of a vector differ with the batch it came in."""

Encode = Callable[[Sequence[str]], npt.NDArray[np.float32]]
"""Texts -> unit vectors, shape (n, dim)."""


@dataclass(frozen=True)
class Candidate:
    """A sentence that could be quoted: text[char_start:char_end] of the video."""

    video_id: str
    char_start: int
    char_end: int


@dataclass
class Extractive:
    """Quotes the best `sentences` sentences of the passages shown, in document order. Citations are exact."""

    transcripts: Mapping[str, Transcript]
    encode: Encode
    words: Rarity
    """Of `core.terms.terms`."""
    ngrams: Rarity
    """Of `core.terms.ngrams`."""
    sentences: int
    language: str
    spans: dict[str, list[Span]] = field(default_factory=dict)
    word_spans: dict[str, list[Span]] = field(default_factory=dict)

    def generate(self, questions: Sequence[Question]) -> list[Generation]:
        """One generation a question; a failure where no passage has a sentence to quote."""
        offered = [self.candidates(question) for question in questions]
        texts = sorted({self.text(candidate) for candidates in offered for candidate in candidates})
        texts += sorted({question.text for question in questions} - set(texts))
        vectors = dict(zip(texts, self.encode(texts), strict=True)) if texts else {}
        return [
            self.quote(question, candidates, vectors)
            for question, candidates in zip(questions, offered, strict=True)
        ]

    def candidates(self, question: Question) -> list[Candidate]:
        """The sentences of the passages shown, each once, best passage first, then by position."""
        found = {}
        for passage in question.passages:
            text = self.transcripts[passage.video_id].text
            if passage.video_id not in self.spans:
                self.spans[passage.video_id] = sentence_spans(text, self.language)
            inside = quotable(text, self.spans[passage.video_id], passage.char_start, passage.char_end)
            found.update(dict.fromkeys(Candidate(passage.video_id, *span) for span in inside))
        return list(found)

    def quote(
        self,
        question: Question,
        candidates: Sequence[Candidate],
        vectors: Mapping[str, npt.NDArray[np.float32]],
    ) -> Generation:
        """Quote the best of the candidates; among equals, the first."""
        words, grams = terms(question.text), ngrams(question.text)

        def score(candidate: Candidate) -> tuple[bool, float]:
            text = self.text(candidate)
            total = (
                float(vectors[text] @ vectors[question.text])
                + OVERLAP_WEIGHT * self.words.share(words, frozenset(terms(text)))
                + OVERLAP_WEIGHT * self.ngrams.share(grams, "".join(runs(text)))
                + AROUND_WEIGHT * self.ngrams.share(grams, "".join(runs(self.around(candidate))))
                + ASKED_FOR_WEIGHT * has_asked_for(question.text, text)
            )
            return len(word_spans(text)) >= MIN_WORDS, round(total, SCORE_PLACES)

        best: list[Candidate] = []
        for candidate in sorted(candidates, key=score, reverse=True):  # stable: ties stay in order
            if len(best) < self.sentences and not any(overlapping(candidate, other) for other in best):
                best.append(candidate)
        best.sort(key=lambda candidate: (candidate.video_id, candidate.char_start))
        citations = tuple(Citation(self.text(c), "exact", c.video_id, c.char_start, c.char_end) for c in best)
        failure = None if citations else "no sentence to quote in the passages shown"
        return Generation(" ".join(citation.quote for citation in citations), citations, failure)

    def around(self, candidate: Candidate) -> str:
        """The text from AROUND_WORDS before the middle word of the candidate to as many after it."""
        text = self.transcripts[candidate.video_id].text
        if candidate.video_id not in self.word_spans:
            self.word_spans[candidate.video_id] = word_spans(text)
        spans = self.word_spans[candidate.video_id]
        centre = (candidate.char_start + candidate.char_end) // 2
        middle = bisect_right(spans, centre, key=lambda span: span[0]) - 1
        first, last = max(0, middle - AROUND_WORDS), min(len(spans), middle + AROUND_WORDS) - 1
        return text[spans[first][0] : spans[last][1]]

    def text(self, candidate: Candidate) -> str:
        """The candidate's own characters."""
        return self.transcripts[candidate.video_id].text[candidate.char_start : candidate.char_end]


def overlapping(first: Candidate, second: Candidate) -> bool:
    """Whether two candidates share a character: passages that overlap clip one sentence in two ways."""
    return (
        first.video_id == second.video_id
        and first.char_start < second.char_end
        and second.char_start < first.char_end
    )
