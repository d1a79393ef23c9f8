"""One split's rankings and answers meet its gold: verdicts, and the four metrics files."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from stages.evaluate.abstention import abstention_figures
from stages.evaluate.answers import MISSING, Answer
from stages.evaluate.citations import citation_figures, citation_values
from stages.evaluate.contamination import Mark, contamination_figures
from stages.evaluate.documents import Document
from stages.evaluate.figures import Values
from stages.evaluate.grounding import shown_passages
from stages.evaluate.passages import Passage
from stages.evaluate.questions import Question
from stages.evaluate.refusals import refusal_values
from stages.evaluate.regions import VideoSpan
from stages.evaluate.retrieval import retrieval_figures, retrieval_values
from stages.evaluate.settings import Settings
from stages.evaluate.summary import summary
from stages.evaluate.support import Supports, lexical


class Evaluation(NamedTuple):
    """A split's results."""

    values: dict[str, Values]
    """Every question's value of each measure that is over it."""
    metrics: dict[str, dict[str, Any]]
    """The metrics files, by name: retrieval, citations, abstention, summary."""


def evaluate(
    questions: Sequence[Question],
    passages: Mapping[str, Sequence[Passage]],
    answers: Mapping[str, Answer],
    chunks: Mapping[str, Sequence[VideoSpan]],
    documents: Mapping[str, Document],
    settings: Settings,
    generator: str | None = None,
    marks: Mapping[str, Mark] | None = None,
    supports: Supports = lexical,
) -> Evaluation:
    """Judge every question of the gold; one without a ranking or an answer is a miss, and a failure.

    Args:
        questions: of the split, sorted by query_id.
        passages: what was delivered, by query_id.
        answers: by query_id.
        chunks: the spans of all chunks by video_id, each once.
        documents: by video_id.
        settings: of evaluate.
        generator: what wrote the answers, if they say it.
        marks: of the questions that people have audited, by query_id.
        supports: whether what is cited bears a claim.
    """
    answers = {question.query_id: answers.get(question.query_id, MISSING) for question in questions}
    values = {
        question.query_id: question_values(
            question,
            passages.get(question.query_id, ()),
            answers[question.query_id],
            chunks,
            documents,
            settings,
            supports,
        )
        for question in questions
    }
    retrieval = retrieval_figures(values, questions, documents, settings)
    citations = citation_figures(values, questions, generator)
    abstention = abstention_figures(values, questions, answers, settings.bootstrap_samples)
    abstention |= contamination_figures(questions, marks or {})
    metrics = {"retrieval": retrieval, "citations": citations, "abstention": abstention}
    return Evaluation(values, metrics | {"summary": summary(retrieval | citations | abstention, settings)})


def question_values(
    question: Question,
    passages: Sequence[Passage],
    answer: Answer,
    chunks: Mapping[str, Sequence[VideoSpan]],
    documents: Mapping[str, Document],
    settings: Settings,
    supports: Supports,
) -> Values:
    """Every measure that is over the question."""
    shown = shown_passages(answer, passages, settings.shown_k)
    values: Values = {}
    if question.answerable:
        values |= retrieval_values(question, passages, chunks, documents, settings)
    values |= citation_values(question, answer, shown, documents, supports)
    return values | refusal_values(question, answer, values.get("correct") == 1, shown, documents)


def verdicts(values: Mapping[str, Values]) -> list[dict[str, Any]]:
    """Rows of `records.VERDICTS`, sorted by question and measure."""
    return [
        {"query_id": query_id, "measure": measure, "value": value}
        for query_id, found in sorted(values.items())
        for measure, value in sorted(found.items())
    ]
