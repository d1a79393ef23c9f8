"""What of the gold a ranking delivers within a budget of words, each word paid for once."""

from collections.abc import Mapping, Sequence

import numpy as np

from benchmarks.sets import BUDGETS_WORDS
from benchmarks.world import Ranked
from stages.core.spans import Span
from stages.evaluate.coverage import ENOUGH, coverage
from stages.evaluate.documents import Document
from stages.evaluate.figures import Figure, mean, proportion
from stages.evaluate.passages import Passage, within_budget
from stages.evaluate.questions import Question
from stages.evaluate.regions import region

Values = Mapping[str, Sequence[float]]
"""A value for each question, by measure."""
MEASURES = ("coverage", "recall", "any")


def once(passages: Sequence[Passage], budget_words: int, documents: Mapping[str, Document]) -> list[Passage]:
    """Passages without what those before them delivered, as far as a budget may reach.

    stages.evaluate counts a word each time that it is delivered; here what a passage repeats costs nothing.
    That favours the peers, whose pieces and windows overlap; ours do not.

    >>> passages = [Passage(1, "v", 0, 8), Passage(2, "v", 4, 15)]
    >>> [passage[2:] for passage in once(passages, 4, {"v": Document("The kiln is hot")})]
    [(0, 8), (8, 15)]
    """
    found: list[Passage] = []
    seen: dict[str, list[Span]] = {}
    words = 0
    for passage in passages:
        if words >= budget_words:
            break
        document = documents[passage.video_id]
        for start, end in without((passage.char_start, passage.char_end), seen.get(passage.video_id, ())):
            if document.nonspace[end] > document.nonspace[start]:
                found.append(Passage(passage.rank, passage.video_id, start, end))
                first, last = document.word_range(start, end)
                words += last - first
        seen.setdefault(passage.video_id, []).append((passage.char_start, passage.char_end))
    return found


def without(span: Span, seen: Sequence[Span]) -> list[Span]:
    """The parts of a span that no span of `seen` holds.

    >>> without((0, 10), [(2, 4), (8, 20)])
    [(0, 2), (4, 8)]
    """
    parts = [span]
    for start, end in seen:
        parts = [
            part
            for left, right in parts
            for part in ((left, min(right, start)), (max(left, end), right))
            if part[0] < part[1]
        ]
    return parts


def values(ranked: Ranked, questions: Sequence[Question], documents: Mapping[str, Document]) -> Values:
    """Coverage, recall and any of each question within each budget; one without a ranking gets nothing."""
    found: dict[str, list[float]] = {
        f"{measure}_at_{budget}w": [] for budget in BUDGETS_WORDS for measure in MEASURES
    }
    for question in questions:
        passages = once(ranked.get(question.query_id, ()), max(BUDGETS_WORDS), documents)
        for budget in BUDGETS_WORDS:
            found_there = region(within_budget(passages, budget, documents))
            share = coverage(question.alternatives, found_there, documents)
            found[f"coverage_at_{budget}w"].append(share)
            found[f"recall_at_{budget}w"].append(float(share >= ENOUGH))
            found[f"any_at_{budget}w"].append(float(share > 0))
    return found


def figures(judged: Values, questions: Sequence[Question]) -> dict[str, Figure]:
    """A figure with its clustered interval for each measure."""
    clusters = [question.cluster for question in questions]
    return {
        measure: (mean if measure.startswith("coverage") else proportion)(column, clusters)
        for measure, column in judged.items()
    }


def mean_coverage(judged: Values) -> float:
    """The mean over questions and budgets: what is tuned for, by this project as well."""
    return float(np.mean([judged[f"coverage_at_{budget}w"] for budget in BUDGETS_WORDS]))
