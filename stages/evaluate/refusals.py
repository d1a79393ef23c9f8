"""refusal, false refusal and end_to_end: was it refused what the video does not say, and only that?"""

from collections.abc import Collection, Mapping

from stages.evaluate.answers import Answer
from stages.evaluate.coverage import ENOUGH, coverage
from stages.evaluate.documents import Document
from stages.evaluate.figures import Values
from stages.evaluate.questions import Question
from stages.evaluate.regions import VideoSpan, region


def refusal_values(
    question: Question,
    answer: Answer,
    is_correct: bool,
    shown: Collection[VideoSpan],
    documents: Mapping[str, Document],
) -> Values:
    """Every refusal measure of one question.

    A failure is neither an answer nor a refusal, so it is wrong whatever was asked.

    Args:
        question: what was asked, and its gold.
        answer: to it.
        is_correct: whether it was answerable and answered correctly.
        shown: the spans shown to the generator that are passages of the ranking.
        documents: by video_id.
    """
    refused = float(answer.state == "refused")
    if not question.answerable:
        return {"refusal": refused, "end_to_end": refused}
    had_evidence = coverage(question.alternatives, region(shown), documents) >= ENOUGH
    split = "false_refusal_evidence_shown" if had_evidence else "false_refusal_evidence_not_shown"
    return {"false_refusal": refused, split: refused, "end_to_end": float(is_correct)}
