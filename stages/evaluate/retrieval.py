"""retrieval.json: how much of the gold the ranking delivered, over the answerable questions."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from stages.evaluate.bounds import best_coverage, why_uninformative, window_coverages
from stages.evaluate.coverage import ENOUGH, coverage
from stages.evaluate.documents import Document
from stages.evaluate.exactness import iou, precision
from stages.evaluate.figures import Figure, Values, mean, proportion
from stages.evaluate.passages import Passage, top, within_budget
from stages.evaluate.questions import Question
from stages.evaluate.ranks import first_touches, ndcg, reciprocal_rank, touching
from stages.evaluate.regions import VideoSpan, region
from stages.evaluate.settings import NDCG_DEPTH, Settings, retrieval_measures


def retrieval_values(
    question: Question,
    passages: Sequence[Passage],
    chunks: Mapping[str, Sequence[VideoSpan]],
    documents: Mapping[str, Document],
    settings: Settings,
) -> Values:
    """Every retrieval measure of one answerable question.

    Args:
        question: an answerable one.
        passages: what was delivered, by rank.
        chunks: the spans of all chunks by video_id, each once.
        documents: by video_id.
        settings: the depths and budgets.
    """
    gold = question.alternatives
    values: Values = {}
    for k in settings.ks:
        found = top(passages, k)
        share = coverage(gold, region(found), documents)
        values[f"recall_at_{k}"] = float(share >= ENOUGH)
        values[f"any_at_{k}"] = float(share > 0)
        values[f"coverage_at_{k}"] = share
        values[f"precision_at_{k}"] = precision(gold, found, documents)
        values[f"iou_at_{k}"] = iou(gold, found, documents)
    for budget in settings.budgets_words:
        share = coverage(gold, region(within_budget(passages, budget, documents)), documents)
        values[f"recall_at_{budget}w"] = float(share >= ENOUGH)
        values[f"coverage_at_{budget}w"] = share
    touches = first_touches(passages, gold, documents)
    values["mrr"] = reciprocal_rank(touches)
    values[f"ndcg_at_{NDCG_DEPTH}"] = ndcg(touches, relevant_chunks(question, touches, chunks, documents))
    return values


def relevant_chunks(
    question: Question,
    touches: Sequence[Passage],
    chunks: Mapping[str, Sequence[VideoSpan]],
    documents: Mapping[str, Document],
) -> list[VideoSpan]:
    """The chunks that touch the question's gold, and that none of the first of `touches` holds whole.

    A retriever may deliver windows of several chunks: what stands in one was delivered with it, and could not
    be delivered a second time as a passage of its own.
    """
    videos = sorted({video_id for gold in question.alternatives for video_id in gold})
    spans = [span for video_id in videos for span in chunks.get(video_id, ())]
    touched = touching(spans, question.alternatives, documents)
    counted = [passage.span for passage in touches if passage.rank <= NDCG_DEPTH]
    return [
        span
        for span, touches_gold in zip(spans, touched, strict=True)
        if touches_gold and not any(holds(passage, span) for passage in counted)
    ]


def holds(passage: VideoSpan, chunk: VideoSpan) -> bool:
    """Whether a chunk is a part of a passage, or all of it."""
    return passage[0] == chunk[0] and passage[1] <= chunk[1] and chunk[2] <= passage[2]


def retrieval_figures(
    values: Mapping[str, Values],
    questions: Sequence[Question],
    documents: Mapping[str, Document],
    settings: Settings,
) -> dict[str, Figure]:
    """The figures of retrieval.json; the budgets' stand beside their floor and ceiling.

    Args:
        values: `retrieval_values` by query_id, of every answerable question.
        questions: of the split.
        documents: by video_id.
        settings: the depths and budgets.
    """
    answerable = [question for question in questions if question.answerable]
    clusters = [question.cluster for question in answerable]
    figures = {}
    for measure in retrieval_measures(settings.ks, settings.budgets_words):
        column = [values[question.query_id][measure] for question in answerable]
        is_share = measure.startswith(("recall", "any"))
        figures[measure] = (proportion if is_share else mean)(column, clusters)
    for budget in settings.budgets_words:
        bounds = budget_bounds(answerable, budget, documents)
        for measure in ("recall", "coverage"):
            figures[f"{measure}_at_{budget}w"] |= bounds[measure]
    return figures


def budget_bounds(
    answerable: Sequence[Question], budget: int, documents: Mapping[str, Document]
) -> dict[str, dict[str, Any]]:
    """For recall and coverage at a budget: floor, ceiling, and whether figures between them tell anything."""
    windows = [window_coverages(question.alternatives, budget, documents) for question in answerable]
    ceilings = [best_coverage(question.alternatives, budget, documents) for question in answerable]
    found = {
        "coverage": ([float(window.mean()) for window in windows], ceilings),
        "recall": (
            [float((window >= ENOUGH).mean()) for window in windows],
            [float(ceiling >= ENOUGH) for ceiling in ceilings],
        ),
    }
    return {measure: bounds(floors, tops) for measure, (floors, tops) in found.items()}


def bounds(floors: Sequence[float], ceilings: Sequence[float]) -> dict[str, Any]:
    """Mean floor and ceiling, and the verdict on the budget."""
    floor = float(np.mean(floors)) if floors else None
    ceiling = float(np.mean(ceilings)) if ceilings else None
    reason = why_uninformative(floor, ceiling)
    return {"floor": floor, "ceiling": ceiling, "informative": reason is None, "uninformative_reason": reason}
