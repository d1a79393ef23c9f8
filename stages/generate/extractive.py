"""The extractive generator: quotes, verbatim, the sentences shown that are nearest to the question."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from stages.core.spans import Span
from stages.core.terms import terms
from stages.core.transcripts import Transcript
from stages.generate.generator import Citation, Generation, Question
from stages.generate.overlap import Rarity
from stages.generate.quotable import quotable
from stages.models.sentences import sentence_spans

OVERLAP_WEIGHT = 0.5
"""Cosine plus this much of the word overlap: a rare word in common says more than nearness of sense alone."""

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
    rarity: Rarity
    sentences: int
    language: str
    spans: dict[str, list[Span]] = field(default_factory=dict)

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
        asked = terms(question.text)

        def score(candidate: Candidate) -> float:
            text = self.text(candidate)
            cosine = float(vectors[text] @ vectors[question.text])
            return round(cosine + OVERLAP_WEIGHT * self.rarity.share(asked, terms(text)), SCORE_PLACES)

        best: list[Candidate] = []
        for candidate in sorted(candidates, key=score, reverse=True):  # stable: ties stay in order
            if len(best) < self.sentences and not any(overlapping(candidate, other) for other in best):
                best.append(candidate)
        best.sort(key=lambda candidate: (candidate.video_id, candidate.char_start))
        citations = tuple(Citation(self.text(c), "exact", c.video_id, c.char_start, c.char_end) for c in best)
        failure = None if citations else "no sentence to quote in the passages shown"
        return Generation(" ".join(citation.quote for citation in citations), citations, failure)

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
