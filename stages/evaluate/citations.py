"""citations.json: whether what was answered is cited word for word, and right."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from stages.evaluate.answers import Answer
from stages.evaluate.correctness import correct
from stages.evaluate.documents import Document
from stages.evaluate.figures import Figure, Values, mean, proportion
from stages.evaluate.grounding import cited_text, grounded, grounded_normalised, is_exact, misattributed
from stages.evaluate.questions import Question
from stages.evaluate.regions import VideoSpan
from stages.evaluate.squad import answer_f1, exact_match
from stages.evaluate.support import Supports, lexical, supported

BY_CONSTRUCTION = frozenset({"extractive"})
"""Generators that only ever copy a span of a passage: grounded and supported are no achievement of theirs."""


def citation_values(
    question: Question,
    answer: Answer,
    shown: Collection[VideoSpan],
    documents: Mapping[str, Document],
    supports: Supports = lexical,
) -> Values:
    """Every citation measure of one question; those over citations as counts.

    Args:
        question: what was asked, and its gold.
        answer: to it.
        shown: the spans shown to the generator that are passages of the ranking.
        documents: by video_id.
        supports: whether what is cited bears a claim.
    """
    answered = answer.state == "answered"
    values: Values = {}
    if answered:
        values["grounded"] = float(grounded(answer, shown, documents))
        values["grounded_normalised"] = float(grounded_normalised(answer, shown, documents))
        texts = [cited_text(cited, documents) for cited in answer.citations]
        evidence = [text for text in texts if text is not None]
        values["supported"] = float(supported(answer.text, evidence, supports))
        citations = set(answer.citations)  # to repeat a good one outweighs no bad one
        values["citations"] = float(len(citations))
        values["exact_citations"] = float(sum(is_exact(cited, shown, documents) for cited in citations))
        values["misattributed"] = float(sum(misattributed(cited, documents) for cited in citations))
    if question.answerable:
        values["correct"] = float(correct(question, answer, shown, documents))
        if question.reference_answer is not None:
            said, wanted = answer.text, question.reference_answer
            values["answer_f1"] = answer_f1(said, wanted) if answered else 0.0
            values["exact_match"] = float(answered and exact_match(said, wanted))
    return values


def citation_figures(
    values: Mapping[str, Values], questions: Sequence[Question], generator: str | None
) -> dict[str, Any]:
    """The figures of citations.json, and how many answers and citations there are.

    Args:
        values: `citation_values` by query_id.
        questions: of the split.
        generator: what wrote the answers, if they say it.
    """
    figures: dict[str, Any] = {
        measure: over_questions(measure, values, questions)
        for measure in (
            "grounded",
            "grounded_normalised",
            "supported",
            "correct",
            "answer_f1",
            "exact_match",
        )
    }
    figures["citation_precision"] = over_citations("exact_citations", values, questions)
    figures["misattributed"] = over_citations("misattributed", values, questions)
    # Null where the answers don't say who wrote them: then it isn't known, and nothing may be claimed either.
    by_construction = None if generator is None else generator in BY_CONSTRUCTION
    for measure in ("grounded", "grounded_normalised", "supported"):
        figures[measure]["by_construction"] = by_construction
    counts = [values[question.query_id].get("citations") for question in questions]
    return figures | {
        "answered": sum(count is not None for count in counts),
        "answers_without_citation": counts.count(0),
        "citations": int(sum(count for count in counts if count is not None)),
    }


def over_questions(measure: str, values: Mapping[str, Values], questions: Sequence[Question]) -> Figure:
    """The figure of a measure over those questions that have a value of it."""
    over = [question for question in questions if measure in values[question.query_id]]
    column = [values[question.query_id][measure] for question in over]
    clusters = [question.cluster for question in over]
    return mean(column, clusters) if measure == "answer_f1" else proportion(column, clusters)


def over_citations(measure: str, values: Mapping[str, Values], questions: Sequence[Question]) -> Figure:
    """The share of all citations that a count is of; each stands in the cluster of its question."""
    hits: list[float] = []
    clusters: list[str] = []
    for question in questions:
        count = int(values[question.query_id].get("citations", 0))
        true = int(values[question.query_id].get(measure, 0))
        hits += [1.0] * true + [0.0] * (count - true)
        clusters += [question.cluster] * count
    return proportion(hits, clusters)
