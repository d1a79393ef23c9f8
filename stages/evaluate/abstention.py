"""abstention.json: refusals of both sorts side by side, and what the confidence is worth."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from stages.core.records import STATES
from stages.evaluate.answers import Answer
from stages.evaluate.bootstrap import bootstrap_interval
from stages.evaluate.citations import over_questions
from stages.evaluate.confidence import Floats, aurc, auroc, balanced, ece
from stages.evaluate.figures import Figure, Values
from stages.evaluate.questions import Question

SEED = 20260101
"""Of the bootstrap: the same resamples for every measure and run."""


def abstention_figures(
    values: Mapping[str, Values],
    questions: Sequence[Question],
    answers: Mapping[str, Answer],
    samples: int,
) -> dict[str, Any]:
    """The figures of abstention.json, pooled and by kind of negative, and how many answers are in each state.

    Args:
        values: by query_id, with `correct` for the answerable questions.
        questions: of the split.
        answers: one for every question, by query_id.
        samples: how many times the bootstrap draws.
    """
    kinds = sorted({question.negative_kind for question in questions if question.negative_kind is not None})
    only = {
        kind: [question for question in questions if question.answerable or question.negative_kind == kind]
        for kind in kinds
    }
    states = Counter(answers[question.query_id].state for question in questions)
    figures: dict[str, Any] = {
        measure: over_questions(measure, values, questions)
        for measure in (
            "refusal",
            "false_refusal",
            "false_refusal_evidence_shown",
            "false_refusal_evidence_not_shown",
            "end_to_end",
        )
    }
    figures["refusal_by_kind"] = {kind: over_questions("refusal", values, only[kind]) for kind in kinds}
    figures["false_refusal_by_kind"] = {
        kind: over_questions("false_refusal", values, of_its_videos(only[kind])) for kind in kinds
    }
    figures |= confidence_figures(values, questions, answers, samples)
    by_kind = {kind: confidence_figures(values, only[kind], answers, samples) for kind in kinds}
    for measure in ("auroc", "aurc", "ece"):
        figures[f"{measure}_by_kind"] = {kind: found[measure] for kind, found in by_kind.items()}
    return figures | {"states": {state: states[state] for state in STATES}}


def of_its_videos(questions: Sequence[Question]) -> list[Question]:
    """The questions of those videos that have negatives; all, if the negatives are about no such video.

    Args:
        questions: the answerable ones, and the negatives of one kind.
    """
    asked = {question.cluster for question in questions if not question.answerable}
    found = [question for question in questions if question.cluster in asked]
    return found if any(question.answerable for question in found) else list(questions)


def confidence_figures(
    values: Mapping[str, Values],
    questions: Sequence[Question],
    answers: Mapping[str, Answer],
    samples: int,
) -> dict[str, Figure]:
    """auroc, aurc and ece, answerable questions weighing as much as negatives.

    auroc is that of telling answerable from negative questions. Were it of telling right answers from wrong,
    a system could raise it by refusing more, since a refused question has no right answer. Risk, for aurc
    and ece, is 1 - correct, and 1 for a negative: to accept it is to answer it. A question without a
    confidence (its answer failed) counts as confidently wrong in all three.
    Undefined, with n = 0, without both sorts of questions or without any confidence.
    """
    confidences = [answers[question.query_id].confidence for question in questions]
    answerable = np.array([question.answerable for question in questions], dtype=np.bool_)
    if answerable.all() or not answerable.any() or all(value is None for value in confidences):
        return {measure: undefined() for measure in ("auroc", "aurc", "ece")}
    confidence = np.array([np.nan if value is None else value for value in confidences])
    missing = np.isnan(confidence)
    risk = np.array([1 - values[question.query_id].get("correct", 0.0) for question in questions])
    kinds = np.array([question.negative_kind for question in questions], dtype=object)
    clusters = [question.cluster for question in questions]
    wrong = np.where(answerable, 0.0, 1.0)

    def weigh(statistic: Callable[[Floats], Floats]) -> Figure:
        def of_counts(counts: Floats) -> Floats:
            return statistic(balanced(answerable, kinds, counts))

        value = float(of_counts(np.ones(len(questions))))
        interval = bootstrap_interval(of_counts, clusters, samples, np.random.default_rng(SEED))
        return bootstrapped(value, clusters, interval)

    return {
        "auroc": weigh(lambda weights: auroc(np.where(missing, wrong, confidence), answerable, weights)),
        "aurc": weigh(
            lambda weights: aurc(np.where(missing, 1.0, confidence), np.where(missing, 1.0, risk), weights)
        ),
        "ece": weigh(lambda weights: ece(confidence, risk, weights)),
    }


def bootstrapped(
    value: float | None, clusters: Sequence[str], interval: tuple[float | None, float | None]
) -> Figure:
    """A figure that is no proportion nor a mean: its only interval is the bootstrap's."""
    return {
        "value": value,
        "n": len(clusters),
        "hits": None,
        "low": None,
        "high": None,
        "cluster_low": interval[0],
        "cluster_high": interval[1],
        "clusters": len(set(clusters)),
        "deff": None,
        "method": "video bootstrap",
    }


def undefined() -> Figure:
    """A figure over no question."""
    return bootstrapped(None, [], (None, None))
