"""correct: is the answer grounded, and is what it cites the gold?"""

from collections.abc import Collection, Mapping

from stages.evaluate.answers import Answer
from stages.evaluate.documents import Document
from stages.evaluate.grounding import grounded
from stages.evaluate.questions import Question
from stages.evaluate.regions import VideoSpan, common, region, size, words_in

SHARE = 0.5
"""Of the cited non-space characters, how much must be gold."""
MIN_WORDS = 5
"""How many words of the gold must be cited; all of them, where the gold has fewer."""


def correct(
    question: Question, answer: Answer, shown: Collection[VideoSpan], documents: Mapping[str, Document]
) -> bool:
    """Whether the question was answered, grounded, with at least half of what it cites inside the gold.

    Five words must be inside as well, or the citation of one word of the gold would do. The best alternative
    counts; a question whose gold was lost cannot be answered correctly.
    """
    if answer.state != "answered" or not grounded(answer, shown, documents):
        return False
    cited = region(
        (citation.video_id, citation.char_start, citation.char_end)
        for citation in answer.citations
        if citation.video_id is not None and citation.char_start is not None and citation.char_end is not None
    )
    for gold in question.alternatives:
        inside = common(cited, gold)
        enough_words = min(MIN_WORDS, words_in(gold, documents))
        if (
            size(inside, documents) >= SHARE * size(cited, documents)
            and words_in(inside, documents) >= enough_words
        ):
            return True
    return False
